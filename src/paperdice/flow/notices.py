"""Notices: the public part of a table's events, sent to everyone at the table.

They contain neither sealed moves nor secrets.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal, TypeVar, cast

from msgspec import Struct, structs

from paperdice.flow import events
from paperdice.history import MatchLike, Place

# The reason for the end of a match that was stopped before its end.
STOPPED = "stopped"


class _Notice(Struct, tag_field="type"):
    sequence: int
    at: int


class _SeatNotice(_Notice):
    seat: int


class SatNotice(_SeatNotice, tag="sat"):
    """A person or a bot took a seat."""

    name: str
    bot: str | None


class StoodNotice(_SeatNotice, tag="stood"):
    """A seat was vacated for good."""


class StartedNotice(_Notice, tag="started"):
    """The match has started; `first` is the active seat of the first turn."""

    first: int


class SharesRestartedNotice(_Notice, tag="shares_restarted"):
    """The seat `without` did not reveal its share of the dice in time; the other seats contribute new shares."""

    without: int


class ThrownNotice(_Notice, tag="thrown"):
    """The dice were thrown: by the seat's player, by its bot, or because time ran out."""

    turn: int
    throw: int
    seat: int
    roll: str
    by: Literal["seat", "bot", "clock"]


class CorrectedNotice(_Notice, tag="corrected", omit_defaults=True):
    """A typed roll or, if `phase` is set, the seat's move was corrected; `was` is the entry before the correction."""

    turn: int
    seat: int
    roll: str
    was: str
    move: str = ""
    phase: str = ""


class EnteredNotice(_SeatNotice, tag="entered"):
    """A seat made an entry on a pad: a mark, a miss, or the pending lock or end. `number` counts all entries."""

    number: int
    text: str


class ResolvedNotice(_Notice, tag="resolved"):
    """A phase was resolved with these moves (None if a seat had no decision); `timed_out` seats ran out of time."""

    turn: int
    phase: str
    moves: list[str | None]
    timed_out: list[int]


class HintedNotice(_SeatNotice, tag="hinted"):
    """A seat has asked the coach for a hint."""

    turn: int
    phase: str


class LeftNotice(_SeatNotice, tag="left"):
    """A player has left deliberately but keeps the seat."""


class SeatOfferedNotice(_SeatNotice, tag="seat_offered"):
    """Seat `by` has requested a code with which another device can take this seat of an absent player."""

    by: int


class StoodInNotice(_SeatNotice, tag="stood_in"):
    """A bot has begun to play for an absent player."""

    bot: str


class PlayedMove(Struct):
    """A move that a bot played for an absent player."""

    turn: int
    phase: str
    move: str


class ReturnedNotice(_SeatNotice, tag="returned"):
    """An absent player is back; `moves` lists the moves that `bot` played in the meantime."""

    bot: str
    moves: list[PlayedMove]


class StopAgreedNotice(_SeatNotice, tag="stop_agreed"):
    """A player has agreed to stop the match before its end, or has withdrawn the agreement."""

    agreed: bool


class EndedNotice(_Notice, tag="ended"):
    """The match is over; `end_reason` is `stopped` if it was stopped before its end."""

    end_reason: str
    scores: list[int]
    winners: list[int]


Notice = (
    SatNotice
    | StoodNotice
    | StartedNotice
    | SharesRestartedNotice
    | ThrownNotice
    | CorrectedNotice
    | EnteredNotice
    | ResolvedNotice
    | HintedNotice
    | LeftNotice
    | SeatOfferedNotice
    | StoodInNotice
    | ReturnedNotice
    | StopAgreedNotice
    | EndedNotice
)


# From events to notices


@dataclass(frozen=True, slots=True)
class Applied:
    """The context of an event that has just been applied: the data for its notices beyond the event's own fields.

    Attributes:
        sequence: The number of the event in the log.
        place: The turn, throw and phase before the event.
        match: The match after the event.
        is_over: Whether the match is over after the event, or was stopped.
        first: The seat that begins the match.
        moves: The moves of the phase that the event resolved; empty if it resolved none.
        timed_out: The seats whose time had run out before the event.
        told: The earlier notices.
    """

    sequence: int
    place: Place
    match: MatchLike
    is_over: bool
    first: int
    moves: list[str | None]
    timed_out: list[int]
    told: list[Notice]


Happened = TypeVar("Happened", bound=events.Event)
Publish = Callable[[events.Event, Applied], list[Notice]]
# Maps each kind of event with a public part to the function that creates its notices.
PUBLIC_PARTS: dict[type[events.Event], Publish] = {}


def public_part(event: events.Event, applied: Applied) -> list[Notice]:
    """Return the notices for an event that was applied to a table. Many events have none."""
    publish = PUBLIC_PARTS.get(type(event))
    return [] if publish is None else publish(event, applied)


def without_name(notices: Sequence[Notice], seat: int, name: str) -> list[Notice]:
    """Return the notices with `name` in place of the name of everyone who took this seat."""
    return [
        structs.replace(notice, name=name) if isinstance(notice, SatNotice) and notice.seat == seat else notice
        for notice in notices
    ]


