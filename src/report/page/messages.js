// Messages in the language of the page, see locale/pattern.rs. These functions need no browser.

/** The code of the language, its messages by key, and its rules for plurals and numbers. */
const locale = { code: "en", messages: {} };

function useLanguage(code, messages) {
  Object.assign(locale, { code, messages });
  locale.plurals = new Intl.PluralRules(code);
  locale.numbers = new Intl.NumberFormat(code, { useGrouping: code !== "en", maximumFractionDigits: 9 });
}

/** Writes a message; values: those of its variables. */
function message(key, values = {}) {
  return writePattern(locale.messages[key] ?? [key], values);
}

/** Returns a text that was given in every language, or once if it is the same in all of them. */
function translated(text) {
  return text[locale.code] ?? text;
}

function writePattern(parts, values) {
  const write = (part) => {
    if (typeof part === "string") return part;
    if (part.variable) return showValue(values[part.variable]);
    const value = values[part.by];
    const plural = isNumber(value) ? part.cases[locale.plurals.select(Number(value))] : undefined;
    return writePattern(part.cases[value] ?? plural ?? part.other, values);
  };
  return parts.map(write).join("");
}

const isNumber = (value) => ["number", "bigint"].includes(typeof value);

/** Writes numbers as the language does. */
function showValue(value) {
  return isNumber(value) ? locale.numbers.format(value) : String(value);
}
