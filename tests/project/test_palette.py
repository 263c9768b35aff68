"""The colors of the page: readable in both themes, and distinguishable for color-blind users."""

from __future__ import annotations

import itertools
import math

import pytest

from paperdice.draw.palette import find_palette
from tests.palette import COLORS, VISIONS, contrast, lab, read_patterns, read_themes

THEMES = read_themes()
GAMES = {"qwixx": "rygb", "longo": "rygb", "twenty_one": "wkrygb", "qwantum": "pbry", "sixto": "roygbp"}
TEXT_FLOOR, EDGE_FLOOR, DISTANCE_FLOOR = 4.5, 3.0, 23.0

TEXT = [
    *[(f"{c}-ink", f"{c}-surface") for c in COLORS],
    *[(f"{c}-mark", f"{c}-tint") for c in COLORS],
    *[(f"{c}-mark", "raised") for c in COLORS],
    *[("pen", f"{c}-tint") for c in COLORS],
    *[(f"{c}-faint", f"{c}-band") for c in COLORS],
    *[(front, back) for front in ("ink", "muted", "ok", "warn", "bad") for back in ("table", "paper")],
    ("on-accent", "accent"),
]
EDGES = [*[(f"{c}-border", "paper") for c in COLORS], ("graphite", "raised"), ("focus", "paper"), ("edge", "paper")]


@pytest.mark.parametrize("theme", THEMES)
def test_text_is_readable_on_its_ground(theme: str) -> None:
    tokens = THEMES[theme]
    ratios = {pair: round(contrast(tokens[pair[0]], tokens[pair[1]]), 2) for pair in TEXT}
    assert {pair: ratio for pair, ratio in ratios.items() if ratio < TEXT_FLOOR} == {}


@pytest.mark.parametrize("theme", THEMES)
def test_edges_stand_out(theme: str) -> None:
    tokens = THEMES[theme]
    ratios = {pair: round(contrast(tokens[pair[0]], tokens[pair[1]]), 2) for pair in EDGES}
    assert {pair: ratio for pair, ratio in ratios.items() if ratio < EDGE_FLOOR} == {}


@pytest.mark.parametrize("vision", VISIONS)
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("theme", THEMES)
def test_the_colors_of_a_game_are_apart_for_every_eye(theme: str, game: str, vision: str) -> None:
    tokens = THEMES[theme]
    places = {color: lab(tokens[f"{color}-surface"], vision) for color in GAMES[game]}
    near = {a + b: round(math.dist(places[a], places[b]), 1) for a, b in itertools.combinations(places, 2)}
    assert {pair: distance for pair, distance in near.items() if distance < DISTANCE_FLOOR} == {}


def test_the_measures_give_known_values() -> None:
    assert round(contrast("#000000", "#ffffff"), 1) == 21.0
    assert [round(part) for part in lab("#ffffff", "normal")] == [100, 0, 0]


@pytest.mark.parametrize("theme", THEMES)
def test_pictures_are_drawn_in_the_colors_of_the_page(theme: str) -> None:
    """This includes named background colors, and every role of every color."""
    palette, tokens = find_palette(theme), THEMES[theme]
    grounds = {name: value for name, value in palette._asdict().items() if isinstance(value, str)}
    assert grounds == {name: tokens[name] for name in grounds}
    roles = {
        f"{color}-{role}": value
        for color, inks in palette.colors.items()
        for role, value in inks._asdict().items()
        if role not in ("pattern", "stripe")
    }
    assert roles == {name: value for name, value in tokens.items() if name[1:2] == "-"}


@pytest.mark.parametrize("theme", THEMES)
def test_pictures_have_the_patterns_of_the_page(theme: str) -> None:
    """Lines, dots, checks and diamonds have the dimensions used on the page, and so do the stripes of locked rows."""
    drawn = {color: (inks.pattern, inks.stripe) for color, inks in find_palette(theme).colors.items()}
    assert drawn == read_patterns()[theme]
