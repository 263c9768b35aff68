"""Measure pads and print: marks at many pads, a mark on the screen of a phone, and printed sheets.

python bench/pad.py                          all of it, as the docs show it
python bench/pad.py tables --tables 50 --game qwantum --rate 50
python bench/pad.py screen                   from the tap to the drawn mark, in the browser
python bench/pad.py print                    four sheets as a PDF, from the command to the file
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from _crowd import SEATS, Crowd, Game, Told, fetch
from server import Process, free_port, pin_to_last_core

ALLOWED_MS = {"reaches everyone": 200, "shows": 50, "printed": 1000}
SECONDS = 20.0
# From the tap until the first frame in which the cell has changed.
TAP = """(at) => new Promise(done => {
  const cell = document.querySelector(`[data-at="${at}"]`);
  const began = performance.now();
  new MutationObserver((_, watch) => {
    watch.disconnect();
    requestAnimationFrame(() => done(performance.now() - began));
  }).observe(cell, { attributes: true, attributeFilter: ['class'] });
  cell.click();
})"""


class PadCrowd(Crowd):
    """Four phones per pad, which mark without waiting for each other."""

    def __init__(self, port: int, rate: float, game: str) -> None:
        super().__init__(port, rate)
        self._name = game
        self._choices: dict[tuple[int, int], list[str]] = {}

    async def open_tables(self, n_tables: int) -> None:
        """Open the pads, connect all phones and start."""
        for number in range(n_tables):
            tokens = [f"token-{number:04}-{seat}-{'x' * 24}" for seat in range(SEATS)]
            seats = [{"name": f"P{seat}", "token": token} for seat, token in enumerate(tokens)]
            wish = {"game": self._name, "seats": seats, "dice": "unknown"}
            made = json.loads(await asyncio.to_thread(fetch, self.port, "/api/tables", wish))
            self.games.append(Game(made["code"], tokens))
        await self.connect()
        for number in range(n_tables):
            self._wires[number, 0].send(b'{"type":"start","id":"start"}')
        while len(self._choices) < SEATS * n_tables:
            await asyncio.sleep(0.01)

    def _take_state(self, game: Game, seat: int, told: Told) -> None:
        game.match = told.match
        game.n_heard += 1
        for offer in told.own:
            self._choices[self.games.index(game), seat] = offer.choices

    async def mark(self, seconds: float) -> None:
        """Make random legal marks at the given rate, but no misses, which would end the matches."""
        began = time.perf_counter()
        while (now := time.perf_counter()) < began + seconds:
            while self.n_moves < (now - began) * self.rate:
                number, seat = self._rng.choice(list(self._choices))
                marks = [text for text in self._choices[number, seat][:8] if text not in ("miss", "x")]
                if marks:
                    self._enter(number, seat, self._rng.choice(marks))
                else:
                    self._close(number)
            await asyncio.sleep(0.005)
        await asyncio.sleep(1)

    def _close(self, number: int) -> None:
        """Let all four people say *done*, so that a lock takes effect."""
        self.n_moves += 1
        for seat in range(SEATS):
            self._n_ids += 1
            said = {"type": "done", "id": f"d{self._n_ids}", "seat": seat, "is_done": True}
            self._wires[number, seat].send(json.dumps(said).encode())

    def _enter(self, number: int, seat: int, text: str) -> None:
        self._n_ids += 1
        self.n_moves += 1
        command_id = f"m{self._n_ids}"
        self._sent[command_id] = (self.games[number], time.perf_counter())
        command = {"type": "enter", "id": command_id, "seat": seat, "text": text}
        self._wires[number, seat].send(json.dumps(command).encode())


def measure_tables(n_tables: int, game: str, rate: float, folder: Path) -> None:
    """Measure the time from sending a mark until all four phones have received it."""
    port = free_port()
    process = Process(port, folder / f"{game}.sqlite")
    process.start()
    pin_to_last_core()
    crowd = PadCrowd(port, rate, game)

    async def play() -> None:
        await crowd.open_tables(n_tables)
        await crowd.mark(SECONDS)
        crowd.hang_up()

    asyncio.run(play())
    process.stop(signal.SIGTERM)
    times = sorted(1000 * each for each in crowd.latencies)
    p99 = times[int(0.99 * len(times))]
    print(
        f"{game}: {n_tables} pads, {rate:.0f} marks per second: {len(times)} reached all phones, median"
        f" {statistics.median(times):.1f} ms, p99 {p99:.1f} ms (allowed {ALLOWED_MS['reaches everyone']}),"
        f" {len(crowd.errors)} refused"
    )


def measure_screen(folder: Path) -> None:
    """Measure the time from a tap until the mark is drawn, in a browser on this machine."""
    from playwright.sync_api import sync_playwright  # only this part needs a browser

    sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
    from tests.browser.conftest import FLAGS, find_chromium

    process = Process(free_port(), folder / "screen.sqlite")
    process.start()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_chromium(), args=FLAGS)
        page = browser.new_page(viewport={"width": 390, "height": 844})
        page.goto(f"http://127.0.0.1:{process.port}/")
        page.get_by_role("radio", name="Pad").click()
        page.get_by_role("button", name="Start", exact=True).click()
        page.locator(".match.onpad").wait_for()
        times = []
        for row in range(4):
            for cell in range(8):
                times.append(page.evaluate(TAP, f"{row}/{cell}"))
                page.wait_for_timeout(100)
        browser.close()
    process.stop(signal.SIGTERM)
    times.sort()
    print(
        f"a tap: median {statistics.median(times):.1f} ms, largest {times[-1]:.1f} ms (allowed {ALLOWED_MS['shows']})"
    )


def measure_print(folder: Path) -> None:
    """Measure the command that prints four sheets on one page, after Python has written its bytecode."""
    file = folder / "four.pdf"
    words = ["print", "qwixx", "classic", "--copies", "4", "--out", str(file)]
    kept = {"PYTHONDONTWRITEBYTECODE": "", "PYTHONPYCACHEPREFIX": str(folder / "bytecode")}
    times, cpu = [], []
    for _ in range(6):
        began, before = time.perf_counter(), os.times()
        command = [sys.executable, "-m", "paperdice", *words]
        subprocess.run(command, check=True, capture_output=True, env={**os.environ, **kept})
        after = os.times()
        times.append(1000 * (time.perf_counter() - began))
        cpu.append(1000 * (after.children_user + after.children_system - before.children_user - before.children_system))
    told = f"median {statistics.median(times[1:]):.0f} ms (allowed {ALLOWED_MS['printed']})"
    size = file.stat().st_size
    print(f"four sheets as PDF: {told}, {statistics.median(cpu[1:]):.0f} ms CPU, {size} bytes")


def main() -> None:
    """Parse the arguments and run the selected parts."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", nargs="?", choices=["all", "tables", "screen", "print"], default="all")
    parser.add_argument("--tables", type=int, default=50)
    parser.add_argument("--game", default="")
    parser.add_argument("--rate", type=float, default=50)
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        if chosen.what in ("all", "print"):
            measure_print(folder)
        if chosen.what in ("all", "screen"):
            measure_screen(folder)
        if chosen.what in ("all", "tables"):
            for game in [chosen.game] if chosen.game else ["qwixx", "qwantum"]:
                measure_tables(chosen.tables, game, chosen.rate, folder)


if __name__ == "__main__":
    main()
