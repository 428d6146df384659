// The page for playing: menus, new grids, files and links, and the keyboard.

const problemChoice = document.getElementById("problem");
const sizeChoice = document.getElementById("size");
const fileInput = document.getElementById("file");
/** Tells this page apart from other pages of the judge's, which share the browser's storage if they are files. */
const pageKey = `last:${shortDigest(data.games.map(({ name, text }) => name + text).join())}`;
let game = null;
let editor = null;
let requested = null;
let own = ownGrids();
// The title of the document does not change with the content of the page.
document.title = document.querySelector("h1").textContent;

/** Returns all grids: those of the page by number, then the player's own. */
function grids() {
  const bundled = data.games.map((grid, number) => ({ ...grid, key: String(number) }));
  return [...bundled, ...own.map((grid) => ({ ...grid, isOwn: true, key: gridKey(grid.problem, grid.text) }))];
}

/** Where an own grid comes from that is not a file, with the keys of the names. */
const ORIGINS = { random: "play-random", drawing: "play-drawing", link: "play-link" };

/** Returns the text of a grid in the menu. The label of an own grid that is not a file begins with its origin. */
function labelOf({ isOwn, label: text, origin }) {
  if (!isOwn) return translated(text);
  return Object.hasOwn(ORIGINS, origin) ? text.replace(origin, message(ORIGINS[origin])) : text;
}

/** Returns what a game needs to know about a grid. */
async function puzzleOf(grid) {
  const { goal, unit } = data.problems.find(({ name }) => name === grid.problem);
  if (grid.isOwn) {
    const instance = viewers[grid.problem].instance(grid.text);
    return { ...grid, goal, unit, solutions: [], omitted: 0, bound: pageBound(grid.problem, instance) };
  }
  const answers = await Promise.all(grid.answers.map(unpack));
  const solutions = grid.solutions.map((solution) => ({ ...solution, answer: answers[solution.answer] }));
  return { ...grid, goal, unit, solutions, text: await unpack(grid.text) };
}

/** Starts a game, unless another one was requested while this one was unpacked. */
async function start(grid) {
  requested = grid;
  const puzzle = await puzzleOf(grid);
  if (requested !== grid) return;
  showNotice("");
  closeEditor();
  game?.close();
  game = new Game(puzzle);
  area.dataset.game = puzzle.name;
  listGrids(grid);
  storageSet(pageKey, grid.key);
  game.fit();
  game.board.focus();
}

/** Fills both menus and selects a grid. */
function listGrids(selected) {
  const all = grids();
  const option = (value, text, isSelected) => make("option", { value, textContent: text, selected: isSelected });
  const names = data.problems.map(({ name }) => name).filter((name) => all.some(({ problem }) => problem === name));
  problemChoice.replaceChildren(...names.map((name) => option(name, name, name === selected.problem)));
  const ofProblem = (some) => some.filter(({ problem }) => problem === selected.problem);
  const options = (some) => ofProblem(some).map((grid) => option(grid.key, labelOf(grid), grid.key === selected.key));
  const ownOptions = options(all.filter(({ isOwn }) => isOwn));
  const group = make("optgroup", { label: message("play-yours") }, ...ownOptions);
  sizeChoice.replaceChildren(...options(all.filter(({ isOwn }) => !isOwn)), ...(ownOptions.length > 0 ? [group] : []));
}

/** Adds a grid of the player's and starts it. `kind` is its origin or the name of its file. */
function startOwn(problem, text, kind, isFile = false) {
  clearLink();
  const instance = viewers[problem].instance(text);
  const size = problem === "la-grille" ? [instance.size, instance.size] : [instance.rows, instance.columns];
  const digest = shortDigest(text).slice(0, 4);
  const name = `${problem}-${kind.replace(/[^\p{L}\p{N}._-]+/gu, "-")}-${size.join("x")}-${digest}`;
  const grid = { problem, text, label: `${kind}, ${size.join(" × ")} (${digest})`, name, origin: isFile ? "file" : kind };
  own = [grid, ...own.filter((other) => other.text !== text || other.problem !== problem)].slice(0, MAX_OWN);
  storeOwnGrid(grid);
  return start(grids().find(({ key }) => key === gridKey(problem, text)));
}

