"""Calibrate the win probabilities of the study, by game and number of seats: `python -m train.study [GAME ...]`.

The estimates before each turn of matches of `steady` are compared with the winners. The sharpness that maximizes the
likelihood of the winners is written to `src/paperdice/study/calibration.toml`.
"""

from __future__ import annotations

import sys
import tomllib

import numpy as np

from paperdice.fast.compile import Floats
from paperdice.games import find_game
from paperdice.study.calibration import FILE, calibrate
from paperdice.study.survey import Survey, survey

GAMES = ("qwixx", "twenty_one", "qwantum", "sixto")
SEED = 20_261_116
HEAD = (
    "# Written by `python -m train.study`: how sharp the odds of each game are, by the number of seats.\n"
    "# Then by `bench/study.py bias` how far two choices are from long playouts: at a quick look, at a longer one.\n"
)
MATCHES = {"qwixx": 1500, "twenty_one": 3000, "qwantum": 3000, "sixto": 1500}
GRID = np.linspace(0.2, 1.6, 281)


def log_loss(found: Survey, sharpness: float) -> float:
    """Return the mean negative log-likelihood of the winners."""
    chances = calibrate(found.raw, np.zeros(len(found.raw), np.int64), sharpness)
    return float(-(found.shares * np.log(np.maximum(chances, 1e-9))).sum(axis=1).mean())


def fit(found: Survey) -> float:
    """Return the sharpness with the lowest loss."""
    losses: Floats = np.array([log_loss(found, sharpness) for sharpness in GRID])
    return round(float(GRID[int(np.argmin(losses))]), 3)


def write(known: dict[str, dict[str, float]]) -> None:
    """Write the values of all games."""
    lines = [HEAD]
    for game, values in known.items():
        lines += [f"\n[{game}]\n", *(f"{key} = {value}\n" for key, value in sorted(values.items()))]
    FILE.write_text("".join(lines), "utf-8")


def main(names: list[str]) -> None:
    """Calibrate the named games, or all."""
    known = tomllib.loads(FILE.read_text("utf-8"))
    for name in names or GAMES:
        game = find_game(name)
        for seats in [n for n in game.seats if n > 1]:
            found = survey(game, seats, MATCHES[name] // (seats - 1), SEED)
            if found is not None:
                sharpness = known.setdefault(name, {})[str(seats)] = fit(found)
                loss = log_loss(found, sharpness)
                sys.stdout.write(f"{name} {seats}: {sharpness}, log loss {loss:.4f}\n")
                sys.stdout.flush()
        write(known)


if __name__ == "__main__":
    main(sys.argv[1:])
