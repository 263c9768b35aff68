"""The console that commands print to."""

from __future__ import annotations

from pathlib import Path

from rich.console import Console

from paperdice.errors import StoreError


def make_console() -> Console:
    """Make the console that commands print to; it leaves colors out where nobody can see them."""
    return Console(highlight=False, soft_wrap=True)


def save_picture(file: Path, svg: str, *, is_quiet: bool = False) -> None:
    """Writes a picture to a file and says so, unless something else is printed for programs."""
    try:
        file.write_text(svg, encoding="utf-8")
    except OSError as error:
        raise StoreError(f"cannot write {file}: {error.strerror or error}") from None
    if not is_quiet:
        make_console().print(f"{file} is written", markup=False)
