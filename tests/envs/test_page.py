"""The page about environments is correct, and a missing extra is reported in one sentence."""

import doctest
import re
import subprocess
import sys
from pathlib import Path

import gymnasium
import pytest

import paperdice
from paperdice.envs import env_name, register_envs
from paperdice.envs.fields import describe, fill_page

PAGE = Path(__file__).parents[2] / "docs" / "envs.md"


def test_the_tables_of_the_page_are_fresh() -> None:
    """`python -m paperdice.envs.fields docs/envs.md` updates them."""
    text = PAGE.read_text("utf-8")
    assert fill_page(text) == text


@pytest.mark.parametrize("game", paperdice.GAMES, ids=lambda game: game.name)
def test_every_place_of_an_observation_has_a_meaning(game: paperdice.game.Game) -> None:
    fields = describe(game)
    places = [place for first, last, _, _ in fields for place in range(first, last + 1)]
    assert places == list(range(game.rules.N_OBSERVED))
    assert all(meaning for _, _, _, meaning in fields)


def test_the_compiled_example_of_the_page_runs() -> None:
    examples = re.findall(r"(?ms)^```pycon\n(.*?)^```$", PAGE.read_text("utf-8"))
    assert examples
    runner = doctest.DocTestRunner()
    for example in examples:
        runner.run(doctest.DocTestParser().get_doctest(example, {}, PAGE.name, str(PAGE), 0))
    assert runner.summarize().failed == 0


def test_the_names_are_registered_once() -> None:
    register_envs()
    names = [env_name(game) for game in paperdice.GAMES]
    titles = ["Qwixx", "TwentyOne", "Qwantum", "Sixto", "Longo"]
    assert names == [f"paperdice/{title}-v0" for title in titles]
    assert set(names) <= set(gymnasium.registry)


@pytest.mark.parametrize("missing", ["gymnasium", "pettingzoo"])
def test_a_missing_extra_is_one_sentence(missing: str) -> None:
    program = f"import sys; sys.modules[{missing!r}] = None; import paperdice.envs"
    ran = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert ran.returncode == 1
    last = ran.stderr.strip().splitlines()[-1]
    assert last == (
        f"paperdice.errors.MissingExtraError: an environment for learners needs {missing}, which is not installed: "
        "pip install 'paperdice[learn]'"
    )
