// Plays the replay of one answer, or of two side by side, with controls for position and speed.

/** Actions per second. */
const SPEEDS = [1, 2, 4, 8, 16, 30, 60, 120, 250, 500, 1000, 2000, 4000, 8000, 16000, 64000];
/** Up to this speed movements between cells are animated. */
const MAX_ANIMATED_SPEED = 16;
/** The duration of a replay at the initial speed in seconds, at most. */
const DEFAULT_DURATION = 20;

class Player {
  /** replays: list of { title, timeline, note }, where the note replaces the verdict at the end; unit: of the values. */
  constructor(root, replays, unit) {
    this.root = root;
    this.unit = unit;
    this.replays = replays;
    this.count = Math.max(...replays.map((replay) => replay.timeline.count));
    this.position = 0;
    this.playing = false;
    this.canvases = make("div", { className: "canvases" });
    replays.forEach((replay) => this.canvases.append(this.view(replay)));
    root.replaceChildren(this.canvases, this.controls());
    this.observer = new ResizeObserver(() => this.fit());
    this.observer.observe(this.canvases);
    this.redraw = () => this.show();
    addEventListener("themechange", this.redraw);
    const { timeline } = replays[0];
    // An answer that is rejected is opened at the action that breaks a rule. A drawing is opened complete.
    const startAtEnd = timeline.answer.isGrid || timeline.rejection !== null;
    this.fit();
    this.go(startAtEnd ? timeline.count : 0);
  }

  close() {
    this.pause();
    this.observer.disconnect();
    removeEventListener("themechange", this.redraw);
    this.replays.forEach(({ canvas }) => canvas.close?.());
  }

  view(replay) {
    const { viewer } = replay.timeline;
    replay.canvas = replay.timeline.canvas(message("viewer-replay-of", { title: replay.title }), () => this.recount());
    replay.facts = make("dl", { className: "facts" });
    replay.table = make("table", { className: "breakdown", hidden: !viewer.table });
    replay.verdict = make("p", { className: "verdict" });
    const heading = make("h3", { textContent: replay.title });
    const details = make("div", {}, replay.facts, replay.verdict, replay.table);
    const className = this.hasTableBeside ? "replay-view beside" : "replay-view";
    return make("section", { className }, heading, replay.canvas.element, details);
  }

  /** Whether the table is shown beside the canvas if the window is wide enough. */
  get hasTableBeside() {
    return this.replays.length === 1 && Boolean(this.replays[0].timeline.viewer.table);
  }

  controls() {
    const button = (className, text, name, onClick) => {
      const element = make("button", { type: "button", className, textContent: text });
      element.setAttribute("aria-label", name);
      element.title = name;
      element.addEventListener("click", (event) => {
        onClick();
        // After a click, the space bar plays and pauses; it does not repeat the button.
        if (event.detail > 0) this.playButton.focus({ preventScroll: true });
      });
      return element;
    };
    this.playButton = button("play", "▶", message("viewer-play"), () => this.toggle());
    this.slider = make("input", { type: "range", min: 0, max: this.count, value: 0, className: "slider" });
    this.slider.setAttribute("aria-label", message("viewer-action"));
    this.slider.addEventListener("input", () => {
      this.pause();
      this.go(Number(this.slider.value));
    });
    this.positionText = make("output", { className: "position" });
    const speeds = SPEEDS.map((speed) => make("option", { value: speed, textContent: `${showValue(speed)} / s` }));
    this.speed = make("select", { className: "speed" }, ...speeds);
    this.speed.value = this.initialSpeed();
    this.speed.setAttribute("aria-label", message("viewer-speed"));
    return make(
      "div",
      { className: "playback" },
      button("start", "|◀", message("viewer-start"), () => this.jump(0)),
      button("back", "◁", message("viewer-back"), () => this.jump(this.position - 1)),
      this.playButton,
      button("step", "▷", message("viewer-step"), () => this.jump(this.position + 1)),
      button("end", "▶|", message("viewer-end"), () => this.jump(this.count)),
      this.slider,
      this.positionText,
      this.speed,
    );
  }

  initialSpeed() {
    return SPEEDS.find((speed) => this.count / speed <= DEFAULT_DURATION) ?? SPEEDS.at(-1);
  }

