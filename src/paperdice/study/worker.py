"""The worker process, started as `python -m paperdice.study.worker`, which compiles and runs bots and match analysis.

Long reviews are split into parts, so that they do not delay the bots of other tables.
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from datetime import date
from typing import Any, Literal, NotRequired, TypedDict, cast

from paperdice.bots import make_own_bot, rehearsal
from paperdice.bots.rehearsal import warm_up_of
from paperdice.dice import SeededDice
from paperdice.errors import PaperdiceError, Reason, ReasonView, WrongSeatError
from paperdice.fast.cache import cache_root
from paperdice.games import find_game
from paperdice.match import Match, read_position, read_record
from paperdice.position import parse_position
from paperdice.sheet import Row, Sheet
from paperdice.study.readiness import OWN, STUDY, daily_start, study_warm_up
from paperdice.study.results import AdviceView, Exercise, ReviewView
from paperdice.workers.child import serve
from paperdice.workers.readiness import WarmUp, read_warm_up, warm_up

PROGRAM = "paperdice.study.worker"
StudyKind = Literal["advice", "part", "whole", "daily"]


class BotRequest(TypedDict):
    """A request for a move from a bot that needs compiled code."""

    bot: str
    position: str
    seat: int
    seed: int
    budget_ms: float


class BotAnswer(TypedDict):
    """The answer to a `BotRequest`: a move, a warm-up (compilation) needed first, or an error."""

    move: NotRequired[str]
    missing: NotRequired[WarmUp]
    error: NotRequired[str]


class StudyRequest(TypedDict):
    """A request for match analysis.

    `text` is a position in a request for advice, a date in a request for the daily exercise, and a record in all
    others. `entries` holds the ledger entries from all parts of a review, in a request to join them.
    """

    study: StudyKind
    text: str
    samples: int
    within: float
    seat: NotRequired[int]
    language: NotRequired[str]
    first: NotRequired[int]
    entries: NotRequired[list[object]]


class StudyRefusal(TypedDict):
    """The reason why a request was refused."""

    error: str
    message: str
    why: ReasonView


class StudyAnswer(TypedDict):
    """The answer to a `StudyRequest`: a result, a warm-up (compilation) needed first, a refusal, or an error."""

    missing: NotRequired[WarmUp]
    advice: NotRequired[AdviceView]
    entries: NotRequired[list[object]]
    total: NotRequired[int]
    review: NotRequired[ReviewView]
    exercise: NotRequired[Exercise | None]
    refused: NotRequired[StudyRefusal]
    error: NotRequired[str]


def rehearse(wanted: WarmUp) -> None:
    """Compile the code of a bot or of match analysis by running it once."""
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
    """Return the sheets for a warm-up, with a stand-in for custom sheets.

    The stand-in is a printed sheet without the last cell of each row.
    """
    if wanted.sheets != (OWN,):
        return wanted.sheets or None
    printed = next(iter(find_game(wanted.game).sheets.values()))
    return Sheet(wanted.game, OWN, tuple(Row(row.colors[:-1], row.numbers[:-1]) for row in printed.rows))


def answer_request(request: BotRequest) -> BotAnswer:
    """Return the bot's move, or the warm-up that the bot needs first."""
    position = parse_position(request["position"])
    wanted = warm_up_of(position, request["bot"])
    if not wanted.is_done(cache_root()):
        return {"missing": wanted}
    bot = make_own_bot(request["bot"], request["seed"], request["budget_ms"])
    return {"move": bot.decide(position, request["seat"])}


def answer_study(request: StudyRequest) -> StudyAnswer:
    """Return the result of an analysis, the warm-up that it needs first, or the reason why the request was refused."""
    try:
        match = _match_of(request)
        wanted = study_warm_up(match.raw)
        if not wanted.is_done(cache_root()):
            return {"missing": wanted}
        return _study(request, match)
    except PaperdiceError as error:
        refusal: StudyRefusal = {"error": type(error).__name__, "message": str(error), "why": error.reason.as_dict()}
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
    """Return the best advice found within the time limit; the quick evaluation is always completed."""
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


def answer(request: Mapping[str, Any]) -> object:
    """Handle a request for a warm-up, an analysis or a bot's move, and return the answer."""
    if "warm_up" in request:
        return {"ready": warm_up(read_warm_up(request["warm_up"]), rehearse)}
    if "study" in request:
        return answer_study(cast("StudyRequest", request))
    return answer_request(cast("BotRequest", request))


if __name__ == "__main__":
    serve(answer)
