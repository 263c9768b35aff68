"""Exercises from a player's own matches: costly decisions mixed with neutral ones, repeated at increasing intervals."""

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

# Days until an exercise is due again, by the number of consecutive correct answers.
PAUSES = (1, 2, 4, 8, 16, 32)
# The number of neutral exercises per costly one: without them, every exercise would hide a mistake.
NEUTRAL = 0.5
SAMPLES = 64


class Verdict(TypedDict):
    """The assessment of an answer to an exercise.

    Attributes:
        move: The answer.
        best: The best move.
        is_right: Whether the answer is the best move, or too close to it to tell them apart.
        is_close: Whether the answer is not the best move, but too close to it to tell them apart.
        loss: The value of the best move minus the value of the answer.
        unit: `chance`, or `points` in a solo match.
        why: The explanation of the answer.
        why_best: The explanation of the best move.
    """

    move: str
    best: str
    is_right: bool
    is_close: bool
    loss: float
    unit: str
    why: str
    why_best: str


def find_exercises(match: Match, seats: Sequence[int] = (), samples: int = SAMPLES, seed: int = 0) -> list[Exercise]:
    """Turn decisions of a match into exercises, in an order that does not reveal which ones are costly.

    Every decision labeled as a mistake (`slight` to `blunder`) becomes an exercise. Half as many neutral decisions are
    mixed in.

    Args:
        match: The match to review.
        seats: The seats whose decisions are used; by default, all seats.
        samples: The number of samples per choice in the review.
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
    """Return the id as the sort key: it is a hash, so the order does not reveal which exercises are costly."""
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
    """Evaluate an exercise and assess an answer to it.

    Args:
        exercise: The exercise.
        move: The answer.
        samples: The number of samples per choice; 0 means only the quick evaluation.
        language: The language of the explanations.

    Raises:
        IllegalMoveError: The move is not one of the choices in the exercise.
    """
    advice = advise(read_position(exercise["position"]), exercise["seat"], samples=samples, language=language)
    return judge_answer(advice, move)


def judge_answer(advice: AdviceView, move: str) -> Verdict:
    """Assess an answer to an exercise based on the coach's advice.

    Raises:
        IllegalMoveError: The move is not one of the choices in the exercise.
    """
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
    """Return the exercise for a date, which is the same on every machine.

    It is the costliest decision of the beginner bot `casual` in a match seeded with the date, or None if none of
    the bot's decisions lost any value.
    """
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
    """A spaced-repetition schedule: the due date of each exercise, stored in a file.

    Raises:
        StoreError: The file exists but cannot be read.
    """

    def __init__(self, file: Path) -> None:
        self._file = file
        self._known: dict[str, tuple[int, int]] = {}
        if file.exists():
            self._known = self._read()

    def _read(self) -> dict[str, tuple[int, int]]:
        """Return the number of consecutive correct answers and the due date (as an ordinal) of each exercise."""
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
        """Return the exercises that are due today, including new ones."""
        return [one for one in exercises if self._known.get(one["id"], (0, 0))[1] <= today.toordinal()]

    def note(self, exercise: Exercise, today: date, *, is_right: bool) -> date:
        """Record the answer to an exercise and return its next due date.

        Raises:
            StoreError: The file cannot be written.
        """
        box = self._known.get(exercise["id"], (0, 0))[0]
        box = min(box + 1, len(PAUSES)) if is_right else 0
        again = today + timedelta(days=PAUSES[max(box - 1, 0)])
        self._known[exercise["id"]] = (box, again.toordinal())
        self._save()
        return again

    def next_day(self, exercises: Sequence[Exercise]) -> date | None:
        """Return the earliest due date of these exercises, or None if none of them has been answered."""
        days = [self._known[one["id"]][1] for one in exercises if one["id"] in self._known]
        return date.fromordinal(min(days)) if days else None

    def _save(self) -> None:
        try:
            self._file.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise StoreError(f"cannot store the exercises in {self._file}: {error.strerror or error}") from error
        write_whole(self._file, lambda file: file.write(json.dumps(self._known).encode()))
