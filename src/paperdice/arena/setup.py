"""What is played: one game, its deal, its bots and a seed; everything that a worker needs to play any block of it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TypeVar

from paperdice.bots import DEFAULT_BUDGET_MS, Bot, check_bot, check_budget
from paperdice.errors import Reason, SetupError
from paperdice.game import Game
from paperdice.games import find_game
from paperdice.position import parse_sheet
from paperdice.sheet import Sheet

T = TypeVar("T")
# Years of work on any machine; beyond it numbers of matches would not fit into compiled code either.
MOST_MATCHES = 10**12


@dataclass(frozen=True)
class Setup:
    """A run of matches; match n depends on this and n alone, wherever it is played.

    `sheets` are written as in a record: a name, for an owner's sheet with what it prints; `dealt` are the sheets.
    `guests` has an entry a seat if some bots are objects of the caller, which nobody but this process knows.
    """

    game: str
    seats: int
    bots: tuple[str, ...]
    seed: int = 0
    sheets: tuple[str, ...] = ()
    first: int = -1
    budget_ms: float = DEFAULT_BUDGET_MS
    playouts: int | None = None
    guests: tuple[Bot | None, ...] = field(default=(), hash=False, repr=False)
    dealt: tuple[Sheet, ...] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        game = find_game(self.game)
        check_whole("seats", self.seats)
        if self.seats not in game.seats:
            reason = Reason("bad_seats", {"game": game.name, "low": game.seats[0], "high": game.seats[-1]})
            raise SetupError(f"{game.name} takes {game.seats[0]} to {game.seats[-1]} seats, not {self.seats}", reason)
        if len(self.bots) != self.seats:
            raise SetupError(f"{len(self.bots)} bots for {self.seats} seats")
        check_whole("playouts", 1 if self.playouts is None else self.playouts)
        check_budget(self.budget_ms, self.playouts)
        if self.sheets and len(self.sheets) != self.seats:
            raise SetupError(
                f"{len(self.sheets)} sheets for {self.seats} seats", Reason("bad_deal", {"seats": self.seats})
            )
        check_whole("a seed", self.seed)
        if self.seed < 0:
            raise SetupError(f"a seed is a number from 0 up, not {self.seed}")
        texts = self.sheets or game.deal(self.seats)
        object.__setattr__(self, "dealt", tuple(parse_sheet(game, text) for text in texts))
        for name, guest in zip(self.bots, self.guests or (None,) * self.seats, strict=True):
            if guest is None:
                check_bot(name, game.on(self.dealt))

    @property
    def has_guests(self) -> bool:
        """Tells whether some bots are objects of the caller: then nothing is compiled or sent away."""
        return any(guest is not None for guest in self.guests)

    def guest(self, seat: int) -> Bot | None:
        """The object that plays for a seat, None where the bot has a name."""
        return self.guests[seat] if self.guests else None

    @property
    def played_game(self) -> Game:
        """The game as it is played on the sheets of this run."""
        return find_game(self.game).on(self.dealt)


def spread(given: tuple[T, ...], seats: int) -> tuple[T, ...]:
    """Gives one entry a seat: a single one serves all."""
    check_whole("seats", seats)
    return given * seats if len(given) == 1 else given


def check_whole(what: str, given: object) -> None:
    """Raises unless this is a whole number."""
    if not isinstance(given, int) or isinstance(given, bool):
        raise SetupError(f"{what} must be a whole number, not {given!r}")


def check_matches(what: str, matches: int, start: int = 0) -> None:
    """Raise unless a run, duel or league can have this many matches, counted from this one."""
    check_whole("matches", matches)
    check_whole("start", start)
    if not 0 <= start < MOST_MATCHES:
        raise SetupError(f"matches are counted from 0 to {MOST_MATCHES - 1}, not {start}")
    if matches < 1:
        raise SetupError(f"a {what} has at least one match, not {matches}")
    if start + matches > MOST_MATCHES:
        raise SetupError(f"a {what} has at most {MOST_MATCHES:,} matches, not {start + matches:,}")


def check_number(what: str, given: object) -> None:
    """Raises unless this is a number."""
    if not isinstance(given, int | float) or isinstance(given, bool):
        raise SetupError(f"{what} must be a number, not {given!r}")
