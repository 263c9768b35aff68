"""The choices of a solved table are legal moves of Qwixx and gain the points that the table predicts."""

import numpy as np
import pytest

from paperdice.dice import SeededDice
from paperdice.fast.playout import best_of
from paperdice.games import find_game
from paperdice.match import Match
from paperdice.solve.qwixx.kernels import NEVER
from paperdice.solve.qwixx.policy import (
    N_COLOR_CHOICES,
    N_WHITE_CHOICES,
    color_choices,
    own_turn_choices,
    row_code,
)
from paperdice.solve.qwixx.question import Question, SolvedTable, compute_table, solve_qwixx
from paperdice.solve.qwixx.states import Sizes
from tests.sampling import budget


def choose(table: SolvedTable, match: Match) -> str:
    """Return the best move of the only seat, in notation."""
    state = match.raw.state
    counts = zip(state.next_cell[0], state.n_marks[0], state.locked, strict=True)
    rows = np.array([row_code(table.problem, next_cell, marks, locked) for next_cell, marks, locked in counts])
    misses, dice, plane = int(state.misses[0]), state.dice, table.values[0]
    white, color = np.empty(N_WHITE_CHOICES), np.empty(N_COLOR_CHOICES)
    follow = np.empty((N_WHITE_CHOICES, N_COLOR_CHOICES))
    if match.phase == "white":
        own_turn_choices(table.problem, plane, rows, misses, dice, white, follow)
        choice = best_of(white, N_WHITE_CHOICES)
        legal = {f"{'rygb'[row]}{dice[0] + dice[1]}" for row in range(4) if white[1 + row] > NEVER}
        move = f"{'rygb'[choice - 1]}{dice[0] + dice[1]}"
    else:
        color_choices(table.problem, plane, rows, misses, int(state.wrote), dice, color)
        choice = best_of(color, N_COLOR_CHOICES)
        moves = [f"{'rygb'[n // 2]}{dice[n % 2] + dice[2 + n // 2]}" for n in range(8)]
        legal = {move for n, move in enumerate(moves) if color[1 + n] > NEVER}
        move = moves[choice - 1]
    assert legal | {"-"} == set(match.choices(0))
    return move if choice else "-"


@pytest.mark.sampled
@pytest.mark.usefixtures("_solved_qwixx")
def test_matches_by_the_rules_agree_with_the_table() -> None:
    table = solve_qwixx()
    scores = []
    for number in range(budget(60, 200)):
        match, dice = Match(find_game("qwixx"), seats=1), SeededDice(5, number)
        while not match.over:
            if match.dice_wanted:
                match.throw(dice)
            else:
                match.play(0, choose(table, match))
        scores.append(match.scores[0])
    assert abs(np.mean(scores) - table.value()) < 4 * 27.0 / len(scores) ** 0.5


def test_a_locked_row_has_no_further_value() -> None:
    """The value is the same whether the row was locked by the seat itself or by another one."""
    table = compute_table(Question(sizes=Sizes(2, 2)))
    assert row_code(table.problem, 1, 1, 1) == row_code(table.problem, 3, 4, 0) == 0
    empty = table.row(-1, 0)
    assert table.value([0, empty, empty, empty]) < table.value([empty] * 4)
    assert table.value([0, 0, empty, empty]) == 0.0
