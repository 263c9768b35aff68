"""A real cluster of two worker processes, one of which dies during a run, yields the same results as local threads."""

import json
import os
import shlex
import signal
import socket
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, suppress
from pathlib import Path

import pytest
from distributed import LocalCluster

from paperdice.arena import cluster
from paperdice.arena.blocks import Block
from paperdice.arena.cluster import Cluster
from paperdice.arena.run import play_run
from paperdice.arena.setup import Setup
from paperdice.cli import run
from paperdice.errors import MissingExtraError, SetupError, StoreError
from tests.patience import patience, wait_until

SETUP = Setup("qwixx", 2, ("random", "random"), seed=8)
MATCHES = 10 * 4096
ODD = Path(__file__).parents[1] / "bots" / "odd_bot.py"
# Dask's default port.
DASHBOARD = 8787


@pytest.fixture(scope="module")
def engine() -> Iterator[Cluster]:
    """Yield the cluster shared by all tests, because it takes seconds to start; it must not need a certain port."""
    with pytest.MonkeyPatch.context() as patch, closing(socket.socket()) as other:
        with suppress(OSError):  # already in use, which serves the purpose as well
            other.bind(("0.0.0.0", DASHBOARD))
        patch.setattr(cluster, "CONNECT_SECONDS", patience())
        started = Cluster("2")
    with closing(started):
        yield started


class KillOne:
    """A progress callback that kills one worker after the first result."""

    def __init__(self, engine: Cluster) -> None:
        self.workers = engine.client.run(os.getpid)
        self.killed = 0

    def __call__(self, done: int, _total: int) -> None:
        if done and not self.killed:
            self.killed = min(self.workers.values())
            os.kill(self.killed, signal.SIGKILL)


def is_gone(process: int) -> bool:
    """Return whether a process has ended."""
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return True
    return False


def test_a_worker_killed_in_the_middle_loses_nothing(engine: Cluster, tmp_path: Path) -> None:
    home, away = tmp_path / "home.csv", tmp_path / "away.csv"
    at_home = play_run(SETUP, MATCHES, rows=home)
    killer = KillOne(engine)
    assert len(set(killer.workers.values())) == 2
    spread_out = play_run(SETUP, MATCHES, engine=engine, progress=killer, rows=away)
    assert killer.killed
    wait_until(lambda: is_gone(killer.killed), "the end of the killed worker")
    assert spread_out.matches == MATCHES
    for name, array in at_home.summary.arrays().items():
        assert array.tobytes() == spread_out.summary.arrays()[name].tobytes(), name
    assert home.read_bytes() == away.read_bytes()


def test_the_command_plays_on_a_cluster(engine: Cluster, capsys: pytest.CaptureFixture[str]) -> None:
    """The command gets the cluster's address, as in the how-to guide, and does not stop the cluster."""
    words = ["simulate", "qwixx", "--matches", "2000", "--json"]
    told = []
    for options in ([], ["--cluster", engine.client.scheduler.address]):
        assert run([*words, *options]) == 0
        told.append(json.loads(capsys.readouterr().out))
    assert told[0]["mean_scores"] == told[1]["mean_scores"] and told[1]["matches"] == 2000
    assert engine.client.run(os.getpid)


def waiting_blocks(gate: Path, taken: list[int]) -> Iterator[Block]:
    """Yield blocks of one match each, in which a bot waits for a file to appear; the blocks taken are recorded."""
    bot = "cmd:" + shlex.join([sys.executable, str(ODD), "waits", str(gate)])
    setup = Setup("sixto", 2, (bot, "random"), budget_ms=1000 * patience())
    for number in range(100):
        taken.append(number)
        yield Block(setup, number, 1)


def test_a_worker_that_comes_late_gets_blocks(engine: Cluster, tmp_path: Path) -> None:
    """It gets blocks even while all other workers are waiting in their first one."""
    gate, taken = tmp_path / "gate", list[int]()
    n_workers = len(engine.client.nthreads())
    with closing(engine.play(waiting_blocks(gate, taken))) as played, ThreadPoolExecutor(1) as pool:
        try:
            first = pool.submit(next, played)
            wait_until(lambda: len(taken) == cluster.AHEAD * n_workers, "blocks for all workers")
            assert engine._own is not None
            engine._own.scale(n_workers + 1)
            wait_until(lambda: len(taken) == cluster.AHEAD * (n_workers + 1), "blocks for the late worker")
        finally:
            gate.touch()
        assert first.result(patience())["match"].tolist() == [0]


def test_ctrl_c_does_not_reach_the_workers(engine: Cluster) -> None:
    """A terminal signals all processes of the group; the parent tells the workers when to stop."""
    workers = engine.client.run(os.getpid)
    for process in workers.values():
        os.kill(process, signal.SIGINT)
    assert engine.client.run(signal.getsignal, signal.SIGINT) == dict.fromkeys(workers, signal.SIG_IGN)
    assert engine.client.run(os.getpid) == workers


def test_closing_ends_the_workers(engine: Cluster) -> None:
    workers = engine.client.run(os.getpid).values()
    engine.close()
    wait_until(lambda: all(map(is_gone, workers)), "the end of all workers")


def test_a_lost_cluster_is_a_short_error(tmp_path: Path) -> None:
    """The scheduler's process is killed during a run."""
    gate, taken = tmp_path / "gate", list[int]()
    with LocalCluster(n_workers=1, threads_per_worker=1, dashboard_address="127.0.0.1:0") as other:
        engine = Cluster(other.scheduler_address)
        with (
            closing(engine),
            closing(engine.play(waiting_blocks(gate, taken))) as played,
            ThreadPoolExecutor(1) as pool,
        ):
            first = pool.submit(next, played)
            wait_until(lambda: len(taken) == cluster.AHEAD, "blocks for the worker")
            other.close()
            gate.touch()
            with pytest.raises(StoreError, match=r"^the cluster lost a block of matches: "):
                first.result(patience())


@pytest.mark.parametrize("address", ["", "0", "-1", "nonsense", "host:", ":8786", "tcp://host:99999"])
def test_a_wrong_address_is_a_short_error(address: str) -> None:
    with pytest.raises(SetupError, match="a cluster is a number of workers from 1, or an address like"):
        Cluster(address)


def test_an_unreachable_cluster_is_a_short_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "CONNECT_SECONDS", 1)
    with pytest.raises(SetupError, match=r"there is no cluster at 127\.0\.0\.1:1"):
        Cluster("127.0.0.1:1")


def test_a_missing_extra_is_a_short_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(MissingExtraError, match=r"a cluster needs distributed, .*pip install 'paperdice\[cluster\]'$"):
        Cluster("2")
