"""Trained weights as files beside the bot that reads them: one array a part, for each number of seats."""

from __future__ import annotations

from pathlib import Path
from typing import Any, NamedTuple, TypeVar

import numpy as np

from paperdice.errors import PaperdiceError

N = TypeVar("N", bound=NamedTuple)

# All bots and what they have learned lie in this folder and those below.
FOLDER = Path(__file__).parent


class WeightsError(PaperdiceError, ValueError):
    """A file of weights is not what its bot reads."""


def read_networks(file: Path, network: type[N]) -> dict[int, N]:
    """The networks of a file by number of seats; each part is named `SEATS_PLACE` in the file."""
    with np.load(file) as stored:
        places = sorted((int(seats), int(place)) for seats, place in (name.split("_") for name in stored.files))
        parts = {seats: [stored[f"{seats}_{at}"] for n, at in places if n == seats] for seats, _ in places}
    return {seats: _check(file, network, seats, arrays) for seats, arrays in parts.items()}


def _check(file: Path, network: type[N], seats: int, arrays: list[np.ndarray]) -> N:
    names = network._fields
    if len(arrays) != len(names):
        raise WeightsError(f"{file.name} for {seats} seats: {len(arrays)} parts, not {len(names)} ({', '.join(names)})")
    for name, array in zip(names, arrays, strict=True):
        if array.dtype != np.float32 or not np.isfinite(array).all():
            raise WeightsError(f"{file.name} for {seats} seats: part {name} holds something else than numbers")
    return network._make(arrays)


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
