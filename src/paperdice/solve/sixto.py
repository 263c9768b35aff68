"""A patient policy for solo Sixto that skips no cells as long as it may pass, and locks rows last."""

from __future__ import annotations

from paperdice.fast.compile import Floats, Ints, Record, kernel, register
from paperdice.fast.playout import Playout, Policy
from paperdice.games.sixto import SIXTO, rules
from paperdice.games.sixto.rules import GOALS_TO_LOCK, IDLE_ROUNDS_TO_END, MAX_CELLS, MAX_ROWS, REROLL, Phase

# The number of simultaneous locks worth ending the match for, by the number of throws left, once one row is locked and
# the others lack only their lock: the optimum for five rows, each locked by two of six faces.
LOCKS_WANTED = (1, 2, 3, 3, 3, 3)
# A match ends with the third consecutive turn without a mark.
_LAST_IDLE = IDLE_ROUNDS_TO_END - 1

register(rules)


@kernel
def skipped_cells(sheets: Record, state: Record, die: int) -> int:
    """Return the number of scoring columns that a mark with this die skips.

    Marking the last goal counts as one more, because it leaves no second goal for locking the row.
    """
    cell = rules.cell_of_die(sheets, state, 0, die)
    first_goal = sheets.first_goal[0, die]
    skipped = max(0, min(cell, first_goal) - state.next_cell[0, die])
    return int(skipped + (cell == sheets.n_cells[0, die] - 1))


@kernel
def locks_row(state: Record, die: int) -> bool:
    return bool(state.n_goals[0, die] == GOALS_TO_LOCK - 1)


@kernel
def is_growing(sheets: Record, state: Record) -> bool:
    """Return whether any row can still be marked without locking it."""
    for row in range(MAX_ROWS):
        is_ended = state.next_cell[0, row] == sheets.n_cells[0, row]
        if state.locked[row] == 0 and state.n_goals[0, row] == 0 and not is_ended:
            return True
    return False


@kernel
def marks_for_free(sheets: Record, state: Record) -> int:
    """Return a bit mask of the dice with which a cell can be marked without skipping any cell or locking the row."""
    free = 0
    for die in range(MAX_ROWS):
        if rules.can_use(sheets, state, 0, die) and not locks_row(state, die):
            free |= (skipped_cells(sheets, state, die) == 0) << die
    return free


@kernel
def cheapest_mark(sheets: Record, state: Record) -> int:
    """Return the die whose mark skips the fewest cells without locking the row, as a bit mask; 0 if there is none."""
    best = 0
    fewest = MAX_CELLS + 1
    for die in range(MAX_ROWS):
        if rules.can_use(sheets, state, 0, die) and not locks_row(state, die):
            skipped = skipped_cells(sheets, state, die)
            if skipped < fewest:
                best = 1 << die
                fewest = skipped
    return best


@kernel
def ready_locks(sheets: Record, state: Record) -> int:
    """Return a bit mask of the dice that can lock their rows."""
    ready = 0
    for die in range(MAX_ROWS):
        if rules.can_use(sheets, state, 0, die) and locks_row(state, die):
            ready |= 1 << die
    return ready


@kernel
def choose_locks(state: Record, ready: int, throws_left: int) -> int:
    """Return a bit mask of the dice to lock rows with when nothing else is left to mark; 0 means to pass.

    The first lock is taken alone. The second one ends the match, so the policy waits until enough rows can be locked at
    once.
    """
    if rules.count_locks(state) == 0:
        return ready & -ready
    n_ready = 0
    for die in range(MAX_ROWS):
        n_ready += (ready >> die) & 1
    return ready if n_ready >= LOCKS_WANTED[throws_left] else 0


@kernel
def choose_dice(sheets: Record, state: Record, throws_left: int) -> int:
    """Return the dice to mark with, as a bit mask, or 0 if passing is better."""
    free = marks_for_free(sheets, state)
    if free > 0:
        return free
    ready = ready_locks(sheets, state)
    if not is_growing(sheets, state):
        return choose_locks(state, ready, throws_left)
    if throws_left > 0:
        return 0
    if ready > 0 and rules.count_locks(state) == 0:
        return ready & -ready
    return cheapest_mark(sheets, state)


@kernel
def rate_patient(
    weights: Floats, sheets: Record, state: Record, seat: int, moves: Ints, n: int, values: Floats
) -> None:
    """Assign a rating of 1 to the policy's choice and 0 to all other moves.

    The policy rerolls if it would not mark anything with the first throw.
    """
    throws_left = 2 * (_LAST_IDLE - state.idle)
    if state.phase == Phase.REROLL:
        keeps = choose_dice(sheets, state, throws_left + 1) > 0
        wanted = 1 - REROLL if keeps else REROLL
    else:
        wanted = choose_dice(sheets, state, throws_left)
    for index in range(n):
        values[index] = moves[index] == wanted


PATIENT = Policy("patient", rate_patient)


def play_alone(matches: int, seed: int = 1, sheet: str = "A") -> Ints:
    """Play solo matches with the patient policy and return their scores."""
    results = Playout(SIXTO, [SIXTO.sheets[sheet]], [PATIENT], first=0).play(seed, 0, matches)
    scores: Ints = results["scores"][:, 0]
    return scores
