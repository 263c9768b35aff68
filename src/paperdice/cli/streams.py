"""Wrappers for the standard streams, so that no failing stream ends a command with a traceback.

A full disk, a closed pipe or a closed descriptor raises `OutputError`. Characters that the terminal cannot display and
bytes that are not valid text are replaced by question marks. Output that cannot be written to standard error is
dropped.
"""

from __future__ import annotations

import errno
import io
import os
import re
import sys
from typing import TYPE_CHECKING

from paperdice.errors import PaperdiceError, Reason

if TYPE_CHECKING:
    from _typeshed import ReadableBuffer

# Control characters except tabs and line feeds, and marks that change the direction of text.
_CONTROLS = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]")


class OutputError(PaperdiceError):
    """Raised if standard output cannot be written.

    `is_closed` is true if the reader of a pipe has exited, as in `replay FILE | head`.
    """

    def __init__(self, error: OSError) -> None:
        why = error.strerror or str(error)
        super().__init__(f"cannot write to standard output: {why}", Reason("unwritable_output", {"why": why}))
        self.is_closed = isinstance(error, BrokenPipeError)


class _Output(io.RawIOBase):
    """A stream that raises at most one error and then drops all output, so that later flushes do not fail again."""

    def __init__(self, raw: io.RawIOBase | None, *, raises: bool) -> None:
        super().__init__()
        self._raw, self._raises, self._has_failed = raw, raises, False

    def write(self, data: ReadableBuffer, /) -> int | None:
        """Write some of the bytes and return how many were written; after a failure, drop all of them."""
        if not self._has_failed:
            try:
                if self._raw is None:
                    raise OSError(errno.EBADF, os.strerror(errno.EBADF))
                return self._raw.write(data)
            except OSError as error:
                self._has_failed = True
                if self._raises:
                    raise OutputError(error) from error
        return memoryview(data).nbytes

    def writable(self) -> bool:
        """Return True, even if all output is dropped."""
        return True

    def isatty(self) -> bool:
        return self._raw is not None and self._raw.isatty()

    def fileno(self) -> int:
        """Return the file descriptor, which callers use to determine the size of the terminal."""
        if self._raw is None:
            raise io.UnsupportedOperation("fileno")
        return self._raw.fileno()


def plain(text: str) -> str:
    """Replace control characters, so that the text is safe to print in a terminal."""
    return _CONTROLS.sub("\ufffd", text)


def wrap_streams() -> None:
    """Replace or reconfigure the standard streams so that encoding and write errors never cause a traceback."""
    sys.stdout = _wrap(sys.stdout, raises=True)
    sys.stderr = _wrap(sys.stderr, raises=False)
    if sys.stdin is None:  # the descriptor was closed
        sys.stdin = io.TextIOWrapper(io.BytesIO(), encoding="utf-8")
    elif isinstance(sys.stdin, io.TextIOWrapper):
        sys.stdin.reconfigure(errors="replace")


def _wrap(stream: object, *, raises: bool) -> io.TextIOWrapper:
    """Wrap an output stream so that a failed write raises `OutputError` once or, if `raises` is false, is ignored."""
    if not isinstance(stream, io.TextIOWrapper):
        return io.TextIOWrapper(io.BufferedWriter(_Output(None, raises=raises)), encoding="utf-8", errors="replace")
    stream.flush()
    raw = getattr(stream.buffer, "raw", stream.buffer)
    errors = "replace" if raises else "backslashreplace"
    return io.TextIOWrapper(
        io.BufferedWriter(_Output(raw, raises=raises)),
        encoding=stream.encoding,
        errors=errors,
        line_buffering=stream.line_buffering,
        write_through=stream.write_through,
    )
