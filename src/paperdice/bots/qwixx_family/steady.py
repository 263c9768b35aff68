"""`steady` for the Qwixx family and Longo, which evaluates the seat's sheet by its points and its potential.

Each move is applied to a copy of the state, including the marks that it forces, and the resulting sheet is evaluated.
The weights for each kind of sheet are in `steady.toml`; `python -m train.qwixx_family` finds them.
"""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path
from typing import NamedTuple

import numpy as np

from paperdice.bots.casual import make_after
from paperdice.fast.compile import PLACEHOLDER, Floats, Ints, Kernel, Record, Records, register, tailor
from paperdice.fast.playout import Policy
from paperdice.game import Game
from paperdice.games.qwixx.family import marks, rules
from paperdice.games.qwixx.family.sizes import HIGHEST, LOWEST, MAX_CELLS, N_NUMBERS

FILE = Path(__file__).with_name("steady.toml")
# A value larger than any other, for moves that end the match with a win or a loss.
SURE = 1000.0
# The kinds of sheets in the order of their weights, each identified by what it prints.
KINDS = ("chain", "double-a", "double-b", "steps", "bonus-a", "bonus-b", "big-points", "x-change", "longo")

# Placeholders that `tailor` replaces for each game.
CHANCES: Floats = PLACEHOLDER
after: Kernel = PLACEHOLDER
find_kind: Kernel = PLACEHOLDER
row_worth: Kernel = PLACEHOLDER
special_worth: Kernel = PLACEHOLDER
bonus_worth: Kernel = PLACEHOLDER
sheet_worth: Kernel = PLACEHOLDER
worth_of_copy: Kernel = PLACEHOLDER


class FamilyWeights(NamedTuple):
    """The weights of a sheet's features, whose weighted sum is added to the sheet's points."""

    squares: float
    reach: float
    following: float
    ready: float
    goal: float
    lost: float
    again: float
    special: float
    bonus: float
    swaps: float
    risk: float
    misses: float


def _find_kind(sheets: Record, seat: int) -> int:
    """Return the kind of a seat's sheet as an index into `KINDS`."""
    kind = 0
    if sheets.boxes[seat, 0, 0] > 1:
        kind = 1
    elif sheets.marks_to_lock[seat] > 6:
        kind = 2
    elif sheets.n_steps[seat] > 0:
        kind = 3
    elif sheets.n_strip[seat] > 0:
        kind = 4
    elif sheets.has_symbols[seat] == 1:
        kind = 5
    elif sheets.n_bonus_rows[seat] > 0:
        kind = 6
    elif sheets.n_swaps[seat] > 0:
        kind = 7
    elif sheets.n_goals[seat] > 1:
        kind = 8
    return kind


def _row_worth(weights: Floats, sheets: Record, state: Record, seat: int, row: int) -> float:
    """Return the potential of an unlocked row.

    It is based on the cells that can still be marked, the next cell, the goals, and a second box that is still empty.
    """
    n_marks = state.n_marks[seat, row]
    start = state.next_cell[seat, row]
    first_goal = sheets.n_cells[seat, row] - sheets.n_goals[seat]
    reach = 0.0
    n_left = 0
    for cell in range(start, first_goal):
        reach += CHANCES[sheets.numbers[seat, row, cell]] * sheets.weights[seat, row, cell]
        n_left += sheets.weights[seat, row, cell] * sheets.boxes[seat, row, cell]
    worth = weights[0] * n_marks * n_marks + weights[1] * reach * (n_marks + 2)
    if start < first_goal:
        worth += weights[2] * CHANCES[sheets.numbers[seat, row, start]] * (n_marks + 1)
    if n_marks >= sheets.marks_to_lock[seat]:
        chance = 0.0
        for cell in range(max(start, first_goal), sheets.n_cells[seat, row]):
            chance += CHANCES[sheets.numbers[seat, row, cell]]
        worth += weights[3] + weights[4] * chance * (n_marks + 1)
    elif n_marks + n_left < sheets.marks_to_lock[seat]:
        worth -= weights[5]
    if start > 0 and marks.can_mark_again(sheets, state, seat, row, start - 1):
        worth += weights[6] * CHANCES[sheets.numbers[seat, row, start - 1]] * (n_marks + 1)
    return worth


