"""A view contains only what a seat may see, as plain values."""

import itertools
import json
import random

import msgspec
import pytest

import paperdice
from paperdice import Match, view_of
from paperdice.game import Game
from paperdice.testing import choose_any
from paperdice.view import QUIET_KEYS, CellView, PrintedCell, View
from paperdice.view_builder import previews
from tests.sampling import budget

QWIXX = paperdice.find_game("qwixx")


def thrown() -> Match:
    match = Match(QWIXX, seats=3)
    match.throw("w4 w1 r2 y6 g3 b6")
    return match


def find_cell(view: View, seat: int, color: str, number: int) -> CellView:
    rows = view["sheets"][seat]["rows"]
    return next(cell for row in rows for cell in row["cells"] if (cell["color"], cell["number"]) == (color, number))


def test_a_markable_cell_says_how() -> None:
    """The cell has the move, the number to be written, and the dice that make it."""
    cell = find_cell(view_of(thrown(), 1), 1, "y", 5)
    assert (cell["state"], cell["mark"], cell["number_now"], cell["ways"]) == ("markable", "y5", 5, [["w4", "w1"]])
    assert cell["why"] is None


def test_a_forbidden_cell_says_why() -> None:
    """The reason has an id, parameters and the rule."""
    cell = find_cell(view_of(thrown(), 1), 1, "y", 6)
    assert cell["why"] == {"id": "other_sum", "rule": "Qwixx 4", "params": {"color": "y", "number": 6, "sum": 5}}


def test_a_sealed_move_is_seen_by_its_owner_alone() -> None:
    """Other seats and spectators see which seats have answered, but not the moves."""
    match = thrown()
    before = {seat: json.dumps(view_of(match, seat)) for seat in (0, 2, None)}
    match.play(1, "y5")
    own = view_of(match, 1)
    assert own["sealed"] == "y5" and own["choices"] == [] and find_cell(own, 1, "y", 5)["state"] == "sealed"
    for seat, told in before.items():
        now = view_of(match, seat)
        assert now["answered"] == [1] and now["sealed"] is None
        now["answered"], now["acting"] = [], [0, 1, 2]
        assert json.loads(told) == json.loads(json.dumps(now))


@pytest.mark.parametrize("seat", [3, -1, "0", True])
def test_a_seat_that_does_not_exist_sees_nothing(seat: object) -> None:
    """Negative numbers are refused too."""
    with pytest.raises(paperdice.WrongSeatError):
        view_of(thrown(), seat)  # type: ignore[arg-type]  # what a careless caller does


def test_the_price_of_passing() -> None:
    """Only the active seat pays, and only if it has marked nothing."""
    match = thrown()
    assert view_of(match, 1)["pass"] is None
    assert view_of(match, 0)["pass"] == {"cost": 5, "nth": 1, "of": 4, "now": False}
    for seat in range(3):
        match.play(seat, "-")
    assert view_of(match, 0)["pass"] == {"cost": 5, "nth": 1, "of": 4, "now": True}


def check_view(match: Match, seat: int) -> None:
    view = view_of(match, seat)
    assert json.loads(json.dumps(view)) == view
    cells = [cell for row in view["sheets"][seat]["rows"] for cell in row["cells"]]
    marks = {cell["mark"] for cell in cells if cell["state"] == "markable"}
    words = {word for choice in view["choices"] for word in choice.split(" ")}
    assert marks <= words, "every markable cell belongs to some choice"
    rows = view["sheets"][seat]["rows"]
    places = [(r, c) for r, row in enumerate(rows) for c in range(len(row["cells"]))]
    markable = {(r, c) for r, c in places if rows[r]["cells"][c]["state"] == "markable"}
    assert markable == {place for place in places if match.why_not(seat, *place) is None}


@pytest.mark.sampled
@pytest.mark.parametrize("game", paperdice.GAMES, ids=lambda game: game.name)
def test_views_are_plain_and_parts_make_choices(game: Game) -> None:
    """Every view is JSON, and the marks of a choice are markable cells."""
    rng, dice, decisions = random.Random(5), paperdice.SeededDice(8), itertools.count()
    match = Match(game, 2)
    while not match.over:
        if match.dice_wanted:
            match.throw(dice)
            continue
        for seat in match.acting:
            if next(decisions) % budget(4, 1) == 0:
                check_view(match, seat)
            match.play(seat, choose_any(rng, match, seat))
    assert view_of(match, None)["over"] is True


