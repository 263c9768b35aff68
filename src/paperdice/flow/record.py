"""The record and the result of a table's match."""

from __future__ import annotations

from paperdice.flow.describe import dice_facts
from paperdice.flow.facts import DiceFacts, FinalResult
from paperdice.flow.table import Table


def record_of(table: Table) -> str:
    """Return the record of a table's match, with headers for the players and the source of the dice.

    The sealed moves of a running match are omitted.
    """
    headers = {"Match": table.match_id, "Date": format_date(table.started_at or table.setup.at)}
    headers |= {f"Player{seat}": _player(table, seat) for seat in range(len(table.seats))}
    if table.setup.challenge is not None:
        headers["Challenge"] = table.setup.challenge
    if table.match.has_dice:
        headers |= _dice_headers(table)
    return table.match.record(sealed=False, headers=headers)


def format_date(ms: int) -> str:
    """Format a Unix time in milliseconds as date and time in UTC, such as `2024-02-29 23:59:59`."""
    days, seconds = ms // 86_400_000, ms // 1000 % 86_400
    year, month = 1970, 1
    while days >= _days_of_year(year):
        days -= _days_of_year(year)
        year += 1
    while days >= _days_of_month(year, month):
        days -= _days_of_month(year, month)
        month += 1
    place = (month, days + 1, seconds // 3600, seconds // 60 % 60, seconds % 60)
    texts = [str(number) if number > 9 else f"0{number}" for number in place]
    return f"{year}-{texts[0]}-{texts[1]} {texts[2]}:{texts[3]}:{texts[4]}"


def _days_of_year(year: int) -> int:
    return 337 + _days_of_month(year, 2)


def _days_of_month(year: int, month: int) -> int:
    if month == 2:
        return 29 if year % 4 == 0 and (year % 100 != 0 or year % 400 == 0) else 28
    return 30 if month in (4, 6, 9, 11) else 31


def _player(table: Table, seat: int) -> str:
    entry = table.seats[seat]
    if entry.bot is not None:
        return f"bot {entry.bot}"
    return f"{entry.name} (bot {entry.stand_in})" if entry.stand_in else entry.name


def _dice_headers(table: Table) -> dict[str, str]:
    dice = dice_facts(table)
    headers: dict[str, str] = {"Dice": dice.kind}
    if dice.kind == "committed":
        headers |= _committed_headers(table, dice)
    if dice.seed is not None:
        headers["DiceSeed"] = dice.seed
    if table.match.over and table.bot_secret:
        headers["BotSecret"] = table.bot_secret
    return headers


def _committed_headers(table: Table, dice: DiceFacts) -> dict[str, str]:
    return {
        "DiceConstruction": "dice 3",
        "DiceAttempt": str(dice.attempt),
        "DiceWithout": " ".join([str(seat) for seat in dice.without]),
        "DiceDropped": " ".join(dice.dropped),
        "DiceUnbound": " ".join([str(seat) for seat in table.persons if dice.commitments[seat] is None]),
        "DiceCommitments": _by_seat(dice.commitments),
        "DiceMatch": table.match_id,
        "DiceHash": dice.server_hash or "",
        "DiceShares": _by_seat(dice.shares),
    }


def _by_seat(texts: list[str | None]) -> str:
    return " ".join(f"{seat}:{text}" for seat, text in enumerate(texts) if text is not None)


def result_of(table: Table) -> FinalResult:
    """Return the result of a table's match, or the current scores if it is still running."""
    match = table.match
    return FinalResult(
        game=table.setup.game,
        names=[entry.name for entry in table.seats],
        bots=[entry.player for entry in table.seats],
        sheets=list(table.setup.sheets),
        scores=list(match.scores),
        winners=list(match.winners),
        end_reason=match.end_reason or "",
        n_turns=match.turn,
    )
