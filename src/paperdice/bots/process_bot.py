"""Outside bots: a program that speaks a small line protocol (`docs/outside-bots.md`) plays as `cmd:PROGRAM ARGS`."""

from __future__ import annotations

import contextlib
import json
import math
import os
import shlex
import shutil
import signal
import subprocess
import threading
import time
import weakref
from typing import NamedTuple

from paperdice.bots.view_texts import ViewTexts
from paperdice.errors import BotError, Reason, UnknownBotError
from paperdice.game import Game
from paperdice.view import View

PREFIX = "cmd:"
PROTOCOL = 1
START_SECONDS = 20.0
# What an answer may take beyond its budget: pipes and busy machines are not the bot's fault.
SPARE_SECONDS = 1.0
QUIT_SECONDS = 1.0
# So often one looks whether a program is late; all deadlines are further away.
WATCH_SECONDS = 0.2
LONGEST_ANSWER = 10_000
SHOWN = 60


def split_command(name: str) -> list[str]:
    """Gives the words of the command behind `cmd:`; raises `UnknownBotError` if nothing can be started by it."""
    try:
        # Where the locale is ASCII, other letters of the command line arrive as escaped bytes.
        is_text = os.fsencode(name).decode("utf-8", "replace").isprintable()
        words = shlex.split(name.removeprefix(PREFIX)) if is_text else []
    except ValueError as error:
        raise _unknown(name, f"its command cannot be read: {error}") from None
    if not words:
        raise _unknown(name, "it names no program")
    if shutil.which(words[0]) is None:
        raise _unknown(name, f"there is no program {words[0]!r}")
    return words


def _unknown(name: str, why: str) -> UnknownBotError:
    return UnknownBotError(f"unknown bot {name!r}: {why}", Reason("unknown_bot", {"bot": name}))


class Question(NamedTuple):
    """What a program is asked: to choose in a view, and the line that says so."""

    view: View
    line: str


class ProcessBot:
    """Asks a program for moves; it is started when it is first needed, and again if it failed in an earlier match."""

    def __init__(
        self,
        name: str,
        game: Game,
        seed: int = 0,
        budget_ms: float = 100,
        start_seconds: float = START_SECONDS,
        spare_seconds: float = SPARE_SECONDS,
    ) -> None:
        self._name = name
        self._game = game
        self._budget_ms = budget_ms
        self._budget_text = json.dumps(budget_ms)
        self._start_seconds = start_seconds
        self._spare_seconds = spare_seconds
        self._seed = seed
        self._is_told = False
        self._is_aborted = False
        self._texts = ViewTexts()
        self._program: _Program | None = None

    def begin(self, seed: int, texts: ViewTexts | None = None) -> None:
        """Makes ready for another match; programs that play it together may share what writes their views."""
        self._seed = seed
        self._is_told = False
        self._texts = texts or ViewTexts()

    def choose(self, view: View) -> str:
        """Gives one of the choices of a view; raises `BotError` if the program fails to, and ends it."""
        if len(view["choices"]) == 1:
            return str(view["choices"][0])
        return self.answer(self.pose(view))

    def pose(self, view: View) -> Question:
        """The question what to choose, written down; it may be put later, in this match."""
        return Question(view, f'choose {{"budget_ms": {self._budget_text}, "view": {self._texts.write(view)}}}')

    def answer(self, question: Question) -> str:
        """Puts a question to the program, as `choose` does."""
        try:
            return self._ask(question)
        except BotError:
            self._drop()
            raise

    def _ask(self, question: Question) -> str:
        view, asked = question
        if self._program is None:
            self._program = _Program(self._name)
            if self._is_aborted:
                raise self._program.failed("abort", "is not wanted any more")
            hello = {"protocol": PROTOCOL, "game": self._game.name, "rules": self._game.version}
            self._program.ask(f"hello {json.dumps(hello)}", "ready", self._start_seconds)
        if not self._is_told:
            match = {"seats": view["seats"], "seat": view["seat"], "seed": self._seed}
            asked = f"match {json.dumps(match)}\n{asked}"
            self._is_told = True
        move = self._program.ask(asked, "move", self._budget_ms / 1000 + self._spare_seconds)
        if move not in view["choices"]:
            why = f"played {_cut(move)}, which is not one of its {len(view['choices'])} choices"
            raise self._program.failed("illegal", why)
        return move

    def close(self) -> None:
        """Lets the program go."""
        if self._program is not None:
            self._program.quit()
            self._program = None

    def abort(self) -> None:
        """Ends the program while another thread may be asking it, which then fails."""
        self._is_aborted = True
        program = self._program
        if program is not None:
            program.kill()

    def _drop(self) -> None:
        if self._program is not None:
            self._program.end()
            self._program = None


