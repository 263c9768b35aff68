"""The fit of chances recovers known odds."""

import numpy as np

from paperdice.study.calibration import calibrate
from paperdice.study.survey import Survey
from train.study import fit


def test_the_fit_finds_how_sharp_the_odds_are() -> None:
    """Shares that follow exactly from a sharpness of 0.8 make 0.8 the most likely one."""
    raw = np.random.default_rng(1).uniform(0.05, 0.95, (500, 3))
    shares = calibrate(raw, np.zeros(500, np.int64), 0.8)
    assert fit(Survey(np.arange(500), raw, shares)) == 0.8


def test_chances_add_up_and_the_end_stays_as_it_is() -> None:
    raw = np.array([[0.9, 0.2, 0.3], [1.0, 0.0, 0.0]])
    found = calibrate(raw, np.array([0, 1]), 0.6)
    assert np.allclose(found.sum(axis=1), 1)
    assert found[1].tolist() == [1.0, 0.0, 0.0]
    assert np.allclose(calibrate(np.array([[0.7, 0.3]]), np.array([0]), 0.5), [[0.7, 0.3]])
