"""The gallery of hand-made tables, which is built by the set-up, served from its folder, and checked on one page."""

from __future__ import annotations

import contextlib
import functools
import http.server
import threading
from collections.abc import Iterator, Sequence

from playwright.sync_api import Page

import hatch_build

Scene = dict[str, object]
MOST_SEATS = {"qwixx": 5, "twenty_one": 6, "qwantum": 4, "sixto": 6, "longo": 5}
# Sixto has nine columns, Longo rows of sixteen cells.
PHONE_CELLS = {"sixto": 34, "longo": 36}


class _Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the name of the base class
        """Do not log requests."""


@contextlib.contextmanager
def served_gallery() -> Iterator[str]:
    """Serve the built gallery and yield its address."""
    handler = functools.partial(_Quiet, directory=str(hatch_build.BROWSER / "gallery"))
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/gallery.html"
        server.shutdown()


# The browser's default font is first; the gallery includes the others.
FONTS = ("DejaVu Sans", "Roboto", "Inter", "Noto Sans")


def write_in(page: Page, font: str) -> None:
    """Render all subsequent scenes in a font."""
    page.evaluate("font => window.write(font)", None if font == FONTS[0] else f"{font} Variable")


def floors_of(scene: Scene, size: tuple[int, int]) -> dict[str, int]:
    """Return the minimum sizes of cells and buttons; very small phones only have to show everything."""
    width, height = size
    mode = str(scene["mode"])
    if mode.startswith("screen"):
        return {"cell": 28 if width >= 1280 else 24, "button": 24}
    if mode.startswith("tablet") or mode == "pad-table":
        return {"cell": 32 if min(size) >= 820 else 24, "button": 40}
    if height < 380:
        return {"cell": 24 if width < 540 else 22 if height > 340 else 16, "button": 22}
    if height < 500 < width:
        return {"cell": 33, "button": 30}
    if width < 360 or height < 640:
        return {"cell": 24, "button": 24}
    if scene.get("sheet") == "x-change" and mode == "pad":
        return {"cell": 36, "button": 34}  # eight swap fields share one line
    if "sheet" in scene:
        return {"cell": 30 if scene["sheet"] == "big-points" else 36, "button": 40}
    if scene["game"] == "longo" and mode == "typed":
        return {"cell": 30, "button": 40}  # eight faces take two lines, and nothing is marked yet
    # In a wide font the text of a replay takes another line; nothing is tapped there.
    # Where one device shows several people's sheets, a line says whose it is.
    spared = {"replay": 1, "pass": 2, "watch": 2}.get(mode, 0)
    return {"cell": PHONE_CELLS.get(str(scene["game"]), 40) - spared, "button": 40}


def walk(page: Page, size: tuple[int, int], scenes: Sequence[Scene]) -> list[str]:
    """Show the scenes at one size, and return the faults found."""
    page.set_viewport_size({"width": size[0], "height": size[1]})
    asked = [{"scene": scene, "floors": floors_of(scene, size)} for scene in scenes]
    answers = page.evaluate("scenes => window.walk(scenes)", asked)
    return [
        f"{' '.join(str(value) for key, value in scene.items() if key != 'position')}: {fault}"
        for scene, faults in zip(scenes, answers, strict=True)
        for fault in faults
    ]
