// Links that contain a grid: `#grid=PROBLEM.TEXT`, where the text is deflated and in base64url. Whatever a link contains
// is read like a file, with limits on its size before and after inflating.

/** Longer links are cut or refused by many programs. */
const MAX_LINK = 8000;
const LINK_START = "#grid=";

async function linkTo(problem, text) {
  const stream = new Blob([text]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  const letters = Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
  const packed = btoa(letters).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
  const fragment = `${LINK_START}${problem}.${packed}`;
  if (fragment.length > MAX_LINK) {
    throw new InputError(message("play-link-too-long", { length: fragment.length, limit: MAX_LINK }));
  }
  return location.href.replace(/#.*/s, "") + fragment;
}

/** Returns problem and canonical text of the grid in a link, or null if the fragment is not such a link. */
async function gridOfLink(fragment) {
  if (!fragment.startsWith(LINK_START)) return null;
  if (fragment.length > MAX_LINK) throw new InputError(message("play-link-longer", { limit: MAX_LINK }));
  const [, problem, packed] = /^([a-z-]+)\.([\w-]+)$/.exec(fragment.slice(LINK_START.length)) ?? [];
  if (!packed || !Object.hasOwn(readers, problem)) throw new InputError(message("play-link-empty"));
  const text = await inflate(packed);
  return { problem, text: readAs(problem, text) };
}

/** Inflates, and stops as soon as the text is too long: a short link can inflate to a thousand times its size. */
async function inflate(packed) {
  let parts;
  try {
    const bytes = Uint8Array.from(atob(packed.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));
    parts = await readUpTo(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw")), MAX_TEXT);
  } catch (error) {
    if (error instanceof InputError) throw error;
    throw new InputError(message("play-link-damaged"));
  }
  return parts;
}

async function readUpTo(stream, limit) {
  const decoder = new TextDecoder();
  const reader = stream.getReader();
  let text = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    text += decoder.decode(value, { stream: true });
    if (text.length > limit) {
      await reader.cancel();
      throw new InputError(message("play-link-inflated", { limit }));
    }
  }
}
