"""All messages that the server sends over the WebSocket."""

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
    """A message about a match; `sequence` is the number of the last event that it reflects."""

    match: str
    sequence: int


class _AnswerMessage(_MatchMessage):
    """A message about the move of `seat` in a phase that is still open.

    `acting` lists the seats that still have to decide, and `answered` the seats that have sealed a move, which stays
    secret until the phase ends.
    """

    step: int
    seat: int
    acting: list[int]
    answered: list[int]


class Welcome(_Message, tag="welcome"):
    """The first message, with the server's version and options. A page is outdated if its main script is not `page`."""

    protocol: int
    version: str
    reactions: list[str]
    bots: list[str]
    page: str = ""


class State(_MatchMessage, tag="state"):
    """Everything that this device may see: the open view (None before the start), and the private views of its seats.

    `held` lists the seats of this device, and `notices` the notices since the last event that the client has seen.
    `guest` is the guest number of this device's user, if the user is a guest (a person without a seat).
    """

    step: int
    table: TableFacts
    held: list[int]
    view: OpenView | None
    own: list[OwnView]
    notices: list[Notice]
    guest: int | None = None


class Stepped(_MatchMessage, tag="stepped"):
    """The changes since step `since`: a diff of the open view, and the complete private views of the device's seats.

    `table` is included if the facts about the table have changed, and `clock` if the table has a clock.
    """

    since: int
    step: int
    view: ViewChange
    own: list[OwnView]
    notices: list[Notice]
    table: TableFacts | None = None
    clock: ClockFacts | None = None


class TableChanged(_MatchMessage, tag="table"):
    """The facts about the table have changed, for example because a player has connected or been renamed."""

    table: TableFacts


class MoveSealed(_AnswerMessage, tag="sealed"):
    """A seat has sealed a move. The `move` itself is sent only to the devices of that seat."""

    move: str | None = None


class MoveTakenBack(_AnswerMessage, tag="taken_back"):
    """A seat has taken back its sealed move."""


class Done(_Message, tag="done"):
    """The command with this id was executed and stored."""

    id: str
    sequence: int


class Refused(_Message, tag="refused"):
    """The command with this id was refused, with a reason for players (`why`) and a message for developers."""

    id: str | None
    error: str
    why: ReasonView
    message: str


class Seated(_Message, tag="seated"):
    """This device now holds the seat; a `done` message follows."""

    id: str
    seat: int


class Unseated(_Message, tag="unseated"):
    """This device has lost the seat, and can discard the seat's token."""

    seat: int


class TransferCode(_Message, tag="transfer_offered"):
    """The code with which another device can claim the seat within the given number of seconds."""

    id: str
    seat: int
    code: str
    seconds: int


class EntryList(_MatchMessage, tag="entry_list"):
    """All entries (throws and moves) of a match with real dice, in order, except for sealed moves.

    `choices` lists the legal moves of the requested seat at the requested point of the match.
    """

    entries: list[ListedEntry]
    choices: list[str] = []


class Advised(_Message, tag="advised"):
    """The coach's advice on a seat's decision in this step, sent only to the devices of that seat.

    Quick advice comes first, then the final advice (`is_final`). If `advice` is None, the coach is still warming up or,
    if `why` gives a reason, there will be no advice.
    """

    match: str
    step: int
    seat: int
    is_final: bool
    advice: AdviceView | None = None
    why: ReasonView | None = None


class Reacted(_Message, tag="reacted"):
    """The player in a seat has sent a reaction."""

    seat: int
    reaction: str


class Nudged(_Message, tag="nudged"):
    """The player of the seat `by` says that everyone is waiting for this seat; sent only to the devices of the seat."""

    seat: int
    by: int


class Closing(_Message, tag="closing"):
    """The server is closing this connection. Reconnect after `retry_ms` milliseconds, or not at all if it is None."""

    reason: CloseReason
    retry_ms: int | None


class Pong(_Message, tag="pong"):
    """The reply to a ping."""


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
    | Nudged
    | Closing
    | Pong
)

encode_message = msgspec.json.Encoder().encode
