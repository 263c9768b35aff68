"""Measure the study tools: calibration of win probabilities, speed of coach and review, luck, losses of weaker bots.

`bench/study.py calibration speed luck` measures these parts; by default all.
"""

from __future__ import annotations

import resource
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

import numpy as np

from paperdice import Match, SeededDice, duel, find_game, make_bot
from paperdice.bots import ask
from paperdice.bots.decision import Decisions
from paperdice.fast.compile import Floats
from paperdice.position import Position
from paperdice.study import advise, review
from paperdice.study.adjusted import adjust, find_luck
from paperdice.study.calibration import calibrate, find_sharpness
from paperdice.study.ledger import gap_error
from paperdice.study.results import SURE
from paperdice.study.reviewing import make_evaluator
from paperdice.study.survey import survey
from paperdice.study.walk import walk

GAMES = ("qwixx", "twenty_one", "qwantum", "sixto")
SEATS = (2, 3, 4)
LEVELS = ("steady", "casual")
# The games and sheets of the speed test: the default ones, and two without a network.
SPEED = (*((name, None) for name in GAMES), ("qwixx", "steps-a"), ("longo", None))
ERRORS = (*SPEED, ("qwixx", "bonus-a"), ("qwixx", "x-change"))
MATCHES = {"qwixx": 1000, "twenty_one": 2000, "qwantum": 1000, "sixto": 800}
# For calibration without a network: the number of matches, and of playouts per position.
N_PLAYED_OUT = {"twenty_one": 200, "qwantum": 1000}
CALIBRATION_PLAYOUTS = 256
SEED = 7
N_BINS = 10
N_REVIEWED = 40
N_SAMPLES = 200
# Pairs of matches with the same dice for the variance, and the matches that measure compiled speed.
N_GROUPS = 200
N_AT_ONCE = 500
# Positions and budgets for the bias, and the playouts per choice of the reference values; their sampling error is
# subtracted, so a few suffice where they are slow.
N_BIAS = 1000
BIAS_SAMPLES = (0, 128)
N_PLAYOUTS = 500
FEW_PLAYOUTS = {"qwantum": 100}
BIAS_SHOWN = 50


def show(*parts: object) -> None:
    """Print one line, unbuffered."""
    print(*parts, flush=True)


def reliability(chances: Floats, shares: Floats) -> tuple[float, list[tuple[float, float, int]]]:
    """Return the expected calibration error, and for each bin the mean probability, the mean share and the number."""
    places = np.minimum((chances * N_BINS).astype(int), N_BINS - 1)
    rows = []
    for place in range(N_BINS):
        inside = places == place
        if inside.any():
            rows.append((float(chances[inside].mean()), float(shares[inside].mean()), int(inside.sum())))
    error = sum(n * abs(chance - share) for chance, share, n in rows) / len(chances)
    return float(error), rows


def measure_calibration() -> None:
    """Measure the calibration before each turn of matches that were not used for the fit."""
    for name in GAMES:
        for seats in SEATS:
            for level in LEVELS:
                _calibrate_one(name, seats, level)


def measure_known() -> None:
    """Measure the calibration if the assumed bots are those that play, in the game where this matters most."""
    for seats in SEATS:
        _show_reliability("qwantum", seats, ("casual", "casual"), *_play_out("qwantum", seats, "casual", "casual"))


def _calibrate_one(name: str, seats: int, level: str) -> None:
    found = survey(find_game(name), seats, MATCHES[name], SEED, level)
    if found is None:
        chances, shares = _play_out(name, seats, level, "steady")
    else:
        chances = calibrate(found.raw, np.zeros(len(found.raw), np.int64), find_sharpness(name, seats))
        shares = found.shares
    _show_reliability(name, seats, (level, "steady"), chances, shares)


