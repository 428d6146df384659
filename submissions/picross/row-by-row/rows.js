// Team Row by Row: try all ways to fill the first row, then the second, and so on.
//
// After every row we look at the columns: what stands in them so far must be the
// beginning of something that fits their clues. If it is not, we take the next way.
// To find out early we begin at the end (bottom or top) whose rows have fewer ways.

"use strict";
const lines = require("fs").readFileSync(0, "utf8").split("\n");
const [h, w] = lines[0].split(" ").map(Number);
const clue = (line) => line.trim().split(/\s+/).map(Number).filter((x) => x > 0);
let rows = lines.slice(1, 1 + h).map(clue);
let columns = lines.slice(1 + h, 1 + h + w).map(clue);

// How much room is there for the blocks to move? Little room means few ways.
const room = (row) => w - row.reduce((sum, x) => sum + x + 1, -1);
const some = Math.ceil(h / 3);
const top = rows.slice(0, some), bottom = rows.slice(-some);
const total = (part) => part.reduce((sum, row) => sum + room(row) * row.length, 0);
const upsideDown = total(bottom) < total(top);
if (upsideDown) {
  rows.reverse();
  columns.forEach((column) => column.reverse());
}

// Per column: the block we are at, and how many of its cells are black so far.
const block = new Int32Array(w), filled = new Int32Array(w);
const grid = [];

// Would this cell be all right, in the column and in row i?
function canBe(j, black, i) {
  const column = columns[j];
  if (black) return block[j] < column.length && filled[j] < column[block[j]];
  if (filled[j] > 0 && filled[j] < column[block[j]]) return false;
  // Is there room for the rest below?
  let need = -1;
  for (let b = block[j] + (filled[j] > 0 ? 1 : 0); b < column.length; b++) need += column[b] + 1;
  return need <= h - i - 1;
}

function fillRow(i) {
  if (i === h) {
    return columns.every((column, j) => {
      const done = block[j] + (block[j] < column.length && filled[j] === column[block[j]] ? 1 : 0);
      return done === column.length;
    });
  }
  const row = rows[i];
  const line = new Uint8Array(w);
  grid[i] = line;

  function place(b, from) {
    if (b === row.length) {
      for (let j = from; j < w; j++) if (!canBe(j, false, i)) return false;
      return next();
    }
    let need = -1;
    for (let c = b; c < row.length; c++) need += row[c] + 1;
    for (let start = from; start + need <= w; start++) {
      let fits = true;
      for (let j = start; j < start + row[b] && fits; j++) fits = canBe(j, true, i);
      const end = start + row[b];
      if (fits && end < w) fits = canBe(end, false, i);
      if (fits) {
        line.fill(1, start, end);
        if (place(b + 1, Math.min(end + 1, w))) return true;
        line.fill(0, start, end);
      }
      if (!canBe(start, false, i)) return false; // this cell must be black: go no further
    }
    return false;
  }

  function next() {
    const oldBlock = block.slice(), oldFilled = filled.slice();
    for (let j = 0; j < w; j++) {
      if (line[j]) filled[j]++;
      else if (filled[j] > 0) {
        block[j]++;
        filled[j] = 0;
      }
    }
    if (fillRow(i + 1)) return true;
    block.set(oldBlock);
    filled.set(oldFilled);
    return false;
  }

  return place(0, 0);
}

if (fillRow(0)) {
  if (upsideDown) grid.reverse();
  console.log(grid.map((line) => Array.from(line, (x) => (x ? "#" : ".")).join("")).join("\n"));
}
