"""Compile plain functions with numba and cache the machine code on disk."""

import hashlib
import inspect
import logging
import pickle
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any, TypeAlias, TypeVar, cast

import numpy as np
import numpy.typing as npt
from numba.core import caching, event
from numba.core import config as _numba_config
from numba.extending import register_jitable

from paperdice import rulekit
from paperdice.fast.cache import cache_folder
from paperdice.fast.linking import INSIDE, KernelDispatcher, PartCompiler
from paperdice.game import Layout, Rules, Twin, make_twin

F = TypeVar("F", bound=Callable[..., Any])

# Types at the boundary to numba, whose record fields exist only at run time: `Record` is one record, `Records` an array
# of records. A record does not keep its array alive, so functions that read an item of a local array take the array.
Record: TypeAlias = Any
Records: TypeAlias = Any
Kernel: TypeAlias = Callable[..., Record]

Ints = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]
Singles = npt.NDArray[np.float32]

# The value of a template's placeholders until `tailor` replaces them.
PLACEHOLDER: Any = None

# Not resolved: code objects store the path a file was imported from, which may be a symlink.
_PACKAGE = Path(__file__).parent.parent
# Numba creates its settings at run time, so type checkers do not see them.
config: Any = _numba_config
_log = logging.getLogger(__name__)
# Modules whose plain functions may be called by compiled code, and the files outside this package each function uses.
_registered: set[str] = set()
_outside: dict[FunctionType, frozenset[str]] = {}
# Exceptions raised when reading or writing cached code fails because files are damaged or the disk is full.
BROKEN = (
    *(OSError, EOFError, pickle.PickleError, ValueError, LookupError),
    *(AttributeError, ImportError, TypeError, RuntimeError),
)


def _skip_scipy_import() -> None:
    """Prevent numba's array functions from importing SciPy just to check whether it is installed.

    The import takes a third of the time to a first decision. Kernels that need SciPy import it when they are compiled.
    """
    from numba.np import linalg

    found = linalg.ensure_blas
    linalg.ensure_blas = lambda: None
    try:
        from numba.np import arraymath

        arraymath.ensure_blas = found
    finally:
        linalg.ensure_blas = found


_skip_scipy_import()


def kernel(function: F, inline: str = "never") -> F:
    """Compile a plain function with numba; the compiled version releases the GIL while it runs.

    If `NUMBA_DISABLE_JIT` is set, the function is returned unchanged.
    """
    if config.DISABLE_JIT:
        return function
    compiled: Record = KernelDispatcher(function, inline)
    if _folder_of(function) is not None:
        compiled._cache = _FallbackCache(_KernelCache(function))
    return cast(F, compiled)


def _folder_of(function: Kernel) -> Path | None:
    return cache_folder(_hash_files(outside_files(function)))


@contextmanager
def on_compilation(notify: Callable[[], object]) -> Iterator[None]:
    """Call `notify` once, when numba first compiles anything inside this context.

    Loading from the disk cache does not count.
    """
    is_notified = False

    class Listener(event.Listener):  # type: ignore[misc]  # numba has no types
        def on_start(self, _event: event.Event) -> None:
            nonlocal is_notified
            if not is_notified:
                is_notified = True
                notify()

        def on_end(self, _event: event.Event) -> None:
            """Do nothing, because only the start of a compilation matters."""

    with event.install_listener("numba:compile", Listener()):
        yield


class _KernelLocator(caching._CacheLocator):  # type: ignore[misc]  # numba has no types
    """Locates the cached code of a kernel by its module and a hash of its source file, wherever the checkout is."""

    def __init__(self, function: Kernel, file: str, folder: Path) -> None:
        self._py_file = file  # used in numba's warnings
        self._line = function.__code__.co_firstlineno
        self._folder = folder / function.__module__

    def get_cache_path(self) -> str:
        return str(self._folder)

    def get_source_stamp(self) -> str:
        return _hash_files(frozenset((self._py_file,)))

    def get_disambiguator(self) -> str:
        return str(self._line)

    def ensure_cache_path(self) -> None:
        self._folder.mkdir(parents=True, exist_ok=True)

    @classmethod
    def from_function(cls, function: Kernel, file: str) -> "_KernelLocator | None":
        folder = _folder_of(function)
        return cls(function, file, folder) if folder is not None and Path(file).is_file() else None


class _KernelFiles(caching.IndexDataCacheFile):  # type: ignore[misc]  # numba has no types
    """A cache with one file per signature of a kernel; the file name contains a hash of everything the code depends on.

    Numba's own cache numbers the files and lists them in an index, which is unsafe if two processes write at the same
    time.
    """

    def save(self, key: object, data: object) -> None:
        self._save_data(self._name(key), (key, data))

    def load(self, key: object) -> Record:
        try:
            kept, data = self._load_data(self._name(key))
        except FileNotFoundError:
            return None
        return data if kept == key else None

    def _name(self, key: object) -> str:
        mark = hashlib.sha256(repr((self._version, self._source_stamp, key)).encode()).hexdigest()[:16]
        return f"{self._index_name.removesuffix('.nbi')}.{mark}.nbc"


class _LocatedResult(caching.CompileResultCacheImpl):  # type: ignore[misc]  # numba has no types
    _locator_classes = (_KernelLocator, *caching.CacheImpl._locator_classes)


class _KernelCache(caching.FunctionCache):  # type: ignore[misc]  # numba has no types
    """Numba's function cache with the files of `_KernelFiles` instead of numba's own."""

    _impl_class = _LocatedResult

    def __init__(self, function: Kernel) -> None:
        super().__init__(function)
        stamp = self._impl.locator.get_source_stamp()
        self._cache_file = _KernelFiles(self._cache_path, self._impl.filename_base, stamp)