def _show_reliability(name: str, seats: int, bots: tuple[str, str], chances: Floats, shares: Floats) -> None:
    """Print one line: the bots that played, the assumed bots, and the calibration."""
    error, rows = reliability(chances.ravel(), shares.ravel())
    told = " ".join(f"{100 * chance:.0f}→{100 * share:.0f}" for chance, share, _ in rows)
    show(f"| {name} | {seats} | {' | '.join(bots)} | {len(chances)} | {100 * error:.1f} | {told} |")


def _play_out(name: str, seats: int, level: str, assumed: str) -> tuple[Floats, Floats]:
    """Return win probabilities from playouts before each turn, and each seat's share of the win."""
    chances, shares = [], []
    for number in range(N_PLAYED_OUT[name]):
        match = play(name, (level,) * seats, number)
        steps = [step for step in walk(match) if step.is_throw]
        starts = [step.before for place, step in enumerate(steps) if place == 0 or steps[place - 1].turn != step.turn]
        evaluator = make_evaluator(starts[0], (assumed,), samples=CALIBRATION_PLAYOUTS, seed=SEED)
        chances += [evaluator.value(position) for position in starts]
        shares += [[(seat in match.winners) / len(match.winners) for seat in range(seats)]] * len(starts)
    return np.array(chances), np.array(shares)


def play(name: str, bots: tuple[str, ...], number: int, sheet: str | None = None) -> Match:
    """Play a match between bots with the dice of match `number`, on the default sheets or on one sheet for all."""
    match = Match(find_game(name), len(bots), sheet, first=number % len(bots))
    seated = [make_bot(bot, match.game, seed=number) for bot in bots]
    dice = SeededDice(SEED, number)
    while not match.over:
        if match.dice_wanted:
            match.throw(dice)
            continue
        for seat, move in [(seat, ask(seated[seat], match, seat)) for seat in match.acting]:
            match.play(seat, move)
    return match


def measure_speed() -> None:
    """Measure the CPU seconds of the first advice, the quick review and the full review of a match of two seats."""
    for name, sheet in SPEED:
        match = play(name, ("steady", "casual"), 0, sheet)
        turn = match.turn // 2
        advise(match, match.first, turn=turn, samples=0)
        review(match, samples=16)
        first = _clock(lambda match=match, turn=turn: advise(match, match.first, turn=turn, samples=0))  # type: ignore[misc]
        quick = _clock(lambda match=match: review(match, samples=0))  # type: ignore[misc]
        whole = _clock(lambda match=match: review(match))  # type: ignore[misc]
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
        show(f"| {name} {sheet or ''} | {1000 * first:.0f} ms | {quick:.2f} s | {whole:.1f} s | {peak:.0f} MB |")


def _clock(work: Callable[[], object]) -> float:
    started = time.process_time()
    work()
    return time.process_time() - started


def measure_luck() -> None:
    """Measure luck between equal bots, the variance of adjusted results, and the losses of a weaker bot."""
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


def measure_variance() -> None:
    """Measure the variance reduction of duels by luck adjustment, per match and per CPU second.

    A duel uses the same dice with swapped seats; the bots are `steady` and one two levels weaker.
    """
    for name in GAMES:
        pair = ("steady", "level-5")
        find_luck(play(name, pair, 0))
        groups, seconds = [], 0.0
        for number in range(N_GROUPS):
            matches = [play(name, pair, number), play(name, pair[::-1], number)]
            shares = [(seat in match.winners) / len(match.winners) for seat, match in enumerate(matches)]
            started = time.process_time()
            lucks = [find_luck(match)[seat] for seat, match in enumerate(matches)]
            seconds += time.process_time() - started
            groups.append((float(np.mean(shares)), float(np.mean(lucks))))
        found = adjust([share for share, _ in groups], [luck for _, luck in groups])
        luck = np.array([luck for _, luck in groups])
        luck_seconds = seconds / (2 * N_GROUPS)
        duel(*pair, game=name, matches=2)
        at_once = _clock(lambda name=name, pair=pair: duel(*pair, game=name, matches=N_AT_ONCE, threads=1)) / N_AT_ONCE  # type: ignore[misc]
        play(name, ("expert", "steady"), 0)
        searched = _clock(lambda name=name: [play(name, ("expert", "steady"), k) for k in range(1, 6)]) / 5  # type: ignore[misc]
        gains = " | ".join(f"{found.narrowing * each / (each + luck_seconds):.2g}" for each in (at_once, searched))
        show(
            f"| {name} | {found.narrowing:.1f} | {found.factor:.2f} | {1000 * luck_seconds:.0f} ms "
            f"| {1000 * at_once:.2f} ms | {searched:.1f} s | {gains} "
            f"| {100 * luck.mean():+.1f} ± {100 * luck.std() / N_GROUPS**0.5:.1f} |"
        )


