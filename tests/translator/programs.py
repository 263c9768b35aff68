"""Small programs for tests, run in Python and, translated, in Node."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import fields, is_dataclass
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType

import numpy as np
from translator.modules import RUNTIME
from translator.program import Layouts, Program

from paperdice.errors import PaperdiceError
from tests.translator.lockstep import NODE

RUNNER = Path(__file__).parent / "programs.mjs"
# Python's errors for which the translation throws a RangeError.
FAULTS = (ArithmeticError, AssertionError, LookupError, StopIteration, TypeError, ValueError)


@contextmanager
def loaded(folder: Path, text: str, name: str = "sample") -> Iterator[ModuleType]:
    """Import a program as a module of Paperdice, whose functions and classes are translated."""
    file = folder / f"{name}.py"
    file.write_text(text, "utf-8")
    full = f"paperdice.{name}"
    spec = spec_from_file_location(full, file)
    assert spec is not None and spec.loader is not None
    module = module_from_spec(spec)
    sys.modules[full] = module
    try:
        spec.loader.exec_module(module)
        yield module
    finally:
        del sys.modules[full]


def translated(module: ModuleType, layouts: Layouts | None = None, *, is_checked: bool = False) -> str:
    """Return a JavaScript module whose `main` is that of a program."""
    program = Program(layouts or {}, is_checked=is_checked)
    main = program.need(module, "main")
    return f'import * as py from "{RUNTIME.as_uri()}";\n{program.text()}\nexport const main = {main};\n'


def run_both(folder: Path, texts: Sequence[str]) -> tuple[list[str], list[str]]:
    """Return what `main` of some programs returns or raises, in Python and in Node."""
    expected, files = [], []
    for place, text in enumerate(texts):
        with loaded(folder, text, f"sample{place}") as module:
            file = folder / f"sample{place}.mjs"
            file.write_text(translated(module), "utf-8")
            files.append(str(file))
            expected.append(dump(outcome(module)))
    return expected, run_in_node(files)


def run_in_node(files: Sequence[str]) -> list[str]:
    """Return what `main` of some translated programs returns or throws."""
    done = subprocess.run([NODE, RUNNER], input="\n".join(files), capture_output=True, text=True, check=True)
    return done.stdout.splitlines()


def outcome(module: ModuleType) -> object:
    """Return what `main` of a program returns, or what it raises."""
    try:
        return {"returned": plain(vars(module)["main"]())}
    except PaperdiceError as error:
        return {"error": type(error).__name__, "reason": plain(error.reason)}
    except FAULTS:
        return {"fault": True}


def dump(value: object) -> str:
    """Return a value as the text that Node writes."""
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False)


def plain(value: object) -> object:
    """Return a value as JSON, with names of classes, and dictionaries in their order."""
    if value is None or isinstance(value, bool | str):
        return value
    if isinstance(value, np.bool_):
        return bool(value)
    if isinstance(value, int):
        return int(value)
    if isinstance(value, float | np.floating):
        # Python writes 1.0 and 1e+16 where JavaScript writes 1 and 10000000000000000.
        number = float(value)
        return int(number) if number.is_integer() and abs(number) < 1e21 else number
    if is_dataclass(value) and not isinstance(value, type):
        return {type(value).__name__: [plain(getattr(value, each.name)) for each in fields(value)]}
    if isinstance(value, tuple) and hasattr(value, "_fields"):
        return {type(value).__name__: [plain(each) for each in value]}
    if isinstance(value, Mapping):
        return {"dict": [[plain(key), plain(each)] for key, each in value.items()]}
    if isinstance(value, set | frozenset):
        return {"set": [plain(each) for each in sorted(value)]}
    if isinstance(value, np.ndarray):
        return [plain(each) for each in value.ravel().tolist()]
    assert isinstance(value, list | tuple)
    return [plain(each) for each in value]
