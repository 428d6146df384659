// Team up-and-down: cut the map into strips, with a mistake left in on purpose.
//
// THE IDEA
// Cut the map into vertical strips. Walk up the first, down the second, up the third, and
// so on, through all cities of a strip from bottom to top or from top to bottom. There is
// an even number of strips, so that the last one ends at the bottom, where we have begun.
//
// WHAT IS WRONG
// Strip k has the cities with k * width <= x < (k + 1) * width. If the largest x is a
// multiple of the number of strips, width is exactly x / strips, and the cities at the
// right border get the number `strips`, one too large. The line "if (strip)" was put in
// when the program crashed there, and since then it leaves these cities out.
//
// HOW THE JUDGE HELPS
// The run is marked "rejected", and the message says how many cities the tour has and
// which one is missing. It is at the right border of the map each time.
//
// HOW TO MEND IT
// width = Math.floor(right / strips) + 1, and no "if".

"use strict";
const fs = require("fs");

const [n, ...numbers] = fs.readFileSync(0, "utf8").trim().split(/\s+/).map(Number);
const cities = [];
for (let i = 0; i < n; i++) cities.push({ number: i, x: numbers[2 * i], y: numbers[2 * i + 1] });

const count = 2 * Math.max(1, Math.round(Math.sqrt(n / 12)));
const right = Math.max(...cities.map((city) => city.x));
const width = Math.ceil(right / count);
const strips = Array.from({ length: count }, () => []);
for (const city of cities) {
  const strip = strips[Math.floor(city.x / width)];
  if (strip) strip.push(city);
}

strips.forEach((strip, k) => strip.sort((a, b) => (k % 2 === 0 ? a.y - b.y : b.y - a.y)));
console.log(strips.flat().map((city) => city.number).join(" "));
