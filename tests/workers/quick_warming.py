"""A test process that warms up bots without compiling anything.

It fails at the bot `nobody`, dies at `lost`, and is killed once at `killed`.
"""

import os
import signal
from collections.abc import Mapping
from typing import Any

from paperdice.fast.cache import cache_root
from paperdice.workers.child import serve
from paperdice.workers.readiness import WarmUp, read_warm_up, warm_up


def rehearse(wanted: WarmUp) -> None:
    if wanted.bot == "nobody":
        raise LookupError(wanted.bot)
    if wanted.bot == "lost":
        os._exit(3)
    if wanted.bot == "killed" and not (trace := cache_root() / "killed").exists():
        trace.touch()
        os.kill(os.getpid(), signal.SIGKILL)


def answer(request: Mapping[str, Any]) -> dict[str, bool]:
    return {"ready": warm_up(read_warm_up(request["warm_up"]), rehearse)}


if __name__ == "__main__":
    serve(answer)
