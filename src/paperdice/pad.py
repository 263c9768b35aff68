"""Score pads: sheets for players who throw real dice and enter their marks directly.

To check a mark, a pad plays a turn on the seat's sheet alone, with dice that allow the mark, so that no rule is
implemented twice. An entry that locks a row or ends the match opens a *moment*, in which the other seats may still mark
cells. The lock or the end takes effect when someone enters `close`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

import numpy as np

from paperdice.dice import DiceSource, Die
from paperdice.errors import (
    IllegalMoveError,
    MatchOverError,
    NotationError,
    PaperdiceError,
    Reason,
    RecordError,
    WrongSeatError,
)
from paperdice.game import Field, Game, Ints, Twin, copy_twin, get_field, with_fields
from paperdice.games import find_game
from paperdice.history import (
    PAD_PHASE,
    PASS_TEXT,
    Asked,
    Correction,
    Entry,
    History,
    MatchLike,
    Pending,
    Place,
    find_entry,
)
from paperdice.match import Match, set_up
from paperdice.moment import Mark, OpenMoment
from paperdice.position import (
    Position,
    broken_position,
    format_position,
    format_sheet,
    parse_position,
    start_position,
    with_state,
)
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
    is_number,
    is_pad,
    is_unrecorded,
    parse_record,
    split_records,
)
from paperdice.rulekit import CellState
from paperdice.sheet import Sheet
from paperdice.view import KnownRows, OwnCell
from paperdice.view_builder import places_of

# The state fields that each roll changes.
Lying = dict[tuple[str, ...], dict[str, Field]]

MISS = "miss"
CLOSE = "close"
# Entered if all seats pass, in games where too many idle rounds end the match.
STALL = "stall"
# More than the sheets of any game can hold.
MOST_ENTRIES = 500
# The cost of an entry, in throws and moves.
ENTRY_WORK = 7
# The number of entries replayed in the time that a server needs for one move (`bench/weights.py`).
WALKED_A_MOVE = 3


# Cache of `believed_rolls`, by the faces of the dice.
_ROLLS: dict[str, list[tuple[str, ...]]] = {}


class PadEntry(NamedTuple):
    """An entry on a pad.

    Attributes:
        seat: The seat that made the entry.
        text: A mark in the game's notation, `miss`, `-` for an entry that was rubbed out, or `stall` or `close`, which
            apply to all seats.
        is_corrected: Whether the entry was corrected.
    """

    seat: int
    text: str
    is_corrected: bool = False


class Option(NamedTuple):
    """The cell that an entry marks; `row` and `cell` are -1 if the entry does not mark a cell in a row."""

    row: int = -1
    cell: int = -1


class RollOutcomes(NamedTuple):
    """The position of a one-seat match on a seat's sheet, and the effects of all rolls in this position.

    Attributes:
        alone: The position before the throw.
        lying: The state fields that each roll changes, with their new values.
    """

    alone: Position
    lying: Lying


def believed_rolls(dice: tuple[Die, ...]) -> list[tuple[str, ...]]:
    """Return a small set of rolls that together allow every mark that any roll allows.

    It contains one roll for each number of each die, and one for each sum.
    """
    key = " ".join([" ".join(die.faces) for die in dice])
    if key not in _ROLLS:
        first, others = dice[0], dice[1:]
        found = [(face, *[die.faces[0] for die in others]) for face in first.faces]
        found += [(first.faces[-1], *[die.faces[nth] for die in others]) for nth in range(1, len(first.faces))]
        for color in sorted({face[0] for die in others for face in die.faces if not die.name.isalpha()}):
            found += _sum_rolls(dice, color)
        _ROLLS[key] = list(dict.fromkeys(found))
    return _ROLLS[key]


def _sum_rolls(dice: Sequence[Die], color: str) -> list[tuple[str, ...]]:
    """Return one roll for each possible sum of the faces of one color; single-color dice count toward every sum."""
    found: dict[int, tuple[str, ...]] = {0: ()}
    for die in dice:
        grown: dict[int, tuple[str, ...]] = {}
        for total, faces in found.items():
            for face in die.faces:
                counts = face[0] == color or die.name.isalpha()
                grown.setdefault(total + counts * int(face[1:]), (*faces, face))
        found = grown
    return list(found.values())


def _lying_dice(game: Game, sheet: Sheet, locked: list[int], rolls: list[tuple[str, ...]]) -> Lying:
    """Return the state fields that each roll changes, with their new values, which do not depend on existing marks.

    Args:
        sheet: The sheet of the seat.
        locked: 1 for each lock that is in force, otherwise 0.
        rolls: The rolls to try.
    """
    _, _, laid, before = start_position(game, [sheet], 0)
    for lock, is_locked in enumerate(locked):
        before.locked[lock] = is_locked
    wanted = game.rules.dice_wanted(before)
    found: Lying = {}
    for roll in rolls:
        thrown = copy_twin(before)
        faces = [die.faces.index(face) + 1 for die, face in zip(game.dice, roll, strict=True)]
        lying = np.zeros(len(game.dice), np.int64)
        for die, face in zip(game.dice, faces, strict=True):
            lying[die.index] = face * (wanted >> die.index & 1)
        game.rules.apply_roll(laid, thrown, lying)
        if game.phase_names[thrown.phase] == "reroll":
            # Move 0 keeps the dice in every game with a reroll.
            game.rules.apply_moves(laid, thrown, np.zeros(game.rules.MAX_SEATS, np.int64))
        found[roll] = {name: get_field(thrown, name) for name in game.state_fields if _differs(before, thrown, name)}
    return found


def _differs(one: Twin, other: Twin, name: str) -> bool:
    before, after = get_field(one, name), get_field(other, name)
    if isinstance(before, int) or isinstance(after, int):
        return bool(before != after)
    return bool(before.tolist() != after.tolist())


def _rarest(ids: list[str]) -> int:
    """Return the index of the id that occurs least often; in a tie, the first one."""
    counts = [ids.count(each) for each in ids]
    return counts.index(min(counts))


def _is_one_mark(text: str) -> bool:
    return text != "-" and " " not in text


class Pad:
    """A score pad: the sheets of all seats at a table with real dice, where players enter their marks directly.

    A call that raises an error leaves the pad unchanged.

    Args:
        game: The game, as returned by `find_game`.
        seats: The number of seats.
        sheets: One sheet for all seats or one per seat, by name or as a `Sheet`; by default the game deals them.

    Raises:
        SetupError: The game cannot be played with these seats or sheets.
        UnknownSheetError: The game has no sheet with a given name.
    """

    def __init__(self, game: Game, seats: int, sheets: str | Sheet | Sequence[str | Sheet] | None = None) -> None:
        # A match in the current state, used for queries and replaced after each entry.
        self._match: Match = Match(game, seats, sheets)
        self._alone: list[Position] = [start_position(game, [sheet], 0) for sheet in self._match.sheets]
        # Caches: the possible entries of each seat, and its position alone on its sheet.
        self._options: dict[int, dict[str, Option]] = {}
        self._standing: dict[int, RollOutcomes] = {}
        # Cache: for each mark, a roll that allowed it before and is tried first.
        self._known: dict[str, tuple[str, ...]] = {}
        self._rolls: list[tuple[str, ...]] = believed_rolls(game.dice)
        # Cache: the state fields that each roll changes, by the sheet and the locks in force.
        self._lying: dict[str, Lying] = {}
        self._phases: list[str] = list(self._match.raw.game.phase_names.values())
        self._codes: Ints = np.zeros(self._match.raw.game.rules.MAX_MOVES, np.int64)
        self.entries: list[PadEntry] = []
        # By seat: the number of the entry that made each mark, by its key in `entered`.
        self._entered: list[dict[str, int]] = [{} for _ in range(seats)]
        # Entries invalidated by corrections, until their seats replace them.
        self._asked: list[Asked] = []
        self.headers: dict[str, str] = {"Dice": UNKNOWN_DICE}
        # The position string that the pad starts from, empty for blank sheets, and the number of its first entry.
        self._start: str = ""
        self._first: int = 1
        self._is_closing: bool = False
        # While a moment is open: the pending locks, the position before it, and the index of its first entry.
        self._locking: list[int] = []
        self._pending: list[Pending] = []
        self._before: Position = self._match.raw
        self._moment: int = 0
        # The marks of the open moment, and a cache of the entries that one throw allows together with them.
        self._one_throw: OpenMoment = OpenMoment(game.dice, [])
        self._fitting: dict[int, dict[str, Option]] = {}

    @staticmethod
    def from_position(text: str) -> Pad:
        """Return a pad that continues from a position string.

        Raises:
            RecordError: The text is not a valid position of a pad.
        """
        head, *seats = text.split(" | ")
        words = head.split(" ")
        if len(words) < 4 or words[2:4] != [PAD_PHASE, "0"] or not is_number(words[1]):
            raise broken_position(text, f"it starts with game, number of the next entry, {PAD_PHASE} and 0")
        try:
            game, number = find_game(words[0]), int(words[1])
            # A pad can have more entries than a match can have turns.
            turn = min(number, game.rules.MAX_TURNS)
            # Seats can have different numbers of marks, which no turn of a match allows.
            position = parse_position(" | ".join([f"{words[0]} {turn} roll 0", *seats]), "bad_turn")
            if position.game.rules.end_reason(position.laid, position.state):
                raise broken_position(text, "the match is over already")
            position.state.turn = number
            pad = Pad(game, len(seats), position.sheets)
            pad._match = Match.at(position, "")
            pad._first = number
            pad._start = pad.position()
            for word in words[4:]:
                seat, _, entry = word.partition(":")
                pad._write(PadEntry(int(seat) if is_number(seat) else 0, entry))
        except RecordError as error:
            raise broken_position(text, str(error.reason.params["why"])) from None
        except PaperdiceError as error:
            raise broken_position(text, str(error)) from None
        if pad.position() != text:
            raise broken_position(text, f"it is not in its shortest form, which is {pad.position()!r}")
        return pad

    def copy(self) -> Pad:
        """Return an independent copy of the pad."""
        pad = Pad(self.game, self.seats, self.sheets)
        pad._match = self._match
        pad._alone = self._alone
        pad._codes = self._codes
        pad._lying = self._lying
        pad._options = dict(self._options)
        pad._standing = dict(self._standing)
        pad._known = dict(self._known)
        pad.entries = list(self.entries)
        pad._entered = [dict(found) for found in self._entered]
        pad._asked = list(self._asked)
        pad.headers = dict(self.headers)
        pad._is_closing = self._is_closing
        pad._locking = list(self._locking)
        pad._pending = list(self._pending)
        pad._before = self._before
        pad._moment = self._moment
        pad._one_throw = self._one_throw.copy()
        pad._start = self._start
        pad._first = self._first
        return pad

    def __repr__(self) -> str:
        return f"<Pad of {self.game.title}: {len(self.entries)} entries, scores {' '.join(map(str, self.scores))}>"

    # Queries

    @property
    def has_dice(self) -> bool:
        """Whether dice are thrown: always false for a pad."""
        return False

    @property
    def is_closing(self) -> bool:
        """Whether a lock or the end of the match is pending.

        The other seats may still mark cells until someone enters `close`.
        """
        return self._is_closing

    @property
    def pending(self) -> list[Pending]:
        """The entries that have caused the pending locks or the pending end of the match, in order."""
        return list(self._pending)

    @property
    def game(self) -> Game:
        """The game that the sheets belong to."""
        return self._match.game

    @property
    def seats(self) -> int:
        """The number of seats."""
        return self._match.seats

    @property
    def sheets(self) -> tuple[Sheet, ...]:
        """The sheet of each seat."""
        return self._match.sheets

    @property
    def names(self) -> tuple[str, ...]:
        """The name of the player in each seat, from the headers `Player0`, `Player1` and so on; empty if missing."""
        return tuple([self.headers.get(f"Player{seat}", "") for seat in range(self.seats)])

    @property
    def first(self) -> int:
        """The seat that is active in the first turn of the underlying match; meaningless on a pad."""
        return self._match.first

    @property
    def turn(self) -> int:
        """The number of the next entry."""
        return self._match.turn

    @property
    def phase(self) -> str:
        """The name of the current phase: `roll`, or `over` after the end of the match."""
        return self._match.phase

    @property
    def active(self) -> int:
        """The active seat of the underlying match; meaningless on a pad."""
        return self._match.active

    @property
    def raw(self) -> Position:
        """The live position (game, sheets and state), for views. Do not modify it; use `snapshot` for a copy."""
        return self._match.raw

    def snapshot(self) -> Position:
        """Return a copy of the current position."""
        return self._match.snapshot()

    @property
    def dice_wanted(self) -> tuple[str, ...]:
        """The names of the dice that players throw in each turn."""
        return self._match.dice_wanted

    @property
    def throw_number(self) -> int:
        """The number of the current throw within the turn: always 1."""
        return self._match.throw_number

    @property
    def roll(self) -> str:
        """The faces of the dice on the table: always empty, since a pad does not know them."""
        return self._match.roll

    @property
    def acting(self) -> tuple[int, ...]:
        """The seats that have to move: always empty, since any seat may make an entry at any time."""
        return ()

    @property
    def answered(self) -> tuple[int, ...]:
        """The seats that have sealed a move: always empty."""
        return ()

    @property
    def over(self) -> bool:
        """Whether the match is over."""
        return self._match.over

    @property
    def end_reason(self) -> str | None:
        """The name of the reason why the match ended, or None while it continues."""
        return self._match.end_reason

    @property
    def scores(self) -> tuple[int, ...]:
        """The points that each seat would have if the match ended now."""
        return self._match.scores

    @property
    def winners(self) -> tuple[int, ...]:
        """The winning seats: more than one in a tie, empty while the match continues."""
        return self._match.winners

    @property
    def leaders(self) -> tuple[int, ...]:
        """The seats that would win if the match ended now: several if they are tied."""
        return self._match.leaders

    def tally(self, seat: int) -> dict[str, int]:
        """Return the components of a seat's score, as a mapping from names to points."""
        return self._match.tally(seat)

    def choices(self, seat: int) -> tuple[str, ...]:
        """Return all entries that a seat could make with some roll."""
        return tuple(self.options(seat))

    def sealed(self, seat: int) -> str | None:
        """Return None, since moves on a pad are not sealed."""
        self._check_seat(seat)
        return None

    def pass_cost(self, seat: int) -> None:
        """Return None, since a pad has no turns in which a seat could pass."""

    def own_cells(self, seat: int, rows: KnownRows = None) -> list[tuple[int, int, OwnCell]]:
        """Return the cells that a seat could mark with some roll.

        Returns:
            A tuple (row, index in the row, private view) for each cell; the view contains the entry that marks it.
        """
        found: dict[tuple[int, int], str] = {}
        for text, (row, cell) in self.options(seat).items():
            if row >= 0:
                found.setdefault((row, cell), text)
        shown: list[tuple[int, int, OwnCell]] = []
        for (row, cell), text in found.items():
            option: OwnCell = {"mark": text}
            shown.append((row, cell, option))
        return shown

    def entered(self, seat: int) -> dict[str, int]:
        """Return the number of the entry that made each mark on a seat's sheet.

        The keys are the row and the index of a cell, as in `0/3`, the name of a line outside the rows and the index of
        a cell in it, as in `ry/2`, and `miss` for the last miss.
        """
        self._check_seat(seat)
        return dict(self._entered[seat])

    def reasons(self, seat: int) -> list[list[Reason | None]]:
        """Return the reason why each cell of a seat's sheet cannot be marked with any roll, as one list per row.

        The reason is None for a cell that some roll allows.
        """
        return [
            [self.why_not(seat, row, cell) for cell in range(len(printed))]
            for row, printed in enumerate(self.sheets[seat].rows)
        ]

    def position(self) -> str:
        """Return the position as one line of text, from which the pad can continue.

        The format is that of a match before a throw, with `pad` as its phase and the number of the next entry as its
        turn. While a lock or the end is pending, and after the end of the match, the text describes the sheets before
        the entry that caused it, followed by that entry and all later ones: `qwixx 24 pad 0 0:r12 1:r7 0:close | …`.
        """
        if not self.is_closing and not self.over:
            return self._format(self.raw, [])
        return self._format(self._before, self.entries[self._moment :])

    def _format(self, position: Position, entries: list[PadEntry]) -> str:
        head, *seats = format_position(position).split(" | ")
        words = [*head.split(" ")[:2], PAD_PHASE, "0", *[f"{entry.seat}:{entry.text}" for entry in entries]]
        return " | ".join([" ".join(words), *seats])

    def options(self, seat: int) -> dict[str, Option]:
        """Return all entries that a seat could make with some roll, and the cell that each of them marks."""
        self._check_seat(seat)
        if self.over:
            return {}
        if self.is_closing:
            return self._fitting_options(seat)
        found = self._all_options(seat)
        return found | {STALL: Option()} if self.raw.game.idle_rounds and not self.is_closing else found

    def _all_options(self, seat: int) -> dict[str, Option]:
        """Return the options of a seat, ignoring the marks that others have made while a lock or the end is pending."""
        if seat not in self._options:
            self._options[seat] = self._find_options(seat)
        return self._options[seat]

    def _fitting_options(self, seat: int) -> dict[str, Option]:
        """Return the options of a seat that are possible with the same throw as the marks of the open moment.

        A moment is the time during which a lock or the end is pending.
        """
        if seat not in self._fitting:
            found = self._all_options(seat)
            totals = self._white_totals(self._stand_alone(seat))
            self._fitting[seat] = {
                text: option
                for text, option in found.items()
                if self._one_throw.fits(self._mark_of(seat, text, option, totals))
            }
        return self._fitting[seat]

    def _option_of(self, outcomes: RollOutcomes, text: str) -> Option:
        """Return the cell that an entry marks."""
        if text not in self._known:
            return Option()
        row, cell = places_of(_laid(outcomes, self._known[text]), 0, [text])[0]
        return Option(row, cell)

    def _mark_of(self, seat: int, text: str, option: Option, totals: Mapping[str, list[int]]) -> Mark:
        """Convert an entry to a `Mark`; `totals` maps each entry to the sums of the white dice that allow it."""
        game, _, laid, _ = self._match.raw
        sums = tuple(totals.get(text, []))
        if option.row < 0:
            return Mark(seat, "" if text == MISS else text, sums)
        row = game.display.row_color(laid, seat, option.row) or ""
        return Mark(seat, text, sums, row, game.display.is_goal(laid, seat, option.row, option.cell))

    def _white_totals(self, outcomes: RollOutcomes) -> dict[str, list[int]]:
        """Return the sums of the white dice that allow each mark of a seat, in games that have such a sum."""
        found: dict[str, list[int]] = {}
        seen: set[int] = set()
        for roll in self._rolls if "white" in self._phases else []:
            total = int(roll[0][1:]) + int(roll[1][1:])
            if total not in seen:
                seen.add(total)
                for text in self._marks_with(_laid(outcomes, roll)):
                    found.setdefault(text, []).append(total)
        return found

    def why_not(self, seat: int, row: int, cell: int) -> Reason | None:
        """Return the reason why no roll allows a seat to mark a cell, or None if some roll does."""
        self._check_seat(seat)
        if self.over:
            return Reason("over", {})
        if self._is_full(seat):
            return Reason("sheet_full", {})
        reasons: list[Reason] = []
        for roll in self._rolls:
            why = self._throw(seat, roll).why_not(0, row, cell)
            if why is None:
                return self._why_unfit(seat, row, cell)
            reasons.append(why)
        # Most rolls simply do not fit the cell. Only those that do reveal a reason independent of the dice.
        return reasons[_rarest([why.id for why in reasons])]

    def _why_unfit(self, seat: int, row: int, cell: int) -> Reason | None:
        """Return the reason if a cell can be marked, but not with the throw of the open moment; otherwise None."""
        if not self.is_closing or _marks(self._fitting_options(seat), row, cell):
            return None
        return _other_throw() if _marks(self._all_options(seat), row, cell) else None

    def check_entry(self, seat: int, text: str) -> None:
        """Validate an entry without making it.

        Raises:
            NotationError: The text is not a valid entry.
            IllegalMoveError: The seat may not make this entry.
        """
        self._find_roll(seat, text)

    def _find_roll(self, seat: int, text: str) -> tuple[str, ...]:
        """Return a roll that allows an entry (empty for `close` and `stall`); raise an error if there is none."""
        self._check_seat(seat)
        if text == CLOSE:
            if not self.is_closing:
                raise IllegalMoveError("there is nothing to close", Reason("nothing_closing", {}))
            return ()
        if self.over:
            raise MatchOverError("the match is over", Reason("over", {}))
        if self.n_entries >= MOST_ENTRIES:
            raise IllegalMoveError(f"a pad takes {MOST_ENTRIES} entries", Reason("pad_full", {"most": MOST_ENTRIES}))
        if text == STALL and self.raw.game.idle_rounds:
            if self.is_closing:
                raise IllegalMoveError("a moment is open and must be closed first", Reason("moment_open", {}))
            return ()
        roll = self._roll_for(seat, text)
        if roll is None:
            raise self._refusal(seat, text)
        if self.is_closing:
            outcomes = self._stand_alone(seat)
            option = self._option_of(outcomes, text)
            if not self._one_throw.fits(self._mark_of(seat, text, option, self._white_totals(outcomes))):
                why = _other_throw()
                raise IllegalMoveError(f"no throw allows {text!r} with the marks of this moment", why)
        return roll

    def record(self, sealed: bool = True, headers: Mapping[str, str] | None = None) -> str:
        """Return the record of the pad as text; its first header marks it as a record without dice.

        Args:
            sealed: Ignored, since entries on a pad are not sealed.
            headers: Additional headers, which precede those of the pad.
        """
        match, game = self._match, self._match.raw.game
        fixed = {
            "Paperdice": str(PAD_VERSION),
            "Game": game.name,
            "Rules": str(game.version),
            "Seats": str(match.seats),
            "Sheets": " ".join(format_sheet(game, sheet) for sheet in match.sheets),
            "First": "0",
        }
        if self._start:
            fixed["Position"] = self._start
        if headers is not None:
            fixed.update(headers)
        turns = [
            Turn(number, seat, [Part(text, comment=CORRECTED if is_corrected else "")])
            for number, (seat, text, is_corrected) in enumerate(self.entries, self._first)
        ]
        return format_record(Record({**fixed, **self.headers}, turns, self._closing()))

    # Changes

    def enter(self, seat: int, text: str) -> None:
        """Make an entry for a seat: a mark, `miss`, `stall`, or `close` to apply the pending locks or the pending end.

        If a correction has made entries of the seat impossible, the new entry replaces one of them. Raises the same
        errors as `check_entry`.
        """
        self._check_seat(seat)
        if text == PASS_TEXT:
            raise self._refusal(seat, text)
        self._write(PadEntry(seat, text))
        if text == CLOSE:
            return
        of_seat = [nth for nth, each in enumerate(self._asked) if each.place.seat == seat]
        if of_seat:
            same = [nth for nth in of_seat if self._asked[nth].entry.text == text]
            del self._asked[same[0] if same else of_seat[0]]

    # Operations that only a match supports

    def after(self, moves: Mapping[int, str]) -> Pad:
        """Raise IllegalMoveError: a pad has no moves."""
        raise _no_dice()

    def draw_roll(self, source: DiceSource) -> str:
        """Raise IllegalMoveError: a pad has no dice."""
        raise _no_dice()

    def check_roll(self, roll: str) -> None:
        """Raise IllegalMoveError: a pad has no dice."""
        raise _no_dice()

    def check_move(self, seat: int, move: str) -> None:
        """Raise IllegalMoveError: a pad has no moves."""
        raise _no_dice()

    def check_take_back(self, seat: int) -> None:
        """Raise IllegalMoveError: a pad has no moves."""
        raise _no_dice()

    def throw(self, dice: str) -> None:
        """Raise IllegalMoveError: a pad has no dice."""
        raise _no_dice()

    def play(self, seat: int, move: str, *, hold: bool = False) -> None:
        """Raise IllegalMoveError: a pad has no moves."""
        raise _no_dice()

    def resolve(self) -> None:
        """Raise IllegalMoveError: a pad has no moves."""
        raise _no_dice()

    def take_back(self, seat: int) -> None:
        """Raise IllegalMoveError: a pad has no moves."""
        raise _no_dice()

    def note(self, comment: str = "", clock: float | None = None) -> None:
        """Raise IllegalMoveError: a pad has no throws to comment on."""
        raise _no_dice()

    # History and corrections

    @property
    def n_entries(self) -> int:
        """The number of entries so far, including those before the position that the pad started from."""
        return self._first - 1 + len(self.entries)

    @property
    def asked(self) -> list[Asked]:
        """The entries invalidated by a correction that their seats have not replaced yet.

        In the place of such an entry, `turn` is the number that it would have among the remaining entries.
        """
        return list(self._asked)

    @property
    def n_later(self) -> int:
        """The number of entries waiting to be re-entered: always 0, since a correction re-enters all at once."""
        return 0

    @property
    def is_waiting(self) -> bool:
        """Whether any entries have to be replaced after a correction."""
        return bool(self._asked)

    def walk_work(self, n_events: int) -> float:
        """Estimate the cost of replaying the entries, as the number of moves that a server handles in the same time."""
        return len(self.entries) / WALKED_A_MOVE

    def correct_work(self, n_events: int) -> float:
        """Estimate the cost of a correction, which replays all entries. The unit is that of `walk_work`."""
        return self.walk_work(n_events)

    def history(self) -> History:
        """Return the entries in order, by place. The `turn` of a place is the number of the entry."""
        return dict(self.walk_history())

    def walk_history(self) -> Iterator[tuple[Place, Entry]]:
        """Yield the entries in order, each with its place."""
        for number, (seat, text, is_marked) in enumerate(self.entries, self._first):
            yield _place(number, seat), Entry(text, comment=f"{CORRECTED}: {seat}" if is_marked else "")

    def active_at(self, place: Place) -> int:
        """Return the seat that made the entry at a place."""
        return place.seat

    def seek_choices(self, place: Place) -> Iterator[tuple[str, ...] | None]:
        """Replay the entries up to a place, to find the entries that the seat could have made there.

        Yields:
            None after each entry, so that the caller can do other work, and finally the possible entries, preceded by
            `-`, which removes the entry.

        Raises:
            IllegalMoveError: The seat made no entry there.
        """
        find_entry(self.history(), place)
        before = self._from_start()
        for entry in self.entries[: place.turn - self._first]:
            before._write(entry)
            yield None
        yield (PASS_TEXT, *before.choices(place.seat))

    def find_place(self, seat: int, turn: int | None, throw: int, phase: str) -> Place:
        """Return the place of an entry that a seat has made.

        Args:
            turn: The number of the entry, or None for the seat's last one that was not rubbed out.
            throw: Must be 0, since a pad has no throws.
            phase: Ignored.

        Raises:
            IllegalMoveError: The seat has no such entry.
        """
        own = [n for n, entry in enumerate(self.entries, self._first) if entry.seat == seat and entry.text != CLOSE]
        kept = [n for n in own if self.entries[n - self._first].text != PASS_TEXT]
        number = turn or (kept[-1] if kept else 0)
        if number not in own or throw:
            reason = Reason("no_such_entry", {"turn": number})
            raise IllegalMoveError(f"seat {seat} has no entry {number}", reason)
        return _place(number, seat)

    def corrected(self, place: Place, text: str) -> Correction:
        """Correct an entry by replacing its text, or by rubbing it out if the text is `-`, and return the result.

        An entry that was rubbed out keeps its number, so that it can be put back. This pad is left unchanged. Later
        entries that become impossible are listed in `asked` of the corrected pad.

        Raises:
            PaperdiceError: There is no such entry, or the text is not possible there.
        """
        number = place.turn - self._first
        if not 0 <= number < len(self.entries) or self.entries[number].text == CLOSE:
            reason = Reason("no_such_entry", {"turn": place.turn})
            raise IllegalMoveError(f"there is no entry {place.turn} to correct", reason)
        pad = self._corrected(number, text)
        return Correction(self.entries[number].text, pad, len(pad.entries) * ENTRY_WORK)

    def enter_later(self) -> bool:
        """Return False, since `corrected` re-enters all entries at once."""
        return False

    def take_notes(self) -> list[str]:
        """Return an empty list, since each entry on a pad keeps its own comment."""
        return []

    # Helpers

    def _from_start(self) -> Pad:
        """Return a pad with the same setup but without entries, sharing the cached effects of rolls."""
        pad: Pad = Pad.from_position(self._start) if self._start else Pad(self.game, self.seats, self.sheets)
        pad._lying = self._lying
        return pad

    def _corrected(self, number: int, text: str) -> Pad:
        """Replay all entries on a new pad, except that the text of one is replaced."""
        fresh: Pad = self._from_start()
        fresh.headers = dict(self.headers)
        for nth, entry in enumerate(self.entries):
            fresh._ask_again(self, nth)
            said = PadEntry(entry.seat, text, True) if nth == number else entry
            if (said.text == CLOSE and not fresh.is_closing) or (said.text == PASS_TEXT and fresh.over):
                continue
            try:
                fresh._write(said)
            except PaperdiceError as error:
                if nth == number:
                    raise
                place = _place(fresh.n_entries + 1, entry.seat)
                fresh._asked.append(Asked(place, Entry(entry.text), error))
        fresh._ask_again(self, len(self.entries))
        return fresh

    def _write(self, entry: PadEntry) -> None:
        seat, text, _ = entry
        state = copy_twin(self._match.raw.state)
        self._check_seat(seat)
        outcomes, dice = self._stand_alone(seat), self._match.dice_wanted
        if text != PASS_TEXT:
            roll = self._find_roll(seat, text)
            if text not in (CLOSE, STALL):
                alone = self._play(seat, text, roll)
                _copy_sheet(alone.raw, 0, with_state(self._match.raw, state), seat)
                self._note_marks(seat, text, state)
        self.entries.append(entry)
        self._options.pop(seat, None)
        self._standing.pop(seat, None)
        self._stand(state, closes=text == CLOSE or self._match.seats == 1)
        self._fitting.clear()
        if self.is_closing and len(self.entries) == self._moment + 1:
            self._one_throw = OpenMoment([die for die in self.game.dice if die.name in dice], self._phases)
        if self.is_closing and text not in (STALL, PASS_TEXT):
            option = self._option_of(outcomes, text)
            self._one_throw.add(self._mark_of(seat, text, option, self._white_totals(outcomes)))

    def _note_marks(self, seat: int, text: str, after: Twin) -> None:
        """Store the number of the entry being made for each mark that it adds to a seat's sheet."""
        game, sheets, laid, before = self._match.raw
        number, found = self.n_entries + 1, self._entered[seat]
        if text == MISS:
            found[MISS] = number
        for row in range(len(sheets[seat].rows)):
            _note_news(found, str(row), before.written[seat, row].tolist(), after.written[seat, row].tolist(), number)
        if game.printing is None:
            return
        lines = game.printing.seat_lines(laid, before, seat)
        for (name, was), (_, marks) in zip(lines, game.printing.seat_lines(laid, after, seat), strict=True):
            _note_news(found, name, was.tolist(), marks.tolist(), number)

    def _ask_again(self, before: Pad, number: int) -> None:
        """Carry over the invalidated entries that precede entry `number` of `before`, the pad being corrected."""
        here = self.n_entries + 1
        self._asked += [
            Asked(_place(here, each.place.seat), each.entry, each.error)
            for each in before._asked
            if each.place.turn == number + self._first
        ]

    def _stand(self, now: Twin, *, closes: bool) -> None:
        """Set the state after an entry, and find out whether a lock or the end of the match is pending.

        If `closes` is true, pending locks and the pending end take effect.
        """
        game, sheets, laid, before = self._match.raw
        in_force: list[int] = before.locked.tolist() if game.has_locks else []
        game.rules.recount(laid, now)
        if game.idle_rounds:
            said = [entry.text for entry in self.entries if entry.text not in (CLOSE, PASS_TEXT)]
            now.idle = game.idle_rounds * self.seats if said[-1:] == [STALL] else 0
        is_over = bool(game.rules.end_reason(laid, now))
        locking = [lock for lock, was in enumerate(in_force) if now.locked[lock] > was]
        is_news = is_over or len(locking) > 0
        if not self.is_closing:
            self._before = self._match.raw
            self._moment = len(self.entries) - 1
        was_ending = any(each.ends for each in self._pending)
        fresh = [lock for lock in locking if lock not in self._locking]
        self._is_closing = is_news and not closes
        self._locking = locking if self.is_closing else []
        if not self.is_closing:
            self._pending = []
        elif fresh or (is_over and not was_ending):
            seat, text, _ = self.entries[-1]
            self._pending.append(Pending(seat, text, self._lock_names(seat, fresh), is_over and not was_ending))
        for lock in self._locking:
            now.locked[lock] = in_force[lock]
        now.phase = game.over_phase if is_over and closes else game.roll_phase
        now.turn = self.n_entries + 1
        if is_news and (closes or game.has_locks):
            self._options.clear()
            self._standing.clear()
        self._match = Match.at(Position(game, sheets, laid, now), "")

    def _lock_names(self, seat: int, locks: Sequence[int]) -> tuple[str, ...]:
        """Return the colors of the rows on a seat's sheet that these locks close."""
        game, sheets, laid, _ = self._match.raw
        rows = [row for row in range(len(sheets[seat].rows)) if self._lock_of(seat, row) in locks]
        return tuple([game.display.row_color(laid, seat, row) or "" for row in rows])

    def _lock_of(self, seat: int, row: int) -> int:
        """Return the index of the lock that applies to a row."""
        game, _, laid, _ = self._match.raw
        return int(laid.lock_colors[seat, row]) if game.has_lock_colors else row

    def _throw(self, seat: int, roll: tuple[str, ...]) -> Match:
        """Return a one-seat match on a seat's sheet, after a roll.

        The match is for queries only, since it shares arrays with caches.
        """
        return Match.at(self._lay(seat, roll), start="")

    def _lay(self, seat: int, roll: tuple[str, ...]) -> Position:
        return _laid(self._stand_alone(seat), roll)

    def _stand_alone(self, seat: int) -> RollOutcomes:
        """Return the position of a one-seat match on a seat's sheet, and the changes that each roll causes in it."""
        if seat not in self._standing:
            alone = with_state(self._alone[seat], copy_twin(self._alone[seat].state))
            _copy_sheet(self._match.raw, seat, alone, 0)
            alone.game.rules.recount(alone.laid, alone.state)
            locked: list[int] = []
            if alone.game.has_locks:
                for lock in self._locked_for(seat):
                    alone.state.locked[lock] = 1
                locked = alone.state.locked.tolist()
            sheet = self.sheets[seat]
            same = next(other for other, each in enumerate(self.sheets) if each.prints_same(sheet))
            key = " ".join(["sheet", str(same), *[str(is_locked) for is_locked in locked]])
            if key not in self._lying:
                self._lying[key] = _lying_dice(alone.game, alone.sheets[0], locked, self._rolls)
            self._standing[seat] = RollOutcomes(alone, self._lying[key])
        return self._standing[seat]

    def _locked_for(self, seat: int) -> list[int]:
        """Return the indexes of the locks in force for a seat.

        A pending lock is already in force for a seat that has marked the row with the same throw, because no throw
        allows the seat a second mark in that row. [Qwixx 4, 5, 9; Sixto 4]
        """
        _, sheets, _, state = self._match.raw
        found = [lock for lock, is_locked in enumerate(state.locked.tolist()) if is_locked]
        if not self._locking:
            return found
        before = self._before.state
        for row in range(len(sheets[seat].rows)):
            lock = self._lock_of(seat, row)
            if lock in self._locking and state.written[seat, row].tolist() != before.written[seat, row].tolist():
                found.append(lock)
        return found

    def _find_options(self, seat: int) -> dict[str, Option]:
        found: dict[str, Option] = {}
        rolls = [] if self._is_full(seat) else self._rolls
        for roll in rolls:
            thrown = self._lay(seat, roll)
            fresh = [text for text in self._marks_with(thrown) if text not in found]
            for text, place in zip(fresh, places_of(thrown, 0, fresh), strict=True):
                row, cell = place
                found[text] = Option(row, cell)
                self._known.setdefault(text, roll)
        if self._has_miss_left(seat):
            found[MISS] = Option()
        return found

    def _marks_with(self, thrown: Position) -> list[str]:
        """Return the single-mark moves that are legal in a position after a throw, as text."""
        game, _, laid, state = thrown
        n = game.rules.legal_moves(laid, state, 0, self._codes)
        texts = game.notation.format_moves(state, self._codes[:n].tolist())
        return [text for text in texts if _is_one_mark(text)]

    def _roll_for(self, seat: int, text: str) -> tuple[str, ...] | None:
        """Return a roll that allows a seat to make this entry, or None if no roll does."""
        rolls = self._rolls
        if text == MISS:
            return rolls[0] if self._has_miss_left(seat) else None
        if not _is_one_mark(text) or self._is_full(seat):
            return None
        if text in self._known:
            rolls = [self._known[text], *rolls]
        for roll in rolls:
            if text in self._marks_with(self._lay(seat, roll)):
                self._known[text] = roll
                return roll
        return None

    def _has_miss_left(self, seat: int) -> bool:
        game, _, _, state = self._match.raw
        most = len(game.display.LOOK.miss_prices)
        return most > 0 and int(state.misses[seat]) < most

    def _play(self, seat: int, text: str, roll: tuple[str, ...]) -> Match:
        """Play a turn of a one-seat match on a seat's sheet with this mark (none for `miss`), and return the match."""
        alone = self._throw(seat, roll).copy()
        if text != MISS:
            alone.play(0, text)
        while alone.acting:
            alone.play(0, alone.choices(0)[0])
        return alone

    def _refusal(self, seat: int, text: str) -> PaperdiceError:
        """Return the error for an entry that no roll allows."""
        most = len(self._match.raw.game.display.LOOK.miss_prices)
        if text == MISS and most:
            return IllegalMoveError(f"all {most} misses are taken", Reason("misses_full", {}))
        if self._is_full(seat):
            return IllegalMoveError("the sheet is full", Reason("sheet_full", {}))
        errors: list[PaperdiceError] = []
        rolls = [] if " " in text else self._rolls
        for roll in rolls:
            try:
                self._throw(seat, roll).check_move(0, text)
            except PaperdiceError as error:
                errors.append(error)
        if not errors:
            return NotationError(f"{text!r} is not one mark", Reason("unreadable", {"text": text}))
        return errors[_rarest([error.reason.id for error in errors])]

    def _is_full(self, seat: int) -> bool:
        """Return whether a seat's sheet has no free cell left, which would end a one-seat match."""
        game, sheets, laid, state = self._match.raw
        standing = game.rules.cell_state
        for row, printed in enumerate(sheets[seat].rows):
            for cell in range(len(printed)):
                if standing(laid, state, seat, row, cell) == CellState.FREE:
                    return False
        return True

    def _closing(self) -> str:
        match = self._match
        return (
            f"* {match.end_reason} {' '.join([str(score) for score in match.scores])}"
            if match.over
            else CLOSING_GOING_ON
        )

    def _check_seat(self, seat: int) -> None:
        if type(seat) is not int or not 0 <= seat < self._match.seats:
            high = self._match.seats - 1
            reason = Reason("no_such_seat", {"seat": str(seat), "high": high})
            raise WrongSeatError(f"there is no seat {seat!r}, only 0 to {high}", reason)

    # Replay

    @staticmethod
    def replay(record: Record) -> Pad:
        """Replay the record of a pad, checking every entry, and return the pad.

        Raises:
            RecordError: The record is invalid, or it is not the record of a pad.
        """
        if not is_pad(record):
            raise broken_record(f'the record of a pad must start with [Paperdice "{PAD_VERSION}"]', 0)
        pad: Pad = _set_up_pad(record.headers)
        for number, turn in enumerate(record.turns, pad.n_entries + 1):
            if turn.number != number or len(turn.parts) != 1:
                raise broken_record(f"entry {number} of a pad must be one mark of one seat", turn.number)
            try:
                part = turn.parts[0]
                pad._write(PadEntry(turn.active, part.text, part.comment == CORRECTED))
            except PaperdiceError as error:
                raise broken_record(str(error), turn.number) from error
        if record.closing != pad._closing():
            raise broken_record(f"it closes with {record.closing!r}, but the pad stands at {pad._closing()!r}", 0)
        return pad


