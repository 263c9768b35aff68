"""Read the questions of *.counts and answer them by walking any implementation."""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path

from .walk import Faces, Side, lines_by_move, sums_of_rolls, tree_by_throw, turn_by_move

Numbers = dict[str, int | list[int]]
Answer = tuple[Numbers, Counter[str]]


@dataclass(frozen=True)
class Question:
    """A position, what is counted there, the expected counts, and their origin.

    A large question takes seconds; it accompanies a smaller one and is only counted in long test runs.
    """

    game: str
    what: str
    ask: str
    numbers: Numbers
    origin: str
    sheets: list[str] = field(default_factory=list)
    toys: list[str] = field(default_factory=list)
    line: list[str] = field(default_factory=list)
    throws: list[str] = field(default_factory=list)
    faces: dict[str, str] = field(default_factory=dict)
    rerolls: bool = True
    large: bool = False

    @property
    def face_lists(self) -> Faces:
        """The faces of each die."""
        return {die: faces.split() for die, faces in self.faces.items()}


def load_questions() -> list[Question]:
    """Return all questions of the files in this folder; each file is named after its game."""
    files = sorted(Path(__file__).parent.glob("*.counts"))
    return [
        Question(game=file.stem, **entry) for file in files for entry in tomllib.loads(file.read_text("utf-8"))["count"]
    ]


def play_line(side: Side, line: list[str]) -> Side:
    """Return the match after these throws and joint moves; the moves of several seats are separated by ' | '."""
    for text in line:
        if side.dice_wanted:
            side = side.thrown(text)
        else:
            side = side.moved(dict(zip(side.choices(), text.split(" | "), strict=True)))
    return side


def answer_choices(side: Side, _question: Question) -> Answer:
    """Return the number of choices of all acting seats."""
    found = Counter(text for texts in side.choices().values() for text in texts)
    return {"choices": found.total()}, found


def answer_lines(side: Side, question: Question) -> Answer:
    """Return the number of move sequences for the given dice."""
    found = lines_by_move(side, question.throws)
    return {"lines": found.total()}, found


def answer_turn(side: Side, question: Question) -> Answer:
    """Return the number of ways to play one turn, over all throws."""
    found = turn_by_move(side, question.face_lists)
    return {"ways": found.total()}, found


def answer_all_rolls(side: Side, question: Question) -> Answer:
    """Return the number of ways to play one turn, over all throws of ordinary dice."""
    faces = {die: [f"{die}{pips}" for pips in range(1, 7)] for die in side.dice_wanted}
    return answer_turn(side, replace(question, faces={die: " ".join(texts) for die, texts in faces.items()}))


def answer_tree(side: Side, question: Question) -> Answer:
    """Return the number of nodes of the whole tree."""
    tree, parts = tree_by_throw(side, question.face_lists, question.rerolls)
    return {**tree.numbers()}, parts


def answer_sums(side: Side, question: Question) -> Answer:
    """Return how often each color has the sums 1, 2, 3, …, and the number of distinct sets of sums."""
    different, rolls = sums_of_rolls(side, question.face_lists)
    highest = max(int(pick[1:]) for pick in rolls)
    by_color = {color: [rolls[f"{color}{number}"] for number in range(1, highest + 1)] for color in "rybp"}
    return {"different": different, **by_color}, rolls


ANSWERS: dict[str, Callable[[Side, Question], Answer]] = {
    "choices": answer_choices,
    "lines": answer_lines,
    "turn": answer_turn,
    "all rolls": answer_all_rolls,
    "tree": answer_tree,
    "sums": answer_sums,
}


def answer(side: Side, question: Question) -> Answer:
    """Return the counts, in total and by first move or throw."""
    return ANSWERS[question.ask](play_line(side, question.line), question)
