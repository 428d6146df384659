// Playing by hand. The `game` of a viewer defines the controls: `keys`, `buttons` and `tap` return actions, `pair` combines
// two cells, `tools` are placed on cells. `write` returns the answer as text.

const area = document.getElementById("game");
let game = null;

class Game {
  constructor(puzzle, text, solution) {
    this.puzzle = puzzle;
    this.text = text;
    this.solution = solution;
    this.viewer = viewers[puzzle.problem];
    this.instance = this.viewer.instance(text);
    this.columns = Math.round(this.viewer.size(this.instance)[0] - (this.viewer.margin?.(this.instance)[0] ?? 0));
    this.controls = this.viewer.game;
    this.history = [];
    this.tool = this.controls.tools?.[0][0];
    this.cursor = this.controls.keys ? undefined : 0;
    this.selected = undefined;
    this.build();
    this.restart();
  }

  build() {
    this.canvas = new GridCanvas(this.viewer, this.instance, "the grid you play on");
    this.canvas.element.tabIndex = 0;
    this.facts = make("dl", { className: "facts" });
    this.table = make("table", { className: "breakdown", hidden: !this.viewer.table });
    this.verdict = make("p", { className: "verdict" });
    this.verdict.setAttribute("aria-live", "polite");
    this.reference = make("p", { className: "reference", textContent: this.referenceText() });
    this.canvasArea = make("div", { className: "canvases" }, this.canvas.element);
    this.buttons = make("div", { className: "controls" });
    const side = make("aside", {}, this.facts, this.reference, this.verdict, this.buttons, this.table, make("p", { className: "rules", textContent: this.viewer.rules }));
    area.replaceChildren(this.canvasArea, side);
    this.addControls();
    this.listen();
    this.observer = new ResizeObserver(() => this.fit());
    this.observer.observe(this.canvasArea);
  }

  addControls() {
    const button = (name, text, onClick) => {
      const element = make("button", { type: "button", className: name, textContent: text });
      element.addEventListener("click", onClick);
      this.buttons.append(element);
      return element;
    };
    for (const [text, action, name] of this.controls.buttons ?? []) {
      button("move", text, () => this.act([action])).setAttribute("aria-label", name);
    }
    this.toolButtons = (this.controls.tools ?? []).map(([key, text, colour]) => {
      const element = button("tool", text, () => this.selectTool(key));
      if (colour) element.style.borderBottom = `0.35rem solid ${colour}`;
      element.dataset.tool = key;
      return element;
    });
    if (this.controls.fill) button("fill", "fill empty cells", () => this.act(this.controls.fill(this.state, this.tool)));
    button("undo", "undo", () => this.undo());
    button("restart", "start over", () => this.restart());
    this.showButton = button("show", "show solution", () => this.showSolution());
    this.showButton.disabled = this.solution === null;
    this.saveButton = button("save", "save answer", () => save(`${this.puzzle.name}-answer.txt`, this.answer()));
    button("save-grid", "save grid", () => save(`${this.puzzle.name}.txt`, this.text));
  }

  /** Returns the best known value and the bound. */
  referenceText() {
    const { best, bound, unit, goal } = this.puzzle;
    if (goal === "solve") return best ? `Solved by the bundled algorithm ${best.solver}.` : "";
    const known = best ? `best known: ${best.value} ${unit} (${best.solver})` : "";
    const limit = `proven bound: ${goal === "maximise" ? "at most" : "at least"} ${bound}`;
    return [known, limit].filter(Boolean).join("; ");
  }

  listen() {
    const canvas = this.canvas.element;
    let pressed = null;
    canvas.addEventListener("pointerdown", (event) => {
      const cell = this.canvas.cellAt(event);
      if (!cell) return;
      canvas.focus({ preventScroll: true });
      canvas.setPointerCapture(event.pointerId);
      pressed = this.index(cell);
      if (this.controls.tap) this.act(this.controls.tap(this.state, cell));
      if (this.controls.tools) this.apply(pressed, event.button === 2 ? this.controls.tools.at(-1)[0] : this.tool);
    });
    canvas.addEventListener("pointermove", (event) => {
      const cell = this.canvas.cellAt(event);
      if (!cell || pressed === null || !this.controls.paint || this.index(cell) === pressed) return;
      pressed = this.index(cell);
      const action = this.controls.paint(this.state, pressed, this.painting);
      if (action && this.painting) this.act([action]);
    });
    canvas.addEventListener("pointerup", (event) => {
      const cell = this.canvas.cellAt(event);
      if (pressed !== null && cell && this.controls.pair) this.combine(pressed, this.index(cell));
      pressed = null;
    });
    canvas.addEventListener("contextmenu", (event) => event.preventDefault());
  }

  index([column, row]) {
    return row * this.columns + column;
  }

  /** Combines two cells, dragged from one to the other or clicked one after the other. */
  combine(from, to) {
    const partner = from === to ? this.selected : from;
    const action = partner === undefined ? null : this.controls.pair(this.state, partner, to);
    this.selected = action || from !== to || partner === to ? undefined : to;
    this.cursor = to;
    if (action) this.act([action]);
    else this.show();
  }

  apply(cell, tool) {
    this.cursor = cell;
    const action = this.controls.place(this.state, cell, tool);
    this.painting = action[1] ? tool : null;
    this.act([action]);
  }

  selectTool(tool) {
    this.tool = tool;
    this.show();
  }

