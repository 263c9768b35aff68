"""The shipped files of weights, whole and cut: kernels do not check bounds, so reading does."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from paperdice.bots.network import Parts, WeightsError, read_networks
from paperdice.bots.qwantum import network as qwantum
from paperdice.bots.qwantum import tables
from paperdice.bots.qwixx import network as qwixx
from paperdice.bots.sixto import network as sixto
from paperdice.bots.twenty_one import network as twenty_one

# By game: the function that makes a network of its parts, and the shipped file.
SHIPPED: dict[str, tuple[Callable[..., Parts], Path]] = {
    "qwixx": (qwixx.Network, qwixx.FILE),
    "twenty_one": (twenty_one.Network, twenty_one.FILE),
    "qwantum": (qwantum.Network, qwantum.FILE),
    "sixto": (sixto.Network, sixto.FILE),
}


@pytest.mark.parametrize("game", SHIPPED)
def test_every_part_is_checked(tmp_path: Path, game: str) -> None:
    """If any part lacks the last of its rows, the file is refused."""
    network, shipped = SHIPPED[game]
    file = tmp_path / "cut.npz"
    with np.load(shipped) as stored:
        parts = {name: part for name, part in stored.items() if name.startswith("2_")}
    for part in parts:
        np.savez(file, **parts | {part: parts[part][:-1]})
        with pytest.raises(WeightsError, match=r"^cut\.npz for 2 seats: part \w+ has the shape \("):
            read_networks(file, network)


def test_learned_tables_of_another_size_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "cut.npz"
    np.savez(file, learned=tables.load_learned().astype(np.float32)[:-1])
    monkeypatch.setattr(tables, "FILE", file)
    tables.load_learned.cache_clear()
    with pytest.raises(WeightsError, match=r"cut\.npz: part learned has the shape \(68303,\), not \(68304,\)"):
        tables.load_learned()
