"""Every reason that the server gives has a sentence."""

import re
import tomllib
from importlib.resources import files
from pathlib import Path

import paperdice

REASON = re.compile(r"(?:Reason|refuse|_refuse|Why)\(\s*\"(\w+)\"|(?:too_many|unknown)\(\"(\w+)\"\)")
SOURCES = [*(Path(paperdice.__file__).parent / "server").glob("*.py"), Path(paperdice.__file__).parent / "fair.py"]


def test_every_reason_has_a_sentence() -> None:
    known, found = set(), set()
    for name in ("en.toml", "server.en.toml"):
        known |= set(tomllib.loads((files("paperdice.texts") / name).read_text("utf-8"))["reasons"])
    for source in SOURCES:
        text = source.read_text("utf-8")
        found |= {match[1] for match in REASON.finditer(text) if match[1]}
        found |= {f"too_many_{name}" for name in re.findall(r'too_many\("(\w+)"\)', text)}
        found |= {f"unknown_{name}" for name in re.findall(r'unknown\("(\w+)"\)', text)}
    assert len(found) > 40
    assert sorted(found - known) == []
