"""Habits of the whole tree that no other tool watches: lengths, public names, host names, skipped tests."""

import ast
import re
import subprocess
import types
from collections.abc import Iterator
from pathlib import Path

import pytest

import paperdice

ROOT = Path(__file__).parents[2]
LONGEST_FUNCTION = 40
LONGEST_FILE = 600

# One letter of each word stands in brackets, so that this file does not find itself.
HOSTS = re.compile(
    r'"resolve[d]":|://(re[g]istry|file[s])\.|\b(pyp[i]\.org|pythonhoste[d]|npmj[s]\.|jsdeliv[r]|unpk[g]\.com)'
    r"|index-ur[l]|find-link[s]|(^|[^\w.])/(wor[k]|far[m]|roo[t]|hom[e]/\w+|op[t])/"
)
SKIPS = re.compile(
    r"pytest\.(mark\.)?(ski[p]|xfai[l])|importorski[p]|unittest\.ski[p]|\b(it|test|describe)\.(ski[p]|tod[o]|o[n]ly)\b"
)


def committed(*patterns: str) -> list[Path]:
    """The files that git knows, so that nobody's scratch files count."""
    listed = subprocess.run(["git", "ls-files", "-z", *patterns], cwd=ROOT, capture_output=True, text=True, check=True)
    files = [ROOT / name for name in listed.stdout.split("\0") if name]
    return [file for file in files if file.is_file()]


def lines_with(pattern: re.Pattern[str], files: list[Path]) -> Iterator[str]:
    """Places where a pattern stands in readable files."""
    for file in files:
        data = file.read_bytes()
        if b"\0" in data:
            continue
        for number, line in enumerate(data.decode("utf-8").splitlines(), 1):
            if pattern.search(line):
                yield f"{file.relative_to(ROOT)}:{number}: {line.strip()[:100]}"


def long_functions(source: str) -> list[str]:
    """Functions above the limit, with their lengths; the docstring, which is a command's help, does not count."""
    found = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)]
    lengths = [(node.name, (node.end_lineno or 0) - node.lineno + 1 - docstring_lines(node)) for node in found]
    return [f"{name} has {length} lines" for name, length in lengths if length > LONGEST_FUNCTION]


def docstring_lines(node: ast.FunctionDef | ast.AsyncFunctionDef) -> int:
    """The lines of a docstring beyond its first."""
    return (node.body[0].end_lineno or 0) - node.body[0].lineno if ast.get_docstring(node) else 0


def test_no_function_is_longer_than_forty_lines() -> None:
    files = committed("src/*.py", "bench/*.py", "train/*.py", "do", "hatch_build.py")
    assert files
    found = [f"{file.relative_to(ROOT)}: {line}" for file in files for line in long_functions(file.read_text("utf-8"))]
    assert found == []


def test_a_long_function_is_found() -> None:
    assert long_functions("def f():\n" + "    pass\n" * 39) == []
    assert long_functions('def f():\n    """Does it.\n\n    And more."""\n' + "    pass\n" * 39) == ["f has 41 lines"]
    assert long_functions("async def f():\n" + "    pass\n" * 40) == ["f has 41 lines"]


def test_no_file_is_longer_than_six_hundred_lines() -> None:
    files = committed("src/*.py", "tests/*.py", "bench/*.py", "train/*.py", "web/src/*", "do", "hatch_build.py")
    assert files
    lengths = {str(file.relative_to(ROOT)): len(file.read_text("utf-8").splitlines()) for file in files}
    assert {name: n for name, n in lengths.items() if n > LONGEST_FILE} == {}


def test_no_committed_file_names_a_package_host_or_a_place_on_a_machine() -> None:
    files = committed()
    assert files
    assert list(lines_with(HOSTS, files)) == []


@pytest.mark.parametrize(
    "pieces",
    [("--index", "-url x"), ("https://py", "pi.org"), ('"resolv', 'ed": 1'), ("see /wo", "rk/x"), ("/ho", "me/me/x")],
)
def test_a_host_or_a_place_is_found(pieces: tuple[str, str]) -> None:
    assert HOSTS.search("".join(pieces))


def test_no_test_is_skipped_or_expected_to_fail() -> None:
    files = committed("tests/*.py", "web/*.ts", "web/*.tsx")
    assert files
    assert list(lines_with(SKIPS, files)) == []


@pytest.mark.parametrize("pieces", [("@pytest.mark.sk", "ipif(True)"), ("pytest.sk", "ip()"), ("it.on", "ly('x')")])
def test_a_skipped_test_is_found(pieces: tuple[str, str]) -> None:
    assert SKIPS.search("".join(pieces))


def test_the_public_names_are_all_that_is_visible() -> None:
    visible = [
        name
        for name in dir(paperdice)
        if not name.startswith("_") and not isinstance(getattr(paperdice, name), types.ModuleType)
    ]
    assert sorted(paperdice.__all__) == visible
