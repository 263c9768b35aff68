"""Stored values and shared files may be invalid, and the page works without them."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from paperdice import read_records
from tests.browser.playing import OpenPage
from tests.browser.test_looks import faults_of

RESULT = {
    "match": "0123456789ab", "game": "qwixx", "names": ["Ann", "steady"], "bots": [None, "steady"],
    "sheets": ["classic", "classic"], "scores": [36, 69], "winners": [1], "own": [0],
    "finished": 1_700_000_000_000, "turns": 9, "challenge": None,
}  # fmt: skip
BROKEN = [
    {**RESULT, "match": ["0123456789ac"], "names": ["Ann\u2028[", "Ben\u2029\x85* over"]},
    {**RESULT, "match": "0123456789ad", "bots": [{}, {}]},
    {**RESULT, "match": "0123456789ae", "finished": 1e300},
    {**RESULT, "match": "0123456789af", "game": "chess"},
    {**RESULT, "match": "0123456789b0", "own": [7]},
]
STORED = [
    "settings", "tables", "receipts", "receipts.0123456789ab", "results", "choice", "exercises", "sheets", "offers",
    "local.tables", "local.tables.LOCAL-ABCDEF", "local.matches", "local.matches.local-0123456789ab", "broken",
]  # fmt: skip
WRONG: list[object] = [
    None,
    5,
    "text",
    {"lang": 5, "seats": 5},
    [[]],
    [{"code": "ABCDEF", "seats": 5, "summary": 5}, None],
]


def export_all(page: Page) -> str:
    with page.expect_download() as saving:
        page.get_by_role("button", name="Export everything").click()
    return Path(saving.value.path()).read_text("utf-8")


@pytest.mark.parametrize("lang", ["en", "fr", "de"])
def test_a_hostile_file_is_named_and_the_rest_works(open_page: OpenPage, tmp_path: Path, lang: str) -> None:
    page = open_page("/history", stored={"paperdice.results": [RESULT]})
    whole = export_all(page)
    assert "* unrecorded 36 69" in whole
    page = open_page("/history", lang=lang)
    wrong = (('Match "', 'Match "../'), ("qwixx", "chess"), ('Own "0"', 'Own "7"'), ('Finished "', 'Finished "x'))
    broken = [whole.replace("89ab", f"89a{n}").replace(*each) for n, each in enumerate(wrong) if each[0] in whole]
    receipt = whole.replace("[Finished", '[Receipt "none"]\n[Finished')
    text = "\n".join([*broken, "nonsense\n* over\n", receipt])
    file = {"name": "matches.txt", "mimeType": "text/plain", "buffer": text.encode()}
    page.locator("input[type=file]").set_input_files(file)  # type: ignore[arg-type]  # playwright types dicts as FilePayload
    expect(page.get_by_role("status")).to_contain_text(re.compile("0123456789a1.*0123456789a3.*0123456789ab"))
    page.screenshot(path=tmp_path / "imported.png", full_page=True)
    page.reload()
    expect(page.locator(".matchrow")).to_have_count(1)
    assert faults_of(page) == []
    if lang == "en":
        assert export_all(page) == whole
        page.goto("/m/0123456789ab")
        expect(page.locator("main")).to_contain_text("no such match")


def test_broken_results_are_set_aside_exported_and_deleted(open_page: OpenPage, tmp_path: Path) -> None:
    stored = {"paperdice.results": [*BROKEN, RESULT], "paperdice.receipts.0123456789ab": {"code": 5}}
    page = open_page("/history", stored=stored)
    expect(page.locator(".matchrow")).to_have_count(1)
    told = page.locator(".broken")
    expect(told).to_contain_text(re.compile("5 stored entries.*0123456789ad"))
    assert faults_of(page) == []
    page.screenshot(path=tmp_path / "broken.png", full_page=True)
    exported = export_all(page)
    assert exported.count("* unrecorded ") == 1 and read_records(exported) == []
    aside = [json.loads(line.removeprefix("% ")) for line in exported.splitlines() if line.startswith("%")]
    assert [each["value"] for each in aside if each["key"] == "paperdice.results"] == BROKEN
    expect(told).to_contain_text("6 stored entries")
    page.get_by_role("button", name="Delete", exact=True).click()
    expect(told).to_have_count(0)
    page.reload()
    expect(page.locator(".matchrow")).to_have_count(1)
    expect(told).to_have_count(0)


def test_no_stored_value_keeps_a_page_from_opening(open_page: OpenPage) -> None:
    """Every value that the page reads is replaced by values of wrong types, also within lists and objects."""
    page = open_page("/icon.svg")
    for wrong in WRONG:
        for path in ("/", "/history", "/drill", "/sheets", "/t/LOCAL-ABCDEF", "/m/local-0123456789ab"):
            page.goto("/icon.svg")
            page.evaluate(
                "([keys, text]) => keys.forEach(key => localStorage.setItem(`paperdice.${key}`, text))",
                [STORED, json.dumps(wrong)],
            )
            page.goto(path)
            page.locator("main").first.wait_for()
