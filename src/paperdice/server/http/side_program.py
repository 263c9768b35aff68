"""What a program beside the server does: it answers requests, one a line, in a process of its own."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from typing import BinaryIO

import msgspec

from paperdice.errors import PaperdiceError, ReasonView

Make = Callable[[bytes], bytes]


class Made(msgspec.Struct, frozen=True):
    """What is said of an answer before its bytes: how many there are, or what is wrong with the request."""

    size: int
    error: str = ""
    message: str = ""
    why: ReasonView | None = None


def answer(make: Make, request: bytes) -> tuple[Made, bytes]:
    """What is answered to one request: bytes, or what is wrong with it."""
    try:
        body = make(request)
    except PaperdiceError as error:
        return Made(0, type(error).__name__, str(error), error.reason.as_dict()), b""
    return Made(len(body)), body


def serve(make: Make, requests: BinaryIO, answers: BinaryIO) -> None:
    """Answers requests until there are no more: a line about the answer, then as many bytes as it says."""
    while line := requests.readline():
        made, body = answer(make, line)
        answers.write(msgspec.json.encode(made) + b"\n" + body)
        answers.flush()


def run(make: Make) -> None:
    """Works for a server, of which only its own end is an end."""
    # Behind the server's own work; at the lowest priority a busy machine would leave it nothing.
    os.nice(5)
    try:
        serve(make, sys.stdin.buffer, sys.stdout.buffer)
    except BrokenPipeError:
        # The server is gone; so that Python does not complain about it at its own end, nobody is told.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
