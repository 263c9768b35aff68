"""How much work commands are, in moves; a move is about half a millisecond (`bench/weights.py` measures them)."""

from __future__ import annotations

from collections.abc import Iterable

from paperdice.server.protocol import commands, events
from paperdice.server.table.table import PAD_ENTRY_WORK, Table

# So many entries of a match are walked, corrected or replayed from the log in the time of a move.
WALKED_A_MOVE, CORRECTED_A_MOVE, REPLAYED_A_MOVE = 30, 10, 12
# At a pad; correcting one walks it.
PAD_WALKED_A_MOVE = 3
# So many entries that corrections have entered again are replayed from the log in the time of a move.
REENTERED_A_MOVE = 20
ARRANGE_WEIGHT = 3


def weigh(command: commands.Command, table: Table, *, is_known: bool) -> float:
    """Return the weight of a command; `is_known` says that the entries of the table are cached."""
    match command:
        case commands.ShowCourse():
            return 1 + (0 if is_known else _walk(table)) + (0 if command.seat is None else _walk(table))
        case commands.Correct():
            return 1 + (_walk(table) if table.pad is not None else table.sequence / CORRECTED_A_MOVE)
        case commands.Arrange():
            return ARRANGE_WEIGHT
        case _:
            return 1


def _walk(table: Table) -> float:
    """The weight of walking through all entries."""
    return table.sequence / WALKED_A_MOVE if table.pad is None else len(table.pad.entries) / PAD_WALKED_A_MOVE


def weigh_log(length: int) -> float:
    """Return the weight of replaying a log, pads and corrections apart."""
    return length / REPLAYED_A_MOVE


def weigh_entries(log: Iterable[events.Event]) -> float:
    """Return the weight of what replaying a log enters beyond its events: at a pad, and again after corrections."""
    n_entries = n_again = 0
    for event in log:
        match event:
            case events.Thrown() | events.Sealed():
                n_entries += 1
            case events.Entered():
                n_entries += PAD_ENTRY_WORK
                n_again += PAD_ENTRY_WORK
            case events.Corrected():
                n_again += n_entries
    return n_again / REENTERED_A_MOVE
