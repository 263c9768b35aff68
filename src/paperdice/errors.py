"""Every error that Paperdice raises on purpose, as one tree.

    PaperdiceError
    ├─ UnknownGameError, UnknownSheetError,
    │  UnknownBotError                       there is no such thing              (KeyError)
    ├─ SetupError                            seats, first or deal out of range   (ValueError)
    ├─ SheetError                            a sheet file is wrong               (ValueError)
    ├─ RecordError                           a record or position is broken      (ValueError)
    ├─ NotationError                         cannot be read                      (ValueError)
    ├─ IllegalMoveError                      read, but not allowed now           (ValueError)
    │  └─ WrongSeatError, MatchOverError
    ├─ BotError                              a bot crashed, hung or talked nonsense
    ├─ MissingExtraError                     a package is not installed          (ImportError)
    └─ StoreError
       └─ StaleMatchError                    somebody else moved first

Each carries an English message for programmers and a `reason` for shells, which turn it into a person's language.
"""

from __future__ import annotations

import shlex
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from difflib import get_close_matches
from typing import NamedTuple, TypedDict

Parameters = dict[str, str | int]

LONGEST = 1000


class ReasonView(TypedDict):
    """A reason as plain values: `id` names a sentence, `params` fill it, `rule` is the number of the rule."""

    id: str
    rule: str
    params: Parameters


class Reason(NamedTuple):
    """Why something is refused: an id that `texts` has a sentence for, its parameters, and the rule that says so."""

    id: str
    params: Parameters
    rule: str = ""

    def as_dict(self) -> ReasonView:
        """The reason as plain values."""
        return {"id": self.id, "rule": self.rule, "params": dict(self.params)}


def suggest(name: object, known: Iterable[str]) -> str:
    """Gives the part of a refusal that helps: what may have been meant, and all that is known."""
    names = list(known)
    close = get_close_matches(str(name), names, 1)
    return "".join(f"did you mean {one}? " for one in close) + f"known are {', '.join(names)}"


def shorten(text: str) -> str:
    """Leaves out the middle of a long text, so that a huge input is not repeated in full."""
    return text if len(text) <= LONGEST else f"{text[: LONGEST // 2]} … {text[-LONGEST // 2 :]}"


class PaperdiceError(Exception):
    """The root of all errors raised on purpose; its message has an end."""

    def __init__(self, message: str, reason: Reason | None = None) -> None:
        message = shorten(message)
        super().__init__(message)
        self.message = message
        told = reason or Reason("error", {"message": message})
        short = {name: shorten(value) if isinstance(value, str) else value for name, value in told.params.items()}
        self.reason = told._replace(params=short)

    def __str__(self) -> str:
        return self.message


class UnknownGameError(PaperdiceError, KeyError):
    """There is no game of this name."""


class UnknownSheetError(PaperdiceError, KeyError):
    """The game has no sheet of this name."""


class UnknownBotError(PaperdiceError, KeyError):
    """No bot of this name plays this game."""


class BotError(PaperdiceError):
    """A bot crashed, hung or answered nonsense; `kind` is the same word for the same mistake."""

    kind = ""


class SetupError(PaperdiceError, ValueError):
    """A match cannot be set up like this."""


class SheetError(PaperdiceError, ValueError):
    """A sheet breaks what its game allows to be printed."""


class RecordError(PaperdiceError, ValueError):
    """A record or position is broken; `turn` says where, 0 before the first turn."""

    @property
    def turn(self) -> int:
        """The turn in which it is broken."""
        turn = self.reason.params.get("turn", 0)
        return turn if isinstance(turn, int) else 0


class NotationError(PaperdiceError, ValueError):
    """A text cannot be read."""


class IllegalMoveError(PaperdiceError, ValueError):
    """A text was read, but what it says is not allowed now."""


class WrongSeatError(IllegalMoveError):
    """This seat owes no move now."""


class MatchOverError(IllegalMoveError):
    """The match is over."""


class MissingExtraError(PaperdiceError, ImportError):
    """Something needs a package that is not installed; the message has the command that installs it."""


@contextmanager
def needs(what: str, requirement: str) -> Iterator[None]:
    """Says what has to be installed when an import inside fails, as in `with needs("Parquet", "paperdice[plot]"):`."""
    try:
        yield
    except ImportError as error:
        missing = error.name or "a package"
        if missing.partition(".")[0] == __name__.partition(".")[0]:
            raise  # a mistake of our own, which no installation cures
        install = f"pip install {shlex.quote(requirement)}"
        told = MissingExtraError(f"{what} needs {missing}, which is not installed: {install}")
        told.name = missing  # so that a larger extra can name it too
        raise told from None


class StoreError(PaperdiceError):
    """Matches cannot be kept or fetched."""


class StaleMatchError(StoreError):
    """Somebody else moved first."""
