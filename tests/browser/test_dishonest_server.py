"""A real page in a real browser finds out that its server cheats."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import OpenPage
from tests.browser.playing import play_out, seat_devices
from tests.browser.server_process import ROOT, running_server
from tests.sampling import sample

SCRIPT = ROOT / "docs" / "check_dice.py"
SAID = {
    "leave_out_a_turn": "Turn 2 is left out, cut off or out of order.",
    "choose_a_seed": "The server’s seed is not the one that this device was promised.",
    "replace_a_commitment": "The server exchanged the commitment of this device; its share was not opened.",
    "tell_another_roll": "The server told this device two different things of the same throw or move.",
}


@pytest.mark.sampled
@pytest.mark.parametrize("cheat", sample(SAID, 2, always=["replace_a_commitment"]))
def test_the_page_finds_a_cheat(open_page: OpenPage, tmp_path: Path, cheat: str) -> None:
    """The page's own code finds these and all other cheats in `tests/attack`, without a browser."""
    with running_server(tmp_path / "matches.sqlite", cheat) as server:
        base = server.address
        (page,) = seat_devices(open_page, base, "qwixx", base=base, auto_throw=True)
        page.reload()
        page.locator(".match").wait_for()
        play_out(page, eager=False)
        expect(page.locator(".proof.bad")).to_have_text(SAID[cheat])


def test_record_and_receipt_can_be_saved_and_checked_elsewhere(
    open_page: OpenPage, address: str, tmp_path: Path
) -> None:
    (page,) = seat_devices(open_page, address, "qwixx", auto_throw=True)
    play_out(page, eager=False)
    expect(page.locator(".proof")).to_have_text(re.compile("Dice checked"))
    match = page.evaluate("JSON.parse(localStorage['paperdice.results'])[0].match")
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
