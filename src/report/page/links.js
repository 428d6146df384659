// Addresses of parts of the page, to be mailed: #team=…, #instance=…, or both for a replay.

/** Returns round and name of an instance; names are unique within a round only. */
function instancePath(number) {
  const { name, round } = data.instances[number];
  return `${round}/${name}`;
}

/** Puts the address of a part into the address bar, without a new entry in the history. */
function setFragment(parts) {
  const fragment = new URLSearchParams(parts).toString();
  history.replaceState(null, "", fragment === "" ? location.pathname + location.search : `#${fragment}`);
}

function markLinked(elements) {
  for (const element of document.querySelectorAll(".linked")) element.classList.remove("linked");
  for (const element of elements) element.classList.add("linked");
  const visible = elements.find((element) => element.offsetParent);
  visible?.scrollIntoView({ block: "center" });
}

/** Shows the part that the address names; unknown names are ignored. */
async function followFragment() {
  const parts = new URLSearchParams(location.hash.slice(1));
  const [team, path] = [parts.get("team"), parts.get("instance")];
  if (team === null && path === null) return;
  const instance = data.instances.findIndex((_, number) => instancePath(number) === path);
  const entrant = data.entrants.findIndex((_, number) => entrantName(number) === team);
  if (instance >= 0) await showInstance(instance);
  if (instance >= 0 && entrant >= 0 && data.instances[instance].text !== null) {
    await openReplay(entrant, instance, null);
  } else if (instance >= 0) {
    markLinked([...matrix.querySelectorAll("thead th")].filter((heading) => heading.dataset.instance === String(instance)));
  } else {
    markLinked([...document.querySelectorAll("table.standings tbody tr")].filter((row) => row.cells[2].dataset.value === team));
  }
}

for (const cell of document.querySelectorAll(".standings td.team")) {
  const href = `#${new URLSearchParams({ team: cell.dataset.value })}`;
  cell.replaceChildren(make("a", { href, textContent: cell.dataset.value }));
}
matrix.addEventListener("click", (event) => {
  const heading = event.target.closest("thead th");
  if (!heading) return;
  setFragment({ instance: instancePath(Number(heading.dataset.instance)) });
  markLinked([heading]);
});
addEventListener("hashchange", followFragment);
followFragment();
