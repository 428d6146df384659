// Drawings with the brush: a picture for picross, colours and pieces for the robot.

/** The clues have room for this many runs from the start, so that the grid does not move with every stroke. */
const ROOM_FOR_RUNS = 3;

class PictureDrawing extends Painting {
  /** The last picture with its clues. */
  static last = null;

  constructor({ rows, columns }, from, report) {
    super(viewers.picross, report);
    // A picture that was drawn and is being played comes back; otherwise the draft is what the player has painted.
    const isLast = from !== null && from.text === PictureDrawing.last?.text;
    const painted = from && Array.from(from.state.cells, (cell) => cell === BLACK);
    this.black = isLast ? PictureDrawing.last.black.slice() : (painted ?? new Array(rows * columns).fill(false));
    [this.rows, this.columns] = [rows, columns];
    this.doubtful = [];
    this.start(this.instance());
  }

  /** Returns the instance of the picture. Its margins never shrink while one draws. */
  instance() {
    const { rows, columns } = this;
    const instance = this.viewer.instance(writeClues(rows, columns, cluesOf(rows, columns, this.black)));
    const room = this.board ? this.board.canvas.instance : { left: 0, top: 0 };
    instance.left = Math.max(instance.left, room.left, ROOM_FOR_RUNS * instance.slot);
    instance.top = Math.max(instance.top, room.top, ROOM_FOR_RUNS * 0.78);
    return instance;
  }

  resize({ rows, columns }) {
    this.black = resized(this.black, this.columns, rows, columns, false);
    [this.rows, this.columns] = [rows, columns];
    this.cursor = 0;
    this.update();
    this.fit();
  }

  press(cell) {
    this.isBlackening = !this.black[cell];
    this.paint(cell);
  }

  paint(cell) {
    this.black[cell] = this.isBlackening;
    this.doubtful = [];
    // During a stroke the margins stay, so that the grid does not move under the pointer.
    const { left, top } = this.board.canvas.instance;
    this.board.instance = { ...this.instance(), left, top };
  }

  update() {
    this.board.instance = this.instance();
  }

  finish() {
    this.update();
    super.finish();
  }

  result() {
    const { cells, open } = solveLines(this.board.canvas.instance);
    this.doubtful = Array.from(cells.keys()).filter((at) => cells[at] === OPEN);
    this.show();
    const text = writeClues(this.rows, this.columns, cluesOf(this.rows, this.columns, this.black));
    PictureDrawing.last = { text, black: this.black.slice() };
    if (!this.black.some(Boolean)) return { text, note: message("play-draft-picture") };
    if (open === 0) return { text, note: message("play-draft-unique") };
    return { text, note: message("play-draft-open", { count: open }) };
  }

  show() {
    const { instance } = this.board.canvas;
    const cells = Uint8Array.from(this.black, (black) => (black ? BLACK : OPEN));
    this.board.draw({ instance, cells }, { cursor: this.cursor }, { dots: this.doubtful });
  }
}

editors.picross = {
  fields: [["rows", message("play-rows"), 1, 40, 10], ["columns", message("play-columns"), 1, 40, 10]],
  values: ({ rows, columns }) => ({ rows, columns }),
  make: (values, from, report) => new PictureDrawing(values, from, report),
};

/** Draws cells with their colours and pieces; those that match are not black, so that both can be seen. */
const draftViewer = {
  size: ({ rows, columns }) => [columns, rows],
  draw(context, { instance, backgrounds, pieces }, view) {
    const { columns } = instance;
    const { cell } = view;
    backgrounds.forEach((background, at) => {
      const [x, y] = [(at % columns) * cell, Math.floor(at / columns) * cell];
      // An impossible piece keeps the cell from being drawn as black.
      drawBackground(context, background, -2, x, y, cell);
      if (pieces[at] !== NONE) drawPiece(context, pieces[at], x + cell / 2, y + cell / 2, cell * 0.3);
      if (cell < 24 || background === NONE) return;
      context.fillStyle = "#0009";
      label(context, background, x + cell * 0.86, y + cell * 0.86, cell * 0.2, cell * 0.26);
    });
    drawCursor(context, view.cursor % columns, Math.floor(view.cursor / columns), cell);
  },
};

