"""Kernels that call each other become one piece of machine code, made once.

By itself numba makes machine code of every function that a kernel calls, each with all that it calls in turn, and
throws it away when the kernel that Python calls contains it anyway. Here a function inside of a kernel stays what
comes before machine code; the kernel takes in all of them, and is optimised and kept as a whole.
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

# What numba hands over has no types that a checker could follow.
State: TypeAlias = Any
Library: TypeAlias = Any
NumbaType: TypeAlias = Any

# Nobody asks for a pointer to a kernel, which would be machine code of its own.
INSIDE = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True}


class _Part(JITCodeLibrary):
    """A function inside of a kernel, not yet optimised together with anything."""

    def finalize(self) -> None:
        self._raise_if_finalized()
        self._finalize_dynamic_globals()
        self._finalized = True


class _Whole(JITCodeLibrary):
    """A kernel with everything that it calls, directly or not."""

    _linking_libraries: list[Library]

    def finalize(self) -> None:
        self._linking_libraries = _all_parts(self._linking_libraries)
        super().finalize()


def _all_parts(libraries: list[Library]) -> list[Library]:
    """These libraries and those that parts among them stand on, each once."""
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
    """Makes a part; the flag `no_compile` keeps numba from going on to machine code."""

    _name = "lower_part"

    def run_pass(self, state: State) -> bool:
        state.library = _Part(state.targetctx.codegen(), state.func_id.func_qualname)
        state.flags.no_compile = True
        super().run_pass(state)
        lowered = state["cr"]
        # A part has no machine code; what numba knows it by instead must be built in and like no other.
        inside = object().__dir__
        state.targetctx.insert_user_function(inside, lowered.fndesc, [state.library])
        state.reload_init.extend(state.library._reload_init)
        state["cr"] = _LowerResult(lowered.fndesc, lowered.call_helper, cfunc=inside, env=lowered.env)
        return True


@register_pass(mutates_CFG=True, analysis_only=False)
class _LowerWhole(NativeLowering):
    """Makes a whole, whose code can be kept on disk."""

    _name = "lower_whole"

    def run_pass(self, state: State) -> bool:
        state.library = _Whole(state.targetctx.codegen(), state.func_id.func_qualname)
        state.library.enable_object_caching()
        return bool(super().run_pass(state))


class PartCompiler(CompilerBase):
    """Numba's compiler for functions that only kernels call."""

    def define_pipelines(self) -> list[PassManager]:
        """Numba's passes, ending in a part."""
        return [_with_lowering(self.state, _LowerPart)]


class WholeCompiler(CompilerBase):
    """Numba's compiler for kernels that Python calls."""

    def define_pipelines(self) -> list[PassManager]:
        """Numba's passes, ending in a whole."""
        return [_with_lowering(self.state, _LowerWhole)]


def _with_lowering(state: State, lowering: type[NativeLowering]) -> PassManager:
    """Numba's own passes, with another one in the place where code is made."""
    passes = DefaultPassBuilder.define_nopython_pipeline(state)
    passes.passes = [(lowering if each is NativeLowering else each, told) for each, told in passes.passes]
    passes.finalize()
    return passes


class KernelDispatcher(CPUDispatcher):
    """A kernel: a whole where Python calls it, a part where another kernel does."""

    def __init__(self, function: Callable[..., object], inline: str) -> None:
        options = {"nopython": True, "nogil": True, "boundscheck": None, "inline": inline}
        super().__init__(function, targetoptions={**options, "no_cfunc_wrapper": True}, pipeline_class=WholeCompiler)
        self.part: Dispatcher = numba.njit(nogil=True, inline=inline, pipeline_class=PartCompiler, **INSIDE)(function)

    @property
    def _numba_type_(self) -> NumbaType:
        return self.part._numba_type_
