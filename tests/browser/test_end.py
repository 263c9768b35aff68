"""The end of a match: counted first, the winner last, with ways back, on and to the permanent page."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.browser.conftest import OpenPage
from tests.browser.playing import act_once, open_table, start_match
from tests.browser.test_looks import faults_of


def test_the_winner_is_named_after_the_count(open_page: OpenPage, address: str) -> None:
    moving, still = open_page(still=False), open_page()
    pages = [moving, still]
    start_match(pages, open_table(address, "qwixx", 2, auto_throw=True))
    for _ in range(4000):
        if still.locator(".plain.end").count():
            break
        acted = [
            act_once(page, eager=page is still) for page in pages if not page.locator(".plain.end, .resultbar").count()
        ]
        if not any(acted):
            still.wait_for_timeout(10)
    # Who wants no motion sees everything at once; the others see the last move, then the count.
    expect(still.locator(".hero h1")).to_have_text(re.compile("wins?$|Shared"))
    moving.get_by_role("button", name="To the result").click()
    expect(moving.locator("h1", has_text="The count")).to_be_visible()
    assert moving.locator(".pl.win, .bestscore, .outcome").count() == 0
    moving.get_by_role("button", name="Skip").click()
    expect(moving.locator(".hero .bestscore")).to_be_visible()
    expect(moving.locator(".outcome")).to_contain_text(re.compile("Your first score to beat: .?\\d+"))
    assert moving.locator(".outcome").inner_text() != still.locator(".outcome").inner_text()
    moving.get_by_role("button", name="Sheets").click()
    moving.get_by_role("button", name="To the result").click()
    expect(moving.locator(".hero .bestscore")).to_be_visible()
    assert faults_of(still) == []
    still.goto("/history")
    still.locator(".matchrow a").first.click()
    expect(still.locator(".hero h1")).to_have_text(re.compile("^You win$|^Ann wins$|Shared"))
    log = still.get_by_role("link", name="To BG Stats").get_attribute("href") or ""
    assert log.startswith("https://app.bgstatsapp.com/createPlay.html?data=%7B%22sourceName")
    still.get_by_role("button", name="Play again").click()
    expect(still.locator(".lobby .people .person")).to_have_count(2)
    expect(still.get_by_role("button", name="Start")).to_contain_text("1 seat is still open")
