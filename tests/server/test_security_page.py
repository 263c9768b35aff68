"""The security page quotes the server's actual limits."""

import re
from dataclasses import fields
from pathlib import Path

from paperdice.flow.checks import MOST_EVENTS
from paperdice.flow.codes import TABLE_CODE_LENGTH, TABLE_LETTERS
from paperdice.server.settings import Limits

PAGE = (Path(__file__).parents[2] / "docs" / "security.md").read_text("utf-8")
ROW = re.compile(r"^\| `(\w+)` \| ([\d,.]+) \|", re.MULTILINE)


def test_every_limit_stands_on_the_page_with_its_number() -> None:
    told = {name: float(number.replace(",", "")) for name, number in ROW.findall(PAGE)}
    limits = Limits()
    used = {field.name: getattr(limits, field.name) for field in fields(limits) if field.name != "exempt_clients"}
    assert told == used


def test_what_is_said_of_codes_logs_and_records_is_so() -> None:
    assert len(TABLE_LETTERS) == 18 and TABLE_CODE_LENGTH == 6
    assert f"there are {18**6:,}." in PAGE and f"needs {18**6 // 100:,} tries" in PAGE
    assert f"takes {MOST_EVENTS:,} events" in PAGE
