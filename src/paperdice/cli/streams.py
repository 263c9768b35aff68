"""Standard input, output and error, wrapped so that none of them can end a command in a traceback.

A full disk, a closed pipe and a closed descriptor become an `OutputError`; signs that a terminal lacks, and bytes that
are no text, become question marks; what cannot be written to standard error is dropped.
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

# Signs that command a terminal, or turn the direction of what follows; tabs and line feeds are harmless.
_CONTROLS = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]")


class OutputError(PaperdiceError):
    """Standard output cannot be written; `is_closed` if its reader has gone, as in `paperdice replay FILE | head`."""

    def __init__(self, error: OSError) -> None:
        why = error.strerror or str(error)
        super().__init__(f"cannot write to standard output: {why}", Reason("unwritable_output", {"why": why}))
        self.is_closed = isinstance(error, BrokenPipeError)


class _Output(io.RawIOBase):
    """A stream that fails at most once and drops everything after that, so that no later flush fails again."""

    def __init__(self, raw: io.RawIOBase | None, *, raises: bool) -> None:
        super().__init__()
        self._raw, self._raises, self._has_failed = raw, raises, False

    def write(self, data: ReadableBuffer, /) -> int | None:
        """Write some of the bytes, or drop all of them after a failure."""
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
        """Whether this stream can be written to, which it claims even when it drops everything."""
        return True

    def isatty(self) -> bool:
        """Whether the stream is a terminal."""
        return self._raw is not None and self._raw.isatty()

    def fileno(self) -> int:
        """Return the descriptor, for programs that ask for the size of the terminal."""
        if self._raw is None:
            raise io.UnsupportedOperation("fileno")
        return self._raw.fileno()


def plain(text: str) -> str:
    """Return a text that can be shown in a terminal without commanding it, whatever file it comes from."""
    return _CONTROLS.sub("\ufffd", text)


def wrap_streams() -> None:
    """Replace the standard streams of this process."""
    sys.stdout = _wrap(sys.stdout, raises=True)
    sys.stderr = _wrap(sys.stderr, raises=False)
    if sys.stdin is None:  # the descriptor was closed
        sys.stdin = io.TextIOWrapper(io.BytesIO(), encoding="utf-8")
    elif isinstance(sys.stdin, io.TextIOWrapper):
        sys.stdin.reconfigure(errors="replace")


def _wrap(stream: object, *, raises: bool) -> io.TextIOWrapper:
    """Return a text stream over the same descriptor, or over none where it was closed."""
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
