// The states of an answer. Seeking is fast because copies of the state are kept at regular intervals.

/** The maximum number of cells in all copies of the state. */
const MAX_COPIED_CELLS = 8e6;

class Timeline {
  constructor(viewer, instance, answer) {
    this.viewer = viewer;
    this.instance = instance;
    this.answer = answer;
    const [columns, rows] = viewer.size(instance);
    const snapshots = Math.max(2, Math.min(64, Math.floor(MAX_COPIED_CELLS / (columns * rows))));
    this.stride = Math.max(256, Math.ceil(this.answer.count / snapshots));
    this.snapshots = [];
    this.count = this.answer.count;
    this.rejection = null;
    /** The cells to look at if the answer is rejected. */
    this.rejectedCells = [];
    this.value = null;
    this.replay();
    this.position = 0;
    this.state = viewer.copy(this.snapshots[0]);
  }

  /** Replays the answer up to the first action that is rejected. */
  replay() {
    const { viewer, answer, stride } = this;
    const state = viewer.initial(this.instance);
    let k = 0;
    try {
      for (; k < answer.count; k++) {
        if (k % stride === 0) this.snapshots.push(viewer.copy(state));
        viewer.act(state, answer.at(k), k);
      }
      this.value = viewer.judge(state, k);
    } catch (error) {
      if (!(error instanceof Rejected || error instanceof Unreadable)) throw error;
      this.rejection = error.message;
      this.rejectedCells = error.cells ?? [];
      this.count = k;
    }
    if (this.snapshots.length === 0) this.snapshots.push(viewer.copy(state));
  }

  /** Returns a canvas for its states. */
  canvas(name) {
    return new GridCanvas(this.viewer, this.instance, name);
  }

  seek(position) {
    const target = Math.max(0, Math.min(this.count, position));
    if (target < this.position || target - this.position > this.stride) {
      const snapshot = Math.min(Math.floor(target / this.stride), this.snapshots.length - 1);
      this.state = this.viewer.copy(this.snapshots[snapshot]);
      this.position = snapshot * this.stride;
    }
    while (this.position < target) {
      this.viewer.act(this.state, this.answer.at(this.position), this.position);
      this.position++;
    }
  }

  get atEnd() {
    return this.position === this.count;
  }
}
