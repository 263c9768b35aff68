"""Progress displays for long-running work: a bar in a terminal or notebook, a callback, or nothing."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from typing import Self

from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    ProgressColumn,
    Task,
    TextColumn,
    TimeRemainingColumn,
)
from rich.text import Text

from paperdice.errors import SetupError
from paperdice.fast.progress import Progress as Tell
from paperdice.fast.progress import ignore_progress

COMPILING = "Compiling rules and bots, once for this version ..."


class Watch:
    """A progress display that shows nothing, and the base class of all other displays."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        """Remove the display."""

    def follow(self, _what: str) -> Tell:
        """Return a callback that a task calls to report its progress."""
        return ignore_progress

    def rename(self, what: str) -> None:
        """Change the description of the current task."""

    @contextmanager
    def compiling(self) -> Iterator[None]:
        """Show that code is being compiled while the context is open."""
        yield


class Callback(Watch):
    """A progress display that calls a function provided by the caller."""

    def __init__(self, tell: Tell) -> None:
        self._tell = tell

    def follow(self, _what: str) -> Tell:
        """Return the callback."""
        return self._tell


class _Rate(ProgressColumn):
    def render(self, task: Task) -> Text:
        return Text(f"{task.speed or 0:,.0f}/s")


class Bar(Watch):
    """A progress display that draws a bar for each task.

    If `talks` is True, a line is printed before code is compiled, unless a spinner is shown.
    """

    def __init__(self, console: Console, *, is_shown: bool, talks: bool = False) -> None:
        columns = (TextColumn("{task.description}", markup=False), BarColumn(), MofNCompleteColumn(), _Rate())
        is_live = console.is_terminal or console.is_jupyter
        self._console, self._talks = console, talks
        self._bars = Progress(*columns, TimeRemainingColumn(), console=console, transient=is_live, disable=not is_shown)

    def __exit__(self, *_: object) -> None:
        """Remove the bars."""
        self._bars.stop()

    def follow(self, what: str) -> Tell:
        """Add a bar and return a callback that updates it."""
        self._bars.start()
        task = self._bars.add_task(what, total=None)
        return lambda done, total: self._bars.update(task, completed=done, total=total)

    def rename(self, what: str) -> None:
        """Change the description of the newest bar."""
        self._bars.update(self._bars.task_ids[-1], description=what)

    @contextmanager
    def compiling(self) -> Iterator[None]:
        """Show a spinner in a terminal while the context is open."""
        if self._console.is_terminal and not self._bars.disable:
            with self._console.status(COMPILING):
                yield
            return
        if self._talks:
            self._console.print(COMPILING)
        yield


# True always draws a bar, False never does, and None does so in a terminal or notebook. A callback is called with the
# number of steps done and the total.
ShowProgress = bool | Callable[[int, int], None] | Watch | None


def open_watch(progress: ShowProgress) -> Watch:
    """Return the progress display selected by a `progress` argument.

    Raises:
        SetupError: The value is not a bool, None, a function or a display.
    """
    if isinstance(progress, Watch):
        return progress
    if callable(progress):
        return Callback(progress)
    if progress not in (True, False, None):
        raise SetupError(f"progress is True, False, None or a function of two numbers, not {progress!r}")
    console = _find_console()
    is_shown = (console.is_terminal or console.is_jupyter) if progress is None else bool(progress)
    return Bar(console, is_shown=True) if is_shown else Watch()


def _find_console() -> Console:
    """Return the console for stderr; in a notebook without widgets, return one that rewrites a single line."""
    console = Console(stderr=True)
    if console.is_jupyter and find_spec("ipywidgets") is None:
        return Console(file=sys.stdout, force_jupyter=False, force_terminal=True)
    return console
