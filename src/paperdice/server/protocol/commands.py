"""Every command that a client sends over the socket."""

from __future__ import annotations

from typing import Annotated, Literal, TypeGuard, get_args

import msgspec
from msgspec import Meta, Struct

from paperdice.server.protocol.facts import PaceName

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
Place = Annotated[int, Meta(ge=0, le=63)]
MoveText = Annotated[str, Meta(min_length=1, max_length=64)]
Language = Literal["en", "fr", "de"]
Reaction = Literal["hello", "bravo", "ouch", "lucky", "thinking", "hurry", "sorry", "thanks"]
REACTIONS: tuple[str, ...] = get_args(Reaction)


class _Command(Struct, tag_field="type", forbid_unknown_fields=True):
    pass


class _TableCommand(_Command):
    """A command that changes the table; `id` is drawn by the client and answered by `done` or `refused`."""

    id: CommandId


class _SeatCommand(_TableCommand):
    seat: SeatNumber


class _StepCommand(_SeatCommand):
    step: Step


class Hello(_Command, tag="hello"):
    """The first command on every socket: which seats this device holds, and how far it has come."""

    protocol: int = PROTOCOL
    tokens: Annotated[list[Token], Meta(max_length=8)] = []
    match: MatchName | None = None
    sequence: Annotated[int, Meta(ge=0)] = 0


class Sit(_TableCommand, tag="sit"):
    """Takes an open seat (any, if none is named) for whoever knows `token`, a secret that the device draws itself."""

    name: Name
    token: Token
    seat: SeatNumber | None = None


class Stand(_SeatCommand, tag="stand"):
    """Leaves a seat for good: it is open again, or in a running match waits for a stand-in."""


class Rename(_SeatCommand, tag="rename"):
    """Changes the nickname of an own seat."""

    name: Name


class SeatBot(_SeatCommand, tag="seat_bot"):
    """Puts a bot into an open seat, or before the start another bot in its place."""

    bot: BotName


class ClearSeat(_SeatCommand, tag="clear_seat"):
    """Before the start: takes a bot or an absent person out of a seat."""


class Arrange(_TableCommand, tag="arrange"):
    """Before the start: another game, other sheets, another order, more or fewer seats; the dice are agreed on anew.

    `seats` says of each seat to come which one it was, None for one more; bots and absent people whose seat is not
    named have to go. `sheets` is one for all or one a seat, None the deal of the game; `first` None draws lots.
    """

    game: GameName
    seats: Annotated[list[SeatNumber | None], Meta(min_length=1, max_length=8)]
    sheets: Annotated[list[SheetText], Meta(max_length=8)] | None = None
    first: SeatNumber | None = None
    match: MatchName | None = None


class Commit(_SeatCommand, tag="commit"):
    """Binds a seat's device to its share of the dice: `commitment` is a hash of match, attempt, seat and share."""

    commitment: Hex32
    match: MatchName | None = None


class Reveal(_SeatCommand, tag="reveal"):
    """Opens the share that was committed to, 32 bytes in hex."""

    share: Hex32


class Start(_TableCommand, tag="start"):
    """Starts the match, the named one if any is named; every seat must be taken."""

    match: MatchName | None = None


class Throw(_StepCommand, tag="throw"):
    """Throws the wanted dice; at a companion table `roll` says how the real ones fell."""

    roll: MoveText | None = None


class Correct(_SeatCommand, tag="correct"):
    """Corrects an entry of a companion table: a `roll` by turn and throw, the last one if no turn is named, or an own
    `move` by turn and phase. What came later is entered again; what cannot stand any more is asked again.

    At a pad the turn is the number of an own entry, the last one if none is named; the move `-` leaves it out.
    """

    roll: MoveText | None = None
    move: MoveText | None = None
    turn: Turn | None = None
    throw: Annotated[int, Meta(ge=1, le=9)] = 1
    phase: PhaseName = ""


class Play(_StepCommand, tag="play"):
    """Seals one of the seat's choices; `step` is the step it was offered in.

    With `hold` the phase does not resolve for a moment, even if no other move is awaited: until then the move can be
    taken back.
    """

    move: MoveText
    hold: bool = False


