"""First impressions: the first screen, help with examples, completion in a real shell, and fast imports."""

import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import paperdice
from paperdice.cli import COMMANDS, EXAMPLES, SECTIONS, make_app, run

ROOT = Path(__file__).parents[2]
NAMES = [name for name, _, _ in COMMANDS]
SHEETS = Path(paperdice.__file__).parent / "games" / "qwixx" / "sheets"
POSITION = "qwixx 7 white 0 w4 w1 r2 y6 g3 b6 | classic 1.11/.1/-/- 1 | mixx-a -/-/1/- 0"


def words_of(line: str) -> list[str]:
    """Return the words after `paperdice`, without redirections."""
    words = shlex.split(line.split(" > ", maxsplit=1)[0])
    assert words[0] == "paperdice"
    return words[1:]


def parse(line: str) -> str:
    """Return the name of the function that a command line calls."""
    command, _, _ = make_app().parse_args(words_of(line), exit_on_error=False, print_error=False)
    return str(command.__name__)


def test_the_program_alone_says_what_can_be_done(capsys: pytest.CaptureFixture[str]) -> None:
    assert run([]) == 0
    shown = capsys.readouterr().out
    lines = re.findall(r"(?m)^  (paperdice .*?)   ", shown)
    assert [parse(line) for line in lines] == ["play", "serve", "simulate", "solve"]
    assert shown.startswith("Paperdice: Qwixx, ") and "docs/index.md" in shown
    assert max(map(len, shown.splitlines())) <= 100 and len(shown.splitlines()) <= 12


def test_the_overview_has_every_command_once(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["--help"]) == 0
    shown = re.findall(r"(?m)^│ (\w[\w-]*) ", capsys.readouterr().out)
    assert sorted(shown) == sorted({name.split(" ")[0] for name in NAMES})
    assert sorted(name for names in SECTIONS.values() for name in names) == sorted(shown)


@pytest.mark.parametrize("name", NAMES)
def test_the_help_of_a_command_ends_with_an_example_that_can_be_typed(
    name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run([*name.split(" "), "--help"]) == 0
    *_, heading, _, example = capsys.readouterr().out.rstrip().splitlines()
    assert heading == "Example:" and example == f"  {EXAMPLES[name]}" and len(example) < 80
    assert EXAMPLES[name].startswith(f"paperdice {name} ")
    assert parse(EXAMPLES[name]) == name.rsplit(" ", maxsplit=1)[-1].replace("-", "_")


def test_the_page_of_commands_has_the_same_examples() -> None:
    page = (ROOT / "docs" / "cli.md").read_text("utf-8")
    sections = {part.split("\n", 1)[0]: part for part in page.split("\n## paperdice ")[1:]}
    assert [name for name in NAMES if f"\n{EXAMPLES[name]}\n" not in sections[name]] == []


@pytest.fixture
def _room(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Create a folder with the files that the examples name."""
    monkeypatch.chdir(tmp_path)
    match = paperdice.Match(paperdice.find_game("qwixx"), seats=2)
    match.headers |= {"Dice": "seeded", "DiceSeed": "3"}
    while not match.over:
        if match.dice_wanted:
            match.throw(paperdice.SeededDice(3))
        for seat in match.acting:
            match.play(seat, match.choices(seat)[-1])
    Path("match.txt").write_text(match.record(), "utf-8")
    shutil.copy(SHEETS / "mixx-b.toml", "mine.toml")
    Path("matches.sqlite").touch()


@pytest.mark.usefixtures("_room")
@pytest.mark.parametrize("name", ["show", "replay", "verify", "backup", "sheet check", "sheet show", "completion"])
def test_examples_that_take_no_time_work(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(words_of(EXAMPLES[name])) == 0
    assert capsys.readouterr().out


def test_what_compiles_nothing_imports_no_compiler() -> None:
    """Neither renderers nor web frameworks are imported; the first screen does not even load the command parser."""
    lines = [
        ["--version"],
        ["--help"],
        ["dance"],
        ["show", POSITION],
        ["sheet", "show", "qwixx"],
        ["simulate", "--help"],
    ]
    program = f"""
import sys
from paperdice.cli import run
run([])
if "cyclopts" in sys.modules:
    sys.exit("the first screen loads cyclopts")
for words in {lines!r}:
    run(words)
    loaded = [name for name in ("numba", "markdown_it", "pygments", "litestar") if name in sys.modules]
    if loaded:
        sys.exit(f"{{words}} loads {{loaded}}")
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


# Typed words, and what bash offers to complete them.
OFFERED = {
    "paperdice si": "simulate",
    "paperdice sheet ": "check show",
    "paperdice simulate qwixx --star": "--start",
    "paperdice play qwixx --sheet mixx": "mixx-a mixx-b",
    "paperdice completion ": "bash zsh fish",
}


def test_bash_completes(tmp_path: Path) -> None:
    """The test uses a real bash, with a program of this checkout and its completion script."""
    program, script = tmp_path / "paperdice", tmp_path / "complete.bash"
    program.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m paperdice "$@"\n')
    program.chmod(0o755)
    made = subprocess.run([program, "completion", "bash"], capture_output=True, text=True, check=True)
    script.write_text(made.stdout, "utf-8")
    lines = [f"PATH={shlex.quote(str(tmp_path))}:$PATH", f"source {shlex.quote(str(script))}"]
    for line in OFFERED:
        typed = " ".join(map(shlex.quote, line.split(" ")))
        lines += [
            f"COMP_WORDS=({typed}) COMP_CWORD={line.count(' ')} COMP_LINE={shlex.quote(line)} COMP_POINT={len(line)}",
            "COMPREPLY=()",
            "_paperdice",
            'echo "${COMPREPLY[*]}"',
        ]
    told = subprocess.run(["bash", "-c", "\n".join(lines)], capture_output=True, text=True, check=True)
    answers = [" ".join(answer.split()) for answer in told.stdout.splitlines()]
    assert dict(zip(OFFERED, answers, strict=True)) == OFFERED
    assert told.stderr == ""


@pytest.mark.parametrize(
    ("line", "offered"),
    [
        ("simulate tw", "twenty_one"),
        ("simulate qwixx --bot st", "steady"),
        ("sheet show twenty_one ", "A B C D E F"),
        ("duel casual ev", "evolved"),
    ],
)
def test_shells_ask_for_names_of_games_bots_and_sheets(
    line: str, offered: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """There is one name per line, followed by its description; the shell filters names by prefix."""
    *_, typed = words = line.split(" ")
    assert run(["__complete", *words]) == 0
    names = [told.partition("\t")[0] for told in capsys.readouterr().out.split("begin\n")[1].splitlines()]
    assert [name for name in names if name.startswith(typed)] == offered.split()


@pytest.mark.parametrize(("shell", "line"), [("zsh", "compdef _cyclopts_paperdice paperdice"), ("fish", "complete -c")])
def test_other_shells_get_scripts_too(shell: str, line: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["completion", shell]) == 0
    shown = capsys.readouterr().out
    assert line in shown and "simulate" in shown


def test_a_shell_that_nobody_knows_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["completion", "dos"]) == 2
    assert '"dos"' in capsys.readouterr().err
