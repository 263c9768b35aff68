"""The cached view and the changes of every step combine to exactly what each seat may see."""

import itertools
import json
import random
from typing import Any

import pytest

import paperdice
from paperdice.bots import process_bot
from paperdice.bots.process_bot import ViewTexts
from paperdice.view import View, Viewable
from paperdice.view_builder import own_view, seat_view, view_of
from paperdice.view_changes import ViewCache, ViewChange, changes_between, merge, merge_view
from tests.sampling import sample
from tests.sheet_kinds import KINDS

SETUPS = [
    (game.name, seats, sheet)
    for game in paperdice.GAMES
    for seats, sheet in [*((seats, None) for seats in game.seats), *((1, name) for name in game.sheets)]
]
SOLO = [(name, 1, sheet) for name, sheet in KINDS]


def sent(value: Any) -> Any:
    """Return a value after a round trip through JSON."""
    return json.loads(json.dumps(value))


def step(views: ViewCache, match: Viewable) -> ViewChange:
    """Return the changes of a step."""
    change = views.step(match)
    assert change is not None
    return change


def without_reasons(view: View) -> View:
    """Return a view as it is transmitted."""
    for cell in [cell for sheet in view["sheets"] for row in sheet["rows"] for cell in row["cells"]]:
        cell["why"] = None
    return view


@pytest.mark.sampled
@pytest.mark.parametrize(("name", "seats", "sheet"), sample(SETUPS, 24, always=SOLO))
def test_a_cached_view_and_its_changes_are_the_view_of_every_seat(name: str, seats: int, sheet: str | None) -> None:
    match = paperdice.Match(paperdice.find_game(name), seats, sheet)
    rng, dice = random.Random(seats), paperdice.SeededDice(seats)
    views, texts = ViewCache(match), ViewTexts()
    received = sent(views.view)
    for number in itertools.count():
        received = merge_view(received, sent(step(views, match)))
        for seat in match.acting or (0,):
            # Errors persist, so checking every few steps finds them.
            if number % 5 == 0 or match.over:
                expected = without_reasons(view_of(match, seat))
                own = own_view(match, seat)
                assert seat_view(received, sent(own)) == expected
                assert own_view(match, seat, views.view["sheets"][seat]["rows"]) == own
                shown = seat_view(views.view, own)
                assert shown == expected
                written = texts.write(shown)
                assert written == json.dumps(json.loads(written))  # with default separators
                assert json.loads(written) == sent(shown)
        if match.over:
            return
        if match.dice_wanted:
            match.throw(dice)
            continue
        for seat in match.acting:
            match.play(seat, rng.choice(match.choices(seat)))


def test_a_spectator_sees_the_open_view_alone() -> None:
    match = paperdice.Match(paperdice.find_game("qwixx"), 2)
    assert seat_view(ViewCache(match).view, None) == view_of(match, None)


def test_a_sealed_move_shows_to_its_own_seat_alone() -> None:
    match = paperdice.Match(paperdice.find_game("qwixx"), 2)
    match.throw("w3 w3 r1 y1 g1 b1")
    views, before = ViewCache(match), own_view(match, 1)
    match.play(0, "r6")
    assert step(views, match) == {"acting": [1], "answered": [0]}
    assert own_view(match, 1) == before
    cell = {"state": "sealed", "mark": "r6", "number_now": 6, "ways": []}
    assert own_view(match, 0) == {
        "seat": 0,
        "sealed": "r6",
        "choices": [],
        "pass": {"cost": 5, "nth": 1, "of": 4, "now": False},
        "cells": {"0/4": cell},
    }


