"""Errors for refused commands and options; their English messages come from the catalogue of texts."""

from __future__ import annotations

from paperdice.errors import IllegalMoveError, MatchOverError, Reason, SetupError, WrongSeatError
from paperdice.texts import say


def refuse(reason: str, **params: str | int) -> IllegalMoveError:
    """Return the error for a refused command.

    `reason` is the id of the message to show, and `params` are the values to insert into it.
    """
    told = Reason(reason, dict(params))
    return IllegalMoveError(say(told), told)


def refuse_seat(reason: str, **params: str | int) -> WrongSeatError:
    """Return the error for a command about a seat that does not exist or that the device does not hold."""
    told = Reason(reason, dict(params))
    return WrongSeatError(say(told), told)


def refuse_setup(reason: str, **params: str | int) -> SetupError:
    """Return the error for options of a table that are invalid."""
    told = Reason(reason, dict(params))
    return SetupError(say(told), told)


def match_over() -> MatchOverError:
    """Return the error for a command that needs a match that is not over."""
    told = Reason("over", {})
    return MatchOverError(say(told), told)
