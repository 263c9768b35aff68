"""Rules for the whole tree that no other tool checks: public names, host names, skipped tests."""

import ast
import re
import subprocess
import types
from collections.abc import Iterator
from pathlib import Path

import pytest

import paperdice

ROOT = Path(__file__).parents[2]

# One letter of each word is in brackets, so that this file does not match itself.
HOSTS = re.compile(
    r'"resolve[d]":|://(re[g]istry|file[s])\.|\b(pyp[i]\.org|pythonhoste[d]|npmj[s]\.|jsdeliv[r]|unpk[g]\.com)'
    r"|index-ur[l]|find-link[s]|(^|[^\w.])/(wor[k]|far[m]|roo[t]|hom[e]/\w+|op[t])/"
)
SKIPS = re.compile(
    r"pytest\.(mark\.)?(ski[p]|xfai[l])|importorski[p]|unittest\.ski[p]|\b(it|test|describe)\.(ski[p]|tod[o]|o[n]ly)\b"
)


def committed(*patterns: str) -> list[Path]:
    """Return the files tracked by git, even if the checkout belongs to another user."""
    command = ["git", "-c", "safe.directory=*", "ls-files", "-z", *patterns]
    listed = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    files = [ROOT / name for name in listed.stdout.split("\0") if name]
    return [file for file in files if file.is_file()]


def lines_with(pattern: re.Pattern[str], files: list[Path]) -> Iterator[str]:
    """Yield the locations in text files where a pattern matches."""
    for file in files:
        data = file.read_bytes()
        if b"\0" in data:
            continue
        for number, line in enumerate(data.decode("utf-8").splitlines(), 1):
            if pattern.search(line):
                yield f"{file.relative_to(ROOT)}:{number}: {line.strip()[:100]}"


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


def names_in(node: ast.AST) -> set[str]:
    """Return the names that code uses, including the arguments of its functions, which may be fixtures."""
    inside = list(ast.walk(node))
    used = {each.id for each in inside if isinstance(each, ast.Name)}
    return used | {each.arg for each in inside if isinstance(each, ast.arg)}


def defined_by(node: ast.stmt) -> set[str]:
    """Return the names defined by a statement of a module."""
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
        return {node.name}
    targets = node.targets if isinstance(node, ast.Assign) else [getattr(node, "target", None)]
    return {each.id for each in targets if isinstance(each, ast.Name)}


def unmarked_samples(source: str) -> list[str]:
    """Return the tests without the mark that depend on `tests.sampling`, directly or through other names of their
    module.
    """
    body = ast.parse(source).body
    imports = [node for node in body if isinstance(node, ast.ImportFrom) and node.module == "tests.sampling"]
    sampled = {alias.name for node in imports for alias in node.names}
    parts = [(node, names_in(node), defined_by(node)) for node in body] if sampled else []
    while found := {name for _, used, defined in parts if used & sampled for name in defined} - sampled:
        sampled |= found
    return [
        node.name
        for node, used, _ in parts
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        if node.name.startswith("test_") and used & sampled
        if not any("pytest.mark.sampled" in ast.unparse(mark) for mark in node.decorator_list)
    ]


def test_every_sampled_test_is_marked() -> None:
    """Without the mark, the long run would not use all cases of the test."""
    files = committed("tests/**/test_*.py")
    assert files
    found = {str(file.relative_to(ROOT)): unmarked_samples(file.read_text("utf-8")) for file in files}
    assert {file: names for file, names in found.items() if names} == {}


@pytest.mark.parametrize(
    "code",
    [
        "def test_x():\n    sample([1], 1)",
        "@parametrize('x', sample([1], 1))\nasync def test_x(x): pass",
        "CASES = sample([1], 1)\n@parametrize('x', CASES)\ndef test_x(x): pass",
        "def deep(): return deeper()\ndef deeper(): return sample([1], 1)\ndef test_x(): deep()",
        "@fixture(params=sample([1], 1))\ndef font(): pass\ndef test_x(font): pass",
    ],
)
def test_a_sampled_test_without_its_mark_is_found(code: str) -> None:
    source = f"from tests.sampling import sample\n{code}\ndef test_y(): pass"
    assert unmarked_samples(source) == ["test_x"]
    marked = re.sub(r"((?:async )?def test_x)", r"@pytest.mark.sampled\n\1", source)
    assert unmarked_samples(marked) == []


def test_the_public_names_are_all_that_is_visible() -> None:
    visible = [
        name
        for name in dir(paperdice)
        if not name.startswith("_") and not isinstance(getattr(paperdice, name), types.ModuleType)
    ]
    assert sorted(paperdice.__all__) == visible
