"""Connections that stay open but transmit no data, as with a failed switch, in a tunnel, or after a router has
rebooted.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, WebSocket, expect

from tests.browser.playing import OpenPage, seat_devices
from tests.browser.server_process import ServerProcess
from tests.patience import wait_until
from tests.proxies import SilentLine, silent_proxy

# Longer than the page waits from an unanswered ping to the next connection.
LONG_MS = 12_000


@pytest.fixture
def proxy(server: ServerProcess) -> Iterator[SilentLine]:
    with silent_proxy(server.port) as line:
        yield line


def note_sockets(page: Page) -> list[str]:
    """Return a list that records each opening and closing of the page's sockets."""
    events: list[str] = []

    def note(socket: WebSocket) -> None:
        events.append("opened")
        socket.on("close", lambda _: events.append("closed"))

    page.on("websocket", note)
    return events


def await_socket(page: Page, events: list[str], nth: int) -> None:
    """Wait until a socket is opened; each poll calls the page, since events are only dispatched during calls."""
    wait_until(lambda: page.evaluate("true") and events.count("opened") == nth, f"the page opens {nth} sockets")


def test_a_silent_connection_is_given_up_at_once(open_page: OpenPage, address: str, proxy: SilentLine) -> None:
    """The page reconnects while the browser is still waiting for the close frame of the old socket.

    Neither that frame nor the handshake of a second socket ever arrives; the third socket works, and a throw tapped in
    the meantime is executed once.
    """
    (page,) = seat_devices(open_page, address, "qwixx", base=f"http://127.0.0.1:{proxy.port}")
    page.clock.install()
    events = note_sockets(page)
    page.reload()
    throw = page.locator("[data-action=throw]")
    throw.wait_for()
    proxy.is_mute = True
    proxy.fall_silent()
    throw.click()
    page.clock.run_for(LONG_MS)
    await_socket(page, events, 2)
    assert events == ["opened", "opened"]
    proxy.is_mute = False
    page.clock.run_for(LONG_MS)
    await_socket(page, events, 3)
    expect(page.locator(".tray .die.live, .tray .die.idle").first).to_be_visible()
    expect(page.locator(".match .net.online")).to_have_count(1)


def test_a_network_that_comes_back_is_used_at_once(open_page: OpenPage, address: str, proxy: SilentLine) -> None:
    """The browser reports that it is offline, so no close frame can arrive."""
    (page,) = seat_devices(open_page, address, "qwixx", base=f"http://127.0.0.1:{proxy.port}")
    page.clock.install()
    events = note_sockets(page)
    page.reload()
    page.locator("[data-action=throw]").wait_for()
    proxy.fall_silent()
    tell = """(isOnline) => {
      Object.defineProperty(navigator, 'onLine', { value: isOnline, configurable: true });
      dispatchEvent(new Event(isOnline ? 'online' : 'offline'));
    }"""
    page.evaluate(tell, False)
    page.evaluate(tell, True)
    await_socket(page, events, 2)
    assert events == ["opened", "opened"]


def test_a_silent_server_does_not_keep_the_page_from_opening(open_page: OpenPage, proxy: SilentLine) -> None:
    """Returning users can play offline, whether the server refuses connections or accepts them without answering."""
    page = open_page(base=f"http://127.0.0.1:{proxy.port}", worker=True)
    wait_until(lambda: bool(page.evaluate("navigator.serviceWorker.controller !== null")), "the worker keeps the page")
    page.clock.install()
    proxy.is_mute = True
    proxy.fall_silent()
    page.reload()
    page.locator(".home").wait_for()
    page.clock.run_for(LONG_MS)
    expect(page.get_by_text("The server cannot be reached. You can still play")).to_be_visible()
    page.get_by_role("radio", name="Solo").click()
    page.get_by_role("button", name="Start").click()
    page.clock.run_for(LONG_MS)
    page.locator(".match").wait_for()
