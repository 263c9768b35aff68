"""Learns the tables of Qwantum by playing: `python -m train.qwantum_tables FILE learned|alone MATCHES`.

Each sheet is valued by what the same sheet is worth a turn later, at the end by its score (temporal differences).
"""

from __future__ import annotations

import sys
import time
from pathlib import Path
from typing import Any

import numpy as np

from paperdice.bots.qwantum import tables
from paperdice.fast import streams
from paperdice.fast.compile import kernel, pack, record_type
from paperdice.games.qwantum import QWANTUM, rules

SEED = 2026
MAX_TURNS = rules.MAX_TURNS + 1
EXPLORE = 40
BLOCK = 2_000


@kernel
def choose(weights: Any, sheets: Any, state: Any, seat: Any, stream: Any, moves: Any, values: Any) -> Any:
    """Gives the best move, and now and then any; rerolls are never left to chance."""
    n = rules.legal_moves(sheets, state, seat, moves)
    if n == 0:
        return 0
    if state.phase != rules.Phase.REROLL and streams.draw(stream, EXPLORE) == 0:
        return moves[streams.draw(stream, n)]
    tables.rate_by_tables(weights, sheets, state, seat, moves, n, values)
    return moves[np.argmax(values[:n])]


@kernel
def note_sheets(sheets: Any, state: Any, notes: Any, points: Any) -> None:
    """Writes the features and sure points of all seats after a turn."""
    for seat in range(state.n_seats):
        others = 0
        for other in range(state.n_seats):
            if other != seat:
                others = max(others, tables.N_CELLS - rules.count_empty(sheets, state, other))
        is_next = state.active == seat
        n_rows = sheets.n_rows[seat]
        written, cells = state.written[seat], state.next_cell[seat]
        points[seat] = tables.find_features(written, cells, n_rows, state.misses[seat], others, is_next, notes[seat])


@kernel
def play_match(weights: Any, sheets: Any, state: Any, key: Any, stream: Any, notes: Any, points: Any) -> Any:
    """Plays one match and gives the number of turns noted."""
    moves = np.zeros(rules.MAX_MOVES, np.int64)
    values = np.zeros(rules.MAX_MOVES)
    chosen = np.zeros(rules.MAX_SEATS, np.int64)
    faces = np.zeros(rules.N_DICE, np.int64)
    n_turns = 0
    while state.phase != rules.Phase.OVER:
        if state.phase == rules.Phase.ROLL:
            if state.again == 0:
                note_sheets(sheets, state, notes[n_turns], points[n_turns])
                n_turns += 1
            for die in range(rules.N_DICE):
                faces[die] = streams.face(key, state.turn, rules.throw_number(state), die)
            rules.apply_roll(sheets, state, faces)
            continue
        for seat in range(state.n_seats):
            chosen[seat] = choose(weights, sheets, state, seat, stream, moves, values)
        rules.apply_moves(sheets, state, chosen)
    return n_turns


@kernel
def add_up(learned: Any, found: Any, points: Any) -> Any:
    """Gives the value of noted features."""
    value = float(points)
    for place in found:
        if place >= 0:
            value += learned[place]
    return value


@kernel
def learn_match(
    learned: Any, counts: Any, notes: Any, points: Any, n_turns: Any, target: Any, rate: Any, seat: Any
) -> Any:
    """Moves the values of one seat's sheets, the last first, toward what came of them; gives the squared error."""
    total = 0.0
    for turn in range(n_turns - 1, -1, -1):
        found = notes[turn, seat]
        value = add_up(learned, found, points[turn, seat])
        error = target - value
        total += error * error
        for place in found:
            if place >= 0:
                counts[place] += 1.0
                learned[place] += error * max(rate, 1.0 / counts[place]) / len(found)
        target = 0.3 * add_up(learned, found, points[turn, seat]) + 0.7 * target
    return total / n_turns


@kernel
def train_block(weights: Any, counts: Any, sheets: Any, state: Any, setup: Any, rate: Any) -> Any:
    """Plays and learns a block of matches; setup is (seed, first match, number, seats)."""
    notes = np.zeros((MAX_TURNS, rules.MAX_SEATS, tables.N_FEATURES), np.int64)
    points = np.zeros((MAX_TURNS, rules.MAX_SEATS), np.int64)
    stream = np.zeros(2, np.int64)
    sums = np.zeros(3)
    for index in range(setup[2]):
        match = setup[1] + index
        stream[0] = streams.bot_key(setup[0], match, 0)
        stream[1] = 0
        rules.start(state, setup[3], match % setup[3])
        n_turns = play_match(weights, sheets, state, streams.match_key(setup[0], match), stream, notes, points)
        for seat in range(setup[3]):
            score = float(rules.score(sheets, state, seat))
            sums[0] += score / setup[3]
            sums[1] += learn_match(weights[0], counts, notes, points, n_turns, score, rate, seat) / setup[3]
        sums[2] += n_turns
    return sums / setup[2]


def train(learned: np.ndarray, matches: int, seats: int, rate: float, counts: np.ndarray, start: int = 0) -> np.ndarray:
    """Learns from a block of matches in place and gives mean score, mean squared error and mean turns."""
    sheets = pack(QWANTUM.lay_out([QWANTUM.sheets["classic"]] * seats), rules.SHEETS)
    state = np.zeros(1, record_type(rules.STATE))
    weights = (learned, tables.sample_rolls(tables.N_QUICK, 1), np.zeros((0, rules.N_DICE), np.int64))
    setup = np.array([streams.seed_word(SEED), start, matches, seats], np.int64)
    told: np.ndarray = train_block(weights, counts, sheets[0], state[0], setup, rate)
    return told


def learn(seats: tuple[int, ...], matches: int) -> np.ndarray:
    """Learns from scratch, in blocks of matches with these numbers of seats in turn."""
    learned, counts = np.zeros(tables.SIZE), np.zeros(tables.SIZE)
    started = time.perf_counter()
    for number in range(matches // BLOCK):
        start = number * BLOCK
        rate = 0.1 if start < matches // 2 else 0.02
        told = train(learned, BLOCK, seats[number % len(seats)], rate, counts, start)
        seconds = time.perf_counter() - started
        sys.stderr.write(
            f"{start + BLOCK} matches, {seats[number % len(seats)]} seats: score {told[0]:.2f}, error {told[1]:.1f}, "
            f"turns {told[2]:.1f}, {seconds:.0f} s\n"
        )
    return learned


def main(path: Path, name: str, matches: int) -> None:
    """Learns one vector of a file from scratch: `learned` for matches, `alone` for one seat."""
    vectors: dict[str, Any] = dict(np.load(path)) if path.exists() else {}
    vectors[name] = learn((1,) if name == "alone" else (2, 2, 3, 4), matches).astype(np.float32)
    np.savez_compressed(path, **vectors)


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2], int(sys.argv[3]))
