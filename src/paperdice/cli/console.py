"""The console that commands print to."""

from __future__ import annotations

from collections.abc import Iterable

from rich.console import Console, ConsoleOptions, RenderableType
from rich.segment import Segment

from paperdice.cli.streams import plain


class _PlainConsole(Console):
    """A console that sends its own styles and cursor movements to the terminal, but none that a text brings."""

    def render(self, renderable: RenderableType, options: ConsoleOptions | None = None) -> Iterable[Segment]:
        """Render an object, without control characters in its text."""
        for segment in super().render(renderable, options):
            yield segment if segment.control else Segment(plain(segment.text), segment.style)


def make_console(*, stderr: bool = False) -> Console:
    """Make the console that commands print to; it leaves colors out where nobody can see them."""
    return _PlainConsole(highlight=False, soft_wrap=True, stderr=stderr)
