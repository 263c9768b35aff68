"""What is kept of a view from step to step is what a look from the beginning shows."""

import itertools
import json
import random

import pytest

import paperdice
from paperdice.bots import view_texts
from paperdice.bots.view_texts import ViewTexts
from paperdice.sight import Sight, seat_view
from paperdice.view import View, view_of
from tests.sampling import sample
from tests.sheet_kinds import KINDS

SETUPS = [
    (game.name, seats, sheet)
    for game in paperdice.GAMES
    for seats, sheet in [*((seats, None) for seats in game.seats), *((1, name) for name in game.sheets)]
]
SOLO = [(name, 1, sheet) for name, sheet in KINDS]


def without_reasons(view: View) -> View:
    """A view as programs are shown it: reasons are asked for."""
    for cell in [cell for sheet in view["sheets"] for row in sheet["rows"] for cell in row["cells"]]:
        cell["why"] = None
    return view


@pytest.mark.sampled
@pytest.mark.parametrize(("name", "seats", "sheet"), sample(SETUPS, 24, always=SOLO))
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
                told = json.loads(texts.write(shown))
                assert told == json.loads(json.dumps(shown))
                assert texts.write(shown) == json.dumps(told)  # with the usual blanks
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


@pytest.mark.parametrize("most", [0, 2000])
def test_a_program_is_told_the_truth_match_after_match(most: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(view_texts, "MOST_PIECES", most)
    texts, rng = ViewTexts(), random.Random(3)
    for number in range(3):
        match, dice = paperdice.Match(paperdice.find_game("sixto"), 2), paperdice.SeededDice(3, number)
        sight = Sight(match)
        texts.begin()
        while not match.over and match.turn < 6:
            if match.dice_wanted:
                match.throw(dice)
            for seat in match.acting:
                shown = seat_view(sight.look(match), match, seat)
                assert json.loads(texts.write(shown)) == shown
                match.play(seat, rng.choice(match.choices(seat)))


def test_matches_on_one_sheet_do_not_write_on_each_other() -> None:
    game = paperdice.find_game("qwixx")
    one, other = paperdice.Match(game, 2), paperdice.Match(game, 2)
    for match in (one, other):
        match.throw("w1 w2 r1 y1 g1 b1")
    sight, later = Sight(one), Sight(other)
    assert sight.view["sheets"][0]["rows"][0]["cells"][5] is later.view["sheets"][0]["rows"][0]["cells"][5]
    one.play(0, "r3")
    one.play(1, "-")
    assert sight.look(one)["sheets"] == view_of(one, None)["sheets"]
    assert later.look(other)["sheets"] == view_of(other, None)["sheets"]
