"""Labels for costly decisions, such as `blunder`, and their thresholds.

A label requires a loss of more than two standard errors. Decisions whose choices all have the same value are not
counted.
"""

from __future__ import annotations

# Each label with its minimum loss, as a chance of winning and (in solo) in points.
LABELS: tuple[tuple[str, float, float], ...] = (
    ("blunder", 0.20, 10.0),
    ("mistake", 0.10, 5.0),
    ("inaccuracy", 0.05, 2.5),
    ("slight", 0.02, 1.0),
)
FINE = "fine"
# A loss must exceed this many standard errors.
SURE = 2.0
# If all choices differ by less than this, the decision is forced.
EPSILON = {"chance": 1e-4, "points": 1e-2}


def label_of(loss: float, error: float, unit: str) -> str:
    """Return the label of a loss, or `fine` if the loss is small or not significant.

    Args:
        loss: The lost chance of winning, or the lost points.
        error: The standard error of the loss.
        unit: `chance` or `points`.
    """
    if loss <= SURE * error:
        return FINE
    for name, chance, points in LABELS:
        if loss >= (chance if unit == "chance" else points):
            return name
    return FINE


def no_labels() -> dict[str, int]:
    """Return a count of zero for every label, from the mildest to the most severe."""
    return {name: 0 for name, _, _ in reversed(LABELS)}
