"""Kernels that solve one row of Twenty One for every state.

A state of a row consists of its empty cells `e` (a bit mask whose lowest bit is the leftmost cell) and its hits `h`.
Points, including the bonus for each hit, count as soon as a number is written. The wait `w` is the number of other
seats' turns before the seat's own; dice are only rerolled in the seat's own turn, if that is better. `keep` is the
probability that the match continues after a turn. `cost` is subtracted for each turn, because the match may end before
a slow seat has filled its last rows:

    B(roll) = max over fills F of  points(F) + bonus(h + hits(F)) − bonus(h) + keep · V(w − 1, e − F, h + hits(F))
    A(ones) = mean of B(roll) over all rerolls that keep these ones
    V(w, e, h) = Σ chance(roll) · B(roll) − cost                               in another seat's turn, w > 0
    V(0, e, h) = Σ chance(roll) · max(B(roll), A(ones of the roll)) − cost     in the seat's own turn

An empty fill strikes the leftmost empty cell. The value of a full row is the value of the rows below it.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from paperdice.dice import N_FACES
from paperdice.fast.compile import Floats, Ints, Records, kernel, named_fields
from paperdice.rulekit import triangle

N_CELLS = 6
N_MASKS = 1 << N_CELLS
FULL = N_MASKS - 1
N_HITS = N_CELLS + 1
STRIKE = 0
# The wait of the seat that rolls.
OWN_TURN = 0
# A row with k empty cells is full after at most k turns.
SPAN = N_CELLS + 1

# A fill of a roll: its cells as bits, its points without the bonus, and the hits of the row after it.
FILL = named_fields(np.dtype([("cells", np.int64), ("points", np.int64), ("hits", np.int64)]))


class Rolls(NamedTuple):
    """Buffers for all rolls of a row state, in order.

    For each roll, they contain the best fill, its value, and the probability that the seat fills cells with this roll.
    """

    fills: Ints
    values: Floats
    chances: Floats


class Pace(NamedTuple):
    """The pace of a row or a sheet: how many points it gains and when it is full.

    The last axis is a number of turns t: `gains` contains the mean points gained within t turns, and `ends` the
    probability that the row or sheet becomes full in turn t.
    """

    gains: Floats
    ends: Floats


class RowTable(NamedTuple):
    """The solution of a row, indexed by wait, empty cells and hits.

    `values` contains the expected remaining points, including those of the rows below. `again` contains the same values
    after a reroll, additionally indexed by the cells whose ones are kept. `gains` and `ends` are the pace of the
    row.
    """

    values: Floats
    again: Floats
    gains: Floats
    ends: Floats


# Fills


@kernel
def most_hits(empty: int) -> int:
    """Return the highest possible number of hits in a row with these empty cells: its number of filled cells."""
    filled = N_CELLS
    for cell in range(N_CELLS):
        filled -= (empty >> cell) & 1
    return filled


@kernel
def left_empty(empty: int, fill: int) -> int:
    """Return the cells that are empty after a fill; an empty fill strikes the leftmost empty cell. [Twenty One 8]"""
    return empty & ~fill if fill != STRIKE else empty & (empty - 1)


@kernel
def gained(printed: Ints, hits: int, faces: Ints, fill: int) -> tuple[int, int]:
    """Return the points for a fill, including the bonus, and the updated hits of the row. [Twenty One 9]"""
    points = 0
    more = hits
    for cell in range(N_CELLS):
        if (fill >> cell) & 1:
            points += faces[cell]
            more += faces[cell] == printed[cell]
    return points + triangle(more) - triangle(hits), more


@kernel
def make_fills() -> Records:
    """Return a buffer for all possible fills of a roll."""
    return np.empty(N_MASKS, FILL)


@kernel
def best_fill(printed: Ints, after: Floats, empty: int, hits: int, faces: Ints, fills: Records) -> tuple[int, float]:
    """Return the best fill for a roll and its value.

    `after` contains the values of the row after the fill, indexed by empty cells and hits.

    `fills` is a buffer for the list of all possible fills, which starts with the strike and doubles with each cell that
    fits. [Twenty One 5]
    """
    strike = fills[STRIKE]
    strike.cells = STRIKE
    strike.points = 0
    strike.hits = hits
    n_fills = 1
    best = STRIKE
    best_value = after[left_empty(empty, STRIKE), hits]
    for cell in range(N_CELLS):
        if (empty >> cell) & 1 == 0 or faces[cell] > printed[cell]:
            continue
        for old in range(n_fills):
            new = n_fills + old
            fill = fills[new]
            fill.cells = fills[old].cells | (1 << cell)
            fill.points = fills[old].points + faces[cell]
            fill.hits = fills[old].hits + (faces[cell] == printed[cell])
            value = fill.points + triangle(fill.hits) - triangle(hits) + after[empty & ~fill.cells, fill.hits]
            if value > best_value:
                best = fill.cells
                best_value = value
        n_fills *= 2
    return best, best_value


# Rolls


@kernel
def count_rolls(printed: Ints) -> int:
    """Return the number of distinct rolls of a row; all faces above the printed number of a cell are equivalent."""
    n_rolls = 1
    for cell in range(N_CELLS):
        n_rolls *= min(printed[cell] + 1, N_FACES)
    return n_rolls


@kernel
def next_roll(printed: Ints, empty: int, faces: Ints) -> bool:
    """Advance the faces of the empty cells to the next roll, like an odometer; return False after the last one.

    For each cell, one face represents all faces above the printed number.
    """
    for cell in range(N_CELLS):
        if (empty >> cell) & 1:
            if faces[cell] < min(printed[cell] + 1, N_FACES):
                faces[cell] += 1
                return True
            faces[cell] = 1
    return False


@kernel
def roll_chance(printed: Ints, empty: int, faces: Ints) -> float:
    """Return the probability that the dice of the empty cells show these faces."""
    chance = 1.0
    for cell in range(N_CELLS):
        if (empty >> cell) & 1:
            chance *= (N_FACES - printed[cell] if faces[cell] > printed[cell] else 1.0) / N_FACES
    return chance


@kernel
def ones(empty: int, faces: Ints) -> int:
    """Return the empty cells whose die shows a one, as a bit mask; ones are kept in a reroll. [Twenty One 3]"""
    found = 0
    for cell in range(N_CELLS):
        if (empty >> cell) & 1 and faces[cell] == 1:
            found |= 1 << cell
    return found


@kernel
def weigh_rolls(printed: Ints, after: Floats, empty: int, hits: int, rolls: Rolls) -> Floats:
    """Write the best fill, its value and the probability of each roll to `rolls`.

    Returns Σ chance(roll) · B(roll), indexed by the ones in the roll, where B(roll) is the value of the best fill.
    """
    faces = np.ones(N_CELLS, np.int64)
    fills = make_fills()
    sums = np.zeros(N_MASKS)
    roll = 0
    while True:
        rolls.chances[roll] = roll_chance(printed, empty, faces)
        rolls.fills[roll], rolls.values[roll] = best_fill(printed, after, empty, hits, faces, fills)
        sums[ones(empty, faces)] += rolls.chances[roll] * rolls.values[roll]
        roll += 1
        if not next_roll(printed, empty, faces):
            return sums


@kernel
def value_again(empty: int, sums: Floats, again: Floats) -> None:
    """Write A(ones), the value of a reroll that keeps these ones, to `again` for all sets of ones.

    The possible rolls after a reroll are those that contain the ones kept. Their probabilities among all rolls include
    a factor of 1/6 for each one kept, so the sum is multiplied by 6 for each of them: A(ones) = 6^|ones| · Σ sums[m]
    over all m that contain these ones.
    """
    kept = empty
    while True:
        thrown = empty & ~kept
        total = 0.0
        more = thrown
        while True:
            total += sums[kept | more]
            if more == 0:
                break
            more = (more - 1) & thrown
        for cell in range(N_CELLS):
            if (kept >> cell) & 1:
                total *= N_FACES
        again[kept] = total
        if kept == 0:
            return
        kept = (kept - 1) & empty


@kernel
def throw_again(printed: Ints, empty: int, again: Floats, rolls: Rolls) -> float:
    """Return the mean value of a state in the seat's own turn, in which the seat rerolls if that is better.

    Updates the probabilities in `rolls` accordingly.
    """
    faces = np.ones(N_CELLS, np.int64)
    thrown = np.zeros(N_MASKS)
    total = 0.0
    roll = 0
    while True:
        kept = ones(empty, faces)
        total += rolls.chances[roll] * max(rolls.values[roll], again[kept])
        if again[kept] > rolls.values[roll]:
            thrown[kept] += rolls.chances[roll]
            rolls.chances[roll] = 0.0
        roll += 1
        if not next_roll(printed, empty, faces):
            break
    spread_thrown(printed, empty, thrown, rolls.chances)
    return float(total)


@kernel
def spread_thrown(printed: Ints, empty: int, thrown: Floats, chances: Floats) -> None:
    """Add the probability of reaching each roll by a reroll to `chances`; `thrown` is indexed by the ones kept.

    chances[roll] += Σ thrown[kept] · chance(the other faces of the roll) over all `kept` among the ones of the roll.
    """
    faces = np.ones(N_CELLS, np.int64)
    roll = 0
    while True:
        found = ones(empty, faces)
        kept = found
        while True:
            if thrown[kept] > 0.0:
                chances[roll] += thrown[kept] * roll_chance(printed, empty & ~kept, faces)
            if kept == 0:
                break
            kept = (kept - 1) & found
        roll += 1
        if not next_roll(printed, empty, faces):
            return


# Rows


@kernel
def follow_rolls(printed: Ints, empty: int, hits: int, rolls: Rolls, following: Pace, out: Pace) -> None:
    """Write the pace of a state to `out`, given the paces of its successors one turn later.

    gains[t] = Σ chance(roll) · (points(roll) + gains[t − 1] of the state after the roll), and likewise for ends[t]. If
    the roll fills the row, its whole probability is added to ends[1].
    """
    faces = np.ones(N_CELLS, np.int64)
    out.gains[:] = 0.0
    out.ends[:] = 0.0
    roll = 0
    while True:
        fill, chance = rolls.fills[roll], rolls.chances[roll]
        points, more = gained(printed, hits, faces, fill)
        left = left_empty(empty, fill)
        for turn in range(1, SPAN):
            out.gains[turn] += chance * points
        if left == 0:
            out.ends[1] += chance
        else:
            for turn in range(1, SPAN):
                out.gains[turn] += chance * following.gains[left, more, turn - 1]
                out.ends[turn] += chance * following.ends[left, more, turn - 1]
        roll += 1
        if not next_roll(printed, empty, faces):
            return


@kernel
def solve_row(printed: Ints, below: Floats, keep: float, cost: float, table: RowTable) -> None:
    """Fill the table of a row; `below` contains the value of all rows below it, indexed by wait."""
    n_seats = len(below)
    n_rolls = count_rolls(printed)
    rolls = Rolls(np.zeros(n_rolls, np.int64), np.zeros(n_rolls), np.zeros(n_rolls))
    for wait in range(n_seats):
        table.values[wait, 0] = below[wait]
    for empty in range(1, N_MASKS):
        for wait in range(n_seats):
            following = (wait - 1) % n_seats
            after = keep * table.values[following]
            pace = Pace(table.gains[following], table.ends[following])
            for hits in range(most_hits(empty) + 1):
                again = table.again[wait, empty, hits]
                sums = weigh_rolls(printed, after, empty, hits, rolls)
                value_again(empty, sums, again)
                value = throw_again(printed, empty, again, rolls) if wait == OWN_TURN else sums.sum()
                table.values[wait, empty, hits] = value - cost
                out = Pace(table.gains[wait, empty, hits], table.ends[wait, empty, hits])
                follow_rolls(printed, empty, hits, rolls, pace, out)


@kernel
def follow_rows(row: Pace, below: Pace, wait: int, out: Pace) -> None:
    """Write the pace of a row together with all rows below it to `out`.

    `row` is the pace of the row alone, and `below` that of the rows below it, indexed by wait.

    gains[t] = gains[t] of the row + Σ_{u ≤ t} ends[u] of the row · gains[t − u] below, and likewise for ends[t].
    """
    n_seats = len(below.gains)
    for turn in range(len(out.gains)):
        out.gains[turn] = row.gains[min(turn, SPAN - 1)]
        out.ends[turn] = 0.0
        for used in range(1, min(turn, SPAN - 1) + 1):
            following = (wait - used) % n_seats
            out.gains[turn] += row.ends[used] * below.gains[following, turn - used]
            out.ends[turn] += row.ends[used] * below.ends[following, turn - used]


# Playing


@kernel
def play_row(printed: Ints, values: Floats, again: Floats, wait: int, rolls: Ints, at: int) -> tuple[int, int, int]:
    """Play one row according to its table.

    Returns the score of the row, the wait afterward, and the index of the next roll. Each turn uses two entries of
    `rolls`; the second one serves as the reroll.
    """
    n_seats = len(values)
    fills = make_fills()
    faces = np.empty(N_CELLS, np.int64)
    empty, hits, points = FULL, 0, 0
    while empty > 0:
        following = (wait - 1) % n_seats
        faces[:] = rolls[at]
        fill, value = best_fill(printed, values[following], empty, hits, faces, fills)
        if wait == OWN_TURN and again[wait, empty, hits, ones(empty, faces)] > value:
            for cell in range(N_CELLS):
                if faces[cell] != 1:
                    faces[cell] = rolls[at + 1, cell]
            fill, _ = best_fill(printed, values[following], empty, hits, faces, fills)
        won, hits = gained(printed, hits, faces, fill)
        points += won
        empty = left_empty(empty, fill)
        wait = following
        at += 2
    return points, wait, at


@kernel
def play_block(printed: Ints, values: Floats, again: Floats, wait: int, rolls: Ints, scores: Ints) -> None:
    """Play a block of matches according to the tables of all rows, and write their scores to `scores`."""
    for match in range(len(scores)):
        scores[match] = 0
        at = 0
        now = wait
        for row in range(len(printed)):
            points, now, at = play_row(printed[row], values[row], again[row], now, rolls[match], at)
            scores[match] += points
