"""Every sentence a person reads, by id and language."""

from __future__ import annotations

import functools
import tomllib
from pathlib import Path

from paperdice.errors import Reason

LANGUAGES = ("en", "fr", "de")


@functools.cache
def read_texts(language: str = "en") -> dict[str, dict[str, str]]:
    """Gives the catalogue of a language: tables of sentences with places for parameters."""
    return tomllib.loads((Path(__file__).parent / f"{language}.toml").read_text(encoding="utf-8"))


def say(reason: Reason, language: str = "en") -> str:
    """Gives a reason as a sentence, with its rule behind it."""
    texts = read_texts(language)
    colors = {
        name: texts["colors"].get(str(value), str(value)) for name, value in reason.params.items() if name == "color"
    }
    sentence = texts["reasons"][reason.id].format(**{**reason.params, **colors})
    return f"{sentence} [{reason.rule}]" if reason.rule else sentence
