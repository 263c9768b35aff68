"""`paperdice duel A B`."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any

from paperdice.bots import DEFAULT_BUDGET_MS
from paperdice.cli.running import wait_for
from paperdice.cli.words import BotName, GameName, SheetNames
from paperdice.errors import SetupError

if TYPE_CHECKING:
    from paperdice.arena.result import Result


def duel(
    a: BotName,
    b: BotName,
    *,
    game: GameName = "qwixx",
    matches: int = 1000,
    seed: int = 0,
    seats: int = 2,
    sheet: SheetNames = (),
    budget: float = DEFAULT_BUDGET_MS,
    playouts: int | None = None,
    stop_early: bool = False,
    adjusted: bool = False,
    cluster: str | None = None,
    resume: bool = False,
    json: bool = False,
) -> int:
    """Let two bots play against each other, every seat in turn, with the same dice for every seating.

    Parameters
    ----------
    a
        The first bot; cmd:PROGRAM lets a program of your own play.
    b
        The second bot; with more than two seats it sits in all others.
    matches
        How many matches.
    seed
        The seed of the dice.
    seats
        How many seats.
    sheet
        One sheet for all seats, or one a seat.
    budget
        Milliseconds a decision for bots that search.
    playouts
        Playouts a decision instead, so that the result is the same on every machine.
    stop_early
        Stop as soon as the winner is beyond doubt.
    adjusted
        Free the share from the luck of the dice, which pays for bots that search.
    cluster
        Address of a Dask scheduler, or a number of worker processes to start here.
    resume
        Go on with the same duel where it was stopped.
    json
        Print one JSON object for programs instead of a table.
    """
    fixed: dict[str, Any] = {"game": game, "matches": matches, "seats": seats, "sheets": sheet, "seed": seed}
    fixed |= {"budget_ms": budget, "playouts": playouts, "stop_early": stop_early}
    if adjusted:
        return wait_for(partial(_play_adjusted(cluster, resume), a, b, **fixed), as_json=json)
    from paperdice.arena.api import duel as play  # compiled, so only when asked for

    return wait_for(partial(play, a, b, **fixed, cluster=cluster, resume=resume), as_json=json)


def _play_adjusted(cluster: str | None, resume: bool) -> Callable[..., Result]:
    """The duel without luck, which is played here and in one go."""
    if cluster is not None or resume:
        raise SetupError("a duel without luck is played here and in one go: leave out --cluster and --resume")
    from paperdice.study.adjusted import adjusted_duel  # compiled, so only when asked for

    return adjusted_duel
