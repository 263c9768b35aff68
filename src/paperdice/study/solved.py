"""Exact values for the solved solo games: Qwixx on the classic sheet, and Twenty One.

The mean value over all throws is computed throw by throw. It equals the value in the solved table, so reviews contain
no correction.
"""

from __future__ import annotations

from functools import cache
from typing import Protocol

import numpy as np

from paperdice.bots.decision import Decision, Decisions
from paperdice.bots.qwixx.moves import color_of, number_of
from paperdice.bots.qwixx.tables import is_classic
from paperdice.bots.twenty_one.plan import empty_cells, make_plan, plan_fill, rate_by_plan
from paperdice.fast.compile import Floats, Ints, Record, kernel
from paperdice.games.qwixx import rules as qwixx_rules
from paperdice.games.twenty_one import rules as twenty_one_rules
from paperdice.position import Position
from paperdice.solve.qwixx.policy import (
    N_COLOR_CHOICES,
    N_WHITE_CHOICES,
    N_WHITE_DICE,
    color_choice,
    color_choices,
    own_turn_choices,
    position_value,
    row_code,
    white_choice,
)
from paperdice.solve.qwixx.question import solve_qwixx
from paperdice.solve.qwixx.states import N_ROWS, OWN_TURN, Plane
from paperdice.solve.twenty_one.kernels import (
    N_CELLS,
    N_MASKS,
    Rolls,
    count_rolls,
    make_fills,
    ones,
    throw_again,
    value_again,
    weigh_rolls,
)
from paperdice.solve.twenty_one.rows import printed_numbers
from paperdice.study.evaluator import Outcomes

VERSION = 1
N_FACES = 6


@kernel
def next_colors(dice: Ints, locked: Ints) -> bool:
    """Advance the dice of the open rows to their next combination, and return False after the last one."""
    for row in range(N_ROWS):
        if locked[row] == 0:
            die = N_WHITE_DICE + row
            if dice[die] < N_FACES:
                dice[die] += 1
                return True
            dice[die] = 1
    return False


@kernel
def best_of_throw(
    problem: Record, plane: Plane, rows: Ints, misses: int, dice: Ints, white: Floats, follow: Floats
) -> float:
    """Return the expected remaining points after a throw of solo Qwixx with best play.

    `white` and `follow` are scratch arrays, which are overwritten.
    """
    own_turn_choices(problem, plane, rows, misses, dice, white, follow)
    return float(white.max())


@kernel
def mean_of_throws(problem: Record, plane: Plane, rows: Ints, misses: int, locked: Ints) -> float:
    """Return the expected remaining points in solo Qwixx with best play, averaged over all throws.

    A throw of two different white dice has twice the weight of a throw of two equal ones.
    """
    white, follow = np.empty(N_WHITE_CHOICES), np.empty((N_WHITE_CHOICES, N_COLOR_CHOICES))
    dice = np.zeros(N_WHITE_DICE + N_ROWS, np.int64)
    total = 0.0
    n_throws = 0
    for low in range(1, N_FACES + 1):
        for high in range(low, N_FACES + 1):
            dice[0], dice[1] = low, high
            for row in range(N_ROWS):
                dice[N_WHITE_DICE + row] = 1 - locked[row]
            weight = 1 if low == high else 2
            while True:
                total += weight * best_of_throw(problem, plane, rows, misses, dice, white, follow)
                n_throws += weight
                if not next_colors(dice, locked):
                    break
    return total / n_throws


@kernel
def mean_of_row(
    printed: Ints, after: Floats, empty: int, hits: int, again: Floats, fills: Ints, values: Floats, chances: Floats
) -> float:
    """Return the expected remaining points in Twenty One before the first throw of a row.

    Args:
        printed: The printed numbers of the row.
        after: The values of the positions that can follow the row.
        empty: The empty cells of the row, as a bit mask.
        hits: The number of hits (written numbers equal to the printed ones) in the row.
        again: Filled with the expected points before a reroll, indexed by a bit mask of the cells whose die is kept.
        fills: A scratch array.
        values: A scratch array.
        chances: A scratch array.
    """
    rolls = Rolls(fills, values, chances)
    sums = weigh_rolls(printed, after, empty, hits, rolls)
    value_again(empty, sums, again)
    return throw_again(printed, empty, again, rolls)


