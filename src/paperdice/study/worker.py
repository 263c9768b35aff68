"""A worker process for bots and studies: one request per line, one answer per line.

Long reviews are split into parts, so that they do not delay the bots of other tables.
"""

from __future__ import annotations

import time
from datetime import date
from typing import Literal, NotRequired, TypedDict, cast

from paperdice.bots.warming import WarmUp
from paperdice.bots.worker import Answer, Loader, Request, answer_request, run
from paperdice.errors import PaperdiceError, Reason, ReasonView, WrongSeatError
from paperdice.fast.cache import cache_root
from paperdice.match import Match, read_position, read_record
from paperdice.study.readiness import daily_start, study_warm_up
from paperdice.study.rehearsal import rehearse_any
from paperdice.study.results import AdviceView, Exercise, ReviewView

StudyKind = Literal["advice", "part", "whole", "daily"]


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
    """Answer requests for bots and studies until the pipe is closed."""
    loader = Loader(rehearse_any)

    def answer(request: Request | StudyRequest) -> Answer | StudyAnswer:
        if "study" in request:
            return answer_study(cast("StudyRequest", request), loader)
        return answer_request(request, loader)

    run(answer)


if __name__ == "__main__":
    main()
