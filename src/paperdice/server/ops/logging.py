"""Logs as one JSON object a line, made of chosen fields only, so that no secret can slip in."""

from __future__ import annotations

import json
import logging
import sys
from datetime import UTC, datetime

FIELDS = ("match", "game", "status", "path", "n_matches", "reason")


class JsonFormatter(logging.Formatter):
    """Writes time, level, message and the fields we chose."""

    def format(self, record: logging.LogRecord) -> str:
        """Gives one line."""
        entry: dict[str, object] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
        }
        entry |= {name: getattr(record, name) for name in FIELDS if hasattr(record, name)}
        if record.exc_info:
            entry["error"] = self.formatException(record.exc_info)
        return json.dumps(entry, ensure_ascii=False)


def set_up_logs(level: str = "info") -> None:
    """Sends all logs to the error stream, one JSON object a line."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonFormatter())
    logging.basicConfig(level=level.upper(), handlers=[handler], force=True)
    # The driver warns of every lost connection in words of its own; ours says it once.
    logging.getLogger("psycopg.pool").setLevel(logging.ERROR)
