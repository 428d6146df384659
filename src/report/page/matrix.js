// The matrix of entrants and instances: details on hover and focus, the replay on click.

const matrix = document.getElementById("matrix");
const tip = make("div", { id: "tip", hidden: true });
tip.setAttribute("role", "tooltip");
document.body.append(tip);

/** Stores the description of an entry. The title is removed because the browser would show a second tooltip. */
function setDescription(button, about) {
  button.setAttribute("aria-label", about);
  button.dataset.about = about;
  button.removeAttribute("title");
  button.tabIndex = -1;
}
for (const button of matrix.querySelectorAll("button")) setDescription(button, button.title);

/** Makes the first entry the only one that the tab key reaches. */
function makeFirstEntryFocusable() {
  const first = matrix.querySelector("button");
  if (first) first.tabIndex = 0;
}

function showTip(button) {
  const [heading, ...lines] = (button.dataset.about ?? button.title).split("\n");
  const action = button.classList.contains("replay") ? [message("report-open-replay")] : [];
  const rows = [...lines, ...action].map((line) => make("div", { textContent: line }));
  tip.replaceChildren(make("strong", { textContent: heading }), ...rows);
  tip.hidden = false;
  const box = button.getBoundingClientRect();
  const left = Math.max(8, Math.min(box.left, innerWidth - tip.offsetWidth - 8));
  const below = box.bottom + 6 + tip.offsetHeight < innerHeight;
  tip.style.left = `${left}px`;
  tip.style.top = `${below ? box.bottom + 6 : Math.max(4, box.top - tip.offsetHeight - 6)}px`;
}

function hideTip() {
  tip.hidden = true;
}

function entryOf(event) {
  return event.target.closest("td button");
}

for (const name of ["mouseover", "focusin"]) {
  matrix.addEventListener(name, (event) => (entryOf(event) ? showTip(entryOf(event)) : hideTip()));
}
for (const name of ["mouseleave", "focusout"]) matrix.addEventListener(name, hideTip);
/** Moving by keys may scroll the matrix; the tooltip then stays beside its entry. */
function followScroll() {
  const entry = document.activeElement;
  if (!tip.hidden && matrix.contains(entry) && entry.matches("button:focus-visible")) showTip(entry);
  else hideTip();
}
addEventListener("scroll", followScroll, { passive: true, capture: true });

// Arrow keys move between entries, so that the matrix is a single tab stop.
matrix.addEventListener("keydown", (event) => {
  const button = entryOf(event);
  if (event.key === "Escape") hideTip();
  const move = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] }[event.key];
  if (!button || !move) return;
  event.preventDefault();
  const cell = button.parentElement;
  const row = move[0] ? adjacentRow(cell.parentElement, move[0]) : cell.parentElement;
  let column = cell.cellIndex + move[1];
  while (row?.cells[column]?.hidden) column += move[1];
  const next = row?.cells[column]?.querySelector("button");
  if (!next) return;
  button.tabIndex = -1;
  next.tabIndex = 0;
  next.focus();
});

function adjacentRow(row, step) {
  return step > 0 ? row.nextElementSibling : row.previousElementSibling;
}

// A large matrix is shown in blocks. The first is part of the HTML, the others are unpacked on demand. In the other language
// than that of the page all are.

const { rows: rowGroups, columns: columnGroups, entries: packedBlocks } = data.blocks;
const unpackedBlocks = new Map();
/** Table heads and bodies by the number of the block. */
const builtBlocks = new Map();
if (matrix.tBodies[0].rows.length > 0) builtBlocks.set(0, [matrix.tHead, matrix.tBodies[0]]);
else if (!matrix.parentElement.hidden) matrix.replaceChildren(...(await buildBlock(0, 0)));
makeFirstEntryFocusable();
const pager = document.getElementById("pager");

/**
 * Returns the entries of a block as arrays of class, verdict, and text, detail and description in each language; null if it was
 * left out.
 */
function blockEntries(number) {
  if (packedBlocks[number] === null) return null;
  if (!unpackedBlocks.has(number)) unpackedBlocks.set(number, unpack(packedBlocks[number]).then(JSON.parse));
  return unpackedBlocks.get(number);
}

