// Swap puzzle: a starter that is always right, but rarely short.
//
// Told, on standard input: "m n" (rows, columns), then m lines of n numbers: the
// tiles 1..m*n, each once. Then there may be lines "wall i1 j1 i2 j2": no swap is
// allowed between these two cells. Rows and columns count from 0.
// A swap exchanges the tiles of two cells that share an edge. In the end tile 1 must
// be in the first cell, tile 2 in the next, and so on, row by row.
// Print one swap a line, "i1 j1 i2 j2", and use as few swaps as you can.
//
// Hint: here a swap serves one tile only, and often takes another one farther away.
// A good swap brings both tiles nearer to their places. Half the sum of all distances
// is a limit that no answer can beat; how near to it can you come?

"use strict";
const fs = require("fs");

const lines = fs.readFileSync(0, "utf8").split("\n").map((line) => line.trim()).filter(Boolean);
const [rows, columns] = lines[0].split(/\s+/).map(Number);
const size = rows * columns;
// Cell (i, j) is at i * columns + j. Counting tiles from 0, tile k belongs to cell k.
const tile = lines.slice(1, 1 + rows).flatMap((line) => line.split(/\s+/).map((x) => x - 1));
const walls = new Set();
for (const line of lines.slice(1 + rows)) {
  const [, i1, j1, i2, j2] = line.split(/\s+/).map(Number);
  const a = i1 * columns + j1, b = i2 * columns + j2;
  walls.add(`${a} ${b}`).add(`${b} ${a}`);
}

const neighbours = Array.from({ length: size }, () => []);
for (let k = 0; k < size; k++) {
  for (const [inside, other] of [[(k + 1) % columns !== 0, k + 1], [k + columns < size, k + columns]]) {
    if (inside && !walls.has(`${k} ${other}`)) {
      neighbours[k].push(other);
      neighbours[other].push(k);
    }
  }
}

const done = new Array(size).fill(false);

// From each cell that can be reached, the next cell on a shortest way to the goal, around
// walls and around cells that are done. A Map remembers the order: nearest cells first.
function search(goal) {
  const step = new Map([[goal, goal]]);
  for (const k of step.keys()) { // also visits what is added meanwhile
    for (const other of neighbours[k]) {
      if (!done[other] && !step.has(other)) step.set(other, k);
    }
  }
  return step;
}

// Fill the cell that is farthest from the first cell, then the next, and so on: like
// this the cells that are left always hang together.
const answer = [];
for (const goal of [...search(0).keys()].reverse()) {
  const step = search(goal);
  let k = tile.indexOf(goal);
  while (k !== goal) {
    const to = step.get(k);
    answer.push(`${Math.floor(k / columns)} ${k % columns} ${Math.floor(to / columns)} ${to % columns}\n`);
    [tile[k], tile[to]] = [tile[to], tile[k]];
    k = to;
  }
  done[goal] = true;
}

process.stdout.write(answer.join("")); // nothing to do: nothing is printed
