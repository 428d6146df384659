// La Grille: a pawn on every cell, points by colour, penalties drawn where they arise.

const PAWNS = {
  J: { name: "yellow", fill: "#f2c40c", ink: "#111" },
  V: { name: "green", fill: "#1f9d55", ink: "#fff" },
  N: { name: "black", fill: "#1c1d22", ink: "#fff" },
  B: { name: "blue", fill: "#2b6cb0", ink: "#fff" },
  O: { name: "orange", fill: "#ee7711", ink: "#111" },
  R: { name: "red", fill: "#d02040", ink: "#fff" },
};
const EMPTY = "";
/** Of all penalties; which kind it is, the pawns at their ends tell. */
const PENALTY = "#e6007ed0";
/** More lines than this would only be a blot. */
const MOST_LINES = 1500;

viewers["la-grille"] = {
  rules:
    "Put a pawn on every cell. J: the value; alone among its eight neighbours it costs a penalty. V: the value and " +
    "those of its four neighbours; two V side by side, also at the corners, cost a penalty. N: value − 1, doubled as " +
    "long as there are no more N than rows. B: nothing, but more B on negative than on positive values cost penalties. " +
    "O: nothing; two on one row, column or diagonal cost a penalty. R: exactly one, minus its value. " +
    "Choose a pawn with its letter or button, then click or paint; with the keyboard move by arrows and type the letter.",

  instance(text) {
    const lines = wordLines(text);
    const [size] = (lines[0] ?? []).map(wholeNumber);
    const values = lines.slice(1, 1 + size).flat();
    values.forEach(wholeNumber);
    return { size, penalty: BigInt(lines[0][1]), values: values.map(BigInt) };
  },

  answer({ size }, text) {
    const lines = wordLines(text);
    const rows = lines.slice(0, size).map((words) => words.join(""));
    const sound = rows.length === size && rows.every((row) => row.length === size && /^[JVNBOR]+$/.test(row));
    if (!sound) throw new Unreadable(`not ${size} lines of ${size} pawns`);
    const rest = lines.slice(size).flat();
    if (rest.length > 1 || (rest.length && !/^-?\d+$/.test(rest[0]))) throw new Unreadable("odd text behind the pawns");
    const pawns = rows.join("");
    return { count: pawns.length, at: (k) => [k, pawns[k]], whole: true };
  },

  begin: (instance) => ({ instance, pawns: new Array(instance.size ** 2).fill(EMPTY) }),

  copy: (state) => ({ ...state, pawns: state.pawns.slice() }),

  act(state, [cell, pawn]) {
    state.pawns[cell] = pawn;
  },

  judge(state) {
    const { pawns } = state;
    const reds = cellsWith(pawns, "R");
    if (pawns.includes(EMPTY)) throw new Broken(`${cellsWith(pawns, EMPTY).length} cells have no pawn`, 0);
    if (reds.length === 0) throw new Broken("there is no red pawn", pawns.length);
    if (reds.length > 1) throw new Broken(`there are ${reds.length} red pawns`, reds[1]);
    return scoreOf(state).total;
  },

  facts(state) {
    const score = scoreOf(state);
    const reds = cellsWith(state.pawns, "R").length;
    return [
      ["score", score.total],
      ["penalties", `${score.penalties} × ${state.instance.penalty}`],
      ["empty cells", cellsWith(state.pawns, EMPTY).length],
      ["red pawns", reds === 1 ? "1" : `${reds}, must be 1`],
    ];
  },

  table(state) {
    const { colours } = scoreOf(state);
    const rows = Object.entries(colours).map(([letter, { pawns, points, penalties }]) => {
      const lost = state.instance.penalty * BigInt(penalties);
      return [`${letter} ${PAWNS[letter].name}`, pawns, points, penalties, points - lost];
    });
    return [["pawn", "count", "points", "penalties", "sum"], ...rows];
  },

  size: (instance) => [instance.size, instance.size],

  draw(pen, state, view) {
    const { cell } = view;
    state.pawns.forEach((pawn, at) => drawPawn(pen, state, pawn, at, view));
    const middle = (at) => [((at % state.instance.size) + 0.5) * cell, (Math.floor(at / state.instance.size) + 0.5) * cell];
    pen.lineCap = "round";
    pen.lineWidth = Math.max(1.5, cell * 0.06);
    pen.strokeStyle = PENALTY;
    for (const [a, b] of penaltyLines(state).slice(0, MOST_LINES)) {
      pen.beginPath();
      pen.moveTo(...middle(a));
      pen.lineTo(...middle(b));
      pen.stroke();
    }
    pen.setLineDash([cell * 0.1, cell * 0.1]);
    for (const at of penaltyRings(state)) {
      pen.beginPath();
      pen.arc(...middle(at), cell * 0.44, 0, 2 * Math.PI);
      pen.stroke();
    }
    pen.setLineDash([]);
    if (view.cursor !== undefined) {
      drawCursor(pen, view.cursor % state.instance.size, Math.floor(view.cursor / state.instance.size), cell);
    }
  },

  game: {
    tools: Object.entries(PAWNS).map(([letter, { name, fill }]) => [letter, `${letter} ${name}`, fill]),
    place: (state, cell, tool) => [cell, state.pawns[cell] === tool ? EMPTY : tool],
    paint: (state, cell, tool) => (state.pawns[cell] === tool ? null : [cell, tool]),
    /** Puts the chosen pawn on all cells that have none. */
    fill: (state, tool) => cellsWith(state.pawns, EMPTY).map((cell) => [cell, tool]),
    write(state) {
      const { size } = state.instance;
      const rows = Array.from({ length: size }, (_, row) => state.pawns.slice(row * size, (row + 1) * size).join(""));
      return `${rows.join("\n")}\n${scoreOf(state).total}\n`;
    },
  },
};

