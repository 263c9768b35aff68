"""What is told of a table: facts for everyone at it, and the record and ending of its match."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from datetime import UTC, datetime

import msgspec
from msgspec import Struct

from paperdice.server.protocol import facts
from paperdice.server.table.table import Table
from paperdice.store.store import Ending


@dataclass(frozen=True, slots=True)
class Attendance:
    """Who is connected now, through whichever process."""

    seats: frozenset[int] = frozenset()
    n_watchers: int = 0


class Result(Struct):
    """What is kept of a finished match for lists, beside its record."""

    names: list[str]
    bots: list[str | None]
    sheets: list[str]
    scores: list[int]
    winners: list[int]
    end_reason: str
    n_turns: int


def is_parked(table: Table, attendance: Attendance) -> bool:
    """Tells whether everybody has left: then neither bots nor the clock go on.

    A table of bots alone goes on while somebody watches.
    """
    if table.persons or any(entry.kind == "open" for entry in table.seats):
        return not attendance.seats
    return not attendance.n_watchers


def table_facts(table: Table, attendance: Attendance, now: int) -> facts.TableFacts:
    """Gives what everyone at the table may know."""
    setup = table.setup
    return facts.TableFacts(
        code=setup.code,
        game=setup.game,
        title=table.match.game.title,
        status=table.status,
        parked=is_parked(table, attendance),
        open=setup.open,
        seats=[_seat_facts(table, seat, attendance.seats) for seat in range(len(table.seats))],
        watchers=attendance.n_watchers,
        dice=dice_facts(table),
        clock=_clock_facts(table, attendance, now),
        auto_throw=setup.auto_throw,
        auto_pass=setup.auto_pass,
        challenge=setup.challenge,
        previous=setup.previous,
    )


def _seat_facts(table: Table, seat: int, present: Collection[int]) -> facts.SeatFacts:
    entry = table.seats[seat]
    return facts.SeatFacts(
        seat=seat,
        kind=entry.kind,
        name=entry.name,
        bot=entry.bot,
        stand_in=entry.stand_in,
        connected=entry.kind == "bot" or seat in present,
        sheet=table.setup.sheets[seat],
    )


def dice_facts(table: Table) -> facts.DiceFacts:
    """Gives what is known of the dice by now: never the seed before the end, never a share before the last one."""
    seats = range(len(table.seats))
    agreement = table.agreement
    if agreement is None:
        seed = table.setup.seed if table.setup.dice == "seeded" else None
        nothing: list[str | None] = [None for _ in seats]
        return facts.DiceFacts(table.setup.dice, None, nothing, nothing, [], [], seed)
    is_ready = agreement.stage == "ready"
    return facts.DiceFacts(
        kind="committed",
        server_hash=agreement.server_hash,
        commitments=[agreement.commitments.get(seat) for seat in seats],
        shares=[agreement.shares.get(seat) if is_ready else None for seat in seats],
        revealed=sorted(agreement.shares),
        without=agreement.without,
        seed=agreement.seed if table.match.over else None,
    )


def _clock_facts(table: Table, attendance: Attendance, now: int) -> facts.ClockFacts | None:
    seconds = table.setup.clock
    if seconds is None:
        return None
    is_running = table.status == "playing" and not is_parked(table, attendance)
    return facts.ClockFacts(seconds, max(0, table.step_at + seconds * 1000 - now) if is_running else None)


def record_of(table: Table) -> str:
    """Gives the record with who played and how the dice came about; a running match's holds nothing sealed."""
    match = table.match
    begun = datetime.fromtimestamp((table.begun_at or table.setup.at) / 1000, UTC)
    headers = {"Match": table.match_id, "Date": f"{begun:%Y-%m-%d %H:%M:%S}"}
    headers |= {f"Player{seat}": _player(table, seat) for seat in range(len(table.seats))}
    if table.setup.challenge is not None:
        headers["Challenge"] = table.setup.challenge
    match.headers = headers | _dice_headers(table)
    return match.record(sealed=False)


def _player(table: Table, seat: int) -> str:
    entry = table.seats[seat]
    if entry.bot is not None:
        return f"bot {entry.bot}"
    return f"{entry.name} (bot {entry.stand_in})" if entry.stand_in else entry.name


def _dice_headers(table: Table) -> dict[str, str]:
    dice = dice_facts(table)
    headers: dict[str, str] = {"Dice": dice.kind}
    if dice.kind == "committed":
        shares = [f"{seat}:{share}" for seat, share in enumerate(dice.shares) if share is not None]
        headers |= {"DiceMatch": table.match_id, "DiceHash": dice.server_hash or "", "DiceShares": " ".join(shares)}
    if dice.seed is not None:
        headers["DiceSeed"] = dice.seed
    return headers


def result_of(table: Table) -> Result:
    """Gives the result as it stands."""
    match = table.match
    return Result(
        names=[entry.name for entry in table.seats],
        bots=[entry.player for entry in table.seats],
        sheets=list(table.setup.sheets),
        scores=list(match.scores),
        winners=list(match.winners),
        end_reason=match.end_reason or "",
        n_turns=match.turn,
    )


def ending_of(table: Table, now: int) -> Ending:
    """Gives what is kept of a match beside its log; nothing while it goes on."""
    if not table.match.over:
        return Ending(None, "", "")
    return Ending(now, msgspec.json.encode(result_of(table)).decode(), record_of(table))


def read_result(text: str) -> Result:
    """Gives the result that was kept."""
    return msgspec.json.decode(text, type=Result)
