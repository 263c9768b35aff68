"""Trained weights as files beside the bot that reads them: one array a part, for each number of seats."""

from __future__ import annotations

from collections.abc import Callable
from inspect import signature
from pathlib import Path
from typing import Any, NamedTuple, Protocol, TypeVar

import numpy as np
import numpy.typing as npt

from paperdice.errors import PaperdiceError

# The shapes of the parts of a network, by name.
Shapes = dict[str, tuple[int, ...]]

# All bots and what they have learned lie in this folder and those below.
FOLDER = Path(__file__).parent


class WeightsError(PaperdiceError, ValueError):
    """A file of weights is not what its bot reads."""


class Parts(Protocol):
    """A network: a NamedTuple of arrays that declares how their shapes fit together."""

    def shapes(self) -> Shapes:
        """The shape that each part must have; the numbers of units are those of its own biases."""


N = TypeVar("N", bound=Parts)


def read_networks(file: Path, network: Callable[..., N]) -> dict[int, N]:
    """The networks of a file by number of seats; each part is named `SEATS_PLACE` in the file."""
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
    """Kernels have no bounds checks, so that a part of another shape would be read past its end."""
    if part.dtype != np.float32 or not np.isfinite(part).all():
        raise WeightsError(f"{where}: part {name} holds something else than numbers")
    if part.shape != shape:
        raise WeightsError(f"{where}: part {name} has the shape {part.shape}, not {shape}")


def read_vector(file: Path, name: str, size: int) -> npt.NDArray[np.float32]:
    """One vector of a file that holds some by name."""
    with np.load(file) as stored:
        if name not in stored.files:
            raise WeightsError(f"{file.name}: there is no part {name}, only {', '.join(stored.files)}")
        vector: npt.NDArray[np.float32] = stored[name]
    _check_part(file.name, name, vector, (size,))
    return vector


def write_network(file: Path, seats: int, network: NamedTuple) -> None:
    """Writes the network for so many seats beside those for others that the file holds by now, all or nothing."""
    parts: dict[str, Any] = {}
    if file.exists():
        with np.load(file) as stored:
            parts = {name: stored[name] for name in stored.files if name.split("_")[0] != str(seats)}
    parts |= {f"{seats}_{place}": part for place, part in enumerate(network)}
    fresh = file.with_suffix(".new.npz")
    np.savez(fresh, **dict(sorted(parts.items(), key=lambda item: tuple(map(int, item[0].split("_"))))))
    fresh.replace(file)
