"""Positions of Qwantum as the records that kernels read; plain Python reads them by name, too."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from paperdice.fast.compile import Record, pack
from paperdice.games.qwantum import rules
from paperdice.position import parse_position


class Laid(NamedTuple):
    """The sheets and the state of a position."""

    sheets: Record
    state: Record


def lay(text: str) -> Laid:
    """The records of a position."""
    position = parse_position(f"qwantum {text}")
    sheets = pack(position.laid, rules.SHEETS).view(np.recarray)
    return Laid(sheets[0], pack(position.state, rules.STATE).view(np.recarray)[0])