function cellsWith(pawns, pawn) {
  const cells = [];
  for (let at = 0; at < pawns.length; at++) if (pawns[at] === pawn) cells.push(at);
  return cells;
}

/** The neighbours of a cell: the four that share an edge, or all eight. */
function neighbours(at, size, corners) {
  const [row, column] = [Math.floor(at / size), at % size];
  const found = [];
  for (const [down, across] of [[-1, -1], [-1, 0], [-1, 1], [0, -1], [0, 1], [1, -1], [1, 0], [1, 1]]) {
    const [r, c] = [row + down, column + across];
    const inside = r >= 0 && c >= 0 && r < size && c < size;
    if (inside && (corners || !down || !across)) found.push(r * size + c);
  }
  return found;
}

/** Pairs of green pawns side by side. */
function greenPairs({ pawns, instance }) {
  const around = (at) => neighbours(at, instance.size, true).filter((other) => other > at && pawns[other] === "V");
  return cellsWith(pawns, "V").flatMap((at) => around(at).map((other) => [at, other]));
}

/** Orange pawns by the lines they stand on: rows, columns and both kinds of diagonals. */
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

function lonelyYellows({ pawns, instance }) {
  const lonely = (at) => neighbours(at, instance.size, true).every((other) => pawns[other] !== "J");
  return cellsWith(pawns, "J").filter(lonely);
}

/** Blue pawns on negative values beyond those on positive ones: how many, and which stand on negative values. */
function blueSurplus({ pawns, instance }) {
  const blues = cellsWith(pawns, "B");
  const negative = blues.filter((at) => instance.values[at] < 0n);
  const positive = blues.filter((at) => instance.values[at] > 0n).length;
  return { count: Math.max(0, negative.length - positive), negative };
}

/** Neighbours on a line stand for all its pairs. */
function penaltyLines(state) {
  const lines = greenPairs(state);
  for (const cells of orangeLines(state)) {
    for (let i = 1; i < cells.length; i++) lines.push([cells[i - 1], cells[i]]);
  }
  return lines;
}

/** Penalties of single pawns. */
function penaltyRings(state) {
  const blue = blueSurplus(state);
  return [...lonelyYellows(state), ...blue.negative.slice(0, blue.count)];
}

/** Points and penalties of every colour, and the total. */
function scoreOf(state) {
  const { pawns, instance } = state;
  const { values, size } = instance;
  const sum = (letter, worth) => cellsWith(pawns, letter).reduce((total, at) => total + worth(at), 0n);
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
    J: lonelyYellows(state).length,
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

function drawPawn(pen, { instance: { size, values } }, pawn, at, { cell, dark }) {
  const [x, y] = [(at % size) * cell, Math.floor(at / size) * cell];
  pen.fillStyle = dark ? "#2a2d38" : "#eceef3";
  pen.fillRect(x, y, cell - 1, cell - 1);
  if (pawn !== EMPTY) {
    pen.fillStyle = PAWNS[pawn].fill;
    pen.beginPath();
    if (cell < 8) pen.rect(x, y, cell - 0.5, cell - 0.5);
    else pen.arc(x + cell / 2, y + cell / 2, cell * 0.38, 0, 2 * Math.PI);
    pen.fill();
  }
  if (cell < 18) return;
  const ink = pawn === EMPTY ? (dark ? "#eee" : "#222") : PAWNS[pawn].ink;
  pen.fillStyle = ink;
  if (pawn === EMPTY) {
    label(pen, values[at], x + cell / 2, y + cell / 2, cell * 0.36, cell * 0.8);
  } else {
    label(pen, pawn, x + cell / 2, y + cell * 0.36, cell * 0.3, cell * 0.6);
    label(pen, values[at], x + cell / 2, y + cell * 0.65, cell * 0.25, cell * 0.6);
  }
}
