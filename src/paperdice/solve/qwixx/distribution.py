"""The exact distribution of the final Qwixx score under optimal play.

Probabilities are propagated forward from the empty sheet, one level of progress after another. Unlike in the solver,
the states of locked rows include their number of marks, so that the points already scored can be computed from the
position alone.
"""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise

import numpy as np

from paperdice.fast.compile import Floats, Ints, Record, kernel
from paperdice.fast.cores import count_cores
from paperdice.fast.progress import Progress, ignore_progress
from paperdice.solve.qwixx.kernels import (
    NO_CELL,
    combine_faces,
    end_value,
    make_work,
    position_index,
    rank_above,
    set_position,
    side_index,
    signed,
    weigh_marks,
    white_cell,
)
from paperdice.solve.qwixx.question import SolvedTable, make_problem
from paperdice.solve.qwixx.states import (
    MAX_CELLS,
    MISS_COST,
    N_MISSES,
    N_RISING,
    N_ROWS,
    NO_STATE,
    OWN_TURN,
    Plane,
    Positions,
    RowStates,
    list_positions,
)

LOWEST_SCORE = -MISS_COST * N_MISSES
# A full row has twelve marks including its lock.
MOST_ROW_POINTS = 78
N_SCORES = N_ROWS * MOST_ROW_POINTS - LOWEST_SCORE + 1


@kernel
def both_index(problem: Record, work: Record, k: int, other: int) -> int:
    """Return the index of the position after marking two open cells in different rows."""
    row = work.open_row[k]
    if row // N_RISING != work.open_row[other] // N_RISING:
        return position_index(signed(work.one_pair[k]), signed(work.one_pair[other]))
    return side_index(work, row, signed(problem.pair[work.one[k], work.one[other]]))


@kernel
def follow_index(problem: Record, work: Record, white: int, k: int, misses: int) -> int:
    """Return the index of the position after a color mark.

    If marking the white sum first is better, this is the position after both marks.
    """
    best = work.one_value[k, misses]
    index: int = work.one_index[k]
    lock_cell = problem.n_cells - 1
    for row in range(N_ROWS):
        cell = white_cell(problem, row, white)
        marked = work.open_at[row, cell]
        if marked == NO_CELL or (cell == lock_cell and work.n_locks == 1):
            continue
        if row == work.open_row[k]:
            if marked < k and work.two_value[k, misses] > best:
                best = work.two_value[k, misses]
                index = work.two_index[k]
        elif work.one[k] != NO_STATE and work.both_value[marked, k, misses] > best:
            best = work.both_value[marked, k, misses]
            index = both_index(problem, work, marked, k)
    return index


@kernel
def white_index(problem: Record, work: Record, white: int, misses: int) -> int:
    """Return the index of the position after the best white mark alone."""
    best = -1
    for row in range(N_ROWS):
        k = work.open_at[row, white_cell(problem, row, white)]
        if k != NO_CELL and (best < 0 or work.one_value[k, misses] > work.one_value[best, misses]):
            best = k
    index: int = work.one_index[best]
    return index


@kernel
def spread_turn(
    problem: Record, work: Record, misses: int, missed: float, chance: float, reach: Floats, scores: Floats
) -> None:
    """Distribute the probability of a position at the start of the seat's own turn over its successors.

    The probabilities are added to `reach`, or to `scores` if a fourth miss ends the match.
    """
    weights = np.empty(N_ROWS * MAX_CELLS)
    for white in range(problem.n_cells):
        floor = max(missed + problem.miss_gain, work.white_value[white, misses])
        n_above = rank_above(work, white, misses, floor)
        weights[:n_above] = 0.0
        rest = 0.0
        for pair in range(problem.white_start[white], problem.white_start[white + 1]):
            share = chance * problem.white_chance[pair] / problem.n_color_rolls
            covered = signed(0)
            before = problem.n_color_rolls
            for place in range(n_above):
                covered |= signed(problem.faces_for[pair, work.open_code[work.rank[white, place]]])
                left = combine_faces(problem, covered)
                weights[place] += share * (before - left)
                before = left
            rest += share * before
        for place in range(n_above):
            reach[follow_index(problem, work, white, signed(work.rank[white, place]), misses), misses] += weights[place]
        if work.white_value[white, misses] >= missed + problem.miss_gain:
            reach[white_index(problem, work, white, misses), misses] += rest
        elif misses + 1 < N_MISSES:
            reach[work.here, misses + 1] += rest
        else:
            scores[signed(work.points) - MISS_COST * N_MISSES - LOWEST_SCORE] += rest


@kernel
def spread_white(
    problem: Record, work: Record, after: Plane, misses: int, chance: float, reach: Floats, scores: Floats
) -> None:
    """Distribute the probability of a position before another seat's turn over its successors.

    The probabilities are added to `reach` and, in case the other seat ends the match, to `scores`.
    """
    keep = problem.keep[work.n_marks + misses]
    for white in range(problem.n_cells):
        best = keep * after[work.here, misses]
        index = work.here
        points = signed(work.points)
        for row in range(N_ROWS):
            cell = white_cell(problem, row, white)
            k = work.open_at[row, cell]
            if k == NO_CELL:
                continue
            value = problem.one_gain[work.rows[row], cell] + keep * after[work.one_index[k], misses]
            if value > best:
                best = value
                index = work.one_index[k]
                points = signed(work.points) + problem.one_points[work.rows[row], cell]
        share = chance * problem.sum_chance[white]
        reach[index, misses] += keep * share
        scores[points - MISS_COST * misses - LOWEST_SCORE] += (1.0 - keep) * share


