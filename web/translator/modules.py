"""Whole games: rules, notation, display, sheets and the rating of `casual`, each game as one module for the browser.

`python web/translator FOLDER` writes one file a game; `translate(game)` gives its text.
"""

from __future__ import annotations

import ast
import json
from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path
from types import ModuleType

import numpy as np
from translator.bundle import Bundle, Layouts
from translator.expressions import Scope
from translator.plain import HELPERS as PLAIN_HELPERS
from translator.statements import write_function

import paperdice
from paperdice.game import Game, Layout
from paperdice.games import GAMES
from paperdice.pad import believed_rolls
from paperdice.rulekit import CellState
from paperdice.sheet import Sheet, format_rows

HEAD = "// Made by web/translator from the game in Python: do not edit."
# What Python has and JavaScript has not. A number is never divided by 0, as in the rules.
HELPERS = """
const modulo = (a, b) => a - b * Math.floor(a / b);
const put = (array, first, end, values) => {
  if (values.length !== end - first) throw new RangeError(`${values.length} numbers into ${end - first} places`);
  array.set(values, first);
};
"""
CHECKS = """
const within = (index, size) => {
  if (!(index >= 0 && index < size)) throw new RangeError(`index ${index} of ${size}`);
  return index;
};
const safe = (value) => {
  if (typeof value === "number" && value !== (value | 0)) throw new RangeError(`${value} has more than 32 bits`);
  return value;
};
const bits = (value) => {
  if (typeof value !== "boolean" && value !== (value | 0)) throw new RangeError(`${value} has more than 32 bits`);
  return value;
};
"""
# What the kernels of `casual` are handed in Python; there is no rule in it.
LOOKING = """
const after = (sheets, state, seat, move) => {{
  const copy = Object.fromEntries(Object.entries(state).map(([name, value]) => [name, value.slice?.() ?? value]));
  const chosen = new Int32Array({max_seats});
  chosen[seat] = move;
  {apply_moves}(sheets, copy, chosen);
  return copy;
}};
const worth_of_copy = (sheets, copy, seat) => worth(sheets, copy, seat);
const count_choices = (sheets, copy, seat, moves) => {legal_moves}(sheets, copy, seat, moves);
"""
TYPE = 'import type { LocalGame } from "../src/local/game";\n\ndeclare const game: LocalGame;\nexport default game;\n'
CASUAL = Path(paperdice.__file__).parent / "bots" / "casual.py"

# What a match in the browser asks of a game.
RULES = ("index_sheets", "start", "dice_wanted", "throw_number", "acts", "legal_moves", "is_legal", "refusal",
         "cell_state", "end_reason", "score", "tally", "tie_break", "apply_roll", "apply_moves", "recount")  # fmt: skip
# What only tests ask for.
TESTED = ("observe", "faults", "count_events")
NOTATION = ("parse_move", "format_move", "mark_text")
DISPLAY = ("ways", "explain", "explain_move", "tally_names", "row_tally", "row_color", "is_current", "locked_by",
           "is_goal", "is_hit", "column_scores", "pass_cost")  # fmt: skip
PRINTING = ("seat_lines", "show_lines", "explain_line")


def families() -> list[Game]:
    """All games, and those that play by other rules on some of their sheets also as they do there."""
    return [each for game in GAMES for each in (game, game.family) if each is not None]


def translate(game: Game, *, is_checked: bool = False) -> str:
    """Gives the module of a game; a checked one also has what only tests ask for."""
    layouts: Layouts = {"state": dict(game.rules.STATE), "sheets": dict(game.rules.SHEETS)}
    bundle = Bundle(layouts, is_checked=is_checked)
    parts = {
        "rules": _members(bundle, game.rules, (*RULES, *TESTED) if is_checked else RULES),
        "notation": _members(bundle, game.notation, NOTATION),
        "display": _members(bundle, game.display, DISPLAY),
        "printing": "null" if game.printing is None else _members(bundle, game.printing, PRINTING),
    }
    casual = _casual(bundle, game, layouts)
    fields = [f"  {name}: {text}," for name, text in parts.items()]
    fields += ["  rate,", f"  facts: {json.dumps(facts_of(game))},", f"  sheets: {json.dumps(sheets_of(game))},"]
    fields += [f"  plain: {json.dumps(plain_of(game))},"]
    texts = [HEAD, HELPERS.strip(), PLAIN_HELPERS.strip(), *([CHECKS.strip()] if is_checked else [])]
    texts += ["\n".join(bundle.tables), *bundle.functions, *casual]
    return "\n\n".join([*texts, "\n".join(["export default {", *fields, "};"])]) + "\n"


def _members(bundle: Bundle, module: object, names: Iterable[str]) -> str:
    assert isinstance(module, ModuleType)
    return f"{{ {', '.join(f'{name}: {bundle.need(module, name)}' for name in names)} }}"


