"""A real page in a real browser finds out that its server cheats."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import OpenPage
from tests.browser.playing import act_once, has_ended, open_table, start_match
from tests.browser.server_process import ROOT, running_server

SCRIPT = ROOT / "docs" / "check_dice.py"
SAID = {
    "leave_out_a_turn": "Turn 2 is left out, cut off or out of order.",
    "choose_a_seed": "The server’s seed is not the one that this device was promised.",
    "replace_a_commitment": "The server exchanged the commitment of this device; its share was not opened.",
    "tell_another_roll": "The server told this device two different things of the same throw or move.",
}


def pass_to_the_end(page: Page) -> None:
    """Takes four misses, which end a match of Qwixx."""
    while not has_ended(page):
        if not act_once(page, eager=False):
            page.wait_for_timeout(20)


@pytest.mark.parametrize("cheat", SAID)
def test_the_page_finds_a_cheat(open_page: OpenPage, built_page: None, tmp_path: Path, cheat: str) -> None:
    with running_server(tmp_path / "matches.sqlite", cheat) as server:
        page = open_page("/", base=server.address)
        start_match([page], open_table(server.address, "qwixx", 1, auto_throw=True))
        page.reload()
        page.locator(".match").wait_for()
        pass_to_the_end(page)
        expect(page.locator(".proof.bad")).to_have_text(SAID[cheat])
        page.evaluate("navigator.serviceWorker.ready.then(() => true)")  # it loads from the server, which stops now


def test_record_and_receipt_can_be_saved_and_checked_elsewhere(
    open_page: OpenPage, address: str, tmp_path: Path
) -> None:
    page = open_page()
    start_match([page], open_table(address, "qwixx", 1, auto_throw=True))
    pass_to_the_end(page)
    expect(page.locator(".proof")).to_have_text(re.compile("Dice checked"))
    match = page.evaluate("JSON.parse(localStorage['paperdice.matches'])[0]")
    page.goto(f"/m/{match}")
    files = []
    for button in ("Download the match", "Save the receipt of the dice"):
        with page.expect_download() as saving:
            page.get_by_role("button", name=button).click()
        files.append(tmp_path / saving.value.suggested_filename)
        saving.value.save_as(files[-1])
    assert [file.name for file in files] == [f"{match}.txt", f"{match}-receipt.txt"]
    command = [sys.executable, "-I", "-S", str(SCRIPT), *map(str, files)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert "The receipt agrees; its device opened shares of its own: 0." in done.stdout, done.stderr
