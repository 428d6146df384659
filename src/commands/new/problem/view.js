// Draws an instance and an answer in the report. The page shows a slider from 0 to steps(…) below the canvas.
//
// `instance` and `answer` are texts, and `answer` can be anything that a program wrote: draw what can be understood,
// never throw, never loop for long. `width` and `height` are CSS pixels, down to the width of a phone; `dark` is true on
// a dark page. The script runs without network and without access to the page.

"use strict";

{
  const MOST_TEXT = 1 << 20; // characters that are read: an answer may be huge

  const numbers = (text) => String(text ?? "").slice(0, MOST_TEXT).split(/\s+/).filter(Boolean).map(Number);

  function read(instance, answer) {
    const [n, capacity, ...rest] = numbers(instance);
    const items = [];
    for (let i = 0; i < n && 2 * i + 1 < rest.length; i++) {
      items.push({ weight: Math.max(0, rest[2 * i] || 0), value: Math.max(0, rest[2 * i + 1] || 0) });
    }
    // The first number is the count. Words that are not an item are left out.
    const packed = numbers(answer).slice(1).filter((i) => i in items);
    return { items, capacity: capacity || 0, packed };
  }

  view({
    // After `step` steps, so many items are in the bag.
    steps(instance, answer) {
      return read(instance, answer).packed.length;
    },

    // `answer` is null when the instance is drawn alone.
    draw(context, { width, height, dark, instance, answer, step }) {
      const colour = dark
        ? { ink: "#e8eaed", quiet: "#7d8794", packed: "#6cb0ff", fault: "#ff8a75" }
        : { ink: "#1b1f24", quiet: "#818b98", packed: "#0b62c4", fault: "#c02b1d" };
      const { items, capacity, packed } = read(instance, answer);
      const bag = packed.slice(0, Math.max(0, step || 0));
      const inBag = new Set(bag);
      const weight = bag.reduce((sum, i) => sum + items[i].weight, 0);
      const value = bag.reduce((sum, i) => sum + items[i].value, 0);
      const isTooHeavy = weight > capacity;

      context.clearRect(0, 0, width, height);
      context.font = "13px system-ui, sans-serif";
      context.fillStyle = isTooHeavy ? colour.fault : colour.ink;
      const alone = `${items.length} items, capacity ${capacity}`;
      const text = answer == null ? alone : `weight ${weight} of ${capacity}, value ${value}`;
      context.fillText(text, 8, 18, Math.max(1, width - 16)); // a narrow page makes the text narrower

      // The bag: a bar as long as its capacity, filled by weight.
      const room = Math.max(1, width - 16);
      context.fillStyle = isTooHeavy ? colour.fault : colour.packed;
      context.fillRect(8, 28, room * Math.min(1, weight / Math.max(1, capacity)), 16);
      context.strokeStyle = colour.ink;
      context.strokeRect(8, 28, room, 16);

      // The items: as wide as their weight and as high as their value. Packed ones are filled.
      const total = items.reduce((sum, item) => sum + item.weight, 0) || 1;
      const highest = items.reduce((most, item) => Math.max(most, item.value), 1);
      let x = 8;
      items.forEach((item, i) => {
        const w = (room * item.weight) / total, h = (Math.max(0, height - 64) * item.value) / highest;
        context.fillStyle = context.strokeStyle = inBag.has(i) ? colour.packed : colour.quiet;
        if (inBag.has(i)) context.fillRect(x, height - 8 - h, Math.max(1, w - 1), h);
        else context.strokeRect(x, height - 8 - h, Math.max(1, w - 1), h);
        x += w;
      });
    },
  });
}
