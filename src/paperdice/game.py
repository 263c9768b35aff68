"""What a game is: names, rules, notation, dice and sheets; and the twins that plain rules run on."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import ModuleType, SimpleNamespace
from typing import Any

import numpy as np

from paperdice.dice import Die
from paperdice.errors import SheetError
from paperdice.sheet import Sheet, SheetShape, check_sheet

# What `parse_move` gives for a text that can be read but cannot be meant now.
NOT_ROLLED = -1
OTHER_PHASE = -2

Layout = tuple[tuple[str, tuple[int, ...]], ...]
Twin = SimpleNamespace


def make_twin(layout: Layout) -> Twin:
    """Gives an object with a 0 or an array of zeros for each field of a layout."""
    return Twin(**{name: np.zeros(shape, np.int64) if shape else 0 for name, shape in layout})


def copy_twin(twin: Twin) -> Twin:
    """Gives an independent twin with the same contents."""
    return Twin(**{k: v.copy() if isinstance(v, np.ndarray) else v for k, v in vars(twin).items()})


@dataclass(frozen=True, eq=False)
class Game:
    """One of the games; `rules` and `notation` are modules that follow the shape of a game."""

    name: str
    title: str
    seats: range
    rules: ModuleType
    notation: ModuleType
    display: ModuleType
    shape: SheetShape
    dice: tuple[Die, ...]
    sheets: Mapping[str, Sheet]
    one_sheet: bool

    def __repr__(self) -> str:
        return f"<Game {self.name}>"

    @property
    def version(self) -> int:
        """The version of the rules: it changes when any outcome can change."""
        return int(self.rules.RULES_VERSION)

    @property
    def end_reasons(self) -> tuple[str, ...]:
        """The words for why a match can end."""
        return tuple(end.name.lower() for end in self.rules.End if end)

    @property
    def phases(self) -> tuple[str, ...]:
        """The names of the phases, `over` last."""
        return tuple(phase.name.lower() for phase in self.rules.Phase)

    def deal(self, n_seats: int) -> tuple[str, ...]:
        """Gives the default deal: one sheet for all, or a different one for each seat."""
        names = tuple(self.sheets)
        return names[:1] * n_seats if self.one_sheet else names[:n_seats]

    def lay_out(self, sheets: Sequence[Sheet]) -> Twin:
        """Gives the arrays that the rules read the printed sheets from, first index the seat."""
        twin = make_twin(self.rules.SHEETS)
        for seat, sheet in enumerate(sheets):
            if sheet.game != self.name:
                raise SheetError(f"sheet {sheet.name!r} belongs to {sheet.game}, not to {self.name}")
            check_sheet(sheet, self.shape)
            self._lay_sheet(twin, seat, sheet)
        self.rules.index_sheets(twin, len(sheets))
        return twin

    def _lay_sheet(self, twin: Any, seat: int, sheet: Sheet) -> None:
        twin.n_rows[seat] = len(sheet.rows)
        for index, row in enumerate(sheet.rows):
            twin.n_cells[seat, index] = len(row)
            twin.colors[seat, index, : len(row)] = [self.shape.colors.index(color) for color in row.colors]
            if row.numbers:
                twin.numbers[seat, index, : len(row)] = row.numbers
