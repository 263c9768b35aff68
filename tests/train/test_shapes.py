"""Trained networks have the parts that bots read, with the sizes of the shipped ones."""

from pathlib import Path

import numpy as np
import pytest

from paperdice.bots.network import Parts, read_networks
from paperdice.bots.qwantum.network import FILE as QWANTUM_FILE
from paperdice.bots.qwixx.network import FILE as QWIXX_FILE
from paperdice.bots.sixto.network import FILE as SIXTO_FILE
from paperdice.bots.twenty_one.network import FILE as TWENTY_ONE_FILE
from train import qwantum, qwixx, sixto, twenty_one


@pytest.mark.parametrize(
    ("file", "fresh"),
    [
        (QWIXX_FILE, qwixx.make_network(np.random.default_rng(1))),
        (TWENTY_ONE_FILE, twenty_one.make_network(np.random.default_rng(1))),
        (QWANTUM_FILE, qwantum.make_network(np.random.default_rng(1))),
        (SIXTO_FILE, sixto.make_network(np.random.default_rng(1))),
    ],
    ids=["qwixx", "twenty_one", "qwantum", "sixto"],
)
def test_a_fresh_network_has_the_shapes_of_those_that_are_shipped(file: Path, fresh: Parts) -> None:
    shapes = fresh.shapes()
    assert {name: getattr(fresh, name).shape for name in shapes} == shapes
    assert all(shipped.shapes() == shapes for shipped in read_networks(file, type(fresh)).values())
