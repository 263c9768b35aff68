#!/usr/bin/env python3
"""The commands of a checkout of Paperdice.

Needs Python 3.11 to 3.13 and nothing else: the environment is made in `.venv` from hash-checked packages.
"""

from __future__ import annotations  # so that an older Python can print that it is too old

import os
import sys

if __name__ == "__main__" and not sys.flags.ignore_environment:  # ignore all PYTHON* variables
    os.execv(sys.executable, [sys.executable, "-E", "-s", __file__, *sys.argv[1:]])

import argparse
import datetime
import fcntl
import hashlib
import importlib.util
import locale
import re
import shutil
import signal
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).resolve().parent
VENV = ROOT / ".venv"
BIN = VENV / "bin"
PYTHON = BIN / "python"
LOCKS = ROOT / "requirements"
WEB = ROOT / "web" / "package.json"
OLDEST = (3, 11)
# The folders that a new `.venv` keeps from the old one: downloads, and kernels compiled by tests.
KEPT = ("cache", "browser", "tests")

# The lock files and their sources: `run` is for a server, `all` has every extra; each is constrained by those before.
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

# Messages of pip, uv and npm when they cannot reach their servers.
NETWORK_FAULTS = (
    r"connection (error|refused|reset|failed|broken)|failed to (connect|fetch|establish)|name resolution|resolve host"
    r"|(operation|connection|connect|read|request) timed ?out|network is unreachable|error sending request"
    r"|ECONNREFUSED|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|ECONNRESET|No matching distribution"
)

# The caller's Python settings are ignored, even by the runner.
RUNNER = [PYTHON, "-E", "-s", "-X", "utf8", "-m", "tests.runner"]
SPHINX = ["--quiet", "--fail-on-warning", "--keep-going"]


# Setting up


def say(text: str) -> None:
    """Print a status message to standard error."""
    print(text, file=sys.stderr, flush=True)


def run(*words: object, settings: dict[str, str] | None = None) -> bool:
    """Run a command in the checkout and return whether it succeeded."""
    command, settings = [str(word) for word in words], {**os.environ, **(settings or {})}
    status = subprocess.run(command, cwd=ROOT, env=settings, check=False).returncode
    if status < 0:
        say(f"ended by signal {-status}: {' '.join(command[:4])} ...")
    return status == 0


def must(*words: object, settings: dict[str, str] | None = None) -> None:
    """Run a command, and exit if it fails."""
    if not run(*words, settings=settings):
        sys.exit(f"failed: {' '.join(map(str, words))}")


def install(*words: object, settings: dict[str, str] | None = None) -> None:
    """Run a command of the set-up, quietly unless it fails; then print advice and exit.

    Package clients keep what they download under `.venv`, whatever the home folder is like; tests install from there.
    """
    caches = {"UV_CACHE_DIR": str(VENV / "cache" / "uv"), "npm_config_cache": str(VENV / "cache" / "npm")}
    inherited = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    with subprocess.Popen(
        [str(word) for word in words], cwd=ROOT, env={**inherited, "PIP_USER": "0", **caches, **(settings or {})},
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace", start_new_session=True,
    ) as process, ending_with_us(process):  # fmt: skip
        output = process.communicate()[0]
    if process.returncode:
        say("\n".join(output.strip().splitlines()[-20:]))
        sys.exit(explain_failure(output, shutil.disk_usage(ROOT).free))


@contextmanager
def ending_with_us(process: subprocess.Popen[str]) -> Iterator[None]:
    """Kill a process and its children when this one is interrupted or terminated."""
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        yield
    except KeyboardInterrupt:
        os.killpg(process.pid, signal.SIGKILL)
        say("Interrupted while setting up; the next command will continue.")
        raise
    finally:
        signal.signal(signal.SIGTERM, signal.SIG_DFL)


def explain_failure(output: str, free_bytes: int) -> str:
    """Return one sentence of advice after a command of the set-up has failed."""
    if free_bytes < 50_000_000 or re.search(r"No space left|ENOSPC|Disk quota exceeded|EDQUOT", output):
        return "Setting up failed because the disk is full: free about 4 GB and run the command again."
    if re.search(NETWORK_FAULTS, output, re.IGNORECASE):
        return (
            "Setting up failed because packages could not be downloaded: check the network, or the proxy and index "
            "settings of pip, uv and npm, and run the command again."
        )
    return "Setting up failed; the lines above say why."


def hash_of(*files: Path) -> str:
    """Return one hash of several files, in the given order."""
    return hashlib.sha256(b"\0".join(file.read_bytes() for file in files)).hexdigest()


@contextmanager
def one_at_a_time() -> Iterator[None]:
    """Wait for any other command that sets up the same checkout."""
    with Path(__file__).open("rb") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield


def set_up(lock: str) -> None:
    """Install the packages of one lock file into `.venv`, unless they are there.

    Everything in `run` is in `test` too, so a checkout set up for tests can also run the server.
    """
    with one_at_a_time():
        install_packages(lock)


