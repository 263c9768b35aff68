"""Whole games: rules, notation, display, sheets and the rating of `casual`, each game as one module for the browser.

`python web/translator FOLDER` writes one file per game and the runtime; `translate(game)` returns its text.
"""

from __future__ import annotations

import ast
import inspect
import json
import typing
from collections.abc import Iterable, Mapping
from pathlib import Path
from types import ModuleType

from paperdice.bots import casual
from paperdice.game import Game, Rules, names_of
from paperdice.games import GAMES
from paperdice.sheet import Sheet, SheetLook, SheetShape, format_rows
from translator.calls import Signature, Word
from translator.flow import FUNCTIONS, LOADED, declarations, make_flow
from translator.kinds import (
    FLOAT,
    INT,
    NONE,
    OBJECT,
    Array,
    Function,
    Instance,
    Kind,
    Record,
    of_hint,
    of_value,
    options_of,
)
from translator.program import Program
from translator.scope import External
from translator.table import DEVICE, make_table, table_declarations, table_text

RUNTIME = Path(__file__).parent / "runtime.js"
# Python-only arguments of the kernels of `casual`, which contain no rule.
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
TYPE = 'import type { LoadedGame } from "./shared/flow";\n\nexport declare const game: LoadedGame;\n'

# Functions that a match in the browser needs of a game.
RULES = ("index_sheets", "start", "dice_wanted", "throw_number", "acts", "legal_moves", "is_legal", "refusal",
         "cell_state", "end_reason", "score", "tally", "tie_break", "apply_roll", "apply_moves", "recount",
         "faults")  # fmt: skip
NUMBERS = ("RULES_VERSION", "MAX_SEATS", "MAX_MOVES", "MAX_TURNS", "N_TALLY", "EXTRAS", "STATE", "SHEETS")
# Functions that only tests need.
TESTED = ("observe", "count_events")
NOTATION = ("parse_move", "format_move", "format_moves", "mark_text")
DISPLAY = ("ways", "explain", "explain_move", "tally_names", "row_tally", "row_color", "is_current", "locked_by",
           "is_goal", "is_hit", "column_scores", "pass_cost")  # fmt: skip
PRINTING = ("lay_extras", "find_faults", "seat_lines", "show_lines", "explain_line")


def families() -> list[Game]:
    """All games, and their variants with other rules on some sheets."""
    return [each for game in GAMES for each in (game, game.family) if each is not None]


def module_of(game: Game) -> str:
    """Return the name of a game's module.

    The modules are in one file in the order of their names, with a family next to Longo, which shares most of its
    rules: gzip finds repetitions within 32 KB.
    """
    return game.name if game.base is None else f"family_{game.name}"


def flow_text(flow: Program) -> str:
    """Return the module that all games share, after those are made."""
    names = [
        *(f"{name} as {name[1:]}" for name in flow.exports()),
        *(f"{flow.need(module, name)} as {name}" for module, name in FUNCTIONS),
    ]
    parts = [head_of(RUNTIME.name), flow.text(), LOADED, f"export {{ {', '.join(names)} }};"]
    return "\n\n".join(parts) + "\n"


def translate(game: Game, flow: Program, *, is_checked: bool = False) -> str:
    """Return the module of a game; a checked one also has the functions for tests."""
    layouts = {"state": dict(game.rules.STATE), "sheets": dict(game.rules.SHEETS)}
    program = Program(layouts, is_checked=is_checked, shared=flow)
    rules = (*RULES, *TESTED) if is_checked else RULES
    assert isinstance(game.rules, ModuleType)
    display = {
        **_members(program, game.display, DISPLAY),
        "LOOK": program.literal(game.display.LOOK, Instance(SheetLook)),
    }
    parts = {
        "rules": _object({**_numbers(game.rules), **{name: _rule(program, game.rules, name) for name in rules}}),
        "notation": _object(
            {**_members(program, game.notation, NOTATION), "CELL_GAP": json.dumps(game.notation.CELL_GAP)}
        ),
        "display": _object(display),
        "printing": "null" if game.printing is None else _object(_members(program, game.printing, PRINTING)),
    }
    looking = _casual(program, game, game.rules)
    imports = ['import * as flow from "./shared/flow.js";']
    if game.family is not None:
        imports.append(f'import {{ game as family }} from "./{module_of(game.family)}.js";')
    made = _game(program, game, parts)
    # Sheets come first, so that the rules of a family are within 32 KB before those of Longo.
    shelf = f"const $sheets = {_shelf(program, game) if game.family is None else 'family.sheets'};"
    texts = [head_of(f"shared/{RUNTIME.name}"), "\n".join(imports), shelf, program.text(), looking, made]
    return "\n\n".join(texts) + "\n"


def _game(program: Program, game: Game, parts: Mapping[str, str]) -> str:
    """Write the `Game` for the flow."""
    words = {
        "name": json.dumps(game.name),
        "title": json.dumps(game.title),
        "seats": f"py.range({game.seats[0]}, {game.seats[-1] + 1}, 1)",
        **parts,
        "shape": program.literal(game.shape, Instance(SheetShape)),
        "dice": program.literal(game.dice, of_value(game.dice)),
        "sheets": "$sheets",
        "one_sheet": json.dumps(game.one_sheet),
        "plain": program.literal(game.plain, of_value(game.plain)),
        "idle_rounds": str(game.idle_rounds),
        "is_usual": json.dumps(game.is_usual),
        "locks_by_sum": json.dumps(game.locks_by_sum),
        "study": "null",  # the page leaves studies to the server
        "family": "null" if game.family is None else "family",
    }
    order = [word.name for word in typing.cast("Signature", program.maker(Game)).words]
    made = f"new {program.need_class(Game)}({', '.join(words[name] for name in order)})"
    place = GAMES.index(next(each for each in GAMES if each in (game, game.base)))
    return f"export const game = flow.addGame({made}, {place}, $rate);"