class Book(Protocol):
    """Interface for looking up the expected remaining points of positions, moves and throws in a solved game."""

    def to_come(self, decision: Decision) -> float:
        """Return the expected remaining points with best play in a position that is awaiting a throw."""

    def rate(self, decision: Decision) -> Floats:
        """Return the expected remaining points with best play after each legal move."""

    def mean(self, decision: Decision) -> float:
        """Return the expected remaining points with best play, averaged over all possible results of the next throw."""


class SolvedEvaluator:
    """An evaluator for solo matches of solved games, which returns exact values in points."""

    unit = "points"
    seats = 1
    samples = 0
    bias = 0.0
    grain = 0.0
    against = ("best play",)
    name = f"solved, version {VERSION}"

    def __init__(self, book: Book) -> None:
        self._decisions = Decisions()
        self._book = book

    def value(self, position: Position) -> Floats:
        """Return the expected final points with best play in a position that is over or awaiting a throw."""
        to_come = 0.0 if is_over(position) else self._book.to_come(self._decisions.of(position, 0))
        return np.array([score_of(position) + to_come])

    def stand(self, position: Position, turn: int) -> Floats:
        """Return the expected final points with best play in any position."""
        decision = self._decisions.of(position, 0)
        if decision.n == 0:
            return self.value(position)
        return np.array([score_of(position) + self._book.rate(decision).max()])

    def look(self, position: Position, seat: int, moves: Ints, start: int = 0, end: int = 0) -> Outcomes:
        decision = self._decisions.of(position, 0)
        worth = dict(zip(decision.moves.tolist(), self._book.rate(decision).tolist(), strict=True))
        values = score_of(position) + np.array([worth[int(move)] for move in moves])
        shaped = values.reshape(1, -1, 1)
        return Outcomes(shaped, shaped)

    def play_out(self, position: Position, seat: int, moves: Ints, samples: int) -> Outcomes:
        """Return the exact values, which need no playouts."""
        return self.look(position, seat, moves)

    def throw(self, before: Position, after: Position) -> tuple[Floats, Floats]:
        """Return the value of a throw with best play, and the mean value over all throws."""
        mean = score_of(before) + self._book.mean(self._decisions.of(before, 0))
        return self.stand(after, 0), np.array([mean])

    def shortlist(self, position: Position, seat: int, most: int) -> Ints:
        """Return all legal moves, since evaluating them costs nothing."""
        return self._decisions.of(position, 0).moves


def score_of(position: Position) -> float:
    """Return the points of the only seat."""
    return float(position.game.rules.score(position.laid, position.state, 0))


def is_over(position: Position) -> bool:
    return bool(position.state.phase == position.game.rules.Phase["OVER"])


class QwixxBook:
    """The exact values of solo Qwixx on the classic sheet, read from the solved table."""

    def __init__(self) -> None:
        table = solve_qwixx(1)
        self._problem, self._plane = table.problem, table.values[OWN_TURN]

    def _rows(self, state: Record) -> Ints:
        cells, marks, locked = state["next_cell"][0], state["n_marks"][0], state["locked"]
        codes = [row_code(self._problem, cells[row], marks[row], locked[row]) for row in range(N_ROWS)]
        return np.array(codes, np.int64)

    def to_come(self, decision: Decision) -> float:
        state = decision.state
        return float(position_value(self._problem, self._plane, self._rows(state), state["misses"][0]))

    def rate(self, decision: Decision) -> Floats:
        state, dice = decision.state, np.array(decision.state["dice"])
        rows, misses = self._rows(state), int(state["misses"][0])
        white, follow = np.empty(N_WHITE_CHOICES), np.empty((N_WHITE_CHOICES, N_COLOR_CHOICES))
        if state["phase"] == qwixx_rules.Phase.WHITE:
            own_turn_choices(self._problem, self._plane, rows, misses, dice, white, follow)
            return np.array([white[white_choice(color_of(m)) if m else 0] for m in decision.moves])
        color = np.empty(N_COLOR_CHOICES)
        color_choices(self._problem, self._plane, rows, misses, int(state["wrote"]), dice, color)
        return np.array([self._color_value(color, dice, int(m)) for m in decision.moves])

    @staticmethod
    def _color_value(values: Floats, dice: Ints, move: int) -> float:
        if move == qwixx_rules.PASS:
            return float(values[0])
        color, number = color_of(move), number_of(move)
        fitting = [w for w in range(N_WHITE_DICE) if dice[w] + dice[N_WHITE_DICE + color] == number]
        return float(max(values[color_choice(color, w)] for w in fitting))

    def mean(self, decision: Decision) -> float:
        state = decision.state
        locked = np.array(state["locked"])
        return float(mean_of_throws(self._problem, self._plane, self._rows(state), int(state["misses"][0]), locked))


