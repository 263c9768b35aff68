"""What the training programs share."""

import numpy as np
import pytest

from paperdice.bots.training import cross_entropy, descend


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