class _FallbackCache:
    """The cache of one kernel, which logs a warning instead of raising an error if files cannot be read or written.

    Numba then compiles the kernel again.
    """

    def __init__(self, kept: Record) -> None:
        self._kept = kept

    def load_overload(self, signature: object, target: object) -> Record:
        try:
            return self._kept.load_overload(signature, target)
        except BROKEN as error:
            _warn_unusable(self._kept.cache_path, repr(error))
            return None

    def save_overload(self, signature: object, code: object) -> None:
        try:
            self._kept.save_overload(signature, code)
        except BROKEN as error:
            _warn_unusable(self._kept.cache_path, repr(error))

    def __getattr__(self, name: str) -> Record:
        return getattr(self._kept, name)


@cache
def _warn_unusable(_folder: str, why: str) -> None:
    _log.warning("cannot use the compiled code in %s, compiling again: %s", cache_folder(), why)


def outside_files(function: Kernel) -> frozenset[str]:
    """Return the files outside this package on which a function depends.

    These are the files that define the function itself or any function it calls by name, directly or indirectly.
    """
    plain = _plain(function)
    if plain not in _outside:
        _outside[plain] = frozenset()  # ends the recursion of functions that call themselves
        named = [plain.__globals__.get(name) for name in plain.__code__.co_names]
        called = [outside_files(each) for each in named if isinstance(_plain(each), FunctionType)]
        modules = [
            each.__file__ or "" for each in named if isinstance(each, ModuleType) and each.__name__ in _registered
        ]
        own = {file for file in (plain.__code__.co_filename, *modules) if not file.startswith(str(_PACKAGE))}
        _outside[plain] = frozenset(own).union(*called)
    return _outside[plain]


def _plain(function: object) -> Record:
    """Return the plain Python function of a kernel; other objects are returned unchanged."""
    return getattr(function, "py_func", function)


@cache
def _hash_files(files: frozenset[str]) -> str:
    digest = hashlib.sha256()
    for file in sorted(files):
        digest.update(Path(file).read_bytes() if Path(file).is_file() else file.encode())
    return digest.hexdigest()[:16] if files else ""


@cache
def register(module: ModuleType | Rules) -> None:
    """Make the functions of a module, and the functions that it imports, callable from compiled code."""
    _registered.add(module.__name__)
    for _, function in inspect.getmembers(module, inspect.isfunction):
        if function.__module__ == module.__name__:
            register_jitable(pipeline_class=PartCompiler, **INSIDE)(function)
        else:
            register(sys.modules[function.__module__])


register(rulekit)


def tailor(template: F, name: str, **names: object) -> F:
    """Return a compiled kernel made from a template by replacing its placeholders with the given values.

    Args:
        template: A function with placeholders among its global names.
        name: An identifier of the values. It becomes part of the name of the cached code, so two kernels made from the
            same template must not share it.
        **names: The values of the placeholders.
    """
    return kernel(_fill_in(template, name, names))


def tailor_inline(template: F, name: str, **names: object) -> F:
    """Return a kernel made from a template, as `tailor` does, but inlined into its callers.

    Use it for short functions in innermost loops.
    """
    return kernel(_fill_in(template, name, names), inline="always")


def _fill_in(template: F, name: str, names: Mapping[str, object]) -> F:
    scope = {**template.__globals__, **names}
    function = FunctionType(template.__code__, scope, template.__name__, template.__defaults__)
    function.__qualname__ = f"{template.__name__}_{name}"
    function.__module__ = template.__module__
    return cast(F, function)


def kernel_name(compiled: Kernel) -> str:
    """Return the name under which the code of a kernel is cached."""
    return str(_plain(compiled).__qualname__)


def is_compiled(compiled: Kernel) -> bool:
    """Return whether a kernel is compiled or loaded from the cache, so that calling it does not invoke the compiler."""
    return bool(getattr(compiled, "signatures", True))


@cache
def record_type(layout: Layout) -> np.dtype[np.void]:
    """Return the NumPy record type for a layout, in which all fields have the type int64."""
    return named_fields(np.dtype([(name, np.int64, shape) if shape else (name, np.int64) for name, shape in layout]))


def named_fields(fields: np.dtype[np.void]) -> np.dtype[np.void]:
    """Return a record type whose fields can be read as attributes even if `NUMBA_DISABLE_JIT` is set.

    Compiled code can read the fields of any record as attributes. Plain Python needs `np.record` for this, which is
    slower to pass to a kernel.
    """
    return np.dtype((np.record, fields)) if config.DISABLE_JIT else fields


def as_record(**parts: np.ndarray | np.void | float) -> Record:
    """Return a record whose fields have the names and values of the arguments.

    A record is faster to pass than a tuple of arrays: a kernel receives a single pointer, whereas a tuple is copied on
    every call.
    """
    held = {name: np.asarray(part) for name, part in parts.items()}
    fields = np.dtype([(name, part.dtype, part.shape) for name, part in held.items()], align=True)
    record = np.zeros(1, named_fields(fields))[0]
    for name, part in held.items():
        record[name] = part
    return record


def pack(twin: Twin, layout: Layout) -> np.ndarray:
    """Return a one-element array with a record that holds the field values of a twin (a plain Python object)."""
    records = np.zeros(1, record_type(layout))
    record = records[0]
    for name, _ in layout:
        record[name] = getattr(twin, name)
    return records


def unpack(record: Record, layout: Layout) -> Twin:
    """Return a twin (a plain Python object) with the field values of a record."""
    twin = make_twin(layout)
    for name, shape in layout:
        setattr(twin, name, record[name].copy() if shape else int(record[name]))
    return twin
