"""A real page in a real browser detects a cheating server."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import OpenPage
from tests.browser.playing import play_out, post, seat_devices, stored_table
from tests.browser.server_process import ROOT, running_server
from tests.patience import wait_until
from tests.sampling import sample

SCRIPT = ROOT / "docs" / "check_dice.py"
HIDDEN = "The server hid that it had dropped earlier dice at this table; the share of this device was not opened."
SAID = {
    "leave_out_a_turn": "Turn 2 is missing, incomplete or out of order.",
    "choose_a_seed": "The server’s seed is not the one that this device was promised.",
    "replace_a_commitment": "The server exchanged the commitment of this device; its share was not opened.",
    "tell_another_roll": "The server told this device two different things about the same throw or move.",
    "drop_and_hide": HIDDEN,
    "drop_hang_up_and_hide": HIDDEN,
    "drop_and_change_the_code": HIDDEN,
}
# Every way to drop a deal is tried; of the others the page's code is tested in `tests/attack` too.
DROPS = [cheat for cheat, said in SAID.items() if said == HIDDEN]


@pytest.mark.sampled
@pytest.mark.parametrize("cheat", sample(SAID, len(DROPS) + 1, always=[*DROPS, "replace_a_commitment"]))
def test_the_page_finds_a_cheat(open_page: OpenPage, tmp_path: Path, cheat: str) -> None:
    """The page's own code detects all cheats of `tests/attack` too, without a browser."""
    with running_server(tmp_path / "matches.sqlite", cheat) as server:
        base = server.address
        (page,) = seat_devices(open_page, base, "qwixx", base=base, auto_throw=True)
        page.reload()
        page.locator(".match").wait_for()
        play_out(page, eager=False)
        expect(page.locator(".proof.bad")).to_have_text(SAID[cheat])


def test_the_page_finds_a_deal_that_was_dropped_before_a_restart(open_page: OpenPage, tmp_path: Path) -> None:
    with running_server(tmp_path / "matches.sqlite", "drop_restart_and_hide") as server:
        page = take_seat(open_page, server.address)
        facts = f"fetch('/api/tables/{page.url[-6:]}').then(answer => answer.json())"
        wait_until(lambda: page.evaluate(facts)["previous"] is not None, "the server drops the deal")
        server.stop()
        server.start()
        page.locator(".match").wait_for()
        play_out(page, eager=False)
        expect(page.locator(".proof.bad")).to_have_text(HIDDEN)


def test_the_page_counts_deals_that_were_dropped_and_keeps_its_share_shut_until_a_tap(
    open_page: OpenPage, tmp_path: Path
) -> None:
    with running_server(tmp_path / "matches.sqlite", "drop_twice_and_name") as server:
        base = server.address
        page = take_seat(open_page, base)
        for said in ("1 deal at this table was dropped", "2 deals at this table were dropped"):
            expect(page.locator(".dropped")).to_contain_text(said)
            page.get_by_role("button", name="I’m in").click()
        page.locator(".match").wait_for()
        play_out(page, eager=False)
        expect(page.locator(".proof")).to_have_text(
            "Dice checked, but 2 deals before it were dropped: the server knew their dice and could choose."
        )


def test_a_device_that_was_timed_out_after_its_share_says_so(open_page: OpenPage, tmp_path: Path) -> None:
    with running_server(tmp_path / "matches.sqlite", "time_out_a_device") as server:
        base = server.address
        page = take_seat(open_page, base)
        page.locator(".match").wait_for()
        play_out(page, eager=False)
        proof = page.locator(".proof")
        expect(proof).to_contain_text("the share of this device was not counted")
        expect(proof).to_contain_text("1 deal before it was dropped")


def take_seat(open_page: OpenPage, base: str) -> Page:
    """Open a table with one seat, and tap Start."""
    token = "t" * 32
    wish = {"game": "qwixx", "seats": [{"name": "Ann", "token": token}], "auto_pass": True, "auto_throw": True}
    code = post(base, "/api/tables", wish)["code"]
    page = open_page(f"/t/{code}", base=base, stored=stored_table(code, token, 0))
    page.get_by_text("you", exact=True).first.wait_for()
    page.get_by_role("button", name="Start").click()
    return page


def test_record_and_receipt_can_be_saved_and_checked_elsewhere(
    open_page: OpenPage, address: str, tmp_path: Path
) -> None:
    (page,) = seat_devices(open_page, address, "qwixx", auto_throw=True)
    play_out(page, eager=False)
    expect(page.locator(".proof")).to_have_text(re.compile("The dice were fair"))
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
