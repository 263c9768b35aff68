"""The plain library in a clean environment."""

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
    games, files, command = {"numpy", "numba", "llvmlite"}, {"filelock", "platformdirs"}, {"cyclopts", "rich"}
    of_the_command = {"attrs", "docstring-parser", "markdown-it-py", "mdurl", "pygments", "rich-rst"}
    assert plain.packages() == {"paperdice", *games, *files, *command, *of_the_command}


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
