"""All messages that the server sends over the socket."""

from __future__ import annotations

from typing import Literal

import msgspec
from msgspec import Struct

from paperdice.errors import ReasonView
from paperdice.flow.facts import ClockFacts, ListedEntry, TableFacts
from paperdice.flow.notices import Notice
from paperdice.study.results import AdviceView
from paperdice.view import OpenView, OwnView
from paperdice.view_changes import ViewChange

CloseReason = Literal["restart", "slow", "store", "deleted", "limit", "protocol"]


class _Message(Struct, tag_field="type"):
    pass


class _MatchMessage(_Message):
    """News of a match, up to the event of number `sequence`."""

    match: str
    sequence: int


class _AnswerMessage(_MatchMessage):
    """An answer of `seat` in a phase that continues, with the seats still to act and the seats that have answered."""

    step: int
    seat: int
    acting: list[int]
    answered: list[int]


class Welcome(_Message, tag="welcome"):
    """The first message: the server and its options; a page whose script is not `page` is out of date."""

    protocol: int
    version: str
    reactions: list[str]
    bots: list[str]
    page: str = ""


class State(_MatchMessage, tag="state"):
    """Everything that this device may see: the open view, None before the start, and the view of each held seat.

    `held` are the seats of this device; `notices` are those after the last sequence number of the client.
    """

    step: int
    table: TableFacts
    held: list[int]
    view: OpenView | None
    own: list[OwnView]
    notices: list[Notice]


class Stepped(_MatchMessage, tag="stepped"):
    """The changes since the step `since`: a change of the open view, and the complete private views of held seats.

    The table is included if it has changed, the clock if there is one.
    """

    since: int
    step: int
    view: ViewChange
    own: list[OwnView]
    notices: list[Notice]
    table: TableFacts | None = None
    clock: ClockFacts | None = None


class TableChanged(_MatchMessage, tag="table"):
    """The facts about the table have changed, for example because a person joined, left, or chose a name."""

    table: TableFacts


class MoveSealed(_AnswerMessage, tag="sealed"):
    """A seat has sealed a move; `move` is sent to its own device only."""

    move: str | None = None


class MoveTakenBack(_AnswerMessage, tag="taken_back"):
    """A seat has taken its sealed move back."""


class Done(_Message, tag="done"):
    """The command with this id has been executed and stored."""

    id: str
    sequence: int


class Refused(_Message, tag="refused"):
    """The command with this id has been refused; `why` is for a person, `message` for a programmer."""

    id: str | None
    error: str
    why: ReasonView
    message: str


class Seated(_Message, tag="seated"):
    """The seat now belongs to this device; `done` follows."""

    id: str
    seat: int


class Unseated(_Message, tag="unseated"):
    """The seat has been taken from this device: discard its token."""

    seat: int


class TransferCode(_Message, tag="transfer_offered"):
    """Another device may claim the seat with this code for `seconds`."""

    id: str
    seat: int
    code: str
    seconds: int


class EntryList(_MatchMessage, tag="entry_list"):
    """All entries of a match with typed dice, in order, without sealed moves.

    `choices` are the legal moves of a seat at the requested place.
    """

    entries: list[ListedEntry]
    choices: list[str] = []


class Advised(_Message, tag="advised"):
    """The coach's advice on a seat's decision in this step, for that seat's devices only.

    A quick answer comes first, then the final one; without `advice` the coach is warming up, or `why` is the reason.
    """

    match: str
    step: int
    seat: int
    is_final: bool
    advice: AdviceView | None = None
    why: ReasonView | None = None


class Reacted(_Message, tag="reacted"):
    """A seat has shown a reaction."""

    seat: int
    reaction: str


class Closing(_Message, tag="closing"):
    """The server closes this socket; reconnect after `retry_ms`, or never if it is None."""

    reason: CloseReason
    retry_ms: int | None


class Pong(_Message, tag="pong"):
    """The answer to a ping."""


Message = (
    Welcome
    | State
    | Stepped
    | TableChanged
    | MoveSealed
    | MoveTakenBack
    | Done
    | Refused
    | Seated
    | Unseated
    | TransferCode
    | EntryList
    | Advised
    | Reacted
    | Closing
    | Pong
)

encode_message = msgspec.json.Encoder().encode
