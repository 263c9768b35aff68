"""What has happened at a table, as it is told to everyone: no sealed move is ever among it."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct


class _Happening(Struct, tag_field="type"):
    sequence: int
    at: int


class Sat(_Happening, tag="sat"):
    """Somebody took a seat."""

    seat: int
    name: str
    bot: str | None


class Stood(_Happening, tag="stood"):
    """Somebody left a seat."""

    seat: int


class Started(_Happening, tag="started"):
    """The match has started; `first` is active in the first turn."""

    first: int


class SharesRestarted(_Happening, tag="shares_restarted"):
    """A seat did not open its share in time: all shares are drawn anew, without it."""

    without: int


class Thrown(_Happening, tag="thrown"):
    """Dice were thrown, by the seat or by the clock."""

    turn: int
    throw: int
    seat: int
    roll: str
    by: Literal["seat", "bot", "clock"]


class Corrected(_Happening, tag="corrected"):
    """A typed roll was corrected."""

    turn: int
    seat: int
    roll: str
    was: str


class Resolved(_Happening, tag="resolved"):
    """A phase was resolved: the move of each seat, None where a seat owed none; `timed_out` seats ran out of time."""

    turn: int
    phase: str
    moves: list[str | None]
    timed_out: list[int]


class StoodIn(_Happening, tag="stood_in"):
    """A bot plays for an absent person."""

    seat: int
    bot: str


class Returned(_Happening, tag="returned"):
    """A person is back in the own seat."""

    seat: int


class Ended(_Happening, tag="ended"):
    """The match is over."""

    end_reason: str
    scores: list[int]
    winners: list[int]


Happening = Sat | Stood | Started | SharesRestarted | Thrown | Corrected | Resolved | StoodIn | Returned | Ended
