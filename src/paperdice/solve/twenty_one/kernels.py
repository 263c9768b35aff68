"""The value of one row of Twenty One from the values of what a roll can make of it, compiled.

A row is known by its empty cells, as bits with the leftmost lowest, and by its hits; points already written are won.
"""

import numpy as np

from paperdice.fast.compile import kernel
from paperdice.solve.kinds import Array, Float, Int

N_CELLS = 6
N_MASKS = 1 << N_CELLS
N_HITS = N_CELLS + 1
N_FACES = 6
STRIKE = 0


@kernel
def hit_points(hits: Int) -> Int:
    """Gives the bonus of a row for its hits. [Twenty One 9]"""
    return (hits * (hits + 1)) >> 1


@kernel
def fill_value(printed: Array, after: Array, empty: Int, hits: Int, faces: Array, fill: Int) -> Float:
    """Gives the value of writing the faces of these cells, or of striking the leftmost empty one if there are none."""
    if fill == STRIKE:
        return after[empty & (empty - 1), hits]
    points = 0
    for cell in range(N_CELLS):
        if (fill >> cell) & 1:
            points += faces[cell]
            hits += faces[cell] == printed[cell]
    return points + after[empty & ~fill, hits]


@kernel
def fitting_cells(printed: Array, empty: Int, faces: Array) -> Int:
    """Gives the empty cells whose face is no higher than the printed number. [Twenty One 5]"""
    fitting = 0
    for cell in range(N_CELLS):
        if (empty >> cell) & 1 and faces[cell] <= printed[cell]:
            fitting |= 1 << cell
    return fitting


@kernel
def best_fill(printed: Array, after: Array, empty: Int, hits: Int, faces: Array) -> Int:
    """Gives the best cells to write, or STRIKE."""
    fitting = fitting_cells(printed, empty, faces)
    best = STRIKE
    best_value = fill_value(printed, after, empty, hits, faces, STRIKE)
    fill = fitting
    while fill > 0:
        value = fill_value(printed, after, empty, hits, faces, fill)
        if value > best_value:
            best = fill
            best_value = value
        fill = (fill - 1) & fitting
    return best


@kernel
def next_roll(empty: Int, faces: Array) -> bool:
    """Turns the faces of the empty cells into the next roll, like an odometer; False after the last one."""
    for cell in range(N_CELLS):
        if (empty >> cell) & 1:
            if faces[cell] < N_FACES:
                faces[cell] += 1
                return True
            faces[cell] = 1
    return False


@kernel
def ones(empty: Int, faces: Array) -> Int:
    """Gives the empty cells whose die shows a one: it stays when the others are thrown again. [Twenty One 3]"""
    found = 0
    for cell in range(N_CELLS):
        if (empty >> cell) & 1 and faces[cell] == 1:
            found |= 1 << cell
    return found


@kernel
def value_rerolls(empty: Int, sums: Array, rerolls: Array) -> None:
    """Writes the mean value of throwing again, by the ones that stay, from sums of values by the ones of the roll."""
    kept = empty
    while True:
        total = 0.0
        thrown = empty & ~kept
        more = thrown
        while True:
            total += sums[kept | more]
            if more == 0:
                break
            more = (more - 1) & thrown
        rolls = 1.0
        for cell in range(N_CELLS):
            if (thrown >> cell) & 1:
                rolls *= N_FACES
        rerolls[kept] = total / rolls
        if kept == 0:
            break
        kept = (kept - 1) & empty


@kernel
def value_row_state(printed: Array, after: Array, empty: Int, hits: Int, values: Array, rerolls: Array) -> Float:
    """Gives the mean value of the best fill over all rolls, and notes the values of throwing again."""
    sums = np.zeros(N_MASKS)
    faces = np.ones(N_CELLS, np.int64)
    n_rolls = 0
    total = 0.0
    while True:
        fill = best_fill(printed, after, empty, hits, faces)
        values[n_rolls] = fill_value(printed, after, empty, hits, faces, fill)
        sums[ones(empty, faces)] += values[n_rolls]
        total += values[n_rolls]
        n_rolls += 1
        if not next_roll(empty, faces):
            break
    value_rerolls(empty, sums, rerolls)
    return total / n_rolls


