// Greedy solutions that the page computes from any state, for hints and for grids without bundled solutions. A planner
// returns actions that complete the state, or null if it knows none.

const planners = {
  "sorting-robot": planRobot,
  "swap-puzzle": planSwaps,
  "la-grille": () => null,
  picross: planPicross,
};

/** Larger grids are not planned: the time grows with the square of the number of cells. */
const MAX_PLANNED_CELLS = 2500;

/** On larger grids, distances around walls would take too long. */
const MAX_WALLED_CELLS = 600;

/** Carries each piece to the nearest cell of its colour, and continues with the piece found there or the nearest one. */
function planRobot(start) {
  const viewer = viewers["sorting-robot"];
  const state = viewer.copy(start);
  const { columns, backgrounds } = state.instance;
  if (backgrounds.length > MAX_PLANNED_CELLS) return null;
  const actions = [];
  while (state.open > 0) {
    const isTarget = (at) => {
      if (state.pieces[at] === backgrounds[at]) return false;
      return state.hand === NONE ? state.pieces[at] !== NONE : backgrounds[at] === state.hand;
    };
    const distance = (at) => Math.abs(Math.floor(at / columns) - state.row) + Math.abs((at % columns) - state.column);
    let nearest = -1;
    for (let at = 0; at < backgrounds.length; at++) if (isTarget(at) && (nearest < 0 || distance(at) < distance(nearest))) nearest = at;
    if (nearest < 0) return null;
    const walk = distance(nearest) === 0 ? [] : viewer.game.tap(state, [nearest % columns, Math.floor(nearest / columns)]);
    for (const action of [...walk, "S"]) {
      viewer.act(state, action, 0);
      actions.push(action);
    }
  }
  return actions;
}

/** Makes all swaps that bring both tiles nearer, then moves tile after tile to a cell that no later one has to pass. */
function planSwaps(start) {
  const viewer = viewers["swap-puzzle"];
  const state = viewer.copy(start);
  const { instance, tiles } = state;
  const cells = tiles.length;
  if (cells > MAX_PLANNED_CELLS) return null;
  const actions = [];
  const swap = (a, b) => {
    const action = viewer.game.pair(state, a, b);
    viewer.act(state, action, 0);
    actions.push(action);
  };
  const distance = tileDistance(instance);
  let found;
  do {
    found = false;
    for (let a = 0; a < cells; a++) {
      for (const b of openNeighbours(instance, a)) {
        const isNearer = distance(tiles[a], b) < distance(tiles[a], a) && distance(tiles[b], a) < distance(tiles[b], b);
        if (a < b && isNearer) found = swap(a, b) ?? true;
      }
    }
  } while (found);
  const done = new Uint8Array(cells);
  for (const target of removalOrder(instance)) {
    const distances = distancesTo(instance, target, done);
    let at = tiles.indexOf(target + 1);
    while (at !== target) {
      const next = openNeighbours(instance, at).find((other) => !done[other] && distances[other] < distances[at]);
      swap(at, next);
      at = next;
    }
    done[target] = 1;
  }
  return actions;
}

/** Returns a function of a tile and a cell: the least number of swaps that move the tile from there to its own cell. */
function tileDistance(instance) {
  const { columns, tiles, walls } = instance;
  const place = (at) => [Math.floor(at / columns), at % columns];
  const direct = (tile, at) => {
    const [[row, column], [homeRow, homeColumn]] = [place(at), place(tile - 1)];
    return Math.abs(row - homeRow) + Math.abs(column - homeColumn);
  };
  // On large grids the direct distance is used, which is a bound as well.
  if (walls.size === 0 || tiles.length > MAX_WALLED_CELLS) return direct;
  const around = new Map();
  return (tile, at) => {
    if (!around.has(tile)) around.set(tile, distancesTo(instance, tile - 1));
    return around.get(tile)[at];
  };
}

/** Returns the distance of every cell to a target along open edges, without passing blocked cells; -1 if unreachable. */
function distancesTo(instance, target, blocked) {
  const distances = new Int32Array(instance.rows * instance.columns).fill(-1);
  distances[target] = 0;
  const queue = [target];
  for (const at of queue) {
    for (const other of openNeighbours(instance, at)) {
      if (distances[other] >= 0 || blocked?.[other]) continue;
      distances[other] = distances[at] + 1;
      queue.push(other);
    }
  }
  return distances;
}

/** Returns the cells in an order in which they can be removed one by one while the rest stays connected. */
function removalOrder(instance) {
  const last = instance.rows * instance.columns - 1;
  const distances = distancesTo(instance, last);
  // A shortest path from any cell to the last one passes only cells that are nearer to it, which are removed later.
  return Array.from(distances, (_, at) => at).sort((a, b) => distances[b] - distances[a] || a - b);
}

/** Returns the cells that the line solver determines if these are all. */
function planPicross(state) {
  const { cells, open, contradiction } = solveLines(state.instance);
  if (open > 0 || contradiction !== null) return null;
  return Array.from(cells, (colour, at) => [at, colour]).filter(([at, colour]) => (colour === BLACK) !== (state.cells[at] === BLACK));
}
