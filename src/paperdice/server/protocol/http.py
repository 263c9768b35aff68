"""What travels over plain HTTP: bodies that clients send and answers that they get."""

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
    """The new table: its code, and the match that is about to begin there."""

    code: str
    match: str


class TableLine(Struct, frozen=True):
    """One table in the list of open ones."""

    code: str
    game: str
    names: list[str]
    n_open: int
    status: Status


class PrintedRow(Struct, frozen=True):
    """A printed row: color letters and numbers from left to right."""

    colors: list[str]
    numbers: list[int]


class PrintedSheet(Struct, frozen=True, omit_defaults=True):
    """A printed sheet, before anybody wrote on it; `signs` and `lines` are what it prints beside and below its rows.

    Sheets of one `group` may be dealt together.
    """

    name: str
    rows: list[PrintedRow]
    signs: dict[str, Sign] = {}
    lines: dict[str, list[str]] = {}
    group: str = ""


class GameFacts(Struct, frozen=True):
    """A game that can be played here: its seats (least and most), sheets and bots; `own_sheets` if also on others.

    `deals` is true where each seat has another sheet unless something else is wished.
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
    """One match for its permanent link: who played what, and how it ended; `record` is empty while it goes on."""

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
    """Whether this server pushes: `key` is its public key, None if it has none."""

    key: str | None


class NewSubscription(_Body):
    """Where and how a device is told that its seat is wanted, as its browser says, and in which language."""

    endpoint: Annotated[str, Meta(min_length=10, max_length=1000, pattern="^https://[!-~]+$")]
    p256dh: PushText
    auth: PushText
    lang: Language = "en"


class EndedSubscription(_Body):
    """Which device is not to be told any more."""

    endpoint: Annotated[str, Meta(min_length=10, max_length=1000, pattern="^https://[!-~]+$")]


class MatchList(_Body):
    """Which matches a device wants to see again."""

    matches: Annotated[list[MatchId], Meta(max_length=200)]


class MatchLine(Struct, frozen=True):
    """One finished match in a list."""

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
    """The same dice for everyone who opens the link; without a `seed` one is drawn and published.

    `bots` sit in the seats after the player; an empty list is a solo match.
    """

    game: GameName
    bots: Annotated[list[BotName], Meta(max_length=5)] = []
    sheets: Annotated[list[SheetName], Meta(max_length=8)] | None = None
    first: SeatNumber = 0
    seed: Annotated[int, Meta(ge=0, lt=2**53)] | None = None


class ResultLine(Struct, frozen=True):
    """What one player made of a challenge, and the place that it has among all results."""

    place: int
    match: str
    name: str
    score: int
    scores: list[int]
    won: bool
    finished: int


class ChallengeFacts(Struct, frozen=True):
    """A challenge and its best results; its seed is public, so anyone can compute the dice ahead.

    `results` are part of all `n_results`; `own` are those of the matches that were asked for.
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
    """A position, and whose decision is asked about; with `longer` the coach takes more time."""

    position: PositionText
    seat: SeatNumber
    language: Language = "en"
    longer: bool = False


class Advice(Struct, frozen=True):
    """What the coach says of a position; None while it is being got ready."""

    advice: AdviceView | None


class DailyExercise(Struct, frozen=True):
    """The exercise of a day; None on a day without one, or while it is looked for (`is_waiting`)."""

    day: str
    is_waiting: bool
    exercise: Exercise | None


class ReviewWish(_Body):
    """A wish for a review, or with `cancel` that it be given up by whoever had it begun."""

    cancel: bool = False


class ReviewState(Struct, frozen=True):
    """How far a review has come, in steps of the match; `waiting` while the study is being got ready."""

    status: Literal["waiting", "working", "done"]
    done: int
    total: int
    review: ReviewView | None


class Problem(Struct, frozen=True):
    """Why a request was refused."""

    error: str
    message: str
    why: ReasonView
