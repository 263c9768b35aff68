"""Classes of drawings as JavaScript: tuples with names, frozen records of data, and one that draws."""

from __future__ import annotations

import ast
import copy
from collections.abc import Iterator
from dataclasses import fields, is_dataclass

from translator.expressions import spell
from translator.plain import PlainScope
from translator.plain_statements import INDENT, function_lines, words_taken

# A tuple with names can be taken apart.
_APART = "*[Symbol.iterator]() { yield* Object.values(this); }"


def fields_of(kind: type) -> list[str]:
    """Gives the names of what instances hold, in the order in which they are given."""
    return [each.name for each in fields(kind)] if is_dataclass(kind) else list(getattr(kind, "_fields", ()))


def words_of_class(node: ast.ClassDef) -> ast.arguments:
    """Gives what an instance is made of."""
    for part in node.body:
        if isinstance(part, ast.FunctionDef) and part.name == "__init__":
            return _without_self(part).args
    found = [part for part in node.body if isinstance(part, ast.AnnAssign)]
    words = [ast.arg(part.target.id) for part in found if isinstance(part.target, ast.Name)]
    return ast.arguments([], words, None, [], [], None, [part.value for part in found if part.value is not None])


def methods_of(node: ast.ClassDef) -> dict[str, ast.FunctionDef]:
    """Gives the methods of a class by name, without the word for the instance."""
    return {part.name: _without_self(part) for part in node.body if isinstance(part, ast.FunctionDef)}


def _without_self(node: ast.FunctionDef) -> ast.FunctionDef:
    shape = node.args
    args = ast.arguments([], shape.args[1:], shape.vararg, shape.kwonlyargs, shape.kw_defaults, shape.kwarg, shape.defaults)
    made = copy.copy(node)
    made.args = args
    return made


def write_class(scope: PlainScope, node: ast.ClassDef, kind: type, name: str) -> str:
    """Gives a class; a property is asked for by its name."""
    lines = [f"class {name} {{"]
    if fields_of(kind):
        lines += [f"{INDENT}{line}" for line in _maker(scope, node)]
        lines += [f"{INDENT}{_APART}"] if issubclass(kind, tuple) else []
    for method in methods_of(node).values():
        lines += [f"{INDENT}{line}" for line in _method(scope, method)]
    return "\n".join([*lines, "}"])


def _maker(scope: PlainScope, node: ast.ClassDef) -> Iterator[str]:
    shape = words_of_class(node)
    given = ", ".join(words_taken(scope, shape, shape.args))
    yield f"constructor({given}) {{"
    for word in shape.args:
        yield f"{INDENT}this.{word.arg} = {spell(word.arg)};"
    yield "}"


def _method(scope: PlainScope, node: ast.FunctionDef) -> list[str]:
    marks = {ast.unparse(mark) for mark in node.decorator_list}
    before = {"property": "get ", "contextmanager": "*"}
    if marks - set(before):
        raise scope.refuse(node, f"a decorator {marks}")
    head, *lines = function_lines(scope, node, node.args.args, {"self"})
    name = "constructor" if node.name == "__init__" else node.name
    return [f"{''.join(before[mark] for mark in marks)}{name}{head}", f"{INDENT}const self = this;", *lines]
