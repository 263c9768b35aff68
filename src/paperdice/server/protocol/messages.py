"""Every message that the server sends over the socket."""

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
    """Something new at a match, up to the event of number `sequence`."""

    match: str
    sequence: int


class _AnswerMessage(_MatchMessage):
    """What `seat` has done in a phase that goes on: who is still to act, and who has answered."""

    step: int
    seat: int
    acting: list[int]
    answered: list[int]


class Welcome(_Message, tag="welcome"):
    """The first message: who answers, and what can be chosen; a page whose script is not `page` is out of date."""

    protocol: int
    version: str
    reactions: list[str]
    bots: list[str]
    page: str = ""


class State(_MatchMessage, tag="state"):
    """Everything this device may see now: what lies open, None before the start, and what each held seat alone sees.

    `held` are the seats of this device; `notices` are those after the sequence number that the client last saw.
    """

    step: int
    table: TableFacts
    held: list[int]
    view: OpenView | None
    own: list[OwnView]
    notices: list[Notice]


class Stepped(_MatchMessage, tag="stepped"):
    """What a step has changed since the step `since`: of what lies open only what is new, of held seats everything.

    The table is told when it has changed, the clock whenever there is one.
    """

    since: int
    step: int
    view: ViewChange
    own: list[OwnView]
    notices: list[Notice]
    table: TableFacts | None = None
    clock: ClockFacts | None = None


class TableChanged(_MatchMessage, tag="table"):
    """The table around the match has changed: somebody came, left, or took a name."""

    table: TableFacts


class MoveSealed(_AnswerMessage, tag="sealed"):
    """A seat has sealed a move; `move` is told to its own device only."""

    move: str | None = None


class MoveTakenBack(_AnswerMessage, tag="taken_back"):
    """A seat has taken its sealed move back."""


class Done(_Message, tag="done"):
    """The command with this id is carried out and kept on disk."""

    id: str
    sequence: int


class Refused(_Message, tag="refused"):
    """The command with this id changed nothing; `why` is for a person, `message` for a programmer."""

    id: str | None
    error: str
    why: ReasonView
    message: str


class Seated(_Message, tag="seated"):
    """The seat now belongs to this device; `done` follows."""

    id: str
    seat: int


class Unseated(_Message, tag="unseated"):
    """The seat does not belong to this device any more: forget its token."""

    seat: int


class TransferCode(_Message, tag="transfer_offered"):
    """Another device may claim the seat with this code for so many seconds."""

    id: str
    seat: int
    code: str
    seconds: int


class EntryList(_MatchMessage, tag="entry_list"):
    """All entries of a match whose dice are typed, in order; sealed moves are not among them.

    `choices` are what the seat could have played where that was asked.
    """

    entries: list[ListedEntry]
    choices: list[str] = []


class Advised(_Message, tag="advised"):
    """What the coach says of a seat's decision in this step, for that seat's devices only.

    The first answer comes at once, the final one knows more; without `advice` the coach is being got ready, or `why`
    tells what is in its way.
    """

    match: str
    step: int
    seat: int
    is_final: bool
    advice: AdviceView | None = None
    why: ReasonView | None = None


class Reacted(_Message, tag="reacted"):
    """Somebody showed a reaction."""

    seat: int
    reaction: str


class Closing(_Message, tag="closing"):
    """The server closes this socket; come back after `retry_ms`, or not at all if it is None."""

    reason: CloseReason
    retry_ms: int | None


class Pong(_Message, tag="pong"):
    """The server is there."""


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
