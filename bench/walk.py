"""Count the distinct functions of Paperdice that are called by four typical operations.

Each operation runs once as a warm-up, so that imports, compilation and caches do not count, then once under a profiler.
A function counts once; comprehensions and lambdas belong to the enclosing function; compiled code is not visible. The
core library (rules, match, view and the modules below) is counted separately; the rest is listed by package. The
operations:

- one web move: Ann's `play` resolves the phase at a table of two, from the frame received to the last frame sent to
  Ben, by a server on a socket with a SQLite store;
- one HTTP request: the facts of that match;
- one simulation: `paperdice simulate qwixx --matches 100 --json`;
- one decision of `expert` at Qwixx by `make_bot(...).choose(view)`.

Usage: python bench/walk.py [CHECKOUT] [--files]; a checkout runs with its own `.venv`.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import io
import json
import os
import secrets
import socket
import subprocess
import sys
import tempfile
import threading
from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from types import CodeType, FrameType

import httpx
import uvicorn
from websockets.asyncio.client import ClientConnection, connect

import paperdice

PACKAGE = Path(paperdice.__file__).parent
# The modules of the core library.
APART = (
    *(
        "games/",
        "rulekit.py",
        "view.py",
        "view_builder.py",
        "match.py",
        "playing.py",
        "position.py",
        "record.py",
        "sheet.py",
        "game.py",
        "dice.py",
    ),
    *("errors.py", "fair.py", "verify.py", "texts/"),
)
QUIET_SECONDS = 0.5

Step = tuple[str, str]


class Walk:
    """Collects the functions of Paperdice that are called while it is open, in all threads."""

    def __init__(self) -> None:
        self.steps: set[Step] = set()
        self._is_open = False
        self._names: dict[CodeType, Step | None] = {}

    def install(self) -> None:
        """Install the profiler in this thread and all later ones."""
        threading.setprofile(self._look)
        sys.setprofile(self._look)

    @contextmanager
    def opened(self) -> Iterator[None]:
        """Collect functions until the end of the block."""
        self.steps.clear()
        self._is_open = True
        try:
            yield
        finally:
            self._is_open = False

    def _look(self, frame: FrameType, event: str, _argument: object) -> None:
        if not self._is_open or event != "call":
            return
        code = frame.f_code
        if code not in self._names:
            self._names[code] = name_of(code)
        step = self._names[code]
        if step is not None:
            self.steps.add(step)


def name_of(code: CodeType) -> Step | None:
    """Return the file and name of a function of Paperdice, or None for other code, comprehensions and lambdas."""
    path = Path(code.co_filename)
    if PACKAGE not in path.parents or "<" in code.co_name:
        return None
    return path.relative_to(PACKAGE).as_posix(), code.co_qualname


# A table of two with a real server


@asynccontextmanager
async def serving(folder: str) -> AsyncIterator[str]:
    """Run a server in this process and yield its address."""
    from paperdice.server.app import make_app
    from paperdice.server.settings import Settings
    from paperdice.store.sqlite import SqliteStore

    listening = socket.create_server(("127.0.0.1", 0))
    app = make_app(SqliteStore(Path(folder) / "walk.sqlite"), Settings())
    server = uvicorn.Server(uvicorn.Config(app, log_config=None, access_log=False))
    task = asyncio.create_task(server.serve([listening]))
    while not server.started:
        await asyncio.sleep(0.01)
    yield f"http://127.0.0.1:{listening.getsockname()[1]}"
    server.should_exit = True
    await task


class Device:
    """A client that keeps the last state it received."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.state: dict[str, object] = {}

    async def do(self, command: str, **fields: object) -> None:
        """Send a command."""
        await self.socket.send(json.dumps({"type": command, "id": secrets.token_hex(6), **fields}))

    async def listen(self) -> None:
        """Receive messages until no more arrive."""
        with contextlib.suppress(TimeoutError):
            while True:
                async with asyncio.timeout(QUIET_SECONDS):
                    message = json.loads(await self.socket.recv())
                if message["type"] in ("state", "stepped"):
                    self.state = message


