"""The examples run, and the notebook shows their current output."""

from __future__ import annotations

import importlib.util
import json
import re
import runpy
import subprocess
import sys
import types
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

import paperdice
from tests.sampling import sample

EXAMPLES = Path(__file__).parents[2] / "examples"
NOTEBOOK = EXAMPLES / "paperdice.ipynb"
# Run by tests/bots/test_outside.py and tests/server/test_example.py, which provide their counterparts.
ELSEWHERE = {"most_marks.py", "sit_and_play.py"}
PRINTED = {
    "play.py": ["* locks 73 46", "seat 1  misses 3/4  total 46"],
    "simulate.py": ["2 seats: ", "5 seats: "],
    "solve.py": ["optimal play of twenty_one: 132.1082 points on average", "casual alone: "],
    "own_bot.py": ["share of Careful: "],
    "plot.py": [],
}
# This one runs in its own process; the others run here and load nothing twice.
AS_A_PROGRAM = "play.py"


def load(name: str) -> types.ModuleType:
    spec = importlib.util.spec_from_file_location(Path(name).stem, EXAMPLES / name)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize("name", [name for name in PRINTED if name != AS_A_PROGRAM])
def test_an_example_runs(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A short duel, since the tutorial plays the same one to its end."""
    monkeypatch.setattr(paperdice, "duel", partial(play_few, paperdice.duel))
    monkeypatch.setattr(sys, "argv", [name])
    monkeypatch.chdir(tmp_path)
    runpy.run_path(str(EXAMPLES / name), run_name="__main__")
    check_printed(name, capsys.readouterr().out)
    assert [file.name for file in tmp_path.iterdir()] == (["scores.png"] if name == "plot.py" else [])


def play_few(duel: Callable[..., object], *bots: object, **words: object) -> object:
    """Play the requested duel, but with four matches."""
    return duel(*bots, **{**words, "matches": 4})


def check_printed(name: str, said: str) -> None:
    """Check that the expected output of an example was printed."""
    assert [words for words in PRINTED[name] if words not in said] == [], said


def test_an_example_runs_as_a_program(tmp_path: Path) -> None:
    said = subprocess.run(
        [sys.executable, EXAMPLES / AS_A_PROGRAM], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert said.returncode == 0, said.stderr
    check_printed(AS_A_PROGRAM, said.stdout)


def test_the_learner_gets_an_environment_with_masks() -> None:
    """The interface that MaskablePPO expects of an environment; the library itself is not a dependency."""
    env = load("maskable_ppo.py").make_env("random")
    observation, info = env.reset(seed=1)
    assert env.observation_space.contains(observation)
    assert (env.unwrapped.action_masks() == info["action_mask"]).all()


def is_quick(cell: dict[str, list[str]]) -> bool:
    """Whether a cell plays no duel."""
    return "paperdice.duel(" not in "".join(cell["source"])


def texts_of(cell: dict[str, list[dict[str, object]]]) -> list[object]:
    """Return the output of a cell without pictures and times."""
    shown = [output.get("text") or output.get("data", {}) for output in cell["outputs"]]
    return [value.get("text/plain", "a picture") if isinstance(value, dict) else value for value in shown]


@pytest.mark.sampled
def test_the_notebook_shows_what_it_gives() -> None:
    """Its last cell, a duel that takes most of the time, is left to the tutorial."""
    kept, fresh = json.loads(NOTEBOOK.read_text("utf-8")), json.loads(NOTEBOOK.read_text("utf-8"))
    assert sum(map(is_quick, kept["cells"])) == len(kept["cells"]) - 1
    for notebook in (kept, fresh):
        notebook["cells"] = sample(notebook["cells"], 0, always=[cell for cell in notebook["cells"] if is_quick(cell)])
    load("run_notebook.py").run_notebook(fresh)
    cells = [cell for cell in kept["cells"] if cell["cell_type"] == "code"]
    again = [cell for cell in fresh["cells"] if cell["cell_type"] == "code"]
    assert [texts_of(cell) for cell in cells] == [texts_of(cell) for cell in again]
    assert "<svg" in "".join(cells[0]["outputs"][-1]["data"]["image/svg+xml"])
    assert len(NOTEBOOK.read_bytes()) < 300_000


def test_every_example_is_listed_and_run() -> None:
    listed = re.findall(r"(?m)^\| \[([\w.]+)\]\(\1\) \|", (EXAMPLES / "README.md").read_text("utf-8"))
    assert sorted(listed) == sorted(file.name for file in EXAMPLES.iterdir() if file.suffix in (".py", ".ipynb"))
    programs = {name for name in listed if name.endswith(".py")}
    assert programs == {*PRINTED, *ELSEWHERE, "maskable_ppo.py", "run_notebook.py"}


def test_the_bot_of_the_tutorial_is_the_example(tmp_path: Path) -> None:
    """The learner's code in the how-to page equals the file."""
    page = (EXAMPLES.parent / "docs" / "how-to" / "train-a-learner.md").read_text("utf-8")
    text = (EXAMPLES / "maskable_ppo.py").read_text("utf-8")
    assert text.split('"""\n', 1)[1].strip() in page