@pytest.mark.parametrize("game", paperdice.GAMES, ids=lambda game: game.name)
def test_a_view_has_exactly_the_keys_and_values_of_its_type(game: Game) -> None:
    """Parsing a view by its type neither fails nor drops anything, before the roll, after it and with a sealed move."""
    match = Match(game, 2)
    for step in ("before", "thrown", "sealed"):
        for seat in (0, 1, None):
            view = view_of(match, seat)
            assert msgspec.convert(view, View) == view
            assert set(view["sheets"][0]["rows"][0]["cells"][0]) == {*QUIET_KEYS, *PrintedCell.__annotations__}
        if step == "before":
            match.throw(paperdice.SeededDice(3))
        elif step == "thrown":
            match.play(match.acting[-1], match.choices(match.acting[-1])[0])


@pytest.mark.parametrize(
    ("game", "roll", "fits"),
    [
        ("twenty_one", "w1 k1 r1 y1 g1 b1", 6),
        ("qwantum", "w3 r1 r2 b4 p3 b6 y5", 4),
        ("sixto", "r1 o1 y1 g1 b1 p1", 6),
    ],
)
def test_before_a_second_throw_the_active_seat_sees_what_fits(game: str, roll: str, fits: int) -> None:
    """On empty sheets, ones fit every limit, any sum can start a row, and each die has a cell."""
    match = Match(paperdice.find_game(game), seats=2)
    match.throw(roll)
    assert match.phase == "reroll"
    seen = [cell for row in view_of(match, 0)["sheets"][0]["rows"] for cell in row["cells"]]
    assert len([cell for cell in seen if cell["number_now"] is not None]) == fits
    assert not any(cell["mark"] for cell in seen)
    others = [cell for row in view_of(match, 1)["sheets"][1]["rows"] for cell in row["cells"]]
    assert all(cell["number_now"] is None for cell in others)


@pytest.mark.parametrize("name", ["twenty_one", "qwantum", "sixto"])
def test_before_a_second_throw_every_cell_that_fits_shows_its_number(name: str) -> None:
    """These are the cells that could be marked if the dice were kept."""
    match = Match(paperdice.find_game(name), 2)
    dice, rng, looks = paperdice.SeededDice(5), random.Random(5), 0
    while not match.over:
        if match.dice_wanted:
            match.throw(dice)
        if match.phase == "reroll":
            seat, kept = match.active, match.copy()
            kept.play(seat, "keep")
            rows = [range(len(row)) for row in match.sheets[seat].rows]
            fits = {(r, c) for r, cells in enumerate(rows) for c in cells if kept.why_not(seat, r, c) is None}
            assert {(row, cell) for row, cell, _ in previews(match, seat)} == fits
            looks += bool(fits)
        for seat in match.acting:
            match.play(seat, choose_any(rng, match, seat))
    assert looks > 5


def test_pairs_a_strip_and_symbols_force_marks() -> None:
    qwixx = paperdice.find_game("qwixx").sheets
    forcing = {name for name, sheet in qwixx.items() if sheet.extras is not None and sheet.extras.forces_marks}
    assert forcing == {*(f"chain-{letter}" for letter in "abcde"), "bonus-a", "bonus-b"}


@pytest.mark.parametrize("name", ["classic", "double-a", "double-b", "steps-a", "big-points", "x-change", "longo-1"])
def test_on_a_sheet_that_forces_no_marks_a_move_marks_one_cell(name: str) -> None:
    """A move there marks one cell, or one field outside the rows, so the marks that it forces are known without trying
    it.
    """
    game, most = paperdice.find_game("longo" if name == "longo-1" else "qwixx"), 0
    for seed in range(4):
        match, dice, rng = Match(game, 2, name), paperdice.SeededDice(seed), random.Random(seed)
        while not match.over:
            if match.dice_wanted:
                match.throw(dice)
            before = match.raw.state.written.copy()
            for seat in match.acting:
                match.play(seat, choose_any(rng, match, seat))
            most = max(most, int((match.raw.state.written != before).sum(axis=(1, 2)).max()))
    assert most == 1
