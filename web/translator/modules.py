"""Whole games: rules, notation, display, sheets and the rating of `casual`, each game as one module for the browser.

`python web/translator FOLDER` writes one file per game and the runtime; `translate(game)` returns its text.
"""

from __future__ import annotations

import ast
import json
import typing
from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path
from types import ModuleType

import numpy as np

import paperdice
from paperdice.game import Game, Layout, Rules
from paperdice.games import GAMES
from paperdice.pad import believed_rolls
from paperdice.rulekit import CellState
from paperdice.sheet import Sheet, format_rows
from translator.calls import Signature, Word
from translator.kinds import FLOAT, INT, NONE, OBJECT, Array, Function, Kind, Record, of_hint, options_of
from translator.program import Program
from translator.scope import External

RUNTIME = Path(__file__).parent / "runtime.js"
# What the kernels of `casual` are handed in Python; there is no rule in it.
LOOKING = """
const $after = (sheets, state, seat, move) => {{
  const copy = Object.fromEntries(Object.entries(state).map(([name, value]) => [name, value.slice?.() ?? value]));
  const chosen = new Int32Array({max_seats});
  chosen[seat] = move;
  {apply_moves}(sheets, copy, chosen);
  return copy;
}};
const $count_choices = (sheets, copy, seat, moves) => {legal_moves}(sheets, copy, seat, moves);
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
    """Return the module of a game; a checked one also has what only tests ask for."""
    layouts = {"state": dict(game.rules.STATE), "sheets": dict(game.rules.SHEETS)}
    program = Program(layouts, is_checked=is_checked)
    rules = (*RULES, *TESTED) if is_checked else RULES
    assert isinstance(game.rules, ModuleType)
    parts = {
        "rules": _object({name: _rule(program, game.rules, name) for name in rules}),
        "notation": _members(program, game.notation, NOTATION),
        "display": _members(program, game.display, DISPLAY),
        "printing": "null" if game.printing is None else _members(program, game.printing, PRINTING),
    }
    looking = _casual(program, game, game.rules)
    fields = [f"  {name}: {text}," for name, text in parts.items()]
    fields += ["  rate: $rate,", f"  facts: {json.dumps(facts_of(game))},", f"  sheets: {json.dumps(sheets_of(game))},"]
    fields += [f"  plain: {json.dumps(plain_of(game))},"]
    return "\n\n".join([head_of(f"shared/{RUNTIME.name}"), program.text(), looking, "\n".join(["export default {", *fields, "};"])]) + "\n"


def head_of(runtime: str) -> str:
    """Return the first lines of a module; what is loaded at another time has a runtime of its own."""
    return f'// Made by web/translator from Python: do not edit.\nimport * as py from "./{runtime}";'


def _object(members: dict[str, str]) -> str:
    return f"{{ {', '.join(f'{name}: {text}' for name, text in members.items())} }}"


def _members(program: Program, module: object, names: Iterable[str]) -> str:
    assert isinstance(module, ModuleType)
    return _object({name: program.need(module, name) for name in names})


def _rule(program: Program, rules: ModuleType, name: str) -> str:
    """Return the name of a rule that pages call; the protocol of rules says what it is handed."""
    hints = typing.get_type_hints(getattr(Rules, name))
    kinds = [_kind_in_rules(word, hint) for word, hint in hints.items() if word != "return"]
    node = ast.parse("0").body[0]
    return program.need_rule(program.scope(rules), node, rules, name, kinds)[0]


def _kind_in_rules(word: str, hint: object) -> Kind:
    """Return what a rule is handed; where several sizes of numbers are allowed, pages have one."""
    options = options_of(of_hint(hint, word))
    return Array(INT) if Array(INT) in options else next(iter(options))


def _casual(program: Program, game: Game, rules: ModuleType) -> str:
    """Write the rating of `casual`, which is read and not imported: that would compile it."""
    tree = ast.parse(CASUAL.read_text("utf-8"))
    reroll = int(getattr(game.rules.Phase, "REROLL", -1))
    module = ModuleType("paperdice.bots.casual")
    vars(module).update(rules=rules, np=np, CellState=CellState, MARK=_number(tree, "MARK"), REROLL=reroll)
    sheets, state, moves = Record("sheets"), Record("state"), Array(INT)
    kernels = {node.name: node for node in tree.body if isinstance(node, ast.FunctionDef)}
    scope = program.scope(module)
    scope.externals = {
        "after": External("$after", Function((sheets, state, INT, INT), state)),
        "worth_of_copy": External("$worth", Function((sheets, state, INT), INT)),
        "count_choices": External("$count_choices", Function((sheets, state, INT, moves), INT)),
    }
    worth = kernels["_worth" if game.printing is None else "_worth_in_family"]
    asked = (Word("sheets", sheets), Word("state", state), Word("seat", INT))
    program.add_function(scope, worth, Signature(asked, INT), "$worth")
    rated = (Word("weights", OBJECT), *asked, Word("moves", moves), Word("n", INT), Word("values", Array(FLOAT)))
    program.add_function(scope, kernels["_rate"], Signature(rated, NONE), "$rate")
    names = {name: _rule(program, rules, name) for name in ("apply_moves", "legal_moves")}
    return LOOKING.format(max_seats=game.rules.MAX_SEATS, **names).strip()


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
    """Write one module per game, the type that all of them have, and the runtime."""
    (folder / "shared").mkdir(parents=True, exist_ok=True)
    (folder / "shared" / RUNTIME.name).write_bytes(RUNTIME.read_bytes())
    for game in families():
        (folder / f"{game.key}.js").write_text(translate(game), "utf-8")
        (folder / f"{game.key}.d.ts").write_text(TYPE, "utf-8")
