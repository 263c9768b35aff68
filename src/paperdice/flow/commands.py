"""All commands that a client sends over the socket."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal, TypeGuard, Union, cast, get_args

import msgspec
from msgspec import Meta, Struct

from paperdice.flow.facts import PaceName
from paperdice.texts import Language

PROTOCOL = 4

MatchName = Annotated[str, Meta(max_length=40)]
CommandId = Annotated[str, Meta(min_length=1, max_length=40, pattern=r"^[\w-]+$")]
SeatNumber = Annotated[int, Meta(ge=0, le=7)]
Name = Annotated[str, Meta(min_length=1, max_length=24)]
GameName = Annotated[str, Meta(min_length=1, max_length=24, pattern=r"^[a-z_]+$")]
SheetName = Annotated[str, Meta(min_length=1, max_length=24)]
# A name, or a custom sheet with its printed cells, `mine=r2,r3,…/…`.
SheetText = Annotated[str, Meta(min_length=1, max_length=500)]
BotName = Annotated[str, Meta(min_length=1, max_length=24, pattern=r"^[a-z_]+(-[1-8](\.[0-9])?)?$")]
Token = Annotated[str, Meta(min_length=32, max_length=64, pattern=r"^[\w-]+$")]
Hex32 = Annotated[str, Meta(pattern=r"^[0-9a-f]{64}$", max_length=64)]
Step = Annotated[int, Meta(ge=0)]
PhaseName = Annotated[str, Meta(max_length=16, pattern=r"^[a-z_]*$")]
Turn = Annotated[int, Meta(ge=1, le=9999)]
MoveText = Annotated[str, Meta(min_length=1, max_length=64)]
Reaction = Literal["hello", "bravo", "ouch", "lucky", "thinking", "hurry", "sorry", "thanks"]
REACTIONS: tuple[str, ...] = get_args(Reaction)
# Resources that are limited per client: bots, seats, hints, new tables.
Charge = Literal["bot", "seat", "hint", "table"]


class Command(Struct, tag_field="type", forbid_unknown_fields=True):
    """A message of a client; `weight` is its work in moves."""

    weight: ClassVar[int] = 1


class TableCommand(Command):
    """A command that changes the table; `id` is drawn by the client and answered by `done` or `refused`.

    `may_end` commands may bring a match to its end, so a full log accepts them. An `is_seating` command may change who
    holds a seat, or let a bot play it. `charges` names the resources that it uses.
    """

    may_end: ClassVar[bool] = False
    is_seating: ClassVar[bool] = False
    charges: ClassVar[tuple[Charge, ...]] = ()

    id: CommandId


class SeatCommand(TableCommand):
    """A command for one seat."""

    seat: SeatNumber


class StepCommand(SeatCommand):
    """A command of a seat's turn, which is valid for one step."""

    step: Step


class Hello(Command, tag="hello"):
    """The first command on every socket: the tokens of this device, and the last events it has received."""

    protocol: int = PROTOCOL
    tokens: Annotated[list[Token], Meta(max_length=8)] = []
    match: MatchName | None = None
    sequence: Annotated[int, Meta(ge=0)] = 0


class Sit(TableCommand, tag="sit"):
    """Take an open seat (any, if none is named) for the holder of `token`, a secret that the device draws itself."""

    is_seating = True
    charges = ("seat",)

    name: Name
    token: Token
    seat: SeatNumber | None = None


class Stand(SeatCommand, tag="stand"):
    """Leave a seat for good: it is open again, or in a running match waits for a stand-in."""

    may_end = True
    is_seating = True


class Rename(SeatCommand, tag="rename"):
    """Change the nickname of one of the device's seats."""

    name: Name


class SeatBot(SeatCommand, tag="seat_bot"):
    """Put a bot into an open seat, or before the start replace a bot."""

    is_seating = True
    charges = ("bot", "seat")

    bot: BotName


class ClearSeat(SeatCommand, tag="clear_seat"):
    """Before the start: remove a bot or an absent person from a seat."""

    is_seating = True


class Arrange(TableCommand, tag="arrange"):
    """Before the start: change the game, the sheets, the order or the number of seats.

    `seats` has the old number of each new seat, None for an additional one; bots and absent people in other seats are
    removed. `sheets` is one for all or one per seat, None the deal of the game; `first` None draws lots. `step` is the
    step of the command: if the table has been rearranged meanwhile, it is refused.
    """

    is_seating = True
    charges = ("table",)
    weight = 3

    game: GameName
    seats: Annotated[list[SeatNumber | None], Meta(min_length=1, max_length=8)]
    sheets: Annotated[list[SheetText], Meta(max_length=8)] | None = None
    first: SeatNumber | None = None
    step: Step | None = None


class OfferShare(SeatCommand, tag="offer_share"):
    """Before the start: announce that this seat's device adds a share to the dice, so that the start waits for it."""

    match: MatchName | None = None


class Commit(SeatCommand, tag="commit"):
    """Commit a seat's device to its share of the dice: `commitment` is a hash of match, attempt, seat and share."""

    commitment: Hex32
    match: MatchName | None = None


class Reveal(SeatCommand, tag="reveal"):
    """Open the share that was committed to, 32 bytes in hex."""

    may_end = True

    share: Hex32


