// Notices, saved files, number fields and dialogs: a new random grid, a file that can be read in two ways, a link to share.

const notice = document.getElementById("notice");

/** Shows a message until the next grid starts. */
function showNotice(text) {
  notice.textContent = text;
  notice.hidden = text === "";
  if (text !== "") notice.scrollIntoView({ block: "nearest" });
}

/** A field for a parameter [key, label, lowest, highest, usual], or [key, label, isUsual] for a check box. */
class Field {
  constructor([key, label, low, high, usual], value) {
    this.key = key;
    this.name = label;
    this.isChoice = typeof low === "boolean";
    [this.low, this.high] = [low, high];
    this.input = this.isChoice
      ? make("input", { type: "checkbox", checked: value ?? low })
      : make("input", { type: "number", min: low, max: high, step: 1, value: value ?? usual, inputMode: low < 0 ? "text" : "numeric" });
    this.input.name = key;
    const parts = this.isChoice ? [this.input, ` ${label}`] : [`${label} `, this.input];
    this.element = make("label", { className: this.isChoice ? "field choice" : "field" }, ...parts);
  }

  /** Returns the value; throws a RangeError with the limits if it is not allowed. */
  get value() {
    if (this.isChoice) return this.input.checked;
    const number = this.input.value.trim() === "" ? NaN : Number(this.input.value);
    const isAllowed = Number.isInteger(number) && number >= this.low && number <= this.high;
    this.input.setAttribute("aria-invalid", !isAllowed);
    if (!isAllowed) throw new RangeError(message("play-not-in-range", { name: this.name, low: this.low, high: this.high }));
    return number;
  }
}

/** Returns the values of fields by their keys. */
function valuesOf(fields) {
  return Object.fromEntries(fields.map((field) => [field.key, field.value]));
}

/** Opens a dialog with a title, contents and buttons [class, text, action]; an action that returns false keeps it open. */
function openDialog(title, contents, buttons) {
  const actions = make("div", { className: "dialog-actions" });
  const dialog = make("dialog", { className: "small-dialog" }, make("h2", { textContent: title }), ...contents, actions);
  dialog.setAttribute("aria-label", title);
  for (const [className, text, action] of [...buttons, ["cancel", message("play-cancel"), () => {}]]) {
    const button = make("button", { type: "button", className, textContent: text });
    button.addEventListener("click", () => action() !== false && dialog.close());
    actions.append(button);
  }
  dialog.addEventListener("close", () => dialog.remove());
  dialog.addEventListener("keydown", (event) => {
    event.stopPropagation();
    if (event.key === "Enter" && event.target.matches("input:not([readonly])")) actions.querySelector("button").click();
  });
  document.body.append(dialog);
  dialog.showModal();
  return dialog;
}

/** Returns a menu of all problems. */
function problemMenu(className, selected) {
  const options = data.problems.map(({ name }) => make("option", { value: name, textContent: name, selected: name === selected }));
  return make("select", { className }, ...options);
}

/** Asks for the parameters of a random grid, and calls `onMade(problem, text)`. */
function askRandom(problem, onMade) {
  const choice = problemMenu("random-problem", problem);
  const body = make("div", { className: "fields" });
  const fault = make("p", { className: "warning", role: "alert" });
  let fields = [];
  const list = () => {
    fields = generators[choice.value].parameters.map((parameter) => new Field(parameter));
    body.replaceChildren(...fields.map((field) => field.element));
  };
  choice.addEventListener("change", list);
  list();
  const create = () => {
    try {
      onMade(choice.value, generators[choice.value].make(valuesOf(fields)));
      return true;
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      fault.textContent = error.message;
      return false;
    }
  };
  const head = make("label", { className: "field", textContent: `${message("play-puzzle")} ` }, choice);
  openDialog(message("play-random-title"), [head, body, fault], [["make primary", message("play-make"), create]]);
  fields[0].input.focus();
}

/** Asks which of several readings of a file is meant. */
function askReading(name, found, onChosen) {
  const problems = found.map(([problem]) => problem).reduce((some, problem) => message("play-which-and", { problems: some, problem }));
  const text = make("p", { textContent: message("play-which", { name, problems }) });
  openDialog(message("play-which-title"), [text], found.map(([problem, canonical]) => ["reading", problem, () => onChosen(problem, canonical)]));
}

/** Shows the link of a grid, to copy. */
async function share(problem, text) {
  let link;
  try {
    link = await linkTo(problem, text);
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    showNotice(error.message);
    return;
  }
  const field = make("input", { type: "text", readOnly: true, value: link, className: "link" });
  field.setAttribute("aria-label", message("play-share-label"));
  const textContent = location.protocol === "file:" ? message("play-share-file") : message("play-share-note");
  const remark = make("p", { className: "note", textContent });
  const copy = () => {
    field.select();
    navigator.clipboard?.writeText(link).catch(() => document.execCommand("copy"));
    dialog.querySelector(".copy").textContent = message("play-copied");
    return false;
  };
  const dialog = openDialog(message("play-share-title"), [field, remark], [["copy primary", message("play-copy"), copy]]);
  field.select();
}
