"""What a process does in which bots think: it reads one request a line and answers each with one line.

A bot that is not loaded yet is loaded beside, and meanwhile the simple one answers in its name, so that nobody waits.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import NoReturn, NotRequired, TextIO, TypedDict, TypeVar

from paperdice.bots.making import make_own_bot
from paperdice.bots.simple import SimpleBot
from paperdice.bots.warming import INSTANT, WarmUp, rehearse, warm_up_of
from paperdice.position import Position, parse_position

T = TypeVar("T")


class Request(TypedDict):
    """A decision that is asked for; `is_warm` says that the bot can be loaded without compiling."""

    bot: str
    position: str
    seat: int
    seed: int
    budget_ms: float
    is_warm: bool


class Answer(TypedDict):
    """A move, and whether the simple bot has found it; or what went wrong."""

    move: NotRequired[str]
    is_simple: NotRequired[bool]
    error: NotRequired[str]


class Loader:
    """Loads bots beside everything else, one at a time; `rehearsal` does it."""

    def __init__(self, rehearsal: Callable[[WarmUp], None] = rehearse) -> None:
        self._rehearsal = rehearsal
        self._loader = ThreadPoolExecutor(1, thread_name_prefix="load")
        self._asked: set[WarmUp] = set()
        self._loaded: set[WarmUp] = set()

    def is_loaded(self, wanted: WarmUp, is_warm: bool) -> bool:
        """Tells whether a bot is loaded; one that is warm on disk is loaded from now on."""
        if is_warm and wanted not in self._asked:
            self._asked.add(wanted)
            self._loader.submit(self._load, wanted)
        return wanted in self._loaded

    def _load(self, wanted: WarmUp) -> None:
        try:
            self._rehearsal(wanted)
            self._loaded.add(wanted)
        except Exception as error:  # noqa: BLE001 - it is told, and the simple bot plays on
            sys.stderr.write(f"bot {wanted.bot} of {wanted.game} cannot be loaded: {type(error).__name__}\n")
            if isinstance(error, (MemoryError, ImportError, OSError)):
                os._exit(1)  # there is no memory for it here; a new process may have some


def answer_request(request: Request, loader: Loader) -> Answer:
    """The move of a bot, or of the simple one while that is not loaded."""
    position, bot = parse_position(request["position"]), request["bot"]
    if bot not in INSTANT and loader.is_loaded(warm_up_of(position, bot), request["is_warm"]):
        return {"move": _decide(request, position), "is_simple": False}
    return answer_simply(request, position)


def answer_simply(request: Request, position: Position) -> Answer:
    """The move of a bot that needs nothing compiled, or of the simple one in the name of another."""
    is_simple = request["bot"] not in INSTANT
    bot = SimpleBot() if is_simple else SimpleBot(request["bot"], request["seed"])
    return {"move": bot.decide(position, request["seat"]), "is_simple": is_simple}


def _decide(request: Request, position: Position) -> str:
    return make_own_bot(request["bot"], request["seed"], request["budget_ms"]).decide(position, request["seat"])


def run(answer: Callable[[T], object]) -> NoReturn:
    """Answers until the pipe is closed; what anybody prints meanwhile goes to the error stream."""
    answers = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)
    with suppress(BrokenPipeError):  # whoever asks may go at any time
        _answer_all(answer, answers)
    os._exit(0)  # a bot may still be loading


def _answer_all(answer: Callable[[T], object], answers: TextIO) -> None:
    """Says that it is there, then answers line by line."""
    answers.write("{}\n")
    answers.flush()
    for line in sys.stdin:
        try:
            found = answer(json.loads(line))
        except Exception as error:  # noqa: BLE001 - it is told, and the next request answered
            found = {"error": type(error).__name__}
        answers.write(json.dumps(found) + "\n")
        answers.flush()
