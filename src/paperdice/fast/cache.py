"""The folder for everything that can be made again: compiled code and solved tables. Nothing here loads a compiler."""

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
    """Give the folder for everything that can be rebuilt: PAPERDICE_CACHE, or paperdice in the user's cache folder."""
    named = os.environ.get("PAPERDICE_CACHE")
    if named:
        return Path(named)
    user = os.environ.get("XDG_CACHE_HOME")
    return (Path(user) if user else Path(os.path.expanduser("~")) / ".cache") / "paperdice"


@cache
def cache_folder(outside: str = "") -> Path | None:
    """Give the folder for compiled code of exactly these sources, or None where nothing can be written.

    The name contains a hash of all sources that are compiled, because a kernel depends on the functions it calls, and
    one of the files outside of the package that a kernel depends on.
    A folder that can be read but not written is read through a copy of its names, which goes with the process.
    """
    folder = cache_root() / "-".join(filter(None, ("kernels", source_hash(), outside)))
    is_new = not folder.is_dir()
    why = why_unwritable(folder)
    if why is not None:
        if not is_new:
            return borrow(folder)
        _tell_unwritable(cache_root(), why)
        return None
    if is_new:
        trim_cache(keep=folder)
    return folder


def why_unwritable(folder: Path) -> str | None:
    """Tells why a folder cannot be made or written to; None if it is there and can be."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        tempfile.TemporaryFile(dir=folder).close()
    except OSError as error:
        return error.strerror or str(error)
    return None


def borrow(folder: Path) -> Path:
    """Give a folder of one's own in which all that can be read in another is found, and new files can be written.

    It goes with the process.
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
def _tell_unwritable(root: Path, why: str) -> None:
    """Says once that nothing can be kept, however many folders are tried."""
    _log.warning("nothing is kept between runs, so everything is compiled again: cannot write to %s: %s", root, why)


@cache
def source_hash() -> str:
    """Give a name for the state of all sources that are compiled, and of the checks compiled into them."""
    digest = hashlib.sha256(f"boundscheck={os.environ.get('NUMBA_BOUNDSCHECK', '')}".encode())
    for pattern in _KERNEL_SOURCES:
        for path in sorted(_PACKAGE.glob(pattern)):
            digest.update(path.relative_to(_PACKAGE).as_posix().encode())
            digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


@cache
def machine_hash() -> str:
    """Give a name for the processor and the compiler: code that is kept for another pair is compiled again."""
    parts = [version("numba"), version("llvmlite"), platform.python_version(), platform.machine()]
    info = Path("/proc/cpuinfo")
    if info.is_file():
        lines = info.read_text(errors="replace").splitlines()
        parts += sorted({line for line in lines if line.startswith(("model name", "flags", "Features"))})
    else:
        parts.append(platform.processor())
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()[:16]


def max_bytes() -> int:
    """How much the cache may hold: PAPERDICE_CACHE_MB, or two gigabytes."""
    named = os.environ.get("PAPERDICE_CACHE_MB", "")
    return (int(named) if named.isdecimal() else 2000) * 1_000_000


def trim_cache(keep: Path) -> None:
    """Deletes what was made longest ago, compiled code of other versions first, until the cache fits its size."""
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
    """Return the bytes of a file, or of all files in a folder; what another process deletes meanwhile has none."""
    files = [path] if path.is_file() else [Path(top, name) for top, _, names in os.walk(path) for name in names]
    return sum(map(_bytes_of, files))


def _bytes_of(file: Path) -> int:
    try:
        return file.stat().st_size
    except FileNotFoundError:
        return 0
