"""Turns plain functions into compiled ones and keeps the result on disk between runs."""

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

# The border to numba, which hands over what no type checker can follow: the fields of a record exist at run time only.
# These are the two names for it in signatures of kernels: one record, and an array of them. A record does not keep its
# array alive, so what reads an item of a local array is handed the array.
Record: TypeAlias = Any
Records: TypeAlias = Any
Kernel: TypeAlias = Callable[..., Record]
Ints = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]
Singles = npt.NDArray[np.float32]

# What a global name of a template holds until `tailor` puts a game's own in its place.
FILLED_IN: Any = None

# Not resolved: code names its file by the path that it was imported from, which may be a link.
_PACKAGE = Path(__file__).parent.parent
# Its settings come into being at run time, so a type checker cannot know them.
config: Any = _numba_config
_log = logging.getLogger(__name__)
# Modules whose plain functions compiled code may call, and the files outside of this package that functions stand on.
_registered: set[str] = set()
_outside: dict[FunctionType, frozenset[str]] = {}
# What reading or writing kept code can raise when its files are damaged or the disk is full.
BROKEN = (
    *(OSError, EOFError, pickle.PickleError, ValueError, LookupError),
    *(AttributeError, ImportError, TypeError, RuntimeError),
)


def _spare_scipy() -> None:
    """Has numba load its functions of arrays without SciPy, which it imports only to see that it is there.

    That takes a third of the time to a first decision, and no kernel needs it; what does imports it then.
    """
    from numba.np import linalg

    found = linalg.ensure_blas
    linalg.ensure_blas = lambda: None
    try:
        from numba.np import arraymath

        arraymath.ensure_blas = found
    finally:
        linalg.ensure_blas = found


_spare_scipy()


def kernel(function: F, inline: str = "never") -> F:
    """Give the compiled twin of a plain function; it holds no lock, so that threads run it side by side."""
    if config.DISABLE_JIT:
        return function
    compiled: Record = KernelDispatcher(function, inline)
    if _folder_of(function) is not None:
        compiled._cache = _Forgiving(_KernelCache(function))
    return cast(F, compiled)


def _folder_of(function: Kernel) -> Path | None:
    return cache_folder(_hash_files(outside_files(function)))


@contextmanager
def heard_compiling(tell: Callable[[], object]) -> Iterator[None]:
    """Tells once if anything is compiled meanwhile; what is kept on disk is only loaded."""
    is_told = False

    class Listener(event.Listener):  # type: ignore[misc]  # numba has no types
        def on_start(self, _event: event.Event) -> None:
            nonlocal is_told
            if not is_told:
                is_told = True
                tell()

        def on_end(self, _event: event.Event) -> None:
            """Whatever is compiled next is not told again."""

    with event.install_listener("numba:compile", Listener()):
        yield


class _KernelLocator(caching._CacheLocator):  # type: ignore[misc]  # numba has no types
    """Finds the code of a kernel by its module and the content of its source, wherever the checkout is."""

    def __init__(self, function: Kernel, file: str, folder: Path) -> None:
        self._py_file = file  # read by numba for its warnings
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
    """One file per signature, named after all that it depends on.

    Numba numbers the files and lists them in an index; two processes that save at once then overwrite each other's.
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
    """Numba's cache of one function, with our names for its files."""

    _impl_class = _LocatedResult

    def __init__(self, function: Kernel) -> None:
        super().__init__(function)
        stamp = self._impl.locator.get_source_stamp()
        self._cache_file = _KernelFiles(self._cache_path, self._impl.filename_base, stamp)


class _Forgiving:
    """The kept code of one kernel; where it cannot be read or written, the kernel is compiled instead."""

    def __init__(self, kept: Record) -> None:
        self._kept = kept

    def load_overload(self, signature: object, target: object) -> Record:
        try:
            return self._kept.load_overload(signature, target)
        except BROKEN as error:
            _tell(self._kept.cache_path, repr(error))
            return None

    def save_overload(self, signature: object, code: object) -> None:
        try:
            self._kept.save_overload(signature, code)
        except BROKEN as error:
            _tell(self._kept.cache_path, repr(error))

    def __getattr__(self, name: str) -> Record:
        return getattr(self._kept, name)


@cache
def _tell(_folder: str, why: str) -> None:
    _log.warning("compiled code in %s cannot be used and is made again: %s", cache_folder(), why)


