"""Rollouts and their horizon, on positions whose end can be computed by hand."""

from __future__ import annotations

import numpy as np
import pytest

from paperdice import read_position
from paperdice.bots.decision import Decision, Decisions
from paperdice.bots.horizon import TO_THE_END, Horizon, choose_by, horizon_at_the_end, value_nothing
from paperdice.bots.search.expert import Search
from paperdice.fast.compile import Floats, Ints, Record, kernel
from paperdice.fast.playout import Policy, best_of
from paperdice.games.qwixx import QWIXX

# Seat 0 has three misses: passing ends the match. It has 36 points for eight red marks, less 20; seat 1 has 6 or 21.
AHEAD = "qwixx 7 color 0 w4 w1 r2 y6 g3 b6 | classic 11111111/-/-/- 3 | classic 111/-/-/- 0"
BEHIND = "qwixx 7 color 0 w4 w1 r2 y6 g3 b6 | classic 11111111/-/-/- 3 | classic 111111/-/-/- 0"
LEVEL = "qwixx 7 color 0 w4 w1 r2 y6 g3 b6 | classic 1111111/-/-/- 3 | classic 111/.1/.1/- 0"
ALONE = "qwixx 7 color 0 w4 w1 r2 y6 g3 b6 | classic 11111111/-/-/- 3"
PASS = 0


@kernel
def rate_by_place(
    weights: Record, sheets: Record, state: Record, seat: int, moves: Ints, n: int, values: Floats
) -> None:
    """Prefer the last move."""
    for index in range(n):
        values[index] = index


@kernel
def value_of_seat(weights: Record, sheets: Record, state: Record, seat: int) -> float:
    """Encode the seat, the turn and the weight."""
    return float(0.25 + seat + state.turn + weights[0])


LAST = Policy("last", rate_by_place, np.array([100.0]))


def decision_at(text: str, seat: int = 0) -> Decision:
    return Decisions().of(read_position(text).snapshot(), seat)


def roll_out(text: str, horizon: Horizon, move: str, number: int = 2) -> list[float]:
    """Return the outcomes of rollouts from one move of seat 0."""
    decision = decision_at(text)
    code = QWIXX.notation.parse_move(read_position(text).raw.state, move)
    played = Search(QWIXX, decision, LAST, horizon, 1).play(np.array([code]), 0, number)
    return [float(outcome) for outcome in played[:, 0]]


@pytest.mark.parametrize(("text", "share"), [(AHEAD, 1.0), (BEHIND, 0.0), (ALONE, 0.16)])
def test_a_match_that_ends_is_worth_the_share_of_the_win(text: str, share: float) -> None:
    """In solo play it is a hundredth of the points, 36 less 20."""
    assert roll_out(text, horizon_at_the_end(QWIXX, LAST), "-") == [share, share]


def test_equal_scores_share_the_win() -> None:
    """28 points less 20 against 6 and twice 1."""
    assert roll_out(LEVEL, horizon_at_the_end(QWIXX, LAST), "-") == [0.5, 0.5]


def test_at_the_horizon_a_position_is_worth_what_the_horizon_says() -> None:
    """After a mark turn 8 begins, and no further turn is played; its value comes with the horizon's own weights."""
    horizon = Horizon(np.array([0.5]), choose_by(QWIXX, LAST), value_of_seat, turns=0)
    assert roll_out(AHEAD, horizon, "y7") == [8.75, 8.75]


def test_a_horizon_of_one_turn_plays_one_more() -> None:
    horizon = Horizon(np.array([0.5]), choose_by(QWIXX, LAST), value_of_seat, turns=1)
    assert roll_out(AHEAD, horizon, "y7", 1) == [9.75]


def test_the_same_rollouts_come_whole_or_in_chunks() -> None:
    """All moves of a rollout use the same dice: equal moves have equal outcomes."""
    horizon = horizon_at_the_end(QWIXX, LAST)
    search = Search(QWIXX, decision_at(AHEAD), LAST, horizon, 3)
    code = QWIXX.notation.parse_move(read_position(AHEAD).raw.state, "y7")
    moves = np.array([code, code])
    whole = search.play(moves, 0, 6)
    parts = np.concatenate([search.play(moves, 0, 2), search.play(moves, 2, 4)])
    assert whole.tolist() == parts.tolist()
    assert whole[:, 0].tolist() == whole[:, 1].tolist()


def test_a_policy_chooses_what_it_rates_best_and_a_seat_that_does_not_act_passes() -> None:
    choose = choose_by(QWIXX, LAST)
    decision = decision_at(AHEAD)
    moves, values = np.zeros(QWIXX.rules.MAX_MOVES, np.int64), np.zeros(QWIXX.rules.MAX_MOVES)
    assert choose(LAST.weights, decision.sheets, decision.state, 0, moves, values) == decision.moves[-1]
    assert choose(LAST.weights, decision.sheets, decision.state, 1, moves, values) == PASS


def test_the_first_of_equal_values_is_the_best() -> None:
    assert best_of(np.array([1.0, 3.0, 3.0, 9.0]), 3) == 1


def test_a_game_without_a_horizon_of_its_own_plays_to_the_end() -> None:
    horizon = horizon_at_the_end(QWIXX, LAST)
    assert horizon.turns == TO_THE_END
    assert (horizon.point, horizon.prior_error, horizon.width) == (0.01, 0.03, 0.3)
    assert horizon.value is value_nothing
    assert value_nothing(None, None, None, 0) == 0.5
