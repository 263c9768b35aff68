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
GuestNumber = Annotated[int, Meta(ge=0, le=999)]
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
    """A message from a client.

    `weight` is the cost of processing it, in units of one move.
    """

    weight: ClassVar[int] = 1


class TableCommand(Command):
    """A command that can change the table.

    The client chooses the `id`, and the server replies with `done` or `refused`. Commands with `may_end` can lead to
    the end of a match, so they are accepted even if the log is full. Commands with `is_seating` can change who holds a
    seat, or put a bot in it. `charges` lists the rate-limited resources that a command uses.
    """

    may_end: ClassVar[bool] = False
    is_seating: ClassVar[bool] = False
    charges: ClassVar[tuple[Charge, ...]] = ()

    id: CommandId


class SeatCommand(TableCommand):
    """A command for one seat."""

    seat: SeatNumber


class StepCommand(SeatCommand):
    """A command for the current step of the match. It is refused if the table has moved on to another step."""

    step: Step


class Hello(Command, tag="hello"):
    """The first command on every connection, with the device's tokens and the number of the last event it received."""

    protocol: int = PROTOCOL
    tokens: Annotated[list[Token], Meta(max_length=8)] = []
    match: MatchName | None = None
    sequence: Annotated[int, Meta(ge=0)] = 0


class Sit(TableCommand, tag="sit"):
    """Take an open seat, or any open seat if `seat` is None.

    Before the start, a seat is added if none is open and the game has room. `token` is the secret that proves who holds
    the seat.
    """

    is_seating = True
    charges = ("seat",)

    name: Name
    token: Token
    seat: SeatNumber | None = None


class Stand(SeatCommand, tag="stand"):
    """Leave a seat for good. Even during a match, another player or a bot may then take it."""

    may_end = True
    is_seating = True


class Rename(SeatCommand, tag="rename"):
    """Change the nickname of one of the device's seats."""

    name: Name


class SeatBot(SeatCommand, tag="seat_bot"):
    """Put a bot in an open seat or, before the start, replace a bot with another one."""

    is_seating = True
    charges = ("bot", "seat")

    bot: BotName


class ClearSeat(SeatCommand, tag="clear_seat"):
    """Remove a bot or an absent player from a seat, before the start."""

    is_seating = True


class Arrange(TableCommand, tag="arrange"):
    """Change the game, the sheets, or the order or number of seats, before the start.

    `seats` lists the previous number of each seat in the new order, with None for an added seat; bots and absent
    players in seats that are not listed are removed. `sheets` contains one sheet for all seats or one per seat; None
    selects the game's default sheets. `first` is the seat that begins; if it is None, the seat is drawn at random.
    `step` is the table's step as last seen by the client: the command is refused if the table has been rearranged
    since.
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
    """Announce, before the start, that this device will contribute a share (a secret number) to the dice.

    The match waits for announced shares for a short time.
    """

    match: MatchName | None = None


class Commit(SeatCommand, tag="commit"):
    """Commit to a secret share of the dice; `commitment` is the hash of match, attempt, seat and share."""

    commitment: Hex32
    match: MatchName | None = None


class Reveal(SeatCommand, tag="reveal"):
    """Reveal the share (secret contribution to the dice) that the device committed to, as 32 bytes in hex."""

    may_end = True

    share: Hex32


class Start(TableCommand, tag="start"):
    """Start the match. Every seat must be taken, except at a pad (a table without dice).

    If `step` is given, the command is refused if the table has been rearranged since that step.
    """

    may_end = True

    step: Step | None = None


class Throw(StepCommand, tag="throw"):
    """Throw the dice. At a table with real dice, `roll` is the result of the players' throw."""

    may_end = True

    roll: MoveText | None = None


class Correct(SeatCommand, tag="correct"):
    """Correct a throw or a move at a table with real dice, or an entry on a pad.

    `roll` replaces the throw identified by `turn` and `throw`; `move` replaces the move identified by `seat`, `turn`
    and `phase`. Without a turn, the most recent one is corrected. Later entries are replayed, and those that have
    become impossible are requested again. At a pad, `turn` is the number of one of the seat's entries, by default the
    last, and the move `-` deletes that entry.
    """

    roll: MoveText | None = None
    move: MoveText | None = None
    turn: Turn | None = None
    throw: Annotated[int, Meta(ge=1, le=9)] = 1
    phase: PhaseName = ""


class Play(StepCommand, tag="play"):
    """Seal one of the seat's legal moves, which stays secret until the phase is resolved.

    `step` is the step in which the move was legal. With `hold`, the phase is not resolved for a short time even if all
    other moves are sealed, so that this move can still be taken back.
    """

    may_end = True

    move: MoveText
    hold: bool = False


class Draft(StepCommand, tag="draft"):
    """Set or clear a seat's draft: the move that its player has penciled but not sealed, at a table with a clock.

    The draft is played if the time runs out. It is kept in memory only and not sent to other devices.
    """

    move: MoveText | None = None


class Enter(SeatCommand, tag="enter"):
    """Make an entry on a pad (a table without dice): a mark, or `miss` to take a miss."""

    may_end = True

    text: MoveText


class SayDone(SeatCommand, tag="done"):
    """Declare that a seat is done marking while a lock or the end of the match is pending at a pad, or withdraw this.

    The lock or the end takes effect once everyone who is present is done.
    """

    may_end = True

    is_done: bool


