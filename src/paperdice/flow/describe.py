"""The public facts about a table, as sent to clients."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import structs

from paperdice.fair import Agreement, commitment_to
from paperdice.flow import events, facts
from paperdice.flow.attendance import Attendance
from paperdice.flow.evening import show_evening
from paperdice.flow.following import COUNTDOWN_SECONDS, evening_of, host_of, line_up, plan_of
from paperdice.flow.table import Table
from paperdice.history import is_corrected


def _seat_facts(table: Table, attendance: Attendance, monotonic_ms: int) -> list[facts.SeatFacts]:
    return [
        facts.SeatFacts(
            seat=seat,
            kind=entry.kind,
            name=entry.name,
            bot=entry.bot,
            stand_in=entry.stand_in,
            connected=entry.kind == "bot" or (seat in attendance.seats and not entry.left),
            sheet=table.setup.sheets[seat],
            awaited_ms=_awaited_ms(table, attendance, seat, monotonic_ms),
            left=entry.left,
            ready_ms=_ready_ms(attendance, seat, monotonic_ms),
        )
        for seat, entry in enumerate(table.seats)
    ]


def _ready_ms(attendance: Attendance, seat: int, monotonic_ms: int) -> int:
    """Return the estimated time in milliseconds until a bot is compiled, or 0 if it is ready."""
    return max(1, attendance.ready_at[seat] - monotonic_ms) if seat in attendance.ready_at else 0


def table_facts(table: Table, attendance: Attendance, monotonic_ms: int) -> facts.TableFacts:
    """Return the public facts about a table at the given monotonic time."""
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
        seats=_seat_facts(table, attendance, monotonic_ms),
        watchers=attendance.n_watchers,
        dice=dice_facts(table),
        clock=None if setup.clock is None else _clock_facts(table, setup.clock, attendance, monotonic_ms),
        auto_throw=setup.auto_throw,
        auto_pass=setup.auto_pass,
        challenge=setup.challenge,
        previous=setup.previous,
        pace=table.pace,
        hints=sorted(table.hints),
        again=_asked_again(table),
        later=table.match.n_later,
        slow=setup.slow,
        closing=table.match.is_closing,
        host=host_of(table, attendance),
        evening=None if setup.challenge is not None else show_evening(evening_of(table)),
        next=_next_facts(table, attendance, monotonic_ms),
        guests=_guest_facts(table, attendance),
        closed=table.closed,
        pending=[
            facts.PendingEntry(seat=each.seat, text=each.text, locks=list(each.locks), ends=each.ends)
            for each in table.match.pending
        ],
        done=sorted(table.pad_done),
        stop=sorted(table.stop),
        stopped=table.stopped,
    )


def device_facts(table: Table, attendance: Attendance, monotonic_ms: int) -> facts.TableFacts:
    """Return the facts about a table that runs on its players' own device, without a server.

    They do not contain the seed of the dice until the match is over, so that nobody can predict the dice.
    """
    shown = table_facts(table, attendance, monotonic_ms)
    return shown if table.is_over else structs.replace(shown, dice=structs.replace(shown.dice, seed=None))


def _guest_facts(table: Table, attendance: Attendance) -> list[facts.Guest]:
    return [
        facts.Guest(
            guest=number,
            name=table.guests[number].name,
            connected=number in attendance.guests,
            plays=number in table.queue,
            waits=table.guests[number].waits,
        )
        for number in table.live_guests
    ]


def _next_facts(table: Table, attendance: Attendance, monotonic_ms: int) -> facts.NextMatch | None:
    """Return the facts about the next match once the current one is over. After a challenge, there is no next match."""
    if not table.is_over or table.setup.challenge is not None:
        return None
    plan, asked = plan_of(table), table.asked
    lined = line_up(table, attendance, monotonic_ms, table.out, plan)
    left_ms = max(0, attendance.since + COUNTDOWN_SECONDS * 1000 - monotonic_ms)
    return facts.NextMatch(
        game=plan.game,
        sheets=plan.sheets,
        bots=lined.bots,
        seats=lined.seats,
        guests=lined.guests,
        asked=None if asked is None else _name_of(table, asked),
        left_ms=left_ms if asked is not None and table.choosing is None and not attendance.is_parked else None,
        choosing=table.choosing,
    )


def _name_of(table: Table, asked: events.AgainAsked) -> str:
    return table.seats[asked.seats[0]].name if asked.guest is None else table.guests[asked.guest].name


def _asked_again(table: Table) -> list[facts.AskedAgain]:
    return [
        facts.AskedAgain(
            turn=place.turn,
            throw=place.throw,
            phase=place.phase,
            seat=place.seat,
            text=entry.text,
            why=error.reason.as_dict(),
        )
        for place, entry, error in table.match.asked
    ]


def listed_entries(table: Table) -> Iterator[facts.ListedEntry]:
    """Yield the public throws and moves of a table's match, or the entries of a pad.

    In each entry, `active` is the active seat of the turn or, at a pad, the seat that made the entry. Entries are
    generated lazily, and the table may change between them.
    """
    match = table.match
    for place, entry in match.walk_history():
        yield facts.ListedEntry(
            turn=place.turn,
            active=match.active_at(place),
            throw=place.throw,
            phase=place.phase,
            seat=place.seat,
            text=entry.text,
            corrected=is_corrected(place, entry),
        )


def _awaited_ms(table: Table, attendance: Attendance, seat: int, monotonic_ms: int) -> int:
    """Return the time in milliseconds before a bot may stand in for a seat's player."""
    entry = table.seats[seat]
    is_awaited = entry.kind == "person" and not entry.left
    return max(0, attendance.awaited.get(seat, 0) - monotonic_ms) if is_awaited else 0


def _clock_facts(table: Table, seconds: int, attendance: Attendance, monotonic_ms: int) -> facts.ClockFacts:
    is_running = table.status == "playing" and not attendance.is_parked and not table.is_held
    left_ms = max(0, attendance.since + seconds * 1000 - monotonic_ms)
    return facts.ClockFacts(seconds, left_ms if is_running else None)


def dice_facts(table: Table) -> facts.DiceFacts:
    """Return the public facts about the dice.

    The seed of committed dice is included only after the end of the match, and the shares only once all of them have
    been revealed.
    """
    agreement, setup = table.agreement, table.setup
    nothing: list[str | None] = [None for _ in table.seats]
    bot_hash = _bot_hash(table)
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
    return _agreed_facts(table, agreement, bot_hash)


def _bot_hash(table: Table) -> str | None:
    return commitment_to(table.bot_secret) if table.bot_secret else None


def _agreed_facts(table: Table, agreement: Agreement, bot_hash: str | None) -> facts.DiceFacts:
    seats = range(len(table.seats))
    is_ready = agreement.stage == "ready"
    return facts.DiceFacts(
        kind=table.setup.dice,
        stage=agreement.stage,
        attempt=agreement.attempt,
        server_hash=agreement.server_hash,
        commitments=[agreement.commitments.get(seat) for seat in seats],
        shares=[agreement.shares.get(seat) if is_ready else None for seat in seats],
        revealed=sorted(agreement.shares),
        without=agreement.without,
        dropped=agreement.dropped,
        stopped=agreement.stopped,
        seed=agreement.seed if table.is_over else None,
        bot_hash=bot_hash,
        offered=sorted(table.offered),
    )
