"""Pads: real dice that are not entered, with phones as the paper."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import OpenPage
from tests.browser.playing import choose_at_the_end, hold_timers, release_timers, seat_devices, settled

RED_TO_SIX = ("0/0", "0/1", "0/2", "0/3", "0/4")


def mark(page: Page, *places: str) -> None:
    """Mark cells of the player's own sheet with one tap each."""
    for place in places:
        page.locator(f'[data-at="{place}"]').click()
        expect(page.locator(f'.cell.marked[data-at="{place}"]')).to_have_count(1)


def two_phones(open_page: OpenPage, address: str) -> list[Page]:
    """Return two devices at a running pad."""
    return seat_devices(open_page, address, "qwixx", 2, dice="unknown", auto_pass=False)


def start_pad(open_page: OpenPage, game: str = "Qwixx") -> Page:
    """Open a pad alone, on a new device."""
    page = open_page()
    page.get_by_role("radio", name=game).click()
    page.get_by_role("radio", name="Pad").click()
    page.get_by_role("button", name="Start", exact=True).click()
    return page


def test_two_taps_from_the_first_page_to_a_pad(open_page: OpenPage) -> None:
    page = open_page()
    page.get_by_role("radio", name="Pad").click()
    page.get_by_role("button", name="Start", exact=True).click()
    mark(page, "0/3")
    expect(page.locator(".total b")).to_have_text("1")
    hold_timers(page)
    page.locator('[data-at="0/1"]').click()
    expect(page.locator(".say.no .text")).to_have_text("Cells left of your last mark in a row are lost.")
    page.locator("[data-action=miss]").click()
    expect(page.locator(".miss.on")).to_have_count(1)
    settled(page, "take_back").click()
    expect(page.locator(".miss.on")).to_have_count(0)
    expect(page.locator(".cell.marked")).to_have_count(1)


def test_a_row_that_somebody_locks_takes_one_more_mark_of_the_other(open_page: OpenPage, address: str) -> None:
    """No throw allows red 7 and red 8 together with another player's red 12."""
    ann, ben = two_phones(open_page, address)
    mark(ann, *RED_TO_SIX, "0/10")
    mark(ben, "0/5")
    hold_timers(ben)
    ben.locator('[data-at="0/6"]').click()
    expect(ben.locator(".say.no .text")).to_have_text("The red row is locked for everyone.")
    expect(ben.locator(".cell.marked")).to_have_count(1)


def test_at_a_pad_it_is_nobodys_turn(open_page: OpenPage) -> None:
    """No turn is announced in the title, to screen readers, or on the home page."""
    page = start_pad(open_page)
    mark(page, "0/3")
    expect(page).to_have_title("Qwixx · Paperdice")
    expect(page.get_by_role("log")).to_have_text("You: red 5")
    page.keyboard.press("w")
    expect(page.get_by_role("log")).to_have_text(re.compile("^You: red 5"))
    page.goto("/")
    expect(page.get_by_role("link", name="Continue: Qwixx").locator("small")).to_have_text("Pad")


def test_a_pad_is_filled_with_the_keyboard_alone(open_page: OpenPage) -> None:
    """After each number, the focus returns to its cell."""
    page = start_pad(open_page, "Twenty One")
    page.locator('[data-at="0/0"]').focus()
    for place in ("0/0", "0/1"):
        page.keyboard.press("Enter")
        page.keyboard.press("Tab")
        expect(page.locator(".facepad .face").first).to_be_focused()
        page.keyboard.press("Enter")
        expect(page.locator(f'.cell.marked[data-at="{place}"]')).to_be_focused()
        page.keyboard.press("ArrowRight")
    expect(page.locator('[data-at="0/2"]')).to_be_focused()


def test_a_pad_that_shall_not_warn_says_nothing(open_page: OpenPage) -> None:
    """Impossible cells are only recognizable by their look."""
    page = start_pad(open_page)
    mark(page, "0/3")
    page.locator(".menu").click()
    page.get_by_role("switch", name="Explain refusals (pad)").click()
    page.keyboard.press("Escape")
    page.locator('[data-at="0/1"]').click()
    page.wait_for_timeout(500)  # an explanation would disappear again
    expect(page.locator(".say.no")).to_have_count(0)
    expect(page.locator(".cell.marked")).to_have_count(1)


