"""Public notices of events at a table; they contain no sealed move."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct


class _Notice(Struct, tag_field="type"):
    sequence: int
    at: int


class _SeatNotice(_Notice):
    seat: int


class Sat(_SeatNotice, tag="sat"):
    """A seat was taken."""

    name: str
    bot: str | None


class Stood(_SeatNotice, tag="stood"):
    """A seat was left."""


class Started(_Notice, tag="started"):
    """The match has started; `first` is active in the first turn."""

    first: int


class SharesRestarted(_Notice, tag="shares_restarted"):
    """A seat did not open its share in time: all shares are drawn again, without it."""

    without: int


class Thrown(_Notice, tag="thrown"):
    """Dice were thrown, by the seat or by the clock."""

    turn: int
    throw: int
    seat: int
    roll: str
    by: Literal["seat", "bot", "clock"]


class Corrected(_Notice, tag="corrected", omit_defaults=True):
    """A typed roll was corrected, or in a `phase` the move of the seat; `was` is the old entry."""

    turn: int
    seat: int
    roll: str
    was: str
    move: str = ""
    phase: str = ""


class Entered(_SeatNotice, tag="entered"):
    """At a pad a seat has made a mark, taken a miss, or closed the moment: entry `number` of the match."""

    number: int
    text: str


class Resolved(_Notice, tag="resolved"):
    """A phase was resolved: the move of each seat, None if a seat owed none; `timed_out` seats ran out of time."""

    turn: int
    phase: str
    moves: list[str | None]
    timed_out: list[int]


class Hinted(_SeatNotice, tag="hinted"):
    """A seat has asked the coach."""

    turn: int
    phase: str


class Left(_SeatNotice, tag="left"):
    """A person has left on purpose and keeps the seat."""


class SeatOffered(_SeatNotice, tag="seat_offered"):
    """The device of a seat is gone, and seat `by` lets another device take it."""

    by: int


class StoodIn(_SeatNotice, tag="stood_in"):
    """A bot plays for an absent person."""

    bot: str


class PlayedMove(Struct):
    """A move that a bot played for an absent person, after the phase was resolved."""

    turn: int
    phase: str
    move: str


class Returned(_SeatNotice, tag="returned"):
    """A person is back in the seat; `moves` are those that `bot` played meanwhile."""

    bot: str
    moves: list[PlayedMove]


class Ended(_Notice, tag="ended"):
    """The match is over."""

    end_reason: str
    scores: list[int]
    winners: list[int]


Notice = (
    Sat
    | Stood
    | Started
    | SharesRestarted
    | Thrown
    | Corrected
    | Entered
    | Resolved
    | Hinted
    | Left
    | SeatOffered
    | StoodIn
    | Returned
    | Ended
)
