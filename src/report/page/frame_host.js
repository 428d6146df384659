// Runs in the sandboxed frame of a view, before the view itself: offers `view`, and draws what the page asks for.
//
// The page sends { script }, then { load, instance, answer } and { draw, step, dark }, where `load` and `draw` are the
// numbers of the requests. The frame answers { ready }, { loaded, steps, aspect }, { drawn } and { error }. Whatever the
// view does to this script, it only harms its own frame. This text is part of a markup: it must not close its element.

"use strict";

{
  const canvas = document.createElement("canvas");
  let picture = null;
  let texts = null;
  let last = null;

  Object.assign(document.body.style, { margin: 0, overflow: "hidden" });
  canvas.style.display = "block";
  document.body.append(canvas);

  const send = (message) => parent.postMessage(message, "*");
  const textOf = (error) => (error instanceof Error ? `${error.name}: ${error.message}` : String(error));

  /** Calls a function of the view; what it throws is the answer to the request. */
  function attempt(request, call) {
    try {
      send({ ...request, ...call() });
    } catch (error) {
      send({ ...request, error: textOf(error) });
    }
  }

  globalThis.view = (given) => {
    if (picture !== null) throw new Error("view() was called twice");
    if (typeof given?.draw !== "function") throw new Error("view() needs an object with a function `draw`");
    picture = given;
  };

  function run(source) {
    // Not as markup, which the source could end. The policy of the page allows its digest.
    const script = document.createElement("script");
    script.textContent = source;
    document.head.append(script);
  }

  function steps() {
    if (picture === null) throw new Error("the script has not called view()");
    if (texts.answer === null || picture.steps === undefined) return 0;
    const count = picture.steps(texts.instance, texts.answer);
    if (!(Number(count) >= 0 && Number(count) <= Number.MAX_SAFE_INTEGER)) throw new Error(`steps() returned ${count}`);
    return Math.floor(Number(count));
  }

  function draw() {
    const { innerWidth: width, innerHeight: height } = window;
    const scale = devicePixelRatio || 1;
    // The scheme of the page: with another one the frame would not be transparent.
    document.documentElement.style.colorScheme = last.dark ? "dark" : "light";
    // New dimensions also clear the canvas and reset the context.
    canvas.width = Math.max(1, Math.round(width * scale));
    canvas.height = Math.max(1, Math.round(height * scale));
    canvas.style.width = `${width}px`;
    canvas.style.height = `${height}px`;
    const context = canvas.getContext("2d");
    context.scale(scale, scale);
    picture.draw(context, { width, height, dark: last.dark, ...texts, step: last.step });
  }

  addEventListener("message", ({ source, data }) => {
    if (source !== parent) return;
    if (data.script !== undefined) {
      run(data.script);
    } else if (data.load !== undefined) {
      texts = { instance: data.instance, answer: data.answer };
      attempt({ loaded: data.load }, () => ({ steps: steps(), aspect: Number(picture.aspect ?? 1) }));
    } else if (data.draw !== undefined) {
      last = { step: data.step, dark: data.dark };
      attempt({ drawn: data.draw }, () => draw());
    }
  });
  addEventListener("resize", () => {
    if (picture !== null && last !== null) attempt({}, () => draw());
  });
  addEventListener("error", (event) => {
    event.preventDefault();
    send({ error: event.message.replace(/^Uncaught /, ""), isFatal: true });
  });
  addEventListener("unhandledrejection", (event) => {
    event.preventDefault();
    send({ error: textOf(event.reason), isFatal: true });
  });
  send({ ready: true });
}
