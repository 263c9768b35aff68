"""The end of a match: the count, then the winner, with links to the sheets and the permanent page."""

from __future__ import annotations

import re
from pathlib import Path

from playwright.sync_api import expect

from paperdice import read_records
from tests.browser.conftest import OpenPage
from tests.browser.playing import (
    LAST_TURN,
    choose_at_the_end,
    hold_timers,
    open_table,
    play_on,
    play_out,
    release_timers,
    seat_devices,
    sit_down,
    start,
)
from tests.browser.test_looks import faults_of


def test_the_winner_is_named_after_the_count(open_page: OpenPage, address: str) -> None:
    moving, still = open_page("/icon.svg", still=False), open_page("/icon.svg")
    code = open_table(address, "qwixx", 2, auto_throw=True, position=LAST_TURN[1])
    sit_down(moving, code, "Ann")
    sit_down(still, code, "Ben")
    start([moving, still])
    hold_timers(moving)
    play_on(moving, eager=False)
    play_out(still)
    # With reduced motion everything is shown at once; otherwise the last move, then the count.
    expect(still.locator(".story h1")).to_have_text(re.compile("wins? with|Shared"))
    moving.get_by_role("button", name="To the result").click()
    expect(moving.locator("h1", has_text="The count")).to_be_visible()
    expect(moving.locator(".pl.win, .mine")).to_have_count(0)
    moving.get_by_role("button", name="Skip").click()
    expect(moving.locator(".mine .hand")).to_be_visible()
    expect(moving.locator(".story p")).to_have_text(re.compile("took a fourth miss: the match is over"))
    assert moving.locator(".story").inner_text() != still.locator(".story").inner_text()
    release_timers(moving)
    choose_at_the_end(moving, "button", "Sheets")
    moving.get_by_role("button", name="To the result").click()
    expect(moving.locator(".mine .hand")).to_be_visible()
    assert faults_of(still) == []
    still.goto("/history")
    still.locator(".matchrow a").first.click()
    expect(still.locator(".hero h1")).to_have_text(re.compile("^You win$|^Ann wins$|Shared"))
    log = still.get_by_role("link", name="To BG Stats").get_attribute("href") or ""
    assert log.startswith("https://app.bgstatsapp.com/createPlay.html?data=%7B%22sourceName")
    still.get_by_role("button", name="Play again").click()
    expect(still.locator(".lobby .people .person")).to_have_count(2)
    expect(still.get_by_role("button", name="Start")).to_contain_text("1 seat is still open")


def test_my_matches_count_own_scores_and_move_to_another_device(
    open_page: OpenPage, address: str, tmp_path: Path
) -> None:
    page, other = open_page("/learn"), open_page("/learn", dark=True)
    shared = {"sheets": ["classic", "classic"], "bots": [None, "steady"], "own": [0], "turns": 9, "challenge": None}
    results = [
        {**shared, "match": f"0123456789a{i}", "game": "qwixx", "names": ["Ann", "steady"], "scores": scores}
        | {"winners": [winner], "finished": 1_700_000_000_000 + i}
        for i, (scores, winner) in enumerate((([36, 69], 1), ([70, 60], 0), ([-10, 51], 1)))
    ]
    page.evaluate("kept => localStorage.setItem('paperdice.results', JSON.stringify(kept))", results[::-1])
    page.goto("/history")
    row = page.locator(".statistics tbody tr")
    expect(row).to_have_text(re.compile("Steady ?3 ?1 ?70 ?32"))
    expect(page.get_by_role("img", name="Your last 3 scores, from 36 to −10")).to_be_visible()
    expect(page.locator(".matchrow")).to_have_count(3)
    expect(page.locator(".matchrow").first).to_contain_text("You −10 · Steady 51 ★")
    assert faults_of(page) == []
    with page.expect_download() as saving:
        page.get_by_role("button", name="Export everything").click()
    file = tmp_path / saving.value.suggested_filename
    saving.value.save_as(file)
    assert file.read_text("utf-8").count("\n* unrecorded ") == 3 and read_records(file.read_text("utf-8")) == []
    with page.expect_download() as saving:
        page.get_by_role("button", name="Save a table").click()
    assert len(Path(saving.value.path()).read_text("utf-8").splitlines()) == 1 + 3 * 2
    expect(page.get_by_text("3 matches are no longer on the server")).to_be_visible()
    other.goto("/history")
    other.locator("input[type=file]").set_input_files(file)
    expect(other.get_by_text("3 matches added.")).to_be_visible()
    expect(other.locator(".statistics tbody tr")).to_have_text(re.compile("Steady ?3 ?1 ?70 ?32"))
    assert faults_of(other) == []
    page.screenshot(path=tmp_path / "history.png", full_page=True)


def test_a_picture_that_cannot_be_drawn_is_told_and_tried_again(open_page: OpenPage, address: str) -> None:
    (page,) = seat_devices(open_page, address, "qwixx", auto_throw=True, position=LAST_TURN[0])
    play_out(page, eager=False)
    page.evaluate("() => { HTMLImageElement.prototype.decode = () => Promise.reject(new DOMException('broken')); }")
    page.get_by_role("button", name="Keepsake").click()
    told = page.locator(".share [role=alert]")
    expect(told).to_have_text(re.compile("could not be drawn"))
    page.evaluate("() => { HTMLImageElement.prototype.decode = () => new Promise(done => setTimeout(done, 300)); }")
    with page.expect_download() as saving:
        page.get_by_role("button", name="Save the picture").click()
    assert re.fullmatch(
        r"Paperdice . \w+ (morning|afternoon|evening), \d+ \w+ \d{4}\.png", saving.value.suggested_filename
    )
    expect(told).to_be_empty()


def test_a_match_stops_and_counts_once_everyone_agrees(open_page: OpenPage, address: str) -> None:
    """[A20] One asks, the other is told and agrees, and both see the end."""
    ann, ben = seat_devices(open_page, address, "qwixx", 2)
    ann.locator(".menu").click()
    ann.locator("[data-action=stop]").click()
    expect(ann.locator("[data-action=stop]")).to_contain_text("you agree: tap again to play on")
    expect(ben.get_by_text("Ann would like to stop")).to_be_visible()
    ben.locator(".menu").click()
    ben.locator("[data-action=stop]").click()
    for page in (ann, ben):
        expect(page.locator(".plain.eve")).to_contain_text("Stopped after turn 0.")
