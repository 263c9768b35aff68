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
    """The settings of a search, which complement the policy it is based on.

    In a solo match, points divided by 100 take the place of probabilities.

    Args:
        weights: The data that `choose` and `value` read.
        choose: A kernel `choose(weights, sheets, state, seat, moves, values)` that returns a seat's move in
            rollouts, or 0 for a seat that does not act.
        value: A kernel `value(weights, sheets, state, seat)` that returns the probability of winning at the start
            of a turn.
        turns: The number of turns that a rollout plays after the current one.
        point: The factor that converts a rating of the policy to the prior of a move, which is a probability.
        prior_error: The typical error (standard deviation) of a prior.
        width: How far a move's prior may lie below the best one for the move to be tried.
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
    """Return the kernel that returns the move rated highest by a policy."""
    register(game.rules)
    return tailor(_choose, f"{game.key}_{policy.name}", rules=game.rules, rate=policy.rate)


@kernel
def value_nothing(weights: Record, sheets: Record, state: Record, seat: int) -> float:
    """Return 0.5; a placeholder for searches that play every rollout to the end of the match."""
    return 0.5


@cache
def horizon_at_the_end(game: Game, policy: Policy) -> Horizon:
    """Return the horizon for a policy that rates moves in points; rollouts are played to the end of the match."""
    return Horizon(policy.weights, choose_by(game, policy), value_nothing, point=0.01, prior_error=0.03, width=0.3)


@cache
def horizon_without_prior(game: Game, policy: Policy) -> Horizon:
    """Return the horizon for a policy whose ratings have no unit; rollouts are played to the end of the match.

    Such ratings select the moves to try, but do not influence how those are compared.
    """
    return Horizon(policy.weights, choose_by(game, policy), value_nothing, point=1e-6, prior_error=1.0, width=1.0)
