// A canvas that shows a state of a puzzle, as large as the available space allows.

/** The maximum size of a cell in CSS pixels. */
const MAX_CELL = 110;
/** The colour of frames around cells that break a rule. */
const MARK_COLOUR = "#ff1744";

class GridCanvas {
  constructor(viewer, instance, name) {
    this.viewer = viewer;
    this.instance = instance;
    this.element = make("canvas", { className: "grid-canvas" });
    this.element.setAttribute("role", "img");
    this.element.setAttribute("aria-label", name);
    this.cell = 1;
  }

  /** Fits the drawing into this many CSS pixels. */
  fit(width, height) {
    const [columns, rows] = this.viewer.size(this.instance);
    const scale = devicePixelRatio || 1;
    const cell = Math.min(width / columns, height / rows, MAX_CELL);
    this.cell = cell > 6 ? Math.floor(cell * scale) / scale : cell;
    const [w, h] = [columns * this.cell, rows * this.cell];
    this.element.width = Math.ceil(w * scale);
    this.element.height = Math.ceil(h * scale);
    this.element.style.width = `${w}px`;
    this.element.style.height = `${h}px`;
  }

  draw(state, view) {
    const context = this.element.getContext("2d");
    const scale = devicePixelRatio || 1;
    context.setTransform(scale, 0, 0, scale, 0, 0);
    context.clearRect(0, 0, this.element.width, this.element.height);
    this.viewer.draw(context, state, { cell: this.cell, dark: isDark(), moving: null, progress: 0, ...view });
  }

  /** Draws frames around cells that break a rule. */
  mark(cells) {
    const context = this.element.getContext("2d");
    const [left, top] = this.viewer.margin?.(this.instance) ?? [0, 0];
    const columns = Math.round(this.viewer.size(this.instance)[0] - left);
    // Two lines of different lightness are visible on every background. Tiny cells get frames that can be seen.
    const size = Math.max(this.cell, 9);
    const width = Math.max(3, size * 0.12);
    for (const [colour, share] of [["#fff", 1], [MARK_COLOUR, 0.6]]) {
      context.strokeStyle = colour;
      context.lineWidth = width * share;
      for (const at of cells) {
        const x = (left + (at % columns) + 0.5) * this.cell;
        const y = (top + Math.floor(at / columns) + 0.5) * this.cell;
        context.strokeRect(x - (size - width) / 2, y - (size - width) / 2, size - width, size - width);
      }
    }
  }

  /** Returns column and row under the pointer, or null outside the grid. */
  cellAt(event) {
    const box = this.element.getBoundingClientRect();
    const [left, top] = this.viewer.margin?.(this.instance) ?? [0, 0];
    const [columns, rows] = this.viewer.size(this.instance);
    const column = Math.floor((event.clientX - box.left) / this.cell - left);
    const row = Math.floor((event.clientY - box.top) / this.cell - top);
    const inside = column >= 0 && row >= 0 && column < Math.round(columns - left) && row < Math.round(rows - top);
    return inside ? [column, row] : null;
  }
}