def test_numbers_are_chosen_where_a_sheet_wants_them(open_page: OpenPage) -> None:
    page = start_pad(open_page, "Twenty One")
    page.locator('[data-at="0/1"]').click()
    page.keyboard.press("Tab")
    page.locator('[data-enter="y4"]').press("Enter")
    expect(page.locator('.cell.marked[data-at="0/1"]')).to_have_count(1)
    page.locator("[data-action=x]").click()
    expect(page.locator(".cell.struck")).to_have_count(1)


def test_a_cross_is_rubbed_out_by_a_tap_and_put_back_in_its_place(open_page: OpenPage, address: str) -> None:
    """[A11] The sheet is the place to correct it: what was passed over is open again, and the others hear of it."""
    ann, ben = two_phones(open_page, address)
    hold_timers(ben)
    mark(ann, *RED_TO_SIX[:2], "0/3", "0/5", "1/4")
    ann.locator('[data-at="0/3"]').click()
    ghost = ann.locator('.cell.rubbed[data-at="0/3"]')
    expect(ghost.locator(".eraser")).to_have_count(1)
    expect(ann.locator(".say")).to_contain_text("Red 5 is gone. The others see it too.")
    expect(ann.locator(".toast")).to_have_count(0)
    expect(ben.get_by_role("log")).to_have_text("Ann: red 5 rubbed out")
    settled(ann, "put_back").click()
    expect(ann.locator('.cell.marked[data-at="0/3"]')).to_have_count(1)
    expect(ben.get_by_role("log")).to_have_text("Ann: red 5 put back")
    ann.locator('[data-at="0/5"]').click()
    expect(ann.locator(".say")).to_contain_text("Open again: 6, 7.")
    mark(ann, "0/4")
    expect(ann.locator("[data-action=put_back]")).to_have_count(0)


def test_each_person_says_done_after_a_lock_and_after_the_last_miss(open_page: OpenPage, address: str) -> None:
    """[A18] Nobody ends the moment for others, done can be taken back, and the prompt says what happens."""
    ann, ben = two_phones(open_page, address)
    for page in (ann, ben):
        mark(page, *RED_TO_SIX)
    mark(ann, "0/10")
    expect(ann.locator(".say")).to_contain_text("You lock red with 12. Mark what your dice allow, then say done.")
    expect(ben.locator(".say")).to_contain_text(
        "Ann locks red with 12. Cross 12 too if your dice allow it, then say done."
    )
    expect(ben.locator('.cell.can[data-at="0/10"] .sum')).to_have_text("lock")
    settled(ann, "done").click()
    expect(ann.locator(".say")).to_contain_text("You are done. Not yet: Ben.")
    expect(ben.get_by_role("status").filter(has_text="Done: Ann.")).to_have_count(1)
    settled(ann, "done").click()
    expect(ann.locator(".say")).to_contain_text("You lock red")
    settled(ann, "done").click()
    mark(ben, "0/10")
    settled(ben, "done").click()
    for page in (ann, ben):
        expect(page.locator("[data-action=done]")).to_have_count(0)
    expect(ann.locator(".total b")).to_have_text("28")
    for nth in range(4):
        ann.locator("[data-action=miss]").click()
        expect(ann.locator(".miss.on")).to_have_count(nth + 1)
    expect(ben.locator(".say")).to_contain_text("Ann takes the last miss: the match ends. Mark what")
    expect(ben.locator("[data-action=done]")).to_contain_text("ends when all are")
    for page in (ann, ben):
        settled(page, "done").click()
    for page in (ann, ben):
        page.locator(".plain.eve").wait_for()
    expect(ben.locator(".proof")).to_have_text("Marks of a pad: the dice are unknown.")
    # Without dice there is nothing to review.
    expect(ann.get_by_role("link", name="turning point")).to_have_count(0)
    choose_at_the_end(ann, "button", "Correct an entry")
    ann.get_by_role("button", name="takes a miss").first.click()
    ann.get_by_role("button", name="Rub out").click()
    ben.locator(".match.onpad").wait_for()


def test_marks_that_no_throw_allows_are_refused_with_the_reason(open_page: OpenPage, address: str) -> None:
    """[C9] After red 12, two yellow marks of another seat cannot come from the same throw."""
    ann, ben = two_phones(open_page, address)
    mark(ann, *RED_TO_SIX, "0/10")
    mark(ben, "1/5")
    hold_timers(ben)
    ben.locator('[data-at="1/6"]').click()
    expect(ben.locator(".say.no .text")).to_contain_text("The dice cannot have allowed this")
    expect(ben.locator(".cell.marked")).to_have_count(1)


