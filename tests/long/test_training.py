"""Training on a few matches lowers the loss below that of an untrained network.

The default run tests the parts: descent, samples of matches, and the output of each network.
"""

import numpy as np
import pytest

from paperdice.bots.qwantum.points import make_table_policy as make_qwantum_policy
from paperdice.bots.qwixx.steady import make_table_policy as make_qwixx_policy
from paperdice.bots.sixto.rows import ROWS_ALONE
from paperdice.bots.twenty_one.features import standardize_inputs, write_inputs
from tests.train.test_qwixx import run_all
from train import qwantum, qwixx, sixto, twenty_one
from train.descent import fit


def test_training_lowers_the_loss_in_qwixx() -> None:
    """On real samples the compiled network agrees with the trained one."""
    samples = qwixx.gather(make_qwixx_policy(2), 2, seed=1, matches=1500)
    assert len(samples.shares) > 2000
    rng = np.random.default_rng(1)
    start = qwixx.make_network(rng)
    trained = fit(start, qwixx.loss, samples, 6, rng, batch=128)
    assert float(qwixx.loss(trained, samples)) < float(qwixx.loss(start, samples)) - 0.05
    some = qwixx.Samples(*(part[:40] for part in samples))
    chances = 1 / (1 + np.exp(-np.asarray(qwixx.forward(trained, some), np.float64)))
    assert run_all(trained, some) == pytest.approx(chances, abs=1e-6)


def test_training_lowers_the_loss_in_twenty_one() -> None:
    samples = twenty_one.split(twenty_one.collect(twenty_one.players(again=False), 3, 400))
    loss = twenty_one.make_loss(standardize_inputs(write_inputs()))
    start = twenty_one.make_network(np.random.default_rng(1))
    trained = fit(start, loss, samples, 8, np.random.default_rng(1), 64)
    assert loss(trained, samples) < loss(start, samples) - 0.02


def test_training_lowers_the_loss_in_qwantum() -> None:
    """Both for the win and for the margin."""
    samples = qwantum.gather(make_qwantum_policy(), 3, 40)
    assert len(samples.inputs) > 400
    rng = np.random.default_rng(1)
    start = qwantum.make_network(rng)
    trained = fit(start, qwantum.loss, samples, 60, rng, 100)
    (entropy, squared), (less_entropy, less_squared) = (qwantum.losses(net, samples) for net in (start, trained))
    assert less_entropy < entropy - 0.1
    assert less_squared < squared - 0.1


def test_training_lowers_the_loss_in_sixto() -> None:
    samples = sixto.split(sixto.collect(ROWS_ALONE, 3, 50))
    start = sixto.make_network(np.random.default_rng(1))
    trained = fit(start, sixto.loss, samples, 8, np.random.default_rng(1), 64)
    assert sixto.loss(trained, samples) < sixto.loss(start, samples) - 0.02
