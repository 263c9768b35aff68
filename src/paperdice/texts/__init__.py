"""User-facing strings in all languages, loaded from TOML files in one folder per language."""

from __future__ import annotations

import functools
import tomllib
from pathlib import Path
from typing import Literal, get_args

from paperdice.errors import Reason

Language = Literal["en", "fr", "de"]
LANGUAGES: tuple[Language, ...] = get_args(Language)
# Tables of the names that replace color letters and phase ids in reasons.
_TABLES = {"color": "colors", "first": "colors", "second": "colors", "phase": "phases"}


@functools.cache
def read_texts(language: str = "en", reader: str = "") -> dict[str, dict[str, str]]:
    """Return the user-facing strings of a language, which may contain placeholders, grouped into tables.

    Args:
        language: The language code.
        reader: The name of the file to load, such as `page` or `server`; by default `library`. In files other
            than the default, an entry may be a table of plural forms.
    """
    file = Path(__file__).parent / language / f"{reader or 'library'}.toml"
    return tomllib.loads(file.read_text(encoding="utf-8"))


def say(reason: Reason, language: str = "en") -> str:
    """Return the sentence for a reason, followed by the rule that it cites."""
    texts = read_texts(language)
    told = {
        name: texts[_TABLES[name]].get(str(value), value) if name in _TABLES else value
        for name, value in reason.params.items()
    }
    told["colored"] = texts["colored"].get(str(reason.params.get("color")), "")
    sentences = texts["reasons"] if reason.id in texts["reasons"] else read_texts(language, "server")["reasons"]
    sentence = sentences[reason.id].format(**told)
    return f"{sentence} [{reason.rule}]" if reason.rule else sentence


def decimal(number: str, language: str) -> str:
    """Replace the decimal point of a formatted number with the decimal separator of a language."""
    return number.replace(".", read_texts(language)["language"]["decimal"])


def tell(name: str, text: str, language: str) -> str:
    """Join a name and a text as in "Ann: fine", with a space before the colon if the language requires it."""
    return read_texts(language, "study")["names"]["told"].format(name=name, text=text)
