// A canvas that shows a state of a puzzle as large as there is room.

/** Cells of tiny grids need not fill a wall. */
const LARGEST_CELL = 110;

class Board {
  constructor(viewer, instance, name) {
    this.viewer = viewer;
    this.instance = instance;
    this.canvas = make("canvas", { className: "board" });
    this.canvas.setAttribute("role", "img");
    this.canvas.setAttribute("aria-label", name);
    this.cell = 1;
  }

  /** Fits the drawing into so many pixels of the page. */
  fit(width, height) {
    const [columns, rows] = this.viewer.size(this.instance);
    const sharp = devicePixelRatio || 1;
    const cell = Math.min(width / columns, height / rows, LARGEST_CELL);
    this.cell = cell > 6 ? Math.floor(cell * sharp) / sharp : cell;
    const [w, h] = [columns * this.cell, rows * this.cell];
    this.canvas.width = Math.ceil(w * sharp);
    this.canvas.height = Math.ceil(h * sharp);
    this.canvas.style.width = `${w}px`;
    this.canvas.style.height = `${h}px`;
  }

  draw(state, view) {
    const pen = this.canvas.getContext("2d");
    const sharp = devicePixelRatio || 1;
    pen.setTransform(sharp, 0, 0, sharp, 0, 0);
    pen.clearRect(0, 0, this.canvas.width, this.canvas.height);
    this.viewer.draw(pen, state, { cell: this.cell, dark: isDark(), moving: null, part: 0, ...view });
  }

  /** Column and row under the pointer, or null beside the grid. */
  placeAt(event) {
    const box = this.canvas.getBoundingClientRect();
    const [left, top] = this.viewer.margin?.(this.instance) ?? [0, 0];
    const [columns, rows] = this.viewer.size(this.instance);
    const column = Math.floor((event.clientX - box.left) / this.cell - left);
    const row = Math.floor((event.clientY - box.top) / this.cell - top);
    const inside = column >= 0 && row >= 0 && column < Math.round(columns - left) && row < Math.round(rows - top);
    return inside ? [column, row] : null;
  }
}
