"""A new machine with an empty cache: waiting players are informed."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import OpenPage
from tests.browser.playing import post
from tests.browser.server_process import running_server

READYING = re.compile(r"Expert is getting ready: about \d+\ss")


@pytest.fixture(scope="module")
def fresh(built_page: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Yield the address of a server that has to compile its bots, which takes much longer than these tests."""
    folder: Path = tmp_path_factory.mktemp("fresh")
    with running_server(folder / "matches.sqlite", cache=folder / "cache") as server:
        yield server.address


def mark_twice(page: Page) -> None:
    """Keep the throw and mark twice, the second time together with the bot."""
    page.locator("[data-action=keep]").click()
    for _ in range(2):
        page.locator(".cell.can").first.click()
        page.locator("[data-action=done]").click()


def test_a_bot_that_is_not_compiled_is_waited_for_with_a_word(open_page: OpenPage, fresh: str) -> None:
    made = post(fresh, "/api/challenges", {"game": "qwantum", "bots": ["expert"]})
    page = open_page(f"/c/{made['challenge']}", base=fresh)
    page.get_by_label("Your name").fill("Ann")
    page.get_by_role("button", name="Play").click()
    mark_twice(page)
    expect(page.locator(".toasts")).to_contain_text(READYING)

    seats = [{}, {"bot": "expert"}]
    code = post(fresh, "/api/tables", {"game": "qwantum", "seats": seats, "first": 0})["code"]
    page.goto(f"/t/{code}")
    page.get_by_text("you", exact=True).wait_for()
    page.get_by_role("button", name="Start").click()
    page.locator("[data-action=throw]").click()
    mark_twice(page)
    expect(page.locator(".toasts")).to_contain_text(READYING)
