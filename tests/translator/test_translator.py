"""The translation of the rules answers as the rules do, step by step; what it does not know it refuses by its line."""

from __future__ import annotations

import ast
import gzip
import json
import subprocess
from pathlib import Path

import pytest
from translator.expressions import OutsideError, Scope
from translator.modules import CHECKS, HELPERS, families, main
from translator.statements import write_function

from paperdice.game import Game
from tests.sampling import budget
from tests.translator.deals import batches, deals
from tests.translator.lockstep import NODE, play, play_in_node

MOST_BYTES = 44_000
EVERY = budget(4, 1)  # steps between two looks


@pytest.mark.slow
@pytest.mark.sampled
@pytest.mark.parametrize("game", families(), ids=lambda game: game.key)
def test_both_play_the_same_matches_in_lock_step(game: Game, modules: Path) -> None:
    """States, sheets, moves, refusals, scores, observations, faults and the ratings of `casual`, to the letter.

    The checked module also stops at an index outside of its array and at a number of more than 32 bits.
    """
    for some in batches(list(enumerate(deals(game)))):
        matches = [play(game, [game.sheets[name] for name in deal], seed, EVERY) for seed, deal in some]
        expected = [line for match in matches for line in match.lines]
        assert play_in_node(modules, matches) == expected
        assert len(expected) > 10 * len(matches)


def test_all_modules_together_are_small(tmp_path: Path) -> None:
    """As they are written, before the page's own build makes them smaller."""
    main(tmp_path)
    assert sorted(file.stem for file in tmp_path.glob("*.js")) == sorted(game.key for game in families())
    assert sum(len(gzip.compress(file.read_bytes())) for file in tmp_path.glob("*.js")) < MOST_BYTES


SAMPLE = '''
def arithmetic(a, b, out):
    """Division and remainder go down, also below zero."""
    out[0] = a // b
    out[1] = a % b
    out[2] = -a * b
    out[3] = (a << 2) | (b & 3) ^ 1
    out[4] = ~a >> 1
    out[5] = 1 if 0 < a <= b < 9 else 0
    out[6] = abs(a) + max(a, b) - min(a, b)
    out[7] = (a > b) + (a == b)
    out[8] = (not a) + bool(b) + int(a < 0 or b > 2)
    return a and b


def loops(a, b, out):
    """The name of a loop keeps its last number, and its range is made once."""
    last = 0
    n = 3
    for new in range(n):
        n += 1
        last += new
        new = 7
    out[0] = new
    out[1] = last
    out[2] = n
    for down in range(5, 0, -2):
        if down == 3:
            continue
        out[3] += down
    for down in range(2, 9, 3):
        if down > 4:
            break
        out[4] += down
    return 0


def fields(a, b, out):
    """Parts of fields are views, whole ones are filled, and one may walk along an inner index."""
    state.table[:, :, :] = 0
    state.line[:] = 5
    state.table[1, :, 2] = 4
    state.table[0, :, 1] = state.table[1, :, 2]
    state.table[1, 1, 0] += TABLE[1][b % 2] + Color.BLUE
    out[0:3] = state.table[1, 1]
    out[3:6] = state.table[0, 0]
    state.total = len(state.line) + len(out) + state.line[3]
    return state.total
'''
CALLS = [(a, b) for a in (-7, -1, 0, 3, 8) for b in (-3, 1, 2, 8)]


def sample_scope() -> Scope:
    fields = {"total": (), "line": (4,), "table": (2, 2, 3)}
    return Scope(
        "sample.py",
        {"TABLE": ((1, 2), (3, 4))},
        {"Color": {"BLUE": 9}},
        frozenset(),
        {"state": fields},
        is_checked=True,
    )


def sample_in_node(folder: Path) -> list[object]:
    """The sample translated and called in Node, with a state that all of its functions share."""
    functions = [node for node in ast.parse(SAMPLE).body if isinstance(node, ast.FunctionDef)]
    written = "\n".join(write_function(sample_scope(), node) for node in functions)
    state = (
        "const TABLE = [[1, 2], [3, 4]];\nconst state = {total: 0, line: new Int32Array(4), table: new Int32Array(12)};"
    )
    calls = "\n".join(
        f"{{const out = new Int32Array(9); told.push([Number({node.name}({a}, {b}, out)), ...out, ...state.table]);}}"
        for node in functions
        for a, b in CALLS
    )
    program = f"{HELPERS}{CHECKS}{state}\n{written}\nconst told = [];\n{calls}\nconsole.log(JSON.stringify(told));"
    file = folder / "sample.mjs"
    file.write_text(program, "utf-8")
    done = subprocess.run([NODE, file], capture_output=True, text=True, check=True)
    told = json.loads(done.stdout)
    assert isinstance(told, list)
    return told


