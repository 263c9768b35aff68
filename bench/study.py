"""Measures study: do chances come true, how soon do coach and review answer, what does luck say, who loses more.

`bench/study.py calibration speed luck` measures these parts, without a word all of them.
"""

from __future__ import annotations

import resource
import sys
import time
from collections.abc import Callable, Iterator

import numpy as np

from paperdice import Match, SeededDice, find_game, make_bot
from paperdice.bots import ask
from paperdice.bots.decision import Decisions
from paperdice.fast.compile import Floats
from paperdice.position import Position
from paperdice.study import advise, review
from paperdice.study.calibration import calibrate, find_sharpness
from paperdice.study.reviewing import make_evaluator
from paperdice.study.survey import survey
from paperdice.study.walk import walk

GAMES = ("qwixx", "twenty_one", "qwantum", "sixto")
SEATS = (2, 3, 4)
LEVELS = ("steady", "casual")
MATCHES = {"qwixx": 1000, "twenty_one": 2000, "qwantum": 200, "sixto": 800}
SEED = 7
N_BINS = 10
N_REVIEWED = 40
N_SAMPLES = 200
# Positions for the bias, budgets that are compared, and playouts that count as the truth.
N_BIAS = {"qwixx": 200, "twenty_one": 200, "qwantum": 30, "sixto": 100}
BIAS_SAMPLES = (0, 128)
N_PLAYOUTS = 1000


def show(*parts: object) -> None:
    """Prints one line at once."""
    print(*parts, flush=True)


def reliability(chances: Floats, shares: Floats) -> tuple[float, list[tuple[float, float, int]]]:
    """The expected calibration error, and for each bin the mean chance, the mean share and the number."""
    places = np.minimum((chances * N_BINS).astype(int), N_BINS - 1)
    rows = []
    for place in range(N_BINS):
        inside = places == place
        if inside.any():
            rows.append((float(chances[inside].mean()), float(shares[inside].mean()), int(inside.sum())))
    error = sum(n * abs(chance - share) for chance, share, n in rows) / len(chances)
    return float(error), rows


def measure_calibration() -> None:
    """Positions before each turn of matches that the fit has not seen."""
    for name in GAMES:
        for seats in SEATS:
            for level in LEVELS:
                _calibrate_one(name, seats, level)


def _calibrate_one(name: str, seats: int, level: str) -> None:
    found = survey(find_game(name), seats, MATCHES[name], SEED, level)
    if found is None:
        show(f"| {name} | {seats} | {level} | plays to the end | |")
        return
    chances = calibrate(found.raw, np.zeros(len(found.raw), np.int64), find_sharpness(name, seats))
    error, rows = reliability(chances.ravel(), found.shares.ravel())
    told = " ".join(f"{100 * chance:.0f}→{100 * share:.0f}" for chance, share, _ in rows)
    show(f"| {name} | {seats} | {level} | {len(found.raw)} | {100 * error:.1f} | {told} |")


def play(name: str, bots: tuple[str, ...], number: int) -> Match:
    """A match between bots with the dice of its number."""
    game = find_game(name)
    match = Match(game, len(bots), first=number % len(bots))
    seated = [make_bot(bot, game, seed=number) for bot in bots]
    dice = SeededDice(SEED, number)
    while not match.over:
        if match.dice_wanted:
            match.throw(dice)
            continue
        for seat, move in [(seat, ask(seated[seat], match, seat)) for seat in match.acting]:
            match.play(seat, move)
    return match


def measure_speed() -> None:
    """The first answer, the quick review and the whole review of a match of two seats, in processor seconds."""
    for name in GAMES:
        match = play(name, ("steady", "casual"), 0)
        turn = match.turn // 2
        advise(match, match.first, turn=turn, samples=0)
        review(match, samples=16)
        first = _clock(lambda match=match, turn=turn: advise(match, match.first, turn=turn, samples=0))  # type: ignore[misc]
        quick = _clock(lambda match=match: review(match, samples=0))  # type: ignore[misc]
        whole = _clock(lambda match=match: review(match))  # type: ignore[misc]
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
        show(f"| {name} | {1000 * first:.0f} ms | {quick:.2f} s | {whole:.1f} s | {peak:.0f} MB |")


def _clock(work: Callable[[], object]) -> float:
    started = time.process_time()
    work()
    return time.process_time() - started


def measure_luck() -> None:
    """Luck between equal bots, how much narrower the adjusted result is, and the losses of a weaker bot."""
    random = np.random.default_rng(SEED)
    for name in GAMES:
        equal = [review(play(name, ("steady", "steady"), number), samples=0) for number in range(N_REVIEWED)]
        luck = np.array([one["seats"][0]["luck"] for one in equal])
        result = np.array([one["seats"][0]["final"] for one in equal])
        uneven = [review(play(name, ("steady", "casual"), number), samples=0) for number in range(N_REVIEWED)]
        losses = np.array([[seat["own_loss"] for seat in one["seats"]] for one in uneven])
        drawn = [random.integers(0, N_REVIEWED, N_REVIEWED) for _ in range(N_SAMPLES)]
        weaker = np.mean([losses[rows, 1].mean() > losses[rows, 0].mean() for rows in drawn])
        ratio = result.var() / (result - luck).var()
        size = float(np.mean([one["correction_size"] for one in equal]))
        show(
            f"| {name} | {100 * luck.mean():+.1f} ± {100 * luck.std() / N_REVIEWED**0.5:.1f} "
            f"| {100 * losses[:, 0].mean():.1f} | {100 * losses[:, 1].mean():.1f} | {100 * weaker:.0f} % "
            f"| {ratio:.1f} | {100 * size:.2f} |"
        )


def measure_bias() -> None:
    """How far the difference of the two best choices is from what long playouts say, beside the errors of both."""
    for name in GAMES:
        apart: dict[int, list[float]] = {samples: [] for samples in BIAS_SAMPLES}
        for position, seat in _decisions_of(name, N_BIAS[name]):
            far = make_evaluator(position, (), BIAS_SAMPLES[-1], SEED)
            moves = far.shortlist(position, seat, 2)
            long = far.play_out(position, seat, moves, N_PLAYOUTS).values[:, :, seat]
            for samples in BIAS_SAMPLES:
                look = make_evaluator(position, (), samples, SEED).look(position, seat, moves).values[:, :, seat]
                off = (look[:, 0] - look[:, 1]).mean() - (long[:, 0] - long[:, 1]).mean()
                noise = sum((each[:, 0] - each[:, 1]).var() / len(each) for each in (look, long))
                apart[samples].append(float(off**2 - noise))
        told = " | ".join(f"{100 * max(0.0, float(np.mean(found))) ** 0.5:.2f}" for found in apart.values())
        show(f"| {name} | {N_BIAS[name]} | {told} |")


def _decisions_of(name: str, wanted: int) -> Iterator[tuple[Position, int]]:
    """Decisions with more than one choice, one a match, each from another turn."""
    found = number = 0
    while found < wanted:
        number += 1
        match = play(name, ("casual", "casual"), number)
        steps = [(step.before, seat) for step in walk(match) for seat in step.moves]
        turn = number * 7 % len(steps)
        for position, seat in steps[turn:]:
            if Decisions().of(position, seat).n > 1:
                found += 1
                yield position, seat
                break


PARTS = {"bias": measure_bias, "calibration": measure_calibration, "speed": measure_speed, "luck": measure_luck}

if __name__ == "__main__":
    for part in sys.argv[1:] or PARTS:
        show(f"## {part}")
        PARTS[part]()
