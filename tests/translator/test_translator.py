"""The translated rules agree with the rules, step by step; unsupported Python is refused with its line."""

from __future__ import annotations

import gzip
import json
import subprocess
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest
from translator.kinds import INT, Array, Record
from translator.modules import RUNTIME, families, main, module_of
from translator.program import Program
from translator.scope import TranslationError

from paperdice.game import Game, make_twin
from tests.sampling import budget
from tests.translator.deals import batches, deals
from tests.translator.lockstep import NODE, play, play_in_node
from tests.translator.programs import loaded

MOST_BYTES = 100_000
EVERY = budget(4, 1)  # steps between two comparisons


@pytest.mark.slow
@pytest.mark.sampled
@pytest.mark.parametrize("game", families(), ids=lambda game: game.key)
def test_both_play_the_same_matches_in_lock_step(game: Game, modules: Path) -> None:
    """States, sheets, moves, refusals, scores, observations, faults and the ratings of `casual`, byte for byte.

    The checked module also throws at an index out of bounds and at a number of more than 32 bits.
    """
    for some in batches(list(enumerate(deals(game)))):
        matches = [play(game, [game.sheets[name] for name in deal], seed, EVERY) for seed, deal in some]
        expected = [line for match in matches for line in match.lines]
        assert play_in_node(modules, matches) == expected
        assert len(expected) > 10 * len(matches)


def test_all_modules_together_are_small(tmp_path: Path) -> None:
    """Before the page's own build minifies them and drops unused parts of the runtime."""
    main(tmp_path)
    assert sorted(file.stem for file in tmp_path.glob("*.js")) == sorted(module_of(game) for game in families())
    assert sum(len(gzip.compress(file.read_bytes())) for file in tmp_path.rglob("*.js")) < MOST_BYTES


