// The swap puzzle: neighbouring tiles change places until all stand in order.

viewers["swap-puzzle"] = {
  rules:
    "Put the numbers in order, row by row, in as few swaps as you can. Drag a tile onto a neighbour, or click one and " +
    "then the other. With the keyboard: arrows choose a tile, the space bar takes it, the next arrow swaps it.",

  instance(text) {
    const lines = wordLines(text);
    const [rows, columns] = (lines[0] ?? []).map(wholeNumber);
    const tiles = Int32Array.from(lines.slice(1, 1 + rows).flat(), wholeNumber);
    const walls = new Set();
    for (const [, ...numbers] of lines.slice(1 + rows)) {
      const [i1, j1, i2, j2] = numbers.map(wholeNumber);
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

  begin(instance) {
    const tiles = Int32Array.from(instance.tiles);
    return { instance, tiles, swaps: 0, astray: tiles.reduce((n, tile, at) => n + (tile !== at + 1), 0) };
  },

  copy: (state) => ({ ...state, tiles: state.tiles.slice() }),

  act(state, numbers, k) {
    const { instance, tiles } = state;
    if (numbers.length < 4) throw new Unreadable("the last swap is not whole");
    const [a, b] = cellsOf(instance, numbers, k);
    if (!areNeighbours(a, b, instance.columns)) throw new Broken(`swap ${k}: the cells share no edge`, k);
    if (instance.walls.has(edge(a, b))) throw new Broken(`swap ${k}: there is a wall between the cells`, k);
    const home = () => (tiles[a] === a + 1) + (tiles[b] === b + 1);
    const before = home();
    [tiles[a], tiles[b]] = [tiles[b], tiles[a]];
    state.astray += before - home();
    state.swaps++;
  },

  judge(state, k) {
    if (state.astray > 0) throw new Broken(`${state.astray} tiles are not in their places`, k);
    return state.swaps;
  },

  facts: (state) => [["swaps", state.swaps], ["tiles out of place", state.astray]],

  size: (instance) => [instance.columns, instance.rows],

  draw(pen, state, view) {
    const { columns } = state.instance;
    const [a, b] = view.moving ? cellsOf(state.instance, view.moving, state.swaps) : [-1, -1];
    const place = (at) => [at % columns, Math.floor(at / columns)];
    const between = (from, to) => place(from).map((x, axis) => x + (place(to)[axis] - x) * view.part);
    pen.fillStyle = view.dark ? "#23252e" : "#d9dbe3";
    pen.fillRect(0, 0, columns * view.cell, state.instance.rows * view.cell);
    state.tiles.forEach((tile, at) => {
      if (at !== a && at !== b) drawTile(pen, state, tile, at, place(at), view);
    });
    if (a >= 0) {
      drawTile(pen, state, state.tiles[b], b, between(b, a), view);
      drawTile(pen, state, state.tiles[a], a, between(a, b), view);
    }
    drawWalls(pen, state.instance, view);
    if (view.cursor !== undefined) drawCursor(pen, ...place(view.cursor), view.cell);
    if (view.held !== undefined) drawHeld(pen, ...place(view.held), view.cell);
  },

  game: {
    /** A swap is two cells: dragged, or clicked one after the other, or held and pushed with an arrow. */
    pair(state, a, b) {
      const { columns, walls } = state.instance;
      if (!areNeighbours(a, b, columns) || walls.has(edge(a, b))) return null;
      return [a, b].flatMap((at) => [Math.floor(at / columns), at % columns]);
    },
    write: (state, actions) => actions.map((numbers) => numbers.join(" ") + "\n").join(""),
  },
};

/** The two cells that `i1 j1 i2 j2` names. */
function cellsOf({ rows, columns }, numbers, k) {
  if (!numbers.every((number) => /^-?\d{1,18}$/.test(number))) throw new Unreadable(`swap ${k} is not four numbers`);
  const [i1, j1, i2, j2] = numbers.map(Number);
  const inside = (i, j) => i >= 0 && j >= 0 && i < rows && j < columns;
  if (!inside(i1, j1) || !inside(i2, j2)) throw new Broken(`swap ${k} is outside the grid`, k);
  return [i1 * columns + j1, i2 * columns + j2];
}

/** One name for both directions. */
function edge(a, b) {
  return a < b ? `${a} ${b}` : `${b} ${a}`;
}

function areNeighbours(a, b, columns) {
  const across = Math.abs((a % columns) - (b % columns));
  const down = Math.abs(Math.floor(a / columns) - Math.floor(b / columns));
  return across + down === 1;
}

/** A tile's colour tells where it belongs: the hue its column, the lightness its row. */
function drawTile(pen, state, tile, at, [column, row], { cell }) {
  const { rows, columns } = state.instance;
  const home = tile - 1;
  const hue = 190 + (150 * (home % columns)) / Math.max(1, columns - 1);
  const light = 36 + (34 * Math.floor(home / columns)) / Math.max(1, rows - 1);
  const inset = cell * 0.04;
  pen.beginPath();
  pen.roundRect(column * cell + inset, row * cell + inset, cell - 2 * inset, cell - 2 * inset, cell * 0.12);
  pen.fillStyle = `hsl(${hue} 55% ${light}%)`;
  pen.fill();
  if (home === at) {
    pen.strokeStyle = light > 54 ? "#0008" : "#fff9";
    pen.lineWidth = Math.max(1, cell * 0.05);
    pen.stroke();
  }
  if (cell < 13) return;
  pen.fillStyle = light > 54 ? "#111" : "#fff";
  label(pen, tile, (column + 0.5) * cell, (row + 0.5) * cell, cell * 0.36, cell * 0.8);
}

function drawHeld(pen, column, row, cell) {
  pen.lineWidth = Math.max(3, cell * 0.1);
  pen.strokeStyle = "#ffb000";
  pen.strokeRect(column * cell + 2, row * cell + 2, cell - 4, cell - 4);
}

function drawWalls(pen, { columns, walls }, { cell, dark }) {
  pen.strokeStyle = dark ? "#fff" : "#111";
  pen.lineWidth = Math.max(3, cell * 0.11);
  pen.lineCap = "round";
  for (const wall of walls) {
    const [a, b] = wall.split(" ").map(Number);
    const [x, y] = [b % columns, Math.floor(b / columns)];
    pen.beginPath();
    pen.moveTo(x * cell, y * cell);
    if (b - a === columns) pen.lineTo((x + 1) * cell, y * cell);
    else pen.lineTo(x * cell, (y + 1) * cell);
    pen.stroke();
  }
}
