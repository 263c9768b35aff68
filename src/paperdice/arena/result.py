"""What all results have in common: fields, a table to look at, plain values for programs, columns for data frames."""

from __future__ import annotations

import io
import math
from abc import ABC, abstractmethod
from dataclasses import fields, is_dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from rich.console import Console, RenderableType

from paperdice.errors import needs

if TYPE_CHECKING:
    import pandas
    import polars
    import pyarrow

# The columns of a table by name, all of one length.
Columns = dict[str, np.ndarray]

WIDTH = 100
PAGE = '<pre style="line-height: 1.2; overflow-x: auto">{code}</pre>'


class Result(ABC):
    """What somebody has waited for; `print` shows it as a table, a notebook too."""

    @abstractmethod
    def __rich__(self) -> RenderableType:
        """The tables."""

    @abstractmethod
    def columns(self) -> Columns:
        """The rows as arrays by name, for `pandas.DataFrame` and its like."""

    def as_dict(self) -> dict[str, object]:
        """The object that `--json` prints."""
        return plain_fields(self)

    def to_arrow(self) -> pyarrow.Table:
        """The rows as an Arrow table."""
        with needs("an Arrow table", "paperdice[plot]"):
            import pyarrow
        return pyarrow.table(contiguous(self.columns()))

    def to_pandas(self) -> pandas.DataFrame:
        """The rows as a data frame of pandas."""
        with needs("a data frame", "pandas"):
            import pandas
        return pandas.DataFrame(contiguous(self.columns()))

    def to_polars(self) -> polars.DataFrame:
        """The rows as a data frame of polars."""
        with needs("a data frame", "polars"):
            import polars
        return polars.DataFrame(contiguous(self.columns()))

    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object:
        """Lets every library that speaks Arrow read the rows."""
        return self.to_arrow().__arrow_c_stream__(requested_schema)

    def __str__(self) -> str:
        console = Console(file=io.StringIO(), width=WIDTH, color_system=None, highlight=False, soft_wrap=True)
        with console.capture() as shown:
            console.print(self)
        return "\n".join(line.rstrip() for line in shown.get().splitlines())

    def _repr_html_(self) -> str:
        console = Console(file=io.StringIO(), width=WIDTH, record=True, highlight=False, force_jupyter=False)
        console.print(self)
        return console.export_html(inline_styles=True, code_format=PAGE)


class Pictured(Result):
    """A result that can be drawn."""

    @abstractmethod
    def plot(self, path: str | Path) -> None:
        """Draws it to a .png, .svg or .pdf file."""


def count_seats(n_seats: int) -> str:
    """Says how many seats there are.

    >>> count_seats(1), count_seats(3)
    ('1 seat', '3 seats')
    """
    return f"{n_seats} seat" + ("" if n_seats == 1 else "s")


def contiguous(columns: Columns) -> Columns:
    """Gives the columns in one piece each, as Arrow wants them."""
    return {name: np.ascontiguousarray(values) for name, values in columns.items()}


def plain_fields(result: object) -> dict[str, object]:
    """Gives the fields of a result as plain values; what is not for programs has no place in its repr either."""
    assert is_dataclass(result)
    return {entry.name: _plain(getattr(result, entry.name)) for entry in fields(result) if entry.repr}


def _plain(value: object) -> object:
    if isinstance(value, tuple):
        return [_plain(part) for part in value]
    if isinstance(value, float) and math.isnan(value):
        return None  # JSON knows no NaN
    return plain_fields(value) if is_dataclass(value) else value
