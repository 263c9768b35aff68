"""`casual`, a beginner: prefers the most marks, then the fewest skipped cells, without lookahead.

It plays every game, because it evaluates a move by applying it to a copy of the state.
"""

from __future__ import annotations

from functools import cache

import numpy as np

from paperdice.fast.compile import PLACEHOLDER, Floats, Ints, Kernel, Record, Records, record_type, register, tailor
from paperdice.fast.playout import Policy
from paperdice.game import Game, Rules
from paperdice.rulekit import CellState

MARK = 1000

# Placeholders that `tailor` replaces for each game.
rules: Rules = PLACEHOLDER
STATE: np.dtype[np.void] = PLACEHOLDER
REROLL: int = PLACEHOLDER
after: Kernel = PLACEHOLDER
worth: Kernel = PLACEHOLDER
worth_of_copy: Kernel = PLACEHOLDER
count_choices: Kernel = PLACEHOLDER


def _after(sheets: Record, state: Record, seat: int, move: int) -> Records:
    """Return a one-element array with the state after this seat has moved and no one else."""
    copies = np.empty(1, STATE)
    copies[0] = state
    chosen = np.zeros(rules.MAX_SEATS, np.int64)
    chosen[seat] = move
    rules.apply_moves(sheets, copies[0], chosen)
    return copies


def _worth(sheets: Record, state: Record, seat: int) -> int:
    """Return a score that rewards marks and penalizes skipped cells."""
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
    """Return a score that rewards marks and penalizes skipped cells, with double cells and bonus rows."""
    points = 0
    for row in range(sheets.n_rows[seat]):
        points += MARK * state.n_marks[seat, row]
        for cell in range(sheets.n_cells[seat, row]):
            if rules.cell_state(sheets, state, seat, row, cell) == CellState.SKIPPED:
                points -= 1
    for line in range(sheets.n_bonus_rows[seat]):
        points += MARK * state.n_bonus[seat, line]
    return points


# A record does not keep its array alive, so functions that read a copy take the array.


def _worth_of_copy(sheets: Record, copies: Records, seat: int) -> int:
    """Return the worth of the state in a one-element array."""
    return int(worth(sheets, copies[0], seat))


def _count_choices(sheets: Record, copies: Records, seat: int, moves: Ints) -> int:
    """Return the number of legal moves in the state of a one-element array."""
    return int(rules.legal_moves(sheets, copies[0], seat, moves))


def _rate(weights: Record, sheets: Record, state: Record, seat: int, moves: Ints, n: int, values: Floats) -> None:
    """Rate each move; keep a roll that allows any mark, otherwise reroll all dice."""
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
    """Return the kernel that computes the state after a single seat's move, as a one-element array."""
    register(game.rules)
    return tailor(_after, game.key, rules=game.rules, STATE=record_type(game.rules.STATE))


@cache
def make_casual(game: Game) -> Policy:
    """Return the policy of `casual` for a game."""
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
