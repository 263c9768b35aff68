"""The rows of a run, one per match: buffered during the run, then returned or written to a CSV or Parquet file."""

from __future__ import annotations

import csv
import importlib
import io
import os
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

import numpy as np

from paperdice.arena.reports import Columns, contiguous
from paperdice.arena.setup import Setup
from paperdice.arena.statistics import end_names, win_shares
from paperdice.errors import SetupError, StoreError, needs
from paperdice.fast.playout import EVENTS, result_type
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


# The destination of rows: none (False), the result (True), or a .csv or .parquet file.
WantedRows = bool | str | os.PathLike[str]
READ_MATCHES = 4096


class RowSpool:
    """A collector for the rows of a running simulation, which are written to a file or returned as an array at the end.

    Rows for a file are buffered in an unnamed temporary file in the same folder, so that parallel runs cannot conflict.
    """

    def __init__(self, setup: Setup, wanted: WantedRows) -> None:
        self._setup = setup
        self._path = None if isinstance(wanted, bool) else Path(wanted)
        self._blocks: list[np.ndarray] | None = [] if wanted is True else None
        self._file: IO[bytes] | None = None
        if self._path is not None:
            check_row_file(self._path)
            with _named(self._path):
                self._file = tempfile.TemporaryFile(dir=self._path.parent)  # noqa: SIM115  # closed by `close`

    def add(self, results: np.ndarray) -> None:
        """Store the rows of a block, if rows were requested."""
        if self._blocks is not None:
            self._blocks.append(results)
        if self._path is not None and self._file is not None:
            with _named(self._path):
                self._file.write(results.tobytes())

    def finish(self, matches: int) -> np.ndarray | None:
        """Write the rows of the first `matches` matches to the requested file, or return them as an array.

        The result is None unless an array was requested.
        """
        if self._path is not None:
            write_rows(self._path, self._setup, self._read(matches))
        return None if self._blocks is None else np.concatenate(self._blocks)[:matches]

    def _read(self, matches: int) -> Iterator[np.ndarray]:
        assert self._file is not None
        kind = result_type(self._setup.played_game)
        self._file.seek(0)
        for first in range(0, matches, READ_MATCHES):
            yield np.frombuffer(self._file.read(kind.itemsize * min(READ_MATCHES, matches - first)), kind)

    def close(self) -> None:
        """Delete the buffer."""
        if self._file is not None:
            self._file.close()


@contextmanager
def _named(path: Path) -> Iterator[None]:
    """Convert any `OSError` of the temporary file to a `StoreError` that names the requested file."""
    try:
        yield
    except OSError as error:
        raise StoreError(f"cannot write {path}: {error.strerror or error}") from error
