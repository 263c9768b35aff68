"""Every mode of every game at every size: nothing is hidden, cut off, outside, or too small to tap."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page

from tests.browser.chromium import new_context
from tests.browser.family import family_scenes
from tests.browser.gallery import FONTS, MOST_SEATS, Scene, walk, write_in
from tests.browser.test_looks import faults_of
from tests.browser.walks import DESKTOPS, PHONES, SMALL, TABLETS, USED_FONTS, WALKS, Size, kind_of, plan
from tests.patience import wait_until
from tests.sampling import sample


@pytest.fixture(scope="module")
def gallery(browser: Browser, gallery_address: str) -> Iterator[Page]:
    context = new_context(browser)
    page = context.new_page()
    complaints: list[str] = []
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.goto(gallery_address)
    page.locator("html[data-is-ready=yes]").wait_for(state="attached")
    yield page
    context.close()
    assert complaints == []


@pytest.fixture(params=USED_FONTS)
def font(request: pytest.FixtureRequest) -> str:
    """Return a font: the default one of the browser, or one of other devices."""
    return str(request.param)


@pytest.fixture
def written(gallery: Page, font: str) -> Iterator[Page]:
    """Yield the gallery rendered in a font."""
    write_in(gallery, font)
    yield gallery
    write_in(gallery, FONTS[0])


def walk_all(page: Page, name: str, font: str) -> list[str]:
    """Check the scenes of a plan at all of its sizes."""
    chosen = {size: scenes for (written, size), scenes in plan(name).items() if written == font}
    return [fault for size, scenes in chosen.items() for fault in walk(page, size, scenes)]


@pytest.mark.parametrize("name", WALKS)
def test_the_usual_sample_meets_every_mode_of_every_game(name: str) -> None:
    every = {kind_of(scene) for _, scenes, _ in WALKS[name]() for scene in scenes}
    assert every - {kind_of(scene) for scenes in plan(name).values() for scene in scenes} == set()


@pytest.mark.sampled
@pytest.mark.parametrize("size", PHONES + SMALL + TABLETS + DESKTOPS, ids="{0[0]}x{0[1]}".format)
def test_nothing_is_hidden_cut_or_small(written: Page, font: str, size: Size) -> None:
    """Sizes include a desktop at 400 % and short phones on their side [D1], and the narrowest phone [D4]."""
    assert walk(written, size, plan("sizes")[font, size]) == []


@pytest.mark.sampled
@pytest.mark.parametrize("lang", ["fr", "de"])
def test_no_sentence_is_cut_in_any_language(written: Page, font: str, lang: str) -> None:
    assert walk_all(written, lang, font) == []


@contextlib.contextmanager
def large_letters(page: Page) -> Iterator[None]:
    """Set the browser's font size to 200 % for the duration of a block."""
    tools = page.context.new_cdp_session(page)
    tools.send("Page.setFontSizes", {"fontSizes": {"standard": 32}})
    assert page.evaluate("getComputedStyle(document.documentElement).fontSize") == "32px"
    try:
        yield
    finally:
        tools.send("Page.setFontSizes", {"fontSizes": {"standard": 16}})
        tools.detach()


@pytest.mark.sampled
@pytest.mark.parametrize("size", [(320, 568), (360, 640)], ids="{0[0]}x{0[1]}".format)
def test_letters_of_twice_the_size_find_room(written: Page, font: str, size: Size) -> None:
    """A match may scroll then; tap targets keep their minimum size."""
    with large_letters(written):
        assert walk(written, size, plan("large")[font, size]) == []


@pytest.mark.sampled
@pytest.mark.parametrize("size", TABLETS, ids="{0[0]}x{0[1]}".format)
def test_letters_of_twice_the_size_find_room_on_tablets(written: Page, font: str, size: Size) -> None:
    """A tablet between people cannot scroll, so only elements with enough space grow."""
    with large_letters(written):
        assert walk(written, size, plan("large on tablets")[font, size]) == []


@pytest.mark.sampled
def test_sheets_of_the_family_find_room(written: Page, font: str) -> None:
    """One real position of each kind is shown before and after the tap, on the smallest phone, a tablet and a
    desktop.
    """
    assert walk_all(written, "family", font) == []


@pytest.mark.sampled
@pytest.mark.parametrize("seats", [2, 4])
def test_sheets_of_the_family_find_room_for_several_people(written: Page, font: str, seats: int) -> None:
    """One shared tablet is tested in both orientations, and the big screen."""
    assert walk_all(written, f"family of {seats}", font) == []


@pytest.mark.parametrize(
    ("broken", "fault"),
    [
        (".dock .btn { position: relative; left: 400px }", "outside"),
        (".cell { max-height: 20px }", "small"),
        (".toasts { top: 60px }", "over cells"),
        (".dock::after { content: ''; position: fixed; inset: 0; z-index: 99 }", "covered"),
        (".say .text { display: block; width: 20px; overflow: hidden; white-space: nowrap }", "cut"),
        (".strip .total { position: fixed; left: 90px; top: 60px }", "words over words"),
        (".dock .btn { width: 30px; white-space: nowrap; overflow: visible !important }", "words leave their frame"),
        (".ring { width: 90px; max-width: none }", "drawn over the edge"),
        (".match { min-width: 500px }", "the page is wider"),
    ],
)
def test_the_walk_finds_what_is_broken(gallery: Page, broken: str, fault: str) -> None:
    scene: Scene = {"game": "twenty_one", "mode": "own", "seats": 3, "moment": "pencil"}
    assert walk(gallery, (360, 640), [scene]) == []
    style = gallery.add_style_tag(content=broken)
    found = walk(gallery, (360, 640), [scene])
    style.evaluate("style => style.remove()")
    assert any(f": {fault}" in each for each in found)


