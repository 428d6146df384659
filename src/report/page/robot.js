// The sorting robot: cells go black when they hold a piece of their own colour.

const NONE = -1;
const MOVES = { L: [0, -1], R: [0, 1], U: [-1, 0], D: [1, 0] };
const TRAIL = 64;

viewers["sorting-robot"] = {
  rules:
    "Arrow keys move the robot, the space bar exchanges its hand with the cell. A cell with a piece of its own colour " +
    "goes black and is locked. Make all cells black in as few steps as you can. On a touch screen tap where to go; " +
    "tap the robot to exchange.",

  instance(text) {
    const lines = wordLines(text);
    const [rows, columns, colours] = (lines[0] ?? []).map(wholeNumber);
    const layer = (from) => Int32Array.from(lines.slice(from, from + rows).flat(), wholeNumber);
    return { rows, columns, colours, backgrounds: layer(1), pieces: layer(1 + rows) };
  },

  answer(instance, text) {
    const course = /^\s*\d/.test(text);
    let letters = text;
    let trouble = null;
    if (course) {
      const header = wordLines(text)[0].map(wholeNumber);
      const own = [instance.rows, instance.columns, instance.colours];
      if (header.length !== 4 || own.some((size, i) => size !== header[i])) {
        throw new Unreadable("a course solution of another instance");
      }
      const body = text.trimStart().replace(/^[^\n]*/, "");
      const zero = body.indexOf("0");
      if (zero < 0) trouble = "the closing 0 is missing";
      else if (body.slice(zero + 1).trim() !== "") trouble = "text behind the closing 0";
      letters = zero < 0 ? body : body.slice(0, zero);
    }
    const actions = letters.replace(/[ \t\r\n]+/g, "");
    return {
      count: actions.length + (trouble ? 1 : 0),
      at(k) {
        if (k === actions.length) throw new Unreadable(trouble);
        return actions[k];
      },
    };
  },

  begin(instance) {
    const { backgrounds, pieces } = instance;
    return {
      instance,
      pieces: Int32Array.from(pieces),
      open: pieces.reduce((open, piece, cell) => open + (piece !== backgrounds[cell]), 0),
      row: 0,
      column: 0,
      hand: NONE,
      steps: 0,
      swaps: 0,
      trail: new Int32Array(TRAIL),
    };
  },

  copy(state) {
    return { ...state, pieces: state.pieces.slice(), trail: state.trail.slice() };
  },

  act(state, action, k) {
    const { rows, columns, backgrounds } = state.instance;
    if (action === "S") {
      const cell = state.row * columns + state.column;
      const piece = state.pieces[cell];
      state.swaps++;
      if (piece === backgrounds[cell]) return;
      state.pieces[cell] = state.hand;
      if (state.hand === backgrounds[cell]) state.open--;
      state.hand = piece;
      return;
    }
    const move = MOVES[action];
    if (!move) throw new Unreadable(`“${action}” is no action`);
    const [row, column] = [state.row + move[0], state.column + move[1]];
    if (row < 0 || column < 0 || row >= rows || column >= columns) {
      throw new Broken(`action ${k} (${action}) leaves the grid`, k);
    }
    state.row = row;
    state.column = column;
    state.steps++;
    state.trail[state.steps % TRAIL] = row * columns + column;
  },

  judge(state, k) {
    if (state.open > 0) throw new Broken(`${state.open} cells are not black`, k);
    return state.steps;
  },

  facts(state) {
    return [
      ["steps", state.steps],
      ["swaps", state.swaps],
      ["cells to go", state.open],
      ["in hand", state.hand === NONE ? "nothing" : `colour ${state.hand}`],
    ];
  },

  size: (instance) => [instance.columns, instance.rows],

  draw(pen, state, view) {
    if (view.cell < 5) drawPixels(pen, state, view.cell);
    else drawEach(pen, state, view.cell, drawGround);
    drawTrail(pen, state, view.cell);
    if (view.cell >= 5) drawEach(pen, state, view.cell, drawContent);
    drawRobot(pen, state, view);
  },

  game: {
    keys: { ArrowLeft: "L", ArrowRight: "R", ArrowUp: "U", ArrowDown: "D", " ": "S" },
    buttons: [["←", "L", "left"], ["↑", "U", "up"], ["↓", "D", "down"], ["→", "R", "right"], ["exchange", "S", "exchange"]],
    possible(state, action) {
      const move = MOVES[action];
      const { rows, columns } = state.instance;
      const [row, column] = move ? [state.row + move[0], state.column + move[1]] : [0, 0];
      return row >= 0 && column >= 0 && row < rows && column < columns;
    },
    /** Tapping a cell walks there; tapping the robot exchanges. */
    tap(state, [column, row]) {
      const across = column - state.column;
      const down = row - state.row;
      if (!across && !down) return ["S"];
      const sideways = (across < 0 ? "L" : "R").repeat(Math.abs(across));
      return [...sideways, ...(down < 0 ? "U" : "D").repeat(Math.abs(down))];
    },
    write: (state, actions) => actions.join("") + "\n",
  },
};