/** Returns verdict, detail and summary of a run, also if its block is not shown. */
async function runOf(entrant, instance) {
  const within = (at) => ([from, to]) => from <= at && at < to;
  const row = rowGroups.findIndex(within(entrant));
  const column = columnGroups.findIndex(within(instance));
  const number = row * columnGroups.length + column;
  const built = builtBlocks.get(number);
  if (built) {
    const { verdict, detail, about } = built[1].querySelector(`button[data-entrant="${entrant}"][data-instance="${instance}"]`).dataset;
    // The first line names entrant and instance.
    return { verdict, detail, summary: about.split("\n")[1] };
  }
  const entries = await blockEntries(number);
  const [, verdict, words] = entries?.[entrant - rowGroups[row][0]][instance - columnGroups[column][0]] ?? [];
  const [, detail, about] = words?.[locale.code] ?? [];
  return { verdict, detail, summary: about?.split("\n")[0] };
}

function buildHead([from, to]) {
  const heading = ({ name, round }, place) => {
    const cell = make("th", { scope: "col", title: name }, make("span", { textContent: name }));
    Object.assign(cell.dataset, { round, instance: from + place });
    return cell;
  };
  const headings = data.instances.slice(from, to).map(heading);
  return make("thead", {}, make("tr", {}, make("td"), ...headings));
}

function buildEntry(entrant, instance, [className, verdict, words]) {
  const [text, detail, about] = words[locale.code];
  const { name, round, text: grid } = data.instances[instance];
  const button = make("button", { type: "button", className, textContent: text });
  if (grid !== null) button.classList.add("replay");
  Object.assign(button.dataset, { entrant, instance, verdict });
  if (detail !== "") button.dataset.detail = detail;
  setDescription(button, `${entrantOn(entrant, instance)}\n${about}`);
  const cell = make("td", {}, button);
  cell.dataset.round = round;
  return cell;
}

async function buildBlock(row, column) {
  const number = row * columnGroups.length + column;
  if (builtBlocks.has(number)) return builtBlocks.get(number);
  const [firstEntrant, firstInstance] = [rowGroups[row][0], columnGroups[column][0]];
  const entries = await blockEntries(number);
  const buildRow = (texts, place) => {
    const entrant = firstEntrant + place;
    const name = entrantName(entrant);
    const heading = make("th", { scope: "row", title: name, textContent: name });
    const className = data.entrants[entrant].baseline ? "baseline" : "";
    return make("tr", { className }, heading, ...texts.map((entry, at) => buildEntry(entrant, firstInstance + at, entry)));
  };
  const missing = () => make("tr", {}, make("th", { textContent: message("report-block-left-out") }));
  const rows = entries === null ? [missing()] : entries.map(buildRow);
  const built = [buildHead(columnGroups[column]), make("tbody", {}, ...rows)];
  builtBlocks.set(number, built);
  return built;
}

async function showBlock() {
  const [rows, columns] = pager.querySelectorAll("select");
  const selected = [rows.value, columns.value];
  const built = await buildBlock(...selected.map(Number));
  // The selection may have changed while the block was unpacked.
  if (rows.value !== selected[0] || columns.value !== selected[1]) return;
  hideTip();
  matrix.replaceChildren(...built);
  makeFirstEntryFocusable();
  showMatching(document.getElementById("search")?.value ?? "");
}

/** Lists the blocks of one round, or all, in the menus. */
function listBlocks(round) {
  const [rows, columns] = pager.querySelectorAll("select");
  const option = (value, textContent) => make("option", { value, textContent });
  if (rows.length === 0) rows.append(...rowGroups.map(([from, to], number) => option(number, `${from + 1}–${to}`)));
  const listed = columnGroups
    .map(([from, to], number) => ({ number, round: data.instances[from].round, names: [from, to - 1].map((at) => data.instances[at].name) }))
    .filter((group) => round === "all" || group.round === round);
  columns.replaceChildren(...listed.map(({ number, names }) => option(number, [...new Set(names)].join(" – "))));
}

/** Shows the block that contains an instance. */
async function showInstance(instance) {
  if (!pager) return;
  showRound("all");
  const column = columnGroups.findIndex(([from, to]) => from <= instance && instance < to);
  pager.querySelector("#pager-columns").value = column;
  await showBlock();
}

/** Shows the runs of one round, or all. */
function showRuns(round) {
  if (pager) {
    listBlocks(round);
    if (pager.querySelector("#pager-columns").length > 0) showBlock();
    return;
  }
  for (const cell of matrix.querySelectorAll("[data-round]")) cell.hidden = round !== "all" && cell.dataset.round !== round;
}

if (pager) {
  listBlocks("all");
  pager.hidden = false;
  pager.addEventListener("change", showBlock);
}