SAMPLE = '''
from enum import IntEnum

TABLE = ((1, 2), (3, 4))


class Color(IntEnum):
    BLUE = 9


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


def fields(state, a, b, out):
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


LAYOUT = {"total": (), "line": (4,), "table": (2, 2, 3)}
STATE = "{total: 0, line: new Int32Array(4), table: new Int32Array(12)}"
KINDS = {"state": Record("state"), "out": Array(INT)}


def rules_of(module: ModuleType, *names: str) -> str:
    """Import rules as a checked JavaScript module, and return the object of their names."""
    program = Program({"state": LAYOUT}, is_checked=True)
    rules = ", ".join(f"{name}: {program.rule_of(module, name, KINDS)}" for name in names)
    return f'import * as py from "{RUNTIME.as_uri()}";\n{program.text()}\nconst rules = {{ {rules} }};\n'


def sample_in_node(module: ModuleType, folder: Path) -> list[object]:
    """Call the sample in Node, with a state that all of its functions share."""
    calls = "\n".join(
        f"{{const out = new Int32Array(9), n = rules.{name}({words}{a}, {b}, out);"
        " told.push([Number(n), ...out, ...state.table]);}"
        for name, words in (("arithmetic", ""), ("loops", ""), ("fields", "state, "))
        for a, b in CALLS
    )
    text = f"{rules_of(module, 'arithmetic', 'loops', 'fields')}const state = {STATE}, told = [];\n{calls}"
    file = folder / "sample.mjs"
    file.write_text(f"{text}\nconsole.log(JSON.stringify(told));", "utf-8")
    done = subprocess.run([NODE, file], capture_output=True, text=True, check=True)
    told = json.loads(done.stdout)
    assert isinstance(told, list)
    return told


def sample_in_python(module: ModuleType) -> list[object]:
    state = make_twin(tuple(LAYOUT.items()))
    told: list[object] = []
    for name in ("arithmetic", "loops", "fields"):
        for a, b in CALLS:
            out = np.zeros(9, np.int64)
            words = (state,) if name == "fields" else ()
            told.append([int(vars(module)[name](*words, a, b, out)), *out.tolist(), *state.table.ravel().tolist()])
    return told


def test_python_and_javascript_mean_the_same(tmp_path: Path) -> None:
    with loaded(tmp_path, SAMPLE) as module:
        assert sample_in_node(module, tmp_path) == sample_in_python(module)


def refused_rule(folder: Path, text: str) -> str:
    """Return the refusal of the rule `odd`."""
    with loaded(folder, text) as module, pytest.raises(TranslationError) as refused:
        rules_of(module, "odd")
    return str(refused.value)


@pytest.mark.parametrize(
    ("line", "what"),
    [
        ("x = a / 2", "float in a rule is not translated: rules work with whole numbers and arrays of them"),
        ("x = a ** 2", "Pow of int and int is not translated: multiply"),
        ("x = 'red'", "str in a rule is not translated: rules work with whole numbers and arrays of them"),
        ("x = 1.5", "float in a rule is not translated: rules work with whole numbers and arrays of them"),
        ("x = [a]", "list[int] in a rule is not translated: rules work with whole numbers and arrays of them"),
        ("x = {a: 1}", "dict[int, int] in a rule is not translated: rules work with whole numbers and arrays of them"),
        ("x, y = a, b", "an assignment to (x, y) is not translated"),
        ("while a:\n        a -= 1", "While is not translated"),
        ("for x in out:\n        a += x", "a loop over something else than a range is not translated"),
        ("for x in range(1, 9, b):\n        a += x", "a step that is not written down is not translated"),
        ("x = unknown", "the name unknown is not translated: it has no value yet, or is not of this module"),
        ("x = unknown(a)", "a call of unknown is not translated"),
        ("x = state.nothing", "the attribute nothing of state is not translated"),
        ("x = out[1, 2]", "2 indices of array[int] of one dimension is not translated"),
        ("x = out[1:2]", "a slice that is not assigned to is not translated"),
        ("state.table[0, 0:1, 2] = a", "several slices, or one with ends among other indices is not translated"),
        ("out[:3] = state.line", "a slice without both ends is not translated"),
        ("x = out.sum()", "the method sum of array[int] is not translated"),
        ("raise ValueError", "Raise is not translated"),
        ("import os", "Import is not translated"),
    ],
)
def test_what_is_outside_the_subset_of_rules_is_refused_with_its_line(line: str, what: str, tmp_path: Path) -> None:
    told = refused_rule(tmp_path, f"def odd(state, a, b, out):\n    {line}\n    return 0\n")
    assert told == f"paperdice/sample.py, line 2: {what}"


@pytest.mark.parametrize("head", ["@cache\ndef odd(a):", "def odd(a, b=1):", "def odd(*a):"])
def test_odd_rules_are_refused(head: str, tmp_path: Path) -> None:
    told = refused_rule(tmp_path, f"from functools import cache\n\n\n{head}\n    return 1\n")
    assert "a decorator, or arguments other than plain ones is not translated" in told


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
    file = tmp_path / "odd.mjs"
    with loaded(tmp_path, f"def odd(state, a, b, out):\n    {body}\n") as module:
        file.write_text(f"{rules_of(module, 'odd')}rules.odd({STATE}, 8, 1, new Int32Array(9));", "utf-8")
    done = subprocess.run([NODE, file], capture_output=True, text=True, check=False)
    assert done.returncode == 1 and fault in done.stderr


def test_a_bool_that_a_rule_takes_or_gives_beside_numbers_is_a_number(tmp_path: Path) -> None:
    """`True == 1` in Python, while JavaScript distinguishes the types."""
    text = """
def inner(flag, a):
    return 7 if flag == 1 else a == 2


def odd(state, a, b, out):
    n = a == 8
    n = n if b else 3
    out[0] = inner(a == 8, a) * 10 + (inner(0, 2) == 1) + (n == 1)
    return inner(0, 2)
"""
    file = tmp_path / "odd.mjs"
    with loaded(tmp_path, text) as module:
        out = np.zeros(9, np.int64)
        assert vars(module)["odd"](None, 8, 1, out) == 1 and out[0] == 72
        called = "const out = new Int32Array(9), n = rules.odd(null, 8, 1, out);\nconsole.log(n, out[0]);"
        file.write_text(rules_of(module, "odd") + called, "utf-8")
    assert subprocess.run([NODE, file], capture_output=True, text=True, check=True).stdout == "1 72\n"
