"""The forward pass shared by the networks of all games, in single precision.

A network is a NamedTuple of weight arrays. Rows, columns and sheets each pass through units with shared weights, whose
outputs are summed. The sums and the other inputs then pass through one hidden layer, which outputs a logit.
"""

from __future__ import annotations

import numpy as np

from paperdice.fast.compile import Singles, kernel

ZERO = np.float32(0.0)
# The index of a network's only output.
LOGIT = 0
N_OUTPUTS = 1
# A layer processes this many inputs per pass over its units, because a sum in a register is cheaper than one in memory.
# The additions are made in the same order as with one input at a time, so every bit of the result is the same.
AT_ONCE = 8


@kernel
def set_units(bias: Singles, out: Singles) -> None:
    """Initialize the units of a layer with its biases.

    A loop is used because it compiles to better code than a slice assignment.
    """
    for j in range(len(out)):
        out[j] = bias[j]


@kernel
def add_dense(inputs: Singles, weights: Singles, out: Singles) -> None:
    """Add the weighted inputs of a dense layer to its units: out[j] += Σ_k inputs[k] · weights[k, j]."""
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
    """Apply ReLU to the units of one row or column and add them to `out`: out[j] += max(units[j], 0)."""
    for j in range(len(units)):
        out[j] += max(units[j], ZERO)


@kernel
def add_rectified_dot(units: Singles, weights: Singles, start: np.float32) -> np.float32:
    """Apply ReLU and return the output of a single-unit output layer: start + Σ_j max(units[j], 0) · weights[j]."""
    total = start
    for j in range(len(units)):
        total += max(units[j], ZERO) * weights[j]
    return total


@kernel
def chance_of(logit: float | np.float32) -> float:
    """Convert a logit to a probability, 1 / (1 + exp(−logit)), in double precision."""
    return float(1.0 / (1.0 + np.exp(-np.float64(logit))))
