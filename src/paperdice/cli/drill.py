"""The command `paperdice drill RECORD…`."""

from __future__ import annotations

import sys
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING

from paperdice.cli.console import make_console, print_json
from paperdice.cli.study import SentenceLanguage, bar, read_matches
from paperdice.draw.text import draw_table
from paperdice.errors import RecordError
from paperdice.files import data_file
from paperdice.games import find_game
from paperdice.match import Match, read_position
from paperdice.texts import decimal, read_texts, tell
from paperdice.view_builder import view_of

if TYPE_CHECKING:
    from paperdice.study.drills import Schedule, Verdict
    from paperdice.study.results import Exercise


def drill(
    *paths: Path,
    player: str | None = None,
    seat: int | None = None,
    daily: bool = False,
    samples: int = 64,
    file: Path | None = None,
    language: SentenceLanguage = "en",
    json: bool = False,
) -> None:
    """Practice costly positions of your own matches: choose a move, then see the best one and why.

    Args:
        paths: Records of your matches, or folders of records.
        player: Use only decisions of the player with this name.
        seat: Use only decisions of this seat.
        daily: Show today's exercise instead, which is the same for everyone.
        samples: The number of samples per choice.
        file: The progress file.
        json: Print the exercises as one JSON object instead.
    """
    from paperdice.study.drills import Schedule  # slow to import, so only when needed

    today = date.today()
    exercises = _daily(today) if daily else _find(paths, player, seat, samples)
    if json:
        print_json({"exercises": exercises})
        return
    _Lesson(Schedule(file or data_file("drill.json")), language, samples, today).hold(exercises)


def _daily(today: date) -> list[Exercise]:
    from paperdice.study.drills import daily_exercise

    found = daily_exercise(today)
    return [found] if found else []


def _find(paths: tuple[Path, ...], player: str | None, seat: int | None, samples: int) -> list[Exercise]:
    from paperdice.study.drills import find_exercises

    matches, _ = read_matches(paths)
    wanted = [(match, seats) for _, match in matches if (seats := _seats(match, player, seat))]
    if not wanted:
        raise RecordError(_nobody([match for _, match in matches], player, seat))
    found: list[Exercise] = []
    with bar("drill") as progress:
        for number, (match, seats) in enumerate(wanted):
            progress(number, len(wanted))
            found += find_exercises(match, seats, samples)
    return sorted(found, key=lambda one: one["id"])


def _seats(match: Match, player: str | None, seat: int | None) -> list[int]:
    """Return the seats of a match that were selected by player name or seat number."""
    named = enumerate(match.names)
    return [number for number, name in named if seat in (None, number) and player in (None, name)]


def _nobody(matches: list[Match], player: str | None, seat: int | None) -> str:
    """Return an error message that explains why no match contains the selected decisions."""
    names = dict.fromkeys(name for match in matches for name in match.names if name)
    if player is not None and player not in names:
        return f"no record has a player {player!r}, only {', '.join(names) or 'seats'}"
    where = f"no record has a seat {seat}" if player is None else f"{player} has no seat {seat}"
    seats = sorted({one for match in matches for one in _seats(match, player, None)})
    return f"{where}, only {', '.join(map(str, seats))}"


class _Lesson:
    """A session of exercises in the terminal."""

    def __init__(self, schedule: Schedule, language: str, samples: int, today: date) -> None:
        self._schedule, self._language = schedule, language
        self._samples, self._today = samples, today
        self._words = read_texts(language, "study")["drill"]
        self._console = make_console()

    def _say(self, text: str) -> None:
        self._console.print(text, markup=False)

    def hold(self, exercises: list[Exercise]) -> None:
        """Go through the exercises that are due, and print how many answers were right."""
        if not exercises:
            self._say(self._words["none"])
            return
        due = self._schedule.due(exercises, self._today)
        if not due:
            self._say(self._words["nothing"].format(due=self._schedule.next_day(exercises)))
            return
        right = asked = 0
        for number, exercise in enumerate(due, 1):
            outcome = self._ask(exercise, number, len(due))
            if outcome is None:
                break
            asked, right = asked + 1, right + outcome
            self._schedule.note(exercise, self._today, is_right=outcome)
        self._say(self._words["done"].format(right=right, total=asked, due=self._schedule.next_day(due) or self._today))

    def _ask(self, exercise: Exercise, number: int, total: int) -> bool | None:
        """Show one exercise and return whether the answer is right, or None if the player quits."""
        match = read_position(exercise["position"])
        phase = read_texts(self._language)["phases"][exercise["phase"]]
        place = {"number": number, "total": total, "turn": exercise["turn"], "seat": exercise["seat"], "phase": phase}
        self._say(self._words["question"].format(game=find_game(exercise["game"]).title, **place))
        names = [f"seat {n}" for n in range(match.seats)]
        self._console.print(draw_table(view_of(match, exercise["seat"]), names, self._language))
        choices = match.choices(exercise["seat"])
        self._say(self._words["choices"].format(choices=", ".join(choices)))
        move = self._listen(choices)
        if move is None:
            return None
        return self._judge(exercise, move)

    def _listen(self, choices: tuple[str, ...]) -> str | None:
        """Read one of the choices, or `?` to give up; return None if the player quits or the input ends."""
        while True:
            self._console.print(self._words["prompt"], end="", markup=False)
            line = sys.stdin.readline()
            given = " ".join(line.split())
            if not line or given == "q":
                self._say("")
                return None
            if given == "?" or given in choices:
                return given
            self._say(self._words["unknown"].format(move=given))

    def _judge(self, exercise: Exercise, move: str) -> bool:
        from paperdice.study.drills import answer

        is_given_up = move == "?"
        verdict = answer(exercise, exercise["played"] if is_given_up else move, self._samples, self._language)
        if is_given_up:
            self._say(self._words["answer"].format(best=verdict["best"]))
        else:
            self._say(self._verdict(verdict))
        self._say("  " + tell(verdict["best"], verdict["why_best"], self._language))
        if verdict["move"] != verdict["best"]:
            self._say("  " + tell(verdict["move"], verdict["why"], self._language))
        return verdict["is_right"] and not is_given_up

    def _verdict(self, verdict: Verdict) -> str:
        if verdict["move"] == verdict["best"]:
            return self._words["right"].format(best=verdict["best"])
        if verdict["is_close"]:
            return self._words["close"].format(best=verdict["best"])
        loss = f"{100 * verdict['loss']:.1f} %" if verdict["unit"] == "chance" else f"{verdict['loss']:.1f}"
        return self._words["wrong"].format(
            move=verdict["move"], loss=decimal(loss, self._language), best=verdict["best"]
        )
