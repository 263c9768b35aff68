"""Checks on a command before it is executed: whether its sender is authorized, and whether it is legal now."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import NamedTuple

from paperdice.bots.levels import MIRROR, find_level
from paperdice.errors import IllegalMoveError, MatchOverError, Reason, WrongSeatError
from paperdice.flow import commands, events
from paperdice.flow.attendance import Attendance, Moment
from paperdice.flow.table import Table


class Who(NamedTuple):
    """The seats held by the sender of a command, and the context in which the command is handled.

    Attributes:
        held: The seats that the sender holds.
        attendance: The connections to the table, and the state of its clocks.
        now: The current time.
        rng: The random generator for codes and seeds.
        bots: The names of the available bots.
        own_sheets: Whether custom sheets are allowed.
    """

    held: frozenset[int]
    attendance: Attendance
    now: Moment
    rng: Random
    bots: tuple[str, ...] = ()
    own_sheets: bool = True


class CommandResult(NamedTuple):
    """The events that result from a command, and the data to include in the reply: a seat or a transfer code."""

    events: list[events.Event]
    seat: int | None = None
    code: str = ""


def refuse(reason: str, message: str, **params: str | int) -> IllegalMoveError:
    """Return the error for a refused command.

    `reason` is the id of the message to show, and `params` are the values to insert into it.
    """
    return IllegalMoveError(message, Reason(reason, dict(params)))


def log_full() -> IllegalMoveError:
    """Return the error for a command that is refused because the log of the match is full."""
    return refuse("log_full", "the log of this match is full: it can only be played to its end")


def too_often() -> IllegalMoveError:
    """Return the error for a command that is refused because its seat has used up the budget."""
    return refuse("too_often", "this seat has done this too often in this match")


def not_yours(seat: int) -> WrongSeatError:
    """Return the error for a command about a seat that the device does not hold."""
    return WrongSeatError(f"seat {seat} does not belong to this device", Reason("not_your_seat", {"seat": seat}))


def check_own(who: Who, seat: int) -> None:
    """Raise `WrongSeatError` unless the sender holds the seat."""
    if seat not in who.held:
        raise not_yours(seat)


def check_seated(table: Table, who: Who, seat: int = 0) -> None:
    """Raise `WrongSeatError` if the sender is a spectator or if the seat does not exist."""
    if not who.held:
        raise WrongSeatError("a spectator cannot do this", Reason("only_seated", {}))
    if seat >= len(table.seats):
        high = len(table.seats) - 1
        raise WrongSeatError(f"there is no seat {seat}", Reason("no_such_seat", {"seat": str(seat), "high": high}))


def check_absent(table: Table, who: Who, seat: int) -> None:
    """Raise `IllegalMoveError` unless the player of a seat is absent.

    A player is absent after leaving, or once the connection has been lost for some time. During a match at a slow table
    (played over days), only a player who has left is absent.
    """
    if table.seats[seat].left:
        return
    if table.setup.slow and table.status == "playing":
        raise refuse("seat_slow", f"nobody has to be there at a table over days: seat {seat} is waited for", seat=seat)
    if seat in who.attendance.seats:
        raise refuse("seat_present", f"somebody sits in seat {seat}", seat=seat)
    wait_ms = who.attendance.awaited.get(seat, 0) - who.now.monotonic_ms
    if wait_ms > 0:
        seconds = -(-wait_ms // 1000)
        message = f"the connection of seat {seat} was lost just now: it is waited for {seconds} s more"
        raise refuse("seat_awaited", message, seat=seat, seconds=seconds)


def check_not_over(table: Table) -> None:
    """Raise `MatchOverError` if the match is over."""
    if table.status == "over":
        raise MatchOverError("the match is over", Reason("over", {}))


def check_lobby(table: Table) -> None:
    """Raise `IllegalMoveError` if the match has already started."""
    if table.status != "lobby":
        raise refuse("already_begun", "the match has begun")


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
        raise refuse("pad_table", "a pad has no dice: enter what you mark")
    check_not_over(table)
    if table.status != "playing":
        raise refuse("not_begun", "the match has not begun")
    if command.step != table.step:
        raise refuse(
            "stale_step", f"this answers step {command.step}, the table is at step {table.step}", step=table.step
        )


def check_bot(bot: str, bots: Sequence[str]) -> None:
    """Raise `IllegalMoveError` unless a bot is available.

    A mirror (a bot that adapts to its opponent) is accepted at any strength, which is part of its name, as in
    `mirror-4.5`.
    """
    kind = MIRROR if bot.startswith(MIRROR) and find_level(bot) is not None else bot
    if kind not in bots:
        raise refuse("unknown_bot", f"there is no bot {bot!r}, only {', '.join(bots)}", bot=bot)
