"""The options of a new table."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from paperdice.flow.commands import BotName, GameName, Name, SeatNumber, SheetText, Token
from paperdice.flow.facts import DiceKind, PaceName

ChallengeId = Annotated[str, Meta(min_length=1, max_length=60)]
PositionText = Annotated[str, Meta(min_length=1, max_length=4000)]
DAY_SECONDS = 86_400


class _Body(Struct, forbid_unknown_fields=True):
    pass


class NewSeat(_Body):
    """The first occupant of a seat: this device's player (`name` and `token`), a bot, or nobody."""

    name: Name | None = None
    token: Token | None = None
    bot: BotName | None = None


class NewTable(_Body):
    """The options of a new table.

    `seats` has one entry per seat; `sheets` has one entry for all seats or one per seat. `clock` is the time per
    decision in seconds. `first` is the seat that begins; if it is None, the seat is drawn at random. A `challenge`
    defines the game, the sheets, the seats and the dice. `pace` sets how long the table pauses before moves by bots,
    automatic throws and automatic passes. If `position` is set, the match begins from it. A `slow` table is played over
    days and does not wait for players to connect; its clock, if any, is set in whole days.
    """

    game: GameName
    seats: Annotated[list[NewSeat], Meta(min_length=1, max_length=8)]
    sheets: Annotated[list[SheetText], Meta(max_length=8)] | None = None
    first: SeatNumber | None = None
    dice: DiceKind = "committed"
    seed: Annotated[int, Meta(ge=0, lt=2**53)] | None = None
    challenge: ChallengeId | None = None
    clock: Annotated[int, Meta(ge=5, le=14 * DAY_SECONDS)] | None = None
    open: bool = False
    auto_throw: bool = False
    auto_pass: bool = False
    pace: PaceName | None = None
    position: PositionText | None = None
    slow: bool = False
