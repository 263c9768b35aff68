"""The total luck of each seat in a match, computed faster than by a full review."""

from __future__ import annotations

import numpy as np

from paperdice.fast.compile import Floats
from paperdice.match import Match
from paperdice.study.reviewing import make_evaluator
from paperdice.study.walk import first_position, walk


def find_luck(match: Match, seed: int = 0) -> Floats:
    """Estimate the total luck of each seat over all throws of a match, using the quick evaluation.

    The expected value of a seat's luck is 0.
    """
    evaluator = make_evaluator(first_position(match), seed=seed)
    luck = np.zeros(match.seats)
    for step in walk(match):
        if step.is_throw:
            brought, mean = evaluator.throw(step.before, step.after)
            luck += brought - mean
    return luck
