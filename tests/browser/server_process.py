"""A separate server process for tests: `python -m tests.browser.server_process PORT DATA [compile]`."""

from __future__ import annotations

import asyncio
import contextlib
import os
import socket
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from datetime import date
from pathlib import Path

from tests.patience import patience, wait_until
from tests.server.processes import free_port

ROOT = Path(__file__).parents[2]
# The server's deadlines on a busy machine, in seconds.
DEADLINE = 600
# A day whose exercise is from Sixto, the study that is compiled first: a reroll in the first turn.
DAY = date(2026, 12, 1)


class ServerProcess:
    """A server process that can be stopped and restarted on the same data."""

    def __init__(self, data: Path, cheat: str = "", cache: Path | None = None) -> None:
        self.port = free_port()
        self.address = f"http://127.0.0.1:{self.port}"
        self._data = data
        self._program = ["tests.browser.dishonest_process" if cheat else "tests.browser.server_process"]
        self._words = [cheat] if cheat else ["compile"] if cache else []
        self._settings = os.environ | ({} if cache is None else {"PAPERDICE_CACHE": str(cache)})
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        command = [sys.executable, "-m", *self._program, str(self.port), str(self._data), *self._words]
        self._process = subprocess.Popen(command, cwd=ROOT, env=self._settings)
        wait_until(self._answers, "the server comes up")

    def _answers(self) -> bool:
        assert self._process is not None
        assert self._process.poll() is None, "the server has ended"
        with contextlib.suppress(OSError), urllib.request.urlopen(f"{self.address}/health", timeout=patience()):
            return True
        return False

    def stop(self) -> None:
        assert self._process is not None
        self._process.terminate()
        self._process.wait(patience())


@contextlib.contextmanager
def running_server(data: Path, cheat: str = "", cache: Path | None = None) -> Iterator[ServerProcess]:
    server = ServerProcess(data, cheat, cache)
    server.start()
    try:
        yield server
    finally:
        server.stop()


def main(port: int, data: Path, deadline: int = DEADLINE, *, compiles: bool = False) -> None:
    """Serve without pauses and with high limits, so that tests need not wait, and with push keys.

    Args:
        deadline: The seconds within which devices have to open their shares.
        compiles: Whether bots are compiled; otherwise all of them play like `casual`.
    """
    from paperdice.flow import clock
    from paperdice.server import studies
    from paperdice.server.http import challenges, reviews
    from paperdice.server.run import Options, run_server
    from paperdice.server.settings import Limits, Settings
    from paperdice.store.sqlite import SqliteStore
    from tests.server.pools import play_like_casual

    studies.REVIEW_SAMPLES = 8
    if not compiles:
        play_like_casual()
    clock.SHARES_SECONDS = clock.TAP_SECONDS = deadline
    clock.HOLD_MS = 1000 * DEADLINE
    challenges.today = reviews.today = lambda: DAY  # type: ignore[attr-defined]  # the names that know the day
    limits = Limits(
        tables_per_client_minute=10_000, commands_per_second=1000, commands_at_once=1000,
        hello_seconds=DEADLINE, request_seconds=DEADLINE, answer_seconds=DEADLINE,
    )  # fmt: skip
    keys = data.with_name("push-keys.json")
    push_keys = keys if keys.exists() else None
    settings = Settings(limits=limits, bot_pause_ms=0, bot_budget_ms=20, push_keys=push_keys)
    listening = socket.socket()
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    listening.bind(("127.0.0.1", port))
    asyncio.run(run_server(SqliteStore(data), settings, Options(listening)))


if __name__ == "__main__":
    main(int(sys.argv[1]), Path(sys.argv[2]), compiles="compile" in sys.argv)
