"""`casual`, a beginner: the most marks, then the fewest cells skipped, and no look ahead.

It plays every game: what a move does is seen by applying it to a copy of the state.
"""

from __future__ import annotations

from functools import cache

import numpy as np

from paperdice.fast.compile import FILLED_IN, Floats, Ints, Kernel, Record, Records, record_type, register, tailor
from paperdice.fast.playout import Policy
from paperdice.game import Game, Rules
from paperdice.rulekit import CellState

MARK = 1000

# These names stand for something else in each game's kernel.
rules: Rules = FILLED_IN
STATE: np.dtype[np.void] = FILLED_IN
REROLL: int = FILLED_IN
after: Kernel = FILLED_IN
worth: Kernel = FILLED_IN
worth_of_copy: Kernel = FILLED_IN
count_choices: Kernel = FILLED_IN


def _after(sheets: Record, state: Record, seat: int, move: int) -> Records:
    """An array of one: the state after this seat has moved alone."""
    copies = np.empty(1, STATE)
    copies[0] = state
    chosen = np.zeros(rules.MAX_SEATS, np.int64)
    chosen[seat] = move
    rules.apply_moves(sheets, copies[0], chosen)
    return copies


def _worth(sheets: Record, state: Record, seat: int) -> int:
    """Counts marks for much and skipped cells against."""
    points = 0
    for row in range(sheets.n_rows[seat]):
        for cell in range(sheets.n_cells[seat, row]):
            standing = rules.cell_state(sheets, state, seat, row, cell)
            if standing == CellState.MARKED:
                points += MARK
            elif standing == CellState.SKIPPED:
                points -= 1
    return points


def _worth_in_family(sheets: Record, state: Record, seat: int) -> int:
    """The same on a sheet of the Qwixx family, where cells count twice or are marked twice, and rows stand between."""
    points = 0
    for row in range(sheets.n_rows[seat]):
        points += MARK * state.n_marks[seat, row]
        for cell in range(sheets.n_cells[seat, row]):
            if rules.cell_state(sheets, state, seat, row, cell) == CellState.SKIPPED:
                points -= 1
    for line in range(sheets.n_bonus_rows[seat]):
        points += MARK * state.n_bonus[seat, line]
    return points


# A record does not keep its array alive, so the array itself is handed to what reads a copy.


def _worth_of_copy(sheets: Record, copies: Records, seat: int) -> int:
    """The worth of the state in an array of one."""
    return int(worth(sheets, copies[0], seat))


def _count_choices(sheets: Record, copies: Records, seat: int, moves: Ints) -> int:
    """The number of legal moves in the state of an array of one."""
    return int(rules.legal_moves(sheets, copies[0], seat, moves))


def _rate(weights: Record, sheets: Record, state: Record, seat: int, moves: Ints, n: int, values: Floats) -> None:
    """Rates each move; a roll that can be used is never thrown again, any other always is, with all dice."""
    if state.phase == REROLL:
        kept = after(sheets, state, seat, 0)
        possible = np.zeros(rules.MAX_MOVES, np.int64)
        is_useful = count_choices(sheets, kept, seat, possible) > 1
        for index in range(n):
            values[index] = index == 0 if is_useful else index
        return
    for index in range(n):
        values[index] = worth_of_copy(sheets, after(sheets, state, seat, moves[index]), seat)


@cache
def make_after(game: Game) -> Kernel:
    """The kernel that gives the state after a seat has moved alone, as an array of one."""
    register(game.rules)
    return tailor(_after, game.key, rules=game.rules, STATE=record_type(game.rules.STATE))


@cache
def make_casual(game: Game) -> Policy:
    """The beginner for a game."""
    register(game.rules)
    reroll = int(game.rules.Phase["REROLL"]) if "REROLL" in game.rules.Phase.__members__ else -1
    scope: dict[str, object] = {"rules": game.rules, "STATE": record_type(game.rules.STATE), "REROLL": reroll}
    scope["worth"] = tailor(_worth if game.printing is None else _worth_in_family, game.key, **scope)
    looking = {
        "after": make_after(game),
        "worth_of_copy": tailor(_worth_of_copy, game.key, **scope),
        "count_choices": tailor(_count_choices, game.key, **scope),
    }
    return Policy("casual", tailor(_rate, f"{game.key}_casual", **scope, **looking))
