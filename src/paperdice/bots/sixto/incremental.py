"""Incremental evaluation of a seat's moves in Sixto: opponents' moves are fixed, and only the seat's own marks vary.

A move is a set of dice. Each die changes its row, the columns that it passes, and the points; everything else is
evaluated once per turn. If a set of dice may lock a row or end the match, the turn is played in a copy of the state
instead.
"""

from __future__ import annotations

import numpy as np

from paperdice.bots.rivals import NOBODY
from paperdice.bots.sixto.features import (
    FEATURES,
    N_REACHES,
    SCALES,
    MatchInputs,
    Side,
    find_rivals,
    write_features,
    write_row,
)
from paperdice.bots.sixto.network import (
    INPUTS_AT,
    N_HIDDEN_INPUTS,
    N_INPUTS,
    N_ROW_UNITS,
    N_UNITS,
    OWN_COLUMNS_AT,
    RIVAL_COLUMNS_AT,
    encode_columns,
    encode_row,
    judge,
    win_chance,
)
from paperdice.fast.compile import Ints, Record, Records, kernel, named_fields, record_type, register
from paperdice.games.sixto import rules

STATE = record_type(rules.STATE)
# A row without and with the mark of its die.
AS_IT_STANDS = 0
MARKED = 1

# A turn before the seat's own marks: a copy of the state after all opponents have moved; the features and the units of
# each row, without and with the mark of its die; for each die, the changes to the states of columns and to the points
# of its row; the points of the seat's rows, of the rival and of the second rival; and the lead in the tie-break.
# `playable` contains the dice that can be evaluated incrementally; `is_plain` is 1 if the turn can be at all.
PARTIAL = named_fields(
    np.dtype(
        [
            ("later", STATE),
            ("is_plain", np.int64),
            ("playable", np.int64),
            ("points", np.int64),
            ("rival_points", np.int64),
            ("second_points", np.int64),
            ("has_second", np.int64),
            ("tie_break_lead", np.int64),
            ("gains", np.int64, rules.N_DICE),
            ("moved", np.int64, (rules.N_DICE, rules.MAX_COLUMNS)),
            ("features", FEATURES, 2),
            ("rows", np.float32, (rules.MAX_ROWS, 2, N_ROW_UNITS)),
            ("hidden_inputs", np.float32, N_HIDDEN_INPUTS),
            ("hidden", np.float32, N_UNITS),
        ]
    )
)

register(rules)


@kernel
def prepare_turn(network: Record, sheets: Record, state: Record, seat: int, chosen: Ints, partials: Records) -> None:
    """Prepare the evaluation of a seat's moves in this turn, given the opponents' moves in `chosen`.

    Writes to the first element of `partials`, which `chance_after` reads.
    """
    partial = partials[0]
    own = chosen[seat]
    chosen[seat] = rules.PASS
    partial.later = state
    rules.apply_moves(sheets, partial.later, chosen)
    chosen[seat] = own
    partial.is_plain = 0
    if partial.later.phase != rules.Phase.OVER:
        prepare_sheet(network, sheets, state.dice, partial.later, seat, partial)


@kernel
def prepare_sheet(network: Record, sheets: Record, dice: Ints, later: Record, seat: int, partial: Record) -> None:
    """Evaluate how each die would change the seat's sheet, after the opponents' moves have been applied to `later`."""
    prepare_others(network, sheets, later, seat, partial)
    partial.playable = 0
    for row in range(rules.MAX_ROWS):
        encode_row(network, partial.features[AS_IT_STANDS], row, partial.rows[row, AS_IT_STANDS])
        cell = later.next_cell[seat, row]
        if row >= sheets.n_rows[seat] or later.locked[row] == 1:
            continue
        place = sheets.first_at[seat, row, dice[row], cell] - 1 if dice[row] > 0 else -1
        if place < 0:
            partial.is_plain |= can_go_on(sheets, seat, row, cell, later.n_marks[seat, row])
            continue
        prepare_die(network, sheets, later, seat, row, place, partial)
        goes_on = can_go_on(sheets, seat, row, cell, later.n_marks[seat, row])
        partial.is_plain |= goes_on & can_go_on(sheets, seat, row, place + 1, later.n_marks[seat, row] + 1)


@kernel
def prepare_others(network: Record, sheets: Record, later: Record, seat: int, partial: Record) -> None:
    """Evaluate what the seat's move does not change: the other sheets, and the seat's own sheet before the move."""
    write_features(sheets, later, seat, partial.features[AS_IT_STANDS])
    partial.features[MARKED] = partial.features[AS_IT_STANDS]
    encode_columns(
        network, partial.features[AS_IT_STANDS], Side.RIVAL, partial.hidden_inputs[RIVAL_COLUMNS_AT:INPUTS_AT]
    )
    for place in range(N_INPUTS):
        partial.hidden_inputs[INPUTS_AT + place] = partial.features[AS_IT_STANDS].inputs[place]
    rival, second = find_rivals(sheets, later, seat)
    partial.rival_points = rules.score(sheets, later, rival)
    partial.has_second = 1 if second != NOBODY else 0
    partial.second_points = rules.score(sheets, later, second) if second != NOBODY else 0
    partial.tie_break_lead = rules.tie_break(sheets, later, seat) - rules.tie_break(sheets, later, rival)
    partial.points = 0
    for row in range(rules.MAX_ROWS):
        partial.points += rules.POINTS[later.n_marks[seat, row]]


