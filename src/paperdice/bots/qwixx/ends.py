"""What is certain about a Qwixx move: that it wins or loses the match at once, or locks a first row."""

from __future__ import annotations

from typing import Any

from paperdice.fast.compile import kernel, register
from paperdice.games.qwixx import rules

SURE = 1000.0
FIRST_LOCK = 500.0
ALONE = 1000
SPAN = rules.HIGHEST - rules.LOWEST + 1

register(rules)


@kernel
def lead_of(sheets: Any, state: Any, seat: Any) -> Any:
    """Gives by how many points this seat is ahead of the best other one, much if it is alone."""
    lead = ALONE
    own = rules.score(sheets, state, seat)
    for other in range(state.n_seats):
        if other != seat:
            lead = min(lead, own - rules.score(sheets, state, other))
    return lead


@kernel
def verdict(sheets: Any, state: Any, seat: Any, move: Any, lead: Any) -> Any:
    """Gives what is certain about a move: it ends the match won or lost, or it locks a first row, which is worth it."""
    if move == rules.PASS:
        if state.phase != rules.Phase.COLOR or state.wrote == 1 or state.misses[seat] < rules.MISSES_TO_END - 1:
            return 0.0
        return SURE if lead > rules.MISS_COST else -SURE
    place = sheets.place[seat, (move - 1) // SPAN, (move - 1) % SPAN + rules.LOWEST] - 1
    row = place // rules.MAX_CELLS
    if place % rules.MAX_CELLS < sheets.n_cells[seat, row] - 1:
        return 0.0
    gain = 2 * state.n_marks[seat, row] + 3
    if rules.count_locks(state) + 1 < rules.LOCKS_TO_END:
        return FIRST_LOCK
    return SURE if lead + gain > 0 else (-SURE if lead + gain < 0 else 0.0)
