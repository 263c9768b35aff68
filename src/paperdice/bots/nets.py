"""Trained networks as files beside this one: one array a part, for each number of seats."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

Net = tuple[np.ndarray, ...]

FOLDER = Path(__file__).parent


@cache
def read_nets(name: str) -> dict[int, Net]:
    """Gives the networks of a file by number of seats."""
    with np.load(FOLDER / f"{name}.npz") as stored:
        parts = sorted((int(seats), int(part)) for seats, part in (each.split("_") for each in stored.files))
        return {n: tuple(stored[f"{n}_{part}"] for seats, part in parts if seats == n) for n, _ in parts}


def write_net(name: str, seats: int, net: Sequence[np.ndarray]) -> None:
    """Writes the network for so many seats beside those for others that the file holds by now, all or nothing."""
    file = FOLDER / f"{name}.npz"
    read_nets.cache_clear()
    nets = {**(read_nets(name) if file.exists() else {}), seats: net}
    named: Any = {f"{n}_{part}": each for n, parts in sorted(nets.items()) for part, each in enumerate(parts)}
    fresh = file.with_suffix(".new.npz")
    np.savez(fresh, **named)
    fresh.replace(file)
    read_nets.cache_clear()
