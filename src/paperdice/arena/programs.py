"""The external programs that play as bots in a run: a pool that reuses them, and a log of their failures."""

from __future__ import annotations

import logging
import threading
from dataclasses import dataclass

from paperdice.bots.process_bot import ProcessBot
from paperdice.bots.view_texts import ViewTexts
from paperdice.errors import BotError
from paperdice.game import Game

_log = logging.getLogger(__name__)


@dataclass
class Failure:
    """One kind of failure: its first error message, and the number of matches forfeited because of it."""

    sentence: str
    count: int = 0


class Programs:
    """A thread-safe pool of external programs that play as bots, which also counts their failures."""

    def __init__(self) -> None:
        self.is_stopped = False
        self._bots: list[ProcessBot] = []
        self._free: dict[str, list[ProcessBot]] = {}
        self._texts: list[ViewTexts] = []
        self._failures: dict[tuple[str, str], Failure] = {}
        self._lock = threading.Lock()

    def acquire(self, name: str, game: Game, budget_ms: float) -> ProcessBot:
        """Return an idle program with this name from the pool, or start a new one."""
        with self._lock:
            free = self._free.setdefault(name, [])
            if free:
                return free.pop()
            bot = ProcessBot(name, game, 0, budget_ms)
            self._bots.append(bot)
            return bot

    def release(self, name: str, bot: ProcessBot) -> None:
        """Return a program to the pool."""
        with self._lock:
            self._free[name].append(bot)

    def acquire_texts(self) -> ViewTexts:
        """Return a serializer for views from the pool, or a new one; all programs in a match share one serializer."""
        with self._lock:
            return self._texts.pop() if self._texts else ViewTexts()

    def release_texts(self, texts: ViewTexts) -> None:
        """Return a serializer to the pool."""
        with self._lock:
            self._texts.append(texts)

    def count_failure(self, name: str, error: BotError) -> None:
        """Count a match that was forfeited because of this error."""
        with self._lock:
            self._failures.setdefault((name, error.kind), Failure(str(error))).count += 1

    def stop(self) -> None:
        """Kill all programs of an aborted run."""
        self.is_stopped = True
        for bot in self._bots:
            bot.abort()

    def close(self) -> None:
        """Close all programs, and log one warning for each kind of failure."""
        for bot in self._bots:
            bot.close()
        for failure in self._failures.values():
            number = "1 match" if failure.count == 1 else f"{failure.count:,} matches"
            _log.warning("%s: %s forfeited in this way", failure.sentence, number)
        self._failures.clear()
