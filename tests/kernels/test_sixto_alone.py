"""The patient policy of Sixto, kernel by kernel, on sheet A."""

from __future__ import annotations

import numpy as np
import pytest

from paperdice.games.sixto.rules import KEEP, REROLL
from paperdice.solve import sixto
from tests.bots.records import Records, records_of
from tests.bots.sixto_positions import BLUE, GREEN, NO_MARKS, ORANGE, PURPLE, RED, YELLOW

# All columns marked; then also the first goal, so that the next one locks the row; then also the second.
FULL, READY, LOCKED = "1" * 9, "1" * 10, "1" * 11
ALL_READY = "/".join([READY] * 6)
ONE_LOCKED = "/".join([LOCKED] + [READY] * 5)
# These lock nothing, then red, orange and blue, then all but red.
NONE_LOCK, THREE_LOCK, FIVE_LOCK = "r4 o5 y4 g2 b3 p3", "r3 o4 y4 g2 b4 p3", ". o4 y5 g5 b4 p5"


def at(marks: str, dice: str, phase: str = "tick", idle: int = 0) -> Records:
    """Return a solo position on sheet A."""
    turn = 30 if "1" in marks else 1 + idle
    return records_of(f"sixto {turn} {phase} 0 {dice} idle={idle} | A {marks}".replace(" idle=0", ""))


def bits(*dice: int) -> int:
    """Return dice as a bit mask."""
    return sum(1 << die for die in dice)


@pytest.mark.parametrize(
    ("red", "die", "skipped"),
    [
        ("-", "r4", 0),
        ("-", "r5", 3),
        # Behind the eighth cell: 3 is the second goal and leaves the last column behind, 2 the last goal.
        ("11111111", "r3", 1),
        ("11111111", "r2", 2),
        # Behind the columns: only the last goal costs.
        (FULL, "r3", 0),
        (FULL, "r2", 1),
        (READY, "r2", 1),
    ],
)
def test_a_mark_leaves_columns_and_the_last_goal_behind(red: str, die: str, skipped: int) -> None:
    assert sixto.skipped_cells(*at(f"{red}/-/-/-/-/-", f"{die} o1 y1 g1 b1 p1"), RED) == skipped


def test_the_second_goal_locks() -> None:
    state = at(f"{READY}/{FULL}/-/-/-/-", NONE_LOCK).state
    assert [sixto.locks_row(state, row) for row in (RED, ORANGE, YELLOW)] == [True, False, False]


def test_rows_grow_until_the_next_mark_locks() -> None:
    assert sixto.is_growing(*at(NO_MARKS, NONE_LOCK))
    assert sixto.is_growing(*at("/".join([READY] * 5 + [FULL]), NONE_LOCK))
    assert not sixto.is_growing(*at(ALL_READY, NONE_LOCK))
    assert not sixto.is_growing(*at(ONE_LOCKED, f".{NONE_LOCK[2:]}"))
    # A row that is not there does not grow.
    sheets, state = at("/".join([READY] * 5 + [FULL]), NONE_LOCK)
    sheets["n_cells"][0, PURPLE] = 9
    assert not sixto.is_growing(sheets, state)


def test_marks_are_free_that_skip_and_lock_nothing() -> None:
    # Red 4, orange 5 and green 2 are first cells, the others are not.
    assert sixto.marks_for_free(*at(NO_MARKS, "r4 o5 y6 g2 b5 p2")) == bits(RED, ORANGE, GREEN)
    # Red 3 would lock; orange 6 is the last goal, yellow 5 the second.
    assert sixto.marks_for_free(*at(f"{READY}/{FULL}/{FULL}/-/-/-", "r3 o6 y5 g1 b5 p2")) == bits(YELLOW)


def test_the_cheapest_mark_is_the_first_that_skips_least() -> None:
    # Skipped: red 2, orange 3, yellow 1, green 2, blue 1, purple 2.
    assert sixto.cheapest_mark(*at(NO_MARKS, "r2 o6 y6 g4 b5 p6")) == bits(YELLOW)
    # A lock is no such mark, and neither is a die without a cell.
    assert sixto.cheapest_mark(*at(f"{READY}/-/-/-/-/-", "r3 o6 y2 g5 b6 p1")) == bits(YELLOW)
    assert sixto.cheapest_mark(*at(ALL_READY, FIVE_LOCK.replace(".", "r3"))) == 0


def test_ready_locks_are_the_dice_that_lock() -> None:
    assert sixto.ready_locks(*at(ALL_READY, THREE_LOCK)) == bits(RED, ORANGE, BLUE)
    # A first goal and a first cell lock nothing.
    assert sixto.ready_locks(*at(f"{FULL}/{READY}/-/-/-/-", "r6 o6 y4 g2 b3 p3")) == bits(ORANGE)


