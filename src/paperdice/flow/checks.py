"""Checks on a command before it is executed: whether its sender is authorized, and whether it is legal now."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from random import Random
from typing import NamedTuple

from paperdice.bots.levels import MIRROR, find_level
from paperdice.errors import IllegalMoveError, WrongSeatError
from paperdice.flow import commands, events
from paperdice.flow.attendance import Attendance, Moment
from paperdice.flow.following import host_of
from paperdice.flow.refusals import match_over, refuse, refuse_seat
from paperdice.flow.table import Table
from paperdice.history import Place

# After this many events a log accepts only commands that may end the match; long matches have about a thousand events.
MOST_EVENTS = 5000


class Who(NamedTuple):
    """The seats held by the sender of a command, and the context in which the command is handled.

    Attributes:
        held: The seats that the sender holds.
        attendance: The connections to the table, and the state of its clocks.
        now: The current time.
        rng: The random generator for codes and seeds.
        bots: The names of the available bots.
        own_sheets: Whether custom sheets are allowed.
        guests: The numbers of the guests (people without a seat) who use the sender's device.
    """

    held: frozenset[int]
    attendance: Attendance
    now: Moment
    rng: Random
    bots: tuple[str, ...] = ()
    own_sheets: bool = True
    guests: frozenset[int] = frozenset()


class CommandResult(NamedTuple):
    """The events that result from a command, and the data to include in the reply: a seat or a transfer code.

    Attributes:
        events: The events.
        seat: The seat to include in the reply, if any.
        code: The transfer code to include in the reply, if any.
        draft: A seat and its new draft (its penciled move, which is secret), or the seat and None to clear the draft.
        nudge: The seat whose player is nudged, and the seat of the player who nudges.
    """

    events: list[events.Event]
    seat: int | None = None
    code: str = ""
    draft: tuple[int, str | None] | None = None
    nudge: tuple[int, int] | None = None


def log_full() -> IllegalMoveError:
    """Return the error for a command that is refused because the log of the match is full."""
    return refuse("log_full")


def too_often() -> IllegalMoveError:
    """Return the error for a command that is refused because its seat has used up its budget."""
    return refuse("too_often")


def not_yours(seat: int) -> WrongSeatError:
    """Return the error for a command about a seat that the device does not hold."""
    return refuse_seat("not_your_seat", seat=seat)


def check_own(who: Who, seat: int) -> None:
    """Raise `WrongSeatError` unless the sender holds the seat."""
    if seat not in who.held:
        raise not_yours(seat)


def check_seated(table: Table, who: Who, seat: int = 0) -> None:
    """Raise `WrongSeatError` if the sender is a spectator or if the seat does not exist."""
    if not who.held:
        raise refuse_seat("only_seated")
    if seat >= len(table.seats):
        raise refuse_seat("no_such_seat", seat=str(seat), high=len(table.seats) - 1)


def check_absent(table: Table, who: Who, seat: int) -> None:
    """Raise `IllegalMoveError` unless the player of a seat is absent.

    A player is absent after leaving, or once the connection has been lost for some time. During a match at a slow table
    (played over days), only a player who has left is absent.
    """
    if table.seats[seat].left:
        return
    if table.setup.slow and table.status == "playing":
        raise refuse("seat_slow", seat=seat)
    if seat in who.attendance.seats:
        raise refuse("seat_present", seat=seat)
    wait_ms = who.attendance.awaited.get(seat, 0) - who.now.monotonic_ms
    if wait_ms > 0:
        seconds = -(-wait_ms // 1000)
        raise refuse("seat_awaited", seat=seat, seconds=seconds)


def check_not_over(table: Table) -> None:
    """Raise `MatchOverError` if the match is over."""
    if table.status == "over":
        raise match_over()


def check_host(table: Table, who: Who) -> int:
    """Return the seat of the host, or raise `WrongSeatError` if the sender is not the host."""
    host = host_of(table, who.attendance)
    if host is None or host not in who.held:
        raise refuse_seat("only_host")
    return host


def check_lobby(table: Table) -> None:
    """Raise `IllegalMoveError` if the match has already started."""
    if table.status != "lobby":
        raise refuse("already_begun")


def check_own_turn(table: Table, command: commands.StepCommand, who: Who) -> None:
    """Check that the sender of a command holds its seat, and that the command answers the current step of a match.

    Raises:
        WrongSeatError: The sender does not hold the seat.
        MatchOverError: The match is over.
        IllegalMoveError: The table is a pad (without dice), the match has not begun, or the command answers an earlier
            step.
    """
    if command.seat not in who.held:
        raise not_yours(command.seat)
    if not table.match.has_dice:
        raise refuse("pad_table")
    check_not_over(table)
    if table.status != "playing":
        raise refuse("not_begun")
    if command.step != table.step:
        raise refuse("stale_step", step=table.step)


def check_typed(table: Table) -> None:
    """Raise `IllegalMoveError` unless the players throw real dice.

    At all other tables, entries can be neither listed nor corrected.
    """
    if table.setup.dice not in ("typed", "unknown"):
        raise refuse("not_typed")


def requested_place(
    table: Table, held: Collection[int], seat: int | None, turn: int | None, phase: str
) -> Place | None:
    """Return the decision whose legal moves a device requests along with all entries, or None if it requests none.

    Args:
        table: The table.
        held: The seats of the device that requests the entries.
        seat: The seat whose legal moves are requested.
        turn: The turn of the decision.
        phase: The phase of the decision.

    Raises:
        IllegalMoveError: The players do not throw real dice, or the match has not begun.
        WrongSeatError: The device does not hold the seat.
    """
    check_typed(table)
    if not table.has_begun:
        raise refuse("not_begun")
    if seat is None or turn is None:
        return None
    if seat not in held:
        raise not_yours(seat)
    return Place(turn, 0, phase, seat)


def check_bot(bot: str, bots: Sequence[str]) -> None:
    """Raise `IllegalMoveError` unless a bot is available.

    A mirror (a bot that adapts to its opponent) is accepted at any strength, which is part of its name, as in
    `mirror-4.5`.
    """
    kind = MIRROR if bot.startswith(MIRROR) and find_level(bot) is not None else bot
    if kind not in bots:
        raise refuse("unknown_bot", bot=bot)
