"""What is played: one game, its deal, its bots and a seed; everything that a worker needs to play any block of it."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass, field, fields
from functools import cache

from paperdice.bots import DEFAULT_BUDGET_MS, check_bot, check_budget
from paperdice.bots.weights import FOLDER
from paperdice.errors import Reason, SetupError
from paperdice.fast.cache import source_hash
from paperdice.game import Game
from paperdice.games import find_game
from paperdice.sheet import Sheet


@dataclass(frozen=True)
class Setup:
    """A run of matches; match n depends on this and n alone, wherever it is played.

    `dealt` is the sheet of each seat, found by the names in `sheets` or by the game's own deal.
    """

    game: str
    seats: int
    bots: tuple[str, ...]
    seed: int = 0
    sheets: tuple[str, ...] = ()
    first: int = -1
    budget_ms: float = DEFAULT_BUDGET_MS
    playouts: int | None = None
    dealt: tuple[Sheet, ...] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        game = find_game(self.game)
        if self.seats not in game.seats:
            reason = Reason("bad_seats", {"game": game.name, "low": game.seats[0], "high": game.seats[-1]})
            raise SetupError(f"{game.name} takes {game.seats[0]} to {game.seats[-1]} seats, not {self.seats}", reason)
        if len(self.bots) != self.seats:
            raise SetupError(f"{len(self.bots)} bots for {self.seats} seats")
        for name in self.bots:
            check_bot(name, game)
        check_budget(self.budget_ms, self.playouts)
        if self.sheets and len(self.sheets) != self.seats:
            raise SetupError(
                f"{len(self.sheets)} sheets for {self.seats} seats", Reason("bad_deal", {"seats": self.seats})
            )
        if self.seed < 0:
            raise SetupError(f"a seed is a number from 0 up, not {self.seed}")
        names = self.sheets or game.deal(self.seats)
        object.__setattr__(self, "dealt", tuple(game.sheets[name] for name in names))

    @property
    def played_game(self) -> Game:
        """The game that is played."""
        return find_game(self.game)

    def facts(self) -> dict[str, object]:
        """What the run was made with, as plain values."""
        return {entry.name: getattr(self, entry.name) for entry in fields(self) if entry.init}

    @property
    def name(self) -> str:
        """A short name that is different for every different run, and for every version of our own bots."""
        text = json.dumps(self.facts() | {"rules": self.played_game.version, "version": bots_version()}, sort_keys=True)
        return f"{self.game}-{self.seats}-{hashlib.sha256(text.encode()).hexdigest()[:16]}"


@cache
def bots_version() -> str:
    """Gives a name for the state of our own bots: their sources and what they have learned."""
    digest = hashlib.sha256(source_hash().encode())
    for path in sorted([*FOLDER.rglob("*.npz"), *FOLDER.rglob("*.toml")]):
        digest.update(path.relative_to(FOLDER).as_posix().encode() + path.read_bytes())
    return digest.hexdigest()[:16]


def spread(given: tuple[str, ...], seats: int) -> tuple[str, ...]:
    """Gives one entry a seat: a single one serves all."""
    return given * seats if len(given) == 1 else given
