"""The points that a sheet of Qwantum will end with, read from tables that were learned by playing.

A sheet is looked up row by row (cells filled, last number, and how the column ahead stands), column by column (cells
filled and the two lowest numbers), and by how far it and the others are. Alone, and in quick play, moves are rated by
them: each decision compares the own sheet with the others'. `train.qwantum_tables` makes the tables.
"""

from __future__ import annotations

from functools import cache
from importlib import resources
from typing import Any

import numpy as np

from paperdice.fast.compile import kernel, register
from paperdice.fast.playout import Policy
from paperdice.games.qwantum import rules
from paperdice.rulekit import triangle

N_NUMBERS = rules.HIGHEST + 1
N_CELLS = rules.MAX_ROWS * rules.MAX_CELLS
# How near the others are to the end: cells they have left.
STAGES = (3, 7, 12)
N_STAGES = len(STAGES) + 1
N_BUCKETS = 12
BUCKET = 3

# Where each table begins in the learned vector.
COLUMN_SIZE = N_NUMBERS + 2 * N_NUMBERS * N_NUMBERS
AHEAD_SIZE = N_NUMBERS * rules.MAX_ROWS * N_BUCKETS
ROWS_AT = 0
COLUMNS_AT = ROWS_AT + N_STAGES * (rules.MAX_CELLS + 1) * N_NUMBERS
AHEAD_AT = COLUMNS_AT + N_STAGES * rules.MAX_CELLS * COLUMN_SIZE
MISSES_AT = AHEAD_AT + rules.MAX_CELLS * AHEAD_SIZE
PACE_AT = MISSES_AT + rules.MISSES_TO_END + 1
SIZE = PACE_AT + 2 * (N_CELLS + 1) * (N_CELLS + 1)
N_FEATURES = 2 * rules.MAX_ROWS + rules.MAX_CELLS + 2

N_SAMPLES = 240
N_QUICK = 36
# So many of the most promising sets of dice are looked at more closely.
N_CLOSER = 8
NEVER = -1000.0
# The color and the pips of each face, counted from 1; the white die has none.
COLORS = np.array([[0] * 7, *([0, *faces] for faces in rules.FACE_COLORS)])
PIPS = np.array([[0] * 7, *([0, *faces] for faces in rules.FACE_PIPS)])

register(rules)


@kernel
def stage_of(others: Any) -> Any:
    """Gives how near the end the fullest other sheet is."""
    left = N_CELLS - others
    for stage in range(N_STAGES - 1):
        if left <= STAGES[stage]:
            return stage
    return N_STAGES - 1


@kernel
def column_code(written: Any, n_rows: Any, column: Any) -> Any:
    """Gives how a column stands: the number of its cells filled, its lowest number, and its second lowest or 0."""
    n_filled = 0
    lowest = 0
    second = 0
    for row in range(n_rows):
        number = written[row, column]
        if number == 0:
            continue
        n_filled += 1
        if lowest == 0 or number < lowest:
            second = lowest
            lowest = number
        elif number > lowest and (second == 0 or number < second):
            second = number
    return n_filled, lowest, second


@kernel
def column_place(stage: Any, column: Any, code: Any) -> Any:
    """Gives the place of a column that is begun and not full in the learned vector."""
    n_filled, lowest, second = code
    base = COLUMNS_AT + (stage * rules.MAX_CELLS + column) * COLUMN_SIZE
    return base + (lowest if n_filled == 1 else N_NUMBERS + ((n_filled - 2) * N_NUMBERS + lowest) * N_NUMBERS + second)


@kernel
def row_place(stage: Any, cell: Any, last: Any) -> Any:
    """Gives the place of a row, whose next cell and last number these are, in the learned vector."""
    return ROWS_AT + (stage * (rules.MAX_CELLS + 1) + cell) * N_NUMBERS + last


@kernel
def ahead_place(cell: Any, last: Any, n_filled: Any, lowest: Any) -> Any:
    """Gives the place of a row and the column ahead of it in the learned vector."""
    return AHEAD_AT + cell * AHEAD_SIZE + (last * rules.MAX_ROWS + n_filled) * N_BUCKETS + lowest // BUCKET


