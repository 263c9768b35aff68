"""The course of a turn: what moves, who has to wait, and what is announced."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import OpenPage
from tests.browser.playing import (
    hold_timers,
    note_texts,
    noted_texts,
    post,
    release_timers,
    seat_devices,
    sit_down,
)
from tests.browser.test_table import type_roll, typed_match
from tests.patience import wait_until
from tests.sampling import sample

# The content of cells and names may change; rows, cells, dice, names, prompt and buttons must not move. Only Twenty One
# enlarges its current row: shifts in the frames after a new row are ignored.
WATCH_SHIFTS = """() => {
  const found = [], changes = [];
  const playedRow = () => document.querySelector(".t21 .row.now .rail b")?.textContent ?? "";
  let row = playedRow();
  const parts = ".match, .match > *, .row, .cell, .die, .seat, .say, .say > *, .line > *, .actions, .actions > *";
  const describe = ({ node, previousRect: a, currentRect: b }) =>
    `${node.className} ${a.x},${a.y} ${a.width}x${a.height} to ${b.x},${b.y} ${b.width}x${b.height}`;
  new MutationObserver(() => {
    if (playedRow() === row) return;
    row = playedRow();
    const change = { begun: performance.now(), ended: Infinity };
    changes.push(change);
    requestAnimationFrame(() => requestAnimationFrame(() => { change.ended = performance.now(); }));
  }).observe(document.body, { subtree: true, childList: true, characterData: true, attributes: true });
  const note = (entries) => {
    for (const { startTime, sources } of entries)
      for (const source of sources.filter(({ node }) => node?.matches?.(parts)))
        found.push({ startTime, text: describe(source) });
  };
  const observer = new PerformanceObserver((list) => note(list.getEntries()));
  observer.observe({ type: "layout-shift", buffered: false });
  window.shifts = () => {
    note(observer.takeRecords());
    const isNewRow = (at) => changes.some(({ begun, ended }) => begun <= at && at <= ended);
    return found.filter(({ startTime }) => !isNewRow(startTime)).map(({ text }) => text);
  };
}"""


# The element that lost the focus, checked in each frame.
WATCH_FOCUS = """() => {
  window.lost = [];
  let last = "";
  const look = () => {
    const { dataset, className } = document.activeElement;
    if (document.activeElement === document.body) window.lost.push(last);
    else last = dataset.action ?? className;
    requestAnimationFrame(look);
  };
  document.querySelector(".menu").focus();
  look();
}"""
# Taps an available action: throw, keep, Done, a cell, or the move that marks nothing; returns whether there was one.
TAP = """async () => {
  const tests = ["throw", "keep", 'done"][aria-disabled="false'].map((action) => `[data-action="${action}"]`);
  const offers = [...tests, ".cell.can", '[data-action="quiet"]'];
  const found = offers.map((test) => document.querySelector(test)).find(Boolean);
  found?.focus();
  found?.click();
  await new Promise((done) => setTimeout(done, 25));
  return Boolean(found);
}"""


def sit_at(open_page: OpenPage, address: str, game: str, **wishes: Any) -> Page:
    """Open a match against a bot with seeded dice."""
    options = {"bots": ["random"], "dice": "seeded", "seed": 5, "auto_pass": False, **wishes}
    (page,) = seat_devices(open_page, address, game, **options)
    return page


def type_alone(open_page: OpenPage, address: str, game: str, **wishes: Any) -> Page:
    """Open a solo match with real dice."""
    (page,) = seat_devices(open_page, address, game, **{"dice": "typed", "auto_pass": False, **wishes})
    return page


GAMES = ("qwixx", "twenty_one", "qwantum", "sixto")
FINGERS = [(size, game) for size in ("phone", "side", "desktop") for game in GAMES]
# One of each size and of each game.
USUAL_FINGERS = [("phone", "qwantum"), ("phone", "twenty_one"), ("side", "sixto"), ("desktop", "qwixx")]


@pytest.mark.sampled
@pytest.mark.parametrize(("size", "game"), sample(FINGERS, len(USUAL_FINGERS), always=USUAL_FINGERS))
def test_nothing_moves_under_the_finger_and_focus_stays(
    open_page: OpenPage, address: str, size: str, game: str
) -> None:
    page = sit_at(open_page, address, game, size=size)
    page.evaluate(WATCH_SHIFTS)
    page.evaluate(WATCH_FOCUS)
    for _ in range(30):
        wait_until(lambda: bool(page.evaluate(TAP)), "something can be tapped")
    assert page.evaluate("window.shifts()") == []
    assert page.evaluate("window.lost") == []


ROLLS = {
    "qwixx": "w4 w1 r2 y6 g3 b6",
    "twenty_one": "w4 k1 r1 y4 g2 b3",
    "qwantum": "w3 r1 r2 b4 p3 b6 y5",
    "sixto": "r1 o2 y3 g4 b5 p6",
}


@pytest.mark.parametrize("game", ROLLS)
def test_the_sheet_stays_where_it_is_when_real_dice_are_typed(open_page: OpenPage, address: str, game: str) -> None:
    sizes = [(320, 568), (360, 640), (390, 844), (844, 390)]
    page = type_alone(open_page, address, game)
    page.locator(".facepad").wait_for()
    boxes = []
    for is_typed in (False, True):
        if is_typed:
            type_roll(page, ROLLS[game])
            page.locator(".actions .btn").first.wait_for()
        for width, height in sizes:
            page.set_viewport_size({"width": width, "height": height})
            boxes.append(page.locator(".match .sheet").bounding_box())
    assert boxes[: len(sizes)] == boxes[len(sizes) :]


def test_what_fits_stands_up_when_the_dice_lie(open_page: OpenPage, address: str) -> None:
    page = sit_at(open_page, address, "qwixx", still=False, pace="normal")
    hold_timers(page)
    page.locator("[data-action=throw]").click()
    expect(page.locator(".die.live").first).to_be_visible()
    expect(page.locator(".cell.can")).to_have_count(0)
    release_timers(page)
    expect(page.locator(".cell.can").first).to_be_visible()


@pytest.mark.parametrize(("game", "fitting"), [("twenty_one", 5), ("qwantum", 4), ("sixto", 6)])
def test_what_fits_now_is_shown_before_a_second_throw(
    open_page: OpenPage, address: str, game: str, fitting: int
) -> None:
    page = type_alone(open_page, address, game)
    type_roll(page, ROLLS[game])
    expect(page.locator("[data-action=keep]")).to_be_visible()
    expect(page.locator(".cell.fits")).to_have_count(fitting)
    expect(page.locator(".cell.fits").first).to_have_accessible_name(re.compile("fits the current dice"))


def test_what_was_pencilled_and_confirmed_goes_on_at_once(open_page: OpenPage, address: str) -> None:
    page = sit_at(open_page, address, "qwixx", still=False, pace="fast")
    page.locator("[data-action=throw]").click()
    page.locator(".cell.can").first.click()
    expect(page.locator(".seat:not(.own) .state.done")).to_have_count(1)
    note_texts(page, ".actions")
    page.locator("[data-action=done]").click()
    expect(page.locator(".cell.marked")).to_have_count(1)
    assert not [text for text in noted_texts(page, ".actions") if "Undo" in text]


@pytest.mark.parametrize(
    ("game", "told", "inked"), [("qwixx", "Pass", ".seat.own .deed"), ("twenty_one", "Strike", ".cell.struck")]
)
def test_pass_and_strike_can_be_taken_back_too(
    open_page: OpenPage, address: str, game: str, told: str, inked: str
) -> None:
    page = sit_at(open_page, address, game, still=False, pace="fast")
    page.locator("[data-action=throw]").click()
    if game == "twenty_one":
        page.locator("[data-action=keep]").click()
    expect(page.locator(".seat:not(.own) .state.done")).to_have_count(1)
    page.locator("[data-action=quiet]").click()
    expect(page.locator("[data-action=take_back] small")).to_have_text(told)
    page.locator("[data-action=take_back]").click()
    expect(page.locator("[data-action=quiet]")).to_have_text(re.compile(f"^{told}"))
    expect(page.locator(".cell.struck, .miss.on")).to_have_count(0)
    page.locator("[data-action=quiet]").click()
    page.locator("[data-action=confirm]").click()
    expect(page.locator(inked)).to_have_count(1)


# Two quick taps of a finger on the place of *Pass*.
TAP_TWICE = """async () => {
  const { x, y, width, height } = document.querySelector("[data-action=quiet]").getBoundingClientRect();
  for (const detail of [1, 2]) {
    const found = document.elementFromPoint(x + width / 2, y + height / 2);
    found.dispatchEvent(new PointerEvent("pointerdown", { bubbles: true }));
    await new Promise((done) => requestAnimationFrame(done));
    found.dispatchEvent(new MouseEvent("click", { bubbles: true, detail }));
    await new Promise((done) => requestAnimationFrame(done));
  }
}"""


def test_no_button_acts_that_has_just_appeared_under_the_finger(open_page: OpenPage, address: str) -> None:
    """*Pass* is inert until the dice lie, and a second tap on it does not take it back [B1, D3]."""
    page = sit_at(open_page, address, "qwixx", still=False, pace="normal")
    hold_timers(page)
    page.locator("[data-action=throw]").click()
    expect(page.locator(".die.live").first).to_be_visible()
    expect(page.locator(".seat:not(.own) .state.done")).to_have_count(1)
    page.evaluate(TAP_TWICE)  # skips the fall of the dice, and nothing else
    expect(page.locator(".cell.can").first).to_be_visible()
    undo = page.locator("[data-action=take_back]")
    expect(undo).to_have_count(0)
    expect(page.locator("[data-action=quiet]")).to_be_enabled()
    page.evaluate(TAP_TWICE)
    expect(page.locator(".say .text")).to_have_text("You pass. Tap the dice to go on at once.")
    expect(undo).to_have_count(1)
    page.locator("[data-action=confirm]").click()
    expect(page.locator("[data-action=quiet] small")).to_have_text("−5, first of four")


def test_an_automatic_pass_is_told_with_its_price_and_stays_for_a_moment(open_page: OpenPage, address: str) -> None:
    page = type_alone(open_page, address, "qwixx", still=False, auto_pass=True, pace="fast")
    n_marked = 0
    for roll, marks in (("w1 w2 r1 y1 g1 b2", ("g3", "b3")), ("w6 w5 r2 y5 g3 b6", ("r11", "y11"))):
        type_roll(page, roll)
        for mark in marks:
            page.locator(f'[data-mark="{mark}"]').click()
            page.locator("[data-action=done]").click()
            n_marked += 1
            expect(page.locator(".cell.marked")).to_have_count(n_marked)  # the next mark may be possible in this phase
    page.locator(".menu").click()
    page.get_by_label("Pace").select_option("slow")
    page.get_by_label("Pace").select_option("normal")
    page.keyboard.press("Escape")
    note_texts(page, "[data-action=quiet]", ".say .text", "[role=log]")
    type_roll(page, "w4 w4 r2 y6 g3 b6")
    expect(page.locator(".miss.on")).to_have_count(1)
    expect(page.locator(".seat .deed.cost")).to_have_text("passes, −5")
    assert noted_texts(page, "[data-action=quiet]") == ["Pass−5 if no color", "Pass−5, first of four"]
    assert "Nothing fits" in noted_texts(page, ".say .text")
    assert "nobody marks. Nothing fits: −5, first of four" in noted_texts(page, "[role=log]")


def test_arrows_choose_the_row_that_gets_the_marks_of_a_circle(open_page: OpenPage, address: str) -> None:
    page = type_alone(open_page, address, "qwixx", sheets=["bonus-b"])
    type_roll(page, "w5 w6 r2 y5 g3 b6")
    page.locator('[data-mark="y11"]').click()
    page.locator("[data-action=done]").click()
    page.locator('[data-mark="g9"]').click()
    rows = page.get_by_role("radiogroup", name="Both marks of the circle go to:").get_by_role("radio")
    expect(rows).to_have_count(2)
    rows.first.press("ArrowRight")
    expect(rows.last).to_be_focused()
    expect(rows.last).to_be_checked()
    rows.last.press("Enter")
    expect(rows.last).to_be_checked()
    rows.last.press("ArrowDown")
    expect(page.get_by_role("radio", name="red")).to_be_checked()
    page.locator("[data-action=done]").click()
    expect(page.locator('.cell.marked[data-at^="0/"]')).to_have_count(2)


def test_what_the_others_did_is_told_and_glows_until_the_next_throw(open_page: OpenPage, address: str) -> None:
    ann, ben = typed_match(open_page, address)
    guest = open_page(ann.url)
    screen = guest.context.new_page()
    screen.goto(f"{ann.url}/screen")
    for page in (guest, screen):
        page.locator(".sheet .cell").first.wait_for()
    ben.locator('[data-mark="r5"]').click()
    ben.locator("[data-action=done]").click()
    ann.locator("[data-action=quiet]").click()
    expect(ann.locator(".seat:not(.own) .deed")).to_have_text("red 5")
    expect(ann.locator(".seat .mini .glow")).to_have_count(1)
    ann.locator("[data-action=quiet]").click()
    expect(ben.locator(".seat:not(.own) .deed.cost")).to_have_text("passes, −5")
    expect(guest.locator(".dock .note")).to_have_text("Ann: passes, −5 · Ben: red 5")
    expect(guest.locator(".seat .mini .glow")).to_have_count(1)
    expect(screen.locator(".lastmoves")).to_have_text("Ann: passes, −5 · Ben: red 5")
    expect(screen.locator(".board .cell.new")).to_have_count(1)
    expect(ann.locator(".seat:not(.own) .deed")).to_have_text("red 5")
    type_roll(ben, "w4 w4 r2 y6 g3 b6")
    expect(ann.locator(".seat .deed")).to_have_count(0)
    expect(ann.locator(".seat .mini .glow")).to_have_count(0)
    expect(guest.locator(".seat :is(.deed, .glow)")).to_have_count(0)
    expect(screen.locator(".board .cell.new")).to_have_count(0)


def test_the_focus_is_not_lost_at_the_start_and_paper_shows_the_sheet(open_page: OpenPage, address: str) -> None:
    page = open_page("/icon.svg")
    made = post(address, "/api/tables", {"game": "qwixx", "seats": [{}, {"bot": "random"}], "first": 0})
    sit_down(page, made["code"], "Ann")
    page.get_by_role("button", name="Start").press("Enter")
    page.locator(".match").wait_for()
    expect(page.locator(".match :focus")).to_have_count(1)
    page.emulate_media(media="print")
    expect(page.locator(".match").locator(".dock, .menu, .net").filter(visible=True)).to_have_count(0)
    expect(page.locator(".match .sheet .cell").first).to_be_visible()
    assert page.locator(".match .sheet").evaluate("sheet => getComputedStyle(sheet).printColorAdjust") == "exact"


FIELDS = [
    ("qwixx", "bonus-a", "w4 w1 r2 y6 g3 b6", "strip", 0, "Framed cells use the fields of the strip"),
    ("qwixx", "x-change", "w4 w4 r2 y6 g3 b6", "swap", 1, "Swap field 2 does not show 8"),
    ("qwixx", "x-change", "w4 w4 r2 y6 g3 b6", "swap", 0, "tap a cell with its other number"),
    ("longo", "longo-1", "w4 w4 r2 y6 g3 b6", "lucky", 0, "none of your lucky numbers"),
]


@pytest.mark.parametrize(("game", "sheet", "roll", "line", "field", "told"), FIELDS)
def test_fields_outside_of_the_rows_say_why(
    open_page: OpenPage, address: str, game: str, sheet: str, roll: str, line: str, field: int, told: str
) -> None:
    page = type_alone(open_page, address, game, sheets=[sheet])
    type_roll(page, roll)
    page.locator(".cell.can").first.wait_for()
    hold_timers(page)
    page.locator(f".{line}-line .field").nth(field).click()
    expect(page.locator(".say.no .text")).to_contain_text(told)
    expect(page.locator(f".{line}-line .field.refused")).to_have_count(1)
    page.locator(".cell.can").first.click()
    expect(page.locator(".say.no")).to_have_count(0)


def test_a_cell_is_marked_by_a_swap_field_with_one_tap(open_page: OpenPage, address: str) -> None:
    page = type_alone(open_page, address, "qwixx", sheets=["x-change"])
    type_roll(page, "w4 w4 r2 y6 g3 b6")
    page.locator('[data-mark="x1:r5"]').click()
    page.locator("[data-action=done]").click()
    expect(page.locator(".cell.marked")).to_have_count(1)
    expect(page.locator(".swap-line .field.marked")).to_have_count(1)
