"""Everything that uses internals of numba: linking kernels that call each other, and caching machine code on disk.

By default, numba generates machine code for every function that a kernel calls, including everything that this function
calls in turn, and discards this code once it is part of the outermost kernel. Here, a function called by a kernel is
only compiled to LLVM IR. The outermost kernel links the IR of all these functions, and is optimized and cached as a
whole. So machine code is generated only once.
"""

import hashlib
import logging
import pickle
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, TypeAlias

import numba
from numba.core import caching
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import CompilerBase, DefaultPassBuilder, _LowerResult
from numba.core.compiler_machinery import PassManager, register_pass
from numba.core.dispatcher import Dispatcher
from numba.core.registry import CPUDispatcher
from numba.core.typed_passes import NativeLowering

from paperdice.fast.cache import cache_folder
from paperdice.fast.sources import hash_files, kernel_folder

# Objects of numba's internals, which has no type annotations.
TypingState: TypeAlias = Any
Library: TypeAlias = Any
NumbaType: TypeAlias = Any

_log = logging.getLogger(__name__)
# Function pointers to kernels are never taken; each wrapper would need machine code of its own.
INSIDE = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True}
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


class _Part(JITCodeLibrary):
    """The unoptimized LLVM IR of a function called by a kernel."""

    def finalize(self) -> None:
        self._raise_if_finalized()
        self._finalize_dynamic_globals()
        self._finalized = True


class _Whole(JITCodeLibrary):
    """The code of a kernel and of all functions that it calls, directly or indirectly."""

    _linking_libraries: list[Library]

    def finalize(self) -> None:
        self._linking_libraries = _all_parts(self._linking_libraries)
        super().finalize()


def _all_parts(libraries: list[Library]) -> list[Library]:
    """Return these libraries and those that their parts link to, directly or indirectly, without duplicates."""
    found = dict.fromkeys(libraries)
    ahead = list(found)
    while ahead:
        library = ahead.pop()
        further = library._linking_libraries if isinstance(library, _Part) else []
        ahead.extend(each for each in further if each not in found)
        found.update(dict.fromkeys(further))
    return list(found)


@register_pass(mutates_CFG=True, analysis_only=False)
class _LowerPart(NativeLowering):
    """Lowers a function to a `_Part`; the flag `no_compile` stops numba from generating machine code."""

    _name = "lower_part"

    def run_pass(self, state: TypingState) -> bool:
        state.library = _Part(state.targetctx.codegen(), state.func_id.func_qualname)
        state.flags.no_compile = True
        super().run_pass(state)
        lowered = state["cr"]
        # Numba identifies functions by their entry point, which a part lacks. It accepts a unique builtin instead.
        inside = object().__dir__
        state.targetctx.insert_user_function(inside, lowered.fndesc, [state.library])
        state.reload_init.extend(state.library._reload_init)
        state["cr"] = _LowerResult(lowered.fndesc, lowered.call_helper, cfunc=inside, env=lowered.env)
        return True


@register_pass(mutates_CFG=True, analysis_only=False)
class _LowerWhole(NativeLowering):
    """Lowers a kernel to a `_Whole`, whose machine code can be cached on disk."""

    _name = "lower_whole"

    def run_pass(self, state: TypingState) -> bool:
        state.library = _Whole(state.targetctx.codegen(), state.func_id.func_qualname)
        state.library.enable_object_caching()
        return bool(super().run_pass(state))


class PartCompiler(CompilerBase):
    """The numba compiler for functions that are only called by kernels."""

    def define_pipelines(self) -> list[PassManager]:
        """Return numba's nopython pipeline with `_LowerPart` as its lowering pass."""
        return [_with_lowering(self.state, _LowerPart)]


class WholeCompiler(CompilerBase):
    """The numba compiler for kernels that are called from Python."""

    def define_pipelines(self) -> list[PassManager]:
        """Return numba's nopython pipeline with `_LowerWhole` as its lowering pass."""
        return [_with_lowering(self.state, _LowerWhole)]


