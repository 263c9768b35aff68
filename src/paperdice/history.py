"""The history of a match or a pad: its entries, their corrections, and the interface that applications use for both."""

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
# Separates notes of the record beside a throw or a phase.
NOTES = "; "
# A pad has no phases.
PAD_PHASE = "pad"
PASS_TEXT = "-"


class Place(NamedTuple):
    """The place of an entry: a throw of a turn, or a seat's move in a phase.

    On a pad the turn is the number of the entry.
    """

    turn: int
    throw: int = 0
    phase: str = ""
    seat: int = NO_SEAT


@dataclass(frozen=True, slots=True)
class Entry:
    """A roll, a move or a mark as entered, with the record's notes on it.

    A `forced` move was the only legal one.
    """

    text: str
    clock: float | None = None
    comment: str = ""
    forced: bool = False


class Asked(NamedTuple):
    """An entry that a correction has made impossible, with the reason; its seat has to enter something else."""

    place: Place
    entry: Entry
    error: PaperdiceError


History = dict[Place, Entry]


class Correction(NamedTuple):
    """A checked correction: the old text, the corrected match or pad, and the number of throws and moves that were
    re-entered.
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
    """Return the history with the text at a place replaced and noted as corrected."""
    was = find_entry(history, place)
    comment = _note_correction(was.comment, place)
    found: History = {}
    for each, entry in history.items():
        is_beside = (each.turn, each.throw, each.phase) == (place.turn, place.throw, place.phase)
        found[each] = Entry(entry.text, entry.clock, comment, entry.forced) if is_beside else entry
    found[place] = Entry(text, was.clock, comment)
    return found


def is_corrected(place: Place, entry: Entry) -> bool:
    """Return whether the record notes a correction of this entry."""
    return any(_is_noted(note, place) for note in entry.comment.split(NOTES))


def _note_correction(comment: str, place: Place) -> str:
    """Return the note on a throw or a phase after another correction: it lists the seats whose moves were corrected."""
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
    """The common interface of matches and pads; methods that only one of them supports raise an error on the other."""

    @property
    def sheets(self) -> tuple[Sheet, ...]:
        """The sheet of each seat."""

    @property
    def throw_number(self) -> int:
        """The number of the next or last throw of the turn."""

    @property
    def is_closing(self) -> bool:
        """Whether a lock or the end of the match is pending on a pad: seats may still mark until someone enters
        `close`.
        """

    @property
    def n_entries(self) -> int:
        """The number of throws and moves, or of entries on a pad."""

    @property
    def asked(self) -> list[Asked]:
        """Entries that a correction has made impossible and that their seats have to enter anew."""

    @property
    def n_later(self) -> int:
        """The number of entries waiting to be re-entered after a correction."""

    @property
    def is_waiting(self) -> bool:
        """Whether any entries are waiting to be re-entered or have to be entered anew after a correction."""

    def snapshot(self) -> Position:
        """Return a copy of the position, excluding sealed moves."""

    def why_not(self, seat: int, row: int, cell: int) -> Reason | None:
        """Return the rule that forbids a seat to mark a cell, or None if it may be marked."""

    def record(self, sealed: bool = True, headers: Mapping[str, str] | None = None) -> str:
        """Return the record as text, with additional headers."""

    def copy(self) -> MatchLike:
        """Return an independent copy."""

    # Dice and moves

    def after(self, moves: Mapping[int, str]) -> MatchLike:
        """Return the match after these moves have been sealed in addition and the phase is resolved."""

    def draw_roll(self, source: DiceSource) -> str:
        """Return a throw of the required dice from a source, without applying it."""

    def check_roll(self, roll: str) -> None:
        """Raise an error if this is not a possible roll of the required dice."""

    def check_move(self, seat: int, move: str) -> None:
        """Raise an error if a seat may not play a move."""

    def check_take_back(self, seat: int) -> None:
        """Raise an error if a seat has no move to take back."""

    def throw(self, dice: str) -> None:
        """Apply a throw of the required dice."""

    def play(self, seat: int, move: str, *, hold: bool = False) -> None:
        """Seal the move of a seat."""

    def resolve(self) -> None:
        """Resolve a phase in which all moves are sealed."""

    def take_back(self, seat: int) -> None:
        """Withdraw the sealed move of a seat."""

    def note(self, comment: str = "", clock: float | None = None) -> None:
        """Attach a comment or a time to the last roll or resolved phase."""

    # Entries of a pad

    def check_entry(self, seat: int, text: str) -> None:
        """Raise an error if a seat of a pad cannot make this entry."""

    def enter(self, seat: int, text: str) -> None:
        """Make an entry for a seat of a pad: a mark, a miss or `close`."""

    # The history

    def walk_work(self, n_events: int) -> float:
        """Return the cost of replaying the history, measured in moves, for a log with this many events."""

    def correct_work(self, n_events: int) -> float:
        """Return the cost of a correction, measured in moves, for a log with this many events."""

    def history(self) -> History:
        """Return all entries in order, including those waiting to be re-entered, excluding sealed moves."""

    def walk_history(self) -> Iterator[tuple[Place, Entry]]:
        """Yield the entries in record order, excluding sealed moves."""

    def active_at(self, place: Place) -> int:
        """Return the active seat at a place of the history, or the seat that made the entry of a pad."""

    def seek_choices(self, place: Place) -> Iterator[tuple[str, ...] | None]:
        """Yield None for each step on the way to a place, then the choices that the seat had there."""

    def find_place(self, seat: int, turn: int | None, throw: int, phase: str) -> Place:
        """Return the place that a seat refers to: its own move, or a throw if `throw` is not 0; the last one if `turn`
        is None.
        """

    def corrected(self, place: Place, text: str) -> Correction:
        """Return the correction that replaces the entry at a place with another text; raise an error if that is
        impossible.
        """

    def enter_later(self) -> bool:
        """Re-enter waiting entries at the places that come next; return whether there were any."""

    def take_notes(self) -> list[str]:
        """Return and clear the notes on entries that have been entered anew."""
