"""Qwixx, by Steffen Benndorf."""

from pathlib import Path

from paperdice.dice import plain_dice
from paperdice.game import Game
from paperdice.games.qwixx import display, notation, rules
from paperdice.sheet import SheetShape, SheetShelf

SHAPE = SheetShape(
    n_rows=rules.MAX_ROWS,
    n_cells=rules.MAX_CELLS,
    colors=notation.COLORS,
    numbers=range(rules.LOWEST, rules.HIGHEST + 1),
    each_cell_once=True,
    last_cells_differ=True,
)

QWIXX = Game(
    name="qwixx",
    title="Qwixx",
    seats=range(1, rules.MAX_SEATS + 1),
    rules=rules,
    notation=notation,
    display=display,
    shape=SHAPE,
    dice=plain_dice("wwrygb"),
    sheets=SheetShelf("qwixx", Path(__file__).parent / "sheets", SHAPE),
    one_sheet=True,
)
