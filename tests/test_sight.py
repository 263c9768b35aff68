"""What is kept of a view from step to step is what a look from the beginning shows."""

import itertools
import json
import random

import pytest

import paperdice
from paperdice.bots.view_texts import ViewTexts
from paperdice.sight import Sight, seat_view
from paperdice.view import View, view_of

SETUPS = [
    (game.name, seats, sheet)
    for game in paperdice.GAMES
    for seats, sheet in [*((seats, None) for seats in game.seats), *((1, name) for name in game.sheets)]
]


def without_reasons(view: View) -> View:
    """A view as programs are shown it: reasons are asked for."""
    for cell in [cell for sheet in view["sheets"] for row in sheet["rows"] for cell in row["cells"]]:
        cell["why"] = None
    return view


@pytest.mark.parametrize(("name", "seats", "sheet"), SETUPS)
def test_a_kept_view_is_the_view_of_every_seat(name: str, seats: int, sheet: str | None) -> None:
    match = paperdice.Match(paperdice.find_game(name), seats, sheet)
    rng, dice = random.Random(seats), paperdice.SeededDice(seats)
    sight, texts = Sight(match), ViewTexts()
    for step in itertools.count():
        if match.over:
            break
        if match.dice_wanted:
            match.throw(dice)
        for seat in match.acting:
            shown = seat_view(sight.look(match), match, seat)
            # What is wrong once stays wrong, so that a look now and then finds it.
            if step % 5 == 0:
                assert shown == without_reasons(view_of(match, seat))
                assert json.loads(texts.write(shown)) == json.loads(json.dumps(shown))
            match.play(seat, rng.choice(match.choices(seat)))
    assert seat_view(sight.look(match), match, 0) == without_reasons(view_of(match, 0))


def test_what_has_not_changed_is_the_same_object() -> None:
    match = paperdice.Match(paperdice.find_game("qwixx"), 2)
    match.throw("w1 w2 r1 y1 g1 b1")
    sight = Sight(match)
    before = sight.view
    match.play(0, "r3")
    answered = sight.look(match)
    assert (answered["acting"], answered["answered"]) == ([1], [0])
    assert answered["sheets"] is before["sheets"]
    match.play(1, "-")
    after = sight.look(match)
    assert after["sheets"][1] is before["sheets"][1]
    rows, old = after["sheets"][0]["rows"], before["sheets"][0]["rows"]
    assert [row is was for row, was in zip(rows, old, strict=True)] == [False, True, True, True]
    cells = zip(rows[0]["cells"], old[0]["cells"], strict=True)
    assert [cell is was for cell, was in cells] == [False, False, *[True] * 9]


def test_a_program_is_told_a_view_in_json_whatever_was_told_before() -> None:
    match = paperdice.Match(paperdice.find_game("sixto"), 2)
    match.throw("r1 o2 y3 g4 b5 p6")
    texts, shown = ViewTexts(), seat_view(Sight(match).view, match, 0)
    assert json.loads(texts.write(shown)) == shown == json.loads(texts.write(shown))
