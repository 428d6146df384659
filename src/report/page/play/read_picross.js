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
  const line = lines.need(message("play-header-picross"));
  const [rows, columns] = line.integers(2, 1, 16_000_000, message("play-size-picross"));
  checkCells(line, rows, columns);
  return [rows, columns];
}

const clueExpected = (line, index, count) => message("play-clue", { line, number: index + 1, count });

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
  if (extra) throw extra.insteadOf(message("play-end-after-columns"));
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
    if (found[key]) throw line.insteadOf(message("play-key-once"));
    found[key] = line;
    open = Object.hasOwn(sections, key) ? sections[key] : null;
  }
  const need = (key) => {
    if (!found[key]) throw new TextError(lines.lines.length + 1, 1, message("play-end-of-file"), message("play-line-with-key", { key }));
    return found[key];
  };
  const size = (key) => {
    const number = need(key).words()[1];
    if (!number) throw found[key].endsBefore(message("play-a-size"));
    return integerIn(number, 1, 16_000_000, message("play-a-size"));
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
      throw new TextError((section.lines.at(-1)?.number ?? 0) + 1, 1, message("play-end-of-file"), expected);
    }
    clues.push(readClue(kept[index], length, words));
  }
  const extra = kept.slice(count).find((line) => !line.isBlank);
  if (extra) throw extra.insteadOf(message("play-no-more-clues", { count, line: what }));
  return clues;
}

/** Reads the runs of a line. A single `0` is an empty clue. */
function readClue(line, length, pattern) {
  const words = line.words(pattern);
  if (words[0]?.text === "0") {
    if (words.length > 1) throw insteadOf(words[0], message("play-zero-alone"));
    return [];
  }
  let needed = 0;
  return words.map((word) => {
    const run = integerIn(word, 1, length, message("play-run"));
    needed += run + (needed > 0 ? 1 : 0);
    if (needed > length) throw insteadOf(word, message("play-fitting-clue", { length, needed }));
    return run;
  });
}

function balancedClues(rows, columns, rowClues, columnClues, firstColumn) {
  const black = (clues) => clues.flat().reduce((sum, run) => sum + run, 0);
  const [across, down] = [black(rowClues), black(columnClues)];
  if (across !== down) throw new TextError(firstColumn, 1, message("play-columns-with", { count: down }), message("play-as-rows", { count: across }));
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
