// Drawings that are typed: the values of La Grille, and the tiles and walls of the swap puzzle.

/** A grid of text fields. Subclasses define `result`. */
class TypedDrawing {
  constructor(report) {
    this.report = report;
    this.texts = [];
    this.columns = 0;
    this.element = make("div", { className: "typed" });
  }

  /** Shows fields for so many cells; `between(a, b)` returns an element between two neighbours, or null. */
  list(rows, columns, between) {
    this.inputs = this.texts.map((text, at) => {
      const input = make("input", { type: "text", inputMode: "text", value: text, autocomplete: "off" });
      input.setAttribute("aria-label", placeName(at, columns));
      input.addEventListener("input", () => {
        this.texts[at] = input.value;
        this.report();
      });
      input.addEventListener("keydown", (event) => this.move(event, at, columns));
      input.addEventListener("focus", () => input.select());
      return input;
    });
    const elements = [];
    for (let row = 0; row < rows; row++) {
      for (let column = 0; column < columns; column++) {
        const at = row * columns + column;
        this.place(elements, this.inputs[at], row, column, 0, 0);
        if (between && column + 1 < columns) this.place(elements, between(at, at + 1), row, column, 0, 1);
        if (between && row + 1 < rows) this.place(elements, between(at, at + columns), row, column, 1, 0);
      }
    }
    const tracks = (count) => `repeat(${count - 1}, minmax(0, 3.4rem) ${between ? "0.9rem" : "0.25rem"}) minmax(0, 3.4rem)`;
    this.element.style.gridTemplateColumns = columns > 1 ? tracks(columns) : "minmax(0, 3.4rem)";
    this.element.replaceChildren(...elements);
  }

  place(elements, element, row, column, below, right) {
    element.style.gridRow = 2 * row + 1 + below;
    element.style.gridColumn = 2 * column + 1 + right;
    elements.push(element);
  }

  /** Up, down and Enter move between rows; left and right at the ends of the text between columns. */
  move(event, at, columns) {
    const { target, key } = event;
    const isAtEnd = (position) => target.selectionStart === position && target.selectionEnd === position;
    const isAll = target.selectionStart === 0 && target.selectionEnd === target.value.length;
    const steps = { ArrowUp: -columns, ArrowDown: columns, Enter: columns };
    if (key === "ArrowLeft" && (isAll || isAtEnd(0)) && at % columns > 0) steps[key] = -1;
    if (key === "ArrowRight" && (isAll || isAtEnd(target.value.length)) && (at + 1) % columns > 0) steps[key] = 1;
    const next = this.inputs[at + steps[key]];
    if (!next) return;
    event.preventDefault();
    next.focus();
  }

  /** Marks the fields for which `isWrong` holds. */
  mark(isWrong) {
    this.inputs.forEach((input, at) => input.setAttribute("aria-invalid", isWrong(at)));
  }
}

class GrilleDrawing extends TypedDrawing {
  constructor({ size, penalty }, from, report) {
    super(report);
    this.texts = from ? from.instance.values.map(String) : new Array(size * size).fill("0");
    [this.size, this.penalty] = [size, penalty];
    this.list(size, size);
  }

  resize({ size, penalty }) {
    this.penalty = penalty;
    if (size === this.size) return;
    this.texts = resized(this.texts, this.size, size, size, "0");
    this.size = size;
    this.list(size, size);
  }

  result() {
    const isNumber = (at) => /^\s*[-−]?\d{1,9}\s*$/.test(this.texts[at]);
    this.mark((at) => !isNumber(at));
    const wrong = this.texts.findIndex((_, at) => !isNumber(at));
    if (wrong >= 0) return { text: null, note: message("play-draft-not-a-value", { place: placeName(wrong, this.size) }) };
    const values = this.texts.map((text) => Number(text.replace("−", "-")) + 0);
    return { text: writeGrille({ size: this.size, penalty: this.penalty, values }), note: message("play-draft-values") };
  }
}

editors["la-grille"] = {
  fields: [["size", message("play-size"), 1, 12, 4], ["penalty", message("play-penalty"), 1, 1_000_000, 10]],
  values: ({ size, penalty }) => ({ size, penalty: Number(penalty) }),
  make: (values, from, report) => new GrilleDrawing(values, from, report),
};

