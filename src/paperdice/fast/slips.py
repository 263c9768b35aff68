"""Slips: weaker bots sometimes play a move that is rated slightly below the best one.

The regret of a move is the difference between the best rating and its own rating. A bot that slips chooses among the
moves whose regret is at most the mean regret of all moves but the best, with softmax probabilities. Regret is measured
relative to that mean, so that the same slip temperature has the same effect in every game, regardless of the unit in
which its policy rates moves.
"""

from __future__ import annotations

import math

from paperdice.fast import streams
from paperdice.fast.compile import Floats, Ints, kernel

# Fields of a bot's random stream: key, counter, and the slip temperature in thousandths of the mean regret.
KEY, COUNTER, SLIP = 0, 1, 2
STREAM = 3
WHOLE_SLIP = 1000
# Policies rate moves that are not worth considering below this value; a bot that slips never chooses them.
HOPELESS = -900.0
DRAWN = 1 << 30


@kernel
def mean_regret(values: Floats, n: int, best: int) -> float:
    """Return the mean regret of the first n moves, excluding the best one and moves rated `HOPELESS` or worse.

    The regret of a move is how far its rating is below that of the best move.

    Args:
        values: The ratings of the moves.
        n: The number of moves.
        best: The index of the best move.
    """
    total, number = 0.0, 0
    for place in range(n):
        if place != best and values[place] > HOPELESS:
            total += values[best] - values[place]
            number += 1
    return total / max(number, 1)


@kernel
def slip(values: Floats, n: int, best: int, stream: Ints) -> int:
    """Choose a move at random among the first n, with softmax probabilities over their regrets, and return its index.

    Args:
        values: The ratings of the moves.
        n: The number of moves.
        best: The index of the best move.
        stream: The random stream of the bot, which also contains its slip temperature.
    """
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
