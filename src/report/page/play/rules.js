// The rules in short steps, each with a picture that the viewer draws from a small example.

/** Per problem: an example instance, steps of [text, actions of the picture or null], and how to play. */
const RULES = {
  "sorting-robot": {
    goal: message("play-robot-goal"),
    example: "1 3 3\n0 1 2\n1 0 2\n",
    steps: [
      [message("play-robot-walk"), ""],
      [message("play-robot-exchange"), "S"],
      [message("play-robot-step"), "SR"],
      [message("play-robot-locked"), "SRSLS"],
    ],
    controls: message("play-robot-controls"),
  },
  "swap-puzzle": {
    goal: message("play-swap-goal"),
    example: "2 3\n1 3 2\n4 5 6\nwall 0 0 1 0\n",
    steps: [
      [message("play-swap-frame"), ""],
      [message("play-swap-neighbours"), "0 1 0 2"],
      [message("play-swap-wall"), null],
    ],
    controls: message("play-swap-controls"),
  },
  "la-grille": {
    goal: message("play-grille-goal"),
    example: "3 10\n5 2 -3\n1 4 0\n-6 7 2\n",
    steps: [
      [message("play-grille-yellow"), "J..\n.J.\n..."],
      [message("play-grille-green"), "...\n.V.\n..."],
      [message("play-grille-black"), "...\n.N.\n.N."],
      [message("play-grille-blue"), "..B\n...\n..."],
      [message("play-grille-orange"), "O..\n...\n..O"],
      [message("play-grille-red"), "...\n...\nR.."],
    ],
    controls: message("play-grille-controls"),
  },
  picross: {
    goal: message("play-picross-goal"),
    example: "3 3\n2\n1 1\n1\n2\n1\n2\n",
    steps: [
      [message("play-picross-clue"), "???\n???\n???"],
      [message("play-picross-ends"), "???\n#.#\n???"],
      [message("play-picross-grey"), "##.\n#.#\n..#"],
    ],
    controls: message("play-picross-controls"),
  },
};

/** The width and height of a picture in CSS pixels, at most. */
const PICTURE_SIZE = 104;

function rulesOf(problem) {
  const { goal, example, steps, controls } = RULES[problem];
  const pictures = [];
  const items = steps.map(([text, actions]) => {
    const picture = rulePicture(problem, example, actions);
    pictures.push(picture);
    return make("li", {}, picture.canvas.element, make("span", { textContent: text }));
  });
  const element = make(
    "details",
    { className: "rules", open: true },
    make("summary", { textContent: message("play-rules") }),
    make("p", { className: "goal", textContent: goal }),
    make("ol", {}, ...items),
    make("p", { className: "usage", textContent: message("play-rules-keys", { controls }) }),
  );
  const show = () => pictures.forEach(({ canvas, state }) => canvas.draw(state, {}));
  show();
  return { element, show };
}

/** Returns a small canvas and the state of the example after some actions. */
function rulePicture(problem, example, actions) {
  const viewer = viewers[problem];
  const instance = viewer.instance(example);
  const canvas = new GridCanvas(viewer, instance, "");
  canvas.element.setAttribute("aria-hidden", "true");
  canvas.fit(PICTURE_SIZE, PICTURE_SIZE);
  const state = viewer.initial(instance);
  ruleActions(problem, actions ?? "").forEach((action, k) => viewer.act(state, action, k));
  return { canvas, state };
}

/** Returns actions from their short form: letters, swaps, or a grid with a character per cell. */
function ruleActions(problem, text) {
  if (problem === "sorting-robot") return [...text];
  if (problem === "swap-puzzle") return text ? [text.split(" ")] : [];
  const cells = [...text.replaceAll("\n", "")];
  if (problem === "picross") return cells.map((letter, at) => [at, { "#": BLACK, ".": WHITE }[letter] ?? OPEN]);
  return cells.map((letter, at) => [at, letter === "." ? EMPTY : letter]);
}
