"""Clean environments with only the requirements of a package, made without a network.

Packages are linked from the environment of the checkout, where the locked versions are installed;
`tests/long/test_rehearsal.py` installs the same from the package index.
"""

import os
import subprocess
import sys
import sysconfig
import tomllib
import zipfile
from collections.abc import Iterable
from dataclasses import dataclass
from email.parser import Parser
from functools import cache
from importlib.metadata import Distribution, distribution, distributions
from pathlib import Path

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tests.patience import patience

ROOT = Path(__file__).parents[2]
BIN = Path(sys.executable).parent.name
UV = Path(sys.executable).with_name("uv")
# Environment variables that programs inherit, with the folders of fonts and compiled code.
HANDED_ON = ("LANG", "TMPDIR", "PAPERDICE_CACHE", "MPLCONFIGDIR")


@dataclass(frozen=True)
class Environment:
    """A clean environment with a home folder."""

    folder: Path
    home: Path

    @property
    def settings(self) -> dict[str, str]:
        """The environment variables of its programs, with nothing of this checkout."""
        kept = {name: os.environ[name] for name in HANDED_ON if name in os.environ}
        return {**kept, "PATH": str(self.folder / BIN), "HOME": str(self.home)}

    def run(
        self, program: str, *words: object, cwd: Path | None = None, settings: dict[str, str] | None = None
    ) -> subprocess.CompletedProcess[str]:
        """Run a program of the environment without input, by default in its home folder, with additional settings if
        given.
        """
        command = [str(self.folder / BIN / program), *map(str, words)]
        return run(command, cwd or self.home, self.settings | (settings or {}))

    def python(self, source: str) -> str:
        """Return the output of some Python code, which must succeed."""
        done = self.run("python", "-W", "error", "-c", source)
        assert done.returncode == 0, done.stderr
        return done.stdout

    def packages(self) -> set[str]:
        """Return the names of all installed distributions."""
        listing = "import importlib.metadata as m; print(*(d.name for d in m.distributions()), sep='\\n')"
        return {canonicalize_name(name) for name in self.python(listing).split()}


def run(command: list[str], cwd: Path, settings: dict[str, str]) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        command,
        cwd=cwd,
        env=settings,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=patience(300),
        check=False,
    )


def uv(*words: object) -> None:
    """Run the checkout's `uv`, which must succeed."""
    done = run([str(UV), "--quiet", "--offline", "--no-config", *map(str, words)], ROOT, dict(os.environ))
    assert done.returncode == 0, done.stderr


def make_environment(folder: Path, *requirements: str) -> Environment:
    """Create an environment with these requirements and their dependencies."""
    (folder / "home").mkdir(parents=True)
    uv("venv", "--python", sys.executable, folder / "env")
    places = {"base": str(folder / "env"), "platbase": str(folder / "env")}
    packages = Path(sysconfig.get_path("purelib", "venv", places))
    for name in sorted(find_needed(requirements)):
        link(distribution(name), packages)
    return Environment(folder / "env", folder / "home")


def make_builder(folder: Path) -> Environment:
    """Create an environment with only the build requirements of `pyproject.toml`."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    return make_environment(folder, *project["build-system"]["requires"])


def build(builder: Environment, source: Path, folder: Path, *kinds: str) -> None:
    """Build a `wheel` or a source archive (`sdist`) of a checkout or of an unpacked archive into a folder."""
    for kind in kinds:
        done = builder.run("python", "-m", "hatchling", "build", "-t", kind, "-d", folder, cwd=source)
        assert done.returncode == 0, done.stderr


def install(environment: Environment, wheel: Path) -> Environment:
    """Install a wheel, all of whose requirements must be installed already."""
    python = environment.folder / BIN / "python"
    uv("pip", "install", "--python", python, "--no-deps", wheel)
    uv("pip", "check", "--python", python)
    return environment


def requirements_of(wheel: Path, extra: str = "") -> list[str]:
    """Return the requirements of a wheel with one of its extras; an extra may refer to others of the same wheel."""
    with zipfile.ZipFile(wheel) as opened:
        (name,) = (name for name in opened.namelist() if name.endswith(".dist-info/METADATA"))
        facts = Parser().parsestr(opened.read(name).decode())
    listed, found, extras = facts.get_all("Requires-Dist", []), list[str](), [extra]
    for each in extras:
        for line in listed:
            requirement = Requirement(line)
            if requirement.marker is None or requirement.marker.evaluate({"extra": each}):
                if requirement.name == facts["Name"]:
                    extras += sorted(requirement.extras.difference(extras))
                else:
                    found.append(line.partition(";")[0])
    return found


def find_needed(requirements: Iterable[str]) -> set[str]:
    """Return the names of the distributions that meet requirements, and of their dependencies."""
    todo, done = list(requirements), set[tuple[str, str]]()
    while todo:
        requirement = Requirement(todo.pop())
        for extra in ("", *requirement.extras):
            if (requirement.name, extra) in done:
                continue
            done.add((requirement.name, extra))
            for line in distribution(requirement.name).requires or []:
                marker = Requirement(line).marker
                if marker is None or marker.evaluate({"extra": extra}):
                    todo.append(line.partition(";")[0])
    return {canonicalize_name(name) for name, _ in done}


def link(needed: Distribution, packages: Path) -> None:
    """Link the files of a distribution: whole folders, or file by file where others have files in the same folder.

    Metadata folders are created, not linked, since uv ignores links.
    """
    for name in tops_of(needed):
        if name not in shared_folders() and not name.endswith(".dist-info"):
            (packages / name).symlink_to(str(needed.locate_file(name)))
            continue
        for file in needed.files or []:
            if file.parts[0] == name and "__pycache__" not in file.parts:
                (packages / file).parent.mkdir(parents=True, exist_ok=True)
                (packages / file).symlink_to(str(needed.locate_file(file)))


def tops_of(one: Distribution) -> set[str]:
    """Return the installed files and folders of a distribution, except for its programs."""
    return {file.parts[0] for file in one.files or [] if file.parts[0] not in ("..", "__pycache__")}


@cache
def shared_folders() -> set[str]:
    """Return the folders that several distributions share."""
    tops = [name for one in distributions() for name in tops_of(one)]
    return {name for name in tops if tops.count(name) > 1}