class RobotDrawing extends Painting {
  constructor(values, from, report) {
    super(draftViewer, report);
    this.values = values;
    const { rows, columns } = values;
    this.backgrounds = from ? Array.from(from.instance.backgrounds) : new Array(rows * columns).fill(NONE);
    this.pieces = from ? Array.from(from.instance.pieces) : new Array(rows * columns).fill(NONE);
    this.layer = "backgrounds";
    this.colour = 0;
    this.layers = make("div", { className: "palette layers" });
    this.palette = make("div", { className: "palette" });
    this.start(values, this.layers, this.palette);
    this.listButtons();
  }

  listButtons() {
    const button = (text, isPressed, onClick) => {
      const element = make("button", { type: "button", textContent: text });
      if (isPressed !== undefined) element.setAttribute("aria-pressed", isPressed);
      element.addEventListener("click", (event) => {
        const at = [...element.parentElement.children].indexOf(element);
        const parent = element.parentElement;
        onClick();
        this.listButtons();
        if (event.detail > 0) this.board.focus();
        else parent.children[at].focus();
      });
      return element;
    };
    const layer = (name, text) => button(text, this.layer === name, () => (this.layer = name));
    const shuffle = button(message("play-shuffle"), undefined, () => {
      this.pieces = shuffled(this.backgrounds.slice());
      this.finish();
    });
    shuffle.className = "shuffle";
    this.layers.replaceChildren(layer("backgrounds", message("play-colour-cells")), layer("pieces", message("play-put-pieces")), shuffle);
    const colours = Array.from({ length: this.values.colours }, (_, colour) => {
      const element = button(colour, this.colour === colour, () => (this.colour = colour));
      const { fill, text } = coloursOf(colour);
      element.style.background = fill;
      element.style.color = text;
      element.setAttribute("aria-label", message("play-colour", { number: colour }));
      element.dataset.colour = colour;
      return element;
    });
    const none = button(message("play-no-colour"), this.colour === NONE, () => (this.colour = NONE));
    none.dataset.colour = NONE;
    this.palette.replaceChildren(...colours, none);
  }

  resize(values) {
    const { rows, columns, colours } = values;
    const known = (colour) => (colour < colours ? colour : NONE);
    this.backgrounds = resized(this.backgrounds, this.values.columns, rows, columns, NONE).map(known);
    this.pieces = resized(this.pieces, this.values.columns, rows, columns, NONE).map(known);
    this.values = values;
    this.colour = known(this.colour);
    this.cursor = 0;
    this.board.instance = values;
    this.listButtons();
    this.fit();
  }

  press(cell) {
    this.painted = this[this.layer][cell] === this.colour ? NONE : this.colour;
    this.paint(cell);
  }

  paint(cell) {
    this[this.layer][cell] = this.painted;
  }

  result() {
    const { rows, columns, colours } = this.values;
    if (colours > rows * columns) return { text: null, note: message("play-draft-colours", { colours, cells: rows * columns }) };
    const wrong = unbalanced(this.backgrounds, this.pieces, colours);
    if (wrong.length > 0) {
      const part = ({ colour, cells, pieces }) =>
        message("play-colour-count", {
          number: colour,
          cells: message("play-cells", { count: cells }),
          pieces: message("play-pieces", { count: pieces }),
        });
      const counts = wrong.map(part).reduce((some, next) => message("play-list", { some, next }));
      return { text: null, note: message("play-draft-unbalanced", { counts }) };
    }
    const text = writeRobot({ rows, columns, colours, backgrounds: this.backgrounds, pieces: this.pieces });
    const isDone = this.pieces.every((piece, at) => piece === this.backgrounds[at]);
    if (isDone) return { text, note: message("play-draft-black") };
    return { text, note: message("play-draft-balanced") };
  }

  show() {
    this.board.draw({ instance: this.values, backgrounds: this.backgrounds, pieces: this.pieces }, { cursor: this.cursor });
  }
}

editors["sorting-robot"] = {
  fields: [
    ["rows", message("play-rows"), 1, 30, 4],
    ["columns", message("play-columns"), 1, 30, 5],
    ["colours", message("play-colours"), 1, 12, 3],
  ],
  values: ({ rows, columns, colours }) => ({ rows, columns, colours }),
  make: (values, from, report) => new RobotDrawing(values, from, report),
};
