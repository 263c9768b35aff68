"""The shape of a view on the wire: what `paperdice.view_of` gives, written down for programs in other languages."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct, field

Color = Literal["w", "k", "r", "o", "y", "g", "b", "p"]
CellState = Literal["free", "markable", "sealed", "marked", "skipped", "locked", "struck", "far"]


class Why(Struct):
    """Why something is refused: `id` names a sentence, `params` fill it, `rule` is the number of the rule."""

    id: str
    rule: str = ""
    params: dict[str, str | int] = {}


class Cell(Struct):
    """One cell of a sheet; `mark`, `number_now`, `ways` and `why` are given for the own sheet only."""

    color: Color
    number: int | None
    written: int | None
    state: CellState
    goal: bool = False
    hit: bool = False
    mark: str | None = None
    number_now: int | None = None
    ways: list[list[str]] = []
    why: Why | None = None


class Row(Struct):
    """One row of a sheet; `locked_by` are the seats that locked it."""

    color: Color | None
    locked: bool
    locked_by: list[int]
    score: int | None
    current: bool
    cells: list[Cell]


class Column(Struct):
    """One column; its score is None until it counts."""

    score: int | None


class Sheet(Struct):
    """The sheet of one seat with everything written on it."""

    seat: int
    name: str
    score: int
    tally: dict[str, int]
    misses: int
    max_misses: int
    rows: list[Row]
    columns: list[Column]


class Die(Struct):
    """One die; `face` is None unless the die lies on the table."""

    name: str
    face: str | None
    color: Color | None
    pips: int | None
    state: Literal["lying", "wanted", "retired"]
    faces: list[str]


class PassCost(Struct):
    """What the quiet move costs the own seat: at once, or at the end of the turn if it then has marked nothing."""

    cost: int
    nth: int
    of: int
    now: bool


class View(Struct):
    """Everything that one seat may see of a match; `seat` is None for a spectator."""

    game: str
    title: str
    rules: int
    seats: int
    seat: int | None
    first: int
    turn: int
    phase: str
    active: int
    acting: list[int]
    answered: list[int]
    sealed: str | None
    choices: list[str]
    roll: str
    dice_wanted: list[str]
    dice: list[Die]
    over: bool
    end_reason: str | None
    winners: list[int]
    scores: list[int]
    position: str
    sheets: list[Sheet]
    pass_cost: PassCost | None = field(name="pass", default=None)
