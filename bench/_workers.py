"""The processes in which bots think, as a bench sees them: how large one grows, and what people notice of all."""

from __future__ import annotations

import asyncio
import json
import os
import signal
from collections.abc import Callable, Mapping
from pathlib import Path

from _crowd import HOST, Crowd, fetch
from _wire import Wire, open_wire

import paperdice
from paperdice.bots import PLAYERS
from paperdice.fast.cache import cache_root
from paperdice.server.workers.process import Worker

BUDGET_MS = 100
LOAD_SECONDS = 120.0
BOT_SEATS = 4


async def play_everything() -> dict[str, object]:
    """What one worker holds after a decision of every bot in every game with two seats; the cache must be warm."""
    worker = Worker(cache_root())
    await worker.start()
    empty, simple = worker.own_bytes(), []
    for game in paperdice.GAMES:
        match = paperdice.Match(game, 2)
        match.throw(paperdice.SeededDice(1))
        for name in PLAYERS:
            request = {"bot": name, "position": match.position(), "seat": match.acting[0], "seed": 1}
            if not await _is_full(worker, {**request, "budget_ms": BUDGET_MS, "is_warm": True}):
                simple.append(f"{game.name} {name}")
    own = worker.own_bytes()
    worker.stop()
    return {"empty_mb": empty >> 20, "own_mb": own >> 20, "bots": len(PLAYERS), "never_loaded": simple}


async def _is_full(worker: Worker, request: Mapping[str, object]) -> bool:
    """Asks until the bot itself has answered, not the simple one in its name."""
    end = asyncio.get_running_loop().time() + LOAD_SECONDS
    while (await worker.ask(request, LOAD_SECONDS)).get("is_simple", True):
        if asyncio.get_running_loop().time() > end:
            return False
        await asyncio.sleep(0.05)
    return True


class BotTables:
    """Tables of bots alone, each watched by one socket, so that they play on."""

    def __init__(self, port: int, bot: str) -> None:
        self._port, self._bot = port, bot
        self._wires: list[Wire] = []
        self.n_steps = 0

    async def open(self, n_tables: int) -> None:
        """Opens the tables and watches them."""
        seats = [{"bot": self._bot} for _ in range(BOT_SEATS)]
        wish = {"game": "qwixx", "seats": seats, "pace": "fast"}
        for _ in range(n_tables):
            made = json.loads(await asyncio.to_thread(fetch, self._port, "/api/tables", wish))
            path = f"/api/tables/{made['code']}/socket"
            wire = await open_wire(HOST, self._port, path, self._hear, lambda: None)
            wire.send(json.dumps({"type": "hello", "tokens": [], "match": None, "sequence": 0}).encode())
            self._wires.append(wire)

    def _hear(self, body: bytes) -> None:
        self.n_steps += body.startswith(b'{"type":"stepped"')

    def hang_up(self) -> None:
        """Lets the tables be."""
        for wire in self._wires:
            wire.close()


def workers_of(pid: int) -> list[int]:
    """The workers of a server."""
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    return [int(child) for child in children if b"study.worker" in Path(f"/proc/{child}/cmdline").read_bytes()]


async def kill_now_and_then(pid: int, seconds: float) -> int:
    """Kills one worker after the other, twice a second, and gives how many."""
    n_killed = 0
    for _ in range(int(2 * seconds)):
        await asyncio.sleep(0.5)
        for worker in workers_of(pid)[:1]:
            os.kill(worker, signal.SIGKILL)
            n_killed += 1
    return n_killed


async def beside_bots(
    crowd: Crowd, bots: BotTables, n_tables: int, pid: int, seconds: float, note: Callable[[str], None]
) -> int:
    """Lets people play alone, beside tables of bots, and while workers are killed; `note` is told after each."""
    await crowd.play(seconds=seconds)
    note("people_alone")
    await bots.open(n_tables)
    await crowd.play(seconds=seconds)
    note("beside_bots")
    killing = asyncio.create_task(kill_now_and_then(pid, seconds))
    await crowd.play(seconds=seconds)
    note("workers_killed")
    return await killing