function drawEach(pen, state, cell, draw) {
  const { rows, columns, backgrounds } = state.instance;
  for (let row = 0, at = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++, at++) {
      draw(pen, backgrounds[at], state.pieces[at], column * cell, row * cell, cell);
    }
  }
}

function drawGround(pen, background, piece, x, y, cell) {
  const gap = cell > 9 ? 1 : 0.5;
  const black = background === piece;
  pen.fillStyle = black ? "#16171d" : background === NONE ? "#f4f4f4" : paintOf(background).tint;
  pen.fillRect(x, y, cell - gap, cell - gap);
}

function drawContent(pen, background, piece, x, y, cell) {
  if (background === piece) return;
  if (piece !== NONE) drawPiece(pen, piece, x + cell / 2, y + cell / 2, cell * 0.33);
  if (cell >= 44 && background !== NONE) {
    pen.fillStyle = "#0009";
    label(pen, background, x + cell * 0.86, y + cell * 0.86, cell * 0.18, cell * 0.26);
  }
}

function drawPiece(pen, piece, x, y, radius) {
  const paints = paintOf(piece);
  pen.fillStyle = paints.fill;
  if (radius < 3.5) {
    pen.fillRect(x - radius, y - radius, 2 * radius, 2 * radius);
    return;
  }
  pen.beginPath();
  pen.arc(x, y, radius, 0, 2 * Math.PI);
  pen.fill();
  if (radius < 7) return;
  pen.fillStyle = paints.ink;
  label(pen, piece, x, y, radius, 1.7 * radius);
}

/** Cells too small to have a shape: one dot each, drawn at once. */
function drawPixels(pen, state, cell) {
  const { rows, columns, backgrounds } = state.instance;
  const small = new OffscreenCanvas(columns, rows);
  const smallPen = small.getContext("2d");
  for (let at = 0; at < state.pieces.length; at++) {
    const piece = state.pieces[at];
    const black = piece === backgrounds[at];
    smallPen.fillStyle = black ? "#16171d" : piece === NONE ? "#f4f4f4" : paintOf(piece).fill;
    smallPen.fillRect(at % columns, Math.floor(at / columns), 1, 1);
  }
  pen.imageSmoothingEnabled = false;
  pen.drawImage(small, 0, 0, columns * cell, rows * cell);
}

/** The last steps, the oldest faintest. */
function drawTrail(pen, state, cell) {
  const { columns } = state.instance;
  const middle = (at) => [((at % columns) + 0.5) * cell, (Math.floor(at / columns) + 0.5) * cell];
  const shown = Math.min(state.steps, TRAIL - 1);
  pen.lineWidth = Math.max(1.5, cell * 0.1);
  pen.lineCap = "round";
  for (let age = shown; age > 0; age--) {
    pen.strokeStyle = `rgb(230 0 126 / ${0.75 * (1 - age / TRAIL)})`;
    pen.beginPath();
    pen.moveTo(...middle(state.trail[(state.steps - age) % TRAIL]));
    pen.lineTo(...middle(state.trail[(state.steps - age + 1) % TRAIL]));
    pen.stroke();
  }
}

function drawRobot(pen, state, { cell, moving, part }) {
  const [down, across] = MOVES[moving] ?? [0, 0];
  const size = Math.max(cell, 7);
  const x = (state.column + 0.5 + across * part) * cell;
  const y = (state.row + 0.5 + down * part) * cell;
  pen.beginPath();
  pen.roundRect(x - size * 0.3, y - size * 0.3, size * 0.6, size * 0.6, size * 0.12);
  pen.fillStyle = "#16171d";
  pen.strokeStyle = "#fff";
  pen.lineWidth = Math.max(1.5, size * 0.07);
  pen.fill();
  pen.stroke();
  pen.strokeStyle = "#e6007e";
  pen.lineWidth = Math.max(1, size * 0.04);
  pen.beginPath();
  pen.roundRect(x - size * 0.35, y - size * 0.35, size * 0.7, size * 0.7, size * 0.15);
  pen.stroke();
  if (state.hand !== NONE) drawPiece(pen, state.hand, x, y, size * 0.21);
}
