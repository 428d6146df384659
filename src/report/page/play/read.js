// Reads files of a player. A reader returns the canonical text of an instance; the viewer of the problem parses that.
// The content decides which problem it is, as on the command line.

const readers = {};

/** Returns the canonical text of an instance of a known problem. */
function readAs(problem, text) {
  if (text.length > MAX_TEXT) throw new TextError(1, 1, message("play-text-length", { count: text.length }), message("play-at-most", { limit: MAX_TEXT }));
  return readers[problem](text);
}

/** Returns all readings of a text: a list of [problem, canonical text]. If there is none, fails with the error of the
 * reader that got furthest: most likely the one that was meant. */
function readings(text) {
  const found = [];
  let furthest = null;
  let tooLarge = null;
  for (const problem of Object.keys(readers)) {
    try {
      found.push([problem, readAs(problem, text)]);
    } catch (error) {
      if (!(error instanceof TextError)) throw error;
      if (error instanceof TooLargeError) tooLarge ??= error;
      const lines = furthest === null ? 1 : error.line - furthest.error.line;
      if (lines > 0 || (lines === 0 && error.column >= furthest.error.column)) furthest = { problem, error };
    }
  }
  if (found.length > 0) return found;
  if (tooLarge) throw tooLarge;
  furthest.error.message = message("play-nearest", { reason: furthest.error.message, problem: furthest.problem });
  throw furthest.error;
}
