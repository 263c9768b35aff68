"""A program for an installed package: it plays on every sheet of every game and runs every example of the help.

`python tour.py MATCHES` runs in an empty folder and prints one JSON object: the sheets, the environments for learners,
and the exit status and the messages of each example. MATCHES replaces the number of matches in an example.
`test_everywhere.py` runs it in clean environments, so it imports only the package.
"""

import contextlib
import io
import json
import re
import shlex
import shutil
import sys
from importlib.util import find_spec
from pathlib import Path

import paperdice
from paperdice.cli import EXAMPLES, run
from paperdice.draw import match_svg, sheet_svg


def play(match: paperdice.Match, name: str = "random", turns: int = 1000) -> str:
    """Play a match to its end or for some turns, with a bot against the last choice, and return its record."""
    dice, bot = paperdice.SeededDice(3), paperdice.make_bot(name, match.game, seed=3)
    while not match.over and match.turn <= turns:
        if match.dice_wanted:
            match.throw(dice)
        for seat in match.acting:
            match.play(seat, match.choices(seat)[-1] if seat else bot.choose(paperdice.view_of(match, seat)))
    return match.record()


def tour_sheets() -> list[str]:
    """Draw and play on each sheet, to the end on a game's first sheet, and parse the record; return the names."""
    names = []
    for game in paperdice.GAMES:
        for place, sheet in enumerate(game.sheets.values()):
            match = paperdice.Match(game, 2, sheet)
            record = play(match, "random", turns=4) if place else play(match, "casual")
            assert paperdice.read_record(record).record() == record
            assert str(match) and match_svg(match) and sheet_svg(sheet)
            names.append(f"{game.name} {sheet.name}")
    return names


def tour_environments() -> list[str]:
    """Take a step in the environment of every game, if the extra for learners is installed; return the names."""
    if find_spec("gymnasium") is None:
        return []
    import gymnasium

    from paperdice.envs import env_name

    names = [env_name(game) for game in paperdice.GAMES]
    for name in names:
        env = gymnasium.make(name)
        _, info = env.reset(seed=1)
        env.step(int(info["action_mask"].argmax()))
        env.close()
    return names


def make_files() -> None:
    """Create the files that the examples name."""
    match = paperdice.Match(paperdice.find_game("qwixx"), seats=2)
    match.headers |= {"Dice": "seeded", "DiceSeed": "3", "Player0": "Ann", "Player1": "Ben"}
    Path("match.txt").write_text(play(match), "utf-8")
    Path("matches").mkdir()
    shutil.copy("match.txt", "matches")
    shutil.copy(Path(paperdice.__file__).parent / "games" / "qwixx" / "sheets" / "mixx-b.toml", "mine.toml")
    Path("matches.sqlite").touch()


def run_example(line: str, matches: str) -> tuple[int, str]:
    """Run an example as if it had been typed, with this many matches; return its exit status and its output to
    stderr.
    """
    typed = re.sub(r"(?<=--matches )\d+", matches, line.split(" > ", maxsplit=1)[0])
    with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()) as errors:
        status = run(shlex.split(typed)[1:])
    return status, errors.getvalue()


def main(matches: str) -> None:
    """Do everything and print the results."""
    make_files()
    lines = dict(EXAMPLES)
    if find_spec("litestar") is not None:
        del lines["serve"]  # it would serve forever
    report = {
        "sheets": tour_sheets(),
        "environments": tour_environments(),
        "examples": {name: run_example(line, matches) for name, line in lines.items()},
    }
    sys.stdout.write(json.dumps(report))


if __name__ == "__main__":
    main(sys.argv[1])
