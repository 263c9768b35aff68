"""Brute-force solution of solo matches on Qwixx family sheets: recursion over every roll with exact fractions.

This code is independent of the solver, and represents the strip field by field.
"""

from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import product
from typing import NamedTuple

from paperdice.solve.qwixx_family.layout import SheetFeatures

Marked = tuple[frozenset[int], ...]


class Sheet(NamedTuple):
    """The sheet of a seat: the marked cells of each row, the used fields of the strip, and the misses."""

    rows: Marked
    used: frozenset[int] = frozenset()
    misses: int = 0


def last_cell(toy: SheetFeatures) -> int:
    return 2 * toy.sizes.faces - 2


def is_locked(toy: SheetFeatures, sheet: Sheet, row: int) -> bool:
    return last_cell(toy) in sheet.rows[row]


def count(toy: SheetFeatures, sheet: Sheet, row: int) -> int:
    return sum(toy.weights[row][cell] for cell in sheet.rows[row]) + is_locked(toy, sheet, row)


def score(toy: SheetFeatures, sheet: Sheet) -> int:
    counts = [min(count(toy, sheet, row), toy.most_marks) for row in range(4)]
    counts.append(sum(toy.steps[row][cell] for row in range(4) for cell in sheet.rows[row]))
    return sum(n * (n + 1) // 2 for n in counts) - 5 * sheet.misses


def is_over(toy: SheetFeatures, sheet: Sheet) -> bool:
    return sheet.misses == 4 or sum(is_locked(toy, sheet, row) for row in range(4)) > 1


def marked(toy: SheetFeatures, sheet: Sheet, row: int, cell: int) -> Sheet | None:
    """Return the sheet after a mark and everything that it forces, or None if the mark is illegal."""
    needs = toy.sizes.marks_to_lock if cell == last_cell(toy) else 0
    if cell <= max(sheet.rows[row], default=-1) or is_locked(toy, sheet, row) or count(toy, sheet, row) < needs:
        return None
    before = [is_locked(toy, sheet, each) for each in range(4)]
    rows = tuple(cells | {cell} if each == row else cells for each, cells in enumerate(sheet.rows))
    sheet = sheet._replace(rows=rows)
    free = [f for f, each in enumerate(toy.strip) if f not in sheet.used and not before[each]]
    if not toy.framed[row][cell] or not free:
        return sheet
    sheet = sheet._replace(used=sheet.used | {free[0]})
    forced = toy.strip[free[0]]
    return marked(toy, sheet, forced, max(sheet.rows[forced], default=-1) + 1) or sheet


def cell_of(toy: SheetFeatures, row: int, total: int) -> int:
    return total - 2 if row < 2 else 2 * toy.sizes.faces - total


def after_color(toy: SheetFeatures, sheet: Sheet, dice: tuple[int, ...], *, has_marked: bool) -> Iterator[Sheet]:
    yield sheet if has_marked else sheet._replace(misses=sheet.misses + 1)
    for row in range(4):
        for white in dice[:2]:
            new = marked(toy, sheet, row, cell_of(toy, row, white + dice[2 + row]))
            if new:
                yield new


def after_turn(toy: SheetFeatures, sheet: Sheet, dice: tuple[int, ...]) -> Iterator[Sheet]:
    yield from after_color(toy, sheet, dice, has_marked=False)
    total = dice[0] + dice[1]
    swapped = {one + other - total for one, other in toy.swaps if total in (one, other)}
    for row, number in product(range(4), {total} | swapped):
        new = marked(toy, sheet, row, cell_of(toy, row, number))
        if new and is_over(toy, new):
            yield new
        elif new:
            yield from after_color(toy, new, dice, has_marked=True)


@cache
def value(toy: SheetFeatures, sheet: Sheet) -> Fraction:
    """Return the best expected final score."""
    if is_over(toy, sheet):
        return Fraction(score(toy, sheet))
    rolls = list(product(range(1, toy.sizes.faces + 1), repeat=6))
    total = sum((max(value(toy, new) for new in set(after_turn(toy, sheet, dice))) for dice in rolls), Fraction(0))
    return total / len(rolls)
