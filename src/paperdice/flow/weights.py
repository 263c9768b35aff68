"""The work of commands, in moves; a move is about half a millisecond (`bench/weights.py` measures them)."""

from __future__ import annotations

from collections.abc import Iterable

from paperdice.flow import commands, events
from paperdice.flow.table import Table
from paperdice.pad import ENTRY_WORK

# The number of entries of a match that are replayed in the time of a move.
REPLAYED_A_MOVE = 12
# The number of entries repeated by corrections that are replayed in the time of a move.
REENTERED_A_MOVE = 20


def weigh(command: commands.Command, table: Table, *, is_known: bool) -> float:
    """Return the weight of a command; `is_known` means that the entries of the table are cached."""
    match command:
        case commands.ListEntries():
            walk = table.match.walk_work(table.sequence)
            return 1 + (0 if is_known else walk) + (0 if command.seat is None else walk)
        case commands.Correct():
            return 1 + table.match.correct_work(table.sequence)
        case _:
            return command.weight


def weigh_log(length: int) -> float:
    """Return the weight of replaying a log, without pads and corrections."""
    return length / REPLAYED_A_MOVE


def weigh_entries(log: Iterable[events.Event]) -> float:
    """Return the weight of additional entries in replaying a log: of pads, and of repetitions by corrections."""
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
