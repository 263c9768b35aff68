// Draws the results and pages that Python has drawn, one a line, with the translation of room `draw`, and tells each as a line.

import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";

const [module] = process.argv.slice(2);
const { drawResult, drawPages } = await import(pathToFileURL(module));
const measure = (text, weight) => [...text].length * 0.5625 + (weight > 500 ? 0.125 : 0);

function wordsOf({ page, family, sheets }) {
  return {
    page: (place) => place.split(".").reduce((table, name) => table[name], page),
    family: (name) => family[name],
    sheet: (name) => sheets[name],
  };
}

for await (const line of createInterface({ input: process.stdin })) {
  const { view, names, theme, title, told, sheets, wish, words } = JSON.parse(line);
  const drawn = view
    ? drawResult(view, names, theme, title, told, wordsOf(words))
    : drawPages(sheets, wish, wordsOf(words), measure);
  console.log(JSON.stringify(drawn));
}
