"""The registry of command handlers: they return the events that result from a command, or refuse it."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar, cast

from paperdice.flow import commands
from paperdice.flow.checks import CommandResult, Who
from paperdice.flow.table import Table

Asked = TypeVar("Asked", bound=commands.TableCommand)
# Maps each kind of command to its handler.
Decide = Callable[[Table, commands.TableCommand, Who], CommandResult]
DECISIONS: dict[type[commands.TableCommand], Decide] = {}


def decides(
    kind: type[Asked],
) -> Callable[[Callable[[Table, Asked, Who], CommandResult]], Callable[[Table, Asked, Who], CommandResult]]:
    """Return a decorator that registers the handler for one kind of command."""

    def register(
        function: Callable[[Table, Asked, Who], CommandResult],
    ) -> Callable[[Table, Asked, Who], CommandResult]:
        DECISIONS[kind] = cast("Decide", function)
        return function

    return register
