"""Measure a server process: many concurrent tables, a restart under load, kill -9, and the first page.

python bench/server.py                      everything, as in the docs
python bench/server.py load --tables 50     only the load, with other parameters
python bench/server.py kills --kills 10
python bench/server.py start
python bench/server.py cost --beside CHECKOUT   the cost of a move in both checkouts, interleaved, and of an echo server
python bench/server.py saturation           increase the rate until moves are lost
python bench/server.py bots                 latency next to bots, while workers are lost, and while bots compile
python bench/server.py sweep                latency with and without the deletion of thousands of old matches
python bench/server.py returns              all players reconnect at once after a restart
python bench/server.py lists                the list of own results of a challenge, under load
python bench/server.py worker               the memory of a worker that has played everything
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import signal
import socket
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import msgspec
from _crowd import HOST, SEATS, Crowd, fetch
from _wire import open_wire
from _workers import BotTables, beside_bots, play_everything

from paperdice.fast.cache import cache_root
from paperdice.flow.events import Sealed
from paperdice.flow.facts import Challenge, FinalResult
from paperdice.store.entries import DumpedRow
from paperdice.store.soundness import checksum_of
from paperdice.store.sqlite import SqliteStore

SERVE = """
import os, socket, sys
os.sched_setaffinity(0, set(map(int, sys.argv[3].split())))
from paperdice.server.run import Options, run, run_server
from paperdice.server.settings import Settings
from paperdice.store.sqlite import SqliteStore
listening = socket.create_server(("127.0.0.1", int(sys.argv[1])), backlog=2048)
settings = Settings(keep_finished_days=1, sweep_seconds=0.1) if "sweep" in sys.argv else Settings()
run(run_server(SqliteStore(sys.argv[2]), settings, Options(listening)))
"""

COST_ROUNDS, COST_SECONDS = 4, 6.0
FLOOR_SOCKETS = 100
# A rate is too high if fewer than this share of the moves arrive; each rate is higher than the last by this factor.
SEEN_SHARE, RATE_STEP = 0.95, 1.25
MOST_STEPS = 10
BOT_TABLES, BOT_SECONDS = 30, 8.0
# The number of finished matches and of events of each, how many expire together, and how often. Moves are grouped by
# time windows with and without a deletion.
OLD_MATCHES, OLD_EVENTS, OLD_TOGETHER, OLD_EVERY = 1500, 200, 24, 4.0
SWEEP_SECONDS, SWEEP_WINDOW = 60.0, 0.3
DAY_SECONDS = 86_400
# The results of a challenge, and the number of them that belong to one device.
RESULTS, OWN_MATCHES = 1000, 50
OLD_EVENT = msgspec.json.encode(Sealed(at=1, seat=0, move="r7")).decode()
# The latency allowed next to bots: this factor, or this many milliseconds, whichever is more.
MORE_THAN_USUAL, UNNOTICED_MS = 1.5, 20.0
# The timeout for everything.
LONGEST_SECONDS = 1800.0
CALIBRATION_ROUNDS = 2_000_000
# Measured values by name, as in the JSON output.
Figures = dict[str, Any]


# A server process


class Process:
    """A server process of this or another checkout.

    It runs on one core; with a separate cache, it and its workers use all cores.
    """

    def __init__(self, port: int, data: Path, checkout: Path | None = None, cache: Path | None = None) -> None:
        cores = sorted(os.sched_getaffinity(0))[: 1 if cache is None else None]
        self.command = [sys.executable, "-c", SERVE, str(port), str(data), " ".join(map(str, cores))]
        self._settings = os.environ | ({} if checkout is None else {"PYTHONPATH": str(checkout / "src")})
        self._settings |= {} if cache is None else {"PAPERDICE_CACHE": str(cache)}
        self.port = port
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start the server and wait for its first response."""
        self._process = subprocess.Popen(self.command, env=self._settings)
        wait_for_page(self.port)

    def stop(self, how: signal.Signals) -> None:
        """Send a signal and wait until the process has exited."""
        assert self._process is not None
        self._process.send_signal(how)
        self._process.wait(20)

    @property
    def pid(self) -> int:
        """The process id."""
        assert self._process is not None
        return self._process.pid

    @property
    def memory_mb(self) -> float:
        """The peak resident memory."""
        assert self._process is not None
        status = Path(f"/proc/{self._process.pid}/status").read_text()
        return int(status.split("VmHWM:")[1].split()[0]) / 1024

    @property
    def cpu_seconds(self) -> float:
        """The CPU time used so far."""
        assert self._process is not None
        fields = Path(f"/proc/{self._process.pid}/stat").read_text().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def pin_to_last_core() -> None:
    """Keep this process off the core of the server."""
    os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})


