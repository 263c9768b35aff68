"""Properties of the games and of the package."""

import re
import subprocess
import sys

import pytest

import paperdice


def test_a_game_prints_as_its_name() -> None:
    assert repr(paperdice.find_game("sixto")) == "<Game sixto>"


def test_a_game_names_its_phases_and_ends() -> None:
    game = paperdice.find_game("qwixx")
    assert game.phases == ("roll", "white", "color", "over")
    assert game.end_reasons == ("locks", "misses")


def test_a_turn_ends_with_the_last_phase_before_the_end_of_the_match() -> None:
    last = [game.last_phase for game in paperdice.GAMES]
    assert last == ["color", "fill", "share", "tick", "color"]


def test_rerolls_have_a_phase_of_their_own() -> None:
    assert [game.reroll_phase for game in paperdice.GAMES] == [None, 1, 1, 1, None]


def test_the_package_tells_its_version() -> None:
    assert re.fullmatch(r"\d+\.\d+\.\d+", paperdice.__version__)
    with pytest.raises(AttributeError, match="has no attribute 'versions'"):
        paperdice.versions  # type: ignore[attr-defined]  # noqa: B018  # what a careless caller does


def test_the_package_runs_as_the_command() -> None:
    words = [sys.executable, "-m", "paperdice", "--version"]
    assert subprocess.run(words, capture_output=True, text=True, check=True).stdout.strip() == paperdice.__version__
