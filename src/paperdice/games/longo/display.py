"""The display module of Longo, which extends that of the Qwixx family with a longer table of points."""

from __future__ import annotations

from dataclasses import replace

from paperdice.games.qwixx.display import LOOK as CLASSIC_LOOK
from paperdice.games.qwixx.family.display import (
    column_scores,
    explain,
    explain_move,
    is_current,
    is_goal,
    is_hit,
    locked_by,
    pass_cost,
    row_color,
    row_tally,
    tally_names,
    ways,
)
from paperdice.games.qwixx.family.sizes import MAX_CELLS
from paperdice.rulekit import triangle

# One of the two goal cells stays empty, so a full row has fourteen marks and the lock.
LOOK = replace(CLASSIC_LOOK, points=tuple(triangle(marks) for marks in range(1, MAX_CELLS + 1)))
