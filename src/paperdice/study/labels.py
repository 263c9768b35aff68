"""From lost chance to a label: the one place of the thresholds.

A label is given only where the loss exceeds two standard errors. A decision counts if there is more than one choice
and the best is worth more than the worst.
"""

from __future__ import annotations

# From so much lost chance on, or from so many points in a match alone, a decision has this label.
LABELS: tuple[tuple[str, float, float], ...] = (
    ("blunder", 0.20, 10.0),
    ("mistake", 0.10, 5.0),
    ("inaccuracy", 0.05, 2.5),
    ("slight", 0.02, 1.0),
)
FINE = "fine"
# A loss counts as seen beyond so many of its standard errors.
SURE = 2.0
# Choices that differ by less than this are no decision; points alone, chance otherwise.
EPSILON = {"chance": 1e-4, "points": 1e-2}


def label_of(loss: float, error: float, unit: str) -> str:
    """The label of a decision that lost so much, `fine` where it lost little or cannot be told."""
    if loss <= SURE * error:
        return FINE
    for name, chance, points in LABELS:
        if loss >= (chance if unit == "chance" else points):
            return name
    return FINE


def no_labels() -> dict[str, int]:
    """A count for every label that marks a loss, the mildest first."""
    return {name: 0 for name, _, _ in reversed(LABELS)}
