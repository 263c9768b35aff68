"""Code shared by the analysis commands: their options, their input, and a progress bar."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from paperdice import texts
from paperdice.cli.console import make_console
from paperdice.cli.files import read_text
from paperdice.cli.streams import plain
from paperdice.cli.words import BotNames
from paperdice.errors import RecordError
from paperdice.games import GAMES
from paperdice.match import Match, read_position, read_record

# The name of a file, `-` for standard input, or a position in quotes.
Source = Annotated[str, Parameter(allow_leading_hyphen=True)]
Language = Annotated[texts.Language, Parameter(help="The language of the sentences.")]
Seed = Annotated[int, Parameter(help="The seed of the samples.")]
Against = Annotated[
    BotNames, Parameter(help="The bot assumed in all seats, or one option per seat; by default steady.")
]
AsJson = Annotated[bool, Parameter(help="Print one JSON object for programs instead.")]


def read_match(source: str) -> Match:
    """Read a match from a record file, or from a position string."""
    if source.split(" ", maxsplit=1)[0] in {game.name for game in GAMES} and " " in source:
        return read_position(source)
    return read_record(read_text(Path(source)))


def read_matches(paths: Iterable[Path]) -> tuple[list[tuple[str, Match]], dict[str, str]]:
    """Read the matches of all records in files and folders, and report unreadable records on standard error.

    Returns:
        The matches with the names of their records, and the reason for each unreadable record by name.

    Raises:
        RecordError: None of the records is readable.
    """
    from paperdice.study.stats import find_records, read_files  # slow to import, so only when needed

    matches, refused = read_files(find_records(paths))
    for name, why in refused.items():
        sys.stderr.write(plain(f"paperdice: skipped {name}: {why}") + "\n")
    if not matches:
        raise RecordError("none of the records is readable")
    return matches, refused


@contextmanager
def bar(what: str) -> Iterator[Callable[[int, int], None]]:
    """Show a progress bar in a terminal while the context is open, and yield the function that updates it."""
    from rich.progress import Progress  # slow to import, so only when needed

    errors = make_console(stderr=True)
    with Progress(console=errors, transient=True, disable=not errors.is_terminal) as progress:
        task = progress.add_task(what)
        yield lambda done, total: progress.update(task, completed=done, total=total)