class Stolen:
    """The share of CPU time that the host of a virtual machine takes away (steal time on Linux)."""

    def __init__(self) -> None:
        self._began, self._stolen = time.perf_counter(), self._read()

    def percent(self) -> float:
        """Return the share of stolen time since the last call, in percent."""
        now, stolen = time.perf_counter(), self._read()
        cores = (now - self._began) * (os.cpu_count() or 1)
        share = 100 * (stolen - self._stolen) / cores
        self._began, self._stolen = now, stolen
        return round(share, 1)

    @staticmethod
    def _read() -> float:
        fields = Path("/proc/stat").read_text().split("\n", 1)[0].split()
        return int(fields[8]) / os.sysconf("SC_CLK_TCK") if len(fields) > 8 else 0.0


def wait_for_page(port: int) -> float:
    """Wait for the first page and return the seconds."""
    began = time.perf_counter()
    while True:
        try:
            with urllib.request.urlopen(f"http://{HOST}:{port}/", timeout=5) as answer:
                answer.read()
            return time.perf_counter() - began
        except OSError:
            if time.perf_counter() - began > 30:
                raise
            time.sleep(0.01)


def free_port() -> int:
    """Return a free port."""
    with socket.create_server((HOST, 0)) as probe:
        return int(probe.getsockname()[1])


# Measurements


def measure_load(n_tables: int, rate: float, folder: Path) -> Figures:
    """Play at many tables concurrently, with a restart in the middle."""
    port = free_port()
    process = Process(port, folder / "load.sqlite")
    process.start()
    pin_to_last_core()
    crowd = Crowd(port, rate)
    figures: Figures = asyncio.run(asyncio.wait_for(_load(crowd, process, n_tables), LONGEST_SECONDS))
    figures["wrong_records"] = crowd.check_records()
    figures["memory_mb"] = round(max(figures["memory_mb"], process.memory_mb))
    process.stop(signal.SIGTERM)
    return figures


def measure_returns(n_tables: int, rate: float, folder: Path) -> Figures:
    """Restart a server after some moves, and reconnect all players at once."""
    process = Process(free_port(), folder / "returns.sqlite")
    process.start()
    pin_to_last_core()
    crowd = Crowd(process.port, rate)
    figures = asyncio.run(asyncio.wait_for(_returns(crowd, process, n_tables), LONGEST_SECONDS))
    process.stop(signal.SIGTERM)
    return figures


async def _returns(crowd: Crowd, process: Process, n_tables: int) -> Figures:
    await crowd.open_tables(n_tables)
    await crowd.play(seconds=COST_SECONDS)
    crowd.hang_up()
    process.stop(signal.SIGTERM)
    process.start()
    await asyncio.sleep(0.2)
    crowd.is_down = False
    crowd.errors.clear()
    began = time.perf_counter()
    await crowd.connect(at_once=True)
    seconds = time.perf_counter() - began
    return {
        "sockets": SEATS * n_tables,
        "lost": len(crowd.lost),
        "first_errors": crowd.errors[:3],
        "seconds": round(seconds, 2),
        "tables_per_second": round(n_tables / seconds),
        "memory_mb": round(process.memory_mb),
    }


def measure_lists(n_tables: int, rate: float, folder: Path) -> Figures:
    """Measure how long the list of a player's own results of a challenge takes while others play."""
    data = folder / "lists.sqlite"
    asyncio.run(_add_results(data))
    process = Process(free_port(), data)
    process.start()
    figures = asyncio.run(_lists(process, n_tables, rate))
    process.stop(signal.SIGTERM)
    return figures


