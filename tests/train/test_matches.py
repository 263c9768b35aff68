"""Samples of matches."""

from __future__ import annotations

import numpy as np

from paperdice.bots.casual import make_casual
from paperdice.fast.compile import Ints, Record, kernel
from paperdice.fast.playout import Playout
from paperdice.games.twenty_one import TWENTY_ONE
from train.matches import SampleWriter

SAMPLE = np.dtype([("turn", np.int64), ("seat", np.int64), ("share", np.float64)])
# The interval between drawn decisions; this one draws none.
NEVER = 10**9


@kernel
def sample_every_throw(
    weights: Record, sheets: Record, state: Record, codes: Ints, stream: Ints, sample: Record
) -> int:
    """Record the turn, from seat 1."""
    sample.turn = state.turn
    sample.seat = 1
    return 1


def test_samples_tell_of_the_matches_that_a_playout_plays() -> None:
    """Turn by turn, with who won each; recording stops when the buffer is full."""
    casual, sheets = make_casual(TWENTY_ONE), [TWENTY_ONE.sheets[name] for name in "AB"]
    writer = SampleWriter(TWENTY_ONE, (casual,), SAMPLE, sample_every_throw, (NEVER,), 100)
    samples = writer.write(sheets, 5, 0, 20)
    played = Playout(TWENTY_ONE, sheets, [casual, casual]).play(5, 0, 20)
    last = np.flatnonzero(np.append(np.diff(samples["turn"]) < 0, True))
    assert samples["turn"][last].tolist() == played["turns"].tolist()
    leads = played["scores"][:, 1] - played["scores"][:, 0]
    assert samples["share"][last].tolist() == (0.5 * (1 + np.sign(leads))).tolist()
    short = SampleWriter(TWENTY_ONE, (casual,), SAMPLE, sample_every_throw, (NEVER,), 1).write(sheets, 5, 0, 20)
    assert short["turn"].tolist() == samples["turn"][:20].tolist()
