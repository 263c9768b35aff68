"""The training of Sixto's network: what it learns is what the bot runs."""

import numpy as np
import pytest

from paperdice.bots.sixto.network import FILE, Network, run_network
from paperdice.bots.sixto.rows import ROWS_ALONE
from paperdice.bots.weights import read_networks
from paperdice.fast.compile import as_record
from train import sixto as train
from train.descent import fit


def test_the_trainer_computes_what_the_kernel_does() -> None:
    """On samples of matches, in single precision; and training lowers the loss."""
    samples = train.collect(ROWS_ALONE, 3, 50)
    net = read_networks(FILE, Network)[2]
    logits = train.forward(net, train.split(samples[:200]))
    weights = as_record(**net._asdict())
    chances = [run_network(weights, sample) for sample in samples[:200]]
    assert (1 / (1 + np.exp(-np.asarray(logits)))).tolist() == pytest.approx(chances, abs=1e-5)
    fresh = train.make_network(np.random.default_rng(1))
    learned = fit(fresh, train.loss, train.split(samples), 8, np.random.default_rng(1), 64)
    assert train.loss(learned, train.split(samples)) < train.loss(fresh, train.split(samples)) - 0.02
