// Draws a tour on the map of its cities. After `step` steps, that many legs have been travelled.
//
// Instances and answers are texts; an answer may be anything that a program has written. Whatever can be understood is
// drawn: words that are not the number of a city are left out, and faults are named below the map.

"use strict";

{
  // Beyond these the page would become slow. An answer of 4 MiB of garbage must not block it.
  const MOST_TEXT = 1 << 20;
  const MOST_CITIES = 20000;
  const MOST_LABELS = 150;

  const LIGHT = { ink: "#1b1f24", quiet: "#59636e", tour: "#0b62c4", here: "#b35900", fault: "#c02b1d", paper: "#fff" };
  const DARK = { ink: "#e8eaed", quiet: "#9aa4b1", tour: "#6cb0ff", here: "#ffb454", fault: "#ff8a75", paper: "#111" };

  const words = (text) => (typeof text === "string" ? text.slice(0, MOST_TEXT).split(/\s+/).filter(Boolean) : []);

  // Returns a function that remembers its last result: a page draws the same texts many times.
  function remembered(compute) {
    let keys = [], result;
    return (...arguments_) => {
      if (keys.length !== arguments_.length || keys.some((key, i) => key !== arguments_[i])) {
        result = compute(...arguments_);
        keys = arguments_;
      }
      return result;
    };
  }

  const citiesOf = remembered((instance) => {
    const numbers = words(instance).map(Number);
    const n = Math.min(numbers[0] || 0, Math.floor((numbers.length - 1) / 2), MOST_CITIES);
    const cities = [];
    for (let i = 0; i < n; i++) {
      const x = numbers[1 + 2 * i], y = numbers[2 + 2 * i];
      // Numbers of cities must stay right, so a broken city is put at the origin.
      cities.push(Math.abs(x) <= 1e9 && Math.abs(y) <= 1e9 ? { x, y } : { x: 0, y: 0 });
    }
    return cities;
  });

  // The cities that an answer visits, in its order; the length after each leg; what is wrong with it.
  const tourOf = remembered((instance, answer) => {
    const cities = citiesOf(instance);
    const visits = [], seen = new Uint8Array(cities.length);
    let strange = 0, repeated = 0;
    for (const word of words(answer)) {
      const city = /^\d{1,9}$/.test(word) ? Number(word) : -1;
      if (city < 0 || city >= cities.length) {
        strange++;
      } else if (visits.length < 2 * cities.length) {
        repeated += seen[city];
        seen[city] = 1;
        visits.push(city);
      }
    }
    const missing = seen.reduce((sum, visited) => sum + 1 - visited, 0);
    // The way back is a leg of a complete tour only.
    const isComplete = visits.length > 0 && missing + repeated + strange === 0;
    if (isComplete) visits.push(visits[0]);
    const hundredths = [0];
    for (let k = 1; k < visits.length; k++) {
      const a = cities[visits[k - 1]], b = cities[visits[k]];
      hundredths.push(hundredths[k - 1] + Math.round(100 * Math.hypot(a.x - b.x, a.y - b.y)));
    }
    const faults = [];
    if (strange) faults.push(`${strange} ${strange === 1 ? "word is" : "words are"} not a city`);
    if (repeated) faults.push(`${repeated} ${repeated === 1 ? "city" : "cities"} visited again`);
    if (missing) faults.push(`${missing} ${missing === 1 ? "city" : "cities"} not visited`);
    return { visits, hundredths, faults };
  });

  const lastStep = (instance, answer) => Math.max(0, tourOf(instance, answer).visits.length - 1);

  // The places of the cities on the canvas, with y upwards as on a map, and the mean space of a city.
  function layout(cities, width, height) {
    let left = Infinity, right = -Infinity, bottom = Infinity, top = -Infinity;
    for (const { x, y } of cities) {
      left = Math.min(left, x);
      right = Math.max(right, x);
      bottom = Math.min(bottom, y);
      top = Math.max(top, y);
    }
    const margin = Math.max(8, Math.min(28, width / 16));
    const below = margin + 20; // room for the text
    const roomX = Math.max(1, width - 2 * margin), roomY = Math.max(1, height - margin - below);
    // All cities on one line or at one point leave a side without extent.
    const scale = Math.min(roomX / Math.max(right - left, 1e-9), roomY / Math.max(top - bottom, 1e-9), 1e6);
    const atX = (margin + width - margin - (right - left) * scale) / 2;
    const atY = (margin + height - below + (top - bottom) * scale) / 2;
    const places = cities.map(({ x, y }) => ({ x: atX + (x - left) * scale, y: atY - (y - bottom) * scale }));
    return { places, space: Math.sqrt((roomX * roomY) / Math.max(1, cities.length)) };
  }

  function path(context, places, visits, from, to) {
    context.beginPath();
    for (let k = from; k <= to; k++) {
      const { x, y } = places[visits[k]];
      if (k === from) context.moveTo(x, y);
      else context.lineTo(x, y);
    }
    context.stroke();
  }

  function disc(context, place, radius, colour) {
    context.fillStyle = colour;
    context.beginPath();
    context.arc(place.x, place.y, radius, 0, 2 * Math.PI);
    context.fill();
  }

  // Numbers beside the cities, where they cover neither a city nor another number.
  function labels(context, places, radius, colour, width) {
    if (places.length > MOST_LABELS) return;
    context.font = "11px system-ui, sans-serif";
    context.textAlign = "left";
    context.textBaseline = "middle";
    context.fillStyle = colour;
    const around = ({ x, y }) => ({ left: x - radius, right: x + radius, top: y - radius, bottom: y + radius });
    const taken = places.map(around);
    places.forEach(({ x, y }, city) => {
      const wide = 7 * String(city).length;
      for (const left of [x + radius + 5, x - radius - 5 - wide]) {
        const box = { left, right: left + wide, top: y - 6, bottom: y + 6 };
        const isFree = taken.every((other, i) => i === city || box.right < other.left || other.right < box.left ||
          box.bottom < other.top || other.bottom < box.top);
        if (isFree && box.left >= 0 && box.right <= width) {
          context.fillText(String(city), left, y);
          taken.push(box);
          return;
        }
      }
    });
  }

  function caption(context, width, height, text, colour) {
    context.font = "13px system-ui, sans-serif";
    context.textAlign = "left";
    context.textBaseline = "alphabetic";
    context.fillStyle = colour;
    context.fillText(text, 8, height - 8, Math.max(1, width - 16)); // a narrow page makes the text narrower
  }

  view({
    steps(instance, answer) {
      return lastStep(instance, answer);
    },

    draw(context, { width, height, dark, instance, answer, step }) {
      const colour = dark ? DARK : LIGHT;
      context.clearRect(0, 0, width, height);
      const cities = citiesOf(instance);
      if (cities.length === 0) {
        caption(context, width, height, "no cities", colour.quiet);
        return;
      }
      const { places, space } = layout(cities, width, height);
      const radius = Math.max(1.2, Math.min(5, space / 7));
      const hasAnswer = typeof answer === "string";
      const { visits, hundredths, faults } = tourOf(instance, hasAnswer ? answer : "");
      const legs = Math.max(0, visits.length - 1);
      const at = Math.max(0, Math.min(legs, Math.floor(Number(step)) || 0));

      context.lineJoin = "round";
      context.lineCap = "round";
      context.strokeStyle = colour.tour;
      context.lineWidth = Math.max(1, Math.min(2.5, radius / 1.5));
      if (at > 0) path(context, places, visits, 0, at);
      // The newest leg is wider. At the end of the tour all legs look the same.
      if (at > 0 && at < legs) {
        context.lineWidth += 2;
        path(context, places, visits, at - 1, at);
      }

      const times = new Map();
      for (let k = 0; k <= at && k < visits.length; k++) times.set(visits[k], (times.get(visits[k]) || 0) + 1);
      const isClosed = legs > 0 && visits[0] === visits[legs];
      places.forEach((place, city) => {
        const twice = times.get(city) > (isClosed && at === legs && city === visits[0] ? 2 : 1);
        if (twice) disc(context, place, radius + 2, colour.fault);
        else disc(context, place, radius, times.has(city) ? colour.tour : colour.quiet);
      });
      labels(context, places, radius, colour.ink, width);

      if (!hasAnswer) {
        caption(context, width, height, `${cities.length} ${cities.length === 1 ? "city" : "cities"}`, colour.quiet);
        return;
      }
      if (visits.length > 0) {
        // The start is a square, the current city a ring: they differ without colours, too.
        const start = places[visits[0]], here = places[visits[at]], size = radius + 2;
        context.fillStyle = colour.ink;
        context.fillRect(start.x - size, start.y - size, 2 * size, 2 * size);
        disc(context, here, radius + 4, colour.here);
        disc(context, here, Math.max(1, radius), colour.paper);
      }
      const kilometres = ((hundredths[at] || 0) / 100).toFixed(2);
      const text = [`leg ${at} of ${legs}: ${kilometres} km`, ...(at === legs ? faults : [])].join(", ");
      caption(context, width, height, text, at === legs && faults.length ? colour.fault : colour.ink);
    },
  });
}
