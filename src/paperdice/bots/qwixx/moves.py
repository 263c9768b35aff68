"""Decode Qwixx moves, and rate those that decide the match immediately or lock the first row."""

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


SURE = 1000.0
FIRST_LOCK = 500.0
ALONE = 1000

register(rules)


@kernel
def lead_of(sheets: Record, state: Record, seat: int) -> int:
    """Return a seat's lead in points over its best opponent, or a large number in a solo match."""
    lead = ALONE
    own = rules.score(sheets, state, seat)
    for other in range(state.n_seats):
        if other != seat:
            lead = min(lead, own - rules.score(sheets, state, other))
    return lead


@kernel
def verdict_on_pass(state: Record, seat: int, lead: int) -> float:
    """Return the rating of a pass that takes the fourth miss and so decides the match; 0 for any other pass."""
    if state.phase != rules.Phase.COLOR or state.wrote == 1 or state.misses[seat] < rules.MISSES_TO_END - 1:
        return 0.0
    return SURE if lead > rules.MISS_COST else -SURE


@kernel
def verdict(sheets: Record, state: Record, seat: int, move: int, lead: int) -> float:
    """Return the rating of a move that ends the match or locks the first row; 0 for any other move."""
    if move == rules.PASS:
        return verdict_on_pass(state, seat, lead)
    row, cell = find_cell(sheets, seat, move)
    if cell < sheets.n_cells[seat, row] - 1:
        return 0.0
    if rules.count_locks(state) + 1 < rules.LOCKS_TO_END:
        return FIRST_LOCK
    # From n marks to n + 2, since the lock counts as one: (n + 1) + (n + 2) points. [Qwixx 8]
    lead_after = lead + 2 * state.n_marks[seat, row] + 3
    if lead_after == 0:
        return 0.0
    return SURE if lead_after > 0 else -SURE
