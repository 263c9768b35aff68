"""What everyone at a table may know of it, and who is there."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from paperdice.fair import commitment_to
from paperdice.history import is_corrected
from paperdice.server.protocol import events, facts
from paperdice.server.protocol.http import TableLine
from paperdice.server.protocol.messages import CourseEntry
from paperdice.server.table.table import Table


class Moment(NamedTuple):
    """A moment by two clocks, in milliseconds: `at` is the date that logs keep, which somebody may set anew at any
    time; `ticks` only ever go forward, and everything that is waited for is measured by them."""

    at: int
    ticks: int


@dataclass(frozen=True, slots=True)
class Attendance:
    """Who is connected now, through whichever process; while nobody is, the table is parked.

    `since` is the tick from which clocks count: the beginning of the step, or when somebody came back to a parked
    table, whichever is later. `awaited` has the seats with nobody there, and until when no bot may stand in for them.
    `held` tells since when moves are on hold, and `paused` since when the clocks stand still for that. `ready_at` has
    the bots whose full strength is waited for in this step, and when that will be there, about.
    """

    seats: frozenset[int] = frozenset()
    n_watchers: int = 0
    since: int = field(default=0, compare=False)
    is_parked: bool = field(default=False, compare=False)
    awaited: Mapping[int, int] = field(default_factory=dict, compare=False)
    held: Mapping[int, int] = field(default_factory=dict, compare=False)
    paused: int | None = field(default=None, compare=False)
    ready_at: Mapping[int, int] = field(default_factory=dict, compare=False)


def goes_on_alone(table: Table) -> bool:
    """Tells whether a table does not wait for anybody to be there: one that is played over days, once it has begun."""
    return table.setup.slow and table.status in ("shares", "playing")


def first_attendance(table: Table, now: Moment) -> Attendance:
    """Who is there when a table is taken into use: nobody, and only the clock of a slow one has gone on."""
    if not goes_on_alone(table):
        return Attendance(is_parked=True)
    return Attendance(since=now.ticks - max(0, now.at - table.step_at))


def attend(
    table: Table, before: Attendance, seats: frozenset[int], n_watchers: int, ticks: int, patience_ms: int = 0
) -> Attendance:
    """Who is there after a change; without a person neither bots nor the clock go on, but at a slow table.

    A table of bots alone goes on while somebody watches.
    """
    is_parked = not (seats if table.persons or table.open_seats else n_watchers) and not goes_on_alone(table)
    since = ticks if before.is_parked and not is_parked else before.since
    absent = [seat for seat in range(len(table.seats)) if seat not in seats]
    awaited = {seat: before.awaited.get(seat, ticks + patience_ms) for seat in absent}
    return replace(before, seats=seats, n_watchers=n_watchers, since=since, is_parked=is_parked, awaited=awaited)


def keep_time(before: Attendance, step: int, table: Table, ticks: int) -> Attendance:
    """The clocks after events at a table that was at `step`: a new step starts them, a hold stops them, and after a
    move taken back they go on from where they stood."""
    if table.step != step:
        return Attendance(before.seats, before.n_watchers, ticks, before.is_parked, before.awaited)
    if not table.on_hold and not before.held and before.paused is None:
        return before
    held = {seat: before.held.get(seat, ticks) for seat in table.on_hold}
    if table.is_held:
        return replace(before, held=held, paused=ticks if before.paused is None else before.paused)
    stood_still = 0 if before.paused is None else ticks - before.paused
    return replace(before, held=held, paused=None, since=before.since + stood_still)


def follow_seats(before: Attendance, event: events.Arranged) -> Attendance:
    """Who is awaited at a table that was arranged anew: wherever somebody sits there, for as long as before."""
    moved = {old: new for new, old in enumerate(event.seats) if old is not None}
    awaited = {moved[old]: until for old, until in before.awaited.items() if old in moved}
    return replace(before, awaited=awaited)


def _seat_facts(table: Table, attendance: Attendance, ticks: int) -> list[facts.SeatFacts]:
    return [
        facts.SeatFacts(
            seat=seat,
            kind=entry.kind,
            name=entry.name,
            bot=entry.bot,
            stand_in=entry.stand_in,
            connected=entry.kind == "bot" or (seat in attendance.seats and not entry.left),
            sheet=table.setup.sheets[seat],
            awaited_ms=_awaited_ms(table, attendance, seat, ticks),
            warming=seat in table.warming,
            left=entry.left,
            ready_ms=max(1, attendance.ready_at[seat] - ticks) if seat in attendance.ready_at else 0,
        )
        for seat, entry in enumerate(table.seats)
    ]


def table_facts(table: Table, attendance: Attendance, ticks: int) -> facts.TableFacts:
    """What everyone at the table may know."""
    setup = table.setup
    return facts.TableFacts(
        code=setup.code,
        game=setup.game,
        rules=setup.rules,
        title=table.match.game.title,
        first=setup.first,
        status=table.status,
        parked=attendance.is_parked,
        open=setup.open,
        seats=_seat_facts(table, attendance, ticks),
        watchers=attendance.n_watchers,
        dice=dice_facts(table),
        clock=None if setup.clock is None else _clock_facts(table, setup.clock, attendance, ticks),
        auto_throw=setup.auto_throw,
        auto_pass=setup.auto_pass,
        challenge=setup.challenge,
        previous=setup.previous,
        pace=table.pace,
        rematch=sorted(table.rematch_asked),
        hints=sorted(table.hints),
        series=series_of(table),
        again=_asked_again(table),
        later=table.match.n_later,
        slow=setup.slow,
        closing=table.match.is_closing,
    )


def _asked_again(table: Table) -> list[facts.AskedAgain]:
    return [facts.AskedAgain(*each.place, each.entry.text, each.error.reason.as_dict()) for each in table.match.asked]


def course_entries(table: Table) -> Iterator[CourseEntry]:
    """Yield what was thrown, played or entered, for everyone; `active` is whose turn it was, at a pad who entered it.

    Entries are found one by one, and the table may change meanwhile.
    """
    match = table.match
    for place, entry in match.walk_history():
        yield CourseEntry(
            turn=place.turn,
            active=match.active_at(place),
            throw=place.throw,
            phase=place.phase,
            seat=place.seat,
            text=entry.text,
            corrected=is_corrected(place, entry),
        )


def _awaited_ms(table: Table, attendance: Attendance, seat: int, ticks: int) -> int:
    """How long a seat is waited for before a bot may stand in."""
    entry = table.seats[seat]
    is_awaited = entry.kind == "person" and not entry.left
    return max(0, attendance.awaited.get(seat, 0) - ticks) if is_awaited else 0


def series_of(table: Table) -> list[int]:
    """The matches that each seat has won in this row of rematches; a shared win counts for all who share it."""
    won = table.match.winners if table.match.over else ()
    return [n + (seat in won) for seat, n in enumerate(table.series)]


def _clock_facts(table: Table, seconds: int, attendance: Attendance, ticks: int) -> facts.ClockFacts:
    is_running = table.status == "playing" and not attendance.is_parked and not table.is_held
    left_ms = max(0, attendance.since + seconds * 1000 - ticks)
    return facts.ClockFacts(seconds, left_ms if is_running else None)


def dice_facts(table: Table) -> facts.DiceFacts:
    """What is known of the dice by now: never the seed before the end, never a share before the last one."""
    seats = range(len(table.seats))
    agreement, setup = table.agreement, table.setup
    nothing: list[str | None] = [None for _ in seats]
    bot_hash = commitment_to(table.bot_secret) if table.bot_secret else None
    if agreement is None:
        return facts.DiceFacts(
            kind=setup.dice,
            stage="lobby" if setup.dice == "committed" else "ready",
            attempt=1,
            server_hash=None,
            commitments=nothing,
            shares=nothing,
            revealed=[],
            without=[],
            seed=setup.seed if setup.dice == "seeded" else None,
            bot_hash=bot_hash,
            offered=sorted(table.offered),
        )
    is_ready = agreement.stage == "ready"
    return facts.DiceFacts(
        kind=setup.dice,
        stage=agreement.stage,
        attempt=agreement.attempt,
        server_hash=agreement.server_hash,
        commitments=[agreement.commitments.get(seat) for seat in seats],
        shares=[agreement.shares.get(seat) if is_ready else None for seat in seats],
        revealed=sorted(agreement.shares),
        without=agreement.without,
        dropped=agreement.dropped,
        seed=agreement.seed if table.match.over else None,
        bot_hash=bot_hash,
        offered=sorted(table.offered),
    )


def table_line(table: Table) -> TableLine:
    """One table in the list of open ones."""
    names = [seat.name for seat in table.seats if seat.kind != "open"]
    return TableLine(table.setup.code, table.setup.game, names, len(table.open_seats), table.status)
