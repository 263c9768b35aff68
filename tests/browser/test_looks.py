"""Requirements of every screen: space, contrast, labels, speed and size."""

from __future__ import annotations

import gzip
import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import SIZES, WEB, OpenPage
from tests.browser.playing import (
    choose_at_the_end,
    open_table,
    play_out,
    seat_devices,
    sit_down,
    smallest_side,
    start,
    tap_once,
)
from tests.browser.server_process import ROOT
from tests.patience import wait_until
from tests.sampling import sample

AXE = WEB / "node_modules" / "axe-core" / "axe.min.js"
PAGE = ROOT / "src" / "paperdice" / "server" / "static"
GAMES = {"qwixx": 40, "twenty_one": 40, "qwantum": 40, "sixto": 34}
PLAIN_PAGES = [
    "/",
    "/learn/qwixx",
    "/learn/twenty-one",
    "/learn/qwantum",
    "/learn/sixto",
    "/replay",
    "/history",
    "/print/sixto",
    "/t/QQQQ",
]
WORKER = "navigator.serviceWorker.getRegistration().then(found => Boolean(found?.active))"
MAX_FIRST_SCRIPT = 30_500
MAX_SCRIPT = 80_000
MAX_STYLE = 21_000


def begin(open_page: OpenPage, address: str, game: str, size: str, dark: bool = False) -> Page:
    """Return a running match with bots after some turns, with cells in every state."""
    bots = ["random"] * (2 if game == "qwantum" else 3)
    options = {"size": size, "dark": dark, "auto_throw": True, "auto_pass": False}
    (page,) = seat_devices(open_page, address, game, bots=bots, **options)  # type: ignore[arg-type]  # as named there

    def has_marks() -> bool:
        tap_once(page)
        return page.locator(".sheet .cell.marked").count() >= 2

    wait_until(has_marks, "two cells are marked")
    page.locator(".acts .btn").first.wait_for()
    return page


