"""Networks on disk."""

from pathlib import Path

import numpy as np
import pytest

from paperdice.bots import nets


def test_a_network_comes_back_beside_those_for_other_seats(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also one with more than ten parts, in their order."""
    monkeypatch.setattr(nets, "FOLDER", tmp_path)
    first, second = ([np.full(2, number + seats) for number in range(12)] for seats in (2, 3))
    nets.write_net("made_here", 3, second)
    assert sorted(nets.read_nets("made_here")) == [3]
    nets.write_net("made_here", 2, first)
    found = nets.read_nets("made_here")
    assert sorted(found) == [2, 3]
    assert [int(part[0]) for part in found[2]] == list(range(2, 14))
    assert [int(part[0]) for part in found[3]] == list(range(3, 15))
    assert [file.name for file in tmp_path.iterdir()] == ["made_here.npz"]


def test_a_network_written_meanwhile_is_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two trainings at once, for other seats, do not undo each other."""
    monkeypatch.setattr(nets, "FOLDER", tmp_path)
    nets.write_net("made_here", 2, [np.zeros(1)])
    before = dict(nets.read_nets("made_here"))
    np.savez(tmp_path / "made_here.npz", **{"2_0": np.zeros(1), "3_0": np.ones(1)})
    assert nets.read_nets("made_here").keys() == before.keys()
    nets.write_net("made_here", 2, [np.full(1, 5.0)])
    assert {seats: float(parts[0][0]) for seats, parts in nets.read_nets("made_here").items()} == {2: 5.0, 3: 1.0}
