"""Read and write trained weights: `.npz` files next to the bots that use them.

Each file contains one array per part of a network, for each number of seats.
"""

from __future__ import annotations

from collections.abc import Callable
from inspect import signature
from pathlib import Path
from typing import Any, NamedTuple, Protocol, TypeVar

import numpy as np
import numpy.typing as npt

from paperdice.errors import PaperdiceError

# The shapes of a network's parts, by name.
Shapes = dict[str, tuple[int, ...]]

# The folder of all bots and their weights.
FOLDER = Path(__file__).parent


class WeightsError(PaperdiceError, ValueError):
    """A weights file does not match the network that it is loaded into."""


class Parts(Protocol):
    """A network: a NamedTuple of arrays that declares the shapes they must have."""

    def shapes(self) -> Shapes:
        """Return the required shape of each part, by name; the sizes of the layers are derived from their biases."""


N = TypeVar("N", bound=Parts)


def read_networks(file: Path, network: Callable[..., N]) -> dict[int, N]:
    """Read a file of networks and return them by number of seats.

    An array named `2_0` in the file is the first part of the network for two seats.

    Raises:
        WeightsError: A part is missing, superfluous, of another shape, or not made of finite single-precision
            numbers.
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
        WeightsError: The file has no such vector, or its size, type or values are not as required.
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
