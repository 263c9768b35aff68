"""The definition of a game: names, dice, sheets, and the interfaces of its rules, notation and display; and the
twins that rules run on."""

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
    """The cost of passing for a seat: immediate, or at the end of the turn if it has marked nothing by then."""

    cost: int
    nth: int
    of: int
    now: bool


class Rules(Protocol):
    """The interface of a game's `rules.py`, written in the Python subset of docs/subset.md; its numbers may be NumPy
    scalars.
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
        """The fields of a state."""

    @property
    def SHEETS(self) -> Layout:  # noqa: N802
        """The fields of the sheets."""

    @property
    def EXTRAS(self) -> tuple[str, ...]:  # noqa: N802
        """The fields in the text of a position in addition to seats, dice and written cells."""

    @property
    def OBSERVED(self) -> tuple[tuple[str, int], ...]:  # noqa: N802
        """The names and lengths of the parts that `observe` writes."""

    @property
    def Phase(self) -> type[IntEnum]:  # noqa: N802
        """The phases of a turn, `ROLL` first, `OVER` last."""

    @property
    def End(self) -> type[IntEnum]:  # noqa: N802
        """The reasons for the end of a match; 0 while it continues."""

    @property
    def Refusal(self) -> type[IntEnum]:  # noqa: N802
        """The reasons why a cell cannot be marked now; 0 if it can."""

    @property
    def Fault(self) -> type[IntEnum]:  # noqa: N802
        """The faults of unreachable states, as flags."""

    def __hash__(self) -> int:
        """Make modules usable as dictionary keys."""

    def index_sheets(self, sheets: Twin, n_seats: int) -> None:
        """Fill in the lookup fields of the sheets."""

    def start(self, state: Twin, n_seats: int, first: int) -> None:
        """Initialize an empty state in which seat `first` is active and dice are to be thrown."""

    def recount(self, sheets: Twin, state: Twin) -> None:
        """Recompute the counters of a state from the written cells."""

    def dice_wanted(self, state: Twin) -> int:
        """Return the dice to throw now as a bit mask; 0 in any other phase."""

    def throw_number(self, state: Twin) -> int:
        """Return the number of the current or last throw of the turn: 1, or 2 for a reroll."""

    def acts(self, state: Twin, seat: int) -> bool:
        """Return whether this seat has to move in this phase."""

    def legal_moves(self, sheets: Twin, state: Twin, seat: int, out: Ints) -> int:
        """Write the codes of all legal moves to `out`, ascending, and return their number."""

    def is_legal(self, sheets: Twin, state: Twin, seat: int, move: int) -> bool:
        """Return whether a move is legal; it must agree with `legal_moves`."""

    def refusal(self, sheets: Twin, state: Twin, seat: int, row: int, cell: int) -> int:
        """Return 0 if this cell can be marked now, otherwise the `Refusal`."""

    def cell_state(self, sheets: Twin, state: Twin, seat: int, row: int, cell: int) -> int:
        """Return the state of a cell as a `CellState`."""

    def end_reason(self, sheets: Twin, state: Twin) -> int:
        """Return 0 while the match continues, otherwise the `End`."""

    def score(self, sheets: Twin, state: Twin, seat: int) -> int:
        """Return the points that a seat would have if the match ended now."""

    def tally(self, sheets: Twin, state: Twin, seat: int, out: Ints) -> None:
        """Write the parts of the score to `out`; their sum is the score."""

    def tie_break(self, sheets: Twin, state: Twin, seat: int) -> int:
        """Return the number that breaks ties, the higher the better; 0 if ties are shared."""

    def count_events(self, sheets: Twin, state: Twin, seat: int, out: Ints) -> None:
        """Write the numbers of marks, locks, misses and strikes of a seat to `out`."""

    def observe(self, sheets: Twin, state: Twin, seat: int, out: Ints | npt.NDArray[np.int16]) -> None:
        """Write the observation of a learner in this seat to `out`."""

    def faults(self, sheets: Twin, state: Twin) -> int:
        """Return 0 if the rules can lead to this state, otherwise its faults as flags."""

    def apply_roll(self, sheets: Twin, state: Twin, faces: Ints) -> None:
        """Put the thrown dice on the table, without checks."""

    def apply_moves(self, sheets: Twin, state: Twin, moves: Ints) -> None:
        """Resolve a phase, without checks."""


class Notation(Protocol):
    """The interface of a game's `notation.py`, which converts moves to text and back."""

    COLORS: str
    CELL_GAP: str
    FORMS: str

    def parse_move(self, state: Twin, text: str) -> int:
        """Return the code of a move, or one of the codes above if it is not possible now; raises `NotationError`."""

    def format_move(self, state: Twin, move: int) -> str:
        """Return a move of this phase as text."""

    def format_moves(self, state: Twin, moves: list[int]) -> list[str]:
        """Return many moves as text in one call, for a seat's choices."""

    def mark_text(self, sheets: Twin, state: Twin, seat: int, row: int, cell: int) -> str:
        """Return the part of a move's text that marks this cell, whether or not it is allowed now."""


