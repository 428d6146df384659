// Playing by hand. What a viewer's `game` brings decides how: `keys`, `buttons` and `tap` drive something about the
// grid, `pair` joins two cells, `tools` are put on cells; `write` gives the answer as text.

const area = document.getElementById("game");
let game = null;

class Game {
  constructor(offer, text, solution) {
    this.offer = offer;
    this.text = text;
    this.solution = solution;
    this.viewer = viewers[offer.problem];
    this.instance = this.viewer.instance(text);
    this.columns = Math.round(this.viewer.size(this.instance)[0] - (this.viewer.margin?.(this.instance)[0] ?? 0));
    this.rules = this.viewer.game;
    this.history = [];
    this.tool = this.rules.tools?.[0][0];
    this.cursor = this.rules.keys ? undefined : 0;
    this.held = undefined;
    this.build();
    this.restart();
  }

  build() {
    this.board = new Board(this.viewer, this.instance, "the grid you play on");
    this.board.canvas.tabIndex = 0;
    this.facts = make("dl", { className: "facts" });
    this.table = make("table", { className: "breakdown", hidden: !this.viewer.table });
    this.outcome = make("p", { className: "outcome" });
    this.outcome.setAttribute("aria-live", "polite");
    this.marks = make("p", { className: "marks", textContent: this.marksText() });
    this.place = make("div", { className: "boards" }, this.board.canvas);
    this.controls = make("div", { className: "controls" });
    const side = make("aside", {}, this.facts, this.marks, this.outcome, this.controls, this.table, make("p", { className: "rules", textContent: this.viewer.rules }));
    area.replaceChildren(this.place, side);
    this.addControls();
    this.listen();
    this.observer = new ResizeObserver(() => this.fit());
    this.observer.observe(this.place);
  }

  addControls() {
    const button = (name, text, act) => {
      const element = make("button", { type: "button", className: name, textContent: text });
      element.addEventListener("click", act);
      this.controls.append(element);
      return element;
    };
    for (const [text, action, name] of this.rules.buttons ?? []) {
      button("move", text, () => this.act([action])).setAttribute("aria-label", name);
    }
    this.toolButtons = (this.rules.tools ?? []).map(([key, text, colour]) => {
      const element = button("tool", text, () => this.choose(key));
      if (colour) element.style.borderBottom = `0.35rem solid ${colour}`;
      element.dataset.tool = key;
      return element;
    });
    if (this.rules.fill) button("fill", "fill the rest", () => this.act(this.rules.fill(this.state, this.tool)));
    button("undo", "undo", () => this.undo());
    button("restart", "start over", () => this.restart());
    this.showButton = button("show", "show me", () => this.showMe());
    this.showButton.disabled = this.solution === null;
    this.saveButton = button("save", "save my answer", () => save(`${this.offer.name}-answer.txt`, this.answer()));
    button("save-grid", "save the grid", () => save(`${this.offer.name}.txt`, this.text));
  }

  /** What others have reached, and what nobody can. */
  marksText() {
    const { best, bound, unit, goal } = this.offer;
    if (goal === "solve") return best ? `Solved by the bundled algorithm ${best.solver}.` : "";
    const known = best ? `best known: ${best.value} ${unit} (${best.solver})` : "";
    const limit = `proved: ${goal === "maximise" ? "at most" : "at least"} ${bound}`;
    return [known, limit].filter(Boolean).join("; ");
  }

  listen() {
    const { canvas } = this.board;
    let pressed = null;
    canvas.addEventListener("pointerdown", (event) => {
      const place = this.board.placeAt(event);
      if (!place) return;
      canvas.focus({ preventScroll: true });
      canvas.setPointerCapture(event.pointerId);
      pressed = this.index(place);
      if (this.rules.tap) this.act(this.rules.tap(this.state, place));
      if (this.rules.tools) this.put(pressed, event.button === 2 ? this.rules.tools.at(-1)[0] : this.tool);
    });
    canvas.addEventListener("pointermove", (event) => {
      const place = this.board.placeAt(event);
      if (!place || pressed === null || !this.rules.paint || this.index(place) === pressed) return;
      pressed = this.index(place);
      const action = this.rules.paint(this.state, pressed, this.painting);
      if (action && this.painting) this.act([action]);
    });
    canvas.addEventListener("pointerup", (event) => {
      const place = this.board.placeAt(event);
      if (pressed !== null && place && this.rules.pair) this.join(pressed, this.index(place));
      pressed = null;
    });
    canvas.addEventListener("contextmenu", (event) => event.preventDefault());
  }

  index([column, row]) {
    return row * this.columns + column;
  }

  /** Dragged from one cell to another, or clicked one after the other. */
  join(from, to) {
    const partner = from === to ? this.held : from;
    const action = partner === undefined ? null : this.rules.pair(this.state, partner, to);
    this.held = action || from !== to || partner === to ? undefined : to;
    this.cursor = to;
    if (action) this.act([action]);
    else this.show();
  }

  put(cell, tool) {
    this.cursor = cell;
    const action = this.rules.place(this.state, cell, tool);
    this.painting = action[1] ? tool : null;
    this.act([action]);
  }

  choose(tool) {
    this.tool = tool;
    this.show();
  }

