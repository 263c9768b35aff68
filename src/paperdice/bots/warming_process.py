"""`python -m paperdice.bots.warming_process GAME BOT SEATS SHEET...` gets one bot ready in a process of its own."""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Callable, Sequence

from paperdice.bots.warming import WarmUp, rehearse, warm_up

NICENESS = 19


def end_with_parent() -> None:
    """Ends this process when the one that started it closes the pipe to it, by whatever end."""

    def watch() -> None:
        while os.read(0, 1):
            pass
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()


def main(words: Sequence[str], rehearsal: Callable[[WarmUp], None] = rehearse) -> int:
    """Gets one bot ready, at the lowest priority."""
    game, bot, seats, *sheets = words
    os.nice(NICENESS)
    end_with_parent()
    warm_up(WarmUp(game, bot, int(seats), tuple(sheets)), rehearsal)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
