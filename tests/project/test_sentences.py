"""The texts of all languages use the words prescribed by docs/decisions/sentences.md."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

from paperdice.errors import Reason
from paperdice.texts import say

ROOT = Path(__file__).parents[2]
# A mark is « une croix » and „ein Kreuz“, a bot is « un robot », and so on.
AVOIDED = {
    "fr": r"\bmarqu|\bmille\b|\bnotation|\bbots?\b|\bcoches\b|\bnombres? chance|'| …|tout seul|\b[Cc]lo(re|t)\b"
    r"|\bpile\b|six touches|table lente",
    "de": r"[Mm]arkier|\bMarken?\b|[Ll]inkest|einmal noch|Herausforderung|Telefon|, oder (passe|streiche)|[Bb]erichtig"
    r"|Bindung|Feld (\*\*)?ganz links|[Ss]echsmal|Würfel 0 ist",
    "en": r"\bridge\b|Who (was|cannot|marks)|\b[Tt]his is no\b|stand any more|'|[Ss]ix taps",
}


def flat(table: Mapping[str, object], prefix: str = "") -> Iterator[tuple[str, str]]:
    for key, value in table.items():
        if isinstance(value, dict):
            yield from flat(value, f"{prefix}{key}.")
        else:
            yield prefix + key, str(value)


def sentences(lang: str) -> dict[str, str]:
    """Return every text of a language, by its id."""
    files = sorted((ROOT / "src" / "paperdice" / "texts" / lang).glob("*.toml"))
    assert len(files) == 6
    return {id_: text for file in files for id_, text in flat(tomllib.loads(file.read_text("utf-8")))}


@pytest.mark.parametrize("lang", AVOIDED)
def test_no_sentence_uses_a_word_that_is_avoided(lang: str) -> None:
    texts = {id_: re.sub(r"\{\w+\}", "0", text) for id_, text in sentences(lang).items()}
    assert {id_: text for id_, text in texts.items() if re.search(AVOIDED[lang], text)} == {}


@pytest.mark.parametrize(
    ("language", "phase", "neighbor"),
    [
        ("en", "Not in this phase (second throw).", "in red or yellow"),
        ("fr", "Pas dans cette phase (second lancer).", "en rouge ou en jaune"),
        ("de", "Nicht in dieser Phase (zweiter Wurf).", "in Rot oder Gelb"),
    ],
)
def test_phases_and_colors_of_a_reason_have_names(language: str, phase: str, neighbor: str) -> None:
    assert say(Reason("other_phase", {"phase": "reroll"}), language) == phase
    assert neighbor in say(Reason("no_neighbor", {"number": 8, "first": "r", "second": "y"}), language)


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "The red die has left the match."),
        ("fr", "Le dé rouge est retiré du jeu."),
        ("de", "Der rote Würfel ist aus dem Spiel."),
    ],
)
def test_a_die_is_named_by_its_color(language: str, said: str) -> None:
    assert say(Reason("retired", {"color": "r"}), language) == said


def test_no_name_or_color_follows_a_word_that_needs_an_elision() -> None:
    """Elision requires « d’Alice » and « l’orange », so that neither « de {name} » nor « le {color} » is possible."""
    elided = re.compile(r"\b(?:de|que|le|la|ne|se) \{(?:names?|colors?|first|second|seat)\}")
    assert {id_: text for id_, text in sentences("fr").items() if elided.search(text)} == {}
