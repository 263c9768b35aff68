"""The base class of results: a printable table, JSON-serializable values, and columns for data frames."""

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

# The columns of a table by name, all of the same length.
Columns = dict[str, np.ndarray]

WIDTH = 100
PAGE = '<pre style="line-height: 1.2; overflow-x: auto">{code}</pre>'


class Result(ABC):
    """A result that `print` and notebooks display as a table."""

    @abstractmethod
    def __rich__(self) -> RenderableType:
        """Return the tables to display."""

    @abstractmethod
    def columns(self) -> Columns:
        """Return the rows as arrays by column name, for `pandas.DataFrame` and similar constructors."""

    def as_dict(self) -> dict[str, object]:
        """Return the fields as JSON-serializable values, as printed by `--json`."""
        return plain_fields(self)

    def to_arrow(self) -> pyarrow.Table:
        """Return the rows as an Arrow table."""
        with needs("an Arrow table", "paperdice[plot]"):
            import pyarrow
        return pyarrow.table(contiguous(self.columns()))

    def to_pandas(self) -> pandas.DataFrame:
        """Return the rows as a pandas data frame."""
        with needs("a data frame", "pandas"):
            import pandas
        return pandas.DataFrame(contiguous(self.columns()))

    def to_polars(self) -> polars.DataFrame:
        """Return the rows as a polars data frame."""
        with needs("a data frame", "polars"):
            import polars
        return polars.DataFrame(contiguous(self.columns()))

    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object:
        """Export the rows to any library that supports the Arrow C stream interface."""
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


class Plottable(Result):
    """A result that can be plotted."""

    @abstractmethod
    def plot(self, path: str | Path) -> None:
        """Save a plot as a .png, .svg or .pdf file."""


def count_seats(n_seats: int) -> str:
    """Format a number of seats in words, with the right plural.

    >>> count_seats(1), count_seats(3)
    ('1 seat', '3 seats')
    """
    return f"{n_seats} seat" + ("" if n_seats == 1 else "s")


def contiguous(columns: Columns) -> Columns:
    """Return the columns as contiguous arrays, as Arrow requires."""
    return {name: np.ascontiguousarray(values) for name, values in columns.items()}


def plain_fields(result: object) -> dict[str, object]:
    """Return the fields of a dataclass as JSON-serializable values by name, except for fields that its repr omits."""
    assert is_dataclass(result)
    return {entry.name: _plain(getattr(result, entry.name)) for entry in fields(result) if entry.repr}


def _plain(value: object) -> object:
    if isinstance(value, tuple):
        return [_plain(part) for part in value]
    if isinstance(value, float) and math.isnan(value):
        return None  # JSON has no NaN
    return plain_fields(value) if is_dataclass(value) else value
