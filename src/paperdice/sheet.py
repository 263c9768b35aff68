"""Printed sheets: their types, and functions to read them from TOML files and validate them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, Literal, cast, get_args, get_origin, get_type_hints

from paperdice.errors import Parameters, Reason, SheetError, UnknownSheetError, suggest
from paperdice.files import read_file

COLORS = "wkroygbp"
# Signs printed next to the numbers of cells in the Qwixx family.
Sign = Literal["double", "second", "step", "framed", "paired", "circle", "notched", "square", "octagon", "star"]
# The maximum number of characters of an invalid value quoted in a message.
MAX_QUOTE = 40
# The maximum number of digits that JavaScript can represent exactly.
MAX_DIGITS = 15
# The maximum number of dots in a line of a sheet file, since each can nest a key one level deeper.
MOST_DOTS = 100
NAME = re.compile(r"[A-Za-z0-9_-]{1,24}")


@dataclass(frozen=True, slots=True)
class Row:
    """One printed row of cells, from left to right.

    Attributes:
        colors: The color letter of each cell.
        numbers: The number of each cell; empty if no numbers are printed.
    """

    colors: tuple[str, ...]
    numbers: tuple[int, ...]

    def __len__(self) -> int:
        return len(self.colors)


@dataclass(frozen=True, slots=True)
class Extras:
    """The elements printed on a sheet of the Qwixx family or of Longo in addition to its rows.

    Cells are named as in moves, such as `r5`.

    Attributes:
        group: The name of the group; only sheets of the same group can be dealt together.
        marks_to_lock: The number of marks that a row needs before it can be locked.
        most_marks: The maximum number of marks in a row.
        goals: The number of cells at the end of a row that lock it.
        weights: The cells that count as two marks.
        second: The cells with a box for a second mark.
        steps: The cells of the fifth scoring line, which runs across the rows.
        pairs: The pairs of cells that are marked together.
        framed: The cells that use up the next field of the strip when they are marked.
        strip: The colors of the fields of the strip, a line printed outside the rows, from left to right.
        symbols: The name of each symbol and the two cells that show it.
        bonus: The bonus rows, each identified by the colors of the rows above and below it.
        swaps: The numbers of each swap field, one of which may replace the other as the sum of the white dice.
        lucky: The lucky numbers: white sums that allow a seat to mark a different cell instead.
    """

    group: str
    marks_to_lock: int
    most_marks: int
    goals: int = 1
    weights: tuple[str, ...] = ()
    second: tuple[str, ...] = ()
    steps: tuple[str, ...] = ()
    pairs: tuple[tuple[str, str], ...] = ()
    framed: tuple[str, ...] = ()
    strip: tuple[str, ...] = ()
    symbols: tuple[tuple[str, str, str], ...] = ()
    bonus: tuple[str, ...] = ()
    swaps: tuple[tuple[int, int], ...] = ()
    lucky: tuple[int, ...] = ()

    @property
    def forces_marks(self) -> bool:
        """Whether marking a cell can force further marks, as on sheets with pairs, a strip or symbols."""
        return bool(self.pairs or self.strip or self.symbols)

    def sign_of(self, cell: str) -> Sign | None:
        """Return the sign printed on a cell in addition to its number, or None if there is none."""
        kinds: tuple[tuple[Sign, Sequence[str]], ...] = (
            ("double", self.weights),
            ("second", self.second),
            ("step", self.steps),
            ("framed", self.framed),
            ("paired", [each for pair in self.pairs for each in pair]),
        )
        for sign, cells in kinds:
            if cell in cells:
                return sign
        return next((cast("Sign", name) for name, *cells in self.symbols if cell in cells), None)


@dataclass(frozen=True, eq=False)
class Sheet:
    """A printed sheet of a game.

    A sheet is equal to any sheet that is printed identically and, for convenience, to its own name.

    Attributes:
        game: The name of the game.
        name: The name of the sheet.
        rows: The printed rows, from top to bottom.
        checked: Whether the sheet has been compared with the original on paper.
        source: The source from which the content of the sheet was taken.
        extras: The content printed in addition to the rows, or None if there is none.
    """

    game: str
    name: str
    rows: tuple[Row, ...]
    checked: bool = False
    source: str = ""
    extras: Extras | None = None

    def __str__(self) -> str:
        return self.name

    def __eq__(self, other: object) -> bool:
        return self.prints_same(other) if isinstance(other, Sheet) else self.name == other

    def __hash__(self) -> int:
        return hash(self.name)

    def prints_same(self, other: Sheet) -> bool:
        """Return whether another sheet has the same game, name and printed content."""
        own, others = (self.game, self.name, self.rows), (other.game, other.name, other.rows)
        return own == others and self.extras == other.extras

    @cached_property
    def places_by_color(self) -> dict[str, list[tuple[int, int]]]:
        """The cells of each color, as pairs (row, index in the row) keyed by color letter."""
        found: dict[str, list[tuple[int, int]]] = {}
        for row, printed in enumerate(self.rows):
            for cell, color in enumerate(printed.colors):
                found.setdefault(color, []).append((row, cell))
        return found

    @cached_property
    def places_by_number(self) -> dict[str, list[tuple[int, int]]]:
        """The cells of each color and number, as pairs (row, index in the row) keyed by text such as `r5`."""
        found: dict[str, list[tuple[int, int]]] = {}
        for row, printed in enumerate(self.rows):
            for cell, color in enumerate(printed.colors):
                found.setdefault(f"{color}{printed.numbers[cell]}", []).append((row, cell))
        return found


@dataclass(frozen=True, slots=True)
class SheetShape:
    """The constraints on the sheets of a game.

    Attributes:
        n_rows: The full number of rows; custom sheets may have fewer.
        n_cells: The full number of cells in a row; custom sheets may have fewer.
        colors: The allowed color letters.
        numbers: The allowed numbers; empty if no numbers are printed.
        one_color_a_row: Whether all cells of a row have the same color.
        each_color_once_a_row: Whether a color can occur only once per row.
        each_cell_once: Whether a combination of color and number can occur only once per sheet.
        last_cells_differ: Whether the last cells of all rows have different colors.
        row_order: The color letters of the rows from top to bottom; empty if any order is allowed.
    """

    n_rows: int
    n_cells: int
    colors: str
    numbers: range
    one_color_a_row: bool = False
    each_color_once_a_row: bool = False
    each_cell_once: bool = False
    last_cells_differ: bool = False
    row_order: str = ""


@dataclass(frozen=True, slots=True)
class SheetLook:
    """The appearance of a game's sheets, shared by pictures, printed pages and the web page.

    Attributes:
        cells: How players mark a cell: cross it out so that the printed number stays visible (`crossed`), write a
            number up to the printed limit (`limited`), or write any number that fits (`blank`).
        head: What the head of a row shows: its color, its number or its die.
        has_locks: Whether a lock follows the last cell of each row.
        marks_to_goals: The number of marks that a row needs before its goals can be marked, shown as pips in its
            head; 0 if goals are not set apart.
        ridge: The number of cells before the thick line of a row; 0 if there is none.
        miss_prices: The points lost for each miss, in order; empty if the game has no misses.
        points: The points for one, two, three and more marks in a row or column.
        columns: The id of the label of the column scores.
        footnote: The id of the label below the rows.
        mixed_dice: Whether a die has faces of different colors, which are drawn as digits instead of pips.
        dice_sum: The dice whose sums are shown beside them.
    """

    cells: Literal["crossed", "limited", "blank"]
    head: Literal["color", "number", "die"]
    has_locks: bool = False
    marks_to_goals: int = 0
    ridge: int = 0
    miss_prices: tuple[int, ...] = ()
    points: tuple[int, ...] = ()
    columns: str = ""
    footnote: str = ""
    mixed_dice: bool = False
    dice_sum: Literal["", "whites", "colors"] = ""


def parse_cell(text: str) -> tuple[str, int | None]:
    """Parse a printed cell, which consists of a color letter and an optional number.

    >>> parse_cell("r12"), parse_cell("p")
    (('r', 12), ('p', None))

    Raises:
        SheetError: The text is not a valid cell.
    """
    digits = text[1:]
    if not text or text[0] not in COLORS or (digits and not (digits.isascii() and digits.isdecimal())):
        raise SheetError(f"a cell is a color letter ({' '.join(COLORS)}) and a number, as in 'r5', not {text!r}")
    if len(digits) > MAX_DIGITS:
        raise SheetError(f"a number has at most {MAX_DIGITS} digits: {text[:MAX_QUOTE]!r}")
    if digits != "" and str(int(digits)) != digits:
        raise SheetError(f"a number has no leading zero: {text!r}")
    return text[0], int(digits) if digits else None


def format_rows(sheet: Sheet) -> str:
    """Return the printed rows of a sheet as text, with cells separated by commas and rows by slashes."""
    return "/".join([",".join(format_cells(row)) for row in sheet.rows])


def format_cells(row: Row) -> list[str]:
    """Return the text of each cell of a row, such as `r5`, or its color letter if no numbers are printed."""
    if not row.numbers:
        return list(row.colors)
    return [f"{color}{number}" for color, number in zip(row.colors, row.numbers, strict=True)]


def make_row(cells: list[str], where: str) -> Row:
    """Parse the cells of a row.

    Args:
        cells: The cells as text, such as `r5`.
        where: The location of the row in the sheet file, for error messages.

    Raises:
        SheetError: A cell is invalid, or only some of the cells have a number.
    """
    parsed: list[tuple[str, int | None]] = []
    for index, text in enumerate(cells):
        try:
            parsed.append(parse_cell(text))
        except SheetError as error:
            raise sheet_error(f"{where}.cells[{index}]", str(error), "sheet_cell", text=text[:MAX_QUOTE]) from None
    numbers = tuple([number for _, number in parsed if number is not None])
    if numbers and len(numbers) != len(parsed):
        raise sheet_error(where, "either all cells of a row print a number or none does", "sheet_some_numbers")
    return Row(tuple([color for color, _ in parsed]), numbers)


def parse_rows(text: str) -> tuple[Row, ...]:
    """Parse rows from the text produced by `format_rows`.

    Raises:
        SheetError: The text is invalid.
    """
    return tuple([make_row(part.split(","), f"$.rows[{index}]") for index, part in enumerate(text.split("/"))])


def sheet_error(where: str, message: str, reason: str, **params: str | int) -> SheetError:
    """Return the error for a fault in a sheet.

    Args:
        where: The location of the fault, as in `$.rows[0].cells[3]`. In the reason, rows and cells are counted from 1.
        message: The description of the fault in English.
        reason: The id of the reason.
        **params: Additional parameters of the reason.
    """
    told: Parameters = {"file": "", "where": where}
    places = [place.partition("]")[0] for place in where.split("[")[1:]]
    for name, place in zip(("row", "cell"), [place for place in places if place.isdecimal()], strict=False):
        told[name] = int(place) + 1
    return SheetError(f"{message} - at {where}", Reason(reason, {**told, **params}))


def name_file(error: SheetError, file: str) -> SheetError:
    """Return a copy of an error with the file name added to its message and reason."""
    return SheetError(f"{file}: {error}", Reason(error.reason.id, {**error.reason.params, "file": file}))


def check_size(sheet: Sheet, shape: SheetShape) -> None:
    """Raise `SheetError` if a sheet does not have the full size required by its game."""
    if len(sheet.rows) != shape.n_rows:
        raise sheet_error(
            "$.rows",
            f"a sheet has {shape.n_rows} rows, not {len(sheet.rows)}",
            "sheet_rows",
            n=shape.n_rows,
            has=len(sheet.rows),
        )
    for index, row in enumerate(sheet.rows):
        if len(row) != shape.n_cells:
            raise sheet_error(
                f"$.rows[{index}].cells",
                f"a row has {shape.n_cells} cells, not {len(row)}",
                "sheet_cells",
                n=shape.n_cells,
                has=len(row),
            )


def check_sheet(sheet: Sheet, shape: SheetShape) -> None:
    """Raise `SheetError` if a sheet violates the constraints of its game.

    The sheet may be smaller than full size, but not larger.
    """
    if NAME.fullmatch(sheet.name) is None:
        raise sheet_error(
            "$.name", f"a name has up to 24 letters, digits, '-' and '_', not {sheet.name!r}", "sheet_name"
        )
    if not 1 <= len(sheet.rows) <= shape.n_rows:
        raise sheet_error(
            "$.rows",
            f"a sheet has at most {shape.n_rows} rows, not {len(sheet.rows)}",
            "sheet_rows",
            n=shape.n_rows,
            has=len(sheet.rows),
        )
    for index, row in enumerate(sheet.rows):
        _check_row(row, shape, f"$.rows[{index}]")
    if shape.row_order and "".join(row.colors[0] for row in sheet.rows) != shape.row_order[: len(sheet.rows)]:
        order = " ".join(shape.row_order)
        raise sheet_error("$.rows", f"rows stand in the order {order}", "sheet_order", order=order)
    if shape.last_cells_differ:
        last = [row.colors[-1] for row in sheet.rows]
        _check_places(last, [f"$.rows[{r}].cells[-1]" for r in range(len(last))], "in the last cell of another row")
    if shape.each_cell_once:
        cells = [cell for row in sheet.rows for cell in format_cells(row)]
        places = [f"$.rows[{r}].cells[{i}]" for r, row in enumerate(sheet.rows) for i in range(len(row))]
        _check_places(cells, places, "elsewhere on the sheet")


def _check_row(row: Row, shape: SheetShape, where: str) -> None:
    """Raise `SheetError` if the length, a color or a number of a row is not allowed."""
    if not 1 <= len(row) <= shape.n_cells:
        raise sheet_error(
            f"{where}.cells",
            f"a row has at most {shape.n_cells} cells, not {len(row)}",
            "sheet_cells",
            n=shape.n_cells,
            has=len(row),
        )
    if len(row.numbers) != (len(row) if shape.numbers else 0):
        if not shape.numbers:
            raise sheet_error(f"{where}.cells", "no numbers in the cells", "sheet_bare")
        raise sheet_error(f"{where}.cells", "a number in every cell", "sheet_numbers")
    for index, color in enumerate(row.colors):
        if color not in shape.colors or len(color) != 1:
            known = " ".join(shape.colors)
            raise sheet_error(
                f"{where}.cells[{index}]",
                f"color {color!r} is none of {known}",
                "sheet_color",
                letter=color,
                known=known,
            )
        if shape.numbers and row.numbers[index] not in shape.numbers:
            number, low, high = row.numbers[index], shape.numbers[0], shape.numbers[-1]
            raise sheet_error(
                f"{where}.cells[{index}]",
                f"number {number} is not within {low} to {high}",
                "sheet_number",
                number=number,
                low=low,
                high=high,
            )
    if shape.one_color_a_row and len(set(row.colors)) != 1:
        raise sheet_error(f"{where}.cells", "all cells of a row have one color", "sheet_one_color")
    if shape.each_color_once_a_row:
        _check_places(list(row.colors), [f"{where}.cells[{index}]" for index in range(len(row))], "in the same row")


def _check_places(values: list[str], places: list[str], other: str) -> None:
    """Raise `SheetError` for the first duplicate value.

    Args:
        values: The values to check.
        places: The location of each value, for error messages.
        other: How error messages describe the location of the other occurrence, such as "in the same row".
    """
    seen: set[str] = set()
    for value, where in zip(values, places, strict=True):
        if value in seen:
            raise sheet_error(where, f"{value!r} stands {other} already", "sheet_twice", text=value)
        seen.add(value)


def read_sheet(path: Path) -> Sheet:
    """Read a sheet file. To validate the sheet against the constraints of its game, use `games.load_sheet` instead.

    Raises:
        SheetError: The file cannot be read or is invalid.
    """
    try:
        data = read_file(path)
    except OSError as error:
        raise name_file(sheet_error("the file", f"cannot be read: {error.strerror}", "sheet_file"), str(path)) from None
    except ValueError as error:  # not a possible file name
        raise name_file(sheet_error("the file", f"cannot be read: {error}", "sheet_file"), repr(str(path))) from None
    try:
        return decode_sheet(data)
    except SheetError as error:
        raise name_file(error, str(path)) from None


def decode_sheet(data: bytes) -> Sheet:
    """Parse the content of a sheet file.

    Raises:
        SheetError: The content is not valid TOML, has unknown or missing keys, or has values of the wrong type.
    """
    import tomllib  # only needed when a sheet is loaded

    try:
        text = data.decode("utf-8-sig")
        _check_depth(text)
        table = tomllib.loads(text)
    except UnicodeDecodeError as error:
        raise sheet_error("the text", f"not TOML: {error}", "sheet_bytes") from None
    except (ValueError, RecursionError) as error:  # also raised for huge numbers and deep nesting
        line = re.search(r"at line (\d+)", str(error))
        n = int(line[1]) if line else data.rstrip().count(b"\n") + 1
        raise sheet_error("the text", f"not TOML: {error}", "sheet_toml", line=n) from None
    kinds: dict[str, type] = {"game": str, "name": str, "rows": list, "checked": bool, "source": str, "extras": dict}
    _check_keys(table, kinds, ("game", "name", "rows"), "$")
    rows = []
    for index, row in enumerate(table["rows"]):
        where = f"$.rows[{index}]"
        if not isinstance(row, dict):
            raise sheet_error(where, "a row is a table with cells", "sheet_row_table")
        _check_keys(row, {"cells": list}, ("cells",), where)
        for place, cell in enumerate(row["cells"]):
            if not isinstance(cell, str):
                text = _quote(cell)
                raise sheet_error(
                    f"{where}.cells[{place}]",
                    f"a cell is a text such as 'r5', not {text}",
                    "sheet_cell_text",
                    text=text,
                )
        rows.append(make_row(row["cells"], where))
    extras = _read_extras(table["extras"]) if "extras" in table else None
    head = (table["game"], table["name"])
    return Sheet(*head, tuple(rows), table.get("checked", False), table.get("source", ""), extras)


def _check_depth(text: str) -> None:
    """Raise `ValueError` for a line with too many dots, because parsing dotted keys takes quadratic time."""
    for number, line in enumerate(text.splitlines(), 1):
        if line.count(".") > MOST_DOTS and not line.lstrip().startswith("#"):
            raise ValueError(f"more than {MOST_DOTS} dots (at line {number})")


def _quote(value: object) -> str:
    """Return the shortened `repr` of a value for error messages, or its type if `repr` fails."""
    try:
        text = repr(value)
    except (ValueError, RecursionError):
        return f"this {type(value).__name__}"
    return text if len(text) <= MAX_QUOTE else f"{text[:MAX_QUOTE]}…"


def _read_extras(table: dict[str, object]) -> Extras:
    """Parse the extras of a sheet; raise `SheetError` on unknown or missing keys and wrong types."""
    kinds = get_type_hints(Extras)
    outer = {key: get_origin(kind) or kind for key, kind in kinds.items()}
    wanted = {key: list if kind is tuple else kind for key, kind in outer.items()}
    _check_keys(table, wanted, ("group", "marks_to_lock", "most_marks"), "$.extras")
    entries: dict[str, Any] = {key: _read_entry(value, kinds[key], key) for key, value in table.items()}
    return Extras(**entries)


def _read_entry(value: object, kind: object, key: str) -> object:
    """Convert a TOML value to the type of the field `key`, with lists as tuples; raise `SheetError` on a wrong type."""
    if get_origin(kind) is not tuple:
        if type(value) is not kind:
            raise _entry_error(f"expected {getattr(kind, '__name__', kind)}", value, key)
        return value
    if not isinstance(value, list):
        raise _entry_error("expected list", value, key)
    kinds = get_args(kind)
    if kinds[-1] is Ellipsis:
        kinds = kinds[:1] * len(value)
    if len(value) != len(kinds):
        raise _entry_error(f"expected {len(kinds)} entries", value, key)
    return tuple(_read_entry(entry, its, key) for entry, its in zip(value, kinds, strict=True))


def _entry_error(expected: str, value: object, key: str) -> SheetError:
    return sheet_error(f"$.extras.{key}", f"{expected}, not {_quote(value)}", "sheet_entry", key=key)


def _check_keys(table: Mapping[str, object], kinds: dict[str, type], wanted: tuple[str, ...], where: str) -> None:
    """Raise `SheetError` if a table has an unknown key or a value of the wrong type, or lacks a key in `wanted`."""
    for key, value in table.items():
        if key not in kinds:
            known = ", ".join(kinds)
            raise sheet_error(
                f"{where}.{key}", f"unknown key {key!r}; known are {known}", "sheet_key", key=key, known=known
            )
        if type(value) is not kinds[key]:
            kind = kinds[key].__name__
            raise sheet_error(
                f"{where}.{key}", f"{key} is a {kind}, not {_quote(value)}", f"sheet_wants_{kind}", key=key
            )
    for key in wanted:
        if key not in table:
            raise sheet_error(where, f"key {key!r} is missing", "sheet_missing", key=key)


class SheetShelf(Mapping[str, Sheet]):
    """A lazy mapping from names to a game's built-in sheets; each file is read on first access.

    Sheets are listed in the order in which they are dealt: first those in `names`, followed by all other files in the
    folder in alphabetical order.
    """

    def __init__(self, game: str, folder: Path, shape: SheetShape, names: tuple[str, ...] = ()) -> None:
        self._game = game
        self._folder = folder
        self._shape = shape
        self._first = names
        self._found: tuple[str, ...] = ()
        self._loaded: dict[str, Sheet] = {}

    def __getitem__(self, name: str) -> Sheet:
        if name not in self._loaded:
            if name not in self._names():
                known = suggest(name, self._names())
                reason = Reason("unknown_sheet", {"game": self._game, "sheet": str(name)})
                raise UnknownSheetError(f"unknown sheet {name!r} of {self._game}; {known}", reason)
            sheet = read_sheet(self._folder / f"{name}.toml")
            check_size(sheet, self._shape)
            check_sheet(sheet, self._shape)
            self._loaded[name] = sheet
        return self._loaded[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._names())

    def __len__(self) -> int:
        return len(self._names())

    def _names(self) -> tuple[str, ...]:
        if not self._found:
            rest = sorted(path.stem for path in self._folder.glob("*.toml") if path.stem not in self._first)
            self._found = (*self._first, *rest)
        return self._found
