"""A program for an installed package: it runs cases in processes that cannot import one of the packages.

`python blocked.py CASES` takes a JSON list of pairs: a package, and a command line (`paperdice …`) or Python that needs
it. It prints a JSON list of what each wrote to stderr, or raised. A fork of this process runs each of them, so that the
library is imported once. `test_blocked.py` runs it, so it imports nothing but the package.
"""

import contextlib
import io
import json
import os
import shlex
import sys
import traceback
from collections.abc import Sequence
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec
from types import ModuleType

import paperdice
from paperdice.cli import run


class Blocker(MetaPathFinder):
    """A finder that fails to import a package, as if it were not installed."""

    def __init__(self, package: str) -> None:
        self._package = package

    def find_spec(self, name: str, _path: Sequence[str] | None, _target: ModuleType | None = None) -> ModuleSpec | None:
        """Raise for the package and its modules; leave all others to the usual finders."""
        if name.partition(".")[0] == self._package:
            raise ModuleNotFoundError(f"No module named {name!r}", name=self._package)
        return None


def attempt(package: str, line: str) -> str:
    """Run a command or Python code without a package; return the messages, or the error with its class."""
    assert package not in sys.modules
    sys.meta_path.insert(0, Blocker(package))
    errors = io.StringIO()
    try:
        with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(errors):
            if line.startswith("paperdice "):
                run(shlex.split(line)[1:])
            else:
                exec(line, {})
    except paperdice.MissingExtraError as error:
        return f"{error}\n"
    except BaseException:  # noqa: BLE001 # the test fails on any other error and shows it
        return traceback.format_exc()
    return errors.getvalue().removeprefix("paperdice: ")


def attempt_apart(package: str, line: str) -> str:
    """Like `attempt`, but in a forked process."""
    read, write = os.pipe()
    child = os.fork()
    if not child:
        with os.fdopen(write, "w", encoding="utf-8") as report:
            report.write(attempt(package, line))
        os._exit(0)
    os.close(write)
    with os.fdopen(read, encoding="utf-8") as report:
        told = report.read()
    os.waitpid(child, 0)
    return told


if __name__ == "__main__":
    sys.stdout.write(json.dumps([attempt_apart(package, line) for package, line in json.loads(sys.argv[1])]))
