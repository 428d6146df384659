// Hints: one next step, and where it comes from. A hint is { text, cells, actions }; without actions it is only a remark.

const MOVE_NAMES = {
  L: message("play-go-left"),
  R: message("play-go-right"),
  U: message("play-go-up"),
  D: message("play-go-down"),
  S: message("play-exchange"),
};

/** Comparing states is limited to this many cells in all; a longer solution is followed only from the start. */
const MAX_COMPARED_CELLS = 4e6;

/** Returns the hint for the state of a game. `best` is { solver, value, answer } of the best bundled solution or null. */
function hintFor(game, best) {
  const { problem } = game.puzzle;
  if (problem === "picross") return picrossHint(game, best);
  if (problem === "la-grille") return grilleHint(game, best);
  return stepHint(game, best);
}

function solutionName({ puzzle: { unit } }, { solver, value }) {
  if (unit === "") return message("play-from-solution", { solver });
  return message("play-from-valued-solution", { solver, value: withUnit(value, unit) });
}

/** Returns a text that is equal for equal states. */
function stateKey(state) {
  return state.tiles ? state.tiles.join() : `${state.row},${state.column},${state.hand};${state.pieces.join()}`;
}

/** The next action of the bundled solution if the state occurs on it, otherwise of a greedy plan. */
function stepHint(game, best) {
  const next = best ? nextOnSolution(game, best) : null;
  if (next) return describe(game, next, solutionName(game, best));
  const plan = planFrom(game);
  if (plan === null) return { text: message("play-hint-too-large") };
  if (plan.length === 0) return { text: message("play-hint-done") };
  return describe(game, plan[0], message("play-from-greedy"));
}

/** Returns the rest of the last greedy plan if the state is on it, otherwise a new one. Following a plan to its end makes
 * sure that hints never lead in a circle. */
function planFrom(game) {
  const key = stateKey(game.state);
  const actions = game.plan?.get(key) ?? planners[game.puzzle.problem](game.state);
  if (actions === null) return null;
  game.plan = new Map([[key, actions]]);
  // Only the state after the next step is needed, as hints are given one step at a time.
  if (actions.length > 0) {
    const after = game.viewer.copy(game.state);
    game.viewer.act(after, actions[0], 0);
    game.plan.set(stateKey(after), actions.slice(1));
  }
  return actions;
}

/** Returns the action of the solution after the last time that it passes the current state, or null. */
function nextOnSolution(game, best) {
  const answer = game.viewer.answer(game.instance, best.answer);
  if (!game.passed) {
    game.passed = new Map();
    const cells = (game.instance.tiles ?? game.instance.pieces).length;
    const state = game.viewer.initial(game.instance);
    const compared = Math.min(answer.count, Math.floor(MAX_COMPARED_CELLS / cells));
    for (let k = 0; k < compared; k++) {
      game.passed.set(stateKey(state), k);
      game.viewer.act(state, answer.at(k), k);
    }
  }
  const at = game.passed.get(stateKey(game.state));
  return at === undefined ? null : answer.at(at);
}

function describe(game, action, source) {
  const { columns } = game;
  if (typeof action === "string") {
    const [down, across] = MOVES[action] ?? [0, 0];
    const cell = (game.state.row + down) * columns + game.state.column + across;
    return { text: message("play-hint-move", { source, move: MOVE_NAMES[action] }), cells: [cell], actions: [action] };
  }
  const [i1, j1, i2, j2] = action.map(Number);
  const cells = [i1 * columns + j1, i2 * columns + j2];
  const [a, b] = cells.map((at) => game.state.tiles[at]);
  return { text: message("play-hint-swap", { source, a, b }), cells, actions: [[i1, j1, i2, j2]] };
}

/** Returns row and column of a cell, counted from 1. */
function placeName(at, columns) {
  return message("play-place", { row: Math.floor(at / columns) + 1, column: (at % columns) + 1 });
}

/** A wrong cell if there is one, then a cell that one line determines, then one of the bundled solution. */
function picrossHint(game, best) {
  const { state, instance } = game;
  const set = (key, at, colour, values) => {
    const named = { colour: colour === BLACK ? "black" : "white", place: placeName(at, game.columns) };
    return { text: message(key, { ...values, ...named }), cells: [at], actions: [[at, colour]] };
  };
  game.logic ??= solveLines(instance);
  if (game.logic.contradiction !== null) return { text: message("play-hint-contradiction") };
  const proven = game.logic.cells;
  const wrong = state.cells.findIndex((colour, at) => colour !== OPEN && proven[at] !== OPEN && colour !== proven[at]);
  if (wrong >= 0) return set("play-hint-wrong", wrong, proven[wrong]);
  for (let line = 0; line < instance.clues.length; line++) {
    const found = newCells(instance, state.cells, line);
    const values = { line: lineName(instance, line) };
    if (found === null) return { text: message("play-hint-no-fit", values), cells: lineCells(instance, line) };
    if (found.length > 0) return set("play-hint-line", ...found[0], values);
  }
  if (best) {
    const answer = game.viewer.answer(instance, best.answer);
    for (let k = 0; k < answer.count; k++) {
      const [at, colour] = answer.at(k);
      if (state.cells[at] !== colour) return set("play-hint-cell", at, colour, { source: solutionName(game, best) });
    }
  }
  const open = countOpen(state.cells);
  return { text: open === 0 ? message("play-hint-decided") : message("play-hint-try", { count: open }) };
}

/** The first cell that differs from the bundled solution, otherwise the change of one cell that gains most. */
function grilleHint(game, best) {
  const { state, instance } = game;
  const set = (at, pawn, source) => {
    const values = { source, colour: message(PAWNS[pawn].name), pawn, place: placeName(at, game.columns) };
    return { text: message("play-hint-pawn", values), cells: [at], actions: [[at, pawn]] };
  };
  if (best) {
    const answer = game.viewer.answer(instance, best.answer);
    const different = state.pawns.findIndex((pawn, at) => pawn !== answer.at(at)[1]);
    if (different >= 0) return set(...answer.at(different), solutionName(game, best));
    return { text: message("play-hint-same") };
  }
  const empty = cellsWith(state.pawns, EMPTY);
  const reds = cellsWith(state.pawns, "R");
  const lowest = (cells) => cells.reduce((least, at) => (instance.values[at] < instance.values[least] ? at : least));
  const all = instance.values.map((_, at) => at);
  if (reds.length > 1) return { text: message("play-hint-reds", { count: reds.length }), cells: reds };
  const cells = empty.length > 0 ? empty : all;
  if (reds.length === 0) return set(lowest(cells), "R", message("play-from-red"));
  const change = bestChange(state, cells.filter((at) => at !== reds[0]));
  if (change === null || (empty.length === 0 && change.gain <= 0n)) return { text: message("play-hint-no-pawn") };
  const gain = (change.gain >= 0n ? "+" : "") + showValue(change.gain);
  return set(change.at, change.pawn, message("play-from-pawn", { gain }));
}

/** The time for trying pawns, in milliseconds. */
const GRILLE_TIME = 400;

/** Returns the pawn on one of the cells that changes the score best, among those that there is time to try. */
function bestChange(state, cells) {
  const began = performance.now();
  const score = scoreOf(state).total;
  let best = null;
  for (const at of cells) {
    const before = state.pawns[at];
    for (const pawn of "JVNBO") {
      state.pawns[at] = pawn;
      const gain = scoreOf(state).total - score;
      if (pawn !== before && (best === null || gain > best.gain)) best = { at, pawn, gain };
    }
    state.pawns[at] = before;
    if (performance.now() - began > GRILLE_TIME) break;
  }
  return best;
}
