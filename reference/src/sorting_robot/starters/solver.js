// Sorting robot: a starter that is always right, but rarely short.
//
// Told, on standard input: "m n c" (rows, columns, colours), then m lines of n
// backgrounds, then m lines of n pieces. Colours are 0..c-1, and -1 means none.
// The robot starts at the top left with an empty hand. L R U D move it by one
// cell, one step each; it must not leave the grid. S swaps hand and cell, free.
// A cell whose piece equals its background (or that has neither) is black: it is
// locked for ever, and S does nothing there.
// Print, on one line, letters that make every cell black, in as few steps as you can.
//
// Hint: taking the nearest target now often means a long walk later. First decide
// which piece goes to which cell so that the sum of the distances is small; each
// step that the robot walks with an empty hand is one you may be able to save.

"use strict";
const fs = require("fs");

const NONE = -1;
const numbers = fs.readFileSync(0, "utf8").trim().split(/\s+/).map(Number);
const [rows, columns] = numbers;
const size = rows * columns;
const background = numbers.slice(3, 3 + size); // cell (i, j) is at i * columns + j
const piece = numbers.slice(3 + size, 3 + 2 * size);

let row = 0, column = 0, hand = NONE;
const answer = [];

// Can the robot do something useful at cell k?
function useful(k) {
  if (piece[k] === background[k]) return false; // black
  return hand === NONE ? piece[k] !== NONE : background[k] === hand;
}

// The nearest useful cell, or -1 if there is none. The scan goes row by row and asks
// for "strictly nearer", so ties go to the topmost, then leftmost cell.
function nearest() {
  let best = -1, bestDistance = Infinity;
  for (let k = 0; k < size; k++) {
    if (!useful(k)) continue;
    const distance = Math.abs(Math.floor(k / columns) - row) + Math.abs((k % columns) - column);
    if (distance < bestDistance) {
      best = k;
      bestDistance = distance;
    }
  }
  return best;
}

// Walks to cell k, horizontally first, and swaps there.
function serve(k) {
  const toRow = Math.floor(k / columns), toColumn = k % columns;
  answer.push((toColumn > column ? "R" : "L").repeat(Math.abs(toColumn - column)));
  answer.push((toRow > row ? "D" : "U").repeat(Math.abs(toRow - row)));
  answer.push("S");
  row = toRow;
  column = toColumn;
  [hand, piece[k]] = [piece[k], hand];
}

for (let k = nearest(); k >= 0; k = nearest()) serve(k);

// Nothing to do: print nothing, not even an empty line.
if (answer.length > 0) process.stdout.write(answer.join("") + "\n");
