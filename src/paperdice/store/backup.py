"""A whole store as one text file that any store can be filled from, and back.

The first line names the format, each further line holds one row, and the last line has their number and hash, so that
a cut or changed file is refused.
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
# No row of a backup is longer than this.
_MOST_BYTES = 1 << 26


@dataclass(slots=True)
class Written:
    """What went into a backup, and the matches that were damaged already: they are in it as far as they are left."""

    n_rows: int = 0
    damaged: set[str] = field(default_factory=set)
    _missing: dict[str, int] = field(default_factory=dict)

    def note(self, name: str, row: tuple[Any, ...]) -> None:
        """Counts a row, and looks whether it is sound."""
        self.n_rows += 1
        values = dict(zip(COLUMNS[name], row, strict=True))
        if name == "matches":
            self._missing[values["id"]] = values["length"]
        elif name == "events":
            self._missing[values["match_id"]] -= 1
            if not is_sound(values["match_id"], values["sequence"], values["event"], values["checksum"]):
                self.damaged.add(values["match_id"])

    def close(self) -> None:
        """Adds the matches whose logs are not whole."""
        self.damaged |= {match_id for match_id, n_missing in self._missing.items() if n_missing}


async def write_backup(store: Store, path: Path) -> Written:
    """Writes a backup while the store is in use; the file appears only when whole, and is its owner's alone."""
    digest, written = hashlib.sha256(), Written()
    unfinished = None
    try:
        # A name that nobody knows beforehand: nobody can have put a link there, and no other backup writes to it.
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
    """A backup that was read to its end and found whole; iterating yields its rows."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self.n_rows = sum(1 for _ in self)

    def __iter__(self) -> Iterator[DumpedRow]:
        """Read the file from its start; raise StoreError at the first row that is wrong, or at a wrong end."""
        digest, n_rows = hashlib.sha256(), 0
        with self._open() as file:
            if _parse(self._read_line(file)) != FORMAT:
                raise StoreError(f"{str(self._path)!r} is no backup of Paperdice, or one of another version")
            while (line := self._read_line(file)).startswith(b"["):
                digest.update(line)
                n_rows += 1
                yield self._read_row(line, n_rows)
            if _parse(line) != {"rows": n_rows, "sha256": digest.hexdigest()} or self._read_line(file):
                raise StoreError(f"the backup {str(self._path)!r} is cut off or damaged")

    def _open(self) -> IO[bytes]:
        try:
            # A pipe could be read only once, and a device may have no end.
            if self._path.exists() and not self._path.is_file():
                raise StoreError(f"cannot read the backup {str(self._path)!r}: it is no regular file")
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
        """Return the row of a line; bytes that are no text stay damaged: a replacement character stands for them."""
        parsed = _parse(line)
        if not isinstance(parsed, list) or len(parsed) != len(("name", "row")) or not fits_schema(*parsed):
            raise StoreError(f"the backup {str(self._path)!r} has a row that this version cannot read: row {number}")
        name, row = parsed
        return name, tuple(value.replace("\0", "\ufffd") if isinstance(value, str) else value for value in row)


def _parse(line: bytes) -> object:
    """Return the JSON of a line, None if it is none."""
    try:
        parsed: object = json.loads(line.decode("utf-8", "replace"))
    except (ValueError, RecursionError):
        return None
    return parsed


def read_backup(path: Path) -> Backup:
    """Return the rows of a backup after checking all of them; raise StoreError if anything is wrong with it."""
    return Backup(path)
