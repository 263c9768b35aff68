"""Files that commands read and write."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from paperdice.errors import RecordError, StoreError

# A file, or `-`, which would otherwise be taken for an option.
Readable = Annotated[Path, Parameter(allow_leading_hyphen=True)]


def read_text(file: Path) -> str:
    """Gives the text of a file, or of standard input for `-`."""
    try:
        return sys.stdin.read() if str(file) == "-" else file.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise RecordError(f"cannot read {file}: {error}") from None


def save_file(file: Path, data: bytes, *, is_quiet: bool = False) -> None:
    """Writes a file and says so, unless something else is printed for programs."""
    try:
        file.write_bytes(data)
    except OSError as error:
        raise StoreError(f"cannot write {file}: {error.strerror or error}") from None
    if not is_quiet:
        sys.stdout.write(f"{file} is written\n")