def _set_up_pad(headers: Mapping[str, str]) -> Pad:
    """Return a new pad with the setup described by the headers of a record; raise `RecordError` if they are invalid."""
    start = headers.get("Position", "")
    match = set_up({name: value for name, value in headers.items() if name != "Position"})
    pad = Pad(match.game, match.seats, match.sheets)
    if start:
        try:
            pad = Pad.from_position(start)
        except RecordError as error:
            raise broken_record(str(error), 0) from None
        dealt = [format_sheet(match.game, sheet) for sheet in match.sheets]
        if pad.game.name != match.game.name or [format_sheet(pad.game, sheet) for sheet in pad.sheets] != dealt:
            raise broken_record("headers Game, Sheets and Position disagree", 0)
    pad.headers = {name: value for name, value in headers.items() if name not in FIXED_HEADERS}
    return pad


def _place(number: int, seat: int) -> Place:
    return Place(number, 0, PAD_PHASE, seat)


def _laid(outcomes: RollOutcomes, roll: tuple[str, ...]) -> Position:
    """Return the position of the one-seat match after this roll."""
    (game, sheets, laid, state), lying = outcomes
    return Position(game, sheets, laid, with_fields(state, lying[roll]))


def _marks(options: Mapping[str, Option], row: int, cell: int) -> bool:
    """Return whether one of these entries marks the cell."""
    return any(option.row == row and option.cell == cell for option in options.values())


