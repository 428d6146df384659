// Functions of all viewers. A viewer implements one problem: parsers, rules, drawing and playing by hand. The rules are
// those of the judge; tests compare both on generated answers. A viewer is an object with these members:
//
//   instance(text)              parses an instance
//   answer(instance, text)      parses an answer: { count, at(k), isGrid }: at(k) is its k-th action
//   initial(instance)           returns the state before the first action
//   copy(state)                 returns an independent copy of a state
//   act(state, action, k)       applies an action; throws Unreadable or Rejected
//   judge(state, k)             returns the value of the state after k actions; throws Rejected
//   cells(state)                returns the cells as texts, in the notation of `judge show`
//   facts(state)                returns [label, text or number] pairs that describe the state
//   table(state)                returns further facts as rows, the first of which is the header (optional)
//   size(instance)              returns width and height of the drawing in cells
//   margin(instance)            returns the width of the left and the height of the top margin in cells (optional)
//   draw(context, state, view)  draws; view: { cell, dark, cursor, moving: an action or null, progress: from 0 to 1 }
//   game                        how the puzzle is played by hand (see play/game.js)

const viewers = {};

/** Thrown for a text that cannot be parsed. The judge also reports line and column. */
class Unreadable extends Error {}

/** Thrown for a violation of the rules by the action with the number `at`; `cells` are those to look at. */
class Rejected extends Error {
  constructor(message, at, cells = []) {
    super(message);
    this.at = at;
    this.cells = cells;
  }
}

/** Replays a complete answer. Returns the verdict with the value or the number of the rejected action. */
function check(problem, instanceText, answerText) {
  const viewer = viewers[problem];
  const instance = viewer.instance(instanceText);
  try {
    const answer = viewer.answer(instance, answerText);
    const state = viewer.initial(instance);
    let broken = null;
    // The rest is read after the first broken rule: a text that is no answer at all may begin like one.
    for (let k = 0; k < answer.count; k++) {
      try {
        viewer.act(state, answer.at(k), k);
      } catch (error) {
        if (!(error instanceof Rejected)) throw error;
        broken ??= error;
      }
    }
    if (broken) throw broken;
    return { verdict: "accepted", value: String(viewer.judge(state, answer.count)) };
  } catch (error) {
    if (error instanceof Unreadable) return { verdict: "unreadable" };
    if (error instanceof Rejected) return { verdict: "rejected", at: error.at };
    throw error;
  }
}

/** Returns the cells after the first `steps` actions of an answer. */
function stateAfter(problem, instanceText, answerText, steps) {
  const viewer = viewers[problem];
  const instance = viewer.instance(instanceText);
  const answer = viewer.answer(instance, answerText);
  const state = viewer.initial(instance);
  for (let k = 0; k < Math.min(steps, answer.count); k++) viewer.act(state, answer.at(k), k);
  return viewer.cells(state);
}

/** Returns the words of every line that is not empty. */
function wordLines(text) {
  const lines = text.split(/\r?\n/).map((line) => line.trim().split(/\s+/));
  return lines.filter((words) => words[0] !== "");
}

/** Writes a value with its unit. */
function withUnit(value, unit) {
  return message("viewer-value", { value, unit });
}

/** Parses an integer. */
function integer(word) {
  if (!/^[+-]?\d+$/.test(word ?? "")) throw new Unreadable(message("viewer-not-an-integer", { word }));
  return Number(word);
}

/** Hue, saturation and lightness of twelve distinguishable colours; further colours are told apart by their numbers. */
const PALETTE = [
  [205, 75, 42], [28, 90, 52], [162, 65, 36], [330, 60, 58], [48, 92, 52], [265, 50, 55],
  [195, 70, 66], [8, 70, 50], [90, 45, 45], [300, 35, 38], [35, 45, 38], [175, 50, 52],
];

/** Returns the CSS colours of a piece, of its background and of the text on the piece. */
function cssColours(number) {
  const generated = [(number * 137.508) % 360, 62, [44, 58, 70, 34][number % 4]];
  const [hue, saturation, lightness] = PALETTE[number] ?? generated;
  return {
    fill: `hsl(${hue} ${saturation}% ${lightness}%)`,
    tint: `hsl(${hue} ${Math.min(saturation, 60)}% 84%)`,
    text: lightness > 56 ? "#111" : "#fff",
  };
}

const colourCache = new Map();

function coloursOf(number) {
  if (!colourCache.has(number)) colourCache.set(number, cssColours(number));
  return colourCache.get(number);
}

/** Draws a text centred at a position. */
function label(context, text, x, y, size, maxWidth) {
  context.font = `600 ${size}px system-ui, sans-serif`;
  context.textAlign = "center";
  context.textBaseline = "middle";
  context.fillText(text, x, y + size * 0.05, maxWidth);
}

/** Draws the frame around the selected cell. */
function drawCursor(context, column, row, cell) {
  context.lineWidth = Math.max(2, cell * 0.08);
  context.strokeStyle = "#e6007e";
  context.strokeRect(column * cell + 1, row * cell + 1, cell - 2, cell - 2);
}
