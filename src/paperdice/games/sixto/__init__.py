"""Sixto, by S. and F. Benndorf."""

from pathlib import Path

from paperdice.dice import plain_dice
from paperdice.game import Game, StudyBudget
from paperdice.games.sixto import display, notation, rules
from paperdice.sheet import SheetShape, SheetShelf

SHAPE = SheetShape(
    n_rows=rules.MAX_ROWS,
    n_cells=rules.MAX_CELLS,
    colors=notation.COLORS,
    numbers=range(1, rules.N_NUMBERS),
    one_color_a_row=True,
    row_order=notation.COLORS,
)

SIXTO = Game(
    name="sixto",
    title="Sixto",
    seats=range(1, rules.MAX_SEATS + 1),
    rules=rules,
    notation=notation,
    display=display,
    shape=SHAPE,
    dice=plain_dice(notation.COLORS),
    sheets=SheetShelf("sixto", Path(__file__).parent / "sheets", SHAPE),
    one_sheet=False,
    idle_rounds=rules.IDLE_ROUNDS_TO_END,
    is_usual=True,
    study=StudyBudget(judge_seats=2, plays_out=True),
)
