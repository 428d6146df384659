// Instances of the sorting robot: `m n c`, the rows of the backgrounds, the rows of the pieces.

readers["sorting-robot"] = (text) => {
  const lines = new TextLines(text);
  const header = lines.need(message("play-header-robot"));
  const [rows, columns, colours] = header.integers(3, 1, 16_000_000, message("play-size-robot"));
  checkCells(header, rows, columns);
  if (colours > rows * columns) throw insteadOf(header.words()[2], message("play-fewer-colours", { cells: rows * columns }));
  const layer = (what, rowKey) => {
    const cells = [];
    const read = [];
    for (let row = 0; row < rows; row++) {
      const line = lines.need(message(rowKey, { number: row + 1, count: rows }));
      for (const colour of line.integers(columns, -1, colours - 1, what)) cells.push(colour);
      read.push(line);
    }
    return { cells, read };
  };
  const backgrounds = layer(message("play-background"), "play-row-of-backgrounds").cells;
  const { cells: pieces, read } = layer(message("play-piece"), "play-row-of-pieces");
  lines.needEnd();
  const [worst] = unbalanced(backgrounds, pieces, colours);
  if (worst) {
    const last = pieces.lastIndexOf(worst.colour);
    const at = last < 0 ? pieces.length - 1 : last;
    const word = read[Math.floor(at / columns)].words()[at % columns];
    throw insteadOf(word, message("play-as-many-pieces", worst));
  }
  return writeRobot({ rows, columns, colours, backgrounds, pieces });
};

/** Returns the colours that have different numbers of pieces and cells, those with too many pieces first. */
function unbalanced(backgrounds, pieces, colours) {
  const counts = Array.from({ length: colours }, (_, colour) => ({ colour, cells: 0, pieces: 0 }));
  for (const colour of backgrounds) if (colour !== NONE) counts[colour].cells++;
  for (const colour of pieces) if (colour !== NONE) counts[colour].pieces++;
  const wrong = counts.filter(({ cells, pieces: count }) => cells !== count);
  return [...wrong.filter((count) => count.pieces > count.cells), ...wrong.filter((count) => count.pieces < count.cells)];
}

function writeRobot({ rows, columns, colours, backgrounds, pieces }) {
  return `${rows} ${columns} ${colours}\n${writeRows(backgrounds, columns)}${writeRows(pieces, columns)}`;
}