class Enter(_SeatCommand, tag="enter"):
    """At a pad: marks what `text` says on the own sheet, `miss` takes a miss, `close` closes the moment for all."""

    text: MoveText


class TakeBack(_StepCommand, tag="take_back"):
    """Takes a sealed move back while others are still awaited, or while it is held."""


class Confirm(_StepCommand, tag="confirm"):
    """Says that a held move stands, so that nobody waits for second thoughts."""


class SetPace(_SeatCommand, tag="set_pace"):
    """Sets how much time bots, automatic throws and automatic passes leave to follow them."""

    pace: PaceName


class SetHints(_SeatCommand, tag="set_hints"):
    """Agrees that anybody at this table may ask the coach in this match, or takes that back."""

    agreed: bool


class Hint(_StepCommand, tag="hint"):
    """Asks the coach what an own seat had better play now; everybody is told that it was asked."""

    language: Language = "en"


class Leave(_SeatCommand, tag="leave"):
    """Goes away from a running match; the seat stays one's own, and `bot` plays it until one comes back."""

    bot: BotName | None = None


class StandIn(_SeatCommand, tag="stand_in"):
    """Lets a bot play for an absent person, who gets the seat back by coming back."""

    bot: BotName


class Rematch(_TableCommand, tag="rematch"):
    """After the end: a new match at the same table with the same seats.

    With `ask` it waits until everybody who is there has asked for it too.
    """

    ask: bool = False


class Transfer(_SeatCommand, tag="transfer"):
    """Asks for a code that moves an own seat to another device, or the seat of a person whose device is gone."""


class Claim(_TableCommand, tag="claim"):
    """Moves a seat to this device, under a token of its own, by the seat's transfer code."""

    token: Token
    code: Annotated[str, Meta(min_length=4, max_length=16)]


class Explain(_Command, tag="explain"):
    """Asks why an own seat may not mark a cell of its sheet now; row and cell are counted from 0."""

    seat: SeatNumber
    row: Place
    cell: Place


class ShowCourse(_Command, tag="show_course"):
    """Asks for all that was thrown and played in a match whose dice are typed, for whoever wants to correct it.

    With a turn and a phase it also asks what an own seat could have played there.
    """

    seat: SeatNumber | None = None
    turn: Turn | None = None
    phase: PhaseName = ""


class React(_Command, tag="react"):
    """Shows one of the fixed reactions to everyone at the table."""

    seat: SeatNumber
    reaction: Reaction


class Ping(_Command, tag="ping"):
    """Asks whether the server is still there.

    `within` promises another command within so many milliseconds: who does not keep that counts as away.
    """

    within: Annotated[int, Meta(ge=500, le=60_000)] | None = None


# What a table decides on and its log keeps.
TableCommand = (
    Sit
    | Stand
    | Rename
    | SeatBot
    | ClearSeat
    | Arrange
    | Commit
    | Reveal
    | Start
    | Throw
    | Correct
    | Play
    | Enter
    | TakeBack
    | Confirm
    | SetPace
    | SetHints
    | Hint
    | Leave
    | StandIn
    | Rematch
    | Transfer
    | Claim
)
# After these a seat may belong to somebody else, or be played by a bot.
SeatingCommand = Sit | Stand | ClearSeat | Claim | SeatBot | StandIn | Leave
Command = Hello | TableCommand | Explain | ShowCourse | React | Ping

TAGS = {command: str(command.__struct_config__.tag) for command in get_args(Command)}
_TABLE_COMMANDS, _SEATING_COMMANDS = frozenset(get_args(TableCommand)), frozenset(get_args(SeatingCommand))


# `isinstance` asks each class of messages for its subclasses, and takes ten times as long where it says no.
def is_table_command(command: Command) -> TypeGuard[TableCommand]:
    """Tells whether a command is for the table."""
    return type(command) in _TABLE_COMMANDS


def is_seating_command(command: Command) -> TypeGuard[SeatingCommand]:
    """Tells whether a seat may belong to somebody else after a command, or be played by a bot."""
    return type(command) in _SEATING_COMMANDS


_decoder: msgspec.json.Decoder[Command] = msgspec.json.Decoder(Command)
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
