"""The record and the result of a table's match."""

from __future__ import annotations

from datetime import UTC, datetime

from paperdice.flow.describe import dice_facts
from paperdice.flow.facts import DiceFacts, FinalResult
from paperdice.flow.notices import STOPPED
from paperdice.flow.table import Table
from paperdice.record import STOPPED_HEADER


def record_of(table: Table) -> str:
    """Return the record of a table's match, with headers for the players and the source of the dice.

    The sealed moves of a running match are omitted.
    """
    headers = {"Match": table.match_id, "Date": format_date(table.started_at or table.setup.at)}
    headers |= {f"Player{seat}": _player(table, seat) for seat in range(len(table.seats))}
    if table.setup.challenge is not None:
        headers["Challenge"] = table.setup.challenge
    if table.stopped is not None:
        headers[STOPPED_HEADER] = str(table.stopped)
    if table.match.has_dice:
        headers |= _dice_headers(table)
    return table.match.record(sealed=False, headers=headers)


def format_date(ms: int) -> str:
    """Format a Unix time in milliseconds as date and time in UTC, such as `2024-02-29 23:59:59`."""
    return datetime.fromtimestamp(ms // 1000, UTC).replace(tzinfo=None).isoformat(" ")


def _player(table: Table, seat: int) -> str:
    entry = table.seats[seat]
    if entry.bot is not None:
        return f"bot {entry.bot}"
    return f"{entry.name} (bot {entry.stand_in})".lstrip() if entry.stand_in else entry.name


def _dice_headers(table: Table) -> dict[str, str]:
    dice = dice_facts(table)
    headers: dict[str, str] = {"Dice": dice.kind}
    if dice.kind == "committed":
        headers |= _committed_headers(table, dice)
    if dice.seed is not None:
        headers["DiceSeed"] = dice.seed
    if table.is_over and table.bot_secret:
        headers["BotSecret"] = table.bot_secret
    return headers


def _committed_headers(table: Table, dice: DiceFacts) -> dict[str, str]:
    return {
        "DiceConstruction": "dice 3",
        "DiceAttempt": str(dice.attempt),
        "DiceWithout": " ".join([str(seat) for seat in dice.without]),
        "DiceDropped": " ".join(dice.dropped),
        "DiceStopped": " ".join(dice.stopped),
        "DiceUnbound": " ".join([str(seat) for seat in table.persons if dice.commitments[seat] is None]),
        "DiceCommitments": _by_seat(dice.commitments),
        "DiceMatch": table.match_id,
        "DiceHash": dice.server_hash or "",
        "DiceShares": _by_seat(dice.shares),
    }


def _by_seat(texts: list[str | None]) -> str:
    return " ".join(f"{seat}:{text}" for seat, text in enumerate(texts) if text is not None)


def has_new_ending(table: Table, *, was_over: bool, n_corrections: int) -> bool:
    """Whether events have ended or reopened a table's match, or corrected a finished one.

    Args:
        table: The table after the events.
        was_over: Whether its match was over before.
        n_corrections: The number of corrections before.
    """
    is_over = table.is_over
    return (was_over or is_over) and (was_over, n_corrections) != (is_over, table.n_corrections)


def result_of(table: Table) -> FinalResult:
    """Return the result of a table's match, or the current scores if it is still running."""
    match = table.match
    return FinalResult(
        game=table.setup.game,
        names=[entry.name for entry in table.seats],
        bots=[entry.player for entry in table.seats],
        sheets=list(table.setup.sheets),
        scores=list(match.scores),
        winners=list(table.winners),
        end_reason=match.end_reason or (STOPPED if table.is_over else ""),
        n_turns=match.turn,
    )
