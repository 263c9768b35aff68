"""Match reviews: the chances over time, the cost of each decision, and luck separated from skill."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence

import numpy as np

from paperdice.errors import PaperdiceError, Reason, SetupError
from paperdice.fast.progress import Progress, ignore_progress
from paperdice.match import Match
from paperdice.position import Position, format_position
from paperdice.study.evaluator import Evaluator, ModelEvaluator
from paperdice.study.ledger import Judged, Ledger, StepTerms, keep_ledger
from paperdice.study.model import name_seats
from paperdice.study.results import (
    LABELS,
    DecisionView,
    EvaluatorFacts,
    MomentView,
    ReviewView,
    SeatView,
    ThrowView,
    TurnView,
    no_labels,
)
from paperdice.study.solved import find_solved
from paperdice.study.walk import PlayedStep, first_position, walk

N_COSTLIEST = 3
DEFAULT_SAMPLES = 128
# A single sample has no standard error, and all samples of a decision are held in memory.
LEAST_SAMPLES, MOST_SAMPLES = 2, 100_000
TERMS = ("luck", "own_loss", "others", "correction")


class CancelledError(PaperdiceError):
    """Raised if an analysis is canceled before it is complete."""


def check_samples(samples: int) -> None:
    """Raise `SetupError` if this is not a valid number of samples."""
    if samples != 0 and not LEAST_SAMPLES <= samples <= MOST_SAMPLES:
        raise SetupError(f"the number of samples must be 0, or {LEAST_SAMPLES} to {MOST_SAMPLES}, not {samples}")


def make_evaluator(position: Position, against: Sequence[str] = (), samples: int = 0, seed: int = 0) -> Evaluator:
    """Return the evaluator for a match.

    Args:
        position: Any position of the match.
        against: The bots assumed to play: none for `steady` in all seats, one for all seats, or one per seat.
        samples: The number of samples per evaluation; 0 means the quick evaluation.
        seed: The seed of the samples.

    Returns:
        An exact evaluator if the game is solved, otherwise one that plays on with a model of all seats.

    Raises:
        SetupError: The number of samples or the bots are invalid.
    """
    check_samples(samples)
    names = name_seats(against, position.game, int(position.state.n_seats))
    return find_solved(position) or ModelEvaluator(position, names, samples, seed)


def evaluator_facts(evaluator: Evaluator, seed: int) -> EvaluatorFacts:
    return {
        "evaluator": evaluator.name,
        "assumes": list(evaluator.against),
        "samples": evaluator.samples,
        "seed": seed,
        "bias": evaluator.bias,
    }


def never() -> bool:
    return False


def checked(progress: Progress, cancelled: Callable[[], bool]) -> Progress:
    """Wrap a progress callback so that it raises `CancelledError` once `cancelled` returns True."""

    def tell(done: int, total: int) -> None:
        if cancelled():
            raise CancelledError("the study was cancelled", Reason("cancelled", {}))
        progress(done, total)

    return tell


def review(
    match: Match,
    *,
    samples: int = DEFAULT_SAMPLES,
    seed: int = 0,
    against: Sequence[str] = (),
    progress: Progress = ignore_progress,
    cancelled: Callable[[], bool] = never,
) -> ReviewView:
    """Review a match up to its last resolved phase.

    Reviews are reproducible: the same record, seed and number of samples give the same review.

    Args:
        match: The match; it is not changed.
        samples: The number of samples per evaluation; 0 means the quick evaluation.
        seed: The seed of the samples.
        against: The bots assumed to play: none for `steady` in all seats, one for all seats, or one per seat.
        progress: Called with the number of steps done and the total.
        cancelled: Called before each step; if it returns True, `CancelledError` is raised.

    Raises:
        SetupError: The number of samples or the bots are invalid.
        CancelledError: `cancelled` returned True.
    """
    started = time.perf_counter()
    steps = list(walk(match))
    evaluator = make_evaluator(first_position(match), against, samples, seed)
    entries = list(keep_ledger(evaluator, steps, match.seats, checked(progress, cancelled)))
    return {**sum_up(match, evaluator, entries, seed), "seconds": time.perf_counter() - started}


def sum_up(match: Match, evaluator: Evaluator, entries: list[StepTerms], seed: int) -> ReviewView:
    """Build the review of a match from the ledger entries of all its steps."""
    position = first_position(match)
    final = entries[-1].before + sum_terms(entries[-1:]) if entries else evaluator_worth(evaluator, position, match)
    corrections = np.array([entry.correction for entry in entries])
    return {
        **evaluator_facts(evaluator, seed),
        "game": match.game.name,
        "unit": evaluator.unit,
        "is_over": match.over,
        "turns": len({entry.step.turn for entry in entries}),
        "correction_size": float(np.sqrt((corrections**2).mean())) if entries else 0.0,
        "thresholds": {name: chance if evaluator.unit == "chance" else points for name, chance, points in LABELS},
        "seconds": 0.0,
        "moments": _moments(entries, final.tolist(), match.turn),
        "seats": [_seat_view(match, entries, seat, float(final[seat])) for seat in range(match.seats)],
    }


def evaluator_worth(evaluator: Evaluator, position: Position, match: Match) -> np.ndarray:
    """Return the value of a position for each seat, for a match without any resolved steps."""
    return Ledger(evaluator, match.seats).worth(position, {})[0]


def sum_terms(entries: list[StepTerms]) -> np.ndarray:
    """Return the total change in value over these ledger entries, by seat."""
    return np.asarray(sum(entry.luck - entry.own_loss + entry.others + entry.correction for entry in entries))


def _moments(entries: list[StepTerms], final: list[float], turn: int) -> list[MomentView]:
    found: dict[int, list[float]] = {}
    for entry in entries:
        found.setdefault(entry.step.turn, entry.before.tolist())
    moments: list[MomentView] = [{"turn": number, "values": values} for number, values in found.items()]
    return [*moments, {"turn": turn + 1, "values": final}]


def _seat_view(match: Match, entries: list[StepTerms], seat: int, final: float) -> SeatView:
    turns = _turn_views(entries, seat)
    decisions = [decision for turn in turns for decision in turn["decisions"]]
    counted = [decision for decision in decisions if not decision["is_forced"]]
    labels = no_labels()
    for decision in counted:
        if decision["label"] in labels:
            labels[decision["label"]] += 1
    luck, own_loss, others, correction = (float(sum(getattr(entry, term)[seat] for entry in entries)) for term in TERMS)
    costly = sorted((one for one in counted if one["loss"] > 0), key=lambda one: -one["loss"])
    return {
        "seat": seat,
        "player": match.names[seat],
        "initial": float(entries[0].before[seat]) if entries else final,
        "final": _final(match, seat, final),
        "luck": luck,
        "own_loss": own_loss,
        "others": others,
        "correction": correction,
        "adjusted": final - luck,
        "points_lost": float(sum(one["points"] or 0.0 for one in counted)),
        "score": match.scores[seat],
        "decisions": len(counted),
        "forced": len(decisions) - len(counted),
        "labels": labels,
        "costliest": costly[:N_COSTLIEST],
        "turns": turns,
    }


def _final(match: Match, seat: int, worth: float) -> float:
    """Return a seat's share of the win (its points in a solo match), or `worth` if the match is not over."""
    if not match.over:
        return worth
    return float(match.scores[0]) if match.seats == 1 else (seat in match.winners) / len(match.winners)


