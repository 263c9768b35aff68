"""Metrics in the Prometheus text format."""

from __future__ import annotations

import logging
import time
from bisect import bisect_left
from collections import Counter

from paperdice.errors import PaperdiceError, StoreError

BUCKETS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0)
HELP = {
    "paperdice_commands_total": "Commands executed, by type.",
    "paperdice_refusals_total": "Commands refused, by reason.",
    "paperdice_events_total": "Events written to logs.",
    "paperdice_matches_finished_total": "Matches played to the end, by game.",
    "paperdice_sockets_dropped_total": "Sockets closed by the server, by reason.",
    "paperdice_store_failures_total": "Times the store could not be used.",
    "paperdice_requests_total": "HTTP responses, by status.",
    "paperdice_pushes_total": "Push messages sent to push services, by status.",
}


logger = logging.getLogger("paperdice.server")


class Metrics:
    """Counters and latencies since the start of the process."""

    def __init__(self) -> None:
        self._counts: Counter[tuple[str, str]] = Counter()
        self._times = [0] * (len(BUCKETS) + 1)
        self._time_sum = 0.0
        self._began = time.time()
        self.n_events = 0

    def count(self, name: str, label: str = "") -> None:
        """Increment the counter `name`, optionally with a label such as `type="play"`."""
        self._counts[name, label] += 1

    def note_failure(self, error: PaperdiceError) -> None:
        """Log a failure of background work, and count it if it is a store failure."""
        if isinstance(error, StoreError):
            self.count("paperdice_store_failures_total")
            logger.warning("%s", error.message.partition("\n")[0], extra={"reason": error.reason.id})
        else:
            # Other errors may contain a move, which must not be logged.
            logger.warning("%s", type(error).__name__, extra={"reason": error.reason.id})

    def observe(self, command: str, seconds: float) -> None:
        """Count an executed command of this type, and record its latency in seconds."""
        self._counts["paperdice_commands_total", f'type="{command}"'] += 1
        self._times[bisect_left(BUCKETS, seconds)] += 1
        self._time_sum += seconds

    def text(self, gauges: dict[str, float]) -> str:
        """Return all metrics in the Prometheus text format, including the current values of these gauges."""
        lines: list[str] = []
        counts = {**self._counts, ("paperdice_events_total", ""): self.n_events}
        for name, words in HELP.items():
            lines += [f"# HELP {name} {words}", f"# TYPE {name} counter"]
            found = sorted((label, value) for (other, label), value in counts.items() if other == name)
            lines += [f"{name}{{{label}}} {value}" if label else f"{name} {value}" for label, value in found]
        for name, amount in {**gauges, "paperdice_start_time_seconds": self._began}.items():
            lines += [f"# TYPE {name} gauge", f"{name} {amount:g}" if amount < 1e6 else f"{name} {amount:.0f}"]
        return "\n".join([*lines, *self._histogram(), ""])

    def _histogram(self) -> list[str]:
        name = "paperdice_command_seconds"
        lines = [f"# HELP {name} Time from a command's arrival until it was executed.", f"# TYPE {name} histogram"]
        so_far = 0
        for limit, number in zip([*map(str, BUCKETS), "+Inf"], self._times, strict=True):
            so_far += number
            lines.append(f'{name}_bucket{{le="{limit}"}} {so_far}')
        return [*lines, f"{name}_sum {self._time_sum:.6f}", f"{name}_count {so_far}"]
