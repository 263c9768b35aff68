"""Measure the latency of honest players during attacks by one hostile client.

The server runs on one core, players and attacker on the other. Players and attacker use different loopback addresses,
since the server's own address is exempt from limits. For each attack the same players play twice on the same server:
first the attacker targets a dummy, which loads the players' core equally, then the server. The effect of the attack is
the ratio of the medians, and of the 99th percentiles, of the time until all players have seen a move.

python bench/attack.py                            all attacks, about six minutes
python bench/attack.py ask_for_games say_hello    some of them
python bench/attack.py --seconds 10               for longer
python bench/attack.py --real-time                with real-time priority (as root)
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import resource
import secrets
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import NamedTuple

from _attackers import ATTACKS
from _crowd import Crowd, fetch
from _long import keep_typed_match
from server import Process, free_port, pin_to_last_core

from paperdice.flow import events
from paperdice.flow.checks import MOST_EVENTS
from paperdice.flow.setup import new_opening
from paperdice.flow.wishes import NewSeat, NewTable
from paperdice.server.live.storage import keep_opening
from paperdice.store.sqlite import SqliteStore

TABLES = 15
MOVES_A_SECOND = 100
MOST_RATIO = 3.0
MOST_MEMORY_MB = 20
ATTACKERS = Path(__file__).with_name("_attackers.py")
OPEN_FILES = 8000


class Felt(NamedTuple):
    """The latency of moves in milliseconds (median and 99th percentile), the number of moves, and errors."""

    median: float
    slowest: float
    n_moves: int
    n_errors: int


class Row(NamedTuple):
    """The results of one attack: latencies without it, against the dummy and the server, and the memory used."""

    name: str
    usual: Felt
    dummy: Felt
    server: Felt
    memory_mb: float

    @property
    def ratio(self) -> float:
        """The ratio of the 99th percentiles."""
        return self.server.slowest / self.dummy.slowest

    @property
    def median_ratio(self) -> float:
        """The ratio of the medians."""
        return self.server.median / self.dummy.median


async def keep_huge_match(path: Path, token: str) -> str:
    """Store a running match whose log was filled by repeated renaming, and return its id."""
    store = SqliteStore(path)
    await store.open()
    wish = NewTable(game="qwixx", seats=[NewSeat(name="Eve", token=token), NewSeat(bot="random")], first=0)
    opening = new_opening(wish, None, ("random",), time.time_ns() // 1_000_000, random.Random(5))
    await keep_opening(store, opening)
    length = len(opening.events)
    names = [events.Renamed(at=0, seat=0, name=f"Eve {number}") for number in range(MOST_EVENTS - length)]
    await store.append(opening.match_id, length, [events.encode_event(name).decode() for name in names], 0)
    await store.close()
    return opening.match_id


def go_ahead(pid: int, priority: int) -> None:
    """Give all threads of a process real-time priority, which its children do not inherit."""
    for thread in Path(f"/proc/{pid or os.getpid()}/task").iterdir():
        os.sched_setscheduler(int(thread.name), os.SCHED_RR | os.SCHED_RESET_ON_FORK, os.sched_param(priority))


def start_attack(name: str, port: int, known: dict[str, str], seconds: float) -> subprocess.Popen[bytes]:
    """Start the attacker; it ends by itself."""
    process = subprocess.Popen([sys.executable, str(ATTACKERS), name], stdin=subprocess.PIPE)
    assert process.stdin is not None
    process.stdin.write(json.dumps({**known, "port": port, "seconds": seconds}).encode())
    process.stdin.close()
    return process


async def feel(crowd: Crowd, seconds: float) -> Felt:
    """Play for some seconds and return the latencies."""
    crowd.latencies.clear()
    crowd.errors.clear()
    await crowd.play(seconds=seconds)
    times = sorted(1000 * latency for latency in crowd.latencies)
    slowest = times[min(len(times) - 1, int(0.99 * len(times)))]
    return Felt(statistics.median(times), slowest, len(times), len(crowd.errors))


class Bench(NamedTuple):
    """The parameters of all measurements."""

    folder: Path
    seconds: float
    dummy_port: int
    is_real_time: bool


async def measure(name: str, bench: Bench) -> Row:
    """Measure one attack on a new server, against the dummy and then against the server."""
    folder, seconds, dummy_port, is_real_time = bench
    data, token = folder / f"{name}.sqlite", secrets.token_urlsafe(32)
    match, typed = await keep_huge_match(data, token), await keep_typed_match(data, "qwixx", token)
    process = Process(free_port(), data)
    process.start()
    if is_real_time:
        go_ahead(process.pid, 1)
    try:
        crowd = Crowd(process.port, MOVES_A_SECOND, [f"127.0.1.{number}" for number in range(1, 200)])
        await crowd.open_tables(TABLES)
        wish = {"game": "qwixx", "seats": [{"name": "Eve", "token": token}, {"name": "Eve", "token": token}]}
        code = json.loads(await asyncio.to_thread(fetch, process.port, "/api/tables", wish))["code"]
        known = {"code": code, "token": token, "match": match, "typed": typed}
        await crowd.play(seconds=1)
        felt = [await feel(crowd, seconds / 2)]
        memory = process.memory_mb
        for port in (dummy_port, process.port):
            attacker = start_attack(name, port, known, seconds + 1)
            await asyncio.sleep(0.5)
            felt.append(await feel(crowd, seconds))
            await asyncio.to_thread(attacker.wait, seconds + 30)
        crowd.hang_up()
        usual, dummy, server = felt
        return Row(name, usual, dummy, server, process.memory_mb - memory)
    finally:
        process.stop(signal.SIGKILL)


def show(rows: list[Row]) -> str:
    """Return the results as a Markdown table."""
    lines = ["| attack | median and p99 before | aimed at a dummy | aimed at the server | ratios | memory | errors |"]
    lines += ["|---|---|---|---|---|---|---|"]
    for row in rows:
        felt = (row.usual, row.dummy, row.server)
        times = " | ".join(f"{each.median:.1f}, {each.slowest:.1f} ms" for each in felt)
        ratios = f"{row.median_ratio:.1f}, {row.ratio:.1f}"
        lines.append(f"| `{row.name}` | {times} | {ratios} | {row.memory_mb:+.1f} MB | {row.server.n_errors} |")
    return "\n".join(lines)


def main() -> None:
    """Print a table, and exit with status 1 if an attack exceeds the limits."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("attacks", nargs="*", choices=[*ATTACKS, []], metavar="ATTACK")
    parser.add_argument("--seconds", type=float, default=4)
    parser.add_argument("--real-time", action="store_true")
    options = parser.parse_args()
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (OPEN_FILES if hard < 0 else min(OPEN_FILES, hard), hard))
    dummy_port, rows = free_port(), list[Row]()
    dummy = subprocess.Popen([sys.executable, str(ATTACKERS), "dummy", str(dummy_port)])
    pin_to_last_core()
    if options.real_time:
        go_ahead(0, 2)
    try:
        with tempfile.TemporaryDirectory(prefix="paperdice-bench-") as name:
            bench = Bench(Path(name), options.seconds, dummy_port, options.real_time)
            for attack in options.attacks or ATTACKS:
                row = asyncio.run(measure(attack, bench))
                print(show([row]).splitlines()[-1], file=sys.stderr, flush=True)
                rows.append(row)
    finally:
        dummy.kill()
        dummy.wait()
    print(show(rows))
    bad = [row.name for row in rows if max(row.ratio, row.median_ratio) > MOST_RATIO]
    bad += [row.name for row in rows if row.memory_mb > MOST_MEMORY_MB or row.server.n_errors]
    sys.exit(f"attacks above the limits: {', '.join(bad)}" if bad else 0)


if __name__ == "__main__":
    main()
