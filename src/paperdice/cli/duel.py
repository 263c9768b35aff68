"""The command `paperdice duel A B`."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any

from paperdice.bots import DEFAULT_BUDGET_MS
from paperdice.cli.running import spell_command, wait_for
from paperdice.cli.words import BotName, GameName, SheetNames
from paperdice.errors import SetupError

if TYPE_CHECKING:
    from paperdice.arena.reports import Result
    from paperdice.arena.results import Rest


def duel(
    a: BotName,
    b: BotName,
    *,
    game: GameName = "qwixx",
    matches: int = 1000,
    start: int = 0,
    seed: int = 0,
    seats: int = 2,
    sheet: SheetNames = (),
    budget: float = DEFAULT_BUDGET_MS,
    playouts: int | None = None,
    stop_early: bool = False,
    adjusted: bool = False,
    cluster: str | None = None,
    json: bool = False,
) -> int:
    """Compare two bots, which play each other in every seating with the same dice.

    Args:
        a: The first bot; cmd:PROGRAM runs a program of your own.
        b: The second bot; with more than two seats, it plays in all other seats.
        matches: The number of matches.
        start: The number of the first match, counted from 0; a multiple of the number of seats.
        seed: The seed of the dice.
        seats: The number of seats.
        sheet: One sheet for all seats, or one per seat.
        budget: Milliseconds per decision for bots that search.
        playouts: Playouts per decision instead of a time limit, for the same result on every machine.
        stop_early: Stop as soon as the winner is certain.
        adjusted: Remove the luck of the dice from the result; worthwhile for bots that search.
        cluster: Address of a Dask scheduler, or a number of local worker processes to start.
        json: Print one JSON object for programs instead of a table.
    """
    given = dict(locals())  # the arguments, used to build the command for the remaining matches
    fixed: dict[str, Any] = {"game": game, "matches": matches, "seats": seats, "sheets": sheet, "seed": seed}
    fixed |= {"budget_ms": budget, "playouts": playouts, "stop_early": stop_early}
    if adjusted:
        return wait_for(partial(_play_adjusted(cluster, start), a, b, **fixed), as_json=json)
    from paperdice.arena.api import duel as play  # slow to import, so only when needed

    def spell_rest(rest: Rest) -> str:
        return spell_command(duel, given | {"start": rest.start, "matches": rest.matches})

    return wait_for(partial(play, a, b, **fixed, cluster=cluster, start=start), as_json=json, spell_rest=spell_rest)


def _play_adjusted(cluster: str | None, start: int) -> Callable[..., Result]:
    """Return the function for adjusted duels; raise `SetupError` if a cluster or a start is given."""
    if cluster is not None or start:
        raise SetupError("an adjusted duel runs locally from the first match: leave out --cluster and --start")
    from paperdice.study.adjusted import adjusted_duel  # slow to import, so only when needed

    return adjusted_duel
