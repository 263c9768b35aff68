"""Handlers of commands in a running match: throws, moves, entries, corrections, the pace and hints."""

from __future__ import annotations

from paperdice.flow import commands, events
from paperdice.flow.attendance import awaited_people
from paperdice.flow.budget import is_spent
from paperdice.flow.checks import (
    CommandResult,
    Who,
    check_not_over,
    check_own,
    check_own_turn,
    check_seated,
    check_typed,
    log_full,
    too_often,
)
from paperdice.flow.refusals import refuse
from paperdice.flow.registry import decides
from paperdice.flow.table import Table
from paperdice.history import MatchLike
from paperdice.pad import CLOSE

# The maximum number of entries replayed by corrections: each one replays the match again whenever the log is read.
MOST_REENTERED = 20_000
# One seat may use at most half of that limit, so that other players can make corrections too.
MOST_REENTERED_BY_SEAT = MOST_REENTERED // 2


@decides(commands.Play)
def _play(table: Table, command: commands.Play, who: Who) -> CommandResult:
    check_own_turn(table, command, who)
    table.match.check_move(command.seat, command.move)
    at, seat = who.now.at, command.seat
    sealed = events.Sealed(at=at, command=command.id, seat=seat, move=command.move, hold=command.hold)
    return CommandResult([*_back(table, seat, at), sealed])


def _back(table: Table, seat: int, now: int) -> list[events.Event]:
    """Return the `Returned` event of a player who had left or was replaced, unless its budget is used up."""
    back, entry = events.Returned(at=now, seat=seat), table.seats[seat]
    is_away = entry.left or entry.stand_in is not None
    return [back] if is_away and not is_spent(table.spent, back) else []


@decides(commands.TakeBack)
def _take_back(table: Table, command: commands.TakeBack, who: Who) -> CommandResult:
    check_own_turn(table, command, who)
    table.match.check_take_back(command.seat)
    taken_back = events.TakenBack(at=who.now.at, command=command.id, seat=command.seat)
    return CommandResult([*_back(table, command.seat, who.now.at), taken_back])


@decides(commands.Confirm)
def _confirm(table: Table, command: commands.Confirm, who: Who) -> CommandResult:
    """Confirm a sealed move; do nothing if it is not on hold."""
    check_own_turn(table, command, who)
    table.match.check_take_back(command.seat)
    if command.seat not in table.on_hold:
        return CommandResult([])
    return CommandResult([events.Confirmed(at=who.now.at, command=command.id, seats=[command.seat])])


@decides(commands.Throw)
def _throw(table: Table, command: commands.Throw, who: Who) -> CommandResult:
    check_own_turn(table, command, who)
    if not table.match.dice_wanted:
        raise refuse("no_dice_wanted")
    if table.setup.dice == "typed":
        if command.roll is None:
            raise refuse("roll_missing")
        table.match.check_roll(command.roll)
        thrown = events.Thrown(at=who.now.at, command=command.id, seat=command.seat, roll=command.roll)
        return CommandResult([*_back(table, command.seat, who.now.at), thrown])
    if command.roll is not None:
        raise refuse("not_typed")
    if command.seat != table.match.active:
        raise refuse("not_active", seat=table.match.active)
    return CommandResult(
        [*_back(table, command.seat, who.now.at), throw_dice(table, table.match, who.now.at, "seat", command.id)]
    )


def throw_dice(table: Table, match: MatchLike, now: int, by: events.By, command: str = "") -> events.Thrown:
    """Return the event for the next throw, made with the table's own dice.

    Args:
        table: The table whose dice are thrown.
        match: The table's match, or a copy with moves that the table has not applied yet.
        now: The system time in milliseconds.
        by: The cause of the throw.
        command: The id of the command that requested the throw, if any.
    """
    assert table.dice is not None
    return events.Thrown(at=now, command=command, seat=match.active, roll=match.draw_roll(table.dice), by=by)


@decides(commands.Correct)
def _correct(table: Table, command: commands.Correct, who: Who) -> CommandResult:
    """Correct a typed entry: any throw, or a move of the sender's own seat."""
    check_own(who, command.seat)
    check_typed(table)
    if table.next_match is not None:
        raise refuse("stale_match")
    _check_reentered(table, command.seat)
    if (command.roll is None) == (command.move is None):
        raise refuse("roll_missing")
    throw = 0 if command.roll is None else command.throw
    place = table.match.find_place(command.seat, command.turn, throw, command.phase)
    was = table.check_correction(place, command.roll or command.move or "").was
    event = events.Corrected(
        at=who.now.at,
        command=command.id,
        seat=command.seat,
        roll=command.roll or "",
        move=command.move or "",
        turn=place.turn,
        throw=place.throw,
        phase=place.phase,
        of=place.seat,
        was=was,
    )
    return CommandResult([event])