class Display(Protocol):
    """The interface of a game's `display.py`: everything that a view shows except rules and the notation of moves."""

    @property
    def LOOK(self) -> SheetLook:  # noqa: N802
        """The look of a sheet."""

    def ways(self, sheets: Twin, state: Twin, seat: int, row: int, cell: int) -> list[list[str]]:
        """Return the dice that allow this cell to be marked now, one list for each way."""

    def explain(self, sheets: Twin, state: Twin, seat: int, row: int, cell: int, refusal: int) -> Reason:
        """Return a refusal of a cell as an id with parameters and the rule it cites."""

    def explain_move(self, sheets: Twin, state: Twin, seat: int, move: int) -> Reason:
        """Return why this well-formed move is refused."""

    def tally_names(self, sheets: Twin, state: Twin, seat: int) -> tuple[str, ...]:
        """Return the names of the parts of the tally, empty for those that do not count on this sheet or do not count
        yet.
        """

    def row_tally(self, sheets: Twin, seat: int, row: int) -> int:
        """Return the index of a row's points in the tally, -1 if rows do not score."""

    def row_color(self, sheets: Twin, seat: int, row: int) -> str | None:
        """Return the color that represents a row, if any."""

    def is_current(self, sheets: Twin, state: Twin, seat: int, row: int) -> bool:
        """Return whether this is the one row that a seat is filling."""

    def locked_by(self, sheets: Twin, state: Twin, seat: int, row: int) -> list[int]:
        """Return the seats that have locked this row."""

    def is_goal(self, sheets: Twin, seat: int, row: int, cell: int) -> bool:
        """Return whether this cell is one of those that lock its row."""

    def is_hit(self, sheets: Twin, state: Twin, seat: int, row: int, cell: int) -> bool:
        """Return whether the written number is a hit."""

    def column_scores(self, sheets: Twin, state: Twin, seat: int) -> list[int | None]:
        """Return the points of each column, None until it counts; empty if columns do not score."""

    def pass_cost(self, sheets: Twin, state: Twin, seat: int) -> PassCost | None:
        """Return the cost of marking nothing for this seat, None if it is free."""


class Printing(Protocol):
    """The interface of a game whose sheets print more than rows."""

    def lay_extras(self, twin: Twin, seat: int, sheet: Sheet, extras: Extras) -> None:
        """Write the printed extras of a sheet into the arrays of a seat."""

    def seat_lines(self, sheets: Twin, state: Twin, seat: int) -> list[tuple[str, Ints]]:
        """Return the marks of a seat outside its rows, by name, as the state stores them."""

    def show_lines(self, sheet: Sheet, sheets: Twin, state: Twin, seat: int) -> list[tuple[str, list[tuple[str, int]]]]:
        """Return the cells outside the rows, by name, each with its text and `CellState`."""

    def explain_line(self, sheets: Twin, state: Twin, seat: int, line: int, cell: int) -> Reason | None:
        """Return why a cell of a line cannot be marked directly now, or None if it can; lines are named as in
        `show_lines`.
        """

    def find_faults(self, sheets: Twin, state: Twin) -> list[str]:
        """Return the faults that make a state unreachable, each with its place; empty if the state is reachable."""


def make_twin(layout: Layout) -> Twin:
    """Return an object with a 0 or an array of zeros for each field of a layout."""
    return Twin(**{name: np.zeros(shape, np.int64) if shape else 0 for name, shape in layout})


def copy_twin(twin: Twin) -> Twin:
    """Return an independent copy of a twin."""
    return Twin(**{k: v.copy() if isinstance(v, np.ndarray) else v for k, v in vars(twin).items()})


