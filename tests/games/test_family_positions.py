"""Positions of the Qwixx family: every reachable one can be read, and impossible ones are refused with their place."""

from __future__ import annotations

import re
from collections.abc import Iterator
from random import Random

import pytest

import paperdice
from paperdice import Match, RecordError, SeededDice, read_position
from tests.sampling import budget

FRAMED = {"r3", "r6", "r9", "y5", "y8", "y11", "g11", "g7", "g4", "b10", "b8", "b5"}
STRIP = "rygbgrbyrybg"
SWAPS = ((8, 5), (9, 7), (11, 3), (7, 4), (10, 3), (8, 6), (10, 5), (11, 9), (6, 4))
NUMBERS = {color: range(2, 13) for color in "ry"} | {color: range(12, 1, -1) for color in "gb"}


@pytest.mark.parametrize(
    ("seat", "why"),
    [
        ("double-b 2/-/-/- 0", "bad second mark (seat 0 row 0)"),
        ("double-a 3/-/-/- 0", "bad second mark (seat 0 row 0)"),
        ("double-a -/1111222...2/-/- 0", "bad second mark (seat 0 row 1)"),
        ("double-a 111111....1/-/-/- 0", "lock without marks (seat 0 row 0)"),
        ("chain-a ....1/-/-/- 0", "bad pair (seat 0 row 0), bad pair (seat 0 row 1)"),
        ("chain-a #/-/-/- 0", "bad second mark"),
        ("bonus-a -/-/-/- 0 strip=1", "bad strip (seat 0 strip)"),
        ("bonus-a .1/-/-/- 0 strip=2", "bad strip (seat 0 strip)"),
        # Red 3 forces a mark in red, the first field.
        ("bonus-a .1/-/-/- 0 strip=-", "bad strip (seat 0 strip)"),
        ("bonus-a .1/-/-/- 0 strip=1", "bad strip (seat 0 strip)"),
        ("bonus-a .1.1/-/-/- 0 strip=1", "bad strip (seat 0 strip)"),
        ("bonus-a .11/1/-/- 0 strip=.1", "bad strip (seat 0 strip)"),
        ("bonus-a .11/1/-/- 0 strip=11", "bad strip (seat 0 strip)"),
        # Both notched squares are marked: one mark in each row follows.
        ("bonus-b -/.....1/1/.....11 0", "bad reward (seat 0 rows)"),
        ("bonus-b 1/.....11/1/.....1 0", "bad reward (seat 0 rows)"),
        # Both circles are marked: two marks in one row follow.
        ("bonus-b 1/.1.1.1.1.1/...1/.1 0", "bad reward (seat 0 rows)"),
        ("big-points -/-/-/- 0 ry=1 gb=-", "bad bonus (seat 0 ry)"),
        ("big-points -/-/-/1 0 ry=- gb=.1", "bad bonus (seat 0 gb)"),
        ("big-points 111/-/-/- 0 ry=#3 gb=-", "bad bonus (seat 0 ry)"),
        ("big-points -/-/-/- 0 ry=............1 gb=-", "bad bonus (seat 0 ry)"),
        ("big-points -/-/-/- 0 gb=- ry=-", "tells ry= here"),
        ("big-points -/-/-/- 0 ry=-", "sheet, rows and misses, ry, gb"),
        ("big-points -/-/-/- 5 ry=- gb=-", "bad misses (seat 0)"),
        ("x-change -/-/-/- 0 swap=11", "has 1 cells"),
        ("x-change -/-/-/- 0 swap=#", "bad swap (seat 0 swap)"),
        ("x-change -/-/-/- 0 swap=1", "bad swap (seat 0 swap)"),
        ("x-change 1/.1/1/- 0 swap=2", "bad swap (seat 0 swap)"),
    ],
)
def test_a_position_that_cannot_arise_is_refused(seat: str, why: str) -> None:
    with pytest.raises(RecordError, match=re.escape(why)):
        read_position(f"qwixx 3 roll 0 | {seat}")


