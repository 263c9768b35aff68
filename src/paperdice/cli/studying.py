"""What the commands of study share: what they read, and a bar while one waits."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Literal

from cyclopts import Parameter
from rich.console import Console

from paperdice.cli.replay import read_text
from paperdice.errors import RecordError
from paperdice.games import GAMES
from paperdice.match import Match, read_position, read_record

# A file, `-`, or a position in quotes.
Source = Annotated[str, Parameter(allow_leading_hyphen=True)]
Language = Literal["en", "fr", "de"]


def read_match(source: str) -> Match:
    """The match of a record's file, or one that stands at a position."""
    if source.split(" ", maxsplit=1)[0] in {game.name for game in GAMES} and " " in source:
        return read_position(source)
    return read_record(read_text(Path(source)))


def check_samples(samples: int) -> int:
    """A budget that can be spent."""
    if samples < 0:
        raise RecordError(f"a budget of samples is 0 or more, not {samples}")
    return samples


@contextmanager
def bar(what: str) -> Iterator[Callable[[int, int], None]]:
    """Something to tell progress to: a bar where somebody looks, nothing else."""
    from rich.progress import Progress  # it takes a while, so only when it is needed

    errors = Console(stderr=True)
    with Progress(console=errors, transient=True, disable=not errors.is_terminal) as progress:
        task = progress.add_task(what)
        yield lambda done, total: progress.update(task, completed=done, total=total)
