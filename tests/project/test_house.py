"""The rules of every game stay within the subset described in docs/subset.md, so that they compile unchanged.

Every construct that is not listed here is refused; to extend the subset, add it here and explain it in docs/subset.md.
"""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import paperdice

GAMES = Path(paperdice.__file__).parent / "games"

IMPORTS = {"numpy", "enum", "typing", "paperdice.rulekit"}
# The rules of the Qwixx family extend the classic ones and are split into several files.
FAMILY_FILES = ("sizes", "marks", "checks", "rules")
FAMILY = {"paperdice.games.qwixx.rules", *(f"paperdice.games.qwixx.family.{name}" for name in FAMILY_FILES)}
BUILTINS = {"abs", "bool", "int", "len", "max", "min", "range"}
NUMPY = {"empty", "int64", "zeros"}
BASES = {"IntEnum"}
STATEMENTS = (ast.Assign, ast.AugAssign, ast.If, ast.For, ast.Return, ast.Break, ast.Continue, ast.Pass)
EXPRESSIONS = (
    *(ast.Name, ast.Attribute, ast.Subscript, ast.Slice, ast.Constant, ast.Call, ast.IfExp),
    *(ast.BinOp, ast.UnaryOp, ast.BoolOp, ast.Compare, ast.Tuple),
)
OPERATORS = (
    *(ast.Add, ast.Sub, ast.Mult, ast.FloorDiv, ast.Mod, ast.LShift, ast.RShift, ast.BitAnd, ast.BitOr, ast.BitXor),
    *(ast.And, ast.Or, ast.Not, ast.USub, ast.UAdd, ast.Invert),
    *(ast.Eq, ast.NotEq, ast.Lt, ast.LtE, ast.Gt, ast.GtE),
    *(ast.Load, ast.Store),
)
# Layouts name their fields, so the constants of a module may contain strings; the bodies of functions may not.
CONSTANTS = (ast.Constant, ast.Tuple, ast.Starred, ast.Name, ast.Attribute, ast.BinOp, ast.UnaryOp, *OPERATORS)


def breaches(source: str) -> list[str]:
    """Return messages for the author about every construct in a rules module that is outside the subset."""
    tree = ast.parse(source)
    functions = {node.name for node in tree.body if isinstance(node, ast.FunctionDef)}
    imports = [node for node in tree.body if isinstance(node, ast.ImportFrom)]
    helpers = {name.asname or name.name for node in imports for name in node.names}
    found: list[tuple[ast.AST, str]] = []
    for place, node in enumerate(tree.body):
        if isinstance(node, ast.FunctionDef):
            found += function_breaches(node, functions, helpers)
        elif not (place == 0 and is_docstring(node)):
            found += module_breaches(node)
    return [f"line {getattr(node, 'lineno', '?')}: {why}" for node, why in found]


def is_docstring(node: ast.stmt) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)


def module_breaches(node: ast.stmt) -> Iterator[tuple[ast.AST, str]]:
    """Check module-level code: imports of a few modules, int enums and constants."""
    if isinstance(node, ast.Import):
        yield from ((node, f"import of {name.name}") for name in node.names if name.name not in IMPORTS)
    elif isinstance(node, ast.ImportFrom):
        if node.level or node.module not in IMPORTS | FAMILY:
            yield node, f"import from {node.module}"
    elif isinstance(node, ast.ClassDef):
        yield from class_breaches(node)
    elif isinstance(node, ast.Assign | ast.AnnAssign):
        yield from constant_breaches(node)
    else:
        yield node, f"{type(node).__name__} at the top of a module"


def class_breaches(node: ast.ClassDef) -> Iterator[tuple[ast.AST, str]]:
    """Check that a class is an int enum with constants and a docstring."""
    bases = [base.id if isinstance(base, ast.Name) else "" for base in node.bases]
    if len(bases) != 1 or not BASES.issuperset(bases) or node.keywords:
        yield node, f"class {node.name} is no IntEnum"
    if node.decorator_list:
        yield node, "decorator"
    for place, part in enumerate(node.body):
        if isinstance(part, ast.Assign):
            yield from constant_breaches(part)
        elif not (place == 0 and is_docstring(part)):
            yield part, f"{type(part).__name__} in an enum"


def constant_breaches(node: ast.Assign | ast.AnnAssign) -> Iterator[tuple[ast.AST, str]]:
    """Check that a constant has an uppercase name and a value made of ints, strings and tuples of them."""
    targets = node.targets if isinstance(node, ast.Assign) else [node.target]
    for target in targets:
        if not isinstance(target, ast.Name) or not target.id.isupper():
            yield node, "constant whose name is not in capitals"
    if node.value is None:
        yield node, "constant without a value"
        return
    for part in ast.walk(node.value):
        if not isinstance(part, CONSTANTS):
            yield node, f"{type(part).__name__} in a constant"
        elif isinstance(part, ast.Constant) and not isinstance(part.value, int | str):
            yield node, f"constant {part.value!r}"


