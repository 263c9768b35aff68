"""Whole matches by taps, with two devices at one table."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import OpenPage
from tests.browser.playing import play_out, seat_devices
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
        expect(page.locator(".proof")).to_have_text(re.compile("The dice were fair: all \\d+ throws checked"))
        expect(page.locator(".mine > .hidden")).to_have_text(re.compile("^-?\\d+$"))
