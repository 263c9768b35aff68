"""Files of one owner: readable by nobody else, whatever the umask, and locked for as long as a process lives."""

from __future__ import annotations

import fcntl
import os
from pathlib import Path

from paperdice.errors import StoreError

OWNER_ONLY = 0o600


def open_own(path: Path, flags: int) -> int:
    """Opens a file that is made, or made over, to be its owner's alone, and gives its descriptor."""
    descriptor = os.open(path, flags | os.O_CREAT, OWNER_ONLY)
    keep_own(path)
    return descriptor


def keep_own(path: Path) -> None:
    """Lets nobody but its owner read and write a file, where it is ours."""
    status = path.stat()
    if status.st_mode & 0o777 != OWNER_ONLY and status.st_uid == os.geteuid():
        path.chmod(OWNER_ONLY)


class FileLock:
    """A lock beside a file that ends with the process that holds it, however that ends."""

    def __init__(self, path: Path) -> None:
        self._path = path.with_name(path.name + ".lock")
        self._descriptor: int | None = None

    def take(self) -> None:
        """Takes the lock; StoreError if another process, or another part of this one, has it."""
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
        """Lets another process have it."""
        if self._descriptor is not None:
            os.close(self._descriptor)
            self._descriptor = None
