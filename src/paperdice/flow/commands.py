"""All commands that a client can send over the WebSocket."""

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
# The name of a sheet, or a custom sheet with its printed cells, as in `mine=r2,r3,…/…`.
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
# Rate-limited resources: bots, seats, hints, new tables.
Charge = Literal["bot", "seat", "hint", "table"]


class Command(Struct, tag_field="type", forbid_unknown_fields=True):
    """A message from a client. `weight` is its cost to the server, measured in moves."""

    weight: ClassVar[int] = 1


class TableCommand(Command):
    """A command that may change the table. The client chooses its `id`; the server replies with `done` or `refused`.

    A command with `may_end` may bring a match to its end, so it is accepted even when the log is full. A command with
    `is_seating` may change who holds a seat, or let a bot play it. `charges` names the rate-limited resources that it
    uses.
    """

    may_end: ClassVar[bool] = False
    is_seating: ClassVar[bool] = False
    charges: ClassVar[tuple[Charge, ...]] = ()

    id: CommandId


class SeatCommand(TableCommand):
    """A command for one seat."""

    seat: SeatNumber


class StepCommand(SeatCommand):
    """A command about the current step of the match; it is refused if the table has moved on to another step."""

    step: Step


class Hello(Command, tag="hello"):
    """The first command on every connection: the device's tokens, and the sequence number of the last event it has."""

    protocol: int = PROTOCOL
    tokens: Annotated[list[Token], Meta(max_length=8)] = []
    match: MatchName | None = None
    sequence: Annotated[int, Meta(ge=0)] = 0


class Sit(TableCommand, tag="sit"):
    """Take an open seat (any one, if `seat` is None); `token` is a secret that identifies this device as its holder."""

    is_seating = True
    charges = ("seat",)

    name: Name
    token: Token
    seat: SeatNumber | None = None


class Stand(SeatCommand, tag="stand"):
    """Leave a seat for good. The seat is open again, even during a match: another player or a bot may take it."""

    may_end = True
    is_seating = True


class Rename(SeatCommand, tag="rename"):
    """Change the nickname of one of the device's seats."""

    name: Name


class SeatBot(SeatCommand, tag="seat_bot"):
    """Put a bot into an open seat, or before the start replace a bot by another one."""

    is_seating = True
    charges = ("bot", "seat")

    bot: BotName


class ClearSeat(SeatCommand, tag="clear_seat"):
    """Before the start: remove a bot or an absent player from a seat."""

    is_seating = True


class Arrange(TableCommand, tag="arrange"):
    """Before the start: change the game, the sheets, or the order or number of the seats.

    `seats` has the old number of each new seat, None for an additional one; bots and absent players in seats that are
    not listed are removed. `sheets` has one sheet for all seats or one per seat; None stands for the default sheets of
    the game. `first` is the seat that begins; None draws it at random. `step` is the table's step as the client knows
    it: the command is refused if the table has been rearranged meanwhile.
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
    """Before the start: announce that this seat's device contributes a share to the dice, which the start waits for."""

    match: MatchName | None = None


class Commit(SeatCommand, tag="commit"):
    """Commit to a share of the dice: `commitment` is the hash of the match, the attempt, the seat and the share."""

    commitment: Hex32
    match: MatchName | None = None


class Reveal(SeatCommand, tag="reveal"):
    """Reveal the share that the device has committed to, as 32 bytes in hex."""

    may_end = True

    share: Hex32


class Start(TableCommand, tag="start"):
    """Start the match; every seat must be taken, except at a pad.

    If `step` is given, the command is refused if the table has been rearranged since that step.
    """

    may_end = True

    step: Step | None = None


class Throw(StepCommand, tag="throw"):
    """Throw the dice; at a table with real dice, `roll` is the result that the players have thrown."""

    may_end = True

    roll: MoveText | None = None


