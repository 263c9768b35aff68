"""The setup of a run: everything that a worker needs to play any block of its matches."""

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
# This many matches take years on any machine; larger match numbers would also overflow in compiled code.
MOST_MATCHES = 10**12


@dataclass(frozen=True)
class Setup:
    """The settings of a run of matches; match n depends only on these settings and on n, no matter where it is played.

    Args:
        game: The name of the game.
        seats: The number of seats.
        bots: The name of each seat's bot.
        seed: The seed for dice and bots.
        sheets: The sheet of each seat in record notation; by default, the sheets that the game deals.
        first: The seat that starts every match; -1 rotates from match to match.
        budget_ms: The time limit per decision, in milliseconds.
        playouts: A limit on rollouts per decision, used instead of the time limit.
        guests: For each seat, the bot if it is given as an object (which exists only in this process), otherwise None.

    Raises:
        SetupError: The game cannot be played with these settings.
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
        """Whether any bot is given as an object, so that nothing can be compiled or sent to other processes."""
        return any(guest is not None for guest in self.guests)

    def guest(self, seat: int) -> Bot | None:
        """Return the bot of a seat if it is given as an object, or None if it is given by name."""
        return self.guests[seat] if self.guests else None

    @property
    def played_game(self) -> Game:
        return find_game(self.game).on(self.dealt)


def per_seat(given: tuple[T, ...], seats: int) -> tuple[T, ...]:
    """Return one entry per seat: repeat a single entry for all seats, and return other tuples unchanged."""
    check_whole("seats", seats)
    return given * seats if len(given) == 1 else given


def check_whole(what: str, given: object) -> None:
    """Check that a value is an integer.

    Args:
        what: The name of the value in the error message.
        given: The value.

    Raises:
        SetupError: The value is not an integer.
    """
    if not isinstance(given, int) or isinstance(given, bool):
        raise SetupError(f"{what} must be a whole number, not {given!r}")


def check_matches(what: str, matches: int, start: int = 0) -> None:
    """Check that a run, duel or league can play `matches` matches starting at match `start`.

    Args:
        what: `run`, `duel` or `league`, for the error message.
        matches: The number of matches.
        start: The number of the first match.

    Raises:
        SetupError: The matches are out of range.
    """
    check_whole("matches", matches)
    check_whole("start", start)
    if not 0 <= start < MOST_MATCHES:
        raise SetupError(f"matches are counted from 0 to {MOST_MATCHES - 1}, not {start}")
    if matches < 1:
        raise SetupError(f"a {what} has at least one match, not {matches}")
    if start + matches > MOST_MATCHES:
        raise SetupError(f"a {what} has at most {MOST_MATCHES:,} matches, not {start + matches:,}")


def check_number(what: str, given: object) -> None:
    """Check that a value is a number.

    Args:
        what: The name of the value in the error message.
        given: The value.

    Raises:
        SetupError: The value is not a number.
    """
    if not isinstance(given, int | float) or isinstance(given, bool):
        raise SetupError(f"{what} must be a number, not {given!r}")