def test_what_a_correction_made_impossible_is_asked_below_the_sheet(open_page: OpenPage, address: str) -> None:
    """The sheet remains usable; the others see one message after another, each for a while [A13]."""
    ann, ben = two_phones(open_page, address)
    hold_timers(ben)
    mark(ann, *RED_TO_SIX, "0/10")
    for page in (ann, ben):
        settled(page, "done").click()
    expect(ann.locator("[data-action=done]")).to_have_count(0)
    ann.locator('[data-at="0/0"]').click()
    expect(ann.locator(".say .text")).to_contain_text("red 12: no longer possible.")
    expect(ben.locator(".toast")).to_have_text("Ann: no longer possible, asked again: red 12.")
    mark(ann, "0/6")
    expect(ann.locator(".say .text")).not_to_contain_text("no longer possible.")
    release_timers(ben)
    expect(ben.locator(".toast")).to_have_count(0)


def test_another_device_takes_the_seat_of_an_absent_player(open_page: OpenPage, address: str) -> None:
    """A player at the table allows the transfer, and the marks are kept."""
    ann, ben = two_phones(open_page, address)
    mark(ben, *RED_TO_SIX)
    ben.locator(".menu").click()
    ben.get_by_role("button", name="Leave the table").click()
    ben.get_by_role("dialog", name="Leave the table?").get_by_role("button", name="Leave", exact=True).click()
    ann.locator(".menu").click()
    ann.locator("[data-action=hand_on]").click()
    expect(ann.locator(".transfer")).to_have_text(re.compile("^[A-Z0-9]{6,}$"))
    other = open_page(ann.url)
    other.locator(".menu").click()
    other.get_by_label("Code of a seat").fill(ann.locator(".transfer").inner_text())
    other.get_by_role("button", name="Take the seat").click()
    other.keyboard.press("Escape")
    expect(other.locator(".cell.marked")).to_have_count(5)
    mark(other, "1/0")
    ann.keyboard.press("Escape")
    expect(ann.locator(".seat", has_text="Ben")).to_contain_text("16")


@pytest.mark.parametrize("size", ["tablet", "phone"])
def test_all_sheets_of_one_device_lie_around_a_tablet(open_page: OpenPage, size: str) -> None:
    """[A12] A phone shows one sheet, and a tap on a name leads to another."""
    page = open_page(size=size)
    page.get_by_role("radio", name="Pad").click()
    page.get_by_role("button", name="Here").click()
    page.get_by_role("button", name="Start", exact=True).click()
    if size == "phone":
        mark(page, "0/0")
        page.locator(".seat", has_text="Player 2").click()
        expect(page.locator(".cell.marked")).to_have_count(0)
        return
    for place, other in ((".p1", ".p2"), (".p2", ".p1")):
        page.locator(f'.place{place} [data-at="0/0"]').click()
        expect(page.locator(f".place{place} .cell.marked")).to_have_count(1)
        expect(page.locator(f".place{other} [data-action=put_back]")).to_have_count(0)
    page.locator('.place.p2 [data-at="0/0"]').click()
    expect(page.locator(".place.p2 .cell.rubbed")).to_have_count(1)
    expect(page.locator(".place.p1 .cell.marked")).to_have_count(1)


def test_a_table_that_marks_no_more_says_so(open_page: OpenPage) -> None:
    """This applies to games without mandatory marks; other players may still mark for the same throw."""
    page = open_page()
    page.get_by_role("radio", name="Sixto").click()
    page.get_by_role("radio", name="Pad").click()
    page.get_by_role("button", name="Here").click()
    page.get_by_role("button", name="Start", exact=True).click()
    mark(page, "0/0")
    page.get_by_role("button", name="No more marks").click()
    page.locator(".seat", has_text="Player 2").click()
    mark(page, "1/0")
    expect(page.locator("[data-action=done]")).to_have_count(0)
    page.get_by_role("button", name="No more marks").click()
    settled(page, "done").click()
    page.locator(".seat", has_text="Player 1").click()
    settled(page, "done").click()
    page.locator(".plain.eve").wait_for()
    expect(page.locator(".plain.eve")).to_contain_text("Nobody marks anything else: the match is over.")
