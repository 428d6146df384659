// Random grids, made by the page. Each generator has parameters with limits and returns the canonical text.

/** Returns a random integer from `low` to `high`. */
function randomInteger(low, high) {
  return low + Math.floor(Math.random() * (high - low + 1));
}

/** Shuffles a list in place (Fisher–Yates) and returns it. */
function shuffled(list) {
  for (let i = list.length - 1; i > 0; i--) {
    const j = randomInteger(0, i);
    [list[i], list[j]] = [list[j], list[i]];
  }
  return list;
}

/** Per problem: the parameters, each [key, label, lowest, highest, usual] or [key, label, isUsual], and the generator. */
const generators = {
  "sorting-robot": {
    parameters: [
      ["rows", message("play-rows"), 1, 40, 5],
      ["columns", message("play-columns"), 1, 40, 6],
      ["colours", message("play-colours"), 1, 40, 4],
      ["empty", message("play-uncoloured"), 0, 80, 0],
    ],
    make: randomRobot,
  },
  "swap-puzzle": {
    parameters: [
      ["rows", message("play-rows"), 1, 20, 3],
      ["columns", message("play-columns"), 1, 20, 4],
      ["walls", message("play-walls"), 0, 100, 0],
    ],
    make: randomSwap,
  },
  "la-grille": {
    parameters: [
      ["size", message("play-size"), 1, 30, 5],
      ["penalty", message("play-penalty"), 1, 1000, 10],
      ["low", message("play-low"), -999, 999, -9],
      ["high", message("play-high"), -999, 999, 9],
    ],
    make: randomGrille,
  },
  picross: {
    parameters: [
      ["rows", message("play-rows"), 1, 60, 10],
      ["columns", message("play-columns"), 1, 60, 10],
      ["density", message("play-density"), 0, 100, 55],
      ["smooth", message("play-smooth"), true],
      ["solvable", message("play-solvable"), true],
    ],
    make: randomPicross,
  },
};

/** Colours are balanced; with empty cells, some of these hold pieces and as many coloured cells have none. */
function randomRobot({ rows, columns, colours, empty }) {
  const cells = rows * columns;
  const coloured = Math.max(1, cells - Math.floor((cells * empty) / 100));
  const used = Math.min(colours, coloured);
  const pool = Array.from({ length: cells }, (_, i) => (i < coloured ? i % used : NONE));
  const backgrounds = shuffled(pool.slice());
  const pieces = shuffled(pool);
  return writeRobot({ rows, columns, colours: used, backgrounds, pieces });
}

/** Walls are placed outside a random spanning tree, so that the grid stays connected. */
function randomSwap({ rows, columns, walls }) {
  const cells = rows * columns;
  const tiles = shuffled(Array.from({ length: cells }, (_, i) => i + 1));
  const edges = [];
  for (let at = 0; at < cells; at++) {
    if ((at + 1) % columns !== 0) edges.push([at, at + 1]);
    if (at + columns < cells) edges.push([at, at + columns]);
  }
  const parent = tiles.map((_, at) => at);
  const root = (at) => {
    while (parent[at] !== at) at = parent[at] = parent[parent[at]];
    return at;
  };
  const spare = shuffled(edges).filter(([a, b]) => {
    const [x, y] = [root(a), root(b)];
    parent[x] = y;
    return x === y;
  });
  const chosen = spare.slice(0, Math.floor((spare.length * walls) / 100));
  return writeSwap({ rows, columns, tiles, walls: new Set(chosen.map((cells) => edge(...cells))) });
}

function randomGrille({ size, penalty, low, high }) {
  const [from, to] = low <= high ? [low, high] : [high, low];
  const values = Array.from({ length: size * size }, () => randomInteger(from, to));
  return writeGrille({ size, penalty, values });
}

/** The time for grids that the line solver completes, in milliseconds. */
const PICROSS_TIME = 1500;

/** Returns the first grid that the line solver completes, if wanted, or the one on which it leaves the fewest cells. */
function randomPicross({ rows, columns, density, smooth, solvable }) {
  const began = performance.now();
  let best = null;
  do {
    const black = randomPicture(rows, columns, density / 100, smooth);
    const clues = cluesOf(rows, columns, black);
    const open = solvable ? solveLines({ rows, columns, clues }).open : 0;
    if (best === null || open < best.open) best = { open, clues };
  } while (best.open > 0 && performance.now() - began < PICROSS_TIME);
  return writeClues(rows, columns, best.clues);
}

/** Returns a picture with this share of black cells; smoothed noise gives connected shapes. */
function randomPicture(rows, columns, density, smooth) {
  const noise = Float64Array.from({ length: rows * columns }, () => Math.random());
  const height = (row, column) => {
    let [sum, count] = [0, 0];
    for (let r = Math.max(0, row - 1); r <= Math.min(rows - 1, row + 1); r++) {
      for (let c = Math.max(0, column - 1); c <= Math.min(columns - 1, column + 1); c++, count++) sum += noise[r * columns + c];
    }
    return sum / count;
  };
  const heights = Array.from(noise, (value, at) => (smooth ? height(Math.floor(at / columns), at % columns) : value));
  const order = heights.map((_, at) => at).sort((a, b) => heights[b] - heights[a]);
  const black = new Uint8Array(rows * columns);
  for (const at of order.slice(0, Math.round(density * order.length))) black[at] = 1;
  return black;
}
