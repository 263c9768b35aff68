"""Why a choice is good or not, in the game's own terms: reasons by id, which `texts` turns into a sentence."""

from __future__ import annotations

import numpy as np

from paperdice.errors import Reason
from paperdice.fast.compile import Floats
from paperdice.game import Twin, copy_twin
from paperdice.position import Position
from paperdice.rulekit import CellState
from paperdice.texts import read_texts

N_EVENTS = 4
MARKS, LOCKS, MISSES, STRIKES = range(N_EVENTS)
# Ways to throw each sum with two dice of six faces.
WAYS = {number: 6 - abs(7 - number) for number in range(2, 13)}
OPEN = (CellState.FREE, CellState.FAR)


def explain_move(position: Position, seat: int, move: int) -> list[Reason]:
    """What a choice does on the own sheet, and what comes next there."""
    game, _, laid, state = position
    if state.phase == getattr(game.rules.Phase, "REROLL", None):
        return [Reason("keep" if move == 0 else "throw_again", {"move": game.notation.format_move(state, move)})]
    after = copy_twin(state)
    moves = np.zeros(game.rules.MAX_SEATS, np.int64)
    moves[seat] = move
    game.rules.apply_moves(laid, after, moves)
    if _events(position, after, seat)[MARKS] == _events(position, state, seat)[MARKS]:
        return [_explain_nothing(position, after, seat)]
    return [_explain_mark(position, after, seat, move), *_explain_next(position, after, seat)]


def _explain_nothing(position: Position, after: Twin, seat: int) -> Reason:
    """What it means to mark nothing."""
    game, _, laid, state = position
    if _events(position, after, seat)[STRIKES] > _events(position, state, seat)[STRIKES]:
        return Reason("strike", {})
    cost = game.display.pass_cost(laid, state, seat)
    if cost is None:
        return Reason("nothing", {})
    name = "miss" if cost["now"] else "miss_looms"
    return Reason(name, {"cost": int(cost["cost"]), "nth": int(cost["nth"]), "of": int(cost["of"])})


def _explain_mark(position: Position, after: Twin, seat: int, move: int) -> Reason:
    """What is gained and given up by marking."""
    game, _, laid, state = position
    points = int(game.rules.score(laid, after, seat) - game.rules.score(laid, state, seat))
    skipped = _count_skipped(position, after, seat)
    text = game.notation.format_move(state, move)
    if _events(position, after, seat)[LOCKS] > _events(position, state, seat)[LOCKS]:
        return Reason("lock", {"move": text, "points": f"{points:+d}"})
    name = "mark" if skipped == 0 else "mark_skip_one" if skipped == 1 else "mark_skip"
    return Reason(name, {"move": text, "points": f"{points:+d}", "skipped": skipped})


def _explain_next(position: Position, after: Twin, seat: int) -> list[Reason]:
    """Which sum the changed row of Qwixx waits for next, and who can lock one."""
    game, _, laid, state = position
    if not hasattr(state, "next_cell") or not hasattr(laid, "lock_colors"):
        return []
    found = []
    for row in range(laid.n_rows[seat]):
        cell = after.next_cell[seat, row]
        if cell != state.next_cell[seat, row] and cell < laid.n_cells[seat, row] - 1:
            number = int(laid.numbers[seat, row, cell])
            color = game.shape.colors[laid.colors[seat, row, cell]]
            found.append(Reason("next_sum", {"color": color, "number": number, "ways": WAYS.get(number, 0)}))
    return found[:1]


def explain_rivals(position: Position, seat: int) -> list[Reason]:
    """Who else can lock a row of Qwixx with the next fitting number."""
    game, _, laid, state = position
    if not hasattr(laid, "lock_colors"):
        return []
    needed = int(getattr(game.rules, "MARKS_TO_LOCK", 0))
    for other in range(state.n_seats):
        for row in range(laid.n_rows[other]):
            color = laid.lock_colors[other, row]
            if other != seat and not state.locked[color] and state.n_marks[other, row] >= needed:
                return [Reason("can_lock", {"seat": other, "color": game.shape.colors[color]})]
    return []


def explain_gap(gap: float, is_close: bool, other: str, is_best: bool, unit: str) -> list[Reason]:
    """How a choice compares with the best one, or the best with the next."""
    if not other:
        return []
    if is_close:
        return [Reason("close", {"move": other})]
    shown = f"{abs(gap) * (100 if unit == 'chance' else 1):.1f}"
    name = ("ahead" if is_best else "behind") + ("_chance" if unit == "chance" else "_points")
    return [Reason(name, {"move": other, "gap": shown})]


def explain_odds(values: Floats, keep: int, again: int) -> list[Reason]:
    """In how many of a hundred second throws a reroll does better than to keep the dice."""
    better = (values[:, again] > values[:, keep]).mean()
    return [Reason("odds", {"percent": round(100 * float(better))})]


def _events(position: Position, state: Twin, seat: int) -> list[int]:
    events = np.zeros(N_EVENTS, np.int64)
    position.game.rules.count_events(position.laid, state, seat, events)
    return [int(event) for event in events]


def _count_skipped(position: Position, after: Twin, seat: int) -> int:
    """How many open cells can never be marked any more."""
    game, _, laid, state = position
    n = 0
    for row in range(laid.n_rows[seat]):
        for cell in range(laid.n_cells[seat, row]):
            was = game.rules.cell_state(laid, state, seat, row, cell)
            n += was in OPEN and game.rules.cell_state(laid, after, seat, row, cell) == CellState.SKIPPED
    return n


def say_why(reasons: list[Reason], language: str = "en") -> str:
    """Reasons as one sentence."""
    texts = read_texts(language, "study")
    clauses = []
    for reason in reasons:
        params = {name: _localize(name, str(value), language) for name, value in reason.params.items()}
        clauses.append(texts["why"][reason.id].format(**params))
    sentence = "; ".join(clauses)
    return sentence[:1].upper() + sentence[1:] + "."


def _localize(name: str, value: str, language: str) -> str:
    """A color by its name, a pass as a word, a number with the language's comma."""
    if name == "color":
        return read_texts(language)["colors"].get(value, value)
    if name == "move" and value == "-":
        return read_texts(language, "study")["moves"]["pass"]
    return value.replace(".", ",") if name == "gap" and language != "en" else value