class TakeBack(StepCommand, tag="take_back"):
    """Take back a sealed move, while other moves are missing or while it is on hold."""


class Confirm(StepCommand, tag="confirm"):
    """Confirm a move that is on hold, so that the phase can be resolved at once."""

    may_end = True


class SetPace(SeatCommand, tag="set_pace"):
    """Set how long the table pauses before moves by bots, automatic throws and automatic passes."""

    pace: PaceName


class SetHints(SeatCommand, tag="set_hints"):
    """Agree that players may ask the coach for hints in this match, or withdraw the agreement."""

    agreed: bool


class Hint(StepCommand, tag="hint"):
    """Ask the coach for the seat's best move. Everyone at the table is notified."""

    charges = ("hint",)

    language: Language = "en"


class Stop(SeatCommand, tag="stop"):
    """Agree to stop the match before its end and count, or withdraw the agreement.

    The match is stopped once everyone who is present agrees.
    """

    may_end = True

    agreed: bool


class Nudge(SeatCommand, tag="nudge"):
    """Tell the player of the seat `to`, whom the match is waiting for, that everyone is waiting."""

    to: SeatNumber


class Leave(SeatCommand, tag="leave"):
    """Leave a running match temporarily. The player keeps the seat, and `bot`, if given, plays in the meantime.

    Without a `bot`, the easiest one plays as soon as the match waits for the seat, except at pads and slow tables.
    """

    may_end = True
    is_seating = True
    charges = ("bot",)

    bot: BotName | None = None


class StandIn(SeatCommand, tag="stand_in"):
    """Let a bot play for an absent player until the player returns."""

    may_end = True
    is_seating = True
    charges = ("bot",)

    bot: BotName


class Again(TableCommand, tag="again"):
    """Ask for the next match, after the end of one.

    The first request starts a countdown, a second one starts the match at once, and so does the first one if nobody
    else is present. Everyone who is present then plays; the match does not wait for people who are away.
    """

    may_end = True


class PlanNext(TableCommand, tag="plan_next"):
    """Choose the game, the sheets and the bots of the next match, and the seats whose people sit it out.

    Only the sender and people who are absent can be in `out`. `sheets` has one sheet for all seats or one per seat;
    None selects the game's default sheets. `step` is the table's step as last seen by the client.
    """

    may_end = True
    charges = ("table",)
    weight = 3

    game: GameName
    sheets: Annotated[list[SheetText], Meta(min_length=1, max_length=8)] | None = None
    bots: Annotated[list[BotName], Meta(max_length=7)] = []
    out: Annotated[list[SeatNumber], Meta(max_length=8)] = []
    step: Step | None = None


class ChooseNext(SeatCommand, tag="choose_next"):
    """Announce that the player is choosing the next match, or has finished.

    The countdown waits for a minute at most.
    """

    may_end = True

    is_choosing: bool


class SitOut(SeatCommand, tag="sit_out"):
    """Sit out the next match, or play after all."""

    may_end = True

    plays: bool


class JoinNext(TableCommand, tag="join_next"):
    """Take part in the next match as a person without a seat.

    At a table that is closed to new devices, the host has to admit the person first. `token` is the secret that proves
    who the person is.
    """

    may_end = True
    is_seating = True
    charges = ("seat",)

    name: Name
    token: Token


class LeaveNext(TableCommand, tag="leave_next"):
    """Give up taking part in the next match."""

    may_end = True
    is_seating = True

    guest: GuestNumber


class Remove(TableCommand, tag="remove"):
    """Remove the person in a seat, or a guest, as the host.

    From then on, that person's device and all devices that are new to the table can only watch until the host admits
    them.
    """

    may_end = True
    is_seating = True

    seat: SeatNumber | None = None
    guest: GuestNumber | None = None


class Admit(TableCommand, tag="admit"):
    """Admit a guest who waits, as the host."""

    may_end = True
    is_seating = True

    guest: GuestNumber


class Transfer(SeatCommand, tag="transfer"):
    """Request a code with which another device can take over this device's seat, or an absent player's seat."""


class Claim(TableCommand, tag="claim"):
    """Move a seat to this device with a transfer code. `token` is the secret that proves who holds the seat."""

    is_seating = True

    token: Token
    code: Annotated[str, Meta(min_length=4, max_length=16)]


class ListEntries(Command, tag="list_entries"):
    """Request all throws and moves of a match with real dice, so that they can be corrected.

    If `seat` and `turn` are given, the reply includes the moves that were legal for the seat in that turn and `phase`.
    """

    seat: SeatNumber | None = None
    turn: Turn | None = None
    phase: PhaseName = ""


class React(Command, tag="react"):
    """Show a predefined reaction to everyone at the table."""

    seat: SeatNumber
    reaction: Reaction


class Ping(Command, tag="ping"):
    """Check that the server is still reachable.

    `within` announces another command within this many milliseconds. A device that misses this deadline counts as
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
    """The id of a command, which can be read even if the rest of the command is invalid."""

    id: CommandId


_id_decoder = msgspec.json.Decoder(_Identified)


def read_id(frame: str | bytes) -> str | None:
    """Return the id of an invalid command, or None if it cannot be read."""
    try:
        return _id_decoder.decode(frame).id
    except (msgspec.MsgspecError, UnicodeError, RecursionError):
        return None
