"""What is asked before a command is carried out: who commands, and whether that is allowed now."""

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
    """Who commands: the seats this device holds, and what the table is told of the world: who is there, the time,
    where codes and seeds are drawn from, the bots that can be had, whether sheets of an owner are played."""

    held: frozenset[int]
    attendance: Attendance
    now: Moment
    rng: Random
    bots: tuple[str, ...] = ()
    own_sheets: bool = True


class CommandResult(NamedTuple):
    """The events that a command leads to, and what its device is told beside `done`."""

    events: list[events.Event]
    seat: int | None = None
    code: str = ""


def refuse(reason: str, message: str, **params: str | int) -> IllegalMoveError:
    """The error for something that is not allowed now."""
    return IllegalMoveError(message, Reason(reason, dict(params)))


def log_full() -> IllegalMoveError:
    """The error for what a full log does not take."""
    return refuse("log_full", "the log of this match is full: it can only be played to its end")


def too_often() -> IllegalMoveError:
    """The error for what one seat has done too often."""
    return refuse("too_often", "this seat has done this too often in this match")


def not_yours(seat: int) -> WrongSeatError:
    """The error for a command for a seat that another device holds, or nobody."""
    return WrongSeatError(f"seat {seat} does not belong to this device", Reason("not_your_seat", {"seat": seat}))


def check_own(who: Who, seat: int) -> None:
    """Refuses a command for a foreign seat."""
    if seat not in who.held:
        raise not_yours(seat)


def check_seated(table: Table, who: Who, seat: int = 0) -> None:
    """Refuses spectators, and a seat that is not there."""
    if not who.held:
        raise WrongSeatError("a spectator cannot do this", Reason("only_seated", {}))
    if seat >= len(table.seats):
        high = len(table.seats) - 1
        raise WrongSeatError(f"there is no seat {seat}", Reason("no_such_seat", {"seat": str(seat), "high": high}))


def check_absent(table: Table, who: Who, seat: int) -> None:
    """Refuses what may be done only in the absence of a person, who may have lost the connection just now."""
    if table.seats[seat].left:
        return
    if table.setup.slow and table.status == "playing":
        raise refuse("seat_slow", f"nobody has to be there at a table over days: seat {seat} is waited for", seat=seat)
    if seat in who.attendance.seats:
        raise refuse("seat_present", f"somebody sits in seat {seat}", seat=seat)
    wait_ms = who.attendance.awaited.get(seat, 0) - who.now.ticks
    if wait_ms > 0:
        seconds = -(-wait_ms // 1000)
        message = f"the connection of seat {seat} was lost just now: it is waited for {seconds} s more"
        raise refuse("seat_awaited", message, seat=seat, seconds=seconds)


def check_not_over(table: Table) -> None:
    """Refuses what comes after the end."""
    if table.status == "over":
        raise MatchOverError("the match is over", Reason("over", {}))


def check_lobby(table: Table) -> None:
    """Refuses what comes after the beginning."""
    if table.status != "lobby":
        raise refuse("already_begun", "the match has begun")


def check_own_turn(table: Table, command: commands.StepCommand, who: Who) -> None:
    """Refuses what comes for a foreign seat, out of the match, or for an earlier step."""
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
    """Refuses a bot that is not there; a mirror comes with the strength that its person's device asks for."""
    kind = MIRROR if bot.startswith(MIRROR) and find_level(bot) is not None else bot
    if kind not in bots:
        raise refuse("unknown_bot", f"there is no bot {bot!r}, only {', '.join(bots)}", bot=bot)
