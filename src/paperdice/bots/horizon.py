"""The horizon of a search: how far rollouts go, which policy plays them, and how their last positions are rated."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from paperdice.fast.compile import PLACEHOLDER, Floats, Ints, Kernel, Record, kernel, register, tailor
from paperdice.fast.playout import Policy, best_of
from paperdice.game import Game, Rules

TO_THE_END = 10**6

# Placeholders that `tailor` replaces for each game.
rules: Rules = PLACEHOLDER
rate: Kernel = PLACEHOLDER


@dataclass(frozen=True, eq=False)
class Horizon:
    """The settings of a search in addition to the policy it is based on.

    In a solo match, "probabilities" are hundredths of points.

    Args:
        weights: The data that `choose` and `value` read.
        choose: A kernel `choose(weights, sheets, state, seat, moves, values)` that returns a seat's move in
            rollouts, 0 for a seat that does not act.
        value: A kernel `value(weights, sheets, state, seat)` that returns the probability of winning at the start
            of a turn.
        turns: The number of turns a rollout plays.
        point: The probability that corresponds to one point of the policy's rating, which is the prior of a move.
        prior_error: The typical error of a prior.
        width: How far below the best prior a move may be to be tried.
    """

    weights: Record
    choose: Kernel
    value: Kernel
    turns: int = TO_THE_END
    point: float = 1.0
    prior_error: float = 0.01
    width: float = 0.04


def _choose(weights: Record, sheets: Record, state: Record, seat: int, moves: Ints, values: Floats) -> int:
    """Return the move that the policy rates highest, or 0 if the seat does not act."""
    n = rules.legal_moves(sheets, state, seat, moves)
    if n <= 1:
        return moves[0] if n == 1 else 0
    rate(weights, sheets, state, seat, moves, n, values)
    return moves[best_of(values, n)]


@cache
def choose_by(game: Game, policy: Policy) -> Kernel:
    """Return the kernel that chooses the best move by a policy."""
    register(game.rules)
    return tailor(_choose, f"{game.key}_{policy.name}", rules=game.rules, rate=policy.rate)


@kernel
def value_nothing(weights: Record, sheets: Record, state: Record, seat: int) -> float:
    """Return a placeholder value for searches in which every rollout goes to the end."""
    return 0.5


@cache
def horizon_at_the_end(game: Game, policy: Policy) -> Horizon:
    """Return the horizon of a policy that rates moves in points and plays rollouts to the end."""
    return Horizon(policy.weights, choose_by(game, policy), value_nothing, point=0.01, prior_error=0.03, width=0.3)


@cache
def horizon_without_prior(game: Game, policy: Policy) -> Horizon:
    """Return the horizon of a policy that plays rollouts to the end and whose ratings only order the moves to try."""
    return Horizon(policy.weights, choose_by(game, policy), value_nothing, point=1e-6, prior_error=1.0, width=1.0)
