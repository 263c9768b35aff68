"""Pictures in a real browser with real fonts: texts do not overlap or overflow, and nothing is fetched or executed."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser

from paperdice import GAMES, Match, SeededDice, find_game
from paperdice.draw import match_svg, sheet_svg
from paperdice.game import Game
from paperdice.texts import LANGUAGES
from tests.browser.chromium import new_context

# Texts with their boxes in the browser's layout; duplicates in one place are a halo and its text.
TEXTS = """() => {
  const frame = document.querySelector("svg").getBoundingClientRect();
  const seen = new Map();
  for (const text of document.querySelectorAll("text")) {
    const { left, top, right, bottom } = text.getBoundingClientRect();
    const box = [left - frame.left, top - frame.top, right - frame.left, bottom - frame.top];
    seen.set(text.textContent + box.map(Math.round), [text.textContent, ...box]);
  }
  return { width: frame.width, height: frame.height, texts: [...seen.values()] };
}"""


def middle_of(match: Match) -> Match:
    """Return a match after some turns in which every seat plays its last choice."""
    dice = SeededDice(4)
    while not match.over and (match.turn < 7 or not match.acting):
        if match.dice_wanted:
            match.throw(dice)
        for seat in match.acting:
            match.play(seat, match.choices(seat)[-1])
    return match


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_texts_stay_inside_and_apart(browser: Browser, game: Game, language: str) -> None:
    match = middle_of(Match(game, 2))
    seat = match.acting[0] if match.acting else None
    names = ["Maximiliane Wolkenstein-Trostburg " * 3, "Bo"]
    context = new_context(browser, "desktop")
    page = context.new_page()
    for svg in (
        match_svg(match, seat, names=names, language=language, columns=1),
        sheet_svg(match.sheets[0], language=language),
    ):
        page.set_content(f"<body style='margin: 0'>{svg}</body>")
        drawn = page.evaluate(TEXTS)
        width, height, texts = drawn["width"], drawn["height"], drawn["texts"]
        assert len(texts) > 8
        assert [text for text, *box in texts if min(box) < 0 or box[2] > width or box[3] > height] == []
        assert [(one[0], other[0]) for i, one in enumerate(texts) for other in texts[:i] if overlap(one, other)] == []
    context.close()


def overlap(one: list[float], other: list[float]) -> bool:
    """Return whether two texts touch; their boxes are taller than the letters, so a third of the height is ignored."""
    air = (min(one[4] - one[2], other[4] - other[2])) / 3
    across = min(one[3], other[3]) - max(one[1], other[1])
    down = min(one[4], other[4]) - max(one[2], other[2])
    return across > 0.5 and down > air


def test_a_picture_runs_and_fetches_nothing(browser: Browser) -> None:
    """A player's name may contain a script."""
    context = new_context(browser, "desktop")
    page = context.new_page()
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    evil = "</text><script>document.title = 'run'</script><image href='https://example.org/x.png'/>"
    page.set_content(match_svg(Match(find_game("qwixx"), 2), names=[evil, evil], title=evil))
    assert (page.title(), page.locator("script").count(), page.locator("image").count()) == ("", 0, 0)
    assert asked == []
    context.close()
