"""Matches, sheets and throws as SVG: everything is inside and legible, and texts are escaped."""

from __future__ import annotations

import itertools
import re
import xml.etree.ElementTree as ET
from collections.abc import Iterable
from functools import cache
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from paperdice import GAMES, Match, SeededDice, SetupError, find_game, read_position, view_of
from paperdice.draw import match_svg, result_svg, roll_svg, sheet_svg
from paperdice.draw.count import count_parts
from paperdice.draw.palette import THEMES
from paperdice.game import Game
from paperdice.sheet import Sheet
from paperdice.texts import LANGUAGES
from tests.palette import contrast, grey
from tests.pictures import Shape, grounds_of, read_pattern_inks, read_picture
from tests.sampling import budget, sample
from tests.sheet_kinds import KINDS

TEXT_FLOOR, MARK_FLOOR = 4.5, 3.0
# A browser's grey filter is cruder than a printer: the dark theme's red suffers most, from 5.8 to 3.84.
CRUDE_TEXT_FLOOR = 3.8
TAGS = {"svg", "title", "desc", "defs", "pattern", "g", "rect", "circle", "path", "text", "tspan"}
ATTRIBUTES = {
    *{"viewBox", "width", "height", "role", "font-family", "id", "class", "patternUnits", "patternTransform", "d"},
    *{"transform", "x", "y", "rx", "cx", "cy", "r", "fill", "fill-opacity", "stroke", "stroke-opacity"},
    *{"stroke-width", "stroke-linecap", "stroke-linejoin", "stroke-dasharray", "text-anchor"},
    *{"font-size", "font-weight"},
}
MOMENTS = (1, 25, 60, 10_000)  # steps since the start of the match
LOCKED = "qwixx 28 white 0 w4 w5 r2 y6 . b1 | classic 11.1.1/.11.1/1.11.1/.11 2 | classic .1/.1111/1111111.111/1..1 0"


def play_some(match: Match, steps: int, seed: int = 5) -> Match:
    """Return a match after some throws and phases of random moves, at a decision unless it is over."""
    random, dice = Random(seed), SeededDice(seed)
    for step in itertools.count():
        if match.over or (step >= steps and match.acting):
            return match
        if match.dice_wanted:
            match.throw(dice)
        for seat in match.acting:
            match.play(seat, random.choice(match.choices(seat)))
    raise AssertionError


@cache
def play_solo(name: str, steps: int) -> Match:
    """Return a one-seat match after some steps, for drawing only."""
    sheets = list(find_game(name).sheets.values())
    return play_some(Match(find_game(name), 1, sheets[steps % len(sheets)]), steps)


def sheets_of(game: Game, theme: str, count: int) -> list[str]:
    """Return blank sheets."""
    return [sheet_svg(sheet, theme=theme) for sheet in list(game.sheets.values())[:count]]


def matches_of(game: Game, theme: str, moments: Iterable[int] = MOMENTS) -> list[str]:
    """Return a match early, midway and at its end, as seen by its first deciding seat."""
    matches = [play_solo(game.name, steps) for steps in moments]
    return [match_svg(match, match.acting[0] if match.acting else None, theme=theme) for match in matches]


# Layout


@pytest.mark.sampled
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_nothing_lies_outside_and_no_cells_overlap(game: Game) -> None:
    """For every number of seats, each sheet of the game on one of them."""
    sheets = [sheet for sheet in game.sheets.values() if sheet.extras is None] or list(game.sheets.values())
    n_cells = sum(len(row) for row in sheets[0].rows)
    deals = [(seats, first) for seats in game.seats for first in range(0, len(sheets), seats)]
    for seats, first in sample(deals, 4, always=[(game.seats[-1], 0)]):
        dealt = [sheets[(first + seat) % len(sheets)] for seat in range(seats)]
        (width, height), shapes = read_picture(match_svg(Match(game, seats, dealt)))
        assert [s for s in shapes if s.left < 0 or s.top < 0 or s.right > width or s.bottom > height] == []
        boxes = [shape for shape in shapes if shape.is_first and shape.group.startswith("cell ")]
        assert len(boxes) == n_cells * seats
        assert [pair for pair in itertools.pairwise(boxes) if pair[0].overlaps(pair[1])] == []
        own = boxes[:n_cells]
        assert [pair for pair in itertools.combinations(own, 2) if pair[0].overlaps(pair[1])] == []


