"""Every mode of every game at every size: nothing is hidden, cut, outside, or too small to be tapped."""

from __future__ import annotations

import contextlib
import zlib
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page

from tests.browser.chromium import new_context
from tests.browser.family import family_scenes
from tests.browser.gallery import FONTS, MOST_SEATS, Scene, walk, write_in
from tests.browser.test_looks import faults_of
from tests.sampling import sample

PHONES = [(320, 568), (360, 560), (360, 640), (390, 844), (844, 390)]
TABLETS = [(820, 1180), (1180, 820)]
DESKTOPS = [(1280, 720), (1440, 900), (1920, 1080)]
# Every kind of the family that prints something of its own; the mixed ones and Double B have the classic rows.
SHARED_KINDS = ("double-a", "steps-a", "chain-a", "bonus-a", "bonus-b", "big-points", "x-change", "longo-1")


@pytest.fixture(scope="module")
def gallery(browser: Browser, gallery_address: str) -> Iterator[Page]:
    context = new_context(browser)
    page = context.new_page()
    complaints: list[str] = []
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.goto(gallery_address)
    yield page
    context.close()
    assert complaints == []


def own_scenes(game: str, **over: object) -> list[Scene]:
    """A device with one seat, in every moment of a turn, with many players and with long names."""
    most = MOST_SEATS[game]
    moments = ("open", "pencil", "refused", "reroll", "roll", "sealed")
    first = "open" if game == "qwixx" else "reroll"
    scenes = [{"game": game, "mode": "own", "seats": 3, "moment": moment} for moment in moments]
    scenes += [{"game": game, "mode": "own", "seats": most, "moment": first, "names": "long"}]
    return [{**scene, **over} for scene in scenes]


def other_scenes(game: str, **over: object) -> list[Scene]:
    """The other ways to hold one seat or none, with as many players as there can be."""
    modes = ("typed", "pass", "handover", "watch", "replay", "end", "lobby")
    scenes = [{"game": game, "mode": mode, "seats": MOST_SEATS[game], "names": "emoji"} for mode in modes]
    return [{**scene, **over} for scene in scenes]


def pad_scenes(game: str, **over: object) -> list[Scene]:
    """A sheet without dice: on a phone each, and all sheets on one device."""
    most = MOST_SEATS[game]
    moments = ("open", "pencil", "refused", "closing", "again")
    scenes: list[Scene] = [{"game": game, "mode": "pad", "seats": 3, "moment": moment} for moment in moments]
    for moment in ("closing", "again"):
        scenes += [{"game": game, "mode": "pad-shared", "seats": seats, "moment": moment} for seats in (2, most)]
        scenes += [{"game": game, "mode": mode, "seats": most, "moment": moment} for mode in ("pad", "pad-shared")]
        scenes[-2:] = [{**scene, "names": "long"} for scene in scenes[-2:]]
    return [{**scene, **over} for scene in scenes]


def tablet_scenes(game: str, **over: object) -> list[Scene]:
    scenes: list[Scene] = []
    for seats in (2, 3, 4):
        scenes += [{"game": game, "mode": "tablet", "seats": seats, "moment": "pencil", "names": "long"}]
        scenes += [{"game": game, "mode": "tablet-typed", "seats": seats}]
    scenes += [{"game": game, "mode": "tablet", "seats": 4, "moment": "refused"}]
    return [{**scene, **over} for scene in scenes]


def screen_scenes(game: str, **over: object) -> list[Scene]:
    most = MOST_SEATS[game]
    counts = sorted({1, 2, 3, 4, most})
    scenes: list[Scene] = [{"game": game, "mode": "screen", "seats": seats, "names": "emoji"} for seats in counts]
    scenes += [{"game": game, "mode": mode, "seats": most, "names": "long"} for mode in ("screen", "screen-end")]
    scenes += [{"game": game, "mode": "screen-lobby", "seats": most}]
    return [{**scene, **over} for scene in scenes]


@pytest.fixture(params=sample(FONTS, 2, always=(FONTS[0], "Noto Sans")))
def written(gallery: Page, request: pytest.FixtureRequest) -> Iterator[Page]:
    """The gallery in the browser's own font, and in fonts that other devices have."""
    write_in(gallery, request.param)
    yield gallery
    write_in(gallery, FONTS[0])


def walk_some(page: Page, size: tuple[int, int], scenes: list[Scene], count: int) -> list[str]:
    """Walk through some of the scenes, other ones at each size and in each font."""
    font = page.evaluate("document.documentElement.style.getPropertyValue('--font')")
    return walk(page, size, sample(scenes, count, seed=zlib.crc32(f"{size} {font}".encode())))


@pytest.mark.sampled
@pytest.mark.parametrize("size", PHONES + TABLETS + DESKTOPS, ids="{0[0]}x{0[1]}".format)
def test_nothing_is_hidden_cut_or_small(written: Page, size: tuple[int, int]) -> None:
    scenes: list[Scene] = []
    for game in MOST_SEATS:
        scenes += own_scenes(game) + other_scenes(game) + pad_scenes(game)
        scenes += tablet_scenes(game) if size in TABLETS else []
        scenes += screen_scenes(game) if size[0] >= 1180 else []
    assert walk_some(written, size, scenes, 24) == []


