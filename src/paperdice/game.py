"""The definition of a game: its name, dice and sheets, and the interfaces of its rules, notation and display modules.

This module also defines twins, the plain objects that hold the state or the sheets of a match when rules run
uncompiled.
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

# The state or the sheets of a match in uncompiled code. The game's layout defines the fields, so type checkers do not
# know them. Compiled code uses a NumPy record with the same fields instead.
Twin: TypeAlias = SimpleNamespace
Field = int | Ints


class PassCost(TypedDict):
    """The cost of passing for a seat: `cost` is the number of points lost.

    `nth` is the number of the miss that the seat would take, and `of` the number of misses that ends the match. If
    `now` is false, the seat only pays if it has not marked anything by the end of the turn.
    """

    cost: int
    nth: int
    of: int
    now: bool


class Rules(Protocol):
    """The interface of a game's `rules.py`, which is written in the Python subset described in `docs/subset.md`.

    Functions that return a number may return a NumPy scalar.
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
        """The name and array shape of each field of a state; the shape of a scalar is empty."""

    @property
    def SHEETS(self) -> Layout:  # noqa: N802
        """The name and array shape of each field of the sheets; the shape of a scalar is empty."""

    @property
    def EXTRAS(self) -> tuple[str, ...]:  # noqa: N802
        """The names of the state fields that a position string contains besides seats, dice and written cells."""

    @property
    def OBSERVED(self) -> tuple[tuple[str, int], ...]:  # noqa: N802
        """The name and length of each part of the array that `observe` writes, in order."""

    @property
    def Phase(self) -> type[IntEnum]:  # noqa: N802
        """The phases of a turn, in order, from `ROLL` to `OVER` (the end of the match)."""

    @property
    def End(self) -> type[IntEnum]:  # noqa: N802
        """The reasons why a match ends; 0 means that it continues."""

    @property
    def Refusal(self) -> type[IntEnum]:  # noqa: N802
        """The reasons why a cell cannot be marked in a phase; 0 means that it can."""

    @property
    def Fault(self) -> type[IntEnum]:  # noqa: N802
        """The flags that describe why a state is unreachable under the rules."""

    def __hash__(self) -> int:
        """Return the hash of the module, so that it can be used as a dictionary key."""

    def index_sheets(self, sheets: Twin, n_seats: int) -> None:
        """Fill in the lookup fields of `sheets`, which are derived from its printed rows."""

    def start(self, state: Twin, n_seats: int, first: int) -> None:
        """Initialize an empty state for a new match in which seat `first` is active."""

    def recount(self, sheets: Twin, state: Twin) -> None:
        """Recompute the counters of a state from the written cells."""

    def dice_wanted(self, state: Twin) -> int:
        """Return the dice to throw as a bit mask, or 0 if the phase is not `ROLL`."""

    def throw_number(self, state: Twin) -> int:
        """Return the number of the current or upcoming throw within the turn: 1, or 2 for a reroll."""

    def acts(self, state: Twin, seat: int) -> bool:
        """Return whether a seat has to move in this phase."""

    def legal_moves(self, sheets: Twin, state: Twin, seat: int, out: Ints) -> int:
        """Write the codes of a seat's legal moves to `out` in ascending order, and return their number."""

    def is_legal(self, sheets: Twin, state: Twin, seat: int, move: int) -> bool:
        """Return whether a move is legal. It must agree with `legal_moves`."""

    def refusal(self, sheets: Twin, state: Twin, seat: int, row: int, cell: int) -> int:
        """Return 0 if a seat can mark a cell in this phase, otherwise the reason as a `Refusal`."""

    def cell_state(self, sheets: Twin, state: Twin, seat: int, row: int, cell: int) -> int:
        """Return the state of a cell as a `CellState`."""

    def end_reason(self, sheets: Twin, state: Twin) -> int:
        """Return the reason why the match has ended, as a member of `End`, or 0 while it continues."""

    def score(self, sheets: Twin, state: Twin, seat: int) -> int:
        """Return the points that a seat would have if the match ended now."""

    def tally(self, sheets: Twin, state: Twin, seat: int, out: Ints) -> None:
        """Write the points for each component of a seat's score to `out`. They must add up to the score."""

    def tie_break(self, sheets: Twin, state: Twin, seat: int) -> int:
        """Return the tiebreaker of a seat, where the highest value wins; always 0 if the game has no tiebreaker."""

    def count_events(self, sheets: Twin, state: Twin, seat: int, out: Ints) -> None:
        """Write the numbers of a seat's marks, locks, misses and strikes (spoiled cells) to `out`, in this order."""

    def observe(self, sheets: Twin, state: Twin, seat: int, out: Ints | npt.NDArray[np.int16]) -> None:
        """Write the observation for a learning agent in this seat to `out`; `OBSERVED` describes its parts."""

    def faults(self, sheets: Twin, state: Twin) -> int:
        """Return 0 if a match can reach this state, otherwise the `Fault` flags that describe why it cannot."""

    def apply_roll(self, sheets: Twin, state: Twin, faces: Ints) -> None:
        """Update the state after a throw, without validating it.

        Args:
            state: The state to update.
            faces: The face number of each die; 0 for a die that was not thrown.
        """

    def apply_moves(self, sheets: Twin, state: Twin, moves: Ints) -> None:
        """Update the state by applying the moves of all acting seats, without validating them.

        Args:
            state: The state to update.
            moves: The code of each seat's move, indexed by seat.
        """


