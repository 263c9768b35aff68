"""A regular expression that counts its steps; it backtracks one character at a time, like Python's own."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from re import _constants as ops
from re import _parser as parser
from typing import Any

Rest = Callable[[int], bool]


class CountedPattern:
    """A pattern that matches with the real expression, and counts the steps of a backtracking matcher.

    It supports the syntax of the library's expressions; the only anchor that it supports is the end.
    """

    def __init__(self, pattern: str) -> None:
        self._real = re.compile(pattern)
        self._tree = list(parser.parse(pattern))
        self.steps = 0

    def fullmatch(self, text: str) -> re.Match[str] | None:
        self._walk(self._tree, text, 0, lambda at: at == len(text))
        return self._real.fullmatch(text)

    def split(self, text: str) -> list[str]:
        for start in range(len(text)):
            self._walk(self._tree, text, start, lambda _: True)
        return self._real.split(text)

    def sub(self, by: str, text: str) -> str:
        for start in range(len(text)):
            self._walk(self._tree, text, start, lambda _: True)
        return self._real.sub(by, text)

    def _walk(self, tree: Sequence[Any], text: str, at: int, rest: Rest) -> bool:
        if not tree:
            return rest(at)
        (op, value), more = tree[0], tree[1:]
        if op in (ops.MAX_REPEAT, ops.MIN_REPEAT):
            return self._repeat(op, value, more, text, at, rest)
        if op is ops.SUBPATTERN:
            return self._walk([*value[-1], *more], text, at, rest)
        if op is ops.BRANCH:
            return any(self._walk([*way, *more], text, at, rest) for way in value[1])
        if op is ops.AT:
            return at == len(text) and self._walk(more, text, at, rest)
        if op in (ops.ASSERT, ops.ASSERT_NOT):
            is_there = self._walk(list(value[1]), text, at, lambda _: True)
            return is_there == (op is ops.ASSERT) and self._walk(more, text, at, rest)
        self.steps += 1
        return at < len(text) and _takes(op, value, text[at]) and self._walk(more, text, at + 1, rest)

    def _end_of(self, tree: Sequence[Any], text: str, at: int) -> int | None:
        """Return the end of the first match of a tree, or None if it does not match."""
        found: list[int] = []

        def note(end: int) -> bool:
            found.append(end)
            return True

        return found[0] if self._walk(tree, text, at, note) else None

    def _repeat(self, op: object, value: Any, more: Sequence[Any], text: str, at: int, rest: Rest) -> bool:
        """Try all numbers of repetitions, greedy or lazy; each repetition takes its first match."""
        low, high, body = value
        ends = [at]
        lazy = op is ops.MIN_REPEAT
        while len(ends) <= high:
            if lazy and len(ends) > low and self._walk(more, text, ends[-1], rest):
                return True
            end = self._end_of(list(body), text, ends[-1])
            if end is None:
                break
            ends.append(end)
        return not lazy and any(self._walk(more, text, end, rest) for end in ends[:low:-1] + ends[low : low + 1])


def _takes(op: object, value: Any, letter: str) -> bool:
    if op is ops.IN:
        is_not = value[0][0] is ops.NEGATE
        return is_not != any(_takes(part, what, letter) for part, what in value if part is not ops.NEGATE)
    if op is ops.RANGE:
        return bool(value[0] <= ord(letter) <= value[1])
    if op is ops.NOT_LITERAL:
        return bool(ord(letter) != value)
    return op is ops.ANY or (op is ops.LITERAL and ord(letter) == value)
