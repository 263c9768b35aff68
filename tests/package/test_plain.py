"""The plain library in a clean environment: it plays, and says what is missing for the rest."""

import json
import re
from pathlib import Path

from tests.package.environments import Environment

MATCH = """
import paperdice

match = paperdice.Match(paperdice.find_game("sixto"), seats=2)
bot, dice = paperdice.make_bot("casual", "sixto", seed=1), paperdice.SeededDice(1)
while not match.over:
    if match.dice_wanted:
        match.throw(dice)
    else:
        seat = match.acting[0]
        match.play(seat, bot.choose(paperdice.view_of(match, seat)))
print(match.scores)
"""


def test_the_plain_library_installs_numpy_and_little_else(plain: Environment) -> None:
    games, command = {"numpy", "numba", "llvmlite"}, {"cyclopts", "rich"}
    of_the_command = {"attrs", "docstring-parser", "markdown-it-py", "mdurl", "pygments", "rich-rst"}
    assert plain.packages() == {"paperdice", *games, *command, *of_the_command}


def test_the_version_is_that_of_the_wheel(plain: Environment, wheel: Path) -> None:
    version = wheel.name.split("-")[1]
    assert plain.run("paperdice", "--version").stdout == f"{version}\n"
    assert plain.python("import paperdice; print(paperdice.__version__)") == f"{version}\n"
    assert plain.run("python", "-m", "paperdice", "--version").stdout == f"{version}\n"


def test_a_match_with_a_bot_is_played_to_its_end(plain: Environment) -> None:
    assert re.fullmatch(r"\(-?\d+, -?\d+\)\n", plain.python(MATCH))


def test_a_simulation_runs(plain: Environment) -> None:
    words = ["simulate", "qwixx", "--bot", "random", "--bot", "random", "--matches", "100", "--seed", "1"]
    done = plain.run("paperdice", *words, "--csv", "rows.csv")
    assert (done.returncode, len((plain.home / "rows.csv").read_text().splitlines())) == (0, 101), done.stderr


MISSING = {
    "serve": "the server needs msgspec, which is not installed: pip install 'paperdice[server]'",
    "backup all.txt --database postgresql://localhost/x": (
        "a PostgreSQL database needs psycopg, which is not installed: pip install 'paperdice[postgres]'"
    ),
    "simulate qwixx --bot random --matches 1 --plot scores.png": (
        "a picture needs matplotlib, which is not installed: pip install 'paperdice[plot]'"
    ),
    "simulate qwixx --bot random --matches 1 --parquet rows.parquet": (
        "Parquet needs pyarrow, which is not installed: pip install 'paperdice[plot]'"
    ),
    "print qwixx": "print needs reportlab, which is not installed: pip install 'paperdice[print]'",
    "simulate qwixx --bot random --matches 1 --cluster 2": (
        "a cluster needs distributed, which is not installed: pip install 'paperdice[cluster]'"
    ),
}
TRY_COMMANDS = """
import contextlib, io, json
from paperdice.cli import run

told = {}
for line in LINES:
    with contextlib.redirect_stderr(io.StringIO()) as error:
        told[line] = [run(line.split()), error.getvalue()]
print(json.dumps(told))
"""


def test_a_command_says_which_extra_is_missing(plain: Environment) -> None:
    told = json.loads(plain.python(f"LINES = {list(MISSING)!r}\n{TRY_COMMANDS}"))
    assert told == {line: [2, f"paperdice: {sentence}\n"] for line, sentence in MISSING.items()}


MODULES = {
    "server.app": "server",
    "server.protocol.events": "server",
    "store.postgres": "postgres",
    "envs": "learn",
}
TRY_MODULES = """
import importlib, json
import paperdice

told = {}
for name in NAMES:
    try:
        importlib.import_module(f"paperdice.{name}")
    except paperdice.MissingExtraError as error:
        told[name] = str(error)
print(json.dumps(told))
"""


def test_python_says_which_extra_is_missing(plain: Environment) -> None:
    told = json.loads(plain.python(f"NAMES = {list(MODULES)!r}\n{TRY_MODULES}"))
    assert list(told) == list(MODULES)
    for name, extra in MODULES.items():
        assert told[name].endswith(f"which is not installed: pip install 'paperdice[{extra}]'")
