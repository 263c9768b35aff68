"""Python and its translation draw results and printed pages identically."""

from __future__ import annotations

import gzip
import json
import random
import subprocess
from collections.abc import Sequence
from copy import deepcopy
from pathlib import Path

import pytest
from translator.drawing import translate_count, translate_pictures
from translator.modules import RUNTIME

from paperdice.draw.pages import PageLayout, Pane, Told, draw_pages, least_scale, make_blank, size_of
from paperdice.draw.palette import COLOR_PRINT, PALETTES
from paperdice.draw.panel import Caption
from paperdice.draw.paper import PAPERS, arrange
from paperdice.draw.result import Headline, draw_result
from paperdice.draw.svg import Canvas
from paperdice.draw.words import Words
from paperdice.game import Game
from paperdice.games import GAMES
from paperdice.match import Match
from paperdice.position import start_position
from paperdice.texts import LANGUAGES, read_texts
from paperdice.view import QUIET_KEYS, View
from paperdice.view_builder import open_sheet, view_of
from tests.sampling import sample
from tests.sheet_kinds import KINDS
from tests.translator.lockstep import NODE
from tests.translator.matches import advance, handle

DRAWER = Path(__file__).parent / "drawings.mjs"
MOST_BYTES = 23_000
NAMES = ["Ann", "Zoë & <Ben>", "", "名前の長い人 " * 6, "e\u0301\u202e𝔘𝔫𝔦 👩‍👧", "W" * 60]


def finish(game: Game, sheets: Sequence[str], seed: int) -> View:
    """Return a random match at its end, as a device receives it."""
    chance = random.Random(seed)
    match = Match(game, len(sheets), list(sheets), chance.randrange(len(sheets)))
    while not match.over:
        handle(match, advance(match, chance))
    view = deepcopy(view_of(match, None))
    for cell in [cell for sheet in view["sheets"] for row in sheet["rows"] for cell in row["cells"]]:
        for key in [key for key in QUIET_KEYS if key in cell and not cell.get(key)]:
            del cell[key]
    return view


def draw(view: View, place: int) -> tuple[dict[str, object], str]:
    """Return the inputs of the drawing of a result for Node, and Python's drawing."""
    language, theme = LANGUAGES[place % len(LANGUAGES)], list(PALETTES)[place % len(PALETTES)]
    names = [NAMES[(place + seat) % len(NAMES)] for seat in range(view["seats"])]
    words = Words(language)
    told = words_told(language, [sheet["name"] for sheet in view["sheets"]])
    head = Headline(f"{names[0]} × “{place}”", "…")
    texts = {"title": head.title, "told": head.told, "words": told}
    script: dict[str, object] = {"view": view, "names": names, "theme": theme, **texts}
    look = next(game for game in GAMES if game.name == view["game"]).display.LOOK
    return script, draw_result(Canvas(PALETTES[theme], words), look, view, names, head, words)


def words_told(language: str, names: Sequence[str]) -> dict[str, object]:
    """Return the words that a drawing may request from the page."""
    words = Words(language)
    return {
        "page": read_texts(language, "page"),
        "family": read_texts(language, "family")["family"],
        "sheets": {name: words.sheet(name) for name in names},
    }


def measure(text: str, weight: int) -> float:
    """Return letter widths of no real font, but easy to compute in Node."""
    return len(text) * 0.5625 + (0.125 if weight > 500 else 0)


def told_pane(pane: Pane) -> dict[str, object]:
    """Return a sheet as the page passes it."""
    name, tag, note, _, _, has_won, line = pane.caption
    above = {"name": name, "tag": tag, "note": note, "hasWon": has_won, "line": line}
    return {"sheet": pane.sheet, **above, "most": pane.most, "added": pane.rules}


def print_pages(game: Game, panes: Sequence[Pane], place: int) -> tuple[dict[str, object], object]:
    """Return the inputs of drawings of sheets for Node, and Python's drawings."""
    look, is_blank = game.display.LOOK, panes[0].is_blank
    words, paper = Words(LANGUAGES[place % len(LANGUAGES)]), list(PAPERS)[place % len(PAPERS)]
    is_grey, is_large = place % 2 == 1, place % 3 == 2
    rules = words.rules(game.name) if is_blank and place % 4 != 3 else []
    kind = {"paper": paper, "grey": is_grey, "large": is_large, "isBlank": is_blank, "rules": rules}
    script: dict[str, object] = {
        "sheets": deepcopy([told_pane(pane) for pane in panes]),
        "wish": {"game": game.name, "title": game.title, **kind},
        "words": words_told(words.language, [pane.sheet["name"] for pane in panes]),
    }
    if is_blank:
        panes = [pane._replace(sheet=make_blank(pane.sheet)) for pane in panes]
    size = size_of(look, panes)
    layout = PageLayout(arrange(paper, len(panes), size, least_scale(look, panes), is_large), size)
    told = Told(game.title, rules, measure) if rules else None
    pages = draw_pages(look, panes, layout, PALETTES["print"] if is_grey else COLOR_PRINT, words, told)
    svgs = [page.canvas.to_svg(page.width, page.height, game.title, game.title, unit="mm") for page in pages]
    return script, {"width": layout.plan.width, "height": layout.plan.height, "svgs": svgs}


