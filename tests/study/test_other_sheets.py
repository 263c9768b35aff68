"""Coach and review on the sheets of the Qwixx family and in Longo, which use playouts of `steady` to the end."""

from __future__ import annotations

from dataclasses import replace

import pytest

from paperdice import Match, SeededDice, find_game, read_position
from paperdice.errors import ReasonView
from paperdice.fast.compile import on_compilation
from paperdice.sheet import Row, Sheet
from paperdice.study import AdviceView, advise, review
from paperdice.study.readiness import study_warm_up
from paperdice.study.reviewing import make_evaluator
from paperdice.study.why import count_ways, explain_move
from paperdice.study.worker import rehearse
from tests.sampling import sample
from tests.study.test_review import check_sums

# The sheets of the family represent Longo's: both are compiled from the same rules, which takes seconds.
TABLES = [("qwixx", "big-points", 3), ("longo", "longo-1", 1)]
# Seat 0 has three misses and 36 points for eight red marks: passing ends the match at 16 to 15.
LONGO_AHEAD = "longo 7 color 0 w4 w1 r2 y6 g3 b6 | longo-1 11111111/-/-/- 3 | longo-1 11111/-/-/- 0"
AHEAD = "qwixx 7 color 0 w4 w1 r2 y6 g3 b6 | big-points 11111111/-/-/- 3 ry=- gb=- | big-points 1111/11/1/1 0 ry=- gb=-"
# Green 8 is marked, and the whites show 8 again; the other seat has five red marks and can lock red.
BONUS = "qwixx 5 white 0 w4 w4 r1 y1 g1 b1 | big-points -/-/....1/- 0 ry=- gb=- | big-points 11111/-/-/- 0 ry=- gb=-"


def reasons_of(advice: AdviceView, move: str) -> dict[str, ReasonView]:
    """Return the reasons of a choice, by id."""
    choice = next(one for one in advice["choices"] if one["move"] == move)
    return {reason["id"]: reason for reason in choice["reasons"]}


@pytest.mark.sampled
@pytest.mark.parametrize(("game", "sheet", "seats"), sample(TABLES, 0, always=TABLES[:1]))
def test_a_review_adds_up(game: str, sheet: str, seats: int) -> None:
    match, dice = Match(find_game(game), seats, sheet), SeededDice(8)
    while match.turn <= 2:
        if match.dice_wanted:
            match.throw(dice)
        for seat in match.acting:
            match.play(seat, match.choices(seat)[-1])
    found = review(match, samples=0)
    check_sums(found)
    assert found["evaluator"] == "steady, 64 playouts, version 5"
    assert (found["assumes"], found["bias"]) == (["steady"] * seats, 0.0)
    assert found["unit"] == ("points" if seats == 1 else "chance")


def cut(game: str, name: str, cells: int) -> Sheet:
    """Return the first sheet of a game under another name, with this many cells removed from the end of each row."""
    printed = next(iter(find_game(game).sheets.values()))
    return Sheet(
        game, name, tuple(Row(row.colors[: -cells or None], row.numbers[: -cells or None]) for row in printed.rows)
    )


@pytest.mark.parametrize("game", ["qwixx", "twenty_one", "qwantum", "sixto"])
def test_no_network_judges_what_it_has_not_learned(game: str) -> None:
    """A custom sheet that equals a printed one is recognized under any name."""
    known = Match(find_game(game), 2, cut(game, "mine", 0)).snapshot()
    other = Match(find_game(game), 2, cut(game, "mine", 1)).snapshot()
    assert make_evaluator(known).name == "steady, network, version 5"
    assert make_evaluator(other).name == "steady, 64 playouts, version 5"
    assert make_evaluator(other).bias == 0.0
    assert (study_warm_up(known).sheets, study_warm_up(other).sheets) == ((), ("own",))


def test_sheets_that_print_more_than_rows_need_nothing_else() -> None:
    """Longo has no network for any of its sheets."""
    printed = find_game("longo").sheets["longo-1"]
    rows = tuple(Row(row.colors[1:], row.numbers[1:]) for row in printed.rows)
    mine = Match(find_game("longo"), 2, replace(printed, name="mine", rows=rows)).snapshot()
    assert study_warm_up(mine).sheets == ()
    assert make_evaluator(mine).name == "steady, 64 playouts, version 5"


@pytest.mark.slow
def test_custom_sheets_have_their_own_warm_up() -> None:
    """A single warm-up serves all custom sheets."""
    match = Match(find_game("twenty_one"), 2, cut("twenty_one", "mine", 2))
    rehearse(study_warm_up(match.snapshot()))
    match.throw("w1 k3 r2 y4 g5 b6")
    compiled: list[str] = []
    with on_compilation(lambda: compiled.append("something")):
        assert advise(match, 0, samples=16)["evaluator"] == "steady, 16 playouts, version 5"
    assert compiled == []


@pytest.mark.sampled
@pytest.mark.parametrize("position", sample([AHEAD, LONGO_AHEAD], 0, always=[AHEAD]), ids=lambda text: text.split()[0])
def test_a_player_who_can_win_at_once_wins(position: str) -> None:
    advice = advise(read_position(position), 0, samples=16)
    first = advice["choices"][0]
    assert (first["move"], first["value"], first["margin"]) == ("-", 1.0, 1.0)
    assert first["reasons"][0]["id"] == "miss"


def test_a_bonus_cell_is_a_mark_and_only_a_seat_with_enough_marks_can_lock() -> None:
    advice = advise(read_position(BONUS), 0, samples=0)
    assert reasons_of(advice, "gb8")["mark"]["params"]["skipped"] == 0
    assert reasons_of(advice, advice["best"])["can_lock"]["params"] == {"seat": 1, "color": "r"}
    fewer = advise(read_position(BONUS.replace("11111/", "1111/")), 0, samples=0)
    assert "can_lock" not in reasons_of(fewer, fewer["best"])


def test_eight_sided_dice_have_other_odds() -> None:
    assert [count_ways(number, 8) for number in (2, 9, 16, 17)] == [(1, 64), (8, 64), (1, 64), (0, 64)]
    assert [count_ways(number, 6) for number in (2, 7, 12, 13)] == [(1, 36), (6, 36), (1, 36), (0, 36)]
    match = Match(find_game("longo"), 2, "longo-1")
    match.throw("w3 w2 r1 y1 g1 b1")
    marked = match.game.notation.parse_move(match.raw.state, "r5")
    told = {reason.id: reason.params for reason in explain_move(match.raw, 0, marked)}
    assert told["next_sum"] == {"color": "r", "number": 6, "ways": 5, "throws": 64}


def test_sheets_with_rows_of_the_classic_one_are_not_taken_for_it() -> None:
    match = Match(find_game("qwixx"), 1, "x-change")
    match.throw("w1 w4 r1 y5 g1 b5")
    advice = advise(match, 0, samples=0)
    assert advice["evaluator"].startswith("steady, 64 playouts")
    assert {choice["move"] for choice in advice["choices"]} == set(match.choices(0))