def _check_reentered(table: Table, seat: int) -> None:
    if table.n_reentered >= MOST_REENTERED:
        raise log_full()
    if table.reentered_by.get(seat, 0) >= MOST_REENTERED_BY_SEAT:
        raise too_often()


@decides(commands.Enter)
def _enter(table: Table, command: commands.Enter, who: Who) -> CommandResult:
    """Make an entry on the seat's own sheet of a pad."""
    _check_pad(table, command.seat, who)
    check_not_over(table)
    if command.text == CLOSE:
        raise refuse("unreadable", text=command.text)
    table.match.check_entry(command.seat, command.text)
    entered = events.Entered(at=who.now.at, command=command.id, seat=command.seat, text=command.text)
    return CommandResult([*_back(table, command.seat, who.now.at), entered])


def _check_pad(table: Table, seat: int, who: Who) -> None:
    """Refuse a command of another device, at a table with dice, or before the start."""
    check_own(who, seat)
    if table.match.has_dice:
        raise refuse("no_pad")
    if table.status == "lobby":
        raise refuse("not_begun")


@decides(commands.SayDone)
def _say_done(table: Table, command: commands.SayDone, who: Who) -> CommandResult:
    """Declare that a seat is done marking while a lock or the end is pending at a pad, or withdraw this."""
    _check_pad(table, command.seat, who)
    if (command.seat in table.pad_done) == command.is_done:
        return CommandResult([])
    if not table.match.is_closing:
        raise refuse("nothing_closing")
    said = events.PadDone(at=who.now.at, command=command.id, seat=command.seat, is_done=command.is_done)
    return CommandResult([*_back(table, command.seat, who.now.at), said])


@decides(commands.Draft)
def _draft(table: Table, command: commands.Draft, who: Who) -> CommandResult:
    """Keep a draft (a penciled move), which is played if the time runs out."""
    check_own_turn(table, command, who)
    if table.setup.clock is None:
        raise refuse("no_clock")
    if command.move is not None:
        table.match.check_move(command.seat, command.move)
    return CommandResult([], draft=(command.seat, command.move))


@decides(commands.Stop)
def _stop(table: Table, command: commands.Stop, who: Who) -> CommandResult:
    """Agree to stop the match early and count the scores, or withdraw the agreement."""
    check_own(who, command.seat)
    check_not_over(table)
    if table.status != "playing":
        raise refuse("not_begun")
    if table.setup.challenge is not None:
        raise refuse("no_stop")
    if (command.seat in table.stop) == command.agreed:
        return CommandResult([])
    agreed = events.StopAgreed(at=who.now.at, command=command.id, seat=command.seat, agreed=command.agreed)
    return CommandResult([*_back(table, command.seat, who.now.at), agreed])


@decides(commands.Nudge)
def _nudge(table: Table, command: commands.Nudge, who: Who) -> CommandResult:
    """Tell a player that everyone is waiting. Nothing is stored."""
    check_own(who, command.seat)
    check_seated(table, who, command.to)
    is_undone = table.match.is_closing and command.to in table.persons and command.to not in table.pad_done
    if command.to in who.held or not (is_undone or command.to in awaited_people(table)):
        raise refuse("not_awaited", seat=command.to)
    return CommandResult([], nudge=(command.to, command.seat))


@decides(commands.SetPace)
def _set_pace(_: Table, command: commands.SetPace, who: Who) -> CommandResult:
    check_own(who, command.seat)
    return CommandResult([events.PaceSet(at=who.now.at, command=command.id, pace=command.pace)])


@decides(commands.SetHints)
def _set_hints(table: Table, command: commands.SetHints, who: Who) -> CommandResult:
    check_own(who, command.seat)
    check_not_over(table)
    _no_challenge(table)
    if (command.seat in table.hints) == command.agreed:
        return CommandResult([])
    return CommandResult([events.HintsSet(at=who.now.at, command=command.id, seat=command.seat, agreed=command.agreed)])


@decides(commands.Hint)
def _hint(table: Table, command: commands.Hint, who: Who) -> CommandResult:
    check_own_turn(table, command, who)
    check_hint(table, command.seat)
    if command.seat in table.hinted:
        return CommandResult([])
    return CommandResult([events.Hinted(at=who.now.at, command=command.id, seat=command.seat)])


def check_hint(table: Table, seat: int) -> None:
    """Raise `IllegalMoveError` unless a seat may ask the coach for a hint.

    Hints require that the match is not a challenge, that all players have agreed to them, and that the seat has to
    move.
    """
    _no_challenge(table)
    for other in table.persons:
        if other not in table.hints:
            raise refuse("hints_not_agreed", seat=other)
    if table.status != "playing" or seat not in table.match.acting:
        raise refuse("nothing_to_decide")


def _no_challenge(table: Table) -> None:
    if table.setup.challenge is not None:
        raise refuse("no_hints")