def test_the_walk_finds_a_cross_behind_its_number(gallery: Page) -> None:
    """Crosses reach beyond numbers of two digits at every size [B8]."""
    scene: Scene = {"game": "longo", "mode": "own", "seats": 2, "moment": "open"}
    sizes = ((360, 640), (844, 390), (1440, 900))
    assert [walk(gallery, size, [scene]) for size in sizes] == [[], [], []]
    style = gallery.add_style_tag(content=".cell .m { width: 20px; height: 20px }")
    found = [walk(gallery, size, [scene]) for size in sizes]
    style.evaluate("style => style.remove()")
    assert all(any("hidden cross" in fault for fault in faults) for faults in found)


def test_the_log_of_a_desktop_is_scrolled_by_keyboard(gallery: Page) -> None:
    """It shows several lines, and can be reached without a mouse [D10]."""
    gallery.set_viewport_size({"width": 1280, "height": 800})
    gallery.evaluate("scene => window.show(scene)", {"game": "qwixx", "mode": "watch", "seats": 3})
    log = gallery.locator(".log")
    log.evaluate(
        "log => { const [li] = log.querySelectorAll('li'); "
        "for (let n = 0; n < 20; n += 1) li.after(li.cloneNode(true)) }"
    )
    heights = "log => [log.clientHeight, log.querySelector('li').offsetHeight, log.querySelector('h2').offsetHeight]"
    room, line, title = log.evaluate(heights)
    assert room >= title + 3 * line
    log.focus()
    gallery.keyboard.press("End")
    wait_until(lambda: bool(log.evaluate("log => log.scrollTop > 0")), "the log is scrolled")


def test_names_come_before_deeds_on_the_big_screen(gallery: Page) -> None:
    """Six boards of Sixto are shown, and one player has marked four cells at once."""
    gallery.set_viewport_size({"width": 1280, "height": 720})
    gallery.evaluate("scene => window.show(scene)", {"game": "sixto", "mode": "screen", "seats": 6})
    names = gallery.locator(".board .name")
    assert names.all_inner_texts() == ["Ann", "Mia", "Tom", "Ada", "Ben", "Cid"]
    # A hundredth of a pixel is enough to cause an ellipsis, and scrollWidth is rounded.
    widths = """name => { const text = document.createRange(); text.selectNodeContents(name);
        return text.getBoundingClientRect().width - name.getBoundingClientRect().width }"""
    assert [name for name in names.all() if name.evaluate(widths) > 0] == []


@pytest.mark.parametrize("dark", [False, True])
def test_the_button_for_a_bot_is_readable_in_the_turn_of_an_absent_player(gallery: Page, dark: bool) -> None:
    """The checker axe does not report text in the color of its background, which it takes to be hidden."""
    gallery.set_viewport_size({"width": 360, "height": 640})
    gallery.evaluate("scene => window.show(scene)", {**family_scenes("mixx-a")[0], "isDark": dark})
    colors = "({ color, backgroundColor }) => [color, backgroundColor]"
    words, ground = gallery.locator(".seat.turn .standin").evaluate(f"button => ({colors})(getComputedStyle(button))")
    light, deep = "rgb(255, 252, 245)", "rgb(27, 32, 48)"
    assert (words, ground) == (("rgb(20, 22, 28)", "rgb(241, 236, 225)") if dark else (light, deep))


@pytest.mark.sampled
@pytest.mark.parametrize("dark", [False, True])
def test_axe_finds_nothing_in_any_mode(gallery: Page, dark: bool) -> None:
    """Tablets and big screens are checked once per game, each with another number of seats; phones in every mode of
    every game.
    """
    phones = ("own", "typed", "pad", "pad-shared", "watch", "replay", "end")
    around = dict(zip(MOST_SEATS, (2, 3, 4, 3, 4), strict=True))
    shown: list[tuple[tuple[int, int], Scene]] = []
    for game, seats in around.items():
        shown += [((360, 640), {"game": game, "mode": mode, "seats": 4}) for mode in phones]
        shown += [((820, 1180), {"game": game, "mode": "tablet", "seats": seats})]
        shown += [((1280, 720), {"game": game, "mode": "screen", "seats": seats})]
    shown += [((820, 1180), {"game": "twenty_one", "mode": "tablet-typed", "seats": 2})]
    shown += [((360, 640), scene) for scene in family_scenes("mixx-a")[:1]]
    shown += [((1280, 720), {"game": "sixto", "mode": "screen-end", "seats": 4})]
    faults = {}
    for (width, height), scene in sample(shown, 10, seed=1 + dark):
        gallery.set_viewport_size({"width": width, "height": height})
        gallery.evaluate("scene => window.show(scene)", {**scene, "isDark": dark})
        faults[f"{scene['game']} {scene['mode']}"] = faults_of(gallery)
    assert {scene: found for scene, found in faults.items() if found} == {}
