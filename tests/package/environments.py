"""Builds of the package and clean environments to run them in, made with the uv of the checkout."""

import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[2]
LOCKS = ROOT / "requirements"
BIN = "Scripts" if sys.platform == "win32" else "bin"
UV = Path(sys.executable).with_name("uv")
PATIENCE = 300


def uv(*words: object) -> None:
    """Runs uv, which must succeed."""
    command = [str(UV), "--quiet", *map(str, words)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=PATIENCE, check=False)
    assert done.returncode == 0, done.stderr


def build(source: Path, folder: Path, *kinds: str) -> list[Path]:
    """Builds a wheel (`--wheel`) or a source archive (`--sdist`) into a folder with the locked tools."""
    uv("build", *kinds, "--build-constraint", LOCKS / "build.txt", "--out-dir", folder, source)
    return sorted(folder.glob("paperdice-*"))


@dataclass(frozen=True)
class Environment:
    """A clean environment with a home of its own, into which the package was installed as anyone would."""

    folder: Path
    home: Path

    @property
    def settings(self) -> dict[str, str]:
        """What a program in it sees of the world: nothing of this checkout."""
        kept = {name: value for name, value in os.environ.items() if name in ("SYSTEMROOT", "LANG", "TMPDIR")}
        places = {"PATH": str(self.folder / BIN), "HOME": str(self.home), "PAPERDICE_CACHE": str(self.home / "cache")}
        return {**kept, **places}

    def run(self, program: str, *words: str) -> subprocess.CompletedProcess[str]:
        """Runs a program of the environment in its home."""
        command = [str(self.folder / BIN / program), *words]
        settings, home = self.settings, self.home
        return subprocess.run(
            command, cwd=home, env=settings, capture_output=True, text=True, timeout=PATIENCE, check=False
        )

    def python(self, source: str) -> str:
        """What a piece of Python prints; it must succeed."""
        done = self.run("python", "-W", "error", "-c", source)
        assert done.returncode == 0, done.stderr
        return done.stdout

    def packages(self) -> set[str]:
        """The names of everything that is installed."""
        listing = "import importlib.metadata as m; print(*(d.name for d in m.distributions()), sep='\\n')"
        return {name.lower().replace("_", "-") for name in self.python(listing).split()}


def make_environment(folder: Path, wheel: Path, extra: str = "") -> Environment:
    """Installs the wheel with an extra and the locked versions of what it asks for."""
    home = folder / "home"
    home.mkdir(parents=True)
    uv("venv", "--python", sys.executable, folder / "env")
    python = folder / "env" / BIN / "python"
    uv("pip", "install", "--python", python, "--constraint", LOCKS / "all.txt", f"paperdice{extra} @ {wheel.as_uri()}")
    return Environment(folder / "env", home)
