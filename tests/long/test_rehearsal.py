"""A rehearsal of a release in a temporary clone, from the refusals to the files in `dist/`."""

import hashlib
import json
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.long.index import index_settings

ROOT = Path(__file__).parents[2]
VERSION = "97.0.0"


class Clone:
    """A clone of the last commit, with its own author."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        subprocess.run(["git", "clone", "--quiet", str(ROOT), str(folder)], check=True)

    def git(self, *words: str) -> str:
        """Return the output of a git command."""
        return subprocess.run(["git", *words], cwd=self.folder, capture_output=True, text=True, check=True).stdout

    def release(self, *words: str) -> subprocess.CompletedProcess[str]:
        """Run `./do release` without the tests."""
        someone = {f"GIT_{who}_{what}": "someone" for who in ("AUTHOR", "COMMITTER") for what in ("NAME", "EMAIL")}
        command = [sys.executable, "do", "release", *words, "--untested"]
        settings = {**index_settings(), **someone}
        return subprocess.run(command, cwd=self.folder, env=settings, capture_output=True, text=True, check=False)


@pytest.fixture(scope="module")
def clone(tmp_path_factory: pytest.TempPathFactory) -> Clone:
    made = Clone(tmp_path_factory.mktemp("release") / "clone")
    changelog = made.folder / "CHANGELOG.md"
    text = changelog.read_text("utf-8")
    changelog.write_text(text.replace("## Unreleased\n", "## Unreleased\n\n- A rehearsal.\n", 1), "utf-8")
    made.git(
        "-c", "user.name=someone", "-c", "user.email=someone", "commit", "--all", "--message", "changelog: an entry"
    )
    return made


@pytest.fixture
def nobody() -> Iterator[str]:
    """Return the address of a service that does not answer."""
    with socket.socket() as held:
        held.bind(("127.0.0.1", 0))
        yield f"http://127.0.0.1:{held.getsockname()[1]}"


def test_a_changed_checkout_is_refused(clone: Clone) -> None:
    (clone.folder / "README.md").write_text("mine")
    done = clone.release(VERSION)
    clone.git("checkout", "README.md")
    assert (done.returncode, done.stderr) == (1, "the checkout has changes that are not committed\n")


def test_an_older_version_is_refused(clone: Clone) -> None:
    done = clone.release("0.0.1")
    assert done.returncode == 1
    assert "version 0.0.1 does not come after" in done.stderr


def test_a_release_that_fails_leaves_the_checkout_as_it_was(clone: Clone) -> None:
    """An untracked test of the package, which raises when imported, fails the release after the version is set."""
    planted, before = clone.folder / "tests" / "package" / "test_planted.py", clone.git("rev-parse", "HEAD")
    (clone.folder / ".git" / "info" / "exclude").write_text("test_planted.py\n")
    planted.write_text("raise RuntimeError('planted')\n")
    done = clone.release(VERSION)
    planted.unlink()
    assert done.returncode == 1
    assert "RuntimeError: planted" in done.stdout
    assert (clone.git("rev-parse", "HEAD"), clone.git("status", "--porcelain")) == (before, "")


def test_a_release_is_built_tried_listed_and_committed_but_not_tagged(clone: Clone, nobody: str) -> None:
    done = clone.release(VERSION, "--ask", nobody)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "nothing is tagged or published" in done.stderr
    assert (clone.git("tag"), clone.git("status", "--porcelain")) == ("", "")
    assert clone.git("log", "-1", "--format=%s") == f"release: {VERSION}\n"
    assert clone.git("show", "--name-only", "--format=").split() == ["CHANGELOG.md", "pyproject.toml"]


def test_its_files_belong_together(clone: Clone) -> None:
    dist, stem = clone.folder / "dist", f"paperdice-{VERSION}"
    lines = [line.split("  ") for line in (dist / f"{stem}.sha256").read_text().splitlines()]
    sums = {name: told for told, name in lines}
    assert set(sums) == {f"{stem}-py3-none-any.whl", f"{stem}.tar.gz", f"{stem}.cdx.json", f"{stem}.md"}
    assert all(hashlib.sha256((dist / name).read_bytes()).hexdigest() == told for name, told in sums.items())
    bill = json.loads((dist / f"{stem}.cdx.json").read_text("utf-8"))
    assert bill["metadata"]["component"]["hashes"][0]["content"] == sums[f"{stem}-py3-none-any.whl"]
    notes = (dist / f"{stem}.md").read_text("utf-8")
    assert notes.startswith(f"# Paperdice {VERSION}\n\n- A rehearsal.\n")
    assert "Known vulnerabilities: not checked on 20" in notes


def test_its_wheel_is_installed_from_the_index(clone: Clone, tmp_path: Path) -> None:
    """Install with all extras, and play on a local cluster."""
    (wheel,) = (clone.folder / "dist").glob("*.whl")
    uv, python = Path(sys.executable).with_name("uv"), tmp_path / "env" / "bin" / "python"
    locks: list[str | Path] = ["--constraint", ROOT / "requirements" / "all.txt"]
    run(uv, "venv", "--python", sys.executable, tmp_path / "env")
    run(uv, "pip", "install", "--python", python, *locks, f"paperdice[all] @ {wheel.as_uri()}")
    run(python.with_name("paperdice"), "simulate", "qwixx", "--bot", "random", "--matches", "50", "--cluster", "1")


def run(*words: str | Path) -> None:
    done = subprocess.run(words, env=index_settings(), capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
