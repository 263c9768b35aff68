#!/usr/bin/env python3
"""Everything one does with a checkout of Paperdice.

Needs Python 3.11 or newer and nothing else: the environment is made in `.venv` from hash-checked packages.
"""

from __future__ import annotations  # so that an older Python gets as far as saying that it is too old

import argparse
import datetime
import hashlib
import importlib.util
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
import xml.etree.ElementTree as ET
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import IO, NamedTuple

ROOT = Path(__file__).resolve().parent
VENV = ROOT / ".venv"
BIN = VENV / "bin"
PYTHON = BIN / "python"
LOCKS = ROOT / "requirements"
TESTS = ROOT / "tests"
WEB = ROOT / "web" / "package.json"
OLDEST = (3, 11)

# Folders of tests/ that run in a group of their own, in the order in which they begin; everything else is in the group
# `plain`. What compiles most comes first, beside groups that need nothing of it: those that come later find it done.
# Short groups come last, so that no core is idle at the end.
GROUPS: dict[str, tuple[str, ...]] = {
    "played": ("bots", "train", "arena", "study", "envs", "examples"),
    "compiled": ("fast", "solve"),
    "oracle": ("contract", "oracle", "counts"),
    "browser": ("browser",),
    "plain": (),
    "drawn": ("draw", "translator"),
    "server": ("store", "server"),
    "attack": ("attack",),
    "package": ("package",),
    "api": ("api",),
    "long": ("long",),
    "bounds": ("bots", "train", "study"),
}
# Groups that take longer than anyone waits for after each change; they run when they are named.
ON_DEMAND = ("long", "bounds")
AT_ONCE = 2
GROUP_OPTIONS = {"api": ["-p", "schemathesis"]}
GROUP_SETTINGS = {"compiled": {"NUMBA_BOUNDSCHECK": "1"}, "bounds": {"NUMBA_BOUNDSCHECK": "1"}}

# Lock file and what goes into it: `run` is what a server needs, `all` has every extra; later ones agree with earlier.
LOCKED = {
    "uv": ["--group", "uv"],
    "build": ["--group", "build"],
    "run": ["pyproject.toml", "--extra", "postgres", "--extra", "push"],
    "all": ["pyproject.toml", "--all-extras", "--constraint", "requirements/run.txt"],
    "test": [
        *["pyproject.toml", "--all-extras", "--constraint", "requirements/all.txt"],
        *["--group", "test", "--group", "api", "--group", "check", "--group", "train", "--group", "docs"],
    ],
}

SPHINX = ["--quiet", "--fail-on-warning", "--keep-going"]


# Setting up


def say(text: str) -> None:
    """Tells what is going on, on the error stream so that results stay clean."""
    print(text, file=sys.stderr, flush=True)


def run(*words: object, settings: dict[str, str] | None = None, out: IO[str] | None = None) -> bool:
    """Runs a command in the checkout and tells whether it went well; what it says goes to a file if one is given."""
    command, settings = [str(word) for word in words], {**os.environ, **(settings or {})}
    errors = subprocess.STDOUT if out else None
    status = subprocess.run(command, cwd=ROOT, env=settings, stdout=out, stderr=errors, check=False).returncode
    if status < 0:
        print(f"ended by signal {-status}: {' '.join(command[:4])} ...", file=out or sys.stderr)
    return status == 0


def must(*words: object, settings: dict[str, str] | None = None) -> None:
    """Runs a command that everything after it needs."""
    if not run(*words, settings=settings):
        sys.exit(f"failed: {' '.join(map(str, words))}")


def hash_of(*files: Path) -> str:
    """One hash of several files, in the given order."""
    return hashlib.sha256(b"\0".join(file.read_bytes() for file in files)).hexdigest()


def set_up(lock: str) -> None:
    """Brings `.venv` to the packages of one lock file; returns at once when they are there.

    Everything in `run` is in `test` too, so whoever has tested can play.
    """
    stamp = VENV / "paperdice.stamp"
    wanted = f"{ROOT} {hash_of(ROOT / 'pyproject.toml', *sorted(LOCKS.glob('*.txt')))} web={WEB.exists()}"
    there = stamp.read_text() if stamp.exists() and PYTHON.exists() else ""
    if there in (f"{wanted} test", f"{wanted} {lock}"):
        return
    say("Setting up .venv (once, and again when the locked packages change) ...")
    stamp.unlink(missing_ok=True)
    make_venv(clear=not there.startswith(f"{ROOT} "))
    locks = [lock, "build"] if WEB.exists() else [lock]
    files = [word for name in locks for word in ("-r", LOCKS / f"{name}.txt")]
    uv("pip", "install", "--require-hashes", *files)
    # The page is built by ./do itself, so the hook of the build stays out.
    build = ["--no-deps", "--build-constraint", LOCKS / "build.txt", "-e", "."]
    uv("pip", "install", *build, settings={"HATCH_BUILD_NO_HOOKS": "true"})
    stamp.write_text(f"{wanted} {lock}")


