"""A bot that never lets anybody wait: it plays simply while it is being got ready in the background."""

from __future__ import annotations

import subprocess
import sys
import threading
from collections.abc import Callable

from paperdice.bots.reading import read_view
from paperdice.bots.simple import SimpleBot
from paperdice.bots.warming import WarmUp, rehearse, warm_up_of, write_line
from paperdice.position import Position
from paperdice.view import View

Decide = Callable[[Position, int], str]


class EagerBot:
    """Decides by the simple bot until the one that `make` gives is compiled and loaded.

    `is_simple` tells which of both has decided last.
    """

    def __init__(self, name: str, make: Callable[[], Decide]) -> None:
        self.is_simple = False
        self._name = name
        self._make = make
        self._decide: Decide | None = None
        self._loader: threading.Thread | None = None

    def choose(self, view: View) -> str:
        """One of the choices of a view."""
        return self.decide(*read_view(view))

    def decide(self, position: Position, seat: int) -> str:
        """One of the legal moves of a seat."""
        if self._loader is None:
            self._loader = threading.Thread(target=self._load, args=(warm_up_of(position, self._name),), daemon=True)
            self._loader.start()
        decide = self._decide
        self.is_simple = decide is None
        return SimpleBot().decide(position, seat) if decide is None else decide(position, seat)

    def finish(self) -> None:
        """Waits until the full bot is ready."""
        if self._loader is not None:
            self._loader.join()

    def _load(self, wanted: WarmUp) -> None:
        """Has the bot compiled by a process of its own, so that nothing here is held up, and loads it."""
        command = [sys.executable, "-m", "paperdice.bots.warming_process"]
        # The pipe stays open for as long as this process lives: the other one ends with it, and does not hear Ctrl-C.
        with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, process_group=0) as process:
            assert process.stdin is not None
            assert process.stdout is not None
            process.stdin.write(write_line(wanted))
            process.stdin.flush()
            process.stdout.readline()
        rehearse(wanted)
        self._decide = self._make()
