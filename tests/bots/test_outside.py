"""Outside bots: the worked example plays, and each fault of a program is reported in one clear sentence."""

import os
import re
import shlex
import sys
from pathlib import Path

import pytest

import paperdice
from paperdice.arena.blocks import is_compiled, play_block, replay
from paperdice.arena.setup import Setup
from paperdice.bots import process_bot
from paperdice.bots.process_bot import ProcessBot
from paperdice.errors import BotError, SetupError, UnknownBotError
from paperdice.view import View
from tests.patience import patience

QWIXX = paperdice.find_game("qwixx")
ODD = Path(__file__).parent / "odd_bot.py"
# Long enough for programs on a busy machine.
LONG_MS = 60_000
EXAMPLE = Path(__file__).parents[2] / "examples" / "most_marks.py"


def command(program: Path, *words: str) -> str:
    return "cmd:" + shlex.join([sys.executable, str(program), *words])


def view(game: str = "qwixx", seats: int = 2) -> View:
    match = paperdice.Match(paperdice.find_game(game), seats)
    match.throw(paperdice.SeededDice(1))
    return paperdice.view_of(match, match.acting[0])


def odd_bot(way: str, budget_ms: float = LONG_MS, **limits: float) -> ProcessBot:
    return ProcessBot(command(ODD, way), QWIXX, 0, budget_ms, **{"start_seconds": patience(), **limits})


@pytest.mark.parametrize(
    ("way", "told"),
    [
        ("crashes", "ended with status 3 instead of answering 'move'"),
        ("closes", "closed its output instead of answering 'move'"),
        ("nonsense", "answered 'I would rather play chess' instead of 'move'"),
        ("nothing", "played '', which is not one of its 5 choices"),
        ("bytes", "instead of 'move'"),
        ("illegal", "played 'r99', which is not one of its 5 choices"),
        ("talks", "answered 'thinking' instead of 'move'"),
        ("chatters", "answered 2 lines to one question, from 'move b3'"),
        ("endless", "instead of 'move'"),
        ("rude", "answered 'thanks' instead of 'ready'"),
        ("banner", "answered 'Odd Bot 1.0' instead of 'ready'"),
        ("usage", "ended with status 2 after 'usage: odd_bot WAY' instead of answering 'ready'"),
    ],
)
def test_a_program_that_misbehaves_is_told_in_a_sentence(way: str, told: str) -> None:
    with pytest.raises(BotError, match=re.escape(told)):
        odd_bot(way).choose(view())


def test_a_program_that_hangs_is_ended(capfd: pytest.CaptureFixture[str]) -> None:
    """The program would exit by itself later, but the caller does not wait for that."""
    with pytest.raises(BotError, match=r"did not answer within 0\.52 s"):
        odd_bot("hangs", 20, spare_seconds=0.5).choose(view())
    with pytest.raises(ProcessLookupError):
        os.kill(int(capfd.readouterr().err), 0)


def test_a_program_that_never_reads_is_ended() -> None:
    """Also if the view is larger than a pipe."""
    with pytest.raises(BotError, match=r"did not answer within 0\.5 s"):
        odd_bot("deaf", start_seconds=0.5).choose(view("sixto", 6))


def test_a_program_has_more_time_to_start_than_to_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    given: list[tuple[str, float]] = []
    ask = process_bot._Program.ask

    def note(program: process_bot._Program, line: str, word: str, seconds: float) -> str:
        given.append((word, seconds))
        return ask(program, line, word, LONG_MS)

    monkeypatch.setattr(process_bot._Program, "ask", note)
    bot = odd_bot("good", 20, start_seconds=9.0, spare_seconds=0.5)
    assert [bot.choose(view()), bot.choose(view())] == ["b3", "b3"]
    bot.close()
    assert given == [("ready", 9.0), ("move", 0.52), ("move", 0.52)]


