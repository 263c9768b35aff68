"""The horizon of a search: how far rollouts go, which policy plays them, and how their final positions are rated."""

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
    """Settings of a search, in addition to the policy that it is based on.

    In solo matches, points divided by 100 replace probabilities.

    Args:
        weights: The weights passed to `choose` and `value`.
        choose: A kernel `choose(weights, sheets, state, seat, moves, values)` that returns a seat's move in
            rollouts, or 0 if the seat does not act.
        value: A kernel `value(weights, sheets, state, seat)` that returns the seat's probability of winning at
            the start of a turn.
        turns: The number of turns that a rollout plays after the current one.
        point: The factor that converts the policy's rating of a move to a prior probability of winning.
        prior_error: The typical error (standard deviation) of a prior.
        width: The largest difference from the best prior at which a move is still tried.
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
    """Return a kernel that chooses the move rated highest by a policy."""
    register(game.rules)
    return tailor(_choose, f"{game.key}_{policy.name}", rules=game.rules, rate=policy.rate)


@kernel
def value_nothing(weights: Record, sheets: Record, state: Record, seat: int) -> float:
    """Return 0.5; used when every rollout is played to the end of the match, so that no position has to be rated."""
    return 0.5


@cache
def horizon_at_the_end(game: Game, policy: Policy) -> Horizon:
    """Return a horizon with rollouts to the end of the match, for a policy that rates moves in points."""
    return Horizon(policy.weights, choose_by(game, policy), value_nothing, point=0.01, prior_error=0.03, width=0.3)


@cache
def horizon_without_prior(game: Game, policy: Policy) -> Horizon:
    """Return a horizon with rollouts to the end of the match, for a policy whose ratings have no unit.

    The ratings determine which moves are tried, but not how they are compared.
    """
    return Horizon(policy.weights, choose_by(game, policy), value_nothing, point=1e-6, prior_error=1.0, width=1.0)
