"""Backups of a whole store as one text file, which can be restored into any kind of store.

The first line identifies the format, each following line is one row, and the last line contains the number of rows and
their hash, so that a truncated or modified file is detected.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import mkstemp
from typing import IO, Any

from paperdice.errors import StoreError
from paperdice.store.entries import DumpedRow
from paperdice.store.files import keep_own
from paperdice.store.soundness import COLUMNS, fits_schema, is_sound
from paperdice.store.store import Store

FORMAT = {"paperdice_backup": 1}
# The maximum length of a line.
_MOST_BYTES = 1 << 26


@dataclass(slots=True)
class Written:
    """A summary of a written backup: the number of rows, and the ids of matches that are damaged in the store.

    The readable events of damaged matches are included in the backup.
    """

    n_rows: int = 0
    damaged: set[str] = field(default_factory=set)
    _missing: dict[str, int] = field(default_factory=dict)

    def note(self, name: str, row: tuple[Any, ...]) -> None:
        """Count a row written to the backup; if it is an event, check that it is intact."""
        self.n_rows += 1
        values = dict(zip(COLUMNS[name], row, strict=True))
        if name == "matches":
            self._missing[values["id"]] = values["length"]
        elif name == "events":
            self._missing[values["match_id"]] -= 1
            if not is_sound(values["match_id"], values["sequence"], values["event"], values["checksum"]):
                self.damaged.add(values["match_id"])

    def close(self) -> None:
        """Mark matches with missing events as damaged, once all rows have been written."""
        self.damaged |= {match_id for match_id, n_missing in self._missing.items() if n_missing}


async def write_backup(store: Store, path: Path) -> Written:
    """Write a backup of a store, which may be in use at the same time.

    The file gets its final name only once it is complete, and only its owner can read it.

    Returns:
        The number of rows, and the matches that are damaged.

    Raises:
        StoreError: The file cannot be written, or the store cannot be read.
    """
    digest, written = hashlib.sha256(), Written()
    unfinished = None
    try:
        # An unpredictable name prevents attacks with a link created in advance, and collisions of concurrent backups.
        descriptor, name = mkstemp(".part", f"{path.name}.", path.parent)
        unfinished = Path(name)
        keep_own(unfinished)
        with os.fdopen(descriptor, "wb") as file:
            file.write(json.dumps(FORMAT).encode() + b"\n")
            async for table, row in store.dump():
                line = json.dumps([table, list(row)], ensure_ascii=False).encode("utf-8", "surrogateescape")
                digest.update(line)
                written.note(table, row)
                file.write(line + b"\n")
            closing = {"rows": written.n_rows, "sha256": digest.hexdigest()}
            file.write(json.dumps(closing).encode() + b"\n")
            file.flush()
            os.fsync(file.fileno())
        unfinished.replace(path)
    except OSError as error:
        raise StoreError(f"cannot write the backup {str(path)!r}: {error.strerror}") from error
    finally:
        if unfinished is not None:
            unfinished.unlink(missing_ok=True)
    written.close()
    return written


class Backup:
    """A backup file that has been checked completely. Iterating over it yields its rows."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self.n_rows = sum(1 for _ in self)

    def __iter__(self) -> Iterator[DumpedRow]:
        """Read the file from the start and yield its rows.

        Raises:
            StoreError: A row is invalid, or the file is incomplete or was modified.
        """
        digest, n_rows = hashlib.sha256(), 0
        with self._open() as file:
            if _parse(self._read_line(file)) != FORMAT:
                raise StoreError(f"{str(self._path)!r} is not a Paperdice backup of this version")
            while (line := self._read_line(file)).startswith(b"["):
                digest.update(line)
                n_rows += 1
                yield self._read_row(line, n_rows)
            if _parse(line) != {"rows": n_rows, "sha256": digest.hexdigest()} or self._read_line(file):
                raise StoreError(f"the backup {str(self._path)!r} is cut off or damaged")

    def _open(self) -> IO[bytes]:
        try:
            # A pipe can be read only once, and a device may have no end.
            if self._path.exists() and not self._path.is_file():
                raise StoreError(f"cannot read the backup {str(self._path)!r}: it is not a regular file")
            return self._path.open("rb")
        except OSError as error:
            raise self._unreadable(error) from error

    def _read_line(self, file: IO[bytes]) -> bytes:
        try:
            return file.readline(_MOST_BYTES).removesuffix(b"\n")
        except OSError as error:
            raise self._unreadable(error) from error

    def _unreadable(self, error: OSError) -> StoreError:
        return StoreError(f"cannot read the backup {str(self._path)!r}: {error.strerror}")

    def _read_row(self, line: bytes, number: int) -> DumpedRow:
        """Parse a row. Invalid characters are replaced; in an event, this causes a checksum mismatch."""
        parsed = _parse(line)
        if not isinstance(parsed, list) or len(parsed) != len(("name", "row")) or not fits_schema(*parsed):
            raise StoreError(f"the backup {str(self._path)!r} has a row that this version cannot read: row {number}")
        name, row = parsed
        return name, tuple(value.replace("\0", "\ufffd") if isinstance(value, str) else value for value in row)


def _parse(line: bytes) -> object:
    """Parse a line of JSON. Return None if it is invalid."""
    try:
        parsed: object = json.loads(line.decode("utf-8", "replace"))
    except (ValueError, RecursionError):
        return None
    return parsed


def read_backup(path: Path) -> Backup:
    """Open a backup and check all of its rows.

    Raises:
        StoreError: The file cannot be read, is incomplete or is damaged.
    """
    return Backup(path)