class Notation(Protocol):
    """The interface of a game's `notation.py`, which converts moves to text and back."""

    COLORS: str
    CELL_GAP: str
    FORMS: str

    def parse_move(self, state: Twin, text: str) -> int:
        """Return the code of a move.

        If the text is readable but has no meaning in this phase or on this sheet, return a negative code such as
        `OTHER_PHASE`.

        Raises:
            NotationError: The text is not a move of this game.
        """

    def format_move(self, state: Twin, move: int) -> str:
        """Format a move of the current phase as text."""

    def format_moves(self, state: Twin, moves: list[int]) -> list[str]:
        """Format several moves of the current phase as text; faster than calling `format_move` for each."""

    def mark_text(self, sheets: Twin, state: Twin, seat: int, row: int, cell: int) -> str:
        """Return the notation for marking a cell, as used within a move, whether or not marking it is legal."""


class Display(Protocol):
    """The interface of a game's `display.py`, which provides what user interfaces show besides rules and notation."""

    @property
    def LOOK(self) -> SheetLook:  # noqa: N802
        """The appearance of the game's sheets."""

    def ways(self, sheets: Twin, state: Twin, seat: int, row: int, cell: int) -> list[list[str]]:
        """Return the combinations of dice that allow a seat to mark a cell, each as a list of dice names."""

    def explain(self, sheets: Twin, state: Twin, seat: int, row: int, cell: int, refusal: int) -> Reason:
        """Return the reason why a cell cannot be marked; `refusal` is the number returned by the rules."""

    def explain_move(self, sheets: Twin, state: Twin, seat: int, move: int) -> Reason:
        """Return the reason why a move is illegal; `move` is the code from `parse_move`, which may be negative."""

    def tally_names(self, sheets: Twin, state: Twin, seat: int) -> tuple[str, ...]:
        """Return the name of each component of the tally.

        The name is empty for a component that does not count on this sheet, or does not count yet.
        """

    def row_tally(self, sheets: Twin, seat: int, row: int) -> int:
        """Return the index of a row's points in the tally, or -1 if rows do not score."""

    def row_color(self, sheets: Twin, seat: int, row: int) -> str | None:
        """Return the letter of the color that represents a row, or None if rows have no color of their own."""

    def is_current(self, sheets: Twin, state: Twin, seat: int, row: int) -> bool:
        """Return whether a seat is currently filling a row, in games where rows are filled one after another."""

    def locked_by(self, sheets: Twin, state: Twin, seat: int, row: int) -> list[int]:
        """Return the seats that locked a row."""

    def is_goal(self, sheets: Twin, seat: int, row: int, cell: int) -> bool:
        """Return whether a cell is one of those that lock its row."""

    def is_hit(self, sheets: Twin, state: Twin, seat: int, row: int, cell: int) -> bool:
        """Return whether the number written in a cell equals the printed one."""

    def column_scores(self, sheets: Twin, state: Twin, seat: int) -> list[int | None]:
        """Return the points of each column, None if it does not count yet; empty if columns do not score."""

    def pass_cost(self, sheets: Twin, state: Twin, seat: int) -> PassCost | None:
        """Return the cost for a seat of marking nothing in this phase, or None if passing is free."""


