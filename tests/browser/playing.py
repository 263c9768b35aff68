"""Playing by taps: what a person does at a page, one tap at a time."""

from __future__ import annotations

import json
import secrets
import urllib.request
from collections.abc import Mapping, Sequence
from typing import Protocol

from playwright.sync_api import Page

from tests.patience import patience, wait_until

TOKEN = "t" * 32
NAMES = ("Ann", "Ben", "Cid")


# Matches of Qwixx for one and for two, of which one more miss is the end.
LAST_TURN = (
    "qwixx 4 roll 0 | classic -/-/-/- 3",
    "qwixx 7 roll 0 | classic -/-/-/- 3 | classic -/-/-/- 3",
)


class OpenPage(Protocol):
    """Open a page on a device of its own.

    Args:
        path: where the page begins.
        size: the size of the device, see `chromium.SIZES`.
        still: whether the device asks for no motion.
        base: a server other than that of all tests.
        stored: what the device has stored before it comes.
        worker: whether the page's service worker is installed, which takes a while.
    """

    def __call__(
        self,
        path: str = "/",
        size: str = "phone",
        dark: bool = False,
        lang: str = "en",
        still: bool = True,
        base: str = "",
        stored: Mapping[str, object] | None = None,
        worker: bool = False,
    ) -> Page: ...


def post(address: str, path: str, body: Mapping[str, object]) -> dict[str, str]:
    """Sends a request as a program would; of the answer only texts are asked for."""
    data = json.dumps(body).encode()
    request = urllib.request.Request(f"{address}{path}", data, {"Content-Type": "application/json"})
    with urllib.request.urlopen(request, timeout=patience()) as response:
        answer: dict[str, str] = json.load(response)
    return answer


def sit_down(page: Page, code: str, name: str) -> None:
    """Comes to a table by its link and takes a seat."""
    page.goto(f"/t/{code}")
    page.fill("#name", name)
    page.get_by_role("button", name="Sit down").click()
    page.get_by_text("you", exact=True).wait_for()


def open_table(address: str, game: str, n_seats: int, **wishes: object) -> str:
    """Opens a table with empty seats, and gives its code."""
    made = post(
        address, "/api/tables", {"game": game, "seats": [{}] * n_seats, "first": 0, "auto_pass": True, **wishes}
    )
    return made["code"]


def stored_table(code: str, token: str, seat: int) -> dict[str, object]:
    """What a device keeps of a table where it has taken a seat."""
    table = {"code": code, "token": token, "secret": secrets.token_hex(32), "way": "own", "seats": [seat]}
    return {"paperdice.tables": [{**table, "shares": {}, "tips": None, "at": 1}]}


def seat_devices(
    open_page: OpenPage,
    address: str,
    game: str,
    n_devices: int = 1,
    *,
    bots: Sequence[str] = (),
    size: str = "phone",
    dark: bool = False,
    still: bool = True,
    base: str = "",
    **wishes: object,
) -> list[Page]:
    """Start a match in which each device holds a seat; how one takes a seat by taps is a test of its own.

    Args:
        bots: who holds the seats after those of the devices.
        wishes: further fields of the table.
    """
    tokens = [secrets.token_hex(24) for _ in range(n_devices)]
    people: list[dict[str, str]] = [{"name": name, "token": token} for name, token in zip(NAMES, tokens, strict=False)]
    seats = [*people, *({"bot": bot} for bot in bots)]
    wish = {"game": game, "seats": seats, "first": 0, "auto_pass": True, **wishes}
    code = post(address, "/api/tables", wish)["code"]
    pages = []
    for seat, token in enumerate(tokens):
        stored = stored_table(code, token, seat)
        pages.append(open_page(f"/t/{code}", size, dark, still=still, base=base, stored=stored))
    start(pages)
    return pages


def start(pages: Sequence[Page]) -> None:
    """Start the match at a table as soon as each device has entered, so that it takes part in the dice."""
    for page in pages:
        page.get_by_text("you", exact=True).first.wait_for()
    pages[0].get_by_role("button", name="Start").click()
    for page in pages:
        page.locator(".match").wait_for()


