"""Public facts about a table or a match, as sent to clients or stored."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from paperdice.errors import ReasonView
from paperdice.fair import Stage

SeatKind = Literal["open", "person", "bot"]
# Dice that are `unknown` stay on a real table: sheets are marked as on a pad.
DiceKind = Literal["committed", "typed", "seeded", "unknown"]
Status = Literal["lobby", "shares", "playing", "over"]
# The dice are promised when the match starts.
DiceStage = Literal["lobby"] | Stage
# The time that people get to follow; `fast` has no pauses.
PaceName = Literal["fast", "normal", "slow"]


class SeatFacts(Struct, frozen=True):
    """The player of one seat; `bot` plays it, `stand_in` plays it while its person is away.

    `awaited_ms` is the time before a bot may stand in for a person whose connection was lost.
    `left` is true if the person has left on purpose and is not waited for, but may come back.
    `ready_ms` is the estimated time until a bot that is to move has been compiled.
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
    """The source of the dice, and the data to check them; lists have one entry per seat.

    The server's `seed` is None until the match is over, `shares` are None until all are in; with `seeded` dice
    `seed` is the published number. Before the start `offered` has the seats whose devices will add a share; there is no
    `server_hash` yet. Shares are opened in the stage `reveal`, from which on `attempt`, `server_hash`,
    `commitments`, `without`, `dropped` and `bot_hash` do not change. `dropped` names the deals of the table, as
    `MATCH/ATTEMPT`, that were not played although their shares were open. `bot_hash` is the hash of the secret that
    bots draw from, None in a challenge.
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
    """The clock of each decision: its seconds, and the rest of the running one."""

    seconds: int
    left_ms: int | None


class AskedAgain(Struct, frozen=True):
    """A throw, or a seat's move in a phase, that has become impossible since an earlier entry was corrected."""

    turn: int
    throw: int
    phase: str
    seat: int
    text: str
    why: ReasonView


class ListedEntry(Struct):
    """An entry: a roll as the throw of a turn, or the move of a seat in a phase of it."""

    turn: int
    active: int
    throw: int
    phase: str
    seat: int
    text: str
    corrected: bool = False


class TableFacts(Struct, frozen=True):
    """A table: its code, its seats, its game and its options.

    `rematch` has the seats that have asked for another match.
    `hints` has the seats whose people agree that the coach may be asked.
    `series` has the matches that each seat has won in a series of rematches, including this one when it is over.
    `again` has the entries to repeat after a correction, `later` the number of entries that wait for them.
    A `slow` table is played over days, without waiting for people to be present.
    `closing` is true if at a pad a lock or the end waits until a player closes the moment.
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
    """The stored facts about a finished match for lists, besides its record."""

    game: str
    names: list[str]
    bots: list[str | None]
    sheets: list[str]
    scores: list[int]
    winners: list[int]
    end_reason: str
    n_turns: int


class Challenge(Struct, frozen=True):
    """The stored options of a challenge, the same for all of its players."""

    id: str
    game: str
    rules: int
    sheets: list[str]
    bots: list[str]
    first: int
    seed: int
    daily: str | None = None
