// The standings: sorting by column, selection of a round, highlighting in charts.

function makeSortable(table) {
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

/** Sorts by one column; rows without a value always come last. */
function sort(table, column, direction) {
  const body = table.tBodies[0];
  const value = (row) => row.cells[column].dataset.value ?? "";
  const sign = direction === "ascending" ? 1 : -1;
  const numbers = [...body.rows].every((row) => value(row) === "" || !Number.isNaN(Number(value(row))));
  const compare = (a, b) => (numbers ? a - b : a.localeCompare(b));
  const rows = [...body.rows].sort((a, b) => {
    const [x, y] = [value(a), value(b)];
    if (x === "" || y === "") return (x === "") - (y === "");
    return sign * compare(x, y) || a.dataset.position - b.dataset.position;
  });
  body.append(...rows);
  // The brackets of groups are meaningful only in the order of the ranks.
  table.classList.toggle("resorted", rows.some((row, position) => Number(row.dataset.position) !== position));
}

/** Shows one round, or all. */
function showRound(round) {
  for (const button of document.querySelectorAll("#rounds button")) {
    button.setAttribute("aria-pressed", button.dataset.round === round);
  }
  for (const part of document.querySelectorAll("[data-view]")) part.hidden = part.dataset.view !== round;
  showRuns(round);
}

document.querySelectorAll("table.standings").forEach(makeSortable);
const rounds = document.getElementById("rounds");
rounds.hidden = rounds.querySelectorAll("button").length < 3;
rounds.addEventListener("click", (event) => {
  const button = event.target.closest("button");
  if (button) showRound(button.dataset.round);
});

// On narrow screens only the most important columns are shown at first.
for (const table of document.querySelectorAll("table.standings")) {
  const more = make("button", { type: "button", className: "more-columns", textContent: message("report-all-columns") });
  more.addEventListener("click", () => {
    const isComplete = table.classList.toggle("complete");
    more.textContent = message(isComplete ? "report-fewer-columns" : "report-all-columns");
  });
  table.parentElement.before(more);
}

/** From this many teams on there is a field to search for one. */
const SEARCH_FROM = 30;
if (document.querySelectorAll("[data-view] table.standings")[0].tBodies[0].rows.length >= SEARCH_FROM) {
  const name = message("report-find-team");
  const search = make("input", { id: "search", type: "search", placeholder: name, "aria-label": name });
  search.addEventListener("input", () => showMatching(search.value));
  document.getElementById("standings").after(search);
}

/** Shows only the rows whose name contains a text. */
function showMatching(text) {
  const wanted = text.trim().toLowerCase();
  const rows = document.querySelectorAll(".standings tbody tr, #matrix tbody tr");
  for (const row of rows) {
    const name = row.querySelector(".team, th")?.textContent ?? "";
    row.hidden = !name.toLowerCase().includes(wanted);
  }
}

// Hovering over a name in the legend fades the other series in all charts.
const legend = document.querySelector(".legend");
function highlight(series) {
  for (const group of document.querySelectorAll(".chart [data-series]")) {
    group.classList.toggle("faint", series !== undefined && group.dataset.series !== series);
  }
}
legend.addEventListener("mouseover", (event) => highlight(event.target.closest("[data-series]")?.dataset.series));
legend.addEventListener("mouseleave", () => highlight());
