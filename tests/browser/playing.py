"""Playing by tapping, as a user would."""

from __future__ import annotations

import json
import secrets
import urllib.request
from collections.abc import Mapping, Sequence
from typing import Literal, Protocol

from playwright.sync_api import Locator, Page, expect

from tests.patience import patience, wait_until

TOKEN = "t" * 32
NAMES = ("Ann", "Ben", "Cid")


# Matches of Qwixx for one and for two seats that end with the next miss.
LAST_TURN = (
    "qwixx 4 roll 0 | classic -/-/-/- 3",
    "qwixx 7 roll 0 | classic -/-/-/- 3 | classic -/-/-/- 3",
)


class OpenPage(Protocol):
    """Open a page on a separate device.

    Args:
        path: The address of the page.
        size: The size of the device, see `chromium.SIZES`.
        still: Whether the device prefers reduced motion.
        base: Another server than the shared one.
        stored: The values that the device has stored.
        worker: Whether the page's service worker is installed, which takes a while.
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
    """Send a request and return the texts of its response."""
    data = json.dumps(body).encode()
    request = urllib.request.Request(f"{address}{path}", data, {"Content-Type": "application/json"})
    with urllib.request.urlopen(request, timeout=patience()) as response:
        answer: dict[str, str] = json.load(response)
    return answer


def sit_down(page: Page, code: str, name: str) -> None:
    """Open a table by its link and take a seat."""
    page.goto(f"/t/{code}")
    page.fill("#name", name)
    page.get_by_role("button", name="Sit down").click()
    page.get_by_text("you", exact=True).wait_for()


def open_table(address: str, game: str, n_seats: int, **wishes: object) -> str:
    """Open a table with empty seats and return its code."""
    made = post(
        address, "/api/tables", {"game": game, "seats": [{}] * n_seats, "first": 0, "auto_pass": True, **wishes}
    )
    return made["code"]


def stored_table(code: str, token: str, seat: int) -> dict[str, object]:
    """Return the stored values of a device with a seat at a table."""
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
    """Start a match in which each device has a seat; taking one by taps has its own test.

    Args:
        bots: The bots in the seats after those of the devices.
        wishes: Further fields of the table.
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
    """Start the match once every device has joined, so that all take part in the dice."""
    for page in pages:
        page.get_by_text("you", exact=True).first.wait_for()
    pages[0].get_by_role("button", name="Start").click()
    for page in pages:
        page.locator(".match").wait_for()


# The timers of temporary messages; the timer of 2 s pings the server and continues.
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
    """Stop timers, so that a slow test still sees temporary messages; see `release_timers`."""
    page.evaluate(HOLD)


def release_timers(page: Page) -> None:
    """Fire the stopped timers, and let later ones run."""
    page.evaluate("window.release()")


# The texts that each element has shown, in order.
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
    """Record every text that these elements show, however briefly; see `noted_texts`."""
    page.evaluate(NOTE_TEXTS, parts)


def noted_texts(page: Page, part: str) -> list[str]:
    """Return the texts that an element has shown, omitting consecutive duplicates."""
    texts: list[str] = page.evaluate("part => window.texts[part]", part)
    return texts


SMALLEST = """parts => {
  const boxes = parts.map((part) => part.getBoundingClientRect());
  return Math.min(...boxes.flatMap(({ width, height }) => [width, height]));
}"""


def smallest_side(page: Page, parts: str) -> float:
    """Return the smallest width or height of some elements."""
    return float(page.locator(parts).evaluate_all(SMALLEST))


# The page's next action: marking a cell only if eager.
OFFERED = """(eager) => {
  const find = (name) => document.querySelector(`[data-action=${name}]:enabled`);
  return find('throw') ?? find('keep') ?? (document.querySelector('.cell.pencil') && find('done'))
    ?? (eager ? document.querySelector('.cell.can') : null) ?? find('quiet') ?? find('confirm');
}"""
# Executes the page's actions until the end; with single taps from the driver, a match takes ten times as long. Another
# test checks that a tap hits each cell and button.
PLAY = f"""(eager) => {{
  clearInterval(window.player);
  window.player = setInterval(() => {{
    ({OFFERED})(eager)?.click();
    if (document.querySelector('.plain.eve, .resultbar')) clearInterval(window.player);
  }}, 10);
}}"""
TAP = f"""(eager) => {{
  const found = ({OFFERED})(eager);
  found?.click();
  return Boolean(found ?? document.querySelector('.plain.eve, .resultbar'));
}}"""


def play_on(page: Page, eager: bool = True) -> None:
    """Have a page act on its own until the end, while the test continues: it marks if `eager`, otherwise it passes."""
    page.evaluate(PLAY, eager)


def play_out(*pages: Page, eager: bool = True) -> None:
    """Play until every page shows the end, which comes soonest without marks in Qwixx."""
    for page in pages:
        play_on(page, eager)
    for page in pages:
        page.locator(".plain.eve").wait_for()


def settled(page: Page, action: str) -> Locator:
    """Return a button once it reacts to taps: a button that has just appeared ignores them. [D3]"""
    button = page.locator(f"[data-action={action}]")
    expect(button).not_to_have_attribute("data-fresh", "true")
    return button


def choose_at_the_end(page: Page, role: Literal["button", "link"], name: str) -> None:
    """Choose an entry of the menu at the end of a match."""
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("dialog", name="Menu").get_by_role(role, name=name).click()


def tap_once(page: Page, eager: bool = True) -> None:
    """Wait for the page's next action and execute it; do nothing at the end of a match."""
    wait_until(lambda: bool(page.evaluate(TAP, eager)), "the page offers something to do")
