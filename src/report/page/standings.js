// The standings: sorted by any column, for all rounds or one.

function sortable(table) {
  const buttons = [...table.querySelectorAll("thead button")];
  for (const button of buttons) {
    button.disabled = false;
    button.addEventListener("click", () => {
      const heading = button.parentElement;
      const first = button.dataset.first ?? "descending";
      const other = first === "ascending" ? "descending" : "ascending";
      const direction = heading.getAttribute("aria-sort") === first ? other : first;
      buttons.forEach((each) => each.parentElement.removeAttribute("aria-sort"));
      heading.setAttribute("aria-sort", direction);
      sort(table, heading.cellIndex, direction);
    });
  }
}

/** Sorts by one column; rows without a value come last either way. */
function sort(table, column, direction) {
  const body = table.tBodies[0];
  const value = (row) => row.cells[column].dataset.value ?? "";
  const sign = direction === "ascending" ? 1 : -1;
  const numbers = [...body.rows].every((row) => value(row) === "" || !Number.isNaN(Number(value(row))));
  const compare = (a, b) => (numbers ? a - b : a.localeCompare(b));
  const rows = [...body.rows].sort((a, b) => {
    const [x, y] = [value(a), value(b)];
    if (x === "" || y === "") return (x === "") - (y === "");
    return sign * compare(x, y) || a.dataset.place - b.dataset.place;
  });
  body.append(...rows);
  // Brackets only mean something in the order of the ranks.
  table.classList.toggle("resorted", rows.some((row, place) => Number(row.dataset.place) !== place));
}

/** Shows one round, or all of them. */
function showRound(round) {
  for (const button of document.querySelectorAll("#rounds button")) {
    button.setAttribute("aria-pressed", button.dataset.round === round);
  }
  for (const part of document.querySelectorAll("[data-view]")) part.hidden = part.dataset.view !== round;
  showRuns(round);
}

document.querySelectorAll("table.standings").forEach(sortable);
const rounds = document.getElementById("rounds");
rounds.hidden = rounds.querySelectorAll("button").length < 3;
rounds.addEventListener("click", (event) => {
  const button = event.target.closest("button");
  if (button) showRound(button.dataset.round);
});

/** Pointing at a name in a legend leaves only its lines strong. */
for (const legend of document.querySelectorAll(".legend")) {
  const series = new Set(Array.from(legend.querySelectorAll("[data-colour]"), (entry) => entry.dataset.colour));
  const light = (chosen) => {
    for (const mark of document.querySelectorAll(".chart svg [stroke], .chart svg [fill]")) {
      const own = ["stroke", "fill"].map((name) => mark.getAttribute(name)).find((colour) => series.has(colour));
      mark.classList.toggle("faint", own !== undefined && chosen !== null && own !== chosen);
    }
  };
  legend.addEventListener("mouseover", (event) => light(event.target.closest("[data-colour]")?.dataset.colour ?? null));
  legend.addEventListener("mouseleave", () => light(null));
}
