"""The outside programs of a run: each is started once and goes from match to match; why one failed is said once."""

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
    """What a bot did wrong the first time, and how many matches it has forfeited by the like."""

    sentence: str
    count: int = 0


class Programs:
    """Lends programs to those who play matches, and counts what they fail by; safe to share between threads."""

    def __init__(self) -> None:
        self.is_stopped = False
        self._bots: list[ProcessBot] = []
        self._free: dict[str, list[ProcessBot]] = {}
        self._texts: list[ViewTexts] = []
        self._failures: dict[tuple[str, str], Failure] = {}
        self._lock = threading.Lock()

    def borrow(self, name: str, game: Game, budget_ms: float) -> ProcessBot:
        """A program that nobody else asks meanwhile: one that has played before, or another one."""
        with self._lock:
            free = self._free.setdefault(name, [])
            if free:
                return free.pop()
            bot = ProcessBot(name, game, 0, budget_ms)
            self._bots.append(bot)
            return bot

    def give_back(self, name: str, bot: ProcessBot) -> None:
        """Lets others have a program."""
        with self._lock:
            self._free[name].append(bot)

    def borrow_texts(self) -> ViewTexts:
        """What writes the views for all programs of a match."""
        with self._lock:
            return self._texts.pop() if self._texts else ViewTexts()

    def give_texts_back(self, texts: ViewTexts) -> None:
        """Lets another match have what was written."""
        with self._lock:
            self._texts.append(texts)

    def note(self, name: str, error: BotError) -> None:
        """Counts a match that a bot has forfeited."""
        with self._lock:
            self._failures.setdefault((name, error.kind), Failure(str(error))).count += 1

    def stop(self) -> None:
        """Ends all programs, since nobody wants to know how their matches end."""
        self.is_stopped = True
        for bot in self._bots:
            bot.abort()

    def close(self) -> None:
        """Lets all programs go, and says each kind of failure once."""
        for bot in self._bots:
            bot.close()
        for failure in self._failures.values():
            number = "1 match" if failure.count == 1 else f"{failure.count:,} matches"
            _log.warning("%s: %s forfeited in this way", failure.sentence, number)
        self._failures.clear()
