"""A temporary checkout with only the runner and toy tests, to test the runner."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SETTINGS = """
[tool.pytest.ini_options]
addopts = ["--import-mode=importlib", "--disable-plugin-autoload"]
markers = ["sampled: runs on a sample"]
"""


class ToyCheckout:
    """A temporary checkout whose test files are given as a mapping from path to source."""

    def __init__(self, folder: Path, **tests: str) -> None:
        self.folder = folder
        shutil.copytree(ROOT / "tests" / "runner", folder / "tests" / "runner")
        for name in ("tests/__init__.py", "tests/patience.py", "tests/sampling.py"):
            shutil.copy(ROOT / name, folder / name)
        (folder / "pyproject.toml").write_text(SETTINGS, "utf-8")
        for name, source in tests.items():
            self.write(f"{name.replace('__', '/test_')}.py", source)

    def write(self, name: str, source: str) -> None:
        """Write a test file, and invalidate its compiled code even if it is rewritten within the same second."""
        file = self.folder / "tests" / name
        file.parent.mkdir(exist_ok=True)
        before = file.stat().st_mtime if file.exists() else 0
        file.write_text(source, "utf-8")
        later = max(file.stat().st_mtime, before + 1)
        os.utime(file, (later, later))

    @property
    def command(self) -> list[str]:
        """The command behind `./do test`, without its arguments."""
        return [sys.executable, "-E", "-s", "-X", "utf8", "-m", "tests.runner"]

    def run(self, *words: str, umask: int = -1, **settings: str) -> subprocess.CompletedProcess[str]:
        """Run the runner, wait for its exit and return the result."""
        return subprocess.run(
            [*self.command, *words],
            cwd=self.folder,
            env={**os.environ, **settings},
            umask=umask,
            capture_output=True,
            text=True,
            check=False,
        )

    def start(self, *words: str) -> subprocess.Popen[str]:
        return subprocess.Popen([*self.command, *words], cwd=self.folder, stderr=subprocess.PIPE, text=True)
