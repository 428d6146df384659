// The matrix of teams and instances: what happened, on hover and focus; the replay, on click.

const matrix = document.getElementById("matrix");
const tip = make("div", { id: "tip", hidden: true });
tip.setAttribute("role", "tooltip");
document.body.append(tip);

/** The browser's own hints would cover ours. */
for (const button of matrix.querySelectorAll("button")) {
  button.setAttribute("aria-label", button.title);
  button.dataset.about = button.title;
  button.removeAttribute("title");
  button.tabIndex = -1;
}
const firstCell = matrix.querySelector("button");
if (firstCell) firstCell.tabIndex = 0;

function showTip(button) {
  const [heading, ...lines] = button.dataset.about.split("\n");
  const hint = button.classList.contains("replay") ? ["click for the replay"] : [];
  const rows = [...lines, ...hint].map((line) => make("div", { textContent: line }));
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

function cellOf(event) {
  return event.target.closest("td button");
}

for (const name of ["mouseover", "focusin"]) {
  matrix.addEventListener(name, (event) => (cellOf(event) ? showTip(cellOf(event)) : hideTip()));
}
for (const name of ["mouseleave", "focusout"]) matrix.addEventListener(name, hideTip);
/** Moving by keys may scroll: what is said of a cell then stays beside it. */
function followScroll() {
  const cell = document.activeElement;
  if (!tip.hidden && matrix.contains(cell) && cell.matches("button:focus-visible")) showTip(cell);
  else hideTip();
}
addEventListener("scroll", followScroll, { passive: true, capture: true });

/** Arrows move from cell to cell, so that the whole matrix is one stop of the tab key. */
matrix.addEventListener("keydown", (event) => {
  const button = cellOf(event);
  if (event.key === "Escape") hideTip();
  const move = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] }[event.key];
  if (!button || !move) return;
  event.preventDefault();
  const cell = button.parentElement;
  const row = move[0] ? matrixRow(cell.parentElement, move[0]) : cell.parentElement;
  let column = cell.cellIndex + move[1];
  while (row?.cells[column]?.hidden) column += move[1];
  const next = row?.cells[column]?.querySelector("button");
  if (!next) return;
  button.tabIndex = -1;
  next.tabIndex = 0;
  next.focus();
});

function matrixRow(row, step) {
  return step > 0 ? row.nextElementSibling : row.previousElementSibling;
}
