"""File access for user-supplied paths, with size-limited reads and atomic writes."""

from __future__ import annotations

import errno
import os
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import IO

from paperdice.errors import Reason, StoreError

# Records take up a few kilobytes; devices such as /dev/zero never end.
LARGEST = 4_000_000


def data_file(name: str) -> Path:
    """Return the path of a file in the user's data folder, whether or not the file exists."""
    from platformdirs import user_data_path  # not installed when the page is built

    return user_data_path("paperdice") / name


def read_bounded(stream: IO[bytes], most: int = LARGEST) -> bytes:
    """Read a stream to its end; raise OSError if it has more than `most` bytes."""
    data = stream.read(most + 1)
    if len(data) > most:
        raise OSError(errno.EFBIG, f"it is larger than {most / 1e6:.0f} MB")
    return data


def read_file(path: Path, most: int = LARGEST) -> bytes:
    """Read a whole file; raise OSError if it cannot be read or has more than `most` bytes."""
    with path.open("rb") as file:
        return read_bounded(file, most)


def write_whole(path: Path, write: Callable[[IO[bytes]], object]) -> None:
    """Write a file atomically, by renaming a temporary file once it is complete.

    Devices and pipes are written to directly, since renaming would replace them. Symlinks are followed, not replaced.

    Args:
        path: The path of the file.
        write: A function that writes the content to the open file.

    Raises:
        StoreError: The file cannot be written.
    """
    try:
        target = _find_target(path)
        if _is_special(target):
            with target.open("wb") as file:
                write(file)
        else:
            _replace(target, write)
    except OSError as error:
        raise _unwritable(path, error) from error


def check_writable(path: Path) -> None:
    """Raise StoreError unless `write_whole` can write this file. Call it before a long computation to fail early."""
    try:
        target = _find_target(path)
        if not _is_special(target):
            _open_part(target).close()
            _part_of(target).unlink()
    except OSError as error:
        raise _unwritable(path, error) from error


def _find_target(path: Path) -> Path:
    """Resolve the symlinks in a path; raise OSError if the target is a folder, has no parent or is not writable."""
    target = Path(os.path.realpath(path))
    if not target.parent.is_dir():
        raise FileNotFoundError(errno.ENOENT, f"there is no folder {path.parent}")
    if target.is_dir():
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
    if target.exists() and not os.access(target, os.W_OK):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
    return target


def _replace(target: Path, write: Callable[[IO[bytes]], object]) -> None:
    part = _part_of(target)
    try:
        with _open_part(target) as file:
            write(file)
        if target.exists():
            shutil.copymode(target, part)
        part.replace(target)
    except BaseException:
        part.unlink(missing_ok=True)
        raise


def _open_part(target: Path) -> IO[bytes]:
    """Create the temporary file next to the target, removing any existing file or symlink of that name."""
    part = _part_of(target)
    part.unlink(missing_ok=True)
    return part.open("xb")


def _is_special(target: Path) -> bool:
    return target.exists() and not target.is_file()


def _part_of(target: Path) -> Path:
    return target.with_name(target.name + ".part")


def _unwritable(path: Path, error: OSError) -> StoreError:
    why = error.strerror or str(error)
    return StoreError(f"cannot write {path}: {why}", Reason("unwritable_file", {"file": str(path), "why": why}))
