// Instances of La Grille: `t p`, the rows of values.

const LARGEST_INTEGER = 2n ** 63n - 1n;

readers["la-grille"] = (text) => {
  const lines = new TextLines(text);
  const header = lines.need(message("play-header-grille"));
  const [size, penalty] = header.integers(2, 1n, LARGEST_INTEGER, message("play-number-grille"));
  checkCells(header, Number(size), Number(size));
  const count = Number(size);
  const values = [];
  const rows = [];
  for (let row = 0; row < count; row++) {
    const line = lines.need(message("play-row-of-grid", { number: row + 1, count: size }));
    values.push(...line.integers(count, -LARGEST_INTEGER, LARGEST_INTEGER, message("play-value")));
    rows.push(line);
  }
  lines.needEnd();
  const tooLarge = largestScore(count, penalty, values);
  if (tooLarge) {
    const absolute = (value) => (value < 0n ? -value : value);
    const largest = values.reduce((most, value, at) => (absolute(value) >= absolute(values[most]) ? at : most), 0);
    const word = tooLarge === "penalty" ? header.words()[1] : rows[Math.floor(largest / count)].words()[largest % count];
    throw insteadOf(word, message("play-smaller-numbers"));
  }
  return writeGrille({ size: count, penalty, values });
};

/** Returns which numbers could make a score exceed 64 bits: "penalty", "values" or null. */
function largestScore(size, penalty, values) {
  const limit = LARGEST_INTEGER / 8n;
  const penalties = penalty * BigInt(size * size) * BigInt(6 + 4 * size);
  const pawns = values.reduce((sum, value) => sum + 6n * ((value < 0n ? -value : value) + 1n), 0n);
  if (penalties + pawns <= limit) return null;
  return penalties > limit / 2n ? "penalty" : "values";
}

function writeGrille({ size, penalty, values }) {
  return `${size} ${penalty}\n${writeRows(values, size)}`;
}
