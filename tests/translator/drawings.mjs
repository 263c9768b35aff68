// Draws the results that Python has drawn, one a line, with the translation of room `draw`, and tells each as a line.

import { createInterface } from "node:readline";

const [module] = process.argv.slice(2);
const { default: draw } = await import(module);

function wordsOf({ page, family, sheets }) {
  return {
    page: (place) => place.split(".").reduce((table, name) => table[name], page),
    family: (name) => family[name],
    sheet: (name) => sheets[name],
  };
}

for await (const line of createInterface({ input: process.stdin })) {
  const { view, names, theme, title, told, words } = JSON.parse(line);
  console.log(JSON.stringify(draw(view, names, theme, title, told, wordsOf(words))));
}