class Printing(Protocol):
    """The interface of a game's printing module, which handles extras: printed elements other than rows."""

    def lay_extras(self, twin: Twin, seat: int, sheet: Sheet, extras: Extras) -> None:
        """Write the extras printed on a sheet to a seat's arrays in `twin`."""

    def seat_lines(self, sheets: Twin, state: Twin, seat: int) -> list[tuple[str, Ints]]:
        """Return the name and the array of marks of each line of cells outside a seat's rows."""

    def show_lines(self, sheet: Sheet, sheets: Twin, state: Twin, seat: int) -> list[tuple[str, list[tuple[str, int]]]]:
        """Return the name of each line of cells outside a seat's rows, and the text and `CellState` of its cells."""

    def explain_line(self, sheets: Twin, state: Twin, seat: int, line: int, cell: int) -> Reason | None:
        """Return the reason why a cell outside the rows cannot be marked directly, or None if it can.

        Args:
            line: The index of the line in the result of `show_lines`.
            cell: The index of the cell in the line.
        """

    def find_faults(self, sheets: Twin, state: Twin) -> list[str]:
        """Return a description of each fault that makes a state unreachable, or an empty list.

        Each description names the affected place on the sheet.
        """


def make_twin(layout: Layout) -> Twin:
    """Return a twin with the fields of a layout, all set to zero."""
    return Twin(**{name: np.zeros(shape, np.int64) if shape else 0 for name, shape in layout})


def copy_twin(twin: Twin) -> Twin:
    """Return an independent copy of a twin."""
    return Twin(**{k: v.copy() if isinstance(v, np.ndarray) else v for k, v in vars(twin).items()})


def get_field(twin: Twin, name: str) -> Field:
    """Return the value of a twin's field, which is a number or an array."""
    value: Field = getattr(twin, name)
    return value


def get_number(twin: Twin, name: str) -> int:
    """Return the value of a twin's scalar field as an int."""
    return int(getattr(twin, name))


def names_of(enum: type[IntEnum]) -> dict[int, str]:
    """Return the lowercase names of an enum's members, by number."""
    return {int(member): member.name.lower() for member in enum}


def set_field(twin: Twin, name: str, value: Field) -> None:
    """Set a twin's field to a number or an array."""
    setattr(twin, name, value)


def with_fields(twin: Twin, fields: Mapping[str, Field]) -> Twin:
    """Return a copy of a twin with some fields replaced; it shares all other arrays with the original."""
    return Twin(**{**vars(twin), **fields})


