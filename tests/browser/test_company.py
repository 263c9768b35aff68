"""Joining, leaving and failures: absent players, lost connections and unknown tables."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import OpenPage
from tests.browser.playing import hold_timers, open_table, seat_devices, sit_down, start
from tests.browser.test_table import typed_match


def test_no_refusal_is_shown_when_a_match_of_two_begins(open_page: OpenPage, address: str) -> None:
    pages = [open_page(), open_page()]
    for page in pages:
        page.evaluate(
            """() => {
              window.toasts = [];
              new MutationObserver(() => {
                for (const toast of document.querySelectorAll(".toast")) window.toasts.push(toast.textContent);
              }).observe(document.body, { subtree: true, childList: true });
            }"""
        )
    refused: list[str] = []
    for page in pages:
        page.on("websocket", lambda socket: socket.on("framereceived", lambda data: note(refused, str(data))))
    code = open_table(address, "qwixx", 2)
    for page, name in zip(pages, ("Ann", "Ben"), strict=True):
        sit_down(page, code, name)
    start(pages)
    pages[0].locator("[data-action=throw]").wait_for()
    assert refused == []


def note(refused: list[str], frame: str) -> None:
    if '"refused"' in frame:
        refused.append(frame)


def test_leaving_asks_is_told_and_lets_one_come_back(open_page: OpenPage, address: str) -> None:
    """A bot plays in the meantime, without a button to look for [A7]."""
    ann, ben = typed_match(open_page, address)
    table = ben.url
    ben.locator(".menu").click()
    ben.get_by_role("button", name="Leave the table").click()
    question = ben.get_by_role("dialog", name="Leave the table?")
    question.get_by_role("button", name="Stay").click()
    expect(question).to_be_hidden()
    ben.get_by_role("button", name="Leave the table").click()
    question.get_by_role("button", name="Leave", exact=True).click()
    expect(ben).to_have_url(f"{address}/")
    expect(ann.locator(".toasts[role=status]")).to_have_text("Ben left. Steady plays until Ben is back.")
    expect(ann.locator(".seat:not(.own) .name")).to_have_text("Ben (bot)")
    expect(ann.locator(".seat:not(.own) .state.done")).to_be_visible()
    expect(ann.locator(".standin")).to_have_count(0)
    ben.goto(table)
    expect(ben.locator(".match .dock")).to_be_visible()
    expect(ben.locator(".match.watch")).to_have_count(0)
    expect(ann.locator(".seat:not(.own) .name")).to_have_text("Ben")


def test_a_server_that_stops_before_it_gave_its_worker_is_no_error(open_page: OpenPage) -> None:
    page = open_page("/icon.svg", worker=True)
    page.add_init_script("""ServiceWorkerContainer.prototype.register = () => {
      document.documentElement.dataset.hasAsked = "yes";
      return Promise.reject(new TypeError("Failed to register a ServiceWorker: the script could not be fetched"));
    }""")
    page.goto("/")
    expect(page.locator("html[data-has-asked=yes]")).to_be_attached()
    expect(page.get_by_role("button", name="Open the table")).to_be_visible()


def test_a_page_whose_chunk_fails_to_load_offers_a_retry(open_page: OpenPage) -> None:
    page = open_page("/icon.svg")
    page.add_init_script("delete Navigator.prototype.serviceWorker")
    page.goto("/")
    page.route("**/assets/*.js", lambda route: route.abort())
    page.get_by_role("link", name="Print sheets").click()
    expect(page.get_by_role("status")).to_have_text("This needs the server, which cannot be reached.")
    page.unroute("**/assets/*.js")
    page.get_by_role("button", name="Load again").click()
    expect(page.get_by_role("button", name="Print or save as PDF")).to_be_visible()


def test_a_study_whose_texts_fail_to_load_offers_a_retry(open_page: OpenPage) -> None:
    page = open_page("/icon.svg")
    page.add_init_script("delete Navigator.prototype.serviceWorker")
    page.route("**/assets/study-en-*.js", lambda route: route.abort())
    page.goto("/coach")
    expect(page.get_by_role("status")).to_have_text("This needs the server, which cannot be reached.")
    page.unroute("**/assets/study-en-*.js")
    page.get_by_role("button", name="Load again").click()
    expect(page.get_by_role("button", name="Sixto")).to_be_visible()


def test_a_component_whose_chunk_fails_to_load_offers_a_retry(open_page: OpenPage, address: str) -> None:
    """The example is a spectator's view, which no other device loads."""
    (ann,) = seat_devices(open_page, address, "qwixx")
    guest = open_page("/icon.svg")
    guest.add_init_script("delete Navigator.prototype.serviceWorker")
    guest.route("**/assets/Watching*.js", lambda route: route.abort())
    guest.goto(ann.url)
    expect(guest.locator("main [role=status]")).to_have_text("This needs the server, which cannot be reached.")
    guest.unroute("**/assets/Watching*.js")
    guest.get_by_role("button", name="Load again").click()
    expect(guest.locator(".match.watch")).to_be_visible()


