"""Small random programs of the translator's subset, which always terminate."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

HEAD = """from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from enum import IntEnum
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from paperdice.errors import IllegalMoveError, PaperdiceError, Reason, WrongSeatError


class Color(IntEnum):
    RED = 1
    BLUE = 2
    GREEN = 5


class Place(NamedTuple):
    turn: int
    name: str = "p"


@dataclass(frozen=True)
class Entry:
    text: str
    points: int = 3
    place: Place | None = None


@dataclass
class Shape:
    size: int

    def area(self, n: int) -> int:
        return self.size * n % 97


@dataclass
class Disk(Shape):
    names: list[str] = field(default_factory=list)

    def area(self, n: int) -> int:
        self.names.append(str(n))
        return super().area(n) + len(self.names)


class Board:
    MOST = 4

    def __init__(self, name: str) -> None:
        self.name = name
        self.n = 0
        self.marks: list[int] = []
        self.found: dict[str, int] = {}
        self.last: Entry | None = None

    @property
    def total(self) -> int:
        return sum(self.marks) % 1000

    def mark(self, value: int) -> int:
        if len(self.marks) >= self.MOST:
            raise IllegalMoveError("full", Reason("full", {"n": value % 100}))
        self.marks.append(value % 100)
        self.n += 1
        return self.total

    def walk(self, n: int) -> Iterator[int]:
        for mark in self.marks:
            self.n += 1
            yield mark + n


def area_of(shape: Shape | Disk | Entry | None, n: int) -> int:
    match shape:
        case None:
            return -1
        case Entry(points=points) if points > n:
            return points
        case Disk(names=names):
            return shape.area(n) + len(names)
        case Shape():
            return shape.area(n)
        case _:
            return n


