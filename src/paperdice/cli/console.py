"""The console that commands print to."""

from __future__ import annotations

from collections.abc import Iterable

from rich.console import Console, ConsoleOptions, RenderableType
from rich.segment import Segment

from paperdice.cli.streams import plain


class _PlainConsole(Console):
    """A console that emits its own styles and cursor movements, but no control characters from printed text."""

    def render(self, renderable: RenderableType, options: ConsoleOptions | None = None) -> Iterable[Segment]:
        for segment in super().render(renderable, options):
            yield segment if segment.control else Segment(plain(segment.text), segment.style)


def make_console(*, stderr: bool = False) -> Console:
    """Return the console that commands print to; colors are omitted if the output is not a terminal."""
    return _PlainConsole(highlight=False, soft_wrap=True, stderr=stderr)
