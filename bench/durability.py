"""Kill a server process with SIGKILL repeatedly while clients act, and check that no command was lost or duplicated.

Clients give every command an id, as the page does: commands that were not answered before a kill are sent again under
the same id. At the end all logs are read. Each acknowledged command must be there exactly once, no command twice, no
refused command at all; and every log must replay to a table. Of two requests for the same match only one is in the
log; the other is acknowledged because the match exists.

python bench/durability.py --kills 1000                        SQLite, always synchronous
python bench/durability.py --kills 1000 --store postgres
python bench/durability.py --kills 60 --store postgres --fsync     the database waits for the disk

A cycle takes well under a second, since the server is forked from a process that has imported all modules.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

from _wire import Wire, open_wire

from paperdice.errors import PaperdiceError
from paperdice.server.live.storage import load_table
from paperdice.store.postgres import PostgresStore
from paperdice.store.sqlite import SqliteStore
from paperdice.store.store import Store

sys.path.insert(0, str(Path(__file__).parents[1]))
from tests.postgres import running_postgres

HOST = "127.0.0.1"
SEATS = 2
NURSERY = """
import os, signal, socket, sys
from paperdice.server.run import Options, run, run_server
from paperdice.server.settings import Limits, Settings
from paperdice.store.postgres import PostgresStore
from paperdice.store.sqlite import SqliteStore

place = sys.argv[1]
many = 10**6
limits = Limits(commands_per_second=many, commands_at_once=many, frames_per_second=many, frames_at_once=many,
                burst_per_second=many, burst_at_once=many)
signal.signal(signal.SIGCHLD, signal.SIG_IGN)
for line in sys.stdin:
    child = os.fork()
    if child == 0:
        try:
            listening = socket.create_server(("127.0.0.1", int(line)), backlog=256)
            store = PostgresStore(place) if place.startswith("postgres") else SqliteStore(place)
            run(run_server(store, Settings(limits=limits), Options(listening)))
        except BaseException as error:
            print(repr(error), file=sys.stderr)
        os._exit(1)
    print(child, flush=True)
