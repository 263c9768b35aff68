"""Bots at tables run in worker processes, and the server survives the loss of a worker."""

from __future__ import annotations

import asyncio
import os
import random
import resource
import secrets
import shutil
import signal
import subprocess
import sys
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed

from paperdice.bots.rehearsal import warm_up
from paperdice.errors import BotError
from paperdice.fast.cache import cache_root
from paperdice.flow.attendance import Moment
from paperdice.flow.table import Table
from paperdice.flow.wishes import NewSeat
from paperdice.match import read_position
from paperdice.server import bots as bot_pool
from paperdice.server.bots import BotPool
from paperdice.server.live.lobby import StoreClock
from paperdice.server.settings import Settings
from paperdice.store.memory import MemoryStore
from paperdice.study.worker import PROGRAM
from paperdice.workers import pool as processes
from paperdice.workers import readiness
from paperdice.workers.child import Child
from paperdice.workers.pool import FairQueue, Worker, WorkerAnswer, WorkerLostError, WorkerPool, WorkerRequest
from paperdice.workers.readiness import Warmers, WarmUp
from tests.patience import eventually, patience
from tests.server.clients import Player, fetch, open_table
from tests.server.servers import FAST, LIMITS, running_server
from tests.server.tables import NOW, person, started

HERE = ("here",)
# The production values; the tests set others.
GRACE_SECONDS = bot_pool.GRACE_SECONDS
NICENESS = processes.NICENESS