def outside_files(function: Kernel) -> frozenset[str]:
    """The files outside of this package in which a function, and what it calls by name, was written."""
    plain = _plain(function)
    if plain not in _outside:
        _outside[plain] = frozenset()  # for a function that calls itself
        named = [plain.__globals__.get(name) for name in plain.__code__.co_names]
        called = [outside_files(each) for each in named if isinstance(_plain(each), FunctionType)]
        modules = [
            each.__file__ or "" for each in named if isinstance(each, ModuleType) and each.__name__ in _registered
        ]
        own = {file for file in (plain.__code__.co_filename, *modules) if not file.startswith(str(_PACKAGE))}
        _outside[plain] = frozenset(own).union(*called)
    return _outside[plain]


def _plain(function: object) -> Record:
    """The plain function behind a compiled one; anything else stays as it is."""
    return getattr(function, "py_func", function)


@cache
def _hash_files(files: frozenset[str]) -> str:
    digest = hashlib.sha256()
    for file in sorted(files):
        digest.update(Path(file).read_bytes() if Path(file).is_file() else file.encode())
    return digest.hexdigest()[:16] if files else ""


@cache
def register(module: ModuleType | Rules) -> None:
    """Lets compiled code call the plain functions of a module, and of those it imports from, without decorators."""
    _registered.add(module.__name__)
    for _, function in inspect.getmembers(module, inspect.isfunction):
        if function.__module__ == module.__name__:
            register_jitable(pipeline_class=PartCompiler, **INSIDE)(function)
        else:
            register(sys.modules[function.__module__])


register(rulekit)


def tailor(template: F, name: str, **names: object) -> F:
    """The compiled kernel of a template whose global names stand for something else in each game.

    The name must tell what the kernel was made for: compiled code is kept on disk by it.
    """
    return kernel(_fill_in(template, name, names))


def tailor_inline(template: F, name: str, **names: object) -> F:
    """A kernel of a template that becomes part of those that call it: for a few lines in an innermost loop."""
    return kernel(_fill_in(template, name, names), inline="always")


def _fill_in(template: F, name: str, names: Mapping[str, object]) -> F:
    scope = {**template.__globals__, **names}
    function = FunctionType(template.__code__, scope, template.__name__, template.__defaults__)
    function.__qualname__ = f"{template.__name__}_{name}"
    function.__module__ = template.__module__
    return cast(F, function)


def kernel_name(compiled: Kernel) -> str:
    """The name that compiled code of this kernel is kept by."""
    return str(_plain(compiled).__qualname__)


def is_compiled(compiled: Kernel) -> bool:
    """Whether this kernel has been called, or its code found on disk, so that the next call does not wait."""
    return bool(getattr(compiled, "signatures", True))


@cache
def record_type(layout: Layout) -> np.dtype[np.void]:
    """Gives the NumPy record with the fields of a layout, all int64."""
    return named_fields(np.dtype([(name, np.int64, shape) if shape else (name, np.int64) for name, shape in layout]))


def named_fields(fields: np.dtype[np.void]) -> np.dtype[np.void]:
    """Gives the type of records whose fields plain code reads by name too, where NUMBA_DISABLE_JIT runs kernels plain.

    Compiled code reads any record by name; a record that plain Python reads so costs more to hand over.
    """
    return np.dtype((np.record, fields)) if config.DISABLE_JIT else fields


def as_record(**parts: np.ndarray | np.void | float) -> Record:
    """Parts as the fields of one record: a kernel hands on one pointer, where a tuple of arrays is copied each time."""
    held = {name: np.asarray(part) for name, part in parts.items()}
    fields = np.dtype([(name, part.dtype, part.shape) for name, part in held.items()], align=True)
    record = np.zeros(1, named_fields(fields))[0]
    for name, part in held.items():
        record[name] = part
    return record


def pack(twin: Twin, layout: Layout) -> np.ndarray:
    """Gives an array of one record with the contents of a twin."""
    records = np.zeros(1, record_type(layout))
    record = records[0]
    for name, _ in layout:
        record[name] = getattr(twin, name)
    return records


def unpack(record: Record, layout: Layout) -> Twin:
    """Gives a twin with the contents of a record."""
    twin = make_twin(layout)
    for name, shape in layout:
        setattr(twin, name, record[name].copy() if shape else int(record[name]))
    return twin