class SwapDrawing extends TypedDrawing {
  constructor({ rows, columns }, from, report) {
    super(report);
    this.texts = from ? Array.from(from.instance.tiles, String) : Array.from({ length: rows * columns }, (_, i) => String(i + 1));
    this.walls = new Set(from?.instance.walls);
    [this.rows, this.columns] = [rows, columns];
    this.list(rows, columns, (a, b) => this.wallButton(a, b));
  }

  wallButton(a, b) {
    const isBelow = b !== a + 1 || this.columns === 1;
    const button = make("button", { type: "button", className: isBelow ? "wall below" : "wall" });
    const places = { a: placeName(a, this.columns), b: placeName(b, this.columns) };
    button.setAttribute("aria-label", message("play-wall", places));
    button.setAttribute("aria-pressed", this.walls.has(edge(a, b)));
    button.addEventListener("click", () => {
      if (!this.walls.delete(edge(a, b))) this.walls.add(edge(a, b));
      button.setAttribute("aria-pressed", this.walls.has(edge(a, b)));
      this.report();
    });
    return button;
  }

  resize({ rows, columns }) {
    const places = Array.from(this.walls, (wall) => wall.split(" ").map((at) => [Math.floor(at / this.columns), at % this.columns]));
    const inside = places.filter((ends) => ends.every(([row, column]) => row < rows && column < columns));
    this.walls = new Set(inside.map((ends) => edge(...ends.map(([row, column]) => row * columns + column))));
    const isSolved = this.texts.every((text, at) => Number(text) === at + 1);
    this.texts = isSolved ? new Array(rows * columns).fill("") : resized(this.texts, this.columns, rows, columns, "");
    [this.rows, this.columns] = [rows, columns];
    this.fillMissing();
    this.list(rows, columns, (a, b) => this.wallButton(a, b));
  }

  /** Replaces numbers that no longer exist and empty fields by the missing ones. */
  fillMissing() {
    const seen = new Set();
    const isGood = this.texts.map((text) => {
      const isNew = this.isTile(text) && !seen.has(Number(text));
      seen.add(Number(text));
      return isNew;
    });
    const missing = this.missing(this.texts.filter((_, at) => isGood[at]));
    this.texts = this.texts.map((text, at) => (isGood[at] ? text : String(missing.shift())));
  }

  isTile(text) {
    return /^\s*\d{1,6}\s*$/.test(text) && Number(text) >= 1 && Number(text) <= this.texts.length;
  }

  missing(texts) {
    const used = new Set(texts.map(Number));
    return Array.from({ length: this.texts.length }, (_, i) => i + 1).filter((tile) => !used.has(tile));
  }

  result() {
    const { rows, columns, walls, texts } = this;
    const count = (text) => texts.filter((other) => Number(other) === Number(text)).length;
    this.mark((at) => !this.isTile(texts[at]) || count(texts[at]) > 1);
    const some = (tiles) => tiles.slice(0, 8).join(", ") + (tiles.length > 8 ? ", …" : "");
    const missing = this.missing(texts.filter((text) => this.isTile(text)));
    const twice = [...new Set(texts.filter((text) => this.isTile(text) && count(text) > 1).map(Number))];
    if (missing.length > 0) {
      const values = { count: texts.length, missing: some(missing), repeated: some(twice) };
      return { text: null, note: twice.length > 0 ? message("play-draft-repeated", values) : message("play-draft-missing", values) };
    }
    if (pieceCount(rows, columns, walls) > 1) return { text: null, note: message("play-draft-cut") };
    const text = writeSwap({ rows, columns, tiles: texts.map(Number), walls });
    return { text, note: message("play-draft-tiles") };
  }
}

editors["swap-puzzle"] = {
  fields: [["rows", message("play-rows"), 1, 10, 3], ["columns", message("play-columns"), 1, 10, 3]],
  values: ({ rows, columns }) => ({ rows, columns }),
  make: (values, from, report) => new SwapDrawing(values, from, report),
};
