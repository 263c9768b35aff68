"""The training of Twenty One's network: what it learns is what the bot runs."""

import jax.numpy as jnp
import numpy as np
import pytest

from paperdice.bots.twenty_one.features import standardize_inputs, write_inputs
from paperdice.bots.twenty_one.network import FILE, Network, make_units, tabulate, win_chance
from paperdice.bots.weights import read_networks
from train import twenty_one as train
from train.descent import fit


def test_the_trainer_computes_what_the_kernel_does() -> None:
    """On samples of matches, in single precision; and training lowers the loss."""
    inputs = standardize_inputs(write_inputs())
    net = read_networks(FILE, Network)[2]
    samples = train.collect(train.players(again=False), 3, 400)
    tables = tabulate(net, inputs)
    units = make_units(tables)
    chances = [win_chance(tables, one["own"], one["other"], int(one["lead"]), units) for one in samples[:200:2]]
    logits = np.asarray(train.forward(net, jnp.asarray(inputs), train.split(samples[:200])))[::2]
    assert (1 / (1 + np.exp(-logits))).tolist() == pytest.approx(chances, abs=1e-5)
    loss, everything = train.make_loss(inputs), train.split(samples)
    fresh = train.make_network(np.random.default_rng(1))
    learned = fit(fresh, loss, everything, 8, np.random.default_rng(1), 64)
    assert loss(learned, everything) < loss(fresh, everything) - 0.02
