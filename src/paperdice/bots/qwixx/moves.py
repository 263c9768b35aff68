"""Decode Qwixx moves: the color and number that a move marks, and the cell that shows them."""

from __future__ import annotations

from paperdice.fast.compile import Record, kernel, register
from paperdice.games.qwixx import rules

# Codes enumerate the numbers of one color after those of the previous one; the pass comes first.
N_NUMBERS = rules.HIGHEST - rules.LOWEST + 1

register(rules)


@kernel
def color_of(move: int) -> int:
    return (move - 1) // N_NUMBERS


@kernel
def number_of(move: int) -> int:
    return (move - 1) % N_NUMBERS + rules.LOWEST


@kernel
def find_cell(sheets: Record, seat: int, move: int) -> tuple[int, int]:
    """Return the row and the cell that a move marks on a seat's sheet."""
    place = sheets.place[seat, color_of(move), number_of(move)] - 1
    return place // rules.MAX_CELLS, place % rules.MAX_CELLS
