"""Every sentence a person reads, by id and language."""

from __future__ import annotations

import functools
import tomllib
from pathlib import Path

from paperdice.errors import Reason

LANGUAGES = ("en", "fr", "de")
# Reasons tell colors by letter and phases by id; here they get their names.
_TABLES = {"color": "colors", "first": "colors", "second": "colors", "phase": "phases"}


@functools.cache
def read_texts(language: str = "en", reader: str = "") -> dict[str, dict[str, str]]:
    """Gives the catalogue of a language: tables of sentences with places for parameters.

    With a reader, `page` or `server`, it is what only that one says; there a sentence may be a table of plural forms.
    """
    name = f"{reader}.{language}.toml" if reader else f"{language}.toml"
    return tomllib.loads((Path(__file__).parent / name).read_text(encoding="utf-8"))


def say(reason: Reason, language: str = "en") -> str:
    """Gives a reason as a sentence, with its rule behind it."""
    texts = read_texts(language)
    told = {
        name: texts[_TABLES[name]].get(str(value), value) if name in _TABLES else value
        for name, value in reason.params.items()
    }
    told["colored"] = texts["colored"].get(str(reason.params.get("color")), "")
    sentence = texts["reasons"][reason.id].format(**told)
    return f"{sentence} [{reason.rule}]" if reason.rule else sentence


def decimal(number: str, language: str) -> str:
    """Gives a number with the comma that French and German have in place of the point."""
    return number if language == "en" else number.replace(".", ",")


def tell(name: str, text: str, language: str) -> str:
    """Gives what is told of a name: "Ann: fine", with the colon as the language sets it."""
    return read_texts(language, "study")["names"]["told"].format(name=name, text=text)