"""
INT, TEXT, BOOL, FLOAT, SINGLE = "int", "str", "bool", "float", "np.float32"
INTS, TEXTS, PAIRS = "list[int]", "list[str]", "list[tuple[int, str]]"
DICT, MAP, SET = "dict[str, int]", "dict[int, str]", "set[int]"
PERHAPS, PLACE, ENTRY, SHAPE = "int | None", "Place", "Entry", "Shape | Disk | Entry | None"
WORDS = ("", "a", "b", "ab", "ba", "a-b", "Zoë", "𝔘𝔫", " x ", "-", "12", "7x")
DEPTH = 3
PLAIN: Mapping[str, Callable[[random.Random], str]] = {
    INT: lambda chance: str(chance.choice([0, 1, 2, 3, 5, 7, 10, 64, -1, -3])),
    TEXT: lambda chance: repr(chance.choice(WORDS)),
    BOOL: lambda chance: chance.choice(["True", "False"]),
    FLOAT: lambda chance: chance.choice(["0.5", "1.25", "-2.5", "3.0", "0.1", "0.125"]),
    SINGLE: lambda chance: f"np.float32({chance.choice(['0.1', '1.5', '-2.7'])})",
    INTS: lambda chance: chance.choice(["[1, 2, 3]", "[5, -1, 5]", "[4]"]),
    TEXTS: lambda chance: chance.choice(["['a', 'b']", "['ab', '', 'c']", "['𝔘', 'z']"]),
    PAIRS: lambda chance: chance.choice(["[(1, 'a'), (2, 'b')]", "[(2, 'b'), (2, 'a'), (1, 'c')]"]),
    DICT: lambda chance: chance.choice(["{'a': 1}", "{'b': 2, 'a': 3}"]),
    MAP: lambda chance: chance.choice(["{1: 'a'}", "{7: 'x', 3: 'y'}"]),
    SET: lambda chance: chance.choice(["{1, 2}", "{3}"]),
    PERHAPS: lambda chance: chance.choice(["None", "4"]),
    PLACE: lambda _chance: "Place(1, 'x')",
    ENTRY: lambda _chance: "Entry('e', 5)",
    SHAPE: lambda chance: chance.choice(["None", "Shape(3)", "Disk(2)"]),
}
NAMES = {
    "int": INT,
    "text": TEXT,
    "bool": BOOL,
    "float": FLOAT,
    "single": SINGLE,
    "ints": INTS,
    "texts": TEXTS,
    "pairs": PAIRS,
    "dict": DICT,
    "map": MAP,
    "set": SET,
    "perhaps": PERHAPS,
    "place": PLACE,
    "entry": ENTRY,
    "shape": SHAPE,
}


def read_ways() -> tuple[dict[str, list[str]], list[str]]:
    """Return the templates for values of each kind, and for statements."""
    _, *parts = (Path(__file__).parent / "ways.txt").read_text("utf-8").split("\n# ")
    named = dict(part.split("\n", 1) for part in parts)
    statements = named.pop("statements").split("\n.\n")
    ways = {NAMES[name]: [line for line in text.split("\n") if line] for name, text in named.items()}
    return ways, [each for each in statements if each]


WAYS, STATEMENTS = read_ways()


class Writer:
    """One random program."""

    def __init__(self, seed: int) -> None:
        self.chance = random.Random(seed)

    def value(self, kind: str, depth: int = 0) -> str:
        """Return an expression of a kind."""
        chance = self.chance
        if depth >= DEPTH or chance.random() < 0.15 * depth:
            return self.name(kind) if chance.random() < 0.6 else PLAIN[kind](chance)
        if chance.random() < 0.2:
            return self.name(kind)
        return self.filled(self.chosen(WAYS[kind]), depth + 1)

    def chosen(self, ways: Sequence[str]) -> str:
        """Choose a template; one marked with `!`, which often raises, is chosen rarely."""
        while True:
            way = self.chance.choice(ways)
            if not way.startswith("!") or self.chance.random() < 0.08:
                return way.removeprefix("!")

    def name(self, kind: str) -> str:
        """Return one of the two names of a kind."""
        short = next(name for name, each in NAMES.items() if each == kind)
        return f"{short}{self.chance.randrange(2)}"

    def filled(self, way: str, depth: int) -> str:
        """Fill the braces of a template; double ones become single."""
        found, place = "", 0
        while place < len(way):
            if way[place : place + 2] in ("{{", "}}"):
                found += way[place]
                place += 2
            elif way[place] == "{":
                end = way.index("}", place)
                found += self._word(way[place + 1 : end], depth)
                place = end + 1
            else:
                found += way[place]
                place += 1
        return found

    def _word(self, word: str, depth: int) -> str:
        if word.endswith("_name"):
            return self.name(NAMES[word.removesuffix("_name")])
        if word == "text_int":
            return f"({self.value(INT, depth)}, {self.value(TEXT, depth)}[:9])"
        return self.value(NAMES[word], depth)

    def block(self, depth: int, at: str) -> list[str]:
        """Return some statements."""
        return [line for _ in range(self.chance.randrange(1, 4)) for line in self.statement(depth, at)]

    def statement(self, depth: int, at: str) -> list[str]:
        """Return one statement with its blocks."""
        way = self.chosen([each for each in STATEMENTS if depth < 2 or "*" not in each.replace(", *", "")])
        for name, kind in NAMES.items():
            if f"<{name}>" in way:
                way = way.replace(f"<{name}>", self.name(kind))
        lines: list[str] = []
        for place, part in enumerate(way.replace(", *", ", STAR").split("*")):
            if place:
                lines += self.block(depth + 1, at + "    " * (2 if "    case" in lines[-1] else 1))
            lines += [at + self.filled_line(line.replace(", STAR", ", *")) for line in part.split("\n") if line]
        return lines

    def filled_line(self, line: str) -> str:
        """Fill the braces of a line; those of a formatted text contain names."""
        return line if line.lstrip().startswith("log.append") else self.filled(line, 1)

    def program(self) -> str:
        """Return a module whose `main` returns all of its names, or what it raised."""
        known = [(f"{name}{n}", kind) for name, kind in NAMES.items() for n in range(2)]
        start = [f"    {name}: {kind} = {PLAIN[kind](self.chance)}" for name, kind in known]
        body = [line for _ in range(self.chance.randrange(3, 9)) for line in self.statement(0, "    ")]
        names = ", ".join(name for name, _ in known)
        lines = ["    board = Board('b')", "    log: list[str] = []", *start, *body]
        end = [
            f"    told: list[object] = [{names}]",
            "    return [told, board.marks, board.found, board.name, board.n, board.last, log]",
        ]
        return HEAD + "\n".join(["def play() -> list[object] | list[str]:", *lines, *end]) + MAIN


MAIN = """


def main() -> object:
    return play()
"""


def write_program(seed: int) -> str:
    """Return a random program."""
    return Writer(seed).program()