class _Program:
    """A running program and the pipes to it; it is ended at the latest when nobody knows it any more."""

    def __init__(self, name: str) -> None:
        self._name = name
        words = split_command(name)
        try:
            self._process = subprocess.Popen(
                words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, start_new_session=True
            )
        except OSError as error:
            raise self.failed("start", f"cannot be started: {error.strerror or error}") from error
        self._watchdog = _Watchdog(self._process)
        self._watchdog.start()
        self.end = weakref.finalize(self, _end, self._process, self._watchdog)

    def failed(self, kind: str, what: str) -> BotError:
        """Gives the error that says what the program has done."""
        error = BotError(f"the bot {self._name!r} {what}")
        error.kind = kind
        return error

    def ask(self, line: str, word: str, seconds: float) -> str:
        """Sends a line and gives what stands behind this word in the line that comes back."""
        self._watchdog.deadline = time.monotonic() + seconds
        try:
            answer = self._exchange(line.encode() + b"\n")
        finally:
            self._watchdog.deadline = math.inf
        if self._watchdog.has_bitten:
            raise self.failed("late", f"did not answer within {seconds:g} s")
        return self._read(answer, word)

    def _exchange(self, asked: bytes) -> bytes:
        """Sends all and gives what comes back, up to the end of a line or of the program."""
        stdin, stdout = self._process.stdin, self._process.stdout
        assert stdin is not None and stdout is not None
        answer = b""
        with contextlib.suppress(OSError):  # a program that is gone is seen by its empty answer
            stdin.write(asked)
            stdin.flush()
            while b"\n" not in answer and len(answer) <= LONGEST_ANSWER:
                chunk = stdout.read1(LONGEST_ANSWER)  # type: ignore[attr-defined]  # a buffered reader has it
                if not chunk:
                    break
                answer += chunk
        return answer

    def _read(self, answer: bytes, word: str) -> str:
        lines = answer.decode("utf-8", "replace").splitlines()
        if not answer.endswith(b"\n") and len(answer) <= LONGEST_ANSWER:
            said = f" after {_cut(lines[0])}" if lines else ""
            raise self.failed("end", f"{self._farewell()}{said} instead of answering '{word}'")
        given, _, rest = lines[0].strip().partition(" ")
        if given != word:
            raise self.failed("words", f"answered {_cut(lines[0])} instead of '{word}'")
        if len(lines) > 1:
            raise self.failed("lines", f"answered {len(lines)} lines to one question, from {_cut(lines[0])}")
        return " ".join(rest.split())

    def _farewell(self) -> str:
        try:
            return f"ended with status {self._process.wait(QUIT_SECONDS)}"
        except subprocess.TimeoutExpired:
            return "closed its output"

    def kill(self) -> None:
        """Ends the program; who waits for its answer hears that it has ended."""
        _kill(self._process)

    def quit(self) -> None:
        """Says goodbye and waits a moment."""
        with contextlib.suppress(OSError, subprocess.TimeoutExpired):
            self._process.communicate(b"quit\n", QUIT_SECONDS)
        self.end()


class _Watchdog(threading.Thread):
    """Kills a program that has not answered by its deadline; one thread serves all questions, since starting one a
    question costs more than the question."""

    def __init__(self, process: subprocess.Popen[bytes]) -> None:
        super().__init__(name="watchdog", daemon=True)
        self.deadline = math.inf
        self.has_bitten = False
        self._process = process
        self._is_off = threading.Event()

    def run(self) -> None:
        """Looks now and then, and at the deadline itself."""
        while not self._is_off.wait(min(max(self.deadline - time.monotonic(), 0), WATCH_SECONDS)):
            if time.monotonic() >= self.deadline:
                self.has_bitten = True
                _kill(self._process)
                return

    def stop(self) -> None:
        """Lets the program live."""
        self._is_off.set()


def _cut(text: str) -> str:
    return repr(text if len(text) <= SHOWN else text[:SHOWN] + "…")


def _kill(process: subprocess.Popen[bytes]) -> None:
    """Ends a program and all that it has started."""
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(process.pid, signal.SIGKILL)


def _end(process: subprocess.Popen[bytes], watchdog: _Watchdog) -> None:
    watchdog.stop()
    _kill(process)
    process.wait()
    for pipe in (process.stdin, process.stdout):
        if pipe is not None:
            with contextlib.suppress(OSError):  # what could not be sent any more
                pipe.close()
