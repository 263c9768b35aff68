"""`paperdice backup FILE` and `paperdice restore FILE`."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from paperdice.cli.serve import Data, Database, default_data, find_store
from paperdice.errors import StoreError

if TYPE_CHECKING:
    from paperdice.store.backup import Written
    from paperdice.store.store import Store


def backup(file: Path, *, data: Data = None, database: Database = None) -> None:
    """Copy all matches into one file, while the server may be running.

    Parameters
    ----------
    file
        The backup to write.
    """
    if database is None and not (data or default_data()).exists():
        raise StoreError(f"there is no {data or default_data()} to back up")
    written = asyncio.run(_backup(find_store(data, database), file))
    sys.stdout.write(f"{written.n_rows} rows kept in {file}\n")
    for match_id in sorted(written.damaged):
        sys.stderr.write(f"match {match_id!r} was damaged before; an older backup may have it whole\n")


def restore(file: Path, *, data: Data = None, database: Database = None) -> None:
    """Fill an empty file or database from a backup.

    Parameters
    ----------
    file
        The backup to read.
    """
    asyncio.run(_restore(find_store(data, database), file))
    sys.stdout.write(f"restored from {file}\n")


async def _backup(store: Store, file: Path) -> Written:
    from paperdice.store.backup import write_backup

    await store.open()
    try:
        return await write_backup(store, file)
    finally:
        await store.close()


async def _restore(store: Store, file: Path) -> None:
    from paperdice.store.backup import read_backup

    await store.open(serves=True)
    try:
        await store.restore(read_backup(file))
    finally:
        await store.close()
