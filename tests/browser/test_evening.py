"""An evening at one table: several matches and games, late friends, leaving at the end, the TV, and the host."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.browser.conftest import OpenPage
from tests.browser.playing import LAST_TURN, choose_at_the_end, open_table, play_out, seat_devices, sit_down, start
from tests.browser.test_looks import faults_of

THREE = "qwixx 7 roll 0 | classic -/-/-/- 3 | classic -/-/-/- 3 | classic -/-/-/- 3"
# Counts the taps of a person; letters that are typed do not count.
COUNT_TAPS = """() => {
  window.taps = 0;
  document.addEventListener("click", (event) => {
    if (event.isTrusted && event.target.closest("button, a, input[type=radio], label")) window.taps += 1;
  }, true);
}"""


def count_taps(page: Page) -> None:
    """Count taps on a page from here on; see `taps_of`."""
    page.evaluate(COUNT_TAPS)


def taps_of(*pages: Page) -> int:
    """Return the number of taps on these pages."""
    return sum(page.evaluate("window.taps") for page in pages)


def test_three_phones_throw_after_four_taps_and_two_scans(open_page: OpenPage) -> None:
    """[A15, A16] The third friend gets a seat, and the name that the host has skipped is changed by a tap."""
    anna = open_page()
    anna.get_by_role("button", name="Open the table").wait_for()
    count_taps(anna)
    anna.get_by_role("button", name="Open the table").click()
    anna.locator(".invite").wait_for()
    friends = [open_page(anna.url) for _ in range(2)]
    for friend, name in zip(friends, ("Ben", "Cleo"), strict=True):
        count_taps(friend)
        friend.get_by_label("Your name").fill(name)
        friend.get_by_role("button", name="Sit down").click()
        expect(anna.locator(".people .label", has_text=name)).to_be_visible()
    screen = open_page(f"{anna.url}/screen", size="desktop")
    expect(screen.get_by_role("img", name="QR code")).to_be_visible()
    anna.get_by_role("button", name="Start").click()
    for page in (anna, *friends):
        page.locator(".match .tray .die").first.wait_for()
    expect(screen.locator(".board")).to_have_count(3)
    assert taps_of(anna, *friends) == 4


def test_an_evening_of_two_games_with_a_late_friend_and_one_who_leaves(open_page: OpenPage, address: str) -> None:
    """[A1, A2, A16, A17] The others need not wait for a player who has left, and continue with another game."""
    ann, ben, cid = pages = seat_devices(open_page, address, "qwixx", 3, auto_throw=True, position=THREE)
    screen = open_page(f"{ann.url}/screen", size="desktop")
    play_out(*pages, eager=False)
    late = open_page(ann.url)
    expect(late.locator(".watchbanner")).to_have_text("You are watching. The next match has a seat for you.")
    late.get_by_label("Your name").fill("Emil")
    late.get_by_role("button", name="I’m in").click()
    expect(ann.locator(".wh.joins")).to_contain_text("Emil")
    choose_at_the_end(cid, "button", "Home")
    expect(ann.locator(".wh.away, .wh.out")).to_contain_text("Cid")
    ann.locator("[data-action=again]").click()
    expect(ben.locator(".call")).to_have_text("Ann: again! Whoever is here plays.")
    expect(screen.locator(".band")).to_contain_text("Qwixx in")
    expect(screen.locator(".invitation .bigcode")).to_be_visible()
    assert faults_of(ann) == [] and faults_of(screen) == []
    ben.get_by_role("button", name="Another game").click()
    expect(ann.locator("[data-action=again]")).to_contain_text("the clock waits")
    expect(ann.locator(".call")).to_have_text("Ben is choosing what comes next.")
    ben.get_by_role("dialog").get_by_role("button", name="Sixto").click()
    ben.get_by_role("dialog").get_by_role("button", name="Done").click()
    ann.get_by_role("button", name="Play Sixto").click()
    for page in (ann, ben, late):
        expect(page.locator(".match.sixto")).to_be_visible()
        expect(page.locator(".seat")).to_have_count(3)
    expect(screen.locator(".big.sixto")).to_be_visible()
    cid.goto(ann.url)
    expect(cid.locator(".match.watch")).to_be_visible()


def test_the_countdown_starts_the_match_by_itself(open_page: OpenPage, address: str) -> None:
    """[A1] One tap is enough, and the scoreboard counts both matches."""
    pages = seat_devices(open_page, address, "qwixx", 2, auto_throw=True, position=LAST_TURN[1])
    play_out(*pages, eager=False)
    expect(pages[0].locator(".scores")).to_have_count(0)
    pages[0].locator("[data-action=again]").click()
    for page in pages:
        page.locator(".match").wait_for()
        expect(page.locator(".total b")).to_have_text("0")
    play_out(*pages, eager=False)
    expect(pages[0].locator(".scores caption")).to_have_text(re.compile("2 matches"))
    expect(pages[0].locator(".scores tbody tr")).to_have_count(2)


def test_one_person_plays_again_with_one_tap(open_page: OpenPage, address: str) -> None:
    (page,) = seat_devices(open_page, address, "qwixx", auto_throw=True, position=LAST_TURN[0])
    play_out(page, eager=False)
    expect(page.get_by_role("button", name="Who plays?")).to_have_count(0)
    page.get_by_role("button", name="Play again").click()
    expect(page.locator(".total b")).to_have_text("0")


def test_a_known_name_is_seated_by_the_link_and_may_change_or_leave(open_page: OpenPage, address: str) -> None:
    """[A15, A24, A34] A second Ben is Ben 2; a seat that was given up is not taken again by a reload."""
    code = open_table(address, "qwixx", 1)
    stored = {"paperdice.settings": {"name": "Ben"}}
    ben, other = (open_page(f"/t/{code}", stored=stored) for _ in range(2))
    expect(ben.locator(".people .person")).to_have_count(2)
    expect(other.locator(".people button.label")).to_have_text("Ben 2")
    other.locator(".people button.label").click()
    other.get_by_role("textbox", name="Your name").fill("👩‍👩‍👧‍👦 Eva")
    other.get_by_role("dialog").get_by_role("button", name="Done").click()
    expect(ben.locator(".people .label", has_text="👩‍👩‍👧‍👦 Eva")).to_be_visible()
    other.locator(".people button.label").click()
    other.get_by_role("button", name="Give up the seat").click()
    expect(ben.locator(".people .label", has_text="Open seat")).to_be_visible()
    # A dialog that closes steps back in the history, which would abort a reload.
    other.wait_for_function("!history.state?.overlays")
    other.reload()
    other.get_by_role("button", name="Sit down").wait_for()
    screen = open_page(f"/t/{code}/screen", stored=stored)
    expect(screen.locator(".bigcode")).to_be_visible()
    expect(ben.locator(".people .label", has_text="Open seat")).to_be_visible()


def test_a_late_friend_sits_down_at_a_pad(open_page: OpenPage, address: str) -> None:
    """[A3, A19] Opening the link is enough, and no bots are offered."""
    code = open_table(address, "qwixx", 2, dice="unknown")
    ann = open_page("/icon.svg")
    sit_down(ann, code, "Ann")
    expect(ann.get_by_role("button", name="Bot")).to_have_count(0)
    expect(ann.locator(".people select")).to_have_count(0)
    start([ann])
    late = open_page(f"/t/{code}", stored={"paperdice.settings": {"name": "Eva"}})
    expect(late.locator(".match .dock")).to_be_visible()
    expect(late.locator(".match.watch")).to_have_count(0)


def test_the_host_removes_somebody_and_lets_in_others(open_page: OpenPage, address: str) -> None:
    """[A15] A removed device watches, and new people wait until they are let in."""
    code = open_table(address, "qwixx", 2)
    ann, ben = open_page("/icon.svg"), open_page("/icon.svg")
    sit_down(ann, code, "Ann")
    sit_down(ben, code, "Ben")
    ann.get_by_role("button", name="Remove Ben").click()
    ann.get_by_role("dialog", name="Remove Ben?").get_by_role("button", name="Remove").click()
    expect(ann.locator(".people .label", has_text="Open seat")).to_be_visible()
    new = open_page(f"/t/{code}")
    new.get_by_label("Your name").fill("Eva")
    new.get_by_role("button", name="Ask to come in").click()
    expect(new.get_by_text("Ann has to let you in.")).to_be_visible()
    expect(ann.locator(".knock")).to_contain_text("Eva would like to come in.")
    assert faults_of(ann) == []
    ann.get_by_role("button", name="Let in").click()
    expect(ann.locator(".people .label", has_text="Eva")).to_be_visible()
    expect(new.get_by_text("you", exact=True)).to_be_visible()


def test_the_keepsake_has_date_ranking_and_sheets(open_page: OpenPage, address: str) -> None:
    """[A35] The winner comes first, and the title that names the file is readable."""
    pages = seat_devices(open_page, address, "qwixx", 2, auto_throw=True, position=LAST_TURN[1])
    play_out(*pages, eager=False)
    (ann, _) = pages
    ann.get_by_role("button", name="Keepsake").click()
    ann.evaluate("() => { window.print = () => { window.printed = document.title; }; }")
    ann.get_by_role("button", name="Print or save as PDF").click()
    ann.wait_for_function("() => window.printed")
    date = r"\w+ (morning|afternoon|evening), \d+ \w+ \d{4}"
    assert re.fullmatch(f"Paperdice – {date}", ann.evaluate("window.printed"))
    cover = ann.locator(".printed .cover")
    assert re.search(f"^{date}", cover.evaluate("part => part.textContent"))
    scores = [int(text) for text in cover.locator("tbody tr td").all_text_contents()]
    assert scores == sorted(scores, reverse=True) and len(scores) == 2
    expect(ann.locator(".printed > svg")).not_to_have_count(0)
    ann.evaluate("dispatchEvent(new Event('afterprint'))")
    expect(ann.locator(".printed")).to_have_count(0)