def make_venv(*, clear: bool) -> None:
    """Makes `.venv` with the locked uv in it."""
    if importlib.util.find_spec("ensurepip") is None or importlib.util.find_spec("venv") is None:
        sys.exit("This Python cannot make environments; on Debian and Ubuntu: apt install python3-venv")
    if clear:
        must(sys.executable, "-m", "venv", "--clear", VENV)
    pip = [PYTHON, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--require-hashes"]
    must(*pip, "-r", LOCKS / "uv.txt")


def uv(*words: object, settings: dict[str, str] | None = None) -> None:
    """Runs uv on `.venv`."""
    must(BIN / "uv", "--quiet", *words, "--python", PYTHON, settings=settings)


def build_page() -> None:
    """Builds the page when there is one and its sources have changed."""
    if WEB.exists():
        must(PYTHON, "hatch_build.py")


# Commands


def play(words: list[str]) -> None:
    """Start the game server; words after it go to `paperdice serve`."""
    set_up("run")
    build_page()
    os.execv(BIN / "paperdice", ["paperdice", "serve", *words])


def test(words: list[str]) -> None:
    """Run all but `long` and `bounds`, or `quick`, or groups: check plain drawn compiled played server
    attack api browser oracle package web long bounds."""
    known = [*GROUPS, "check", "web"]
    unknown = [word for word in words if word not in (*known, "quick")]
    if unknown:
        sys.exit(f"no group of tests is called {unknown[0]!r}; there are: quick {' '.join(known)}")
    set_up("test")
    build_page()
    started = time.monotonic()
    with tempfile.TemporaryDirectory() as cache, ThreadPoolExecutor(AT_ONCE) as pool:
        groups = words or [name for name in known if name not in ON_DEMAND]
        results = list(pool.map(lambda group: run_group(group, Path(cache)), groups))
    n_tests, n_skipped = sum(result.n_tests for result in results), sum(result.n_skipped for result in results)
    failed = [result.group for result in results if not result.went_well]
    counts = f"{n_tests} tests, {n_skipped} skipped, {time.monotonic() - started:.0f} s"
    if failed or n_skipped:
        sys.exit(f"\nFAILED ({', '.join(failed) or 'tests were skipped'}): {counts}")
    say(f"\nAll green: {counts}")


def check(words: list[str]) -> None:
    """Look at style, types, floors and spelling without running a test."""
    set_up("test")
    sys.exit(0 if run_checks(None) and not words else 1)


def fix(words: list[str]) -> None:
    """Put the code into shape as far as a program can."""
    set_up("test")
    must(BIN / "ruff", "check", "--fix", *words)
    must(BIN / "ruff", "format", *words)


def bench(words: list[str]) -> None:
    """Measure: all programs in bench/, or the named one with its own options."""
    set_up("test")
    programs = [ROOT / "bench" / f"{words[0]}.py"] if words else sorted((ROOT / "bench").glob("[!_]*.py"))
    for program in programs:
        must(PYTHON, program, *words[1:])


def docs(words: list[str]) -> None:
    """Build the site of docs/ in build/docs, readable without network; words after it go to Sphinx."""
    set_up("test")
    site = ROOT / "build" / "docs"
    must(BIN / "sphinx-build", *SPHINX, "-c", "docs", "-d", ROOT / "build" / "doctrees", *words, ROOT, site)
    say(f"The site is in {site}; open {(site / 'index.html').as_uri()}")


def lock(words: list[str]) -> None:
    """Choose versions again and write requirements/*.txt; `--upgrade` takes the newest."""
    settings = {name: "" for name in os.environ if name.startswith("UV_") and ("INDEX" in name or "LINKS" in name)}
    for name, source in LOCKED.items():
        must(
            *[find_uv(), "--quiet", "pip", "compile", "--no-config", "--universal", "--python-version", "3.11"],
            *["--generate-hashes", "--no-header", "--no-annotate"],
            *[*words, *source, "--output-file", f"requirements/{name}.txt"],
            settings=settings,
        )


def find_uv() -> Path | str:
    """The uv of `.venv`, or the machine's own when there are no locks yet to install it from."""
    if not (LOCKS / "test.txt").exists():
        return "uv"
    set_up("run")
    return BIN / "uv"


def release(words: list[str]) -> None:
    """Make a release in dist/, tried in a clean environment, and commit its version; it tags and publishes nothing."""
    chosen = read_release(words)
    version, changelog, project = chosen.version, ROOT / "CHANGELOG.md", ROOT / "pyproject.toml"
    if subprocess.run(["git", "status", "--porcelain"], cwd=ROOT, capture_output=True, check=True).stdout:
        sys.exit("the checkout has changes that are not committed")
    dated = date_changelog(changelog.read_text("utf-8"), version, datetime.datetime.now(datetime.UTC).date())
    numbered = set_version(project.read_text("utf-8"), version)
    if chosen.untested:
        set_up("test")
        build_page()
    else:
        test([])
    changelog.write_text(dated, "utf-8")
    project.write_text(numbered, "utf-8")
    try:
        make_dist(version, chosen)
    except BaseException:
        must("git", "checkout", "--quiet", "--", changelog, project)
        raise
    must("git", "commit", "--quiet", "--message", f"release: {version}", "--", changelog, project)
    say(next_steps(version, numbered))
    if chosen.untested:
        say("The tests were left out: this is a rehearsal.")


# Parts of commands


class Result(NamedTuple):
    """How one group of tests went."""

    group: str
    went_well: bool
    n_tests: int
    n_skipped: int


def run_group(group: str, cache: Path) -> Result:
    """Runs one group of tests and shows what it said once it is done; the cache was empty before the first one."""
    started = time.monotonic()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        with (folder / "out.txt").open("w", encoding="utf-8") as out:
            if group == "check":
                went_well = run_checks(out)
            elif group == "web":
                went_well = run_web(folder, out)
            else:
                went_well = run_pytest(group, folder, cache, out)
        n_tests, n_skipped = count_tests(folder / "report.xml")
        said = (folder / "out.txt").read_text("utf-8")
    say(f"\n== {group}: {'good' if went_well else 'FAILED'}, {time.monotonic() - started:.0f} s\n{said.strip()}")
    return Result(group, went_well, n_tests, n_skipped)


def count_tests(report: Path) -> tuple[int, int]:
    """How many tests ran and how many were skipped; a group without tests writes no report."""
    suites = list(ET.parse(report).getroot().iter("testsuite")) if report.exists() else []
    return sum(int(suite.get("tests", 0)) for suite in suites), sum(int(suite.get("skipped", 0)) for suite in suites)


def run_checks(out: IO[str] | None) -> bool:
    """Style, form, types, floors and spelling; all of them run even when one fails."""
    commands = [
        ["ruff", "check", "--quiet", "--output-format=concise"],
        ["ruff", "format", "--check", "--quiet"],
        ["mypy", "--no-error-summary"],
        ["lint-imports", "--no-logo"],
        ["codespell"],
    ]
    results = [run(BIN / name, *words, out=out) for name, *words in commands]
    return all(results)


def run_pytest(group: str, folder: Path, cache: Path, out: IO[str]) -> bool:
    """Runs the tests of one group; `quick` is the plain group without its slow tests.

    Compiled code is shared between groups, but not by a group that has it compiled in its own way.
    """
    apart = [TESTS / name for names in GROUPS.values() for name in names]
    if group in ("plain", "quick"):
        words = [TESTS, *(f"--ignore={place}" for place in apart)]
        words += ["-m", "not slow"] if group == "quick" else []
    else:
        words = [place for place in apart if place.name in GROUPS[group] and place.exists()]
        if not words:
            return True
    words += ["-q", "--tb=short", "--durations=5", f"--junitxml={folder / 'report.xml'}", *GROUP_OPTIONS.get(group, [])]
    special = GROUP_SETTINGS.get(group, {})
    settings = {"PAPERDICE_CACHE": str(folder / "cache" if special else cache), **keep_bytecode(cache), **special}
    if group != "plain":
        return run(PYTHON, "-m", "pytest", *words, settings=settings, out=out)
    settings["COVERAGE_FILE"] = str(folder / "coverage")
    went_well = run(PYTHON, "-m", "coverage", "run", "-m", "pytest", *words, settings=settings, out=out)
    return run(PYTHON, "-m", "coverage", "report", settings=settings, out=out) and went_well


def keep_bytecode(cache: Path) -> dict[str, str]:
    """Settings by which the many processes of the tests read each source once, even where Python is told to keep none.

    What they keep goes into the cache, so that nothing is left in the checkout.
    """
    return {"PYTHONDONTWRITEBYTECODE": "", "PYTHONPYCACHEPREFIX": str(cache / "bytecode")}


def run_web(folder: Path, out: IO[str]) -> bool:
    """Checks and tests what runs in the browser."""
    return not WEB.exists() or run(PYTHON, "hatch_build.py", "test", folder / "report.xml", out=out)


def read_release(words: list[str]) -> argparse.Namespace:
    """What a release is told: its version and few options."""
    parser = argparse.ArgumentParser(prog="./do release", description=release.__doc__)
    parser.add_argument("version", help="such as 1.2.0")
    parser.add_argument("--untested", action="store_true", help="leave out the tests, for a rehearsal")
    parser.add_argument("--ask", metavar="URL", help="the OSV service to ask about known holes")
    parser.add_argument("--accept", metavar="ID", action="append", default=[], help="release with this known hole")
    chosen = parser.parse_args(words)
    if not re.fullmatch(r"\d+\.\d+\.\d+", chosen.version):
        parser.error(f"a version looks like 1.2.0, not {chosen.version!r}")
    return chosen


def set_version(project: str, version: str) -> str:
    """The project file with a version, which must be newer than the one before."""
    found = re.search(r'(?m)^version = "(.*)"$', project)
    if found is None:
        sys.exit("pyproject.toml has no version")
    if numbers(version) <= numbers(found[1]):
        sys.exit(f"version {version} does not come after {found[1]}")
    return f"{project[: found.start(1)]}{version}{project[found.end(1) :]}"


def numbers(version: str) -> tuple[int, ...]:
    """A version as something that can be compared."""
    return tuple(map(int, version.split(".")))


def make_dist(version: str, chosen: argparse.Namespace) -> None:
    """Builds wheel and archive, installs and runs them, and writes what goes with them."""
    dist = ROOT / "dist"
    shutil.rmtree(dist, ignore_errors=True)
    for kind in ("--sdist", "--wheel"):
        uv("build", kind, "--build-constraint", LOCKS / "build.txt", "--out-dir", dist)
    must(PYTHON, "-m", "pytest", "-q", "tests/package", settings={"PAPERDICE_DIST": str(dist)})
    options = [*(["--ask", chosen.ask] if chosen.ask else []), *(w for id_ in chosen.accept for w in ("--accept", id_))]
    must(PYTHON, "-m", "release", version, dist, *options)


def next_steps(version: str, project: str) -> str:
    """What is left to a person after a release was made."""
    steps = [
        f"dist/ holds {version}; nothing is tagged or published. If its notes are right:",
        f"  git tag -a v{version} -m 'Paperdice {version}'",
        f"  git push origin HEAD v{version}",
        f"  .venv/bin/uv publish dist/paperdice-{version}.tar.gz dist/paperdice-{version}-py3-none-any.whl",
    ]
    if ".example/" in project:
        steps.append("First put the project's real addresses into [project.urls]: they are placeholders.")
    return "\n".join(steps)


def date_changelog(text: str, version: str, day: datetime.date) -> str:
    """The changelog with its unreleased entries under a version and a fresh head above them."""
    head, unreleased, rest = text.partition("## Unreleased\n")
    entries, older, tail = rest.partition("\n## ")
    if not unreleased or not re.search(r"(?m)^- ", entries):
        sys.exit("CHANGELOG.md has no entry under Unreleased")
    parts = re.split(r"(?m)^(?=### )", entries)
    kept = "".join(part for part in parts if re.search(r"(?m)^- ", part))
    fresh = "".join(f"\n### {name}\n" for name in ("Rules", "Added", "Changed", "Fixed"))
    return f"{head}{unreleased}{fresh}\n## {version} ({day})\n\n{kept.strip()}\n{older}{tail}"


COMMANDS = {command.__name__: command for command in (play, test, fix, check, bench, lock, docs, release)}


def main() -> None:
    """Runs the command of the first word."""
    if sys.version_info < OLDEST:
        sys.exit(f"Paperdice needs Python {OLDEST[0]}.{OLDEST[1]} or newer, this is {sys.version.split()[0]}")
    parser = argparse.ArgumentParser(prog="./do", description=__doc__.splitlines()[0])
    commands = parser.add_subparsers(dest="command", metavar="COMMAND")
    for name, command in COMMANDS.items():
        commands.add_parser(name, help=command.__doc__, add_help=False)
    chosen, words = parser.parse_known_args()
    if chosen.command is None:
        parser.print_help()
        return
    COMMANDS[chosen.command](words)


if __name__ == "__main__":
    main()