# Timers of the page that show something for a moment; the one of 2 s asks whether the server is there, and runs on.
HOLD = """() => {
  const { setTimeout, clearTimeout } = window;
  const held = new Map();
  let isHolding = true;
  window.setTimeout = (run, ms = 0, ...told) => {
    if (!isHolding || ms < 600 || ms === 2000) return setTimeout(run, ms, ...told);
    const timer = setTimeout(() => {}, 0);
    held.set(timer, () => run(...told));
    return timer;
  };
  window.clearTimeout = (timer) => {
    held.delete(timer);
    clearTimeout(timer);
  };
  window.release = () => {
    isHolding = false;
    for (const run of held.values()) run();
    held.clear();
  };
}"""


def hold_timers(page: Page) -> None:
    """Keep what the page shows for a moment, so that a slow test still finds it; see `release_timers`."""
    page.evaluate(HOLD)


def release_timers(page: Page) -> None:
    """Fire the timers that were held, and let later ones run."""
    page.evaluate("window.release()")


# The texts that each part of the page has had, in their order.
NOTE_TEXTS = """(parts) => {
  window.texts = Object.fromEntries(parts.map((part) => [part, []]));
  new MutationObserver(() => {
    for (const [part, texts] of Object.entries(window.texts)) {
      const text = document.querySelector(part)?.textContent;
      if (text && text !== texts.at(-1)) texts.push(text);
    }
  }).observe(document.body, { subtree: true, childList: true, characterData: true, attributes: true });
}"""


def note_texts(page: Page, *parts: str) -> None:
    """Begin to note every text that these parts of the page show, however short; see `noted_texts`."""
    page.evaluate(NOTE_TEXTS, parts)


def noted_texts(page: Page, part: str) -> list[str]:
    """Return the texts that a part of the page has shown, without repetitions in a row."""
    texts: list[str] = page.evaluate("part => window.texts[part]", part)
    return texts


SMALLEST = """parts => {
  const boxes = parts.map((part) => part.getBoundingClientRect());
  return Math.min(...boxes.flatMap(({ width, height }) => [width, height]));
}"""


def smallest_side(page: Page, parts: str) -> float:
    """The width or height of the narrowest or lowest of some parts of a page."""
    return float(page.locator(parts).evaluate_all(SMALLEST))


# What the page offers to do next: to mark a cell only if eager.
OFFERED = """(eager) => {
  const find = (name) => document.querySelector(`[data-action=${name}]:enabled`);
  return find('throw') ?? find('keep') ?? (document.querySelector('.cell.pencil') && find('done'))
    ?? (eager ? document.querySelector('.cell.can') : null) ?? find('quiet') ?? find('confirm');
}"""
# Does one thing after another as the page offers it, until the end; by single taps of the driver a match takes ten
# times as long. That each cell and button is hit by a tap at its middle is a test of its own.
PLAY = f"""(eager) => {{
  clearInterval(window.player);
  window.player = setInterval(() => {{
    ({OFFERED})(eager)?.click();
    if (document.querySelector('.plain.end, .resultbar')) clearInterval(window.player);
  }}, 10);
}}"""
TAP = f"""(eager) => {{
  const found = ({OFFERED})(eager);
  found?.click();
  return Boolean(found ?? document.querySelector('.plain.end, .resultbar'));
}}"""


def play_on(page: Page, eager: bool = True) -> None:
    """Let a page do what it offers until the end, while the test goes on: mark what it can if eager, else pass."""
    page.evaluate(PLAY, eager)


def play_out(*pages: Page, eager: bool = True) -> None:
    """Play until every page shows the end, which in Qwixx comes soonest if nobody marks anything."""
    for page in pages:
        play_on(page, eager)
    for page in pages:
        page.locator(".plain.end").wait_for()


def tap_once(page: Page, eager: bool = True) -> None:
    """Do one thing that the page offers, as soon as it offers something; nothing at the end of a match."""
    wait_until(lambda: bool(page.evaluate(TAP, eager)), "the page offers something to do")
