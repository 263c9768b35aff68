"""Offline play: the page was visited once, then the server is stopped."""

from __future__ import annotations

import gzip
import itertools
import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from PIL import Image
from playwright.sync_api import Browser, Page, expect

from paperdice.games import GAMES, find_game
from paperdice.pad import read_records
from paperdice.verify import verify_record
from tests.browser.chromium import new_context
from tests.browser.conftest import untranslated
from tests.browser.paper import print_by
from tests.browser.playing import choose_at_the_end, play_out, settled
from tests.browser.server_process import ROOT, ServerProcess, running_server
from tests.patience import wait_until
from tests.sampling import sample

RECORDS = """Object.keys(localStorage)
  .filter(key => key.startsWith('paperdice.local.matches.')).map(key => localStorage[key])"""
KEPT = "navigator.serviceWorker.controller !== null"
PAGE = ROOT / "src" / "paperdice" / "server" / "static"
MAX_LOCAL = 63_000
# Every game once, Qwixx both ways.
USUAL = [*zip(GAMES, itertools.cycle(("With bots", "Solo"))), (find_game("qwixx"), "Solo")]


@pytest.fixture
def server_to_stop(built_page: None, tmp_path: Path) -> Iterator[ServerProcess]:
    """Yield a server that runs while the page is visited, and that a test may stop."""
    with running_server(tmp_path / "matches.sqlite") as server:
        yield server


@pytest.fixture
def visited(browser: Browser, server_to_stop: ServerProcess) -> Iterator[Page]:
    """Yield a page that was visited once, and opened again after the server was stopped."""
    context = new_context(browser, base_url=server_to_stop.address)
    page = context.new_page()
    faults: list[str] = []
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.add_init_script("localStorage['paperdice.settings'] ??= JSON.stringify({pace: 'fast', name: 'Ann'})")
    page.goto("/")
    wait_until(lambda: bool(page.evaluate(KEPT)), "the page is kept by its worker")
    server_to_stop.stop()
    context.set_offline(True)
    page.reload()
    yield page
    faults += untranslated(page)
    context.close()
    assert faults == []


def start(page: Page, title: str, play: str) -> None:
    page.goto("/")
    page.get_by_role("radio", name=title).click()
    page.get_by_role("radio", name=play).click()
    page.get_by_role("button", name="Start").click()
    page.locator(".match").wait_for()


def play_to_the_end(page: Page, *, eager: bool = True) -> None:
    """Play to the end; without marks, this takes a few turns in games in which misses end a match."""
    play_out(page, eager=eager)
    expect(page.locator(".proof")).to_have_text("Dice thrown by this device; the record contains their seed.")


