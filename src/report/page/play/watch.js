// Watching solutions: one, or two side by side, in place of the game.

class Watch {
  /** solutions: list of { solver, value, answer, stopped }, the best first; `onClose` is called when the player goes back. */
  constructor(game, solutions, omitted, onClose) {
    this.game = game;
    this.solutions = solutions;
    this.onClose = onClose;
    this.left = this.choice("solution", false);
    this.right = this.choice("beside", true);
    const back = make("button", { type: "button", className: "resume", textContent: message("play-back-to-game") });
    back.addEventListener("click", onClose);
    const label = (text, choice) => make("label", { textContent: `${text} ` }, choice);
    const choices = make("div", { className: "watch-choices" }, label(message("play-watch"), this.left), label(message("play-beside"), this.right), back);
    const note = make("p", { className: "note", hidden: omitted === 0, textContent: message("play-omitted", { count: omitted }) });
    this.root = make("div");
    this.element = make("div", { className: "solution" }, choices, note, this.root);
    for (const select of [this.left, this.right]) select.addEventListener("change", () => this.open());
  }

  choice(name, hasNone) {
    const { unit } = this.game.puzzle;
    const title = ({ solver, stopped }) => (stopped ? message("play-stopped", { title: solver, milliseconds: stopped }) : solver);
    const valued = (solution) => message("play-solution-value", { title: title(solution), value: withUnit(solution.value, unit) });
    const text = unit ? valued : title;
    const options = this.solutions.map((solution, i) => make("option", { value: i, textContent: text(solution) }));
    const none = hasNone ? [make("option", { value: "", textContent: message("play-nothing-beside") })] : [];
    return make("select", { className: name }, ...none, ...options);
  }

  key(event) {
    if (event.key === "Escape") this.onClose();
    else this.player.key(event);
  }

  /** Starts the replays that are chosen. */
  open() {
    this.player?.close();
    const chosen = [this.left.value, this.right.value].filter((value) => value !== "").map((value) => this.solutions[Number(value)]);
    const replays = chosen.map(({ solver, answer }) => {
      const timeline = new Timeline(this.game.viewer, this.game.instance, this.game.viewer.answer(this.game.instance, answer));
      return { title: solver, timeline };
    });
    this.player = new Player(this.root, replays, this.game.puzzle.unit);
    this.player.jump(0);
    this.player.playButton.focus({ preventScroll: true });
    if (!matchMedia("(prefers-reduced-motion: reduce)").matches) this.player.play();
  }

  close() {
    this.player?.close();
    this.element.remove();
  }
}
