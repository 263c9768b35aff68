"""Arguments, results and errors of `paperdice.simulate`, `duel` and `league`."""

import io
import json
import logging
import re
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import FrozenInstanceError
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow
import pytest
from rich.console import Console

import paperdice
from paperdice.arena import progress as shown
from paperdice.arena.results import DuelResult, SimulationResult, Stopped
from paperdice.view import View

SHEETS = Path(paperdice.__file__).parent / "games" / "qwixx" / "sheets"


class Passing:
    """A bot that takes the first choice, which in Qwixx is the pass."""

    def choose(self, view: View) -> str:
        return view["choices"][0]


class Answering:
    """A bot that always returns the same answer."""

    name = "the parrot"

    def __init__(self, answer: object) -> None:
        self.answer = answer

    def choose(self, _view: View) -> Any:
        return self.answer


class Failing:
    """A bot with a bug."""

    def choose(self, view: View) -> str:
        return str(dict(view)["nothing"])


def test_the_package_imports_nothing_compiled_before_it_is_asked_for() -> None:
    program = "import sys, paperdice; assert 'simulate' in dir(paperdice)\n"
    program += "print([name for name in ('numba', 'rich', 'cyclopts') if name in sys.modules])"
    assert subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout == "[]\n"


def test_an_unknown_name_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="module 'paperdice' has no attribute 'simulat'"):
        _ = paperdice.simulat  # type: ignore[attr-defined]  # on purpose


def test_a_run_equals_that_of_the_command() -> None:
    result = paperdice.simulate("qwixx", ["casual", "random"], matches=300, seed=5)
    assert (result.bots, result.seats, result.matches) == (("casual", "random"), 2, 300)
    assert result.mean_scores == (34.9, 2.41)
    assert result.win_shares == (0.9333333333333333, 0.06666666666666667)
    assert json.loads(json.dumps(result.as_dict()))["end_reasons"] == {"locks": 15, "misses": 285}
    assert "rows" not in result.as_dict() and "summary" not in result.as_dict()
    assert result.replay(17).scores == (75, 8)
    assert result.replay(np.int64(17)).scores == (75, 8)
    with pytest.raises(paperdice.SetupError, match="counted from 0 to 999999999999, not -1"):
        result.replay(-1)
    with pytest.raises(paperdice.SetupError, match="a whole number, not '17'"):
        result.replay("17")  # type: ignore[arg-type]


def test_one_bot_makes_two_seats_and_several_as_many() -> None:
    assert paperdice.simulate("qwixx", matches=10).bots == ("random", "random")
    assert paperdice.simulate(paperdice.find_game("qwixx"), ["random"] * 3, matches=10).seats == 3
    assert paperdice.simulate("qwixx", "random", seats=1, matches=10).seats == 1


def test_a_result_shows_itself() -> None:
    result = paperdice.simulate("qwixx", ["casual", "random"], matches=300, seed=5)
    assert repr(result) == "<300 matches of qwixx, seed 5: wins casual 93.3 %, random 6.7 %>"
    lines = str(result).splitlines()
    assert lines[0].startswith("qwixx, 2 seats, seed 5: 300 matches in ")
    assert "│ 0    │ casual │ 34.90 ± 1.99 │   17.6 │   9 / 34 / 69 │ 93.33 (89.88 to 95.69) │" in lines
    assert all(line == line.rstrip() for line in lines)
    assert "casual" in result._repr_html_() and "<script" not in result._repr_html_()


def test_a_result_cannot_be_changed() -> None:
    result = paperdice.simulate("qwixx", matches=10)
    with pytest.raises(FrozenInstanceError):
        result.matches = 5  # type: ignore[misc]  # on purpose


def test_markup_in_names_is_escaped() -> None:
    parrot = Answering("-")
    parrot.name = "[bold]<b>[/]"
    duel = paperdice.duel(parrot, "random", matches=2)
    assert "[bold]<b>[/]" in str(duel) and "&lt;b&gt;" in duel._repr_html_()


