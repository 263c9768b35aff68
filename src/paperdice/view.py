"""Views: everything that a seat may see and do in a match, as plain values for user interfaces and bots.

The types in this module define the keys of views. The network messages and their JSON Schema are generated from them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NotRequired, Protocol, TypedDict, get_args

from paperdice.errors import Reason, ReasonView
from paperdice.game import Game, PassCost
from paperdice.position import Position
from paperdice.sheet import Sign

Color = Literal["w", "k", "r", "o", "y", "g", "b", "p"]
CellStateName = Literal["free", "markable", "sealed", "marked", "skipped", "locked", "struck", "far"]
DieState = Literal["lying", "wanted", "retired"]

# Keys of a cell that messages omit when empty, since sheets make up most of the traffic.
QuietKey = Literal["goal", "hit", "mark", "number_now", "ways", "why"]
QUIET_KEYS: tuple[QuietKey, ...] = get_args(QuietKey)


class PrintedCell(TypedDict):
    """The fields of every cell: the printed color and number, the written number, and the state."""

    color: Color
    number: int | None
    written: int | None
    state: CellStateName


class CellView(PrintedCell, total=False):
    """A cell of a sheet; `mark`, `number_now`, `ways` and `why` are only set on the viewing seat's own sheet.

    `goal` is true for a cell that locks its row, and `hit` if the written number equals the printed one. `mark` is the
    part of a move that marks the cell, `number_now` is the number that would be written, `ways` lists the combinations
    of dice that allow it, and `why` is the reason why the cell cannot be marked. `view_of` returns all of these keys;
    messages omit those with empty values.

    Sheets of the Qwixx family have further keys. `sign` is the sign printed next to the number, and `also` lists the
    other cells that would be marked together with this one. If the player can choose the row in which a circle marks
    cells, `targets` maps the color of each such row to the value that `also` would have.
    """

    goal: bool
    hit: bool
    mark: str | None
    number_now: int | None
    ways: list[list[str]]
    why: ReasonView | None
    sign: NotRequired[Sign]
    also: NotRequired[list[str]]
    targets: NotRequired[dict[str, list[str]]]


class RowView(TypedDict):
    """A row of a sheet; `locked_by` lists the seats that locked it, and `score` is None if rows do not score.

    `current` is true for the row that the seat is filling, in games where rows are filled one after another.
    """

    color: Color | None
    locked: bool
    locked_by: list[int]
    current: bool
    score: int | None
    cells: list[CellView]


class ColumnView(TypedDict):
    """A column of a sheet; its score is None until the column counts."""

    score: int | None


class LineCellView(TypedDict):
    """A cell outside the rows: its printed text and its state."""

    text: str
    state: CellStateName


class LineView(TypedDict):
    """A part of a Qwixx family sheet that is printed outside the rows: `strip`, `ry`, `gb`, `swap` or `lucky`."""

    name: str
    cells: list[LineCellView]


class SheetView(TypedDict):
    """The sheet of a seat with everything written on it.

    `lines` is only present in games whose sheets have printed elements other than rows.
    """

    seat: int
    name: str
    score: int
    tally: dict[str, int]
    misses: int
    max_misses: int
    rows: list[RowView]
    columns: list[ColumnView]
    lines: NotRequired[list[LineView]]


class DieView(TypedDict):
    """A die, whether or not it is on the table; `faces` lists the texts of all its faces.

    `face` is the face that it shows, with its `color` and `pips`; these are None if the die is not on the table, except
    that a die with faces of a single color keeps its `color`. `state` is `lying` for a die on the table, `wanted` for
    one that has to be thrown, and `retired` for any other.
    """

    name: str
    face: str | None
    color: Color | None
    pips: int | None
    state: DieState
    faces: list[str]


class OpenView(TypedDict):
    """The public part of a view: everything that anyone may see of a match."""

    game: str
    title: str
    rules: int
    seats: int
    first: int
    turn: int
    phase: str
    active: int
    acting: list[int]
    answered: list[int]
    roll: str
    dice_wanted: list[str]
    dice: list[DieView]
    over: bool
    end_reason: str | None
    winners: list[int]
    scores: list[int]
    position: str
    sheets: list[SheetView]


# A key that is a Python keyword cannot be declared in a class body.
_Passing = TypedDict("_Passing", {"pass": PassCost | None})


class View(OpenView, _Passing):
    """Everything that a seat may see of a match.

    `seat` is None for a spectator. `pass` is the cost of passing, or None if passing is free. On a pad,
    `entered` is the same as in `OwnView`.
    """

    seat: int | None
    sealed: str | None
    choices: list[str]
    entered: NotRequired[dict[str, int]]


class OwnCell(TypedDict, total=False):
    """The private part of a cell's view: how the seat can mark the cell, or how its sealed move marks it.

    When deciding on a reroll, only `number_now` is present: the number that would be written if the dice were kept. On
    a pad, only `mark` is present: the entry that marks the cell.
    """

    state: CellStateName
    mark: str
    number_now: int
    ways: list[list[str]]
    also: list[str]
    targets: dict[str, list[str]]


class OwnView(_Passing):
    """The private part of a view: a seat's choices, its sealed move, and the cells that it can mark.

    The keys of `cells` consist of the row and the index of the cell in the row, as in `0/3`. `pass` is the cost of
    passing, or None if passing is free.

    `entered` is only present on a pad: the number of the entry that made each mark, so that it can be rubbed out. Its
    keys are those of cells in rows, of cells in lines as in `ry/2`, and `miss` for the last miss.
    """

    seat: int
    sealed: str | None
    choices: list[str]
    cells: dict[str, OwnCell]
    entered: NotRequired[dict[str, int]]


# The public rows of a sheet, if already computed.
KnownRows = Sequence[RowView] | None


class Viewable(Protocol):
    """The interface of matches and pads from which views are built, defined here to avoid a circular import."""

    @property
    def has_dice(self) -> bool:
        """Whether dice are thrown: true for a match, false for a pad."""

    @property
    def raw(self) -> Position:
        """The live position (game, sheets and state). Do not modify it."""

    @property
    def game(self) -> Game:
        """The game being played."""

    @property
    def seats(self) -> int:
        """The number of seats."""

    @property
    def names(self) -> tuple[str, ...]:
        """The name of the player in each seat, empty if unknown."""

    @property
    def first(self) -> int:
        """The seat that is active in the first turn."""

    @property
    def turn(self) -> int:
        """The number of the current turn, counted from 1."""

    @property
    def phase(self) -> str:
        """The name of the current phase."""

    @property
    def active(self) -> int:
        """The seat whose turn it is."""

    @property
    def acting(self) -> tuple[int, ...]:
        """The seats that still have to move in this phase."""

    @property
    def answered(self) -> tuple[int, ...]:
        """The seats that have sealed a move in this phase."""

    @property
    def roll(self) -> str:
        """The faces of the dice on the table, separated by spaces."""

    @property
    def dice_wanted(self) -> tuple[str, ...]:
        """The names of the dice to throw in this phase, in the game's order."""

    @property
    def over(self) -> bool:
        """Whether the match is over."""

    @property
    def end_reason(self) -> str | None:
        """The name of the reason why the match ended, or None while it continues."""

    @property
    def winners(self) -> tuple[int, ...]:
        """The winning seats; empty while the match continues."""

    @property
    def scores(self) -> tuple[int, ...]:
        """The points that each seat would have if the match ended now."""

    def choices(self, seat: int) -> tuple[str, ...]:
        """Return a seat's legal moves as text."""

    def sealed(self, seat: int) -> str | None:
        """Return the move that a seat has sealed in this phase, or None."""

    def pass_cost(self, seat: int) -> PassCost | None:
        """Return the cost for a seat of marking nothing in this phase, or None if passing is free."""

    def own_cells(self, seat: int, rows: KnownRows = None) -> list[tuple[int, int, OwnCell]]:
        """Return the cells that a seat can mark, as tuples (row, index in the row, private view).

        Args:
            rows: The public view of the seat's rows, if available; it speeds up the search.
        """

    def entered(self, seat: int) -> dict[str, int]:
        """Return the number of the entry on a pad that made each mark on a seat's sheet."""

    def reasons(self, seat: int) -> list[list[Reason | None]]:
        """Return the reason why each cell of a seat's sheet cannot be marked, as one list per row.

        The reason is None for a cell that can be marked.
        """

    def position(self) -> str:
        """Return the current position as one line of text."""