def test_a_bot_can_be_closed_twice_and_asked_again() -> None:
    bot = odd_bot("good")
    assert bot.choose(view()) == "b3"
    bot.close()
    bot.close()
    assert bot.choose(view()) == "b3"
    bot.close()


def test_a_bot_that_failed_plays_the_next_match() -> None:
    """Its program is restarted for each match."""
    bot = odd_bot("crashes")
    for seed in range(2):
        bot.begin(seed)
        with pytest.raises(BotError, match="status 3"):
            bot.choose(view())


def test_one_program_plays_all_matches_of_a_block(capfd: pytest.CaptureFixture[str]) -> None:
    """It receives its seat and seed before each, and its stderr passes through."""
    setup = Setup("qwixx", 2, (command(ODD, "logs"), "random"), seed=4, budget_ms=LONG_MS)
    assert not is_compiled(setup)
    results = play_block(setup, 0, 3)
    lines = capfd.readouterr().err.splitlines()
    assert len(lines) == 3 and len(set(lines)) == 3 and len({line.split()[0] for line in lines}) == 1
    assert '"seats": 2, "seat": 0, "seed": ' in lines[0]
    assert results["forfeits"].sum() == 0 and (results["end"] > 0).all()


def test_a_seat_that_forfeits_is_written_down(caplog: pytest.LogCaptureFixture) -> None:
    """The match stops, the result names the bot, the log reports the reason once; the record can be read."""
    setup = Setup("qwixx", 2, ("random", command(ODD, "illegal")), seed=4, budget_ms=LONG_MS)
    results = play_block(setup, 0, 2)
    assert results["forfeits"][:, :2].tolist() == [[0, 1], [0, 1]]
    assert caplog.text.count("is not one of its") == 1
    match = replay(setup, 0)
    assert match.headers["Forfeit"].startswith(f"1: the bot {command(ODD, 'illegal')!r} ")
    assert paperdice.read_record(match.record()).headers == match.headers


@pytest.mark.parametrize("game", [game.name for game in paperdice.GAMES])
def test_the_worked_example_plays_every_game(game: str) -> None:
    """Against itself, so that nothing is compiled."""
    results = play_block(Setup(game, 2, (command(EXAMPLE),) * 2, seed=1, budget_ms=LONG_MS), 0, 1)
    assert results["forfeits"].sum() == 0


def test_the_worked_example_is_short_and_stands_in_the_page() -> None:
    text = EXAMPLE.read_text("utf-8")
    assert len(text.splitlines()) <= 30
    assert text.split('"""\n')[1].strip() in (EXAMPLE.parents[1] / "docs" / "outside-bots.md").read_text("utf-8")


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("cmd:", "it names no program"),
        ("cmd:no-such-program --x", "there is no program 'no-such-program'"),
        ("cmd:python 'half", "its command cannot be read: No closing quotation"),
        ("cmd:python\nbot.py", "it names no program"),
    ],
)
def test_a_command_that_cannot_be_started_is_no_bot(name: str, told: str) -> None:
    with pytest.raises(UnknownBotError, match=re.escape(told)):
        paperdice.make_bot(name, QWIXX)


def test_a_file_that_is_no_program_is_told(tmp_path: Path) -> None:
    program = tmp_path / "bot"
    program.write_bytes(b"\x7fnothing that runs")
    program.chmod(0o755)
    with pytest.raises(BotError, match="cannot be started"):
        paperdice.make_bot(f"cmd:{shlex.quote(str(program))}", QWIXX).choose(view())


@pytest.mark.parametrize("budget", [0, -1, float("nan"), float("inf")])
def test_a_budget_must_be_above_zero(budget: float) -> None:
    with pytest.raises(SetupError, match="needs a budget above 0"):
        paperdice.make_bot("random", QWIXX, budget_ms=budget)
    with pytest.raises(SetupError, match="needs a budget above 0"):
        Setup("qwixx", 2, ("random", "random"), budget_ms=budget)
