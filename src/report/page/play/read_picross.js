// Clues of picross in three formats, told apart by content: the course's own, `.non` and `.mk`.

const CLUE_WORDS = { plain: /[^ \t]+/g, keyed: /[^ \t,]+/g };

readers["picross"] = (text) => {
  const lines = new TextLines(text);
  const isKey = (line) => /^[ \t]*[a-z]/i.test(line.text);
  const isSeparator = (line) => /^[ \t]*#[ \t]*$/.test(line.text);
  const first = lines.lines.find((line) => !line.isBlank);
  if (first && isKey(first)) return readKeyed(lines, isKey);
  if (lines.lines.some(isSeparator)) return readSeparated(lines, isSeparator);
  return readPlain(lines);
};

function readSizes(lines) {
  const line = lines.need("`h w`: rows and columns");
  const [rows, columns] = line.integers(2, 1, 16_000_000, "a size of `h w`");
  checkCells(line, rows, columns);
  return [rows, columns];
}

const clueExpected = (what, index, count) => `the clue of ${what} ${index + 1} of ${count}`;

/** Reads `h w`, then one line per row and one per column; an empty line is an empty clue. */
function readPlain(lines) {
  const [rows, columns] = readSizes(lines);
  let firstColumn = 1;
  const clues = (what, count, length) =>
    Array.from({ length: count }, (_, index) => {
      const line = lines.needEvenBlank(clueExpected(what, index, count));
      if (what === "column" && index === 0) firstColumn = line.number;
      return readClue(line, length, CLUE_WORDS.plain);
    });
  const rowClues = clues("row", rows, columns);
  const columnClues = clues("column", columns, rows);
  lines.needEnd();
  return balancedClues(rows, columns, rowClues, columnClues, firstColumn);
}

/** Reads `.mk`: `h w`, the rows, a `#` and the columns. */
function readSeparated(lines, isSeparator) {
  const [rows, columns] = readSizes(lines);
  const sections = [];
  for (let i = 0; i < 3; i++) {
    const section = { lines: [], end: null, last: lines.lines.length };
    for (let line = lines.evenBlank(); line; line = lines.evenBlank()) {
      if (isSeparator(line)) {
        section.end = line;
        break;
      }
      section.lines.push(line);
    }
    sections.push(section);
  }
  const extra = sections[2].lines.find((line) => !line.isBlank) ?? sections[2].end;
  if (extra) throw extra.insteadOf("the end of the file after the columns");
  return readSections(rows, columns, sections[0], sections[1], CLUE_WORDS.plain);
}

/** Reads `.non`: lines that begin with a keyword; clues follow `rows` and `columns`. */
function readKeyed(lines, isKey) {
  const found = {};
  const sections = { rows: { lines: [], end: null }, columns: { lines: [], end: null } };
  let open = null;
  for (const line of lines.lines) {
    if (!isKey(line)) {
      open?.lines.push(line);
      continue;
    }
    if (open) open.end = line;
    open = null;
    const key = line.words()[0].text;
    if (!["width", "height", "rows", "columns"].includes(key)) continue;
    if (found[key]) throw line.insteadOf("every key only once");
    found[key] = line;
    open = Object.hasOwn(sections, key) ? sections[key] : null;
  }
  const need = (key) => {
    if (!found[key]) throw new TextError(lines.lines.length + 1, 1, "the end of the file", `a line that begins with \`${key}\``);
    return found[key];
  };
  const size = (key) => {
    const number = need(key).words()[1];
    if (!number) throw found[key].endsBefore("a size");
    return integerIn(number, 1, 16_000_000, "a size");
  };
  const [columns, rows] = [size("width"), size("height")];
  checkCells(need("height"), rows, columns);
  need("rows");
  need("columns");
  return readSections(rows, columns, sections.rows, sections.columns, CLUE_WORDS.keyed);
}

function readSections(rows, columns, rowSection, columnSection, words) {
  const rowClues = sectionClues(rowSection, "row", rows, columns, words);
  const columnClues = sectionClues(columnSection, "column", columns, rows, words);
  const first = columnSection.lines.find((line) => !line.isBlank);
  return balancedClues(rows, columns, rowClues, columnClues, first?.number ?? 1);
}

/** Reads the clues of a section. Blank lines are layout if there are enough others; otherwise they are empty clues. */
function sectionClues(section, what, count, length, words) {
  const filled = section.lines.filter((line) => !line.isBlank);
  const kept = filled.length >= count ? filled : section.lines.slice();
  while (kept.length > count && kept.at(-1).isBlank) kept.pop();
  const clues = [];
  for (let index = 0; index < count; index++) {
    const expected = clueExpected(what, index, count);
    if (!kept[index]) {
      if (section.end) throw section.end.insteadOf(expected);
      throw new TextError((section.lines.at(-1)?.number ?? 0) + 1, 1, "the end of the file", expected);
    }
    clues.push(readClue(kept[index], length, words));
  }
  const extra = kept.slice(count).find((line) => !line.isBlank);
  if (extra) throw extra.insteadOf(`no more than ${count} ${what} clues, empty lines included`);
  return clues;
}

/** Reads the runs of a line. A single `0` is an empty clue. */
function readClue(line, length, pattern) {
  const words = line.words(pattern);
  if (words[0]?.text === "0") {
    if (words.length > 1) throw insteadOf(words[0], "a run of black cells, or `0` alone for an empty clue");
    return [];
  }
  let needed = 0;
  return words.map((word) => {
    const run = integerIn(word, 1, length, "a run");
    needed += run + (needed > 0 ? 1 : 0);
    if (needed > length) throw insteadOf(word, `a clue that fits ${length} cells; up to here it needs ${needed}`);
    return run;
  });
}

function balancedClues(rows, columns, rowClues, columnClues, firstColumn) {
  const black = (clues) => clues.flat().reduce((sum, run) => sum + run, 0);
  const [across, down] = [black(rowClues), black(columnClues)];
  if (across !== down) throw new TextError(firstColumn, 1, `columns with ${down} black cells in all`, `${across}, as the rows have`);
  return writeClues(rows, columns, [...rowClues, ...columnClues]);
}

function writeClues(rows, columns, clues) {
  return `${rows} ${columns}\n${clues.map((runs) => (runs.length ? runs.join(" ") : "0") + "\n").join("")}`;
}

/** Returns the clues of a picture: rows first, then columns. */
function cluesOf(rows, columns, black) {
  return Array.from({ length: rows + columns }, (_, line) => {
    const runs = [];
    let run = 0;
    for (const at of lineCells({ rows, columns }, line)) {
      if (black[at]) run++;
      else if (run > 0) run = runs.push(run) && 0;
    }
    if (run > 0) runs.push(run);
    return runs;
  });
}
