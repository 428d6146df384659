// The page that draws instances and answers: what the visitor types, files, and the answers of baselines.

/** The largest file that is opened, in bytes. */
const MAX_FILE = 32 << 20;
/** After typing, the drawing follows when so many milliseconds have passed without a further change. */
const TYPING_PAUSE = 250;

const instanceChoice = document.getElementById("instance");
const solutionChoice = document.getElementById("solution");
const answerField = document.getElementById("answer");
const fileInput = document.getElementById("file");
const notice = document.getElementById("notice");
const area = document.querySelector("#drawing .player");
const script = await unpack(data.view.script);
let game = null;
let timeline = null;
let player = null;
let typing = null;

function showNotice(text) {
  notice.textContent = text;
  notice.hidden = text === "";
}

/** Returns what the visitor has typed, or null if that is nothing. */
function ownAnswer() {
  return answerField.value.trim() === "" ? null : answerField.value;
}

/** Draws the answer that is chosen. */
async function show() {
  const choice = solutionChoice.value;
  const solution = choice === "" ? null : game.solutions[Number(choice)];
  const [instance, answer] = await Promise.all([unpack(game.text), solution && unpack(game.answers[solution.answer])]);
  // Another one may have been chosen while this one was unpacked.
  if (solutionChoice.value !== choice) return;
  player?.close();
  timeline = new ViewTimeline(script, instance, solution ? answer : ownAnswer(), null);
  const title = solution ? `[${solution.solver}]` : message("drawing-own-answer");
  player = new Player(area, [{ title, timeline, note: solution ? valueText(solution) : "" }], data.unit);
}

function valueText({ value, stopped }) {
  const text = data.unit === "" ? message("unit-solved") : message("drawing-value", { value, unit: data.unit });
  return stopped ? message("drawing-stopped", { value: text, time: stopped }) : text;
}

/** Draws what the visitor has typed. */
function showOwn() {
  if (solutionChoice.value === "" && timeline) {
    timeline.change(ownAnswer());
  } else {
    solutionChoice.value = "";
    show();
  }
}

function start() {
  game = data.games[Number(instanceChoice.value)];
  const options = game.solutions.map((solution, number) =>
    make("option", { value: number, textContent: message("drawing-solution", { solver: solution.solver, value: valueText(solution) }) }),
  );
  solutionChoice.replaceChildren(make("option", { value: "", textContent: message("drawing-own-answer") }), ...options);
  answerField.value = "";
  solutionChoice.value = options.length > 0 ? "0" : "";
  return show();
}

async function openFiles(files) {
  if (files.length === 0) return;
  const [file] = files;
  if (files.length > 1) return showNotice(message("drawing-many-files", { count: files.length }));
  if (file.size > MAX_FILE) {
    return showNotice(message("drawing-large-file", { name: file.name, size: file.size, largest: MAX_FILE }));
  }
  try {
    answerField.value = await file.text();
    showNotice("");
    showOwn();
  } catch (error) {
    showNotice(message("drawing-unreadable-file", { name: file.name, error: error.message }));
  }
}

instanceChoice.replaceChildren(...data.games.map(({ label: text }, number) => make("option", { value: number, textContent: translated(text) })));
instanceChoice.addEventListener("change", start);
solutionChoice.addEventListener("change", show);
answerField.addEventListener("input", () => {
  clearTimeout(typing);
  typing = setTimeout(showOwn, TYPING_PAUSE);
});
document.getElementById("open").addEventListener("click", () => fileInput.click());
document.getElementById("save").addEventListener("click", () => save(`${game.name}.answer.txt`, answerField.value));
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
addEventListener("keydown", (event) => {
  if (!event.target.matches("textarea")) player?.key(event);
});

await start();
