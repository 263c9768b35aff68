"""Fixtures for a real Chromium and a real server; a page with errors or requests to other hosts fails its test."""

from __future__ import annotations

import re
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Generator, Iterator, Mapping
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect, sync_playwright

from tests.browser.chromium import FLAGS, SIZES, find_chromium, launch, patience_ms
from tests.browser.devices import Devices, Kind, SharedPage
from tests.browser.gallery import served_gallery
from tests.browser.playing import OpenPage
from tests.browser.server_process import ROOT, ServerProcess, running_server

__all__ = ["FLAGS", "SIZES", "WEB", "OpenPage", "find_chromium", "untranslated"]
WEB = ROOT / "web"

TEXTS = tomllib.loads((ROOT / "src" / "paperdice" / "texts" / "en" / "page.toml").read_text("utf-8"))
TEXT_ID = re.compile(rf"\b(?:{'|'.join(TEXTS)})\.[a-z_]+\b")


def untranslated(page: Page) -> list[str]:
    """Return the text ids that a page shows untranslated."""
    return [f"no sentence for {found}" for found in TEXT_ID.findall(page.locator("body").inner_text())]


@pytest.fixture(scope="session")
def built_page() -> None:
    """Build the page, the gallery and the browser if any source has changed since the set-up."""
    subprocess.run([sys.executable, "hatch_build.py", "browser"], cwd=ROOT, check=True)


@pytest.fixture(scope="session")
def browser(built_page: None) -> Iterator[Browser]:
    """Yield the browser, whose files are in `/tmp`, since the paths of its sockets must be short."""
    with tempfile.TemporaryDirectory(prefix="paperdice-browser-", dir="/tmp") as home, sync_playwright() as playwright:
        browser = launch(playwright, Path(home))
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def server(built_page: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    with running_server(tmp_path_factory.mktemp("served") / "matches.sqlite") as server:
        yield server


@pytest.fixture(scope="session")
def gallery_address(built_page: None) -> Iterator[str]:
    with served_gallery() as address:
        yield address


@pytest.fixture
def address(server: ServerProcess) -> str:
    return server.address


@pytest.fixture(scope="session")
def devices(browser: Browser) -> Devices:
    return Devices(browser)


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup() -> None:
    """Set the timeout of each test according to the current load of the machine."""
    expect.set_options(timeout=patience_ms())


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Add the text of the pages to the report of a failing test."""
    report = yield
    found = item.funcargs.get("devices") if isinstance(item, pytest.Function) else None
    if report.when == "call" and report.failed and isinstance(found, Devices):
        for page in found.used:
            report.sections.append((f"page {page.url}", page.locator("body").inner_text()[:2000]))
    return report


@pytest.fixture
def open_page(devices: Devices, address: str) -> Iterator[OpenPage]:
    """Open pages on separate devices: `open_page("/learn", size="tablet", dark=True, lang="fr")`."""
    pages: list[SharedPage] = []

    def open_one(
        path: str = "/",
        size: str = "phone",
        dark: bool = False,
        lang: str = "en",
        still: bool = True,
        base: str = "",
        stored: Mapping[str, object] | None = None,
        worker: bool = False,
    ) -> Page:
        # Tests that do not look at movements do not wait for pauses either.
        settings = {"paperdice.settings": {"pace": "fast"}} if still else {}
        page = devices.take(Kind(size, dark, lang, still, base or address, worker), {**settings, **(stored or {})})
        pages.append(page)
        page.goto(path)
        return page

    devices.complaints.clear()
    yield open_one
    complaints = [line for page in pages for each in page.device.pages for line in untranslated(each)]
    for page in pages:
        devices.give_back(page, is_shared=page.kind.base == address)
    assert complaints + devices.complaints == []
