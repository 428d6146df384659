// Playing by hand. The `game` of a viewer defines the controls: `keys`, `buttons()` and `tap` return actions, `pair`
// combines two cells, `tools()` are placed on cells, `cursorFacts` describes a cell. `write` returns the answer as text.

const area = document.getElementById("game");

/** On smaller cells, in CSS pixels, a finger does not hit the right one. */
const FINGER_SIZE = 22;

class Game {
  /** puzzle: { problem, goal, unit, label, name, text, bound, isOwn, solutions, omitted }. */
  constructor(puzzle) {
    this.puzzle = puzzle;
    this.viewer = viewers[puzzle.problem];
    this.instance = this.viewer.instance(puzzle.text);
    this.controls = this.viewer.game;
    this.tools = this.controls.tools?.() ?? null;
    this.tool = this.tools?.[0][0];
    this.cursor = this.controls.keys ? undefined : 0;
    this.selected = undefined;
    this.hint = null;
    this.build();
    const { history, best } = loadProgress(puzzle.problem, puzzle.text);
    this.history = history;
    this.best = best;
    this.replay();
  }

  build() {
    this.board = new Board(this.viewer, this.instance, message("play-board"), {
      down: (cell, event) => this.press(cell, event),
      move: (cell) => this.paint(cell),
      up: (from, to) => to !== null && this.controls.pair && this.combine(from, to),
    });
    this.columns = this.board.columns;
    this.facts = make("dl", { className: "facts" });
    this.table = make("table", { className: "breakdown", hidden: !this.viewer.table });
    this.verdict = make("p", { className: "verdict" });
    this.verdict.setAttribute("aria-live", "polite");
    this.hintText = make("p", { className: "hint-text" });
    this.hintText.setAttribute("aria-live", "polite");
    this.reference = make("p", { className: "reference", textContent: this.referenceText() });
    this.canvasArea = make("div", { className: "canvases" }, this.board.element);
    this.pad = make("div", { className: "pad" });
    this.more = make("div", { className: "controls" });
    this.rules = rulesOf(this.puzzle.problem);
    const side = make("aside", {}, this.facts, this.reference, this.verdict, this.hintText, this.pad, this.more, this.table, this.rules.element);
    area.replaceChildren(this.canvasArea, side);
    this.addControls();
    this.observer = new ResizeObserver(() => this.fit());
    this.observer.observe(this.canvasArea);
  }

  /** Adds a button. After a click the board has the focus, so that keys act on it; after a key the button keeps it. */
  button(parent, name, text, onClick) {
    const element = make("button", { type: "button", className: name, textContent: text });
    element.addEventListener("click", (event) => {
      onClick();
      if (event.detail > 0 && document.activeElement === element) this.board.focus();
    });
    parent.append(element);
    return element;
  }

  addControls() {
    const moves = make("div", { className: "moves" });
    for (const [text, action, name] of this.controls.buttons?.() ?? []) {
      this.button(moves, "move", text, () => this.act([action])).setAttribute("aria-label", name);
    }
    this.toolButtons = (this.tools ?? []).map(([key, text, colour]) => {
      const element = this.button(moves, "tool", text, () => this.selectTool(key));
      if (colour) element.style.borderBottom = `0.35rem solid ${colour}`;
      element.dataset.tool = key;
      return element;
    });
    this.cursorMoves = make("div", { className: "moves", hidden: true });
    if (this.cursor !== undefined) this.addCursorControls();
    const common = make("div", { className: "common" });
    if (this.controls.fill) this.button(common, "fill", message("play-fill"), () => this.act(this.controls.fill(this.state, this.tool)));
    this.undoButton = this.button(common, "undo", message("play-undo"), () => this.undo());
    this.hintButton = this.button(common, "hint", message("play-hint"), () => this.takeOrShowHint());
    this.pad.append(this.cursorMoves, ...(moves.childElementCount > 0 ? [moves] : []), common);
    this.button(this.more, "restart", message("play-restart"), () => this.restart());
    this.showButton = this.button(this.more, "show", message("play-watch-solutions"), () => this.watchSolutions());
    this.saveButton = this.button(this.more, "save", message("play-save-answer"), () => save(`${this.puzzle.name}-answer.txt`, this.answer()));
    this.button(this.more, "save-grid", message("play-save-grid"), () => save(`${this.puzzle.name}.txt`, this.puzzle.text));
    this.button(this.more, "share", message("play-share"), () => share(this.puzzle.problem, this.puzzle.text));
  }

