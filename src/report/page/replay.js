// The dialog with replays: one answer, or two answers to the same instance side by side.

const packedAnswers = new Map(data.answers.map(([entrant, instance, packed]) => [`${entrant} ${instance}`, packed]));
/** The rules of a bundled puzzle, or null for a problem of one's own, whatever its name. */
const viewer = data.bundled ? viewers[data.problem] : null;
const dialog = document.getElementById("replay");
const dialogTitle = dialog.querySelector("h2");
const opponentChoice = dialog.querySelector("select");
const playerArea = dialog.querySelector(".player");
const evidenceArea = dialog.querySelector(".evidence");
let player = null;
let current = null;

/** Returns the replay of an entrant on an instance of a puzzle. Without an answer it shows only the initial state. */
async function loadReplay(entrant, number, instance) {
  const title = entrantName(entrant);
  const { verdict, detail } = await runOf(entrant, number);
  const note = verdict === "accepted" ? null : verdictText(verdict, detail);
  const packed = packedAnswers.get(`${entrant} ${number}`);
  const withoutAnswer = (reason) => {
    const timeline = new Timeline(viewer, instance, { count: 0, at: () => null });
    // Without an answer there is no cell to blame.
    timeline.rejectedCells = [];
    return { title, timeline, note: note ?? reason };
  };
  if (packed === undefined) return withoutAnswer(message("report-replay-left-out"));
  try {
    const answer = viewer.answer(instance, await unpack(packed));
    return { title, timeline: new Timeline(viewer, instance, answer), note };
  } catch (error) {
    if (error instanceof Unreadable) return withoutAnswer(error.message);
    throw error;
  }
}

/** Returns the verdict on a run, with the reason if there is one. */
function verdictText(verdict, detail) {
  if (verdict === undefined) return "";
  const word = message(`verdict-${verdict.replace(" ", "-")}`);
  return detail ? message("report-verdict-detail", { verdict: word, detail }) : word;
}

function entrantOn(entrant, number) {
  return message("report-entrant-on", { entrant: entrantName(entrant), instance: data.instances[number].name });
}

function entrantName(entrant) {
  const { name, baseline } = data.entrants[entrant];
  return baseline ? `[${name}]` : name;
}

/** Returns the replay of an entrant on an instance that the page cannot replay by itself. */
async function loadTexts(entrant, number, instance) {
  const { verdict, detail, summary } = await runOf(entrant, number);
  const isAccepted = verdict === "accepted";
  const packed = packedAnswers.get(`${entrant} ${number}`);
  const answer = packed === undefined ? null : await unpack(packed);
  const text = isAccepted ? summary : verdictText(verdict, detail);
  const note = isAccepted && answer === null ? message("report-answer-left-out", { note: text }) : text;
  const replay = { title: entrantName(entrant), answer, note, isAccepted };
  if (!data.view) return replay;
  return { ...replay, timeline: new ViewTimeline(await unpack(data.view.script), instance, answer, isAccepted ? null : note) };
}

async function openReplay(entrant, number, opponent) {
  const { text } = data.instances[number];
  const instanceText = await unpack(text);
  const instance = viewer ? viewer.instance(instanceText) : instanceText;
  const load = viewer ? loadReplay : loadTexts;
  const replays = [await load(entrant, number, instance)];
  if (opponent !== null) replays.push(await load(opponent, number, instance));
  current = { entrant, number };
  dialogTitle.textContent = entrantOn(entrant, number);
  listOpponents(entrant, number, opponent);
  showEvidence(data.instances[number].bound);
  player?.close();
  if (!dialog.open) dialog.showModal();
  player = viewer || data.view ? new Player(playerArea, replays, data.unit) : new TextPanels(playerArea, instance, replays);
  if (opponent === null) player.focus();
  setFragment({ team: entrantName(entrant), instance: instancePath(number) });
}

/** Says below the replay how the bound was proved and how to check it. */
function showEvidence(bound) {
  evidenceArea.hidden = bound === null;
  if (bound === null) return;
  const lines = bound.about[locale.code].map((textContent) => make("p", { textContent }));
  if (bound.command) lines.push(make("pre", { textContent: bound.command }));
  evidenceArea.replaceChildren(...lines);
}

function listOpponents(entrant, number, opponent) {
  const others = data.entrants.map((_, other) => other);
  const available = others.filter((other) => other !== entrant && packedAnswers.has(`${other} ${number}`));
  const options = available.map((other) => make("option", { value: other, textContent: entrantName(other), selected: other === opponent }));
  opponentChoice.replaceChildren(make("option", { value: "", textContent: message("report-no-opponent") }), ...options);
}

opponentChoice.addEventListener("change", () => {
  const opponent = opponentChoice.value === "" ? null : Number(opponentChoice.value);
  openReplay(current.entrant, current.number, opponent);
});
dialog.querySelector(".close").addEventListener("click", () => dialog.close());
dialog.addEventListener("close", () => {
  // The event comes later than the close; another replay may have been opened since.
  if (dialog.open) return;
  player?.close();
  setFragment({});
});
dialog.addEventListener("keydown", (event) => player?.key(event));
matrix.addEventListener("click", (event) => {
  const button = entryOf(event);
  if (!button || data.instances[button.dataset.instance].text === null) return;
  hideTip();
  openReplay(Number(button.dataset.entrant), Number(button.dataset.instance), null);
});
