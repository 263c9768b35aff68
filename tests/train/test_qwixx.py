"""The training of Qwixx's network: what it learns is what the bot runs."""

import numpy as np
import pytest

from paperdice.bots.qwixx.network import FILE, Network, run_network
from paperdice.bots.qwixx.steady import make_table_policy
from paperdice.bots.weights import read_networks
from train.descent import fit
from train.qwixx import SAMPLE, Samples, forward, gather, loss, make_network


def random_samples(n: int) -> Samples:
    """Inputs of the network such as do not occur, to test its arithmetic."""
    rng = np.random.default_rng(1)
    inputs, rows = (rng.normal(size=(n, *SAMPLE[name].shape)).astype(np.float32) for name in ("inputs", "rows"))
    opened = (rng.random((n, 4)) < 0.7).astype(np.float32)
    return Samples(inputs, rows, opened, rng.random(n).astype(np.float32))


def run_all(network: Network, samples: Samples) -> list[float]:
    """The chances of the compiled network."""
    locked = 1 - samples.opened.astype(np.int64)
    return [run_network(network, samples.inputs[n], samples.rows[n], locked[n]) for n in range(len(locked))]


def test_the_compiled_network_is_the_trained_one() -> None:
    """Both give the same chances, with random weights and with the shipped ones."""
    samples = random_samples(20)
    for network in (make_network(np.random.default_rng(2), 32), read_networks(FILE, Network)[3]):
        chances = 1 / (1 + np.exp(-np.asarray(forward(network, samples), np.float64)))
        assert run_all(network, samples) == pytest.approx(chances, abs=1e-6)


def test_training_on_a_few_matches_lowers_the_loss() -> None:
    """From that of a network that knows nothing, and the compiled network on real samples is the trained one."""
    samples = gather(make_table_policy(2), 2, seed=1, matches=1500)
    assert len(samples.shares) > 2000
    rng = np.random.default_rng(1)
    start = make_network(rng, 16)
    trained = fit(start, loss, samples, 6, rng, batch=128)
    assert float(loss(trained, samples)) < float(loss(start, samples)) - 0.05
    some = Samples(*(part[:40] for part in samples))
    chances = 1 / (1 + np.exp(-np.asarray(forward(trained, some), np.float64)))
    assert run_all(trained, some) == pytest.approx(chances, abs=1e-6)
