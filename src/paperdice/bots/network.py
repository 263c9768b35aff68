"""One small forward pass for the networks of all games, in single precision.

A network is a NamedTuple of arrays, its parts by name. Rows, columns and sheets pass through shared units that are
added up; the sums and the plain inputs then pass through one hidden layer to a logit.
"""

from __future__ import annotations

import numpy as np

from paperdice.fast.compile import Singles, kernel

ZERO = np.float32(0.0)
# The place of the only output of a network.
LOGIT = 0
N_OUTPUTS = 1
# A layer takes in so many inputs in one pass over its units: a sum that stays in a register costs less than one that
# is written and read again. The order of the additions, and so every bit, is that of one input after another.
AT_ONCE = 8


@kernel
def set_units(bias: Singles, out: Singles) -> None:
    """Where a layer starts from: out[j] = bias[j]; a loop, which the compiler knows better than a slice."""
    for j in range(len(out)):
        out[j] = bias[j]


@kernel
def add_dense(inputs: Singles, weights: Singles, out: Singles) -> None:
    """A dense layer on top of what is there: out[j] += Σ_k inputs[k] · weights[k, j]."""
    n_whole = len(inputs) - len(inputs) % AT_ONCE
    for start in range(0, n_whole, AT_ONCE):
        for j in range(len(out)):
            total = out[j]
            for k in range(AT_ONCE):
                total += inputs[start + k] * weights[start + k, j]
            out[j] = total
    for k in range(n_whole, len(inputs)):
        for j in range(len(out)):
            out[j] += inputs[k] * weights[k, j]


@kernel
def add_rectified(units: Singles, out: Singles) -> None:
    """Adds what units that stand for one row or column say: out[j] += max(units[j], 0)."""
    for j in range(len(units)):
        out[j] += max(units[j], ZERO)


@kernel
def add_rectified_dot(units: Singles, weights: Singles, start: np.float32) -> np.float32:
    """The output of a last layer of one unit: start + Σ_j max(units[j], 0) · weights[j]."""
    total = start
    for j in range(len(units)):
        total += max(units[j], ZERO) * weights[j]
    return total


@kernel
def chance_of(logit: float | np.float32) -> float:
    """The chance that a logit stands for: 1 / (1 + exp(−logit)), in double precision."""
    return float(1.0 / (1.0 + np.exp(-np.float64(logit))))
