"""Qwantum, by Kloß, Oppolzer and Staupe."""

from pathlib import Path

from paperdice.dice import Die, plain_dice
from paperdice.game import Game, StudyBudget
from paperdice.games.qwantum import display, notation, rules
from paperdice.sheet import SheetShape, SheetShelf

SHAPE = SheetShape(
    n_rows=rules.MAX_ROWS,
    n_cells=rules.MAX_CELLS,
    colors=notation.COLORS,
    numbers=range(0),
    one_color_a_row=True,
    row_order="pbry",
)

QWANTUM = Game(
    name="qwantum",
    title="Qwantum",
    seats=range(1, rules.MAX_SEATS + 1),
    rules=rules,
    notation=notation,
    display=display,
    shape=SHAPE,
    dice=plain_dice("w") + tuple(Die(die, str(die), notation.face_texts(die)) for die in range(1, rules.N_DICE)),
    sheets=SheetShelf("qwantum", Path(__file__).parent / "sheets", SHAPE),
    one_sheet=True,
    is_usual=True,
    study=StudyBudget(samples=4, throw_samples=1, tried=5, playouts=4),
)