def test_many_small_parts_fit_beside_large_ones() -> None:
    """Tiles have a minimum length, and the bar with all of them stays above its sheet."""
    match = play_some(Match(find_game("qwixx"), 1), 100_000)
    view = view_of(match, None)
    tally = {"r": 78, "y": 78, "g": 1, "b": 1, "misses": -20, "square": 1, "octagon": 13}
    view["sheets"][0]["score"], view["sheets"][0]["tally"] = sum(tally.values()), tally
    shapes = read_picture(result_svg(view))[1]
    paper = next(shape for shape in shapes if shape.group == "sheet" and shape.is_first)
    bars = [shape for shape in shapes if shape.group == "player" and shape.tag == "rect"]
    assert len(bars) == len(tally)
    assert max(bar.right for bar in bars) <= paper.right


@pytest.mark.sampled
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_a_result_is_square_and_has_every_sheet(game: Game) -> None:
    """Everything is inside and no two sheets overlap, for every number of seats."""
    for seats in sample(game.seats, 3, always=[game.seats[-1]]):
        match = play_some(Match(game, seats), 100_000)
        svg = result_svg(view_of(match, None), ["Zoë"] * seats, language=LANGUAGES[seats % 3])
        (width, height), shapes = read_picture(svg)
        assert (width, height) == (1080, 1080)
        assert [s for s in shapes if s.left < 0 or s.top < 0 or s.right > width or s.bottom > height] == []
        papers = [shape for shape in shapes if shape.group == "sheet" and shape.is_first]
        assert len(papers) == seats
        assert [pair for pair in itertools.combinations(papers, 2) if pair[0].overlaps(pair[1])] == []
        bars = [shape for shape in shapes if shape.group == "player" and shape.tag == "rect"]
        assert [bar for bar in bars if any(bar.overlaps(paper) for paper in papers)] == []


def test_a_result_tells_who_has_won_and_counts_the_parts() -> None:
    """The best player first; columns beside colored rows are one part, and zeros are left out."""
    match = play_some(Match(find_game("qwixx"), 2), 100_000)
    view = view_of(match, None) | {"winners": [1], "turn": 9, "end_reason": "locks"}
    for sheet, score in zip(view["sheets"], (20, 31), strict=True):
        sheet["score"], sheet["tally"] = score, {"r": 36, "y": 0, "g": 0, "b": 0, "misses": score - 36}
    texts = [shape.text for shape in read_picture(result_svg(view, ["Ann", ""]))[1] if shape.tag == "text"]
    assert texts[:3] == ["seat 1 wins", "Qwixx · the end, turn 9: two rows are locked", "paperdice"]
    assert texts[3:5] == ["36", "\N{MINUS SIGN}5"]
    assert [text for text in texts if text in ("seat 1", "Ann")] == ["seat 1", "Ann"]
    parts = count_parts({"1": 5, "r": 1, "o": 0, "2": -3, "misses": -5})
    assert parts == [("r", 1), ("o", 0), ("columns", 2), ("misses", -5)]
    assert count_parts({"1": 22, "2": 23, "misses": -3}) == [("1", 22), ("2", 23), ("misses", -3)]
    with pytest.raises(SetupError, match="only a finished match has a result"):
        result_svg(view_of(Match(find_game("qwixx"), 1), None))


@pytest.mark.sampled
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_blank_sheets_fit_in_every_language(game: Game) -> None:
    kinds = [(name, "de") for title, name in KINDS if title == game.name]
    for name, language in sample(itertools.product(game.sheets, LANGUAGES), len(kinds) + 4, always=kinds):
        sheet = game.sheets[name]
        (width, height), shapes = read_picture(sheet_svg(sheet, language=language))
        assert [s for s in shapes if s.left < 0 or s.top < 0 or s.right > width or s.bottom > height] == []
        assert sum(s.is_first and s.group.startswith("cell ") for s in shapes) == sum(len(row) for row in sheet.rows)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_a_blank_sheet_shows_no_score_and_no_state(game: Game) -> None:
    """It is paper to write on: its only numbers are the printed ones and the prices of misses."""
    sheet = game.sheets[game.deal(1)[0]]
    shapes = read_picture(sheet_svg(sheet))[1]
    assert {shape.group for shape in shapes if shape.group.startswith("cell ")} == {"cell free"}
    printed = [number for row in sheet.rows for number in row.numbers]
    printed += sheet.extras.lucky if sheet.extras else ()
    prices = [-price for price in game.display.LOOK.miss_prices for _ in ("halo", "text")]
    heads = list(range(1, 6)) if game.display.LOOK.head == "number" else []
    told = [shape.text.replace("\N{MINUS SIGN}", "-") for shape in shapes if shape.tag == "text"]
    numbers = [int(text) for text in told if text.lstrip("-").isdigit()]
    assert sorted(numbers) == sorted(printed + prices + heads)


