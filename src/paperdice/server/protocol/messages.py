"""Every message of the socket: commands that a client sends, messages that the server sends."""

from __future__ import annotations

from typing import Annotated, Literal, get_args

import msgspec
from msgspec import Meta, Struct

from paperdice.server.protocol.facts import TableFacts
from paperdice.server.protocol.notices import Happening
from paperdice.server.protocol.views import View, Why

PROTOCOL = 1

CommandId = Annotated[str, Meta(min_length=1, max_length=40, pattern=r"^[\w-]+$")]
SeatNumber = Annotated[int, Meta(ge=0, le=7)]
Name = Annotated[str, Meta(min_length=1, max_length=24)]
BotName = Annotated[str, Meta(min_length=1, max_length=24, pattern=r"^[a-z_]+$")]
Token = Annotated[str, Meta(min_length=32, max_length=64, pattern=r"^[\w-]+$")]
Hex32 = Annotated[str, Meta(pattern=r"^[0-9a-f]{64}$", max_length=64)]
Step = Annotated[int, Meta(ge=0)]
MoveText = Annotated[str, Meta(min_length=1, max_length=64)]
Reaction = Literal["hello", "bravo", "ouch", "lucky", "thinking", "hurry", "sorry", "thanks"]
REACTIONS: tuple[str, ...] = get_args(Reaction)


class _Command(Struct, tag_field="type", forbid_unknown_fields=True):
    pass


class Hello(_Command, tag="hello"):
    """The first command on every socket: which seats this device holds, and how far it has come."""

    protocol: int = PROTOCOL
    tokens: Annotated[list[Token], Meta(max_length=8)] = []
    match: Annotated[str, Meta(max_length=40)] | None = None
    sequence: Annotated[int, Meta(ge=0)] = 0


class Sit(_Command, tag="sit"):
    """Takes an open seat (any, if none is named) for whoever knows `token`, a secret that the device draws itself."""

    id: CommandId
    name: Name
    token: Token
    seat: SeatNumber | None = None
    commitment: Hex32 | None = None


class Stand(_Command, tag="stand"):
    """Leaves a seat for good: it is open again, or in a running match waits for a stand-in."""

    id: CommandId
    seat: SeatNumber


class Rename(_Command, tag="rename"):
    """Changes the nickname of an own seat."""

    id: CommandId
    seat: SeatNumber
    name: Name


class SeatBot(_Command, tag="seat_bot"):
    """Before the start: puts a bot into an open seat, or another bot in its place."""

    id: CommandId
    seat: SeatNumber
    bot: BotName


class ClearSeat(_Command, tag="clear_seat"):
    """Before the start: takes a bot or an absent person out of a seat."""

    id: CommandId
    seat: SeatNumber


class Commit(_Command, tag="commit"):
    """Binds a seat's device to its share of the dice: `commitment` is the SHA-256 of the share, in hex."""

    id: CommandId
    seat: SeatNumber
    commitment: Hex32


class Reveal(_Command, tag="reveal"):
    """Opens the share that was committed to, 32 bytes in hex."""

    id: CommandId
    seat: SeatNumber
    share: Hex32


class Start(_Command, tag="start"):
    """Starts the match; every seat must be taken."""

    id: CommandId


class Throw(_Command, tag="throw"):
    """Throws the wanted dice; at a companion table `roll` says how the real ones fell."""

    id: CommandId
    seat: SeatNumber
    step: Step
    roll: MoveText | None = None


class Correct(_Command, tag="correct"):
    """Corrects the last typed roll of a companion table; moves made since then are asked again."""

    id: CommandId
    seat: SeatNumber
    roll: MoveText


class Play(_Command, tag="play"):
    """Seals one of the seat's choices; `step` is the step it was offered in."""

    id: CommandId
    seat: SeatNumber
    step: Step
    move: MoveText


class TakeBack(_Command, tag="take_back"):
    """Withdraws a sealed move while others are still awaited."""

    id: CommandId
    seat: SeatNumber
    step: Step


class StandIn(_Command, tag="stand_in"):
    """Lets a bot play for an absent person, who gets the seat back by coming back."""

    id: CommandId
    seat: SeatNumber
    bot: BotName


class Rematch(_Command, tag="rematch"):
    """After the end: a new match at the same table with the same seats."""

    id: CommandId


class Transfer(_Command, tag="transfer"):
    """Asks for a code that moves an own seat to another device."""

    id: CommandId
    seat: SeatNumber


class Claim(_Command, tag="claim"):
    """Moves a seat to this device, under a token of its own, by the seat's transfer code."""

    id: CommandId
    token: Token
    code: Annotated[str, Meta(min_length=4, max_length=16)]


class React(_Command, tag="react"):
    """Shows one of the fixed reactions to everyone at the table."""

    seat: SeatNumber
    reaction: Reaction


class Ping(_Command, tag="ping"):
    """Asks whether the server is still there."""


Command = (
    Hello
    | Sit
    | Stand
    | Rename
    | SeatBot
    | ClearSeat
    | Commit
    | Reveal
    | Start
    | Throw
    | Correct
    | Play
    | TakeBack
    | StandIn
    | Rematch
    | Transfer
    | Claim
    | React
    | Ping
)


class _Message(Struct, tag_field="type"):
    pass


class Welcome(_Message, tag="welcome"):
    """The first message: who answers, and what can be chosen."""

    protocol: int
    version: str
    reactions: list[str]
    bots: list[str]


class State(_Message, tag="state"):
    """Everything this device may see now: one view a held seat, or a spectator's.

    `happenings` are those after the sequence number that the client last saw.
    """

    match: str
    sequence: int
    step: int
    table: TableFacts
    views: list[View]
    happenings: list[Happening]


class TableChanged(_Message, tag="table"):
    """The table around the match has changed: somebody came, left, or took a name."""

    match: str
    sequence: int
    table: TableFacts


class Answered(_Message, tag="answered"):
    """A seat has sealed a move or, with `back`, withdrawn it; `move` is told to its own device only."""

    match: str
    sequence: int
    step: int
    seat: int
    back: bool
    acting: list[int]
    answered: list[int]
    move: str | None = None


class Done(_Message, tag="done"):
    """The command with this id is carried out and kept on disk."""

    id: str
    sequence: int


class Refused(_Message, tag="refused"):
    """The command with this id changed nothing; `why` is for a person, `message` for a programmer."""

    id: str | None
    error: str
    why: Why
    message: str


class Seated(_Message, tag="seated"):
    """The seat now belongs to this device; `done` follows."""

    id: str
    seat: int


class TransferCode(_Message, tag="transfer_code"):
    """Another device may claim the seat with this code for so many seconds."""

    id: str
    seat: int
    code: str
    seconds: int


class Moved(_Message, tag="moved"):
    """The seat was moved to another device: forget its token."""

    seat: int


class Reacted(_Message, tag="reacted"):
    """Somebody showed a reaction."""

    seat: int
    reaction: str


class Closing(_Message, tag="closing"):
    """The server closes this socket; come back after `retry_ms`, or not at all if it is None."""

    reason: Literal["restart", "slow", "deleted", "limit", "protocol"]
    retry_ms: int | None


class Pong(_Message, tag="pong"):
    """The server is there."""


Message = (
    Welcome
    | State
    | TableChanged
    | Answered
    | Done
    | Refused
    | Seated
    | TransferCode
    | Moved
    | Reacted
    | Closing
    | Pong
)

decode_command = msgspec.json.Decoder(Command).decode
encode_message = msgspec.json.Encoder().encode