def faults_of(page: Page) -> list[str]:
    """Return the violations that axe-core finds."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE.read_text("utf-8"))
    found = page.evaluate("axe.run({resultTypes: ['violations']})")["violations"]
    return [f"{each['id']}: {each['help']} at {node['target']}" for each in found for node in each["nodes"]]


@pytest.mark.sampled
@pytest.mark.parametrize("game", sample(GAMES, 2, always=["sixto"]))
def test_the_whole_sheet_fits_a_small_phone(open_page: OpenPage, address: str, game: str) -> None:
    """The gallery covers every game at every size; this test uses a real match."""
    page = begin(open_page, address, game, "phone")
    width, height = SIZES["phone"]
    overflow = "[document.documentElement.scrollWidth, document.documentElement.scrollHeight]"
    assert page.evaluate(overflow) == [width, height]
    assert round(smallest_side(page, ".match .sheet .cell")) >= GAMES[game]
    for part in (".sheet", ".dock", ".dock .acts"):
        box = page.locator(part).first.bounding_box()
        assert box is not None
        assert box["y"] >= 0
        assert box["y"] + box["height"] <= height + 1


LARGER = [(size, game) for size in ("side", "tablet", "desktop") for game in GAMES]
USUAL_LARGER = [("side", "qwixx"), ("tablet", "qwantum"), ("desktop", "twenty_one")]


@pytest.mark.sampled
@pytest.mark.parametrize(("size", "game"), sample(LARGER, 3, always=USUAL_LARGER))
def test_larger_screens_need_no_scrolling_in_a_match(open_page: OpenPage, address: str, game: str, size: str) -> None:
    page = begin(open_page, address, game, size)
    assert page.evaluate("[document.documentElement.scrollWidth, document.documentElement.scrollHeight]") == list(
        SIZES[size]
    )
    assert smallest_side(page, ".match .sheet .cell") >= 33


@pytest.mark.parametrize(("game", "dark"), [("qwixx", False), ("qwantum", True)])
def test_axe_finds_nothing_in_a_match(open_page: OpenPage, address: str, game: str, dark: bool) -> None:
    """The gallery covers all modes of all games; this test uses a real match and its menu."""
    page = begin(open_page, address, game, "phone", dark)
    assert faults_of(page) == []
    page.locator(".menu").click()
    page.locator(".dialog").wait_for()
    assert faults_of(page) == []


PLAIN = [(path, dark) for path in PLAIN_PAGES for dark in (False, True)]


@pytest.mark.sampled
@pytest.mark.parametrize(("path", "dark"), sample(PLAIN, 6, always=[("/", False), ("/learn/qwixx", True)]))
def test_axe_finds_nothing_on_a_plain_page(open_page: OpenPage, path: str, dark: bool) -> None:
    page = open_page(path, dark=dark)
    page.locator("main").wait_for()
    page.wait_for_load_state("networkidle")
    assert faults_of(page) == []


@pytest.mark.sampled
@pytest.mark.parametrize("dark", sample([False, True], 1, always=[True]))
def test_axe_finds_nothing_in_lobby_end_and_replay(open_page: OpenPage, address: str, dark: bool) -> None:
    page = open_page("/icon.svg", dark=dark)
    code = open_table(address, "twenty_one", 1, auto_throw=True)
    sit_down(page, code, "Ann")
    assert faults_of(page) == []
    screen = open_page(f"/t/{code}/screen", size="desktop", dark=dark)
    start([page])
    screen.locator(".board").first.wait_for()
    assert faults_of(screen) == []
    play_out(page)
    expect(page.locator(".proof")).to_have_text(re.compile("The dice were fair"))
    assert faults_of(page) == []
    choose_at_the_end(page, "link", "Replay")
    page.get_by_role("slider").wait_for()
    assert faults_of(page) == []


def gzipped(pattern: str) -> int:
    """Return the size of built files after compression."""
    return sum(len(gzip.compress(path.read_bytes(), 9)) for path in PAGE.glob(pattern))


def test_scripts_and_styles_stay_small(open_page: OpenPage, address: str) -> None:
    """The limit covers everything that a first match loads; more is only loaded by further taps."""
    page = open_page()
    page.locator(".game .pic rect").first.wait_for()
    page.locator(".play").nth(2).click()
    page.locator(".btn.go").click()
    page.locator(".match").wait_for()
    loaded = page.evaluate("performance.getEntriesByType('resource').map(entry => new URL(entry.name).pathname)")
    assets = {path.lstrip("/") for path in loaded if path.startswith("/assets/")}
    assert sum(gzipped(path) for path in assets if path.endswith(".js")) <= MAX_SCRIPT
    styles = [path for path in assets if path.endswith(".css")]
    assert len(styles) == 1
    assert gzipped(styles[0]) <= MAX_STYLE
    assert not list(PAGE.glob("assets/*gallery*"))


def test_the_first_view_needs_three_files(open_page: OpenPage) -> None:
    """On slow phones, round trips and bytes matter; files of other pages may be loaded later."""
    page = open_page()
    page.locator(".game .pic rect").first.wait_for()
    loaded = page.evaluate("performance.getEntriesByType('resource').map(entry => new URL(entry.name).pathname)")
    later = "/assets/(shared|games|table|TablePage|more-en|controller)-"
    first = {path for path in loaded if not re.match(later, path)}
    kinds = {re.sub("-[^/]*[.]", ".", path) for path in first if path.endswith((".js", ".css"))}
    assert kinds == {"/assets/first.js", "/assets/first.css", "/assets/en.js"}
    assert sum(gzipped(path.lstrip("/")) for path in first if path.endswith(".js")) <= MAX_FIRST_SCRIPT


def test_a_tap_shows_its_pencil_in_the_next_frame(open_page: OpenPage, address: str) -> None:
    (page,) = seat_devices(open_page, address, "sixto", auto_throw=True, auto_pass=False)
    page.locator("[data-action=keep]").click()
    page.locator(".cell.can").first.wait_for()
    tap = """cell => new Promise(resolve => {
      cell.click();
      requestAnimationFrame(() => resolve(document.querySelectorAll('.cell.pencil').length));
    })"""
    assert page.locator(".cell.can").first.evaluate(tap) == 1


def test_nothing_shifts_after_the_first_view(open_page: OpenPage, address: str) -> None:
    (page,) = seat_devices(open_page, address, "qwixx", still=False, auto_throw=True, auto_pass=False)
    page.locator(".cell.can").first.wait_for()
    page.evaluate("""() => {
      window.shifts = [];
      const note = list => list.getEntries().forEach(entry => entry.hadRecentInput || window.shifts.push(entry.value));
      new PerformanceObserver(note).observe({type: 'layout-shift', buffered: false});
    }""")
    for _ in range(6):
        tap_once(page)
        page.wait_for_timeout(200)  # a shift would come with the response, or with an animation that it starts
    assert sum(page.evaluate("window.shifts")) < 0.01


def test_reduced_motion_is_respected(open_page: OpenPage, address: str) -> None:
    page = begin(open_page, address, "qwixx", "phone")
    assert page.evaluate("document.getAnimations().length") == 0


def test_paper_is_light_whatever_the_screen_is(open_page: OpenPage) -> None:
    page = open_page("/learn/qwixx", size="desktop", dark=True)
    page.locator("main").wait_for()
    page.evaluate("""() => {
      const { documentElement } = document;
      window.themes = [];
      const watch = new MutationObserver(() => window.themes.push(documentElement.dataset.theme));
      watch.observe(documentElement, {attributeFilter: ['data-theme']});
    }""")
    page.pdf()
    wait_until(lambda: bool(page.evaluate("window.themes.length === 2")), "the theme changes twice")
    assert page.evaluate("window.themes") == ["light", "dark"]


def test_the_page_can_be_installed(open_page: OpenPage) -> None:
    page = open_page(worker=True)
    manifest = page.evaluate("fetch('/manifest.webmanifest').then(answer => answer.json())")
    assert {icon["sizes"] for icon in manifest["icons"]} >= {"192x192", "512x512"}
    for icon in manifest["icons"]:
        assert page.evaluate(f"fetch('{icon['src']}').then(answer => answer.ok)")
    wait_until(lambda: bool(page.evaluate(WORKER)), "the service worker runs")
