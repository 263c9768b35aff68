"""Measurements of the worker processes of bots: their memory, and their effect on the latency of players."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

from _crowd import HOST, Crowd, fetch
from _wire import Wire, open_wire

import paperdice
from paperdice.bots import PLAYERS
from paperdice.bots.rehearsal import needs_warm_up, warm_up_of
from paperdice.fast.cache import cache_root
from paperdice.study.worker import PROGRAM
from paperdice.workers.pool import Worker
from paperdice.workers.readiness import Warmers

BUDGET_MS = 100
LOAD_SECONDS = 120.0
BOT_SEATS = 4


def everything() -> list[paperdice.Match]:
    """Return matches of two seats after the first throw: one per game, and in Qwixx one per kind of sheet."""
    kinds: dict[str, str] = {}
    for sheet in paperdice.find_game("qwixx").sheets:
        kinds.setdefault(sheet.partition("-")[0], sheet)
    deals = [(game, None) for game in paperdice.GAMES if game.name != "qwixx"]
    matches = [paperdice.Match(game, 2, sheet) for game, sheet in deals]
    matches += [paperdice.Match(paperdice.find_game("qwixx"), 2, sheet) for sheet in kinds.values()]
    for match in matches:
        match.throw(paperdice.SeededDice(1))
    return matches


async def play_everything() -> dict[str, object]:
    """Return the memory of one worker after a decision of every bot in all matches, compiling kernels first if
    needed.
    """
    matches, warmers = everything(), Warmers(cache_root(), PROGRAM)
    for wanted in {warm_up_of(match.raw, name) for match in matches for name in PLAYERS if needs_warm_up(name)}:
        warmers.ask(wanted)
    await warmers.finish()
    worker = Worker(PROGRAM, cache_root())
    await worker.start()
    empty, failed = worker.own_bytes(), []
    for match in matches:
        for name in filter(needs_warm_up, PLAYERS):
            request = {"bot": name, "position": match.position(), "seat": match.acting[0], "seed": 1}
            answer = await worker.ask({**request, "budget_ms": BUDGET_MS}, LOAD_SECONDS)
            if "move" not in answer:
                failed.append(f"{match.game.name} {match.sheets[0].name} {name}")
    own = worker.own_bytes()
    worker.stop()
    played = [f"{match.game.name} {match.sheets[0].name}" for match in matches]
    return {
        "empty_mb": empty >> 20,
        "own_mb": own >> 20,
        "bots": len(PLAYERS),
        "played": played,
        "failed": failed,
    }


class BotTables:
    """Tables with only bots, each watched by one connection, so that they keep playing."""

    def __init__(self, port: int, bot: str) -> None:
        self._port, self._bot = port, bot
        self._wires: list[Wire] = []
        self._n_steps = 0
        # When each unfinished table last made progress, and the longest interval without progress.
        self._went_on: dict[int, float] = {}
        self._longest_rest = 0.0

    async def open(self, n_tables: int) -> None:
        """Open the tables and watch them."""
        seats = [{"bot": self._bot} for _ in range(BOT_SEATS)]
        wish = {"game": "qwixx", "seats": seats, "pace": "fast"}
        for number in range(len(self._wires), len(self._wires) + n_tables):
            made = json.loads(await asyncio.to_thread(fetch, self._port, "/api/tables", wish))
            path = f"/api/tables/{made['code']}/socket"
            wire = await open_wire(HOST, self._port, path, partial(self._hear, number), lambda: None)
            wire.send(json.dumps({"type": "hello", "tokens": [], "match": None, "sequence": 0}).encode())
            self._wires.append(wire)

    def _hear(self, table: int, body: bytes) -> None:
        """Count a step."""
        if body.startswith(b'{"type":"stepped"'):
            self._n_steps += 1
            now = time.perf_counter()
            self._longest_rest = max(self._longest_rest, now - self._went_on.get(table, now))
            self._went_on[table] = now
            if b'"over":true' in body:
                del self._went_on[table]

    @property
    def n_going_on(self) -> int:
        """The number of tables that have started and are not over."""
        return len(self._went_on)

    def take_counts(self) -> tuple[int, float]:
        """Return the number of steps since the last call, and the longest interval without progress at a table."""
        now = time.perf_counter()
        found = self._n_steps, max([self._longest_rest, *(now - at for at in self._went_on.values())])
        self._n_steps, self._longest_rest = 0, 0.0
        return found

    def hang_up(self) -> None:
        """Close all connections."""
        for wire in self._wires:
            wire.close()


def workers_of(pid: int) -> list[int]:
    """Return the process ids of a server's workers."""
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    return [int(child) for child in children if b"study.worker" in Path(f"/proc/{child}/cmdline").read_bytes()]


async def lose_now_and_then(pid: int, seconds: float) -> int:
    """Kill or suspend a worker each second, alternately, and return how many workers were affected."""
    lost: set[int] = set()
    for number in range(int(seconds)):
        await asyncio.sleep(1)
        for worker in [each for each in workers_of(pid) if each not in lost][:1]:
            os.kill(worker, signal.SIGSTOP if number % 2 else signal.SIGKILL)
            lost.add(worker)
    return len(lost)


async def beside_bots(
    crowd: Crowd, bots: BotTables, n_tables: int, pid: int, seconds: float, note: Callable[[str], None]
) -> int:
    """Measure the players without bots, next to tables of bots, and while workers are lost; call `note` after each.

    New tables are opened for each measurement, since matches between bots end soon.
    """
    await crowd.play(seconds=seconds)
    note("people_alone")
    await bots.open(n_tables)
    await crowd.play(seconds=seconds)
    note("beside_bots")
    await bots.open(n_tables)
    losing = asyncio.create_task(lose_now_and_then(pid, seconds))
    await crowd.play(seconds=seconds)
    note("workers_lost")
    return await losing
