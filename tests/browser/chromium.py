"""The browser of the tests: the Chromium installed by the set-up, or the one named by $CHROMIUM."""

from __future__ import annotations

import os
from pathlib import Path

from playwright.sync_api import Browser, BrowserContext, Playwright

import hatch_build
from tests.patience import patience

FLAGS = [
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
    "--disable-quic",
    "--font-render-hinting=none",
]
SIZES = {"phone": (360, 640), "side": (844, 390), "tablet": (820, 1180), "desktop": (1440, 900)}


def find_chromium() -> str:
    """Return the path of the browser."""
    return os.environ.get("CHROMIUM") or str(hatch_build.CHROMIUM)


def patience_ms() -> float:
    """Return Playwright's timeout in milliseconds, adjusted to the load of the machine."""
    return 1000 * patience()


def launch(playwright: Playwright, home: Path) -> Browser:
    """Start the browser isolated from the machine's fonts, locale, time zone and settings."""
    settings = {
        "PATH": os.defpath,
        "HOME": str(home),
        "TMPDIR": str(home),
        "LANG": "C.UTF-8",
        "TZ": "UTC",
        "FONTCONFIG_FILE": str(hatch_build.BROWSER / "fonts.conf"),
    }
    if not os.environ.get("CHROMIUM"):
        settings["LD_LIBRARY_PATH"] = str(hatch_build.CHROMIUM.parent / "al2023" / "lib")
    return playwright.chromium.launch(
        executable_path=find_chromium(), args=FLAGS, env=dict(settings), timeout=patience_ms()
    )


def new_context(
    browser: Browser, size: str = "phone", *, dark: bool = False, lang: str = "en", still: bool = True, **other: object
) -> BrowserContext:
    """Return a new device with separate storage and generous timeouts; `other` is passed to Playwright."""
    width, height = SIZES[size]
    context = browser.new_context(
        viewport={"width": width, "height": height},
        color_scheme="dark" if dark else "light",
        locale=lang,
        timezone_id="UTC",
        has_touch=size != "desktop",
        reduced_motion="reduce" if still else "no-preference",
        **other,  # type: ignore[arg-type]  # as Playwright names them
    )
    context.set_default_timeout(patience_ms())
    return context
