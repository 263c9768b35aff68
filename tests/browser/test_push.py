"""The service worker's handling of push messages, which are delivered with the browser's developer tools."""

from __future__ import annotations

import contextlib
import json
import sqlite3
from pathlib import Path

from playwright.sync_api import Browser, CDPSession, Page, expect

from paperdice.server.push.keys import make_keys
from tests.browser.chromium import new_context
from tests.browser.conftest import OpenPage
from tests.browser.playing import open_table, sit_down
from tests.browser.server_process import running_server
from tests.patience import wait_until

TOLD = """() => self.registration.getNotifications().then(
  notices => notices.map(notice => [notice.title, notice.body, notice.tag, notice.data.code]))"""
# Headless Chromium always denies notifications, so the notifications of its worker are recorded.
SHOW = """() => {
  if (Notification.permission === 'granted') return;
  const shown = new Map();
  self.registration.showNotification = async (title, words) => { shown.set(words.tag, {title, ...words}); };
  self.registration.getNotifications = async () => [...shown.values()];
}"""

ACTIVATED = "navigator.serviceWorker.getRegistration().then(found => found?.active?.state === 'activated')"


def await_worker(page: Page) -> None:
    wait_until(lambda: bool(page.evaluate(ACTIVATED) and page.context.service_workers), "the service worker runs")


def worker_of(page: Page) -> tuple[CDPSession, str]:
    """Return a developer tools session, and the id of the service worker in it."""
    found: list[str] = []
    tools = page.context.new_cdp_session(page)
    tools.on(
        "ServiceWorker.workerRegistrationUpdated",
        lambda news: found.extend(each["registrationId"] for each in news["registrations"]),
    )
    await_worker(page)
    tools.send("ServiceWorker.enable")

    def is_found() -> bool:
        page.wait_for_timeout(20)  # Playwright only dispatches events during calls
        return bool(found)

    wait_until(is_found, "the browser tells the number of the worker")
    return tools, found[0]


def permit(page: Page) -> None:
    """Allow the service worker of a page to show notifications."""
    page.context.grant_permissions(["notifications"])
    await_worker(page)
    page.context.service_workers[0].evaluate(SHOW)


def deliver(page: Page, code: str, title: str) -> None:
    """Deliver a push message."""
    tools, number = worker_of(page)
    data = json.dumps({"code": code, "title": title, "body": "Your turn"})
    origin = page.evaluate("location.origin")
    tools.send("ServiceWorker.deliverPushMessage", {"origin": origin, "registrationId": number, "data": data})
    tools.detach()


def await_told(page: Page, *codes: str) -> list[list[str]]:
    """Wait until there is a notification for each of these tables, and return all notifications.

    While a notification replaces another one with the same tag, the browser briefly lists both.
    """
    told: list[list[str]] = []

    def is_told() -> bool:
        told[:] = page.context.service_workers[0].evaluate(TOLD)
        return sorted(each[3] for each in told) == sorted(codes)

    wait_until(is_told, f"one notification for each of {codes}")
    return told


def test_a_push_tells_once_for_each_table(open_page: OpenPage) -> None:
    page = open_page(worker=True)
    permit(page)
    deliver(page, "ABCDEF", "Qwixx with Ben")
    assert await_told(page, "ABCDEF") == [["Qwixx with Ben", "Your turn", "table-ABCDEF", "ABCDEF"]]
    deliver(page, "ABCDEF", "Qwixx with Ben")
    deliver(page, "GHJKLM", "Sixto with Eve")
    assert sorted(each[2] for each in await_told(page, "ABCDEF", "GHJKLM")) == ["table-ABCDEF", "table-GHJKLM"]


def test_a_push_says_nothing_while_its_table_is_seen(open_page: OpenPage) -> None:
    page = open_page("/t/QQQQQQ", worker=True)
    permit(page)
    deliver(page, "QQQQQQ", "Qwixx with Ben")
    deliver(page, "ABCDEF", "Sixto with Eve")
    assert [each[0] for each in await_told(page, "ABCDEF")] == ["Sixto with Eve"]


