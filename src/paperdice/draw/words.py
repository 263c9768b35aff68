"""The words of a drawing in one language."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import cast

from paperdice.errors import Reason, SetupError
from paperdice.texts import LANGUAGES, read_texts

_TITLE = "_title"


def signed(points: int) -> str:
    """Format points with a true minus sign.

    >>> signed(-5), signed(12)
    ('−5', '12')
    """
    return str(points).replace("-", "\N{MINUS SIGN}")


def short_rules(told: Mapping[str, str]) -> list[str]:
    """Convert the texts of a lesson to short rules, one paragraph each: the summary first, then the titled rules."""
    keys = list(told.keys())
    names = [key[: -len(_TITLE)] for key in keys if key.endswith(_TITLE)]
    first = [told["short"]] if "short" in told else []
    return [*first, *[f"**{told[name + _TITLE]}.** {told[name]}" for name in names]]


def added_rules(told: Mapping[str, str], name: str) -> list[str]:
    """Return the rules that a sheet adds: those of the sheet itself and those of its kind."""
    parts = name.split("-")
    return [f"**{told[key + _TITLE]}.** {told[key]}" for key in ["_".join(parts), parts[0]] if key in told]


class Words:
    """The words of one language: those shared with the page, and a few used only in drawings."""

    def __init__(self, language: str) -> None:
        if language not in LANGUAGES:
            known = ", ".join(LANGUAGES)
            reason = Reason("bad_language", {"language": str(language), "known": known})
            raise SetupError(f"there is no language {language!r}; known are {known}", reason)
        self.language = language

    def page(self, place: str) -> str:
        """Return a text of the page by its id, such as `strip.total`."""
        room, name = place.split(".")
        return read_texts(self.language, "page")[room][name]

    def own(self, name: str, **params: str | int) -> str:
        """Return a text that is only used in drawings."""
        return read_texts(self.language)["drawing"][name].format(**params)

    def family(self, name: str) -> str:
        """Return a text that is only used by sheets of the Qwixx family."""
        return read_texts(self.language, "family")["family"][name]

    def sheet(self, name: str) -> str:
        """Return the title of a sheet: `steps-b` is "Connected A, sheet B"; a custom sheet has the name in its file."""
        names = read_texts(self.language, "page")["sheet_name"]
        kind, _, letter = name.partition("-")
        if len(name) == 1:
            kind, letter = "letter", name
        return names[kind].format(letter=letter.upper()) if kind in names else name

    def sheet_rules(self, name: str) -> list[str]:
        """Return the rules added by a sheet of the family; empty for other sheets."""
        return added_rules(read_texts(self.language, "family")["sheets"], name)

    def phase(self, phase: str) -> str:
        """Return the name of a phase."""
        return read_texts(self.language)["phases"][phase]

    def end(self, reason: str) -> str:
        """Return the reason for the end of a match."""
        return read_texts(self.language)["ends"][reason]

    def winners(self, names: Sequence[str], seats: int) -> str:
        """Return a text that names the winners: one player, several, or nobody in a solo match."""
        told = read_texts(self.language, "page")["end"]
        if seats == 1:
            return told["solo"]
        return told["wins"].format(name=names[0]) if len(names) == 1 else told["shared"].format(names=", ".join(names))

    def rules(self, game: str) -> list[str]:
        """Return the short rules of a game, one paragraph each with a bold title; empty if the game has no
        rules text.
        """
        learn = cast("Mapping[str, Mapping[str, str]]", read_texts(self.language, "page")["learn"])
        return short_rules(learn.get(game, {}))
