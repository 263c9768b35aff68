"""Measure the page on a slow phone: Chromium at 1.6 Mbit/s, with 150 ms per round trip and a CPU four times slower.

Each run is a new device. Times start at the first request, those of taps at the tap. A script in the page taps as soon
as possible, so that no reaction times are measured.

| figure | meaning |
|---|---|
| first view | games with their pictures are drawn, and the start button is enabled |
| pad, ready | two taps later a sheet of the pad can be marked |
| pad, mark | from a tap on that sheet until its mark is drawn |
| pad, first mark | both together |
| match, ready | two taps later cells of a solo match can be marked |
| pencil | from a tap on such a cell until the mark is drawn |

`--beside http://127.0.0.1:8021` also measures another server, such as that of another checkout, in turn.

The pad has a separate goal for the time from the first request to its first mark, on a phone as fast as this machine:
`--slowdown 1`.

Usage: python bench/first_view.py --runs 7 [--slowdown 1]
"""

from __future__ import annotations

import argparse
import statistics
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import Browser, Page, sync_playwright

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from tests.browser.conftest import FLAGS, find_chromium
from tests.browser.server_process import running_server

BITS_PER_SECOND, ROUND_TRIP_MS, CPU_SLOWDOWN = 1_600_000, 150, 4
# The goals, in milliseconds.
GOALS = {
    "first view": 1500,
    "pad, ready": None,
    "pad, mark": 50,
    "pad, first mark": 1500,
    "match, ready": None,
    "pencil": 50,
}
# Records when an element is first drawn, and then taps it.
WATCH = """
  window.seen = {};
  window.whenDrawn = (name, test) => new Promise(done => {
    const look = () => {
      const found = document.querySelector(test);
      if (!found) return requestAnimationFrame(look);
      requestAnimationFrame(() => setTimeout(() => { window.seen[name] = performance.now(); done(found); }));
    };
    look();
  });
"""
# Waits for the first view, then makes two taps: choose a way to play, and start.
START = """async ([play, name, test]) => {
  await whenDrawn('first view', 'main:has(.game .pic rect) .btn.go:not(:disabled)');
  [...document.querySelectorAll('.play')].find(each => each.textContent.startsWith(play)).click();
  await new Promise(requestAnimationFrame);
  document.querySelector('.btn.go').click();
  await whenDrawn(name, test);
}"""
TAP = """async ([test, result]) => {
  const cell = document.querySelector(test);
  const begun = performance.now();
  cell.click();
  while (!document.querySelector(result)) await new Promise(requestAnimationFrame);
  return performance.now() - begun;
}"""


def slow_page(browser: Browser, address: str, slowdown: float) -> Page:
    """Open a page of a new device on a slow network."""
    context = browser.new_context(
        base_url=address, viewport={"width": 360, "height": 640}, has_touch=True, reduced_motion="reduce", locale="en"
    )
    page = context.new_page()
    tools = context.new_cdp_session(page)
    tools.send("Network.enable")
    rate = BITS_PER_SECOND / 8
    conditions = {"offline": False, "latency": ROUND_TRIP_MS, "downloadThroughput": rate, "uploadThroughput": rate}
    tools.send("Network.emulateNetworkConditions", conditions)
    tools.send("Emulation.setCPUThrottlingRate", {"rate": slowdown})
    page.add_init_script(WATCH)
    return page


def measure(browser: Browser, address: str, play: str, slowdown: float) -> dict[str, float]:
    """Measure one device from its first request to the first mark."""
    page = slow_page(browser, address, slowdown)
    page.goto("/", wait_until="commit")
    is_pad = play == "Pad"
    name, ready = ("pad", ".match .cell[data-at='0/0']") if is_pad else ("match", ".match .cell.can")
    drawn = ".cell.pencil, .cell.marked" if is_pad else ".cell.pencil"
    page.evaluate(START, [play, f"{name}, ready", ready])
    tapped = page.evaluate(TAP, [ready, drawn])
    seen: dict[str, float] = page.evaluate("window.seen")
    page.context.close()
    if is_pad:
        return {**seen, "pad, mark": tapped, "pad, first mark": seen["pad, ready"] + tapped}
    return {**seen, "pencil": tapped}


def measure_all(addresses: list[str], runs: int, slowdown: float) -> list[dict[str, list[float]]]:
    """Return all figures of several devices at each address, interleaved."""
    found: list[dict[str, list[float]]] = [{name: [] for name in GOALS} for _ in addresses]
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_chromium(), args=FLAGS)
        for _ in range(runs):
            for play in ("Pad", "Solo"):
                for address, figures in zip(addresses, found, strict=True):
                    for name, value in measure(browser, address, play, slowdown).items():
                        figures[name].append(value)
        browser.close()
    return found


def print_table(address: str, found: dict[str, list[float]]) -> None:
    """Print the figures of one address."""
    print(f"{address}\n\n| figure | median, ms | worst, ms | goal, ms |\n|---|---|---|---|")
    for name, values in found.items():
        goal = GOALS[name] or "–"
        print(f"| {name} | {statistics.median(values):.0f} | {max(values):.0f} | {goal} |")
    print()


def main() -> None:
    """Print one Markdown table per address."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=7)
    parser.add_argument("--slowdown", type=float, default=CPU_SLOWDOWN)
    parser.add_argument("--beside", action="append", default=[])
    wish = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, running_server(Path(folder) / "matches.sqlite") as server:
        addresses = [server.address, *wish.beside]
        for address, found in zip(addresses, measure_all(addresses, wish.runs, wish.slowdown), strict=True):
            print_table(address, found)


if __name__ == "__main__":
    main()
