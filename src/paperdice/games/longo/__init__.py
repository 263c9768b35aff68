"""Longo, a variant of Qwixx with eight-sided dice, longer rows and lucky numbers."""

from pathlib import Path

from paperdice.dice import plain_dice
from paperdice.game import Game
from paperdice.games.longo import display, notation, rules
from paperdice.games.qwixx.family import printing
from paperdice.games.qwixx.family.sizes import HIGHEST, LOWEST
from paperdice.sheet import Extras, SheetShape, SheetShelf

SHAPE = SheetShape(
    n_rows=rules.MAX_ROWS,
    n_cells=rules.MAX_CELLS,
    colors=notation.COLORS,
    numbers=range(LOWEST, HIGHEST + 1),
    each_cell_once=True,
    last_cells_differ=True,
)

LONGO = Game(
    name="longo",
    title="Longo",
    seats=range(1, rules.MAX_SEATS + 1),
    rules=rules,
    notation=notation,
    display=display,
    shape=SHAPE,
    dice=plain_dice("wwrygb", 8),
    sheets=SheetShelf("longo", Path(__file__).parent / "sheets", SHAPE, tuple(f"longo-{n}" for n in range(1, 15))),
    one_sheet=False,
    printing=printing,
    plain=Extras(group="longo", marks_to_lock=6, most_marks=15, goals=2),  # custom sheets have no lucky numbers
    locks_by_sum=True,
)
