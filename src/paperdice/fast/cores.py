"""The number of CPU cores available for compiled code."""

from __future__ import annotations

import os


def count_cores() -> int:
    """Return the number of CPU cores that this process may use."""
    allowed = getattr(os, "sched_getaffinity", None)  # missing on some systems
    return len(allowed(0)) if allowed else os.cpu_count() or 1
