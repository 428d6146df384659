// La Grille: a pawn on every cell; the drawing shows the penalties.

/** The pawns with the keys of their names. */
const PAWNS = {
  J: { name: "viewer-yellow", fill: "#f2c40c", text: "#111" },
  V: { name: "viewer-green", fill: "#1f9d55", text: "#fff" },
  N: { name: "viewer-black", fill: "#1c1d22", text: "#fff" },
  B: { name: "viewer-blue", fill: "#2b6cb0", text: "#fff" },
  O: { name: "viewer-orange", fill: "#ee7711", text: "#111" },
  R: { name: "viewer-red", fill: "#d02040", text: "#fff" },
};
const EMPTY = "";
/** The colour of penalties. Their kind follows from the pawns. */
const PENALTY_COLOUR = "#e6007ed0";
/** The maximum number of penalty lines in a drawing. */
const MAX_LINES = 1500;

viewers["la-grille"] = {
  instance(text) {
    const lines = wordLines(text);
    const [size] = (lines[0] ?? []).map(integer);
    const values = lines.slice(1, 1 + size).flat();
    values.forEach(integer);
    return { size, penalty: BigInt(lines[0][1]), values: values.map(BigInt) };
  },

  answer({ size }, text) {
    const lines = wordLines(text);
    const rows = lines.slice(0, size).map((words) => words.join(""));
    const isValid = rows.length === size && rows.every((row) => row.length === size && /^[JVNBOR]+$/.test(row));
    if (!isValid) throw new Unreadable(message("viewer-not-pawns", { size }));
    const rest = lines.slice(size).flat();
    if (rest.length > 1 || (rest.length && !/^-?\d+$/.test(rest[0]))) throw new Unreadable(message("viewer-text-after-pawns"));
    const pawns = rows.join("");
    return { count: pawns.length, at: (k) => [k, pawns[k]], isGrid: true };
  },

  initial: (instance) => ({ instance, pawns: new Array(instance.size ** 2).fill(EMPTY) }),

  copy: (state) => ({ ...state, pawns: state.pawns.slice() }),

  act(state, [cell, pawn]) {
    state.pawns[cell] = pawn;
  },

  judge(state) {
    const { pawns } = state;
    const reds = cellsWith(pawns, "R");
    if (pawns.includes(EMPTY)) throw new Rejected(message("viewer-no-pawn", { count: cellsWith(pawns, EMPTY).length }), 0);
    if (reds.length === 0) throw new Rejected(message("viewer-no-red"), pawns.length);
    if (reds.length > 1) throw new Rejected(message("viewer-many-reds", { count: reds.length }), reds[1], reds);
    return scoreOf(state).total;
  },

  cells({ pawns, instance }) {
    const placed = pawns.map((pawn, at) => `${pawn}${instance.values[at]}`);
    return placed.filter((_, at) => pawns[at] !== EMPTY);
  },

  facts(state) {
    const score = scoreOf(state);
    const reds = cellsWith(state.pawns, "R").length;
    return [
      [message("viewer-score"), score.total],
      [message("viewer-penalties"), `${showValue(score.penalties)} × ${showValue(state.instance.penalty)}`],
      [message("viewer-empty-cells"), cellsWith(state.pawns, EMPTY).length],
      [message("viewer-red-pawns"), reds === 1 ? reds : message("viewer-one-required", { count: reds })],
    ];
  },

  table(state) {
    const { colours } = scoreOf(state);
    const rows = Object.entries(colours).map(([letter, { pawns, points, penalties }]) => {
      const lost = state.instance.penalty * BigInt(penalties);
      return [pawnTitle(letter), pawns, points, penalties, points - lost];
    });
    const head = ["viewer-pawn", "viewer-count", "viewer-points", "viewer-penalties", "viewer-sum"];
    return [head.map((key) => message(key)), ...rows];
  },

  size: (instance) => [instance.size, instance.size],

  draw(context, state, view) {
    const { cell } = view;
    state.pawns.forEach((pawn, at) => drawPawn(context, state, pawn, at, view));
    const centre = (at) => [((at % state.instance.size) + 0.5) * cell, (Math.floor(at / state.instance.size) + 0.5) * cell];
    context.lineCap = "round";
    context.lineWidth = Math.max(1.5, cell * 0.06);
    context.strokeStyle = PENALTY_COLOUR;
    for (const [a, b] of penaltyLines(state).slice(0, MAX_LINES)) {
      context.beginPath();
      context.moveTo(...centre(a));
      context.lineTo(...centre(b));
      context.stroke();
    }
    context.setLineDash([cell * 0.1, cell * 0.1]);
    for (const at of penaltyRings(state)) {
      context.beginPath();
      context.arc(...centre(at), cell * 0.44, 0, 2 * Math.PI);
      context.stroke();
    }
    context.setLineDash([]);
    if (view.cursor !== undefined) {
      drawCursor(context, view.cursor % state.instance.size, Math.floor(view.cursor / state.instance.size), cell);
    }
  },

  game: {
    tools: () => Object.entries(PAWNS).map(([letter, { fill }]) => [letter, pawnTitle(letter), fill]),
    place: (state, cell, tool) => [cell, state.pawns[cell] === tool ? EMPTY : tool],
    paint: (state, cell, tool) => (state.pawns[cell] === tool ? null : [cell, tool]),
    /** Returns the actions that put a pawn on all empty cells. */
    fill: (state, tool) => cellsWith(state.pawns, EMPTY).map((cell) => [cell, tool]),
    write(state) {
      const { size } = state.instance;
      const rows = Array.from({ length: size }, (_, row) => state.pawns.slice(row * size, (row + 1) * size).join(""));
      return `${rows.join("\n")}\n${scoreOf(state).total}\n`;
    },
  },
};