def _casual(bundle: Bundle, game: Game, layouts: Layouts) -> list[str]:
    """The rating of `casual`, which is read and not imported: that would compile it."""
    assert isinstance(game.rules, ModuleType)
    rules = bundle.scope(game.rules)
    tree = ast.parse(CASUAL.read_text("utf-8"))
    wanted = {"_worth" if game.printing is None else "_worth_in_family": "worth", "_rate": "rate"}
    kernels = {node.name: node for node in tree.body if isinstance(node, ast.FunctionDef)}
    scope = Scope(
        "paperdice/bots/casual.py",
        {"MARK": _number(tree, "MARK"), "REROLL": int(getattr(game.rules.Phase, "REROLL", -1))},
        {"CellState": {each.name: int(each) for each in CellState}},
        frozenset({"after", "worth", "worth_of_copy", "count_choices"}),
        layouts,
        rules.is_checked,
        modules={"rules": rules},
    )
    names = {"apply_moves": rules.need("apply_moves"), "legal_moves": rules.need("legal_moves")}
    looking = LOOKING.format(max_seats=game.rules.MAX_SEATS, **names).strip()
    return [looking, *(write_function(scope, kernels[name], written) for name, written in wanted.items())]


def _number(tree: ast.Module, name: str) -> int:
    for node in tree.body:
        match node:
            case ast.Assign(targets=[ast.Name(id=found)], value=ast.Constant(value=int() as value)) if found == name:
                return value
    raise LookupError(f"{CASUAL} has no number {name}")


def facts_of(game: Game) -> dict[str, object]:
    """What a match has to know of a game beside its functions."""
    rules = game.rules
    return {
        "name": game.name,
        "key": game.key,
        "place": GAMES.index(game.public),
        "title": game.title,
        "version": game.version,
        "seats": [game.seats[0], game.seats[-1]],
        "oneSheet": game.one_sheet,
        "maxSeats": rules.MAX_SEATS,
        "maxMoves": rules.MAX_MOVES,
        "nTally": rules.N_TALLY,
        "phases": {int(phase): phase.name.lower() for phase in rules.Phase},
        "ends": {int(end): end.name.lower() for end in rules.End},
        "cellStates": [state.name.lower() for state in sorted(CellState)],
        "extras": rules.EXTRAS,
        "colors": game.shape.colors,
        "cellGap": game.notation.CELL_GAP,
        "maxMisses": len(game.display.LOOK.miss_prices),
        "idleRounds": getattr(rules, "IDLE_ROUNDS_TO_END", 0),
        "rolls": believed_rolls(game.dice),
        "dice": [{"name": die.name, "faces": die.faces} for die in game.dice],
        "state": _shapes(rules.STATE),
        "laid": _shapes(rules.SHEETS),
    }


def _shapes(layout: Layout) -> list[list[object]]:
    return [[name, shape] for name, shape in layout]


def sheets_of(game: Game) -> dict[str, dict[str, object]]:
    """The sheets that are played by these rules, in the order of the deal: what they print, and how it is laid out."""
    own = [sheet for sheet in game.sheets.values() if (sheet.extras is not None) == (game.printing is not None)]
    return {sheet.name: _sheet(game, sheet) for sheet in own}


def plain_of(game: Game) -> dict[str, object] | None:
    """What a sheet of an owner has beside its rows, None where that is nothing: the rows themselves do not matter."""
    if game.plain is None or game is not game.public:
        return None
    sheet = replace(next(iter(game.sheets.values())), extras=game.plain)
    return {"group": game.plain.group, "laid": _printed(game, sheet)}


def _sheet(game: Game, sheet: Sheet) -> dict[str, object]:
    told: dict[str, object] = {"rows": format_rows(sheet)}
    extras = sheet.extras
    if extras is not None:
        cells = [
            f"{color}{number}" for row in sheet.rows for color, number in zip(row.colors, row.numbers, strict=True)
        ]
        signs = {cell: extras.sign_of(cell) for cell in cells}
        told["signs"] = {cell: sign for cell, sign in signs.items() if sign is not None}
        printed = ("strip", "swaps", "lucky", "most_marks")
        told["extras"] = {name: getattr(extras, name) for name in printed}
        told["group"] = extras.group
        told["laid"] = _printed(game, sheet)
    return told


def _printed(game: Game, sheet: Sheet) -> dict[str, Sequence[int]]:
    """What a sheet prints beside its rows, in the arrays of one seat; zeros at their ends are left out."""
    laid, found = game.lay_out([sheet]), {}
    for name, _ in game.rules.SHEETS:
        values = np.trim_zeros(getattr(laid, name)[0:1].ravel(), "b").tolist()
        if values and name not in ("n_rows", "n_cells", "colors", "numbers", "lock_colors", "place"):
            found[name] = values
    return found


def main(folder: Path) -> None:
    """Writes one module a game, and the type that all of them have."""
    folder.mkdir(parents=True, exist_ok=True)
    for game in families():
        (folder / f"{game.key}.js").write_text(translate(game), "utf-8")
        (folder / f"{game.key}.d.ts").write_text(TYPE, "utf-8")
