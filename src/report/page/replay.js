// The dialog with replays: one answer, or two answers to the same instance side by side.

const packedAnswers = new Map(data.answers.map(([entrant, instance, packed]) => [`${entrant} ${instance}`, packed]));
const viewer = viewers[data.problem];
const dialog = document.getElementById("replay");
const dialogTitle = dialog.querySelector("h2");
const opponentChoice = dialog.querySelector("select");
const playerArea = dialog.querySelector(".player");
let player = null;
let current = null;

/** Returns the replay of an entrant on an instance. Without an answer it shows only the initial state. */
async function loadReplay(entrant, number, instance) {
  const title = entrantName(entrant);
  const { verdict, detail } = await runOf(entrant, number);
  const note = verdict === "accepted" ? null : [verdict, detail].filter(Boolean).join(": ");
  const packed = packedAnswers.get(`${entrant} ${number}`);
  const withoutAnswer = (reason) => {
    const timeline = new Timeline(viewer, instance, { count: 0, at: () => null });
    // Without an answer there is no cell to blame.
    timeline.rejectedCells = [];
    return { title, timeline, note: note ?? reason };
  };
  if (packed === undefined) return withoutAnswer("this replay was left out because of the size limit of the page");
  try {
    const answer = viewer.answer(instance, await unpack(packed));
    return { title, timeline: new Timeline(viewer, instance, answer), note };
  } catch (error) {
    if (error instanceof Unreadable) return withoutAnswer(error.message);
    throw error;
  }
}

function entrantName(entrant) {
  const { name, baseline } = data.entrants[entrant];
  return baseline ? `[${name}]` : name;
}

async function openReplay(entrant, number, opponent) {
  const { name, text } = data.instances[number];
  const instance = viewer.instance(await unpack(text));
  const replays = [await loadReplay(entrant, number, instance)];
  if (opponent !== null) replays.push(await loadReplay(opponent, number, instance));
  current = { entrant, number };
  dialogTitle.textContent = `${entrantName(entrant)} on ${name}`;
  listOpponents(entrant, number, opponent);
  player?.close();
  if (!dialog.open) dialog.showModal();
  player = new Player(playerArea, replays, data.unit);
  if (opponent === null) player.playButton.focus();
  setFragment({ team: entrantName(entrant), instance: instancePath(number) });
}

function listOpponents(entrant, number, opponent) {
  const others = data.entrants.map((_, other) => other);
  const available = others.filter((other) => other !== entrant && packedAnswers.has(`${other} ${number}`));
  const options = available.map((other) => make("option", { value: other, textContent: entrantName(other), selected: other === opponent }));
  opponentChoice.replaceChildren(make("option", { value: "", textContent: "none" }), ...options);
}

opponentChoice.addEventListener("change", () => {
  const opponent = opponentChoice.value === "" ? null : Number(opponentChoice.value);
  openReplay(current.entrant, current.number, opponent);
});
dialog.querySelector(".close").addEventListener("click", () => dialog.close());
dialog.addEventListener("close", () => {
  player?.close();
  setFragment({});
});
dialog.addEventListener("keydown", (event) => player?.key(event));
matrix.addEventListener("click", (event) => {
  const button = entryOf(event);
  if (!button || !viewer || data.instances[button.dataset.instance].text === null) return;
  hideTip();
  openReplay(Number(button.dataset.entrant), Number(button.dataset.instance), null);
});