async def _add_results(data: Path) -> None:
    """Add a challenge with many results to a database."""
    scores, names = [10, 5], ["A", "B"]
    result = FinalResult("qwixx", names, ["", ""], ["classic"] * 2, scores, [0], "locks", 20)
    body = Challenge("bench", "qwixx", 1, ["classic"] * 2, ["casual"], 0, 1)
    ending = msgspec.json.encode(result).decode()
    rows: list[DumpedRow] = []
    for number in range(RESULTS):
        name = f"m{number}"
        rows.append(("matches", (name, name, "qwixx", "bench", 0, 1, number, number, ending, "", number, 0)))
    rows.append(("challenges", ("bench", "qwixx", msgspec.json.encode(body).decode(), 1)))
    store = SqliteStore(data)
    await store.open()
    await store.restore(rows)
    await store.close()


async def _lists(process: Process, n_tables: int, rate: float) -> Figures:
    crowd = Crowd(process.port, rate)
    await crowd.open_tables(n_tables)
    playing = asyncio.create_task(crowd.play(seconds=COST_SECONDS))
    path = "/api/challenges/bench?" + "&".join(f"match=m{number}" for number in range(OWN_MATCHES))
    seconds: list[float] = []
    while not playing.done():
        began = time.perf_counter()
        found = json.loads(await asyncio.to_thread(fetch, process.port, path))
        seconds.append(time.perf_counter() - began)
        assert len(found["own"]) == OWN_MATCHES
    crowd.hang_up()
    ordered = sorted(seconds)
    return {
        "own_matches": OWN_MATCHES,
        "lists": len(ordered),
        "median_ms": round(1000 * statistics.median(ordered), 1),
        "slowest_ms": round(1000 * ordered[-1], 1),
        "errors": len(crowd.errors),
    }


async def _load(crowd: Crowd, process: Process, n_tables: int) -> Figures:
    await crowd.open_tables(n_tables)
    began, worked = time.perf_counter(), process.cpu_seconds
    await crowd.play(until=0.5)
    seconds, n_moves = time.perf_counter() - began, crowd.n_moves
    load = (process.cpu_seconds - worked) / seconds
    memory = process.memory_mb
    crowd.is_down = True
    process.stop(signal.SIGTERM)
    crowd.hang_up()
    process.start()
    await asyncio.sleep(0.2)
    crowd.is_down = False
    again = time.perf_counter()
    await crowd.connect()
    reconnected = time.perf_counter() - again
    await crowd.play()
    ordered = sorted(crowd.latencies)
    return {
        "sockets": SEATS * n_tables,
        "moves": crowd.n_moves,
        "moves_per_second": round(n_moves / seconds, 1),
        "median_ms": round(1000 * statistics.median(ordered), 1),
        "p99_ms": round(1000 * ordered[int(0.99 * len(ordered))], 1),
        "slowest_ms": round(1000 * ordered[-1], 1),
        "errors": len(crowd.errors),
        "first_errors": crowd.errors[:3],
        "server_load": round(load, 2),
        "reconnect_seconds": round(reconnected, 2),
        "memory_mb": memory,
        "matches": len(crowd.games),
    }


def measure_cost(n_tables: int, rate: float, beside: Path | None, folder: Path) -> Figures:
    """Measure the cost of a move in both checkouts, interleaved, and the cost of frames of the same size on an echo
    server.
    """
    checkouts = [beside, None] if beside else [None]
    runs: dict[str, list[Figures]] = {}
    for number in range(COST_ROUNDS):
        for checkout in checkouts:
            process = Process(free_port(), folder / f"cost{number}{checkout is None}.sqlite", checkout)
            process.start()
            found = asyncio.run(_cost(process, n_tables, rate))
            process.stop(signal.SIGTERM)
            runs.setdefault("here" if checkout is None else str(checkout), []).append(found)
    last = runs["here"][-1]
    runs["floor"] = [asyncio.run(_floor(last, rate))]
    return runs


