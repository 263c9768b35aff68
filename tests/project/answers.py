"""The output of Paperdice in the machine's locale; `python -m tests.project.answers` prints it as JSON."""

from __future__ import annotations

import ctypes
import hashlib
import io
import json
import locale
import sys
import tomllib
from contextlib import redirect_stdout
from pathlib import Path

import paperdice
from paperdice.cli import run
from paperdice.draw import match_svg
from paperdice.draw.printed import print_sheets
from paperdice.flow.codes import read_code

GOLDEN = Path(__file__).parents[1] / "golden"
SHEET = Path(paperdice.__file__).parent / "games" / "qwixx" / "sheets" / "mixx-a.toml"
SIMULATION = "simulate sixto --bot random --matches 20 --seed 1 --json"


def rules_of_the_c_library() -> dict[str, object]:
    """Return how C programs treat lowercase letters and numbers in this locale."""
    libc = ctypes.CDLL(None)
    libc.strtod.restype = ctypes.c_double
    return {
        "point": locale.localeconv()["decimal_point"],
        "1.5": libc.strtod(b"1.5", None),
        "I": chr(libc.towlower(ord("I"))),
        "FILE is file": libc.strcasecmp(b"FILE", b"file") == 0,
    }


def answers() -> dict[str, object]:
    """Return records, positions, sheets, codes, drawings and numbers as text."""
    match = paperdice.read_record((GOLDEN / "qwixx-big-points.record").read_text("utf-8"))
    middle = paperdice.read_record((GOLDEN / "sixto-1.record").read_text("utf-8"))
    return {
        "record": match.record(),
        "position": paperdice.read_position(middle.position()).position(),
        "scores": match.scores,
        "view": paperdice.view_of(middle, None),
        "sheet": tomllib.loads(SHEET.read_text("utf-8"))["name"] == paperdice.load_sheet(SHEET).name,
        "code": read_code(" fxtıkm ") + read_code(" fxthkm "),
        "svg": match_svg(match),
        "pdf": hashlib.sha256(print_sheets([paperdice.load_sheet(SHEET)]).to_pdf()).hexdigest(),
        "simulation": simulate(),
    }


def simulate() -> str:
    """Return the output of a simulation, excluding the elapsed time."""
    with redirect_stdout(io.StringIO()) as out:
        assert run(SIMULATION.split(" ")) == 0
    return out.getvalue().partition('"seconds"')[0]


if __name__ == "__main__":
    locale.setlocale(locale.LC_ALL, "")
    sys.stdout.write(json.dumps([rules_of_the_c_library(), answers()]))
