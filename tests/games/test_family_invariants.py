"""Invariants of every match of the Qwixx family after every phase, checked on the text of positions alone.

They come from the specification of the variants and use neither the rules nor the oracle.
"""

from __future__ import annotations

from random import Random
from typing import NamedTuple

import pytest

import paperdice
from paperdice import Match, SeededDice
from tests.sampling import budget

UP = {color: list(range(2, 13)) for color in "ry"} | {color: list(range(12, 1, -1)) for color in "gb"}
LONG = {color: list(range(2, 17)) for color in "ry"} | {color: list(range(16, 1, -1)) for color in "gb"}
FRAMED = {"r3", "r6", "r9", "y5", "y8", "y11", "g11", "g7", "g4", "b10", "b8", "b5"}
TWICE = {*(f"{c}{n}" for c in "ry" for n in (3, 5, 9, 11)), *(f"{c}{n}" for c in "gb" for n in (10, 8, 6, 4))}
CHAIN_C = {"r3": "y3", "r8": "y8", "y6": "g8", "y11": "g3", "g10": "b10", "g5": "b5"}
PARTNERS = CHAIN_C | {other: one for one, other in CHAIN_C.items()}
NEED = {"double": 7, "longo": 6}
MOST = {"double": 16, "longo": 15, "big": 15}
LUCKY = {"longo-1": (6, 12), "longo-9": (6, 7)}
SHEETS = ["double-a", "double-b", "steps-d", "chain-c", "bonus-a", "bonus-b", "big-points", "x-change", "longo-9"]
ONE_MARK = ("double", "steps", "big", "x", "longo")


class Paper(NamedTuple):
    """The position of one seat, parsed from text."""

    name: str
    crosses: dict[str, int]
    misses: int
    lines: dict[str, str]

    @property
    def kind(self) -> str:
        return self.name.partition("-")[0]

    @property
    def rows(self) -> dict[str, list[int]]:
        return LONG if self.kind == "longo" else UP

    def furthest(self, color: str) -> int:
        return max((i for i, number in enumerate(self.rows[color]) if f"{color}{number}" in self.crosses), default=-1)

    def count(self, color: str) -> int:
        held = {cell: n for cell, n in self.crosses.items() if cell[0] == color}
        return sum(n * (2 if self.name == "double-b" and cell in TWICE else 1) for cell, n in held.items())

    def has_lock(self, color: str) -> bool:
        goals = self.rows[color][-2:] if self.kind == "longo" else self.rows[color][-1:]
        return any(f"{color}{number}" in self.crosses for number in goals)

    def row_points(self, color: str) -> int:
        beside = sum(text.count("1") for pair, text in self.lines.items() if color in pair and pair in ("ry", "gb"))
        n = min(self.count(color) + self.has_lock(color) + beside, MOST.get(self.kind, 12))
        return n * (n + 1) // 2


def read(match: Match) -> list[Paper]:
    """Return the papers of all seats."""
    papers = []
    for part in match.position().split(" | ")[1:]:
        name, rows, misses, *lines = part.split(" ")
        numbers = LONG if name.startswith("longo") else UP
        crosses = {
            f"{color}{numbers[color][place]}": int(mark)
            for color, text in zip("rygb", rows.split("/"), strict=True)
            for place, mark in enumerate(text.replace("-", ""))
            if mark != "."
        }
        papers.append(Paper(name, crosses, int(misses), dict(line.split("=") for line in lines)))
    return papers


def added(before: Paper, after: Paper) -> list[str]:
    """Return the newly crossed cells; no cross may disappear."""
    assert all(after.crosses.get(cell, 0) >= n for cell, n in before.crosses.items())
    return [cell for cell, n in after.crosses.items() if n > before.crosses.get(cell, 0)]


def check_move(before: Paper, after: Paper, move: str, locked: set[str], whites: int) -> None:
    """Check the effect of one move of one seat on its paper."""
    new = added(before, after)
    if move == "-":
        assert before == after
        return
    named = move.rpartition(":")[2].removeprefix("*").partition(">")[0]
    if named[:2] in ("ry", "gb"):
        assert new == [] and after.lines[named[:2]].count("1") == before.lines[named[:2]].count("1") + 1
        return
    assert named in new
    if before.kind in ONE_MARK:
        assert new == [named]
    if before.kind == "chain":
        assert set(new) == {named} | ({PARTNERS[named]} & set(PARTNERS) if named in PARTNERS else set())
    for cell in new:
        check_cross(before, after, cell, named, locked)
    if move.startswith("*"):
        check_lucky(before, named, locked, whites)


