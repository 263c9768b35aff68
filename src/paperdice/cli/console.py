"""The console that commands print to."""

from __future__ import annotations

from pathlib import Path

from rich.console import Console

from paperdice.errors import StoreError


def make_console() -> Console:
    """Make the console that commands print to; it leaves colors out where nobody can see them."""
    return Console(highlight=False, soft_wrap=True)


def save_picture(file: Path, svg: str) -> None:
    """Writes a picture to a file and says so."""
    try:
        file.write_text(svg, encoding="utf-8")
    except OSError as error:
        raise StoreError(f"cannot write {file}: {error.strerror or error}") from None
    make_console().print(f"{file} is written", markup=False)
