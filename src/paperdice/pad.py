"""Sheets for dice that nobody enters: each seat says what it marks, the rules of the sheet hold, the dice are believed.

A mark is played as a turn of its own, alone on its sheet, with dice that allow it: so each rule stays where it is
written. What a mark does to all seats, a lock or the end, waits until the table closes the moment in which it fell:
until then others may still join in.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from copy import copy
from functools import cache, lru_cache
from itertools import chain
from typing import NamedTuple

import numpy as np

from paperdice.dice import Die
from paperdice.errors import IllegalMoveError, MatchOverError, NotationError, PaperdiceError, Reason, WrongSeatError
from paperdice.game import Game, Twin, copy_twin
from paperdice.match import Match, set_up
from paperdice.position import Position, format_sheet, start_position
from paperdice.record import (
    CLOSING_GOING_ON,
    CORRECTED,
    FIXED_HEADERS,
    PAD_VERSION,
    UNKNOWN_DICE,
    Part,
    Record,
    Turn,
    broken_record,
    format_record,
    is_pad,
    parse_record,
)
from paperdice.rulekit import CellState
from paperdice.sheet import Sheet
from paperdice.view import places_of

IntArray = np.ndarray[tuple[int, ...], np.dtype[np.int64]]
# What each roll changes in a state.
Lying = dict[tuple[str, ...], dict[str, object]]

MISS = "miss"
CLOSE = "close"
# Nobody marks any more, said where nobody ever has to.
STALL = "stall"
# More than the sheets of any game hold.
MOST_ENTRIES = 500


class PadEntry(NamedTuple):
    """What a seat has entered: a mark in the notation of the game, `miss`, or `stall` or `close` for the table."""

    seat: int
    text: str
    is_corrected: bool = False


class Option(NamedTuple):
    """The cell that a mark names; what is no mark in a row has none."""

    row: int = -1
    cell: int = -1


class Standing(NamedTuple):
    """A sheet by itself before a throw, and what the dice would change there."""

    alone: Position
    lying: Lying


class Refused(NamedTuple):
    """An entry that cannot stand since an earlier one was corrected, and why; `number` is the place where it stood,
    counted among the entries that are left."""

    number: int
    entry: PadEntry
    error: PaperdiceError


class Checked(NamedTuple):
    """A correction that can be made, and what it gives."""

    number: int
    text: str
    outcome: tuple[Pad, list[Refused]]


@cache
def believed_rolls(dice: tuple[Die, ...]) -> tuple[tuple[str, ...], ...]:
    """Rolls that together allow every mark that some roll allows: each number of each die, and each sum."""
    first, *others = dice
    low = [(face, *(die.faces[0] for die in others)) for face in first.faces]
    high = [(first.faces[-1], *(die.faces[nth] for die in others)) for nth in range(1, len(first.faces))]
    colors = sorted({face[0] for die in others for face in die.faces if not die.name.isalpha()})
    return tuple(dict.fromkeys(chain(low, high, *(_sum_rolls(dice, color) for color in colors))))


def _sum_rolls(dice: Sequence[Die], color: str) -> list[tuple[str, ...]]:
    """A roll for each sum that the faces of one color make with the dice that have one color only."""
    found: dict[int, tuple[str, ...]] = {0: ()}
    for die in dice:
        grown: dict[int, tuple[str, ...]] = {}
        for total, faces in found.items():
            for face in die.faces:
                counts = face[0] == color or die.name.isalpha()
                grown.setdefault(total + counts * int(face[1:]), (*faces, face))
        found = grown
    return list(found.values())


@lru_cache(maxsize=256)
def _lying_dice(game: Game, sheet: Sheet, locked: tuple[int, ...]) -> Lying:
    """For each believed roll what it changes in a state before a throw: what is marked has no say in how dice lie."""
    _, _, laid, before = start_position(game, [sheet], 0)
    if locked:
        before.locked[:] = locked
    wanted, found = game.rules.dice_wanted(before), Lying()
    for roll in believed_rolls(game.dice):
        thrown = copy_twin(before)
        faces = [die.faces.index(face) + 1 for die, face in zip(game.dice, roll, strict=True)]
        lying = [face * (wanted >> die.index & 1) for die, face in zip(game.dice, faces, strict=True)]
        game.rules.apply_roll(laid, thrown, np.array(lying, np.int64))
        if game.rules.Phase(thrown.phase).name == "REROLL":
            # The move 0 keeps the dice in every game that has a second throw.
            game.rules.apply_moves(laid, thrown, np.zeros(game.rules.MAX_SEATS, np.int64))
        after = vars(thrown)
        found[roll] = {name: after[name] for name, old in vars(before).items() if not np.array_equal(after[name], old)}
    return found


def _is_one_mark(text: str) -> bool:
    return text != "-" and " " not in text


class Pad:
    """The sheets of some seats, marked without dice; a refused call raises and changes nothing."""

    def __init__(self, game: Game, seats: int, sheets: str | Sheet | Sequence[str | Sheet] | None = None) -> None:
        self._match = Match(game, seats, sheets)
        self._match.headers["Dice"] = UNKNOWN_DICE
        self._alone = [start_position(game, [sheet], 0) for sheet in self._match.sheets]
        # What each seat may enter, and how its sheet stands by itself, once somebody has asked.
        self._options: dict[int, dict[str, Option]] = {}
        self._standing: dict[int, Standing] = {}
        # The dice that have allowed a mark before: which marks dice allow at all does not change.
        self._known: dict[str, tuple[str, ...]] = {}
        self._codes = np.zeros(self._match.raw.game.rules.MAX_MOVES, np.int64)
        self.entries: list[PadEntry] = []
        # What corrections have made impossible, until each seat has entered something in its place.
        self.asked: list[Refused] = []
        self.headers: dict[str, str] = {"Dice": UNKNOWN_DICE}
        self.is_closing = False
        # While a moment is open: the locks that wait for its end, and what was written when it began.
        self._locking: IntArray | None = None
        self._written = self._match.raw.state.written.copy()
        # The correction that was checked last, until it is made or something else is entered.
        self._checked: Checked | None = None

    def copy(self) -> Pad:
        """Return an independent pad with the same entries."""
        pad = copy(self)
        for name, value in vars(self).items():
            if isinstance(value, list | dict):
                setattr(pad, name, value.copy())
        return pad

    def __repr__(self) -> str:
        return (
            f"<Pad of {self.game.title}: {len(self.entries)} entries, scores {' '.join(map(str, self.match.scores))}>"
        )

    # Asking

    @property
    def game(self) -> Game:
        """The game whose sheets these are."""
        return self._match.game

    @property
    def match(self) -> Match:
        """The sheets as a match that stands where they stand, for views, scores and pictures; it is not played on."""
        return self._match

    @property
    def over(self) -> bool:
        """Tells whether the match is over."""
        return self._match.over

    def options(self, seat: int) -> dict[str, Option]:
        """Every entry that the sheet of a seat may take now, whatever the dice are."""
        self._check_seat(seat)
        if self.over:
            return {}
        if seat not in self._options:
            self._options[seat] = self._find_options(seat)
        found = self._options[seat]
        return found | {STALL: Option()} if self._idle_rounds and not self.is_closing else found

    def why_not(self, seat: int, row: int, cell: int) -> Reason | None:
        """Gives the rule that forbids this cell whatever the dice are, or None if some dice allow it."""
        self._check_seat(seat)
        if self.over:
            return Reason("over", {})
        if self._is_full(seat):
            return Reason("sheet_full", {})
        reasons: list[Reason] = []
        for roll in believed_rolls(self.game.dice):
            why = self._throw(seat, roll).why_not(0, row, cell)
            if why is None:
                return None
            reasons.append(why)
        # Most rolls do not fit, and that is what is said of them; what no dice can mend is said where they fit.
        counts = Counter(why.id for why in reasons)
        return min(reasons, key=lambda why: counts[why.id])

    def check(self, seat: int, text: str) -> None:
        """Raises why this cannot be entered now."""
        self._find_roll(seat, text)

    def _find_roll(self, seat: int, text: str) -> tuple[str, ...]:
        """Dice with which this can be entered now, none for `close` and `stall`; raises if it cannot."""
        self._check_seat(seat)
        if text == CLOSE:
            if not self.is_closing:
                raise IllegalMoveError("there is nothing to close", Reason("nothing_closing", {}))
            return ()
        if self.over:
            raise MatchOverError("the match is over", Reason("over", {}))
        if len(self.entries) >= MOST_ENTRIES:
            raise IllegalMoveError(f"a pad takes {MOST_ENTRIES} entries", Reason("pad_full", {"most": MOST_ENTRIES}))
        if text == STALL and self._idle_rounds:
            if self.is_closing:
                raise IllegalMoveError("a moment is open and has to be closed first", Reason("moment_open", {}))
            return ()
        roll = self._roll_for(seat, text)
        if roll is None:
            raise self._refusal(seat, text)
        return roll

    def record(self) -> str:
        """Gives all entries as text, marked as a record without dice."""
        match, game = self._match, self._match.raw.game
        headers = {
            "Paperdice": str(PAD_VERSION),
            "Game": game.name,
            "Rules": str(game.version),
            "Seats": str(match.seats),
            "Sheets": " ".join(format_sheet(game, sheet) for sheet in match.sheets),
            "First": "0",
        }
        turns = [
            Turn(number, seat, [Part(text, comment=CORRECTED if is_corrected else "")])
            for number, (seat, text, is_corrected) in enumerate(self.entries, 1)
        ]
        return format_record(Record(headers | self.headers, turns, self._closing()))

    # Doing

    def enter(self, seat: int, text: str) -> None:
        """Marks what a seat says, or closes the moment for all."""
        self._write(PadEntry(seat, text))
        if text == CLOSE:
            return
        of_seat = [each for each in self.asked if each.entry.seat == seat]
        if of_seat:
            self.asked.remove(next((each for each in of_seat if each.entry.text == text), of_seat[0]))

    def check_correction(self, number: int, text: str) -> None:
        """Raises why an entry cannot be corrected so; what it gives is kept until the correction is made."""
        self._checked = Checked(number, text, self._correct(number, text))

    def corrected(self, number: int, text: str) -> tuple[Pad, list[Refused]]:
        """The pad with another text in place of an entry, or without it if the text is empty, and what of the later
        entries cannot stand then; raises why the new text cannot."""
        checked, self._checked = self._checked, None
        if checked is not None and checked[:2] == (number, text):
            return checked.outcome
        return self._correct(number, text)

    # Helpers

    def _correct(self, number: int, text: str) -> tuple[Pad, list[Refused]]:
        """Enters everything once more, with another text in place of an entry."""
        if not 0 <= number < len(self.entries) or self.entries[number].text == CLOSE:
            reason = Reason("no_such_entry", {"turn": number + 1})
            raise IllegalMoveError(f"there is no entry {number} to correct", reason)
        fresh, refused = Pad(self.game, self._match.seats, self._match.sheets), list[Refused]()
        fresh.headers = dict(self.headers)
        for nth, entry in enumerate(self.entries):
            fresh._ask_again(self, nth)
            said = PadEntry(entry.seat, text, True) if nth == number else entry
            if not said.text or (said.text == CLOSE and not fresh.is_closing):
                continue
            try:
                fresh._write(said)
            except PaperdiceError as error:
                if nth == number:
                    raise
                refused.append(Refused(len(fresh.entries), entry, error))
                fresh.asked.append(refused[-1])
        fresh._ask_again(self, len(self.entries))
        return fresh, refused

    def _write(self, entry: PadEntry) -> None:
        """Enters something that may have been corrected."""
        seat, text, _ = entry
        roll = self._find_roll(seat, text)
        state = copy_twin(self._match.raw.state)
        if text not in (CLOSE, STALL):
            alone = self._play(seat, text, roll)
            _copy_sheet(alone.raw, 0, self._match.raw._replace(state=state), seat)
        self.entries.append(entry)
        self._checked = None
        self._options.pop(seat, None)
        self._standing.pop(seat, None)
        self._stand(state, closes=text == CLOSE or self._match.seats == 1)

    def _ask_again(self, before: Pad, number: int) -> None:
        """Goes on asking for what was asked at a place of the pad before a correction."""
        here = len(self.entries)
        self.asked += [each._replace(number=here) for each in before.asked if each.number == number]

    def _stand(self, now: Twin, *, closes: bool) -> None:
        """Takes up a state: locks and the end wait for the moment to be closed."""
        game, sheets, laid, before = self._match.raw
        in_force = before.locked.copy() if hasattr(before, "locked") else np.zeros(0, np.int64)
        game.rules.recount(laid, now)
        if self._idle_rounds:
            said = [entry.text for entry in self.entries if entry.text != CLOSE]
            now.idle = self._idle_rounds * self._match.seats if said[-1:] == [STALL] else 0
        is_over = bool(game.rules.end_reason(laid, now))
        is_news = is_over or (hasattr(now, "locked") and bool((now.locked > in_force).any()))
        if not self.is_closing:
            self._written = before.written.copy()
        self.is_closing = is_news and not closes
        self._locking = None
        if self.is_closing and hasattr(now, "locked"):
            self._locking = np.asarray(now.locked > in_force, np.int64)
            now.locked[:] = in_force
        now.phase = game.rules.Phase["OVER"] if is_over and closes else game.rules.Phase["ROLL"]
        now.turn = len(self.entries) + 1
        if is_news and (closes or self._locking is not None):
            self._options.clear()
            self._standing.clear()
        self._match = Match.at(Position(game, sheets, laid, now))
        self._match.headers["Dice"] = UNKNOWN_DICE

    def _throw(self, seat: int, roll: tuple[str, ...]) -> Match:
        """The sheet of a seat by itself, with these dice on the table, to be asked and not to be played on."""
        return Match.at(self._lay(seat, roll), start="")

    def _lay(self, seat: int, roll: tuple[str, ...]) -> Position:
        (game, sheets, laid, state), lying = self._stand_alone(seat)
        return Position(game, sheets, laid, Twin(**{**vars(state), **lying[roll]}))

    def _stand_alone(self, seat: int) -> Standing:
        """The sheet of a seat by itself, before a throw."""
        if seat not in self._standing:
            alone = self._alone[seat]._replace(state=copy_twin(self._alone[seat].state))
            _copy_sheet(self._match.raw, seat, alone, 0)
            alone.game.rules.recount(alone.laid, alone.state)
            locked: tuple[int, ...] = ()
            if hasattr(alone.state, "locked"):
                alone.state.locked |= self._match.raw.state.locked | self._shut_for(seat)
                locked = tuple(alone.state.locked.tolist())
            self._standing[seat] = Standing(alone, _lying_dice(alone.game, alone.sheets[0], locked))
        return self._standing[seat]

    def _shut_for(self, seat: int) -> IntArray:
        """The rows that somebody is locking and that have a mark of this seat from the same moment.

        No throw gives a seat two of them: if the row is locked by a color die, the others have the white sum alone,
        and if it is locked by the white sum, nothing but its goal can be marked. [Qwixx 4, 5, 9; Sixto 4]
        """
        _, sheets, laid, state = self._match.raw
        shut: IntArray = np.zeros_like(state.locked)
        if self._locking is not None:
            for row in range(len(sheets[seat].rows)):
                if (state.written[seat, row] != self._written[seat, row]).any():
                    lock = laid.lock_colors[seat, row] if hasattr(laid, "lock_colors") else row
                    shut[lock] = self._locking[lock]
        return shut

    def _find_options(self, seat: int) -> dict[str, Option]:
        found: dict[str, Option] = {}
        for roll in () if self._is_full(seat) else believed_rolls(self.game.dice):
            thrown = self._lay(seat, roll)
            fresh = [text for text in self._marks_with(thrown) if text not in found]
            for text, place in zip(fresh, places_of(thrown, 0, fresh), strict=True):
                found[text] = Option(*place)
                self._known.setdefault(text, roll)
        if self._has_miss_left(seat):
            found[MISS] = Option()
        return found

    def _marks_with(self, thrown: Position) -> list[str]:
        """The single marks that these dice allow."""
        game, _, laid, state = thrown
        n = game.rules.legal_moves(laid, state, 0, self._codes)
        texts = game.notation.format_moves(state, self._codes[:n].tolist())
        return [text for text in texts if _is_one_mark(text)]

    def _roll_for(self, seat: int, text: str) -> tuple[str, ...] | None:
        """Dice with which this can be entered now, None if there are none."""
        rolls = believed_rolls(self.game.dice)
        if text == MISS:
            return rolls[0] if self._has_miss_left(seat) else None
        if not _is_one_mark(text) or self._is_full(seat):
            return None
        for roll in [self._known[text], *rolls] if text in self._known else rolls:
            if text in self._marks_with(self._lay(seat, roll)):
                self._known[text] = roll
                return roll
        return None

    @property
    def _idle_rounds(self) -> int:
        """How many rounds without a mark end a match of the game, 0 where each turn marks or costs something."""
        return int(getattr(self._match.raw.game.rules, "IDLE_ROUNDS_TO_END", 0))

    def _has_miss_left(self, seat: int) -> bool:
        game, _, _, state = self._match.raw
        most = len(game.display.LOOK.miss_prices)
        return most > 0 and int(state.misses[seat]) < most

    def _play(self, seat: int, text: str, roll: tuple[str, ...]) -> Match:
        """The sheet of a seat by itself, after a turn in which it has marked this, or nothing."""
        alone = self._throw(seat, roll).copy()
        if text != MISS:
            alone.play(0, text)
        while alone.acting:
            alone.play(0, alone.choices(0)[0])
        return alone

    def _refusal(self, seat: int, text: str) -> PaperdiceError:
        """What the rules say to a mark that no dice allow."""
        most = len(self._match.raw.game.display.LOOK.miss_prices)
        if text == MISS and most:
            return IllegalMoveError(f"all {most} misses are taken", Reason("misses_full", {}))
        if self._is_full(seat):
            return IllegalMoveError("the sheet is full", Reason("sheet_full", {}))
        errors: list[PaperdiceError] = []
        for roll in believed_rolls(self.game.dice) if " " not in text else ():
            try:
                self._throw(seat, roll).check_move(0, text)
            except PaperdiceError as error:
                errors.append(error)
        if not errors:
            return NotationError(f"{text!r} is not one mark", Reason("unreadable", {"text": text}))
        counts = Counter(error.reason.id for error in errors)
        return min(errors, key=lambda error: counts[error.reason.id])

    def _is_full(self, seat: int) -> bool:
        """Tells whether a sheet takes no mark any more: its match alone is over, and the rules go no further."""
        game, sheets, laid, state = self._match.raw
        standing = game.rules.cell_state
        return not any(
            standing(laid, state, seat, row, cell) == CellState.FREE
            for row, printed in enumerate(sheets[seat].rows)
            for cell in range(len(printed))
        )

    def _closing(self) -> str:
        match = self._match
        return f"* {match.end_reason} {' '.join(map(str, match.scores))}" if match.over else CLOSING_GOING_ON

    def _check_seat(self, seat: int) -> None:
        if type(seat) is not int or not 0 <= seat < self._match.seats:
            high = self._match.seats - 1
            reason = Reason("no_such_seat", {"seat": str(seat), "high": high})
            raise WrongSeatError(f"there is no seat {seat!r}, only 0 to {high}", reason)

    # Replaying

    @classmethod
    def replay(cls, record: Record) -> Pad:
        """Gives the pad that a record tells, checked entry by entry."""
        if not is_pad(record):
            raise broken_record(f'the record of a pad starts with [Paperdice "{PAD_VERSION}"]', 0)
        match = set_up(Match, record.headers)
        pad = cls(match.game, match.seats, match.sheets)
        pad.headers = {name: value for name, value in record.headers.items() if name not in FIXED_HEADERS}
        for number, turn in enumerate(record.turns, 1):
            if turn.number != number or len(turn.parts) != 1:
                raise broken_record(f"entry {number} of a pad is one mark of one seat", turn.number)
            try:
                part = turn.parts[0]
                pad._write(PadEntry(turn.active, part.text, part.comment == CORRECTED))
            except PaperdiceError as error:
                raise broken_record(str(error), turn.number) from error
        if record.closing != pad._closing():
            raise broken_record(f"it closes with {record.closing!r}, but the pad stands at {pad._closing()!r}", 0)
        return pad


def _copy_sheet(source: Position, seat: int, target: Position, to: int) -> None:
    """Writes what one seat has marked into a seat of another state."""
    target.state.written[to] = source.state.written[seat]
    if hasattr(target.state, "misses"):
        target.state.misses[to] = source.state.misses[seat]
    printing = source.game.printing
    if printing is not None:
        lines = printing.seat_lines(source.laid, source.state, seat)
        for (_, marks), (_, copied) in zip(lines, printing.seat_lines(target.laid, target.state, to), strict=True):
            copied[:] = marks


def pad_steps(record: Record) -> list[tuple[PadEntry, Match]]:
    """The entries of a pad's record, each with the sheets as they stood after it."""
    whole = Pad.replay(record)
    pad, found = Pad(whole.game, whole.match.seats, whole.match.sheets), list[tuple[PadEntry, Match]]()
    for entry in whole.entries:
        pad.enter(entry.seat, entry.text)
        found.append((entry, pad.match))
    return found


def final_match(record: Record) -> Match:
    """The match that a record tells, or the sheets of a pad as a match that stands where they stand."""
    if not is_pad(record):
        return Match.replay(record)
    pad = Pad.replay(record)
    pad.match.headers = dict(pad.headers)
    return pad.match


def read_pad(text: str) -> Pad:
    """Gives the pad that a record's text tells; a broken one raises `RecordError`."""
    return Pad.replay(parse_record(text))
