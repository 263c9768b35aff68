"""Qwixx bots: their published figures, and results against each other."""

import pytest

from paperdice.bots.qwixx.closed_form import CLOSED_FORM
from paperdice.bots.qwixx.evolved import make_evolved
from paperdice.bots.qwixx.steady import make_steady, make_table_policy
from paperdice.fast.playout import Playout
from paperdice.games.qwixx import QWIXX
from train.evolve import share


def test_closed_form_is_what_was_published() -> None:
    """Against itself about 71 points in 23.3 turns; 78.7 points alone."""
    sheet = QWIXX.sheets["classic"]
    results = Playout(QWIXX, [sheet] * 2, [CLOSED_FORM] * 2).play(3, 0, 4000)
    assert results["scores"][:, :2].mean() == pytest.approx(71, abs=1.2)
    assert results["turns"].mean() == pytest.approx(23.3, abs=0.2)
    alone = Playout(QWIXX, [sheet], [CLOSED_FORM]).play(3, 0, 4000)
    assert alone["scores"][:, 0].mean() == pytest.approx(78.7, abs=1.2)


def test_evolved_is_as_strong_as_closed_form() -> None:
    """It wins at least half."""
    assert share(make_evolved(), CLOSED_FORM, 3, 8000) >= 0.5


def test_steady_beats_its_own_tables() -> None:
    """The network improves on the tables."""
    assert share(make_steady(2), make_table_policy(2), 3, 4000) >= 0.5
