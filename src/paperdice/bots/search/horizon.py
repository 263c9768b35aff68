"""How far a search looks, who plays on there, and who tells what comes then."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any

from paperdice.fast.compile import kernel, register, tailor
from paperdice.fast.playout import Policy
from paperdice.game import Game

TO_THE_END = 10**6

# These names stand for something else in each game's kernel.
rules: Any = None
rate: Any = None


@dataclass(frozen=True, eq=False)
class Outlook:
    """What a search needs beside the policy that it stands on.

    `choose(weights, sheets, state, seat, moves, values)` is a compiled kernel that gives the move of any seat while
    `turns` more turns are played, 0 for a seat that does not act. `judge(weights, sheets, state, seat)` then
    gives the chance to win at the start of a turn. Alone, a chance is a hundredth of the points.

    A point of the policy's rating is worth `point` of a chance, moves that it rates lower than the best by more than
    `width` are not tried, and `doubt` is how far it usually is from the truth.
    """

    weights: Any
    choose: Any
    judge: Any
    turns: int = TO_THE_END
    point: float = 1.0
    doubt: float = 0.01
    width: float = 0.04


def _choose(weights, sheets, state, seat, moves, values):
    """Gives the move that the policy rates best, 0 for a seat that does not act."""
    n = rules.legal_moves(sheets, state, seat, moves)
    if n <= 1:
        return moves[0] if n == 1 else 0
    rate(weights, sheets, state, seat, moves, n, values)
    best = 0
    for index in range(1, n):
        if values[index] > values[best]:
            best = index
    return moves[best]


@cache
def choose_by(game: Game, policy: Policy) -> Any:
    """Gives the kernel that chooses as a policy rates."""
    register(game.rules)
    return tailor(_choose, f"{game.name}_{policy.name}", rules=game.rules, rate=policy.rate)


@kernel
def judge_nothing(weights: Any, sheets: Any, state: Any, seat: Any) -> Any:
    """Stands for a judge where all playouts go to the end."""
    return 0.5


@cache
def plain_outlook(game: Game, policy: Policy) -> Outlook:
    """Gives the outlook of a policy that plays to the end itself, and whose ratings are about points."""
    return Outlook(policy.weights, choose_by(game, policy), judge_nothing, point=0.01, doubt=0.03, width=0.3)


def find_outlook(game: Game, policy: Policy, sheets: Any, state: Any) -> Outlook:
    """Gives the outlook that suits `steady`'s policy in such a match."""
    if game.name == "qwixx":
        from paperdice.bots.qwixx.horizon import can_look_ahead, make_outlook_qwixx

        if can_look_ahead(policy, sheets, state):
            return make_outlook_qwixx(policy, int(state["n_seats"]))
    if game.name == "sixto":
        from paperdice.bots.sixto.horizon import make_outlook_sixto
        from paperdice.bots.sixto.policy import rate_by_chance

        if policy.rate is rate_by_chance:
            return make_outlook_sixto(policy)
    if game.name == "twenty_one":
        from paperdice.bots.twenty_one.horizon import make_outlook_twenty_one

        return make_outlook_twenty_one(policy)
    if game.name == "qwantum":
        from paperdice.bots.qwantum.horizon import make_outlook_qwantum

        return make_outlook_qwantum(policy, int(state["n_seats"]))
    return plain_outlook(game, policy)
