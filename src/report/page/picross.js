// Picross: black cells and clues; the drawing marks runs that contradict a clue.

const OPEN = 0;
const BLACK = 1;
const WHITE = 2;

viewers["picross"] = {
  instance(text) {
    const lines = wordLines(text);
    const [rows, columns] = (lines[0] ?? []).map(integer);
    const clue = (words) => words.map(integer).filter((run) => run > 0);
    const clues = lines.slice(1).map(clue);
    const longest = (from, to) => clues.slice(from, to).reduce((most, runs) => Math.max(most, runs.length), 1);
    const slot = clues.slice(0, rows).flat().some((run) => run > 9) ? 0.95 : 0.7;
    return { rows, columns, clues, slot, left: longest(0, rows) * slot, top: longest(rows) * 0.78 };
  },

  answer({ rows, columns }, text) {
    const lines = wordLines(text).map((words) => words.join(""));
    const isValid = lines.length === rows && lines.every((line) => line.length === columns && /^[#.10X]+$/.test(line));
    if (!isValid) throw new Unreadable(message("viewer-not-cells", { rows, columns }));
    const cells = lines.join("");
    return { count: cells.length, at: (k) => [k, ".0".includes(cells[k]) ? WHITE : BLACK], isGrid: true };
  },

  initial: (instance) => ({ instance, cells: new Uint8Array(instance.rows * instance.columns) }),

  copy: (state) => ({ ...state, cells: state.cells.slice() }),

  act(state, [cell, colour]) {
    state.cells[cell] = colour;
  },

  judge(state) {
    const { clues } = state.instance;
    const wrong = clues.findIndex((_, line) => !fits(state, line));
    if (wrong >= 0) {
      const reason = message("viewer-wrong-line", { line: lineName(state.instance, wrong) });
      throw new Rejected(reason, wrong, lineCells(state.instance, wrong));
    }
    return 1;
  },

  cells: (state) => Array.from(state.cells, (cell) => ["", "#", "."][cell]),

  facts(state) {
    const { clues } = state.instance;
    const correct = clues.filter((_, line) => fits(state, line)).length;
    return [
      [message("viewer-correct-lines"), message("viewer-part", { part: correct, whole: clues.length })],
      [message("viewer-black-cells"), state.cells.reduce((count, cell) => count + (cell === BLACK), 0)],
    ];
  },

  size: ({ rows, columns, left, top }) => [columns + left, rows + top],

  margin: ({ left, top }) => [left, top],

  draw(context, state, view) {
    const { rows, columns, clues, left, top } = state.instance;
    const wrongCells = new Set();
    clues.forEach((_, line) => {
      const runs = runsOf(state, line);
      const clue = clues[line];
      const done = runs.length === clue.length && runs.every((run, i) => run.length === clue[i]);
      const isWrong = !done && lineCells(state.instance, line).every((at) => state.cells[at] !== OPEN);
      if (isWrong) runs.forEach((run, i) => run.length !== clue[i] && run.forEach((at) => wrongCells.add(at)));
      drawClue(context, state.instance, line, { done, isWrong }, view);
    });
    context.save();
    context.translate(left * view.cell, top * view.cell);
    drawGrid(context, state, wrongCells, view);
    if (view.cursor !== undefined) {
      drawCursor(context, view.cursor % columns, Math.floor(view.cursor / columns), view.cell);
    }
    context.restore();
    context.strokeStyle = view.dark ? "#9aa" : "#556";
    context.lineWidth = 1;
    for (let row = 0; row <= rows && view.cell > 5; row += 5) {
      context.strokeRect(left * view.cell, (top + row) * view.cell, columns * view.cell, 0);
    }
    for (let column = 0; column <= columns && view.cell > 5; column += 5) {
      context.strokeRect((left + column) * view.cell, top * view.cell, 0, rows * view.cell);
    }
  },

  game: {
    tools: () => [[" ", `■ ${message("viewer-black")}`], ["x", `× ${message("viewer-white")}`]],
    place(state, cell, tool) {
      const colour = tool === "x" ? WHITE : BLACK;
      return [cell, state.cells[cell] === colour ? OPEN : colour];
    },
    paint(state, cell, tool) {
      const colour = tool === "x" ? WHITE : BLACK;
      return state.cells[cell] === colour ? null : [cell, colour];
    },
    /** Returns the clues of the lines through a cell, for grids whose clues are too small to read. */
    cursorFacts({ instance }, cell) {
      const lines = [Math.floor(cell / instance.columns), instance.rows + (cell % instance.columns)];
      return lines.map((line) => [lineName(instance, line), instance.clues[line].join(" ") || "0"]);
    },
    write(state) {
      const { rows, columns } = state.instance;
      const row = (r) => Array.from(state.cells.slice(r * columns, (r + 1) * columns), (c) => (c === BLACK ? "#" : "."));
      return Array.from({ length: rows }, (_, r) => row(r).join("") + "\n").join("");
    },
  },
};

/** Returns the cells of a line; rows come first, then columns. */
function lineCells({ rows, columns }, line) {
  if (line < rows) return Array.from({ length: columns }, (_, column) => line * columns + column);
  return Array.from({ length: rows }, (_, row) => row * columns + line - rows);
}

function lineName({ rows }, line) {
  if (line < rows) return message("viewer-row", { number: line + 1 });
  return message("viewer-column", { number: line - rows + 1 });
}

/** Returns the black runs of a line, each as a list of cells. */
function runsOf(state, line) {
  const runs = [];
  let run = null;
  for (const at of lineCells(state.instance, line)) {
    if (state.cells[at] !== BLACK) run = null;
    else if (run) run.push(at);
    else runs.push((run = [at]));
  }
  return runs;
}

function fits(state, line) {
  const clue = state.instance.clues[line];
  const runs = runsOf(state, line);
  return runs.length === clue.length && runs.every((run, i) => run.length === clue[i]);
}

function drawClue(context, { rows, clues, slot, left, top }, line, { done, isWrong }, { cell, dark }) {
  if (cell < 8) return;
  const runs = clues[line].length ? clues[line] : [0];
  const colours = dark ? ["#e8e8ee", "#6b7080", "#ff6b81"] : ["#222", "#a0a4b0", "#c8102e"];
  context.fillStyle = colours[done ? 1 : isWrong ? 2 : 0];
  runs.forEach((run, i) => {
    const back = runs.length - i - 0.5;
    const x = line < rows ? left - back * slot : left + line - rows + 0.5;
    const y = line < rows ? top + line + 0.5 : top - back * 0.78;
    label(context, run, x * cell, y * cell, cell * 0.52, cell * 0.7);
  });
}

/** The colours of the grid do not depend on the theme. */
function drawGrid(context, state, wrongCells, { cell }) {
  const { rows, columns } = state.instance;
  const gap = cell > 6 ? 1 : 0;
  context.fillStyle = "#9aa0b2";
  context.fillRect(0, 0, columns * cell, rows * cell);
  for (let at = 0; at < rows * columns; at++) {
    const [x, y] = [(at % columns) * cell, Math.floor(at / columns) * cell];
    const colour = state.cells[at];
    context.fillStyle = wrongCells.has(at) ? "#d02040" : ["#dfe2ea", "#16171d", "#fff"][colour];
    context.fillRect(x, y, cell - gap, cell - gap);
    if (colour === WHITE && cell > 14) {
      context.fillStyle = "#c3c7d2";
      label(context, "×", x + cell / 2, y + cell / 2, cell * 0.5, cell);
    }
  }
}
