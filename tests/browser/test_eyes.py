"""Cells and selections can be distinguished without colors: in gray, and with forced colors."""

from __future__ import annotations

import io
import itertools
from collections.abc import Iterator, Sequence
from typing import TypeVar

import pytest
from PIL import Image, ImageChops
from playwright.sync_api import Browser, Locator, Page

from tests.browser.chromium import new_context
from tests.browser.conftest import OpenPage
from tests.browser.gallery import Scene
from tests.sampling import sample

T = TypeVar("T")

# The minimum difference of two of 256 grays that is visible at a glance, and the minimum share of a cell or button that
# has to differ: the thinnest dash through a number is two thirds of a hundredth.
SHADES = 24
LEAST = 0.006
ROOM = 5

# An element of each look, drawn with the same number and color in the same place of the first row.
SPECIMEN = """([kind, look]) => {
  const found = document.querySelector(`.match .sheet .${kind}.${look}`).cloneNode(true);
  const place = document.querySelectorAll(`.match .sheet .row:first-child .${kind}`)[kind === 'cell' ? 2 : 0];
  const isColor = (name) => /^[wkroygbp]$/.test(name);
  const color = [...place.classList].find(isColor);
  found.className = [...found.classList].map((name) => (isColor(name) ? color : name)).join(' ');
  for (const number of found.querySelectorAll('.n, .top b')) number.textContent = '5';
  for (const letter of found.querySelectorAll('.top i')) letter.textContent = 'R';
  found.id = 'specimen';
  place.replaceWith(found);
}"""


# The page marks by a class and for screen readers whose turn it is, or which sheet is in use.
CURRENT = """(part, [kind, isOn]) => {
  part.classList.toggle(kind, isOn);
  part.querySelector('button').ariaCurrent = isOn;
}"""


@pytest.fixture(scope="module")
def gallery(browser: Browser, gallery_address: str) -> Iterator[Page]:
    context = new_context(browser)
    page = context.new_page()
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(gallery_address)
    page.locator(".match").wait_for()  # the first scene, which must not arrive after ours
    yield page
    context.close()


def see(page: Page, part: Locator) -> Image.Image:
    """Return a screenshot of an element in gray, including a margin."""
    box = part.bounding_box()
    assert box is not None
    x, y, width, height = box["x"] - ROOM, box["y"] - ROOM, box["width"] + 2 * ROOM, box["height"] + 2 * ROOM
    shot = page.screenshot(clip={"x": x, "y": y, "width": width, "height": height})
    return Image.open(io.BytesIO(shot)).convert("L")


def apart(one: Image.Image, other: Image.Image) -> float:
    """Return the share of pixels that differ visibly."""
    counts = ImageChops.difference(one, other.resize(one.size)).histogram()
    return sum(counts[SHADES:]) / sum(counts)


def show(page: Page, dark: bool, forced: bool, scene: Scene) -> None:
    page.emulate_media(forced_colors="active" if forced else "none", color_scheme="dark" if dark else "light")
    page.evaluate("scene => window.show(scene)", {"mode": "own", "seats": 4, "isDark": dark, **scene})


CELLS = {
    "qwixx": ("free", "can", "pencil", "will", "marked", "skipped", "gone"),
    "twenty_one": ("far", "can", "pencil", "marked", "hit", "struck"),
    "qwantum": ("free", "can", "pencil", "marked", "far"),
    "sixto": ("free", "can", "pencil", "will", "marked", "skipped", "gone"),
    "longo": ("free", "can", "pencil", "marked", "skipped"),
}
LOOKS = [*[(game, "cell", looks) for game, looks in CELLS.items()], ("qwixx", "lock", ("far", "shut"))]


LIGHTS = [(dark, forced) for dark in (False, True) for forced in (False, True)]


def sample_lights(cases: Sequence[T]) -> list[tuple[T, tuple[bool, bool]]]:
    """Return each case in gray and with forced colors, one of them light and one dark; a long run returns all four."""
    usual = [(case, (place % 2 == int(forced), forced)) for place, case in enumerate(cases) for forced in (False, True)]
    return sample(list(itertools.product(cases, LIGHTS)), len(usual), always=usual)


@pytest.mark.sampled
@pytest.mark.parametrize(("look", "light"), sample_lights(LOOKS))
def test_every_look_of_a_cell_is_apart_without_colors(
    gallery: Page, look: tuple[str, str, tuple[str, ...]], light: tuple[bool, bool]
) -> None:
    (game, kind, looks), (dark, forced) = look, light
    seen = {}
    for name in looks:
        show(gallery, dark, forced, {"game": game, "moment": "open" if name == "can" else "pencil"})
        gallery.evaluate(SPECIMEN, [kind, name])
        seen[name] = see(gallery, gallery.locator("#specimen"))
    shares = {f"{a} {b}": round(apart(seen[a], seen[b]), 3) for a, b in itertools.combinations(looks, 2)}
    assert {pair: share for pair, share in shares.items() if share < LEAST} == {}


# How each state (selected, its turn, taken, usable) is set and removed.
STATES = {
    "turn": ({}, ".seats .seat >> nth=1", f"part => ({CURRENT})(part, ['turn', true])"),
    "miss": ({}, ".strip .miss >> nth=1", "part => part.replaceWith(part.nextElementSibling.cloneNode(true))"),
    "go": ({}, ".dock [data-action=done]", "part => part.classList.remove('go')"),
    "use": ({}, ".dock .tray .die >> nth=2", "part => part.classList.replace('idle', 'live')"),
    "pick": ({"game": "qwantum", "moment": "reroll"}, ".dock .die >> nth=2", "part => part.classList.add('pick')"),
    "hand": ({"mode": "pad-shared"}, ".seats .seat >> nth=0", f"part => ({CURRENT})(part, ['shown', false])"),
}


@pytest.mark.sampled
@pytest.mark.parametrize(("state", "light"), sample_lights(list(STATES)))
def test_what_is_chosen_or_taken_is_seen_without_colors(gallery: Page, state: str, light: tuple[bool, bool]) -> None:
    (scene, selector, change), (dark, forced) = STATES[state], light
    show(gallery, dark, forced, {"game": "qwixx", "moment": "pencil", **scene})
    part = gallery.locator(f".match {selector}")
    before = see(gallery, part)
    part.evaluate(change)
    assert apart(before, see(gallery, part)) >= LEAST


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
@pytest.mark.parametrize("kind", ["game", "play"])
def test_what_is_chosen_on_the_first_page_is_seen_under_forced_colors(
    open_page: OpenPage, kind: str, dark: bool
) -> None:
    page = open_page(dark=dark)
    page.emulate_media(forced_colors="active")
    page.locator(".game .pic rect").first.wait_for()
    part = page.locator(f".{kind}").first
    part.evaluate("first => first.click()")
    before = see(page, part)
    page.locator(f".{kind}").nth(3).evaluate("other => other.click()")
    assert apart(before, see(page, part)) >= LEAST
