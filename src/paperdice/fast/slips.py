"""Slips: how a weaker player comes to play a move that is nearly the best.

A policy rates moves; a player who slips takes one of those that are at least as good as the others on average, the
better the likelier. What counts is the regret, by how much a move is rated below the best, as a part of the mean regret
of the other moves: so slips mean the same in every game, whatever its policy counts in.
"""

from __future__ import annotations

import math

from paperdice.fast import streams
from paperdice.fast.compile import Floats, Ints, kernel

# A stream of a bot: its key, its counter, and by how many thousandths of the mean regret it slips.
KEY, COUNTER, SLIP = 0, 1, 2
STREAM = 3
WHOLE_SLIP = 1000
# Policies rate below this what is not worth a look, and nobody slips so far.
HOPELESS = -900.0
DRAWN = 1 << 30


@kernel
def mean_regret(values: Floats, n: int, best: int) -> float:
    """By how much the moves that are worth a look are rated below the best, on average."""
    total, number = 0.0, 0
    for place in range(n):
        if place != best and values[place] > HOPELESS:
            total += values[best] - values[place]
            number += 1
    return total / max(number, 1)


@kernel
def slip(values: Floats, n: int, best: int, stream: Ints) -> int:
    """The place of the move that is played instead of the best of the first n: by softmax of their regrets."""
    reach = mean_regret(values, n, best)
    if reach <= 0.0:
        return best
    temperature = reach * stream[SLIP] / WHOLE_SLIP
    total = 0.0
    for place in range(n):
        if values[best] - values[place] <= reach:
            total += math.exp((values[place] - values[best]) / temperature)
    left = total * streams.draw(stream, DRAWN) / DRAWN
    for place in range(n):
        if values[best] - values[place] <= reach:
            left -= math.exp((values[place] - values[best]) / temperature)
            if left < 0.0:
                return place
    return best
