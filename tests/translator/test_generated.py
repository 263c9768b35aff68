"""Small random programs return and raise the same in Python and, translated, in Node."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from tests.sampling import budget
from tests.translator.generate import write_program
from tests.translator.programs import run_both

# The number of programs per Node process.
BATCH = 100
PROGRAMS = budget(BATCH, 2000)


@pytest.mark.slow
@pytest.mark.sampled
@pytest.mark.parametrize("first", range(0, PROGRAMS, BATCH))
def test_random_programs_end_the_same_in_both_languages(first: int, tmp_path: Path) -> None:
    """Most of them return all of their values; some raise."""
    texts = {seed: write_program(seed) for seed in range(first, first + BATCH)}
    python, node = run_both(tmp_path, list(texts.values()))
    for seed, expected, found in zip(texts, python, node, strict=True):
        assert found == expected, f"seed {seed}:\n{texts[seed]}"
    ends = Counter(expected[:5] for expected in python)
    assert 0.75 * BATCH < ends['{"ret'] < BATCH
