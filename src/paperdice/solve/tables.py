"""Solved tables in the user's cache: one memory-mapped array and one small header a table."""

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
    """What is kept beside a table; its facts are there too, for people."""

    positions: int
    seconds: float
    value: float


_FORMAT = 1
_log = logging.getLogger(__name__)


def source_version(*modules: str) -> str:
    """Gives a name for the state of the sources that a table depends on."""
    folder = Path(__file__).parent
    return hashlib.sha256(b"\0".join((folder / f"{name}.py").read_bytes() for name in modules)).hexdigest()[:12]


def table_path(name: str, facts: Facts) -> Path:
    """Gives the place of a table: its name tells people what it is, its hash tells one set of facts from another."""
    text = json.dumps({**facts, "format": _FORMAT}, sort_keys=True)
    return cache_root() / "tables" / f"{name}-{hashlib.sha256(text.encode()).hexdigest()[:12]}.npy"


def load_table(name: str, facts: Facts) -> tuple[Values, Header] | None:
    """Opens a stored table and its header, or gives None if there is none.

    A table that is there but broken is an error: its size, header or checksum is not what was written.
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
    """Opens a stored table like `load_table`, but says so and gives None if it is broken."""
    try:
        return load_table(name, facts)
    except StoreError as error:
        _log.warning("%s; it is solved again", error)
        return None


def keep_table(name: str, facts: Facts, values: Values, header: Header) -> None:
    """Writes a table and its header, replacing older ones of its name; says so and goes on where that is impossible."""
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
        _log.warning("the table is not kept: cannot write to %s: %s", path.parent, error.strerror)


def checksum(values: Values) -> str:
    """Gives the checksum of an array's bytes."""
    return hashlib.sha256(np.ascontiguousarray(values).data).hexdigest()


@contextlib.contextmanager
def _replaced(path: Path) -> Iterator[IO[bytes]]:
    """Opens a file that takes its place only when it is complete, so that nobody reads half a table."""
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
