"""Input features of the Qwixx network, which describe a match between two turns from one seat's perspective.

The rival is the opponent with the best prospects: its points plus its expected remaining points, averaged over two
tables. The second is the next best opponent, if there is one.
"""

from __future__ import annotations

import numpy as np

from paperdice.bots.network import Features
from paperdice.bots.qwixx.tables import ANY_TABLE, Tables
from paperdice.bots.rivals import NOBODY, no_rivals, with_seat
from paperdice.fast.compile import Floats, Record, Records, Singles, kernel, named_fields, register
from paperdice.games.qwixx import rules
from paperdice.solve.qwixx.kernels import position_index, signed
from paperdice.solve.qwixx.policy import row_code
from paperdice.solve.qwixx.states import BLUE, GREEN, RED, YELLOW

# The two tables: one for a distant end of the match, one for a near one.
FAR = 0
NEAR = 1

register(rules)


class Inputs(Features):
    """Input features for the match."""

    OWN_SCORE = 40.0, "points of the seat so far"
    OWN_FAR = 40.0, "expected remaining points for the seat if the end is far"
    OWN_NEAR = 40.0, "expected remaining points for the seat if the end is near"
    OWN_MISSES = 2.0, "misses of the seat"
    OWN_LAST_MISS = 1.0, "1 if the seat's next miss ends the match"
    RIVAL_SCORE = 40.0, "points of the rival so far"
    RIVAL_FAR = 40.0, "expected remaining points for the rival if the end is far"
    RIVAL_NEAR = 40.0, "expected remaining points for the rival if the end is near"
    RIVAL_MISSES = 2.0, "misses of the rival"
    RIVAL_LAST_MISS = 1.0, "1 if the rival's next miss ends the match"
    LEAD = 20.0, "points ahead of the rival"
    LEAD_FAR = 20.0, "expected points ahead of the rival at the end if the end is far"
    LEAD_NEAR = 20.0, "expected points ahead of the rival at the end if the end is near"
    LOCKS = 1.0, "locked rows"
    IS_ACTIVE = 1.0, "1 if the seat rolls next"
    RIVAL_IS_ACTIVE = 1.0, "1 if the rival rolls next"
    WAIT = 1.0, "turns of others before the seat's own, as a fraction of a round"
    ROUND = 10.0, "rounds played: the turn divided by the number of seats"
    LEAD_SECOND = 20.0, "points ahead of the second, 0 with two seats"
    LEAD_SECOND_NEAR = 20.0, "expected points ahead of the second at the end if the end is near"
    OTHERS_LAST_MISS = 1.0, "number of further seats whose next miss ends the match"
    OTHERS_AHEAD = 20.0, "the largest expected lead of a further seat at the end if the end is far"


class RowInputs(Features):
    """Input features for each row."""

    OWN_NEXT = 5.0, "cells that the seat has marked or skipped"
    OWN_MARKS = 4.0, "marks of the seat"
    OWN_SQUARE = 25.0, "marks of the seat squared"
    OWN_READY = 1.0, "1 if the seat has enough marks to lock"
    RIVAL_NEXT = 5.0, "cells that the rival has marked or skipped"
    RIVAL_MARKS = 4.0, "marks of the rival"
    RIVAL_SQUARE = 25.0, "marks of the rival squared"
    RIVAL_READY = 1.0, "1 if the rival has enough marks to lock"
    OTHERS_READY = 1.0, "number of further seats with enough marks to lock"
    OTHERS_MARKS = 4.0, "the highest number of marks of a further seat"


N_INPUTS = len(Inputs)
N_ROW_INPUTS = len(RowInputs)
SCALES = Inputs.scales()
ROW_SCALES = RowInputs.scales()
# The values computed for all seats when a match is evaluated, and the inputs.
SEEN_FIELDS = [
    ("scores", np.float64, rules.MAX_SEATS),
    ("far", np.float64, rules.MAX_SEATS),
    ("near", np.float64, rules.MAX_SEATS),
    ("inputs", np.float32, N_INPUTS),
]
SEEN = named_fields(np.dtype(SEEN_FIELDS))


@kernel
def put(out: Singles, feature: int, raw: float) -> None:
    """Scale a feature of the match and write it to `out`."""
    out[feature] = raw / SCALES[feature]


