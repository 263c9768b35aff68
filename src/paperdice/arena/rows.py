"""Write one row per match to a CSV or Parquet file."""

from __future__ import annotations

import csv
import importlib
import io
from collections.abc import Iterable
from pathlib import Path
from typing import IO

import numpy as np

from paperdice.arena.result import Columns, contiguous
from paperdice.arena.setup import Setup
from paperdice.arena.summary import end_names, win_shares
from paperdice.errors import SetupError, needs
from paperdice.fast.playout import EVENTS
from paperdice.files import check_writable, write_whole


def check_row_file(path: Path) -> None:
    """Check that rows can be written to this file, in order to fail before a long run instead of after it.

    Raises:
        SetupError: The file type is not supported.
        MissingExtraError: pyarrow is not installed.
        StoreError: The file cannot be written.
    """
    if path.suffix not in (".csv", ".parquet"):
        raise SetupError(f"rows are written as .csv or .parquet, not {path.name!r}")
    if path.suffix == ".parquet":
        with needs("Parquet", "paperdice[plot]"):
            importlib.import_module("pyarrow")
    check_writable(path)


def write_rows(path: Path, setup: Setup, blocks: Iterable[np.ndarray]) -> None:
    """Write one row per match to a file, block by block."""
    tables = (columns_of(setup, block) for block in blocks)
    write_whole(path, lambda file: (_write_csv if path.suffix == ".csv" else _write_parquet)(file, tables))


def columns_of(setup: Setup, results: np.ndarray) -> Columns:
    """Convert match results to columns: how each match ended, and each seat's score, share of the win and events."""
    ends = np.array(end_names(setup.played_game.rules))
    shares = win_shares(results, setup.seats)
    columns: Columns = {"match": results["match"], "turns": results["turns"], "end": ends[results["end"]]}
    for seat in range(setup.seats):
        columns[f"score_{seat}"] = results["scores"][:, seat]
        columns[f"win_{seat}"] = shares[:, seat]
        columns[f"forfeit_{seat}"] = results["forfeits"][:, seat]
        for place, event in enumerate(EVENTS):
            columns[f"{event}_{seat}"] = results["events"][:, seat, place]
    return columns


def _write_csv(file: IO[bytes], tables: Iterable[Columns]) -> None:
    text = io.TextIOWrapper(file, encoding="utf-8", newline="", write_through=True)
    writer = csv.writer(text)
    for number, columns in enumerate(tables):
        if number == 0:
            writer.writerow(columns)
        writer.writerows(zip(*(values.tolist() for values in columns.values()), strict=True))
    text.detach()


def _write_parquet(file: IO[bytes], tables: Iterable[Columns]) -> None:
    import pyarrow
    import pyarrow.parquet

    made = (pyarrow.table(contiguous(columns)) for columns in tables)
    first = next(made)
    with pyarrow.parquet.ParquetWriter(file, first.schema) as writer:
        writer.write_table(first)
        for table in made:
            writer.write_table(table)