def test_rows_come_as_columns_and_as_an_arrow_table() -> None:
    result = paperdice.simulate("qwixx", "random", matches=5000, rows=True)
    table = result.to_arrow()
    assert table.num_rows == 5000 and table.column_names[:5] == ["match", "turns", "end", "score_0", "win_0"]
    assert sum(table.column("win_0").to_pylist()) / 5000 == pytest.approx(result.win_shares[0])
    assert result.columns()["match"].tolist() == list(range(5000))
    assert pyarrow.table(result).equals(table)


def test_rows_that_were_not_kept_are_an_error() -> None:
    with pytest.raises(paperdice.SetupError, match=r"has kept no rows; simulate\(..., rows=True\) keeps one per match"):
        paperdice.simulate("qwixx", matches=10).to_arrow()


@pytest.mark.parametrize(
    ("way", "package", "told"),
    [
        ("to_arrow", "pyarrow", "an Arrow table needs pyarrow, which is not installed: pip install 'paperdice[plot]'"),
        ("to_pandas", "pandas", "a data frame needs pandas, which is not installed: pip install pandas"),
        ("to_polars", "polars", "a data frame needs polars, which is not installed: pip install polars"),
    ],
)
def test_a_missing_library_is_a_short_error(way: str, package: str, told: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, package, None)
    result = paperdice.simulate("qwixx", matches=10, rows=True)
    with pytest.raises(paperdice.MissingExtraError, match=f"^{re.escape(told)}$"):
        getattr(result, way)()


def test_rows_go_to_a_file(tmp_path: Path) -> None:
    result = paperdice.simulate("qwixx", matches=10, rows=str(tmp_path / "rows.csv"))
    assert len((tmp_path / "rows.csv").read_text().splitlines()) == 11 and result.rows is None


def test_pictures_are_drawn(tmp_path: Path) -> None:
    paperdice.simulate("qwixx", matches=100).plot(tmp_path / "run.svg")
    paperdice.league(["random", "casual"], matches=10).plot(str(tmp_path / "league.svg"))
    assert all("<svg" in (tmp_path / name).read_text("utf-8") for name in ("run.svg", "league.svg"))
    with pytest.raises(paperdice.SetupError, match=r"saved as .png, .svg or .pdf, not 'run.gif'"):
        paperdice.simulate("qwixx", matches=10).plot("run.gif")


def test_an_object_plays_too() -> None:
    """The bot always passes, so it takes four misses and wins nothing."""
    duel = paperdice.duel(Passing(), "casual", matches=10, seed=1)
    assert duel.bots == ("Passing", "casual") and duel.mean_scores[0] == -20 and duel.wins == (0, 10)
    assert repr(duel) == "<10 matches of qwixx: Passing takes 0.0 % (0.0 to 34.2) from casual>"
    run = paperdice.simulate("qwixx", [Passing(), paperdice.make_bot("random", "qwixx", seed=4)], matches=4, rows=True)
    assert run.mean_scores[0] == -20 and run.columns()["misses_0"].tolist() == [4, 4, 4, 4]
    league = paperdice.league([Passing(), "casual"], matches=4)
    assert league.bots == ("casual", "Passing") and league.to_arrow().column("share").to_pylist() == [1, 0]


@pytest.mark.parametrize("answer", ["r99", "nonsense", None, 7])
def test_a_wrong_answer_of_an_object_is_an_error(answer: object) -> None:
    told = f"the bot the parrot answered {answer!r} in seat 0, which is not one of its choices"
    with pytest.raises(paperdice.IllegalMoveError, match=told):
        paperdice.simulate("qwixx", [Answering(answer), "random"], matches=1)


def test_a_bug_of_an_object_is_its_own_error() -> None:
    with pytest.raises(KeyError, match="nothing"):
        paperdice.duel(Failing(), "random", matches=2)


