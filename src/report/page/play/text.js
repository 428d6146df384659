// Splits text into lines and words with positions. Errors say what was found where, and what was expected, in the words
// of the judge's own readers.

/** The maximum size of a file, and of the text in a link, in characters. */
const MAX_TEXT = 2_000_000;

/** The maximum number of cells of a grid that this page reads. The judge reads larger ones. */
const MAX_GRID_CELLS = 100_000;

/** Thrown for a file or link that cannot be used, for a reason other than its syntax. */
class InputError extends Error {}

/** A syntax error at a line and column, both counted from 1. */
class TextError extends Error {
  constructor(line, column, found, expected) {
    super(message("play-text-error", { line, column, found, expected }));
    this.line = line;
    this.column = column;
  }
}

/** Thrown for a grid that may be correct but is too large for this page. */
class TooLargeError extends TextError {}

/** Returns a word in quotes, shortened, with unprintable characters escaped. */
function quoted(word) {
  const escaped = (character) => `\\u{${character.codePointAt(0).toString(16)}}`;
  const characters = [...word];
  const shown = characters.slice(0, 40).map((character) => (/[\p{C}\p{Z}]/u.test(character) ? escaped(character) : character));
  return message("viewer-quoted", { text: shown.join("") + (characters.length > 40 ? "…" : "") });
}

/** A line of a text with its number. */
class TextLine {
  constructor(number, text) {
    this.number = number;
    this.text = text;
  }

  /** Returns the words between separators, spaces and tabs if not told otherwise. */
  words(pattern = /[^ \t]+/g) {
    const column = (index) => [...this.text.slice(0, index)].length + 1;
    return Array.from(this.text.matchAll(pattern), ({ 0: text, index }) => ({
      text,
      line: this.number,
      // Computed for errors only: it takes time proportional to the line.
      get column() {
        return column(index);
      },
    }));
  }

  get isBlank() {
    return !/[^ \t]/.test(this.text);
  }

  endsBefore(expected) {
    const filled = this.text.replace(/[ \t]+$/, "");
    return new TextError(this.number, [...filled].length + 1, message("play-end-of-line"), expected);
  }

  /** Returns an error at the first word, or at the end of a blank line. */
  insteadOf(expected) {
    const [first] = this.words();
    return first ? insteadOf(first, expected) : this.endsBefore(expected);
  }

  /** Returns exactly `count` integers from `low` to `high`. */
  integers(count, low, high, what) {
    const words = this.words();
    const numbers = [];
    for (let i = 0; i < count; i++) {
      if (i >= words.length) throw this.endsBefore(message("play-number-of-line", { what, number: i + 1, count }));
      numbers.push(integerIn(words[i], low, high, what));
    }
    if (words.length > count) throw insteadOf(words[count], message("play-end-after-numbers", { count }));
    return numbers;
  }
}

function insteadOf(word, expected) {
  return new TextError(word.line, word.column, quoted(word.text), expected);
}

/** Returns the integer in a word as a number, or as a BigInt if the limits are BigInts. */
function integerIn(word, low, high, what) {
  const isInteger = /^-?\d{1,30}$/.test(word.text);
  const value = isInteger ? (typeof low === "bigint" ? BigInt(word.text) : Number(word.text)) : null;
  if (value === null || value < low || value > high) throw insteadOf(word, message("play-range", { what, low, high }));
  // Without this, "-0" would be kept.
  return typeof low === "bigint" ? value : value + 0;
}

/** The lines of a text, read one after the other. */
class TextLines {
  constructor(text) {
    const lines = text.replace(/^\ufeff/, "").split("\n");
    if (lines.at(-1) === "") lines.pop();
    this.lines = lines.map((line, i) => new TextLine(i + 1, line.replace(/\r$/, "")));
    this.next = 0;
  }

  /** Returns the next line, blank or not, or undefined at the end. */
  evenBlank() {
    return this.lines[this.next++];
  }

  /** Returns the next line that is not blank; fails at the end of the text. */
  need(expected) {
    const ended = this.next + 1;
    for (let line = this.evenBlank(); line; line = this.evenBlank()) if (!line.isBlank) return line;
    throw new TextError(ended, 1, message("play-end-of-file"), expected);
  }

  needEvenBlank(expected) {
    const line = this.evenBlank();
    if (!line) throw new TextError(this.lines.length + 1, 1, message("play-end-of-file"), expected);
    return line;
  }

  needEnd() {
    const extra = this.lines.slice(this.next).find((line) => !line.isBlank);
    if (extra) throw extra.insteadOf(message("play-end-of-file"));
  }
}

/** Fails if a grid is larger than this page can handle. */
function checkCells(line, rows, columns) {
  if (rows * columns <= MAX_GRID_CELLS) return;
  const [first] = line.words();
  const expected = message("play-at-most-cells", { limit: MAX_GRID_CELLS, rows, columns });
  throw new TooLargeError(first.line, first.column, quoted(first.text), expected);
}

/** Returns rows of numbers as text, one row per line. */
function writeRows(numbers, columns) {
  let text = "";
  for (let at = 0; at < numbers.length; at += columns) text += Array.from(numbers.slice(at, at + columns)).join(" ") + "\n";
  return text;
}