@dataclass(frozen=True, slots=True)
class StudyBudget:
    """How much computation the coach and the review spend on evaluating positions of a game.

    Attributes:
        samples: The number of samples per choice in the quick evaluation.
        throw_samples: The number of samples for each alternative to an actual throw.
        tried: The number of choices that are evaluated in addition to the one played.
        playouts: The number of playouts used to estimate the points lost by a choice.
        is_wide: Whether even the quick evaluation compares a throw with many alternatives.
        judge_seats: The number of seats that the evaluating network was trained for; 0 selects the network that fits
            the match.
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
    """A game, with its modules `rules`, `notation` and `display`.

    Attributes:
        name: The name used in records and commands.
        title: The name shown to players.
        seats: The allowed numbers of seats.
        rules: The rules module.
        notation: The notation module.
        display: The display module.
        shape: The constraints on the game's sheets.
        dice: The dice, in order.
        sheets: The built-in sheets, by name.
        one_sheet: Whether all seats get the same sheet by default.
        printing: The printing module, or None if only rows are printed on the game's sheets.
        plain: The extras (printed elements other than rows) of sheets that do not define their own.
        idle_rounds: The number of rounds without a mark that ends a match; 0 if every turn marks something or costs
            points.
        is_usual: Whether the game's bots are prepared in advance and the game appears in the daily exercise.
        locks_by_sum: Whether rows are marked by the sums of two dice, and the last cell of a row locks it.
        study: The amount of computation that the coach and the review spend on the game.
        family: The variant of the game for sheets with printed elements other than rows, or None.
        base: The game that this is the `family` variant of, or None.
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
    locks_by_sum: bool = False
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
        """The game as listed in `GAMES`: the base game if this is its `family` variant, otherwise the game itself."""
        return self.base or self

    def on(self, sheets: Sequence[Sheet]) -> Game:
        """Return the variant of this game that fits the sheets.

        This is `family` if the game has one and extras (elements other than rows) are printed on the sheets.

        Raises:
            SetupError: The sheets cannot be dealt together. [V-6]
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
        """The version of the rules, which changes whenever the outcome of a match can change."""
        return int(self.rules.RULES_VERSION)

    @property
    def end_reasons(self) -> tuple[str, ...]:
        """The names of the reasons why a match can end."""
        return tuple(self.end_names.values())

    @cached_property
    def phase_names(self) -> Mapping[int, str]:
        """The names of the phases, by number."""
        return names_of(self.rules.Phase)

    @cached_property
    def faces(self) -> frozenset[str]:
        """All faces of the game's dice, as text."""
        return frozenset([face for die in self.dice for face in die.faces])

    @cached_property
    def state_fields(self) -> tuple[str, ...]:
        """The names of the fields of a state."""
        return tuple(name for name, _ in self.rules.STATE)

    @cached_property
    def has_misses(self) -> bool:
        """Whether the game has misses."""
        return "misses" in self.state_fields

    @cached_property
    def has_locks(self) -> bool:
        """Whether rows can be locked for all seats."""
        return "locked" in self.state_fields

    @cached_property
    def has_lock_colors(self) -> bool:
        """Whether a lock applies to a color rather than to a row number."""
        return any(name == "lock_colors" for name, _ in self.rules.SHEETS)

    @cached_property
    def roll_phase(self) -> int:
        """The phase number that means that dice have to be thrown."""
        return min(self.phase_names)

    @cached_property
    def over_phase(self) -> int:
        """The phase number that means that the match is over."""
        return max(self.phase_names)

    @cached_property
    def reroll_phase(self) -> int | None:
        """The phase number that means that dice may be rerolled, or None if the game has no such phase."""
        return self.phase_numbers.get("reroll")

    @cached_property
    def phase_numbers(self) -> Mapping[str, int]:
        """The numbers of the phases, by name."""
        return {name: number for number, name in self.phase_names.items()}

    @cached_property
    def end_names(self) -> Mapping[int, str]:
        """The names of the reasons why a match can end, by number."""
        return {number: name for number, name in names_of(self.rules.End).items() if number}

    @property
    def phases(self) -> tuple[str, ...]:
        """The names of all phases in order, ending with `over`."""
        return tuple(self.phase_names.values())

    @property
    def last_phase(self) -> str:
        """The name of the last phase before `over`."""
        return self.phases[-2]

    def deal(self, n_seats: int) -> tuple[str, ...]:
        """Return the names of the sheets dealt by default: one sheet for all seats, or a different one for each."""
        names = tuple(self.sheets)
        return names[:1] * n_seats if self.one_sheet else names[:n_seats]

    def lay_out(self, sheets: Sequence[Sheet]) -> Twin:
        """Return the sheets as arrays for the rules, indexed by seat.

        Raises:
            SheetError: A sheet belongs to another game or violates the game's constraints.
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
        seats: The number of seats.
        sheets: One sheet for all seats or one per seat, by name or as a `Sheet`; None for the default deal.

    Raises:
        SetupError: The number of sheets does not match the number of seats.
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
    """Raise `SetupError` if an untyped caller passes a deal that is not iterable."""
    if not isinstance(sheets, Iterable):
        raise SetupError(f"a deal has one sheet per seat, not {sheets!r}", Reason("bad_deal", {"seats": seats}))


def find_sheet(game: Game, name: str) -> Sheet:
    """Return the sheet of a game with the given name.

    Raises:
        UnknownSheetError: The game has no sheet with this name.
    """
    sheet = game.sheets.get(name)
    if sheet is None:
        reason = Reason("unknown_sheet", {"game": game.name, "sheet": str(name)})
        raise UnknownSheetError(f"unknown sheet {name!r} of {game.name}; {suggest(name, game.sheets)}", reason)
    return sheet