"""
Json = dict[str, Any]


# The server


class Nursery:
    """A process that has imported all modules of the server and forks a new server on request."""

    def __init__(self, place: str) -> None:
        with socket.create_server((HOST, 0)) as probe:
            self.port = int(probe.getsockname()[1])
        command = [sys.executable, "-c", NURSERY, place]
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self._child = 0

    def start(self) -> None:
        """Start a server and wait until it answers."""
        assert self._process.stdin is not None and self._process.stdout is not None
        self._process.stdin.write(f"{self.port}\n")
        self._process.stdin.flush()
        self._child = int(self._process.stdout.readline())
        deadline = time.monotonic() + 30
        while True:
            try:
                with urllib.request.urlopen(f"http://{HOST}:{self.port}/health", timeout=5):
                    return
            except (urllib.error.URLError, OSError):
                if time.monotonic() > deadline:
                    raise
                time.sleep(0.005)

    def kill(self) -> None:
        """Kill the server and wait until it has exited."""
        with suppress(ProcessLookupError):
            os.kill(self._child, signal.SIGKILL)
            while True:
                os.kill(self._child, 0)
                time.sleep(0.001)

    def close(self) -> None:
        """Terminate the process."""
        assert self._process.stdin is not None and self._process.stdout is not None
        self._process.stdin.close()
        self._process.stdout.close()
        self._process.wait(20)


# The clients


@dataclass
class Book:
    """The outcome of each command, by its id."""

    n_sent: int = 0
    done: set[str] = field(default_factory=set)
    refused: set[str] = field(default_factory=set)
    # The match after which each next match was requested.
    requests: dict[str, str] = field(default_factory=dict)


class Device:
    """One seat at one table that keeps acting: it throws, plays, undoes, changes its name and asks for more matches."""

    def __init__(self, code: str, seat: int, token: str, book: Book, rng: random.Random) -> None:
        self.code, self._seat, self._token, self._book, self._rng = code, seat, token, book, rng
        self._wire: Wire | None = None
        self._state: Json = {}
        self._pending: dict[str, Json] = {}
        self._acted: object = None
        self.is_heard = asyncio.Event()

    async def connect(self, port: int) -> None:
        """Reconnect, send the last known event, and resend unanswered commands."""
        self._wire = await open_wire(HOST, port, f"/api/tables/{self.code}/socket", self._hear, lambda: None)
        place = {"match": self._state["match"], "sequence": self._state["sequence"]} if self._state else {}
        self._send({"type": "hello", "tokens": [self._token], **place})
        self._acted = None
        self.is_heard = asyncio.Event()
        for command in self._pending.values():
            self._send(command)

    def hang_up(self) -> None:
        """Close the connection."""
        if self._wire is not None:
            self._wire.close()
            self._wire = None

    def _send(self, command: Json) -> None:
        if self._wire is not None:
            self._wire.send(json.dumps(command).encode())

    def _do(self, command: str, **fields: object) -> None:
        self._book.n_sent += 1
        command_id = f"{self.code}-{self._seat}-{self._book.n_sent}"
        if command == "again":
            self._book.requests[command_id] = self._state["match"]
        self._pending[command_id] = {"type": command, "id": command_id, **fields}
        self._send(self._pending[command_id])

    def _hear(self, body: bytes) -> None:
        told: Json = json.loads(body)
        if told["type"] in ("done", "refused") and told["id"] in self._pending:
            del self._pending[told["id"]]
            (self._book.done if told["type"] == "done" else self._book.refused).add(told["id"])
        if told["type"] in ("state", "stepped"):
            table = told.get("table") or self._state["table"]
            view = {**(self._state["view"] or {}), **told["view"]} if told["type"] == "stepped" else told["view"]
            self._state = {**told, "table": table, "view": view}
            self.is_heard.set()
            self._act()

    def _act(self) -> None:
        """React once to the state: do what is expected, and sometimes change the name."""
        state, seat = self._state, self._seat
        place = (state["match"], state["step"])
        if self._acted == place:
            return
        self._acted = place
        status = state["table"]["status"]
        if status == "lobby" and seat == 0:
            self._do("start")
        elif status == "over" and seat == 0:
            self._do("again")
        elif status == "playing":
            self._play({**state["view"], **state["own"][0]}, state["step"])
        if self._rng.random() < 0.2:
            self._do("rename", seat=seat, name=f"P{self._book.n_sent % 1000}")

    def _play(self, view: Json, step: int) -> None:
        place = {"seat": self._seat, "step": step}
        if view["choices"]:
            if self._rng.random() < 0.1:
                self._do("play", **place, move=view["choices"][0])
                self._do("take_back", **place)
            self._do("play", **place, move=self._rng.choice(view["choices"]))
        elif view["dice_wanted"] and view["active"] == self._seat:
            self._do("throw", **place)


def open_table(port: int, number: int) -> tuple[str, list[str]]:
    """Open a table for two, and return its code and the tokens of its seats."""
    tokens = [f"token-{number:04}-{seat}-{'x' * 24}" for seat in range(SEATS)]
    seats = [{"name": f"P{seat}", "token": token} for seat, token in enumerate(tokens)]
    body = json.dumps({"game": "qwixx", "seats": seats}).encode()
    address = f"http://{HOST}:{port}/api/tables"
    request = urllib.request.Request(address, body, {"Content-Type": "application/json"})
    with urllib.request.urlopen(request, timeout=30) as answer:
        return str(json.loads(answer.read())["code"]), tokens


# Measurement


async def come_back(devices: list[Device], port: int) -> None:
    """Reconnect all devices, and wait until half of them have received their table; the server may be killed before the
    others have.
    """
    await asyncio.gather(*(device.connect(port) for device in devices))
    await asyncio.gather(*(device.is_heard.wait() for device in devices[: len(devices) // 2]))


async def torment(nursery: Nursery, n_kills: int, n_tables: int, rng: random.Random) -> Book:
    """Let all devices act, and kill the server at random moments."""
    book = Book()
    nursery.start()
    devices = []
    for number in range(n_tables):
        code, tokens = open_table(nursery.port, number)
        devices += [Device(code, seat, token, book, rng) for seat, token in enumerate(tokens)]
    for kill in range(n_kills):
        await come_back(devices, nursery.port)
        await asyncio.sleep(rng.uniform(0, 0.3))
        nursery.kill()
        for device in devices:
            device.hang_up()
        await asyncio.to_thread(nursery.start)
        if (kill + 1) % 50 == 0:
            print(f"{kill + 1} kills, {len(book.done)} commands acknowledged", file=sys.stderr, flush=True)
    # Collect the remaining answers.
    await come_back(devices, nursery.port)
    await asyncio.sleep(1)
    nursery.kill()
    return book


class Logs(NamedTuple):
    """The number of times each command occurs in all logs, the matches with a next one, and the numbers of matches
    and of logs that do not replay.
    """

    commands: Counter[str]
    followed: set[str]
    n_matches: int
    n_broken: int


async def read_logs(store: Store) -> Logs:
    """Read all logs."""
    commands: Counter[str] = Counter()
    followed: set[str] = set()
    matches = []
    await store.open()
    async for name, row in store.dump():
        if name == "matches":
            matches.append(row[0])
        elif name == "events":
            event = json.loads(row[2])
            commands.update([event["command"]] if event.get("command") else [])
            followed.update([row[0]] if event["type"] == "next_opened" else [])
    n_broken = 0
    for match_id in matches:
        try:
            await load_table(store, match_id)
        except PaperdiceError as error:
            print(f"{match_id}: {error}", file=sys.stderr)
            n_broken += 1
    await store.close()
    return Logs(commands, followed, len(matches), n_broken)


@contextmanager
def a_place(store: str, fsync: bool) -> Iterator[str]:
    """Yield a location for matches: a file, or the address of a database."""
    with (
        tempfile.TemporaryDirectory(prefix="paperdice-durability-") as folder,
        running_postgres("on" if fsync else "off") if store == "postgres" else nullcontext() as server,
    ):
        yield server.url() if server is not None else str(Path(folder) / "matches.sqlite")


def main() -> int:
    """Print a table, and return 1 if something was lost or duplicated."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--kills", type=int, default=100)
    parser.add_argument("--store", choices=["sqlite", "postgres"], default="sqlite")
    parser.add_argument("--fsync", action="store_true", help="make PostgreSQL wait for the disk; SQLite always does")
    parser.add_argument("--tables", type=int, default=4)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    began = time.monotonic()
    with a_place(options.store, options.fsync) as place:
        nursery = Nursery(place)
        book = asyncio.run(torment(nursery, options.kills, options.tables, random.Random(options.seed)))
        nursery.close()
        store: Store = PostgresStore(place) if options.store == "postgres" else SqliteStore(place)
        kept, followed, n_matches, n_broken = asyncio.run(read_logs(store))
    made_before = {command for command, match in book.requests.items() if match in followed}
    faults = {
        "acknowledged commands lost": len(book.done - kept.keys() - made_before),
        "commands kept twice": sum(n > 1 for n in kept.values()),
        "commands refused but kept": len(book.refused & kept.keys()),
        "matches that tell no table": n_broken,
    }
    figures = {
        "store": f"{options.store}{', fsync on' if options.fsync or options.store == 'sqlite' else ', fsync off'}",
        "kills": options.kills,
        "seconds a kill": round((time.monotonic() - began) / options.kills, 2),
        "commands sent": book.n_sent,
        "commands acknowledged": len(book.done),
        "commands in the logs": sum(kept.values()),
        "matches": n_matches,
        **faults,
    }
    for name, figure in figures.items():
        print(f"| {name} | {figure} |")
    return int(any(faults.values()))


if __name__ == "__main__":
    sys.exit(main())
