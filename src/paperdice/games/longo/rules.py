"""The rules of Longo: Qwixx with eight-sided dice, rows of fifteen cells and lucky numbers. Either of the last two
cells locks a row. This module reuses the code of the Qwixx family, since these differences are defined by the sheets.
The rulings are in RULES.md.
"""

from paperdice.games.qwixx.family.rules import (
    EXTRAS,
    MAX_CELLS,
    MAX_MOVES,
    MAX_ROWS,
    MAX_SEATS,
    MAX_TURNS,
    N_CODES,
    N_DICE,
    N_OBSERVED,
    N_TALLY,
    OBSERVED,
    SHEETS,
    STATE,
    End,
    Fault,
    Phase,
    Refusal,
    acts,
    apply_moves,
    apply_roll,
    cell_state,
    count_events,
    dice_wanted,
    end_reason,
    faults,
    index_sheets,
    is_legal,
    legal_moves,
    observe,
    recount,
    refusal,
    score,
    start,
    tally,
    throw_number,
    tie_break,
)

RULES_VERSION = 1