def run_command(*words: str) -> str:
    done = subprocess.run([sys.executable, "-m", "paperdice", *words], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.sampled
def test_games_solo_and_against_casual_to_the_end(visited: Page, tmp_path: Path) -> None:
    """The matches are in the history and can be replayed, and the library accepts their records."""
    page = visited
    expect(page.get_by_text("The server cannot be reached. You can still play")).to_be_visible()
    expect(page.get_by_role("radio", name="Several phones")).to_be_disabled()
    matches = sample(itertools.product(GAMES, ("Solo", "With bots")), len(USUAL), always=USUAL)
    for game, way in matches:
        start(page, game.title, way)
        page.reload()  # a running match survives a reload
        page.locator(".match").wait_for()
        play_to_the_end(page, eager=way != "Solo" or not game.display.LOOK.miss_prices)
    page.goto("/history")
    expect(page.locator(".matchrow")).to_have_count(len(matches))
    expect(page.locator(".matchrow").first).to_contain_text("on this device")
    page.locator(".matchrow a").first.click()
    page.get_by_role("link", name="Replay").click()
    page.get_by_role("slider").wait_for()
    records = [json.loads(facts)["record"] for facts in page.evaluate(RECORDS)]
    assert len(records) == len(matches)
    for record in records:
        assert verify_record(record).wrong == ()
    file = tmp_path / "record.txt"
    file.write_text(records[0], "utf-8")
    assert "all correct" in run_command("verify", str(file))
    assert "turn 1" in run_command("replay", str(file)).lower()
    page.goto("/history")
    with page.expect_download() as saving:
        page.get_by_role("button", name="Export everything").click()
    found = read_records(Path(saving.value.path()).read_text("utf-8"))
    assert [match.over for match in found] == [True] * len(matches)
    page.evaluate("() => localStorage.clear()")
    page.reload()
    page.locator("input[type=file]").set_input_files(saving.value.path())
    expect(page.get_by_text(f"{len(matches)} matches added.")).to_be_visible()
    assert sorted(json.loads(facts)["record"] for facts in page.evaluate(RECORDS)) == sorted(records)


def write_pads(page: Page, file: Path) -> None:
    """Play one pad alone and one shared on this device: marks, a correction, the end, and a record without dice."""
    start(page, "Qwantum", "Pad")
    page.locator('[data-at="0/0"]').click()
    page.locator("[data-enter]").first.click()
    expect(page.locator(".cell.marked")).to_have_count(1)
    page.goto("/")
    page.get_by_role("radio", name="Qwixx").click()
    page.get_by_role("radio", name="Pad").click()
    page.get_by_role("button", name="Here").click()
    page.get_by_role("button", name="Start", exact=True).click()
    page.locator('[data-at="0/3"]').click()
    expect(page.locator(".cell.marked")).to_have_count(1)
    page.reload()
    page.locator('.cell.marked[data-at="0/3"]').click()
    expect(page.locator(".cell.marked")).to_have_count(0)
    for nth in range(4):
        page.locator("[data-action=miss]").click()
        expect(page.locator(".miss.on")).to_have_count(nth + 1)
    settled(page, "done").click()
    page.locator(".seat", has_text="Player 2").click()
    settled(page, "done").click()
    page.locator(".plain.eve").wait_for()
    expect(page.locator(".proof")).to_have_text("Marks of a pad: the dice are unknown.")
    (record,) = [json.loads(facts)["record"] for facts in page.evaluate(RECORDS)]
    file.write_text(record, "utf-8")
    assert "the dice of this match were not recorded" in run_command("replay", str(file))
    page.get_by_role("button", name="Keepsake").click()
    with page.expect_download() as saving:
        page.get_by_role("button", name="Save the picture").click()
    saving.value.save_as(file.with_suffix(".png"))
    with Image.open(file.with_suffix(".png")) as drawn:
        assert len(drawn.convert("RGB").getcolors(1 << 20) or []) > 100
    page.keyboard.press("Escape")
    choose_at_the_end(page, "link", "Replay")
    page.get_by_role("slider").wait_for()


def test_pads_and_a_match_that_goes_on_when_the_server_is_back(
    visited: Page, server_to_stop: ServerProcess, tmp_path: Path
) -> None:
    """Running matches stay on the device, and the home page offers the server's games again."""
    page = visited
    write_pads(page, tmp_path / "pad.txt")
    start(page, "Qwixx", "Solo")
    code = page.url.rsplit("/", 1)[1]
    server_to_stop.start()
    page.context.set_offline(False)
    page.goto("/")
    page.locator("#code").wait_for()
    expect(page.get_by_role("radio", name="Several phones")).to_be_enabled()
    page.get_by_role("navigation", name="Matches in progress").locator(f'a[href$="{code}"]').click()
    page.locator(".match").wait_for()
    assert page.url.endswith(code)


def test_sheets_and_keepsakes_are_printed_by_the_browser(visited: Page) -> None:
    """A back page with the short rules follows each front page."""
    page = visited
    page.goto("/print/qwixx")
    page.locator("select").first.select_option("steps-a")
    (size, front), (_, back) = print_by(page)
    assert size == (297, 210)
    assert front.count("Connected A, sheet A") == 4 and front.count("Name") == 4
    assert (
        back.count("Mark numbers from left to right") == 4 and back.count("Five sheets, A to E, are known to us.") == 4
    )
    start(page, "Sixto", "Pad")
    page.get_by_role("button", name="No more marks").click()
    page.locator(".plain.eve").wait_for()
    page.goto("/history")
    page.locator(".matchrow a").first.click()
    ((size, front),) = print_by(page)
    assert size == (210, 297)
    assert "Ann Sixto · sheet A" in front and "total 0" in front


def test_what_play_without_a_server_loads_is_small(built_page: None) -> None:
    """The limit covers the offline server, the computations for pages, and all games in one file."""
    files = [file for name in ("local", "loaded", "rules") for file in PAGE.glob(f"assets/{name}-*.js")]
    assert len(files) == 3
    assert sum(len(gzip.compress(file.read_bytes(), 9)) for file in files) <= MAX_LOCAL
