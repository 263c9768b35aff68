"""Solved tables in the user's cache: one memory-mapped array and one small header per table."""

import contextlib
import hashlib
import json
import logging
import os
import tempfile
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import IO, TypedDict, cast

import numpy as np
from numpy.typing import NDArray

from paperdice.errors import StoreError
from paperdice.fast.cache import cache_root

Facts = Mapping[str, object]
Values = NDArray[np.floating]


class Header(TypedDict):
    """The metadata stored with a table, in addition to the facts that identify it."""

    positions: int
    seconds: float
    value: float


_FORMAT = 1
_log = logging.getLogger(__name__)


def source_version(*modules: str) -> str:
    """Return a hash of the source files of these `paperdice.solve` modules, on which a table depends."""
    folder = Path(__file__).parent
    return hashlib.sha256(b"\0".join((folder / f"{name}.py").read_bytes() for name in modules)).hexdigest()[:12]


def table_path(name: str, facts: Facts) -> Path:
    """Return the path of a table in the cache; the file name consists of a readable name and a hash of the facts."""
    text = json.dumps({**facts, "format": _FORMAT}, sort_keys=True)
    return cache_root() / "tables" / f"{name}-{hashlib.sha256(text.encode()).hexdigest()[:12]}.npy"


def load_table(name: str, facts: Facts) -> tuple[Values, Header] | None:
    """Open a stored table and its header.

    Args:
        name: The table's readable name.
        facts: Everything that the table depends on.

    Returns:
        The memory-mapped values and the header, or None if the table is not stored.

    Raises:
        StoreError: The stored size, header or checksum is wrong.
    """
    path = table_path(name, facts)
    header_path = path.with_suffix(".json")
    if not path.exists() or not header_path.exists():
        return None
    try:
        header = json.loads(header_path.read_text("utf-8"))
        values = np.load(path, mmap_mode="r", allow_pickle=False)
        known, _, _ = header["checksum"], header["positions"], header["seconds"]
    except (OSError, EOFError, ValueError, KeyError, TypeError) as error:
        raise _broken(path, f"it cannot be read ({error})") from error
    if known != checksum(values):
        raise _broken(path, "its checksum differs")
    return values, cast(Header, header)


def load_or_warn(name: str, facts: Facts) -> tuple[Values, Header] | None:
    """Open a stored table, like `load_table`, but log a warning and return None if the table is broken."""
    try:
        return load_table(name, facts)
    except StoreError as error:
        _log.warning("%s; solving it again", error)
        return None


def store_table(name: str, facts: Facts, values: Values, header: Header) -> None:
    """Write a table and its header to the cache, and delete other versions of the table with the same name.

    If writing fails, a warning is logged.
    """
    path = table_path(name, facts)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with _replaced(path) as file:
            np.save(file, values)
        text = json.dumps({**header, **facts, "checksum": checksum(values)}, indent=1)
        with _replaced(path.with_suffix(".json")) as file:
            file.write(text.encode())
        for old in path.parent.glob(f"{name}-????????????.*"):
            if old.stem != path.stem:
                old.unlink(missing_ok=True)
    except OSError as error:
        _log.warning("the table is not cached: cannot write to %s: %s", path.parent, error.strerror)


def checksum(values: Values) -> str:
    return hashlib.sha256(np.ascontiguousarray(values).data).hexdigest()


@contextlib.contextmanager
def _replaced(path: Path) -> Iterator[IO[bytes]]:
    """Open a temporary file that replaces `path` when it is complete, so that readers never see a partial table."""
    handle, temporary = tempfile.mkstemp(dir=path.parent, suffix=".part")
    try:
        with os.fdopen(handle, "wb") as file:
            yield file
        Path(temporary).replace(path)
    except BaseException:
        Path(temporary).unlink(missing_ok=True)
        raise


def _broken(path: Path, why: str) -> StoreError:
    return StoreError(f"broken table {path}: {why}")
