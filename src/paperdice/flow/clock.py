"""Actions that a table takes without a command: automatic throws, passes and starts, moves of bots, and timeouts."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from random import Random
from typing import NamedTuple

from paperdice.fair import Agreement, draw_secret
from paperdice.flow import events
from paperdice.flow.attendance import Attendance, Moment, present_people, wanted_seats
from paperdice.flow.budget import is_spent
from paperdice.flow.decide_match import start_events
from paperdice.flow.decide_moves import throw_dice
from paperdice.flow.facts import PaceName
from paperdice.flow.following import CHOOSING_SECONDS, COUNTDOWN_SECONDS, next_event
from paperdice.flow.table import Table
from paperdice.history import MatchLike
from paperdice.pad import CLOSE

SHARES_SECONDS = 10
# Once revealed shares have been discarded, a device commits to a new share only after a tap by its player.
TAP_SECONDS = 30
HOLD_MS = 1500
# How long a process waits for the draft of a seat whose device is connected to another process.
DRAFT_MS = 1000
STRIKE = "x"
# The bot that plays for people who are away, unless somebody calls another one. Every host has it.
USUAL_BOT = "casual"


class Pauses(NamedTuple):
    """Pauses in milliseconds that give players time to follow the match.

    Attributes:
        bot: The pause before a bot's move; None selects the server's setting.
        throw: The pause before an automatic throw.
        quiet: The pause before an automatic pass.
        cost: The pause before an automatic move that costs something, such as a miss or a strike.
    """

    bot: int | None
    throw: int
    quiet: int
    cost: int


NO_PAUSES = Pauses(None, 0, 0, 0)
PAUSES: Mapping[PaceName, Pauses] = {
    "fast": Pauses(0, 0, 0, 0),
    "normal": Pauses(900, 1500, 900, 2500),
    "slow": Pauses(2000, 3000, 2000, 5000),
}


def pauses_of(table: Table) -> Pauses:
    """Return the pauses for a table's pace. A table without a pace pauses only before moves by bots."""
    return NO_PAUSES if table.pace is None else PAUSES[table.pace]


def bot_pause_ms(table: Table, usual_ms: int) -> int:
    """Return the pause before a bot's move: `usual_ms`, the server's setting, if the table has no pace."""
    pause = pauses_of(table).bot
    return usual_ms if pause is None else pause


class Due(NamedTuple):
    """The actions that are due at a table.

    Attributes:
        events: The events to apply now.
        bots: The seats whose bots have to move, if there are no events to apply.
        look_at: The monotonic time of the next check, if there are no events to apply; None if no check is needed.
    """

    events: Sequence[events.Event] = ()
    bots: Sequence[int] = ()
    look_at: int | None = None


def find_due(table: Table, attendance: Attendance, now: Moment, rng: Random) -> Due:
    """Return the actions that are due at a table.

    Only one kind of action is returned at a time: call the function again after applying the events.
    """
    if attendance.is_parked:
        return Due()
    returned = _returned(table, attendance, now)
    if returned:
        return Due(returned)
    if table.status == "lobby":
        return _due_start(table, attendance, now, rng)
    if table.status == "shares":
        return _due_shares(table, attendance, now, rng)
    if table.status == "over":
        return _due_next(table, attendance, now, rng)
    first = [_due_stop(table, attendance, now), _due_absent(table, attendance, now)]
    for due in first:
        if due.events:
            return due
    due = _due_play(table, attendance, now)
    looks = [each.look_at for each in (*first, due) if each.look_at is not None]
    return due if due.events else Due(bots=due.bots, look_at=min(looks) if looks else None)


def _returned(table: Table, attendance: Attendance, now: Moment) -> list[events.Event]:
    """Return the events for players who are connected again, except those who left on purpose."""
    if not table.is_kept_for_absent:
        return []
    return return_events(table, [seat for seat in sorted(attendance.seats) if not table.seats[seat].left], now.at)


def _due_play(table: Table, attendance: Attendance, now: Moment) -> Due:
    if not table.match.has_dice:
        return Due()
    if table.is_held:
        return _due_hold(table, attendance, now)
    if table.match.dice_wanted:
        return _due_throw(table, table.match, attendance.since, now, attendance.headstart)
    return _due_moves(table, attendance, now)


