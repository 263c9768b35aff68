"""The history of a match or a pad: its entries one by one, corrections of them, and what a host asks of either."""

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
# Between two things that the record notes beside a throw or a phase.
NOTES = "; "
# A pad has no phases.
PAD_PHASE = "pad"
PASS_TEXT = "-"


class Place(NamedTuple):
    """Where an entry stands: a throw of a turn, or a seat's move in a phase of it.

    On a pad the turn is the number of the entry.
    """

    turn: int
    throw: int = 0
    phase: str = ""
    seat: int = NO_SEAT


@dataclass(frozen=True, slots=True)
class Entry:
    """A roll, a move or a mark as it was entered, with what the record keeps beside it.

    A `forced` move was the only one.
    """

    text: str
    clock: float | None = None
    comment: str = ""
    forced: bool = False


class Asked(NamedTuple):
    """An entry that a correction has made impossible, and why: its seat is asked for another one."""

    place: Place
    entry: Entry
    error: PaperdiceError


History = dict[Place, Entry]


class Correction(NamedTuple):
    """A correction that can be made: the text that stood there, the match or pad that takes it, and how much work
    that is, in throws and moves that are entered again."""

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
    """The error for a place where nothing was entered."""
    return IllegalMoveError("there is no such entry in this match", Reason("no_such_entry", {"turn": place.turn}))


def correct_entry(history: Mapping[Place, Entry], place: Place, text: str) -> History:
    """Return the history with another text at a place, and with a note of that beside the throw or the phase."""
    was = find_entry(history, place)
    comment = _note_correction(was.comment, place)
    found: History = {}
    for each, entry in history.items():
        is_beside = (each.turn, each.throw, each.phase) == (place.turn, place.throw, place.phase)
        found[each] = Entry(entry.text, entry.clock, comment, entry.forced) if is_beside else entry
    found[place] = Entry(text, was.clock, comment)
    return found


def is_corrected(place: Place, entry: Entry) -> bool:
    """Whether the record notes a correction of this very entry."""
    return any(_is_noted(note, place) for note in entry.comment.split(NOTES))


def _note_correction(comment: str, place: Place) -> str:
    """What is noted beside a throw or a phase after one more correction: the seats whose moves were corrected."""
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
    """What a host asks of a match or a pad; each refuses, with a reason, what only the other one takes."""

    @property
    def sheets(self) -> tuple[Sheet, ...]:
        """The sheet of each seat."""

    @property
    def throw_number(self) -> int:
        """Which throw of the turn comes next or came last."""

    @property
    def is_closing(self) -> bool:
        """Whether a moment is open that the table has to close, since a mark has locked a row or ends the match."""

    @property
    def n_entries(self) -> int:
        """How many throws and moves, or entries of a pad, have been made."""

    @property
    def asked(self) -> list[Asked]:
        """What corrections have made impossible, and what is therefore asked for again."""

    @property
    def n_later(self) -> int:
        """How many entries wait, after a correction, to be entered again."""

    @property
    def is_waiting(self) -> bool:
        """Whether anything waits or is asked for after a correction."""

    def snapshot(self) -> Position:
        """The position, without sealed moves, as a copy."""

    def why_not(self, seat: int, row: int, cell: int) -> Reason | None:
        """The rule that forbids a seat to mark a cell, None if it may."""

    def record(self, sealed: bool = True, headers: Mapping[str, str] | None = None) -> str:
        """The record as text, with more headers."""

    def copy(self) -> MatchLike:
        """An independent copy."""

    # Dice and moves

    def after(self, moves: Mapping[int, str]) -> MatchLike:
        """The match once these seats have sealed too and the phase is resolved."""

    def draw_roll(self, source: DiceSource) -> str:
        """The wanted dice as a source throws them; they are not laid."""

    def check_roll(self, roll: str) -> None:
        """Raise why the wanted dice cannot lie like this."""

    def check_move(self, seat: int, move: str) -> None:
        """Raise why a seat may not play a move."""

    def check_take_back(self, seat: int) -> None:
        """Raise why a seat has no move to take back."""

    def throw(self, dice: str) -> None:
        """Lay the wanted dice."""

    def play(self, seat: int, move: str, *, hold: bool = False) -> None:
        """Seal the move of a seat."""

    def resolve(self) -> None:
        """Resolve a phase whose moves are all sealed."""

    def take_back(self, seat: int) -> None:
        """Withdraw the sealed move of a seat."""

    def note(self, comment: str = "", clock: float | None = None) -> None:
        """Add a comment or the time to the last roll or resolved phase."""

    # Entries of a pad

    def check_entry(self, seat: int, text: str) -> None:
        """Raise why a seat of a pad cannot enter this."""

    def enter(self, seat: int, text: str) -> None:
        """Enter something on a seat of a pad."""

    # The history

    def walk_work(self, n_events: int) -> float:
        """The work of walking through the history, in moves, when the log has this many events."""

    def correct_work(self, n_events: int) -> float:
        """The work of a correction, in moves, when the log has this many events."""

    def history(self) -> History:
        """All entries in order, and those that wait to be entered again; no move that is still sealed."""

    def walk_history(self) -> Iterator[tuple[Place, Entry]]:
        """Yield the entries one by one, as the record has them, without moves that are still sealed."""

    def active_at(self, place: Place) -> int:
        """The seat whose turn it was at a place of the history, or which made the entry of a pad."""

    def seek_choices(self, place: Place) -> Iterator[tuple[str, ...] | None]:
        """Yield None for each step on the way to a place, and there what the seat could have entered."""

    def find_place(self, seat: int, turn: int | None, throw: int, phase: str) -> Place:
        """The place that a seat means: of a throw if `throw` is not 0, the last one if `turn` is None, else of its
        own move."""

    def corrected(self, place: Place, text: str) -> Correction:
        """The correction that puts another text at a place; raise why that cannot be."""

    def enter_later(self) -> bool:
        """Enter what waits for the places that come next; return whether there was any."""

    def take_notes(self) -> list[str]:
        """Return what the record noted beside entries that have been answered again, and forget it."""
