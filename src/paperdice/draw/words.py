"""Translated strings for drawings."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import cast

from paperdice.errors import Reason, SetupError
from paperdice.texts import LANGUAGES, read_texts

_TITLE = "_title"


def signed(points: int) -> str:
    """Format points, using the Unicode minus sign for negative numbers.

    >>> signed(-5), signed(12)
    ('−5', '12')
    """
    return str(points).replace("-", "\N{MINUS SIGN}")


def short_rules(told: Mapping[str, str]) -> list[str]:
    """Return the short rules of a game, taken from the strings of its lesson. The summary comes first, followed by a
    paragraph for each rule, which begins with its title in bold.
    """
    keys = list(told.keys())
    names = [key[: -len(_TITLE)] for key in keys if key.endswith(_TITLE)]
    first = [told["short"]] if "short" in told else []
    return [*first, *[f"**{told[name + _TITLE]}.** {told[name]}" for name in names]]


def added_rules(told: Mapping[str, str], name: str) -> list[str]:
    """Return the short rules that a sheet adds to those of its game: its own rules, followed by the rules for its kind
    of sheet, one paragraph each.
    """
    parts = name.split("-")
    return [f"**{told[key + _TITLE]}.** {told[key]}" for key in ["_".join(parts), parts[0]] if key in told]


class Words:
    """The strings used in drawings, in one language. Most of them are shared with the web page.

    Raises:
        SetupError: The language is unknown.
    """

    def __init__(self, language: str) -> None:
        if language not in LANGUAGES:
            known = ", ".join(LANGUAGES)
            reason = Reason("bad_language", {"language": str(language), "known": known})
            raise SetupError(f"there is no language {language!r}; known are {known}", reason)
        self.language = language

    def page(self, place: str) -> str:
        """Return the string of the web page with this ID, such as `strip.total`."""
        room, name = place.split(".")
        return read_texts(self.language, "page")[room][name]

    def own(self, name: str, **params: str | int) -> str:
        """Return a string that only drawings use, with parameters filled in."""
        return read_texts(self.language)["drawing"][name].format(**params)

    def family(self, name: str) -> str:
        """Return a string that is used only on sheets of the Qwixx family."""
        return read_texts(self.language, "family")["family"][name]

    def sheet(self, name: str) -> str:
        """Return the title of a sheet, such as "Connected A, sheet B" for `steps-b`; a custom sheet is titled by its
        name.
        """
        names = read_texts(self.language, "page")["sheet_name"]
        kind, _, letter = name.partition("-")
        if len(name) == 1:
            kind, letter = "letter", name
        return names[kind].format(letter=letter.upper()) if kind in names else name

    def sheet_rules(self, name: str) -> list[str]:
        """Return the short rules that a sheet of the Qwixx family adds to those of the game, or an empty list for other
        sheets.
        """
        return added_rules(read_texts(self.language, "family")["sheets"], name)

    def phase(self, phase: str) -> str:
        """Return the translated name of a phase."""
        return read_texts(self.language)["phases"][phase]

    def end(self, reason: str) -> str:
        """Return the translated reason for the end of a match."""
        return read_texts(self.language)["ends"][reason]

    def winners(self, names: Sequence[str], seats: int) -> str:
        """Return a headline that names the winner or winners. In a solo match, it names no one."""
        told = read_texts(self.language, "page")["end"]
        if seats == 1:
            return told["solo"]
        return told["wins"].format(name=names[0]) if len(names) == 1 else told["shared"].format(names=", ".join(names))

    def rules(self, game: str) -> list[str]:
        """Return the short rules of a game, one paragraph each, with titles in bold; empty if there are none for this
        game.
        """
        learn = cast("Mapping[str, Mapping[str, str]]", read_texts(self.language, "page")["learn"])
        return short_rules(learn.get(game, {}))
