// Drawing a grid. The editor of a problem is an object with these members:
//
//   fields                      its sizes and other numbers (see Field)
//   values(instance)            returns the values of the fields for an instance
//   make(values, from, report)  returns the drawing: `from` is { text, instance, state } of the current game or null; it
//                               calls `report` after every change
//
// A drawing has `element`, `resize(values)`, `result()`, which returns { text, note } (text is null if the grid is not
// complete), and optionally `key(event)`, `fit()` and `show()`.

const editors = {};

class Editor {
  /** game: the current game, whose grid is the first draft; callbacks: play(problem, text), cancel(). */
  constructor(game, callbacks) {
    this.callbacks = callbacks;
    this.game = game;
    this.problemChoice = problemMenu("draw-problem", game.puzzle.problem);
    this.problemChoice.addEventListener("change", () => this.open());
    this.sizes = make("div", { className: "fields" });
    this.body = make("div", { className: "draft" });
    this.note = make("p", { className: "draft-note" });
    this.note.setAttribute("aria-live", "polite");
    const button = (className, text, onClick) => {
      const element = make("button", { type: "button", className, textContent: text });
      element.addEventListener("click", onClick);
      return element;
    };
    this.finished = [
      button("play-draft primary", message("play-draft-play"), () => callbacks.play(this.problem, this.text)),
      button("save-draft", message("play-draft-save"), () => save(`${this.problem}-drawing.txt`, this.text)),
      button("share-draft", message("play-share"), () => share(this.problem, this.text)),
    ];
    const actions = make("div", { className: "draft-actions" }, ...this.finished, button("cancel-draft", message("play-draft-back"), callbacks.cancel));
    const menu = make("label", { className: "field", textContent: `${message("play-puzzle")} ` }, this.problemChoice);
    const head = make("div", { className: "draft-head" }, menu, this.sizes);
    this.element = make("section", { className: "editor" }, make("h2", { textContent: message("play-draw-title") }), head, this.body, this.note, actions);
    this.observer = new ResizeObserver(() => this.drawing?.fit?.());
    this.observer.observe(this.body);
  }

  get problem() {
    return this.problemChoice.value;
  }

  /** Starts a drawing of the chosen problem. */
  open() {
    const editor = editors[this.problem];
    const { puzzle, instance, state } = this.game;
    const from = puzzle.problem === this.problem ? { text: puzzle.text, instance, state } : null;
    const known = from ? editor.values(from.instance) : {};
    const isPossible = ([key, , low, high]) => known[key] === undefined || (known[key] >= low && known[key] <= high);
    const canStart = from !== null && editor.fields.every(isPossible);
    this.fields = editor.fields.map((field) => new Field(field, canStart ? known[field[0]] : undefined));
    this.sizes.replaceChildren(...this.fields.map((field) => field.element));
    for (const field of this.fields) field.input.addEventListener("input", () => this.resize());
    this.drawing = editor.make(valuesOf(this.fields), canStart ? from : null, () => this.report());
    this.body.replaceChildren(this.drawing.element);
    this.drawing.fit?.();
    this.report();
  }

  resize() {
    try {
      this.drawing.resize(valuesOf(this.fields));
      this.report();
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      this.setResult(null, error.message);
    }
  }

  report() {
    const { text, note } = this.drawing.result();
    this.setResult(text, note);
  }

  setResult(text, note) {
    this.text = text;
    this.note.textContent = note;
    this.note.classList.toggle("incomplete", text === null);
    for (const button of this.finished) button.disabled = text === null;
  }

  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest("dialog")) return false;
    if (event.key === "Escape") return this.callbacks.cancel();
    if (event.target.closest("select, input")) return false;
    if (event.target.matches("button") && [" ", "Enter"].includes(event.key)) return false;
    return this.drawing.key?.(event) ?? false;
  }

  show() {
    this.drawing.show?.();
  }

  close() {
    this.observer.disconnect();
  }
}

/** Returns cells of a grid with another size: those that exist in both are kept, others get `empty`. */
function resized(cells, oldColumns, rows, columns, empty) {
  const oldRows = oldColumns === 0 ? 0 : cells.length / oldColumns;
  return Array.from({ length: rows * columns }, (_, at) => {
    const [row, column] = [Math.floor(at / columns), at % columns];
    return row < oldRows && column < oldColumns ? cells[row * oldColumns + column] : empty;
  });
}

/** A drawing on a board: strokes, a cursor and its keys. Subclasses define `press`, `paint` and `result`. */
class Painting {
  constructor(viewer, report) {
    this.report = report;
    this.viewer = viewer;
    this.cursor = 0;
    this.board = null;
  }

  start(instance, ...others) {
    this.board = new Board(this.viewer, instance, message("play-draft-board"), {
      down: (cell, event) => {
        this.cursor = cell;
        this.press(cell, event);
        this.show();
      },
      move: (cell) => {
        this.cursor = cell;
        this.paint(cell);
        this.show();
      },
      up: () => this.finish(),
    });
    this.element = make("div", { className: "painting" }, this.board.element, ...others);
  }

  finish() {
    this.fit();
    this.report();
  }

  key(event) {
    const next = this.board.neighbour(this.cursor, event.key);
    if (next === null && event.key !== " ") return false;
    if (next !== null) this.cursor = next;
    else this.press(this.cursor, event);
    if (next === null) this.finish();
    this.show();
    return true;
  }

  fit() {
    this.board.fit(this.element.clientWidth, innerHeight * 0.55);
    this.show();
  }
}
