"""Reviews computed in short parts, possibly by several processes, and joined at the end."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import asdict
from typing import TypedDict

import numpy as np

from paperdice.fast.progress import ignore_progress
from paperdice.match import Match
from paperdice.study.ledger import Judged, StepTerms, keep_ledger
from paperdice.study.results import ReviewView
from paperdice.study.reviewing import TERMS, make_evaluator, sum_up
from paperdice.study.walk import PlayedStep, first_position, walk


class JudgedView(TypedDict):
    """The assessment of a decision as JSON-serializable values."""

    best: int
    played: int
    best_value: float
    value: float
    error: float
    points: float | None
    label: str
    is_forced: bool


class EntryView(TypedDict):
    """A ledger entry as JSON-serializable values.

    Attributes:
        before: The values before the step, by seat.
        terms: The values of each term (such as luck), by seat.
        judged: The assessed decisions, by seat.
    """

    before: list[float]
    terms: dict[str, list[float]]
    judged: dict[str, JudgedView]


class PartView(TypedDict):
    """The ledger entries of consecutive steps, and the total number of steps in the match."""

    entries: list[EntryView]
    total: int


def review_part(
    match: Match, first: int, *, within: float, samples: int, seed: int = 0, against: Sequence[str] = ()
) -> PartView:
    """Compute ledger entries from step `first` onward for about `within` seconds; always compute at least one."""
    until = time.perf_counter() + within
    steps = list(walk(match))
    evaluator = make_evaluator(first_position(match), against, samples, seed)
    found: list[EntryView] = []
    for entry in keep_ledger(evaluator, steps, match.seats, ignore_progress, first):
        found.append(_entry_view(entry))
        if time.perf_counter() > until:
            break
    return {"entries": found, "total": len(steps)}


def join_parts(
    match: Match, entries: Sequence[EntryView], *, samples: int, seed: int = 0, against: Sequence[str] = ()
) -> ReviewView:
    """Build the review of a match from the ledger entries of all its steps."""
    evaluator = make_evaluator(first_position(match), against, samples, seed)
    joined = [_entry(step, view) for step, view in zip(walk(match), entries, strict=True)]
    return sum_up(match, evaluator, joined, seed)


def _entry_view(entry: StepTerms) -> EntryView:
    judged: dict[str, JudgedView] = {str(seat): _judged_view(one) for seat, one in entry.judged.items()}
    terms = {term: getattr(entry, term).tolist() for term in TERMS}
    return {"before": entry.before.tolist(), "terms": terms, "judged": judged}


def _judged_view(judged: Judged) -> JudgedView:
    view: JudgedView = asdict(judged)  # type: ignore[assignment]  # the same fields
    return view


def _entry(step: PlayedStep, view: EntryView) -> StepTerms:
    terms = {term: np.array(view["terms"][term]) for term in TERMS}
    judged = {int(seat): Judged(**one) for seat, one in view["judged"].items()}
    return StepTerms(step, np.array(view["before"]), **terms, judged=judged)
