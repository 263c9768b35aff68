"""A buffer for the rows of a run, which are written to a file or returned when the run ends."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

import numpy as np

from paperdice.arena.rows import check_row_file, write_rows
from paperdice.arena.setup import Setup
from paperdice.errors import StoreError
from paperdice.fast.playout import result_type

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
