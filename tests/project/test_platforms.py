"""Linux and macOS are supported according to the package's metadata and the docs, and no code is specific to others."""

import re
import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[2]
PROGRAMS = [ROOT / "do", ROOT / "hatch_build.py", *(ROOT / "src").rglob("*.py"), *(ROOT / "tests/runner").rglob("*.py")]
# Code for a system that is neither Linux nor macOS.
FOREIGN = re.compile(r"win32|msvcrt|\bos\.name\b|hasattr\(os, |except ImportError:  # Windows")


def test_package_and_docs_promise_the_same_systems() -> None:
    facts = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["classifiers"]
    systems = [fact.partition(" :: ")[2] for fact in facts if fact.startswith("Operating System :: ")]
    assert systems == ["MacOS", "POSIX :: Linux"]
    page = (ROOT / "docs" / "hosting.md").read_text("utf-8")
    assert "on Linux (x86-64 or ARM) or on a Mac with Apple silicon." in page and "\n- Not Windows: " in page


def test_no_code_is_for_other_systems() -> None:
    found = [
        f"{file.relative_to(ROOT)}:{number}"
        for file in PROGRAMS
        for number, line in enumerate(file.read_text("utf-8").splitlines(), 1)
        if FOREIGN.search(line)
    ]
    assert found == []
