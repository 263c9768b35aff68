"""The command `paperdice solve GAME`."""

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
    """Solve a game for one sheet: compute the value of optimal play, exactly for Qwixx and Twenty One.

    Args:
        seats: The number of seats that roll in turn; the others never end the match.
        hazard: The chance that another seat's turn ends the match.
        target: Maximize the chance of reaching this score instead of the mean score (Qwixx).
        scores: Also compute the exact chance of every score (Qwixx).
        sheet: Solve a sheet of the Qwixx family instead, for one seat: double-b, steps-a to steps-e or bonus-a.
        fresh: Solve the game again even if a table is stored.
        json: Print one JSON object for programs instead of a table.
    """
    from paperdice.arena.solution import solve_game  # slow to import, so only when needed

    ask = partial(solve_game, game, seats=seats, hazard=hazard, target=target, scores=scores)
    run = partial(ask, fresh=fresh, sheet=sheet)
    return wait_for(run, as_json=json)