  key(event) {
    if (event.ctrlKey && event.key === "z") return this.undo();
    if (event.ctrlKey || event.metaKey || event.altKey || event.target.matches("select, input")) return false;
    if (event.target.matches("button") && [" ", "Enter"].includes(event.key)) return false;
    if (event.key === "Backspace") return this.undo();
    const own = this.rules.keys?.[event.key];
    if (own) return this.act([own]);
    const steps = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -this.columns, ArrowDown: this.columns };
    if (steps[event.key] && this.cursor !== undefined) return this.move(steps[event.key]);
    if (this.rules.pair && event.key === " ") return this.join(this.cursor, this.cursor);
    const tool = this.rules.tools?.find(([key]) => key.toLowerCase() === event.key.toLowerCase());
    if (!tool) return false;
    this.tool = tool[0];
    return this.put(this.cursor, tool[0]);
  }

  /** Moves the cursor, and the tile that is held with it. */
  move(step) {
    const [columns, cells] = [this.columns, this.columns * this.rows()];
    const next = this.cursor + step;
    const wraps = Math.abs(step) === 1 && Math.floor(next / columns) !== Math.floor(this.cursor / columns);
    if (next < 0 || next >= cells || wraps) return;
    if (this.held !== undefined) this.join(this.held, next);
    this.cursor = next;
    this.show();
  }

  rows() {
    return Math.round(this.viewer.size(this.instance)[1] - (this.viewer.margin?.(this.instance)[1] ?? 0));
  }

  /** Does some actions that one undo takes back together. */
  act(actions) {
    const possible = actions.filter((action) => !this.rules.possible || this.rules.possible(this.state, action));
    if (possible.length === 0) return;
    possible.forEach((action) => this.viewer.act(this.state, action, 0));
    this.history.push(possible);
    this.show();
  }

  undo() {
    this.history.pop();
    this.state = this.viewer.begin(this.instance);
    this.history.flat().forEach((action) => this.viewer.act(this.state, action, 0));
    this.show();
  }

  restart() {
    this.history = [];
    this.undo();
  }

  answer() {
    return this.rules.write(this.state, this.history.flat());
  }

  fit() {
    this.board.fit(Math.max(60, this.place.clientWidth - 8), innerHeight * 0.72);
    this.show();
  }

  show() {
    this.board.draw(this.state, { cursor: this.cursor, held: this.held });
    const moves = this.rules.tools ? [["moves", this.history.flat().length]] : [];
    showFacts(this.facts, [...this.viewer.facts(this.state), ...moves]);
    if (this.viewer.table) showTable(this.table, this.viewer.table(this.state));
    for (const button of this.toolButtons) button.setAttribute("aria-pressed", button.dataset.tool === this.tool);
    let value = null;
    try {
      value = this.viewer.judge(this.state, 0);
    } catch (error) {
      if (!(error instanceof Broken)) throw error;
    }
    this.saveButton.disabled = value === null;
    this.outcome.textContent = value === null ? "" : this.praise(Number(value));
  }

  praise(value) {
    const { best, bound, unit, goal } = this.offer;
    if (goal === "solve") return "Solved!";
    const sign = goal === "maximise" ? -1 : 1;
    const done = `Done with ${value} ${unit}`;
    if (sign * (value - bound) <= 0) return `${done}: nobody can do better!`;
    if (best && sign * (value - best.value) < 0) return `${done}: better than the best known!`;
    if (best && value === best.value) return `${done}: as good as the best known.`;
    return `${done}.`;
  }

  /** The bundled solution as a replay in the place of the board, until the player comes back. */
  showMe() {
    const answer = this.viewer.answer(this.instance, this.solution);
    const film = { title: `${this.offer.best.solver}’s answer`, timeline: new Timeline(this.viewer, this.instance, answer) };
    const shown = make("div", { className: "shown" });
    const back = make("button", { type: "button", className: "resume", textContent: "back to my game" });
    area.classList.add("showing");
    area.append(shown);
    this.player = new Player(make("div"), [film], this.offer.unit);
    shown.append(this.player.root, back);
    back.addEventListener("click", () => {
      this.player.close();
      this.player = null;
      shown.remove();
      area.classList.remove("showing");
      this.fit();
      this.board.canvas.focus();
    });
    this.player.jump(0);
    if (!matchMedia("(prefers-reduced-motion: reduce)").matches) this.player.play();
  }

  close() {
    this.player?.close();
    this.observer.disconnect();
  }
}

/** Hands a text to the browser as a file. */
function save(name, text) {
  const address = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
  make("a", { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

let wanted = null;

/** Unpacking takes a moment, in which somebody may have chosen something else. */
async function start(offer) {
  wanted = offer;
  const text = await unpack(offer.text);
  const solution = offer.best ? await unpack(offer.best.answer) : null;
  if (wanted !== offer) return;
  game?.close();
  area.classList.remove("showing");
  game = new Game(offer, text, solution);
  area.dataset.game = offer.name;
  game.board.canvas.focus({ preventScroll: true });
}

const problemChoice = document.getElementById("problem");
const sizeChoice = document.getElementById("size");
const problems = [...new Set(data.games.map((offer) => offer.problem))];
problemChoice.replaceChildren(...problems.map((problem) => make("option", { value: problem, textContent: problem })));

function offerSizes() {
  const offers = data.games.filter((offer) => offer.problem === problemChoice.value);
  sizeChoice.replaceChildren(...offers.map((offer) => make("option", { value: data.games.indexOf(offer), textContent: offer.label })));
  start(offers[0]);
}

problemChoice.addEventListener("change", offerSizes);
sizeChoice.addEventListener("change", () => start(data.games[sizeChoice.value]));
addEventListener("keydown", (event) => {
  if (!game) return;
  if (game.player) game.player.key(event);
  else if (game.key(event) !== false) event.preventDefault();
});
addEventListener("themechange", () => game?.show());
document.getElementById("choices").hidden = data.games.length < 2;
offerSizes();
