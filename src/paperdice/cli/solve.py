"""`paperdice solve GAME`."""

from __future__ import annotations

from functools import partial

from paperdice.cli.running import wait_for
from paperdice.cli.words import GameName


def solve(
    game: GameName,
    *,
    seats: int = 1,
    hazard: float = 0.0,
    target: int | None = None,
    scores: bool = False,
    sheet: str | None = None,
    fresh: bool = False,
    json: bool = False,
) -> int:
    """Solve a game for one sheet: what the best play is worth, exactly for Qwixx and Twenty One.

    Parameters
    ----------
    seats
        How many seats roll in turn; the others never end the match.
    hazard
        The chance that another turn ends the match.
    target
        Play for the chance of this score instead of for points (Qwixx).
    scores
        Also give the exact chance of every score (Qwixx).
    sheet
        Solve a sheet of the Qwixx family instead, for one seat: double-b, steps-a to steps-e or bonus-a.
    fresh
        Solve again in spite of a stored table.
    json
        Print one JSON object for programs instead of a table.
    """
    from paperdice.arena.solution import solve_game  # compiled, so only when asked for

    ask = partial(solve_game, game, seats=seats, hazard=hazard, target=target, scores=scores)
    run = partial(ask, fresh=fresh, sheet=sheet)
    return wait_for(run, as_json=json)