def test_an_object_does_not_play_on_a_cluster() -> None:
    for play in (paperdice.duel, lambda a, b, **words: paperdice.simulate("qwixx", [a, b], **words)):
        with pytest.raises(paperdice.SetupError, match="a cluster plays bots that have names"):
            play(Passing(), "random", matches=9, cluster=1)


class StopAt:
    """A progress callback that simulates Ctrl-C after this many matches."""

    def __init__(self, matches: int) -> None:
        self.matches = matches

    def __call__(self, done: int, _total: int) -> None:
        if done >= self.matches:
            raise KeyboardInterrupt


@pytest.mark.parametrize("seats", [2, 5])
def test_parts_of_a_run_add_up_to_the_whole(seats: int) -> None:
    """The sum is identical to the bit, including rows, regardless of where the run is split and of the order of the
    parts.
    """
    words: dict[str, Any] = {"seats": seats, "seed": 8, "rows": True}
    whole = paperdice.simulate("qwixx", matches=9000, **words)
    parts = [
        paperdice.simulate("qwixx", start=start, matches=end - start, **words)
        for start, end in ((0, 4500), (4500, 4501), (4501, 9000))
    ]
    for added in (parts[0] + parts[1] + parts[2], parts[2] + parts[1] + parts[0], parts[0] + (parts[2] + parts[1])):
        assert added == whole and (added.start, added.matches) == (0, 9000)
        for name, array in whole.summary.arrays().items():
            assert array.tobytes() == added.summary.arrays()[name].tobytes(), name
        assert added.rows is not None and whole.rows is not None and added.rows.tobytes() == whole.rows.tobytes()
    assert (parts[0] + paperdice.simulate("qwixx", seats=seats, seed=8, start=4500, matches=1)).rows is None
    assert parts[1].replay(4500).scores == tuple(parts[1].columns()[f"score_{seat}"][0] for seat in range(seats))


@pytest.mark.parametrize("seats", [2, 3])
def test_parts_of_a_duel_add_up_to_the_whole(seats: int) -> None:
    words: dict[str, Any] = {"seats": seats, "seed": 8}
    whole = paperdice.duel("casual", "random", matches=1400, **words)
    one = paperdice.duel("casual", "random", matches=600, **words)
    two = paperdice.duel("casual", "random", start=600, matches=800, **words)
    assert one + two == two + one == whole
    assert (one + two).as_dict() | {"seconds": 0} == whole.as_dict() | {"seconds": 0}


def test_only_adjacent_parts_of_one_run_can_be_added() -> None:
    one, other = (paperdice.simulate("qwixx", matches=10, seed=seed) for seed in (1, 2))
    apart, over = (paperdice.simulate("qwixx", matches=10, seed=1, start=start) for start in (11, 9))
    with pytest.raises(paperdice.SetupError, match="only parts of one run can be added"):
        one + other
    for part, told in ((apart, "0 to 9 and 11 to 20"), (over, "0 to 9 and 9 to 18"), (one, "0 to 9 and 0 to 9")):
        with pytest.raises(paperdice.SetupError, match=told):
            one + part
    with pytest.raises(TypeError):
        one + paperdice.duel("casual", "random", matches=2)  # type: ignore[operator]  # on purpose
    with pytest.raises(paperdice.SetupError, match="only parts of one run"):
        paperdice.duel("casual", "random", matches=2) + paperdice.duel("random", "casual", matches=2, start=2)


def test_a_start_is_checked() -> None:
    assert refused(paperdice.simulate, "qwixx", start=-1).startswith("SetupError: matches are counted from 0")
    assert refused(paperdice.simulate, "qwixx", start="x") == "SetupError: start must be a whole number, not 'x'"
    assert refused(paperdice.simulate, "qwixx", start=10**12 - 5).startswith("SetupError: a run has at most")
    told = "SetupError: a duel starts with A in seat 0, at a multiple of 3, not 4"
    assert refused(paperdice.duel, "casual", "random", seats=3, start=4) == told


