"""Twenty One, by Steffen Benndorf and Reinhard Staupe."""

from pathlib import Path

from paperdice.dice import plain_dice
from paperdice.game import Game
from paperdice.games.twenty_one import display, notation, rules
from paperdice.sheet import SheetShape, SheetShelf

SHAPE = SheetShape(
    n_rows=rules.MAX_ROWS,
    n_cells=rules.MAX_CELLS,
    colors=notation.COLORS,
    numbers=range(1, rules.HIGHEST + 1),
    each_color_once_a_row=True,
)

TWENTY_ONE = Game(
    name="twenty_one",
    title="Twenty One",
    seats=range(1, rules.MAX_SEATS + 1),
    rules=rules,
    notation=notation,
    display=display,
    shape=SHAPE,
    dice=plain_dice(notation.COLORS),
    sheets=SheetShelf("twenty_one", Path(__file__).parent / "sheets", SHAPE),
    one_sheet=False,
    is_usual=True,
)
