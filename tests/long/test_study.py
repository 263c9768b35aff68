"""Solved values at a thousand random positions, and the quick review over many matches."""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from paperdice import Match, SeededDice, SetupError, find_game, make_bot, read_position
from paperdice.bots import ask
from paperdice.position import Position
from paperdice.solve import solve_qwixx, solve_twenty_one
from paperdice.study import advise, review
from paperdice.study.reviewing import make_evaluator
from tests.study.test_coach import AHEAD
from tests.study.test_review import check_sums
from tests.study.test_toy import TOYS, costs_of_best, errors_off

N_POSITIONS = 1000


def positions_of(name: str) -> list[Position]:
    """Return positions before the first throw of a turn, from solo matches with random moves."""
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
    """The mean is computed over all throws from the values that follow, and agrees with the table."""
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


def decisions_of(name: str) -> list[Match]:
    """Return positions with a choice in solo matches, after random moves."""
    found: list[Match] = []
    number = 0
    while len(found) < N_POSITIONS:
        match, draw, dice = Match(find_game(name), 1), random.Random(number), SeededDice(4, number)
        number += 1
        while not match.over:
            if match.dice_wanted:
                match.throw(dice)
                continue
            found += [match.copy()] if len(match.choices(0)) > 1 else []
            match.play(0, draw.choice(match.choices(0)))
    return found[:N_POSITIONS]


class Truth:
    """Return the value of best play in a solo match: by the rules up to a throw, and there by the solver."""

    def __init__(self, name: str) -> None:
        self._to_come = self._qwixx if name == "qwixx" else self._twenty_one
        self._qwixx_table = solve_qwixx(1) if name == "qwixx" else None
        self._rows = solve_twenty_one()

    def worth(self, match: Match) -> float:
        if match.over:
            return match.scores[0]
        if match.dice_wanted:
            return match.scores[0] + self._to_come(match)
        return max(self.after(match, move) for move in match.choices(0))

    def after(self, match: Match, move: str) -> float:
        played = match.copy()
        played.play(0, move)
        return self.worth(played)

    def _qwixx(self, match: Match) -> float:
        table, state = self._qwixx_table, match.snapshot().state
        assert table is not None
        rows = [
            0 if state.locked[row] else table.row(int(state.next_cell[0, row]) - 1, int(state.n_marks[0, row]))
            for row in range(4)
        ]
        return table.value(rows, int(state.misses[0]))

    def _twenty_one(self, match: Match) -> float:
        """Before a second throw the dice of empty cells that show a one stay."""
        _, _, laid, state = match.snapshot()
        row = int(state.current_row[0])
        open_cells = [cell for cell in range(6) if state.written[0, row, cell] == 0]
        empty, hits = sum(1 << cell for cell in open_cells), int(state.hits[0, row])
        if match.throw_number == 1:
            return float(self._rows.values[row, 0, empty, hits])
        ones = sum(1 << cell for cell in open_cells if state.dice[laid.colors[0, row, cell]] == 1)
        return float(self._rows.again[row, 0, empty, hits, ones])


@pytest.mark.parametrize("name", ["qwixx", "twenty_one"])
def test_a_solved_coach_is_right_at_a_thousand_decisions(name: str) -> None:
    """The reported error is 0, so every value must be exact; the first choice then costs nothing."""
    truth, costs = Truth(name), []
    for match in decisions_of(name):
        advice = advise(match, 0, samples=0)
        exact = {move: truth.after(match, move) for move in match.choices(0)}
        assert {choice["move"]: choice["value"] for choice in advice["choices"]} == pytest.approx(exact, abs=1e-9)
        assert all(choice["error"] == 0 for choice in advice["choices"])
        costs.append(max(exact.values()) - exact[advice["best"]])
    assert len(costs) == N_POSITIONS
    assert np.mean(costs) < 1e-9


N_MATCHES = 400
# Two levels apart.
STRONGER, WEAKER = "level-5", "level-3"


