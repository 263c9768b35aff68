"""The cache folder for compiled code and solved tables. This module does not import the compiler."""

from __future__ import annotations

import atexit
import hashlib
import logging
import os
import platform
import shutil
import tempfile
from functools import cache
from importlib.metadata import version
from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent.parent
_KERNEL_SOURCES = (
    "rulekit.py",
    "dice.py",
    "games/*/rules.py",
    "games/*/family/*.py",
    "fast/*.py",
    "solve/**/*.py",
    "bots/**/*.py",
    "study/kernels.py",
    "study/solved.py",
    "study/survey.py",
)
_log = logging.getLogger(__name__)


def cache_root() -> Path:
    """Return the root of the cache: the value of `PAPERDICE_CACHE`, or by default `paperdice` in the user's cache
    folder.
    """
    from platformdirs import user_cache_path  # the build of the page imports this module without it

    named = os.environ.get("PAPERDICE_CACHE")
    return Path(named) if named else user_cache_path("paperdice")


@cache
def cache_folder(outside: str = "") -> Path | None:
    """Return the cache folder for code compiled from the current sources, or None if no folder can be written.

    The name of the folder contains a hash of all compiled sources, because a kernel depends on the functions it calls.
    If the folder exists but is read-only, return a temporary folder with symlinks to its files. The temporary folder is
    deleted when the process exits.

    Args:
        outside: A hash of the files outside the package that the compiled code depends on; empty if there are none.
    """
    folder = cache_root() / "-".join(filter(None, ("kernels", source_hash(), outside)))
    is_new = not folder.is_dir()
    why = write_error(folder)
    if why is not None:
        if not is_new:
            return link_readonly(folder)
        _warn_unwritable(cache_root(), why)
        return None
    if is_new:
        trim_cache(keep=folder)
    return folder


def write_error(folder: Path) -> str | None:
    """Return why a folder cannot be created or written to, or None if it is writable."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        tempfile.TemporaryFile(dir=folder).close()
    except OSError as error:
        return error.strerror or str(error)
    return None


def link_readonly(folder: Path) -> Path:
    """Create a temporary, writable folder with symlinks to all files in a read-only folder, and return its path.

    The temporary folder is deleted when the process exits.
    """
    own = Path(tempfile.mkdtemp(prefix="paperdice-cache-"))
    atexit.register(shutil.rmtree, own, ignore_errors=True)
    for file in sorted(folder.rglob("*")):
        place = own / file.relative_to(folder)
        if file.is_dir():
            place.mkdir(exist_ok=True)
        else:
            place.symlink_to(file)
    return own


@cache
def _warn_unwritable(root: Path, why: str) -> None:
    """Log a warning, once per folder, that the cache is not writable."""
    _log.warning("the cache is not writable, so every run compiles again: cannot write to %s: %s", root, why)


@cache
def source_hash() -> str:
    """Return a hash of all sources of compiled code and of the setting that enables bounds checks."""
    digest = hashlib.sha256(f"boundscheck={os.environ.get('NUMBA_BOUNDSCHECK', '')}".encode())
    for pattern in _KERNEL_SOURCES:
        for path in sorted(_PACKAGE.glob(pattern)):
            digest.update(path.relative_to(_PACKAGE).as_posix().encode())
            digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


@cache
def machine_hash() -> str:
    """Return a hash of the processor and the compiler. Cached code is only used on a machine with the same hash."""
    parts = [version("numba"), version("llvmlite"), platform.python_version(), platform.machine()]
    info = Path("/proc/cpuinfo")
    if info.is_file():
        lines = info.read_text(errors="replace").splitlines()
        parts += sorted({line for line in lines if line.startswith(("model name", "flags", "Features"))})
    else:
        parts.append(platform.processor())
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()[:16]


def max_bytes() -> int:
    """Return the maximum size of the cache in bytes, set in megabytes by `PAPERDICE_CACHE_MB` (default: 2000)."""
    named = os.environ.get("PAPERDICE_CACHE_MB", "")
    return (int(named) if named.isdecimal() else 2000) * 1_000_000


def trim_cache(keep: Path) -> None:
    """Delete the oldest entries until the cache is within its maximum size.

    Compiled code of other versions is deleted first, then solved tables.

    Args:
        keep: The folder of the current compiled code, which is never deleted.
    """
    root = cache_root()
    folders = sorted((each for each in root.glob("kernels-*") if each != keep), key=_made)
    tables = sorted((each for each in root.glob("tables/*") if each.is_file()), key=_made)
    left = sum(map(size_of, (*folders, *tables)))
    for each in (*folders, *tables):
        if left <= max_bytes():
            return
        left -= size_of(each)
        if each.is_dir():
            shutil.rmtree(each, ignore_errors=True)
        else:
            each.unlink(missing_ok=True)


def _made(path: Path) -> float:
    return path.stat().st_mtime if path.exists() else 0.0


def size_of(path: Path) -> int:
    """Return the size of a file or folder in bytes. Files that another process deletes in the meantime count as 0."""
    files = [path] if path.is_file() else [Path(top, name) for top, _, names in os.walk(path) for name in names]
    return sum(map(_bytes_of, files))


def _bytes_of(file: Path) -> int:
    try:
        return file.stat().st_size
    except FileNotFoundError:
        return 0
