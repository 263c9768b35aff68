"""The picture of a result is drawn alike by Python and by its translation, to the letter."""

from __future__ import annotations

import gzip
import json
import random
import subprocess
from collections.abc import Sequence
from copy import deepcopy
from pathlib import Path

import pytest
from translator.drawing import DRAWING_HELPERS, translate_drawing

from paperdice.draw.palette import PALETTES
from paperdice.draw.result import Headline, draw_result
from paperdice.draw.svg import Canvas
from paperdice.draw.words import Words
from paperdice.game import Game
from paperdice.games import GAMES
from paperdice.match import Match
from paperdice.texts import LANGUAGES, read_texts
from paperdice.view import QUIET_KEYS, View, view_of
from tests.translator.lockstep import NODE
from tests.translator.matches import advance

DRAWER = Path(__file__).parent / "drawings.mjs"
MOST_BYTES = 20_000
NAMES = ["Ann", "Zoë & <Ben>", "", "名前の長い人 " * 6, "e\u0301\u202e𝔘𝔫𝔦 👩‍👧", "W" * 60]


def finish(game: Game, sheets: Sequence[str], seed: int) -> View:
    """A random match to its end, as a device is told of it."""
    chance = random.Random(seed)
    match = Match(game, len(sheets), list(sheets), chance.randrange(len(sheets)))
    while not match.over:
        advance(match, chance)
    view = deepcopy(view_of(match, None))
    for cell in [cell for sheet in view["sheets"] for row in sheet["rows"] for cell in row["cells"]]:
        for key in [key for key in QUIET_KEYS if key in cell and not cell.get(key)]:
            del cell[key]
    return view


def draw(view: View, place: int) -> tuple[dict[str, object], str]:
    """What Node needs to draw a result, and what Python draws."""
    language, theme = LANGUAGES[place % len(LANGUAGES)], list(PALETTES)[place % len(PALETTES)]
    names = [NAMES[(place + seat) % len(NAMES)] for seat in range(view["seats"])]
    words = Words(language)
    told = {
        "page": read_texts(language, "page"),
        "family": read_texts(language, "family")["family"],
        "sheets": {sheet["name"]: words.sheet(sheet["name"]) for sheet in view["sheets"]},
    }
    head = Headline(f"{names[0]} × “{place}”", "…")
    texts = {"title": head.title, "told": head.told, "words": told}
    script: dict[str, object] = {"view": view, "names": names, "theme": theme, **texts}
    look = next(game for game in GAMES if game.name == view["game"]).display.LOOK
    return script, draw_result(Canvas(PALETTES[theme]), look, view, names, head, words)


def draw_in_node(folder: Path, scripts: Sequence[object]) -> list[str]:
    module = folder / "drawing.mjs"
    module.write_text(translate_drawing(), "utf-8")
    lines = "".join(f"{json.dumps(script)}\n" for script in scripts)
    done = subprocess.run([NODE, DRAWER, module], input=lines, capture_output=True, text=True, check=True)
    return [json.loads(line) for line in done.stdout.splitlines()]


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_both_draw_the_same_results(game: Game, tmp_path: Path) -> None:
    """Every sheet, every number of seats, names of all kinds, three themes and three languages."""
    seats = list(game.seats)
    deals = [[name] * seats[place % len(seats)] for place, name in enumerate(game.sheets)]
    deals += [[next(iter(game.sheets))] * n for n in seats]
    drawn = [draw(finish(game, deal, seed), seed) for seed, deal in enumerate(deals)]
    assert draw_in_node(tmp_path, [script for script, _ in drawn]) == [svg for _, svg in drawn]
    assert all('width="1080"' in svg and svg.count('class="player"') for _, svg in drawn)


def test_the_drawing_is_small() -> None:
    """As it is written, before the page's own build makes it smaller."""
    assert len(gzip.compress(translate_drawing().encode())) < MOST_BYTES


def test_numbers_are_rounded_as_python_rounds_them(tmp_path: Path) -> None:
    """Halves go to the even digit: JavaScript alone would send them up."""
    values = [sign * n / 16 for n in range(1, 200) for sign in (1, -1)] + [0.005, 1.005, 2.675, -0.004, 33.333333]
    asked = f"const all = {values};\nconsole.log(JSON.stringify(all.map((v) => [fixed(v, 2), fixed(v, 1), even(v)])))"
    file = tmp_path / "rounding.mjs"
    file.write_text(DRAWING_HELPERS + asked, "utf-8")
    done = subprocess.run([NODE, file], capture_output=True, text=True, check=True)
    assert json.loads(done.stdout) == [[f"{value:.2f}", f"{value:.1f}", round(value)] for value in values]
