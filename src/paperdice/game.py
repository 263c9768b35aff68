"""The definition of a game: its name, dice and sheets, and the interfaces of its rules, notation and display modules.

This module also defines twins, the plain objects that hold a match's state or sheets while rules run uncompiled.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import IntEnum
from functools import cached_property
from types import SimpleNamespace
from typing import Protocol, TypeAlias, TypedDict

import numpy as np
import numpy.typing as npt

from paperdice.dice import Die
from paperdice.errors import Reason, SetupError, SheetError, UnknownSheetError, suggest
from paperdice.sheet import Extras, Sheet, SheetLook, SheetShape, check_sheet

# Results of `parse_move` for texts that are readable but meaningless now.
NOT_ROLLED = -1
OTHER_PHASE = -2
OTHER_SHEET = -3

Layout = tuple[tuple[str, tuple[int, ...]], ...]
Ints = npt.NDArray[np.int64]

# The state of a match, or its sheets, as plain code reads them. The fields are defined by a game's layout, so a type
# checker cannot know them; in compiled code a record with the same fields replaces the twin.
Twin: TypeAlias = SimpleNamespace
Field = int | Ints


class PassCost(TypedDict):
    """The cost of passing for a seat, in points.

    `nth` is the number of the miss that the seat would take, and `of` the number of misses that ends the match.

    If `now` is false, the cost is incurred only if the seat has still marked nothing at the end of the turn.
    """

    cost: int
    nth: int
    of: int
    now: bool


class Rules(Protocol):
    """The interface of a game's `rules.py`, which is written in the Python subset of docs/subset.md. Returned numbers
    may be NumPy scalars.
    """

    __name__: str
    RULES_VERSION: int
    MAX_SEATS: int
    MAX_ROWS: int
    MAX_CELLS: int
    MAX_MOVES: int
    MAX_TURNS: int
    N_DICE: int
    N_TALLY: int
    N_CODES: int
    N_OBSERVED: int

    @property
    def STATE(self) -> Layout:  # noqa: N802
        """The fields of a state, each with its name and array shape, which is empty for a number."""

    @property
    def SHEETS(self) -> Layout:  # noqa: N802
        """The fields of the sheets, each with its name and array shape, which is empty for a number."""

    @property
    def EXTRAS(self) -> tuple[str, ...]:  # noqa: N802
        """The names of state fields that the text of a position contains besides seats, dice and written cells."""

    @property
    def OBSERVED(self) -> tuple[tuple[str, int], ...]:  # noqa: N802
        """The parts of the array that `observe` writes, in order, each with its name and length."""

    @property
    def Phase(self) -> type[IntEnum]:  # noqa: N802
        """The phases of a turn in order: `ROLL` is the first, and `OVER`, for a finished match, the last."""

    @property
    def End(self) -> type[IntEnum]:  # noqa: N802
        """The reasons why a match has ended; 0 means that it continues."""

    @property
    def Refusal(self) -> type[IntEnum]:  # noqa: N802
        """The reasons why a cell cannot be marked in this phase; 0 means that it can."""

    @property
    def Fault(self) -> type[IntEnum]:  # noqa: N802
        """The flags for the rules that an unreachable state breaks."""

    def __hash__(self) -> int:
        """Return the hash of the module; declared so that a rules module can be a dictionary key."""

    def index_sheets(self, sheets: Twin, n_seats: int) -> None:
        """Fill in the lookup fields of `sheets`, which are derived from the printed rows."""

    def start(self, state: Twin, n_seats: int, first: int) -> None:
        """Initialize an empty state for the first throw, with seat `first` active."""

    def recount(self, sheets: Twin, state: Twin) -> None:
        """Recompute the counters of a state from the written cells."""

    def dice_wanted(self, state: Twin) -> int:
        """Return the dice to throw as a bit mask; 0 unless the phase is `ROLL`."""

    def throw_number(self, state: Twin) -> int:
        """Return the number of the current or last throw of the turn: 1, or 2 for a reroll."""

    def acts(self, state: Twin, seat: int) -> bool:
        """Return whether a seat has to move in this phase."""

    def legal_moves(self, sheets: Twin, state: Twin, seat: int, out: Ints) -> int:
        """Write the codes of a seat's legal moves to `out` in ascending order, and return their number."""

    def is_legal(self, sheets: Twin, state: Twin, seat: int, move: int) -> bool:
        """Return whether a move is legal; it must agree with `legal_moves`."""

    def refusal(self, sheets: Twin, state: Twin, seat: int, row: int, cell: int) -> int:
        """Return 0 if a seat can mark this cell in this phase, otherwise the `Refusal`."""

    def cell_state(self, sheets: Twin, state: Twin, seat: int, row: int, cell: int) -> int:
        """Return the state of a cell as a `CellState`."""

    def end_reason(self, sheets: Twin, state: Twin) -> int:
        """Return 0 while the match continues, otherwise the `End`."""

    def score(self, sheets: Twin, state: Twin, seat: int) -> int:
        """Return the points that a seat would have if the match ended now."""

    def tally(self, sheets: Twin, state: Twin, seat: int, out: Ints) -> None:
        """Write the parts of the score to `out`; their sum is the score."""

    def tie_break(self, sheets: Twin, state: Twin, seat: int) -> int:
        """Return the number by which tied seats are ranked, higher is better; 0 if tied seats share the rank."""

    def count_events(self, sheets: Twin, state: Twin, seat: int, out: Ints) -> None:
        """Write the number of marks, locks, misses and strikes of a seat to `out`, in this order."""

    def observe(self, sheets: Twin, state: Twin, seat: int, out: Ints | npt.NDArray[np.int16]) -> None:
        """Write what a learning agent in this seat observes to `out`; `OBSERVED` describes its parts."""

    def faults(self, sheets: Twin, state: Twin) -> int:
        """Return 0 if a match can reach this state, otherwise its faults as flags of `Fault`."""

    def apply_roll(self, sheets: Twin, state: Twin, faces: Ints) -> None:
        """Update the state after a throw, without checks; `faces` has the face number of each die, 0 for a die not
        thrown.
        """

    def apply_moves(self, sheets: Twin, state: Twin, moves: Ints) -> None:
        """Resolve a phase: apply the moves of all acting seats, given as codes by seat, without checks."""


