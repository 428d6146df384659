// Shows an instance and answers as texts side by side, for problems without a viewer and without a view.

/** Longer texts are cut after so many characters. */
const MAX_SHOWN_TEXT = 100_000;

/** The counterpart of `Player` for texts. */
class TextPanels {
  /** replays: list of { title, answer, note }, where the answer is null if there is none. */
  constructor(root, instance, replays) {
    const panels = [this.panel(message("report-instance-text"), instance, null)];
    for (const { title, answer, note, isAccepted } of replays) {
      const verdict = make("p", { className: "verdict", textContent: note });
      verdict.classList.toggle("rejected", !isAccepted);
      panels.push(this.panel(title, answer, verdict));
    }
    root.replaceChildren(make("div", { className: "texts" }, ...panels));
    this.first = panels[0].querySelector("pre");
  }

  panel(title, text, verdict) {
    const parts = [make("h3", { textContent: title })];
    if (verdict !== null) parts.push(verdict);
    if (text === null) return make("section", {}, ...parts, make("p", { className: "note", textContent: message("report-no-answer") }));
    const shown = make("pre", { textContent: text.slice(0, MAX_SHOWN_TEXT), tabIndex: 0 });
    shown.setAttribute("aria-label", title);
    parts.push(shown);
    if (text.length > MAX_SHOWN_TEXT) {
      const cut = message("report-cut-text", { shown: MAX_SHOWN_TEXT, all: text.length });
      parts.push(make("p", { className: "note", textContent: cut }));
    }
    return make("section", {}, ...parts);
  }

  focus() {
    this.first.focus();
  }

  key() {}

  close() {}
}
