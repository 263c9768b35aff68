"""Functions of notations and displays as JavaScript."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence

from translator.expressions import spell
from translator.plain import PlainScope

INDENT = "  "


def write_plain_function(scope: PlainScope, node: ast.FunctionDef, name: str) -> str:
    """Gives a function; its names are declared at its top."""
    words = [word.arg for word in node.args.args]
    own = sorted({part for part in _assigned(node.body) if part != "_"} - set(words))
    scope.locals = {*words, *own}
    body = node.body[1:] if ast.get_docstring(node) is not None else node.body
    lines = [f"function {name}({', '.join(map(spell, words))}) {{"]
    lines += [f"{INDENT}let {', '.join(map(spell, own))};"] if own else []
    lines += [line for statement in body for line in _write(scope, statement, INDENT)]
    return "\n".join([*lines, "}"])


def _assigned(body: Sequence[ast.stmt]) -> Iterator[str]:
    """The names that statements assign to; those of comprehensions stay inside of them."""
    for statement in body:
        match statement:
            case ast.Assign(targets=targets):
                found: list[ast.expr] = targets
            case ast.AnnAssign(target=target) | ast.For(target=target):
                found = [target]
            case _:
                found = []
        for part in (part for target in found for part in ast.walk(target)):
            if isinstance(part, ast.Name) and isinstance(part.ctx, ast.Store):
                yield part.id
        for inner in ("body", "orelse"):
            yield from _assigned(getattr(statement, inner, []))


def _write(scope: PlainScope, node: ast.stmt, at: str) -> Iterator[str]:
    match node:
        case ast.Return():
            yield f"{at}return{'' if node.value is None else f' {scope.write(node.value)}'};"
        case ast.Assign(targets=[target]) | ast.AnnAssign(target=target) if node.value is not None:
            yield f"{at}{_place(scope, target)} = {scope.write(node.value)};"
        case ast.AugAssign(target=ast.Name() as target, op=op, value=value):
            place = ast.Name(target.id, ast.Load())
            yield f"{at}{scope.write(place)} = {scope.binary(place, op, value, node)};"
        case ast.If():
            yield f"{at}if ({scope.ask(node.test)}) {{"
            yield from _block(scope, node.body, at)
            yield f"{at}}} else {{" if node.orelse else f"{at}}}"
            if node.orelse:
                yield from _block(scope, node.orelse, at)
                yield f"{at}}}"
        case ast.For(orelse=[]):
            yield f"{at}for ({_place(scope, node.target)} of {scope.write(node.iter)}) {{"
            yield from _block(scope, node.body, at)
            yield f"{at}}}"
        case ast.Raise(exc=ast.Call(func=ast.Name(id="NotationError"), args=[_, reason])):
            yield f"{at}throw refused({scope.write(reason)});"
        case ast.Expr(value=ast.Call()):
            yield f"{at}{scope.write(node.value)};"
        case _:
            raise scope.refuse(node, type(node).__name__)


def _block(scope: PlainScope, body: Sequence[ast.stmt], at: str) -> Iterator[str]:
    for statement in body:
        yield from _write(scope, statement, at + INDENT)


def _place(scope: PlainScope, target: ast.expr) -> str:
    """Gives what is assigned to: names, or an entry of a dictionary."""
    if isinstance(target, ast.Subscript):
        return f"{scope.write(target.value)}[{scope.write(target.slice)}]"
    return scope.target(target)
