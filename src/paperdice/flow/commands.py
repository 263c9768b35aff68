"""Every command that a client sends over the socket."""

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
# A name, or an owner's sheet with all that it prints, `mine=r2,r3,…/…`.
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
# What one client may have only so much of: bots that play for it, seats, hints, new tables.
Charge = Literal["bot", "seat", "hint", "table"]


class Command(Struct, tag_field="type", forbid_unknown_fields=True):
    """Anything that a client sends; `weight` is its work in moves."""

    weight: ClassVar[int] = 1


class TableCommand(Command):
    """A command that changes the table; `id` is drawn by the client and answered by `done` or `refused`.

    `may_end` commands may bring a match to its end, so that a full log accepts them. After one that `is_seating` a seat
    may belong to somebody else, or be played by a bot. `charges` names what the client is charged for.
    """

    may_end: ClassVar[bool] = False
    is_seating: ClassVar[bool] = False
    charges: ClassVar[tuple[Charge, ...]] = ()

    id: CommandId


class SeatCommand(TableCommand):
    """A command for one seat."""

    seat: SeatNumber


class StepCommand(SeatCommand):
    """A command of a seat's turn, which holds for one step only."""

    step: Step


class Hello(Command, tag="hello"):
    """The first command on every socket: which seats this device holds, and how far it has come."""

    protocol: int = PROTOCOL
    tokens: Annotated[list[Token], Meta(max_length=8)] = []
    match: MatchName | None = None
    sequence: Annotated[int, Meta(ge=0)] = 0


class Sit(TableCommand, tag="sit"):
    """Takes an open seat (any, if none is named) for whoever knows `token`, a secret that the device draws itself."""

    is_seating = True
    charges = ("seat",)

    name: Name
    token: Token
    seat: SeatNumber | None = None


class Stand(SeatCommand, tag="stand"):
    """Leaves a seat for good: it is open again, or in a running match waits for a stand-in."""

    may_end = True
    is_seating = True


class Rename(SeatCommand, tag="rename"):
    """Changes the nickname of an own seat."""

    name: Name


class SeatBot(SeatCommand, tag="seat_bot"):
    """Puts a bot into an open seat, or before the start another bot in its place."""

    is_seating = True
    charges = ("bot", "seat")

    bot: BotName


class ClearSeat(SeatCommand, tag="clear_seat"):
    """Before the start: takes a bot or an absent person out of a seat."""

    is_seating = True


class Arrange(TableCommand, tag="arrange"):
    """Before the start: another game, other sheets, another order, more or fewer seats.

    `seats` says of each seat to come which one it was, None for one more; bots and absent people whose seat is not
    named have to go. `sheets` is one for all or one a seat, None the deal of the game; `first` None draws lots. `step`
    is the step in which it was asked for: if somebody else has arranged the table meanwhile, it is refused.
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
    """Before the start: says that this seat's device adds a share to the dice, so that it is waited for."""

    match: MatchName | None = None


class Commit(SeatCommand, tag="commit"):
    """Binds a seat's device to its share of the dice: `commitment` is a hash of match, attempt, seat and share."""

    commitment: Hex32
    match: MatchName | None = None


class Reveal(SeatCommand, tag="reveal"):
    """Opens the share that was committed to, 32 bytes in hex."""

    may_end = True

    share: Hex32


class Start(TableCommand, tag="start"):
    """Starts the match, as the table stands at `step` if one is named; every seat must be taken."""

    may_end = True

    step: Step | None = None


class Throw(StepCommand, tag="throw"):
    """Throws the wanted dice; at a companion table `roll` says how the real ones fell."""

    may_end = True

    roll: MoveText | None = None


class Correct(SeatCommand, tag="correct"):
    """Corrects an entry of a companion table: a `roll` by turn and throw, the last one if no turn is named, or an own
    `move` by turn and phase. What came later is entered again; what cannot stand any more is asked again.

    At a pad the turn is the number of an own entry, the last one if none is named; the move `-` leaves it out.
    """

    roll: MoveText | None = None
    move: MoveText | None = None
    turn: Turn | None = None
    throw: Annotated[int, Meta(ge=1, le=9)] = 1
    phase: PhaseName = ""


