"""Getting bots ready: compiled and solved once, kept on disk, and known from a mark there."""

from __future__ import annotations

import contextlib
import fcntl
import hashlib
import json
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from paperdice.bots.levels import model_of
from paperdice.bots.making import make_own_bot
from paperdice.bots.process_bot import PREFIX
from paperdice.dice import SeededDice
from paperdice.fast.cache import cache_root, machine_hash, source_hash
from paperdice.games import find_game
from paperdice.match import Match
from paperdice.position import Position

# Bots that need nothing compiled.
INSTANT = ("random", "casual")
LEVELS = ("steady", "expert")
# Games that most people come for; another one is got ready when somebody chooses it.
USUAL = ("qwixx", "twenty_one", "qwantum", "sixto")
# A level that is made of `steady`, whose kernels it needs and one more.
SLIPPING = "level-1"
# Enough for every kernel of a search to run once.
PLAYOUTS, BUDGET_MS = 64, 1000


class WarmUp(NamedTuple):
    """What is compiled and solved together: a bot of a game, for so many seats on such sheets."""

    game: str
    bot: str
    seats: int
    sheets: tuple[str, ...] = ()

    def mark(self, root: Path) -> Path:
        """The empty file in a cache that says that everything is there, for these sources and this machine."""
        sheets = hashlib.sha256("/".join(self.sheets).encode()).hexdigest()[:8] if self.sheets else "default"
        name = f"{self.game}-{self.bot}-{self.seats}-{sheets}"
        return root / f"kernels-{source_hash()}" / f"warm-{machine_hash()}" / name

    def is_done(self, root: Path) -> bool:
        """Tells whether the bot can be loaded from a cache without compiling."""
        return self.bot in INSTANT or self.bot.startswith(PREFIX) or self.mark(root).exists()


def warm_up_of(position: Position, bot: str) -> WarmUp:
    """What a bot needs in a match; the usual sheets of a game go without names, and so do an owner's own.

    A level needs what the bot needs that it is made of.
    """
    names = tuple(sheet.name for sheet in position.sheets)
    is_usual = names == position.game.deal(len(names)) or not set(names) <= set(position.game.sheets)
    return WarmUp(position.game.name, model_of(bot), len(names), () if is_usual else names)


def write_line(wanted: WarmUp) -> bytes:
    """A warm-up as a process reads it that gets bots ready."""
    return json.dumps(wanted).encode() + b"\n"


def read_warm_up(fields: Sequence[Any]) -> WarmUp:
    """Return the warm-up that was sent as JSON."""
    game, bot, seats, sheets = fields
    return WarmUp(game, bot, seats, tuple(sheets))


def usual_warm_ups() -> list[WarmUp]:
    """What people need first: each level in the usual games with two seats."""
    return [WarmUp(game, bot, 2) for bot in LEVELS for game in USUAL]


def rehearse(wanted: WarmUp) -> None:
    """Lets a bot decide once in a match that nobody sees, which compiles or loads all that it needs."""
    game = find_game(wanted.game)
    match = Match(game, wanted.seats, wanted.sheets or None)
    seed = 0
    match.throw(SeededDice(seed))
    while len(match.choices(match.acting[0])) == 1:
        seed += 1
        match = Match(game, wanted.seats, wanted.sheets or None)
        match.throw(SeededDice(seed))
    for bot in (wanted.bot, SLIPPING) if wanted.bot == "steady" else (wanted.bot,):
        make_own_bot(bot, 0, BUDGET_MS, PLAYOUTS).decide(match.snapshot(), match.acting[0])


def warm_up(wanted: WarmUp, rehearsal: Callable[[WarmUp], None] = rehearse) -> bool:
    """Gets a bot ready on disk; where another process does the same, waits for it. Tells whether there was work."""
    root = cache_root()
    if wanted.is_done(root):
        return False
    mark = wanted.mark(root)
    mark.parent.mkdir(parents=True, exist_ok=True)
    with _locked(mark.with_suffix(".lock")):
        if wanted.is_done(root):
            return False
        rehearsal(wanted)
        mark.touch()
    return True


@contextlib.contextmanager
def _locked(file: Path) -> Iterator[None]:
    """Hold a lock between processes, which is released when its holder ends."""
    with file.open("w") as handle:
        fcntl.flock(handle, fcntl.LOCK_EX)
        yield