/** Opens a file: the content decides which puzzle it is, or the player if several are possible. */
async function openFiles(files) {
  if (files.length === 0) return;
  const [file] = files;
  try {
    if (files.length > 1) throw new InputError(message("play-one-file", { count: files.length }));
    if (file.size > MAX_TEXT) throw new InputError(message("play-file-too-large", { name: file.name, size: file.size, limit: MAX_TEXT }));
    const found = readings(await file.text());
    const stem = file.name.replace(/\.[^.]*$/, "").slice(0, 40) || "file";
    const begin = (problem, text) => startOwn(problem, text, stem, true);
    if (found.length === 1) await begin(...found[0]);
    else askReading(file.name, found, begin);
  } catch (error) {
    refuse(error, file.name);
  }
}

/** Shows why a file or a link cannot be opened. */
function refuse(error, name) {
  const isExpected = error instanceof TextError || error instanceof InputError;
  const isUnreadable = error instanceof DOMException;
  if (!isExpected && !isUnreadable) throw error;
  showNotice(error instanceof InputError ? error.message : message("play-fault", { name, reason: error.message }));
}

/** Opens the grid in the address, if there is one; returns whether it did. */
async function openLink() {
  try {
    const found = await gridOfLink(location.hash);
    if (!found) return false;
    const { hash } = location;
    await startOwn(found.problem, found.text, "link");
    // The address stays as it was opened, so that reloading opens the same grid.
    history.replaceState(null, "", hash);
    return true;
  } catch (error) {
    refuse(error, message("play-the-link"));
    return false;
  }
}

/** Removes a grid from the address. */
function clearLink() {
  if (location.hash !== "") history.replaceState(null, "", location.href.replace(/#.*/s, ""));
}

function openEditor() {
  closeEditor();
  area.classList.add("drawing");
  editor = new Editor(game, { play: (problem, text) => startOwn(problem, text, "drawing"), cancel: leaveEditor });
  area.append(editor.element);
  editor.open();
  editor.problemChoice.focus();
}

function closeEditor() {
  editor?.close();
  editor?.element.remove();
  editor = null;
  area.classList.remove("drawing");
}

function leaveEditor() {
  closeEditor();
  game.fit();
  game.board.focus();
}

problemChoice.addEventListener("change", () => {
  clearLink();
  start(grids().find(({ problem }) => problem === problemChoice.value));
});
sizeChoice.addEventListener("change", () => {
  clearLink();
  start(grids().find(({ key }) => key === sizeChoice.value));
});
document.getElementById("new").addEventListener("click", () => askRandom(problemChoice.value, (problem, text) => startOwn(problem, text, "random")));
document.getElementById("forget").addEventListener("click", () => {
  const text = make("p", { textContent: message("play-forget-note") });
  const forgetAll = () => {
    forgetEverything();
    location.reload();
  };
  openDialog(message("play-forget-title"), [text], [["confirm primary", message("play-forget-all"), forgetAll]]);
});
document.getElementById("draw").addEventListener("click", openEditor);
document.getElementById("open").addEventListener("click", () => fileInput.click());
fileInput.addEventListener("change", async () => {
  await openFiles([...fileInput.files]);
  // The same file can be opened again.
  fileInput.value = "";
});
addEventListener("dragover", (event) => {
  event.preventDefault();
  document.body.classList.toggle("dropping", event.dataTransfer.types.includes("Files"));
});
addEventListener("dragleave", (event) => event.relatedTarget === null && document.body.classList.remove("dropping"));
addEventListener("drop", (event) => {
  event.preventDefault();
  document.body.classList.remove("dropping");
  openFiles([...event.dataTransfer.files]);
});
addEventListener("hashchange", openLink);
addEventListener("keydown", (event) => {
  if (editor) {
    if (editor.key(event) !== false) event.preventDefault();
  } else if (game?.watch) {
    game.watch.key(event);
  } else if (game && game.key(event) !== false) {
    event.preventDefault();
  }
});
addEventListener("themechange", () => {
  game?.show();
  game?.rules.show();
  editor?.show();
});

const last = grids().find(({ key }) => key === storageGet(pageKey));
if (!(await openLink())) {
  const reason = notice.textContent;
  await start(last ?? grids()[0]);
  showNotice(reason);
}
const boundOf = (problem, text) => pageBound(problem, viewers[problem].instance(text));
// Functions that tests call from the browser's console.
window.play = { readAs, generators, solveLine, boundOf };
