"""Input features of the Sixto network, which describe a match before a throw from one seat's perspective.

Each row is represented by the states of the seat and of the opponent furthest ahead in it, each column by its marks and
the number of rows that can still mark it; both are indices into learned tables. The remaining features are numbers.
"""

from __future__ import annotations

from enum import IntEnum

import numpy as np

from paperdice.bots.network import AS_IS, Features
from paperdice.bots.rivals import NOBODY, no_rivals, with_seat
from paperdice.dice import N_FACES
from paperdice.fast.compile import Record, kernel, named_fields, register
from paperdice.games.sixto import rules

# A standing combines the cells left and the marks of a row; a column state combines its marks and the rows that can
# mark it.
N_MARKS = len(rules.POINTS)
N_STANDINGS = (rules.MAX_CELLS + 1) * N_MARKS
N_REACHES = rules.MAX_ROWS + 1
N_COLUMN_STATES = (rules.MAX_ROWS + 1) * N_REACHES
NO_STANDING = -1
# A point outweighs any tie-break.
POINT = 100

# The weight of a mark by the number of cells it skips, with a short and a long range; each face has probability 1/6.
SHORT = np.array([0.5**gap for gap in range(rules.MAX_CELLS + 1)], np.float32) / np.float32(N_FACES)
LONG = np.array([0.8**gap for gap in range(rules.MAX_CELLS + 1)], np.float32) / np.float32(N_FACES)

register(rules)


class Side(IntEnum):
    """The side that a feature describes: the seat itself or its rival."""

    OWN = 0
    RIVAL = 1


class NearInputs(Features):
    """Input features for how close the next marks in a row are: Σ 1/6 · r^(cells skipped), with a decay factor r.

    The sum runs over all faces with which a cell of the row can be marked.
    """

    OWN_SHORT = AS_IS, "with r = 0.5, for the seat"
    OWN_LONG = AS_IS, "with r = 0.8, for the seat"
    RIVAL_SHORT = AS_IS, "with r = 0.5, for the opponent furthest in this row"
    RIVAL_LONG = AS_IS, "with r = 0.8, for the opponent furthest in this row"


class MatchInputs(Features):
    """Input features for the match; the rival is the opponent with the most points."""

    LEAD = 30.0, "points ahead of the rival"
    SCORE = 100.0, "points of the seat"
    RIVAL_SCORE = 100.0, "points of the rival"
    ONE_LOCK = AS_IS, "1 if one row is locked"
    TWO_LOCKS = AS_IS, "1 if two rows are locked"
    IS_ACTIVE = AS_IS, "1 if the seat rolls"
    WAIT = AS_IS, "turns of others before the seat's own, divided by the number of seats"
    TURN = 10.0, "the number of the turn"
    TIE_BREAK_LEAD = 5.0, "tie-break points ahead of the rival"
    SECOND_LEAD = 30.0, "points ahead of the second of the others, 0 with two seats"
    OWN_REROLL = AS_IS, "1 if the seat is about to reroll"
    OTHER_REROLL = AS_IS, "1 if another seat is about to reroll"


SCALES = MatchInputs.scales()
# Indexed by side.
SHORT_AT = np.array([NearInputs.OWN_SHORT, NearInputs.RIVAL_SHORT])
LONG_AT = np.array([NearInputs.OWN_LONG, NearInputs.RIVAL_LONG])

# By side: the standings of rows and the states of columns, as table indices; a locked row has no standing.
FIELDS = [
    ("standings", np.int16, (len(Side), rules.MAX_ROWS)),
    ("columns", np.int16, (len(Side), rules.MAX_COLUMNS)),
    ("near", np.float32, (rules.MAX_ROWS, len(NearInputs))),
    ("inputs", np.float32, (len(MatchInputs),)),
]
FEATURES = named_fields(np.dtype(FIELDS))


@kernel
def find_rivals(sheets: Record, state: Record, seat: int) -> tuple[int, int]:
    """Return the opponents with the most and the second most points; the tie-break decides between equal points."""
    rivals = no_rivals()
    for other in range(state.n_seats):
        if other != seat:
            points = POINT * rules.score(sheets, state, other) + rules.tie_break(sheets, state, other)
            rivals = with_seat(rivals, other, float(points))
    return rivals.first, rivals.second


