"""The program of worker processes: `python -m paperdice.study.worker` decides for bots, studies, and compiles both.

Long reviews are split into parts, so that they do not delay the bots of other tables.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from datetime import date
from typing import Any, Literal, NotRequired, TypedDict, cast

from paperdice.bots import rehearsal
from paperdice.bots.making import make_own_bot
from paperdice.bots.rehearsal import needs_warm_up, warm_up_of
from paperdice.bots.simple import SimpleBot
from paperdice.dice import SeededDice
from paperdice.errors import PaperdiceError, Reason, ReasonView, WrongSeatError
from paperdice.fast.cache import cache_root
from paperdice.games import find_game
from paperdice.match import Match, read_position, read_record
from paperdice.position import Position, parse_position
from paperdice.sheet import Row, Sheet
from paperdice.study.readiness import OWN, STUDY, daily_start, study_warm_up
from paperdice.study.results import AdviceView, Exercise, ReviewView
from paperdice.workers.child import serve
from paperdice.workers.readiness import WarmUp, read_warm_up, warm_up

PROGRAM = "paperdice.study.worker"
StudyKind = Literal["advice", "part", "whole", "daily"]


class Request(TypedDict):
    """A request for a decision; with `is_warm` the bot can be loaded without compiling."""

    bot: str
    position: str
    seat: int
    seed: int
    budget_ms: float
    is_warm: bool


class Answer(TypedDict):
    """A move, and whether the simple bot chose it; or an error."""

    move: NotRequired[str]
    is_simple: NotRequired[bool]
    error: NotRequired[str]


class StudyRequest(TypedDict):
    """A request: `text` is a position for advice, a date for the daily exercise, otherwise a record.

    `entries` holds the entries of all previous parts when a review is joined.
    """

    study: StudyKind
    text: str
    samples: int
    within: float
    seat: NotRequired[int]
    language: NotRequired[str]
    first: NotRequired[int]
    entries: NotRequired[list[object]]


class Refusal(TypedDict):
    """The reason why a request was refused."""

    error: str
    message: str
    why: ReasonView


class StudyAnswer(TypedDict):
    """One of: the requested result, `waiting` while the study is being loaded, or an error.

    `missing` is the warm-up that has to be done first, if the study is not in the cache.
    """

    waiting: NotRequired[bool]
    missing: NotRequired[WarmUp]
    advice: NotRequired[AdviceView]
    entries: NotRequired[list[object]]
    total: NotRequired[int]
    review: NotRequired[ReviewView]
    exercise: NotRequired[Exercise | None]
    refused: NotRequired[Refusal]
    error: NotRequired[str]


def rehearse(wanted: WarmUp) -> None:
    """Compile a bot, or the coach and the review, by running it once."""
    if wanted.bot != STUDY:
        rehearsal.rehearse(wanted)
        return
    from paperdice.study.coach import advise
    from paperdice.study.reviewing import review

    match = Match(find_game(wanted.game), wanted.seats, _deal(wanted))
    dice = SeededDice(0)
    while match.turn == 1 and not match.over:
        if match.dice_wanted:
            match.throw(dice)
            continue
        advise(match, match.acting[0], samples=2)
        for seat in match.acting:
            match.play(seat, match.choices(seat)[-1])
    for samples in (0, 2):
        review(match, samples=samples)


def _deal(wanted: WarmUp) -> Sheet | tuple[str, ...] | None:
    """Return the sheets to warm up; custom sheets are represented by one without the last cell of each row."""
    if wanted.sheets != (OWN,):
        return wanted.sheets or None
    printed = next(iter(find_game(wanted.game).sheets.values()))
    return Sheet(wanted.game, OWN, tuple(Row(row.colors[:-1], row.numbers[:-1]) for row in printed.rows))


class Loader:
    """Loads bots and the study in the background, one at a time."""

    def __init__(self) -> None:
        self._loader = ThreadPoolExecutor(1, thread_name_prefix="load")
        self._asked: set[WarmUp] = set()
        self._loaded: set[WarmUp] = set()

    def is_loaded(self, wanted: WarmUp, is_warm: bool) -> bool:
        """Return whether a bot is loaded; with `is_warm`, start to load it in the background."""
        if is_warm and wanted not in self._asked:
            self._asked.add(wanted)
            self._loader.submit(self._load, wanted)
        return wanted in self._loaded

    def _load(self, wanted: WarmUp) -> None:
        try:
            rehearse(wanted)
            self._loaded.add(wanted)
        except Exception as error:  # noqa: BLE001 - it is reported, and the simple bot plays
            sys.stderr.write(f"bot {wanted.bot} of {wanted.game} cannot be loaded: {type(error).__name__}\n")
            if isinstance(error, (MemoryError, ImportError, OSError)):
                os._exit(1)  # a new process may have more memory


def answer_request(request: Request, loader: Loader) -> Answer:
    """Return the move of a bot, or that of the simple bot until it is loaded."""
    position, bot = parse_position(request["position"]), request["bot"]
    if needs_warm_up(bot) and loader.is_loaded(warm_up_of(position, bot), request["is_warm"]):
        decider = make_own_bot(bot, request["seed"], request["budget_ms"])
        return {"move": decider.decide(position, request["seat"]), "is_simple": False}
    return answer_simply(request, position)


def answer_simply(request: Request, position: Position) -> Answer:
    """Return the move of a bot that needs no compiled code, or of the simple bot in place of another."""
    is_simple = needs_warm_up(request["bot"])
    bot = SimpleBot() if is_simple else SimpleBot(request["bot"], request["seed"])
    return {"move": bot.decide(position, request["seat"]), "is_simple": is_simple}


def answer_study(request: StudyRequest, loader: Loader) -> StudyAnswer:
    """Answer a request, or explain why it is refused."""
    try:
        match = _match_of(request)
        wanted = study_warm_up(match.raw)
        if not wanted.is_done(cache_root()):
            return {"waiting": True, "missing": wanted}
        if not loader.is_loaded(wanted, is_warm=True):
            return {"waiting": True}
        return _study(request, match)
    except PaperdiceError as error:
        refusal: Refusal = {"error": type(error).__name__, "message": str(error), "why": error.reason.as_dict()}
        return {"refused": refusal}


def _match_of(request: StudyRequest) -> Match:
    match request["study"]:
        case "advice":
            match = read_position(request["text"])
            if request["seat"] not in match.acting:
                reason = Reason("not_acting", {})
                raise WrongSeatError(f"seat {request['seat']} has no decision to make in this position", reason)
            return match
        case "daily":
            return daily_start(date.fromisoformat(request["text"]))
        case _:
            return read_record(request["text"])


def _study(request: StudyRequest, match: Match) -> StudyAnswer:
    from paperdice.study.parts import EntryView, join_parts, review_part

    samples = request["samples"]
    if request["study"] == "advice":
        return {"advice": _advise(request, match)}
    if request["study"] == "daily":
        from paperdice.study.drills import daily_exercise

        return {"exercise": daily_exercise(date.fromisoformat(request["text"]))}
    if request["study"] == "part":
        part = review_part(match, request["first"], within=request["within"], samples=samples)
        return {"entries": cast("list[object]", part["entries"]), "total": part["total"]}
    entries = cast("list[EntryView]", request["entries"])
    return {"review": join_parts(match, entries, samples=samples)}


def _advise(request: StudyRequest, match: Match) -> AdviceView:
    """Return the best advice found in time; the first answer is always awaited."""
    from paperdice.study.coach import advise
    from paperdice.study.reviewing import CancelledError

    until = time.perf_counter() + request["within"]
    found: list[AdviceView] = []

    def is_late() -> bool:
        return bool(found) and time.perf_counter() > until

    try:
        return advise(
            match,
            request["seat"],
            samples=request["samples"],
            language=request["language"],
            on_step=found.append,
            cancelled=is_late,
        )
    except CancelledError:
        return found[-1]


def main() -> None:
    """Answer requests until the pipe is closed."""
    loader = Loader()

    def answer(request: Mapping[str, Any]) -> object:
        if "warm_up" in request:
            return {"ready": warm_up(read_warm_up(request["warm_up"]), rehearse)}
        if "study" in request:
            return answer_study(cast("StudyRequest", request), loader)
        return answer_request(cast("Request", request), loader)

    serve(answer)


if __name__ == "__main__":
    main()
