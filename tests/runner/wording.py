"""Check the wording of docstrings, comments and Markdown pages; `tests/wording.toml` lists the refused patterns.

`python -m tests.runner.wording [FILE or FOLDER ...]` checks the given files and folders, by default all files that git
does not ignore. Files that are listed as exceptions are only checked if they are given.
"""

from __future__ import annotations

import ast
import io
import re
import subprocess
import sys
import tokenize
import tomllib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from tests.runner.groups import ROOT

WORDING = ROOT / "tests" / "wording.toml"
SUFFIXES = (".py", ".ts", ".tsx", ".md")
# The kinds of texts: docstrings of functions, other docstrings and comments, and lines of Markdown pages.
FUNCTIONS, CODE, PAGES = "functions", "code", "pages"


@dataclass(frozen=True)
class Refused:
    """A refused pattern.

    Attributes:
        pattern: The regular expression.
        reason: What to write instead.
        example: A text that the pattern matches.
        scopes: The kinds of texts that are searched.
        exceptions: Phrases in which the wording is allowed.
    """

    pattern: re.Pattern[str]
    reason: str
    example: str
    scopes: tuple[str, ...] = (FUNCTIONS, CODE, PAGES)
    exceptions: tuple[str, ...] = ()

    def find(self, text: str) -> str | None:
        """Return the first match in a text that is not part of an exception."""
        for phrase in self.exceptions:
            text = text.replace(phrase, "")
        match = self.pattern.search(text)
        return match[0] if match else None


@dataclass(frozen=True)
class Text:
    """A docstring, a comment or a line of prose, with the number of its first line and its kind."""

    line: int
    words: str
    scope: str = CODE


def read_wording() -> tuple[dict[Path, str], list[Refused]]:
    """Return the files that are not checked, with the reasons, and the patterns to refuse."""
    table = tomllib.loads(WORDING.read_text("utf-8"))
    refused = [
        Refused(
            re.compile(entry["pattern"], re.IGNORECASE),
            entry["reason"],
            entry["example"],
            tuple(entry.get("in", (FUNCTIONS, CODE, PAGES))),
            tuple(entry.get("except", ())),
        )
        for entry in table["refused"]
    ]
    return {ROOT / name: reason for name, reason in table["exceptions"].items()}, refused


def python_texts(source: str) -> Iterator[Text]:
    """Yield the docstrings and comments of a Python file; comments on adjacent lines are one text."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            words = ast.get_docstring(node)
            is_function = not isinstance(node, ast.Module | ast.ClassDef)
            if words:
                yield Text(node.body[0].lineno, words, FUNCTIONS if is_function else CODE)
    block: list[tuple[int, str]] = []
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type != tokenize.COMMENT:
            continue
        if block and token.start[0] != block[-1][0] + 1:
            yield join_lines(block)
            block = []
        block.append((token.start[0], token.string.lstrip("#")))
    if block:
        yield join_lines(block)


def join_lines(lines: Sequence[tuple[int, str]]) -> Text:
    """Join numbered lines into one text."""
    return Text(lines[0][0], " ".join(line.strip() for _, line in lines))


def script_texts(source: str) -> Iterator[Text]:
    """Yield the comments of a TypeScript file; adjacent `//` lines are one text."""
    for match in re.finditer(r"/\*.*?\*/|(?m:(?:^|(?<=\s))//[^\n]*(?:\n\s*//[^\n]*)*)", source, re.DOTALL):
        words = re.sub(r"\*/|/\*+|(?m:^\s*(?://|\*))", "", match[0])
        yield Text(source.count("\n", 0, match.start()) + 1, words.strip())


def page_texts(source: str) -> Iterator[Text]:
    """Yield the lines of a Markdown page, excluding code."""
    prose = re.sub(r"^```.*?^```", lambda match: "\n" * match[0].count("\n"), source, flags=re.DOTALL | re.MULTILINE)
    for number, line in enumerate(prose.splitlines(), 1):
        yield Text(number, re.sub(r"`[^`]*`", "code", line).lstrip("#-*0123456789.| "), PAGES)


def breaches(source: str, suffix: str, refused: Sequence[Refused]) -> Iterator[str]:
    """Yield a message with line and reason for each refused wording of a file."""
    read = {".py": python_texts, "": python_texts, ".md": page_texts}.get(suffix, script_texts)
    for text in read(source):
        words = " ".join(text.words.split())
        for entry in refused:
            if text.scope in entry.scopes and (found := entry.find(words)) is not None:
                yield f"{text.line}: {found[:60]!r}: {entry.reason}"


def list_files(places: Sequence[Path] = ()) -> list[Path]:
    """Return the files with texts to check among these files and folders, by default in the whole repository."""
    command = ["git", "-c", "safe.directory=*", "ls-files", "-z", "--cached", "--others", "--exclude-standard", "--"]
    listed = subprocess.run([*command, *places], cwd=ROOT, capture_output=True, text=True, check=True)
    files = sorted({ROOT / name for name in listed.stdout.split("\0") if name})
    return [file for file in files if (file.suffix in SUFFIXES or file == ROOT / "do") and file.is_file()]


def main(words: Sequence[str]) -> int:
    """Print refused wording and return the exit status."""
    exceptions, refused = read_wording()
    files = list_files([Path(word).resolve() for word in words])
    found = [
        f"{file.relative_to(ROOT)}:{breach}"
        for file in files
        if words or file not in exceptions
        for breach in breaches(file.read_text("utf-8"), file.suffix, refused)
    ]
    print(*found, sep="\n", end="\n" if found else "")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
