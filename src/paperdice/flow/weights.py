"""The cost of commands, in units of one move, which takes about half a millisecond (measured by `bench/weights.py`)."""

from __future__ import annotations

from collections.abc import Iterable

from paperdice.flow import commands, events
from paperdice.flow.table import Table
from paperdice.pad import ENTRY_WORK

# The number of log entries that can be replayed in the time of one move.
REPLAYED_A_MOVE = 12
# The number of entries that corrections can replay in the time of one move.
REENTERED_A_MOVE = 20


def weigh(command: commands.Command, table: Table, *, is_known: bool) -> float:
    """Return the cost of a command, in moves. `is_known` means that the table's entries are already cached."""
    match command:
        case commands.ListEntries():
            walk = table.match.walk_work(table.sequence)
            return 1 + (0 if is_known else walk) + (0 if command.seat is None else walk)
        case commands.Correct():
            return 1 + table.match.correct_work(table.sequence)
        case _:
            return command.weight


def weigh_log(length: int) -> float:
    """Return the cost, in moves, of replaying a log of this length, excluding pad entries and corrections."""
    return length / REPLAYED_A_MOVE


def weigh_entries(log: Iterable[events.Event]) -> float:
    """Return the extra cost, in moves, of replaying the pad entries and corrections in a log."""
    n_entries = n_again = 0
    for event in log:
        match event:
            case events.Thrown() | events.Sealed():
                n_entries += 1
            case events.Entered():
                n_entries += ENTRY_WORK
                n_again += ENTRY_WORK
            case events.Corrected():
                n_again += n_entries
    return n_again / REENTERED_A_MOVE
