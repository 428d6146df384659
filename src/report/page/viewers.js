// What the viewers share. A viewer knows one problem: how its texts are read, what its rules say, how it is drawn and
// how it is played by hand. It is an object with these parts:
//
//   rules                     what to do, in a sentence or two
//   instance(text)            reads an instance
//   answer(instance, text)    reads an answer: { count, at(k) }, where at(k) is its k-th action
//   begin(instance)           the state before the first action
//   copy(state)               a state of its own
//   act(state, action, k)     does an action, or throws what is wrong with it
//   judge(state, k)           the value of the state after k actions, or throws what is wrong with it
//   facts(state)              [label, text] pairs that describe the state
//   table(state)              more facts as rows of text, the first of them a heading (optional)
//   size(instance)            width and height of the drawing, counted in cells
//   draw(pen, state, view)    draws; view: { cell, dark, moving: action or null, part: how much of it is done, cursor }
//   game                      what differs when people play (see play.js)

const viewers = {};

/** Text that cannot be read; the judge says the same with line and column. */
class Unreadable extends Error {}

/** A rule that is broken, and the number of the action that breaks it. */
class Broken extends Error {
  constructor(message, at) {
    super(message);
    this.at = at;
  }
}

/** Replays a whole answer: what it is worth, or why it counts for nothing. */
function check(problem, instanceText, answerText) {
  const viewer = viewers[problem];
  const instance = viewer.instance(instanceText);
  try {
    const answer = viewer.answer(instance, answerText);
    const state = viewer.begin(instance);
    for (let k = 0; k < answer.count; k++) viewer.act(state, answer.at(k), k);
    return { verdict: "accepted", value: String(viewer.judge(state, answer.count)) };
  } catch (error) {
    if (error instanceof Unreadable) return { verdict: "unreadable" };
    if (error instanceof Broken) return { verdict: "rejected", at: error.at };
    throw error;
  }
}

/** The words of every line that has any. */
function wordLines(text) {
  const lines = text.split(/\r?\n/).map((line) => line.trim().split(/\s+/));
  return lines.filter((words) => words[0] !== "");
}

function wholeNumber(word) {
  if (!/^[+-]?\d+$/.test(word ?? "")) throw new Unreadable(`“${word}” is not a whole number`);
  return Number(word);
}

/** Colours that most eyes can tell apart; beyond twelve the numbers on the pieces have to help. */
const PAINTS = [
  [205, 75, 42], [28, 90, 52], [162, 65, 36], [330, 60, 58], [48, 92, 52], [265, 50, 55],
  [195, 70, 66], [8, 70, 50], [90, 45, 45], [300, 35, 38], [35, 45, 38], [175, 50, 52],
];

/** Fill, tint and ink of a colour. */
function paint(number) {
  const spread = [(number * 137.508) % 360, 62, [44, 58, 70, 34][number % 4]];
  const [hue, depth, light] = PAINTS[number] ?? spread;
  return {
    fill: `hsl(${hue} ${depth}% ${light}%)`,
    tint: `hsl(${hue} ${Math.min(depth, 60)}% 84%)`,
    ink: light > 56 ? "#111" : "#fff",
  };
}

const paints = new Map();

function paintOf(number) {
  if (!paints.has(number)) paints.set(number, paint(number));
  return paints.get(number);
}

/** Text in the middle of a place, no wider than the room there is. */
function label(pen, text, x, y, size, room) {
  pen.font = `600 ${size}px system-ui, sans-serif`;
  pen.textAlign = "center";
  pen.textBaseline = "middle";
  pen.fillText(text, x, y + size * 0.05, room);
}

/** The frame around the cell that the keyboard is at. */
function drawCursor(pen, column, row, cell) {
  pen.lineWidth = Math.max(2, cell * 0.08);
  pen.strokeStyle = "#e6007e";
  pen.strokeRect(column * cell + 1, row * cell + 1, cell - 2, cell - 2);
}
