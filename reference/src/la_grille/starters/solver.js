// La Grille: a starter that is always right, but scores little.
//
// Told, on standard input: "t p" (size of the grid, points lost by a penalty), then
// t lines of t values. Put one pawn on each cell:
//   J  scores its value; one penalty if none of its 8 neighbours is a J.
//   V  scores its value and those of its 4 orthogonal neighbours; one penalty for
//      each pair of V that are neighbours, diagonals included.
//   N  scores value - 1; doubled for every N when there are at most t of them.
//   B  scores 0; count those on negative values minus those on positive values:
//      if that is above 0, so many penalties.
//   O  scores 0; one penalty for each pair on one row, column or diagonal.
//   R  exactly one; scores the opposite of its value.
// Print t lines of t letters, then your score on a line of its own.
//
// Hint: this starter uses no V. A V beside good cells scores them once more, and the
// V itself can be a bad cell that is O, B or J here.

"use strict";
const fs = require("fs");

const numbers = fs.readFileSync(0, "utf8").trim().split(/\s+/).map(Number);
const [size, penalty] = numbers;
const value = numbers.slice(2); // cell (i, j) is at i * size + j
const pawn = value.map(() => "J");

// Is none of the neighbours of cell k yellow?
function lonely(k) {
  const row = Math.floor(k / size), column = k % size;
  for (let i = Math.max(row - 1, 0); i < Math.min(row + 2, size); i++)
    for (let j = Math.max(column - 1, 0); j < Math.min(column + 2, size); j++)
      if (i * size + j !== k && pawn[i * size + j] === "J") return false;
  return true;
}

// Is one of these cells on the row, the column or a diagonal of cell k?
function inLine(k, others) {
  return others.some((o) => {
    const rows = Math.abs(Math.floor(k / size) - Math.floor(o / size));
    const columns = Math.abs((k % size) - (o % size));
    return rows === 0 || columns === 0 || rows === columns;
  });
}

// What the pawn on cell k scores; only right without V, if O and B cost nothing as below.
function points(k) {
  if (pawn[k] === "R") return -value[k];
  if (pawn[k] === "N") return 2 * (value[k] - 1); // there are at most t of them
  if (pawn[k] === "J") return value[k] - (lonely(k) ? penalty : 0);
  return 0;
}

// The worst cell is red, the best ones are black, the others yellow so far.
const order = value.map((_, k) => k).sort((a, b) => value[a] - value[b]);
pawn[order[0]] = "R";
for (const k of order.slice(1).slice(-size)) if (value[k] > 2) pawn[k] = "N";

// Bad cells, the worst first: orange where no other orange is in line.
const oranges = [];
for (const k of order)
  if (value[k] < 0 && pawn[k] === "J" && !inLine(k, oranges)) {
    pawn[k] = "O";
    oranges.push(k);
  }

// The other bad cells, the worst first: blue, each with the smallest good cell.
const bad = order.filter((k) => pawn[k] === "J" && value[k] < 0);
const good = order.filter((k) => pawn[k] === "J" && value[k] > 0);
for (let i = 0; i < Math.min(bad.length, good.length); i++)
  if (value[bad[i]] + value[good[i]] < 0) pawn[bad[i]] = pawn[good[i]] = "B";

const answer = [];
for (let i = 0; i < size; i++) answer.push(pawn.slice(i * size, (i + 1) * size).join(""));
let score = 0;
for (let k = 0; k < value.length; k++) score += points(k);
console.log(answer.join("\n") + "\n" + score);
