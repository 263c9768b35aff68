"""The words of a drawing in one language."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
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

    def family(self, name: str) -> str:
        """Gives a word that only sheets of the Qwixx family need."""
        return read_texts(self.language, "family")["family"][name]

    def sheet(self, name: str) -> str:
        """Gives what a sheet is called: `steps-b` is "Connected A, sheet B"; an owner's has the name on its file."""
        names = read_texts(self.language, "page")["sheet_name"]
        kind, _, letter = name.partition("-")
        if len(name) == 1:
            kind, letter = "letter", name
        return names[kind].format(letter=letter.upper()) if kind in names else name

    def sheet_rules(self, name: str) -> list[str]:
        """Gives what a sheet of the family adds to the rules, nothing for another one."""
        told = read_texts(self.language, "family")["sheets"]
        whole, kind = name.replace("-", "_"), name.partition("-")[0]
        return [f"**{told[f'{key}_title']}.** {told[key]}" for key in (whole, kind) if key in told]

    def phase(self, phase: str) -> str:
        """Names a phase."""
        return read_texts(self.language)["phases"][phase]

    def end(self, reason: str) -> str:
        """Says why a match has ended."""
        return read_texts(self.language)["ends"][reason]

    def winners(self, names: Sequence[str], seats: int) -> str:
        """Says who has won: one player, several, or nobody where one plays alone."""
        told = read_texts(self.language, "page")["end"]
        if seats == 1:
            return told["solo"]
        return told["wins"].format(name=names[0]) if len(names) == 1 else told["shared"].format(names=", ".join(names))

    def rules(self, game: str) -> list[str]:
        """Gives the short rules of a game, a paragraph each, its title in bold before it; none for a game without."""
        learn = cast("Mapping[str, Mapping[str, str]]", read_texts(self.language, "page")["learn"])
        told = learn.get(game, {})
        titled = [name.removesuffix("_title") for name in told if name.endswith("_title")]
        return [told[name] for name in told if name == "short"] + [
            f"**{told[f'{name}_title']}.** {told[name]}" for name in titled
        ]
