"""Private files: readable only by their owner, whatever the umask, and locked while a process lives."""

from __future__ import annotations

import fcntl
import os
from pathlib import Path

from paperdice.errors import StoreError

OWNER_ONLY = 0o600


def open_own(path: Path, flags: int) -> int:
    """Open a file, creating it if needed, restrict it to its owner, and return its descriptor."""
    descriptor = os.open(path, flags | os.O_CREAT, OWNER_ONLY)
    keep_own(path)
    return descriptor


def keep_own(path: Path) -> None:
    """Restrict a file to its owner, if it is ours."""
    status = path.stat()
    if status.st_mode & 0o777 != OWNER_ONLY and status.st_uid == os.geteuid():
        path.chmod(OWNER_ONLY)


class FileLock:
    """A lock file next to a file; the lock ends with its process, however that ends."""

    def __init__(self, path: Path) -> None:
        self._path = path.with_name(path.name + ".lock")
        self._descriptor: int | None = None

    def take(self) -> None:
        """Acquire the lock.

        Raises:
            StoreError: Another process, or another part of this one, holds it.
        """
        descriptor = open_own(self._path, os.O_RDWR)
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            holder = os.read(descriptor, 20).decode("ascii", "replace").strip()
            os.close(descriptor)
            data = str(self._path).removesuffix(".lock")
            message = f"another server (process {holder}) already serves {data!r}: stop it, or name another file"
            raise StoreError(message) from error
        os.ftruncate(descriptor, 0)
        os.write(descriptor, f"{os.getpid()}\n".encode())
        self._descriptor = descriptor

    def give_back(self) -> None:
        """Release the lock."""
        if self._descriptor is not None:
            os.close(self._descriptor)
            self._descriptor = None