def _other_throw() -> Reason:
    return Reason("other_throw", {})


def _no_dice() -> IllegalMoveError:
    return IllegalMoveError("a pad has no dice: enter what you mark", Reason("pad_table", {}))


def _note_news(found: dict[str, int], name: str, before: list[int], after: list[int], number: int) -> None:
    """Store the number of an entry in `found` for each cell of a row or line that the entry has changed."""
    if before == after:
        return
    for cell, mark in enumerate(after):
        if mark != before[cell]:
            found[f"{name}/{cell}"] = number


def _copy_sheet(source: Position, seat: int, target: Position, to: int) -> None:
    """Copy all marks of a seat in one position to the seat `to` of another position."""
    target.state.written[to] = source.state.written[seat]
    if target.game.has_misses:
        target.state.misses[to] = source.state.misses[seat]
    printing = source.game.printing
    if printing is not None:
        lines = printing.seat_lines(source.laid, source.state, seat)
        for (_, marks), (_, copied) in zip(lines, printing.seat_lines(target.laid, target.state, to), strict=True):
            for cell, mark in enumerate(marks.tolist()):
                copied[cell] = mark


def pad_steps(record: Record) -> list[tuple[PadEntry, Pad]]:
    """Replay the record of a pad, and return each entry with a copy of the pad after it."""
    whole = Pad.replay(record)
    pad = _set_up_pad(record.headers)
    found: list[tuple[PadEntry, Pad]] = []
    for entry in whole.entries:
        pad._write(entry)
        found.append((entry, pad.copy()))
    return found