def _shelf(program: Program, game: Game) -> str:
    """Write the sheets of a game by name."""
    made = []
    for name, sheet in game.sheets.items():
        rows = f"flow.parse_rows({json.dumps(format_rows(sheet))})"
        extras = program.literal(sheet.extras, of_value(sheet.extras))
        words = f'{json.dumps(game.name)}, {json.dumps(name)}, {rows}, {json.dumps(sheet.checked)}, "", {extras}'
        made.append(f"{json.dumps(name)}: new {program.need_class(Sheet)}({words})")
    return f"{{ {', '.join(made)} }}"


def _numbers(rules: Rules) -> dict[str, str]:
    """Return the constants and layouts of the rules that the flow uses."""
    found = {name: json.dumps(getattr(rules, name)) for name in NUMBERS}
    enums = {"Phase": rules.Phase, "End": rules.End, "Fault": rules.Fault}
    return found | {name: json.dumps(list(names_of(enum).items())) for name, enum in enums.items()}


def head_of(runtime: str) -> str:
    """Return the first lines of a module; a lazily loaded one has its own runtime."""
    return f'// Made by web/translator from Python: do not edit.\nimport * as py from "./{runtime}";'


def _object(members: dict[str, str]) -> str:
    return f"{{ {', '.join(f'{name}: {text}' for name, text in members.items())} }}"


def _members(program: Program, module: object, names: Iterable[str]) -> dict[str, str]:
    assert isinstance(module, ModuleType)
    return {name: program.need(module, name) for name in names}


def _rule(program: Program, rules: ModuleType, name: str) -> str:
    """Return the name of a rule that pages call, whose arguments the protocol of rules declares."""
    hints = typing.get_type_hints(getattr(Rules, name))
    kinds = [_kind_in_rules(word, hint) for word, hint in hints.items() if word != "return"]
    node = ast.parse("0").body[0]
    return program.need_rule(program.scope(rules), node, rules, name, kinds)[0]


def _kind_in_rules(word: str, hint: object) -> Kind:
    """Return the arguments of a rule; of several integer types, pages have one."""
    options = options_of(of_hint(hint, word))
    return Array(INT) if Array(INT) in options else next(iter(options))


def _casual(program: Program, game: Game, rules: ModuleType) -> str:
    """Write the rating of `casual`."""
    tree = ast.parse(inspect.getsource(casual))
    module = ModuleType(casual.__name__)
    used = {name: vars(casual)[name] for name in ("np", "CellState", "MARK")}
    vars(module).update(used, rules=rules, REROLL=casual.reroll_phase(game))
    sheets, state, moves = Record("sheets"), Record("state"), Array(INT)
    kernels = {node.name: node for node in tree.body if isinstance(node, ast.FunctionDef)}
    scope = program.scope(module)
    scope.externals = {
        "after": External("$after", Function((sheets, state, INT, INT), state)),
        "worth_of_copy": External("$worth", Function((sheets, state, INT), INT)),
        "count_choices": External("$count_choices", Function((sheets, state, INT, moves), INT)),
    }
    worth = kernels[casual.worth_of(game).__name__]
    asked = (Word("sheets", sheets), Word("state", state), Word("seat", INT))
    program.add_function(scope, worth, Signature(asked, INT), "$worth")
    rated = (Word("weights", OBJECT), *asked, Word("moves", moves), Word("n", INT), Word("values", Array(FLOAT)))
    program.add_function(scope, kernels["_rate"], Signature(rated, NONE), "$rate")
    names = {name: _rule(program, rules, name) for name in ("apply_moves", "legal_moves")}
    return LOOKING.format(max_seats=game.rules.MAX_SEATS, **names).strip()


def write_modules(folder: Path, *, is_checked: bool = False) -> tuple[Program, Program]:
    """Write one module per game, those of a match and of a table, which are returned, and the runtime."""
    (folder / "shared").mkdir(parents=True, exist_ok=True)
    (folder / "shared" / RUNTIME.name).write_bytes(RUNTIME.read_bytes())
    flow = make_flow(is_checked=is_checked)
    for game in families():
        (folder / f"{module_of(game)}.js").write_text(translate(game, flow, is_checked=is_checked), "utf-8")
    table = make_table(flow, is_checked=is_checked)
    (folder / "local").mkdir(exist_ok=True)
    (folder / "local" / DEVICE.name).write_bytes(DEVICE.read_bytes())
    (folder / "local" / "table.js").write_text(f"{head_of(f'../shared/{RUNTIME.name}')}\n{table_text(table)}", "utf-8")
    (folder / "shared" / "flow.js").write_text(flow_text(flow), "utf-8")
    return flow, table


def main(folder: Path) -> None:
    """Write all modules, and their types."""
    flow, table = write_modules(folder)
    (folder / "local" / "table.d.ts").write_text(table_declarations(table, flow), "utf-8")
    (folder / "shared" / "flow.d.ts").write_text(declarations(flow), "utf-8")
    for game in families():
        (folder / f"{module_of(game)}.d.ts").write_text(TYPE, "utf-8")