@kernel
def pace_place(n_filled: Any, others: Any, is_next: Any) -> Any:
    """Gives the place of how far this sheet and the others' are in the learned vector."""
    return PACE_AT + ((1 if is_next else 0) * (N_CELLS + 1) + n_filled) * (N_CELLS + 1) + others


@kernel
def find_features(written: Any, next_cell: Any, n_rows: Any, misses: Any, others: Any, is_next: Any, found: Any) -> Any:
    """Writes the places in the learned vector that a sheet reads, and gives the points of its full columns."""
    stage = stage_of(others)
    points = 0
    n_filled = 0
    for column in range(rules.MAX_CELLS):
        code = column_code(written, n_rows, column)
        n_filled += code[0]
        found[column] = -1
        if code[0] == n_rows:
            points += code[2] if code[2] > 0 else code[1]
        elif code[0] > 0:
            found[column] = column_place(stage, column, code)
    for row in range(n_rows):
        cell = next_cell[row]
        last = written[row, cell - 1] if cell > 0 else 0
        at = rules.MAX_CELLS + 2 * row
        found[at] = row_place(stage, cell, last)
        found[at + 1] = -1
        if cell < rules.MAX_CELLS:
            n, lowest, _ = column_code(written, n_rows, cell)
            found[at + 1] = ahead_place(cell, last, n, lowest)
    found[N_FEATURES - 2] = MISSES_AT + misses
    found[N_FEATURES - 1] = pace_place(n_filled, others, is_next)
    return points - triangle(misses)


@kernel
def with_number(code: Any, number: Any) -> Any:
    """Gives how a column stands with one number more."""
    n_filled, lowest, second = code
    if lowest == 0 or number < lowest:
        return n_filled + 1, number, lowest
    if number > lowest and (second == 0 or number < second):
        return n_filled + 1, lowest, number
    return n_filled + 1, lowest, second


@kernel
def column_worth(learned: Any, stage: Any, column: Any, code: Any) -> Any:
    """Gives the worth of a column: its points if it is full."""
    if code[0] == rules.MAX_ROWS:
        return float(code[2] if code[2] > 0 else code[1])
    return learned[column_place(stage, column, code)] if code[0] > 0 else 0.0


@kernel
def ahead_worth(learned: Any, sheet: Any, column: Any, code: Any, but: Any) -> Any:
    """Gives the worth of all rows but one that write in this column next."""
    worth = 0.0
    for row in range(rules.MAX_ROWS):
        if row != but and sheet[1][row] == column:
            last = sheet[0][row, column - 1] if column > 0 else 0
            worth += learned[ahead_place(column, last, code[0], code[1])]
    return worth


@kernel
def row_worth(learned: Any, stage: Any, sheet: Any, cell: Any, last: Any) -> Any:
    """Gives the worth of a row, whose next cell and last number these are."""
    worth = learned[row_place(stage, cell, last)]
    if cell < rules.MAX_CELLS:
        n, lowest, _ = column_code(sheet[0], rules.MAX_ROWS, cell)
        worth += learned[ahead_place(cell, last, n, lowest)]
    return worth


@kernel
def row_gains(learned: Any, sheet: Any, row: Any, stage: Any, pace: Any, gains: Any) -> None:
    """Writes what each number in the next cell of a row adds to the value of the sheet."""
    cell = sheet[1][row]
    last = sheet[0][row, cell - 1] if cell > 0 else 0
    gains[:] = NEVER
    if cell == rules.MAX_CELLS:
        return
    code = column_code(sheet[0], rules.MAX_ROWS, cell)
    before = row_worth(learned, stage, sheet, cell, last) + column_worth(learned, stage, cell, code)
    before += ahead_worth(learned, sheet, cell, code, row)
    for number in range(1, N_NUMBERS):
        if rules.follows(cell, last, number):
            after = with_number(code, number)
            worth = row_worth(learned, stage, sheet, cell + 1, number) + column_worth(learned, stage, cell, after)
            if after[0] < rules.MAX_ROWS:
                worth += ahead_worth(learned, sheet, cell, after, row)
            gains[number] = worth - before + pace