# Replaces the browser's push subscription, since there is no push service to subscribe to.
STAND_IN = """
  PushManager.prototype.getSubscription = async () => window.pushed ?? null;
  PushManager.prototype.subscribe = async ({applicationServerKey}) => {
    const pair = await crypto.subtle.generateKey({name: 'ECDH', namedCurve: 'P-256'}, true, ['deriveBits']);
    const text = bytes => btoa(String.fromCharCode(...new Uint8Array(bytes)))
      .replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
    const p256dh = text(await crypto.subtle.exportKey('raw', pair.publicKey));
    const endpoint = 'https://fcm.googleapis.com/fcm/send/a-device';
    window.pushed = {endpoint, options: {applicationServerKey},
      toJSON: () => ({endpoint, keys: {p256dh, auth: text(crypto.getRandomValues(new Uint8Array(16)))}})};
    return window.pushed;
  };
"""


# The worker's response when the push service replaces a subscription.
CHANGED = """async () => {
  const pair = await crypto.subtle.generateKey({name: 'ECDH', namedCurve: 'P-256'}, true, ['deriveBits']);
  const text = bytes => btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
  const p256dh = text(await crypto.subtle.exportKey('raw', pair.publicKey));
  const keys = {p256dh, auth: text(crypto.getRandomValues(new Uint8Array(16)))};
  const endpoint = 'https://fcm.googleapis.com/fcm/send/another';
  await renewCalls({newSubscription: {toJSON: () => ({endpoint, keys})}});
}"""


def test_a_table_over_days_is_opened_and_offers_a_call(browser: Browser, built_page: None, tmp_path: Path) -> None:
    make_keys(tmp_path / "push-keys.json", "mailto:owner@home.example")
    with running_server(tmp_path / "matches.sqlite") as server:
        context = new_context(browser, base_url=server.address, permissions=["notifications"])
        page = context.new_page()
        page.add_init_script(STAND_IN)
        page.goto("/")
        page.locator(".options summary").click()
        page.get_by_role("switch", name="Play over days").click()
        page.get_by_label("Clock for each decision").select_option("3 days")
        page.locator(".btn.go").click()
        offer = page.locator(".offer")
        expect(offer).to_contain_text("even while the page is closed")
        offer.get_by_role("button", name="Yes, please").click()
        expect(offer).to_contain_text("sounds and vibration")
        offer.get_by_role("button", name="No, thanks").click()
        expect(offer).to_have_count(0)
        code = page.url.rsplit("/", 1)[-1]
        await_worker(page)
        context.service_workers[0].evaluate(CHANGED)
        with contextlib.closing(sqlite3.connect(tmp_path / "matches.sqlite")) as store:
            endpoints = [row[0] for row in store.execute("select endpoint from subscriptions order by created")]
        assert endpoints == [f"https://fcm.googleapis.com/fcm/send/{device}" for device in ("a-device", "another")]
        facts = page.evaluate(f"fetch('/api/tables/{code}').then(answer => answer.json())")
        assert facts["slow"] and facts["clock"]["seconds"] == 3 * 86_400
        page.reload()
        page.locator(".lobby").wait_for()
        expect(page.locator(".offer")).to_have_count(0)
        context.close()


def test_without_keys_only_sounds_are_offered(open_page: OpenPage, address: str) -> None:
    page = open_page("/icon.svg")
    sit_down(page, open_table(address, "qwixx", 2), "Ann")
    offer = page.locator(".offer")
    expect(offer).to_contain_text("sounds and vibration")
    offer.get_by_role("button", name="Yes, please").click()
    expect(offer).to_have_count(0)
    assert page.evaluate("JSON.parse(localStorage.getItem('paperdice.settings')).sound")
