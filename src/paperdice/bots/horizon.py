"""How far a rollout goes, who plays on until there, and what a position there is worth."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from paperdice.fast.compile import FILLED_IN, Floats, Ints, Kernel, Record, kernel, register, tailor
from paperdice.fast.playout import Policy, best_of
from paperdice.game import Game, Rules

TO_THE_END = 10**6

# These names stand for something else in each game's kernel.
rules: Rules = FILLED_IN
rate: Kernel = FILLED_IN


@dataclass(frozen=True, eq=False)
class Horizon:
    """What a search needs beside the policy that it stands on.

    `choose(weights, sheets, state, seat, moves, values)` is a compiled kernel that gives the move of any seat while
    `turns` more turns are played, 0 for a seat that does not act. `value(weights, sheets, state, seat)` then
    gives the chance to win at the start of a turn. Alone, a chance is a hundredth of the points.

    A point of the policy's rating, the prior of a move, is worth `point` of a chance; moves whose prior is lower than
    the best by more than `width` are not tried, and `prior_error` is how far it usually is from the truth.
    """

    weights: Record
    choose: Kernel
    value: Kernel
    turns: int = TO_THE_END
    point: float = 1.0
    prior_error: float = 0.01
    width: float = 0.04


def _choose(weights: Record, sheets: Record, state: Record, seat: int, moves: Ints, values: Floats) -> int:
    """The move that the policy rates best, 0 for a seat that does not act."""
    n = rules.legal_moves(sheets, state, seat, moves)
    if n <= 1:
        return moves[0] if n == 1 else 0
    rate(weights, sheets, state, seat, moves, n, values)
    return moves[best_of(values, n)]


@cache
def choose_by(game: Game, policy: Policy) -> Kernel:
    """The kernel that chooses as a policy rates."""
    register(game.rules)
    return tailor(_choose, f"{game.key}_{policy.name}", rules=game.rules, rate=policy.rate)


@kernel
def value_nothing(weights: Record, sheets: Record, state: Record, seat: int) -> float:
    """Stands for a value where all rollouts go to the end."""
    return 0.5


@cache
def horizon_at_the_end(game: Game, policy: Policy) -> Horizon:
    """The horizon of a policy that plays to the end itself, and whose ratings are about points."""
    return Horizon(policy.weights, choose_by(game, policy), value_nothing, point=0.01, prior_error=0.03, width=0.3)


@cache
def horizon_without_prior(game: Game, policy: Policy) -> Horizon:
    """The horizon of a policy that plays to the end itself, but whose ratings tell only what to try."""
    return Horizon(policy.weights, choose_by(game, policy), value_nothing, point=1e-6, prior_error=1.0, width=1.0)
