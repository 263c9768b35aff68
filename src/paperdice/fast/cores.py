"""Count the CPU cores available for compiled work."""

from __future__ import annotations

import os


def count_cores() -> int:
    """Return the number of CPU cores this process may use."""
    allowed = getattr(os, "sched_getaffinity", None)  # missing on some systems
    return len(allowed(0)) if allowed else os.cpu_count() or 1
