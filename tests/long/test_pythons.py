"""Other Python versions and machines: every locked wheel exists for them, and the types check."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.long.index import index_settings

ROOT = Path(__file__).parents[2]
PYTHONS = ("3.11", "3.12", "3.13")
MACHINES = {
    "linux": "x86_64-manylinux_2_28",
    "linux on arm": "aarch64-manylinux_2_28",
    "mac": "aarch64-apple-darwin",
}


def run(program: str, *words: object) -> subprocess.CompletedProcess[str]:
    """Run a program of the environment in the checkout."""
    command = [str(Path(sys.executable).with_name(program)), *map(str, words)]
    return subprocess.run(command, cwd=ROOT, env=index_settings(), capture_output=True, text=True, check=False)


def try_to_install(python: str, machine: str, folder: Path, *locks: str) -> subprocess.CompletedProcess[str]:
    """Resolve a wheel with a locked hash for each package with uv, without downloading."""
    files = [word for lock in locks for word in ("-r", f"requirements/{lock}.txt")]
    there = ["--python-version", python, "--python-platform", machine, "--target", folder]
    return run("uv", "pip", "install", "--dry-run", "--only-binary", ":all:", "--require-hashes", *there, *files)


@pytest.mark.parametrize("python", PYTHONS)
@pytest.mark.parametrize("machine", MACHINES.values(), ids=MACHINES)
def test_every_locked_wheel_exists(python: str, machine: str, tmp_path: Path) -> None:
    done = try_to_install(python, machine, tmp_path, "all")
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("python", PYTHONS)
def test_every_locked_wheel_of_the_tests_exists_on_linux(python: str, tmp_path: Path) -> None:
    done = try_to_install(python, MACHINES["linux"], tmp_path, "test", "build")
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("machine", ["x86_64-apple-darwin", "x86_64-unknown-linux-musl"])
def test_a_machine_without_wheels_is_noticed(machine: str, tmp_path: Path) -> None:
    """Macs with Intel processors and Alpine Linux have no llvmlite, as docs/hosting.md says; another may be named."""
    done = try_to_install("3.13", machine, tmp_path, "all")
    assert done.returncode != 0
    assert re.search(r"(llvmlite|cryptography)==\S+ has no usable wheels", done.stderr)


@pytest.mark.parametrize("python", PYTHONS[1:])  # the first platform is checked in every run
def test_the_types_hold(python: str, tmp_path: Path) -> None:
    check_types(tmp_path, "--python-version", python)


def test_the_types_hold_on_macos(tmp_path: Path) -> None:
    """This finds calls that only Linux has."""
    check_types(tmp_path, "--platform", "darwin")


def check_types(cache: Path, *options: str) -> None:
    done = run("mypy", *options, "--cache-dir", cache, "src")
    assert (done.returncode, done.stdout.splitlines()[-1][:7]) == (0, "Success"), done.stdout
