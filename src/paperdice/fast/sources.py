"""The files that a kernel is compiled from, which determine where its machine code is cached."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from functools import cache
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any

from paperdice.fast.cache import cache_folder

# Not resolved: code objects store the path a file was imported from, which may be a symlink.
_PACKAGE = Path(__file__).parent.parent
# Modules whose plain functions may be called by compiled code, and the files outside this package each function uses.
registered_modules: set[str] = set()
_outside: dict[FunctionType, frozenset[str]] = {}


def kernel_folder(function: Callable[..., object]) -> Path | None:
    """Return the cache folder for the machine code of a kernel, or None if no folder can be written."""
    return cache_folder(hash_files(outside_files(function)))


def outside_files(function: Callable[..., object]) -> frozenset[str]:
    """Return the files outside this package on which a function depends.

    These are the files that define the function itself or any function it calls by name, directly or indirectly.
    """
    plain = plain_function(function)
    if plain not in _outside:
        _outside[plain] = frozenset()  # ends the recursion of functions that call themselves
        named = [plain.__globals__.get(name) for name in plain.__code__.co_names]
        called = [outside_files(each) for each in named if isinstance(plain_function(each), FunctionType)]
        modules = [
            each.__file__ or ""
            for each in named
            if isinstance(each, ModuleType) and each.__name__ in registered_modules
        ]
        own = {file for file in (plain.__code__.co_filename, *modules) if not file.startswith(str(_PACKAGE))}
        _outside[plain] = frozenset(own).union(*called)
    return _outside[plain]


def plain_function(function: object) -> Any:
    """Return the plain Python function of a kernel; other objects are returned unchanged."""
    return getattr(function, "py_func", function)


@cache
def hash_files(files: frozenset[str]) -> str:
    digest = hashlib.sha256()
    for file in sorted(files):
        digest.update(Path(file).read_bytes() if Path(file).is_file() else file.encode())
    return digest.hexdigest()[:16] if files else ""
