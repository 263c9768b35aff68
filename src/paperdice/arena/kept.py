"""What a stopped run leaves behind, so that it can go on."""

from __future__ import annotations

import logging
import tempfile
from collections.abc import Iterator
from pathlib import Path
from zipfile import BadZipFile

import numpy as np

from paperdice.arena.blocks import COMPILED_BLOCK
from paperdice.arena.rows import write_whole
from paperdice.arena.setup import Setup
from paperdice.arena.summary import Summary
from paperdice.errors import SetupError, StoreError
from paperdice.fast.cache import cache_folder, cache_root
from paperdice.fast.playout import result_type

_log = logging.getLogger(__name__)


def check_resumable(setup: Setup) -> None:
    """Raises unless these matches can be known again."""
    if setup.has_guests:
        raise SetupError("only matches of bots with names can be resumed, not those of your own objects")


class Kept:
    """What a stopped run leaves in the user's cache: its summary, and its rows if they are wanted.

    Where the cache cannot be written nothing is kept; only rows then make the run fail. Nobody knows the caller's own
    objects again, so that a run with such bots has a folder that goes with it.
    """

    def __init__(self, setup: Setup, has_rows: bool) -> None:
        self._setup = setup
        self._has_rows = has_rows
        self._own = tempfile.TemporaryDirectory(prefix="paperdice-") if setup.has_guests else None
        folder = cache_root() / "runs" if self._own is None else Path(self._own.name)
        self._file = folder / f"{setup.name}.npz"
        self._rows = self._file.with_suffix(".rows")
        self.is_usable = self._make_folder()

    def _make_folder(self) -> bool:
        try:
            self._file.parent.mkdir(parents=True, exist_ok=True)
            tempfile.TemporaryFile(dir=self._file.parent).close()
        except OSError as error:
            why = f"cannot write to {self._file.parent}: {error.strerror}"
            if self._has_rows:
                raise StoreError(f"rows cannot be kept: {why}") from error
            if cache_folder() is not None:  # else this has been told already
                _log.warning("a stopped run is not kept: %s", why)
            return False
        return True

    @property
    def can_resume(self) -> bool:
        """Tells whether a stopped run can go on."""
        return self.is_usable and self._own is None

    def start(self) -> Summary:
        """Forgets an earlier run and gives the summary of nothing."""
        self.drop()
        return Summary.empty(self._setup)

    def load(self) -> Summary:
        """Gives what was done; nothing if there is nothing."""
        check_resumable(self._setup)
        summary = Summary.empty(self._setup)
        if not self.is_usable or not self._file.exists():
            return self.start()
        try:
            with self._file.open("rb") as file, np.load(file) as kept:
                for name, array in summary.arrays().items():
                    array[...] = kept[name]
        except (OSError, ValueError, KeyError, EOFError, BadZipFile) as error:
            raise StoreError(
                f"cannot resume from {self._file}: {error}; run without --resume to start again"
            ) from error
        if self._has_rows:
            self._cut_rows(summary.matches)
        return summary

    def _cut_rows(self, matches: int) -> None:
        """Leaves exactly the rows of the matches that were counted."""
        wanted = matches * result_type(self._setup.played_game).itemsize
        there = self._rows.stat().st_size if self._rows.exists() else 0
        if there < wanted:
            raise StoreError("the stopped run has not kept its rows; run without --resume to start again")
        with self._rows.open("r+b") as file:
            file.truncate(wanted)

    def add_rows(self, results: np.ndarray) -> None:
        """Keeps the rows of a block if rows are wanted."""
        if not self._has_rows:
            return
        try:
            with self._rows.open("ab") as file:
                file.write(results.tobytes())
        except OSError as error:
            raise StoreError(f"cannot keep rows in {self._rows}: {error.strerror}") from error

    def read_rows(self) -> Iterator[np.ndarray]:
        """Yields the kept rows in blocks."""
        kind = result_type(self._setup.played_game)
        with self._rows.open("rb") as file:
            while block := file.read(kind.itemsize * COMPILED_BLOCK):
                yield np.frombuffer(block, kind)

    def save(self, summary: Summary) -> None:
        """Keeps the summary; never half a file under the final name."""
        if not summary.matches or not self.is_usable:
            return
        arrays = summary.arrays()
        write_whole(self._file, lambda file: np.savez(file, **arrays))  # type: ignore[arg-type]  # a name may be `allow_pickle`

    def drop(self) -> None:
        """Forgets what was kept."""
        if not self.is_usable:
            return
        try:
            self._file.unlink(missing_ok=True)
            self._rows.unlink(missing_ok=True)
        except OSError as error:
            raise StoreError(f"cannot forget the stopped run in {self._file}: {error.strerror}") from error

    def close(self) -> None:
        """Leaves nothing of a run that nobody can go on with."""
        if self._own is not None:
            self._own.cleanup()