def _with_lowering(state: TypingState, lowering: type[NativeLowering]) -> PassManager:
    """Return numba's nopython pipeline with its lowering pass replaced."""
    passes = DefaultPassBuilder.define_nopython_pipeline(state)
    passes.passes = [(lowering if each is NativeLowering else each, told) for each, told in passes.passes]
    passes.finalize()
    return passes


class _KernelLocator(caching._CacheLocator):
    """Locates the cached code of a kernel by its module and a hash of its source file, wherever the checkout is."""

    def __init__(self, function: Callable[..., Any], file: str, folder: Path) -> None:
        self._py_file = file  # used in numba's warnings
        self._line = function.__code__.co_firstlineno
        self._folder = folder / function.__module__

    def get_cache_path(self) -> str:
        return str(self._folder)

    def get_source_stamp(self) -> str:
        return hash_files(frozenset((self._py_file,)))

    def get_disambiguator(self) -> str:
        return str(self._line)

    def ensure_cache_path(self) -> None:
        self._folder.mkdir(parents=True, exist_ok=True)

    @classmethod
    def from_function(cls, function: Callable[..., Any], file: str) -> "_KernelLocator | None":
        folder = kernel_folder(function)
        return cls(function, file, folder) if folder is not None and Path(file).is_file() else None


class _KernelFiles(caching.IndexDataCacheFile):
    """A cache with one file per signature of a kernel; the file name contains a hash of everything the code depends on.

    Numba's own cache numbers the files and lists them in an index, which is unsafe if two processes write at the same
    time.
    """

    def save(self, key: object, data: object) -> None:
        self._save_data(self._name(key), (key, data))

    def load(self, key: object) -> Any:
        try:
            kept, data = self._load_data(self._name(key))
        except FileNotFoundError:
            return None
        return data if kept == key else None

    def _name(self, key: object) -> str:
        mark = hashlib.sha256(repr((self._version, self._source_stamp, key)).encode()).hexdigest()[:16]
        return f"{self._index_name.removesuffix('.nbi')}.{mark}.nbc"


class _LocatedResult(caching.CompileResultCacheImpl):
    _locator_classes = (_KernelLocator, *caching.CacheImpl._locator_classes)


class _KernelCache(caching.FunctionCache):
    """Numba's function cache with the files of `_KernelFiles` instead of numba's own."""

    _impl_class = _LocatedResult

    def __init__(self, function: Callable[..., Any]) -> None:
        super().__init__(function)
        stamp = self._impl.locator.get_source_stamp()
        self._cache_file = _KernelFiles(self._cache_path, self._impl.filename_base, stamp)


class _FallbackCache:
    """The cache of one kernel, which logs a warning instead of raising an error if files cannot be read or written.

    Numba then compiles the kernel again.
    """

    def __init__(self, kept: Any) -> None:
        self._kept = kept

    def load_overload(self, signature: object, target: object) -> Any:
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

    def __getattr__(self, name: str) -> Any:
        return getattr(self._kept, name)


@cache
def _warn_unusable(_folder: str, why: str) -> None:
    _log.warning("cannot use the compiled code in %s, compiling again: %s", cache_folder(), why)


class KernelDispatcher(CPUDispatcher):
    """A kernel compiled with `WholeCompiler` for calls from Python, and with `PartCompiler` for calls from kernels."""

    def __init__(self, function: Callable[..., object], inline: str) -> None:
        options = {"nopython": True, "nogil": True, "boundscheck": None, "inline": inline}
        super().__init__(function, targetoptions={**options, "no_cfunc_wrapper": True}, pipeline_class=WholeCompiler)
        self.part: Dispatcher = numba.njit(nogil=True, inline=inline, pipeline_class=PartCompiler, **INSIDE)(function)

    @property
    def _numba_type_(self) -> NumbaType:
        return self.part._numba_type_

    def keep(self) -> None:
        """Cache the machine code on disk, if a folder can be written."""
        if kernel_folder(self.py_func) is not None:
            self._cache = _FallbackCache(_KernelCache(self.py_func))