@kernel
def can_go_on(sheets: Record, seat: int, row: int, cell: int, n_marks: int) -> int:
    """Return 1 if some roll allows a mark in this row, so that the sheet is neither full nor blocked; otherwise 0."""
    if cell >= sheets.n_cells[seat, row]:
        return 0
    return 1 if cell < sheets.first_goal[seat, row] or n_marks >= rules.MARKS_TO_REACH_GOALS else 0


@kernel
def prepare_die(
    network: Record, sheets: Record, later: Record, seat: int, row: int, place: int, partial: Record
) -> None:
    """Evaluate how the sheet changes if a die is used to mark the cell with index `place`.

    A die that would lock the row is excluded from `partial.playable`.
    """
    cell, n_marks, first_goal = later.next_cell[seat, row], later.n_marks[seat, row], sheets.first_goal[seat, row]
    if place >= first_goal and later.n_goals[seat, row] + 1 >= rules.GOALS_TO_LOCK:
        return
    partial.playable |= 1 << row
    partial.gains[row] = rules.POINTS[n_marks + 1] - rules.POINTS[n_marks]
    partial.moved[row] = 0
    for column in range(cell, min(place + 1, first_goal)):
        partial.moved[row, column] = -1
    if place < first_goal:
        partial.moved[row, place] += N_REACHES
    later.next_cell[seat, row] = place + 1
    later.n_marks[seat, row] = n_marks + 1
    write_row(sheets, later, seat, row, Side.OWN, partial.features[MARKED])
    later.next_cell[seat, row] = cell
    later.n_marks[seat, row] = n_marks
    encode_row(network, partial.features[MARKED], row, partial.rows[row, MARKED])


@kernel
def write_columns_after(move: int, partial: Record) -> int:
    """Write the states of the seat's columns after a move, and return the total points of the columns."""
    before, after = partial.features[AS_IT_STANDS].columns[Side.OWN], partial.features[MARKED].columns[Side.OWN]
    points = 0
    for column in range(rules.MAX_COLUMNS):
        state = int(before[column])
        for die in range(rules.N_DICE):
            if (move >> die) & 1:
                state += partial.moved[die, column]
        after[column] = state
        points += rules.POINTS[state // N_REACHES]
    return points


@kernel
def judge_move(network: Record, move: int, partial: Record) -> float:
    """Return the probability of winning after a move that uses only playable dice.

    The turn must neither lock a row nor end the match.
    """
    points = partial.points + write_columns_after(move, partial)
    n_marked = 0
    for unit in range(N_ROW_UNITS):
        partial.hidden_inputs[unit] = partial.rows[0, move & 1, unit]
    for row in range(1, rules.MAX_ROWS):
        units = partial.rows[row, (move >> row) & 1]
        for unit in range(N_ROW_UNITS):
            partial.hidden_inputs[unit] += units[unit]
    for die in range(rules.N_DICE):
        if (move >> die) & 1:
            points += partial.gains[die]
            n_marked += 1
    encode_columns(network, partial.features[MARKED], Side.OWN, partial.hidden_inputs[OWN_COLUMNS_AT:RIVAL_COLUMNS_AT])
    inputs = partial.hidden_inputs[INPUTS_AT:]
    inputs[MatchInputs.LEAD] = (points - partial.rival_points) / SCALES[MatchInputs.LEAD]
    inputs[MatchInputs.SCORE] = points / SCALES[MatchInputs.SCORE]
    inputs[MatchInputs.TIE_BREAK_LEAD] = (partial.tie_break_lead + n_marked) / SCALES[MatchInputs.TIE_BREAK_LEAD]
    if partial.has_second == 1:
        inputs[MatchInputs.SECOND_LEAD] = (points - partial.second_points) / SCALES[MatchInputs.SECOND_LEAD]
    return judge(network, partial.hidden_inputs, partial.hidden)


@kernel
def chance_after(network: Record, sheets: Record, state: Record, seat: int, chosen: Ints, partials: Records) -> float:
    """Return the seat's probability of winning after the moves of all seats in `chosen`.

    `prepare_turn` must be called first for the same turn.
    """
    partial = partials[0]
    if partial.is_plain == 1 and chosen[seat] & partial.playable == chosen[seat]:
        return judge_move(network, chosen[seat], partial)
    return chance_played(network, sheets, state, seat, chosen, np.empty(1, STATE))


@kernel
def chance_played(network: Record, sheets: Record, state: Record, seat: int, chosen: Ints, copies: Records) -> float:
    """Play the moves in a copy of the state, and return the seat's probability of winning."""
    copies[0] = state
    rules.apply_moves(sheets, copies[0], chosen)
    return win_chance(network, sheets, copies[0], seat)
