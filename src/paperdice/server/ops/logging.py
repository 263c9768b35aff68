"""Logs as one JSON object per line, containing only selected fields, so that no address, code, token or move leaks into
them.
"""

from __future__ import annotations

import json
import logging
import sys
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from traceback import walk_tb

OURS = "paperdice"
FIELDS = ("match", "game", "n_matches", "reason")


class JsonFormatter(logging.Formatter):
    """Formats time, level, message and the selected fields.

    Third-party libraries put client input into messages and errors; of those only the message template is logged.
    """

    def format(self, record: logging.LogRecord) -> str:
        """Return one line of JSON."""
        is_ours = record.name.split(".")[0] == OURS
        message = record.getMessage() if is_ours else str(record.msg)
        entry: dict[str, object] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": message.partition("\n")[0],
        }
        entry |= {name: getattr(record, name) for name in FIELDS if hasattr(record, name)}
        if record.exc_info and record.exc_info[1] is not None:
            entry["error"] = list(_tell_error(record.exc_info[1]))
        return json.dumps(entry, ensure_ascii=False)


def _tell_error(error: BaseException) -> Iterator[str]:
    """Yield the types and locations of an error and its causes, without the messages, which may contain anything."""
    told: BaseException | None = error
    while told is not None:
        yield type(told).__name__
        for frame, line in walk_tb(told.__traceback__):
            code = frame.f_code
            yield f"{Path(code.co_filename).name}:{line} {code.co_name}"
        told = told.__cause__ or told.__context__


def set_up_logs(level: str = "info") -> None:
    """Send all logs to standard error as one JSON object per line; from third-party libraries only warnings."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonFormatter())
    logging.basicConfig(level=logging.WARNING, handlers=[handler], force=True)
    logging.getLogger(OURS).setLevel(level.upper())
    # psycopg warns of every lost connection, and uvicorn of every invalid request.
    for name in ("psycopg.pool", "uvicorn.error"):
        logging.getLogger(name).setLevel(logging.ERROR)