  /** Adds buttons that move the cursor: on a phone, the cells of a large grid are too small for a finger. */
  addCursorControls() {
    const moves = [
      ["←", "ArrowLeft", message("play-cursor-left")],
      ["↑", "ArrowUp", message("play-cursor-up")],
      ["↓", "ArrowDown", message("play-cursor-down")],
      ["→", "ArrowRight", message("play-cursor-right")],
    ];
    for (const [text, key, name] of moves) {
      const button = this.button(this.cursorMoves, "move", text, () => this.move(this.board.neighbour(this.cursor, key)));
      button.setAttribute("aria-label", name);
    }
    const use = () => (this.controls.pair ? this.combine(this.cursor, this.cursor) : this.apply(this.cursor, this.tool));
    this.button(this.cursorMoves, "move", this.controls.pair ? message("play-take") : message("play-put"), use);
  }

  /** Returns the best known value and the bound. */
  referenceText() {
    const { solutions, bound, unit, goal, isOwn } = this.puzzle;
    const [best] = solutions;
    if (goal === "solve") return best ? message("play-solved-by", { solver: best.solver }) : "";
    const known = best ? message("play-best-known", { value: withUnit(best.value, unit), solver: best.solver }) : "";
    const limit = isOwn ? message("play-page-bound", { goal, bound }) : message("play-bound", { goal, bound });
    return known === "" ? limit : message("play-list", { some: known, next: limit });
  }

  press(cell, event) {
    if (this.controls.tap) this.act(this.controls.tap(this.state, [cell % this.columns, Math.floor(cell / this.columns)]));
    if (this.tools) this.apply(cell, event.button === 2 ? this.tools.at(-1)[0] : this.tool);
  }

  paint(cell) {
    if (!this.controls.paint || !this.painting) return;
    const action = this.controls.paint(this.state, cell, this.painting);
    if (action) this.act([action]);
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

  /** Handles a key; returns false if it is not used. */
  key(event) {
    if ((event.ctrlKey || event.metaKey) && event.key === "z") return this.undo();
    if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest("select, input, textarea, summary, dialog, a")) return false;
    if (event.target.matches("button") && [" ", "Enter"].includes(event.key)) return false;
    if (event.key === "Backspace") return this.undo();
    if (event.key.toLowerCase() === "h") return this.takeOrShowHint();
    const action = this.controls.keys?.[event.key];
    if (action) return this.act([action]);
    if (this.cursor === undefined) return false;
    const next = this.board.neighbour(this.cursor, event.key);
    if (next !== null) return this.move(next);
    if (this.controls.pair && event.key === " ") return this.combine(this.cursor, this.cursor);
    const tool = this.tools?.find(([key]) => key.toLowerCase() === event.key.toLowerCase());
    if (!tool) return false;
    this.tool = tool[0];
    return this.apply(this.cursor, tool[0]);
  }

  /** Moves the cursor, and the selected tile with it. */
  move(next) {
    if (next === this.cursor) return;
    if (this.selected !== undefined) this.combine(this.selected, next);
    this.cursor = next;
    this.show();
  }

  /** Applies actions that are undone together. */
  act(actions) {
    const possible = actions.filter((action) => !this.controls.possible || this.controls.possible(this.state, action));
    if (possible.length === 0) return;
    possible.forEach((action) => this.viewer.act(this.state, action, 0));
    this.history.push(possible);
    this.changed();
  }

  undo() {
    if (this.history.length === 0) return;
    this.history.pop();
    this.replay();
    this.changed();
  }

  restart() {
    this.history = [];
    this.replay();
    this.changed();
  }

  /** Computes the state from the history. */
  replay() {
    this.state = this.viewer.initial(this.instance);
    this.history.flat().forEach((action) => this.viewer.act(this.state, action, 0));
    this.show();
  }

  changed() {
    this.setHint(null);
    this.show();
    storeProgress(this.puzzle.problem, this.puzzle.text, { history: this.history, best: this.best });
  }

  answer() {
    return this.controls.write(this.state, this.history.flat());
  }

