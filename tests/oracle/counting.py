"""The oracles in a form that tests/counts can walk; the expected counts were computed with it."""

from __future__ import annotations

import sys
from collections.abc import Callable, Hashable
from copy import copy, deepcopy

import paperdice
from tests.counts.questions import Question, answer, load_questions

from . import family, longo, qwantum, qwixx, sixto, twenty_one
from .players import AnyOracle

ORACLES: dict[str, Callable[..., AnyOracle]] = {
    "qwixx": qwixx.Oracle,
    "longo": longo.Oracle,
    "twenty_one": twenty_one.Oracle,
    "qwantum": qwantum.Oracle,
    "sixto": sixto.Oracle,
}


def freeze(value: object) -> Hashable:
    """Return the same value made of hashable types."""
    if isinstance(value, set):
        return frozenset(value)
    if isinstance(value, dict):
        return tuple((key, freeze(part)) for key, part in value.items())
    if isinstance(value, list):
        return tuple(freeze(part) for part in value)
    if isinstance(value, family.Paper):
        return freeze(vars(value))
    return value if getattr(value, "__hash__", None) is not None else repr(value)


class OracleSide:
    """An oracle as an immutable match."""

    def __init__(self, oracle: AnyOracle) -> None:
        self.oracle = oracle
        self.dice_wanted = oracle.dice_wanted
        self.phase = oracle.phase
        self.end_reason = oracle.end_reason

    @property
    def points(self) -> int:
        return self.oracle.scores[0]

    def key(self) -> Hashable:
        return freeze({name: value for name, value in vars(self.oracle).items() if name != "sheets"})

    def choices(self) -> dict[int, tuple[str, ...]]:
        return {seat: tuple(sorted(self.oracle.choices(seat))) for seat in self.oracle.acting}

    def twin(self) -> AnyOracle:
        """Return an independent oracle in the same position; only the sheets are shared."""
        twin = copy(self.oracle)
        for name, value in vars(self.oracle).items():
            if name != "sheets":
                setattr(twin, name, deepcopy(value))
        return twin

    def thrown(self, text: str) -> OracleSide:
        twin = self.twin()
        twin.throw(text)
        return OracleSide(twin)

    def moved(self, moves: dict[int, str]) -> OracleSide:
        twin = self.twin()
        twin.resolve(moves)
        return OracleSide(twin)


def read_cell(text: str) -> tuple[str, int]:
    """Return the color and number of a cell, 0 where nothing is printed."""
    return text[0], int(text[1:] or 0)


def make_side(question: Question) -> OracleSide:
    """Return the oracle's match at the start of a question."""
    toys = [tuple(tuple(map(read_cell, row.split(","))) for row in toy.split("/")) for toy in question.toys]
    sheets: list[object] = [*question.sheets, *toys]
    if question.game == "sixto" and question.sheets:
        printed = paperdice.find_game("sixto").sheets
        sheets = [tuple(row.numbers for row in printed[name].rows) for name in question.sheets]
    if any(name in family.NAMES for name in question.sheets):
        return OracleSide(family.Oracle(len(question.sheets), question.sheets))
    return OracleSide(ORACLES[question.game](len(sheets), sheets))


def main(games: list[str]) -> None:
    """Print each question with the oracle's counts and whether the file agrees."""
    for question in load_questions():
        if question.game in games:
            numbers, _ = answer(make_side(question), question)
            verdict = "as stated" if numbers == question.numbers else f"but the file says {question.numbers}"
            sys.stdout.write(f"{question.game}: {question.what}: {numbers} {verdict}\n")


if __name__ == "__main__":
    main(sys.argv[1:] or list(ORACLES))