def test_sheets_stand_in_columns() -> None:
    """Two by default, never more than the game has seats."""
    match = Match(find_game("qwixx"), 5)
    sizes = {columns: read_picture(match_svg(match, columns=columns))[0] for columns in (None, 1, 2, 3, 9)}
    assert sizes == {None: (1390, 1422), 1: (704, 2282), 2: (1390, 1422), 3: (2076, 992), 9: (3448, 562)}


def test_the_width_on_the_page_can_be_chosen() -> None:
    """The drawing keeps its own size."""
    root = ET.fromstring(match_svg(Match(find_game("qwantum"), 1), width=352))
    assert (root.get("viewBox"), root.get("width"), root.get("height")) == ("0 0 704 608", "352", "304")


@pytest.mark.parametrize(
    "sheet", [sheet for game in GAMES for sheet in game.sheets.values() if sheet.extras is not None], ids=str
)
def test_sheets_of_the_family_show_all_they_print(sheet: Sheet) -> None:
    """Cells and fields outside of the rows neither overlap nor leave the picture."""
    match = Match(find_game(sheet.game), 2, sheet)
    (width, height), shapes = read_picture(match_svg(match))
    assert [s for s in shapes if s.left < 0 or s.top < 0 or s.right > width or s.bottom > height] == []
    boxes = [shape for shape in shapes if shape.is_first and shape.group.startswith(("cell ", "field "))]
    n_fields = sum(len(line["cells"]) for line in view_of(match, 0)["sheets"][0]["lines"])
    assert len(boxes) == 2 * (n_fields + sum(len(row) for row in sheet.rows))
    own = boxes[: len(boxes) // 2]
    assert [pair for pair in itertools.combinations(own, 2) if pair[0].overlaps(pair[1])] == []


# Legibility


@pytest.mark.sampled
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
@pytest.mark.parametrize("theme", THEMES)
def test_texts_and_marks_stand_out_in_color_and_in_grey(theme: str, game: Game) -> None:
    """Printed in grey a color keeps its luminance and so its contrasts; a browser's grey filter changes both."""
    faint: dict[tuple[str, str, str], float] = {}
    for svg in [*sheets_of(game, theme, budget(1, 3)), *matches_of(game, theme, sample(MOMENTS, 2))]:
        shapes, patterns = read_picture(svg)[1], read_pattern_inks(svg)
        for index, shape in enumerate(shapes):
            ink, floor, crude = ink_of(shape)
            for ground in grounds_of(shapes, index, patterns) if ink else []:
                if contrast(ink, ground) < floor or contrast(grey(ink), grey(ground)) < crude:
                    faint[shape.group, ink, ground] = round(contrast(ink, ground), 2)
    assert faint == {}


def ink_of(shape: Shape) -> tuple[str, float, float]:
    """Return the ink of a text or of a pen stroke and the required contrasts; the halo behind a text has none."""
    if shape.tag == "text" and "stroke" not in shape.words:
        return shape.words["fill"], TEXT_FLOOR, CRUDE_TEXT_FLOOR
    if shape.tag == "path" and shape.words.get("fill") == "none":
        return shape.words["stroke"], MARK_FLOOR, MARK_FLOOR
    return "", 0, 0


def test_every_state_of_a_cell_has_a_shape_of_its_own() -> None:
    """Without colors, no two states look alike; far cells differ by their lock or their row unless they are blank."""
    looks: dict[tuple[str, str], set[str]] = {}
    for game in GAMES:
        for svg in [*sheets_of(game, "light", 1), *matches_of(game, "light")]:
            for group in ET.fromstring(svg).iter("{http://www.w3.org/2000/svg}g"):
                if group.get("class", "").startswith("cell "):
                    state = group.attrib["class"].removeprefix("cell ")
                    looks.setdefault((game.display.LOOK.cells, state), set()).add(shape_of(group))
    for kind in ("crossed", "limited", "blank"):
        states = {state for cells, state in looks if cells == kind and (state != "far" or kind == "blank")}
        own = {state: looks[kind, state] for state in states}
        assert [pair for pair in itertools.combinations(own, 2) if own[pair[0]] & own[pair[1]]] == []
    assert {state for _, state in looks} >= {"free", "markable", "marked", "skipped", "locked", "struck", "far"}


def shape_of(group: ET.Element) -> str:
    """Return the shapes of a group without places and colors: tags, whether filled, and the widths of lines."""
    words = []
    for element in group:
        fill = "none" if element.get("fill", "none") == "none" else "filled"
        words.append(f"{element.tag} {fill} {element.get('stroke-width')} {element.get('font-weight')}")
    return "; ".join(words)


def test_a_locked_row_is_striped_and_its_lock_is_shut() -> None:
    """For all seats; the seat that locked it has a cross on the lock."""
    svg = match_svg(read_position(LOCKED), columns=1)
    shapes, patterns = read_picture(svg)[1], read_pattern_inks(svg)
    striped = [s for s in shapes if patterns.get(s.words.get("fill", "")) == ("#fff", 0.27)]
    assert [s.words["d"][:4] for s in striped if s.right - s.left == 584] == ["M88 ", "M88 "]
    shut = [s for s in shapes if s.group == "lock shut"]
    assert [s.tag for s in shut] == ["circle", "path", "circle", "path", "path"]


def test_a_seat_sees_what_it_may_do_and_everyone_else_does_not() -> None:
    """Sums under the cells that can be marked; nothing of a sealed move."""
    match = read_position(LOCKED)
    own, open_ = (read_picture(match_svg(match, seat))[1] for seat in (0, None))
    assert [s.text for s in own if s.group == "cell markable" and s.text] == ["9", "4+5", "9", "4+5", "9", "4+5"]
    assert [s for s in open_ if s.group in ("cell markable", "cell sealed")] == []
    before = match_svg(match, 0)
    match.play(1, "r9")
    sealed = read_picture(match_svg(match, 1))[1]
    assert [(s.tag, s.text) for s in sealed if s.group == "cell sealed"] == [
        ("rect", ""),
        ("path", ""),
        ("text", "9"),
        ("text", "9"),
    ]
    assert "cell sealed" not in match_svg(match, 0) and match_svg(match, 0) != before


def test_the_end_names_the_winner_and_why() -> None:
    rows = "...1...1.1/1...111.1/...1....1/......1..1"
    over = read_position(f"qwixx 13 over 0 w6 w5 r1 y3 g2 b3 | classic {rows} 4 | classic -/-/-/- 0")
    texts = [shape.text for shape in read_picture(match_svg(over, names=["Ann", "Bob"]))[1]]
    assert "the end, turn 13: somebody took their last miss" in texts
    assert [text for text in texts if text in ("wins", "active")] == ["wins"]


def test_a_throw_is_drawn_alone() -> None:
    """Pips for plain dice, numerals for mixed ones, letters for all but Qwixx's whites."""
    whole = read_picture(roll_svg(find_game("qwixx"), "w4 w1 r2 y6 g3 b6"))[1]
    assert [s.text for s in whole if s.tag == "text"] == ["= 5", "R", "Y", "G", "B"]
    mixed = read_picture(roll_svg(find_game("qwantum"), "w3 r1 b4"))[1]
    assert [s.text for s in mixed if s.tag == "text"] == ["W", "1", "R", "4", "B"]
    assert sum(s.tag == "circle" for s in mixed) == 3 + 3


@pytest.mark.parametrize(
    ("language", "letters"), [("fr", ["Bc", "N", "R", "J", "V", "Bl"]), ("de", ["W", "S", "R", "Ge", "Gr", "B"])]
)
def test_dice_carry_the_letters_of_the_language(language: str, letters: list[str]) -> None:
    """In a throw alone, on a table and on the sheets below it; two letters stay inside their tag."""
    game = find_game("twenty_one")
    thrown = read_picture(roll_svg(game, "w4 k1 r2 y6 g3 b6", language=language))[1]
    assert [s.text for s in thrown if s.tag == "text"] == letters
    match = Match(game, 1)
    match.throw("w4 k1 r2 y6 g3 b6")
    shown = [s.text for s in read_picture(match_svg(match, language=language))[1] if s.tag == "text"]
    assert [shown.count(letter) for letter in letters] == [6] * 6
    sums = Match(find_game("qwantum"), 1)
    sums.throw("w3 r1 r2 b4 p3 b6 y5")
    told = {s.text for s in read_picture(match_svg(sums, 0, language=language))[1] if s.tag == "text"}
    assert {letters[2], letters[3], letters[5]} <= told and not told & {"Y", "P"}


def test_the_same_match_gives_the_same_picture() -> None:
    """Byte for byte; another match has other names for its patterns."""
    one, other = Match(find_game("sixto"), 2), Match(find_game("sixto"), 2)
    assert match_svg(one) == match_svg(other)
    first = sheet_svg(find_game("qwixx").sheets["classic"])
    second = sheet_svg(find_game("qwixx").sheets["mixx-a"])
    names = [set(re.findall(r'id="(\w+)-', svg)) for svg in (first, second)]
    assert len(names[0]) == len(names[1]) == 1 and names[0] != names[1]


# Safety

HOSTILE = st.text(max_size=60) | st.sampled_from(
    [
        "<script>alert(1)</script>",
        "\"/><image href='https://example.org/x'/>",
        "]]><!-- & --> &amp; &#0;",
        "\x00\x1b[31m\u202e\ufffe\ud800",
        "🎲👩‍👩‍👧" * 20,
        "W" * 500,
        "{seat} {0}",
    ]
)


@pytest.mark.sampled
@given(names=st.lists(HOSTILE, min_size=2, max_size=2), title=HOSTILE)
@settings(max_examples=budget(12, 200))
def test_no_name_can_do_harm(names: list[str], title: str) -> None:
    """Only shapes, only drawing attributes, only references to the file's own patterns, nothing outside."""
    svg = match_svg(Match(find_game("qwixx"), 2), names=names, title=title, columns=1)
    root = ET.fromstring(svg)
    assert {element.tag.removeprefix("{http://www.w3.org/2000/svg}") for element in root.iter()} <= TAGS
    assert {name for element in root.iter() for name in element.attrib} <= ATTRIBUTES
    own = {f"url(#{pattern.attrib['id']})" for pattern in root.iter("{http://www.w3.org/2000/svg}pattern")}
    values = {value for element in root.iter() for value in element.attrib.values() if "url" in value}
    assert (
        values <= own
        and "://" not in svg.replace("http://www.w3.org/2000/svg", "").split("<defs>")[1].split("<text")[0]
    )
    (width, height), shapes = read_picture(svg)
    assert [s for s in shapes if s.left < 0 or s.right > width or s.bottom > height] == []
    svg.encode("utf-8")


def test_a_long_name_is_cut_and_a_short_one_is_not() -> None:
    match = Match(find_game("qwixx"), 2)
    texts = [shape.text for shape in read_picture(match_svg(match, names=["A" * 99, "Zoë <b> & Co"]))[1]]
    assert "A" * 19 + "…" in texts and "Zoë <b> & Co" in texts


@pytest.mark.parametrize(
    ("options", "told"),
    [
        ({"theme": "pink"}, "there is no theme 'pink'; known are light, dark, print"),
        ({"language": "xx"}, "there is no language 'xx'; known are en, fr, de"),
        ({"width": 0}, "a picture is 1 to 100000 wide, not 0"),
        ({"width": float("nan")}, "a picture is 1 to 100000 wide, not nan"),
        ({"columns": 0}, "sheets stand in one column or more, not 0"),
    ],
)
def test_what_cannot_be_drawn_is_refused(options: dict[str, float], told: str) -> None:
    with pytest.raises(SetupError) as caught:
        match_svg(Match(find_game("qwixx"), 1), **options)  # type: ignore[arg-type] # wrong on purpose
    assert str(caught.value) == told


def test_dice_in_another_order_are_refused() -> None:
    with pytest.raises(SetupError) as caught:
        roll_svg(find_game("sixto"), "o1 r2")
    assert str(caught.value) == "the dice of Sixto stand in the order r o y g b p"


def test_a_name_is_no_sheet() -> None:
    with pytest.raises(SetupError, match=r"needs a sheet from load_sheet or match\.sheets, not 'classic'"):
        sheet_svg("classic")  # type: ignore[arg-type]
