// The dialog with replays: one answer, or two answers to the same instance side by side.

const packedAnswers = new Map(data.answers.map(([entrant, instance, packed]) => [`${entrant} ${instance}`, packed]));
/** The rules of a bundled puzzle, or null for a problem of one's own, whatever its name. */
const viewer = data.bundled ? viewers[data.problem] : null;
const dialog = document.getElementById("replay");
const dialogTitle = dialog.querySelector("h2");
const opponentChoice = dialog.querySelector("select");
const playerArea = dialog.querySelector(".player");
let player = null;
let current = null;

/** Returns the replay of an entrant on an instance of a puzzle. Without an answer it shows only the initial state. */
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

/** Returns the replay of an entrant on an instance that the page cannot replay by itself. */
async function loadTexts(entrant, number, instance) {
  const { verdict, detail, summary } = await runOf(entrant, number);
  const isAccepted = verdict === "accepted";
  const packed = packedAnswers.get(`${entrant} ${number}`);
  const answer = packed === undefined ? null : await unpack(packed);
  const omitted = isAccepted && answer === null ? "; the answer was left out because of the size limit of the page" : "";
  const note = (isAccepted ? summary : [verdict, detail].filter(Boolean).join(": ")) + omitted;
  const replay = { title: entrantName(entrant), answer, note, isAccepted };
  if (!data.view) return replay;
  return { ...replay, timeline: new ViewTimeline(await unpack(data.view.script), instance, answer, isAccepted ? null : note) };
}

async function openReplay(entrant, number, opponent) {
  const { name, text } = data.instances[number];
  const instanceText = await unpack(text);
  const instance = viewer ? viewer.instance(instanceText) : instanceText;
  const load = viewer ? loadReplay : loadTexts;
  const replays = [await load(entrant, number, instance)];
  if (opponent !== null) replays.push(await load(opponent, number, instance));
  current = { entrant, number };
  dialogTitle.textContent = `${entrantName(entrant)} on ${name}`;
  listOpponents(entrant, number, opponent);
  player?.close();
  if (!dialog.open) dialog.showModal();
  player = viewer || data.view ? new Player(playerArea, replays, data.unit) : new TextPanels(playerArea, instance, replays);
  if (opponent === null) player.focus();
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