class TwentyOneBook:
    """The exact values of solo Twenty One, computed from the solved rows."""

    def __init__(self) -> None:
        self._plan = make_plan(1, 0.0)

    def _place(self, decision: Decision) -> tuple[int, int, int]:
        """Return the index of the current row, a bit mask of its empty cells, and its number of hits."""
        state = decision.state
        row = int(state["current_row"][0])
        return row, int(empty_cells(decision.sheets, state, 0)), int(state["hits"][0, row])

    def _is_second(self, decision: Decision) -> bool:
        return bool(decision.state["rerolled"] == 1)

    def to_come(self, decision: Decision) -> float:
        """Return the expected remaining points in a position that is awaiting a first throw or a reroll."""
        row, empty, hits = self._place(decision)
        if self._is_second(decision):
            return float(self._plan.again[row, OWN_TURN, empty, hits, self._kept(decision, row, empty)])
        return float(self._plan.values[row, OWN_TURN, empty, hits])

    @staticmethod
    def _kept(decision: Decision, row: int, empty: int) -> int:
        """Return a bit mask of the cells whose die shows a one and is not thrown again."""
        colors = decision.sheets["colors"][0, row]
        return int(ones(empty, np.array([decision.state["dice"][color] for color in colors[:N_CELLS]], np.int64)))

    def rate(self, decision: Decision) -> Floats:
        values = np.zeros(decision.n)
        plan, sheets, state = self._plan, decision.sheets, decision.state
        if state["phase"] == twenty_one_rules.Phase.FILL:
            rate_by_plan(plan, sheets, state, 0, decision.moves, decision.n, values)
            return values
        faces = np.empty(N_CELLS, np.int64)
        _, kept, again = plan_fill(plan, sheets, state, 0, faces, make_fills())
        return np.array([kept, again][: decision.n])

    def mean(self, decision: Decision) -> float:
        """Return the expected remaining points with best play, averaged over all first throws or rerolls."""
        row, empty, hits = self._place(decision)
        printed = np.array(decision.sheets["numbers"][0, row][:N_CELLS])
        n, again = int(count_rolls(printed)), np.zeros(N_MASKS)
        scratch = np.zeros(n, np.int64), np.zeros(n), np.zeros(n)
        mean = mean_of_row(printed, self._plan.values[row, OWN_TURN], empty, hits, again, *scratch)
        return float(again[self._kept(decision, row, empty)] if self._is_second(decision) else mean)


@cache
def _solve(game: str) -> SolvedEvaluator:
    return SolvedEvaluator(QwixxBook() if game == "qwixx" else TwentyOneBook())


def find_solved(position: Position) -> SolvedEvaluator | None:
    """Return the exact evaluator for a match, or None if its game is not solved for these sheets and seats."""
    if position.state.n_seats != 1 or position.game.printing is not None:
        return None
    name, sheets = position.game.name, Decisions().of(position, 0).sheets
    is_known = (name == "qwixx" and is_classic(sheets, 0)) or (name == "twenty_one" and _is_printed(position))
    return _solve(name) if is_known else None


def _is_printed(position: Position) -> bool:
    """Return whether the rows of a Twenty One sheet have the same numbers as the printed sheet."""
    return [list(row.numbers) for row in position.sheets[0].rows] == printed_numbers().tolist()
