"""Exercises: costly decisions of a player's matches mixed with neutral ones, repeated at growing intervals."""

from __future__ import annotations

import json
from collections.abc import Sequence
from datetime import date, timedelta
from hashlib import sha256
from pathlib import Path
from typing import TypedDict

from paperdice.bots import ask, make_bot
from paperdice.dice import SeededDice
from paperdice.errors import IllegalMoveError, Reason, StoreError
from paperdice.files import read_file, write_whole
from paperdice.match import Match, read_position
from paperdice.study.coach import advise
from paperdice.study.readiness import DAILY_BOTS, daily_start
from paperdice.study.results import AdviceView, DecisionView, Exercise
from paperdice.study.reviewing import review

# Days until an exercise is due again, by the number of times in a row it was solved.
PAUSES = (1, 2, 4, 8, 16, 32)
# The number of neutral exercises per costly one: without them, every exercise would hide a mistake.
NEUTRAL = 0.5
SAMPLES = 64


class Verdict(TypedDict):
    """The assessment of an answer: the best move, as good as the best, or a loss; with explanations."""

    move: str
    best: str
    is_right: bool
    is_close: bool
    loss: float
    unit: str
    why: str
    why_best: str


def find_exercises(match: Match, seats: Sequence[int] = (), samples: int = SAMPLES, seed: int = 0) -> list[Exercise]:
    """Return the exercises of a match: all labelled decisions of these seats, and some that lost nothing.

    Args:
        match: The match to review.
        seats: The seats to train, by default all.
        samples: The samples per choice of the review.
        seed: The seed of the samples.
    """
    found = review(match, samples=samples, seed=seed)
    costly: list[Exercise] = []
    neutral: list[Exercise] = []
    for seat in found["seats"]:
        if seats and seat["seat"] not in seats:
            continue
        for decision in (one for turn in seat["turns"] for one in turn["decisions"] if not one["is_forced"]):
            exercise = _exercise(match, seat["seat"], decision)
            (costly if exercise["is_costly"] else neutral).append(exercise)
    n_neutral = round(NEUTRAL * len(costly))
    return sorted([*costly, *sorted(neutral, key=_order)[:n_neutral]], key=_order)


def _order(exercise: Exercise) -> str:
    """Return the sort key of an exercise: its id, so that the order reveals nothing."""
    return exercise["id"]


def _exercise(match: Match, seat: int, decision: DecisionView) -> Exercise:
    mark = sha256(f"{decision['position']} {seat}".encode()).hexdigest()[:16]
    return {
        "id": mark,
        "game": match.game.name,
        "position": decision["position"],
        "seat": seat,
        "turn": decision["turn"],
        "phase": decision["phase"],
        "played": decision["move"],
        "loss": decision["loss"],
        "is_costly": decision["label"] != "fine",
    }


def answer(exercise: Exercise, move: str, samples: int = SAMPLES, language: str = "en") -> Verdict:
    """Assess an answer to an exercise.

    Raises:
        IllegalMoveError: The move is not a choice of the exercise.
    """
    advice = advise(read_position(exercise["position"]), exercise["seat"], samples=samples, language=language)
    return judge_answer(advice, move)


def judge_answer(advice: AdviceView, move: str) -> Verdict:
    """Assess an answer using the coach's advice."""
    given = next((choice for choice in advice["choices"] if choice["move"] == move), None)
    if given is None:
        raise IllegalMoveError(f"{move!r} is not one of the choices", Reason("unreadable", {"text": move}))
    best = advice["choices"][0]
    return {
        "move": move,
        "best": best["move"],
        "is_right": given["move"] == best["move"] or given["is_close"],
        "is_close": given["is_close"],
        "loss": given["gap"],
        "unit": advice["unit"],
        "why": given["why"],
        "why_best": best["why"],
    }


def daily_exercise(day: date) -> Exercise | None:
    """Return the exercise of a day, the same on every machine: the costliest decision of a beginner in a match of that
    day."""
    number = day.toordinal()
    match = daily_start(day)
    bots = [make_bot(name, match.game, seed=number) for name in DAILY_BOTS]
    dice = SeededDice(number)
    while not match.over:
        if match.dice_wanted:
            match.throw(dice)
            continue
        for seat, move in [(seat, ask(bots[seat], match, seat)) for seat in match.acting]:
            match.play(seat, move)
    costliest = review(match, samples=0)["seats"][0]["costliest"]
    return _exercise(match, 0, costliest[0]) if costliest else None


class Schedule:
    """The dates on which exercises are due, stored in a file."""

    def __init__(self, file: Path) -> None:
        self._file = file
        self._known: dict[str, tuple[int, int]] = {}
        if file.exists():
            self._known = self._read()

    def _read(self) -> dict[str, tuple[int, int]]:
        """Return, for each exercise, how many times in a row it was solved, and the ordinal of its due date."""
        try:
            kept = json.loads(read_file(self._file))
            known = {str(mark): (int(box), int(day)) for mark, (box, day) in kept.items()}
            for _, day in known.values():
                date.fromordinal(day)
        except (OSError, ValueError, OverflowError, TypeError, AttributeError) as error:
            why = getattr(error, "strerror", None) or error
            raise StoreError(f"cannot read the exercises stored in {self._file}: {why}") from error
        return known

    def due(self, exercises: Sequence[Exercise], today: date) -> list[Exercise]:
        """Return the exercises that are due, including new ones."""
        return [one for one in exercises if self._known.get(one["id"], (0, 0))[1] <= today.toordinal()]

    def note(self, exercise: Exercise, today: date, *, is_right: bool) -> date:
        """Store the result of an exercise and return the date on which it is due next."""
        box = self._known.get(exercise["id"], (0, 0))[0]
        box = min(box + 1, len(PAUSES)) if is_right else 0
        again = today + timedelta(days=PAUSES[max(box - 1, 0)])
        self._known[exercise["id"]] = (box, again.toordinal())
        self._save()
        return again

    def next_day(self, exercises: Sequence[Exercise]) -> date | None:
        """Return the earliest date on which one of these exercises is due."""
        days = [self._known[one["id"]][1] for one in exercises if one["id"] in self._known]
        return date.fromordinal(min(days)) if days else None

    def _save(self) -> None:
        try:
            self._file.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise StoreError(f"cannot store the exercises in {self._file}: {error.strerror or error}") from error
        write_whole(self._file, lambda file: file.write(json.dumps(self._known).encode()))
