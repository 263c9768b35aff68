"""Short recorded matches of every game and kind of sheet always have the same outcome."""

from pathlib import Path

import pytest

import paperdice

GOLDEN = Path(__file__).parent
CLOSINGS = {
    "qwixx-1": "* misses 23 -1 15",
    "qwixx-2": "* locks 77 50",
    "qwixx-double": "* misses -5 52",
    "qwixx-bonus-a": "* misses 22 10",
    "qwixx-bonus-b": "* misses -6 5",
    "qwixx-steps": "* misses -3 28",
    "qwixx-chain": "* misses 15 -11",
    "qwixx-big-points": "* misses -17 15",
    "qwixx-x-change": "* misses 0 -9",
    "longo-1": "* locks 88 36",
    "longo-2": "* misses 91 24",
    "twenty_one-1": "* rows 112 93",
    "twenty_one-2": "* rows 63 96 95",
    "qwantum-1": "* misses -15 5",
    "qwantum-2": "* full 14 42",
    "sixto-1": "* dice 140",
    "sixto-2": "* full 102 159",
}


@pytest.mark.parametrize(("name", "closing"), CLOSINGS.items())
def test_a_golden_record_replays(name: str, closing: str) -> None:
    """Identical to the byte; any other outcome requires a new rules version."""
    text = (GOLDEN / f"{name}.record").read_text("utf-8")
    match = paperdice.read_record(text)
    assert match.record() == text
    assert f"* {match.end_reason} {' '.join(map(str, match.scores))}" == closing
    assert text.endswith(f"\n{closing}\n")


def test_every_golden_record_is_replayed() -> None:
    assert {path.stem for path in GOLDEN.glob("*.record")} == set(CLOSINGS)
