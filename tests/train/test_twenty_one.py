"""The trained network of Twenty One agrees with the kernel that plays by it."""

import jax.numpy as jnp
import numpy as np
import pytest

from paperdice.bots.network import read_networks
from paperdice.bots.twenty_one.features import N_INPUTS
from paperdice.bots.twenty_one.network import FILE, Network, make_units, tabulate, win_chance
from train import twenty_one as train

N_STATES = 40


def test_the_trainer_computes_what_the_kernel_does() -> None:
    """In single precision, on states with random inputs; every other sample is seen from the other seat."""
    rng = np.random.default_rng(1)
    inputs = rng.normal(size=(N_STATES, N_INPUTS)).astype(np.float32)
    samples = np.zeros(200, train.SAMPLE)
    samples["own"], samples["other"] = rng.integers(0, N_STATES, (2, 200))
    samples["lead"] = rng.integers(-60, 60, 200)
    for net in (train.make_network(rng), read_networks(FILE, Network)[2]):
        tables = tabulate(net, inputs)
        units = make_units(tables)
        chances = [win_chance(tables, one["own"], one["other"], int(one["lead"]), units) for one in samples[::2]]
        turned = [win_chance(tables, one["other"], one["own"], -int(one["lead"]), units) for one in samples[1::2]]
        logits = np.asarray(train.forward(net, jnp.asarray(inputs), train.split(samples)))
        assert (1 / (1 + np.exp(-logits[::2]))).tolist() == pytest.approx(chances, abs=1e-5)
        assert (1 / (1 + np.exp(-logits[1::2]))).tolist() == pytest.approx(turned, abs=1e-5)
