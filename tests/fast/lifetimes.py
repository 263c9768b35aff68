"""A static check for kernels that read a record after its array was freed, using only numba's front end.

A record does not keep the array from which it was taken alive, and numba frees an array after the last use of its name.
"""

from __future__ import annotations

import ast
import importlib
import linecache
from collections.abc import Iterator
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numba.core import analysis, compiler, ir, postproc

from paperdice.fast.compile import PLACEHOLDER

ROOT = Path(__file__).parents[2]
TAKING = ("getitem", "static_getitem")
# numba has no type annotations
Code: TypeAlias = Any


class Link(NamedTuple):
    """A name that points into an array without keeping the array alive, and whether the array has been freed."""

    item: str
    array: str
    is_lost: bool = False


def kernels_below(folder: str) -> Iterator[FunctionType]:
    """Yield the Python function of every kernel and template in the modules of a folder."""
    top = ROOT / "src" if (ROOT / "src" / folder).exists() else ROOT
    for path in sorted((top / folder).rglob("*.py")):
        name = ".".join(path.relative_to(top).with_suffix("").parts).removesuffix(".__init__")
        yield from kernels_in(importlib.import_module(name), ast.parse(path.read_text("utf-8")))


def kernels_in(module: ModuleType, tree: ast.Module) -> Iterator[FunctionType]:
    """Yield the functions that a module decorates or passes to `tailor`."""
    calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call)]
    made = {ast.unparse(call.args[0]) for call in calls if ast.unparse(call.func) in ("tailor", "tailor_inline")}
    functions = [node for node in tree.body if isinstance(node, ast.FunctionDef)]
    for node in functions:
        if "kernel" in map(ast.unparse, node.decorator_list) or node.name in made:
            found = getattr(module, node.name)
            yield getattr(found, "py_func", found)


def find_lost(function: FunctionType) -> list[str]:
    """Return the arrays that a function uses after they were freed, each as `ARRAY in LINE`."""
    code = compiler.run_frontend(function)
    postproc.PostProcessor(code).run(emit_dels=True)
    graph = analysis.compute_cfg_from_blocks(code.blocks)
    links: dict[int, frozenset[Link]] = {}
    faults: set[str] = set()
    waiting = [(graph.entry_point(), frozenset[Link]())]
    while waiting:
        label, more = waiting.pop()
        if label in links and more <= links[label]:
            continue
        links[label] = links.get(label, more) | more
        after = follow(code, code.blocks[label], links[label], faults)
        waiting += [(following, after) for following, _ in graph.successors(label)]
    return sorted(faults)


def follow(code: Code, block: Code, links: frozenset[Link], faults: set[str]) -> frozenset[Link]:
    """Return the links after a block, given the links before it; add late uses to the faults."""
    for step in block.body:
        if isinstance(step, ir.Del):
            kept = [link for link in links if link.item != step.value]
            links = frozenset(link._replace(is_lost=link.is_lost or link.array == step.value) for link in kept)
            continue
        if reads(step):
            used = {name.name for name in step.list_vars()}
            line = linecache.getline(step.loc.filename, step.loc.line).strip()
            faults |= {f"{link.array} in {line}" for link in links if link.is_lost and link.item in used}
        if isinstance(step, ir.Assign):
            others = frozenset(link for link in links if link.item != step.target.name)
            links = others | frozenset(links_of(code, step, links))
    return links


def reads(step: Code) -> bool:
    """Return whether a statement accesses the data of a record, rather than only its name."""
    if isinstance(step, ir.Assign):
        return isinstance(step.value, ir.Expr) and step.value.op in (*TAKING, "getattr", "call")
    return isinstance(step, (ir.SetAttr, ir.SetItem, ir.StaticSetItem))


def links_of(code: Code, step: Code, links: frozenset[Link]) -> Iterator[Link]:
    """Yield the arrays that the target of an assignment points into: as an item, as a field, or by another name."""
    value = step.value
    is_field = isinstance(value, ir.Expr) and value.op == "getattr"
    if isinstance(value, ir.Var) or is_field:
        source = value.value.name if is_field else value.name
        yield from (link._replace(item=step.target.name) for link in links if link.item == source)
    elif is_taken(value) and not is_slice(code, value) and is_local(code, value.value):
        yield Link(step.target.name, value.value.name)


def is_taken(value: Code) -> bool:
    """Return whether an expression takes an item or field out of an array."""
    return isinstance(value, ir.Expr) and value.op in TAKING


def is_slice(code: Code, taken: Code) -> bool:
    """Return whether an item is itself an array, which keeps its memory alive."""
    if taken.op == "static_getitem":
        return isinstance(taken.index, slice)
    calls = [each for each in made_by(code, taken.index) if isinstance(each, ir.Expr) and each.op == "call"]
    return any(slice in values_of(code, call.func) for call in calls)


def is_local(code: Code, array: Code) -> bool:
    """Return whether an array may hold records and belongs to the kernel; NumPy arrays hold numbers by default."""
    for made in made_by(code, array):
        if not isinstance(made, ir.Expr):
            continue  # an argument or a global
        if made.op in (*TAKING, "getattr"):
            return is_local(code, made.value)
        if made.op == "call" and (not is_numpy(code, made.func) or any(is_record(code, each) for each in made.args)):
            return True
    return False


def is_numpy(code: Code, function: Code) -> bool:
    """Return whether a name refers to a NumPy function."""
    found = [each for each in made_by(code, function) if isinstance(each, ir.Expr) and each.op == "getattr"]
    return any(np in values_of(code, each.value) for each in found)


def is_record(code: Code, name: Code) -> bool:
    """Return whether a name refers to a record type or a placeholder of a template."""
    return any(value is PLACEHOLDER or getattr(value, "names", None) for value in values_of(code, name))


def values_of(code: Code, name: Code) -> list[object]:
    """Return the global values that a name may refer to."""
    return [made.value for made in made_by(code, name) if isinstance(made, (ir.Global, ir.FreeVar))]


def made_by(code: Code, name: Code) -> list[Code]:
    """Return all values assigned to a name anywhere in a function, including through other names."""
    names, found = [name.name], []
    for each in names:  # grows during the loop
        for made in code._definitions[each]:
            if not isinstance(made, ir.Var):
                found.append(made)
            elif made.name not in names:
                names.append(made.name)
    return found
