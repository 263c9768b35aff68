"""Measure the CPU time of the event loop for each request and each command.

Requests are sent one after the other from the server's own machine, which is exempt from the limits. Only the CPU time
of its main thread counts, without the database threads. Requests and commands that cost more than a move are charged by
their weights, in `server/http/routes.py` and `flow/weights.py`.

python bench/weights.py            all of them, about half a minute
python bench/weights.py tables     those whose names contain this text
"""

from __future__ import annotations

import asyncio
import json
import random
import secrets
import signal
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import NamedTuple

from _attackers import HOST, Streams, Target, get, open_socket, post, read_answer, say
from _crowd import fetch
from _long import SEATS, keep_typed_match
from attack import keep_huge_match
from server import Process, free_port, pin_to_last_core

import paperdice
from paperdice.dice import SeededDice

TIMES = 30
TYPED_GAMES = ("qwixx", "longo", "sixto")
OPEN_SEATS: list[object] = [{}] * SEATS
ROWS = "/".join(",".join(f"{color}{n}" for n in range(2, 13)[:: 1 if color in "ry" else -1]) for color in "rygb")
OWN_SHEETS = [f"mine={ROWS}"] * SEATS
OWN_POSITION = "qwixx 7 white 0 w4 w1 r2 y6 g3 b6 | " + " | ".join(f"mine{n}={ROWS} 11/1/-/- 1" for n in range(SEATS))
ANSWERS = tuple(f'"type":"{name}"'.encode() for name in ("done", "refused", "entry_list", "pong"))

Fields = dict[str, object]


class Table(NamedTuple):
    """A table and the token of a device at it."""

    code: str
    token: str


def main_thread_ms(pid: int) -> float:
    """Return the CPU time of the thread that runs the event loop."""
    return int(Path(f"/proc/{pid}/task/{pid}/schedstat").read_text().split()[0]) / 1e6


async def ask(port: int, request: bytes, times: int) -> None:
    """Send a request repeatedly over one connection."""
    reader, writer = await asyncio.open_connection(HOST, port, limit=1 << 26)
    for _ in range(times):
        writer.write(request)
        await read_answer(reader)
    writer.close()


@asynccontextmanager
async def at_table(port: int, table: Table) -> AsyncIterator[Streams]:
    """Yield a connection on which hello was sent and the state was received."""
    target = Target(port, time.monotonic() + 60, table.code, table.token, "", source=HOST)
    reader, writer = await open_socket(target)
    writer.write(say(type="hello", tokens=[table.token]))
    await read_until(reader, b'"type":"state"')
    yield reader, writer
    writer.close()


async def read_until(reader: asyncio.StreamReader, *words: bytes) -> None:
    """Read until one of the words has arrived."""
    found = b""
    while not any(word in found for word in words):
        piece = await reader.read(1 << 20)
        if not piece:
            raise ConnectionError(found[-300:].decode("latin1"))
        found = found[-64:] + piece


async def command(streams: Streams, make: Callable[[int], Fields], times: int) -> None:
    """Send commands one after the other, each after the response to the previous one."""
    reader, writer = streams
    for number in range(times):
        writer.write(say(**make(number)))
        await read_until(reader, *ANSWERS)


class Cases:
    """All measurements on one server."""

    def __init__(self, port: int, pid: int, words: list[str]) -> None:
        self.port, self._pid, self._words = port, pid, words

    def open_table(self, **wish: object) -> Table:
        """Open a table at which one device has two seats."""
        token = secrets.token_urlsafe(32)
        seats = [{"name": "Eve", "token": token}, {"name": "Eva", "token": token}]
        answer = fetch(self.port, "/api/tables", {"game": "qwixx", "seats": seats, **wish})
        return Table(json.loads(answer)["code"], token)

    async def request(self, name: str, request: bytes, times: int = TIMES) -> None:
        """Measure one request."""
        if self._is_wanted(name):
            await ask(self.port, request, 2)
            before = main_thread_ms(self._pid)
            await ask(self.port, request, times)
            self._show(name, before, times)

    async def commands(self, name: str, table: Table, make: Callable[[int], Fields]) -> None:
        """Measure one command."""
        if self._is_wanted(name):
            async with at_table(self.port, table) as streams:
                before = main_thread_ms(self._pid)
                await command(streams, make, TIMES)
                self._show(name, before, TIMES)

    def _is_wanted(self, name: str) -> bool:
        return not self._words or any(word in name for word in self._words)

    def _show(self, name: str, before: float, times: int) -> None:
        print(f"{(main_thread_ms(self._pid) - before) / times:8.2f} ms  {name}", flush=True)


async def measure_reading(cases: Cases, match: str) -> None:
    """Measure all GET requests."""
    code = cases.open_table().code
    challenge = json.loads(fetch(cases.port, "/api/challenges", {"game": "qwixx"}))["challenge"]
    paths = ("/", "/api/games", "/api/tables", f"/api/tables/{code}", "/api/push", "/api/exercise")
    for path in (*paths, "/health", "/metrics", "/schema/openapi.json", "/schema/protocol.json"):
        await cases.request(f"GET {path.replace(code, 'CODE')}", get(path))
    await cases.request("GET match (full log)", get(f"/api/matches/{match}"), 3)
    await cases.request("GET record (full log)", get(f"/api/matches/{match}/record"), 3)
    await cases.request("GET challenge", get(f"/api/challenges/{challenge}"))
    own = "&".join([f"match={match}"] * 50)
    await cases.request("GET challenge with 50 own matches", get(f"/api/challenges/{challenge}?{own}"))
    head = f"DELETE /api/matches/{match} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer {'x' * 40}\r\n\r\n"
    await cases.request("DELETE match (full log)", head.encode(), 3)


