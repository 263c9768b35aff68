"""At the table: undoing, refusals, lost connections, and every way of sharing devices."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, WebSocketRoute, expect

from paperdice.flow.commands import PROTOCOL
from tests.browser.conftest import OpenPage
from tests.browser.playing import (
    TOKEN,
    hold_timers,
    open_table,
    play_on,
    post,
    seat_devices,
    sit_down,
    smallest_side,
    start,
)
from tests.browser.server_process import running_server
from tests.sampling import sample

FIRST_THROW = "w4 w1 r2 y6 g3 b6"


def type_roll(page: Page, roll: str) -> None:
    """Enter a throw of real dice, one tap per die."""
    for face in roll.split():
        page.locator(f'.facepad [data-face="{face}"]').first.click()


def typed_match(open_page: OpenPage, address: str, game: str = "qwixx", roll: str = FIRST_THROW) -> list[Page]:
    """Open a match of two devices with real dice, enter the first throw, and return the devices."""
    pages = seat_devices(open_page, address, game, 2, dice="typed", auto_pass=False)
    type_roll(pages[0], roll)
    pages[0].locator(".cell.can").first.wait_for()
    return pages


def test_two_devices_sit_down_by_a_link_and_start(open_page: OpenPage, address: str) -> None:
    code = open_table(address, "qwixx", 2)
    ann, ben = open_page(), open_page()
    sit_down(ann, code, "Ann")
    sit_down(ben, code, "Ben")
    start([ann, ben])
    expect(ann.locator(".seat .name")).to_have_text(["You", "Ben"])
    expect(ben.locator(".seat .name")).to_have_text(["Ann", "You"])


def test_six_taps_enter_a_throw_of_real_dice(open_page: OpenPage, address: str) -> None:
    ann, ben = typed_match(open_page, address)
    expect(ann.locator(".say .text")).to_have_text("Mark a 5, or pass")
    expect(ben.locator(".cell.can")).to_have_count(4)


def test_a_typed_throw_can_be_corrected(open_page: OpenPage, address: str) -> None:
    ann, ben = typed_match(open_page, address)
    ben.get_by_role("button", name="Correct the throw").click()
    ben.get_by_role("button", name="white die: 1").click()
    type_roll(ben, "w6")
    expect(ann.locator(".say .text")).to_have_text("Mark a 10, or pass")


def test_an_earlier_entry_can_be_corrected_turn_by_turn(open_page: OpenPage, address: str) -> None:
    ann, ben = typed_match(open_page, address)
    ann.locator('[data-mark="r5"]').click()
    ann.locator("[data-action=done]").click()
    ben.locator("[data-action=quiet]").click()
    expect(ann.locator(".cell.marked")).to_have_count(1)
    ben.locator(".menu").click()
    ben.get_by_role("button", name="Correct an entry").click()
    expect(ben.locator(".listedentry:disabled")).to_have_count(1)
    ben.get_by_role("button", name="throws white 4").focus()
    ben.keyboard.press("Enter")
    ben.get_by_role("button", name="white die: 1").click()
    type_roll(ben, "w2")
    expect(ann.locator(".toast")).to_have_text(re.compile("red 5 is no longer possible. The white dice make 6, not 5."))
    expect(ann.locator(".log")).to_contain_text("corrects the throw")
    ben.keyboard.press("Escape")
    ben.keyboard.press("Escape")
    ann.locator('[data-mark="r6"]').click()
    ann.locator("[data-action=done]").click()
    expect(ann.locator(".toast")).to_have_count(0)
    ann.locator(".menu").click()
    ann.get_by_role("button", name="Correct an entry").click()
    ann.get_by_role("button", name="red 6").click()
    ann.get_by_role("button", name="green 6").click()
    expect(ann.get_by_role("button", name="green 6")).to_have_count(1)
    expect(ann.locator('.cell.marked[data-at^="2/"]')).to_have_count(1)


def test_a_sealed_move_can_be_taken_back_and_is_seen_by_nobody(open_page: OpenPage, address: str) -> None:
    ann, ben = typed_match(open_page, address)
    ann.locator('[data-mark="r5"]').click()
    expect(ann.locator(".undo")).to_have_text(re.compile("red 5"))
    ann.locator("[data-action=done]").click()
    expect(ann.locator(".say .text")).to_have_text("Waiting for Ben")
    expect(ben.locator(".seat .state.done")).to_have_count(1)
    expect(ben.locator(".seat .mini .r")).to_have_count(0)
    ann.locator("[data-action=take_back]").click()
    expect(ann.locator(".undo")).to_have_text(re.compile("red 5"))
    expect(ben.locator(".seat .state.done")).to_have_count(0)
    ann.locator(".undo").click()
    expect(ann.locator(".cell.pencil")).to_have_count(0)


def test_marks_are_inked_for_all_when_the_last_has_answered(open_page: OpenPage, address: str) -> None:
    ann, ben = typed_match(open_page, address)
    ann.locator('[data-mark="r5"]').click()
    ann.locator("[data-action=done]").click()
    ben.locator("[data-action=quiet]").click()
    expect(ann.locator(".cell.marked")).to_have_count(1)
    expect(ben.locator(".seat .mini .r")).to_have_count(1)
    expect(ann.locator(".say .text")).to_have_text("White + color, or pass")


def test_a_forbidden_tap_is_explained(open_page: OpenPage, address: str) -> None:
    """The explanation uses the rules of the game, which are loaded on demand."""
    ann, _ = typed_match(open_page, address, roll="w6 w6 r2 y6 g3 b6")
    hold_timers(ann)
    ann.locator('[data-at="0/10"]').click()
    expect(ann.locator(".say .turn")).to_have_text("No")
    expect(ann.locator(".say .text")).to_have_text("Red 12 needs 5 marks in its row first; you have 0.")
    expect(ann.get_by_role("alert")).to_contain_text("Red 12 needs 5 marks")
    ann.locator('[data-at="0/0"]').click()
    expect(ann.locator(".say .text")).to_have_text("The white dice make 12, not 2.")
    expect(ann.locator(".cell.pencil")).to_have_count(0)


def test_passing_tells_its_price(open_page: OpenPage, address: str) -> None:
    ann, ben = typed_match(open_page, address)
    expect(ann.locator("[data-action=quiet] small")).to_have_text("−5 if no color")
    expect(ben.locator("[data-action=quiet] small")).to_have_text("free")
    for page in (ann, ben):
        page.locator("[data-action=quiet]").click()
    expect(ann.locator("[data-action=quiet] small")).to_have_text("−5, first of four")
    ann.locator("[data-action=quiet]").click()
    expect(ann.locator(".miss.on")).to_have_count(1)


def test_a_tap_is_sent_at_once_where_that_is_set(open_page: OpenPage, address: str) -> None:
    ann, _ = typed_match(open_page, address)
    ann.locator(".menu").click()
    ann.get_by_role("switch", name="Send at once").check()
    ann.keyboard.press("Escape")
    ann.locator('[data-mark="r5"]').click()
    expect(ann.locator("[data-action=take_back]")).to_have_count(1)


def test_scores_can_be_hidden(open_page: OpenPage, address: str) -> None:
    ann, _ = typed_match(open_page, address)
    expect(ann.locator(".total b")).to_have_count(1)
    ann.locator(".menu").click()
    ann.get_by_role("switch", name="Show scores").uncheck()
    ann.keyboard.press("Escape")
    expect(ann.locator(".total b")).to_have_count(0)
    expect(ann.locator(".rail .pts")).to_have_count(0)


def test_twenty_one_takes_several_marks_and_names_a_hit(open_page: OpenPage, address: str) -> None:
    ann, _ = typed_match_after_keep(open_page, address, "twenty_one", "w4 k1 r1 y4 g2 b3")
    for mark in ("k1", "b3", "y4"):
        ann.locator(f'[data-mark="{mark}"]').click()
    expect(ann.locator("[data-action=done] small")).to_have_text("3 cells")
    expect(ann.locator(".cell.pencil")).to_have_count(3)
    ann.locator("[data-action=done]").click()
    expect(ann.locator("[data-action=take_back] small")).to_have_text("3 cells")


def typed_match_after_keep(open_page: OpenPage, address: str, game: str, roll: str) -> list[Page]:
    """Return the devices of a typed match of a game with a reroll, after the reroll was declined."""
    pages = seat_devices(open_page, address, game, 2, dice="typed", auto_pass=False)
    type_roll(pages[0], roll)
    pages[0].locator("[data-action=keep]").click()
    pages[0].locator(".cell.can").first.wait_for()
    return pages


def test_qwantum_shows_all_faces_and_throws_the_picked_dice_again(open_page: OpenPage, address: str) -> None:
    ann, _ = seat_devices(open_page, address, "qwantum", 2, dice="typed", auto_pass=False)
    type_roll(ann, "w3 r1 r2 b4 p3 b6 y5")
    ann.get_by_role("button", name="die 2: red 2").click()
    faces = [face.inner_text().replace("\n", "") for face in ann.locator(".inspect .face").all()]
    assert faces == ["6R", "2R", "1Y", "3Y", "5B", "4P"]
    expect(ann.locator("[data-action=reroll]")).to_have_text(re.compile("Throw 1 again"))
    ann.locator("[data-action=reroll]").click()
    type_roll(ann, "p4")
    expect(ann.locator(".sumc.p")).to_have_text(re.compile("10$"))


def test_a_match_goes_on_after_the_server_restarts(open_page: OpenPage, tmp_path: Path) -> None:
    with running_server(tmp_path / "matches.sqlite") as server:
        base = server.address
        ann, ben = seat_devices(open_page, base, "qwixx", 2, base=base, dice="typed", auto_pass=False)
        type_roll(ann, FIRST_THROW)
        ann.locator('[data-mark="r5"]').click()
        ann.locator("[data-action=done]").click()
        ben.locator('[data-mark="y5"]').click()
        server.stop()
        expect(ben.locator(".net.online")).to_have_count(0)
        expect(ben.locator(".cell.pencil")).to_have_count(1)
        ben.locator("[data-action=done]").click()
        server.start()
        expect(ann.locator(".net.online")).to_have_count(1)
        expect(ann.locator(".cell.marked")).to_have_count(1)
        expect(ben.locator(".cell.marked")).to_have_count(1)


def test_a_reload_loses_nothing(open_page: OpenPage, address: str) -> None:
    ann, _ = typed_match(open_page, address)
    ann.locator('[data-mark="r5"]').click()
    ann.locator("[data-action=done]").click()
    expect(ann.locator("[data-action=take_back]")).to_have_count(1)
    ann.reload()
    expect(ann.locator("[data-action=take_back]")).to_have_count(1)
    expect(ann.locator(".cell.pencil")).to_have_count(1)


def test_one_phone_goes_from_hand_to_hand(open_page: OpenPage) -> None:
    page = open_page()
    page.get_by_role("radio", name="One phone").click()
    for number, name in ((1, "Ann"), (2, "Ben")):
        page.get_by_label(f"Name of player {number}").fill(name)
    page.get_by_role("button", name="Start", exact=True).click()
    ready = page.locator(".handover .btn")
    seen: list[str] = []
    while len(seen) < 6:
        ready.wait_for()
        seen.append(page.locator(".handover h1").inner_text())
        page.keyboard.press("p")
        expect(page.locator(".reach[inert] .match")).to_have_count(1)
        ready.click()
        # Each sheet says whose it is [A9].
        expect(page.locator(".match > .owner")).to_have_text(f"Sheet of {seen[-1]}")
        play_on(page)
        ready.wait_for()
    # The holder moves first, so the device changes hands once per turn.
    assert seen in (["Ann", "Ben"] * 3, ["Ben", "Ann"] * 3)
    turn = int(page.locator(".match .brand").inner_text().split()[-1])
    assert turn >= len(seen) - 2


AROUND = [(2, "tablet"), (3, "tablet"), (4, "tablet"), (4, "desktop")]


@pytest.mark.sampled
@pytest.mark.parametrize(("n_seats", "size"), sample(AROUND, 2, always=[(3, "tablet")]))
def test_one_tablet_turns_a_sheet_to_each_side(open_page: OpenPage, n_seats: int, size: str) -> None:
    page = open_page(size=size)
    page.get_by_role("radio", name="One tablet").click()
    for _ in range(n_seats - 2):
        page.get_by_role("button", name="Here").click()
    page.get_by_role("button", name="Start", exact=True).click()
    page.locator(".tablet").wait_for()
    expect(page.locator(".place")).to_have_count(n_seats)
    page.locator(".place .cell.can").first.wait_for()
    for place in page.locator(".place").all():
        if place.locator(".cell.can").count():
            place.locator(".cell.can").first.click()
            place.locator("[data-action=done]").click()
    expect(page.locator(".cell.marked").first).to_be_visible()
    assert smallest_side(page, ".place .cell") >= 24


def test_a_spectator_sees_every_sheet_and_touches_none(open_page: OpenPage, address: str) -> None:
    ann, _ = seat_devices(open_page, address, "qwixx", 2, dice="typed", auto_pass=False)
    watcher = open_page(ann.url)
    watcher.locator(".watch").wait_for()
    expect(watcher.locator("button.cell")).to_have_count(0)
    # They are told that they watch, and whom [A17].
    expect(watcher.locator(".match > .owner")).to_have_text("You watchSheet of Ann")
    watcher.get_by_role("list", name="Players").get_by_role("button").nth(1).click()
    expect(watcher.locator(".match > .owner")).to_have_text("You watchSheet of Ben")
    watcher.locator(".menu").click()
    for action in ("Let a bot play", "Leave the table", "Hints"):
        expect(watcher.get_by_text(action)).to_have_count(0)
    screen = open_page(f"{ann.url}/screen", size="desktop")
    expect(screen.locator(".board")).to_have_count(2)


def test_a_seat_moves_to_another_device(open_page: OpenPage, address: str) -> None:
    ann, _ = typed_match(open_page, address)
    ann.locator(".menu").click()
    ann.get_by_role("button", name="Switch device").click()
    expect(ann.locator(".transfer")).to_have_text(re.compile("^[A-Z0-9-]{4,}$"))
    code = ann.locator(".transfer").inner_text()
    other = open_page(ann.url)
    other.locator(".menu").click()
    other.get_by_label("Code of a seat").fill(code)
    other.get_by_role("button", name="Take the seat").click()
    # Both devices are told, and the menu is gone [A24].
    expect(other.get_by_role("dialog")).to_have_count(0)
    expect(other.locator(".toast")).to_have_text("Your seat is here now. Play on.")
    expect(other.locator("button.cell")).to_have_count(44)
    expect(ann.locator(".watch")).to_have_count(1)
    expect(ann.locator(".toast")).to_have_text("Your seat is on another device now. Here you watch.")


def test_rules_and_the_address_for_a_tv_open_over_the_match_and_back_closes_them(
    open_page: OpenPage, address: str
) -> None:
    """Nobody leaves by reading [A6] or turns a phone into a big screen [A5]; Back stays at the table [B9]."""
    ann, ben = typed_match(open_page, address)
    table = ann.url
    ann.locator(".menu").click()
    ann.locator("[data-action=rules]").click()
    rules = ann.get_by_role("dialog", name="Rules")
    expect(rules.get_by_role("button", pressed=True)).to_have_text("White dice: everyonenow")
    rules.get_by_role("button", name="Locks").click()
    expect(rules).to_contain_text("The last number of a row needs five marks before it.")
    expect(ann.locator(".dock")).to_be_in_viewport()
    expect(ben.locator(".seat:not(.own) .state.away")).to_have_count(0)
    ann.go_back()
    expect(rules).to_have_count(0)
    ann.locator(".menu").click()
    ann.locator("[data-action=tv]").click()
    tv = ann.get_by_role("dialog", name="Show on TV")
    expect(tv).to_contain_text(f"{table.removeprefix('http://')}/screen")
    expect(tv.get_by_role("link")).to_have_count(0)
    ann.go_back()
    expect(tv).to_have_count(0)
    expect(ann.get_by_role("dialog", name="Menu")).to_be_visible()
    ann.go_back()
    expect(ann.get_by_role("dialog")).to_have_count(0)
    expect(ann).to_have_url(table)


def test_a_reaction_is_seen_by_the_others(open_page: OpenPage, address: str) -> None:
    ann, ben = typed_match(open_page, address)
    hold_timers(ben)
    ann.locator(".menu").click()
    ann.get_by_role("button", name="Bravo!").click()
    expect(ben.locator(".toast")).to_have_text("Ann Bravo!")


@pytest.mark.parametrize("path", ["/t/QQQQ", "/t/QQQQ/screen"])
def test_an_unknown_code_is_told(open_page: OpenPage, path: str) -> None:
    page = open_page(path)
    expect(page.get_by_role("status")).to_have_text("There is no such table.")
    expect(page.get_by_role("button", name="Load again")).to_have_count(0)


def test_a_page_of_another_protocol_is_told_to_load_again(open_page: OpenPage, address: str) -> None:
    page = open_page()
    protocol = PROTOCOL - 1

    def meet(socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()
        socket.on_message(lambda said: server.send(re.sub(r'"protocol":\d+', f'"protocol":{protocol}', str(said))))

    page.route_web_socket(re.compile("/socket$"), meet)
    page.clock.install()
    page.goto(f"/t/{open_table(address, 'qwixx', 2)}")
    sentence = page.locator("main").get_by_role("status")
    expect(sentence).to_have_text("The page is out of date: load it again.")
    page.clock.run_for(60_000)
    expect(sentence).to_have_text("The page is out of date: load it again.")
    protocol = PROTOCOL
    page.get_by_role("button", name="Load again").click()
    expect(page.get_by_role("button", name="Sit down")).to_be_visible()


def test_bots_can_be_seated_in_the_lobby(open_page: OpenPage, address: str) -> None:
    page = open_page("/icon.svg")
    sit_down(page, open_table(address, "sixto", 2, auto_throw=True), "Ann")
    page.get_by_label("Bot in seat 2").select_option(index=1)
    page.get_by_role("button", name="Start").click()
    page.locator(".match").wait_for()
    expect(page.locator(".seat")).to_have_count(2)
    page.locator(".menu").click()
    page.get_by_role("dialog", name="Menu").wait_for()
    expect(page.get_by_role("button", name="Bravo!")).to_have_count(0)  # bots have no use for reactions


def test_a_program_may_hold_the_other_seat(open_page: OpenPage, address: str) -> None:
    seats = [{}, {"name": "Program", "token": TOKEN}]
    made = post(address, "/api/tables", {"game": "qwixx", "seats": seats, "first": 0})
    page = open_page("/icon.svg")
    sit_down(page, made["code"], "Ann")
    page.get_by_role("button", name="Start").click()
    page.locator("[data-action=throw]").click()
    expect(page.locator(".seat .state.away")).to_have_count(1)
