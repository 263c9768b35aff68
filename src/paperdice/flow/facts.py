"""Public facts about a table or a match, as they are sent to clients or stored."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from paperdice.errors import ReasonView
from paperdice.fair import Stage

SeatKind = Literal["open", "person", "bot"]
# `unknown`: real dice whose rolls are not entered; only the sheets are marked, as on a pad.
DiceKind = Literal["committed", "typed", "seeded", "unknown"]
Status = Literal["lobby", "shares", "playing", "over"]
# The stages of the agreement on the dice, which begins when the match is started.
DiceStage = Literal["lobby"] | Stage
# How long a table pauses so that players can follow; `fast` has no pauses.
PaceName = Literal["fast", "normal", "slow"]


class SeatFacts(Struct, frozen=True):
    """One seat and its player: `bot` plays it, or `stand_in` is the bot that plays it while its player is absent.

    `awaited_ms` is the time before a bot may stand in for a player whose connection was lost. `left` is true if the
    player has left on purpose: the match does not wait for them, but they may come back. `ready_ms` is the estimated
    time until the seat's bot, which has to move, has been compiled.
    """

    seat: int
    kind: SeatKind
    name: str
    bot: str | None
    stand_in: str | None
    connected: bool
    sheet: str
    awaited_ms: int
    left: bool = False
    ready_ms: int = 0


class DiceFacts(Struct, frozen=True):
    """The source of the dice, and the data by which players can check them; lists have one entry per seat.

    For committed dice, `seed` is the server's secret and None until the match is over; for seeded dice, it is the
    published seed. `shares` (the secret contributions of the seats) are None until all of them have been revealed.
    Before the start, `offered` has the seats whose devices will contribute a share, and `server_hash` is None. Shares
    are revealed in the stage `reveal`; from this stage on, `attempt`, `server_hash`, `commitments`, `without`,
    `dropped` and `bot_hash` do not change. `dropped` names the earlier agreements on dice at this table, as
    `MATCH/ATTEMPT`, that were discarded after shares had been revealed. `bot_hash` is the hash of the secret seed for
    random decisions of bots; it is None in a challenge.
    """

    kind: DiceKind
    stage: DiceStage
    attempt: int
    server_hash: str | None
    commitments: list[str | None]
    shares: list[str | None]
    revealed: list[int]
    without: list[int]
    seed: str | None
    bot_hash: str | None
    offered: list[int] = []
    dropped: list[str] = []


class ClockFacts(Struct, frozen=True):
    """The clock of a table: the seconds for each decision, and the milliseconds left (None while it is stopped)."""

    seconds: int
    left_ms: int | None


class AskedAgain(Struct, frozen=True):
    """A throw or move that has to be repeated, because it became impossible when an earlier entry was corrected."""

    turn: int
    throw: int
    phase: str
    seat: int
    text: str
    why: ReasonView


class ListedEntry(Struct):
    """A throw of a turn, the move of a seat in a phase, or an entry of a pad."""

    turn: int
    active: int
    throw: int
    phase: str
    seat: int
    text: str
    corrected: bool = False


class TableFacts(Struct, frozen=True):
    """A table: its code, its seats, its game and its options.

    `rematch` has the seats that have asked for a rematch. `hints` has the seats whose players agree that the coach may
    be asked. `series` has the number of matches that each seat has won in a series of rematches, including this match
    when it is over. `again` has the entries to repeat after a correction, and `later` is the number of entries that
    will be replayed after them. A `slow` table is played over days, and does not wait for players to be connected.
    `closing` is true at a pad while a lock or the end of the match is pending, until a player applies it.
    """

    code: str
    game: str
    rules: int
    title: str
    first: int
    status: Status
    parked: bool
    open: bool
    seats: list[SeatFacts]
    watchers: int
    dice: DiceFacts
    clock: ClockFacts | None
    auto_throw: bool
    auto_pass: bool
    challenge: str | None
    previous: str | None
    pace: PaceName | None = None
    rematch: list[int] = []
    hints: list[int] = []
    series: list[int] = []
    again: list[AskedAgain] = []
    later: int = 0
    slow: bool = False
    closing: bool = False


class FinalResult(Struct):
    """The facts about a finished match that are stored for lists, besides its record."""

    game: str
    names: list[str]
    bots: list[str | None]
    sheets: list[str]
    scores: list[int]
    winners: list[int]
    end_reason: str
    n_turns: int


class Challenge(Struct, frozen=True):
    """The stored options of a challenge: a match with the same dice and bots for everyone who plays it."""

    id: str
    game: str
    rules: int
    sheets: list[str]
    bots: list[str]
    first: int
    seed: int
    daily: str | None = None