def check_cross(before: Paper, after: Paper, cell: str, named: str, locked: set[str]) -> None:
    """Check where a new cross stands, and that a goal had enough crosses before it."""
    color, place = cell[0], before.rows[cell[0]].index(int(cell[1:]))
    is_partner = before.kind == "chain" and cell != named
    if is_partner:
        return  # also left of the last cross, also in a closed row
    assert color not in locked
    if before.crosses.get(cell):
        assert before.name == "double-a" and place == before.furthest(color) and before.crosses[cell] == 1
    else:
        assert place > before.furthest(color)
    is_goal = place >= len(before.rows[color]) - (2 if before.kind == "longo" else 1)
    if is_goal:
        assert after.count(color) - 1 >= NEED.get(before.kind, 5) and not before.has_lock(color)


def check_lucky(before: Paper, cell: str, locked: set[str], whites: int) -> None:
    """Check that a lucky mark is the next cell of an open row with the fewest crosses, and not the sum itself."""
    assert whites in LUCKY[before.name] and int(cell[1:]) != whites
    counts = {color: before.count(color) for color in "rygb" if color not in locked}
    assert counts[cell[0]] == min(counts.values())
    assert before.rows[cell[0]].index(int(cell[1:])) == before.furthest(cell[0]) + 1


def check_paper(paper: Paper, tally: dict[str, int]) -> None:
    """Check what every paper shows at any time."""
    if paper.kind == "chain":
        assert all((one in paper.crosses) == (other in paper.crosses) for one, other in CHAIN_C.items())
    if paper.name == "bonus-a":
        assert paper.lines["strip"].count("1") <= sum(cell in FRAMED for cell in paper.crosses)
    points = {color: paper.row_points(color) for color in "rygb"}
    assert {color: tally[color] for color in "rygb"} == points
    if paper.name == "bonus-b":
        assert tally.get("square", min(points.values())) == min(points.values())
        has_star = {"y3", "g5"} <= set(paper.crosses)
        assert ("octagon" in tally) == ({"r6", "b4"} <= set(paper.crosses))
        assert tally["misses"] == (0 if has_star else -5 * paper.misses)
    else:
        assert tally["misses"] == -5 * paper.misses


def choose(rng: Random, match: Match, seat: int) -> str:
    """Choose a mark, usually one that skips few cells, so that rows are locked."""
    choices = list(match.choices(seat))
    paper = read(match)[seat]

    def skips(move: str) -> float:
        named = move.rpartition(":")[2].removeprefix("*").partition(">")[0]
        if move == "-" or named[:2] in ("ry", "gb"):
            return 2.5 if move == "-" else 0
        place, row = paper.rows[named[0]].index(int(named[1:])), paper.rows[named[0]]
        return -1 if place == len(row) - 1 else place - paper.furthest(named[0])

    return rng.choice(choices) if rng.random() < 0.2 else min(choices, key=lambda move: skips(move) + rng.random())


@pytest.mark.sampled
@pytest.mark.parametrize("name", SHEETS)
def test_every_phase_of_a_match_keeps_what_the_specification_says(name: str) -> None:
    """Play some matches of two seats, phase by phase."""
    for seed in range(budget(1, 12)):
        rng, dice = Random(f"{name} {seed}"), SeededDice(seed)
        match = Match(paperdice.find_game("longo" if name.startswith("longo") else "qwixx"), 2, name)
        has_marked = False
        while not match.over:
            match.throw(dice)
            has_marked = False
            for _ in ("white", "color"):
                if match.dice_wanted or match.over:
                    break
                has_marked = play_phase(rng, match, has_marked)
        papers = read(match)
        locked = {color for paper in papers for color in "rygb" if paper.has_lock(color)}
        assert len(locked) >= 2 or max(paper.misses for paper in papers) == 4


def play_phase(rng: Random, match: Match, has_marked: bool) -> bool:
    """Play and check one phase, and return whether the active seat has marked in this turn."""
    before, active, phase, turn = read(match), match.active, match.phase, match.turn
    locked = {color for paper in before for color in "rygb" if paper.has_lock(color)}
    whites = sum(int(face[1:]) for face in match.roll.split(" ")[:2])
    moves = {seat: choose(rng, match, seat) for seat in match.acting}
    for seat, move in moves.items():
        match.play(seat, move)
    has_marked = has_marked or moves[active] != "-"
    is_missed = phase == "color" and not has_marked
    for seat, (old, new) in enumerate(zip(before, read(match), strict=True)):
        assert new.misses == old.misses + (is_missed and seat == active)
        check_move(old, new._replace(misses=old.misses), moves.get(seat, "-"), locked, whites)
        check_paper(new, match.tally(seat))
    after = {color for paper in read(match) for color in "rygb" if paper.has_lock(color)}
    assert locked <= after and (len(after) < 2 or match.over)
    assert match.over or match.turn == turn + (phase == "color")
    return has_marked