async def _cost(process: Process, n_tables: int, rate: float) -> Figures:
    crowd = Crowd(process.port, rate)
    await crowd.open_tables(n_tables)
    worked, n_bytes, n_frames = process.cpu_seconds, crowd.n_bytes, crowd.n_frames
    began, stolen = time.perf_counter(), Stolen()
    await crowd.play(until=0.5, seconds=COST_SECONDS)
    # Moves that a slow server has not processed do not count.
    seconds, n_moves, ordered = time.perf_counter() - began, crowd.n_done, sorted(crowd.latencies)
    figures: Figures = {
        "moves_per_second": round(n_moves / seconds),
        "cpu_ms_a_move": round(1000 * (process.cpu_seconds - worked) / n_moves, 3),
        "bytes_a_move": round((crowd.n_bytes - n_bytes) / n_moves),
        "frames_a_move": round((crowd.n_frames - n_frames) / n_moves, 2),
        "median_ms": round(1000 * statistics.median(ordered), 1),
        "p99_ms": round(1000 * ordered[int(0.99 * len(ordered))], 1),
        "stolen_percent": stolen.percent(),
        "errors": len(crowd.errors),
        "memory_mb": round(process.memory_mb),
    }
    crowd.hang_up()
    return figures


async def _floor(move: Figures, rate: float) -> Figures:
    """Measure an echo server that answers each frame with as many frames, of the same size, as a move causes."""
    port, n_frames = free_port(), round(move["frames_a_move"])
    n_bytes = round(move["bytes_a_move"] / n_frames)
    echo = [sys.executable, str(Path(__file__).with_name("_echo.py")), str(port), str(n_frames), str(n_bytes)]
    process = Process(port, Path())
    process.command = echo
    process.start()
    wires = [await open_wire(HOST, port, "/echo", lambda _: None, lambda: None) for _ in range(FLOOR_SOCKETS)]
    worked, n_sent, began = process.cpu_seconds, 0, time.perf_counter()
    while (now := time.perf_counter()) - began < COST_SECONDS:
        while n_sent < (now - began) * rate:
            wires[n_sent % len(wires)].send(b"x" * 80)
            n_sent += 1
        await asyncio.sleep(0.005)
    figures: Figures = {"cpu_ms_a_move": round(1000 * (process.cpu_seconds - worked) / n_sent, 3)}
    process.stop(signal.SIGKILL)
    return figures


def measure_saturation(n_tables: int, rate: float, folder: Path) -> Figures:
    """Increase the rate of moves, each time on a new server, until some of them do not arrive."""
    found: list[Figures] = []
    while not found or (found[-1]["moves_per_second"] > SEEN_SHARE * found[-1]["asked"] and len(found) < MOST_STEPS):
        process = Process(free_port(), folder / f"saturation{len(found)}.sqlite")
        process.start()
        found.append({"asked": round(rate), **asyncio.run(_cost(process, n_tables, rate))})
        process.stop(signal.SIGTERM)
        rate *= RATE_STEP
    return {"steps": found}


def measure_sweep(n_tables: int, rate: float, folder: Path) -> Figures:
    """Measure the latency on the same server with and without the deletion of old matches."""
    data = folder / "sweep.sqlite"
    asyncio.run(_add_old(data))
    process = Process(free_port(), data)
    process.command.append("sweep")
    process.start()
    figures = asyncio.run(_sweep(process, data, n_tables, rate))
    process.stop(signal.SIGTERM)
    return figures