def played(name: str, bots: tuple[str, ...], number: int) -> Match:
    """Play a match of bots with the dice of its number."""
    match = Match(find_game(name), len(bots), first=number % len(bots))
    seated = [make_bot(bot, name, seed=number) for bot in bots]
    dice = SeededDice(11, number)
    while not match.over:
        if match.dice_wanted:
            match.throw(dice)
            continue
        for seat, move in [(seat, ask(seated[seat], match, seat)) for seat in match.acting]:
            match.play(seat, move)
    return match


@pytest.mark.parametrize("name", ["qwixx", "twenty_one", "qwantum", "sixto"])
def test_a_bot_two_levels_weaker_loses_more(name: str) -> None:
    """Over 400 matches with the quick review, in at least 190 of 200 samples drawn from them."""
    found = [review(played(name, (STRONGER, WEAKER), number), samples=0)["seats"] for number in range(N_MATCHES)]
    loss = np.array([[seat["own_loss"] for seat in seats] for seats in found])
    draws = np.random.default_rng(1).integers(0, N_MATCHES, (200, N_MATCHES))
    assert sum(loss[rows, 1].mean() > loss[rows, 0].mean() for rows in draws) >= 190


@pytest.mark.parametrize("name", ["qwixx", "twenty_one", "qwantum", "sixto"])
def test_luck_between_equal_bots_averages_zero(name: str) -> None:
    n = 40 if name == "qwantum" else 200
    luck = np.array([review(played(name, ("steady",) * 2, k), samples=0)["seats"][0]["luck"] for k in range(n)])
    assert abs(luck.mean()) < 3 * luck.std() / n**0.5


@pytest.mark.parametrize("samples", [0, 8])
@pytest.mark.parametrize("seats", [1, 2, 3, 4])
@pytest.mark.parametrize("name", ["qwixx", "twenty_one", "qwantum", "sixto"])
def test_the_parts_add_up_over_whole_matches(name: str, seats: int, samples: int) -> None:
    for number in range(3):
        bots = ("random", "casual", "steady", "casual")[number:] + ("random", "casual", "steady", "casual")[:number]
        check_sums(review(played(name, bots[:seats], number), samples=samples, seed=number))


@pytest.mark.parametrize("name", TOYS)
def test_the_coach_agrees_with_whole_trees_at_a_hundred_decisions(name: str) -> None:
    for bot in ("casual", "steady"):
        off = errors_off(name, bot, 100)
        assert (off**2).mean() < 1.1**2
        assert (abs(off) > 2).mean() < 0.1
    assert costs_of_best(name, 100).mean() < 0.02


def test_a_review_is_the_same_with_an_empty_cache(tmp_path: Path) -> None:
    """Code compiled by another process gives byte-identical results, except for times."""
    match = played("sixto", ("casual", "casual"), 1)
    record = tmp_path / "match.record"
    record.write_text(match.record(), "utf-8")
    command = [sys.executable, "-m", "paperdice", "review", str(record), "--samples", "4", "--json"]
    environment = {**os.environ, "PAPERDICE_CACHE": str(tmp_path / "cache")}
    said = [
        json.loads(subprocess.run(command, env=environment, check=True, capture_output=True, text=True).stdout)
        for _ in range(2)
    ]
    here = json.loads(json.dumps(review(match, samples=4)))
    assert {**said[0], "seconds": 0} == {**said[1], "seconds": 0} == {**here, "seconds": 0}


def test_a_level_is_assumed_like_any_bot() -> None:
    """Levels make the same slips whenever they are asked the same question; a search does not repeat itself."""
    match = read_position(AHEAD)
    first, again = (advise(match, 0, samples=16, against=["level-2"]) for _ in range(2))
    assert first["assumes"] == ["level-2", "level-2"]
    assert first["choices"] == again["choices"]
    with pytest.raises(SetupError, match="a study cannot assume level-8"):
        advise(match, 0, against=["level-8"])