@kernel
def nearest_rival(state: Record, seat: int, row: int) -> int:
    """Return the opponent that has advanced furthest in a row."""
    nearest = NOBODY
    for other in range(state.n_seats):
        if other != seat and (nearest == NOBODY or state.next_cell[other, row] > state.next_cell[nearest, row]):
            nearest = other
    return nearest


@kernel
def write_row(sheets: Record, state: Record, seat: int, row: int, side: int, out: Record) -> None:
    """Write a seat's standing in a row, and how close its next marks are, to `out`.

    The standing combines the cells left and the marks into one index.
    """
    cell = state.next_cell[seat, row]
    n_marks = state.n_marks[seat, row]
    first_goal = sheets.first_goal[seat, row]
    out.standings[side, row] = (sheets.n_cells[seat, row] - cell) * N_MARKS + n_marks
    short = np.float32(0.0)
    long = np.float32(0.0)
    for face in range(1, rules.N_NUMBERS):
        place = sheets.first_at[seat, row, face, cell] - 1
        if place >= 0 and (place < first_goal or n_marks >= rules.MARKS_TO_REACH_GOALS):
            short += SHORT[place - cell]
            long += LONG[place - cell]
    out.near[row, SHORT_AT[side]] = short
    out.near[row, LONG_AT[side]] = long


@kernel
def write_columns(sheets: Record, state: Record, seat: int, side: int, out: Record) -> None:
    """Write the state of each of a seat's columns to `out`.

    A state combines the column's marks and the number of unlocked rows in which it can still be marked into one index.
    """
    reach = np.zeros(rules.MAX_COLUMNS, np.int64)
    for row in range(sheets.n_rows[seat]):
        if state.locked[row] == 0:
            for column in range(state.next_cell[seat, row], sheets.first_goal[seat, row]):
                reach[column] += 1
    for column in range(rules.MAX_COLUMNS):
        out.columns[side, column] = state.n_column_marks[seat, column] * N_REACHES + reach[column]


@kernel
def write_match(sheets: Record, state: Record, seat: int, rival: int, second: int, out: Record) -> None:
    """Write the input features for the match, divided by their scales, to `out.inputs`."""
    inputs = out.inputs
    own = rules.score(sheets, state, seat)
    best = rules.score(sheets, state, rival)
    n_locks = rules.count_locks(state)
    is_active = seat == state.active
    inputs[MatchInputs.LEAD] = (own - best) / SCALES[MatchInputs.LEAD]
    inputs[MatchInputs.SCORE] = own / SCALES[MatchInputs.SCORE]
    inputs[MatchInputs.RIVAL_SCORE] = best / SCALES[MatchInputs.RIVAL_SCORE]
    inputs[MatchInputs.ONE_LOCK] = n_locks == 1
    inputs[MatchInputs.TWO_LOCKS] = n_locks == 2
    inputs[MatchInputs.IS_ACTIVE] = is_active
    inputs[MatchInputs.WAIT] = ((seat - state.active) % state.n_seats) / state.n_seats
    inputs[MatchInputs.TURN] = state.turn / SCALES[MatchInputs.TURN]
    tie_break = rules.tie_break(sheets, state, seat) - rules.tie_break(sheets, state, rival)
    inputs[MatchInputs.TIE_BREAK_LEAD] = tie_break / SCALES[MatchInputs.TIE_BREAK_LEAD]
    second_lead = own - rules.score(sheets, state, second) if second != NOBODY else 0
    inputs[MatchInputs.SECOND_LEAD] = second_lead / SCALES[MatchInputs.SECOND_LEAD]
    inputs[MatchInputs.OWN_REROLL] = state.reroll if is_active else 0
    inputs[MatchInputs.OTHER_REROLL] = 0 if is_active else state.reroll


@kernel
def write_features(sheets: Record, state: Record, seat: int, out: Record) -> None:
    """Write all input features for a match before a throw to `out`, from the perspective of one seat."""
    rival, second = find_rivals(sheets, state, seat)
    for row in range(rules.MAX_ROWS):
        if state.locked[row] == 1 or row >= sheets.n_rows[seat]:
            out.standings[Side.OWN, row] = NO_STANDING
            continue
        write_row(sheets, state, seat, row, Side.OWN, out)
        write_row(sheets, state, nearest_rival(state, seat, row), row, Side.RIVAL, out)
    write_columns(sheets, state, seat, Side.OWN, out)
    write_columns(sheets, state, rival, Side.RIVAL, out)
    write_match(sheets, state, seat, rival, second, out)
