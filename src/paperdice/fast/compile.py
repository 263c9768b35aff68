"""Compile plain functions with numba and cache the machine code on disk."""

import inspect
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from types import FunctionType, ModuleType
from typing import Any, TypeAlias, TypeVar, cast

import numpy as np
import numpy.typing as npt
from numba.core import config as _numba_config
from numba.core import event
from numba.extending import register_jitable

from paperdice import rulekit
from paperdice.fast.internals import INSIDE, KernelDispatcher, PartCompiler
from paperdice.fast.sources import plain_function, registered_modules
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

# Numba creates its settings at run time, so type checkers do not see them.
config: Any = _numba_config


def kernel(function: F, inline: str = "never") -> F:
    """Compile a plain function with numba; the compiled version releases the GIL while it runs.

    If `NUMBA_DISABLE_JIT` is set, the function is returned unchanged.
    """
    if config.DISABLE_JIT:
        return function
    compiled: Record = KernelDispatcher(function, inline)
    compiled.keep()
    return cast(F, compiled)


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


@cache
def register(module: ModuleType | Rules) -> None:
    """Make the functions of a module, and the functions that it imports, callable from compiled code."""
    registered_modules.add(module.__name__)
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
    return str(plain_function(compiled).__qualname__)


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
