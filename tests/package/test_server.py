"""The package with all extras serves the page, hosts a table and uses the extras."""

import json
import re
import subprocess
import urllib.error
import urllib.request
from collections.abc import Iterator
from http.client import HTTPResponse

import pytest

from paperdice.cli import EXAMPLES
from tests.package.environments import BIN, Environment
from tests.patience import patience, wait_until


def fetch(url: str, body: object = None) -> tuple[str, bytes]:
    """Return the content type and the body of a response; any failure raises."""
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(url, data, {"Content-Type": "application/json"} if data else {})
    answer: HTTPResponse
    with urllib.request.urlopen(request, timeout=patience()) as answer:
        return answer.headers["Content-Type"].partition(";")[0], answer.read()


def answers(address: str) -> bool:
    """Whether the server answers, which takes a moment after it prints its address."""
    try:
        fetch(address + "health")
    except urllib.error.URLError:
        return False
    return True


@pytest.fixture(scope="module")
def address(full: Environment) -> Iterator[str]:
    """Start the server of the clean environment as in the help, on a free port, and return its address."""
    program, *words = EXAMPLES["serve"].replace("--port 9000", "--port 0").split()
    words = [str(full.folder / BIN / program), *words]
    with subprocess.Popen(words, cwd=full.home, env=full.settings, stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout is not None
            address = process.stdout.readline().split()[-1]
            wait_until(lambda: answers(address), "the server answers")
            yield address
        finally:
            process.terminate()


def test_the_page_and_everything_it_names_is_served(address: str) -> None:
    kind, page = fetch(address)
    assert kind == "text/html"
    named = re.findall(r'(?:src|href)="/?([\w./-]+)"', page.decode())
    kinds = {name.rpartition(".")[2]: fetch(address + name)[0] for name in named}
    assert kinds["js"] == "text/javascript"
    assert kinds["css"] == "text/css"
    assert "manifest.webmanifest" in named


def test_a_table_is_made_and_kept(full: Environment, address: str) -> None:
    ann = {"name": "Ann", "token": "a" * 32}
    made = json.loads(fetch(address + "api/tables", {"game": "sixto", "seats": [ann, {}]})[1])
    assert json.loads(fetch(f"{address}api/tables/{made['code']}")[1])["game"] == "sixto"
    assert (full.home / "matches.sqlite").exists()


def test_rows_pictures_and_environments_are_there(full: Environment) -> None:
    words = "simulate qwixx --bot random --matches 50 --plot scores.png --parquet rows.parquet"
    done = full.run("paperdice", *words.split())
    assert done.returncode == 0, done.stderr
    assert (full.home / "scores.png").read_bytes().startswith(b"\x89PNG")
    assert (full.home / "rows.parquet").read_bytes().startswith(b"PAR1")
    source = "import gymnasium, paperdice.envs, paperdice.arena.cluster, distributed\n"
    source += "print(gymnasium.make('paperdice/Qwixx-v0').spec.id)"
    assert full.python(source) == "paperdice/Qwixx-v0\n"
