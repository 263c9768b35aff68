"""Brute-force solution of Qwixx for one sheet, independent of the solver: recursion over rolls with exact fractions."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import product

Row = tuple[int, ...]
Rows = tuple[Row, ...]


@dataclass(frozen=True)
class Toy:
    """The sizes of a toy sheet and its dice, and the payoff for the final score."""

    faces: int
    marks_to_lock: int
    seats: int = 1
    hazards: tuple[Fraction, ...] = (Fraction(0),)
    worth: Callable[[int], int] = int

    @property
    def last(self) -> int:
        return 2 * self.faces - 2


def marked(toy: Toy, rows: Rows, row: int, total: int) -> Rows | None:
    """Return the rows after a mark, or None if it is illegal; a row is the tuple of its marked cells, and a lock adds
    another one.
    """
    cells = rows[row]
    cell = total - 2 if row < 2 else 2 * toy.faces - total
    if cells and cells[-1] >= cell:
        return None
    if cell == toy.last:
        if len(cells) < toy.marks_to_lock:
            return None
        new = (*cells, cell, cell + 1)
    else:
        new = (*cells, cell)
    return (*rows[:row], new, *rows[row + 1 :])


def simplified(rows: Rows) -> Rows:
    """Return the rows reduced to the last cell and the number of marks, which determine the possible marks."""
    return tuple((-1,) * (len(cells) - 1) + cells[-1:] for cells in rows)


def is_over(toy: Toy, rows: Rows, misses: int) -> bool:
    return misses == 4 or sum(1 for cells in rows if cells and cells[-1] > toy.last) > 1


def final_score(rows: Rows, misses: int) -> int:
    return sum(len(cells) * (len(cells) + 1) // 2 for cells in rows) - 5 * misses


Ends = Iterator[tuple[Rows, int]]


def after_color(toy: Toy, rows: Rows, dice: tuple[int, ...], misses: int, *, has_marked: bool) -> Ends:
    yield rows, misses if has_marked else misses + 1
    for row in range(4):
        for white in dice[:2]:
            new = marked(toy, rows, row, white + dice[2 + row])
            if new:
                yield new, misses


def after_turn(toy: Toy, rows: Rows, dice: tuple[int, ...], misses: int) -> Ends:
    yield from after_color(toy, rows, dice, misses, has_marked=False)
    for row in range(4):
        new = marked(toy, rows, row, dice[0] + dice[1])
        if new and is_over(toy, new, misses):
            yield new, misses
        elif new:
            yield from after_color(toy, new, dice, misses, has_marked=True)


def after_white(toy: Toy, rows: Rows, total: int) -> set[Rows]:
    news = [rows, *(marked(toy, rows, row, total) for row in range(4))]
    return {simplified(new) for new in news if new}


@cache
def value(toy: Toy, rows: Rows, misses: int = 0, wait: int = 0) -> Fraction:
    """Return the best expected payoff; `wait` is the number of turns of other seats before the seat's own turn."""
    if is_over(toy, rows, misses):
        return Fraction(toy.worth(final_score(rows, misses)))
    faces = range(1, toy.faces + 1)
    total = Fraction(0)
    if wait == 0:
        for dice in product(faces, repeat=6):
            ends = {(simplified(new), m) for new, m in after_turn(toy, rows, dice, misses)}
            total += max(value(toy, new, m, toy.seats - 1) for new, m in ends)
        return total / toy.faces**6
    for pair in product(faces, repeat=2):
        hazard = toy.hazards[min(clock(toy, rows, misses), len(toy.hazards) - 1)]
        total += max(kept(toy, new, misses, wait, hazard) for new in after_white(toy, rows, sum(pair)))
    return total / toy.faces**2


def clock(toy: Toy, rows: Rows, misses: int) -> int:
    """Return the number of marks and misses; a locked row counts as seven marks."""
    return misses + sum(7 if cells and cells[-1] > toy.last else len(cells) for cells in rows)


def kept(toy: Toy, rows: Rows, misses: int, wait: int, hazard: Fraction) -> Fraction:
    """Return the expected payoff after another seat's turn, which ends the match with probability `hazard`."""
    stopped = hazard * toy.worth(final_score(rows, misses))
    return stopped + (1 - hazard) * value(toy, rows, misses, wait - 1)