def _turn_views(entries: list[StepTerms], seat: int) -> list[TurnView]:
    by_turn: dict[int, list[StepTerms]] = {}
    for entry in entries:
        by_turn.setdefault(entry.step.turn, []).append(entry)
    return [_turn_view(number, found, seat) for number, found in by_turn.items()]


def _turn_view(number: int, entries: list[StepTerms], seat: int) -> TurnView:
    luck, own_loss, others, correction = (float(sum(getattr(entry, term)[seat] for entry in entries)) for term in TERMS)
    throws: list[ThrowView] = [
        {
            "roll": entry.step.text,
            "active": entry.step.active,
            "luck": float(entry.luck[seat]),
            "correction": float(entry.correction[seat]),
        }
        for entry in entries
        if entry.step.is_throw
    ]
    decisions = [_decision_view(entry.step, entry.judged[seat]) for entry in entries if seat in entry.judged]
    return {
        "turn": number,
        "active": entries[0].step.active,
        "value": float(entries[0].before[seat]),
        "luck": luck,
        "own_loss": own_loss,
        "others": others,
        "correction": correction,
        "throws": throws,
        "decisions": decisions,
    }


def _decision_view(step: PlayedStep, judged: Judged) -> DecisionView:
    format_move = step.before.game.notation.format_move
    state = step.before.state
    return {
        "turn": step.turn,
        "phase": step.phase,
        "move": format_move(state, judged.played),
        "best": format_move(state, judged.best),
        "value": judged.value,
        "loss": judged.loss,
        "error": judged.error,
        "points": judged.points,
        "label": judged.label,
        "is_forced": judged.is_forced,
        "is_close": judged.is_close,
        "position": format_position(step.before),
    }