def install_packages(lock: str) -> None:
    """Install the packages of one lock file, unless the stamp matches."""
    stamp = VENV / "paperdice.stamp"
    made_by = f"{ROOT} Python {sys.version_info.major}.{sys.version_info.minor} "
    wanted = f"{made_by}{hash_of(ROOT / 'pyproject.toml', *sorted(LOCKS.glob('*.txt')))} web={WEB.exists()}"
    there = stamp.read_text("utf-8") if stamp.exists() and PYTHON.exists() else ""
    if there in (f"{wanted} test", f"{wanted} {lock}"):
        return
    say("Setting up .venv: about 2 GB of packages, once and when the locked versions change ...")
    stamp.unlink(missing_ok=True)
    make_venv(clear=not there.startswith(made_by))
    locks = [lock, "build"] if WEB.exists() else [lock]
    files = [word for name in locks for word in ("-r", LOCKS / f"{name}.txt")]
    uv("pip", "install", "--require-hashes", *files)
    # ./do builds the page itself, so the build hook is disabled.
    build = ["--no-deps", "--build-constraint", LOCKS / "build.txt", "-e", "."]
    uv("pip", "install", *build, settings={"HATCH_BUILD_NO_HOOKS": "true"})
    stamp.write_text(f"{wanted} {lock}", "utf-8")


