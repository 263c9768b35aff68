"""Public facts about a table or a match, as sent to clients or stored."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from paperdice.errors import ReasonView
from paperdice.fair import Stage

SeatKind = Literal["open", "person", "bot"]
# `unknown`: real dice whose rolls are not entered (a pad): players only mark their sheets.
DiceKind = Literal["committed", "typed", "seeded", "unknown"]
Status = Literal["lobby", "shares", "playing", "over"]
# The stages of the agreement on the dice, which begins when the match is started.
DiceStage = Literal["lobby"] | Stage
# How long a table pauses so that players can follow; `fast` has no pauses.
PaceName = Literal["fast", "normal", "slow"]


class SeatFacts(Struct, frozen=True):
    """One seat and its player.

    `bot` is the bot that holds the seat, and `stand_in` is the bot that plays while the seat's player is absent.
    `awaited_ms` is the time left before a bot may stand in for a disconnected player. `left` is true if the player has
    left deliberately: the match does not wait for them, but they may come back. `ready_ms` is the estimated time until
    the seat's bot has been compiled, if it is its turn to move.
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
    """The source of the dice, and the data with which players can verify them.

    `commitments` and `shares` (the secret contributions) have one entry per seat; all `shares` are None until every
    share has been revealed. For committed dice, `seed` is the server's secret, or None until the match is over; for
    seeded dice, it is the published seed. Before the start, `offered` lists the seats whose devices will contribute a
    share, and `server_hash` is None. Shares are revealed in the stage `reveal`; from this stage on, `attempt`,
    `server_hash`, `commitments`, `without`, `dropped`, `stopped` and `bot_hash` do not change. `dropped` lists earlier
    agreements on dice at this table, as `MATCH/ATTEMPT`, that were discarded after shares had been revealed, and
    `stopped` those of the preceding matches that were stopped. `bot_hash` is the hash of the secret seed for random
    decisions of bots, or None in a challenge.
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
    stopped: list[str] = []


class ClockFacts(Struct, frozen=True):
    """The clock of a table: seconds per decision, and the milliseconds left (None while the clock is stopped)."""

    seconds: int
    left_ms: int | None


class AskedAgain(Struct, frozen=True):
    """A throw or move that must be entered again, since the correction of an earlier entry made it impossible."""

    turn: int
    throw: int
    phase: str
    seat: int
    text: str
    why: ReasonView


class ListedEntry(Struct):
    """A throw, a seat's move in a phase, or an entry on a pad."""

    turn: int
    active: int
    throw: int
    phase: str
    seat: int
    text: str
    corrected: bool = False


class EveningPlayer(Struct, frozen=True):
    """A person or a bot (`bot`) on the scoreboard of an evening: matches won, and the best score by game."""

    name: str
    bot: str | None
    wins: int
    best: dict[str, int]


class HeadToHead(Struct, frozen=True):
    """The head-to-head record of two players: `first` outscored `second` in `won` matches, the reverse in `lost`."""

    first: str
    second: str
    won: int
    lost: int


class EveningResult(Struct, frozen=True):
    """One match of an evening: the winners with their score, and the turn after which it was stopped, if it was."""

    match: str
    game: str
    winners: list[str]
    score: int
    stopped: int | None


class Evening(Struct, frozen=True):
    """The scoreboard of a table: the results of all its matches, in any game, by player name.

    `players` are ordered by wins, and `last` has the newest results, oldest first.
    """

    matches: int
    players: list[EveningPlayer]
    pairs: list[HeadToHead]
    last: list[EveningResult]


class Guest(Struct, frozen=True):
    """A person without a seat, known by the number `guest` for the current match.

    `plays` means that the person takes part in the next match if there is room. A person who `waits` has to be admitted
    by the host first. Everyone else has played in an earlier match and is away.
    """

    guest: int
    name: str
    connected: bool
    plays: bool
    waits: bool


class NextMatch(Struct, frozen=True):
    """The next match of a table, as planned while the current one is over.

    `sheets` has one sheet for all seats or one per seat, or is None for the game's default sheets. `seats` and `guests`
    are the people who play, by their current numbers. `asked` is the name of the person who asked for the match, and
    `left_ms` the time until it begins. The time does not run while the person in the seat `choosing` is choosing a game
    or the players.
    """

    game: str
    sheets: list[str] | None
    bots: list[str]
    seats: list[int]
    guests: list[int]
    asked: str | None
    left_ms: int | None
    choosing: int | None


class PendingEntry(Struct, frozen=True):
    """An entry on a pad whose lock or end is pending: the seat, the entry, the colors that it locks, and whether it
    ends the match.
    """

    seat: int
    text: str
    locks: list[str]
    ends: bool


class TableFacts(Struct, frozen=True):
    """A table, with its code, seats, game and options.

    `hints` lists the seats whose players agree to hints from the coach. `again` lists the entries to repeat after a
    correction, and `later` is the number of entries that will be replayed after them. A `slow` table is played over
    days and does not wait for players to connect. At a pad, `closing` is true while a lock or the end of the match is
    pending, until everyone present is done: `pending` lists the entries that caused it, and `done` the seats that are
    done. `stop` lists the seats that agree to stop the match, and `stopped` is the turn after which it was stopped (at
    a pad the number of entries), or None.

    `host` is the seat of the host: of the people present, the one who has been at the table for the longest time.
    `evening` is the scoreboard of all matches at this table, None before the first result. `next` is the next match
    while this one is over. `guests` are the people without a seat. At a `closed` table new devices only watch until the
    host admits them.
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
    hints: list[int] = []
    again: list[AskedAgain] = []
    later: int = 0
    slow: bool = False
    closing: bool = False
    host: int | None = None
    evening: Evening | None = None
    next: NextMatch | None = None
    guests: list[Guest] = []
    closed: bool = False
    pending: list[PendingEntry] = []
    done: list[int] = []
    stop: list[int] = []
    stopped: int | None = None


class FinalResult(Struct):
    """The summary of a finished match, stored with its record for use in lists.

    The `end_reason` of a match that was stopped is `stopped`.
    """

    game: str
    names: list[str]
    bots: list[str | None]
    sheets: list[str]
    scores: list[int]
    winners: list[int]
    end_reason: str
    n_turns: int


class Challenge(Struct, frozen=True):
    """The stored options of a challenge: a match that everyone plays with the same dice against the same bots."""

    id: str
    game: str
    rules: int
    sheets: list[str]
    bots: list[str]
    first: int
    seed: int
    daily: str | None = None