def test_a_reason_whose_code_does_not_come_has_a_way_on(open_page: OpenPage, address: str) -> None:
    page = open_page("/icon.svg")
    page.add_init_script("delete Navigator.prototype.serviceWorker")
    page.route("**/assets/rules-*.js", lambda route: route.abort())
    sit_down(page, open_table(address, "qwixx", 1, auto_throw=True, auto_pass=False), "Ann")
    start([page])
    hold_timers(page)
    page.locator('[data-at="0/10"]').click()
    expect(page.locator(".say .text")).to_have_text("The reason could not be loaded. Reload the page to see it.")
    page.unroute("**/assets/rules-*.js")
    page.reload()
    page.locator(".match .cell").first.wait_for()
    hold_timers(page)
    page.locator('[data-at="0/10"]').click()
    expect(page.locator(".say .text")).to_have_text(re.compile("needs 5 marks|The white dice make"))


def test_a_sheet_whose_chunk_fails_to_load_offers_a_retry(open_page: OpenPage, address: str) -> None:
    """The lines and symbols of the family are loaded with its first sheet, which cannot be played without them."""
    page = open_page("/icon.svg")
    page.add_init_script("delete Navigator.prototype.serviceWorker")
    page.route("**/assets/family-*.js", lambda route: route.abort())
    sit_down(page, open_table(address, "qwixx", 1, sheets=["bonus-a"]), "Ann")
    start([page])
    sheet = page.locator(".match .sheet")
    expect(sheet.get_by_role("status")).to_have_text("This needs the server, which cannot be reached.")
    page.unroute("**/assets/family-*.js")
    sheet.get_by_role("button", name="Load again").click()
    expect(sheet.locator(".strip-line")).to_be_visible()


def go_offline(page: Page, is_offline: bool) -> None:
    page.context.set_offline(is_offline)


def test_offline_is_seen_on_both_sides(open_page: OpenPage, address: str) -> None:
    ann, ben = typed_match(open_page, address)
    go_offline(ben, True)
    expect(ben.locator(".net.offline")).to_be_attached()
    expect(ann.locator(".seat:not(.own) .standin .words")).to_have_text(re.compile(r"^Bot in \d+\ss$"))
    expect(ann.locator(".toasts[role=status]")).to_contain_text("Ben: away")
    go_offline(ben, False)
    expect(ben.locator(".net.online")).to_be_attached()
    expect(ann.locator(".seat:not(.own) .standin")).to_have_count(0)


def test_a_wrong_code_shows_what_to_do_next(open_page: OpenPage, address: str) -> None:
    page = open_page("/t/QQQQQQ")
    expect(page.get_by_text("There is no such table.")).to_be_visible()
    code = open_table(address, "qwixx", 2)
    page.get_by_label("Join with a code").fill(code)
    page.get_by_role("button", name="Join", exact=True).click()
    expect(page.get_by_role("button", name="Sit down")).to_be_visible()


def test_an_unreachable_server_is_reported_with_a_next_step(open_page: OpenPage, address: str) -> None:
    page = open_page()
    page.route("**/api/tables/**", lambda route: route.abort())
    page.route_web_socket("**/socket", lambda socket: socket.close())
    page.evaluate("history.pushState(null, '', '/t/ABCDEF'); dispatchEvent(new PopStateEvent('popstate'))")
    expect(page.get_by_role("link", name="Open a new table")).to_be_visible()
    expect(page.get_by_text("The server cannot be reached")).to_be_visible()


# The page as an outdated cache would serve it, once: its script has another name. A reload removes this.
AGED = """new MutationObserver(() => {
  if (document.body?.textContent.includes("older than its server")) sessionStorage.setItem("told", "yes");
}).observe(document, { subtree: true, childList: true, characterData: true });
document.addEventListener("readystatechange", () => {
  const { told, aged, "paperdice.renewed": renewed } = sessionStorage;
  if (aged) Object.assign(document.documentElement.dataset, { told, renewed });
  else document.querySelector("script[type=module]").setAttribute("src", "/assets/first-of-last-year.js");
  sessionStorage.setItem("aged", "yes");
}, {once: true})"""


@pytest.mark.parametrize(("path", "button"), [("/", "Open the table"), ("/t/", "Sit down")])
def test_a_page_older_than_its_server_says_so_and_renews_itself(
    open_page: OpenPage, address: str, path: str, button: str
) -> None:
    page = open_page("/icon.svg")
    page.add_init_script(AGED)
    page.goto(f"{path}{open_table(address, 'qwixx', 2)}" if path == "/t/" else path)
    expect(page.locator('html[data-told="yes"][data-renewed^="/assets/first-"]')).to_be_attached()
    expect(page.get_by_role("button", name=button)).to_be_visible()
    expect(page.get_by_text("older than its server")).to_be_hidden()
