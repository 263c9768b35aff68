"""A real cluster of two worker processes, one of which dies in the middle: same results as at home."""

import os
import signal
import sys
from contextlib import closing
from pathlib import Path

import pytest

from paperdice.arena import cluster
from paperdice.arena.cluster import Cluster
from paperdice.arena.run import play_run
from paperdice.arena.setup import Setup
from paperdice.errors import MissingExtraError, SetupError

SETUP = Setup("qwixx", 2, ("random", "random"), seed=8)
MATCHES = 24 * 4096


class KillOne:
    """Ends one worker the hard way as soon as something has come back."""

    def __init__(self, engine: Cluster) -> None:
        self.workers = engine.client.run(os.getpid)
        self.killed = 0

    def __call__(self, done: int, _total: int) -> None:
        if done and not self.killed:
            self.killed = min(self.workers.values())
            os.kill(self.killed, signal.SIGKILL)


def test_a_worker_killed_in_the_middle_loses_nothing(tmp_path: Path, runs: Path) -> None:
    home, away = tmp_path / "home.csv", tmp_path / "away.csv"
    at_home = play_run(SETUP, MATCHES, rows=home)
    with closing(Cluster("2")) as engine:
        killer = KillOne(engine)
        assert len(set(killer.workers.values())) == 2
        spread_out = play_run(SETUP, MATCHES, engine=engine, progress=killer, rows=away)
    assert killer.killed
    with pytest.raises(ProcessLookupError):
        os.kill(killer.killed, 0)
    assert spread_out.matches == MATCHES
    for name, array in at_home.summary.arrays().items():
        assert array.tobytes() == spread_out.summary.arrays()[name].tobytes(), name
    assert home.read_bytes() == away.read_bytes()


def test_closing_ends_the_workers() -> None:
    engine = Cluster("1")
    (worker,) = engine.client.run(os.getpid).values()
    engine.close()
    with pytest.raises(ProcessLookupError):
        os.kill(worker, 0)


@pytest.mark.parametrize("address", ["", "0", "-1", "nonsense", "host:", ":8786", "tcp://host:99999"])
def test_a_wrong_address_is_one_sentence(address: str) -> None:
    with pytest.raises(SetupError, match="a cluster is a number of workers from 1, or an address like"):
        Cluster(address)


def test_a_cluster_that_is_not_there_is_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "CONNECT_SECONDS", 1)
    with pytest.raises(SetupError, match=r"there is no cluster at 127\.0\.0\.1:1"):
        Cluster("127.0.0.1:1")


def test_a_missing_extra_is_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(MissingExtraError, match=r"a cluster needs distributed, .*pip install 'paperdice\[cluster\]'$"):
        Cluster("2")
