"""A test process that warms up bots without compiling anything.

It fails at the bot `nobody`, and dies at `lost`.
"""

import os
from collections.abc import Mapping
from typing import Any

from paperdice.workers.child import serve
from paperdice.workers.readiness import WarmUp, read_warm_up, warm_up


def rehearse(wanted: WarmUp) -> None:
    if wanted.bot == "nobody":
        raise LookupError(wanted.bot)
    if wanted.bot == "lost":
        os._exit(3)


def answer(request: Mapping[str, Any]) -> dict[str, bool]:
    return {"ready": warm_up(read_warm_up(request["warm_up"]), rehearse)}


if __name__ == "__main__":
    serve(answer)