/** Returns the letter of a pawn with its colour. */
function pawnTitle(letter) {
  return `${letter} ${message(PAWNS[letter].name)}`;
}

function cellsWith(pawns, pawn) {
  const cells = [];
  for (let at = 0; at < pawns.length; at++) if (pawns[at] === pawn) cells.push(at);
  return cells;
}

/** Returns the four neighbours of a cell that share an edge, or all eight. */
function neighbours(at, size, diagonal) {
  const [row, column] = [Math.floor(at / size), at % size];
  const found = [];
  for (const [down, across] of [[-1, -1], [-1, 0], [-1, 1], [0, -1], [0, 1], [1, -1], [1, 0], [1, 1]]) {
    const [r, c] = [row + down, column + across];
    const inside = r >= 0 && c >= 0 && r < size && c < size;
    if (inside && (diagonal || !down || !across)) found.push(r * size + c);
  }
  return found;
}

/** Returns the pairs of neighbouring green pawns. */
function greenPairs({ pawns, instance }) {
  const around = (at) => neighbours(at, instance.size, true).filter((other) => other > at && pawns[other] === "V");
  return cellsWith(pawns, "V").flatMap((at) => around(at).map((other) => [at, other]));
}

/** Returns the orange pawns of each row, column and diagonal that has several. */
function orangeLines({ pawns, instance: { size } }) {
  const lines = new Map();
  for (const at of cellsWith(pawns, "O")) {
    const [row, column] = [Math.floor(at / size), at % size];
    for (const line of [`r${row}`, `c${column}`, `f${row - column}`, `s${row + column}`]) {
      if (!lines.has(line)) lines.set(line, []);
      lines.get(line).push(at);
    }
  }
  return [...lines.values()].filter((cells) => cells.length > 1);
}

function isolatedYellows({ pawns, instance }) {
  const isIsolated = (at) => neighbours(at, instance.size, true).every((other) => pawns[other] !== "J");
  return cellsWith(pawns, "J").filter(isIsolated);
}

/** Returns by how many the blue pawns on negative values exceed those on positive ones, and the former. */
function blueSurplus({ pawns, instance }) {
  const blues = cellsWith(pawns, "B");
  const negative = blues.filter((at) => instance.values[at] < 0n);
  const positive = blues.filter((at) => instance.values[at] > 0n).length;
  return { count: Math.max(0, negative.length - positive), negative };
}

/** Returns the pairs of cells to connect. Of the pairs on a line only the adjacent ones are drawn. */
function penaltyLines(state) {
  const lines = greenPairs(state);
  for (const cells of orangeLines(state)) {
    for (let i = 1; i < cells.length; i++) lines.push([cells[i - 1], cells[i]]);
  }
  return lines;
}

/** Returns the cells of single pawns with a penalty. */
function penaltyRings(state) {
  const blue = blueSurplus(state);
  return [...isolatedYellows(state), ...blue.negative.slice(0, blue.count)];
}

/** Returns points and penalties per colour, and the total. */
function scoreOf(state) {
  const { pawns, instance } = state;
  const { values, size } = instance;
  const sum = (letter, points) => cellsWith(pawns, letter).reduce((total, at) => total + points(at), 0n);
  const count = (letter) => cellsWith(pawns, letter).length;
  const cross = (at) => neighbours(at, size, false).reduce((total, other) => total + values[other], values[at]);
  const double = count("N") <= size ? 2n : 1n;
  const points = {
    J: sum("J", (at) => values[at]),
    V: sum("V", cross),
    N: double * sum("N", (at) => values[at] - 1n),
    B: 0n,
    O: 0n,
    R: -sum("R", (at) => values[at]),
  };
  const penalties = {
    J: isolatedYellows(state).length,
    V: greenPairs(state).length,
    N: 0,
    B: blueSurplus(state).count,
    O: orangeLines(state).reduce((pairs, cells) => pairs + (cells.length * (cells.length - 1)) / 2, 0),
    R: 0,
  };
  const colours = {};
  for (const letter of Object.keys(PAWNS)) {
    colours[letter] = { pawns: count(letter), points: points[letter], penalties: penalties[letter] };
  }
  const all = Object.values(penalties).reduce((a, b) => a + b);
  const total = Object.values(points).reduce((a, b) => a + b) - instance.penalty * BigInt(all);
  return { colours, penalties: all, total };
}

function drawPawn(context, { instance: { size, values } }, pawn, at, { cell, dark }) {
  const [x, y] = [(at % size) * cell, Math.floor(at / size) * cell];
  context.fillStyle = dark ? "#2a2d38" : "#eceef3";
  context.fillRect(x, y, cell - 1, cell - 1);
  if (pawn !== EMPTY) {
    context.fillStyle = PAWNS[pawn].fill;
    context.beginPath();
    if (cell < 8) context.rect(x, y, cell - 0.5, cell - 0.5);
    else context.arc(x + cell / 2, y + cell / 2, cell * 0.38, 0, 2 * Math.PI);
    context.fill();
  }
  if (cell < 18) return;
  const colour = pawn === EMPTY ? (dark ? "#eee" : "#222") : PAWNS[pawn].text;
  context.fillStyle = colour;
  if (pawn === EMPTY) {
    label(context, values[at], x + cell / 2, y + cell / 2, cell * 0.36, cell * 0.8);
  } else {
    label(context, pawn, x + cell / 2, y + cell * 0.36, cell * 0.3, cell * 0.6);
    label(context, values[at], x + cell / 2, y + cell * 0.65, cell * 0.25, cell * 0.6);
  }
}