class Start(TableCommand, tag="start"):
    """Start the match, with the table as of `step` if one is named; every seat must be taken."""

    may_end = True

    step: Step | None = None


class Throw(StepCommand, tag="throw"):
    """Throw the wanted dice; at a table with real dice `roll` is their result."""

    may_end = True

    roll: MoveText | None = None


class Correct(SeatCommand, tag="correct"):
    """Correct an entry at a table with real dice: a `roll` by turn and throw, the last one if no turn is named, or a
    `move` of the seat by turn and phase. Later entries are replayed; impossible ones are requested again.

    At a pad the turn is the number of an entry of the seat, the last one if none is named; the move `-` deletes it.
    """

    roll: MoveText | None = None
    move: MoveText | None = None
    turn: Turn | None = None
    throw: Annotated[int, Meta(ge=1, le=9)] = 1
    phase: PhaseName = ""


class Play(StepCommand, tag="play"):
    """Seal one of the seat's choices; `step` is the step in which it was offered.

    With `hold` the phase does not resolve for a moment, even if no other move is awaited, so the move can still be
    taken back.
    """

    may_end = True

    move: MoveText
    hold: bool = False


class Enter(SeatCommand, tag="enter"):
    """At a pad: make the entry `text` on the seat's sheet; `miss` takes a miss, `close` closes the moment for all."""

    may_end = True

    text: MoveText


class TakeBack(StepCommand, tag="take_back"):
    """Take a sealed move back while others are still awaited, or while it is held."""


class Confirm(StepCommand, tag="confirm"):
    """Confirm a held move, so that no one waits for it to be taken back."""

    may_end = True


class SetPace(SeatCommand, tag="set_pace"):
    """Set the pauses before moves of bots, automatic throws and automatic passes."""

    pace: PaceName


class SetHints(SeatCommand, tag="set_hints"):
    """Agree that anyone at this table may ask the coach in this match, or withdraw that."""

    agreed: bool


class Hint(StepCommand, tag="hint"):
    """Ask the coach for the seat's best move; everyone is told."""

    charges = ("hint",)

    language: Language = "en"


class Leave(SeatCommand, tag="leave"):
    """Leave a running match for a while; the person keeps the seat, and `bot` plays it meanwhile."""

    may_end = True
    is_seating = True
    charges = ("bot",)

    bot: BotName | None = None


class StandIn(SeatCommand, tag="stand_in"):
    """Let a bot play for an absent person, who gets the seat back on return."""

    may_end = True
    is_seating = True
    charges = ("bot",)

    bot: BotName


class Rematch(TableCommand, tag="rematch"):
    """After the end: start a new match at the same table with the same seats.

    With `ask` it waits until everyone present has asked for it too.
    """

    may_end = True

    ask: bool = False


class Transfer(SeatCommand, tag="transfer"):
    """Request a code that moves a seat of this device to another one, or the seat of a person whose device is gone."""


class Claim(TableCommand, tag="claim"):
    """Move a seat to this device, under its own token, by the seat's transfer code."""

    is_seating = True

    token: Token
    code: Annotated[str, Meta(min_length=4, max_length=16)]


class ListEntries(Command, tag="list_entries"):
    """Request all throws and moves of a match with typed dice, to correct them.

    With a turn and a phase it also requests the legal moves of one of the device's seats there.
    """

    seat: SeatNumber | None = None
    turn: Turn | None = None
    phase: PhaseName = ""


class React(Command, tag="react"):
    """Show one of the fixed reactions to everyone at the table."""

    seat: SeatNumber
    reaction: Reaction


class Ping(Command, tag="ping"):
    """Check that the server is still there.

    `within` promises another command within this many milliseconds; a device that breaks the promise counts as away.
    """

    within: Annotated[int, Meta(ge=500, le=60_000)] | None = None


_COMMANDS: list[type[Command]] = [
    each for each in globals().values() if isinstance(each, type) and issubclass(each, Command)
]
COMMANDS = tuple(command for command in _COMMANDS if not command.__subclasses__())
TABLE_COMMANDS = tuple(command for command in COMMANDS if issubclass(command, TableCommand))
TAGS = {command: str(command.__struct_config__.tag) for command in COMMANDS}
_TABLE_COMMANDS = frozenset(TABLE_COMMANDS)
ANY_COMMAND = cast("type[Command]", Union[COMMANDS])  # noqa: UP007  # made from the classes


# `isinstance` checks each message class, and takes ten times as long if the answer is no.
def is_table_command(command: Command) -> TypeGuard[TableCommand]:
    """Whether a command is for the table."""
    return type(command) in _TABLE_COMMANDS


_decoder: msgspec.json.Decoder[Command] = msgspec.json.Decoder(ANY_COMMAND)
read_command = _decoder.decode


class _Identified(Struct):
    """The part of a command that its answer needs."""

    id: CommandId


_id_decoder = msgspec.json.Decoder(_Identified)


def read_id(frame: str | bytes) -> str | None:
    """Return the id of a command that is refused, None if it has no readable id."""
    try:
        return _id_decoder.decode(frame).id
    except (msgspec.MsgspecError, UnicodeError, RecursionError):
        return None
