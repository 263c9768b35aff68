"""The training of Qwixx's network: training and bot compute the same."""

import numpy as np
import pytest

from paperdice.bots.network import read_networks
from paperdice.bots.qwixx.features import write_features
from paperdice.bots.qwixx.network import FILE, Network, run_network, tabulate, win_chance
from paperdice.bots.qwixx.policy import WORK
from paperdice.bots.qwixx.steady import make_steady
from tests.bots.records import records_of
from tests.sampling import sample
from train.qwixx import SAMPLE, Samples, forward, make_network


def random_samples(n: int) -> Samples:
    """Return random inputs of the network, which never occur, to test its arithmetic."""
    rng = np.random.default_rng(1)
    inputs, rows = (rng.normal(size=(n, *SAMPLE[name].shape)).astype(np.float32) for name in ("inputs", "rows"))
    opened = (rng.random((n, 4)) < 0.7).astype(np.float32)
    return Samples(inputs, rows, opened, rng.random(n).astype(np.float32))


def run_all(network: Network, samples: Samples) -> list[float]:
    """Return the chances of the compiled network, with units of rows that are summed here."""
    units = np.maximum(samples.rows @ network.row_weights + network.row_bias, 0) * samples.opened[:, :, None]
    tabulated, hidden = tabulate(network), np.zeros(48, np.float32)
    return [run_network(tabulated, *seen, hidden) for seen in zip(samples.inputs, units.sum(axis=1), strict=True)]


def test_the_compiled_network_is_the_trained_one() -> None:
    """Both compute the same chances, with random weights and with the shipped ones."""
    samples = random_samples(20)
    for network in (make_network(np.random.default_rng(2)), read_networks(FILE, Network)[3]):
        chances = 1 / (1 + np.exp(-np.asarray(forward(network, samples), np.float64)))
        assert run_all(network, samples) == pytest.approx(chances, abs=1e-6)


# The tables for three seats take half a minute to solve.
MATCHES = (
    "qwixx 12 roll 1 | classic 1.11/11111/.1/- 3 | classic ....11/1/11.111/1.1 1",
    "qwixx 22 roll 0 | classic 11111.....1/1/..11111/.1 0 | classic ..1/111111/.1/- 1",
    "qwixx 20 roll 1 | classic 1.11/11111/.1/- 1 | classic ....11/1/11.111/1.1 1 | classic -/11.1/-/111111 0",
)


@pytest.mark.sampled
@pytest.mark.parametrize("text", sample(MATCHES, 2, always=MATCHES[:2]))
def test_tables_of_rows_say_what_their_inputs_do(text: str) -> None:
    """Playing looks up units of rows; training computes them from inputs."""
    sheets, state = records_of(text)
    seats = int(state["n_seats"])
    network, weights = read_networks(FILE, Network)[seats], make_steady(seats).weights
    for seat in range(seats):
        seen = np.zeros(1, SAMPLE)
        write_features(weights.tables, sheets, state, seat, seen["inputs"][0], seen["rows"][0])
        seen["opened"] = 1 - state["locked"]
        logit = forward(network, Samples(*(seen[name] for name in ("inputs", "rows", "opened", "share"))))
        played = win_chance(weights.tables, weights.network, sheets, state, seat, np.zeros(1, WORK)[0])
        assert played == pytest.approx(float(1 / (1 + np.exp(-np.asarray(logit, np.float64)[0]))), abs=1e-6)
