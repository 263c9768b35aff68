"""What everyone at a table may know of it, and who is there."""

from __future__ import annotations

from dataclasses import dataclass, field

from paperdice.server.protocol import facts
from paperdice.server.protocol.http import TableLine
from paperdice.server.table.table import Table


@dataclass(frozen=True, slots=True)
class Attendance:
    """Who is connected now, through whichever process; `since` is when the table was last picked up, in milliseconds.

    A clock does not count time in which nobody was there.
    """

    seats: frozenset[int] = frozenset()
    n_watchers: int = 0
    since: int = field(default=0, compare=False)


def is_parked(table: Table, attendance: Attendance) -> bool:
    """Tells whether everybody has left: then neither bots nor the clock go on.

    A table of bots alone goes on while somebody watches.
    """
    return not (attendance.seats if table.persons or table.open_seats else attendance.n_watchers)


def waiting_since(table: Table, attendance: Attendance) -> int:
    """The time from which clocks count: the beginning of the step, or when somebody came back to a parked table."""
    return max(table.step_at, attendance.since)


def table_facts(table: Table, attendance: Attendance, now: int) -> facts.TableFacts:
    """What everyone at the table may know."""
    setup, parked = table.setup, is_parked(table, attendance)
    clock = None
    if setup.clock is not None:
        is_running = table.status == "playing" and not parked
        left_ms = max(0, waiting_since(table, attendance) + setup.clock * 1000 - now)
        clock = facts.ClockFacts(setup.clock, left_ms if is_running else None)
    return facts.TableFacts(
        code=setup.code,
        game=setup.game,
        title=table.match.game.title,
        status=table.status,
        parked=parked,
        open=setup.open,
        seats=[_seat_facts(table, seat, attendance) for seat in range(len(table.seats))],
        watchers=attendance.n_watchers,
        dice=dice_facts(table),
        clock=clock,
        auto_throw=setup.auto_throw,
        auto_pass=setup.auto_pass,
        challenge=setup.challenge,
        previous=setup.previous,
    )


def _seat_facts(table: Table, seat: int, attendance: Attendance) -> facts.SeatFacts:
    entry = table.seats[seat]
    return facts.SeatFacts(
        seat=seat,
        kind=entry.kind,
        name=entry.name,
        bot=entry.bot,
        stand_in=entry.stand_in,
        connected=entry.kind == "bot" or seat in attendance.seats,
        sheet=table.setup.sheets[seat],
    )


def dice_facts(table: Table) -> facts.DiceFacts:
    """What is known of the dice by now: never the seed before the end, never a share before the last one."""
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


def table_line(table: Table) -> TableLine:
    """One table in the list of open ones."""
    names = [seat.name for seat in table.seats if seat.kind != "open"]
    return TableLine(table.setup.code, table.setup.game, names, len(table.open_seats), table.status)
