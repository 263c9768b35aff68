"""All sentences for users, by id and language: a folder of catalogues for each."""

from __future__ import annotations

import functools
import tomllib
from pathlib import Path
from typing import Literal, get_args

from paperdice.errors import Reason

Language = Literal["en", "fr", "de"]
LANGUAGES: tuple[Language, ...] = get_args(Language)
# Reasons contain color letters and phase ids, which are replaced by names here.
_TABLES = {"color": "colors", "first": "colors", "second": "colors", "phase": "phases"}


@functools.cache
def read_texts(language: str = "en", reader: str = "") -> dict[str, dict[str, str]]:
    """Return the catalogue of a language: tables of sentences with placeholders.

    For a reader, `page` or `server`, return only its sentences, where an entry may be a table of plural forms.
    """
    file = Path(__file__).parent / language / f"{reader or 'library'}.toml"
    return tomllib.loads(file.read_text(encoding="utf-8"))


def say(reason: Reason, language: str = "en") -> str:
    """Return a reason as a sentence, followed by its rule."""
    texts = read_texts(language)
    told = {
        name: texts[_TABLES[name]].get(str(value), value) if name in _TABLES else value
        for name, value in reason.params.items()
    }
    told["colored"] = texts["colored"].get(str(reason.params.get("color")), "")
    sentence = texts["reasons"][reason.id].format(**told)
    return f"{sentence} [{reason.rule}]" if reason.rule else sentence


def decimal(number: str, language: str) -> str:
    """Format a number with the decimal separator of the language."""
    return number.replace(".", read_texts(language)["language"]["decimal"])


def tell(name: str, text: str, language: str) -> str:
    """Format a labeled text, as in "Ann: fine", with the colon spaced as in the language."""
    return read_texts(language, "study")["names"]["told"].format(name=name, text=text)
