"""Links kernels that call each other, so that machine code is generated only once, for the outermost kernel.

By default, numba generates machine code for every function that a kernel calls, including everything that this function
calls in turn, and discards this code once it is part of the outermost kernel. Here, a function called by a kernel is
only compiled to LLVM IR. The outermost kernel links the IR of all these functions, and is optimized and cached as a
whole.
"""

from collections.abc import Callable
from typing import Any, TypeAlias

import numba
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import CompilerBase, DefaultPassBuilder, _LowerResult
from numba.core.compiler_machinery import PassManager, register_pass
from numba.core.dispatcher import Dispatcher
from numba.core.registry import CPUDispatcher
from numba.core.typed_passes import NativeLowering

# Objects of numba's internals, which has no type annotations.
TypingState: TypeAlias = Any
Library: TypeAlias = Any
NumbaType: TypeAlias = Any

# Function pointers to kernels are never taken; each wrapper would need machine code of its own.
INSIDE = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True}


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


class KernelDispatcher(CPUDispatcher):
    """A kernel compiled with `WholeCompiler` for calls from Python, and with `PartCompiler` for calls from kernels."""

    def __init__(self, function: Callable[..., object], inline: str) -> None:
        options = {"nopython": True, "nogil": True, "boundscheck": None, "inline": inline}
        super().__init__(function, targetoptions={**options, "no_cfunc_wrapper": True}, pipeline_class=WholeCompiler)
        self.part: Dispatcher = numba.njit(nogil=True, inline=inline, pipeline_class=PartCompiler, **INSIDE)(function)

    @property
    def _numba_type_(self) -> NumbaType:
        return self.part._numba_type_
