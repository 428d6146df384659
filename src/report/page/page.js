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

/**
 * Shows the page in the language that its address asks for: `?lang=fr`. Returns the switch to the other one, or nothing if the
 * page has one language only.
 */
function chooseLanguage() {
  const translation = document.getElementById("translation");
  if (translation === null) {
    useLanguage(document.documentElement.lang, data.messages[document.documentElement.lang]);
    return "";
  }
  const [own, other] = [document.documentElement.lang, translation.lang];
  const isTranslated = new URLSearchParams(location.search).get("lang") === other;
  if (isTranslated) {
    for (let child = document.body.firstChild; child !== translation; child = document.body.firstChild) child.remove();
    translation.replaceWith(translation.content);
    document.documentElement.lang = other;
  }
  const language = isTranslated ? other : own;
  useLanguage(language, data.messages[language]);
  const target = isTranslated ? own : other;
  const names = { en: "English", fr: "français" };
  const link = make("a", { id: "language", href: `?lang=${target}`, lang: target, hreflang: target, textContent: names[target] });
  // What the page shows stays: the rest of the address names it.
  link.addEventListener("click", () => (link.href = `?lang=${target}${location.hash}`));
  return link;
}
const languageSwitch = chooseLanguage();

function isDark() {
  const { theme } = document.documentElement.dataset;
  return theme ? theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
}

const themeButton = make("button", { id: "theme", type: "button", textContent: message("theme") });
themeButton.addEventListener("click", () => {
  document.documentElement.dataset.theme = isDark() ? "light" : "dark";
  dispatchEvent(new Event("themechange"));
});
document.querySelector("header").append(make("div", { id: "switches" }, languageSwitch, themeButton));
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => dispatchEvent(new Event("themechange")));
