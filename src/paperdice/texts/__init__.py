"""Every sentence a person reads, by id and language."""

from __future__ import annotations

import functools
import tomllib
from pathlib import Path

from paperdice.errors import Reason

LANGUAGES = ("en", "fr", "de")


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
    colors = {
        name: texts["colors"].get(str(value), str(value)) for name, value in reason.params.items() if name == "color"
    }
    sentence = texts["reasons"][reason.id].format(**{**reason.params, **colors})
    return f"{sentence} [{reason.rule}]" if reason.rule else sentence
