"""Exercises: costly positions of one's own matches and neutral ones among them, repeated after growing pauses."""

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

# Days until an exercise comes again, by how often it was solved in a row.
PAUSES = (1, 2, 4, 8, 16, 32)
# So many neutral positions come with each costly one: without them every exercise would have something special.
NEUTRAL = 0.5
SAMPLES = 64


class Verdict(TypedDict):
    """What an answer was worth: right, as good as the best one, or a loss; and why."""

    move: str
    best: str
    is_right: bool
    is_close: bool
    loss: float
    unit: str
    why: str
    why_best: str


def find_exercises(match: Match, seats: Sequence[int] = (), samples: int = SAMPLES, seed: int = 0) -> list[Exercise]:
    """The exercises of a match: all decisions of these seats that have a label, and some that lost nothing."""
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
    """An order that tells nothing: that of the ids."""
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
    """Judges an answer to an exercise; raises `IllegalMoveError` for a move that is no choice."""
    advice = advise(read_position(exercise["position"]), exercise["seat"], samples=samples, language=language)
    return judge_answer(advice, move)


def judge_answer(advice: AdviceView, move: str) -> Verdict:
    """Judges an answer by what the coach says."""
    given = next((choice for choice in advice["choices"] if choice["move"] == move), None)
    if given is None:
        raise IllegalMoveError(f"{move!r} is none of the choices", Reason("unreadable", {"text": move}))
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
    """The exercise of a day, the same everywhere: the costliest decision of a beginner in a match of that day."""
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
    """When each exercise comes again, kept in a file on this device."""

    def __init__(self, file: Path) -> None:
        self._file = file
        self._known: dict[str, tuple[int, int]] = {}
        if file.exists():
            self._known = self._read()

    def _read(self) -> dict[str, tuple[int, int]]:
        """The solved times in a row and the day, as a number, on which it is due, by exercise."""
        try:
            kept = json.loads(read_file(self._file))
            known = {str(mark): (int(box), int(day)) for mark, (box, day) in kept.items()}
            for _, day in known.values():
                date.fromordinal(day)
        except (OSError, ValueError, OverflowError, TypeError, AttributeError) as error:
            why = getattr(error, "strerror", None) or error
            raise StoreError(f"cannot read the exercises kept in {self._file}: {why}") from error
        return known

    def due(self, exercises: Sequence[Exercise], today: date) -> list[Exercise]:
        """Those that are due: new ones too."""
        return [one for one in exercises if self._known.get(one["id"], (0, 0))[1] <= today.toordinal()]

    def note(self, exercise: Exercise, today: date, *, is_right: bool) -> date:
        """Keeps how an exercise went and gives the day on which it comes again."""
        box = self._known.get(exercise["id"], (0, 0))[0]
        box = min(box + 1, len(PAUSES)) if is_right else 0
        again = today + timedelta(days=PAUSES[max(box - 1, 0)])
        self._known[exercise["id"]] = (box, again.toordinal())
        self._save()
        return again

    def next_day(self, exercises: Sequence[Exercise]) -> date | None:
        """The first day on which one of these comes again."""
        days = [self._known[one["id"]][1] for one in exercises if one["id"] in self._known]
        return date.fromordinal(min(days)) if days else None

    def _save(self) -> None:
        try:
            self._file.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise StoreError(f"cannot keep the exercises in {self._file}: {error.strerror or error}") from error
        write_whole(self._file, lambda file: file.write(json.dumps(self._known).encode()))
