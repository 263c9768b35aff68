"""The home page with and without running tables, and a lobby in which all settings can be changed."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.browser.conftest import OpenPage
from tests.browser.playing import LAST_TURN, open_table, play_out, seat_devices, sit_down
from tests.browser.test_looks import faults_of

# The installation prompt, which the browser only offers under its own conditions.
INSTALLABLE = """() => {
  const offer = Object.assign(new Event("beforeinstallprompt", { cancelable: true }), {
    prompt: async () => { window.asked = (window.asked ?? 0) + 1; },
  });
  dispatchEvent(offer);
  if (!offer.defaultPrevented) throw new Error("the browser would show a bar of its own");
}"""


def test_home_goes_on_where_it_was_left(open_page: OpenPage) -> None:
    page = open_page()
    expect(page.get_by_role("link", name="New here?")).to_have_attribute("href", "/guide/qwixx")
    page.get_by_role("radio", name=re.compile("Sixto")).click()
    page.get_by_role("radio", name="Solo").click()
    page.get_by_role("button", name="Start").click()
    page.locator(".match").wait_for()
    page.goto("/")
    expect(page.get_by_role("link", name="New here?")).to_have_count(0)
    expect(page.get_by_role("radio", name=re.compile("Sixto"))).to_have_attribute("aria-checked", "true")
    expect(page.get_by_role("radio", name="Solo")).to_have_attribute("aria-checked", "true")
    assert faults_of(page) == []
    page.get_by_role("link", name="Continue: Sixto").click()
    page.locator(".match").wait_for()
    page.evaluate(INSTALLABLE)
    play_out(page)
    page.get_by_role("button", name="Menu").click()
    offer = page.get_by_role("dialog", name="Menu").locator(".offer")
    expect(offer).to_contain_text("sounds and vibration")
    offer.get_by_role("button", name="No, thanks").click()
    expect(offer).to_contain_text("Put Paperdice on your home screen?")
    offer.get_by_role("button", name="Yes, please").click()
    expect(offer).to_have_count(0)
    assert page.evaluate("window.asked") == 1
    page.goto("/")
    page.locator(".game .pic rect").first.wait_for()
    expect(page.get_by_role("link", name=re.compile("Continue|New here"))).to_have_count(0)


def test_a_match_that_ended_elsewhere_is_not_offered(open_page: OpenPage, address: str) -> None:
    pages = seat_devices(open_page, address, "qwixx", 2, auto_throw=True, position=LAST_TURN[1])
    other = pages[1].context.new_page()
    other.goto("/")
    expect(other.get_by_role("link", name="Continue: Qwixx")).to_contain_text("with Ann")
    play_out(*pages, eager=False)
    other.goto("/")
    expect(other.get_by_role("link", name="Continue: Qwixx")).to_have_count(0)
    other.get_by_role("button", name="Qwixx: Ann, Ben").click()
    expect(other.get_by_label("Name of player 1")).to_have_value("Ben")
    expect(other.locator(".people .person")).to_have_count(2)


def test_a_lobby_changes_game_sheet_bots_seats_and_order(open_page: OpenPage, address: str) -> None:
    host, guest = open_page("/icon.svg"), open_page("/icon.svg", dark=True)
    code = open_table(address, "qwixx", 2)
    sit_down(host, code, "Ann")
    sit_down(guest, code, "Ben")
    host.get_by_role("button", name="Change the game").click()
    host.get_by_label("Sheets").select_option("mixx-a")
    expect(guest.locator(".gamecard b")).to_have_text("Qwixx · Mixx A")
    host.get_by_role("button", name="Sixto", exact=True).click()
    host.get_by_role("button", name="Done").click()
    expect(guest.locator(".gamecard b")).to_have_text("Sixto")
    host.locator(".adds .add", has_text="Bot").click()
    expect(host.get_by_label("Bot in seat 3")).to_have_value("casual")
    host.get_by_label("Bot in seat 3").select_option("level-2")
    host.locator(".adds .add", has_text="Friend").click()
    expect(guest.locator(".people .person")).to_have_count(4)
    host.get_by_role("button", name="Remove seat 4").click()
    expect(guest.locator(".people .person")).to_have_count(3)
    guest.get_by_role("button", name="Move seat 2 up").click()
    expect(host.locator(".people .person .label").first).to_have_text("Ben")
    assert faults_of(guest) == []
    host.get_by_role("button", name="Show the QR code large").click()
    box = host.locator(".qrlarge .qr").bounding_box()
    assert box is not None and box["width"] >= 250
    assert faults_of(host) == []
    host.keyboard.press("Escape")
    share = host.get_by_role("button", name="Share the link").bounding_box()
    assert share is not None and share["width"] > 280 and share["height"] >= 44
    host.get_by_role("button", name="Start").click()
    for page in (host, guest):
        page.locator(".match.sixto").wait_for()
        expect(page.locator(".sheet").first).to_be_visible()


def test_a_mixed_deal_is_chosen_when_a_table_is_opened_and_changed_in_its_lobby(open_page: OpenPage) -> None:
    """Only sheets that can be dealt together are offered. [V-6]"""
    page = open_page()
    page.locator(".options summary").click()
    page.get_by_label("Sheets").select_option("bonus-a")
    expect(page.get_by_label("Sheets").locator("option[value='*']")).to_have_count(0)
    page.get_by_label("Sheets").select_option("steps-a")
    page.get_by_label("Sheets").select_option("one for each seat")
    second = page.get_by_label("Sheet of Player 2")
    expect(second).to_have_value("steps-b")
    assert [each.get_attribute("value") for each in second.locator("option").all()] == [
        f"steps-{letter}" for letter in "abcde"
    ]
    second.select_option("steps-d")
    assert faults_of(page) == []
    page.get_by_role("button", name="Open the table").click()
    expect(page.locator(".gamecard b")).to_have_text("Qwixx · Connected A, sheet A + Connected A, sheet D")
    page.get_by_role("button", name="Change the game").click()
    page.get_by_label("Sheet of Player 2").select_option("steps-e")
    expect(page.locator(".gamecard b")).to_have_text("Qwixx · Connected A, sheet A + Connected A, sheet E")
    page.get_by_label("Sheets").select_option("double-b")
    expect(page.locator(".gamecard b")).to_have_text("Qwixx · Double B")
    page.get_by_label("Sheets").select_option("one for each seat")
    expect(page.locator(".gamecard b")).to_have_text("Qwixx · Double B + Double A")


def test_sheets_that_differ_in_their_lucky_numbers_tell_them(open_page: OpenPage) -> None:
    page = open_page()
    page.get_by_role("radio", name="Longo").click()
    page.locator("summary", has_text="More options").click()
    options = page.get_by_label("Sheets").locator("option")
    expect(options.nth(2)).to_have_text("sheet 1 · 6 · 12")
    expect(options.last).to_have_text("sheet 14 · 12 · 13")


def test_a_deal_seat_by_seat_passes_through_equal_sheets(open_page: OpenPage) -> None:
    """While two seats swap their sheets, both briefly have the same one; the selection and the focus are kept. [V-6]"""
    page = open_page()
    page.locator(".options summary").click()
    page.get_by_label("Sheets").select_option("steps-a")
    page.get_by_label("Sheets").select_option("one for each seat")
    for in_lobby in (False, True):
        if in_lobby:
            page.get_by_role("button", name="Open the table").click()
            page.get_by_role("button", name="Change the game").click()
        dealt = page.locator(".gamecard b")
        first, second = page.get_by_label("Sheet of Player 1"), page.get_by_label("Sheet of Player 2")
        first.focus()
        first.select_option("steps-b")
        if in_lobby:  # the table answers before the next choice
            expect(dealt).to_have_text("Qwixx · Connected A, sheet B")
        expect(second).to_have_value("steps-b")
        expect(first).to_be_focused()
        second.select_option("steps-a")
        expect(first).to_have_value("steps-b")
        if in_lobby:
            expect(dealt).to_have_text("Qwixx · Connected A, sheet B + Connected A, sheet A")
        first.select_option("steps-a")
        if in_lobby:
            expect(dealt).to_have_text("Qwixx · Connected A, sheet A")
        second.select_option("steps-b")
    expect(page.locator(".gamecard b")).to_have_text("Qwixx · Connected A, sheet A + Connected A, sheet B")


SLOW_LINE = """const send = WebSocket.prototype.send;
WebSocket.prototype.send = function (text) { setTimeout(() => send.call(this, text), 400); };"""


def test_quick_choices_in_a_lobby_wait_for_each_other_on_a_slow_line(open_page: OpenPage, address: str) -> None:
    """The second change is based on the result of the first, and applies to the seat that was tapped."""
    page = open_page("/icon.svg")
    page.add_init_script(SLOW_LINE)
    sit_down(page, open_table(address, "qwixx", 2), "Ann")
    people, refusal = page.locator(".people .person"), page.locator(".problem")
    page.get_by_role("button", name="Bot", exact=True).evaluate("button => [1, 2].forEach(() => button.click())")
    expect(page.locator(".person.bot")).to_have_count(2)
    expect(people).to_have_count(4)
    page.get_by_role("button", name="Move seat 4 up").evaluate("button => [1, 2, 3].forEach(() => button.click())")
    expect(people.first).to_have_class("person bot")
    page.get_by_role("button", name="Change the game").click()
    page.get_by_label("Sheets").select_option("double-a")
    page.get_by_label("Sheets").select_option("one for each seat")
    expect(page.locator(".gamecard b")).to_have_text("Qwixx · Double A + Double B")
    assert refusal.inner_text() == ""