def bodies(match: str) -> Iterator[tuple[str, str, Fields]]:
    """Yield the name, path and body of all POST requests."""
    for game in TYPED_GAMES:
        yield f"tables: {game}", "tables", {"game": game, "seats": OPEN_SEATS}
    yield "tables: own sheets", "tables", {"game": "qwixx", "seats": OPEN_SEATS, "sheets": OWN_SHEETS}
    yield "tables: position", "tables", {"game": "qwixx", "seats": OPEN_SEATS, "position": OWN_POSITION}
    yield "tables: a text of 60 kB", "tables", {"game": "x" * 60_000}
    yield "tables: 10,000 lists", "tables", {"game": "qwixx", "seats": [[]] * 10_000}
    yield "challenges", "challenges", {"game": "qwixx", "bots": ["random"] * 4}
    yield "matches/list of 200", "matches/list", {"matches": [f"{match[:8]}{n:08}" for n in range(200)]}
    for game_name, position in positions():
        yield f"advise: {game_name}", "advise", {"position": position, "seat": 0}


def positions() -> Iterator[tuple[str, str]]:
    """Yield a position in the middle of a match of each game with all seats."""
    for game in paperdice.GAMES:
        match, rng, dice = paperdice.Match(game, game.seats[-1]), random.Random(1), SeededDice(1)
        while match.turn < 12:
            if match.dice_wanted:
                match.throw(dice)
            for seat in match.acting:
                match.play(seat, rng.choice(match.choices(seat)))
        match.throw(dice)
        yield game.name, match.position()


async def measure_sending(cases: Cases, match: str) -> None:
    """Measure all POST requests of a server."""
    for name, path, body in bodies(match):
        await cases.request(name, post(f"/api/{path}", body))


async def measure_commands(cases: Cases) -> None:
    """Measure all commands to a table with two seats."""

    async def measure(kind: str, make: Callable[[int], Fields], name: str = "", **wish: object) -> None:
        def made(number: int) -> Fields:
            return {"type": kind, "id": secrets.token_hex(4), **make(number)}

        await cases.commands(f"{kind} {name}", cases.open_table(**wish), made)

    await cases.commands("ping", cases.open_table(), lambda _: {"type": "ping"})
    await measure("rename", lambda i: {"seat": 0, "name": f"Eve {i}"})
    await measure("play", lambda _: {"seat": 0, "step": 999, "move": "-"}, "of a stale step")
    await measure("set_pace", lambda i: {"seat": 0, "pace": ("slow", "fast")[i % 2]})
    await measure("transfer", lambda _: {"seat": 0})
    seats = [0, 1, None, None, None]
    for game in TYPED_GAMES:
        arranged = {"game": game, "seats": seats}
        await measure("arrange", lambda _, wish=arranged: wish, game)  # type: ignore[misc]
    await measure("arrange", lambda _: {"game": "qwixx", "seats": seats, "sheets": OWN_SHEETS}, "own sheets")
    pad = cases.open_table(dice="unknown")
    async with at_table(cases.port, pad) as streams:
        await command(streams, lambda _: {"type": "start", "id": "start"}, 1)
    await cases.commands("a move (enter at a pad)", pad, enter)


def enter(number: int) -> Fields:
    """Return the next entry for two seats at a pad, from left to right."""
    row, cell = divmod(number // 2, 10)
    return {"type": "enter", "id": secrets.token_hex(4), "seat": number % 2, "text": f"{'ry'[row]}{cell + 2}"}


async def measure_histories(cases: Cases, typed: dict[str, Table]) -> None:
    """Measure commands that read the history of long matches with typed dice."""
    for game, table in typed.items():
        phase = {"sixto": "tick"}.get(game, "white")
        choices: Fields = {"type": "list_entries", "seat": 0, "turn": 11, "phase": phase}
        await cases.commands(f"list_entries {game}", table, lambda _: {"type": "list_entries"})
        await cases.commands(f"list_entries with choices {game}", table, lambda _, wish=choices: wish)  # type: ignore[misc]


async def measure(words: list[str]) -> None:
    """Run the measurements on a new server."""
    with tempfile.TemporaryDirectory(prefix="paperdice-bench-") as name:
        data, token = Path(name) / "data.sqlite", secrets.token_urlsafe(32)
        match = await keep_huge_match(data, token)
        typed = {game: Table(await keep_typed_match(data, game, token), token) for game in TYPED_GAMES}
        process = Process(free_port(), data)
        process.start()
        try:
            pin_to_last_core()
            cases = Cases(process.port, process.pid, words)
            await measure_commands(cases)
            await measure_histories(cases, typed)
            await measure_reading(cases, match)
            await measure_sending(cases, match)
        finally:
            process.stop(signal.SIGKILL)


if __name__ == "__main__":
    asyncio.run(measure(sys.argv[1:]))
