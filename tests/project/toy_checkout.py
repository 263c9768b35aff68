"""A checkout with nothing but the runner and toy tests, to run the runner in."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SETTINGS = "[tool.pytest.ini_options]\naddopts = ['--import-mode=importlib', '--disable-plugin-autoload']\n"


class ToyCheckout:
    """A folder whose tests are given as sources by path."""

    def __init__(self, folder: Path, **tests: str) -> None:
        self.folder = folder
        shutil.copytree(ROOT / "tests" / "runner", folder / "tests" / "runner")
        for name in ("tests/__init__.py", "tests/patience.py"):
            shutil.copy(ROOT / name, folder / name)
        (folder / "pyproject.toml").write_text(SETTINGS, "utf-8")
        for name, source in tests.items():
            file = folder / "tests" / name.replace("__", "/test_")
            file = file.with_suffix(".py")
            file.parent.mkdir(exist_ok=True)
            file.write_text(source, "utf-8")

    @property
    def command(self) -> list[str]:
        """The program that `./do test` becomes, without its words."""
        return [sys.executable, "-E", "-s", "-X", "utf8", "-m", "tests.runner"]

    def run(self, *words: str, **settings: str) -> subprocess.CompletedProcess[str]:
        """Run the runner to its end."""
        return subprocess.run(
            [*self.command, *words],
            cwd=self.folder,
            env={**os.environ, **settings},
            capture_output=True,
            text=True,
            check=False,
        )

    def start(self, *words: str) -> subprocess.Popen[str]:
        """Start the runner."""
        return subprocess.Popen([*self.command, *words], cwd=self.folder, stderr=subprocess.PIPE, text=True)
