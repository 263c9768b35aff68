"""Request bodies and responses of the HTTP API."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from paperdice.errors import ReasonView
from paperdice.flow.commands import BotName, GameName, SeatNumber, SheetName
from paperdice.flow.facts import DiceFacts, Status
from paperdice.flow.wishes import PositionText
from paperdice.sheet import Sign
from paperdice.study.results import AdviceView, Exercise, ReviewView
from paperdice.texts import Language

PushText = Annotated[str, Meta(min_length=1, max_length=200, pattern="^[A-Za-z0-9_-]+$")]
MatchId = Annotated[str, Meta(min_length=8, max_length=40)]


class _Body(Struct, forbid_unknown_fields=True):
    pass


class TableOpened(Struct, frozen=True):
    """A newly opened table: its code, and the id of its first match."""

    code: str
    match: str


class TableLine(Struct, frozen=True):
    """A table in the list of open tables."""

    code: str
    game: str
    names: list[str]
    n_open: int
    status: Status


class PrintedRow(Struct, frozen=True):
    """A row of a printed sheet: its color letters and numbers, from left to right."""

    colors: list[str]
    numbers: list[int]


class PrintedSheet(Struct, frozen=True, omit_defaults=True):
    """A blank printed sheet. `signs` are printed next to the cells of its rows, and `lines` below the rows.

    Sheets with the same `group` can be used together in a match.
    """

    name: str
    rows: list[PrintedRow]
    signs: dict[str, Sign] = {}
    lines: dict[str, list[str]] = {}
    group: str = ""


class GameFacts(Struct, frozen=True):
    """A game offered by this server, with its minimum and maximum number of seats, its sheets and its bots.

    `daily` is the id of the game's challenge of the day. `own_sheets` is true if custom sheets are allowed. `deals` is
    true if each seat gets a different sheet by default.
    """

    name: str
    title: str
    rules: int
    seats: tuple[int, int]
    sheets: list[PrintedSheet]
    bots: list[str]
    daily: str
    own_sheets: bool = False
    deals: bool = False


class MatchFacts(Struct, frozen=True):
    """Public information about a match, for its permanent link; `record` is empty until the match is over."""

    match: str
    game: str
    title: str
    code: str
    names: list[str]
    bots: list[str | None]
    sheets: list[str]
    started: int
    finished: int | None
    scores: list[int]
    winners: list[int]
    end_reason: str | None
    n_turns: int
    dice: DiceFacts
    challenge: str | None
    previous: str | None
    record: str


class PushFacts(Struct, frozen=True):
    """The server's public key for push notifications, or None if the server does not send any."""

    key: str | None


class NewSubscription(_Body):
    """A browser's push subscription for its player's seat, and the language of the notifications."""

    endpoint: Annotated[str, Meta(min_length=10, max_length=1000, pattern="^https://[!-~]+$")]
    p256dh: PushText
    auth: PushText
    lang: Language = "en"


class EndedSubscription(_Body):
    """A push subscription to cancel."""

    endpoint: Annotated[str, Meta(min_length=10, max_length=1000, pattern="^https://[!-~]+$")]


class MatchList(_Body):
    """A request for a list of matches, given their ids."""

    matches: Annotated[list[MatchId], Meta(max_length=200)]


class MatchLine(Struct, frozen=True):
    """A finished match in a list of matches."""

    match: str
    game: str
    names: list[str]
    bots: list[str | None]
    sheets: list[str]
    n_turns: int
    scores: list[int]
    winners: list[int]
    end_reason: str
    finished: int
    challenge: str | None


class NewChallenge(_Body):
    """The options of a new challenge, in which everyone gets the same dice.

    Without a `seed`, the server draws a random one and publishes it. `bots` sit in the seats after the player; if the
    list is empty, the player plays alone.
    """

    game: GameName
    bots: Annotated[list[BotName], Meta(max_length=5)] = []
    sheets: Annotated[list[SheetName], Meta(max_length=8)] | None = None
    first: SeatNumber = 0
    seed: Annotated[int, Meta(ge=0, lt=2**53)] | None = None


class ResultLine(Struct, frozen=True):
    """A player's result in a challenge, and its rank among all results."""

    place: int
    match: str
    name: str
    score: int
    scores: list[int]
    won: bool
    finished: int


class ChallengeFacts(Struct, frozen=True):
    """A challenge and its best results. The seed is public, so anyone can compute the dice in advance.

    `results` is one page of all `n_results` results; `own` lists the results of the matches that the client asked
    about.
    """

    challenge: str
    game: str
    title: str
    rules: int
    sheets: list[str]
    bots: list[str]
    first: int
    seed: int
    daily: str | None
    warning: Literal["seed_is_public"]
    n_results: int
    results: list[ResultLine]
    own: list[ResultLine]


class AdviceWish(_Body):
    """A request for advice on a seat's decision in a position; if `longer` is true, the coach takes more time."""

    position: PositionText
    seat: SeatNumber
    language: Language = "en"
    longer: bool = False


class Advice(Struct, frozen=True):
    """The coach's advice on a position, or None while the coach is warming up."""

    advice: AdviceView | None


class DailyExercise(Struct, frozen=True):
    """The exercise for a day; None if that day has none or if it is still being computed (`is_waiting` is true)."""

    day: str
    is_waiting: bool
    exercise: Exercise | None


class ReviewWish(_Body):
    """A request for a review or, if `cancel` is true, to cancel the review that this client started."""

    cancel: bool = False


class ReviewState(Struct, frozen=True):
    """The progress of a review: `done` out of `total` steps. `waiting` means that the coach is still warming up."""

    status: Literal["waiting", "working", "done"]
    done: int
    total: int
    review: ReviewView | None


class Problem(Struct, frozen=True):
    """The error response to a refused request, with a reason for players (`why`) and a message for developers."""

    error: str
    message: str
    why: ReasonView
