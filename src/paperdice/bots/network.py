"""Declare, store and evaluate the networks of all games.

The input features of a network are an enum with the name, scale and meaning of each feature. The enum members are
indices into the input array. Kernels write `out[Inputs.LEAD] = lead / SCALES[Inputs.LEAD]`, or `out[Inputs.IS_ACTIVE] =
1.0` for a feature without a scale. Trainers, tests and docs use the same declarations.

>>> class Inputs(Features):
...     LEAD = 20.0, "points ahead of the rival"
...     IS_ACTIVE = AS_IS, "1 if the seat rolls next"
>>> int(Inputs.IS_ACTIVE), Inputs.LEAD.scale, len(Inputs)
(1, 20.0, 2)

Trained weights are `.npz` files next to the bots that use them. Each file contains one array per part of a network, for
each number of seats.

A network is a NamedTuple of weight arrays, in single precision. Rows, columns and sheets each pass through units with
shared weights, whose outputs are summed. The sums and the other inputs then pass through one hidden layer, which
outputs a logit.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import IntEnum
from inspect import signature
from pathlib import Path
from typing import Any, NamedTuple, Protocol, Self, TypeVar

import numpy as np
import numpy.typing as npt

from paperdice.errors import PaperdiceError
from paperdice.fast.compile import Singles, kernel

# The scale of an input that is used unchanged.
AS_IS = None


class Features(IntEnum):
    """Base class for the input features of a network or of a part of it; the value of a member is its index."""

    scale: float | None
    meaning: str

    def __new__(cls, scale: float | None, meaning: str) -> Self:
        """Number the members from 0 in order of declaration."""
        place = len(cls.__members__)
        member = int.__new__(cls, place)
        member._value_ = place
        member.scale = scale
        member.meaning = meaning
        return member

    @classmethod
    def scales(cls) -> npt.NDArray[np.float64]:
        """Return the divisor of each raw feature, in order; NaN for features without a scale."""
        return np.array([np.nan if feature.scale is AS_IS else feature.scale for feature in cls])


# The shapes of a network's parts, by name.
Shapes = dict[str, tuple[int, ...]]

# The folder of all bots and their weights.
FOLDER = Path(__file__).parent


class WeightsError(PaperdiceError, ValueError):
    """Raised if a weights file does not match the network that it is loaded into."""


class Parts(Protocol):
    """Interface of networks, which are NamedTuples of arrays that declare the required shape of each array."""

    def shapes(self) -> Shapes:
        """Return the required shape of each part, by name; the sizes of the layers are derived from their biases."""


N = TypeVar("N", bound=Parts)


def read_networks(file: Path, network: Callable[..., N]) -> dict[int, N]:
    """Read a file of networks and return them by number of seats.

    An array named `2_0` in the file is the first part of the network for two seats.

    Raises:
        WeightsError: A part is missing or unexpected, has the wrong shape, or contains anything but finite
            single-precision numbers.
    """
    with np.load(file) as stored:
        places = sorted((int(seats), int(place)) for seats, place in (name.split("_") for name in stored.files))
        parts = {seats: [stored[f"{seats}_{at}"] for n, at in places if n == seats] for seats, _ in places}
    return {seats: _check(file, network, seats, arrays) for seats, arrays in parts.items()}


def _check(file: Path, network: Callable[..., N], seats: int, arrays: list[np.ndarray]) -> N:
    names, where = tuple(signature(network).parameters), f"{file.name} for {seats} seats"
    if len(arrays) != len(names):
        raise WeightsError(f"{where}: {len(arrays)} parts, not {len(names)} ({', '.join(names)})")
    made = network(*arrays)
    for name, shape in made.shapes().items():
        _check_part(where, name, getattr(made, name), shape)
    return made


def _check_part(where: str, name: str, part: np.ndarray, shape: tuple[int, ...]) -> None:
    """Check the type, values and shape of one part.

    Kernels have no bounds checks, so they would read past the end of an array of the wrong shape.
    """
    if part.dtype != np.float32 or not np.isfinite(part).all():
        raise WeightsError(f"{where}: part {name} must hold finite single-precision numbers")
    if part.shape != shape:
        raise WeightsError(f"{where}: part {name} has the shape {part.shape}, not {shape}")


def read_vector(file: Path, name: str, size: int) -> npt.NDArray[np.float32]:
    """Read one named vector from a file.

    Raises:
        WeightsError: There is no such vector in the file, or its size, type or values are invalid.
    """
    with np.load(file) as stored:
        if name not in stored.files:
            raise WeightsError(f"{file.name}: there is no part {name}, only {', '.join(stored.files)}")
        vector: npt.NDArray[np.float32] = stored[name]
    _check_part(file.name, name, vector, (size,))
    return vector


def write_network(file: Path, seats: int, network: NamedTuple) -> None:
    """Write the network for this number of seats to a file, replacing the file atomically.

    Networks for other numbers of seats are kept.
    """
    parts: dict[str, Any] = {}
    if file.exists():
        with np.load(file) as stored:
            parts = {name: stored[name] for name in stored.files if name.split("_")[0] != str(seats)}
    parts |= {f"{seats}_{place}": part for place, part in enumerate(network)}
    fresh = file.with_suffix(".new.npz")
    np.savez(fresh, **dict(sorted(parts.items(), key=lambda item: tuple(map(int, item[0].split("_"))))))
    fresh.replace(file)


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
