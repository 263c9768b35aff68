"""Solved solo games: the coach is exact, and no correction is left."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product

import pytest

from paperdice import Match, find_game
from paperdice.game import copy_twin
from paperdice.study import advise, review
from paperdice.study.reviewing import make_evaluator
from paperdice.study.walk import PlayedStep, walk

PlayMatch = Callable[..., Match]


def test_twenty_one_alone_begins_with_the_solved_value() -> None:
    """132.1082 is documented on the solver's page."""
    match = Match(find_game("twenty_one"), 1)
    assert make_evaluator(match.snapshot()).value(match.snapshot())[0] == pytest.approx(132.1082, abs=1e-4)


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_with_solved_values_there_is_no_correction(seed: int, play_match: PlayMatch) -> None:
    found = review(play_match("twenty_one", ["random"], seed))
    seat = found["seats"][0]
    assert found["evaluator"] == "solved, version 1"
    assert found["unit"] == "points"
    assert seat["correction"] == pytest.approx(0, abs=1e-9)
    assert seat["others"] == 0
    assert seat["final"] == seat["score"]
    assert seat["final"] - seat["initial"] == pytest.approx(seat["luck"] - seat["own_loss"], abs=1e-9)
    assert seat["own_loss"] > 10


def test_the_best_player_loses_nothing(play_match: PlayMatch) -> None:
    """In solo, `steady` plays Twenty One by the solved table."""
    seat = review(play_match("twenty_one", ["steady"]))["seats"][0]
    assert seat["own_loss"] == pytest.approx(0, abs=1e-9)
    assert sum(seat["labels"].values()) == 0


def test_the_luck_of_all_throws_adds_up_to_nothing(play_match: PlayMatch) -> None:
    """If two cells of a row are empty, the dice of their colors have 36 throws, and the other dice have no effect."""
    step = next(one for one in walk(play_match("twenty_one", ["steady"])) if one.is_throw and count_empty(one) == 2)
    evaluator = make_evaluator(step.before)
    colors = [step.before.laid.colors[0, row_of(step), cell] for cell in empty_cells(step)]
    luck, spread = 0.0, 0.0
    for faces in product(range(1, 7), repeat=2):
        after = step.after._replace(state=copy_twin(step.after.state))
        after.state.dice[:] = 2
        after.state.dice[colors] = faces
        brought, mean = evaluator.throw(step.before, after)
        luck += float(brought[0] - mean[0])
        spread += abs(float(brought[0] - mean[0]))
    assert luck == pytest.approx(0, abs=1e-9)
    assert spread > 1


def row_of(step: PlayedStep) -> int:
    return int(step.before.state.current_row[0])


def empty_cells(step: PlayedStep) -> list[int]:
    return [cell for cell in range(6) if step.before.state.written[0, row_of(step), cell] == 0]


def count_empty(step: PlayedStep) -> int:
    return len(empty_cells(step))


def test_a_solved_coach_knows_every_choice() -> None:
    match = Match(find_game("twenty_one"), 1)
    match.throw("w4 k3 r1 y4 g5 b3")
    advice = advise(match, 0)
    assert advice["evaluator"] == "solved, version 1"
    assert [choice["error"] for choice in advice["choices"]] == [0.0, 0.0]
    assert not advice["is_close"]
