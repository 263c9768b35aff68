"""The history of a match or a pad: its entries and their corrections, and `MatchLike`, the common interface of both."""

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
# Separates the notes in the comment on a throw or a phase.
NOTES = "; "
# A pad has no phases.
PAD_PHASE = "pad"
PASS_TEXT = "-"


class Place(NamedTuple):
    """The place of an entry in the history: a throw of a turn, or a seat's move in a phase.

    On a pad, `turn` is the number of the entry.
    """

    turn: int
    throw: int = 0
    phase: str = ""
    seat: int = NO_SEAT


@dataclass(frozen=True, slots=True)
class Entry:
    """A roll, move or mark as entered, with its time (`clock`) and comment from the record.

    `forced` means that the move was the only legal one.
    """

    text: str
    clock: float | None = None
    comment: str = ""
    forced: bool = False


class Asked(NamedTuple):
    """An entry that a correction of an earlier entry has made impossible, with the error; its seat has to enter
    something else.
    """

    place: Place
    entry: Entry
    error: PaperdiceError


History = dict[Place, Entry]


class Correction(NamedTuple):
    """The result of a correction: the old text of the entry, the corrected match or pad, and the number of throws and
    moves that were re-entered to build it.
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
    """Return the error to raise for a place without an entry."""
    return IllegalMoveError("there is no such entry in this match", Reason("no_such_entry", {"turn": place.turn}))


def correct_entry(history: Mapping[Place, Entry], place: Place, text: str) -> History:
    """Return the history with the text of the entry at `place` replaced, and with a comment that notes the correction.

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
    """Return whether the comment of an entry notes that it was corrected."""
    return any(_is_noted(note, place) for note in entry.comment.split(NOTES))


def _note_correction(comment: str, place: Place) -> str:
    """Return the comment on a throw or a phase, with a correction at `place` added to its notes.

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
    """The common interface of matches and pads. A method that only one of them supports raises an error on the
    other.
    """

    @property
    def sheets(self) -> tuple[Sheet, ...]:
        """The sheet of each seat."""

    @property
    def throw_number(self) -> int:
        """The number of the throw in the turn: 1, or 2 for a reroll. Before a throw, it is that of the throw
        to come.
        """

    @property
    def is_closing(self) -> bool:
        """Whether a lock or the end of the match is pending on a pad: the other seats may still mark until someone
        enters `close`.
        """

    @property
    def n_entries(self) -> int:
        """The number of throws and moves, or of entries on a pad."""

    @property
    def asked(self) -> list[Asked]:
        """The entries that a correction has made impossible, and which their seats have to replace."""

    @property
    def n_later(self) -> int:
        """The number of entries after a correction that have not been re-entered yet."""

    @property
    def is_waiting(self) -> bool:
        """Whether, after a correction, any entries have not been re-entered yet or have to be replaced."""

    def snapshot(self) -> Position:
        """Return a copy of the position, excluding sealed moves."""

    def why_not(self, seat: int, row: int, cell: int) -> Reason | None:
        """Return the reason why a seat may not mark a cell, or None if it may."""

    def record(self, sealed: bool = True, headers: Mapping[str, str] | None = None) -> str:
        """Return the record as text.

        Args:
            sealed: Whether to include sealed moves, which other players must not see yet.
            headers: Headers to add to those of the match.
        """

    def copy(self) -> MatchLike:
        """Return an independent copy."""

    # Dice and moves

    def after(self, moves: Mapping[int, str]) -> MatchLike:
        """Return a copy of the match with these moves sealed and the phase resolved."""

    def draw_roll(self, source: DiceSource) -> str:
        """Throw the required dice with a source and return the roll, without applying it to the match."""

    def check_roll(self, roll: str) -> None:
        """Raise an error if `roll` is not a possible roll of the required dice."""

    def check_move(self, seat: int, move: str) -> None:
        """Raise an error if a seat may not play this move in this phase."""

    def check_take_back(self, seat: int) -> None:
        """Raise an error if a seat has not sealed a move that it could take back."""

    def throw(self, dice: str) -> None:
        """Apply a roll of the required dice, given as text."""

    def play(self, seat: int, move: str, *, hold: bool = False) -> None:
        """Seal the move of a seat; the last move resolves the phase, unless `hold` is set."""

    def resolve(self) -> None:
        """Resolve the phase after all moves have been sealed."""

    def take_back(self, seat: int) -> None:
        """Withdraw the sealed move of a seat."""

    def note(self, comment: str = "", clock: float | None = None) -> None:
        """Attach a comment, or a time in seconds since the start of the match, to the last roll or resolved phase."""

    # Entries of a pad

    def check_entry(self, seat: int, text: str) -> None:
        """Raise an error if a seat of a pad may not make this entry."""

    def enter(self, seat: int, text: str) -> None:
        """Make an entry for a seat of a pad: a mark, a miss or `close`."""

    # The history

    def walk_work(self, n_events: int) -> float:
        """Estimate the cost of replaying the history, as the number of moves that a server makes in the same time.

        Args:
            n_events: The number of events in the log of the table.
        """

    def correct_work(self, n_events: int) -> float:
        """Estimate the cost of a correction, as the number of moves that a server makes in the same time.

        Args:
            n_events: The number of events in the log of the table.
        """

    def history(self) -> History:
        """Return all entries in order, including those that have not been re-entered yet, but without sealed moves."""

    def walk_history(self) -> Iterator[tuple[Place, Entry]]:
        """Yield the entries in the order of the record, without sealed moves."""

    def active_at(self, place: Place) -> int:
        """Return the seat that is active at a place in the history, or on a pad the seat that made the entry."""

    def seek_choices(self, place: Place) -> Iterator[tuple[str, ...] | None]:
        """Replay the history up to a place: yield None for each step, and finally the choices that the seat
        had there.
        """

    def find_place(self, seat: int, turn: int | None, throw: int, phase: str) -> Place:
        """Return the place of an entry that a seat wants to correct.

        Args:
            seat: The seat, whose own move is meant if `throw` is 0.
            turn: The number of the turn, or of the entry on a pad; None for the last throw, or the seat's last entry on
                a pad.
            throw: The number of the throw in the turn; 0 for a move.
            phase: The phase of the move.
        """

    def corrected(self, place: Place, text: str) -> Correction:
        """Return the result of replacing the text of the entry at a place; raise an error if the text is not possible
        there.
        """

    def enter_later(self) -> bool:
        """Re-enter the entries that a correction has left waiting, as far as possible; return whether any were
        re-entered.
        """

    def take_notes(self) -> list[str]:
        """Return and clear the comments on impossible entries that have been replaced."""
