// An answer as a film: any moment of it at once, from copies of the state kept along the way.

/** Copies of the state may take this many cells in all. */
const MOST_KEPT_CELLS = 8e6;

class Timeline {
  constructor(viewer, instance, answer) {
    this.viewer = viewer;
    this.instance = instance;
    this.answer = answer;
    const [columns, rows] = viewer.size(instance);
    const frames = Math.max(2, Math.min(64, Math.floor(MOST_KEPT_CELLS / (columns * rows))));
    this.stride = Math.max(256, Math.ceil(this.answer.count / frames));
    this.frames = [];
    this.count = this.answer.count;
    this.refusal = null;
    this.value = null;
    this.playThrough();
    this.position = 0;
    this.state = viewer.copy(this.frames[0]);
  }

  /** Plays the answer once, up to the action that breaks a rule, if one does. */
  playThrough() {
    const { viewer, answer, stride } = this;
    const state = viewer.begin(this.instance);
    let k = 0;
    try {
      for (; k < answer.count; k++) {
        if (k % stride === 0) this.frames.push(viewer.copy(state));
        viewer.act(state, answer.at(k), k);
      }
      this.value = viewer.judge(state, k);
    } catch (error) {
      if (!(error instanceof Broken || error instanceof Unreadable)) throw error;
      this.refusal = error.message;
      this.count = k;
    }
    if (this.frames.length === 0) this.frames.push(viewer.copy(state));
  }

  seek(position) {
    const goal = Math.max(0, Math.min(this.count, position));
    if (goal < this.position || goal - this.position > this.stride) {
      const frame = Math.min(Math.floor(goal / this.stride), this.frames.length - 1);
      this.state = this.viewer.copy(this.frames[frame]);
      this.position = frame * this.stride;
    }
    while (this.position < goal) {
      this.viewer.act(this.state, this.answer.at(this.position), this.position);
      this.position++;
    }
  }

  get atEnd() {
    return this.position === this.count;
  }
}
