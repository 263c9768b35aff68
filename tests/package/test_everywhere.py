"""Every game, every sheet and every example of the help, in environments with different extras."""

import json
from pathlib import Path
from typing import Any

import psycopg
import pytest

from paperdice.cli import EXAMPLES
from paperdice.games import GAMES
from tests.package.environments import Environment
from tests.postgres import Server
from tests.sampling import budget

TOUR = Path(__file__).with_name("tour.py")
SHEETS = [f"{game.name} {name}" for game in GAMES for name in game.sheets]
ENVIRONMENTS = [f"paperdice/{game}-v0" for game in ("Qwixx", "TwentyOne", "Qwantum", "Sixto", "Longo")]
# There is no input, so the match is aborted.
LEFT = {"play": [1, ""]}
MISSING = {
    "serve": "the server needs msgspec, which is not installed: pip install 'paperdice[server]'",
    "push-keys": "web push needs msgspec, which is not installed: pip install 'paperdice[push]'",
    "restore": "a PostgreSQL database needs psycopg, which is not installed: pip install 'paperdice[postgres]'",
    "print": "print needs reportlab, which is not installed: pip install 'paperdice[print]'",
}
REFUSED = {name: [2, f"paperdice: {sentence}\n"] for name, sentence in MISSING.items()}


def tour(environment: Environment, folder: Path, **settings: str) -> dict[str, Any]:
    """Run the tour in an environment and return its report, without what depends on the cache of compiled code."""
    done = environment.run("python", "-P", "-W", "error", TOUR, budget(10, 1000), cwd=folder, settings=settings)
    assert done.returncode == 0, done.stderr
    report: dict[str, Any] = json.loads(done.stdout)
    for status_and_errors in report["examples"].values():
        lines = status_and_errors[1].splitlines(keepends=True)
        status_and_errors[1] = "".join(line for line in lines if not line.startswith(("Compiling ", "building ")))
    return report


def expected(refused: dict[str, Any]) -> dict[str, Any]:
    """Return the status and the errors of each example: all examples succeed except the refused ones."""
    return {name: [0, ""] for name in EXAMPLES} | LEFT | refused


@pytest.mark.sampled
@pytest.mark.slow
@pytest.mark.parametrize("extra", ["", "learn", "plot"])
def test_all_but_four_commands_work_without_the_other_extras(
    extra: str, request: pytest.FixtureRequest, tmp_path: Path
) -> None:
    report = tour(request.getfixturevalue(extra or "plain"), tmp_path)
    assert report["sheets"] == SHEETS
    assert report["environments"] == (ENVIRONMENTS if extra == "learn" else [])
    assert report["examples"] == expected(REFUSED)


@pytest.mark.sampled
@pytest.mark.slow
def test_everything_works_with_all_extras(full: Environment, tmp_path: Path, postgres_server: Server) -> None:
    """The command `serve` is run by `test_server.py` instead."""
    with psycopg.connect(postgres_server.url(), autocommit=True) as connection:
        connection.execute("create database paperdice")
    report = tour(full, tmp_path, PGHOST=str(Path(postgres_server.socket_path).parent), PGUSER="paperdice")
    assert (report["sheets"], report["environments"]) == (SHEETS, ENVIRONMENTS)
    assert report["examples"] | {"serve": [0, ""]} == expected({})