  key(event) {
    if (event.ctrlKey && event.key === "z") return this.undo();
    if (event.ctrlKey || event.metaKey || event.altKey || event.target.matches("select, input")) return false;
    if (event.target.matches("button") && [" ", "Enter"].includes(event.key)) return false;
    if (event.key === "Backspace") return this.undo();
    const action = this.controls.keys?.[event.key];
    if (action) return this.act([action]);
    const steps = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -this.columns, ArrowDown: this.columns };
    if (steps[event.key] && this.cursor !== undefined) return this.move(steps[event.key]);
    if (this.controls.pair && event.key === " ") return this.combine(this.cursor, this.cursor);
    const tool = this.controls.tools?.find(([key]) => key.toLowerCase() === event.key.toLowerCase());
    if (!tool) return false;
    this.tool = tool[0];
    return this.apply(this.cursor, tool[0]);
  }

  /** Moves the cursor, and the selected tile with it. */
  move(step) {
    const [columns, cells] = [this.columns, this.columns * this.rows()];
    const next = this.cursor + step;
    const wraps = Math.abs(step) === 1 && Math.floor(next / columns) !== Math.floor(this.cursor / columns);
    if (next < 0 || next >= cells || wraps) return;
    if (this.selected !== undefined) this.combine(this.selected, next);
    this.cursor = next;
    this.show();
  }

  rows() {
    return Math.round(this.viewer.size(this.instance)[1] - (this.viewer.margin?.(this.instance)[1] ?? 0));
  }

  /** Applies actions that are undone together. */
  act(actions) {
    const possible = actions.filter((action) => !this.controls.possible || this.controls.possible(this.state, action));
    if (possible.length === 0) return;
    possible.forEach((action) => this.viewer.act(this.state, action, 0));
    this.history.push(possible);
    this.show();
  }

  undo() {
    this.history.pop();
    this.state = this.viewer.initial(this.instance);
    this.history.flat().forEach((action) => this.viewer.act(this.state, action, 0));
    this.show();
  }

  restart() {
    this.history = [];
    this.undo();
  }

  answer() {
    return this.controls.write(this.state, this.history.flat());
  }

  fit() {
    this.canvas.fit(Math.max(60, this.canvasArea.clientWidth - 8), innerHeight * 0.72);
    this.show();
  }

  show() {
    this.canvas.draw(this.state, { cursor: this.cursor, selected: this.selected });
    const moves = this.controls.tools ? [["moves", this.history.flat().length]] : [];
    showFacts(this.facts, [...this.viewer.facts(this.state), ...moves]);
    if (this.viewer.table) showTable(this.table, this.viewer.table(this.state));
    for (const button of this.toolButtons) button.setAttribute("aria-pressed", button.dataset.tool === this.tool);
    let value = null;
    try {
      value = this.viewer.judge(this.state, 0);
    } catch (error) {
      if (!(error instanceof Rejected)) throw error;
    }
    this.saveButton.disabled = value === null;
    this.verdict.textContent = value === null ? "" : this.assessment(Number(value));
  }

  assessment(value) {
    const { best, bound, unit, goal } = this.puzzle;
    if (goal === "solve") return "Solved";
    const sign = goal === "maximise" ? -1 : 1;
    const done = `Done with ${value} ${unit}`;
    if (sign * (value - bound) <= 0) return `${done}: optimal`;
    if (best && sign * (value - best.value) < 0) return `${done}: better than the best known value`;
    if (best && value === best.value) return `${done}: equal to the best known value`;
    return done;
  }

  /** Shows the bundled solution as a replay instead of the game. */
  showSolution() {
    const answer = this.viewer.answer(this.instance, this.solution);
    const replay = { title: `${this.puzzle.best.solver}’s answer`, timeline: new Timeline(this.viewer, this.instance, answer) };
    const solutionArea = make("div", { className: "solution" });
    const back = make("button", { type: "button", className: "resume", textContent: "back to the game" });
    area.classList.add("showing");
    area.append(solutionArea);
    this.player = new Player(make("div"), [replay], this.puzzle.unit);
    solutionArea.append(this.player.root, back);
    back.addEventListener("click", () => {
      this.player.close();
      this.player = null;
      solutionArea.remove();
      area.classList.remove("showing");
      this.fit();
      this.canvas.element.focus();
    });
    this.player.jump(0);
    if (!matchMedia("(prefers-reduced-motion: reduce)").matches) this.player.play();
  }

  close() {
    this.player?.close();
    this.observer.disconnect();
  }
}

/** Saves a text as a file. */
function save(name, text) {
  const address = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
  make("a", { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

let requested = null;

/** Starts a game, unless another one was requested while this one was unpacked. */
async function start(puzzle) {
  requested = puzzle;
  const text = await unpack(puzzle.text);
  const solution = puzzle.best ? await unpack(puzzle.best.answer) : null;
  if (requested !== puzzle) return;
  game?.close();
  area.classList.remove("showing");
  game = new Game(puzzle, text, solution);
  area.dataset.game = puzzle.name;
  game.canvas.element.focus({ preventScroll: true });
}

const problemChoice = document.getElementById("problem");
const sizeChoice = document.getElementById("size");
const problems = [...new Set(data.games.map((puzzle) => puzzle.problem))];
problemChoice.replaceChildren(...problems.map((problem) => make("option", { value: problem, textContent: problem })));

function listSizes() {
  const puzzles = data.games.filter((puzzle) => puzzle.problem === problemChoice.value);
  sizeChoice.replaceChildren(...puzzles.map((puzzle) => make("option", { value: data.games.indexOf(puzzle), textContent: puzzle.label })));
  start(puzzles[0]);
}

problemChoice.addEventListener("change", listSizes);
sizeChoice.addEventListener("change", () => start(data.games[sizeChoice.value]));
addEventListener("keydown", (event) => {
  if (!game) return;
  if (game.player) game.player.key(event);
  else if (game.key(event) !== false) event.preventDefault();
});
addEventListener("themechange", () => game?.show());
document.getElementById("choices").hidden = data.games.length < 2;
listSizes();
