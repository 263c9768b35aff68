"""What the commands that play many matches share: where they play, their progress bar, and JSON for programs."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING

from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    ProgressColumn,
    TaskID,
    TextColumn,
    TimeRemainingColumn,
)

if TYPE_CHECKING:
    from paperdice.arena.engines import Engine
    from paperdice.arena.setup import Setup

COMPILING = "Compiling rules and bots, once for this version ..."
KEPT = "Stopped; what is done is kept. The same command with --resume goes on."
NOT_KEPT = "Stopped; the run cannot go on from here, since nothing can be kept."


@contextmanager
def open_engine(cluster: str | None, threads: int = 0) -> Iterator[Engine]:
    """Gives the threads of this machine, or a cluster that is left again at the end."""
    if cluster is None:
        from paperdice.arena.engines import Threads  # compiled, so only when asked for

        yield Threads(threads)
        return
    from paperdice.arena.cluster import Cluster

    engine = Cluster(cluster)
    try:
        yield engine
    finally:
        engine.close()


@contextmanager
def open_bar(console: Console, name: str, total: int, *more: ProgressColumn) -> Iterator[tuple[Progress, TaskID]]:
    """Shows a progress bar while matches are played; who stops them is told how to go on."""
    columns = (TextColumn("{task.description}", markup=False), BarColumn(), MofNCompleteColumn(), *more)
    hidden = not console.is_terminal
    with Progress(*columns, TimeRemainingColumn(), console=console, transient=True, disable=hidden) as bar:
        try:
            yield bar, bar.add_task(name, total=total)
        except KeyboardInterrupt as stopped:
            bar.stop()
            console.print(KEPT if getattr(stopped, "is_kept", True) else NOT_KEPT)
            raise


def get_ready(console: Console, setup: Setup) -> None:
    """Compiles what the matches need; the first time it says so, with a spinner in a terminal."""
    from paperdice.arena.blocks import is_prepared, prepare  # compiled, so only when asked for

    if is_prepared(setup):
        prepare(setup)
    elif console.is_terminal:
        with console.status(COMPILING):
            prepare(setup)
    else:
        console.print(COMPILING)
        prepare(setup)


def print_json(report: Mapping[str, object]) -> None:
    """Prints one object on one line."""
    sys.stdout.write(json.dumps(report) + "\n")
