"""Code shared by all commands: the console, files, the progress bar of long runs, and the handling of Ctrl-C."""

from __future__ import annotations

import inspect
import json
import shlex
import sys
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Protocol

from cyclopts import Parameter
from rich.console import Console, ConsoleOptions, RenderableType
from rich.segment import Segment
from rich.text import Text

from paperdice.cli.streams import plain
from paperdice.errors import Reason, RecordError
from paperdice.files import read_bounded, read_file, write_whole

if TYPE_CHECKING:
    from paperdice.arena.progress import Watch
    from paperdice.arena.reports import Result
    from paperdice.arena.results import Rest, Stopped


class _PlainConsole(Console):
    """A console that emits its own styles and cursor movements, but no control characters from printed text."""

    def render(self, renderable: RenderableType, options: ConsoleOptions | None = None) -> Iterable[Segment]:
        for segment in super().render(renderable, options):
            yield segment if segment.control else Segment(plain(segment.text), segment.style)


def make_console(*, stderr: bool = False) -> Console:
    """Return the console that commands print to; colors are omitted if the output is not a terminal."""
    return _PlainConsole(highlight=False, soft_wrap=True, stderr=stderr)


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


STOPPED = 130
NOTHING_DONE = "Stopped before the first match was finished."
DONE = "Stopped after {done:,} matches."
CONTINUE = "Stopped after {done:,} matches. To play the remaining {left:,}:\n{command}"


class Work(Protocol):
    """A long-running function of the library that reports its progress."""

    def __call__(self, *, progress: Watch) -> Result: ...


def wait_for(
    work: Work, *, as_json: bool, plot: Path | None = None, spell_rest: Callable[[Rest], str] | None = None
) -> int:
    """Run a function with a progress bar, print and plot its result, and return the exit code.

    After Ctrl-C, print the partial result and the command that plays the remaining matches.

    Args:
        work: The function to run.
        as_json: Whether to print the result as JSON instead of a table.
        plot: The file in which to save a plot of the result.
        spell_rest: A function that returns the command for the remaining matches.
    """
    from paperdice.arena.plots import check_plot  # slow to import, so only when needed
    from paperdice.arena.progress import Bar
    from paperdice.arena.reports import Plottable
    from paperdice.arena.results import Stopped

    if plot is not None:
        check_plot(plot)
    errors = make_console(stderr=True)
    try:
        result = work(progress=Bar(errors, is_shown=errors.is_terminal, talks=True))
    except Stopped as stopped:
        if stopped.result is not None:
            _print_result(stopped.result, as_json=as_json)
        errors.print(Text(_tell(stopped, spell_rest)), soft_wrap=True)
        return STOPPED
    _print_result(result, as_json=as_json)
    if plot is not None and isinstance(result, Plottable):
        result.plot(plot)
    return 0


def _tell(stopped: Stopped, spell_rest: Callable[[Rest], str] | None) -> str:
    """Return the message for a stopped run: the number of matches played, and the command that plays the rest."""
    if stopped.result is None:
        return NOTHING_DONE
    done = stopped.result.matches
    if stopped.rest is None or spell_rest is None:
        return DONE.format(done=done)
    return CONTINUE.format(done=done, left=stopped.rest.matches, command=spell_rest(stopped.rest))


def spell_command(command: Callable[..., int], given: Mapping[str, object]) -> str:
    """Return the shell command that calls a command function with these arguments, omitting default values.

    >>> def greet(name: str, *, times: int = 1, loud: bool = False) -> int: ...
    >>> spell_command(greet, {"name": "Ann Lee", "times": 3, "loud": True})
    "paperdice greet 'Ann Lee' --times 3 --loud"
    """
    words = ["paperdice", command.__name__]
    for name, parameter in inspect.signature(command).parameters.items():
        value, option = given[name], "--" + name.replace("_", "-")
        if parameter.kind is not parameter.KEYWORD_ONLY:
            words.append(str(value))
        elif value != parameter.default:
            for each in value if isinstance(value, tuple) else (value,):
                words += [option] if each is True else [option, str(each)]
    return shlex.join(words)


def _print_result(result: Result, *, as_json: bool) -> None:
    if as_json:
        print_json(result.as_dict())
    else:
        make_console().print(result)


def print_json(report: Mapping[str, object]) -> None:
    """Print an object as one line of JSON."""
    sys.stdout.write(json.dumps(report) + "\n")
