"""The trained network of Sixto agrees with the kernel that plays by it."""

import numpy as np
import pytest

from paperdice.bots.network import read_networks
from paperdice.bots.sixto.features import N_COLUMN_STATES, N_STANDINGS
from paperdice.bots.sixto.network import FILE, Network, run_network
from paperdice.fast.compile import as_record
from train import sixto as train


def random_samples(n: int) -> np.ndarray:
    """Return random features, which never occur, with rows that are left out, to test the network's arithmetic."""
    rng = np.random.default_rng(1)
    samples = np.zeros(n, train.SAMPLE)
    samples["standings"] = rng.integers(-1, N_STANDINGS, samples["standings"].shape)
    samples["columns"] = rng.integers(0, N_COLUMN_STATES, samples["columns"].shape)
    for name in ("near", "inputs"):
        samples[name] = rng.normal(size=samples[name].shape)
    return samples


def test_the_trainer_computes_what_the_kernel_does() -> None:
    """In single precision, with random weights and with the shipped ones."""
    samples = random_samples(100)
    for net in (train.make_network(np.random.default_rng(2)), read_networks(FILE, Network)[2]):
        logits = train.forward(net, train.split(samples))
        chances = [run_network(as_record(**net._asdict()), sample) for sample in samples]
        assert (1 / (1 + np.exp(-np.asarray(logits)))).tolist() == pytest.approx(chances, abs=1e-5)
