"""What the service worker does with a push, put in by the browser's own tools as a push service would."""

from __future__ import annotations

import json

from playwright.sync_api import CDPSession, Page

from tests.browser.conftest import OpenPage

TOLD = """navigator.serviceWorker.ready.then(worker => worker.getNotifications()).then(
  notices => notices.map(notice => [notice.title, notice.body, notice.tag, notice.data.code]))"""


def worker_of(page: Page) -> tuple[CDPSession, str]:
    """The page's tools, and the number of the service worker in them."""
    found: list[str] = []
    tools = page.context.new_cdp_session(page)
    tools.on(
        "ServiceWorker.workerRegistrationUpdated",
        lambda news: found.extend(each["registrationId"] for each in news["registrations"]),
    )
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    tools.send("ServiceWorker.enable")
    while not found:
        page.wait_for_timeout(20)
    return tools, found[0]


def deliver(page: Page, code: str, title: str) -> None:
    """Puts a push in."""
    tools, number = worker_of(page)
    data = json.dumps({"code": code, "title": title, "body": "Your turn"})
    origin = page.evaluate("location.origin")
    tools.send("ServiceWorker.deliverPushMessage", {"origin": origin, "registrationId": number, "data": data})
    tools.detach()


def await_told(page: Page, n_told: int) -> list[list[str]]:
    """The notifications on this device, as soon as there are so many."""
    page.wait_for_function(
        f"navigator.serviceWorker.ready.then(it => it.getNotifications()).then(n => n.length === {n_told})"
    )
    told: list[list[str]] = page.evaluate(TOLD)
    return told


def test_a_push_tells_once_for_each_table(open_page: OpenPage) -> None:
    page = open_page()
    page.context.grant_permissions(["notifications"])
    deliver(page, "ABCDEF", "Qwixx with Ben")
    assert await_told(page, 1) == [["Qwixx with Ben", "Your turn", "table-ABCDEF", "ABCDEF"]]
    deliver(page, "ABCDEF", "Qwixx with Ben")
    deliver(page, "GHJKLM", "Sixto with Eve")
    assert sorted(each[3] for each in await_told(page, 2)) == ["ABCDEF", "GHJKLM"]


def test_a_push_says_nothing_while_its_table_is_seen(open_page: OpenPage) -> None:
    page = open_page("/t/QQQQQQ")
    page.context.grant_permissions(["notifications"])
    deliver(page, "QQQQQQ", "Qwixx with Ben")
    deliver(page, "ABCDEF", "Sixto with Eve")
    assert [each[3] for each in await_told(page, 1)] == ["ABCDEF"]
