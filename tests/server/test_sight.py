"""What devices are told step by step adds up to what they may see, and to nothing else."""

import itertools
import json
import random
from typing import Any

import pytest

import paperdice
from paperdice.server.live.sight import advance, own_view
from paperdice.server.protocol.views import changes_between, merge, merge_view, view_for
from paperdice.sight import Sight
from paperdice.view import View, view_of

SETUPS = [
    (game.name, seats, sheet)
    for game in paperdice.GAMES
    for seats, sheet in [*((seats, None) for seats in game.seats), *((1, name) for name in game.sheets)]
]


def sent(value: Any) -> Any:
    """A value as it comes out at the other end of a wire."""
    return json.loads(json.dumps(value))


def without_reasons(view: View) -> View:
    """A view as it travels: reasons are asked for."""
    for cell in [cell for sheet in view["sheets"] for row in sheet["rows"] for cell in row["cells"]]:
        cell["why"] = None
    return view


def go_on(match: paperdice.Match, dice: paperdice.SeededDice, rng: random.Random) -> None:
    """Takes a match to its next step, at random."""
    if match.dice_wanted:
        match.throw(dice)
        return
    for seat in match.acting:
        match.play(seat, rng.choice(match.choices(seat)))


@pytest.mark.parametrize(("name", "seats", "sheet"), SETUPS)
def test_changes_add_up_to_the_view_of_every_seat(name: str, seats: int, sheet: str | None) -> None:
    match = paperdice.Match(paperdice.find_game(name), seats, sheet)
    rng, dice = random.Random(seats), paperdice.SeededDice(seats)
    sight = Sight(match)
    known = sent(sight.view)
    for step in itertools.count():
        go_on(match, dice, rng)
        known = merge_view(known, sent(advance(sight, match)))
        # What is wrong once stays wrong, so that a look now and then finds it.
        if step % 5 == 0 or match.over:
            seat = step // 5 % seats
            assert view_for(known, sent(own_view(match, seat))) == without_reasons(view_of(match, seat))
        if match.over:
            return


def test_a_sealed_move_shows_to_its_own_seat_alone() -> None:
    match = paperdice.Match(paperdice.find_game("qwixx"), 2)
    match.throw("w3 w3 r1 y1 g1 b1")
    sight, before = Sight(match), own_view(match, 1)
    match.play(0, "r6")
    assert advance(sight, match) == {"acting": [1], "answered": [0]}
    assert own_view(match, 1) == before
    cell = {"state": "sealed", "mark": "r6", "number_now": 6, "ways": []}
    assert own_view(match, 0) == {
        "seat": 0,
        "sealed": "r6",
        "choices": [],
        "pass": {"cost": 5, "nth": 1, "of": 4, "now": False},
        "rows": {"0": {"cells": {"4": cell}}},
    }


def test_a_step_tells_only_what_is_new() -> None:
    match = paperdice.Match(paperdice.find_game("qwixx"), 2)
    match.throw("w1 w2 r1 y1 g1 b1")
    sight = Sight(match)
    match.play(0, "r3")
    match.play(1, "-")
    assert advance(sight, match) == {
        "phase": "color",
        "acting": [0],
        "answered": [],
        "scores": [1, 0],
        "position": "qwixx 1 color 0 w1 w2 r1 y1 g1 b1 wrote=1 | classic .1/-/-/- 0 | classic -/-/-/- 0",
        "sheets": {
            "0": {
                "score": 1,
                "tally": {"r": 1},
                "rows": {
                    "0": {"score": 1, "cells": {"0": {"state": "skipped"}, "1": {"written": 1, "state": "marked"}}}
                },
            }
        },
    }


def test_a_row_that_another_seat_locks_is_told() -> None:
    text = "qwixx 9 white 0 w6 w6 r1 y1 g1 b1 | classic 11111/-/-/- 0 | classic -/-/-/- 0"
    match = paperdice.read_position(text)
    sight = Sight(match)
    match.play(0, "r12")
    match.play(1, "-")
    row = advance(sight, match)["sheets"]["1"]["rows"]["0"]
    assert (row["locked"], row["locked_by"]) == (True, [0])
    assert row["cells"] == {str(cell): {"state": "locked"} for cell in range(11)}


def test_changes_are_merged_by_key_and_by_place() -> None:
    before = {"a": 1, "b": [{"c": 1, "d": [1]}, {"c": 2, "d": []}], "e": {"f": None, "g": "x"}}
    after = {"a": 1, "b": [{"c": 1, "d": [1]}, {"c": 3, "d": [2]}], "e": {"f": 4, "g": "x"}}
    change = changes_between(before, after)
    assert change == {"b": {"1": {"c": 3, "d": [2]}}, "e": {"f": 4}}
    assert merge(before, change) == after
    assert before["b"] == [{"c": 1, "d": [1]}, {"c": 2, "d": []}]
