"""File input and output for commands."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from paperdice.cli.streams import plain
from paperdice.errors import Reason, RecordError
from paperdice.files import read_bounded, read_file, write_whole

# The name of a file, or `-` for standard input, which would otherwise be parsed as an option.
Readable = Annotated[Path, Parameter(allow_leading_hyphen=True)]


def read_text(file: Path) -> str:
    """Read text from a file, or from standard input for `-`, as UTF-8 regardless of the locale.

    Raises:
        RecordError: The file cannot be read, or is not UTF-8.
    """
    try:
        data = read_bounded(sys.stdin.buffer) if str(file) == "-" else read_file(file)
        return data.decode("utf-8-sig")
    except OSError as error:
        why = error.strerror or str(error)
    except UnicodeDecodeError as error:
        why = f"byte {error.start + 1} is not UTF-8"
    raise RecordError(f"cannot read {file}: {why}", Reason("unreadable_file", {"file": str(file), "why": why}))


def save_file(file: Path, data: bytes, *, is_quiet: bool = False) -> None:
    """Write a file and print its name, unless `is_quiet` is set because the output is meant for programs."""
    write_whole(file, lambda opened: opened.write(data))
    if not is_quiet:
        sys.stdout.write(plain(f"{file} written\n"))
