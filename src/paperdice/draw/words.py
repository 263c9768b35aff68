"""The words of a drawing in one language."""

from __future__ import annotations

from collections.abc import Mapping
from typing import cast

from paperdice.errors import Reason, SetupError
from paperdice.texts import LANGUAGES, read_texts


def signed(points: int) -> str:
    """Gives points with a true minus sign.

    >>> signed(-5), signed(12)
    ('−5', '12')
    """
    return str(points).replace("-", "\N{MINUS SIGN}")


class Words:
    """The words of one language: those that the page has too, and a few of the drawing's own."""

    def __init__(self, language: str) -> None:
        if language not in LANGUAGES:
            known = ", ".join(LANGUAGES)
            reason = Reason("bad_language", {"language": str(language), "known": known})
            raise SetupError(f"there is no language {language!r}; known are {known}", reason)
        self.language = language

    def page(self, place: str) -> str:
        """Gives a word of the page, by its id (`strip.total`)."""
        room, name = place.split(".")
        return read_texts(self.language, "page")[room][name]

    def own(self, name: str, **params: str | int) -> str:
        """Gives a word of the drawing's own."""
        return read_texts(self.language)["drawing"][name].format(**params)

    def phase(self, phase: str) -> str:
        """Names a phase."""
        return read_texts(self.language)["phases"][phase]

    def end(self, reason: str) -> str:
        """Says why a match has ended."""
        return read_texts(self.language)["ends"][reason]

    def rules(self, game: str) -> list[str]:
        """Gives the short rules of a game, a paragraph each, its title in bold before it; none for a game without."""
        learn = cast("Mapping[str, Mapping[str, str]]", read_texts(self.language, "page")["learn"])
        told = learn.get(game, {})
        titled = [name.removesuffix("_title") for name in told if name.endswith("_title")]
        return [told[name] for name in told if name == "short"] + [
            f"**{told[f'{name}_title']}.** {told[name]}" for name in titled
        ]
