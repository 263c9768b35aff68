"""The errors that Paperdice raises on purpose, as a class hierarchy.

    PaperdiceError
    ├─ UnknownGameError, UnknownSheetError,
    │  UnknownBotError                       no such game, sheet or bot         (KeyError)
    ├─ SetupError                            invalid seats, first seat or deal   (ValueError)
    ├─ SheetError                            a sheet file is invalid             (ValueError)
    ├─ RecordError                           a record or position is invalid     (ValueError)
    ├─ NotationError                         unreadable text                     (ValueError)
    ├─ IllegalMoveError                      readable, but not allowed now       (ValueError)
    │  └─ WrongSeatError, MatchOverError
    ├─ BotError                              a bot crashed, timed out or sent an invalid answer
    ├─ MissingExtraError                     a package is not installed          (ImportError)
    └─ StoreError                            matches cannot be stored or loaded
       └─ StaleMatchError                    another process appended first

Each error has an English message for programmers and a `reason`, which user interfaces translate for the user.
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from difflib import get_close_matches
from importlib.metadata import PackageNotFoundError, version
from typing import NamedTuple, TypedDict

Parameters = dict[str, str | int]

LONGEST = 1000


class ReasonView(TypedDict):
    """The reason for a refusal, as a plain dictionary for messages to clients.

    `id` identifies the sentence in `paperdice.texts` that explains the refusal, `params` are the parameters to insert
    into it, and `rule` is the citation of the rule that the refusal is based on, empty if there is none.
    """

    id: str
    rule: str
    params: Parameters


class Reason(NamedTuple):
    """The reason for a refusal, which user interfaces translate into the user's language.

    Attributes:
        id: The id of a sentence in `paperdice.texts`.
        params: The parameters to insert into the sentence.
        rule: The citation of the rule that the refusal is based on; empty if there is none.
    """

    id: str
    params: Parameters
    rule: str = ""

    def as_dict(self) -> ReasonView:
        """Return the reason as a plain dictionary."""
        return {"id": self.id, "rule": self.rule, "params": dict(self.params)}


def suggest(name: object, known: Iterable[str]) -> str:
    """Return a hint for a lookup error: the closest match, if any, and all known names."""
    names = list(known)
    close = get_close_matches(str(name), names, 1)
    return "".join(f"did you mean {one}? " for one in close) + f"known are {', '.join(names)}"


def shorten(text: str) -> str:
    """Replace the middle of a long text with an ellipsis, so that messages do not repeat huge input in full."""
    return text if len(text) <= LONGEST else f"{text[: LONGEST // 2]} … {text[-LONGEST // 2 :]}"


class PaperdiceError(Exception):
    """The base class of all errors that Paperdice raises on purpose.

    Long messages and reason parameters are shortened.

    Attributes:
        message: The English message.
        reason: The reason, which user interfaces translate into the user's language.
    """

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
    """No game has this name."""


class UnknownSheetError(PaperdiceError, KeyError):
    """The game has no sheet with this name."""


class UnknownBotError(PaperdiceError, KeyError):
    """No bot with this name plays this game."""


class BotError(PaperdiceError):
    """A bot crashed, timed out or sent an invalid answer; `kind` is the type of failure."""

    kind = ""


class SetupError(PaperdiceError, ValueError):
    """A match cannot be set up with these arguments."""


class SheetError(PaperdiceError, ValueError):
    """A sheet violates the constraints of its game."""


class RecordError(PaperdiceError, ValueError):
    """A record or position is invalid; `turn` is the number of the invalid turn."""

    @property
    def turn(self) -> int:
        """The number of the invalid turn; 0 if it is unknown or the fault is located before the first turn."""
        turn = self.reason.params.get("turn", 0)
        return turn if isinstance(turn, int) else 0


class NotationError(PaperdiceError, ValueError):
    """A string is not valid notation."""


class IllegalMoveError(PaperdiceError, ValueError):
    """A move, roll or request is valid notation, but not allowed in the current position."""


class WrongSeatError(IllegalMoveError):
    """The seat does not exist, or it has no move to make or take back in this phase."""


class MatchOverError(IllegalMoveError):
    """The match is over."""


class MissingExtraError(PaperdiceError, ImportError):
    """An optional package is not installed; the message contains the command that installs it."""


@contextmanager
def needs(what: str, requirement: str) -> Iterator[None]:
    """Return a context manager that converts an ImportError into a MissingExtraError with an install command.

    Args:
        what: The feature that needs the package, such as "Parquet".
        requirement: The requirement to install, such as "paperdice[plot]".
    """
    try:
        yield
    except ImportError as error:
        missing = error.name or "a package"
        if missing.partition(".")[0] == __name__.partition(".")[0]:
            raise  # a missing module of Paperdice itself is a bug, not a missing package
        install = f"pip install {shlex.quote(requirement)}"
        told = MissingExtraError(f"{what} needs {missing}, which is not installed: {install}")
        told.name = missing  # callers may name a larger extra
        raise told from None


def check_version(package: str, below: str) -> None:
    """Raise an error if a package whose internals Paperdice uses is newer than the tested versions.

    A missing package is ignored, since importing it fails anyway.

    Args:
        package: The name of the distribution.
        below: The first untested version, as in `pyproject.toml`.

    Raises:
        SetupError: The installed version is `below` or newer.
    """
    try:
        found = version(package)
    except PackageNotFoundError:
        return
    if _release(found) >= _release(below):
        wanted = shlex.quote(f"{package}<{below}")
        raise SetupError(f"{package} {found} is newer than Paperdice was tested with: pip install {wanted}")


def _release(text: str) -> tuple[int, ...]:
    return tuple(int(part) for part in re.findall(r"\d+", text)[:2])


class StoreError(PaperdiceError):
    """Matches cannot be stored or loaded."""


class StaleMatchError(StoreError):
    """Another process has appended to the log of the match in the meantime."""
