// The window of a replay: one answer, or two of the same instance side by side.

const replays = new Map(data.answers.map(([entrant, instance, packed]) => [`${entrant} ${instance}`, packed]));
const viewer = viewers[data.problem];
const dialog = document.getElementById("replay");
const dialogTitle = dialog.querySelector("h2");
const rivalChoice = dialog.querySelector("select");
const stage = dialog.querySelector(".stage-place");
let player = null;
let shown = null;

/** What an entrant did on an instance, as a film. Without an answer there is only the grid to look at. */
async function film(entrant, number, instance) {
  const title = entrantName(entrant);
  const { verdict, detail } = await runOf(entrant, number);
  const note = verdict === "accepted" ? null : [verdict, detail].filter(Boolean).join(": ");
  const packed = replays.get(`${entrant} ${number}`);
  const still = (why) => ({ title, timeline: new Timeline(viewer, instance, { count: 0, at: () => null }), note: note ?? why });
  if (packed === undefined) return still("this replay was left out to keep the page small");
  try {
    const answer = viewer.answer(instance, await unpack(packed));
    return { title, timeline: new Timeline(viewer, instance, answer), note };
  } catch (error) {
    if (error instanceof Unreadable) return still(error.message);
    throw error;
  }
}

function entrantName(entrant) {
  const { name, baseline } = data.entrants[entrant];
  return baseline ? `[${name}]` : name;
}

async function openReplay(entrant, number, rival) {
  const { name, text } = data.instances[number];
  const instance = viewer.instance(await unpack(text));
  const films = [await film(entrant, number, instance)];
  if (rival !== null) films.push(await film(rival, number, instance));
  shown = { entrant, number };
  dialogTitle.textContent = `${entrantName(entrant)} on ${name}`;
  offerRivals(entrant, number, rival);
  player?.close();
  if (!dialog.open) dialog.showModal();
  player = new Player(stage, films, data.unit);
  if (rival === null) player.playButton.focus();
}

function offerRivals(entrant, number, rival) {
  const others = data.entrants.map((_, other) => other);
  const ready = others.filter((other) => other !== entrant && replays.has(`${other} ${number}`));
  const options = ready.map((other) => make("option", { value: other, textContent: entrantName(other), selected: other === rival }));
  rivalChoice.replaceChildren(make("option", { value: "", textContent: "nobody" }), ...options);
}

rivalChoice.addEventListener("change", () => {
  const rival = rivalChoice.value === "" ? null : Number(rivalChoice.value);
  openReplay(shown.entrant, shown.number, rival);
});
dialog.querySelector(".close").addEventListener("click", () => dialog.close());
dialog.addEventListener("close", () => player?.close());
dialog.addEventListener("keydown", (event) => player?.key(event));
matrix.addEventListener("click", (event) => {
  const button = cellOf(event);
  if (!button || !viewer || data.instances[button.dataset.instance].text === null) return;
  hideTip();
  openReplay(Number(button.dataset.entrant), Number(button.dataset.instance), null);
});
