"""A copy of the checkout that a test may change, with packages and browser of the original."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]


class Copy:
    """A copy of all files that git knows or would add."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        listed = ["git", "ls-files", "--cached", "--others", "--exclude-standard", "-z"]
        names = subprocess.run(listed, cwd=ROOT, capture_output=True, text=True, check=True).stdout
        for name in filter(None, names.split("\0")):
            if (ROOT / name).exists():
                (folder / name).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy(ROOT / name, folder / name)
        packages = ROOT / "web" / "node_modules"
        shutil.copytree(packages, folder / "web" / "node_modules", symlinks=True, copy_function=os.link)

    def write(self, name: str, text: str) -> None:
        """Create or overwrite a file."""
        (self.folder / name).parent.mkdir(parents=True, exist_ok=True)
        (self.folder / name).write_text(text, "utf-8")

    def edit(self, name: str, old: str, new: str) -> None:
        """Replace a text that a file has once."""
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