def publishes(
    kind: type[Happened],
) -> Callable[[Callable[[Happened, Applied], list[Notice]]], Callable[[Happened, Applied], list[Notice]]]:
    """Return a decorator that registers the function that creates the notices for one kind of event."""

    def register(function: Callable[[Happened, Applied], list[Notice]]) -> Callable[[Happened, Applied], list[Notice]]:
        PUBLIC_PARTS[kind] = cast("Publish", function)
        return function

    return register


@publishes(events.Sat)
def _sat(event: events.Sat, applied: Applied) -> list[Notice]:
    return [SatNotice(applied.sequence, event.at, event.seat, event.name, event.bot)]


@publishes(events.Stood)
def _stood(event: events.Stood, applied: Applied) -> list[Notice]:
    return [StoodNotice(applied.sequence, event.at, event.seat)]


@publishes(events.Started)
def _started(event: events.Started, applied: Applied) -> list[Notice]:
    return [StartedNotice(applied.sequence, event.at, applied.first)]


@publishes(events.SharesRestarted)
def _shares_restarted(event: events.SharesRestarted, applied: Applied) -> list[Notice]:
    return [SharesRestartedNotice(applied.sequence, event.at, seat) for seat in event.without]


@publishes(events.Thrown)
def _thrown(event: events.Thrown, applied: Applied) -> list[Notice]:
    turn, throw = applied.place.turn, applied.place.throw
    by: Literal["seat", "bot", "clock"] = event.by if event.by in ("bot", "clock") else "seat"
    notice = ThrownNotice(applied.sequence, event.at, turn, throw, event.seat, event.roll, by)
    return [notice, *_ended(event.at, applied)]


@publishes(events.Corrected)
def _corrected(event: events.Corrected, applied: Applied) -> list[Notice]:
    said = (event.turn, event.seat, event.roll, event.was, event.move, event.phase)
    return [CorrectedNotice(applied.sequence, event.at, *said), *_ended(event.at, applied)]


@publishes(events.Entered)
def _entered(event: events.Entered, applied: Applied) -> list[Notice]:
    number = applied.match.n_entries
    notice = EnteredNotice(applied.sequence, event.at, event.seat, number, event.text)
    return [notice, *_ended(event.at, applied)]


@publishes(events.Sealed)
def _sealed(event: events.Sealed, applied: Applied) -> list[Notice]:
    timed_out = [event.seat] if event.by == "clock" else []
    return _resolved(event.at, applied, [*applied.timed_out, *timed_out])


@publishes(events.Confirmed)
def _confirmed(event: events.Confirmed, applied: Applied) -> list[Notice]:
    return _resolved(event.at, applied, applied.timed_out)


def _resolved(at: int, applied: Applied, timed_out: list[int]) -> list[Notice]:
    """Return the notices for the phase that the event resolved, if any. Until then, its moves are secret."""
    if not applied.moves:
        return []
    turn, phase = applied.place.turn, applied.place.phase
    notice = ResolvedNotice(applied.sequence, at, turn, phase, applied.moves, timed_out)
    return [notice, *_ended(at, applied)]


def _ended(at: int, applied: Applied) -> list[Notice]:
    match = applied.match
    if not applied.is_over:
        return []
    reason = match.end_reason or STOPPED
    return [EndedNotice(applied.sequence, at, reason, list(match.scores), list(match.leaders))]


@publishes(events.StopAgreed)
def _stop_agreed(event: events.StopAgreed, applied: Applied) -> list[Notice]:
    return [StopAgreedNotice(applied.sequence, event.at, event.seat, event.agreed)]


@publishes(events.MatchStopped)
def _stopped(event: events.MatchStopped, applied: Applied) -> list[Notice]:
    return _ended(event.at, applied)


@publishes(events.Hinted)
def _hinted(event: events.Hinted, applied: Applied) -> list[Notice]:
    return [HintedNotice(applied.sequence, event.at, event.seat, applied.place.turn, applied.place.phase)]


@publishes(events.Left)
def _left(event: events.Left, applied: Applied) -> list[Notice]:
    return [LeftNotice(applied.sequence, event.at, event.seat)]


@publishes(events.TransferOffered)
def _offered(event: events.TransferOffered, applied: Applied) -> list[Notice]:
    return [] if event.by is None else [SeatOfferedNotice(applied.sequence, event.at, event.seat, event.by)]


@publishes(events.StoodIn)
def _stood_in(event: events.StoodIn, applied: Applied) -> list[Notice]:
    return [StoodInNotice(applied.sequence, event.at, event.seat, event.bot)]


@publishes(events.Returned)
def _returned(event: events.Returned, applied: Applied) -> list[Notice]:
    """Return the notice that a player is back, with the moves that the bot played since it stood in."""
    bot, moves = "", list[PlayedMove]()
    for notice in applied.told:
        if isinstance(notice, ResolvedNotice):
            move = notice.moves[event.seat]
            if bot and move is not None:
                moves.append(PlayedMove(notice.turn, notice.phase, move))
        elif isinstance(notice, StoodInNotice) and notice.seat == event.seat:
            bot = notice.bot
        elif isinstance(notice, ReturnedNotice | StoodNotice) and notice.seat == event.seat:
            bot, moves = "", []
    return [ReturnedNotice(applied.sequence, event.at, event.seat, bot, moves)]
