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
from typing import Any

from paperdice.errors import StoreError
from paperdice.store.files import open_own
from paperdice.store.soundness import COLUMNS, is_sound
from paperdice.store.store import DumpedRow, Store

FORMAT = {"paperdice_backup": 1}


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
    unfinished = path.with_name(path.name + ".part")
    digest, written = hashlib.sha256(), Written()
    try:
        with os.fdopen(open_own(unfinished, os.O_WRONLY | os.O_TRUNC), "wb") as file:
            file.write(json.dumps(FORMAT).encode() + b"\n")
            async for name, row in store.dump():
                line = json.dumps([name, list(row)], ensure_ascii=False).encode("utf-8", "surrogateescape")
                digest.update(line)
                written.note(name, row)
                file.write(line + b"\n")
            closing = {"rows": written.n_rows, "sha256": digest.hexdigest()}
            file.write(json.dumps(closing).encode() + b"\n")
            file.flush()
            os.fsync(file.fileno())
        unfinished.replace(path)
    except OSError as error:
        raise StoreError(f"cannot write the backup {str(path)!r}: {error.strerror}") from error
    finally:
        unfinished.unlink(missing_ok=True)
    written.close()
    return written


def read_backup(path: Path) -> Iterator[DumpedRow]:
    """Gives the rows of a backup after checking that it is whole; bytes that were damaged before stay no text."""
    _check(path)
    with path.open(encoding="utf-8", errors="replace") as file:
        next(file)
        for line in file:
            row = json.loads(line)
            if isinstance(row, list):
                yield row[0], tuple(row[1])


def _check(path: Path) -> None:
    digest, n_rows = hashlib.sha256(), 0
    closing: object = None
    try:
        with path.open("rb") as file:
            if json.loads(next(file, b"null")) != FORMAT:
                raise StoreError(f"{str(path)!r} is no backup of Paperdice, or one of another version")
            for line in file:
                if line.startswith(b"["):
                    digest.update(line.rstrip(b"\n"))
                    n_rows += 1
                else:
                    closing = json.loads(line)
    except (OSError, ValueError) as error:
        raise StoreError(f"cannot read the backup {str(path)!r}: {error}") from error
    if closing != {"rows": n_rows, "sha256": digest.hexdigest()}:
        raise StoreError(f"the backup {str(path)!r} is cut off or damaged")
