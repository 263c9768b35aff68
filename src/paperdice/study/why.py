"""Explanations of choices in terms of the game, as message ids that `texts` turns into sentences."""

from __future__ import annotations

import numpy as np

from paperdice.errors import Reason
from paperdice.fast.compile import Floats
from paperdice.game import Twin, copy_twin
from paperdice.position import Position
from paperdice.rulekit import CellState
from paperdice.texts import decimal, read_texts

N_EVENTS = 4
MARKS, LOCKS, MISSES, STRIKES = range(N_EVENTS)
OPEN = (CellState.FREE, CellState.FAR)


def explain_move(position: Position, seat: int, move: int) -> list[Reason]:
    """Explain what a move does on the seat's own sheet and what the seat needs next."""
    game, _, laid, state = position
    if state.phase == game.reroll_phase:
        return [Reason("keep" if move == 0 else "throw_again", {"move": game.notation.format_move(state, move)})]
    after = copy_twin(state)
    moves = np.zeros(game.rules.MAX_SEATS, np.int64)
    moves[seat] = move
    game.rules.apply_moves(laid, after, moves)
    if _marks_nothing(position, after, seat, move):
        return [_explain_nothing(position, after, seat)]
    return [_explain_mark(position, after, seat, move), *_explain_next(position, after, seat)]


def _marks_nothing(position: Position, after: Twin, seat: int, move: int) -> bool:
    """Return whether a move writes nothing.

    For games of the Qwixx family, the notation of the move is checked, since event counts omit some kinds of marks.
    """
    if position.game.printing is not None:
        return position.game.notation.format_move(position.state, move) == "-"
    return _events(position, after, seat)[MARKS] == _events(position, position.state, seat)[MARKS]


def _explain_nothing(position: Position, after: Twin, seat: int) -> Reason:
    game, _, laid, state = position
    if _events(position, after, seat)[STRIKES] > _events(position, state, seat)[STRIKES]:
        return Reason("strike", {})
    cost = game.display.pass_cost(laid, state, seat)
    if cost is None:
        return Reason("nothing", {})
    name = "miss" if cost["now"] else "miss_looms"
    if cost["cost"] == 0:
        return Reason(f"{name}_free", {"nth": int(cost["nth"]), "of": int(cost["of"])})
    return Reason(name, {"cost": int(cost["cost"]), "nth": int(cost["nth"]), "of": int(cost["of"])})


def _explain_mark(position: Position, after: Twin, seat: int, move: int) -> Reason:
    """Explain a mark by the points it gains and the cells it skips."""
    game, _, laid, state = position
    points = int(game.rules.score(laid, after, seat) - game.rules.score(laid, state, seat))
    skipped = _count_skipped(position, after, seat)
    text = game.notation.format_move(state, move)
    if _events(position, after, seat)[LOCKS] > _events(position, state, seat)[LOCKS]:
        return Reason("lock", {"move": text, "points": f"{points:+d}"})
    name = "mark" if skipped == 0 else "mark_skip_one" if skipped == 1 else "mark_skip"
    return Reason(name, {"move": text, "points": f"{points:+d}", "skipped": skipped})


def _explain_next(position: Position, after: Twin, seat: int) -> list[Reason]:
    """Explain which sum is needed next in the row that a move changed, in games where sums lock rows."""
    game, _, laid, state = position
    if not game.public.locks_by_sum:
        return []
    found = []
    for row in range(laid.n_rows[seat]):
        cell = after.next_cell[seat, row]
        if cell != state.next_cell[seat, row] and cell < laid.n_cells[seat, row] - 1:
            number = int(laid.numbers[seat, row, cell])
            color = game.shape.colors[laid.colors[seat, row, cell]]
            ways, throws = count_ways(number, len(game.dice[0].faces))
            found.append(Reason("next_sum", {"color": color, "number": number, "ways": ways, "throws": throws}))
    return found[:1]


