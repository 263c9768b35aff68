"""The package `draw`, translated to modules for the browser, so that the page draws and counts as the library does.

They draw the picture of a result, for sharing, and pages of sheets, for printing without a server.
"""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path
from types import ModuleType

from paperdice.draw import count, pages, palette, panel, paper, result, svg, words
from paperdice.games import GAMES
from translator.modules import RUNTIME, head_of
from translator.program import Program

PICTURES_TYPE = """import type { SheetView } from "../../src/net/protocol";
import type { View } from "../../src/state/view";

export interface Words {
  page(place: string): string;
  family(name: string): string;
  sheet(name: string): string;
}
export interface PrintedSheet {
  sheet: SheetView;
  name: string;
  tag: string;
  note: string;
  hasWon: boolean;
  /** The word before a line for the player's name, on a sheet that is blank. */
  line: string;
  /** The most marks of a row, 0 where the usual ones are. */
  most: number;
  /** What the sheet adds to the short rules, a paragraph each. */
  added: readonly string[];
}
export interface PrintWish {
  game: string;
  title: string;
  paper: string;
  grey: boolean;
  large: boolean;
  isBlank: boolean;
  /** The short rules, a paragraph each; none for no backs. */
  rules: readonly string[];
}
export interface PrintedPages {
  width: number;
  height: number;
  svgs: string[];
}
/** How wide a text is in letters of size 1. */
export type Measure = (text: string, weight: number) => number;

export declare const drawResult: (
  view: View,
  names: readonly string[],
  theme: "light" | "dark",
  title: string,
  told: string,
  words: Words,
) => string;
export declare const drawPages: (
  sheets: readonly PrintedSheet[],
  wish: PrintWish,
  words: Words,
  measure: Measure,
) => PrintedPages;
/** What texts are written in. */
export declare const font: string;
/** The texts of a lesson as paragraphs, and what a sheet adds to them. */
export declare const shortRules: (told: Readonly<Record<string, string>>) => string[];
export declare const addedRules: (told: Readonly<Record<string, string>>, sheet: string) => string[];
"""
COUNT_TYPE = """declare const countParts: (tally: Record<string, number>) => { name: string; points: number }[];
export default countParts;
"""


def write_drawing(folder: Path) -> None:
    """Write the modules and their types."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, text, told in (
        ("pictures", translate_pictures(), PICTURES_TYPE),
        ("count", translate_count(), COUNT_TYPE),
    ):
        (folder / f"{name}.js").write_text(text, "utf-8")
        (folder / f"{name}.{RUNTIME.name}").write_bytes(RUNTIME.read_bytes())
        (folder / f"{name}.d.ts").write_text(told, "utf-8")


def _module(program: Program, name: str, entry: str) -> str:
    """Return the complete text of a program with its exports."""
    return "\n\n".join([head_of(f"{name}.{RUNTIME.name}"), program.text(), entry]) + "\n"


# Inputs of the two functions of the module, with their location.
NEEDED: dict[ModuleType, tuple[str, ...]] = {
    result: ("draw_result", "Headline"),
    svg: ("Canvas", "FONT"),
    palette: ("PALETTES", "COLOR_PRINT"),
    pages: ("Pane", "PageLayout", "Told", "make_blank", "size_of", "least_scale", "draw_pages"),
    panel: ("Caption",),
    paper: ("PAPERS", "find_plan"),
    words: ("short_rules", "added_rules"),
}
ENTRIES = """
export const drawResult = (view, names, theme, title, told, words) =>
  $draw_result(
    new $Canvas($PALETTES[theme], words),
    looks[view.game],
    view,
    names,
    new $Headline(title, told),
    words,
  );

export const drawPages = (sheets, { game, title, paper, grey, large, isBlank, rules }, words, measure) => {
  const look = looks[game];
  const panes = sheets.map(({ sheet, name, tag, note, hasWon, line, most, added }) => {
    const caption = new $Caption(name, tag, note, false, false, hasWon, line);
    return new $Pane(isBlank ? $make_blank(sheet) : sheet, caption, isBlank, most || look.points.length, added);
  });
  const size = $size_of(look, panes);
  const plan = $find_plan($PAPERS[paper], panes.length, size, $least_scale(look, panes), large);
  const told = rules.length ? new $Told(title, rules, measure) : null;
  const inks = grey ? $PALETTES.print : $COLOR_PRINT;
  const drawn = $draw_pages(look, panes, new $PageLayout(plan, size), inks, words, told);
  const svgs = drawn.map(({ canvas, width, height }) => canvas.to_svg(width, height, title, title, null, "mm"));
  return { width: plan.width, height: plan.height, svgs };
};

export { $FONT as font, $short_rules as shortRules, $added_rules as addedRules };
"""


def translate_pictures() -> str:
    """Return the module of two functions, for a result and for pages, with the looks of all games and all inks."""
    program = Program({})
    looks = json.dumps({game.name: asdict(game.display.LOOK) for game in GAMES})
    for module, names in NEEDED.items():
        for name in names:
            assert _need(program, module, name) == f"${name}"
    program.use_method(svg.Canvas, "to_svg")
    return _module(program, "pictures", f"const looks = {looks};\n{ENTRIES.rstrip()}")


def _need(program: Program, module: ModuleType, name: str) -> str:
    value = vars(module)[name]
    if isinstance(value, type):
        return program.need_class(value)
    return program.need(module, name) if callable(value) else program.constant(module, name).text


def translate_count() -> str:
    """Return the module that splits a tally into parts."""
    program = Program({})
    return _module(program, "count", f"export default {program.need(count, 'count_parts')};")