class Play(StepCommand, tag="play"):
    """Seals one of the seat's choices; `step` is the step it was offered in.

    With `hold` the phase does not resolve for a moment, even if no other move is awaited: until then the move can be
    taken back.
    """

    may_end = True

    move: MoveText
    hold: bool = False


class Enter(SeatCommand, tag="enter"):
    """At a pad: marks what `text` says on the own sheet, `miss` takes a miss, `close` closes the moment for all."""

    may_end = True

    text: MoveText


class TakeBack(StepCommand, tag="take_back"):
    """Takes a sealed move back while others are still awaited, or while it is held."""


class Confirm(StepCommand, tag="confirm"):
    """Says that a held move stands, so that nobody waits for second thoughts."""

    may_end = True


class SetPace(SeatCommand, tag="set_pace"):
    """Sets how much time bots, automatic throws and automatic passes leave to follow them."""

    pace: PaceName


class SetHints(SeatCommand, tag="set_hints"):
    """Agrees that anybody at this table may ask the coach in this match, or takes that back."""

    agreed: bool


class Hint(StepCommand, tag="hint"):
    """Asks the coach what an own seat had better play now; everybody is told that it was asked."""

    charges = ("hint",)

    language: Language = "en"


class Leave(SeatCommand, tag="leave"):
    """Goes away from a running match; the seat stays one's own, and `bot` plays it until one comes back."""

    may_end = True
    is_seating = True
    charges = ("bot",)

    bot: BotName | None = None


class StandIn(SeatCommand, tag="stand_in"):
    """Lets a bot play for an absent person, who gets the seat back by coming back."""

    may_end = True
    is_seating = True
    charges = ("bot",)

    bot: BotName


class Rematch(TableCommand, tag="rematch"):
    """After the end: a new match at the same table with the same seats.

    With `ask` it waits until everybody who is there has asked for it too.
    """

    may_end = True

    ask: bool = False


class Transfer(SeatCommand, tag="transfer"):
    """Asks for a code that moves an own seat to another device, or the seat of a person whose device is gone."""


class Claim(TableCommand, tag="claim"):
    """Moves a seat to this device, under a token of its own, by the seat's transfer code."""

    is_seating = True

    token: Token
    code: Annotated[str, Meta(min_length=4, max_length=16)]


class ListEntries(Command, tag="list_entries"):
    """Asks for all that was thrown and played in a match whose dice are typed, for whoever wants to correct it.

    With a turn and a phase it also asks what an own seat could have played there.
    """

    seat: SeatNumber | None = None
    turn: Turn | None = None
    phase: PhaseName = ""


class React(Command, tag="react"):
    """Shows one of the fixed reactions to everyone at the table."""

    seat: SeatNumber
    reaction: Reaction


class Ping(Command, tag="ping"):
    """Asks whether the server is still there.

    `within` promises another command within so many milliseconds: who does not keep that counts as away.
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


# `isinstance` asks each class of messages for its subclasses, and takes ten times as long where it says no.
def is_table_command(command: Command) -> TypeGuard[TableCommand]:
    """Tells whether a command is for the table."""
    return type(command) in _TABLE_COMMANDS


_decoder: msgspec.json.Decoder[Command] = msgspec.json.Decoder(ANY_COMMAND)
read_command = _decoder.decode


class _Identified(Struct):
    """As much of a command as its answer needs."""

    id: CommandId


_id_decoder = msgspec.json.Decoder(_Identified)


def read_id(frame: str | bytes) -> str | None:
    """The id of a command that is not carried out, None if it has none that can be read."""
    try:
        return _id_decoder.decode(frame).id
    except (msgspec.MsgspecError, UnicodeError, RecursionError):
        return None
