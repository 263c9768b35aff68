"""The trained network of Qwantum agrees with the kernels that play by it."""

from __future__ import annotations

import numpy as np
import pytest

from paperdice.bots.qwantum.network import (
    ENCODED,
    Network,
    Output,
    encode_sheets,
    encoded_rival,
    load_network,
    logit_of,
    tabulate,
)
from paperdice.bots.qwantum.tables import load_learned
from tests.bots.records import records_of
from train.qwantum import SAMPLE, Samples, forward, loss, make_network, sample_seat

POSITIONS = (
    "qwantum 1 roll 0 | classic -/-/-/- 0 | classic -/-/-/- 0",
    "qwantum 11 roll 0 | classic 6,9,12/6,10/7,9/6,7 0 | classic 3,8/3,12,13/7,11/7,8 1",
    "qwantum 26 roll 1 | classic 5,9,12,14,8,3/6,10,13/7,9,10,11,6/6,7,12 2 | classic 3,8/3/-/7 1 | classic -/4/2/- 4",
)


def one_sample(text: str, seat: int) -> Samples:
    """Return training samples from the perspective of one seat."""
    laid, written = records_of(text), np.zeros(1, SAMPLE)
    sample_seat(load_learned(), laid.sheets, laid.state, seat, written[0])
    return Samples(*(written[name] for name in Samples._fields))


@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize("text", POSITIONS)
def test_the_network_plays_as_it_was_trained(text: str, seat: int) -> None:
    laid, network = records_of(text), load_network()
    sample = one_sample(text, seat)
    tables, encoded = tabulate(network), np.zeros(1, ENCODED)[0]
    encode_sheets(tables, laid.state, encoded)
    units, rival = encoded["units"], encoded_rival(load_learned(), laid.sheets, laid.state, seat, encoded)
    played = logit_of(tables, sample.inputs[0], units[seat], units[rival], encoded["hidden"])
    assert float(forward(network, sample)[0, Output.LOGIT]) == pytest.approx(played, abs=1e-4)


def test_third_seats_count_for_nothing_at_first() -> None:
    hidden = make_network(np.random.default_rng(1)).hidden
    assert np.flatnonzero(~hidden.any(axis=1)).tolist() == [16, 17]


def test_the_margin_counts_beside_the_win() -> None:
    """Outputs of 0 against a win by 30 points: ln 2 for the win and 0.3 × (30 / 15)² / 2 for the margin."""
    sample = one_sample(POSITIONS[0], 0)._replace(share=np.ones(1, np.float32), margin=np.full(1, 2.0, np.float32))
    nothing = Network(*(np.zeros_like(part) for part in load_network()))
    assert float(loss(nothing, sample)) == pytest.approx(0.693147 + 0.6, abs=1e-5)