def final_match(record: Record) -> Match | Pad:
    """Replay a record and return the resulting match or pad.

    Raises:
        RecordError: The record is invalid.
    """
    return Pad.replay(record) if is_pad(record) else Match.replay(record)


def match_at(position: str) -> MatchLike:
    """Return the match or pad that continues from a position string; raise `RecordError` if the text is not a valid
    position.
    """
    is_position_of_pad = position.split(" ")[2:3] == [PAD_PHASE]
    return Pad.from_position(position) if is_position_of_pad else Match.from_position(position)


def read_records(text: str) -> list[Match | Pad]:
    """Parse and replay all records in a text, such as the file from *Export everything* on the page.

    Matches of which only headers and scores are preserved are skipped.

    Raises:
        RecordError: A record is invalid; the message contains its number in the text.
    """
    found: list[Match | Pad] = []
    for number, each in enumerate(split_records(text), 1):
        try:
            record = parse_record(each)
            if not is_unrecorded(record):
                found.append(final_match(record))
        except RecordError as error:
            raise RecordError(f"record {number}: {error}", error.reason) from None
    return found


def read_pad(text: str) -> Pad:
    """Parse and replay the record of a pad, and return the pad.

    Raises:
        RecordError: The record is invalid.
    """
    return Pad.replay(parse_record(text))