def _due_stop(table: Table, attendance: Attendance, now: Moment) -> Due:
    """Return the event that stops the match, which is due once every player who is present has agreed to stop."""
    if not table.stop or table.is_stopped:
        return Due()
    return _once_agreed(table, attendance, now, table.stop, events.MatchStopped(at=now.at, turn=table.match.turn - 1))


def _once_agreed(table: Table, attendance: Attendance, now: Moment, agreed: set[int], event: events.Event) -> Due:
    """Return the event as due if every player who is present has agreed to it; otherwise, the time to check again."""
    people = present_people(table, attendance, now.monotonic_ms)
    others = [seat for seat in people if seat not in agreed]
    if not others:
        return Due([event] if people else [])
    lost = [attendance.awaited[seat] for seat in others if seat not in attendance.seats and not table.setup.slow]
    return Due(look_at=min(lost) if lost else None)


def _due_absent(table: Table, attendance: Attendance, now: Moment) -> Due:
    """Return the actions that keep the match from waiting for absent players.

    At a pad (a table without dice), a pending lock or end of the match takes effect once every player who is present
    is done marking. At other tables, a bot stands in for an absent player when the match waits for the seat and another
    player is present: at once if the absent player has left the match or the seat, otherwise once the connection has
    been lost for some time.
    """
    if not table.match.has_dice:
        return _due_closing(table, attendance, now)
    awaited = _awaited_absent(table, attendance)
    return _due_stand_ins(table, attendance, now, awaited) if awaited else Due()


def _awaited_absent(table: Table, attendance: Attendance) -> list[int]:
    """Return the seats of absent players that the match waits for; empty if no player is present to wait."""
    if table.setup.slow or not _has_reader(table, attendance):
        return []
    gone = [
        seat
        for seat, entry in enumerate(table.seats)
        if entry.player is None and (entry.left or seat not in attendance.seats)
    ]
    # Anyone may type the roll of real dice.
    is_typing = bool(table.match.dice_wanted) and table.setup.dice == "typed"
    if not gone or is_typing:
        return []
    return [seat for seat in wanted_seats(table) if seat in gone]


def _due_closing(table: Table, attendance: Attendance, now: Moment) -> Due:
    """Apply the pending lock or end of the match at a pad once every player who is present is done marking."""
    done = sorted(table.pad_done)
    if not done:
        return Due()
    closed = events.Entered(at=now.at, seat=done[0], text=CLOSE)
    return _once_agreed(table, attendance, now, table.pad_done, closed)


def _has_reader(table: Table, attendance: Attendance) -> bool:
    return any(seat in attendance.seats and not table.seats[seat].left for seat in table.persons)


def _due_stand_ins(table: Table, attendance: Attendance, now: Moment, seats: Sequence[int]) -> Due:
    found: list[events.Event] = []
    look_at: list[int] = []
    for seat in seats:
        entry = table.seats[seat]
        # A player without budget left could not come back.
        if is_spent(table.spent, events.Returned(at=now.at, seat=seat)):
            continue
        is_lost = entry.kind == "person" and not entry.left
        until = attendance.awaited.get(seat, now.monotonic_ms) if is_lost else now.monotonic_ms
        if now.monotonic_ms >= until:
            found.append(events.StoodIn(at=now.at, seat=seat, bot=USUAL_BOT))
        else:
            look_at.append(until)
    return Due(found, look_at=min(look_at) if look_at else None)


def return_events(table: Table, seats: Iterable[int], now: int) -> list[events.Event]:
    """Return the events for players who have come back to their seats.

    These events remove stand-in bots, and revoke transfer codes that other players have requested for the seats. Codes
    are revoked even if the budget for returns is used up; the budget for transfer codes limits how often that happens.
    """
    there = sorted(seats)
    back = [seat for seat in there if table.seats[seat].stand_in or table.seats[seat].left]
    back += [seat for seat in there if table.is_offered(seat) and seat not in back]
    found = [events.Returned(at=now, seat=seat) for seat in back]
    return [event for event in found if table.is_offered(event.seat) or not is_spent(table.spent, event)]