def _special_worth(sheets: Record, state: Record, seat: int, row: int) -> float:
    """Add up the probabilities of the numbers on a row's special cells: steps, frames, pairs and symbols."""
    chance = 0.0
    for cell in range(state.next_cell[seat, row], sheets.n_cells[seat, row]):
        is_special = sheets.steps[seat, row, cell] + sheets.framed[seat, row, cell] > 0
        if is_special or sheets.symbols[seat, row, cell] > 0:
            chance += CHANCES[sheets.numbers[seat, row, cell]]
        place = sheets.partner[seat, row, cell] - 1
        if place >= 0 and state.written[seat, place // MAX_CELLS, place % MAX_CELLS] == 0:
            chance += CHANCES[sheets.numbers[seat, row, cell]]
    return chance


def _bonus_worth(sheets: Record, state: Record, seat: int, line: int) -> float:
    """Return the value of the cells of a bonus row that can still be marked.

    Each cell contributes the probability of its number, weighted by the marks in the bonus row and in an adjacent row.
    """
    worth = 0.0
    for number in range(LOWEST, HIGHEST + 1):
        if sheets.bonus_place[seat, line, number] - 1 < state.next_bonus[seat, line]:
            continue
        for side in range(2):
            place = sheets.place[seat, sheets.bonus_colors[seat, line, side], number] - 1
            if place >= 0 and state.written[seat, place // MAX_CELLS, place % MAX_CELLS] > 0:
                worth += CHANCES[number] * (state.n_marks[seat, place // MAX_CELLS] + state.n_bonus[seat, line] + 1)
    return worth


def _sheet_worth(weights: Floats, sheets: Record, state: Record, seat: int) -> float:
    """Evaluate a seat's sheet by its points plus its potential for more points."""
    worth = rules.score(sheets, state, seat) - weights[11] * state.misses[seat]
    for row in range(sheets.n_rows[seat]):
        if not marks.is_closed(sheets, state, seat, row):
            worth += row_worth(weights, sheets, state, seat, row)
            worth += weights[7] * special_worth(sheets, state, seat, row)
    for line in range(sheets.n_bonus_rows[seat]):
        worth += weights[8] * bonus_worth(sheets, state, seat, line)
    worth += weights[9] * (sheets.n_swaps[seat] - state.swap[seat])
    if state.phase == rules.Phase.COLOR and state.active == seat and state.wrote == 0:
        worth -= weights[10]
    return worth


def _worth_of_copy(weights: Floats, sheets: Record, copies: Records, seat: int) -> float:
    """Evaluate a seat's sheet in the state stored in `copies`, a one-element array.

    In a finished match, winning or losing outweighs everything else.
    """
    state = copies[0]
    if state.phase != rules.Phase.OVER or state.n_seats == 1:
        return float(sheet_worth(weights, sheets, state, seat))
    own = rules.score(sheets, state, seat)
    lead = own + 1000
    for other in range(state.n_seats):
        if other != seat:
            lead = min(lead, own - rules.score(sheets, state, other))
    return own + (SURE if lead > 0 else 0.0 if lead == 0 else -SURE)


def _rate(weights: Floats, sheets: Record, state: Record, seat: int, moves: Ints, n: int, values: Floats) -> None:
    """Write the rating of each move to `values`: the value of the resulting sheet if no one else moves."""
    kind = find_kind(sheets, seat)
    for index in range(n):
        values[index] = worth_of_copy(weights[kind], sheets, after(sheets, state, seat, moves[index]), seat)


@cache
def read_weights() -> Floats:
    table = tomllib.loads(FILE.read_text(encoding="utf-8"))
    return np.array([[float(table[kind][name]) for name in FamilyWeights._fields] for kind in KINDS])


def chances_of(game: Game) -> Floats:
    """Return the probability of each sum of two of the game's dice, indexed by sum."""
    n_faces = len(game.dice[0].faces)
    ways = [max(0, n_faces - abs(total - n_faces - 1)) for total in range(N_NUMBERS)]
    return np.array(ways, np.float64) / n_faces**2


@cache
def make_rate(game: Game) -> Kernel:
    """Return the kernel that rates moves on sheets of the Qwixx family, for the dice of this game."""
    register(game.rules)
    name = game.key
    chances = chances_of(game)
    parts: dict[str, object] = {
        "find_kind": tailor(_find_kind, name),
        "row_worth": tailor(_row_worth, name, CHANCES=chances),
        "special_worth": tailor(_special_worth, name, CHANCES=chances),
        "bonus_worth": tailor(_bonus_worth, name, CHANCES=chances),
    }
    parts["sheet_worth"] = tailor(_sheet_worth, name, **parts)
    parts["worth_of_copy"] = tailor(_worth_of_copy, name, **parts)
    return tailor(_rate, f"{name}_steady", after=make_after(game), **parts)


def make_policy(game: Game, weights: Floats) -> Policy:
    return Policy("steady", make_rate(game), weights)


@cache
def make_steady(game: Game) -> Policy:
    """Return the policy with the weights bundled with the package, for any number of seats."""
    return make_policy(game, read_weights())
