"""Logs as one JSON object a line, made of chosen fields only, so that no address, code, token or move can slip in."""

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
    """Writes time, level, message and the fields we chose.

    Others' libraries put what clients send into their messages and errors; of those only the unfilled words are kept.
    """

    def format(self, record: logging.LogRecord) -> str:
        """Gives one line."""
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
    """What kind of error it is and where it came from, the first cause last; what it says may hold anything."""
    told: BaseException | None = error
    while told is not None:
        yield type(told).__name__
        for frame, line in walk_tb(told.__traceback__):
            code = frame.f_code
            yield f"{Path(code.co_filename).name}:{line} {code.co_name}"
        told = told.__cause__ or told.__context__


def set_up_logs(level: str = "info") -> None:
    """Sends all logs to the error stream, one JSON object a line; of others' libraries only what they warn of."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonFormatter())
    logging.basicConfig(level=logging.WARNING, handlers=[handler], force=True)
    logging.getLogger(OURS).setLevel(level.upper())
    # The driver warns of every lost connection in words of its own, uvicorn of every request that it cannot read.
    for name in ("psycopg.pool", "uvicorn.error"):
        logging.getLogger(name).setLevel(logging.ERROR)
