"""Exhaustive tests that are sampled in `./do test` and run whole in `./do test long`.

A test that uses `sample` or `budget` is marked `sampled`; `./do test long` runs all of these without sampling.
"""

import os
import random
from collections.abc import Collection, Iterable
from typing import TypeVar

T = TypeVar("T")

WHOLE = os.environ.get("PAPERDICE_TEST_WHOLE") == "1"


def sample(cases: Iterable[T], count: int, *, always: Collection[T] = (), seed: int = 1) -> list[T]:
    """Return some of the cases, always the same ones and in their order, or all of them in a long run.

    Args:
        cases: everything that could be tested.
        count: how many to return, including those in `always`.
        always: cases that have found a fault before, or that no other one stands for.
        seed: which sample to draw.

    Raises:
        ValueError: when a case in `always` is not one of the cases.
    """
    every = list(cases)
    if unknown := [case for case in always if case not in every]:
        raise ValueError(f"not among the cases: {unknown}")
    if WHOLE or count >= len(every):
        return every
    kept = {place for place, case in enumerate(every) if case in always}
    others = [place for place in range(len(every)) if place not in kept]
    kept |= set(random.Random(seed).sample(others, max(0, count - len(kept))))
    return [every[place] for place in sorted(kept)]


def budget(usual: int, whole: int) -> int:
    """Return how often to repeat something: a few times usually, many times in a long run."""
    return whole if WHOLE else usual
