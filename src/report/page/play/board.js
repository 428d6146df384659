// A canvas on which a player points at cells: strokes with mouse, pen or finger, a cursor, and marked cells.

class Board {
  /** handlers: down(cell, event), move(cell), up(from, to); each may be missing. Cells are numbered row by row. */
  constructor(viewer, instance, name, handlers) {
    this.canvas = new GridCanvas(viewer, instance, name);
    this.element = this.canvas.element;
    this.element.tabIndex = 0;
    this.element.setAttribute("role", "application");
    this.handlers = handlers;
    this.listen();
  }

  /** Changes the instance, for example because the grid has another size now. */
  set instance(instance) {
    this.canvas.instance = instance;
  }

  get margin() {
    return this.canvas.viewer.margin?.(this.canvas.instance) ?? [0, 0];
  }

  get columns() {
    return Math.round(this.canvas.viewer.size(this.canvas.instance)[0] - this.margin[0]);
  }

  get rows() {
    return Math.round(this.canvas.viewer.size(this.canvas.instance)[1] - this.margin[1]);
  }

  listen() {
    let pressed = null;
    let last = null;
    const cellAt = (event) => {
      const place = this.canvas.cellAt(event);
      return place && place[1] * this.columns + place[0];
    };
    this.element.addEventListener("pointerdown", (event) => {
      const cell = cellAt(event);
      if (cell === null) return;
      this.focus();
      // A synthetic pointer cannot be captured.
      if (event.isTrusted) this.element.setPointerCapture(event.pointerId);
      pressed = last = cell;
      this.handlers.down?.(cell, event);
    });
    this.element.addEventListener("pointermove", (event) => {
      const cell = cellAt(event);
      if (pressed === null || cell === null || cell === last) return;
      last = cell;
      this.handlers.move?.(cell);
    });
    const release = (event) => {
      if (pressed !== null) this.handlers.up?.(pressed, event.type === "pointerup" ? cellAt(event) : null);
      pressed = null;
    };
    this.element.addEventListener("pointerup", release);
    this.element.addEventListener("pointercancel", release);
    this.element.addEventListener("contextmenu", (event) => event.preventDefault());
  }

  focus() {
    this.element.focus({ preventScroll: true });
  }

  /** Returns the cell next to one in the direction of an arrow key, the cell itself at the edge, or null for other keys. */
  neighbour(cell, key) {
    const steps = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] };
    if (!Object.hasOwn(steps, key)) return null;
    const [down, across] = steps[key];
    const row = Math.floor(cell / this.columns) + down;
    const column = (cell % this.columns) + across;
    const isInside = row >= 0 && column >= 0 && row < this.rows && column < this.columns;
    return isInside ? row * this.columns + column : cell;
  }

  fit(width, height) {
    this.canvas.fit(Math.max(60, width), Math.max(60, height));
  }

  /** Draws a state. marks: { frames: cells of a hint, dots: cells in doubt }. */
  draw(state, view, { frames = [], dots = [] } = {}) {
    this.canvas.draw(state, view);
    const context = this.element.getContext("2d");
    const { cell } = this.canvas;
    const corner = (at) => [((at % this.columns) + this.margin[0]) * cell, (Math.floor(at / this.columns) + this.margin[1]) * cell];
    context.lineWidth = Math.max(3, cell * 0.1);
    context.strokeStyle = "#12a150";
    context.setLineDash([cell * 0.22, cell * 0.12]);
    for (const at of frames) {
      const [x, y] = corner(at);
      context.strokeRect(x + 2, y + 2, cell - 4, cell - 4);
    }
    context.setLineDash([]);
    context.fillStyle = "#e6007e";
    for (const at of dots) {
      const [x, y] = corner(at);
      context.beginPath();
      context.arc(x + cell / 2, y + cell / 2, Math.max(1.5, cell * 0.13), 0, 2 * Math.PI);
      context.fill();
    }
  }
}