def _due_start(table: Table, attendance: Attendance, now: Moment, rng: Random) -> Due:
    """Start the next match once every device whose player asked for it has offered its share of the dice.

    A share is a secret number that the device contributes. The match does not wait for devices that are not connected,
    and only for a limited time for the others. A table with only bots starts at once.
    """
    if table.open_seats:
        return Due()
    if not table.persons:
        return Due(start_events(table, attendance, now.at, rng))
    if table.setup.previous is None:
        return Due()
    start_at = _start_at(table, attendance)
    if start_at is None or now.monotonic_ms >= start_at:
        return Due(start_events(table, attendance, now.at, rng))
    return Due(look_at=start_at)


def _start_at(table: Table, attendance: Attendance) -> int | None:
    """Return the time when the next match begins even if shares of the dice are missing; None if it may begin now."""
    awaited = [seat for seat in table.setup.tapped if seat in attendance.seats and seat not in table.offered]
    is_agreed = table.setup.dice != "committed" or not awaited
    return None if attendance.seats and is_agreed else attendance.since + SHARES_SECONDS * 1000


def _all_bound(table: Table, agreement: Agreement, attendance: Attendance) -> bool:
    """Whether every connected device that contributes to the dice has committed to its share (a secret number)."""
    there = table.offered & attendance.seats
    return all(seat in agreement.commitments or seat in agreement.without for seat in there)


def _due_shares(table: Table, attendance: Attendance, now: Moment, rng: Random) -> Due:
    agreement = table.agreement
    assert agreement is not None
    seconds = TAP_SECONDS if agreement.stage == "commit" and agreement.dropped else SHARES_SECONDS
    until = attendance.since + seconds * 1000
    if agreement.stage == "commit" and (now.monotonic_ms >= until or _all_bound(table, agreement, attendance)):
        return Due([events.SharesClosed(at=now.at)])
    if agreement.stage == "reveal" and now.monotonic_ms >= until:
        return Due([events.SharesRestarted(at=now.at, without=list(agreement.awaited), seed=draw_secret(rng))])
    return Due(look_at=until)


def _due_hold(table: Table, attendance: Attendance, now: Moment) -> Due:
    """Confirm the moves on hold once the time to take them back has passed."""
    until = max(attendance.held.get(seat, attendance.since) for seat in table.on_hold) + HOLD_MS
    if now.monotonic_ms >= until:
        return Due([events.Confirmed(at=now.at, seats=sorted(table.on_hold))])
    return Due(look_at=until)


def _due_next(table: Table, attendance: Attendance, now: Moment, rng: Random) -> Due:
    if table.next_match is not None or (table.asked is None and table.choosing is None):
        return Due()
    return _due_countdown(table, attendance, now, rng)


def _due_countdown(table: Table, attendance: Attendance, now: Moment, rng: Random) -> Due:
    """Open the next match at the end of its countdown, which is paused while someone present is choosing the match."""
    if table.choosing is not None:
        until = attendance.since + CHOOSING_SECONDS * 1000
        if table.choosing not in attendance.seats:
            until = min(until, attendance.awaited.get(table.choosing, 0))
        if now.monotonic_ms < until:
            return Due(look_at=until)
        return Due([events.Choosing(at=now.at, seat=table.choosing, is_choosing=False)])
    if table.asked is None:
        return Due()
    until = attendance.since + COUNTDOWN_SECONDS * 1000
    if now.monotonic_ms < until:
        return Due(look_at=until)
    opened = next_event(table, attendance, now.monotonic_ms, now.at, rng, table.out)
    return Due() if opened is None else Due([opened])


def _late_at(table: Table, since: int) -> int | None:
    """Return the time when the clock of the current step runs out, or None if the table has no clock."""
    return None if table.setup.clock is None else since + table.setup.clock * 1000


def follow_up(table: Table, new: Sequence[events.Event], attendance: Attendance, now: Moment) -> Sequence[events.Event]:
    """Return the throw that is due immediately after the new events, if they complete a phase.

    The throw can then be stored together with the moves, which saves a second disk write.
    """
    match = table.match
    # A throw can follow only these phases.
    if len(new) != len(match.acting) or match.phase not in ("reroll", match.game.last_phase):
        return ()
    # Typed rolls are entered by players, and a stand-in may have to leave before the throw.
    is_usual = table.setup.dice != "typed" and not any(entry.stand_in for entry in table.seats)
    if not is_usual or table.on_hold or attendance.is_parked:
        return ()
    moves = {event.seat: event.move for event in new if type(event) is events.Sealed and not event.hold}
    if moves.keys() != set(match.acting):
        return ()
    ahead = match.after(moves)
    return _due_throw(table, ahead, now.monotonic_ms, now).events if ahead.dice_wanted else ()


