"""Count move sequences and whole trees of anything that supports throws and moves."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterator
from dataclasses import dataclass, field
from itertools import product
from math import prod
from typing import Protocol

Faces = dict[str, list[str]]
LAST_PHASES = {"color", "fill", "share", "tick"}


class Side(Protocol):
    """An immutable match: throwing and moving return a new one."""

    @property
    def dice_wanted(self) -> tuple[str, ...]: ...
    @property
    def phase(self) -> str: ...
    @property
    def end_reason(self) -> str | None: ...
    @property
    def points(self) -> int: ...
    def key(self) -> Hashable: ...
    def choices(self) -> dict[int, tuple[str, ...]]: ...
    def thrown(self, text: str) -> Side: ...
    def moved(self, moves: dict[int, str]) -> Side: ...


@dataclass
class Tree:
    """Nodes below a position: throws, phases with decisions, ends by reason; and the sum of points at all ends."""

    throws: int = 0
    phases: int = 0
    ends: Counter[str] = field(default_factory=Counter)
    points: int = 0

    def add(self, other: Tree) -> None:
        """Add the counts of another tree."""
        self.throws += other.throws
        self.phases += other.phases
        self.ends.update(other.ends)
        self.points += other.points

    def numbers(self) -> dict[str, int]:
        """Return all counts by name."""
        return {"throws": self.throws, "phases": self.phases, **self.ends, "points": self.points}


def all_throws(side: Side, faces: Faces) -> Iterator[str]:
    """Return every throw of the wanted dice."""
    return (" ".join(words) for words in product(*(faces[die] for die in side.dice_wanted)))


def all_moves(side: Side) -> Iterator[dict[int, str]]:
    """Return every joint move of the acting seats."""
    choices = side.choices()
    return (dict(zip(choices, texts, strict=True)) for texts in product(*choices.values()))


def children(side: Side, faces: Faces, rerolls: bool = True) -> Iterator[tuple[str, Side]]:
    """Yield each throw or joint move as text with the resulting match; without rerolls, every first roll is kept."""
    if side.dice_wanted:
        return ((text, side.thrown(text)) for text in all_throws(side, faces))
    if side.phase == "reroll" and not rerolls:
        return (("keep", side.moved({seat: "keep"})) for seat in side.choices())
    return ((" | ".join(moves.values()), side.moved(moves)) for moves in all_moves(side))


def count_tree(side: Side, faces: Faces, rerolls: bool, known: dict[Hashable, Tree]) -> Tree:
    """Count the tree below a position, each node as often as it is reached; equal positions are walked once."""
    if side.end_reason is not None:
        return Tree(ends=Counter([side.end_reason]), points=side.points)
    key = side.key()
    if key not in known:
        tree = Tree(throws=1) if side.dice_wanted else Tree(phases=1)
        for _, child in children(side, faces, rerolls):
            tree.add(count_tree(child, faces, rerolls, known))
        known[key] = tree
    return known[key]


def tree_by_throw(side: Side, faces: Faces, rerolls: bool = True) -> tuple[Tree, Counter[str]]:
    """Count the whole tree, and its ends by first throw."""
    known: dict[Hashable, Tree] = {}
    parts = {text: count_tree(child, faces, rerolls, known) for text, child in children(side, faces)}
    whole = Tree(throws=1)
    for part in parts.values():
        whole.add(part)
    return whole, Counter({text: part.ends.total() for text, part in parts.items()})


def keep(side: Side) -> Side:
    """Return the match after keeping the roll, in games that ask."""
    return side.moved(dict.fromkeys(side.choices(), "keep")) if side.phase == "reroll" else side


def count_lines(side: Side, throws: list[str]) -> int:
    """Count the ways in which seats can move while the given dice are thrown and kept."""
    if side.end_reason is not None or (side.dice_wanted and not throws):
        return 1
    if side.dice_wanted:
        return count_lines(keep(side.thrown(throws[0])), throws[1:])
    if side.phase in LAST_PHASES and not throws:
        return prod(len(texts) for texts in side.choices().values())
    return sum(count_lines(child, throws) for _, child in children(side, {}))


def lines_by_move(side: Side, throws: list[str]) -> Counter[str]:
    """Count the same by first joint move."""
    first = keep(side.thrown(throws[0]))
    if first.phase in LAST_PHASES and not throws[1:]:
        return Counter(" | ".join(moves.values()) for moves in all_moves(first))
    return Counter({text: count_lines(child, throws[1:]) for text, child in children(first, {})})


def turn_by_move(side: Side, faces: Faces) -> Counter[str]:
    """Count the ways to play a turn over all throws, all of them kept, by first move."""
    found: Counter[str] = Counter()
    for text in all_throws(side, faces):
        found.update(lines_by_move(side, [text]))
    return found


def sums_of_rolls(side: Side, faces: Faces) -> tuple[int, Counter[str]]:
    """Count the distinct sets of sums on a new Qwantum sheet over all rolls, and the rolls for each sum."""
    rolls: Counter[str] = Counter()
    different = set()
    for text in all_throws(side, faces):
        (picks,) = keep(side.thrown(text)).choices().values()
        rolls.update(pick for pick in picks if pick != "-")
        different.add(frozenset(picks))
    return len(different), rolls
