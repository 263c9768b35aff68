"""JSON logs with one object per line, restricted to selected fields.

Addresses, table codes, tokens and moves are never logged.
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
    """Formats a log record as JSON with its time, level, message and selected fields.

    Third-party libraries may include client input in messages and errors, so only the message template of their records
    is logged.
    """

    def format(self, record: logging.LogRecord) -> str:
        """Return the record as one line of JSON."""
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
    """Yield the types and locations of an error and its causes, without messages, which may contain client input."""
    told: BaseException | None = error
    while told is not None:
        yield type(told).__name__
        for frame, line in walk_tb(told.__traceback__):
            code = frame.f_code
            yield f"{Path(code.co_filename).name}:{line} {code.co_name}"
        told = told.__cause__ or told.__context__


def set_up_logs(level: str = "info") -> None:
    """Write all logs to standard error as one JSON object per line.

    `level` is the minimum level for our own messages; third-party libraries log only warnings and errors.
    """
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonFormatter())
    logging.basicConfig(level=logging.WARNING, handlers=[handler], force=True)
    logging.getLogger(OURS).setLevel(level.upper())
    # psycopg warns of every lost connection, and uvicorn of every invalid request.
    for name in ("psycopg.pool", "uvicorn.error"):
        logging.getLogger(name).setLevel(logging.ERROR)
