// A line solver for picross: every line is solved on its own, again and again, until nothing changes.

/** Returns what a clue determines about a line whose known cells are given, or null if the clue does not fit them. */
function solveLine(clue, cells) {
  const [n, runs] = [cells.length, clue.length];
  // before[j][i]: the first j runs fit into the first i cells; after[j][i]: the runs from j on fit into the cells from i on.
  const before = fitting(clue, cells);
  const reversed = fitting(clue.slice().reverse(), Array.from(cells).reverse());
  if (!before[runs][n]) return null;
  const after = (j, i) => reversed[runs - j][n - i];
  const canBeBlack = new Int32Array(n + 1);
  const canBeWhite = new Uint8Array(n);
  const whites = new Int32Array(n + 1);
  for (let i = 0; i < n; i++) whites[i + 1] = whites[i] + (cells[i] === WHITE);
  for (let i = 0; i < n; i++) {
    if (cells[i] === BLACK) continue;
    for (let j = 0; j <= runs && !canBeWhite[i]; j++) canBeWhite[i] = before[j][i] & after(j, i + 1);
  }
  clue.forEach((run, j) => {
    for (let from = 0; from + run <= n; from++) {
      const to = from + run;
      if (whites[to] - whites[from] > 0 || cells[to] === BLACK || (from > 0 && cells[from - 1] === BLACK)) continue;
      const isLeft = from === 0 ? j === 0 : before[j][from - 1];
      const isRight = to === n ? j === runs - 1 : after(j + 1, to + 1);
      if (!isLeft || !isRight) continue;
      canBeBlack[from]++;
      canBeBlack[to]--;
    }
  });
  const found = new Uint8Array(n);
  for (let i = 0, open = 0; i < n; i++) {
    open += canBeBlack[i];
    if (open > 0 && !canBeWhite[i]) found[i] = BLACK;
    else if (open === 0) found[i] = WHITE;
  }
  return found;
}

/** Returns for each number of runs and of cells whether the first runs fit into the first cells. */
function fitting(clue, cells) {
  const n = cells.length;
  const table = [new Uint8Array(n + 1)];
  table[0][0] = 1;
  for (let i = 1; i <= n; i++) table[0][i] = table[0][i - 1] & (cells[i - 1] !== BLACK);
  clue.forEach((run, j) => {
    const row = new Uint8Array(n + 1);
    let sinceWhite = 0;
    for (let i = 1; i <= n; i++) {
      sinceWhite = cells[i - 1] === WHITE ? 0 : sinceWhite + 1;
      row[i] = row[i - 1] & (cells[i - 1] !== BLACK);
      const from = i - run;
      if (sinceWhite < run || from < 0) continue;
      row[i] |= from === 0 ? j === 0 : table[j][from - 1] & (cells[from - 1] !== BLACK);
    }
    table.push(row);
  });
  return table;
}

/** Returns the cells of a line that its clue determines beyond the known ones, as [cell, colour]; null on contradiction. */
function newCells(instance, cells, line) {
  const places = lineCells(instance, line);
  const found = solveLine(instance.clues[line], places.map((at) => cells[at]));
  if (found === null) return null;
  const isNew = (at, i) => cells[at] === OPEN && found[i] !== OPEN;
  return places.flatMap((at, i) => (isNew(at, i) ? [[at, found[i]]] : []));
}

/** Solves lines until nothing changes. Returns the cells, how many remain open, and the line of a contradiction or null. */
function solveLines(instance, start) {
  const { rows, columns, clues } = instance;
  const cells = Uint8Array.from(start ?? new Uint8Array(rows * columns));
  const queue = clues.map((_, line) => line);
  const isQueued = new Uint8Array(clues.length).fill(1);
  const add = (line) => {
    if (!isQueued[line]) queue.push(line);
    isQueued[line] = 1;
  };
  for (let next = 0; next < queue.length; next++) {
    const line = queue[next];
    isQueued[line] = 0;
    const found = newCells(instance, cells, line);
    if (found === null) return { cells, open: countOpen(cells), contradiction: line };
    for (const [at, colour] of found) {
      cells[at] = colour;
      add(line < rows ? rows + (at % columns) : Math.floor(at / columns));
    }
  }
  return { cells, open: countOpen(cells), contradiction: null };
}

function countOpen(cells) {
  return cells.reduce((open, cell) => open + (cell === OPEN), 0);
}
