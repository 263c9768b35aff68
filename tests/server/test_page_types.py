"""The page's message types are made from the structs of the server."""

from __future__ import annotations

import runpy
from pathlib import Path

WEB = Path(__file__).parents[2] / "web"


def test_the_types_of_the_page_are_fresh() -> None:
    """If this fails: `python web/scripts/make_messages.py`."""
    script = runpy.run_path(str(WEB / "scripts" / "make_messages.py"))
    folder = WEB / "src" / "net" / "protocol"
    assert {file.name: file.read_text(encoding="utf-8") for file in folder.iterdir()} == script["typescript"]()
