"""Whole modules: the rules of a game, and what is read beside them, as one module for the browser.

`python web/translator FOLDER` writes one file a game; `translate(game)` gives its text.
"""

from __future__ import annotations

import ast
import json
from enum import IntEnum
from pathlib import Path
from types import ModuleType

from translator.expressions import Scope, Value, size_of
from translator.statements import write_function

from paperdice import rulekit
from paperdice.bots import casual
from paperdice.game import Game, Layout
from paperdice.games import GAMES

HEAD = "// Made by web/translator from the rules of the game in Python: do not edit.\n"
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
TWINS = """
const make = (layout) =>
  Object.fromEntries(layout.map(([name, size]) => [name, size ? new Int32Array(size) : 0]));
export const makeState = () => make(STATE_SIZES);
export const makeSheets = () => make(SHEET_SIZES);
export const copyState = (state) =>
  Object.fromEntries(Object.entries(state).map(([name, value]) => [name, value.slice ? value.slice() : value]));
"""
# What the kernels of `casual` are handed in Python; there is no rule in it.
LOOKING = """
const after = (sheets, state, seat, move) => {
  const copy = copyState(state);
  const chosen = new Int32Array(CONSTANTS.MAX_SEATS);
  chosen[seat] = move;
  apply_moves(sheets, copy, chosen);
  return copy;
};
const worth_of_copy = (sheets, copy, seat) => worth(sheets, copy, seat);
const count_choices = (sheets, copy, seat, moves) => legal_moves(sheets, copy, seat, moves);
"""
KERNELS = {"_worth": "worth", "_rate": "rate"}


def translate(game: Game, *, is_checked: bool = False) -> str:
    """Gives the module of a game: its rules, and the rating of `casual`."""
    rules = game.rules
    assert isinstance(rules, ModuleType)
    kit = _scope(rulekit, {}, is_checked)
    known = _scope(rules, _layouts(game), is_checked)
    known.functions |= kit.functions
    scope = _casual_scope(game, known)
    parts = [HEAD.rstrip(), HELPERS.strip(), *([CHECKS.strip()] if is_checked else [])]
    parts += _functions(kit, rulekit)
    parts += [_constants(rules, known), *_functions(known, rules), _sizes(game), TWINS.strip(), LOOKING.strip()]
    tree = ast.parse(_source(casual))
    kernels = [node for node in tree.body if isinstance(node, ast.FunctionDef) and node.name in KERNELS]
    parts += [write_function(scope, node, KERNELS[node.name]) for node in kernels]
    return "\n\n".join(parts) + "\n"


def _casual_scope(game: Game, rules: Scope) -> Scope:
    reroll = getattr(game.rules.Phase, "REROLL", -1)
    scope = _scope(casual, _layouts(game), rules.is_checked)
    scope.constants = {"MARK": casual.MARK, "REROLL": int(reroll)}
    scope.functions = frozenset({"after", "worth", "worth_of_copy", "count_choices"})
    scope.modules = {"rules": rules}
    return scope


def _source(module: ModuleType) -> str:
    assert module.__file__ is not None
    return Path(module.__file__).read_text("utf-8")


def _scope(module: ModuleType, layouts: dict[str, dict[str, tuple[int, ...]]], is_checked: bool) -> Scope:
    tree = ast.parse(_source(module))
    functions = frozenset(node.name for node in tree.body if isinstance(node, ast.FunctionDef))
    found = vars(module)
    enums = {
        name: {each.name: int(each) for each in value}
        for name, value in found.items()
        if isinstance(value, type) and issubclass(value, IntEnum) and value is not IntEnum
    }
    constants = {name: value for name, value in found.items() if name.strip("_").isupper() and _is_constant(value)}
    file = f"{module.__name__.replace('.', '/')}.py"
    return Scope(file, constants, enums, functions, layouts, is_checked)


def _is_constant(value: object) -> bool:
    return isinstance(value, int | str) or (isinstance(value, tuple) and all(map(_is_constant, value)))


def _layouts(game: Game) -> dict[str, dict[str, tuple[int, ...]]]:
    return {"state": dict(game.rules.STATE), "sheets": dict(game.rules.SHEETS)}


def _functions(scope: Scope, module: ModuleType) -> list[str]:
    tree = ast.parse(_source(module))
    return [write_function(scope, node) for node in tree.body if isinstance(node, ast.FunctionDef)]


def _constants(module: ModuleType, scope: Scope) -> str:
    """Gives numbers in one object for whoever asks for them, tables by their names, and enums by name and number."""
    numbers = {name: int(value) for name, value in scope.constants.items() if isinstance(value, int)}
    tables = {name: value for name, value in scope.constants.items() if _is_table(value)}
    lines = [f"export const {name} = {json.dumps(value)};" for name, value in tables.items()]
    own = {name: members for name, members in scope.enums.items() if vars(module)[name].__module__ == module.__name__}
    lines += [f"export const {name} = {json.dumps(members)};" for name, members in own.items()]
    return "\n".join([f"export const CONSTANTS = {json.dumps(numbers)};", *lines])


def _is_table(value: Value) -> bool:
    """Tells whether a constant is a table of numbers, and no layout."""
    return isinstance(value, tuple) and all(isinstance(each, int) or _is_table(each) for each in value)


def _sizes(game: Game) -> str:
    def sizes(layout: Layout) -> str:
        return json.dumps([[name, size_of(shape) if shape else 0] for name, shape in layout])

    return f"const STATE_SIZES = {sizes(game.rules.STATE)};\nconst SHEET_SIZES = {sizes(game.rules.SHEETS)};"


def main(folder: Path) -> None:
    """Writes one module a game."""
    folder.mkdir(parents=True, exist_ok=True)
    for game in GAMES:
        (folder / f"{game.name}.js").write_text(translate(game), "utf-8")
