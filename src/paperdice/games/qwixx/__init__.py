"""Qwixx, by Steffen Benndorf, and the sheets of its family."""

from pathlib import Path

from paperdice.dice import plain_dice
from paperdice.game import Game, StudyBudget
from paperdice.games.qwixx import display, notation, rules
from paperdice.games.qwixx.family import display as family_display
from paperdice.games.qwixx.family import notation as family_notation
from paperdice.games.qwixx.family import printing
from paperdice.games.qwixx.family import rules as family_rules
from paperdice.sheet import SheetShape, SheetShelf

SHAPE = SheetShape(
    n_rows=rules.MAX_ROWS,
    n_cells=rules.MAX_CELLS,
    colors=notation.COLORS,
    numbers=range(rules.LOWEST, rules.HIGHEST + 1),
    each_cell_once=True,
    last_cells_differ=True,
)
DICE = plain_dice("wwrygb")
SHEETS = SheetShelf("qwixx", Path(__file__).parent / "sheets", SHAPE, ("classic", "mixx-a", "mixx-b"))

# The same game under the rules of the Qwixx family, which support all printed extras.
FAMILY = Game(
    name="qwixx",
    title="Qwixx",
    seats=range(1, family_rules.MAX_SEATS + 1),
    rules=family_rules,
    notation=family_notation,
    display=family_display,
    shape=SHAPE,
    dice=DICE,
    sheets=SHEETS,
    one_sheet=True,
    printing=printing,
    plain=printing.PLAIN,  # only toy sheets in tests are played under these rules alone
)

QWIXX = Game(
    name="qwixx",
    title="Qwixx",
    seats=range(1, rules.MAX_SEATS + 1),
    rules=rules,
    notation=notation,
    display=display,
    shape=SHAPE,
    dice=DICE,
    sheets=SHEETS,
    one_sheet=True,
    family=FAMILY,
    is_usual=True,
    locks_by_sum=True,
    study=StudyBudget(is_wide=True),
)