class Notation(Protocol):
    """The interface of a game's `notation.py`, which converts moves to text and back."""

    COLORS: str
    CELL_GAP: str
    FORMS: str

    def parse_move(self, state: Twin, text: str) -> int:
        """Return the code of a move, or a negative code such as `OTHER_PHASE` if the text is readable but has no
        meaning in this phase or on this sheet.

        Raises:
            NotationError: The text is not a move of this game.
        """

    def format_move(self, state: Twin, move: int) -> str:
        """Return a move of this phase as text."""

    def format_moves(self, state: Twin, moves: list[int]) -> list[str]:
        """Return several moves of this phase as texts; faster than calling `format_move` for each."""

    def mark_text(self, sheets: Twin, state: Twin, seat: int, row: int, cell: int) -> str:
        """Return the part of a move's text that marks this cell, whether or not marking it is allowed."""


class Display(Protocol):
    """The interface of a game's `display.py`: what user interfaces show in addition to the results of the rules and the
    notation.
    """

    @property
    def LOOK(self) -> SheetLook:  # noqa: N802
        """How the sheets of the game are drawn."""

    def ways(self, sheets: Twin, state: Twin, seat: int, row: int, cell: int) -> list[list[str]]:
        """Return the combinations of dice with which a seat can mark this cell, each as a list of dice names."""

    def explain(self, sheets: Twin, state: Twin, seat: int, row: int, cell: int, refusal: int) -> Reason:
        """Return the reason for a refusal of this cell; `refusal` is the number that the rules returned."""

    def explain_move(self, sheets: Twin, state: Twin, seat: int, move: int) -> Reason:
        """Return the reason why a move is refused; `move` is the code from `parse_move`, which may be negative."""

    def tally_names(self, sheets: Twin, state: Twin, seat: int) -> tuple[str, ...]:
        """Return the names of the parts of the tally; the name of a part that does not count on this sheet, or does not
        count yet, is empty.
        """

    def row_tally(self, sheets: Twin, seat: int, row: int) -> int:
        """Return the index of a row's points in the tally, or -1 if rows do not score."""

    def row_color(self, sheets: Twin, seat: int, row: int) -> str | None:
        """Return the letter of the color that represents a row, or None if no color does."""

    def is_current(self, sheets: Twin, state: Twin, seat: int, row: int) -> bool:
        """Return whether the seat is filling this row, in games where rows are filled one after the other."""

    def locked_by(self, sheets: Twin, state: Twin, seat: int, row: int) -> list[int]:
        """Return the seats that have locked this row."""

    def is_goal(self, sheets: Twin, seat: int, row: int, cell: int) -> bool:
        """Return whether this cell is one of those that lock its row."""

    def is_hit(self, sheets: Twin, state: Twin, seat: int, row: int, cell: int) -> bool:
        """Return whether the written number is a hit."""

    def column_scores(self, sheets: Twin, state: Twin, seat: int) -> list[int | None]:
        """Return the points of each column, None for a column that does not count yet. The list is empty if columns do
        not score.
        """

    def pass_cost(self, sheets: Twin, state: Twin, seat: int) -> PassCost | None:
        """Return what it costs a seat to mark nothing in this phase, or None if it costs nothing."""