async def sit_down(url: str, seats: int) -> tuple[str, list[Device]]:
    """Start a match between people in which seat 0 moves first, and return its id and the connected devices."""
    tokens = [secrets.token_urlsafe(32) for _ in range(seats)]
    wish = {
        "game": "qwixx",
        "first": 0,
        "dice": "seeded",
        "seed": 1,
        "seats": [{"name": f"P{seat}", "token": token} for seat, token in enumerate(tokens)],
    }
    async with httpx.AsyncClient(base_url=url) as client:
        made = (await client.post("/api/tables", json=wish)).json()
    address = f"{url.replace('http', 'ws', 1)}/api/tables/{made['code']}/socket"
    devices = []
    for token in tokens:
        device = Device(await connect(address, compression=None, max_size=None))
        await device.socket.send(json.dumps({"type": "hello", "tokens": [token]}))
        await device.listen()
        devices.append(device)
    await devices[0].do("start")
    return str(made["match"]), devices


async def walk_the_web(walk: Walk) -> dict[str, set[Step]]:
    """Return the functions of one web move and of one HTTP request."""
    found: dict[str, set[Step]] = {}
    with tempfile.TemporaryDirectory() as folder:
        async with serving(folder) as url:
            for _ in ("to warm up", "to count"):
                match, (ann, ben) = await sit_down(url, 2)
                await ann.listen()
                await ann.do("throw", seat=0, step=ann.state["step"])
                await asyncio.gather(ann.listen(), ben.listen())
                await ben.do("play", seat=1, step=ben.state["step"], move="-")
                await asyncio.gather(ann.listen(), ben.listen())
                with walk.opened():
                    await ann.do("play", seat=0, step=ann.state["step"], move="-")
                    await asyncio.gather(ann.listen(), ben.listen())
                found["one web move"] = set(walk.steps)
                async with httpx.AsyncClient(base_url=url) as client:
                    with walk.opened():
                        assert (await client.get(f"/api/matches/{match}")).status_code == 200
                found["one HTTP request"] = set(walk.steps)
                for device in (ann, ben):
                    await device.socket.close()
    return found


# Walks without a server


def simulate() -> None:
    """Run the command and discard its output."""
    from paperdice.cli import run

    with contextlib.redirect_stdout(io.StringIO()), contextlib.suppress(SystemExit):
        run(["simulate", "qwixx", "--matches", "100", "--seed", "1", "--json"])


def make_decision() -> Callable[[], None]:
    """Return a function that makes one decision of `expert` on a roll with several choices."""
    game = paperdice.find_game("qwixx")
    match = paperdice.Match(game, 2)
    match.throw(paperdice.SeededDice(1))
    view = paperdice.view_of(match, 0)
    bot = paperdice.make_bot("expert", game, seed=1, playouts=200)

    def decide() -> None:
        bot.choose(view)

    return decide


def count_steps(walk: Walk, work: Callable[[], None]) -> set[Step]:
    """Return the functions that the second run of a workload calls."""
    work()
    with walk.opened():
        work()
    return set(walk.steps)


def measure() -> Iterator[tuple[str, set[Step]]]:
    """Yield all operations of this checkout, quickest first."""
    walk = Walk()
    walk.install()
    yield from asyncio.run(walk_the_web(walk)).items()
    yield "one simulation", count_steps(walk, simulate)
    yield "one decision of expert", count_steps(walk, make_decision())


def print_walk(name: str, steps: set[Step], by_file: bool) -> None:
    """Print one line, or one per file if `by_file`."""
    own = {step for step in steps if not step[0].startswith(APART)}
    files = Counter(file for file, _ in own)
    rooms = Counter(file.partition("/")[0] for file, _ in own)
    by_room = ", ".join(f"{room} {n}" for room, n in rooms.most_common())
    print(
        f"{name}: {len(own)} functions in {len(files)} files ({by_room}); {len(steps - own)} of the library", flush=True
    )
    for file, n in sorted(files.items()) if by_file else ():
        names = ", ".join(sorted(qualname for other, qualname in own if other == file))
        print(f"    {file} {n}: {names}")


def main() -> None:
    """Measure this checkout, or run this program in another one."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("checkout", nargs="?", type=Path, help="another checkout, which runs with its own .venv")
    parser.add_argument("--files", action="store_true", help="list the functions by file")
    words = parser.parse_args()
    if words.checkout is None:
        for name, steps in measure():
            print_walk(name, steps, words.files)
        return
    command = [words.checkout / ".venv/bin/python", Path(__file__).resolve(), *(["--files"] if words.files else [])]
    environment = {**os.environ, "PYTHONSAFEPATH": "1"}
    sys.exit(subprocess.run([str(word) for word in command], env=environment, check=False).returncode)


if __name__ == "__main__":
    main()
