"""Locales of the C library, compiled from a few lines, so that they do not have to be installed."""

from __future__ import annotations

import subprocess
from pathlib import Path

DOTTED_CAPITAL, DOTLESS_SMALL = "İ", "ı"
LETTERS = "".join(map(chr, range(128))) + DOTTED_CAPITAL + DOTLESS_SMALL
CAPITALS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
# The locales, and the pairs of capital and lowercase letters in which they differ from English.
PAIRS = {"de_DE.UTF-8": [("I", "i")], "tr_TR.UTF-8": [("I", DOTLESS_SMALL), (DOTTED_CAPITAL, "i")]}


def compile_locales(folder: Path) -> None:
    """Compile a German and a Turkish locale into a folder for `LOCPATH`."""
    charmap = folder / "charmap"
    charmap.write_text(make_charmap(), "utf-8")
    for name, pairs in PAIRS.items():
        source = folder / f"{name}.source"
        source.write_text(make_source(pairs), "utf-8")
        # It warns of undefined categories, which also affects its exit status.
        places = ["-i", source, "-f", charmap, folder / name]
        command = ["localedef", "--no-archive", "--force", *map(str, places)]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        assert (folder / name / "LC_CTYPE").exists(), f"localedef, a part of glibc, failed: {done.stderr}"


def make_charmap() -> str:
    """Return the characters of the locales, in UTF-8."""
    lines = [f"{symbol(letter)} {''.join(f'/x{byte:02x}' for byte in letter.encode())}" for letter in LETTERS]
    head = ["<code_set_name> UTF-8", "<escape_char> /", "<mb_cur_min> 1", "<mb_cur_max> 6", "CHARMAP"]
    return "\n".join([*head, *lines, "END CHARMAP", ""])


def make_source(pairs: list[tuple[str, str]]) -> str:
    """Return the definition of a locale with a decimal comma and these additional pairs of letters."""
    usual = [(letter, letter.lower()) for letter in CAPITALS if letter != "I"]
    capitals, smalls = zip(*usual, *pairs, strict=True)
    kinds = {
        "upper": capitals,
        "lower": smalls,
        "digit": "0123456789",
        "space": "\t\n\v\f\r ",
        "cntrl": [letter for letter in LETTERS if not letter.isprintable()],
        "punct": [letter for letter in LETTERS[33:127] if not letter.isalnum()],
    }
    lines = [f"{kind} {';'.join(map(symbol, letters))}" for kind, letters in kinds.items()]
    for name, step in (("tolower", 1), ("toupper", -1)):
        both = [(symbol(one), symbol(other)) for one, other in (pair[::step] for pair in (*usual, *pairs))]
        lines.append(f"{name} {';'.join(f'({one},{other})' for one, other in both)}")
    numbers = [f'decimal_point "{symbol(",")}"', f'thousands_sep "{symbol(".")}"', "grouping 3;3"]
    parts = [("LC_CTYPE", lines), ("LC_NUMERIC", numbers)]
    told = [line for name, lines in parts for line in (name, *lines, f"END {name}", "")]
    return "\n".join(["comment_char %", "escape_char /", *told])


def symbol(letter: str) -> str:
    return f"<U{ord(letter):04X}>"