def count_ways(number: int, n_faces: int) -> tuple[int, int]:
    """Return how many throws of two dice add up to `number`, and the total number of throws of two dice."""
    return max(0, n_faces - abs(n_faces + 1 - number)), n_faces**2


def explain_rivals(position: Position, seat: int) -> list[Reason]:
    """Warn about another seat that can lock a row with its next matching sum, in games where sums lock rows."""
    game, _, laid, state = position
    if not game.public.locks_by_sum:
        return []
    for other in range(state.n_seats):
        for row in range(laid.n_rows[other]):
            last = laid.n_cells[other, row] - 1
            if other != seat and game.rules.cell_state(laid, state, other, row, last) == CellState.FREE:
                color = game.shape.colors[laid.lock_colors[other, row]]
                return [Reason("can_lock", {"seat": other, "color": color})]
    return []


def explain_gap(gap: float, is_close: bool, other: str, is_best: bool, unit: str) -> list[Reason]:
    """Explain how a choice compares with the best one, or how the best choice compares with the second best.

    Args:
        gap: The difference in value.
        is_close: Whether the difference is not significant.
        other: The move that the choice is compared with, in notation; empty if there is none.
        is_best: Whether the explained choice is the best one.
        unit: `chance` or `points`.
    """
    if not other:
        return []
    if is_close:
        return [Reason("close", {"move": other})]
    shown = f"{abs(gap) * (100 if unit == 'chance' else 1):.1f}"
    name = ("ahead" if is_best else "behind") + ("_chance" if unit == "chance" else "_points")
    return [Reason(name, {"move": other, "gap": shown})]


def explain_odds(values: Floats, keep: int, again: int) -> list[Reason]:
    """Explain a reroll by the percentage of samples in which it is better than keeping the dice.

    Args:
        values: The samples, indexed by sample and choice.
        keep: The index of the choice that keeps the dice.
        again: The index of the choice that rerolls.
    """
    better = (values[:, again] > values[:, keep]).mean()
    return [Reason("odds", {"percent": round(100 * float(better))})]


def _events(position: Position, state: Twin, seat: int) -> list[int]:
    events = np.zeros(N_EVENTS, np.int64)
    position.game.rules.count_events(position.laid, state, seat, events)
    return [int(event) for event in events]


def _count_skipped(position: Position, after: Twin, seat: int) -> int:
    """Return the number of open cells that a move makes unreachable."""
    game, _, laid, state = position
    n = 0
    for row in range(laid.n_rows[seat]):
        for cell in range(laid.n_cells[seat, row]):
            was = game.rules.cell_state(laid, state, seat, row, cell)
            n += was in OPEN and game.rules.cell_state(laid, after, seat, row, cell) == CellState.SKIPPED
    return n


def say_why(reasons: list[Reason], language: str = "en") -> str:
    """Join reasons into one sentence; the web page does the same in `pages/study/texts.ts`."""
    texts = read_texts(language, "study")
    clauses = []
    for reason in reasons:
        is_named = reason.id != "throw_again"  # the sentence of this reason describes the move
        params = {name: _localize(name, str(value), language, is_named) for name, value in reason.params.items()}
        clauses.append(texts["why"][reason.id].format(**params))
    sentence = texts["names"]["joint"].join(clauses)
    return sentence[:1].upper() + sentence[1:] + "."


def name_move(move: str, language: str = "en") -> str:
    """Format a move for use in a sentence: in words if it marks nothing, otherwise in notation."""
    return read_texts(language, "study")["moves"].get(move, move)


def _localize(name: str, value: str, language: str, is_named: bool) -> str:
    """Format a parameter of a reason for use in a sentence.

    Colors and seats are named, moves that mark nothing are put into words, and gaps use the language's decimal
    separator.
    """
    if name == "color":
        return read_texts(language)["colors"].get(value, value)
    if name == "seat":
        return read_texts(language, "study")["names"]["seat"].format(seat=value)
    if name == "move" and is_named:
        return name_move(value, language)
    return decimal(value, language) if name == "gap" else value