def function_breaches(node: ast.FunctionDef, functions: set[str], helpers: set[str]) -> Iterator[tuple[ast.AST, str]]:
    """Check that a function has plain arguments, a docstring and statements of the subset."""
    if node.decorator_list:
        yield node, "decorator"
    shape = node.args
    if shape.vararg or shape.kwarg or shape.kwonlyargs or shape.defaults or shape.posonlyargs:
        yield node, "arguments other than plain ones"
    body = node.body[1:] if is_docstring(node.body[0]) else node.body
    for statement in body:
        yield from statement_breaches(statement, functions, helpers)


def statement_breaches(node: ast.stmt, functions: set[str], helpers: set[str]) -> Iterator[tuple[ast.AST, str]]:
    """Check a statement and everything inside it."""
    if isinstance(node, ast.Expr):
        if not isinstance(node.value, ast.Call):
            yield node, "expression that does nothing"
    elif not isinstance(node, STATEMENTS):
        yield node, type(node).__name__
        return
    if isinstance(node, ast.For) and (not is_range(node.iter) or not isinstance(node.target, ast.Name) or node.orelse):
        yield node, "For over something else than a range"
    if isinstance(node, ast.Assign) and (len(node.targets) != 1 or isinstance(node.targets[0], ast.Tuple)):
        yield node, "Assign to several names at once"
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.stmt):
            yield from statement_breaches(child, functions, helpers)
        elif isinstance(child, ast.expr):
            yield from expression_breaches(child, functions, helpers, is_loop=isinstance(node, ast.For))
        elif not isinstance(child, OPERATORS):
            yield node, type(child).__name__


def is_range(node: ast.expr) -> bool:
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "range"


def expression_breaches(
    node: ast.expr, functions: set[str], helpers: set[str], *, is_loop: bool
) -> Iterator[tuple[ast.AST, str]]:
    """Check an expression and everything inside it."""
    called = {id(part.func) for part in ast.walk(node) if isinstance(part, ast.Call)}
    tuples = {id(part.slice) for part in ast.walk(node) if isinstance(part, ast.Subscript)}
    tuples |= {id(word) for part in ast.walk(node) if isinstance(part, ast.Call) for word in part.args}
    for part in ast.walk(node):
        if not isinstance(part, (*EXPRESSIONS, *OPERATORS)):
            yield node, type(part).__name__
        elif isinstance(part, ast.Constant) and not isinstance(part.value, int):
            yield node, f"constant {part.value!r}"
        elif isinstance(part, ast.Tuple) and id(part) not in tuples:
            yield node, "Tuple outside of an index"
        elif isinstance(part, ast.Name) and part.id in functions and id(part) not in called:
            yield node, f"function {part.id} as a value"
        elif isinstance(part, ast.Call):
            yield from call_breaches(part, functions | helpers | BUILTINS)
            if is_range(part) and not (is_loop and part is node):
                yield node, "range outside of a loop"


def call_breaches(node: ast.Call, known: set[str]) -> Iterator[tuple[ast.AST, str]]:
    """Check that calls go to functions of the module, to rulekit, or to a few others."""
    if node.keywords:
        yield node, "call with keywords"
    if isinstance(node.func, ast.Name):
        if node.func.id not in known:
            yield node, f"call of {node.func.id}"
    elif not isinstance(node.func, ast.Attribute) or not isinstance(node.func.value, ast.Name):
        yield node, "call of something that is no function"
    elif node.func.value.id != "np" or node.func.attr not in NUMPY:
        yield node, f"call of {node.func.value.id}.{node.func.attr}"


def test_the_rules_of_every_game_stay_in_the_subset() -> None:
    files = sorted(GAMES.glob("*/rules.py"))
    assert [file.parent.name for file in files] == sorted(game.name for game in paperdice.GAMES)
    assert files, "no rules found"
    files += [GAMES / "qwixx" / "family" / f"{name}.py" for name in FAMILY_FILES]
    found = [f"{file.parent.name}/{file.name}, {line}" for file in files for line in breaches(file.read_text("utf-8"))]
    assert found == []


ALLOWED = '''
"""A game in two sentences."""

from enum import IntEnum
from typing import Final

import numpy as np

from paperdice.rulekit import triangle

MAX_SEATS: Final = 5
MAX_ROWS = MAX_SEATS - 1
STATE = (("phase", ()), ("n_marks", (MAX_SEATS, MAX_ROWS)))


class Phase(IntEnum):
    """The steps of a turn."""

    ROLL = 0
    WHITE = 1 << 0


def score(sheets, state, seat: int, out) -> int:
    """Gives the points of a seat. [Qwixx 12]"""
    points = 0
    held = np.zeros((MAX_SEATS, 2), np.int64)
    for row in range(1, sheets.n_rows[seat]):
        if state.locked[row] or not 0 <= row < 3:
            continue
        points += triangle(state.n_marks[seat, row]) // 2
        held[row, 1] = -points if row & 1 == 1 else ~points
    state.dice[:] = 0
    out[2:4] = state.written[seat]
    clear(state)
    return min(points, Phase.WHITE)


def clear(state):
    """Empties the state."""
    state.phase = Phase.ROLL
'''


