// The swap puzzle: neighbouring tiles are swapped until all are in order.

viewers["swap-puzzle"] = {
  instance(text) {
    const lines = wordLines(text);
    const [rows, columns] = (lines[0] ?? []).map(integer);
    const tiles = Int32Array.from(lines.slice(1, 1 + rows).flat(), integer);
    const walls = new Set();
    for (const [, ...numbers] of lines.slice(1 + rows)) {
      const [i1, j1, i2, j2] = numbers.map(integer);
      walls.add(edge(i1 * columns + j1, i2 * columns + j2));
    }
    return { rows, columns, tiles, walls };
  },

  answer(instance, text) {
    const words = text.replace(/[[\](),]/g, " ").split(/[ \t\r\n]+/);
    const numbers = words.filter((word) => word !== "");
    return {
      count: Math.ceil(numbers.length / 4),
      at: (k) => numbers.slice(4 * k, 4 * k + 4),
    };
  },

  initial(instance) {
    const tiles = Int32Array.from(instance.tiles);
    return { instance, tiles, swaps: 0, misplaced: tiles.reduce((n, tile, at) => n + (tile !== at + 1), 0) };
  },

  copy: (state) => ({ ...state, tiles: state.tiles.slice() }),

  act(state, numbers, k) {
    const { instance, tiles } = state;
    if (numbers.length < 4) throw new Unreadable(message("viewer-incomplete-swap"));
    const [a, b] = cellsOf(instance, numbers, k);
    if (!areNeighbours(a, b, instance.columns)) throw new Rejected(message("viewer-no-shared-edge", { number: k }), k, [a, b]);
    if (instance.walls.has(edge(a, b))) throw new Rejected(message("viewer-wall-between", { number: k }), k, [a, b]);
    const inPlace = () => (tiles[a] === a + 1) + (tiles[b] === b + 1);
    const before = inPlace();
    [tiles[a], tiles[b]] = [tiles[b], tiles[a]];
    state.misplaced += before - inPlace();
    state.swaps++;
  },

  judge(state, k) {
    if (state.misplaced > 0) {
      const first = state.tiles.findIndex((tile, at) => tile !== at + 1);
      throw new Rejected(message("viewer-not-in-place", { count: state.misplaced }), k, [first]);
    }
    return state.swaps;
  },

  cells: (state) => Array.from(state.tiles, (tile, at) => (tile === at + 1 ? `${tile}*` : `${tile}`)),

  facts: (state) => [[message("viewer-swaps"), state.swaps], [message("viewer-misplaced"), state.misplaced]],

  size: (instance) => [instance.columns, instance.rows],

  draw(context, state, view) {
    const { columns } = state.instance;
    const [a, b] = view.moving ? cellsOf(state.instance, view.moving, state.swaps) : [-1, -1];
    const place = (at) => [at % columns, Math.floor(at / columns)];
    const between = (from, to) => place(from).map((x, axis) => x + (place(to)[axis] - x) * view.progress);
    context.fillStyle = view.dark ? "#23252e" : "#d9dbe3";
    context.fillRect(0, 0, columns * view.cell, state.instance.rows * view.cell);
    state.tiles.forEach((tile, at) => {
      if (at !== a && at !== b) drawTile(context, state, tile, at, place(at), view);
    });
    if (a >= 0) {
      drawTile(context, state, state.tiles[b], b, between(b, a), view);
      drawTile(context, state, state.tiles[a], a, between(a, b), view);
    }
    drawWalls(context, state.instance, view);
    if (view.cursor !== undefined) drawCursor(context, ...place(view.cursor), view.cell);
    if (view.selected !== undefined) drawSelected(context, ...place(view.selected), view.cell);
  },

  game: {
    /** Returns the swap of two cells, or null if it is not allowed. */
    pair(state, a, b) {
      const { columns, walls } = state.instance;
      if (!areNeighbours(a, b, columns) || walls.has(edge(a, b))) return null;
      return [a, b].flatMap((at) => [Math.floor(at / columns), at % columns]);
    },
    write: (state, actions) => actions.map((numbers) => numbers.join(" ") + "\n").join(""),
  },
};

/** Returns the cells with the coordinates i1 j1 and i2 j2. */
function cellsOf({ rows, columns }, numbers, k) {
  if (!numbers.every((number) => /^-?\d{1,18}$/.test(number))) throw new Unreadable(message("viewer-not-a-swap", { number: k }));
  const [i1, j1, i2, j2] = numbers.map(Number);
  const inside = (i, j) => i >= 0 && j >= 0 && i < rows && j < columns;
  if (!inside(i1, j1) || !inside(i2, j2)) throw new Rejected(message("viewer-outside-grid", { number: k }), k);
  return [i1 * columns + j1, i2 * columns + j2];
}

/** Returns the key of the edge between two cells, in either order. */
function edge(a, b) {
  return a < b ? `${a} ${b}` : `${b} ${a}`;
}

function areNeighbours(a, b, columns) {
  const across = Math.abs((a % columns) - (b % columns));
  const down = Math.abs(Math.floor(a / columns) - Math.floor(b / columns));
  return across + down === 1;
}

/** The hue of a tile encodes its target column, the lightness its target row. */
function drawTile(context, state, tile, at, [column, row], { cell }) {
  const { rows, columns } = state.instance;
  const home = tile - 1;
  const hue = 190 + (150 * (home % columns)) / Math.max(1, columns - 1);
  const lightness = 36 + (34 * Math.floor(home / columns)) / Math.max(1, rows - 1);
  const inset = cell * 0.04;
  context.beginPath();
  context.roundRect(column * cell + inset, row * cell + inset, cell - 2 * inset, cell - 2 * inset, cell * 0.12);
  context.fillStyle = `hsl(${hue} 55% ${lightness}%)`;
  context.fill();
  if (home === at) {
    context.strokeStyle = lightness > 54 ? "#0008" : "#fff9";
    context.lineWidth = Math.max(1, cell * 0.05);
    context.stroke();
  }
  if (cell < 13) return;
  context.fillStyle = lightness > 54 ? "#111" : "#fff";
  label(context, tile, (column + 0.5) * cell, (row + 0.5) * cell, cell * 0.36, cell * 0.8);
}

function drawSelected(context, column, row, cell) {
  context.lineWidth = Math.max(3, cell * 0.1);
  context.strokeStyle = "#ffb000";
  context.strokeRect(column * cell + 2, row * cell + 2, cell - 4, cell - 4);
}

function drawWalls(context, { columns, walls }, { cell, dark }) {
  context.strokeStyle = dark ? "#fff" : "#111";
  context.lineWidth = Math.max(3, cell * 0.11);
  context.lineCap = "round";
  for (const wall of walls) {
    const [a, b] = wall.split(" ").map(Number);
    const [x, y] = [b % columns, Math.floor(b / columns)];
    context.beginPath();
    context.moveTo(x * cell, y * cell);
    if (b - a === columns) context.lineTo((x + 1) * cell, y * cell);
    else context.lineTo(x * cell, (y + 1) * cell);
    context.stroke();
  }
}