class Printing(Protocol):
    """The interface of the printing module of a game whose sheets print more than rows."""

    def lay_extras(self, twin: Twin, seat: int, sheet: Sheet, extras: Extras) -> None:
        """Write the printed extras of a sheet to the arrays of a seat in `twin`."""

    def seat_lines(self, sheets: Twin, state: Twin, seat: int) -> list[tuple[str, Ints]]:
        """Return the lines of cells outside a seat's rows, each as its name and the array of its marks in the state."""

    def show_lines(self, sheet: Sheet, sheets: Twin, state: Twin, seat: int) -> list[tuple[str, list[tuple[str, int]]]]:
        """Return the lines of cells outside a seat's rows, each as its name and, for each cell, its printed text and
        `CellState`.
        """

    def explain_line(self, sheets: Twin, state: Twin, seat: int, line: int, cell: int) -> Reason | None:
        """Return the reason why a cell outside the rows cannot be marked directly, or None if it can; `line` is the
        index of its line in `show_lines`.
        """

    def find_faults(self, sheets: Twin, state: Twin) -> list[str]:
        """Return descriptions of the faults that make a state unreachable, each naming its place on the sheet; empty if
        the state is reachable.
        """


def make_twin(layout: Layout) -> Twin:
    """Return a twin in which each field of a layout is 0 or an array of zeros."""
    return Twin(**{name: np.zeros(shape, np.int64) if shape else 0 for name, shape in layout})


def copy_twin(twin: Twin) -> Twin:
    """Return an independent copy of a twin."""
    return Twin(**{k: v.copy() if isinstance(v, np.ndarray) else v for k, v in vars(twin).items()})


def get_field(twin: Twin, name: str) -> Field:
    """Return the number or array in a field of a twin."""
    value: Field = getattr(twin, name)
    return value


def get_number(twin: Twin, name: str) -> int:
    """Return the value of a scalar field of a twin as an int."""
    return int(getattr(twin, name))


def names_of(enum: type[IntEnum]) -> dict[int, str]:
    """Return a mapping from the numbers of an enum's members to their names in lower case."""
    return {int(member): member.name.lower() for member in enum}


def set_field(twin: Twin, name: str, value: Field) -> None:
    """Set a field of a twin to a number or an array."""
    setattr(twin, name, value)


def with_fields(twin: Twin, fields: Mapping[str, Field]) -> Twin:
    """Return a twin with some fields replaced; the arrays of all other fields are shared with the original."""
    return Twin(**{**vars(twin), **fields})