@pytest.mark.sampled
@pytest.mark.parametrize("lang", ["fr", "de"])
def test_no_sentence_is_cut_in_any_language(written: Page, lang: str) -> None:
    own: list[Scene] = []
    shared: list[Scene] = []
    for game in MOST_SEATS:
        own += [*own_scenes(game, lang=lang), *pad_scenes(game, lang=lang), *other_scenes(game, lang=lang)]
        shared += [*tablet_scenes(game, lang=lang)[-2:], *screen_scenes(game, lang=lang)[-2:]]
    faults = walk_some(written, (360, 640), own, 24) + walk_some(written, (844, 390), own, 12)
    assert faults + walk_some(written, (1180, 820), shared, 8) == []


@contextlib.contextmanager
def large_letters(page: Page) -> Iterator[None]:
    """The browser's own setting for the size of letters, at 200 %."""
    tools = page.context.new_cdp_session(page)
    tools.send("Page.setFontSizes", {"fontSizes": {"standard": 32}})
    assert page.evaluate("getComputedStyle(document.documentElement).fontSize") == "32px"
    try:
        yield
    finally:
        tools.send("Page.setFontSizes", {"fontSizes": {"standard": 16}})
        tools.detach()


@pytest.mark.sampled
@pytest.mark.parametrize(("size", "lang"), [((320, 568), "de"), ((360, 640), "fr")])
def test_letters_of_twice_the_size_find_room(written: Page, size: tuple[int, int], lang: str) -> None:
    """A match may be scrolled then; what is tapped keeps its floor."""
    kinds = (own_scenes, other_scenes, pad_scenes)
    scenes = [scene for game in MOST_SEATS for kind in kinds for scene in kind(game, lang=lang)]
    with large_letters(written):
        assert walk_some(written, size, scenes, 24) == []


@pytest.mark.sampled
@pytest.mark.parametrize("size", TABLETS, ids="{0[0]}x{0[1]}".format)
def test_letters_of_twice_the_size_find_room_on_tablets(written: Page, size: tuple[int, int]) -> None:
    """A tablet between people cannot be scrolled: there only what has room for it grows."""
    scenes: list[Scene] = []
    for game in MOST_SEATS:
        scenes += own_scenes(game, lang="de")[1::2] + other_scenes(game, lang="de")
        scenes += tablet_scenes(game, lang="de")
    with large_letters(written):
        assert walk_some(written, size, scenes, 12) == []


@pytest.mark.sampled
def test_sheets_of_the_family_find_room(written: Page) -> None:
    """One real position of each kind, before the tap and after it, on the smallest phone, a tablet and a desktop."""
    scenes = family_scenes()
    pads = family_scenes(*SHARED_KINDS, mode="pad")
    in_german = [{**scene, "lang": "de"} for scene in scenes]
    shown = {(360, 640): [*scenes, *in_german, *pads], (844, 390): [*scenes, *pads]}
    shown |= {(820, 1180): scenes, (1440, 900): scenes}
    faults = [fault for size, each in shown.items() for fault in walk_some(written, size, each, 10)]
    assert faults == []


@pytest.mark.sampled
@pytest.mark.parametrize("seats", [2, 4])
def test_sheets_of_the_family_find_room_for_several_people(written: Page, seats: int) -> None:
    """One tablet between them, either way round, and the big screen."""
    around = family_scenes(*SHARED_KINDS, mode="tablet", seats=seats)
    boards = family_scenes(*SHARED_KINDS, mode="screen", seats=seats)[::2]
    faults = [fault for size in TABLETS for fault in walk_some(written, size, around, 4)]
    assert faults + walk_some(written, (1280, 720), boards, 4) == []


@pytest.mark.parametrize(
    ("broken", "fault"),
    [
        (".dock .btn { position: relative; left: 400px }", "outside"),
        (".cell { max-height: 20px }", "small"),
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


def test_names_come_before_deeds_on_the_big_screen(gallery: Page) -> None:
    """Six boards of Sixto, where somebody has marked four cells at once."""
    gallery.set_viewport_size({"width": 1280, "height": 720})
    gallery.evaluate("scene => window.show(scene)", {"game": "sixto", "mode": "screen", "seats": 6})
    names = gallery.locator(".board .name")
    assert names.all_inner_texts() == ["Ann", "Mia", "Tom", "Ada", "Ben", "Cid"]
    # A hundredth of a pixel too little is enough for an ellipsis, and scrollWidth is a whole number.
    widths = """name => { const text = document.createRange(); text.selectNodeContents(name);
        return text.getBoundingClientRect().width - name.getBoundingClientRect().width }"""
    assert [name for name in names.all() if name.evaluate(widths) > 0] == []


@pytest.mark.parametrize("dark", [False, True])
def test_the_way_to_a_bot_can_be_read_when_it_is_the_turn_of_who_is_away(gallery: Page, dark: bool) -> None:
    """Words in the color of their ground are no fault to axe, which takes them for hidden."""
    gallery.set_viewport_size({"width": 360, "height": 640})
    gallery.evaluate("scene => window.show(scene)", {**family_scenes("mixx-a")[0], "isDark": dark})
    colors = "({ color, backgroundColor }) => [color, backgroundColor]"
    words, ground = gallery.locator(".seat.turn .standin").evaluate(f"button => ({colors})(getComputedStyle(button))")
    light, deep = "rgb(255, 252, 245)", "rgb(27, 32, 48)"
    assert (words, ground) == (("rgb(20, 22, 28)", "rgb(241, 236, 225)") if dark else (light, deep))


@pytest.mark.sampled
@pytest.mark.parametrize("dark", [False, True])
def test_axe_finds_nothing_in_any_mode(gallery: Page, dark: bool) -> None:
    """Tablets and big screens once a game, with another number of seats each; phones in every mode of every game."""
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
