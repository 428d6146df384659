// Functions of all interactive pages: elements, packed data, theme.

/** Returns an element with properties and children. Strings become text nodes, never markup. */
function make(tag, properties = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (name in element) element[name] = value;
    else element.setAttribute(name, value);
  }
  element.append(...children);
  return element;
}

/** Restores a text from base64, deflate and run-length encoding. */
async function unpack(packed) {
  const bytes = Uint8Array.from(atob(packed), (character) => character.charCodeAt(0));
  const inflated = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  return new TextDecoder().decode(decodeRunLengths(new Uint8Array(await new Response(inflated).arrayBuffer())));
}

/** Decodes run lengths: three equal bytes are followed by the number of further ones. */
function decodeRunLengths(bytes) {
  const parts = [];
  let length = 0;
  let run = 0;
  let start = 0;
  const push = (part) => {
    parts.push(part);
    length += part.length;
  };
  for (let i = 0; i < bytes.length; i++) {
    run = i > start && bytes[i] === bytes[i - 1] ? run + 1 : 1;
    if (run < 3) continue;
    push(bytes.subarray(start, i + 1));
    push(new Uint8Array(bytes[i + 1]).fill(bytes[i]));
    i++;
    start = i + 1;
    run = 0;
  }
  push(bytes.subarray(start));
  const whole = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

const data = JSON.parse(document.getElementById("data").textContent);

function isDark() {
  const { theme } = document.documentElement.dataset;
  return theme ? theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
}

const themeButton = make("button", { id: "theme", type: "button", textContent: "light / dark" });
themeButton.addEventListener("click", () => {
  document.documentElement.dataset.theme = isDark() ? "light" : "dark";
  dispatchEvent(new Event("themechange"));
});
document.querySelector("header").append(themeButton);
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => dispatchEvent(new Event("themechange")));