@dataclass(frozen=True, slots=True)
class StudyBudget:
    """How much computation the coach and the review spend on evaluating positions of a game.

    Attributes:
        samples: The number of samples per choice in the quick evaluation.
        throw_samples: The number of samples for each alternative throw that an actual throw is compared with.
        tried: The number of choices that are evaluated in addition to the one played.
        playouts: The number of playouts from which the lost points are estimated.
        is_wide: Whether the quick evaluation, too, compares a throw with many others.
        judge_seats: The number of seats for which the evaluating network was trained; 0 selects the network for the
            number of seats in the match.
        plays_out: Whether samples are played to the end of the match instead of being evaluated by the network, which
            is inaccurate in positions that the bot `steady` avoids.
    """

    samples: int = 16
    throw_samples: int = 4
    tried: int = 8
    playouts: int = 16
    is_wide: bool = False
    judge_seats: int = 0
    plays_out: bool = False


@dataclass(frozen=True, eq=False)
class Game:
    """A game; `rules`, `notation` and `display` are its modules with these names.

    `printing` is the module of a game whose sheets print more than rows, and `plain` are the extras assumed for sheets
    that define none. `idle_rounds` is the number of rounds without a mark that end a match, or 0 if every turn marks
    something or costs points. If `is_usual` is set, the game's bots are prepared in advance, and the game appears in
    the daily exercise.
    """

    name: str
    title: str
    seats: range
    rules: Rules
    notation: Notation
    display: Display
    shape: SheetShape
    dice: tuple[Die, ...]
    sheets: Mapping[str, Sheet]
    one_sheet: bool
    printing: Printing | None = None
    plain: Extras | None = None
    idle_rounds: int = 0
    is_usual: bool = False
    study: StudyBudget = StudyBudget()
    family: Game | None = None
    base: Game | None = field(default=None, init=False)

    def __post_init__(self) -> None:
        if self.family is not None:
            object.__setattr__(self.family, "base", self)

    def __repr__(self) -> str:
        return f"<Game {self.name}>"

    @property
    def key(self) -> str:
        """The name under which code compiled from these rules is cached."""
        return f"{self.name}_family" if self.base is not None else self.name

    @property
    def public(self) -> Game:
        """The game as listed in `GAMES`; differs from this object only if this is the family of a game."""
        return self.base or self

    def on(self, sheets: Sequence[Sheet]) -> Game:
        """Return the game whose rules apply to these sheets: its `family` if the sheets print more than rows, otherwise
        the plain game.

        Raises `SetupError` if the sheets cannot be dealt together. [V-6]
        """
        printed = [sheet.extras or self.public.plain for sheet in sheets]
        groups = {"" if extras is None else extras.group for extras in printed}
        if len(groups) > 1:
            names = ", ".join(dict.fromkeys(sheet.name for sheet in sheets))
            reason = Reason("bad_mix", {"game": self.name, "sheets": names}, "V-6")
            raise SetupError(f"sheets {names} of {self.name} cannot be dealt together", reason)
        return self.public.family or self.public if groups != {""} else self.public

    @property
    def version(self) -> int:
        """The version of the rules. It changes whenever the outcome of a match can change."""
        return int(self.rules.RULES_VERSION)

    @property
    def end_reasons(self) -> tuple[str, ...]:
        """The names of the reasons for the end of a match."""
        return tuple(self.end_names.values())

    @cached_property
    def phase_names(self) -> Mapping[int, str]:
        """A mapping from phase numbers to phase names."""
        return names_of(self.rules.Phase)

    @cached_property
    def faces(self) -> frozenset[str]:
        """The texts of all faces of the game's dice."""
        return frozenset([face for die in self.dice for face in die.faces])

    @cached_property
    def state_fields(self) -> tuple[str, ...]:
        """The names of the fields of a state."""
        return tuple(name for name, _ in self.rules.STATE)

    @cached_property
    def has_misses(self) -> bool:
        """Whether sheets have misses."""
        return "misses" in self.state_fields

    @cached_property
    def has_locks(self) -> bool:
        """Whether rows can be locked for all seats."""
        return "locked" in self.state_fields

    @cached_property
    def has_lock_colors(self) -> bool:
        """Whether locks belong to colors and not to row numbers."""
        return any(name == "lock_colors" for name, _ in self.rules.SHEETS)

    @cached_property
    def roll_phase(self) -> int:
        """The number of the phase in which dice are to be thrown."""
        return min(self.phase_names)

    @cached_property
    def over_phase(self) -> int:
        """The number of the phase of a finished match."""
        return max(self.phase_names)

    @cached_property
    def phase_numbers(self) -> Mapping[str, int]:
        """A mapping from phase names to phase numbers."""
        return {name: number for number, name in self.phase_names.items()}

    @cached_property
    def end_names(self) -> Mapping[int, str]:
        """A mapping from the numbers of the reasons for the end of a match to their names."""
        return {number: name for number, name in names_of(self.rules.End).items() if number}

    @property
    def phases(self) -> tuple[str, ...]:
        """The names of all phases in order; the last one is `over`."""
        return tuple(self.phase_names.values())

    @property
    def last_phase(self) -> str:
        """The name of the last phase of a turn."""
        return self.phases[-2]

    def deal(self, n_seats: int) -> tuple[str, ...]:
        """Return the names of the sheets that are dealt by default: the same sheet for all seats, or a different one
        per seat.
        """
        names = tuple(self.sheets)
        return names[:1] * n_seats if self.one_sheet else names[:n_seats]

    def lay_out(self, sheets: Sequence[Sheet]) -> Twin:
        """Return the printed sheets as the arrays that the rules read, with the seat as first index.

        Raises:
            SheetError: A sheet belongs to another game or does not fit its shape.
        """
        twin = make_twin(self.rules.SHEETS)
        for seat, sheet in enumerate(sheets):
            if sheet.game != self.name:
                raise SheetError(f"sheet {sheet.name!r} belongs to {sheet.game}, not to {self.name}")
            check_sheet(sheet, self.shape)
            self._lay_sheet(twin, seat, sheet)
        self.rules.index_sheets(twin, len(sheets))
        return twin

    def _lay_sheet(self, twin: Twin, seat: int, sheet: Sheet) -> None:
        extras = sheet.extras or self.plain
        if self.printing is not None and extras is not None:
            self.printing.lay_extras(twin, seat, sheet, extras)
        twin.n_rows[seat] = len(sheet.rows)
        for index, row in enumerate(sheet.rows):
            twin.n_cells[seat, index] = len(row)
            for cell, color in enumerate(row.colors):
                twin.colors[seat, index, cell] = self.shape.colors.index(color)
            for cell, number in enumerate(row.numbers):
                twin.numbers[seat, index, cell] = number


