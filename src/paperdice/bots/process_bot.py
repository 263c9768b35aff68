"""Outside bots: a program that speaks a small line protocol (`docs/outside-bots.md`) plays as `cmd:PROGRAM ARGS`."""

from __future__ import annotations

import json
import os
import shlex
import shutil
from typing import NamedTuple

from paperdice.bots.view_texts import ViewTexts
from paperdice.errors import BotError, Reason, UnknownBotError
from paperdice.game import Game
from paperdice.view import View
from paperdice.workers.child import Child

PREFIX = "cmd:"
PROTOCOL = 1
START_SECONDS = 20.0
# What an answer may take beyond its budget: pipes and busy machines are not the bot's fault.
SPARE_SECONDS = 1.0
QUIT_SECONDS = 1.0
MAX_ANSWER_BYTES = 10_000
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
    """A running program: what it is asked, and what is wrong with its answers."""

    def __init__(self, name: str) -> None:
        self._name = name
        words = split_command(name)
        try:
            self._child = Child(words, max_bytes=MAX_ANSWER_BYTES)
        except OSError as error:
            raise self.failed("start", f"cannot be started: {error.strerror or error}") from error

    def failed(self, kind: str, what: str) -> BotError:
        """Return the error that says what the program has done."""
        error = BotError(f"the bot {self._name!r} {what}")
        error.kind = kind
        return error

    def ask(self, line: str, word: str, seconds: float) -> str:
        """Send a line and return what follows this word in the answer; end the program if it is late."""
        try:
            answer = self._child.exchange(line.encode() + b"\n", seconds)
        except TimeoutError:
            raise self.failed("late", f"did not answer within {seconds:g} s") from None
        lines = answer.decode("utf-8", "replace").splitlines()
        if not answer.endswith(b"\n") and len(answer) < MAX_ANSWER_BYTES:
            said = f" after {_cut(lines[0])}" if lines else ""
            raise self.failed("end", f"{self._farewell()}{said} instead of answering '{word}'")
        given, _, rest = lines[0].strip().partition(" ")
        if given != word:
            raise self.failed("words", f"answered {_cut(lines[0])} instead of '{word}'")
        if len(lines) > 1:
            raise self.failed("lines", f"answered {len(lines)} lines to one question, from {_cut(lines[0])}")
        return " ".join(rest.split())

    def _farewell(self) -> str:
        status = self._child.wait(QUIT_SECONDS)
        return "closed its output" if status is None else f"ended with status {status}"

    def kill(self) -> None:
        """End the program; a question in another thread then fails."""
        self._child.kill()

    def quit(self) -> None:
        """Say goodbye, wait a moment, and end the program."""
        self._child.quit(b"quit\n", QUIT_SECONDS)

    def end(self) -> None:
        """End the program at once."""
        self._child.kill()
        self._child.wait(QUIT_SECONDS)
        self._child.end()


def _cut(text: str) -> str:
    return repr(text if len(text) <= SHOWN else text[:SHOWN] + "…")
