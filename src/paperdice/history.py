"""The history of a match or pad, corrections of its entries, and `MatchLike`, the interface that both share."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import NamedTuple, Protocol

from paperdice.dice import DiceSource
from paperdice.errors import IllegalMoveError, PaperdiceError, Reason
from paperdice.position import Position
from paperdice.record import CORRECTED
from paperdice.sheet import Sheet
from paperdice.view import Viewable

NO_SEAT = -1
# Separator of the notes in the comment on a throw or phase.
NOTES = "; "
# A pad has no phases.
PAD_PHASE = "pad"
PASS_TEXT = "-"


class Place(NamedTuple):
    """The place of an entry in the history of a match or pad.

    Attributes:
        turn: The number of the turn, or of the entry on a pad.
        throw: The number of the throw within the turn, or 0 for a move.
        phase: The phase of a move; empty for a throw.
        seat: The seat that made a move; `NO_SEAT` for a throw.
    """

    turn: int
    throw: int = 0
    phase: str = ""
    seat: int = NO_SEAT


@dataclass(frozen=True, slots=True)
class Entry:
    """A roll, move or mark in the history.

    Attributes:
        text: The roll, move or mark in text notation.
        clock: The time in seconds since the start of the match, or None if it is unknown.
        comment: The comment from the record.
        forced: Whether the move was the only legal one.
    """

    text: str
    clock: float | None = None
    comment: str = ""
    forced: bool = False


class Asked(NamedTuple):
    """An entry that its seat has to replace because the correction of an earlier entry has made it impossible.

    Attributes:
        place: The place of the entry.
        entry: The invalidated entry.
        error: The error that explains why the entry is impossible.
    """

    place: Place
    entry: Entry
    error: PaperdiceError


class Pending(NamedTuple):
    """An entry on a pad that has caused a pending lock or the pending end of the match.

    Attributes:
        seat: The seat that made the entry.
        text: The entry.
        locks: The colors that the entry locks.
        ends: Whether the entry ends the match.
    """

    seat: int
    text: str
    locks: tuple[str, ...]
    ends: bool


History = dict[Place, Entry]


class Correction(NamedTuple):
    """The result of a correction.

    Attributes:
        was: The text of the entry before the correction.
        match: The corrected match or pad.
        n_reentered: The number of throws and moves that were re-entered to build `match`.
    """

    was: str
    match: MatchLike
    n_reentered: int


def last_throw(history: Mapping[Place, Entry]) -> Place:
    """Return the place of the last throw; raise `IllegalMoveError` if there was none."""
    throws = [place for place in history if place.throw]
    if not throws:
        raise IllegalMoveError("nothing has been thrown yet", Reason("no_roll", {}))
    return throws[-1]


def find_entry(history: Mapping[Place, Entry], place: Place) -> Entry:
    """Return the entry at a place; raise `IllegalMoveError` if there is none."""
    if place not in history:
        raise no_such_entry(place)
    return history[place]


def no_such_entry(place: Place) -> IllegalMoveError:
    """Return the error for a place without an entry."""
    return IllegalMoveError("there is no such entry in this match", Reason("no_such_entry", {"turn": place.turn}))


def correct_entry(history: Mapping[Place, Entry], place: Place, text: str) -> History:
    """Return a copy of a history in which the entry at `place` is replaced with `text` and marked as corrected.

    Raises:
        IllegalMoveError: There is no entry at the place.
    """
    was = find_entry(history, place)
    comment = _note_correction(was.comment, place)
    found: History = {}
    for each, entry in history.items():
        is_beside = (each.turn, each.throw, each.phase) == (place.turn, place.throw, place.phase)
        found[each] = Entry(entry.text, entry.clock, comment, entry.forced) if is_beside else entry
    found[place] = Entry(text, was.clock, comment)
    return found


def is_corrected(place: Place, entry: Entry) -> bool:
    """Return whether the comment of an entry marks it as corrected."""
    return any(_is_noted(note, place) for note in entry.comment.split(NOTES))


def _note_correction(comment: str, place: Place) -> str:
    """Add a note about a correction at `place` to the comment on a throw or phase, and return the result.

    The note on a phase lists the seats whose moves were corrected.
    """
    notes = [note for note in comment.split(NOTES) if note]
    if any(_is_noted(note, place) for note in notes):
        return comment
    if place.throw:
        return NOTES.join([*notes, CORRECTED])
    known = [note for note in notes if note.startswith(f"{CORRECTED}:")]
    seats = sorted({place.seat, *[int(word) for note in known for word in note.split()[1:]]})
    kept = [note for note in notes if note not in known]
    return NOTES.join([*kept, f"{CORRECTED}: {' '.join([str(seat) for seat in seats])}"])


def _is_noted(note: str, place: Place) -> bool:
    what, _, seats = note.partition(": ")
    return what == CORRECTED and (bool(place.throw) or str(place.seat) in seats.split())


class MatchLike(Viewable, Protocol):
    """The interface that matches and pads share.

    A method that only one of them supports raises `IllegalMoveError` on the other.
    """

    @property
    def sheets(self) -> tuple[Sheet, ...]:
        """The sheet of each seat."""

    @property
    def throw_number(self) -> int:
        """The number of the current or upcoming throw within the turn: 1, or 2 for a reroll."""

    @property
    def is_closing(self) -> bool:
        """Whether a lock or the end of the match is pending on a pad.

        The other seats may still mark cells until someone enters `close`.
        """

    @property
    def pending(self) -> list[Pending]:
        """The entries on a pad that have caused the pending locks or the pending end."""

    @property
    def leaders(self) -> tuple[int, ...]:
        """The seats that would win if the match ended now: several if they are tied."""

    @property
    def n_entries(self) -> int:
        """The number of throws and moves, or the number of entries on a pad."""

    @property
    def asked(self) -> list[Asked]:
        """The entries that have become impossible after a correction. Their seats have to replace them."""

    @property
    def n_later(self) -> int:
        """The number of entries waiting to be re-entered after a correction."""

    @property
    def is_waiting(self) -> bool:
        """Whether any entries still have to be re-entered or replaced after a correction."""

    def snapshot(self) -> Position:
        """Return a copy of the current position, excluding sealed moves."""

    def why_not(self, seat: int, row: int, cell: int) -> Reason | None:
        """Return the reason why a seat cannot mark a cell, or None if it can."""

    def record(self, sealed: bool = True, headers: Mapping[str, str] | None = None) -> str:
        """Return the record as text.

        Args:
            sealed: Whether to include sealed moves, which must not be shown to other players.
            headers: Additional headers.
        """

    def copy(self) -> MatchLike:
        """Return an independent copy."""

    # Dice and moves

    def after(self, moves: Mapping[int, str]) -> MatchLike:
        """Return a copy of the match after sealing these moves and resolving the phase."""

    def draw_roll(self, source: DiceSource) -> str:
        """Throw the required dice using a dice source, and return the roll without applying it to the match."""

    def check_roll(self, roll: str) -> None:
        """Validate a roll without applying it; raise an error if the required dice cannot show it."""

    def check_move(self, seat: int, move: str) -> None:
        """Validate a move without sealing it; raise an error if it is not legal in this phase."""

    def check_take_back(self, seat: int) -> None:
        """Raise an error if a seat has no sealed move to take back."""

    def throw(self, dice: str) -> None:
        """Apply a roll of the required dice, given as text."""

    def play(self, seat: int, move: str, *, hold: bool = False) -> None:
        """Seal a seat's move, which stays secret until the last move resolves the phase (unless `hold` is set)."""

    def resolve(self) -> None:
        """Resolve the phase; only needed if its last move was played with `hold`."""

    def take_back(self, seat: int) -> None:
        """Withdraw the sealed move of a seat."""

    def note(self, comment: str = "", clock: float | None = None) -> None:
        """Attach a comment, a time or both to the last roll or resolved phase.

        Args:
            comment: The comment; braces are replaced with parentheses.
            clock: The time in seconds since the start of the match.
        """

    # Entries on a pad

    def check_entry(self, seat: int, text: str) -> None:
        """Validate an entry on a pad without making it; raise an error if the seat may not make it."""

    def enter(self, seat: int, text: str) -> None:
        """Make an entry on a pad for a seat: a mark, `miss`, `stall` or `close`."""

    # History and corrections

    def walk_work(self, n_events: int) -> float:
        """Estimate the cost of replaying the history, as the number of moves that a server handles in the same time.

        Args:
            n_events: The number of events in the table's log.
        """

    def correct_work(self, n_events: int) -> float:
        """Estimate the cost of a correction, as the number of moves that a server handles in the same time.

        Args:
            n_events: The number of events in the table's log.
        """

    def history(self) -> History:
        """Return all entries except sealed moves, in order, including those yet to be re-entered after a correction."""

    def walk_history(self) -> Iterator[tuple[Place, Entry]]:
        """Yield the entries in the order of the record, excluding sealed moves."""

    def active_at(self, place: Place) -> int:
        """Return the active seat at a place in the history, or on a pad the seat that made the entry."""

    def seek_choices(self, place: Place) -> Iterator[tuple[str, ...] | None]:
        """Replay the history up to a place to find the choices that its seat had there.

        Yields:
            None after each step, so that the caller can do other work, and finally the choices.
        """

    def find_place(self, seat: int, turn: int | None, throw: int, phase: str) -> Place:
        """Return the place of an entry that a seat wants to correct.

        Args:
            seat: The seat that made the move or entry; ignored for a throw.
            turn: The number of the turn, or of the entry on a pad. None stands for the last throw, or for the seat's
                last entry on a pad.
            throw: The number of the throw within the turn, or 0 for a move.
            phase: The phase of the move; ignored for a throw.
        """

    def corrected(self, place: Place, text: str) -> Correction:
        """Correct an entry by replacing its text, and return the result without changing the original.

        Args:
            place: The place of the entry.
            text: The new text.

        Raises:
            PaperdiceError: The new entry is not possible at that place.
        """

    def enter_later(self) -> bool:
        """Re-enter the entries after a correction as far as possible; return whether any were re-entered."""

    def take_notes(self) -> list[str]:
        """Return and clear the comments on impossible entries that have since been replaced."""
