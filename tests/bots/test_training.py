"""What the training programs share."""

from typing import Any

import numpy as np
import pytest

from paperdice.bots.casual import make_casual
from paperdice.bots.training import Writer, cross_entropy, descend
from paperdice.fast.compile import kernel
from paperdice.fast.playout import Playout
from paperdice.games.twenty_one import TWENTY_ONE

NOTE = np.dtype([("turn", np.int64), ("seat", np.int64), ("share", np.float64)])
# One decision in so many is drawn: none.
NEVER = 10**9


@kernel
def note_every_throw(weights: Any, sheets: Any, state: Any, codes: Any, stream: Any, note: Any) -> Any:
    """Writes down the turn, from seat 1."""
    note.turn = state.turn
    note.seat = 1
    return 1


def test_notes_tell_of_the_matches_that_a_playout_plays() -> None:
    """Turn by turn, with who won each; where there is no room for more, the writing ends."""
    casual, sheets = make_casual(TWENTY_ONE), [TWENTY_ONE.sheets[name] for name in "AB"]
    writer = Writer(TWENTY_ONE, (casual,), NOTE, note_every_throw, (NEVER,), 100)
    notes = writer.write(sheets, 5, 0, 20)
    played = Playout(TWENTY_ONE, sheets, [casual, casual]).play(5, 0, 20)
    last = np.flatnonzero(np.append(np.diff(notes["turn"]) < 0, True))
    assert notes["turn"][last].tolist() == played["turns"].tolist()
    leads = played["scores"][:, 1] - played["scores"][:, 0]
    assert notes["share"][last].tolist() == (0.5 * (1 + np.sign(leads))).tolist()
    short = Writer(TWENTY_ONE, (casual,), NOTE, note_every_throw, (NEVER,), 1).write(sheets, 5, 0, 20)
    assert short["turn"].tolist() == notes["turn"][:20].tolist()


def test_descent_finds_what_made_the_notes() -> None:
    """A line that decides who won is found again, up to the noise of the notes."""
    rng = np.random.default_rng(1)
    inputs = rng.normal(size=(20_000, 2))
    truth = np.array([1.0, -0.5])
    shares = (rng.random(20_000) < 1 / (1 + np.exp(-inputs @ truth))).astype(float)
    net = (np.zeros(2),)

    def chances(which: np.ndarray) -> np.ndarray:
        return np.asarray(1 / (1 + np.exp(-inputs[which] @ net[0])))

    def slopes(which: np.ndarray) -> list[np.ndarray]:
        return [inputs[which].T @ (chances(which) - shares[which]) / len(which)]

    everything = np.arange(20_000)
    before = cross_entropy(chances(everything), shares)
    descend(net, 20_000, slopes, 8, rng, 64)
    assert net[0] == pytest.approx(truth, abs=0.07)
    assert cross_entropy(chances(everything), shares) < before - 0.05


def test_a_sure_mistake_costs_much_but_not_everything() -> None:
    """The loss stays finite."""
    assert cross_entropy(np.array([0.0]), np.array([1.0])) == pytest.approx(13.8, abs=0.1)
    assert cross_entropy(np.array([0.5, 0.5]), np.array([0.0, 1.0])) == pytest.approx(np.log(2))
