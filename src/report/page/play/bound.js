// Bounds that the page proves by itself, for grids that the command line has not seen. They are weaker than the judge's.

/** Returns a value that no answer is better than. */
function pageBound(problem, instance) {
  if (problem === "sorting-robot") return robotBound(instance);
  if (problem === "swap-puzzle") return swapBound(instance);
  if (problem === "la-grille") return grilleBound(instance);
  return 1;
}

/** The robot carries one piece at a time, each at least to the nearest cell of its colour; before, it walks to a piece. */
function robotBound({ columns, backgrounds, pieces }) {
  const byColour = new Map();
  const group = (colour) => byColour.get(colour) ?? byColour.set(colour, { sources: [], targets: [] }).get(colour);
  let walk = Infinity;
  for (let at = 0; at < pieces.length; at++) {
    if (pieces[at] === backgrounds[at]) continue;
    if (backgrounds[at] !== NONE) group(backgrounds[at]).targets.push(at);
    if (pieces[at] === NONE) continue;
    group(pieces[at]).sources.push(at);
    walk = Math.min(walk, Math.floor(at / columns) + (at % columns));
  }
  if (walk === Infinity) return 0;
  const distance = (a, b) => Math.abs(Math.floor(a / columns) - Math.floor(b / columns)) + Math.abs((a % columns) - (b % columns));
  const nearest = (from, to) => from.reduce((sum, a) => sum + to.reduce((least, b) => Math.min(least, distance(a, b)), Infinity), 0);
  let carried = 0;
  let pairs = 0;
  for (const { sources, targets } of byColour.values()) {
    pairs += sources.length * targets.length;
    // Beyond this the bound would take too long; every piece moves at least one cell.
    carried += pairs > 4e6 ? sources.length : Math.max(nearest(sources, targets), nearest(targets, sources));
  }
  return walk + carried;
}

/** A swap brings each of two tiles at most one cell nearer. */
function swapBound(instance) {
  const distance = tileDistance(instance);
  return Math.ceil(instance.tiles.reduce((sum, tile, at) => sum + distance(tile, at), 0) / 2);
}

/** The best pawn on every cell without any penalty; at most `t` black pawns score double, and one pawn is red. */
function grilleBound({ size, values }) {
  const cross = (at) => neighbours(at, size, false).reduce((sum, other) => sum + values[other], values[at]);
  const largest = (...numbers) => numbers.reduce((most, number) => (number > most ? number : most));
  let sum = 0n;
  const gains = [];
  let red = null;
  for (let at = 0; at < values.length; at++) {
    const single = largest(values[at], cross(at), 0n);
    const double = largest(2n * (values[at] - 1n), single);
    sum += single;
    gains.push(double - single);
    // The red pawn replaces one that counts at least this.
    const change = -values[at] - single;
    if (red === null || change > red) red = change;
  }
  gains.sort((a, b) => (a < b ? 1 : a > b ? -1 : 0));
  const doubled = gains.slice(0, size).reduce((total, gain) => total + gain, 0n);
  return Number(sum + doubled + red);
}