class Correct(SeatCommand, tag="correct"):
    """Correct a throw or a move at a table with real dice, or an entry of a pad.

    A `roll` is identified by turn and throw, a `move` by seat, turn and phase; without a turn, it is the last one.
    Later entries are replayed, and those that have become impossible are requested again. At a pad `turn` is the number
    of an entry of the seat, by default its last one, and the move `-` deletes that entry.
    """

    roll: MoveText | None = None
    move: MoveText | None = None
    turn: Turn | None = None
    throw: Annotated[int, Meta(ge=1, le=9)] = 1
    phase: PhaseName = ""


class Play(StepCommand, tag="play"):
    """Seal one of the seat's legal moves; `step` is the step in which the move was offered.

    With `hold` the phase is not resolved for a short time, even if no other move is missing, so that the move can still
    be taken back.
    """

    may_end = True

    move: MoveText
    hold: bool = False


class Enter(SeatCommand, tag="enter"):
    """At a pad: make the entry `text` on a sheet; `miss` takes a miss, `close` applies a pending lock or end."""

    may_end = True

    text: MoveText


class TakeBack(StepCommand, tag="take_back"):
    """Take a sealed move back while other moves are missing, or while the move is on hold."""


class Confirm(StepCommand, tag="confirm"):
    """Confirm a move that is on hold, so that the phase can be resolved at once."""

    may_end = True


class SetPace(SeatCommand, tag="set_pace"):
    """Set how long the table pauses before moves of bots, automatic throws and automatic passes."""

    pace: PaceName


class SetHints(SeatCommand, tag="set_hints"):
    """Agree that the players of this table may ask the coach in this match, or withdraw the agreement."""

    agreed: bool


class Hint(StepCommand, tag="hint"):
    """Ask the coach for the seat's best move. Everyone at the table is notified."""

    charges = ("hint",)

    language: Language = "en"


class Leave(SeatCommand, tag="leave"):
    """Leave a running match for a while: the player keeps the seat, and `bot`, if given, plays for it meanwhile."""

    may_end = True
    is_seating = True
    charges = ("bot",)

    bot: BotName | None = None


class StandIn(SeatCommand, tag="stand_in"):
    """Let a bot play for an absent player, who gets the seat back on return."""

    may_end = True
    is_seating = True
    charges = ("bot",)

    bot: BotName


class Rematch(TableCommand, tag="rematch"):
    """After the end: start a new match at the same table with the same seats.

    With `ask` the match starts only when every player who is present has asked for it too.
    """

    may_end = True

    ask: bool = False


class Transfer(SeatCommand, tag="transfer"):
    """Request a code by which another device can take one of this device's seats, or the seat of an absent player."""


class Claim(TableCommand, tag="claim"):
    """Move a seat to this device by its transfer code; `token` is a secret that identifies the device as its holder."""

    is_seating = True

    token: Token
    code: Annotated[str, Meta(min_length=4, max_length=16)]


class ListEntries(Command, tag="list_entries"):
    """Request all throws and moves of a match with real dice, in order to correct them.

    With a turn and a phase, the legal moves that one of the device's seats had there are included in the reply.
    """

    seat: SeatNumber | None = None
    turn: Turn | None = None
    phase: PhaseName = ""


class React(Command, tag="react"):
    """Show one of the predefined reactions to everyone at the table."""

    seat: SeatNumber
    reaction: Reaction


class Ping(Command, tag="ping"):
    """Check that the server is still reachable.

    `within` announces another command within this many milliseconds; a device that does not send one in time counts as
    disconnected.
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


# A set lookup by type; for other commands `isinstance` with all these classes takes ten times as long.
def is_table_command(command: Command) -> TypeGuard[TableCommand]:
    """Whether a command is a `TableCommand`."""
    return type(command) in _TABLE_COMMANDS


_decoder: msgspec.json.Decoder[Command] = msgspec.json.Decoder(ANY_COMMAND)
read_command = _decoder.decode


class _Identified(Struct):
    """The part of a command that identifies it in a reply."""

    id: CommandId


_id_decoder = msgspec.json.Decoder(_Identified)


def read_id(frame: str | bytes) -> str | None:
    """Return the id in the frame of an invalid command, or None if there is no readable id."""
    try:
        return _id_decoder.decode(frame).id
    except (msgspec.MsgspecError, UnicodeError, RecursionError):
        return None
