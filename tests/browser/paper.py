"""Printing in the browser: pages as a PDF, without a dialog."""

from __future__ import annotations

from typing import NamedTuple

import pypdfium2
from playwright.sync_api import Page, expect

BUTTON = "Print or save as PDF"


class Paper(NamedTuple):
    """A printed page: its size in millimeters, and its text."""

    size: tuple[int, int]
    text: str


def print_by(page: Page, button: str = BUTTON) -> list[Paper]:
    """Tap a print button and return the printed pages."""
    page.evaluate("window.print = () => {}")
    page.get_by_role("button", name=button).click()
    page.locator(".printed svg").first.wait_for(state="attached")
    printed = pypdfium2.PdfDocument(page.pdf(prefer_css_page_size=True))
    expect(page.locator(".printed")).to_have_count(0)
    return [Paper(_size_of(sheet), sheet.get_textpage().get_text_range()) for sheet in printed]


def _size_of(sheet: pypdfium2.PdfPage) -> tuple[int, int]:
    width, height = (round(side / 72 * 25.4) for side in sheet.get_size())
    return width, height
