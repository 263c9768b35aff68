"""A whole store as one text file that any store can be filled from, and back.

The first line names the format, each further line holds one row, and the last line has their number and hash, so that
a cut or changed file is refused.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Iterator
from pathlib import Path

from paperdice.errors import StoreError
from paperdice.store.store import DumpedRow, Store

FORMAT = {"paperdice_backup": 1}


async def write_backup(store: Store, path: Path) -> int:
    """Writes a backup while the store is in use and gives its number of rows; the file appears only when whole."""
    unfinished = path.with_name(path.name + ".part")
    digest, n_rows = hashlib.sha256(), 0
    try:
        with unfinished.open("w", encoding="utf-8") as file:
            file.write(json.dumps(FORMAT) + "\n")
            async for name, row in store.dump():
                line = json.dumps([name, list(row)], ensure_ascii=False)
                digest.update(line.encode())
                n_rows += 1
                file.write(line + "\n")
            file.write(json.dumps({"rows": n_rows, "sha256": digest.hexdigest()}) + "\n")
            file.flush()
            os.fsync(file.fileno())
        unfinished.replace(path)
    except OSError as error:
        raise StoreError(f"cannot write the backup {str(path)!r}: {error.strerror}") from error
    finally:
        unfinished.unlink(missing_ok=True)
    return n_rows


def read_backup(path: Path) -> Iterator[DumpedRow]:
    """Gives the rows of a backup after checking that it is whole."""
    _check(path)
    with path.open(encoding="utf-8") as file:
        next(file)
        for line in file:
            row = json.loads(line)
            if isinstance(row, list):
                yield row[0], tuple(row[1])


def _check(path: Path) -> None:
    digest, n_rows = hashlib.sha256(), 0
    closing: object = None
    try:
        with path.open(encoding="utf-8") as file:
            if json.loads(next(file, "null")) != FORMAT:
                raise StoreError(f"{str(path)!r} is no backup of Paperdice, or one of another version")
            for line in file:
                if line.startswith("["):
                    digest.update(line.rstrip("\n").encode())
                    n_rows += 1
                else:
                    closing = json.loads(line)
    except (OSError, ValueError) as error:
        raise StoreError(f"cannot read the backup {str(path)!r}: {error}") from error
    if closing != {"rows": n_rows, "sha256": digest.hexdigest()}:
        raise StoreError(f"the backup {str(path)!r} is cut off or damaged")