@pytest.mark.parametrize(
    ("n_ready", "throws_left", "locks"),
    [
        *[(1, 0, True), (1, 1, False), (2, 1, True)],
        *[(2, 2, False), (2, 3, False), (2, 4, False), (2, 5, False)],
        *[(3, 2, True), (3, 3, True), (3, 4, True), (3, 5, True)],
    ],
)
def test_later_locks_come_many_at_once(n_ready: int, throws_left: int, locks: bool) -> None:
    state = at(ONE_LOCKED, FIVE_LOCK).state
    ready = bits(*range(6 - n_ready, 6))
    assert sixto.choose_locks(state, ready, throws_left) == (ready if locks else 0)


def test_the_first_lock_comes_alone() -> None:
    state = at(ALL_READY, THREE_LOCK).state
    assert sixto.choose_locks(state, bits(ORANGE, YELLOW, BLUE), 5) == bits(ORANGE)


@pytest.mark.parametrize(
    ("marks", "dice", "throws_left", "chosen"),
    [
        # Free marks come first; all rows wait for one while they can; then a first lock, or the fewest skipped cells.
        (f"{READY}/-/-/-/-/-", "r3 o5 y6 g1 b5 p2", 0, bits(ORANGE)),
        (f"{READY}/-/-/-/-/-", "r3 o6 y6 g4 b6 p6", 1, 0),
        (f"{READY}/-/-/-/-/-", "r3 o6 y6 g4 b6 p6", 0, bits(RED)),
        (f"{READY}/{READY}/-/-/-/-", "r3 o4 y6 g4 b6 p6", 0, bits(RED)),
        (f"{READY}/-/-/-/-/-", "r1 o6 y6 g4 b6 p6", 0, bits(YELLOW)),
        # With one row locked already, locks wait for all others to grow.
        (f"{LOCKED}/{READY}/-/-/-/-", ". o4 y6 g4 b6 p6", 0, bits(YELLOW)),
        # No row grows.
        (ALL_READY, THREE_LOCK, 4, bits(RED)),
        (ONE_LOCKED, ". o4 y4 g2 b4 p3", 1, bits(ORANGE, BLUE)),
        (ONE_LOCKED, ". o4 y4 g2 b4 p3", 2, 0),
    ],
)
def test_dice_are_chosen_patiently(marks: str, dice: str, throws_left: int, chosen: int) -> None:
    assert sixto.choose_dice(*at(marks, dice), throws_left) == chosen


def rated(marks: str, dice: str, phase: str, idle: int, moves: list[int]) -> list[float]:
    """Return the ratings of moves."""
    values = np.full(len(moves) + 1, 99.0)
    sixto.rate_patient(np.zeros(0), *at(marks, dice, phase, idle), 0, np.array([*moves, 0]), len(moves), values)
    assert values[-1] == 99
    return [float(value) for value in values[:-1]]


def test_the_chosen_dice_are_rated_above_all_others() -> None:
    moves = [0, bits(ORANGE), bits(BLUE), bits(ORANGE, BLUE)]
    two_lock = ". o4 y4 g2 b4 p3"
    # After two idle turns this is the last throw, so two locks are enough; one turn earlier they are not.
    assert rated(ONE_LOCKED, two_lock, "tick", 2, moves) == [0, 0, 0, 1]
    assert rated(ONE_LOCKED, two_lock, "tick", 1, moves) == [1, 0, 0, 0]
    assert rated(ONE_LOCKED, two_lock, "tick", 0, moves) == [1, 0, 0, 0]


def test_a_first_throw_is_kept_for_what_would_be_marked() -> None:
    keep, again = [1, 0], [0, 1]
    assert rated(NO_MARKS, "r4 o6 y6 g4 b6 p6", "reroll", 0, [KEEP, REROLL]) == keep
    assert rated(NO_MARKS, "r5 o6 y6 g4 b6 p6", "reroll", 2, [KEEP, REROLL]) == again
    # The last turn has one more throw, for which two locks are enough and one is not.
    assert rated(ONE_LOCKED, ". o4 y4 g2 b4 p3", "reroll", 2, [KEEP, REROLL]) == keep
    assert rated(ONE_LOCKED, ". o4 y4 g2 b3 p3", "reroll", 2, [KEEP, REROLL]) == again
    assert rated(ONE_LOCKED, ". o4 y4 g2 b4 p3", "reroll", 1, [KEEP, REROLL]) == again