def test_a_stopped_run_has_what_is_done_and_what_is_missing() -> None:
    words: dict[str, Any] = {"seed": 8, "rows": True}
    told = r"^stopped after 8,192 matches; start=8292, matches=11808 are missing$"
    with pytest.raises(Stopped, match=told) as stopped:
        paperdice.simulate("qwixx", start=100, matches=20_000, progress=StopAt(5000), **words)
    done, rest = stopped.value.result, stopped.value.rest
    assert isinstance(done, SimulationResult) and rest == (8292, 11_808)
    on = done + paperdice.simulate("qwixx", start=rest.start, matches=rest.matches, **words)
    assert on == paperdice.simulate("qwixx", start=100, matches=20_000, **words)


def test_a_run_stopped_before_its_first_match_has_no_result() -> None:
    for play in (paperdice.simulate, lambda game, **words: paperdice.duel("casual", "random", game=game, **words)):
        with pytest.raises(Stopped, match=r"^stopped after 0 matches") as stopped:
            play("qwixx", matches=20, progress=StopAt(0))
        assert stopped.value.result is None and stopped.value.rest == (0, 20)


def test_a_stopped_duel_has_its_standing_and_what_is_missing() -> None:
    with pytest.raises(Stopped) as stopped:
        paperdice.duel("casual", "random", matches=2001, progress=StopAt(1000))
    done, rest = stopped.value.result, stopped.value.rest
    assert isinstance(done, DuelResult) and done.matches == 1024 and rest == (1024, 977)
    on = done + paperdice.duel("casual", "random", start=rest.start, matches=rest.matches)
    assert on == paperdice.duel("casual", "random", matches=2001)


def test_a_custom_sheet_is_played(tmp_path: Path) -> None:
    """Reversed rows make a different sheet, so runs on it differ from those on the original."""
    text = (SHEETS / "mixx-a.toml").read_text("utf-8")
    (tmp_path / "mine.toml").write_text(text.replace('name = "mixx-a"', 'name = "classic"'), "utf-8")
    mine = paperdice.load_sheet(tmp_path / "mine.toml")
    own, named, printed = (
        paperdice.simulate("qwixx", sheets=sheets, matches=500, seed=1) for sheets in (mine, "mixx-a", "classic")
    )
    assert own.sheets == ("classic", "classic") and own.mean_scores == named.mean_scores != printed.mean_scores
    assert own.replay(3).sheets[0] == mine


def refused(play: Any, *given: Any, **words: Any) -> str:
    with pytest.raises(paperdice.PaperdiceError) as refusal:
        play(*given, **words)
    return f"{type(refusal.value).__name__}: {refusal.value}"


@pytest.mark.parametrize(
    ("given", "words", "told"),
    [
        (["qwix"], {}, "UnknownGameError: unknown game 'qwix'; did you mean qwixx? known are"),
        ([7], {}, "UnknownGameError: unknown game 7; known are"),
        (["qwixx", "stedy"], {}, "UnknownBotError: unknown bot 'stedy' for qwixx; did you mean steady?"),
        (["qwixx", 3], {}, "UnknownBotError: a bot is a name or an object that can choose(view), not 3"),
        (["qwixx", ["random", None]], {}, "UnknownBotError: a bot is a name or an object"),
        (["qwixx", "random"], {"sheets": "classi"}, "UnknownSheetError: unknown sheet 'classi' of qwixx; did"),
        (["qwixx", "random"], {"sheets": 4}, "SetupError: a sheet is a name or a result of load_sheet, not 4"),
        (["qwixx", "random"], {"seats": 6}, "SetupError: qwixx takes 1 to 5 seats, not 6"),
        (["qwixx", "random"], {"seats": "2"}, "SetupError: seats must be a whole number, not '2'"),
        (["qwixx", "random"], {"matches": -1}, "SetupError: a run has at least one match, not -1"),
        (["qwixx", "random"], {"matches": 1e3}, "SetupError: matches must be a whole number, not 1000.0"),
        (["qwixx", "random"], {"seed": "x"}, "SetupError: a seed must be a whole number, not 'x'"),
        (["qwixx", "random"], {"seed": -1}, "SetupError: a seed is a number from 0 up, not -1"),
        (["qwixx", "random"], {"threads": 0.5}, "SetupError: threads must be a whole number, not 0.5"),
        (["qwixx", "random"], {"cluster": "x"}, "SetupError: a cluster is a number of workers from 1"),
        (["qwixx", "random"], {"budget_ms": "x"}, "SetupError: a bot needs a budget above 0, not 'x'"),
        (["qwixx", "random"], {"rows": "a.txt"}, "SetupError: rows are written as .csv or .parquet, not 'a.txt'"),
        (["qwixx", "random"], {"progress": "yes"}, "SetupError: progress is True, False, None or a function"),
    ],
)
def test_invalid_input_raises_documented_errors(given: Sequence[object], words: dict[str, object], told: str) -> None:
    assert refused(paperdice.simulate, *given, **words).startswith(told)


