// Draws answers to a problem of one's own with the view of the problem, in a frame that has no access to the page.

/** The longest error message of a view that is shown, in characters. */
const MAX_VIEW_ERROR = 1000;
/** After so many milliseconds without an answer the page says that the view does not answer. */
const VIEW_TIMEOUT = 3000;
/** The drawing is at most so wide, in CSS pixels. */
const MAX_VIEW_WIDTH = 1100;

/** What a view knows about states: nothing but the drawing. */
const PLAIN_VIEWER = { facts: () => [] };

/** The steps of an answer as the view counts them; the counterpart of `Timeline`. */
class ViewTimeline {
  /** answer: null if only the instance is drawn; rejection: why the answer was not accepted, or null. */
  constructor(script, instance, answer, rejection) {
    this.viewer = PLAIN_VIEWER;
    this.script = script;
    this.texts = { instance, answer };
    this.answer = { isGrid: true, at: () => null };
    this.rejection = rejection;
    this.rejectedCells = [];
    this.value = null;
    this.count = 0;
    this.position = 0;
  }

  get state() {
    return this.position;
  }

  get atEnd() {
    return this.position === this.count;
  }

  seek(position) {
    this.position = Math.max(0, Math.min(this.count, position));
  }

  /** Returns the drawing. `onCount` is called whenever the view has told the number of steps. */
  canvas(name, onCount) {
    this.frame = new ViewFrame(this.script, this.texts, name, (count) => {
      this.count = count;
      onCount();
    });
    return this.frame;
  }

  /** Draws another answer. */
  change(answer) {
    this.texts.answer = answer;
    this.frame.load();
  }
}

/**
 * The frame of a view; the counterpart of `GridCanvas`.
 *
 * One request is under way at a time. While the view is busy, a newer request replaces the one that waits, so that a
 * slow view skips steps, and the page never waits for it.
 */
class ViewFrame {
  constructor(script, texts, name, onCount) {
    this.script = script;
    this.texts = texts;
    this.onCount = onCount;
    this.aspect = 1;
    this.requests = 0;
    this.busy = null;
    this.waiting = {};
    this.scriptError = null;
    this.loadError = null;
    this.frame = make("iframe", { title: name, srcdoc: `<!doctype html><meta charset="utf-8"><body><script>${data.view.host}<\/script>` });
    this.frame.setAttribute("sandbox", "allow-scripts");
    this.error = make("p", { className: "view-error", hidden: true });
    this.element = make("div", { className: "view-frame" }, this.frame, this.error);
    this.receive = (event) => event.source === this.frame.contentWindow && this.answered(event.data);
    addEventListener("message", this.receive);
  }

  close() {
    removeEventListener("message", this.receive);
    clearTimeout(this.timer);
    // A view that does not return ends with its frame.
    this.frame.remove();
  }

  fit(width, height) {
    this.space = [width, height];
    const fitting = Math.floor(Math.min(width, height / this.aspect, MAX_VIEW_WIDTH));
    this.element.style.width = `${fitting}px`;
    this.element.style.height = `${Math.floor(fitting * this.aspect)}px`;
  }

  draw(step) {
    this.waiting.draw = { step, dark: isDark() };
    this.next();
  }

  /** The view marks what is wrong with an answer. */
  mark() {}

  load() {
    this.waiting.load = { ...this.texts };
    this.next();
  }

  /** Sends the next request if the view is ready and not busy. */
  next() {
    if (!this.isReady || this.busy !== null) return;
    const kind = ["load", "draw"].find((each) => this.waiting[each]);
    if (!kind || (kind === "draw" && this.cause)) return;
    this.requests++;
    this.busy = this.requests;
    this.send({ [kind]: this.busy, ...this.waiting[kind] });
    this.waiting[kind] = null;
    this.timer = setTimeout(() => this.replace(message("frame-no-answer", { seconds: VIEW_TIMEOUT / 1000 })), VIEW_TIMEOUT);
  }

  send(request) {
    this.frame.contentWindow.postMessage(request, "*");
  }

  /** Handles a message of the frame, which may be anything. */
  answered(answer) {
    const { ready, loaded, drawn, error, isFatal, steps, aspect } = Object(answer);
    if (ready && !this.isReady) {
      this.isReady = true;
      this.send({ script: this.script });
      this.load();
      return;
    }
    const isAnswer = this.busy !== null && (loaded === this.busy || drawn === this.busy);
    if (isAnswer) {
      this.busy = null;
      clearTimeout(this.timer);
    }
    if (error !== undefined) {
      // The first error is the cause of others: a script that does not run does not call view() either.
      if (isFatal) this.scriptError ??= String(error);
      else if (loaded !== undefined) this.loadError = String(error);
      this.replace(message("frame-failed", { reason: String(this.cause ?? error) }));
    } else if (isAnswer && drawn !== undefined) {
      this.error.hidden = true;
      this.frame.classList.remove("failed");
    } else if (isAnswer && Number.isSafeInteger(steps) && steps >= 0) {
      this.loadError = null;
      this.aspect = aspect > 0 ? Math.max(0.1, Math.min(10, aspect)) : 1;
      if (this.space) this.fit(...this.space);
      this.onCount(steps);
    }
    if (isAnswer) this.next();
  }

  /** Why the view draws nothing at all, or null. */
  get cause() {
    return this.scriptError ?? this.loadError;
  }

  /** Shows a message in place of the drawing. */
  replace(text) {
    this.error.textContent = text.slice(0, MAX_VIEW_ERROR);
    this.error.hidden = false;
    // Not `hidden`: a frame without a size could not draw the next step.
    this.frame.classList.add("failed");
  }
}
