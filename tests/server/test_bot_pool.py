"""Bots at tables run in worker processes, which the server can lose."""

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

from paperdice.bots.rehearsal import warm_up, warm_up_of
from paperdice.fast.cache import cache_root
from paperdice.flow import events
from paperdice.flow.attendance import Moment
from paperdice.flow.record import record_of
from paperdice.flow.table import Table
from paperdice.flow.wishes import NewSeat
from paperdice.server import bots as bot_pool
from paperdice.server.bots import BotPool
from paperdice.server.live.lobby import StoreClock
from paperdice.server.settings import Settings
from paperdice.store.memory import MemoryStore
from paperdice.study.worker import PROGRAM
from paperdice.workers import pool as processes
from paperdice.workers.pool import FairQueue, Worker, WorkerLostError
from paperdice.workers.readiness import WarmUp
from tests.patience import PAUSE, eventually, patience
from tests.server.clients import Player, fetch, http_client, open_table
from tests.server.servers import FAST, LIMITS, running_server
from tests.server.tables import NOW, Driver, person, started

HERE = ("here",)
# The production values; the tests set others.
GRACE_SECONDS = bot_pool.GRACE_SECONDS
NICENESS = processes.NICENESS


@pytest.fixture
async def pool(workers: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[BotPool]:
    """Workers with an empty cache and without warm-up: what is not compiled stays so."""
    monkeypatch.setenv("PAPERDICE_CACHE", str(tmp_path / "cache"))
    made = BotPool(5, 1, warms_ahead=False)
    monkeypatch.setattr(made, "prepare", lambda _names, _position: None)
    yield made
    await made.close()


def table_with(bot: str) -> Table:
    """Return a table of Qwixx whose bot in seat 1 has to decide."""
    driver = started(person(0), NewSeat(bot=bot))
    driver.throw()
    return driver.table


async def pid_of(pool: BotPool) -> int:
    """Return the process id of the only worker once it has answered."""
    pool.open()
    async with asyncio.timeout(patience()):
        while not pool.workers[0].is_up:
            await asyncio.sleep(PAUSE)
            await pool.find_move(table_with("casual"), 1, HERE)
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
            await watcher.expect("rematch", "only_seated")


async def test_a_bot_that_is_not_compiled_yet_plays_simply_and_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """From the first move on a new machine to the record."""
    monkeypatch.setenv("PAPERDICE_CACHE", str(tmp_path))
    monkeypatch.setattr(WarmUp, "is_done", lambda wanted, _root: wanted.bot in ("random", "casual"))
    token, store = secrets.token_urlsafe(32), MemoryStore()
    async with running_server(store) as url:
        code = await open_table(url, {"name": "Ann", "token": token}, {"bot": "expert"}, game="sixto", auto_throw=True)
        async with Player(url, code, token) as ann:
            await ann.do("start")
            await ann.play_on(random.Random(1))
            assert ann.state["table"]["seats"][1]["warming"] is True
            record = (await fetch(url, f"/api/matches/{ann.state['match']}/record")).text
    assert "{warming up: 1}" in record
    assert ann.status == "over"


async def test_a_challenge_tells_how_long_it_waits_for_its_bot(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is repeated after a large change, and ends once the bot has played."""
    left = iter([40.0, 39.9, 12.0])
    monkeypatch.setenv("PAPERDICE_CACHE", str(tmp_path))
    monkeypatch.setattr(WarmUp, "is_done", lambda wanted, _root: wanted.bot in ("random", "casual"))
    monkeypatch.setattr(BotPool, "left_seconds", lambda *_: next(left, None))
    monkeypatch.setattr(bot_pool, "WAIT_SECONDS", 0.01)
    monkeypatch.setattr(StoreClock, "__call__", lambda _: Moment(NOW, NOW))
    token = secrets.token_urlsafe(32)
    async with running_server(MemoryStore()) as url:
        async with http_client(url) as client:
            wish = {"game": "qwixx", "bots": ["expert"]}
            challenge = (await client.post("/api/challenges", json=wish)).json()["challenge"]
        seats = [{"name": "Ann", "token": token}, {"bot": "expert"}]
        code = await open_table(url, *seats, challenge=challenge, auto_throw=True)
        async with Player(url, code, token) as ann:
            await ann.do("start")
            await ann.play_on(random.Random(1), until=lambda ann: ann.state["view"]["phase"] == "color")
            told = [each["table"]["seats"][1]["ready_ms"] for each in ann.heard if each["type"] == "table"]
            assert ann.state["table"]["seats"][1]["ready_ms"] == 0
    assert told == [40_000, 12_000]


async def test_how_long_a_bot_is_waited_for_is_learned_from_others_of_its_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PAPERDICE_CACHE", str(tmp_path))
    position = table_with("steady").match.snapshot()
    pool = BotPool(5, 1, warms_ahead=False)
    pool.open()
    assert pool.left_seconds(position, "steady") == bot_pool.USUAL_SECONDS
    pool.note_ready(WarmUp("sixto", "steady", 2), 90.0)
    pool.note_ready(WarmUp("qwantum", "steady", 2), 20.0)
    assert pool.left_seconds(position, "steady") == 90.0
    assert pool.left_seconds(position, "expert") == bot_pool.USUAL_SECONDS
    await pool.close()


def seal_all(driver: Driver, by: events.By) -> None:
    """Play the quiet moves of both seats until dice are wanted."""
    driver.throw()
    while (match := driver.table.match).acting:
        seat = match.acting[0]
        driver.apply([events.Sealed(at=NOW, seat=seat, move=match.choices(seat)[0], by=by if seat else "seat")])


def test_a_seat_is_warming_up_until_its_bot_has_played_by_itself() -> None:
    driver = started(person(0), NewSeat(bot="steady"))
    seal_all(driver, "simple")
    assert driver.table.warming == {1}
    seal_all(driver, "bot")
    assert driver.table.warming == set()
    first, second = [line for line in record_of(driver.table).splitlines() if line[:2] in ("1.", "2.")]
    assert first.endswith("| -, - @0 {warming up: 1} | - @0")
    assert "warming" not in second


async def test_every_level_answers_from_an_empty_cache(pool: BotPool) -> None:
    await pid_of(pool)
    for bot, is_simple in (("random", False), ("casual", False), ("steady", True), ("expert", True)):
        table = table_with(bot)
        choice = await pool.find_move(table, 1, HERE)
        assert choice.move in table.match.choices(1)
        assert choice.is_simple == is_simple


async def test_a_killed_worker_costs_no_move(pool: BotPool) -> None:
    os.kill(await pid_of(pool), signal.SIGKILL)
    table = table_with("casual")
    assert (await pool.find_move(table, 1, HERE)).move in table.match.choices(1)
    await pid_of(pool)


async def test_a_worker_that_hangs_is_not_waited_for_long(
    pool: BotPool, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    hung = await pid_of(pool)
    os.kill(hung, signal.SIGSTOP)
    table = table_with("casual")
    with monkeypatch.context() as patch:
        patch.setattr(bot_pool, "GRACE_SECONDS", 0.05)
        choice = await pool.find_move(table, 1, HERE)
    assert choice.move in table.match.choices(1)
    assert caplog.messages == ["a bot worker is lost: it does not answer"]
    assert await pid_of(pool) != hung


def test_a_worker_that_hangs_costs_less_than_two_seconds() -> None:
    assert Settings().bot_budget_ms / 1000 + GRACE_SECONDS < 2.0


async def test_a_worker_that_hangs_before_it_has_read_everything_is_ended(tmp_path: Path) -> None:
    """The entries from which a review is joined exceed the buffer of a pipe."""
    worker = Worker(PROGRAM, tmp_path)
    assert await worker.start()
    assert worker.pid is not None
    os.kill(worker.pid, signal.SIGSTOP)
    async with asyncio.timeout(patience()):
        with pytest.raises(WorkerLostError, match="it does not answer"):
            await worker.ask({"entries": ["x"] * 1_000_000}, 0.2)
    assert worker.pid is None


async def test_without_a_worker_bots_that_are_not_compiled_play_as_ever(
    pool: BotPool, monkeypatch: pytest.MonkeyPatch
) -> None:
    tables = [table_with(bot) for bot in ("random", "casual", "steady")]
    pid = await pid_of(pool)
    usual = [await pool.find_move(table, 1, HERE) for table in tables]
    monkeypatch.setattr(bot_pool, "PATIENCE_SECONDS", 0.0)
    os.kill(pid, signal.SIGKILL)
    assert [await pool.find_move(table, 1, HERE) for table in tables] == usual
    assert not pool.workers[0].is_up
    assert [choice.is_simple for choice in usual] == [False, False, True]


async def test_decisions_do_not_wait_for_a_worker_that_is_slow_to_start(pool: BotPool) -> None:
    first = await pid_of(pool)
    os.kill(first, signal.SIGKILL)
    table = table_with("casual")
    await pool.find_move(table, 1, HERE)
    async with asyncio.timeout(patience()):
        while (second := pool.workers[0].pid) in (first, None):
            await asyncio.sleep(0)
    assert second is not None
    os.kill(second, signal.SIGSTOP)
    async with asyncio.timeout(patience()):
        choice = await pool.find_move(table, 1, HERE)
    assert not pool.workers[0].is_up
    assert choice.move in table.match.choices(1)
    os.kill(second, signal.SIGCONT)
    assert await pid_of(pool) == second


@pytest.mark.parametrize("spare", [0, 100_000_000])
async def test_a_worker_without_memory_is_replaced_and_costs_no_move(pool: BotPool, spare: int) -> None:
    """It runs out of memory before or while it loads a bot that counts as compiled."""
    pid = await pid_of(pool)
    most = int(Path(f"/proc/{pid}/statm").read_text().split()[0]) * resource.getpagesize() + spare
    resource.prlimit(pid, resource.RLIMIT_AS, (most, most))
    table = table_with("steady")
    mark = warm_up_of(table.match.raw, "steady").mark(cache_root())
    mark.parent.mkdir(parents=True)
    mark.touch()
    async with asyncio.timeout(patience()):
        while pool.workers[0].pid == pid:
            choice = await pool.find_move(table, 1, HERE)
            assert choice.move in table.match.choices(1)
            assert choice.is_simple
    assert await pid_of(pool) != pid


@pytest.mark.parametrize(("bot", "n_workers"), [("casual", 3), ("steady", 2)])
async def test_a_fault_that_lasts_replaces_a_worker_once(
    pool: BotPool, monkeypatch: pytest.MonkeyPatch, bot: str, n_workers: int
) -> None:
    """A new process does not help; once the bot has answered, the next failure replaces a worker again."""
    table = table_with(bot)
    pids = [await pid_of(pool)]
    for _ in range(2):
        with monkeypatch.context() as patch:
            patch.setattr(bot_pool, "format_position", lambda _: "nonsense")
            assert (await pool.find_move(table, 1, HERE)).move in table.match.choices(1)
            pids.append(await pid_of(pool))
            for _ in range(3):
                assert (await pool.find_move(table, 1, HERE)).move in table.match.choices(1)
                assert pool.workers[0].pid == pids[-1]
        assert (await pool.find_move(table, 1, HERE)).move in table.match.choices(1)
    assert len(set(pids)) == n_workers


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


def test_bots_play_on_one_core_with_a_cache_folder_that_can_only_be_read(tmp_path: Path) -> None:
    assert decide_alone(tmp_path).startswith("writable False, cores 1, simple ")


@pytest.mark.slow
def test_compiled_bots_play_from_a_cache_folder_that_can_only_be_read(tmp_path: Path) -> None:
    warm_up(WarmUp("qwixx", "steady", 2))
    cache = tmp_path / "cache"
    shutil.copytree(cache_root(), cache, copy_function=os.symlink)
    assert decide_alone(cache).startswith("writable False, cores 1, full ")


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
