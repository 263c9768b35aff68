"""Facts about a table or a match that everyone may know, as they travel to clients or are kept."""

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
# How much time people are given to follow; `fast` waits for nothing.
PaceName = Literal["fast", "normal", "slow"]


class SeatFacts(Struct, frozen=True):
    """Who sits in one seat; `bot` plays it, `stand_in` plays it while its person is away.

    `awaited_ms` is how long a person whose connection was lost is still waited for before a bot may stand in.
    `left` says that the person has gone on purpose and is not waited for, but may come back.
    `ready_ms` is about how long a bot that has to move is still being compiled.
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
    """Where the dice come from and what is needed to check them; lists have one entry a seat.

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
    """The clock of each decision: so many seconds, and what is left of the running one."""

    seconds: int
    left_ms: int | None


class AskedAgain(Struct, frozen=True):
    """A throw, or a seat's move in a phase, that cannot stand any more since an earlier entry was corrected."""

    turn: int
    throw: int
    phase: str
    seat: int
    text: str
    why: ReasonView


class ListedEntry(Struct):
    """What was entered: a roll as the throw of a turn, or the move of a seat in a phase of it."""

    turn: int
    active: int
    throw: int
    phase: str
    seat: int
    text: str
    corrected: bool = False


class TableFacts(Struct, frozen=True):
    """A table: where it is found, who sits there, what is played and how.

    `rematch` has the seats that have asked for another match, while others still read the result.
    `hints` has the seats whose people agree that the coach may be asked.
    `series` has the matches that each seat has won here in a row of rematches, this one included when it is over.
    `again` has what is asked again after a correction, `later` how many entries wait to be entered after that.
    A `slow` table is played over days, whoever is there.
    `closing` says that at a pad a lock or the end waits for somebody to close the moment.
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
    """What is kept of a finished match for lists, beside its record."""

    game: str
    names: list[str]
    bots: list[str | None]
    sheets: list[str]
    scores: list[int]
    winners: list[int]
    end_reason: str
    n_turns: int


class Challenge(Struct, frozen=True):
    """What everyone who takes it up plays, as it is kept."""

    id: str
    game: str
    rules: int
    sheets: list[str]
    bots: list[str]
    first: int
    seed: int
    daily: str | None = None
