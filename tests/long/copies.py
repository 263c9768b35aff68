"""A copy of the checkout that a test may change, using the original's packages and browser."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

ROOT = Path(__file__).parents[2]


class Copy:
    """Copy all tracked and untracked files that git does not ignore."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        listed = ["git", "ls-files", "--cached", "--others", "--exclude-standard", "-z"]
        names = subprocess.run(listed, cwd=ROOT, capture_output=True, text=True, check=True).stdout
        for name in filter(None, names.split("\0")):
            if (ROOT / name).exists():
                (folder / name).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy(ROOT / name, folder / name)
        self._link(ROOT / "web" / "node_modules", "web/node_modules", shutil.ignore_patterns(".vite*"))
        self._link(ROOT / ".venv" / "browser" / "unpacked", ".venv/browser/unpacked")
        shutil.copy(ROOT / ".venv" / "browser" / "chromium.stamp", folder / ".venv" / "browser")

    def _link(self, place: Path, name: str, ignore: Callable[[str, list[str]], set[str]] | None = None) -> None:
        """Make hard links to the files of a folder, which are never changed in place."""
        shutil.copytree(place, self.folder / name, symlinks=True, ignore=ignore, copy_function=os.link)

    def files(self) -> list[Path]:
        """Return all files of the checkout, without packages and compiled code."""
        left_out = {".venv", "node_modules", "__pycache__"}
        found = (file for file in self.folder.rglob("*") if not left_out & set(file.relative_to(self.folder).parts))
        return [file for file in found if file.is_file()]

    def write(self, name: str, text: str) -> None:
        """Create or overwrite a file."""
        (self.folder / name).parent.mkdir(parents=True, exist_ok=True)
        (self.folder / name).write_text(text, "utf-8")

    def edit(self, name: str, old: str, new: str) -> None:
        """Replace a text that occurs once in a file."""
        text = (self.folder / name).read_text("utf-8")
        assert text.count(old) == 1, (name, old)
        self.write(name, text.replace(old, new))

    def python(self, *words: str) -> str:
        """Run Python with the library of the copy; return its output."""
        return self._run(sys.executable, *words, where=self.folder)

    def node(self, program: str, *words: str) -> str:
        """Run a program of the page's packages in `web/`."""
        from hatch_build import find_npm

        node = Path(find_npm()[0]).parent / "node"
        return self._run(str(node), f"node_modules/{program}", *words, where=self.folder / "web")

    def _run(self, *words: str, where: Path) -> str:
        settings = {**os.environ, "PYTHONPATH": str(self.folder / "src")}
        done = subprocess.run(words, cwd=where, env=settings, capture_output=True, text=True, check=False)
        assert done.returncode == 0, f"{' '.join(words)}\n{done.stdout[-3000:]}\n{done.stderr[-3000:]}"
        return done.stdout
