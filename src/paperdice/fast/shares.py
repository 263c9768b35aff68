"""Compute the fraction of the win credited to a seat, in compiled code."""

from __future__ import annotations

from functools import cache

from paperdice.fast.compile import PLACEHOLDER, Kernel, Record, register, tailor
from paperdice.game import Game, Rules

# A placeholder that `tailor` replaces for each game.
rules: Rules = PLACEHOLDER


def _share_of_win(sheets: Record, state: Record, seat: int) -> float:
    """Return the fraction of the win credited to a seat at the current scores.

    It is 1 for a win, 1/k in a tie of k seats, and 0 otherwise.
    """
    own = rules.score(sheets, state, seat)
    n_level = 1
    for other in range(state.n_seats):
        if other == seat:
            continue
        lead = rules.score(sheets, state, other) - own
        if lead == 0:
            lead = rules.tie_break(sheets, state, other) - rules.tie_break(sheets, state, seat)
        if lead > 0:
            return 0.0
        n_level += lead == 0
    return 1.0 / n_level


@cache
def make_share_of_win(game: Game) -> Kernel:
    """Return the kernel that computes the fraction of the win credited to a seat in a game."""
    register(game.rules)
    return tailor(_share_of_win, game.key, rules=game.rules)