  /** Takes the numbers of actions from the timelines again: a view tells them after it has loaded. */
  recount() {
    const stayAtEnd = this.position >= this.count;
    this.count = Math.max(...this.replays.map(({ timeline }) => timeline.count));
    this.slider.max = this.count;
    this.speed.value = this.initialSpeed();
    this.go(stayAtEnd ? this.count : this.position);
  }

  focus() {
    this.playButton.focus();
  }

  /** Handles keys, unless the focused element uses them itself. */
  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target.matches("select, button") && event.key === " ") return;
    if (event.target.matches("select") || (event.target === this.slider && event.key !== " ")) return;
    const actions = {
      " ": () => this.toggle(),
      ArrowLeft: () => this.jump(this.position - 1),
      ArrowRight: () => this.jump(this.position + 1),
      Home: () => this.jump(0),
      End: () => this.jump(this.count),
    };
    if (!actions[event.key]) return;
    event.preventDefault();
    actions[event.key]();
  }

  toggle() {
    if (this.playing) this.pause();
    else this.play();
  }

  play() {
    if (this.position >= this.count) this.go(0);
    this.playing = true;
    this.playButton.textContent = "❚❚";
    let last = performance.now();
    const frame = (now) => {
      if (!this.playing) return;
      this.go(this.position + ((now - last) / 1000) * Number(this.speed.value));
      last = now;
      if (this.position >= this.count) this.pause();
      else requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
  }

  pause() {
    this.playing = false;
    this.playButton.textContent = "▶";
  }

  jump(position) {
    this.pause();
    this.go(Math.floor(position));
  }

  go(position) {
    this.position = Math.max(0, Math.min(this.count, position));
    this.replays.forEach(({ timeline }) => timeline.seek(Math.floor(this.position)));
    this.show();
  }

  fit() {
    const available = this.canvases.clientWidth;
    const beside = this.hasTableBeside && available > 900;
    const width = available / this.replays.length - 24;
    const stacked = width < 300;
    const maxWidth = stacked ? available - 16 : beside ? available * 0.6 : width;
    this.canvases.classList.toggle("stacked", stacked);
    this.canvases.classList.toggle("wide", beside);
    this.replays.forEach(({ canvas }) => canvas.fit(Math.max(60, maxWidth), innerHeight * (stacked ? 0.4 : beside ? 0.68 : 0.58)));
    this.show();
  }

  show() {
    const progress = this.playing && Number(this.speed.value) <= MAX_ANIMATED_SPEED ? this.position % 1 : 0;
    this.slider.value = Math.floor(this.position);
    this.positionText.textContent = `${showValue(Math.floor(this.position))} / ${showValue(this.count)}`;
    for (const replay of this.replays) this.showReplay(replay, progress);
  }

  showReplay({ timeline, canvas, facts, table, verdict, note }, progress) {
    const { viewer, state } = timeline;
    const moving = progress > 0 && !timeline.atEnd ? timeline.answer.at(timeline.position) : null;
    canvas.draw(state, { moving, progress });
    if (timeline.atEnd) canvas.mark(timeline.rejectedCells);
    showFacts(facts, viewer.facts(state));
    if (viewer.table) showTable(table, viewer.table(state));
    verdict.textContent = timeline.atEnd ? (note ?? this.verdictText(timeline)) : "";
    verdict.classList.toggle("rejected", timeline.rejection !== null);
  }

  verdictText({ rejection, value }) {
    if (rejection !== null) return message("viewer-rejected", { reason: rejection });
    return this.unit === "" ? message("viewer-accepted-solved") : message("viewer-accepted", { value: withUnit(value, this.unit) });
  }
}

function showFacts(list, facts) {
  list.replaceChildren(...facts.map(([name, text]) => make("div", {}, make("dt", { textContent: name }), make("dd", { textContent: showValue(text) }))));
}

function showTable(table, [head, ...rows]) {
  const row = (tag, cells) => make("tr", {}, ...cells.map((cell) => make(tag, { textContent: showValue(cell) })));
  table.replaceChildren(make("thead", {}, row("th", head)), make("tbody", {}, ...rows.map((cells) => row("td", cells))));
}
