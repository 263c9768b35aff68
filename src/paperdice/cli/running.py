"""What the commands that one waits for share: a bar, what is printed at the end, and what Ctrl-C says."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from rich.console import Console

from paperdice.cli.console import make_console

if TYPE_CHECKING:
    from paperdice.arena.progress import Watch
    from paperdice.arena.result import Result

STOPPED = 130
KEPT = "Stopped; what is done is kept. The same command with --resume goes on."
NOT_KEPT = "Stopped; the run cannot go on from here, since nothing can be kept."


class Work(Protocol):
    """A function of the library that shows its progress."""

    def __call__(self, *, progress: Watch) -> Result:
        """Gives the result."""


def wait_for(work: Work, *, as_json: bool, plot: Path | None = None) -> int:
    """Does the work with a bar, draws and prints what comes out, and gives the exit code; Ctrl-C says how to go on."""
    from paperdice.arena.plots import check_plot  # compiled rooms only when asked for
    from paperdice.arena.progress import Bar
    from paperdice.arena.result import Pictured
    from paperdice.arena.results import Stopped

    if plot is not None:
        check_plot(plot)
    errors = Console(stderr=True)
    try:
        result = work(progress=Bar(errors, is_shown=errors.is_terminal, talks=True))
    except Stopped as stopped:
        _print_result(stopped.result, as_json=as_json)
        errors.print(KEPT if stopped.is_kept else NOT_KEPT)
        return STOPPED
    if plot is not None and isinstance(result, Pictured):
        result.plot(plot)
    _print_result(result, as_json=as_json)
    return 0


def _print_result(result: Result, *, as_json: bool) -> None:
    if as_json:
        print_json(result.as_dict())
    else:
        make_console().print(result)


def print_json(report: Mapping[str, object]) -> None:
    """Prints one object on one line."""
    sys.stdout.write(json.dumps(report) + "\n")
