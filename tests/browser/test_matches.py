"""Whole matches by taps, with two devices at one table."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import OpenPage
from tests.browser.playing import LAST_TURN, play_on, play_out, seat_devices
from tests.sampling import sample

# Qwixx is played below, and Longo belongs to its family.
GAMES = ["qwixx", "twenty_one", "qwantum", "sixto", "longo"]


@pytest.mark.sampled
@pytest.mark.parametrize("game", sample(GAMES, 3, always=["twenty_one", "qwantum", "sixto"]))
def test_two_devices_play_a_whole_match(open_page: OpenPage, address: str, game: str) -> None:
    pages = seat_devices(open_page, address, game, 2, auto_throw=True)
    play_out(*pages)
    totals = [[each.inner_text() for each in page.locator(".pl .tot").all()] for page in pages]
    assert totals[0] == totals[1]
    for page in pages:
        expect(page.locator(".proof")).to_have_text(re.compile("Dice checked: all \\d+ throws are as promised"))
        expect(page.locator(".hero .bestscore .hidden")).to_have_text(re.compile("^-?\\d+$"))


def test_a_rematch_starts_at_the_same_table(open_page: OpenPage, address: str) -> None:
    pages = seat_devices(open_page, address, "qwixx", 2, auto_throw=True, position=LAST_TURN[1])
    play_out(*pages, eager=False)
    pages[0].get_by_role("button", name="Rematch").click()
    expect(pages[1].get_by_text("Ann would like a rematch.")).to_be_visible()
    pages[1].get_by_role("button", name="Rematch").click()
    for page in pages:
        page.locator(".match").wait_for()
        expect(page.locator(".total b")).to_have_text("0")


def test_the_loser_begins_the_next_match(open_page: OpenPage, address: str) -> None:
    """The player who marks nothing loses; if neither marks, the first player takes the last miss."""
    ann, ben = seat_devices(open_page, address, "qwixx", 2, auto_throw=True)
    play_out(ann, ben, eager=False)
    for is_ann_eager in (True, False):
        for page in (ann, ben):
            page.get_by_role("button", name="Rematch").click()
        for page in (ann, ben):
            page.locator(".match").wait_for()
        expect(ann.locator(".seat.turn .name")).to_have_text("You" if is_ann_eager else "Ben")
        play_on(ann, is_ann_eager)
        play_out(ben, eager=False)