@kernel
def sheet_value(learned: Any, sheet: Any, n_rows: Any, misses: Any, others: Any, is_next: Any, is_end: Any) -> Any:
    """Gives the points that a sheet will end with; a sheet is its numbers and, by row, its next cell."""
    found = np.empty(N_FEATURES, np.int64)
    points = find_features(sheet[0], sheet[1], n_rows, misses, others, is_next, found)
    if is_end or misses == rules.MISSES_TO_END:
        return float(points)
    n_left = 0
    for row in range(n_rows):
        n_left += rules.MAX_CELLS - sheet[1][row]
    value = float(points)
    if n_left > 0:
        for place in found:
            if place >= 0:
                value += learned[place]
    return value


@kernel
def write(sheet: Any, row: Any, number: Any) -> None:
    """Writes a number in the next cell of a row."""
    sheet[0][row, sheet[1][row]] = number
    sheet[1][row] += 1


@kernel
def erase(sheet: Any, row: Any) -> None:
    """Takes the last number of a row back."""
    sheet[1][row] -= 1
    sheet[0][row, sheet[1][row]] = 0


@kernel
def fits(sheet: Any, row: Any, number: Any) -> Any:
    """Tells whether a number may be written in a row."""
    cell = sheet[1][row]
    if cell == rules.MAX_CELLS:
        return False
    return rules.follows(cell, sheet[0][row, cell - 1] if cell > 0 else 0, number)


@kernel
def sheet_of(state: Any, seat: Any) -> Any:
    """Gives a copy of a seat's sheet."""
    return state.written[seat].copy(), state.next_cell[seat].copy()


@kernel
def fullest_other(sheets: Any, state: Any, seat: Any) -> Any:
    """Gives the most cells that another seat will have filled after this turn, and whether that may end the match."""
    most = 0
    for other in range(state.n_seats):
        if other == seat:
            continue
        n_left = rules.count_empty(sheets, state, other)
        n_filled = N_CELLS - n_left
        if n_left == 1:
            n_filled -= 1
            for color in range(rules.N_COLORS):
                if state.phase != rules.Phase.REROLL and rules.can_write(sheets, state, other, color):
                    n_filled = N_CELLS - 1
        most = max(most, n_filled + 1)
    return most


@kernel
def their_value(learned: Any, sheets: Any, state: Any, seat: Any, n_own: Any) -> Any:
    """Gives the points that the others will end with, their mean, if the own sheet has so many cells filled."""
    total = 0.0
    for other in range(state.n_seats):
        if other == seat:
            continue
        most = n_own
        for third in range(state.n_seats):
            if third != seat and third != other:
                most = max(most, N_CELLS - rules.count_empty(sheets, state, third))
        sheet = (state.written[other], state.next_cell[other])
        is_next = (state.active + 1) % state.n_seats == other
        misses = state.misses[other]
        total += sheet_value(learned, sheet, rules.MAX_ROWS, misses, most, is_next, most == N_CELLS)
    return total / max(1, state.n_seats - 1)


@kernel
def best_share(
    learned: Any, sheets: Any, state: Any, seat: Any, sheet: Any, picked: Any, others: Any, gain: Any
) -> Any:
    """Gives the best value after this turn: one more number of a color that was not picked, with what a cell more is
    worth by itself, or none."""
    is_next = (state.active + 1) % state.n_seats == seat
    is_end = others == N_CELLS
    misses = state.misses[seat]
    missed = misses + (1 if seat == state.active and picked == 0 else 0)
    best = sheet_value(learned, sheet, rules.MAX_ROWS, missed, others, is_next, is_end)
    for color in range(rules.N_COLORS):
        row = sheets.row_of[seat, color] - 1
        if picked != color + 1 and fits(sheet, row, state.sums[color]):
            write(sheet, row, state.sums[color])
            best = max(best, sheet_value(learned, sheet, rules.MAX_ROWS, misses, others, is_next, is_end) + gain)
            erase(sheet, row)
    return best