  /** Shows a hint; if one is shown already, does what it says. */
  takeOrShowHint() {
    if (this.hint?.actions) this.act(this.hint.actions);
    else this.setHint(hintFor(this, this.puzzle.solutions[0] ?? null));
  }

  setHint(hint) {
    this.hint = hint;
    this.hintText.textContent = hint?.text ?? "";
    this.hintButton.textContent = hint?.actions ? message("play-do-hint") : message("play-hint");
    this.show();
  }

  fit() {
    const isNarrow = matchMedia("(max-width: 52rem)").matches;
    this.board.fit(this.canvasArea.clientWidth - (isNarrow ? 0 : 8), innerHeight * (isNarrow ? 0.52 : 0.72));
    this.cursorMoves.hidden = this.cursor === undefined || !isNarrow || this.board.canvas.cell >= FINGER_SIZE;
    this.show();
  }

  show() {
    if (!this.state) return;
    this.board.draw(this.state, { cursor: this.cursor, selected: this.selected }, { frames: this.hint?.cells });
    const value = this.value();
    const moves = this.tools ? [[message("play-moves"), this.history.flat().length]] : [];
    const best = this.puzzle.goal !== "solve" && this.best !== null ? [[message("play-your-best"), this.best]] : [];
    const isSmall = this.board.canvas.cell < FINGER_SIZE;
    const lines = isSmall ? (this.controls.cursorFacts?.(this.state, this.cursor) ?? []) : [];
    showFacts(this.facts, [...this.viewer.facts(this.state), ...moves, ...best, ...lines]);
    if (this.viewer.table) showTable(this.table, this.viewer.table(this.state));
    for (const button of this.toolButtons) button.setAttribute("aria-pressed", button.dataset.tool === this.tool);
    this.undoButton.disabled = this.history.length === 0;
    this.saveButton.disabled = value === null;
    this.verdict.textContent = value === null ? "" : this.assessment(value);
    this.verdict.classList.toggle("optimal", value !== null && this.isOptimal(value));
  }

  /** Returns the value of the state, or null if it is not complete. Remembers the best one. */
  value() {
    try {
      const value = Number(this.viewer.judge(this.state, 0));
      const sign = this.puzzle.goal === "maximise" ? -1 : 1;
      if (this.best === null || sign * (value - this.best) < 0) this.best = value;
      return value;
    } catch (error) {
      if (error instanceof Rejected) return null;
      throw error;
    }
  }

  isOptimal(value) {
    const { bound, goal } = this.puzzle;
    return goal === "maximise" ? value >= bound : goal === "minimise" && value <= bound;
  }

  assessment(value) {
    const { solutions, unit, goal } = this.puzzle;
    const [best] = solutions;
    if (goal === "solve") return message("play-solved");
    const sign = goal === "maximise" ? -1 : 1;
    const done = { value: withUnit(value, unit) };
    if (this.isOptimal(value)) return message("play-done-optimal", done);
    if (best && sign * (value - best.value) < 0) return message("play-done-better", done);
    if (best && value === best.value) return message("play-done-equal", done);
    return message("play-done", done);
  }

  /** Returns the bundled solutions, or for an own grid the one that this page finds. */
  solutions() {
    const { problem, solutions, isOwn } = this.puzzle;
    if (!isOwn) return solutions;
    const state = this.viewer.initial(this.instance);
    const actions = planners[problem](state);
    if (actions === null) return [];
    actions.forEach((action, k) => this.viewer.act(state, action, k));
    const solver = problem === "picross" ? message("play-line-solver") : message("play-greedy");
    return [{ solver, stopped: null, value: Number(this.viewer.judge(state, actions.length)), answer: this.controls.write(state, actions) }];
  }

  watchSolutions() {
    const solutions = this.solutions();
    if (solutions.length === 0) {
      this.setHint({ text: message("play-no-solution") });
      return;
    }
    this.watch = new Watch(this, solutions, this.puzzle.omitted, () => this.resume());
    area.classList.add("showing");
    area.append(this.watch.element);
    this.watch.open();
  }

  /** Goes back from the solutions to the game. */
  resume() {
    this.watch.close();
    this.watch = null;
    area.classList.remove("showing");
    this.fit();
    this.board.focus();
  }

  close() {
    this.watch?.close();
    this.observer.disconnect();
    area.classList.remove("showing");
  }
}