def draw_in_node(modules: Path, scripts: Sequence[object]) -> list[object]:
    lines = "".join(f"{json.dumps(script)}\n" for script in scripts)
    done = subprocess.run(
        [NODE, DRAWER, modules / "drawn" / "pictures.mjs"], input=lines, capture_output=True, text=True, check=True
    )
    return [json.loads(line) for line in done.stdout.splitlines()]


@pytest.mark.slow
@pytest.mark.sampled
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_both_draw_the_same_results(game: Game, modules: Path) -> None:
    """Every kind of sheet, several numbers of seats, names of all kinds, three themes and three languages."""
    seats, names = list(game.seats), list(game.sheets)
    deals = [[name] * seats[place % len(seats)] for place, name in enumerate(names)]
    deals += [names[:1] * n for n in seats]
    kinds = [deals[place] for place, name in enumerate(names) if (game.name, name) in KINDS]
    drawn = [draw(finish(game, deal, seed), seed) for seed, deal in enumerate(sample(deals, 6, always=kinds))]
    assert draw_in_node(modules, [script for script, _ in drawn]) == [svg for _, svg in drawn]
    assert all('width="1080"' in svg and svg.count('class="player"') for _, svg in drawn)


@pytest.mark.slow
@pytest.mark.sampled
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_both_print_the_same_pages(game: Game, modules: Path) -> None:
    """Sheets blank with their rules and without, and filled; both papers, grey and in color, large and not."""
    printed = []
    names = list(game.sheets)
    for place in sample(range(len(names)), 3):
        shown = [names[(place + n) % len(names)] for n in range(1 + place % 5)]
        blank = [open_sheet(start_position(game, [game.sheets[name]], 0), 0) for name in shown]
        captions = [Caption("Zoë", note=name, line="name") for name in shown]
        added = [Words("en").sheet_rules(name) for name in shown]
        panes = [Pane(*each[:2], True, 13, each[2]) for each in zip(blank, captions, added, strict=True)]
        printed.append(print_pages(game, panes, place))
    filled = finish(game, names[:1] * game.seats[-1], seed=1)
    most = len(game.display.LOOK.points)
    kept = [Pane(sheet, Caption("<Ann>", "wins", has_won=True), most=most) for sheet in filled["sheets"]]
    printed += [print_pages(game, kept, place) for place in sample(range(4), 2)]
    assert draw_in_node(modules, [script for script, _ in printed]) == [pages for _, pages in printed]


def test_a_tally_is_taken_apart_alike(tmp_path: Path) -> None:
    """Colored rows first, although JavaScript puts integer keys before all others; columns beside them are one part."""
    tallies = [{"r": 15, "o": 0, "1": 10, "2": -5}, {"1": 22, "2": 23, "misses": -3}, {"r": 1, "steps": 4, "misses": 0}]
    file = tmp_path / "count.mjs"
    asked = f"console.log(JSON.stringify({json.dumps(tallies)}.map((t) => count(t).map((p) => [p.name, p.points]))))"
    text = translate_count().replace("export default", "const count =").replace("./count.runtime.js", RUNTIME.as_uri())
    file.write_text(text + asked, "utf-8")
    done = subprocess.run([NODE, file], capture_output=True, text=True, check=True)
    assert json.loads(done.stdout) == [
        [["r", 15], ["o", 0], ["columns", 5]],
        [["1", 22], ["2", 23], ["misses", -3]],
        [["r", 1], ["steps", 4], ["misses", 0]],
    ]


def test_the_drawing_is_small() -> None:
    """Before the page's own build minifies it."""
    assert len(gzip.compress(translate_pictures().encode())) < MOST_BYTES


def test_numbers_are_rounded_as_python_rounds_them(tmp_path: Path) -> None:
    """Halves round to the even digit; JavaScript alone would round them up."""
    values = [sign * n / 16 for n in range(1, 200) for sign in (1, -1)] + [0.005, 1.005, 2.675, -0.004, 33.333333]
    asked = f"const all = {values};\nconsole.log(JSON.stringify(all.map((v) => [fixed(v, 2), fixed(v, 1), round(v)])))"
    file = tmp_path / "rounding.mjs"
    file.write_text(f'import {{ fixed, round }} from "{RUNTIME.as_uri()}";\n{asked}', "utf-8")
    done = subprocess.run([NODE, file], capture_output=True, text=True, check=True)
    assert json.loads(done.stdout) == [[f"{value:.2f}", f"{value:.1f}", round(value)] for value in values]