def deal_sheets(game: Game, seats: int, sheets: str | Sheet | Sequence[str | Sheet] | None) -> tuple[Sheet, ...]:
    """Return the sheet of each seat.

    Args:
        game: The game.
        seats: The number of seats.
        sheets: One sheet for all seats or one per seat, by name or as a `Sheet`; None for the default deal.

    Raises:
        SetupError: The number of sheets does not fit the number of seats.
        UnknownSheetError: The game has no sheet with a given name.
    """
    given = _wanted_sheets(game, seats, sheets)
    if len(given) == 1:
        given = given * seats
    if len(given) != seats:
        raise SetupError(f"{len(given)} sheets for {seats} seats", Reason("bad_deal", {"seats": seats}))
    return tuple([sheet if isinstance(sheet, Sheet) else find_sheet(game, sheet) for sheet in given])


def _wanted_sheets(game: Game, seats: int, sheets: str | Sheet | Sequence[str | Sheet] | None) -> list[str | Sheet]:
    if sheets is None:
        return [*game.deal(seats)]
    if isinstance(sheets, str | Sheet):
        return [sheets]
    check_deal(seats, sheets)
    return [*sheets]


def check_deal(seats: int, sheets: object) -> None:
    """Raise `SetupError` if `sheets` is not iterable, which only an untyped caller can cause."""
    if not isinstance(sheets, Iterable):
        raise SetupError(f"a deal has one sheet per seat, not {sheets!r}", Reason("bad_deal", {"seats": seats}))


def find_sheet(game: Game, name: str) -> Sheet:
    """Return the sheet of a game with this name; raise `UnknownSheetError` if there is none."""
    sheet = game.sheets.get(name)
    if sheet is None:
        reason = Reason("unknown_sheet", {"game": game.name, "sheet": str(name)})
        raise UnknownSheetError(f"unknown sheet {name!r} of {game.name}; {suggest(name, game.sheets)}", reason)
    return sheet
