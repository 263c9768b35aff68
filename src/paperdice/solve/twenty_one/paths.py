"""What follows from a row of Twenty One: how fast it is filled and what it brings turn by turn, compiled.

A row is known by its empty cells, as bits with the leftmost lowest, and by its hits. It is played for points less a
cost for each turn, since a slow seat sees the match end before its last rows. A phase is the number of other seats'
turns before the own one; only in the own turn the dice are thrown again where that is better.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from paperdice.fast.compile import kernel
from paperdice.solve.twenty_one.kernels import N_CELLS, N_FACES, N_HITS, N_MASKS, hit_points, ones

# A die above the printed number is like any other such die: 4800 rolls of the longest row differ.
MAX_ROLLS = 4800
# A row with k empty cells is full after k turns at most.
SPAN = N_CELLS + 1


@kernel
def next_faces(printed: Any, empty: Any, faces: Any) -> Any:
    """Turns the faces of the empty cells into the next roll; one face stands for all above the printed number."""
    for cell in range(N_CELLS):
        if (empty >> cell) & 1:
            if faces[cell] < min(printed[cell] + 1, N_FACES):
                faces[cell] += 1
                return True
            faces[cell] = 1
    return False


@kernel
def chance(printed: Any, empty: Any, faces: Any) -> Any:
    """Gives the chance of these faces in the empty cells."""
    part = 1.0
    for cell in range(N_CELLS):
        if (empty >> cell) & 1:
            part *= (N_FACES - printed[cell] if faces[cell] > printed[cell] else 1.0) / N_FACES
    return part


@kernel
def gained(printed: Any, hits: Any, faces: Any, fill: Any) -> Any:
    """Gives the points of writing these cells, bonus included, and the hits after it."""
    points = 0
    more = hits
    for cell in range(N_CELLS):
        if (fill >> cell) & 1:
            points += faces[cell]
            more += faces[cell] == printed[cell]
    return points + hit_points(more) - hit_points(hits), more


@kernel
def left_empty(empty: Any, fill: Any) -> Any:
    """Gives the cells that stay empty; filling none strikes the leftmost. [Twenty One 8]"""
    return empty & ~fill if fill != 0 else empty & (empty - 1)


@kernel
def make_room() -> Any:
    """Gives the scratch paper for the fills of a roll: cells, points and hits."""
    return np.empty((3, N_MASKS), np.int64)


@kernel
def best_fill(printed: Any, after: Any, empty: Any, hits: Any, faces: Any, room: Any) -> Any:
    """Gives the best cells to write, none for a strike, and the value; `after` tells what follows cells and hits."""
    fills, points, more = room[0], room[1], room[2]
    fills[0], points[0], more[0] = 0, 0, hits
    n_fills = 1
    best = 0
    best_value = after[left_empty(empty, 0), hits]
    for cell in range(N_CELLS):
        if (empty >> cell) & 1 == 0 or faces[cell] > printed[cell]:
            continue
        for old in range(n_fills):
            new = n_fills + old
            fills[new] = fills[old] | (1 << cell)
            points[new] = points[old] + faces[cell]
            more[new] = more[old] + (faces[cell] == printed[cell])
            value = points[new] + hit_points(more[new]) - hit_points(hits) + after[empty & ~fills[new], more[new]]
            if value > best_value:
                best = fills[new]
                best_value = value
        n_fills *= 2
    return best, best_value


@kernel
def value_again(empty: Any, sums: Any, again: Any) -> None:
    """Writes the mean value of throwing again, by the ones that stay, from values times chances, summed by ones."""
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
def weigh_rolls(printed: Any, after: Any, empty: Any, hits: Any, fills: Any, parts: Any, values: Any) -> Any:
    """Writes the best fill of each roll, its chance and its value; gives the sums of values times chances by ones."""
    faces = np.ones(N_CELLS, np.int64)
    room = make_room()
    sums = np.zeros(N_MASKS)
    n_rolls = 0
    while True:
        parts[n_rolls] = chance(printed, empty, faces)
        fills[n_rolls], values[n_rolls] = best_fill(printed, after, empty, hits, faces, room)
        sums[ones(empty, faces)] += parts[n_rolls] * values[n_rolls]
        n_rolls += 1
        if not next_faces(printed, empty, faces):
            return sums


@kernel
def throw_again(printed: Any, empty: Any, again: Any, values: Any, parts: Any) -> Any:
    """Gives the mean value where the dice are thrown again if that is better, and changes the chances to match."""
    faces = np.ones(N_CELLS, np.int64)
    thrown = np.zeros(N_MASKS)
    total = 0.0
    n_rolls = 0
    while True:
        kept = ones(empty, faces)
        total += parts[n_rolls] * max(values[n_rolls], again[kept])
        if again[kept] > values[n_rolls]:
            thrown[kept] += parts[n_rolls]
            parts[n_rolls] = 0.0
        n_rolls += 1
        if not next_faces(printed, empty, faces):
            break
    spread_thrown(printed, empty, thrown, parts)
    return total


@kernel
def spread_thrown(printed: Any, empty: Any, thrown: Any, parts: Any) -> None:
    """Adds to the chance of each roll that of coming from a second throw; `thrown` goes by the ones that stayed."""
    faces = np.ones(N_CELLS, np.int64)
    n_rolls = 0
    while True:
        found = ones(empty, faces)
        kept = found
        while True:
            if thrown[kept] > 0.0:
                parts[n_rolls] += thrown[kept] * chance(printed, empty & ~kept, faces)
            if kept == 0:
                break
            kept = (kept - 1) & found
        n_rolls += 1
        if not next_faces(printed, empty, faces):
            return


@kernel
def follow_rolls(
    printed: Any, empty: Any, hits: Any, fills: Any, parts: Any, next_plane: Any, gains: Any, ends: Any
) -> None:
    """Writes the points of the next turns and the chances that the row is full after them."""
    next_gains, next_ends = next_plane
    faces = np.ones(N_CELLS, np.int64)
    gains[:] = 0.0
    ends[:] = 0.0
    n_rolls = 0
    while True:
        fill, part = fills[n_rolls], parts[n_rolls]
        points, more = gained(printed, hits, faces, fill)
        left = left_empty(empty, fill)
        gains[1:] += part * points
        if left == 0:
            ends[1] += part
        else:
            for turn in range(1, SPAN):
                gains[turn] += part * next_gains[left, more, turn - 1]
                ends[turn] += part * next_ends[left, more, turn - 1]
        n_rolls += 1
        if not next_faces(printed, empty, faces):
            return


@kernel
def solve_row(printed: Any, later: Any, cost: Any, values: Any, again: Any, gains: Any, ends: Any) -> None:
    """Writes for every phase, set of empty cells and number of hits: the value, that of throwing again by the ones that
    stay, the points of the next turns, and the chances that the row is full after them. `later` holds the value of the
    rows below, by phase."""
    n_phases = len(later)
    after = np.zeros((N_MASKS, N_HITS))
    fills = np.zeros(MAX_ROLLS, np.int64)
    parts = np.zeros(MAX_ROLLS)
    worth = np.zeros(MAX_ROLLS)
    for empty in range(1, N_MASKS):
        n_filled = N_CELLS
        for cell in range(N_CELLS):
            n_filled -= (empty >> cell) & 1
        for phase in range(n_phases):
            following = (phase - 1) % n_phases
            after[:] = values[following]
            after[0] = later[following]
            for hits in range(n_filled + 1):
                sums = weigh_rolls(printed, after, empty, hits, fills, parts, worth)
                value_again(empty, sums, again[phase, empty, hits])
                value = sums.sum()
                if phase == 0:
                    value = throw_again(printed, empty, again[phase, empty, hits], worth, parts)
                values[phase, empty, hits] = value - cost
                next_plane = (gains[following], ends[following])
                room = (gains[phase, empty, hits], ends[phase, empty, hits])
                follow_rolls(printed, empty, hits, fills, parts, next_plane, room[0], room[1])


@kernel
def follow_rows(
    row_gains: Any, row_ends: Any, later_gains: Any, later_ends: Any, phase: Any, gains: Any, ends: Any
) -> None:
    """Writes the points of the next turns and the chances that the sheet is full after them, from those of a row and
    those of the rows below, by phase."""
    n_phases = len(later_gains)
    n_turns = len(gains)
    for turn in range(n_turns):
        gains[turn] = row_gains[min(turn, SPAN - 1)]
        ends[turn] = 0.0
        for used in range(1, min(turn, SPAN - 1) + 1):
            following = (phase - used) % n_phases
            gains[turn] += row_ends[used] * later_gains[following, turn - used]
            ends[turn] += row_ends[used] * later_ends[following, turn - used]
