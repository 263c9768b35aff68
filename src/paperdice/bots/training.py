"""What the training programs of all games share: matches with stray moves, and descent on who won."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from paperdice.fast import streams
from paperdice.fast.compile import tailor
from paperdice.fast.playout import Policy, make_kernels
from paperdice.game import Game

Net = Sequence[np.ndarray]
# Gives the slope of the loss by every number of a network on the notes with these places.
Slopes = Callable[[np.ndarray], Sequence[np.ndarray]]

WARM_UP = 200

# These names stand for something else in each kernel.
rules: Any = None
pick: Any = None


def _choose_all(sheets, state, codes, weights, stream, stray, room, values):
    """Lets every seat choose; one decision in so many is drawn, so that the network also sees what good play avoids."""
    for seat in range(state.n_seats):
        room[2, seat] = 0
        n = rules.legal_moves(sheets, state, seat, room[1])
        if n > 1:
            code = -1 if streams.draw(stream, stray) == 0 else codes[seat]
            room[2, seat] = pick(code, weights, sheets, state, seat, room[1], n, stream, values)


def make_choose_all(game: Game, policies: tuple[Policy, ...], name: str) -> Any:
    """Gives the kernel in which seats choose by these policies and now and then stray."""
    return tailor(_choose_all, name, rules=game.rules, pick=make_kernels(game, policies)[0])


def descend(
    net: Net, n_notes: int, slopes: Slopes, epochs: int, rng: np.random.Generator, batch: int, rate: float = 0.003
) -> None:
    """Improves a network in place by Adam, with a rate that falls to nothing."""
    means = [np.zeros_like(part) for part in net]
    squares = [np.zeros_like(part) for part in net]
    n_batches = n_notes // batch
    step = 0
    for _ in range(epochs):
        order = rng.permutation(n_notes)
        for number in range(n_batches):
            step += 1
            now = rate * (1 - step / (epochs * n_batches + 1)) * min(1.0, step / WARM_UP)
            for n, slope in enumerate(slopes(order[number * batch : (number + 1) * batch])):
                means[n] += 0.1 * (slope - means[n])
                squares[n] += 0.001 * (slope * slope - squares[n])
                spread = np.sqrt(squares[n] / (1 - 0.999**step)) + 1e-8
                net[n][...] -= now * means[n] / (1 - 0.9**step) / spread


def cross_entropy(chances: np.ndarray, shares: np.ndarray) -> float:
    """Gives the mean loss of chances to win when these were the shares."""
    sure = np.clip(chances, 1e-6, 1 - 1e-6)
    return float(-(shares * np.log(sure) + (1 - shares) * np.log(1 - sure)).mean())
