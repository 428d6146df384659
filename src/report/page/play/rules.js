// The rules in short steps, each with a picture that the viewer draws from a small example.

/** Per problem: an example instance, steps of [text, actions of the picture or null], and how to play. */
const RULES = {
  "sorting-robot": {
    goal: "Make all cells black in as few steps as possible.",
    example: "1 3 3\n0 1 2\n1 0 2\n",
    steps: [
      ["The robot walks on a grid. Each cell wants a piece of its own colour.", ""],
      ["Exchanging is free: the robot takes the piece and leaves what it held.", "S"],
      ["Each cell that it walks costs one step.", "SR"],
      ["A cell with the right piece turns black and is locked.", "SRSLS"],
    ],
    controls: "Keyboard: arrows walk, space exchanges. Mouse or finger: tap a cell to walk there, tap the robot to exchange.",
  },
  "swap-puzzle": {
    goal: "Put the numbers in order, row by row, in as few swaps as possible.",
    example: "2 3\n1 3 2\n4 5 6\nwall 0 0 1 0\n",
    steps: [
      ["The numbers are out of order. A frame marks those in place.", ""],
      ["Two neighbours are swapped, one above the other or side by side.", "0 1 0 2"],
      ["Nothing can be swapped across a wall (the thick line).", null],
    ],
    controls: "Drag a tile onto its neighbour, or tap both. Keyboard: arrows choose a tile, space takes it, the next arrow swaps it.",
  },
  "la-grille": {
    goal: "Put a pawn on every cell, exactly one of them red, for as many points as possible.",
    example: "3 10\n5 2 -3\n1 4 0\n-6 7 2\n",
    steps: [
      ["J yellow: the value. One penalty for each J without a J around it.", "J..\n.J.\n..."],
      ["V green: the value and its four neighbours’. A penalty for each two V that touch.", "...\n.V.\n..."],
      ["N black: the value minus 1, twice that if there are at most as many N as rows.", "...\n.N.\n.N."],
      ["B blue: 0. A penalty for each B on a negative value beyond those on positive ones.", "..B\n...\n..."],
      ["O orange: 0. A penalty for each two O in one row, column or diagonal.", "O..\n...\n..O"],
      ["R red: minus the value. Exactly one is needed.", "...\n...\nR.."],
    ],
    controls: "Choose a pawn, then tap or drag over cells. Keyboard: arrows move, a letter puts its pawn there. Pink marks penalties.",
  },
  picross: {
    goal: "Blacken cells so that every row and column has exactly the runs of its clue.",
    example: "3 3\n2\n1 1\n1\n2\n1\n2\n",
    steps: [
      ["A clue gives the lengths of the black runs, in order, with gaps between.", "???\n???\n???"],
      ["“1 1” in three cells: the ends are black, the middle is white.", "???\n#.#\n???"],
      ["A finished line has a grey clue.", "##.\n#.#\n..#"],
    ],
    controls: "Tap or drag to blacken; the right button or × marks white. Keyboard: arrows move, space blackens, X marks white.",
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
    make("summary", { textContent: "How to play" }),
    make("p", { className: "goal", textContent: goal }),
    make("ol", {}, ...items),
    make("p", { className: "usage", textContent: `${controls} H shows a hint and then does it, Backspace undoes.` }),
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
