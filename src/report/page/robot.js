// The sorting robot: a cell turns black when it holds a piece of its own colour.

const NONE = -1;
const MOVES = { L: [0, -1], R: [0, 1], U: [-1, 0], D: [1, 0] };
/** The number of positions in the trail behind the robot. */
const TRAIL = 64;

viewers["sorting-robot"] = {
  instance(text) {
    const lines = wordLines(text);
    const [rows, columns, colours] = (lines[0] ?? []).map(integer);
    const layer = (from) => Int32Array.from(lines.slice(from, from + rows).flat(), integer);
    return { rows, columns, colours, backgrounds: layer(1), pieces: layer(1 + rows) };
  },

  answer(instance, text) {
    const isCourseFile = /^\s*\d/.test(text);
    let letters = text;
    let fault = null;
    if (isCourseFile) {
      const header = wordLines(text)[0].map(integer);
      const own = [instance.rows, instance.columns, instance.colours];
      if (header.length !== 4 || own.some((size, i) => size !== header[i])) {
        throw new Unreadable(message("viewer-another-instance"));
      }
      const body = text.trimStart().replace(/^[^\n]*/, "");
      const zero = body.indexOf("0");
      if (zero < 0) fault = message("viewer-no-closing-zero");
      else if (body.slice(zero + 1).trim() !== "") fault = message("viewer-text-after-zero");
      letters = zero < 0 ? body : body.slice(0, zero);
    }
    const actions = letters.replace(/[ \t\r\n]+/g, "");
    return {
      count: actions.length + (fault ? 1 : 0),
      at(k) {
        if (k === actions.length) throw new Unreadable(fault);
        return actions[k];
      },
    };
  },

  initial(instance) {
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
    if (!move) throw new Unreadable(message("viewer-not-an-action", { action }));
    const [row, column] = [state.row + move[0], state.column + move[1]];
    if (row < 0 || column < 0 || row >= rows || column >= columns) {
      throw new Rejected(message("viewer-leaves-grid", { number: k, action }), k, [state.row * columns + state.column]);
    }
    state.row = row;
    state.column = column;
    state.steps++;
    state.trail[state.steps % TRAIL] = row * columns + column;
  },

  judge(state, k) {
    if (state.open > 0) {
      const first = state.pieces.findIndex((piece, at) => piece !== state.instance.backgrounds[at]);
      throw new Rejected(message("viewer-not-black", { count: state.open }), k, [first]);
    }
    return state.steps;
  },

  cells(state) {
    const { columns, backgrounds } = state.instance;
    const name = (colour) => (colour === NONE ? "-" : String(colour));
    const text = (piece, at) => (piece === backgrounds[at] ? "#" : `${name(piece)}/${name(backgrounds[at])}`);
    const robot = state.row * columns + state.column;
    return Array.from(state.pieces, (piece, at) => (at === robot ? `[${text(piece, at)}]` : text(piece, at)));
  },

  facts(state) {
    return [
      [message("viewer-steps"), state.steps],
      [message("viewer-swaps"), state.swaps],
      [message("viewer-open-cells"), state.open],
      [message("viewer-in-hand"), state.hand === NONE ? message("viewer-nothing") : message("viewer-colour", { number: state.hand })],
    ];
  },

  size: (instance) => [instance.columns, instance.rows],

  draw(context, state, view) {
    if (view.dark && view.cell >= 5) {
      // Between black cells on a dark page, only the lines show where a cell ends.
      context.fillStyle = "#59607a";
      context.fillRect(0, 0, state.instance.columns * view.cell, state.instance.rows * view.cell);
    }
    if (view.cell < 5) drawPixels(context, state, view.cell);
    else drawEach(context, state, view.cell, drawBackground);
    drawTrail(context, state, view.cell);
    if (view.cell >= 5) drawEach(context, state, view.cell, drawContent);
    drawRobot(context, state, view);
  },

  game: {
    keys: { ArrowLeft: "L", ArrowRight: "R", ArrowUp: "U", ArrowDown: "D", " ": "S" },
    buttons: () => [
      ["←", "L", message("viewer-left")],
      ["↑", "U", message("viewer-up")],
      ["↓", "D", message("viewer-down")],
      ["→", "R", message("viewer-right")],
      [message("viewer-exchange"), "S", message("viewer-exchange")],
    ],
    possible(state, action) {
      const move = MOVES[action];
      const { rows, columns } = state.instance;
      const [row, column] = move ? [state.row + move[0], state.column + move[1]] : [0, 0];
      return row >= 0 && column >= 0 && row < rows && column < columns;
    },
    /** Returns the actions for a tap on a cell. */
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

function drawEach(context, state, cell, draw) {
  const { rows, columns, backgrounds } = state.instance;
  for (let row = 0, at = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++, at++) {
      draw(context, backgrounds[at], state.pieces[at], column * cell, row * cell, cell);
    }
  }
}

function drawBackground(context, background, piece, x, y, cell) {
  const gap = cell > 9 ? 1 : 0.5;
  const black = background === piece;
  context.fillStyle = black ? "#16171d" : background === NONE ? "#f4f4f4" : coloursOf(background).tint;
  context.fillRect(x, y, cell - gap, cell - gap);
}

function drawContent(context, background, piece, x, y, cell) {
  if (background === piece) return;
  if (piece !== NONE) drawPiece(context, piece, x + cell / 2, y + cell / 2, cell * 0.33);
  if (cell >= 44 && background !== NONE) {
    context.fillStyle = "#0009";
    label(context, background, x + cell * 0.86, y + cell * 0.86, cell * 0.18, cell * 0.26);
  }
}

function drawPiece(context, piece, x, y, radius) {
  const colours = coloursOf(piece);
  context.fillStyle = colours.fill;
  if (radius < 3.5) {
    context.fillRect(x - radius, y - radius, 2 * radius, 2 * radius);
    return;
  }
  context.beginPath();
  context.arc(x, y, radius, 0, 2 * Math.PI);
  context.fill();
  if (radius < 7) return;
  context.fillStyle = colours.text;
  label(context, piece, x, y, radius, 1.7 * radius);
}

/** Draws tiny cells as one pixel each and scales the image. */
function drawPixels(context, state, cell) {
  const { rows, columns, backgrounds } = state.instance;
  const small = new OffscreenCanvas(columns, rows);
  const smallContext = small.getContext("2d");
  for (let at = 0; at < state.pieces.length; at++) {
    const piece = state.pieces[at];
    const black = piece === backgrounds[at];
    smallContext.fillStyle = black ? "#16171d" : piece === NONE ? "#f4f4f4" : coloursOf(piece).fill;
    smallContext.fillRect(at % columns, Math.floor(at / columns), 1, 1);
  }
  context.imageSmoothingEnabled = false;
  context.drawImage(small, 0, 0, columns * cell, rows * cell);
}

/** Draws the last steps; older ones are fainter. */
function drawTrail(context, state, cell) {
  const { columns } = state.instance;
  const centre = (at) => [((at % columns) + 0.5) * cell, (Math.floor(at / columns) + 0.5) * cell];
  const shown = Math.min(state.steps, TRAIL - 1);
  context.lineWidth = Math.max(1.5, cell * 0.1);
  context.lineCap = "round";
  for (let age = shown; age > 0; age--) {
    context.strokeStyle = `rgb(230 0 126 / ${0.75 * (1 - age / TRAIL)})`;
    context.beginPath();
    context.moveTo(...centre(state.trail[(state.steps - age) % TRAIL]));
    context.lineTo(...centre(state.trail[(state.steps - age + 1) % TRAIL]));
    context.stroke();
  }
}

function drawRobot(context, state, { cell, moving, progress }) {
  const [down, across] = MOVES[moving] ?? [0, 0];
  const size = Math.max(cell, 7);
  const x = (state.column + 0.5 + across * progress) * cell;
  const y = (state.row + 0.5 + down * progress) * cell;
  context.beginPath();
  context.roundRect(x - size * 0.3, y - size * 0.3, size * 0.6, size * 0.6, size * 0.12);
  context.fillStyle = "#16171d";
  context.strokeStyle = "#fff";
  context.lineWidth = Math.max(1.5, size * 0.07);
  context.fill();
  context.stroke();
  context.strokeStyle = "#e6007e";
  context.lineWidth = Math.max(1, size * 0.04);
  context.beginPath();
  context.roundRect(x - size * 0.35, y - size * 0.35, size * 0.7, size * 0.7, size * 0.15);
  context.stroke();
  if (state.hand !== NONE) drawPiece(context, state.hand, x, y, size * 0.21);
}