def test_a_step_tells_only_what_is_new() -> None:
    match = paperdice.Match(paperdice.find_game("qwixx"), 2)
    match.throw("w1 w2 r1 y1 g1 b1")
    views = ViewCache(match)
    match.play(0, "r3")
    match.play(1, "-")
    assert step(views, match) == {
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
    views = ViewCache(match)
    match.play(0, "r12")
    match.play(1, "-")
    row = step(views, match)["sheets"]["1"]["rows"]["0"]
    assert (row["locked"], row["locked_by"]) == (True, [0])
    assert row["cells"] == {str(cell): {"state": "locked"} for cell in range(11)}


def test_a_reward_that_is_won_or_lost_again_changes_the_parts_of_the_score() -> None:
    """A part that vanishes with a correction cannot be told as a change."""
    text = "qwixx 9 color 0 w1 w2 r6 y1 g6 b4 | bonus-b 1..1/.1...1/..11....1/..1...1111 1"
    match = paperdice.read_position(text)
    before, views = match.copy(), ViewCache(match)
    match.play(0, "r8")
    change = step(views, match)
    assert change["sheets"]["0"]["tally"] == {"r": 6, "square": 3}
    assert views.step(before) is None
    assert views.view == ViewCache(before).view


def test_changes_are_merged_by_key_and_by_place() -> None:
    before = {"a": 1, "b": [{"c": 1, "d": [1]}, {"c": 2, "d": []}], "e": {"f": None, "g": "x"}}
    after = {"a": 1, "b": [{"c": 1, "d": [1]}, {"c": 3, "d": [2]}], "e": {"f": 4, "g": "x"}}
    change = changes_between(before, after)
    assert change == {"b": {"1": {"c": 3, "d": [2]}}, "e": {"f": 4}}
    assert merge(before, change) == after
    assert before["b"] == [{"c": 1, "d": [1]}, {"c": 2, "d": []}]


def test_what_has_not_changed_is_the_same_object() -> None:
    match = paperdice.Match(paperdice.find_game("qwixx"), 2)
    match.throw("w1 w2 r1 y1 g1 b1")
    views = ViewCache(match)
    before = views.view
    match.play(0, "r3")
    answered = views.look(match)
    assert (answered["acting"], answered["answered"]) == ([1], [0])
    assert answered["sheets"] is before["sheets"]
    match.play(1, "-")
    after = views.look(match)
    assert after["sheets"][1] is before["sheets"][1]
    rows, old = after["sheets"][0]["rows"], before["sheets"][0]["rows"]
    assert [row is was for row, was in zip(rows, old, strict=True)] == [False, True, True, True]
    cells = zip(rows[0]["cells"], old[0]["cells"], strict=True)
    assert [cell is was for cell, was in cells] == [False, False, *[True] * 9]


def test_a_program_is_told_a_view_in_json_whatever_was_told_before() -> None:
    match = paperdice.Match(paperdice.find_game("sixto"), 2)
    match.throw("r1 o2 y3 g4 b5 p6")
    texts, shown = ViewTexts(), seat_view(ViewCache(match).view, own_view(match, 0))
    assert json.loads(texts.write(shown)) == shown == json.loads(texts.write(shown))


@pytest.mark.parametrize("most", [0, 2000])
def test_a_program_is_told_the_truth_match_after_match(most: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(process_bot, "MOST_PIECES", most)
    texts, rng = ViewTexts(), random.Random(3)
    for number in range(3):
        match, dice = paperdice.Match(paperdice.find_game("sixto"), 2), paperdice.SeededDice(3, number)
        views = ViewCache(match)
        texts.begin()
        while not match.over and match.turn < 6:
            if match.dice_wanted:
                match.throw(dice)
            for seat in match.acting:
                shown = seat_view(views.look(match), own_view(match, seat))
                assert json.loads(texts.write(shown)) == shown
                match.play(seat, rng.choice(match.choices(seat)))


def test_matches_on_one_sheet_do_not_write_on_each_other() -> None:
    game = paperdice.find_game("qwixx")
    one, other = paperdice.Match(game, 2), paperdice.Match(game, 2)
    for match in (one, other):
        match.throw("w1 w2 r1 y1 g1 b1")
    views, later = ViewCache(one), ViewCache(other)
    assert views.view["sheets"][0]["rows"][0]["cells"][5] is later.view["sheets"][0]["rows"][0]["cells"][5]
    one.play(0, "r3")
    one.play(1, "-")
    assert views.look(one)["sheets"] == view_of(one, None)["sheets"]
    assert later.look(other)["sheets"] == view_of(other, None)["sheets"]
