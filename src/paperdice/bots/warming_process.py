"""`python -m paperdice.bots.warming_process` gets bots ready: it reads one warm-up a line, and says when each is done.

Bots of one game share much of what is compiled, which a process that has made one of them need not make again.
"""

from __future__ import annotations

import json
import os
import sys
import threading
from collections.abc import Callable
from queue import SimpleQueue
from typing import NoReturn

from paperdice.bots.warming import WarmUp, read_warm_up, rehearse, warm_up


def follow_parent() -> SimpleQueue[bytes]:
    """What is asked for; when the one that asks closes the pipe, by whatever end, this process ends too."""
    lines: SimpleQueue[bytes] = SimpleQueue()

    def follow() -> None:
        for line in sys.stdin.buffer:
            lines.put(line)
        os._exit(1)

    threading.Thread(target=follow, daemon=True).start()
    return lines


def main(rehearsal: Callable[[WarmUp], None] = rehearse) -> NoReturn:
    """Gets one bot after another ready."""
    lines = follow_parent()
    while True:
        warm_up(read_warm_up(json.loads(lines.get())), rehearsal)
        sys.stdout.buffer.write(b"ready\n")
        sys.stdout.buffer.flush()


if __name__ == "__main__":
    main()