def test_two_goals_of_longo_are_refused() -> None:
    with pytest.raises(RecordError, match=re.escape("lock without marks (seat 1 row 2)")):
        read_position("longo 3 roll 0 | longo-1 -/-/-/- 0 | longo-2 -/-/111111.......11/- 0")


@pytest.mark.parametrize(
    "seat",
    [
        "bonus-a ......1..1/...1/-/- 0 strip=1",  # only two marks before the last cell, so the forced mark lapses
        "bonus-b 1/.....11/1/.....11 0",
        "bonus-b 111/.1.1.1.1.1/...1/.1 0",
        "x-change ...1/-/-/- 0 swap=7",
    ],
)
def test_what_looks_like_it_but_can_arise_is_read(seat: str) -> None:
    assert read_position(f"qwixx 3 roll 0 | {seat}").position().endswith(seat)


def places(name: str, seats: int, seed: int) -> Iterator[Match]:
    """Yield the match before every throw and every phase."""
    game = paperdice.find_game("longo" if name.startswith("longo") else "qwixx")
    match, chance, dice = Match(game, seats, name), Random(seed), SeededDice(seed)
    while not match.over:
        yield match
        if match.dice_wanted:
            match.throw(dice)
        for seat in match.acting:
            match.play(seat, chance.choice(match.choices(seat)[-3:]))
    yield match


@pytest.mark.sampled
@pytest.mark.parametrize("name", ["double-a", "chain-b", "bonus-a", "bonus-b", "big-points", "x-change", "longo-4"])
def test_every_position_of_play_is_read(name: str) -> None:
    for seed in range(budget(3, 24)):
        for match in places(name, 1 + seed % 3, seed):
            text = match.position()
            assert read_position(text).position() == text


def crossed(rows: str) -> set[str]:
    """Return the marked cells by name."""
    return {
        f"{color}{NUMBERS[color][place]}"
        for color, row in zip("rygb", rows.split("/"), strict=True)
        for place, mark in enumerate(row.replace("-", ""))
        if mark != "."
    }


def refuses(text: str, place: str) -> bool:
    """Whether a position is refused at this place."""
    with pytest.raises(RecordError, match=re.escape(place)):
        read_position(text)
    return True


@pytest.mark.sampled
def test_the_strip_is_used_from_left_to_right_by_every_framed_mark() -> None:
    """With no row locked: one field more, one fewer, one passed over."""
    tried = 0
    for seed in range(budget(4, 16)):
        for match in places("bonus-a", 1, seed):
            head, seat = match.position().split(" | ")
            _, rows, misses, strip = seat.split(" ")
            used = strip.removeprefix("strip=").replace("-", "")
            if match.over or len(match.dice_wanted) == 5 or "." in used or not 0 < len(used) < len(STRIP) - 1:
                continue
            assert len(used) == len(crossed(rows) & FRAMED)
            for wrong in (f"{used}1", used[:-1] or "-", f"{used[:-1]}.1"):
                tried += refuses(f"{head} | bonus-a {rows} {misses} strip={wrong}", "(seat 0 strip)")
    assert tried > 100


@pytest.mark.sampled
def test_a_swap_field_needs_a_mark_of_its_numbers() -> None:
    tried = 0
    for seed in range(budget(2, 6)):
        for match in places("x-change", 2, seed):
            head, _, other = match.position().split(" | ")
            _, rows, misses, _ = other.split(" ")
            numbers = {int(cell[1:]) for cell in crossed(rows)}
            empty = "x-change -/-/-/- 0 swap=-"
            for field, pair in enumerate(SWAPS, 1):
                if not numbers & set(pair):
                    text = f"{head} | {empty} | x-change {rows} {misses} swap={field}"
                    tried += refuses(text, "bad swap (seat 1 swap)")
    assert tried > 100
