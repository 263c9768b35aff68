"""Who has won, in compiled code."""

from __future__ import annotations

from functools import cache

from paperdice.fast.compile import FILLED_IN, Kernel, Record, register, tailor
from paperdice.game import Game, Rules

# This name stands for something else in each game's kernel.
rules: Rules = FILLED_IN


def _share_of_win(sheets: Record, state: Record, seat: int) -> float:
    """The seat's share of the win as the scores stand: 1, nothing, or its part where several are level."""
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
    """The kernel that tells a seat's share of the win in a game."""
    register(game.rules)
    return tailor(_share_of_win, game.key, rules=game.rules)
