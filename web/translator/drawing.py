"""The picture of a result, which the page shares, as one module for the browser: room `draw`, translated."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path

from translator.bundle import Bundle
from translator.modules import HEAD, HELPERS
from translator.plain import HELPERS as PLAIN_HELPERS

from paperdice.draw import palette, result, svg
from paperdice.games import GAMES

# What drawings ask of Python beside what notations do. Python rounds halves to even numbers: those that two or one
# digits leave are whole eighths or quarters, which JavaScript holds exactly.
DRAWING_HELPERS = """
const even = (value) => {
  const down = Math.floor(value);
  return value - down === 0.5 ? down + (down & 1) : Math.round(value);
};
const fixed = (value, digits) => {
  const halves = Math.abs(value) * 2 ** (digits + 1);
  if (halves % 2 !== 1) return value.toFixed(digits);
  return ((Math.sign(value) * even(Math.abs(value) * 10 ** digits)) / 10 ** digits).toFixed(digits);
};
const stripped = (text, letters, isLeft) => {
  const all = [...text];
  while (all.length && letters.includes(all.at(isLeft ? 0 : -1))) isLeft ? all.shift() : all.pop();
  return all.join("");
};
const filled = (text, values) => text.replace(/\\{(\\w+)\\}/g, (_, name) => values[name]);
const KINDS = "Lu Ll Lt Lm Lo Mn Mc Me Nd Nl No Pc Pd Ps Pe Pi Pf Po Sm Sc Sk So Zs Zl Zp Cc Cf Cs Co Cn".split(" "); // codespell:ignore
const TESTS = KINDS.map((kind) => new RegExp(`^\\\\p{${kind}}$`, "u"));
const category = (letter) => KINDS[TESTS.findIndex((test) => test.test(letter))];
const crc32 = (bytes) => {
  let sum = -1;
  for (const byte of bytes) {
    sum ^= byte;
    for (let bit = 0; bit < 8; bit++) sum = (sum >>> 1) ^ (sum & 1 ? 0xedb88320 : 0);
  }
  return ~sum >>> 0;
};
"""


TYPE = """import type { View } from "../../src/state/view";

interface Words {
  page(place: string): string;
  family(name: string): string;
  sheet(name: string): string;
}
declare const draw: (
  view: View,
  names: readonly string[],
  theme: "light" | "dark",
  title: string,
  told: string,
  words: Words,
) => string;
export default draw;
"""


def write_drawing(folder: Path) -> None:
    """Writes the module and its type."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "result.js").write_text(translate_drawing(), "utf-8")
    (folder / "result.d.ts").write_text(TYPE, "utf-8")


def translate_drawing() -> str:
    """Gives the module, which is one function; it knows the looks of all games and all inks."""
    bundle = Bundle({})
    names = {
        "draw": bundle.need(result, "draw_result"),
        "canvas": bundle.need(svg, "Canvas"),
        "headline": bundle.need(result, "Headline"),
        "palettes": bundle.need(palette, "PALETTES"),
    }
    looks = {game.name: asdict(game.display.LOOK) for game in GAMES}
    texts = [HEAD, HELPERS.strip(), PLAIN_HELPERS.strip(), DRAWING_HELPERS.strip(), *bundle.classes]
    texts += ["\n".join(bundle.tables), *bundle.functions, f"const looks = {json.dumps(looks)};"]
    entry = f"""export default (view, names, theme, title, told, words) =>
  {names["draw"]}(
    new {names["canvas"]}({names["palettes"]}[theme]),
    looks[view.game],
    view,
    names,
    new {names["headline"]}(title, told),
    words,
  );"""
    return "\n\n".join([*texts, entry]) + "\n"
