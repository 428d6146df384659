// Instances of the swap puzzle: `m n`, the rows of tiles, lines `wall i1 j1 i2 j2`.

readers["swap-puzzle"] = (text) => {
  const lines = new TextLines(text);
  const header = lines.need(message("play-header-swap"));
  const [rows, columns] = header.integers(2, 1, 16_000_000, message("play-size-swap"));
  checkCells(header, rows, columns);
  const tiles = [];
  const read = [];
  for (let row = 0; row < rows; row++) {
    const line = lines.need(message("play-row-of-grid", { number: row + 1, count: rows }));
    for (const tile of line.integers(columns, 1, rows * columns, message("play-tile"))) tiles.push(tile);
    read.push(line);
  }
  const seen = new Map();
  tiles.forEach((tile, at) => {
    const word = () => read[Math.floor(at / columns)].words()[at % columns];
    if (seen.has(tile)) {
      const [row, column] = [Math.floor(seen.get(tile) / columns), seen.get(tile) % columns];
      throw insteadOf(word(), message("play-tile-once", { tile, row, column }));
    }
    seen.set(tile, at);
  });
  const walls = [];
  for (let line = lines.evenBlank(); line; line = lines.evenBlank()) {
    if (!line.isBlank) walls.push({ line, cells: readWall(line, rows, columns) });
  }
  checkConnection(rows, columns, walls);
  return writeSwap({ rows, columns, tiles, walls: new Set(walls.map(({ cells }) => edge(...cells))) });
};

/** Returns the two cells of a wall. */
function readWall(line, rows, columns) {
  const [keyword, ...numbers] = line.words();
  if (keyword.text !== "wall") throw insteadOf(keyword, message("play-wall-or-end"));
  const read = ["row", "column", "row", "column"].map((what, i) => {
    const isRow = what === "row";
    if (!numbers[i]) throw line.endsBefore(isRow ? message("play-row-of-wall") : message("play-column-of-wall"));
    return integerIn(numbers[i], 0, (isRow ? rows : columns) - 1, isRow ? message("play-a-row") : message("play-a-column"));
  });
  if (numbers.length > 4) throw insteadOf(numbers[4], message("play-end-after-wall"));
  const cells = [read[0] * columns + read[1], read[2] * columns + read[3]];
  if (!areNeighbours(...cells, columns)) throw insteadOf(numbers[0], message("play-neighbours"));
  return cells;
}

/** Fails at the first wall that cuts the grid in two. */
function checkConnection(rows, columns, walls) {
  const isCutBy = (some) => pieceCount(rows, columns, new Set(some.map(({ cells }) => edge(...cells)))) > 1;
  if (walls.length === 0 || !isCutBy(walls)) return;
  // The shortest disconnecting prefix, by bisection.
  let [low, high] = [0, walls.length];
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (isCutBy(walls.slice(0, middle))) high = middle;
    else low = middle;
  }
  const { number } = walls[high - 1].line;
  const column = walls[high - 1].line.words()[0].column;
  throw new TextError(number, column, message("play-cutting-wall"), message("play-one-piece"));
}

/** Returns the cells that share an edge with a cell and are not behind a wall. */
function openNeighbours({ rows, columns, walls }, at) {
  const [row, column] = [Math.floor(at / columns), at % columns];
  const around = [];
  if (row > 0) around.push(at - columns);
  if (column > 0) around.push(at - 1);
  if (column + 1 < columns) around.push(at + 1);
  if (row + 1 < rows) around.push(at + columns);
  return around.filter((other) => !walls.has(edge(at, other)));
}

/** Returns the number of parts into which walls cut a grid. */
function pieceCount(rows, columns, walls) {
  const reached = new Uint8Array(rows * columns);
  let parts = 0;
  for (let start = 0; start < reached.length; start++) {
    if (reached[start]) continue;
    parts++;
    const open = [start];
    reached[start] = 1;
    while (open.length > 0) {
      for (const other of openNeighbours({ rows, columns, walls }, open.pop())) {
        if (!reached[other]) open.push(other);
        reached[other] = 1;
      }
    }
  }
  return parts;
}

function writeSwap({ rows, columns, tiles, walls }) {
  const pairs = Array.from(walls, (wall) => wall.split(" ").map(Number)).sort(([a, b], [c, d]) => a - c || b - d);
  const place = (at) => `${Math.floor(at / columns)} ${at % columns}`;
  return `${rows} ${columns}\n${writeRows(tiles, columns)}${pairs.map(([a, b]) => `wall ${place(a)} ${place(b)}\n`).join("")}`;
}
