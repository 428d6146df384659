// The controls of replays: play, pause, step, scrub, speed; one answer, or two side by side in step.

const SPEEDS = [1, 2, 4, 8, 16, 30, 60, 120, 250, 500, 1000, 2000, 4000, 8000, 16000, 64000];
/** Up to this speed movements are drawn between the cells. */
const SMOOTH = 16;
/** A replay that nobody hurries takes about this many seconds. */
const USUAL_LENGTH = 20;

class Player {
  /** Films: { title, timeline, note }, the note being what to say at the end; unit: what a value counts. */
  constructor(root, films, unit) {
    this.root = root;
    this.unit = unit;
    this.films = films;
    this.count = Math.max(...films.map((film) => film.timeline.count));
    this.position = 0;
    this.playing = false;
    this.boards = make("div", { className: "boards" });
    films.forEach((film) => this.boards.append(this.stage(film)));
    root.replaceChildren(this.boards, this.transport());
    this.observer = new ResizeObserver(() => this.fit());
    this.observer.observe(this.boards);
    this.redraw = () => this.show();
    addEventListener("themechange", this.redraw);
    const whole = films[0].timeline.answer.whole;
    this.fit();
    this.go(whole ? this.count : 0);
  }

  close() {
    this.pause();
    this.observer.disconnect();
    removeEventListener("themechange", this.redraw);
  }

  stage(film) {
    const { viewer, instance } = film.timeline;
    film.board = new Board(viewer, instance, `replay of ${film.title}`);
    film.facts = make("dl", { className: "facts" });
    film.table = make("table", { className: "breakdown", hidden: !viewer.table });
    film.outcome = make("p", { className: "outcome" });
    const heading = make("h3", { textContent: film.title });
    return make("section", { className: "stage" }, heading, film.board.canvas, film.facts, film.outcome, film.table);
  }

  transport() {
    const button = (name, text, act) => {
      const element = make("button", { type: "button", className: name, textContent: text });
      element.setAttribute("aria-label", name);
      element.title = name;
      element.addEventListener("click", act);
      return element;
    };
    this.playButton = button("play", "▶", () => this.toggle());
    this.slider = make("input", { type: "range", min: 0, max: this.count, value: 0, className: "scrub" });
    this.slider.setAttribute("aria-label", "action");
    this.slider.addEventListener("input", () => {
      this.pause();
      this.go(Number(this.slider.value));
    });
    this.place = make("output", { className: "place" });
    const usual = SPEEDS.find((speed) => this.count / speed <= USUAL_LENGTH) ?? SPEEDS.at(-1);
    const speeds = SPEEDS.map((speed) => make("option", { value: speed, textContent: `${speed} / s`, selected: speed === usual }));
    this.speed = make("select", { className: "speed" }, ...speeds);
    this.speed.setAttribute("aria-label", "actions a second");
    return make(
      "div",
      { className: "transport" },
      button("start", "|◀", () => this.jump(0)),
      button("back", "◁", () => this.jump(this.position - 1)),
      this.playButton,
      button("step", "▷", () => this.jump(this.position + 1)),
      button("end", "▶|", () => this.jump(this.count)),
      this.slider,
      this.place,
      this.speed,
    );
  }

  /** Keys that work wherever the focus is, unless the focus has a use for them itself. */
  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target.matches("select, button") && event.key === " ") return;
    if (event.target.matches("select") || (event.target === this.slider && event.key !== " ")) return;
    const acts = {
      " ": () => this.toggle(),
      ArrowLeft: () => this.jump(this.position - 1),
      ArrowRight: () => this.jump(this.position + 1),
      Home: () => this.jump(0),
      End: () => this.jump(this.count),
    };
    if (!acts[event.key]) return;
    event.preventDefault();
    acts[event.key]();
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
    this.films.forEach(({ timeline }) => timeline.seek(Math.floor(this.position)));
    this.show();
  }

  fit() {
    const width = this.boards.clientWidth / this.films.length - 24;
    const stacked = width < 300;
    const room = stacked ? this.boards.clientWidth - 16 : width;
    this.boards.classList.toggle("stacked", stacked);
    this.films.forEach(({ board }) => board.fit(Math.max(60, room), innerHeight * (stacked ? 0.4 : 0.58)));
    this.show();
  }

  show() {
    const part = this.playing && Number(this.speed.value) <= SMOOTH ? this.position % 1 : 0;
    this.slider.value = Math.floor(this.position);
    this.place.textContent = `${Math.floor(this.position)} / ${this.count}`;
    for (const film of this.films) this.showFilm(film, part);
  }

  showFilm({ timeline, board, facts, table, outcome, note }, part) {
    const { viewer, state } = timeline;
    const moving = part > 0 && !timeline.atEnd ? timeline.answer.at(timeline.position) : null;
    board.draw(state, { moving, part });
    showFacts(facts, viewer.facts(state));
    if (viewer.table) showTable(table, viewer.table(state));
    outcome.textContent = timeline.atEnd ? (note ?? this.verdict(timeline)) : "";
    outcome.classList.toggle("refused", timeline.refusal !== null);
  }

  verdict({ refusal, value }) {
    if (refusal !== null) return `rejected: ${refusal}`;
    return this.unit === "" ? "accepted: solved" : `accepted: ${value} ${this.unit}`;
  }
}

function showFacts(list, facts) {
  list.replaceChildren(...facts.map(([name, text]) => make("div", {}, make("dt", { textContent: name }), make("dd", { textContent: text }))));
}

function showTable(table, [head, ...rows]) {
  const row = (tag, cells) => make("tr", {}, ...cells.map((cell) => make(tag, { textContent: cell })));
  table.replaceChildren(make("thead", {}, row("th", head)), make("tbody", {}, ...rows.map((cells) => row("td", cells))));
}