@kernel
def value_own_turn(empty: Int, values: Array, rerolls: Array) -> Float:
    """Gives the mean over all first rolls of the better of keeping and throwing again."""
    faces = np.ones(N_CELLS, np.int64)
    n_rolls = 0
    total = 0.0
    while True:
        total += max(values[n_rolls], rerolls[ones(empty, faces)])
        n_rolls += 1
        if not next_roll(empty, faces):
            return total / n_rolls


@kernel
def look_ahead(values: Array, later: Float, keep: Float, after: Array) -> None:
    """Writes what follows a fill: the rest of the row and the later rows, or the bonus if the match ends here."""
    for hits in range(N_HITS):
        after[0, hits] = hit_points(hits) + keep * later
        for empty in range(1, N_MASKS):
            after[empty, hits] = keep * values[empty, hits] + (1.0 - keep) * hit_points(hits)


@kernel
def most_hits(empty: Int) -> Int:
    """Gives the highest number of hits that the filled cells can hold."""
    filled = N_CELLS
    for cell in range(N_CELLS):
        filled -= (empty >> cell) & 1
    return filled


@kernel
def solve_row(printed: Array, later: Array, keep: Float, n_masks: Int, values: Array, rerolls: Array) -> None:
    """Writes the values of all states of a row in every phase; `later` holds those of the rows below, by phase.

    The own turn comes last, so that its values of throwing again are the ones that stay.
    """
    n_phases = len(later)
    after = np.empty((N_MASKS, N_HITS))
    best = np.empty(N_FACES**N_CELLS)
    for empty in range(1, n_masks):
        for phase in range(n_phases - 1, -1, -1):
            following = (phase - 1) % n_phases
            look_ahead(values[following], later[following], keep, after)
            for hits in range(most_hits(empty) + 1):
                mean = value_row_state(printed, after, empty, hits, best, rerolls[empty, hits])
                if phase == 0:
                    mean = value_own_turn(empty, best, rerolls[empty, hits])
                values[phase, empty, hits] = mean


@kernel
def throw(random: Array, faces: Array) -> None:
    """Takes the next six faces of a list."""
    for cell in range(N_CELLS):
        faces[cell] = random[cell]


@kernel
def play_row(
    printed: Array, later: Array, keep: Float, values: Array, rerolls: Array, phase: Int, rolls: Array, place: Int
) -> tuple[Int, Int, Int]:
    """Plays one row by its table and gives its score, the phase after it, and the place in the list of rolls."""
    n_phases = len(later)
    after = np.empty((N_MASKS, N_HITS))
    faces = np.empty(N_CELLS, np.int64)
    empty, hits, points = N_MASKS - 1, 0, 0
    while empty > 0:
        following = (phase - 1) % n_phases
        look_ahead(values[following], later[following], keep, after)
        throw(rolls[place], faces)
        fill = best_fill(printed, after, empty, hits, faces)
        kept = ones(empty, faces)
        if phase == 0 and rerolls[empty, hits, kept] > fill_value(printed, after, empty, hits, faces, fill):
            for cell in range(N_CELLS):
                if faces[cell] != 1:
                    faces[cell] = rolls[place + 1, cell]
            fill = best_fill(printed, after, empty, hits, faces)
        place += 2
        phase = following
        for cell in range(N_CELLS):
            if (fill >> cell) & 1:
                points += faces[cell]
                hits += faces[cell] == printed[cell]
        empty &= ~fill if fill else empty - 1
    return points + hit_points(hits), phase, place


@kernel
def play_block(
    printed: Array, starts: Array, values: Array, rerolls: Array, phase: Int, rolls: Array, scores: Array
) -> None:
    """Plays a block of matches by the tables of all rows."""
    for match in range(len(scores)):
        scores[match] = 0
        place = 0
        now = phase
        for row in range(len(printed)):
            points, now, place = play_row(
                printed[row], starts[row + 1], 1.0, values[row], rerolls[row], now, rolls[match], place
            )
            scores[match] += points
