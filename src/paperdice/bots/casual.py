"""`casual`, a beginner bot that prefers the most marks, then the fewest skipped cells, without lookahead.

It works for every game, because it evaluates a move by applying it to a copy of the state. A bot at a table runs the
rating function as plain Python, which avoids compilation; the same function is compiled for simulations and translated
to JavaScript for the web page. This module does not import the compiler.
"""

from __future__ import annotations

from functools import cache
from types import FunctionType
from typing import TYPE_CHECKING, Any

import numpy as np

from paperdice.bots.bot import read_view
from paperdice.game import Game, Ints, Rules, Twin, copy_twin
from paperdice.position import Position
from paperdice.rulekit import CellState
from paperdice.view import View

if TYPE_CHECKING:
    from paperdice.fast.compile import Floats, Kernel, Record, Records
    from paperdice.fast.playout import Policy

MARK = 1000

# Placeholders that are replaced for each game, as in `fast.compile.tailor`.
_PLACEHOLDER: Any = None
rules: Rules = _PLACEHOLDER
STATE: np.dtype[np.void] = _PLACEHOLDER
REROLL: int = _PLACEHOLDER
after: Kernel = _PLACEHOLDER
worth: Kernel = _PLACEHOLDER
worth_of_copy: Kernel = _PLACEHOLDER
count_choices: Kernel = _PLACEHOLDER


def _after(sheets: Record, state: Record, seat: int, move: int) -> Records:
    """Return the state after a move by this seat alone, as a one-element array."""
    copies = np.empty(1, STATE)
    copies[0] = state
    chosen = np.zeros(rules.MAX_SEATS, np.int64)
    chosen[seat] = move
    rules.apply_moves(sheets, copies[0], chosen)
    return copies


def _worth(sheets: Record, state: Record, seat: int) -> int:
    """Evaluate a seat's sheet: add `MARK` points for each mark and subtract one point for each skipped cell."""
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
    """Evaluate a seat's sheet of the Qwixx family by its marks and skipped cells, like `_worth`.

    Double cells count as two marks, and marks in bonus rows also count.
    """
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
    """Evaluate a seat's sheet in the state stored in `copies`, a one-element array."""
    return int(worth(sheets, copies[0], seat))


def _count_choices(sheets: Record, copies: Records, seat: int, moves: Ints) -> int:
    """Count a seat's legal moves in the state stored in `copies`, a one-element array."""
    return int(rules.legal_moves(sheets, copies[0], seat, moves))


def _rate(weights: Record, sheets: Record, state: Record, seat: int, moves: Ints, n: int, values: Floats) -> None:
    """Write the rating of each move to `values`.

    When dice may be rerolled, the bot keeps a roll that allows a mark and otherwise rerolls all dice.
    """
    if state.phase == REROLL:
        kept = after(sheets, state, seat, 0)
        possible = np.zeros(rules.MAX_MOVES, np.int64)
        is_useful = count_choices(sheets, kept, seat, possible) > 1
        for index in range(n):
            values[index] = index == 0 if is_useful else index
        return
    for index in range(n):
        values[index] = worth_of_copy(sheets, after(sheets, state, seat, moves[index]), seat)


def reroll_phase(game: Game) -> int:
    """Return the phase in which dice may be rerolled, or -1 if the game has none."""
    return -1 if game.reroll_phase is None else game.reroll_phase


def worth_of(game: Game) -> FunctionType:
    """Return the function that evaluates a seat's sheet in this game."""
    return _worth if game.printing is None else _worth_in_family  # type: ignore[return-value]  # they are functions


@cache
def make_after(game: Game) -> Kernel:
    """Return the kernel that computes the state after a move by a single seat, as a one-element array."""
    from paperdice.fast.compile import record_type, register, tailor

    register(game.rules)
    return tailor(_after, game.key, rules=game.rules, STATE=record_type(game.rules.STATE))


@cache
def make_casual(game: Game) -> Policy:
    """Return the compiled policy of `casual` for a game."""
    from paperdice.fast.compile import record_type, register, tailor
    from paperdice.fast.playout import Policy

    register(game.rules)
    scope: dict[str, object] = {
        "rules": game.rules,
        "STATE": record_type(game.rules.STATE),
        "REROLL": reroll_phase(game),
    }
    scope["worth"] = tailor(worth_of(game), game.key, **scope)
    looking = {
        "after": make_after(game),
        "worth_of_copy": tailor(_worth_of_copy, game.key, **scope),
        "count_choices": tailor(_count_choices, game.key, **scope),
    }
    return Policy("casual", tailor(_rate, f"{game.key}_casual", **scope, **looking))


@cache
def _make_plain(game: Game) -> FunctionType:
    """Return the rating function in plain Python, for states stored as Python objects instead of NumPy records."""

    def plain_after(sheets: Twin, state: Twin, seat: int, move: int) -> Twin:
        copy = copy_twin(state)
        chosen = np.zeros(game.rules.MAX_SEATS, np.int64)
        chosen[seat] = move
        game.rules.apply_moves(sheets, copy, chosen)
        return copy

    scope = {**globals(), "rules": game.rules, "REROLL": reroll_phase(game), "after": plain_after}
    scope["worth_of_copy"] = FunctionType(worth_of(game).__code__, scope)
    scope["count_choices"] = game.rules.legal_moves
    return FunctionType(_rate.__code__, scope)


class CasualBot:
    """A beginner that plays every game without compiled code."""

    def choose(self, view: View) -> str:
        """Choose one of the legal moves listed in a view."""
        return self.decide(*read_view(view))

    def decide(self, position: Position, seat: int) -> str:
        """Choose one of a seat's legal moves in a position."""
        game, _, laid, state = position
        moves: Ints = np.zeros(game.rules.MAX_MOVES, np.int64)
        n = game.rules.legal_moves(laid, state, seat, moves)
        values = np.zeros(n)
        if n > 1:
            _make_plain(game)(None, laid, state, seat, moves, n, values)
        return game.notation.format_move(state, int(moves[np.argmax(values)]))
