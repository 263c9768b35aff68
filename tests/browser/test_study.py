"""Coach, review and exercises on the page: hints by agreement, the review of a match, advice for any position, and
drills.
"""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import OpenPage
from tests.browser.playing import play_out, seat_devices
from tests.browser.test_looks import faults_of
from tests.patience import wait_until
from tests.ready import get_study_ready
from tests.sampling import sample

# A stored exercise: whether to keep a throw.
EXERCISE = {
    "game": "sixto",
    "position": "sixto 1 reroll 0 r4 o1 y6 g2 b3 p5 | A -/-/-/-/-/- | B -/-/-/-/-/-",
    "seat": 0,
    "played": "keep",
    "isCostly": True,
    "box": 0,
    "due": 0,
}
# The exercise of the day set on the tests' server, and whether the assessment of an answer is stored.
DAILY = "sixto 1 reroll 0 r5 o6 y1 g6 b5 p6 | A -/-/-/-/-/- | B -/-/-/-/-/-"
KEPT_AS_JUDGED = """() => {
  const [kept] = JSON.parse(localStorage.getItem("paperdice.exercises") ?? "[]");
  return kept?.box === (document.querySelector(".verdict")?.dataset.right === "true" ? 1 : 0);
}"""


@pytest.fixture(scope="module", autouse=True)
def study_ready() -> None:
    """Compile the study of Sixto before the tests."""
    get_study_ready()


def sit_alone(open_page: OpenPage, address: str) -> Page:
    """Open a match of Sixto against a random bot."""
    wishes = {"auto_throw": True, "auto_pass": False, "pace": "fast"}
    (page,) = seat_devices(open_page, address, "sixto", bots=["random"], **wishes)  # type: ignore[arg-type]  # as named
    return page


def wide(page: Page) -> bool:
    """Return whether any element overflows the screen horizontally."""
    return bool(page.evaluate("document.documentElement.scrollWidth > innerWidth"))


def open_hints(page: Page) -> None:
    """Open the hints in the menu of a match."""
    page.get_by_role("button", name="Menu").click()
    page.locator("[data-action=hints]").click()


def test_a_hint_is_asked_for_by_agreement(open_page: OpenPage, address: str) -> None:
    """Both players have to agree first, and only the one who asks gets the hint."""
    ann, ben = seat_devices(open_page, address, "sixto", 2, auto_throw=True)
    open_hints(ann)
    ann.locator("[data-action=agree]").click()
    expect(ann.locator(".hints [role=status]")).to_contain_text("Ben")
    expect(ann.locator("[data-action=hint]")).to_have_count(0)
    open_hints(ben)
    ben.locator("[data-action=agree]").click()
    ann.locator("[data-action=hint]").click()
    expect(ann.locator(".hints .advice table")).to_be_visible()
    assert ann.locator(".hints .advice .why").inner_text()
    expect(ben.locator(".hints .advice")).to_have_count(0)
    assert faults_of(ann) == []


def test_a_match_is_reviewed_and_tried_again(open_page: OpenPage, address: str) -> None:
    page = sit_alone(open_page, address)
    play_out(page)
    page.get_by_role("link", name="Your turning point").click()
    page.locator(".chart svg").wait_for()
    page.get_by_text("As a table").click()
    rows = page.locator(".chart table tbody tr")
    rows.nth(3).wait_for()
    expect(rows.last).to_contain_text("100.0\u00a0%")
    page.locator(".decisions").last.locator(".decision").first.click()
    page.locator(".position .advice table").wait_for()
    page.locator(".position .sheet .cell").first.wait_for()
    assert not wide(page)
    assert faults_of(page) == []
    page.locator(".chart input").focus()
    page.keyboard.press("ArrowRight")
    page.get_by_role("heading", name="turn 2").or_(page.get_by_text("in turn 2")).first.wait_for()
    review = page.url
    page.goto(review.replace("/review", "/replay"))
    page.locator("[data-action=chances]").click()
    chances = page.locator(".chances li b")
    expect(chances).to_have_count(2)
    assert all(text.endswith("%") for text in chances.all_inner_texts())
    page.evaluate("kept => localStorage.setItem('paperdice.exercises', JSON.stringify([kept]))", EXERCISE)
    page.goto("/drill")
    page.locator("[data-action=begin]").click()
    page.locator(".board .sheet").wait_for()
    page.locator("[data-action=keep]").click()
    page.locator(".verdict").wait_for()
    assert faults_of(page) == []
    page.goto(review)
    page.locator(".decisions").last.locator(".decision").first.click()
    page.locator("[data-action=again]").first.click()
    page.locator(".match").wait_for()


@pytest.mark.sampled
@pytest.mark.parametrize("lang", sample(["en", "fr", "de"], 1, always=["de"]))
def test_a_position_is_set_up_by_hand_and_coached(open_page: OpenPage, lang: str) -> None:
    """The table of choices fits on a phone in every language."""
    page = open_page("/coach", lang=lang)
    page.get_by_role("button", name="Sixto").click()
    page.locator(".board .sheet .cell").first.wait_for()
    for _ in range(6):
        page.locator(".facepad .face").first.click()
    page.locator(".advice table").wait_for()
    assert not wide(page)
    assert faults_of(page) == []


def test_the_exercise_of_the_day_is_tried_and_kept(open_page: OpenPage) -> None:
    """The beginner of that day kept a throw; how the answer is assessed depends on the available time."""
    page = open_page("/drill", size="tablet")
    daily = page.locator("[data-action=daily]")
    expect(daily).to_be_enabled()
    daily.click()
    keep = page.locator("[data-action=keep]")
    assert keep.evaluate("button => button.clientHeight") < 100
    keep.click()
    expect(page.locator(".verdict")).to_contain_text("throwing again")
    wait_until(lambda: bool(page.evaluate(KEPT_AS_JUDGED)), "the exercise is kept as it was judged")
    (kept,) = page.evaluate("JSON.parse(localStorage.getItem('paperdice.exercises'))")
    assert (kept["game"], kept["position"], kept["played"]) == ("sixto", DAILY, "keep")
    assert kept["due"] > 0
    assert faults_of(page) == []
    page.locator("[data-action=next]").click()
    expect(page.locator(".study main")).to_contain_text("0 exercises are due")


def test_a_position_begins_with_the_sheets_that_are_dealt(open_page: OpenPage) -> None:
    """Four seats of Qwixx get the classic sheet, although the game has other sheets."""
    page = open_page("/coach")
    page.locator(".board .sheet .cell").first.wait_for()
    page.get_by_label("Players").fill("4")
    page.get_by_role("button", name="Player 4").click()
    expect(page.locator(".problem").first).to_be_empty()


def test_a_position_that_cannot_be_is_refused_in_words(open_page: OpenPage) -> None:
    page = open_page("/coach")
    page.locator(".board .sheet .cell").first.wait_for()
    page.locator(".board .sheet .cell").nth(10).click()
    expect(page.locator(".problem").first).not_to_be_empty()