@kernel
def put_row(out: Singles, feature: int, raw: float) -> None:
    """Scale a feature of a row and write it to `out`."""
    out[feature] = raw / ROW_SCALES[feature]


@kernel
def row_state(tables: Tables, state: Record, seat: int, row: int) -> int:
    problem = tables.known.problems[ANY_TABLE]
    return row_code(problem, state.next_cell[seat, row], state.n_marks[seat, row], state.locked[row])


@kernel
def write_future(tables: Tables, state: Record, seat: int, far: Floats, near: Floats) -> None:
    """Write a seat's expected remaining points to `far` and `near`; the match must be between turns.

    They are read from two tables, which assume that the end of the match is far or near.
    """
    pair = tables.known.problems[ANY_TABLE].pair
    first = pair[row_state(tables, state, seat, RED), row_state(tables, state, seat, YELLOW)]
    second = pair[row_state(tables, state, seat, GREEN), row_state(tables, state, seat, BLUE)]
    place, wait = position_index(signed(first), signed(second)), (seat - state.active) % state.n_seats
    far[seat] = tables.values[place, wait, FAR, state.misses[seat]]
    near[seat] = tables.values[place, wait, NEAR, state.misses[seat]]


@kernel
def find_rivals(scores: Floats, far: Floats, near: Floats, seat: int) -> tuple[int, int]:
    """Return the two opponents with the best prospects, the better one first; NOBODY if there is none.

    An opponent's prospects are its points plus its expected remaining points, the mean of `far` and `near`.
    """
    rivals = no_rivals()
    for other in range(len(scores)):
        if other != seat:
            rivals = with_seat(rivals, other, scores[other] + 0.5 * (far[other] + near[other]))
    return rivals.first, rivals.second


@kernel
def faces_last_miss(state: Record, seat: int) -> int:
    """Return 1 if the seat's next miss ends the match, otherwise 0."""
    return 1 if state.misses[seat] == rules.MISSES_TO_END - 1 else 0


@kernel
def is_ready(state: Record, seat: int, row: int) -> int:
    """Return 1 if a seat has enough marks in a row to lock it, otherwise 0."""
    return 1 if state.n_marks[seat, row] >= rules.MARKS_TO_LOCK else 0


@kernel
def write_sheets(state: Record, seat: int, rival: int, scores: Floats, far: Floats, near: Floats, out: Singles) -> None:
    """Write the input features for the sheets of the seat and its rival to `out`."""
    put(out, Inputs.OWN_SCORE, scores[seat])
    put(out, Inputs.OWN_FAR, far[seat])
    put(out, Inputs.OWN_NEAR, near[seat])
    put(out, Inputs.OWN_MISSES, state.misses[seat])
    put(out, Inputs.OWN_LAST_MISS, faces_last_miss(state, seat))
    put(out, Inputs.RIVAL_SCORE, scores[rival])
    put(out, Inputs.RIVAL_FAR, far[rival])
    put(out, Inputs.RIVAL_NEAR, near[rival])
    put(out, Inputs.RIVAL_MISSES, state.misses[rival])
    put(out, Inputs.RIVAL_LAST_MISS, faces_last_miss(state, rival))


@kernel
def write_match(state: Record, seat: int, rival: int, scores: Floats, far: Floats, near: Floats, out: Singles) -> None:
    """Write the input features for the lead and the progress of the match to `out`."""
    lead = scores[seat] - scores[rival]
    put(out, Inputs.LEAD, lead)
    put(out, Inputs.LEAD_FAR, lead + far[seat] - far[rival])
    put(out, Inputs.LEAD_NEAR, lead + near[seat] - near[rival])
    put(out, Inputs.LOCKS, rules.count_locks(state))
    put(out, Inputs.IS_ACTIVE, 1 if seat == state.active else 0)
    put(out, Inputs.RIVAL_IS_ACTIVE, 1 if rival == state.active else 0)
    put(out, Inputs.WAIT, ((seat - state.active) % state.n_seats) / state.n_seats)
    put(out, Inputs.ROUND, state.turn / state.n_seats)


