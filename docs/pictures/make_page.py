"""Take screenshots of the page with a real server and a real browser: `python docs/pictures/make_page.py`.

Three devices play a match by taps until a turn that is worth showing. The server throws the dice, so the pictures are
different each time.
"""

import io
import subprocess
import sys
import tempfile
import urllib.request
from pathlib import Path

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT))

from PIL import Image  # noqa: E402 - the path must contain the checkout first
from playwright.sync_api import Browser, Page, sync_playwright  # noqa: E402

import paperdice  # noqa: E402
from tests.browser.conftest import FLAGS, find_chromium  # noqa: E402
from tests.browser.playing import post, sit_down  # noqa: E402
from tests.browser.server_process import running_server  # noqa: E402

PICTURES = ROOT / "docs" / "pictures"
NAMES = ("Ann", "Tom", "Mia")
SHOWN_TURN = 13


def open_device(browser: Browser, address: str) -> Page:
    """Open the page in a new browser context, which acts as a separate device."""
    context = browser.new_context(
        base_url=address, locale="en", reduced_motion="reduce", viewport={"width": 1200, "height": 750}
    )
    page = context.new_page()
    page.goto("/")
    return page


def tap_move(page: Page, move: str) -> None:
    """Mark a cell and confirm it, or pass."""
    if move == "-":
        page.locator("[data-action=quiet]").click()
    else:
        page.locator(f'.cell.can[data-mark="{move}"]').click()
        page.locator("[data-action=done]").click()


def read_match(address: str, name: str) -> paperdice.Match:
    """Return the match as it is stored on the server."""
    with urllib.request.urlopen(f"{address}/api/matches/{name}/record") as answer:
        return paperdice.read_record(answer.read().decode())


def play_until_shown(pages: list[Page], address: str, name: str) -> str:
    """Play until the turn that is shown, and return the move that Ann considers there."""
    bot = paperdice.make_bot("evolved", "qwixx")
    while True:
        match = read_match(address, name)
        if match.dice_wanted:
            pages[match.active].locator("[data-action=throw]").click()
            pages[match.active].locator("[data-action=quiet]").wait_for()
            match = read_match(address, name)
        moves = {seat: bot.choose(paperdice.view_of(match, seat)) for seat in match.acting}
        if match.turn >= SHOWN_TURN and match.active == 0 and moves[0] != "-":
            return moves[0]
        for seat, move in moves.items():
            pages[seat].locator("[data-action=quiet]").wait_for()
            tap_move(pages[seat], move)
        after = {"color": "[data-action=throw]", "white": "[data-action=quiet]"}[match.phase]
        pages[match.active if match.phase == "white" else (match.active + 1) % 3].locator(after).wait_for()


def keep(page: Page, name: str) -> None:
    """Save a screenshot of the page as a small lossless file."""
    Image.open(io.BytesIO(page.screenshot())).convert("RGB").save(PICTURES / f"{name}.webp", lossless=True, method=6)


def take_pictures(page: Page, considered: str) -> None:
    """Take screenshots of Ann's page with a pencilled mark: on a desktop in light and dark, and on a phone."""
    page.locator(f'.cell.can[data-mark="{considered}"]').click()
    for theme in ("light", "dark"):
        page.emulate_media(color_scheme=theme)
        keep(page, f"page-{theme}")
    page.emulate_media(color_scheme="light")
    page.set_viewport_size({"width": 390, "height": 700})
    keep(page, "page-phone")


def main() -> None:
    """Build the page, play a match, and take the screenshots."""
    subprocess.run([sys.executable, "hatch_build.py", "browser"], cwd=ROOT, check=True)
    with (
        tempfile.TemporaryDirectory() as folder,
        running_server(Path(folder) / "matches.sqlite") as server,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=find_chromium(), args=FLAGS)
        pages = [open_device(browser, server.address) for _ in NAMES]
        table = post(server.address, "/api/tables", {"game": "qwixx", "seats": [{}] * len(NAMES), "first": 0})
        for page, name in zip(pages, NAMES, strict=True):
            sit_down(page, table["code"], name)
        pages[0].get_by_role("button", name="Start").click()
        take_pictures(pages[0], play_until_shown(pages, server.address, table["match"]))
        browser.close()


if __name__ == "__main__":
    main()