@kernel
def rate_share(learned: Any, sheets: Any, state: Any, seat: Any, moves: Any, n: Any, values: Any) -> None:
    """Rates each color by the sheet that it leaves, and by how much nearer the end it brings the others."""
    sheet = sheet_of(state, seat)
    others = fullest_other(sheets, state, seat)
    is_next = (state.active + 1) % state.n_seats == seat
    is_end = others == N_CELLS
    misses = state.misses[seat]
    own = N_CELLS - rules.count_empty(sheets, state, seat)
    later = their_value(learned, sheets, state, seat, own + 1)
    for index in range(n):
        if moves[index] == rules.PASS:
            missed = misses + (1 if seat == state.active and state.picked == 0 else 0)
            values[index] = sheet_value(learned, sheet, rules.MAX_ROWS, missed, others, is_next, is_end)
            values[index] -= their_value(learned, sheets, state, seat, own)
        else:
            row = sheets.row_of[seat, moves[index] - 1] - 1
            write(sheet, row, state.sums[moves[index] - 1])
            values[index] = sheet_value(learned, sheet, rules.MAX_ROWS, misses, others, is_next, is_end) - later
            erase(sheet, row)


@kernel
def others_share(learned: Any, sheets: Any, state: Any, seat: Any, picked: Any, n_own: Any) -> Any:
    """Gives the points that the others will end with, their mean, after sharing what a pick leaves them."""
    if n_own == N_CELLS:
        return their_value(learned, sheets, state, seat, n_own)
    total = 0.0
    for other in range(state.n_seats):
        if other != seat:
            sheet = sheet_of(state, other)
            now = min(max(n_own + 1, fullest_other(sheets, state, other)), N_CELLS - 1)
            total += best_share(learned, sheets, state, other, sheet, picked, now, 0.0)
    return total / max(1, state.n_seats - 1)


@kernel
def rate_pick(learned: Any, sheets: Any, state: Any, seat: Any, moves: Any, n: Any, values: Any) -> None:
    """Rates each color by what it leaves to the own sheet after the best share, less what it leaves to the others."""
    sheet = sheet_of(state, seat)
    others = fullest_other(sheets, state, seat)
    own = N_CELLS - rules.count_empty(sheets, state, seat)
    for index in range(n):
        picked = moves[index]
        n_own = own
        if picked != rules.PASS:
            write(sheet, sheets.row_of[seat, picked - 1] - 1, state.sums[picked - 1])
            n_own += 1
        gain = 0.0
        if n_own < N_CELLS:
            gain = their_value(learned, sheets, state, seat, n_own)
            gain -= their_value(learned, sheets, state, seat, n_own + 1)
        values[index] = best_share(learned, sheets, state, seat, sheet, picked, others, gain)
        values[index] -= others_share(learned, sheets, state, seat, picked, n_own)
        if picked != rules.PASS:
            erase(sheet, sheets.row_of[seat, picked - 1] - 1)


@kernel
def number_gains(learned: Any, sheets: Any, state: Any, seat: Any, gains: Any) -> Any:
    """Writes what each sum of each color would add to the sheet, and gives what a miss would."""
    sheet = sheet_of(state, seat)
    others = min(fullest_other(sheets, state, seat), N_CELLS - 1)
    is_next = state.n_seats == 1
    n_filled = N_CELLS - rules.count_empty(sheets, state, seat)
    pace = learned[pace_place(n_filled + 1, others, is_next)] - learned[pace_place(n_filled, others, is_next)]
    pace += their_value(learned, sheets, state, seat, n_filled)
    pace -= their_value(learned, sheets, state, seat, n_filled + 1)
    for color in range(rules.N_COLORS):
        row_gains(learned, sheet, sheets.row_of[seat, color] - 1, stage_of(others), pace, gains[color])
    misses = state.misses[seat]
    return learned[MISSES_AT + misses + 1] - learned[MISSES_AT + misses] - misses - 1.0


@kernel
def best_turn(tables: Any, sums: Any) -> Any:
    """Gives the gain of the best pick and share of such sums, less what the rival then shares."""
    own, theirs, miss = tables
    first, second = NEVER, NEVER
    low, next_low, lowest = 0.0, 0.0, -1
    for color in range(rules.N_COLORS):
        gain = own[color, sums[color]]
        if gain > first:
            second = first
            first = gain
        elif gain > second:
            second = gain
        loss = theirs[color, sums[color]]
        if loss < low:
            next_low = low
            low = loss
            lowest = color
        elif loss < next_low:
            next_low = loss
    best = miss + low
    for color in range(rules.N_COLORS):
        gain = own[color, sums[color]]
        more = second if gain == first else first
        best = max(best, gain + max(more, 0.0) + (next_low if color == lowest else low))
    return best