class Off(NamedTuple):
    """The error of an estimate: its square with the noise subtracted, and whether it exceeds two standard errors."""

    square: float
    is_beyond: bool


def measure_bias(cases: Sequence[tuple[str, str | None]] = ERRORS, wanted: int = N_BIAS) -> None:
    """Measure the error of the estimated difference between the two best choices, compared with long playouts.

    Print the bias with the errors of both for each budget, then the share of errors beyond two standard errors. The
    games are interleaved and print their progress, so that the program may be stopped at any time.
    """
    decisions = {case: _decisions_of(*case, wanted) for case in cases}
    found: dict[tuple[str, str | None], list[list[Off]]] = {case: [] for case in cases}
    for number in range(1, wanted + 1):
        for case, offs in found.items():
            offs.append(_look_off(*next(decisions[case])))
            if number % BIAS_SHOWN == 0:
                budgets = list(zip(*offs, strict=True))
                biases = [f"{100 * _root([off.square for off in budget]):.2f}" for budget in budgets]
                shares = [f"{100 * np.mean([off.is_beyond for off in budget]):.1f} %" for budget in budgets]
                show(f"| {case[0]} {case[1] or ''} | {number} | {' | '.join(biases + shares)} |")


def _root(squares: Sequence[float]) -> float:
    """Return the root mean square after subtracting the noise."""
    return float(max(0.0, float(np.mean(squares))) ** 0.5)


def _look_off(position: Position, seat: int) -> list[Off]:
    """Return the error of the estimate for each budget; the reference playouts use other dice."""
    moves = make_evaluator(position).shortlist(position, seat, 2)
    playouts = FEW_PLAYOUTS.get(position.game.name, N_PLAYOUTS)
    long = make_evaluator(position, seed=SEED + 1).play_out(position, seat, moves, playouts).values[:, :, seat]
    found = []
    for samples in BIAS_SAMPLES:
        evaluator = make_evaluator(position, (), samples, SEED)
        look = evaluator.look(position, seat, moves).values[:, :, seat]
        off = (look[:, 0] - look[:, 1]).mean() - (long[:, 0] - long[:, 1]).mean()
        noise = [gap_error(values, 0, 1, 0.0) for values in (look, long)]
        stated = np.hypot(gap_error(look, 0, 1, evaluator.bias, evaluator.grain), noise[1])
        found.append(Off(float(off**2 - noise[0] ** 2 - noise[1] ** 2), bool(abs(off) > SURE * stated)))
    return found


def _decisions_of(name: str, sheet: str | None, wanted: int) -> Iterator[tuple[Position, int]]:
    """Yield decisions with more than one choice, one per match, from different turns."""
    found = number = 0
    while found < wanted:
        number += 1
        match = play(name, ("casual", "casual"), number, sheet)
        steps = [(step.before, seat) for step in walk(match) for seat in step.moves]
        turn = number * 7 % len(steps)
        for position, seat in steps[turn:]:
            if Decisions().of(position, seat).n > 1:
                found += 1
                yield position, seat
                break


PARTS = {
    "bias": measure_bias,
    "calibration": measure_calibration,
    "known": measure_known,
    "speed": measure_speed,
    "luck": measure_luck,
    "variance": measure_variance,
}

if __name__ == "__main__":
    for part in sys.argv[1:] or PARTS:
        show(f"## {part}")
        PARTS[part]()
