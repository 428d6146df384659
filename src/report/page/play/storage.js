// What the browser keeps: the progress on every grid and the player's own grids. Everything works without storage, for
// example if the browser blocks it; then nothing outlasts the page. Stored texts are checked like any other input.

const STORAGE_PREFIX = "judge-play";
/** The maximum number of grids with progress, and of own grids. */
const MAX_STORED = 60;
const MAX_OWN = 20;
/** Longer games are not stored: writing them after every action would be slow. */
const MAX_STORED_ACTIONS = 20_000;
/** The maximum length of the text of an own grid. */
const MAX_STORED_TEXT = 100_000;

/** What the browser did not store, because storage is blocked or full. */
const memory = new Map();

function storageGet(key) {
  if (memory.has(key)) return memory.get(key);
  try {
    return JSON.parse(localStorage.getItem(`${STORAGE_PREFIX}:${key}`));
  } catch {
    return null;
  }
}

/** Stores a value, at least for the lifetime of the page. */
function storageSet(key, value) {
  try {
    localStorage.setItem(`${STORAGE_PREFIX}:${key}`, JSON.stringify(value));
    memory.delete(key);
  } catch {
    memory.set(key, value);
  }
}

/** Returns a short digest of a text (FNV-1a with 53 bits in two halves); it only tells grids apart. */
function shortDigest(text) {
  let [a, b] = [0x811c9dc5, 0x1000193];
  for (let i = 0; i < text.length; i++) {
    a = Math.imul(a ^ text.charCodeAt(i), 0x01000193);
    b = Math.imul(b ^ text.charCodeAt(i), 0x5bd1e995) + (b >>> 13);
  }
  return (a >>> 0).toString(36) + (b >>> 0).toString(36);
}

const gridKey = (problem, text) => `grid:${problem}:${shortDigest(text)}`;

/** Stores the actions of a game and the best value so far, and forgets the grids that were played longest ago. */
function storeProgress(problem, text, progress) {
  const key = gridKey(problem, text);
  const actions = progress.history.reduce((count, group) => count + group.length, 0);
  if (actions > MAX_STORED_ACTIONS) return;
  const known = storedList("played").filter((other) => other !== key);
  const played = [key, ...known];
  for (const old of played.splice(MAX_STORED)) forget(old);
  storageSet("played", played);
  storageSet(key, progress);
}

function forget(key) {
  memory.delete(key);
  try {
    localStorage.removeItem(`${STORAGE_PREFIX}:${key}`);
  } catch {
    // Nothing was stored.
  }
}

/** Removes everything that pages for playing have stored. */
function forgetEverything() {
  try {
    const keys = Object.keys(localStorage).filter((key) => key.startsWith(`${STORAGE_PREFIX}:`));
    for (const key of keys) localStorage.removeItem(key);
  } catch {
    // Nothing was stored.
  }
}

function storedList(key) {
  const list = storageGet(key);
  return Array.isArray(list) ? list : [];
}

/** Returns the stored groups of actions that are possible one after the other, and the best value. */
function loadProgress(problem, text) {
  const viewer = viewers[problem];
  const stored = storageGet(gridKey(problem, text));
  const instance = viewer.instance(text);
  const state = viewer.initial(instance);
  const history = [];
  try {
    for (const group of stored?.history ?? []) {
      for (const action of group) {
        if (!isAction(problem, instance, action)) throw new Rejected("not an action", 0);
        viewer.act(state, action, 0);
      }
      history.push(group);
    }
  } catch {
    // What came before the first impossible action is kept.
  }
  return { history, best: Number.isSafeInteger(stored?.best) ? stored.best : null };
}

/** Returns whether a stored value is an action of the problem; the viewers trust those of the controls. */
function isAction(problem, instance, action) {
  if (problem === "sorting-robot") return ["L", "R", "U", "D", "S"].includes(action);
  if (!Array.isArray(action)) return false;
  if (problem === "swap-puzzle") return action.length === 4 && action.every(Number.isInteger);
  const [cell, content] = action;
  const cells = problem === "picross" ? instance.rows * instance.columns : instance.size ** 2;
  const isContent = problem === "picross" ? [OPEN, BLACK, WHITE].includes(content) : content === EMPTY || Object.hasOwn(PAWNS, content);
  return action.length === 2 && Number.isInteger(cell) && cell >= 0 && cell < cells && isContent;
}

/** Returns the player's own grids, newest first; those that cannot be read are left out. */
function ownGrids() {
  return storedList("own").flatMap((grid) => {
    try {
      const { problem, label, name, text, origin } = grid;
      if (![label, name, text].every((part) => typeof part === "string") || !Object.hasOwn(readers, problem)) return [];
      return [{ problem, label, name, text: readAs(problem, text), origin: typeof origin === "string" ? origin : "file" }];
    } catch {
      return [];
    }
  });
}

/** Adds an own grid, or moves it to the front. */
function storeOwnGrid(grid) {
  if (grid.text.length > MAX_STORED_TEXT) return;
  const others = ownGrids().filter((other) => other.text !== grid.text || other.problem !== grid.problem);
  storageSet("own", [grid, ...others].slice(0, MAX_OWN));
}
