"""Bots that are external programs: their processes, and the views they receive as JSON, cached across decisions."""

from __future__ import annotations

import json
import os
import shlex
import shutil
from collections.abc import Callable, Hashable
from functools import lru_cache
from typing import NamedTuple, TypeVar

from paperdice.errors import BotError, Reason, UnknownBotError
from paperdice.game import Game
from paperdice.view import CellView, DieView, RowView, SheetView, View
from paperdice.workers.child import Child

_Part = TypeVar("_Part", CellView, DieView)
_encode = json.JSONEncoder().encode
# The keys of a cell in order; additional keys of some sheets follow them.
_CELL_KEYS = ("color", "number", "written", "state", "goal", "hit", "mark", "number_now", "ways", "why")
_ROW_KEYS = ("color", "locked", "locked_by", "current", "score")
_PLACE_KEYS = ("game", "title", "rules", "seats", "first", "turn", "phase", "active")
_END_KEYS = ("over", "end_reason", "winners")
# Cells and dice that are cached across matches; a match adds several hundred.
MOST_PIECES = 2000
_DIE_KEYS = ("name", "face", "color", "pips", "state", "faces")


class _Frame(NamedTuple):
    """The JSON of a view without its sheets, split into the parts before and after the lists `acting` and `answered`.

    It is valid as long as the view's list of dice is the same object.
    """

    dice: object
    before: str
    behind: str


class ViewTexts:
    """A serializer of views that caches the JSON of each part by object identity.

    All programs that play in the same match can share one serializer.
    """

    def __init__(self) -> None:
        # By id, with a reference to each object that keeps its id from being reused.
        self._known: dict[int, tuple[object, str]] = {}
        self._pieces: dict[int, tuple[object, str]] = {}
        self._frame = _Frame(None, "", "")

    def begin(self) -> None:
        """Clear the cached sheets before another match; cached cells and dice are kept unless there are too many."""
        self._known.clear()
        if len(self._pieces) > MOST_PIECES:
            self._pieces.clear()

    def write(self, view: View) -> str:
        """Return the JSON of a view."""
        # The part around the sheets changes whenever the dice do.
        if self._frame.dice is not view["dice"]:
            self._frame = self._write_frame(view)
        _, before, behind = self._frame
        seats = f'"acting": {view["acting"]}, "answered": {view["answered"]}'
        sheets = ", ".join([self._write_sheet(sheet) for sheet in view["sheets"]])
        return f'{before}, {seats}, {behind}, {_write_own(view)}, "sheets": [{sheets}]}}'

    def _write_frame(self, view: View) -> _Frame:
        place = view["game"], view["title"], view["rules"], view["seats"], view["first"]
        before = _write_once(_PLACE_KEYS, (*place, view["turn"], view["phase"], view["active"]))
        wanted = _write_texts(tuple(view["dice_wanted"]))
        dice = ", ".join([(self._pieces.get(id(die)) or self._keep(die, _write_die))[1] for die in view["dice"]])
        end = _write_once(_END_KEYS, (view["over"], view["end_reason"], tuple(view["winners"]))).removeprefix("{")
        behind = f'"roll": {_encode(view["roll"])}, "dice_wanted": {wanted}, "dice": [{dice}], {end}'
        stands = f'"scores": {view["scores"]}, "position": {_encode(view["position"])}'
        return _Frame(view["dice"], before, f"{behind}, {stands}")

    def _write_sheet(self, sheet: SheetView) -> str:
        known = self._known.get(id(sheet))
        if known is None:
            rows = ", ".join([self._write_row(row) for row in sheet["rows"]])
            known = self._known[id(sheet)] = (sheet, f'{self._write_head(sheet)}, "rows": [{rows}]}}')
        return known[1]

    def _write_head(self, sheet: SheetView) -> str:
        """Return the JSON of a sheet without its rows and closing brace, cached until the sheet's tally changes."""
        known = self._known.get(id(sheet["tally"]))
        if known is None:
            head = _encode({name: value for name, value in sheet.items() if name != "rows"})
            known = self._known[id(sheet["tally"])] = (sheet["tally"], head[:-1])
        return known[1]

    def _write_row(self, row: RowView) -> str:
        known = self._known.get(id(row))
        if known is None:
            pieces = self._pieces
            cells = ", ".join([(pieces.get(id(cell)) or self._keep(cell, _write_cell))[1] for cell in row["cells"]])
            said = row["color"], row["locked"], tuple(row["locked_by"]), row["current"], row["score"]
            text = f'{_write_once(_ROW_KEYS, said)}, "cells": [{cells}]}}'
            known = self._known[id(row)] = (row, text)
        return known[1]

    def _keep(self, part: _Part, write: Callable[[_Part], str]) -> tuple[object, str]:
        known = self._pieces[id(part)] = (part, write(part))
        return known