def may_end(table: Table, new: Sequence[events.Event]) -> bool:
    """Whether events may end or reopen the match, by resolving a phase or changing an earlier entry."""
    n_awaited = len(table.match.acting) or 1
    for event in new:
        kind = type(event)
        n_awaited -= kind is events.Sealed
        if event.may_end or (kind is events.Thrown and table.match.is_waiting):
            return True
    return n_awaited <= 0


def _due_throw(table: Table, match: MatchLike, since: int, now: Moment, headstart: int = 0) -> Due:
    """Return the throw that is due in a match.

    Args:
        table: The table.
        match: The table's match, or a copy with moves that the table has not applied yet.
        since: The time when the clock of the step started.
        now: The current time.
        headstart: How long before `since` the pause started.
    """
    if table.setup.dice == "typed":
        return Due()
    late_at = _late_at(table, since)
    is_bot = table.seats[match.active].player is not None
    if is_bot or table.setup.auto_throw:
        # Give players time to see the previous moves, but make a requested second throw at once.
        is_news = match.turn > 1 if match.throw_number == 1 else is_bot
        throw_at = since + (pauses_of(table).throw - headstart if is_news else 0)
        if now.monotonic_ms < throw_at:
            return Due(look_at=throw_at)
        return Due([throw_dice(table, match, now.at, "bot" if is_bot else "auto")])
    if late_at is not None and now.monotonic_ms >= late_at:
        return Due([throw_dice(table, match, now.at, "clock")])
    return Due(look_at=late_at)


def _due_moves(table: Table, attendance: Attendance, now: Moment) -> Due:
    """Return the automatic moves that are due, or the seats whose bots have to move.

    A seat with automatic passes plays its only legal move; a seat whose time has run out plays its draft, if it has
    penciled a legal move, otherwise its default move.
    """
    found: list[events.Event] = []
    since = attendance.since
    acting, late_at = table.match.acting, _late_at(table, since)
    is_late = late_at is not None and now.monotonic_ms >= late_at
    look_at = [] if late_at is None or is_late else [late_at]
    for seat in acting if is_late or table.setup.auto_pass else ():
        choices = table.match.choices(seat)
        is_only = table.setup.auto_pass and len(choices) == 1
        pass_at = since + _pass_pause(table, seat, choices[0]) - attendance.headstart if is_only else now.monotonic_ms
        if is_only and now.monotonic_ms >= pass_at:
            found.append(events.Sealed(at=now.at, seat=seat, move=choices[0], by="auto"))
        elif late_at is not None and is_late and _may_be_drafted(attendance, seat, now.monotonic_ms - late_at):
            look_at.append(late_at + DRAFT_MS)
        elif is_late:
            move = _late_move(table, attendance, seat, choices)
            found.append(events.Sealed(at=now.at, seat=seat, move=move, by="clock"))
        elif is_only:
            look_at.append(pass_at)
    if found:
        return Due(found)
    bots = [seat for seat in acting if table.seats[seat].bot or table.seats[seat].stand_in]
    return Due(bots=bots, look_at=min(look_at) if look_at else None)


def _late_move(table: Table, attendance: Attendance, seat: int, choices: Sequence[str]) -> str:
    """Return the move to play when time runs out: the seat's draft if it is legal, otherwise its first legal move."""
    draft = attendance.drafts.get(seat, "") if table.seats[seat].player is None else ""
    return draft if draft in choices else choices[0]


def _may_be_drafted(attendance: Attendance, seat: int, late_ms: int) -> bool:
    """Whether to leave a late move to another server process, which alone may know the seat's draft."""
    return seat in attendance.elsewhere and seat not in attendance.drafts and late_ms < DRAFT_MS


def _pass_pause(table: Table, seat: int, move: str) -> int:
    """Return the pause before an automatic move, which is longer if the move is costly, so that players notice it."""
    match, pauses = table.match, pauses_of(table)
    price = match.raw.game.display.pass_cost(match.raw.laid, match.raw.state, seat)
    is_cost = move == STRIKE or (price is not None and price["now"])
    return pauses.cost if is_cost else pauses.quiet
