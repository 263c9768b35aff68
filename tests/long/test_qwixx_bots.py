"""What Qwixx bots take from others that no usual run compiles a match against."""

from paperdice.bots.qwixx.closed_form import CLOSED_FORM
from paperdice.bots.qwixx.evolved import make_evolved
from paperdice.bots.qwixx.steady import make_steady, make_table_policy
from train.evolve import share


def test_evolved_is_as_strong_as_closed_form() -> None:
    """It takes at least half."""
    assert share(make_evolved(), CLOSED_FORM, 3, 8000) >= 0.5


def test_steady_beats_its_own_tables() -> None:
    """The network adds to what the tables know."""
    assert share(make_steady(2), make_table_policy(2), 3, 4000) >= 0.5