def _write_own(view: View) -> str:
    """Return the JSON of the fields that only the view's own seat may see: `seat`, `sealed`, `choices` and `pass`."""
    said = _write_once(("seat", "sealed"), (view["seat"], view["sealed"])).removeprefix("{")
    cost = view["pass"]
    passing = "null" if cost is None else f"{_write_once(tuple(cost), tuple(cost.values()))}}}"
    return f'{said}, "choices": {_write_texts(tuple(view["choices"]))}, "pass": {passing}'


def _write_die(die: DieView) -> str:
    said = die["name"], die["face"], die["color"], die["pips"], die["state"], tuple(die["faces"])
    return f"{_write_once(_DIE_KEYS, said)}}}"


def _write_cell(cell: CellView) -> str:
    if cell["why"] is not None or "targets" in cell:
        return _encode(cell)
    printed = cell["color"], cell["number"], cell["written"], cell["state"], cell["goal"], cell["hit"]
    now = cell["mark"], cell["number_now"], tuple(map(tuple, cell["ways"])), None
    text = _write_once(_CELL_KEYS, printed + now)
    if "sign" in cell:
        text = f'{text}, "sign": "{cell["sign"]}"'
    return f'{text}, "also": {_write_texts(tuple(cell["also"]))}}}' if "also" in cell else f"{text}}}"


@lru_cache(maxsize=1 << 13)
def _write_once(keys: tuple[str, ...], said: tuple[Hashable, ...]) -> str:
    """Return the JSON object with these keys and values, without its closing brace.

    The result is cached, because the same values recur in many matches.
    """
    return _encode(dict(zip(keys, said, strict=True)))[:-1]


@lru_cache(maxsize=1 << 10)
def _write_texts(texts: tuple[str, ...]) -> str:
    return _encode(texts)


PREFIX = "cmd:"
PROTOCOL = 1
START_SECONDS = 20.0
# The time allowed beyond the budget, since pipes and busy machines are not the bot's fault.
SPARE_SECONDS = 1.0
QUIT_SECONDS = 1.0
MAX_ANSWER_BYTES = 10_000
SHOWN = 60


def split_command(name: str) -> list[str]:
    """Split the command after `cmd:` into the program and its arguments.

    Raises:
        UnknownBotError: The command cannot be parsed, or the program does not exist.
    """
    try:
        # In an ASCII locale, other characters of the command line arrive as escaped bytes.
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


class MoveRequest(NamedTuple):
    """A request for a move: the view to decide on, and the line to send to the program."""

    view: View
    line: str


