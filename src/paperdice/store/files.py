"""Files that only their owner can read, and file locks that are released when the process ends."""

from __future__ import annotations

import os
from pathlib import Path

from filelock import BaseFileLock, FileLock, Timeout

from paperdice.errors import StoreError

OWNER_ONLY = 0o600


def open_own(path: Path, flags: int) -> int:
    """Open a file that only its owner can access, creating it if necessary, and return the file descriptor."""
    descriptor = os.open(path, flags | os.O_CREAT, OWNER_ONLY)
    keep_own(path)
    return descriptor


def keep_own(path: Path) -> None:
    """Restrict access to a file to its owner, if it belongs to the current user."""
    status = path.stat()
    if status.st_mode & 0o777 != OWNER_ONLY and status.st_uid == os.geteuid():
        path.chmod(OWNER_ONLY)


def make_lock(file: Path) -> BaseFileLock:
    """Return the lock of a data file: a lock file next to it, which is released when the process holding it ends."""
    return FileLock(
        f"{file}.lock", mode=OWNER_ONLY, thread_local=False, fallback_to_soft=False, on_acquired=_write_holder
    )


def take_lock(lock: BaseFileLock) -> None:
    """Acquire the lock of a data file without waiting.

    Raises:
        StoreError: Another process, or another part of this one, holds the lock.
        OSError: The lock file cannot be opened.
    """
    file = Path(lock.lock_file)
    file.parent.stat()  # filelock would create a missing folder
    try:
        lock.acquire(blocking=False)
    except Timeout as error:
        holder = file.read_text("ascii", "replace").strip()
        data = str(file.with_suffix(""))
        message = f"another server (process {holder}) already serves {data!r}: stop it, or name another file"
        raise StoreError(message) from error


def _write_holder(descriptor: int) -> None:
    os.ftruncate(descriptor, 0)
    os.write(descriptor, f"{os.getpid()}\n".encode())