@pytest.fixture
async def pool(workers: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[BotPool]:
    """Return a pool with one worker, in which `casual` decides like a compiled bot, and an otherwise empty cache."""
    monkeypatch.setenv("PAPERDICE_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr(bot_pool, "needs_warm_up", lambda _name: True)
    mark = WarmUp("qwixx", "casual", 2).mark(cache_root())
    mark.parent.mkdir(parents=True)
    mark.touch()
    made = BotPool(5, 1, warms_ahead=False)
    yield made
    await made.close()


def table_with(bot: str, game: str = "qwixx") -> Table:
    """Return a table at which the bot in seat 1 has to decide."""
    driver = started(person(0), NewSeat(bot=bot), game=game, first=1)
    driver.throw()
    return driver.table


async def pid_of(pool: BotPool) -> int:
    """Return the process id of the only worker once it is ready."""
    pool.open()
    await eventually(lambda: pool.workers[0].is_up, "the worker comes up")
    pid = pool.workers[0].pid
    assert pid is not None
    return pid


@pytest.mark.usefixtures("workers")
async def test_a_table_of_bots_plays_while_it_is_watched() -> None:
    async with running_server(MemoryStore()) as url:
        code = await open_table(url, {"bot": "random"}, {"bot": "random"})
        assert (await fetch(url, f"/api/tables/{code}")).json()["status"] == "lobby"
        async with Player(url, code) as watcher:
            await watcher.until(lambda told: told["type"] == "state" and told["table"]["status"] == "over")
            assert watcher.views[0]["seat"] is None
            await watcher.expect("again", "only_seated")


async def test_a_bot_that_is_not_compiled_is_waited_for_and_says_how_long(monkeypatch: pytest.MonkeyPatch) -> None:
    """The message is repeated after a large change of the estimate, and ends once the bot has played."""
    left = iter([40.0, 39.9, 12.0])
    wanted = WarmUp("qwixx", "expert", 2)
    told, is_ready = list[float](), False

    async def ask(_pool: WorkerPool, request: WorkerRequest, *_others: object) -> WorkerAnswer:
        return {"move": read_position(str(request["position"])).choices(1)[0]} if is_ready else {"missing": wanted}

    def tell(_pool: WorkerPool, waited_for: WarmUp) -> float:
        nonlocal is_ready
        assert waited_for == wanted
        told.append(next(left))
        is_ready = len(told) == 3
        return told[-1]

    monkeypatch.setattr(bot_pool, "needs_warm_up", lambda name: name == "expert")
    monkeypatch.setattr(bot_pool, "WAIT_SECONDS", 0.01)
    monkeypatch.setattr(WorkerPool, "prepare", lambda *_, **__: None)
    monkeypatch.setattr(WorkerPool, "ask", ask)
    monkeypatch.setattr(WorkerPool, "is_ready", lambda *_: is_ready)
    monkeypatch.setattr(WorkerPool, "seconds_left", tell)
    monkeypatch.setattr(StoreClock, "__call__", lambda _: Moment(NOW, NOW))
    token = secrets.token_urlsafe(32)
    async with running_server(MemoryStore()) as url:
        seats = [{"name": "Ann", "token": token}, {"bot": "expert"}]
        code = await open_table(url, *seats, auto_throw=True, first=0)
        async with Player(url, code, token) as ann:
            await ann.do("start")
            await ann.play_on(random.Random(1), until=lambda ann: ann.state["view"]["phase"] == "color")
            shown = [each["table"]["seats"][1]["ready_ms"] for each in ann.heard if each["type"] == "table"]
            assert ann.state["table"]["seats"][1]["ready_ms"] == 0
    assert [ms for ms in shown if ms] == [40_000, 12_000]


async def test_how_long_a_bot_is_waited_for_is_learned_from_others_of_its_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PAPERDICE_CACHE", str(tmp_path))
    pool = WorkerPool(PROGRAM, 1)
    assert pool.seconds_left(WarmUp("qwixx", "steady", 2)) == processes.USUAL_SECONDS
    pool.note_ready(WarmUp("sixto", "steady", 2), 90.0)
    pool.note_ready(WarmUp("qwantum", "steady", 2), 20.0)
    assert pool.seconds_left(WarmUp("qwixx", "steady", 2)) == 90.0
    assert pool.seconds_left(WarmUp("qwixx", "expert", 2)) == processes.USUAL_SECONDS


@pytest.mark.parametrize("bot", ["random", "casual"])
async def test_the_first_opponents_need_no_process(bot: str) -> None:
    pool, table = BotPool(5, 1, warms_ahead=False), table_with(bot)
    assert await pool.find_move(table, 1, HERE) in table.match.choices(1)
    assert not pool.workers


async def test_a_bot_that_cannot_be_compiled_fails(pool: BotPool) -> None:
    table = table_with("steady")
    table.seats[1].bot = "nobody"
    with pytest.raises(BotError, match="the bot nobody fails: nobody of qwixx cannot be compiled: KeyError"):
        await pool.find_move(table, 1, HERE)


async def test_a_bot_whose_compiling_processes_die_is_compiled_for_a_later_move(
    pool: BotPool, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, wanted = table_with("casual"), WarmUp("qwixx", "casual", 2)
    wanted.mark(cache_root()).unlink()
    n_deaths = 0

    async def die_at_first(_warmers: Warmers, _child: Child, wanted: WarmUp) -> str:
        nonlocal n_deaths
        if n_deaths < readiness.MAX_TRIES:
            n_deaths += 1
            raise ConnectionResetError("its process has died")
        wanted.mark(cache_root()).touch()
        return ""

    monkeypatch.setattr(Warmers, "_ask", die_at_first)
    monkeypatch.setattr(readiness, "REFUSED_SECONDS", 0.0)
    with pytest.raises(BotError, match="casual of qwixx cannot be compiled: its process has died"):
        await pool.find_move(table, 1, HERE)
    assert n_deaths == readiness.MAX_TRIES
    assert await pool.find_move(table, 1, HERE) in table.match.choices(1)


async def test_a_killed_worker_costs_no_move(pool: BotPool) -> None:
    os.kill(await pid_of(pool), signal.SIGKILL)
    table = table_with("casual")
    assert await pool.find_move(table, 1, HERE) in table.match.choices(1)


async def test_a_worker_that_hangs_is_not_waited_for_long(
    pool: BotPool, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    hung, table = await pid_of(pool), table_with("casual")
    await pool.find_move(table, 1, HERE)
    os.kill(hung, signal.SIGSTOP)
    with monkeypatch.context() as patch:
        patch.setattr(bot_pool, "GRACE_SECONDS", 0.5)
        assert await pool.find_move(table, 1, HERE) in table.match.choices(1)
    assert caplog.messages[0] == "a worker is lost: it does not answer"
    assert await pid_of(pool) != hung


def test_a_worker_that_hangs_costs_less_than_two_seconds() -> None:
    assert Settings().bot_budget_ms / 1000 + GRACE_SECONDS < 2.0


async def test_a_worker_that_hangs_before_it_has_read_everything_is_ended(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The entries from which a review is joined exceed the size of the pipe's buffer."""
    monkeypatch.setattr(processes, "LOAD_SECONDS", 0.0)
    worker = Worker(PROGRAM, tmp_path)
    await worker.start()
    assert worker.pid is not None
    os.kill(worker.pid, signal.SIGSTOP)
    async with asyncio.timeout(patience()):
        with pytest.raises(WorkerLostError, match="it does not answer"):
            await worker.ask({"entries": ["x"] * 1_000_000}, 0.2)
    assert worker.pid is None


@pytest.mark.slow
@pytest.mark.usefixtures("workers")
@pytest.mark.parametrize("spare", [0, 100_000_000])
async def test_a_worker_without_memory_is_replaced_and_costs_no_move(spare: int) -> None:
    """The worker runs out of memory before or while it loads a bot."""
    warm_up(WarmUp("sixto", "steady", 2))
    pool = BotPool(5, 1, warms_ahead=False)
    try:
        pid = await pid_of(pool)
        most = int(Path(f"/proc/{pid}/statm").read_text().split()[0]) * resource.getpagesize() + spare
        resource.prlimit(pid, resource.RLIMIT_AS, (most, most))
        table = table_with("steady", "sixto")
        async with asyncio.timeout(patience()):
            assert await pool.find_move(table, 1, HERE) in table.match.choices(1)
        assert await pid_of(pool) != pid
    finally:
        await pool.close()


async def test_a_fault_that_lasts_replaces_a_worker_once(pool: BotPool, monkeypatch: pytest.MonkeyPatch) -> None:
    """A new process does not help; once the bot has answered, the next failure replaces a worker again."""
    table = table_with("casual")
    pids = [await pid_of(pool)]
    for _ in range(2):
        with monkeypatch.context() as patch:
            patch.setattr(bot_pool, "format_position", lambda _: "nonsense")
            for number in range(2):
                with pytest.raises(BotError, match="the bot casual fails: RecordError"):
                    await pool.find_move(table, 1, HERE)
                pids += [await pid_of(pool)] if number == 0 else []
                assert pool.workers[0].pid == pids[-1]
        assert await pool.find_move(table, 1, HERE) in table.match.choices(1)
    assert len(set(pids)) == 3


async def test_workers_run_below_the_server_and_above_warm_up(pool: BotPool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(processes, "NICENESS", NICENESS)
    pool.open()
    await eventually(lambda: pool.workers[0].pid is not None, "the worker is started")
    own = os.getpriority(os.PRIO_PROCESS, 0)
    assert os.getpriority(os.PRIO_PROCESS, pool.workers[0].pid or 0) == min(19, own + 16)


def decide_alone(cache: Path) -> str:
    """Return the output of a process whose bots decide on one core with a read-only cache folder."""
    folders = [cache, *(each for each in cache.rglob("*") if each.is_dir())]
    for folder in folders:
        folder.chmod(0o555)
    there = sorted(cache.rglob("*"))
    settings = {**os.environ, "PAPERDICE_CACHE": str(cache)}
    command = [sys.executable, "-m", "tests.server.lone_bots"]
    told = subprocess.run(command, env=settings, stdout=subprocess.PIPE, text=True, check=True).stdout
    assert sorted(cache.rglob("*")) == there
    for folder in folders:
        folder.chmod(0o755)
    return told


@pytest.mark.slow
def test_bots_are_compiled_on_one_core_with_a_cache_folder_that_can_only_be_read(tmp_path: Path) -> None:
    assert decide_alone(tmp_path) == "writable False, cores 1, waited True\n"


@pytest.mark.slow
def test_compiled_bots_play_from_a_cache_folder_that_can_only_be_read(tmp_path: Path) -> None:
    warm_up(WarmUp("sixto", "steady", 2))
    cache = tmp_path / "cache"
    shutil.copytree(cache_root(), cache, copy_function=os.symlink)
    assert decide_alone(cache) == "writable False, cores 1, waited False\n"


async def test_clients_take_turns_and_so_do_their_tables() -> None:
    queue: FairQueue[str] = FairQueue()
    for number in range(3):
        for table in ("big-1", "big-2"):
            queue.put(f"{table}.{number}", {"greedy"}, table)
    queue.put("small", {"modest"}, "small")
    assert [await queue.get() for _ in range(len(queue))] == [
        *("big-1.0", "small", "big-2.0", "big-1.1", "big-2.1", "big-1.2", "big-2.2"),
    ]


async def test_a_guest_does_not_make_a_table_wait_behind_his_own() -> None:
    queue: FairQueue[str] = FairQueue()
    for number in range(3):
        queue.put(f"greedy.{number}", {"greedy"}, "big")
    queue.put("visited", {"greedy", "modest"}, "small")
    assert [await queue.get() for _ in range(2)] == ["greedy.0", "visited"]


async def test_one_client_has_only_so_many_bots_play_for_him() -> None:
    settings = replace(FAST, limits=replace(LIMITS, bots_per_client=3))
    token = secrets.token_urlsafe(32)
    async with running_server(MemoryStore(), settings) as url:
        first = await open_table(url, {"name": "Ann", "token": token}, {"bot": "random"}, {"bot": "random"})
        second = await open_table(url, {"name": "Ann", "token": token}, {"bot": "random"}, {})
        third = await open_table(url, {"bot": "random"}, {"bot": "random"})
        async with Player(url, first, token), Player(url, second, token) as ann:
            await ann.expect("seat_bot", "too_many_bots", seat=2, bot="random")
            watcher = Player(url, third)
            with pytest.raises(ConnectionClosed):
                await watcher.connect()
            assert watcher.heard[-2]["why"]["id"] == "too_many_bots"
        async with Player(url, third) as watcher:
            assert watcher.state["table"]["code"] == third
