"""Solved values at a thousand random positions, and the quick look over many matches."""

from __future__ import annotations

import random

import numpy as np
import pytest

from paperdice import Match, SeededDice, find_game, make_bot
from paperdice.bots import ask
from paperdice.position import Position
from paperdice.solve import solve_qwixx
from paperdice.study import review
from paperdice.study.review import make_evaluator

N_POSITIONS = 1000


def positions_of(name: str) -> list[Position]:
    """Positions before the first throw of a turn, from matches alone with random moves."""
    found: list[Position] = []
    number = 0
    while len(found) < N_POSITIONS:
        match, draw, dice = Match(find_game(name), 1), random.Random(number), SeededDice(3, number)
        number += 1
        while not match.over:
            if match.dice_wanted:
                found += [match.snapshot()] if match.throw_number == 1 else []
                match.throw(dice)
            else:
                match.play(0, draw.choice(match.choices(0)))
    return found[:N_POSITIONS]


@pytest.mark.parametrize("name", ["qwixx", "twenty_one"])
def test_the_mean_over_all_throws_is_the_solved_value(name: str) -> None:
    """The mean is added up throw by throw from the values of what follows, and agrees with the table."""
    positions = positions_of(name)
    evaluator = make_evaluator(positions[0])
    for position in positions[:: 10 if name == "qwixx" else 1]:
        value = evaluator.value(position)
        _, mean = evaluator.throw(position, thrown(position))
        assert mean[0] == pytest.approx(value[0], abs=1e-9)


def thrown(position: Position) -> Position:
    """The position after a throw of ones."""
    after = position._replace(state=type(position.state)(**vars(position.state)))
    after.state.dice = np.where(np.arange(len(position.state.dice)) >= 0, 1, 0)
    after.state.phase = 1
    return after


def test_qwixx_alone_reads_the_solved_table() -> None:
    positions = positions_of("qwixx")
    evaluator, table = make_evaluator(positions[0]), solve_qwixx(1)
    for position in positions:
        state = position.state
        rows = [
            0 if state.locked[row] else table.row(int(state.next_cell[0, row]) - 1, int(state.n_marks[0, row]))
            for row in range(4)
        ]
        score = position.game.rules.score(position.laid, state, 0)
        assert evaluator.value(position)[0] == pytest.approx(score + table.value(rows, int(state.misses[0])), abs=1e-9)


@pytest.mark.parametrize("name", ["qwixx", "twenty_one", "qwantum", "sixto"])
def test_a_weaker_bot_loses_more_and_luck_is_nobodys(name: str) -> None:
    """Over 40 matches the beginner loses more in each of 200 samples but 10, and luck is 0 within three errors."""
    found = []
    for number in range(40):
        match = Match(find_game(name), 2, first=number % 2)
        bots = [make_bot(bot, name, seed=number) for bot in ("steady", "casual")]
        dice = SeededDice(11, number)
        while not match.over:
            if match.dice_wanted:
                match.throw(dice)
                continue
            for seat, move in [(seat, ask(bots[seat], match, seat)) for seat in match.acting]:
                match.play(seat, move)
        found.append(review(match, samples=0)["seats"])
    loss = np.array([[seat["own_loss"] for seat in seats] for seats in found])
    luck = np.array([seats[0]["luck"] for seats in found])
    draws = np.random.default_rng(1).integers(0, 40, (200, 40))
    assert sum(loss[rows, 1].mean() > loss[rows, 0].mean() for rows in draws) >= 190
    assert abs(luck.mean()) < 3 * luck.std() / 40**0.5