def sample_in_python() -> list[object]:
    import numpy as np

    from paperdice.game import make_twin

    class Color:
        BLUE = 9

    state = make_twin((("total", ()), ("line", (4,)), ("table", (2, 2, 3))))
    scope: dict[str, object] = {"state": state, "TABLE": ((1, 2), (3, 4)), "Color": Color}
    exec(compile(SAMPLE, "sample.py", "exec"), scope)
    told: list[object] = []
    for name in ("arithmetic", "loops", "fields"):
        for a, b in CALLS:
            out = np.zeros(9, np.int64)
            function = scope[name]
            assert callable(function)
            told.append([int(function(a, b, out)), *out.tolist(), *state.table.ravel().tolist()])
    return told


def test_python_and_javascript_mean_the_same(tmp_path: Path) -> None:
    assert sample_in_node(tmp_path) == sample_in_python()


@pytest.mark.parametrize(
    ("line", "what"),
    [
        ("x = a / 2", "Div"),
        ("x = a ** 2", "Pow"),
        ("x = 'red'", "Constant"),
        ("x = 1.5", "Constant"),
        ("x = [a]", "List"),
        ("x = {a: 1}", "Dict"),
        ("x = a, b", "Tuple"),
        ("x, y = a", "an assignment to several names"),
        ("while a:\n        a -= 1", "While"),
        ("for x in out:\n        a += x", "a loop over something else than a range"),
        ("for x in range(1, 9, b):\n        a += x", "a step that is not written down"),
        ("x = unknown", "the name unknown"),
        ("x = unknown(a)", "a call of unknown"),
        ("x = state.nothing", "state.nothing"),
        ("x = Color.RED.value", "an attribute of something else than a name"),
        ("x = out[1, 2]", "several indices of something that is no field"),
        ("x = out[1:2]", "a slice that is not assigned to"),
        ("state.table[0, 0:1, 2] = a", "several slices, or one with ends among other indices"),
        ("out[:3] = state.line", "a slice without both ends"),
        ("x = a in out", "In"),
        ("x = a < len(out) < b", "a call in the middle of a comparison"),
        ("x = out.sum()", "a call of out.sum"),
        ("raise ValueError", "Raise"),
        ("import os", "Import"),
    ],
)
def test_what_is_outside_the_subset_is_refused_with_its_line(line: str, what: str) -> None:
    node = ast.parse(f"def odd(a, b, out):\n    {line}\n").body[0]
    assert isinstance(node, ast.FunctionDef)
    with pytest.raises(OutsideError) as refused:
        write_function(sample_scope(), node)
    assert str(refused.value) == f"sample.py, line 2: {what} is outside the subset"


@pytest.mark.parametrize("head", ["@cache\ndef odd(a):", "def odd(a, b=1):", "def odd(*a):"])
def test_odd_functions_are_refused(head: str) -> None:
    node = ast.parse(f"{head}\n    return 1\n").body[0]
    assert isinstance(node, ast.FunctionDef)
    with pytest.raises(OutsideError, match="a decorator, or arguments other than plain ones is outside the subset"):
        write_function(sample_scope(), node)


@pytest.mark.parametrize(
    ("body", "fault"),
    [
        ("out[9] = a", "index 9 of 9"),
        ("out[a - 9] = 1", "index -1 of 9"),
        ("state.table[1, 2, 0] = 1", "index 2 of 2"),
        ("out[0] = 65536 * 65536", "4294967296 has more than 32 bits"),
        ("out[0] = (65536 * 65536) >> 1", "4294967296 has more than 32 bits"),
        ("out[0:2] = state.line", "4 numbers into 2 places"),
    ],
)
def test_a_checked_module_stops_at_what_only_python_could_do(body: str, fault: str, tmp_path: Path) -> None:
    node = ast.parse(f"def odd(a, b, out):\n    {body}\n").body[0]
    assert isinstance(node, ast.FunctionDef)
    state = "const state = {line: new Int32Array(4), table: new Int32Array(12)};"
    written = write_function(sample_scope(), node)
    file = tmp_path / "odd.mjs"
    file.write_text(f"{HELPERS}{CHECKS}{state}\n{written}\nodd(8, 1, new Int32Array(9));", "utf-8")
    done = subprocess.run([NODE, file], capture_output=True, text=True, check=False)
    assert done.returncode == 1 and fault in done.stderr
