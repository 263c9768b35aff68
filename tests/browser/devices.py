"""Reuse of devices: opening a page in a running device takes half as long as in a new one."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, NamedTuple

from playwright.sync_api import Browser, BrowserContext, Page, Request

from tests.browser.chromium import SIZES, new_context, patience_ms

# Changes to a page that would affect other tests; such a page is not reused.
LASTING = ("add_init_script", "clock", "context", "emulate_media", "on", "route", "route_web_socket")
# A document of the server without scripts, to access the page's storage.
BLANK = "/icon.svg"


class Kind(NamedTuple):
    """The kind of a device (see `chromium.new_context`), and its server.

    Attributes:
        worker: Whether the page's service worker is installed, which takes a while.
    """

    size: str
    dark: bool
    lang: str
    still: bool
    base: str
    worker: bool


class SharedPage(Page):
    """A page that records whether it has been changed permanently."""

    kind: Kind
    device: BrowserContext
    has_changed: bool

    def __getattribute__(self, name: str) -> Any:
        if name in LASTING:
            self.has_changed = True
        return super().__getattribute__(name)


class Devices:
    """The devices of a browser, and the errors of their pages."""

    def __init__(self, browser: Browser) -> None:
        self._browser = browser
        self._free: list[SharedPage] = []
        self.used: list[SharedPage] = []
        self.complaints: list[str] = []

    def take(self, kind: Kind, stored: Mapping[str, object]) -> SharedPage:
        """Return an unused device that stores only these values."""
        page = next((page for page in self._free if page.kind == kind), None)
        if page is None:
            page = self._make(kind)
        else:
            self._free.remove(page)
            page.device.set_default_timeout(patience_ms())
        self.used.append(page)
        for key, value in stored.items():
            page.evaluate("([key, text]) => localStorage.setItem(key, text)", [key, json.dumps(value)])
        return page

    def give_back(self, page: SharedPage, *, is_shared: bool) -> None:
        """Clear a device, so that another test can use it; close it if that is impossible."""
        self.used.remove(page)
        if page.has_changed or page.kind.worker or not is_shared or len(page.device.pages) > 1:
            page.device.close()
            return
        page.goto(BLANK)
        page.evaluate("() => { localStorage.clear(); sessionStorage.clear(); }")
        width, height = SIZES[page.kind.size]
        if page.viewport_size != {"width": width, "height": height}:
            page.set_viewport_size({"width": width, "height": height})
        self._free.append(page)

    def _make(self, kind: Kind) -> SharedPage:
        size, dark, lang, still, base, worker = kind
        workers = "allow" if worker else "block"
        device = new_context(
            self._browser, size, dark=dark, lang=lang, still=still, base_url=base, service_workers=workers
        )
        page = device.new_page()
        page.on("pageerror", lambda error: self.complaints.append(f"error on the page: {error}"))
        page.on("request", lambda request: self._note_request(request, base))
        page.goto(BLANK)
        page.__class__ = SharedPage
        assert isinstance(page, SharedPage)
        page.kind, page.device, page.has_changed = kind, device, False
        return page

    def _note_request(self, request: Request, base: str) -> None:
        if not request.url.startswith((base, base.replace("http", "ws"), "blob:", "data:")):
            self.complaints.append(f"asked a foreign host: {request.url}")
