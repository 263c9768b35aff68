"""The commands `paperdice backup FILE` and `paperdice restore FILE`."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from rich.console import Console
from rich.progress import Progress

from paperdice.cli.running import STOPPED
from paperdice.cli.serve import MATCHES, Data, Database, find_store
from paperdice.errors import StoreError
from paperdice.files import data_file

if TYPE_CHECKING:
    from paperdice.store.backup import Backup, Written
    from paperdice.store.store import Store


def backup(file: Path, *, data: Data = None, database: Database = None) -> None:
    """Copy all matches into one file; the server may keep running.

    Args:
        file: The backup file to write.
    """
    file_to_copy = data or data_file(MATCHES)
    if database is None and not file_to_copy.exists():
        raise StoreError(f"{file_to_copy} does not exist")
    written = asyncio.run(_backup(find_store(data, database), file))
    sys.stdout.write(f"{written.n_rows} rows written to {file}\n")
    for match_id in sorted(written.damaged):
        sys.stderr.write(f"match {match_id!r} was already damaged; an older backup may have it intact\n")


def restore(file: Path, *, data: Data = None, database: Database = None) -> int:
    """Restore a backup into an empty file or database.

    Args:
        file: The backup file to read.
    """
    from paperdice.store.backup import read_backup

    rows = read_backup(file)
    try:
        asyncio.run(_restore(find_store(data, database), rows))
    except KeyboardInterrupt:
        # The interrupt may have come during or after the commit.
        if asyncio.run(_is_empty(find_store(data, database))):
            sys.stderr.write("\nstopped: nothing was restored, and you can run the same command again\n")
            return STOPPED
    sys.stdout.write(f"{rows.n_rows} rows restored from {file}\n")
    return 0


async def _backup(store: Store, file: Path) -> Written:
    from paperdice.store.backup import write_backup

    await store.open()
    try:
        return await write_backup(store, file)
    finally:
        await store.close()


async def _restore(store: Store, rows: Backup) -> None:
    console = Console(stderr=True)
    bar = Progress(console=console, transient=True, disable=not console.is_terminal)
    await store.open(serves=True)
    try:
        with bar:
            task = bar.add_task("Restoring", total=rows.n_rows)
            await store.restore(rows, lambda n_done: bar.update(task, completed=n_done))
    finally:
        await store.close()


async def _is_empty(store: Store) -> bool:
    await store.open()
    try:
        async for _ in store.dump():
            return False
        return True
    finally:
        await store.close()