class ProcessBot:
    """A bot that asks an external program for moves.

    The program is started on first use, and restarted if it failed in an earlier match.

    Args:
        name: The name of the bot, `cmd:PROGRAM ARGS`.
        game: The game to play.
        seed: The seed of the first match, which is passed to the program.
        budget_ms: The time limit for each decision, in milliseconds.
        start_seconds: The time limit for starting the program.
        spare_seconds: The time allowed beyond the budget.
    """

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
        self._is_announced = False
        self._is_aborted = False
        self._texts = ViewTexts()
        self._program: _Program | None = None

    def begin(self, seed: int, texts: ViewTexts | None = None) -> None:
        """Prepare for another match with this seed.

        `texts` is a view serializer that all programs in a match can share; by default, the bot creates its own.
        """
        self._seed = seed
        self._is_announced = False
        self._texts = texts or ViewTexts()

    def choose(self, view: View) -> str:
        """Ask the program for a move and return it; if there is only one choice, return that without asking.

        Raises:
            BotError: The program failed and has been killed.
        """
        if len(view["choices"]) == 1:
            return str(view["choices"][0])
        return self.answer(self.pose(view))

    def pose(self, view: View) -> MoveRequest:
        """Create a request for a move, which `answer` can send later in the same match."""
        return MoveRequest(view, f'choose {{"budget_ms": {self._budget_text}, "view": {self._texts.write(view)}}}')

    def answer(self, question: MoveRequest) -> str:
        """Send a request to the program and return its move.

        Raises:
            BotError: The program failed and has been killed.
        """
        try:
            return self._ask(question)
        except BotError:
            self._drop()
            raise

    def _ask(self, question: MoveRequest) -> str:
        view, asked = question
        if self._program is None:
            self._program = _Program(self._name)
            if self._is_aborted:
                raise self._program.failed("abort", "is stopped, because the run was aborted")
            hello = {"protocol": PROTOCOL, "game": self._game.name, "rules": self._game.version}
            self._program.ask(f"hello {json.dumps(hello)}", "ready", self._start_seconds)
        if not self._is_announced:
            match = {"seats": view["seats"], "seat": view["seat"], "seed": self._seed}
            asked = f"match {json.dumps(match)}\n{asked}"
            self._is_announced = True
        move = self._program.ask(asked, "move", self._budget_ms / 1000 + self._spare_seconds)
        if move not in view["choices"]:
            why = f"played {_cut(move)}, which is not one of its {len(view['choices'])} choices"
            raise self._program.failed("illegal", why)
        return move

    def close(self) -> None:
        """Ask the program to quit, and kill it if it does not."""
        if self._program is not None:
            self._program.quit()
            self._program = None

    def abort(self) -> None:
        """Kill the program and prevent it from being restarted; a request pending in another thread fails."""
        self._is_aborted = True
        program = self._program
        if program is not None:
            program.kill()

    def _drop(self) -> None:
        if self._program is not None:
            self._program.end()
            self._program = None


class _Program:
    """A running external program, with methods to send requests and report failures."""

    def __init__(self, name: str) -> None:
        self._name = name
        words = split_command(name)
        try:
            self._child = Child(words, max_bytes=MAX_ANSWER_BYTES)
        except OSError as error:
            raise self.failed("start", f"cannot be started: {error.strerror or error}") from error

    def failed(self, kind: str, what: str) -> BotError:
        """Return a `BotError` of this kind that describes what the program did wrong."""
        error = BotError(f"the bot {self._name!r} {what}")
        error.kind = kind
        return error

    def ask(self, line: str, word: str, seconds: float) -> str:
        """Send a line to the program and return the rest of its reply after `word`.

        Raises:
            BotError: The program timed out, exited, or replied with anything but one line that begins with `word`.
        """
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
        """Kill the program; a request pending in another thread fails."""
        self._child.kill()

    def quit(self) -> None:
        """Send `quit`, wait briefly, and kill the program if it is still running."""
        self._child.quit(b"quit\n", QUIT_SECONDS)

    def end(self) -> None:
        """Kill the program immediately."""
        self._child.kill()
        self._child.wait(QUIT_SECONDS)
        self._child.end()


def _cut(text: str) -> str:
    return repr(text if len(text) <= SHOWN else text[:SHOWN] + "…")