def make_venv(*, clear: bool) -> None:
    """Create `.venv` with the locked uv."""
    if importlib.util.find_spec("ensurepip") is None or importlib.util.find_spec("venv") is None:
        sys.exit("This Python cannot make environments; on Debian and Ubuntu: apt install python3-venv")
    if clear:
        clear_venv()
        install(sys.executable, "-m", "venv", VENV)
    pip = [PYTHON, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--require-hashes"]
    install(*pip, "-r", LOCKS / "uv.txt")


def clear_venv() -> None:
    """Remove an old `.venv`, except for the folders that the next one can use."""
    for old in VENV.glob("*"):
        if old.is_symlink() or old.is_file():
            old.unlink()
        elif old.name not in KEPT:
            shutil.rmtree(old)


def uv(*words: object, settings: dict[str, str] | None = None) -> None:
    """Run uv on `.venv`."""
    install(BIN / "uv", "--quiet", *words, "--python", PYTHON, settings=settings)


def build_page(*words: str) -> None:
    """Build the page if its sources have changed; `browser` also builds what its tests need."""
    if WEB.exists():
        install(PYTHON, "hatch_build.py", *words)


# Commands


def play(words: list[str]) -> None:
    """Start the game server; further arguments go to `paperdice serve`."""
    set_up("run")
    build_page()
    os.execv(BIN / "paperdice", ["paperdice", "serve", *words])


def test(words: list[str]) -> None:
    """Run the tests: all but the long ones, or a group, file, folder or test; `./do test --help` says more."""
    words = [word if before == "-k" else from_root(word) for before, word in zip(["", *words], words, strict=False)]
    os.chdir(ROOT)
    if any(word.startswith("--changed") for word in words):
        say("Looking for what has changed ...")
    needs_page = select_tests(words)
    say(f"Preparing packages{', page and browser' if needs_page else ''} ...")
    set_up("test")
    if needs_page:
        build_page("browser")
    os.execv(PYTHON, [*map(str, RUNNER), *words])


def from_root(word: str) -> str:
    """Return an argument that names an existing file or folder as a path relative to the root of the checkout."""
    mode = next((mode for mode in ("whole:", "bounds:") if word.startswith(mode)), "")
    place, separator, test = word.removeprefix(mode).partition("::")
    path = Path(place).resolve()
    if not re.search(r"/|\.(py|ts)$", place) or not path.exists() or not path.is_relative_to(ROOT):
        return word
    return f"{mode}{path.relative_to(ROOT)}{separator}{test}"


def select_tests(words: list[str]) -> bool:
    """Return whether the selected tests need the page; exit with status 2 if the arguments are invalid."""
    from tests.runner.selection import SelectionError, read_selection

    try:
        return read_selection(words).needs_page
    except SelectionError as error:
        say(f"./do test: {error}")
        sys.exit(2)


def check(words: list[str]) -> None:
    """Check style, types, import contracts, spelling and wording."""
    test(["check", *words])


def fix(words: list[str]) -> None:
    """Fix style and format automatically."""
    set_up("test")
    must(BIN / "ruff", "check", "--fix", *words)
    must(BIN / "ruff", "format", *words)


def bench(words: list[str]) -> None:
    """Run all benchmarks in bench/, or the named one with its options."""
    set_up("test")
    programs = [ROOT / "bench" / f"{words[0]}.py"] if words else sorted((ROOT / "bench").glob("[!_]*.py"))
    for program in programs:
        must(PYTHON, program, *words[1:])


def docs(words: list[str]) -> None:
    """Build the docs as a site in build/docs; further arguments go to Sphinx."""
    set_up("test")
    site = ROOT / "build" / "docs"
    must(BIN / "sphinx-build", *SPHINX, "-c", "docs", "-d", ROOT / "build" / "doctrees", *words, ROOT, site)
    say(f"The site is in {site}; open {(site / 'index.html').as_uri()}")


def lock(words: list[str]) -> None:
    """Resolve dependencies again and write requirements/*.txt; `--upgrade` takes the newest versions."""
    settings = {name: "" for name in os.environ if name.startswith("UV_") and ("INDEX" in name or "LINKS" in name)}
    for name, source in LOCKED.items():
        must(
            *[find_uv(), "--quiet", "pip", "compile", "--no-config", "--universal", "--python-version", "3.11"],
            *["--generate-hashes", "--no-header", "--no-annotate"],
            *[*words, *source, "--output-file", f"requirements/{name}.txt"],
            settings=settings,
        )


def find_uv() -> Path | str:
    """Return the uv of `.venv`, or the system's if there are no lock files to install it from."""
    if not (LOCKS / "test.txt").exists():
        return "uv"
    set_up("run")
    return BIN / "uv"


def release(words: list[str]) -> None:
    """Build a release in dist/, test it in a clean environment, and commit its version, without tagging it."""
    chosen = read_release(words)
    version, changelog, project = chosen.version, ROOT / "CHANGELOG.md", ROOT / "pyproject.toml"
    if subprocess.run(["git", "status", "--porcelain"], cwd=ROOT, capture_output=True, check=True).stdout:
        sys.exit("the checkout has changes that are not committed")
    dated = date_changelog(changelog.read_text("utf-8"), version, datetime.datetime.now(datetime.UTC).date())
    numbered = set_version(project.read_text("utf-8"), version)
    set_up("test")
    build_page("browser")
    if not chosen.untested:
        must(*RUNNER)
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
        say("The tests were skipped: this is a rehearsal.")


# Parts of commands


def read_release(words: list[str]) -> argparse.Namespace:
    """Parse the arguments of a release."""
    parser = argparse.ArgumentParser(prog="./do release", description=release.__doc__)
    parser.add_argument("version", help="such as 1.2.0")
    parser.add_argument("--untested", action="store_true", help="skip the tests, for a rehearsal")
    parser.add_argument("--ask", metavar="URL", help="address of the OSV service")
    parser.add_argument(
        "--accept", metavar="ID", action="append", default=[], help="id of a vulnerability to accept; may be repeated"
    )
    chosen = parser.parse_args(words)
    if not re.fullmatch(r"\d+\.\d+\.\d+", chosen.version):
        parser.error(f"a version looks like 1.2.0, not {chosen.version!r}")
    return chosen


def set_version(project: str, version: str) -> str:
    """Return the project file with a new version; exit if it is not newer than the old one."""
    found = re.search(r'(?m)^version = "(.*)"$', project)
    if found is None:
        sys.exit("pyproject.toml has no version")
    if numbers(version) <= numbers(found[1]):
        sys.exit(f"version {version} does not come after {found[1]}")
    return f"{project[: found.start(1)]}{version}{project[found.end(1) :]}"


def numbers(version: str) -> tuple[int, ...]:
    """Return a version as a tuple that can be compared."""
    return tuple(map(int, version.split(".")))


def make_dist(version: str, chosen: argparse.Namespace) -> None:
    """Build wheel and source archive, test them, and write the files that go with them."""
    dist = ROOT / "dist"
    shutil.rmtree(dist, ignore_errors=True)
    for kind in ("--sdist", "--wheel"):
        uv("build", kind, "--build-constraint", LOCKS / "build.txt", "--out-dir", dist)
    must(PYTHON, "-m", "pytest", "-q", "tests/package", settings={"PAPERDICE_DIST": str(dist)})
    options = [*(["--ask", chosen.ask] if chosen.ask else []), *(w for id_ in chosen.accept for w in ("--accept", id_))]
    must(PYTHON, "-m", "release", version, dist, *options)


def next_steps(version: str, project: str) -> str:
    """Return the manual steps that remain after a release."""
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
    """Return the changelog with its unreleased entries moved to a version, below empty sections for new ones."""
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
    """Run the command named by the first argument."""
    parser = argparse.ArgumentParser(prog="./do", description=__doc__.splitlines()[0])
    commands = parser.add_subparsers(dest="command", metavar="COMMAND")
    for name, command in COMMANDS.items():
        commands.add_parser(name, help=command.__doc__, add_help=False)
    chosen, words = parser.parse_known_args()
    if chosen.command is None:
        parser.print_help()
        return
    try:
        COMMANDS[chosen.command](words)
    except KeyboardInterrupt:
        sys.exit(130)


def choose_locale() -> dict[str, str]:
    """Return the environment variable that selects a locale in which any path can be decoded, if one is needed.

    Up to Python 3.12, an environment reads the path of the checkout in the encoding of the locale.
    """
    is_able = locale.getencoding().lower() == "utf-8" or sys.platform != "linux"
    return {} if is_able else {"LC_ALL": "C.UTF-8"}


if __name__ == "__main__":
    if sys.version_info < OLDEST:
        sys.exit(f"Paperdice needs Python {OLDEST[0]}.{OLDEST[1]} or newer, this is {sys.version.split()[0]}")
    os.environ.update(choose_locale())
    main()