def get_field(twin: Twin, name: str) -> Field:
    """Return the number or array of a field."""
    value: Field = getattr(twin, name)
    return value


def get_number(twin: Twin, name: str) -> int:
    """Return the value of a scalar field."""
    return int(getattr(twin, name))


def names_of(enum: type[IntEnum]) -> dict[int, str]:
    """Return the names of an enum of the rules, in lower case, by number."""
    return {int(member): member.name.lower() for member in enum}


def set_field(twin: Twin, name: str, value: Field) -> None:
    """Set the number or array of a field."""
    setattr(twin, name, value)


def with_fields(twin: Twin, fields: Mapping[str, Field]) -> Twin:
    """Return a twin with some fields replaced; it shares the arrays of all others."""
    return Twin(**{**vars(twin), **fields})


@dataclass(frozen=True, slots=True)
class StudyBudget:
    """The effort that the coach and the review spend on evaluations of a game, so that the quick one stays quick.

    Attributes:
        samples: The number of samples per choice in the quick evaluation.
        throw_samples: The number of samples for each throw that a throw is compared with.
        tried: The number of choices evaluated in addition to the one played.
        playouts: The number of playouts that estimate the points lost.
        is_wide: Whether a throw is compared with many others even in the quick evaluation.
        judge_seats: The number of seats whose network estimates values; 0 for that of the match.
        plays_out: Whether samples are played to the end, since the network is inaccurate in positions `steady` avoids.
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
        """The name under which compiled code of these rules is cached."""
        return f"{self.name}_family" if self.base is not None else self.name

    @property
    def public(self) -> Game:
        """The game as listed in `GAMES`."""
        return self.base or self

    def on(self, sheets: Sequence[Sheet]) -> Game:
        """Return the game with the rules for these sheets: those of its family if they print more than rows.

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
        """The version of the rules; it changes whenever an outcome can change."""
        return int(self.rules.RULES_VERSION)

    @property
    def end_reasons(self) -> tuple[str, ...]:
        """The names of the reasons for the end of a match."""
        return tuple(self.end_names.values())

    @cached_property
    def phase_names(self) -> Mapping[int, str]:
        """The names of the phases by number."""
        return names_of(self.rules.Phase)

    @cached_property
    def faces(self) -> frozenset[str]:
        """The texts of all faces of its dice."""
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
        """The phase in which dice are to be thrown."""
        return min(self.phase_names)

    @cached_property
    def over_phase(self) -> int:
        """The phase of a match that is over."""
        return max(self.phase_names)

    @cached_property
    def phase_numbers(self) -> Mapping[str, int]:
        """The phases by name."""
        return {name: number for number, name in self.phase_names.items()}

    @cached_property
    def end_names(self) -> Mapping[int, str]:
        """The names of the reasons for the end of a match, by number."""
        return {number: name for number, name in names_of(self.rules.End).items() if number}

    @property
    def phases(self) -> tuple[str, ...]:
        """The names of the phases, `over` last."""
        return tuple(self.phase_names.values())

    @property
    def last_phase(self) -> str:
        """The last phase of a turn."""
        return self.phases[-2]

    def deal(self, n_seats: int) -> tuple[str, ...]:
        """Return the default deal: the same sheet for all, or a different one per seat."""
        names = tuple(self.sheets)
        return names[:1] * n_seats if self.one_sheet else names[:n_seats]

    def lay_out(self, sheets: Sequence[Sheet]) -> Twin:
        """Lay out the printed sheets as the arrays that the rules read, with the seat as first index."""
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
    """Return the sheet of each seat; sheets may be given by name."""
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
    """Raise `SetupError` if an untyped caller passes anything but sheets."""
    if not isinstance(sheets, Iterable):
        raise SetupError(f"a deal has one sheet per seat, not {sheets!r}", Reason("bad_deal", {"seats": seats}))


def find_sheet(game: Game, name: str) -> Sheet:
    """Return the sheet of a game by its name; raise `UnknownSheetError` if it has none."""
    sheet = game.sheets.get(name)
    if sheet is None:
        reason = Reason("unknown_sheet", {"game": game.name, "sheet": str(name)})
        raise UnknownSheetError(f"unknown sheet {name!r} of {game.name}; {suggest(name, game.sheets)}", reason)
    return sheet
