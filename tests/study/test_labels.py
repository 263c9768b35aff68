"""Labels depend on the lost chance, and are only given to significant losses."""

import pytest

from paperdice.study.results import label_of, no_labels


@pytest.mark.parametrize(
    ("loss", "label"),
    [(0.0, "fine"), (0.019, "fine"), (0.02, "slight"), (0.05, "inaccuracy"), (0.1, "mistake"), (0.2, "blunder")],
)
def test_a_label_goes_by_lost_chance(loss: float, label: str) -> None:
    assert label_of(loss, 0.001, "chance") == label


def test_a_loss_within_two_errors_has_no_label() -> None:
    assert label_of(0.3, 0.15, "chance") == "fine"
    assert label_of(0.3, 0.149, "chance") == "blunder"


def test_alone_a_label_goes_by_points() -> None:
    assert [label_of(loss, 0.0, "points") for loss in (0.5, 1, 2.5, 5, 10)] == [
        *("fine", "slight", "inaccuracy", "mistake", "blunder")
    ]


def test_every_label_of_a_loss_is_counted() -> None:
    assert no_labels() == {"slight": 0, "inaccuracy": 0, "mistake": 0, "blunder": 0}