@kernel
def gathered(reaches: Floats, wait: int, index: int, misses: int) -> float:
    """Return the probability of reaching a position, summed over the arrays of all threads."""
    total = 0.0
    for thread in range(len(reaches)):
        total += reaches[thread, wait, index, misses]
    return total


@kernel
def spread_position(
    problem: Record, work: Record, values: Floats, reaches: Floats, thread: int, scores: Floats
) -> None:
    """Distribute the probabilities of one position over its successors, for every wait and number of misses."""
    last = problem.n_seats - 1
    is_weighed = False
    for misses in range(N_MISSES):
        for wait in range(last, OWN_TURN, -1):
            chance = gathered(reaches, wait, work.here, misses)
            if chance > 0.0:
                spread_white(problem, work, values[wait - 1], misses, chance, reaches[thread, wait - 1], scores)
        chance = gathered(reaches, OWN_TURN, work.here, misses)
        if chance == 0.0:
            continue
        if not is_weighed:
            weigh_marks(problem, work, values[last])
            is_weighed = True
        if misses + 1 < N_MISSES:
            missed = values[last, work.here, misses + 1]
        else:
            missed = end_value(problem, work.points, N_MISSES)
        spread_turn(problem, work, misses, missed, chance, reaches[thread, last], scores)


@kernel
def spread_block(
    problem: Record,
    work: Record,
    values: Floats,
    first: Record,
    second: Record,
    start: int,
    stop: int,
    reaches: Floats,
    thread: int,
    scores: Floats,
) -> None:
    """Distribute the probabilities of a block of positions with equal progress over their successors."""
    for number in range(start, stop):
        set_position(problem, work, signed(first[number]), signed(second[number]))
        spread_position(problem, work, values, reaches, thread, scores)


def score_chances(table: SolvedTable, wait: int = 0, progress: Progress = ignore_progress) -> dict[int, float]:
    """Return the exact probability of every final score if play from an empty sheet follows the table.

    Args:
        table: The solved table.
        wait: The number of other seats' turns before the seat's first one.
        progress: A callback that receives the number of positions done and the total number of positions.
    """
    problem, states, n_pairs = make_problem(table.question, count_locked=True)
    positions = list_positions(problem, states, n_pairs)
    values = table.values
    if table.question.target is None:
        values = np.ascontiguousarray(values[:, plain_places(table, states, n_pairs)])
    threads = count_cores()
    reaches = np.zeros((threads, table.question.seats, positions.size, N_MISSES))
    reaches[0, wait, positions.size - 1, 0] = 1.0
    scores = np.zeros((threads, N_SCORES))

    def spread(thread: int, start: int, stop: int) -> None:
        # Every thread adds to its own arrays, so that no additions are lost.
        pieces = (positions.first, positions.second, start, stop, reaches, thread, scores[thread])
        spread_block(problem, make_work(), values, *pieces)

    _flow(positions, threads, spread, progress)
    total = scores.sum(axis=0)
    add_locked_ends(problem, states, n_pairs, reaches.sum(axis=(0, 1)), total)
    return {LOWEST_SCORE + place: float(chance) for place, chance in enumerate(total) if chance > 0.0}


def _flow(positions: Positions, threads: int, spread: Callable[[int, int, int], None], progress: Progress) -> None:
    """Process all levels of progress from the empty sheet onward, splitting each level into one part per thread."""
    with ThreadPoolExecutor(threads) as pool:
        for stop, start in pairwise(reversed(positions.starts)):
            edges = [start + (stop - start) * part // threads for part in range(threads + 1)]
            for _ in pool.map(spread, range(threads), edges[:-1], edges[1:]):
                pass
            progress(positions.count - start, positions.count)


def plain_places(table: SolvedTable, states: RowStates, n_pairs: int) -> Ints:
    """Return the index of each position in a table that ignores the number of marks in locked rows."""
    rows = np.maximum(np.arange(len(states.marks)) - states.n_locked + 1, 0)
    pairs = np.asarray(table.problem["pair"], np.int64)
    high_rows, low_rows = np.tril_indices(len(states.marks))
    plain = pairs[rows[high_rows], rows[low_rows]]
    high, low = np.tril_indices(n_pairs)
    first, second = np.maximum(plain[high], plain[low]), np.minimum(plain[high], plain[low])
    places: Ints = first * (first + 1) // 2 + second
    return places


def add_locked_ends(problem: Record, states: RowStates, n_pairs: int, reach: Floats, scores: Floats) -> None:
    """Add the probabilities of all positions with two locks, which end the match, to the corresponding `scores`."""
    rows = np.asarray(problem["pair_rows"][:n_pairs])
    points = np.asarray(problem["row_points"])[rows].sum(axis=1).astype(np.int64)
    locks = (rows < states.n_locked).sum(axis=1)
    high, low = np.tril_indices(n_pairs)
    over = np.nonzero(locks[high] + locks[low] > 1)[0]
    places = (points[high[over]] + points[low[over]])[:, None] - MISS_COST * np.arange(N_MISSES) - LOWEST_SCORE
    np.add.at(scores, places.ravel(), reach[over].ravel())