@kernel
def write_others(
    state: Record, seat: int, rival: int, second: int, scores: Floats, far: Floats, near: Floats, out: Singles
) -> None:
    """Write the input features for all seats other than this one and its rival to `out`; 0 if there are none."""
    out[Inputs.LEAD_SECOND :] = 0.0
    if second == NOBODY:
        return
    put(out, Inputs.LEAD_SECOND, scores[seat] - scores[second])
    put(out, Inputs.LEAD_SECOND_NEAR, scores[seat] + near[seat] - scores[second] - near[second])
    n_last_misses = 0
    ahead = 0.0
    for other in range(state.n_seats):
        if other != seat and other != rival:
            n_last_misses += faces_last_miss(state, other)
            ahead = max(ahead, scores[other] + far[other] - scores[seat] - far[seat])
    put(out, Inputs.OTHERS_LAST_MISS, n_last_misses)
    put(out, Inputs.OTHERS_AHEAD, ahead)


@kernel
def count_others(state: Record, seat: int, rival: int, row: int) -> tuple[int, int]:
    """Count the seats, other than this one and its rival, that have enough marks to lock a row.

    Returns the number of these seats, and the highest number of marks that any of them has in the row.
    """
    n_ready = 0
    most_marks = 0
    for other in range(state.n_seats):
        if other != seat and other != rival:
            n_ready += is_ready(state, other, row)
            most_marks = max(most_marks, state.n_marks[other, row])
    return n_ready, most_marks


@kernel
def write_row(state: Record, seat: int, rival: int, row: int, out: Singles) -> None:
    """Write the input features for one row to `out`, covering the seat, its rival, and all other seats."""
    own_marks, rival_marks = state.n_marks[seat, row], state.n_marks[rival, row]
    put_row(out, RowInputs.OWN_NEXT, state.next_cell[seat, row])
    put_row(out, RowInputs.OWN_MARKS, own_marks)
    put_row(out, RowInputs.OWN_SQUARE, own_marks * own_marks)
    put_row(out, RowInputs.OWN_READY, is_ready(state, seat, row))
    put_row(out, RowInputs.RIVAL_NEXT, state.next_cell[rival, row])
    put_row(out, RowInputs.RIVAL_MARKS, rival_marks)
    put_row(out, RowInputs.RIVAL_SQUARE, rival_marks * rival_marks)
    put_row(out, RowInputs.RIVAL_READY, is_ready(state, rival, row))
    n_ready, most_marks = count_others(state, seat, rival, row)
    put_row(out, RowInputs.OTHERS_READY, n_ready)
    put_row(out, RowInputs.OTHERS_MARKS, most_marks)


@kernel
def write_inputs(tables: Tables, sheets: Record, state: Record, seat: int, work: Record) -> int:
    """Write all input features for a match between two turns, except those for rows, to `work.inputs`.

    Returns the rival, which is the opponent with the best prospects.
    """
    n_seats = state.n_seats
    scores, far, near, inputs = work.scores[:n_seats], work.far[:n_seats], work.near[:n_seats], work.inputs
    for one in range(n_seats):
        scores[one] = rules.score(sheets, state, one)
        write_future(tables, state, one, far, near)
    rival, second = find_rivals(scores, far, near, seat)
    write_sheets(state, seat, rival, scores, far, near, inputs)
    write_match(state, seat, rival, scores, far, near, inputs)
    write_others(state, seat, rival, second, scores, far, near, inputs)
    return rival


@kernel
def write_features(
    tables: Tables, sheets: Record, state: Record, seat: int, inputs: Singles, row_inputs: Singles
) -> None:
    """Write all input features for a match between two turns to `inputs` and `row_inputs`, as training data."""
    works = np.empty(1, SEEN)
    copy_features(tables, sheets, state, seat, works, inputs, row_inputs)


@kernel
def copy_features(
    tables: Tables, sheets: Record, state: Record, seat: int, works: Records, inputs: Singles, row_inputs: Singles
) -> None:
    """Write all input features to `inputs` and `row_inputs`.

    The buffer `works` is an array because a record alone would not keep its memory alive.
    """
    work = works[0]
    rival = write_inputs(tables, sheets, state, seat, work)
    inputs[:] = work.inputs
    for row in range(rules.MAX_ROWS):
        write_row(state, seat, rival, row, row_inputs[row])