@kernel
def throw_value(tables: Any, state: Any, mask: Any, samples: Any) -> Any:
    """Gives the mean gain after throwing the dice of a mask again, over sample rolls."""
    kept = np.zeros(rules.N_COLORS, np.int64)
    sums = np.zeros(rules.N_COLORS, np.int64)
    thrown = np.zeros(rules.N_DICE, np.int64)
    n_thrown = 0
    for die in range(1, rules.N_DICE):
        if (mask >> die) & 1:
            thrown[n_thrown] = die
            n_thrown += 1
        else:
            kept[COLORS[die, state.dice[die]]] += PIPS[die, state.dice[die]]
    total = 0.0
    for index in range(len(samples)):
        white = samples[index, 0] if mask & 1 else state.dice[0]
        for color in range(rules.N_COLORS):
            sums[color] = kept[color] + white
        for place in range(n_thrown):
            die = thrown[place]
            sums[COLORS[die, samples[index, die]]] += PIPS[die, samples[index, die]]
        total += best_turn(tables, sums)
    return total / len(samples)


@kernel
def rate_throws(tables: Any, state: Any, quick: Any, samples: Any, values: Any) -> None:
    """Rates sets of dice to throw again: die by die with few samples, and the most promising again with many.

    The tables hold what each number of each color adds when this seat writes it, what it takes away when the rival
    does, and what a miss adds.
    """
    values[:] = NEVER
    best = rules.KEEP
    values[best] = throw_value(tables, state, best, quick[:1])
    while True:
        start = best
        for die in range(rules.N_DICE):
            mask = start ^ (1 << die)
            if values[mask] == NEVER:
                values[mask] = throw_value(tables, state, mask, quick)
            if values[mask] > values[best]:
                best = mask
        if best == start:
            break
    if len(samples) > 0:
        order = np.argsort(-values)
        for place in range(len(order)):
            mask = order[place]
            if mask != rules.KEEP and place >= N_CLOSER:
                values[mask] += NEVER
            elif mask != rules.KEEP and values[mask] > NEVER:
                values[mask] = throw_value(tables, state, mask, samples)


@kernel
def rate_reroll(weights: Any, sheets: Any, state: Any, seat: Any, values: Any) -> None:
    """Rates sets of dice to throw again by the points of the own sheet, the others' only by the pace."""
    gains = np.empty((rules.N_COLORS, N_NUMBERS))
    miss = number_gains(weights[0], sheets, state, seat, gains)
    rate_throws((gains, np.zeros_like(gains), miss), state, weights[1], weights[2], values)


@kernel
def rate_by_tables(weights: Any, sheets: Any, state: Any, seat: Any, moves: Any, n: Any, values: Any) -> None:
    """Rates moves by the points that the own sheet and the others' will end with."""
    if state.phase == rules.Phase.REROLL:
        rate_reroll(weights, sheets, state, seat, values[:n])
    elif state.phase == rules.Phase.PICK:
        rate_pick(weights[0], sheets, state, seat, moves, n, values)
    else:
        rate_share(weights[0], sheets, state, seat, moves, n, values)


def sample_rolls(number: int, seed: int) -> np.ndarray:
    """Gives sample rolls of all dice in which each die shows each face equally often."""
    random = np.random.default_rng(seed)
    faces = np.arange(number) % 6 + 1
    return np.stack([random.permutation(faces) for _ in range(rules.N_DICE)], axis=1).astype(np.int64)


@cache
def load_learned(name: str = "learned") -> np.ndarray:
    """Gives a learned vector that is shipped: for matches, or alone."""
    with resources.files("paperdice.bots.qwantum").joinpath("tables.npz").open("rb") as file:
        learned: np.ndarray = np.load(file)[name].astype(np.float64)
    return learned


@cache
def make_table_policy() -> Policy:
    """Gives the quick player by the tables, whose rerolls are rated with few samples."""
    return Policy("qwantum_tables", rate_by_tables, (load_learned(), sample_rolls(N_QUICK, 1), sample_rolls(0, 2)))


@cache
def make_alone_policy() -> Policy:
    """Gives the player who is alone and plays for points."""
    weights = (load_learned("alone"), sample_rolls(N_QUICK, 1), sample_rolls(N_SAMPLES, 2))
    return Policy("qwantum_alone", rate_by_tables, weights)