def test_the_subset_is_enough_for_a_game() -> None:
    assert breaches(ALLOWED) == []


@pytest.mark.parametrize(
    ("planted", "why"),
    [
        ("import numba", "import of numba"),
        ("import random", "import of random"),
        ("from paperdice.dice import Die", "import from paperdice.dice"),
        ("from . import notation", "import from None"),
        ("table = (1, 2)", "not in capitals"),
        ("TABLE = [1, 2]", "List in a constant"),
        ("TABLE = {1: 2}", "Dict in a constant"),
        ("TABLE = tuple(range(3))", "Call in a constant"),
        ("HALF = 0.5", "constant 0.5"),
        ("TABLE: tuple", "constant without a value"),
        ("for x in range(3): pass", "For at the top"),
        ("if True: A = 1", "If at the top"),
        ("class State: pass", "no IntEnum"),
        ("class State(IntEnum, Enum): A = 1", "no IntEnum"),
        ("class Phase(IntEnum):\n    def name(self): return 1", "FunctionDef in an enum"),
        ("@unique\nclass Phase(IntEnum):\n    A = 1", "decorator"),
        ("@njit\ndef f(state): return 1", "decorator"),
        ("async def f(state): return 1", "AsyncFunctionDef"),
        ("def f(*seats): return 1", "arguments"),
        ("def f(**seats): return 1", "arguments"),
        ("def f(seat=0): return 1", "arguments"),
        ("def f(*, seat): return 1", "arguments"),
        ("print(1)", "Expr at the top"),
    ],
)
def test_a_breach_at_the_top_of_a_module_is_found(planted: str, why: str) -> None:
    assert any(why in line for line in breaches(planted)), breaches(planted)


@pytest.mark.parametrize(
    ("planted", "why"),
    [
        ("print(state)", "call of print"),
        ("'remark'", "does nothing"),
        ("x = 'red'", "constant 'red'"),
        ("x = 0.5", "constant 0.5"),
        ("x = None", "constant None"),
        ("x = f'{state}'", "JoinedStr"),
        ("x = [1]", "List"),
        ("x = {1: 2}", "Dict"),
        ("x = {1}", "Set"),
        ("x = [y for y in range(3)]", "ListComp"),
        ("x = {y for y in range(3)}", "SetComp"),
        ("x = {y: y for y in range(3)}", "DictComp"),
        ("x = sum(y for y in range(3))", "GeneratorExp"),
        ("yield 1", "does nothing"),
        ("x = yield 1", "Yield"),
        ("x = lambda: 1", "Lambda"),
        ("x = (y := 1)", "NamedExpr"),
        ("x = (1, 2)", "Tuple"),
        ("return 1, 2", "Tuple"),
        ("a, b = state", "Assign to several"),
        ("a = b = 1", "Assign to several"),
        ("x = 1 / 2", "Div"),
        ("x = 2 ** 3", "Pow"),
        ("x = 1 if state is x else 2", "Is"),
        ("x = 1 in state.dice", "In"),
        ("x = range(3)", "range outside"),
        ("for x in state.dice: pass", "For over"),
        ("for x, y in range(3): pass", "For over"),
        ("while True: pass", "While"),
        ("try:\n        pass\n    finally:\n        pass", "Try"),
        ("raise ValueError", "Raise"),
        ("assert state", "Assert"),
        ("global X", "Global"),
        ("del state", "Delete"),
        ("with state: pass", "With"),
        ("match state:\n        case 1: pass", "Match"),
        ("import numpy", "Import"),
        ("def g(): return 1", "FunctionDef"),
        ("class G: pass", "ClassDef"),
        ("x: int = 1", "AnnAssign"),
        ("x = f", "function f as a value"),
        ("x = g(f)", "function f as a value"),
        ("x = int(base=2)", "call with keywords"),
        ("x = max(*state)", "Starred"),
        ("x = getattr(state, x)", "call of getattr"),
        ("x = state.dice.sum()", "call of something"),
        ("x = state.copy()", "call of state.copy"),
        ("x = np.random(1)", "call of np.random"),
        ("x = np.int8(1)", "call of np.int8"),
        ("if state.phase:\n        x = 'deep'", "constant 'deep'"),
    ],
)
def test_a_breach_inside_a_function_is_found(planted: str, why: str) -> None:
    source = f'def f(state):\n    """Does it."""\n    {planted}\n'
    assert any(why in line for line in breaches(source)), breaches(source)