async def _add_old(data: Path) -> None:
    """Add finished matches that expire in groups, one after the other, to a database."""
    now = int(1000 * time.time())
    store = SqliteStore(data)
    await store.open()
    names = [f"old{number}" for number in range(OLD_MATCHES)]
    numbers, rows = range(1, OLD_EVENTS + 1), list[DumpedRow]()
    for number, name in enumerate(names):
        finished = now + int(1000 * (OLD_EVERY * (number // OLD_TOGETHER) - DAY_SECONDS))
        rows.append(("matches", (name, name, "qwixx", None, OLD_EVENTS, 1, now, finished, "", "", None, 0)))
    for name in names:
        rows += [("events", (name, each, OLD_EVENT, checksum_of(name, each, OLD_EVENT))) for each in numbers]
    rows += [("tables", (name, name, name, 1)) for name in names]
    await store.restore(rows)
    await store.close()


def _count_old(connection: sqlite3.Connection) -> int:
    return int(connection.execute("select count(*) from matches where id like 'old%'").fetchone()[0])


async def _sweep(process: Process, data: Path, n_tables: int, rate: float) -> Figures:
    crowd = Crowd(process.port, rate)
    await crowd.open_tables(n_tables)
    alone: list[float] = []
    beside: list[float] = []
    stolen, end = Stolen(), time.perf_counter() + SWEEP_SECONDS
    with closing(sqlite3.connect(data, isolation_level=None)) as connection:
        first = left = _count_old(connection)
        while time.perf_counter() < end:
            crowd.latencies = []
            await crowd.play(seconds=SWEEP_WINDOW)
            before, left = left, _count_old(connection)
            (alone if left == before else beside).extend(crowd.latencies)
    p99 = [1000 * sorted(each)[int(0.99 * len(each))] for each in (alone, beside)]
    crowd.hang_up()
    return {
        "deleted": first - left,
        "median_ms": [round(1000 * statistics.median(each), 1) for each in (alone, beside)],
        "p99_ms": [round(each, 1) for each in p99],
        "slowest_ms": [round(1000 * max(each), 1) for each in (alone, beside)],
        "p99_ratio": round(p99[1] / p99[0], 2),
        "moves": [len(alone), len(beside)],
        "stolen_percent": stolen.percent(),
        "errors": len(crowd.errors),
    }


def measure_bots(n_tables: int, rate: float, folder: Path) -> Figures:
    """Measure the latency next to tables of bots, while workers are lost, and while bots are compiled."""
    figures: Figures = {}
    for name, cache in (("warm", cache_root()), ("empty", folder / "cache")):
        process = Process(free_port(), folder / f"bots-{name}.sqlite", cache=cache)
        process.start()
        try:
            figures[f"{name}_cache"] = asyncio.run(_bots(process, n_tables, rate))
        finally:
            process.stop(signal.SIGTERM)
    usual = figures["warm_cache"]["people_alone"]["p99_ms"]
    allowed = max(UNNOTICED_MS, MORE_THAN_USUAL * usual)
    parts = [part for run in figures.values() for part in run.values() if isinstance(part, dict)]
    figures |= {"allowed_p99_ms": round(allowed, 1), "is_kept": all(part["p99_ms"] <= allowed for part in parts)}
    return figures


async def _bots(process: Process, n_tables: int, rate: float) -> Figures:
    crowd, bots = Crowd(process.port, rate), BotTables(process.port, "expert")
    figures: Figures = {}
    stolen = Stolen()

    def note(name: str) -> None:
        ordered, crowd.latencies = sorted(crowd.latencies), []
        median, p99 = (round(1000 * ordered[int(share * len(ordered))], 1) for share in (0.5, 0.99))
        n_steps, longest_rest = bots.take_counts()
        figures[name] = {
            "median_ms": median,
            "p99_ms": p99,
            "moves": len(ordered),
            "steps_of_bots": n_steps,
            "tables_of_bots_going_on": bots.n_going_on,
            "longest_rest_of_a_table_s": round(longest_rest, 2),
            "stolen_percent": stolen.percent(),
        }

    await crowd.open_tables(n_tables)
    figures["n_lost"] = await beside_bots(crowd, bots, BOT_TABLES, process.pid, BOT_SECONDS, note)
    figures |= {"errors": len(crowd.errors), "memory_mb": round(process.memory_mb)}
    bots.hang_up()
    crowd.hang_up()
    return figures


def calibrate() -> float:
    """Return how many million additions per CPU second this machine makes in plain Python."""
    began, total = time.process_time(), 0
    for number in range(CALIBRATION_ROUNDS):
        total += number
    return round(CALIBRATION_ROUNDS / (time.process_time() - began) / 1e6, 1)


def measure_kills(n_kills: int, folder: Path) -> Figures:
    """Kill the server at random moments and count lost acknowledged moves."""
    port = free_port()
    process = Process(port, folder / "kills.sqlite")
    process.start()
    return asyncio.run(asyncio.wait_for(_kills(port, process, n_kills), LONGEST_SECONDS))


async def _kills(port: int, process: Process, n_kills: int) -> Figures:
    rng = random.Random(2)
    lost = n_acknowledged = 0
    crowd = Crowd(port, 1e9)
    await crowd.open_tables(4)
    for _ in range(n_kills):
        playing = asyncio.create_task(crowd.play())
        await asyncio.sleep(rng.uniform(0.02, 0.4))
        crowd.is_down = True
        process.stop(signal.SIGKILL)
        playing.cancel()
        await asyncio.gather(playing, return_exceptions=True)
        await asyncio.sleep(0.05)
        known = [max(*game.seen, *game.waiting, *game.reached, 0) for game in crowd.games]
        n_acknowledged = sum(known)
        crowd.hang_up()
        process.start()
        await asyncio.sleep(0.05)
        crowd.is_down = False
        lost += await _count_lost(crowd, known)
        if all(game.is_over for game in crowd.games):
            crowd.games.clear()
            await crowd.open_tables(4)
    process.stop(signal.SIGTERM)
    return {"kills": n_kills, "acknowledged_moves_lost": lost, "events_in_last_matches": n_acknowledged}


async def _count_lost(crowd: Crowd, known: list[int]) -> int:
    """Return the number of events that were announced before the kill and are missing from the logs."""
    before = [list(game.seen) for game in crowd.games]
    for game in crowd.games:
        game.seen = [0] * SEATS
    await crowd.connect()
    while any(not game.is_over and min(game.seen) == 0 for game in crowd.games):
        await asyncio.sleep(0.01)
    lost = sum(
        max(0, length - min(game.seen))
        for game, length in zip(crowd.games, known, strict=True)
        if not game.is_over or min(game.seen)
    )
    for game, seen in zip(crowd.games, before, strict=True):
        game.all_seen = min(game.seen) if min(game.seen) else min(seen)
        game.reached.clear()
    return lost


def measure_start(folder: Path) -> Figures:
    """Measure the time from the start of the server to the first page."""
    seconds = []
    for number in range(3):
        process = Process(free_port(), folder / f"start{number}.sqlite")
        began = time.perf_counter()
        process.start()
        seconds.append(time.perf_counter() - began)
        process.stop(signal.SIGTERM)
    return {"first_page_seconds": round(min(seconds), 2)}


# The measurements in the order of `all`; `worker` is separate, since it first compiles everything.
MEASURED: dict[str, Callable[[argparse.Namespace, Path], Figures]] = {
    "start": lambda _, folder: measure_start(folder),
    "cost": lambda told, folder: measure_cost(told.tables, told.rate, told.beside, folder),
    "saturation": lambda told, folder: measure_saturation(told.tables, told.rate, folder),
    "returns": lambda told, folder: measure_returns(told.tables, told.rate, folder),
    "lists": lambda told, folder: measure_lists(told.tables, told.rate, folder),
    "sweep": lambda told, folder: measure_sweep(told.tables, told.rate, folder),
    "bots": lambda told, folder: measure_bots(told.tables, told.rate, folder),
    "kills": lambda told, folder: measure_kills(told.kills, folder),
    "load": lambda told, folder: measure_load(told.tables, told.rate, folder),
}


def main() -> None:
    """Run the measurements and print one JSON object."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", nargs="?", choices=["all", *MEASURED, "worker"], default="all")
    parser.add_argument("--tables", type=int, default=250)
    parser.add_argument("--rate", type=float, default=500)
    parser.add_argument("--kills", type=int, default=100)
    parser.add_argument("--beside", type=Path, help="another checkout to compare the cost of a move with")
    options = parser.parse_args()
    figures: Figures = {"calibration": calibrate()}
    with tempfile.TemporaryDirectory(prefix="paperdice-bench-") as name:
        for what, measure in MEASURED.items():
            if options.what in ("all", what):
                figures[what] = measure(options, Path(name))
    if options.what == "worker":
        figures["worker"] = asyncio.run(play_everything())
    print(json.dumps(figures, indent=2))


if __name__ == "__main__":
    main()
