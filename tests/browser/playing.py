"""Playing by taps: what a person does at a page, one tap at a time."""

from __future__ import annotations

import json
import urllib.request
from collections.abc import Mapping

from playwright.sync_api import Page

TOKEN = "t" * 32


def post(address: str, path: str, body: Mapping[str, object]) -> dict[str, str]:
    """Sends a request as a program would; of the answer only texts are asked for."""
    data = json.dumps(body).encode()
    request = urllib.request.Request(f"{address}{path}", data, {"Content-Type": "application/json"})
    with urllib.request.urlopen(request) as response:
        answer: dict[str, str] = json.load(response)
    return answer


def sit_down(page: Page, code: str, name: str) -> None:
    """Comes to a table by its link and takes a seat."""
    page.goto(f"/t/{code}")
    page.fill("#name", name)
    page.get_by_role("button", name="Sit down").click()
    page.get_by_text("you", exact=True).wait_for()


def open_table(address: str, game: str, n_seats: int, **wishes: object) -> str:
    """Opens a table with empty seats, and gives its code."""
    made = post(
        address, "/api/tables", {"game": game, "seats": [{}] * n_seats, "first": 0, "auto_pass": True, **wishes}
    )
    return made["code"]


def start_match(pages: list[Page], code: str) -> None:
    """Seats everyone and starts."""
    for page, name in zip(pages, ("Ann", "Ben", "Cid"), strict=False):
        sit_down(page, code, name)
    pages[0].get_by_role("button", name="Start").click()
    for page in pages:
        page.locator(".match").wait_for()


def has_ended(page: Page) -> bool:
    return page.locator(".plain.end").count() > 0


# One thing after another as the page offers it, in one call: a match by single taps of the driver takes ten times as
# long. That each cell and button is hit by a tap at its middle is a test of its own.
ACT = """eager => {
  const find = (name) => document.querySelector(`[data-action=${name}]:enabled`);
  const offered = find('throw') ?? find('keep') ?? (document.querySelector('.cell.pencil') && find('done'))
    ?? (eager ? document.querySelector('.cell.can') : null) ?? find('quiet');
  offered?.click();
  return Boolean(offered);
}"""


def act_once(page: Page, eager: bool) -> bool:
    """Does one thing that the page offers: marks what it can if eager, else passes; False if nothing."""
    return bool(page.evaluate(ACT, eager))


def play_out(pages: list[Page], max_rounds: int = 2000, eager: bool = True) -> None:
    """Plays until every page shows the end, which in Qwixx comes soonest if nobody marks anything."""
    for _ in range(max_rounds):
        acted = [act_once(page, eager) for page in pages if not has_ended(page)]
        if not acted:
            return
        if not any(acted):
            pages[0].wait_for_timeout(20)
    raise AssertionError("the match did not end")
