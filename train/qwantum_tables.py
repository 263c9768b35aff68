"""Train the tables of Qwantum with TD(λ) on self-play: `python -m train.qwantum_tables FILE learned|alone MATCHES`."""

from __future__ import annotations

import sys
import time
from pathlib import Path
from typing import NamedTuple

import numpy as np

from paperdice.bots.qwantum import tables
from paperdice.bots.qwantum.marks import view_marks
from paperdice.bots.qwantum.points import rate_by_points
from paperdice.bots.qwantum.rerolls import N_QUICK, make_point_weights, sample_rolls
from paperdice.fast import streams
from paperdice.fast.compile import Floats, Ints, Record, kernel, pack, record_type
from paperdice.fast.playout import best_of, make_throw_dice
from paperdice.games.qwantum import QWANTUM, rules
from train.matches import Run

SEED = 2026
MAX_TURNS = rules.MAX_TURNS + 1
# One decision about marks in this many is random.
EXPLORE = 40
BLOCK = 2_000
# The lowest learning rates, in the first and in the second half of the matches.
RATES = (0.1, 0.02)
# 1 - λ of TD(λ): the weight of the next sheet's value against the return.
LATER = 0.3
# The numbers of seats of consecutive blocks of matches.
SEATS = {"learned": (2, 2, 3, 4), "alone": (1,)}

throw_dice = make_throw_dice(QWANTUM)


class Means(NamedTuple):
    """Means over a block of matches: the score per seat, the squared error of its prediction, and the number of
    turns.
    """

    score: float
    error: float
    turns: float


@kernel
def choose(weights: Record, sheets: Record, state: Record, seat: int, stream: Ints, moves: Ints, values: Floats) -> int:
    """Return the best move, or sometimes a random one, but never for rerolls."""
    n = rules.legal_moves(sheets, state, seat, moves)
    if n == 0:
        return 0
    if state.phase != rules.Phase.REROLL and streams.draw(stream, EXPLORE) == 0:
        return int(moves[streams.draw(stream, n)])
    rate_by_points(weights, sheets, state, seat, moves, n, values)
    return int(moves[best_of(values, n)])


@kernel
def sample_sheets(sheets: Record, state: Record, places: Ints, points: Ints) -> None:
    """Write the table indices and the certain points of all seats' sheets after a turn."""
    for seat in range(state.n_seats):
        others = tables.fullest_except(sheets, state, seat, seat)
        is_next = state.active == seat
        marks = view_marks(state, seat)
        points[seat] = tables.find_places(marks, state.misses[seat], others, is_next, places[seat])


@kernel
def play_match(
    weights: Record, sheets: Record, state: Record, key: int, stream: Ints, places: Ints, points: Ints
) -> int:
    """Play one match and return the number of sampled turns."""
    moves = np.zeros(rules.MAX_MOVES, np.int64)
    values = np.zeros(rules.MAX_MOVES)
    chosen = np.zeros(rules.MAX_SEATS, np.int64)
    faces = np.zeros(rules.N_DICE, np.int64)
    n_turns = 0
    while state.phase != rules.Phase.OVER:
        if state.phase == rules.Phase.ROLL:
            if state.again == 0:
                sample_sheets(sheets, state, places[n_turns], points[n_turns])
                n_turns += 1
            throw_dice(sheets, state, key, rules.dice_wanted(state), faces)
            continue
        for seat in range(state.n_seats):
            chosen[seat] = choose(weights, sheets, state, seat, stream, moves, values)
        rules.apply_moves(sheets, state, chosen)
    return n_turns


@kernel
def add_up(learned: Floats, places: Ints, points: int) -> float:
    """Return the predicted value of a sampled sheet."""
    value = float(points)
    for place in places:
        if place >= 0:
            value += learned[place]
    return value


@kernel
def learn_match(
    learned: Floats, counts: Floats, places: Ints, points: Ints, n_turns: int, target: float, rate: float, seat: int
) -> float:
    """Update the values of one seat's sheets, from the last to the first, and return the mean squared error.

    The update error × max(rate, 1 / number of visits) is divided equally among the entries of a sheet.
    """
    total = 0.0
    for turn in range(n_turns - 1, -1, -1):
        found = places[turn, seat]
        error = target - add_up(learned, found, points[turn, seat])
        total += error * error
        for place in found:
            if place >= 0:
                counts[place] += 1.0
                learned[place] += error * max(rate, 1.0 / counts[place]) / len(found)
        target = LATER * add_up(learned, found, points[turn, seat]) + (1.0 - LATER) * target
    return total / n_turns


@kernel
def train_block(
    weights: Record, counts: Floats, sheets: Record, state: Record, run: Run, rate: float
) -> tuple[float, float, float]:
    """Play a block of matches and learn from it; return the sums of mean scores, mean errors and turns."""
    places = np.zeros((MAX_TURNS, rules.MAX_SEATS, tables.N_PARTS), np.int64)
    points = np.zeros((MAX_TURNS, rules.MAX_SEATS), np.int64)
    scores, errors, turns = 0.0, 0.0, 0.0
    for match in range(run.start, run.start + run.number):
        stream = np.array([streams.bot_key(run.seed, match, 0), 0])
        rules.start(state, run.seats, match % run.seats)
        n_turns = play_match(weights, sheets, state, streams.match_key(run.seed, match), stream, places, points)
        for seat in range(run.seats):
            score = float(rules.score(sheets, state, seat))
            scores += score / run.seats
            errors += learn_match(weights.learned, counts, places, points, n_turns, score, rate, seat) / run.seats
        turns += n_turns
    return scores, errors, turns


def train(learned: Floats, counts: Floats, matches: int, seats: int, rate: float, start: int = 0) -> Means:
    """Learn from a block of matches, in place."""
    sheets = pack(QWANTUM.lay_out([QWANTUM.sheets["classic"]] * seats), rules.SHEETS)
    state = np.zeros(1, record_type(rules.STATE))
    weights = make_point_weights(learned, sample_rolls(N_QUICK, 1), sample_rolls(0, 2))
    run = Run(streams.seed_word(SEED), start, matches, seats)
    sums = train_block(weights, counts, sheets[0], state[0], run, rate)
    learned[:] = weights["learned"]
    return Means(*(each / matches for each in sums))


def learn(seats: tuple[int, ...], matches: int) -> Floats:
    """Return tables learned from scratch, in blocks of matches with these numbers of seats in turn."""
    learned, counts = np.zeros(tables.SIZE), np.zeros(tables.SIZE)
    started = time.perf_counter()
    for number in range(matches // BLOCK):
        start = number * BLOCK
        rate = RATES[0] if start < matches // 2 else RATES[1]
        n_seats = seats[number % len(seats)]
        means = train(learned, counts, BLOCK, n_seats, rate, start)
        seconds = time.perf_counter() - started
        sys.stderr.write(
            f"{start + BLOCK} matches, {n_seats} seats: score {means.score:.2f}, error {means.error:.1f}, "
            f"turns {means.turns:.1f}, {seconds:.0f} s\n"
        )
    return learned


def main(path: Path, name: str, matches: int) -> None:
    """Learn one array of a file from scratch: `learned` for several seats, `alone` for one."""
    vectors: dict[str, np.ndarray] = dict(np.load(path)) if path.exists() else {}
    vectors[name] = learn(SEATS[name], matches).astype(np.float32)
    np.savez_compressed(path, **vectors)  # type: ignore[arg-type] # numpy's stub mistakes the names for options


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2], int(sys.argv[3]))