def test_invalid_duels_and_leagues_raise_documented_errors() -> None:
    assert refused(paperdice.duel, "casual", "randon").startswith("UnknownBotError: unknown bot 'randon'")
    assert refused(paperdice.duel, "casual", "random", seats="3") == "SetupError: seats must be a whole number, not '3'"
    assert refused(paperdice.duel, "casual", "random", matches=None).startswith("SetupError: matches must be a whole")
    assert refused(paperdice.league, ["casual"]) == "SetupError: a league needs at least two bots, not 1"
    assert refused(paperdice.league, [Passing(), Passing()]) == "SetupError: the bot 'Passing' is named twice"
    assert refused(paperdice.league, "casual").startswith("SetupError: a league needs at least two bots, not 1")


class Terminal(io.StringIO):
    """A stream that claims to be a terminal."""

    def isatty(self) -> bool:
        return True


def test_a_bar_is_drawn_in_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    for stream, is_seen in ((Terminal(), True), (io.StringIO(), False)):
        monkeypatch.setattr(sys, "stderr", stream)
        monkeypatch.setenv("TERM", "xterm")
        paperdice.simulate("qwixx", matches=5000)
        assert ("5000/5000" in stream.getvalue()) is is_seen
        paperdice.simulate("qwixx", matches=5000, progress=not is_seen)
        assert ("5000/5000" in stream.getvalue()) is True


def test_a_notebook_without_widgets_gets_a_line_on_its_output(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setattr("rich.console._is_jupyter", lambda: True)
    monkeypatch.setitem(sys.modules, "ipywidgets", None)
    monkeypatch.setattr(sys, "stdout", output := io.StringIO())
    paperdice.simulate("qwixx", matches=5000)
    assert "5000/5000" in output.getvalue()


@pytest.mark.parametrize(("stream", "talks"), [(Terminal(), False), (io.StringIO(), True)])
def test_compilation_is_announced_in_a_terminal(
    stream: io.StringIO, talks: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The same holds for commands, regardless of where their output goes."""
    monkeypatch.setenv("TERM", "xterm")
    bar = shown.Bar(Console(file=stream), is_shown=stream.isatty(), talks=talks)
    with bar, bar.compiling():
        pass
    assert shown.COMPILING in stream.getvalue()


def test_nothing_is_logged_by_a_good_run(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.INFO):
        paperdice.duel("casual", "random", matches=20)
    assert caplog.text == ""


def test_more_matches_than_anybody_can_play_are_refused() -> None:
    with pytest.raises(paperdice.SetupError, match="a run has at most 1,000,000,000,000 matches"):
        paperdice.simulate("qwixx", matches=10**15, rows=True)
    with pytest.raises(paperdice.SetupError, match="a duel has at most"):
        paperdice.duel("casual", "random", matches=10**15)
    with pytest.raises(paperdice.SetupError, match="a league has at most"):
        paperdice.league(["casual", "random"], matches=10**15)
