// Picross: a starter that is always right, but slow where it has to guess.
//
// Told, on standard input: "h w" (rows, columns), then a line with the clue of each
// row, then one with the clue of each column. A clue is the lengths of the black
// runs of its line, in order; "0" alone means that the whole line is white.
// Print h lines of w characters, "#" for black and "." for white, so that every row
// and every column has exactly the runs of its clue. Any such grid is right.
//
// Hint: this program looks at all lines again and again, and it guesses the first
// unknown cell it meets. Look only at lines that have changed, and guess where the
// answer tells you most.

"use strict";
const fs = require("fs");

const UNKNOWN = -1, BLACK = 1, WHITE = 0;
const lines = fs.readFileSync(0, "utf8").split("\n");
const [h, w] = lines[0].trim().split(/\s+/).map(Number);
const readClue = (line) => line.trim().split(/\s+/).map(Number).filter((run) => run > 0);
const rowClues = lines.slice(1, 1 + h).map(readClue);
const columnClues = lines.slice(1 + h, 1 + h + w).map(readClue);

// What all ways to fill this line have in common, or null if there is no way.
function solveLine(line, clue) {
  const n = line.length;
  const canBe = [new Array(n).fill(false), new Array(n).fill(false)]; // white, black
  const seen = new Map(); // what we found out about (block, start) before

  // Can the blocks from this one on stand at this cell or later?
  function place(block, start) {
    const key = block * (n + 1) + start;
    if (seen.has(key)) return seen.get(key);
    let found = false;
    if (block === clue.length) {
      found = !line.slice(start).includes(BLACK);
      if (found) canBe[WHITE].fill(true, start);
    } else {
      for (let first = start; first + clue[block] <= n; first++) {
        if (first > start && line[first - 1] === BLACK) break; // no jump over a black cell
        const end = first + clue[block];
        if (line.slice(first, end).includes(WHITE) || line[end] === BLACK) continue;
        if (!place(block + 1, Math.min(end + 1, n))) continue;
        found = true;
        canBe[WHITE].fill(true, start, first);
        canBe[BLACK].fill(true, first, end);
        if (end < n) canBe[WHITE][end] = true;
      }
    }
    seen.set(key, found);
    return found;
  }

  if (!place(0, 0)) return null;
  return line.map((_, i) => (canBe[WHITE][i] && canBe[BLACK][i] ? UNKNOWN : Number(canBe[BLACK][i])));
}

// Fills in what is certain; false if some line has no way left.
function deduce(grid) {
  for (let changed = true; changed; ) {
    const before = grid.join();
    for (let i = 0; i < h; i++) {
      const row = solveLine(grid[i], rowClues[i]);
      if (row === null) return false;
      grid[i] = row;
    }
    for (let j = 0; j < w; j++) {
      const column = solveLine(grid.map((row) => row[j]), columnClues[j]);
      if (column === null) return false;
      column.forEach((cell, i) => (grid[i][j] = cell));
    }
    changed = grid.join() !== before;
  }
  return true;
}

// A full grid, or null if there is none.
function solve(grid) {
  if (!deduce(grid)) return null;
  const i = grid.findIndex((row) => row.includes(UNKNOWN));
  if (i < 0) return grid;
  const j = grid[i].indexOf(UNKNOWN);
  for (const guess of [BLACK, WHITE]) {
    const copy = grid.map((row) => row.slice());
    copy[i][j] = guess;
    const solution = solve(copy);
    if (solution !== null) return solution;
  }
  return null;
}

const solution = solve(Array.from({ length: h }, () => new Array(w).fill(UNKNOWN)));
if (solution !== null) {
  const text = (row) => row.map((cell) => (cell === BLACK ? "#" : ".")).join("") + "\n";
  process.stdout.write(solution.map(text).join(""));
}
