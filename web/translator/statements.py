"""Statements and functions of the subset as JavaScript."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence

from translator.expressions import Scope, indices_of, size_of, spell

INDENT = "  "


def write_function(scope: Scope, node: ast.FunctionDef, name: str = "") -> str:
    """Gives a function; all its names are declared at its top, as Python has one scope a function."""
    shape = node.args
    if node.decorator_list or shape.vararg or shape.kwarg or shape.kwonlyargs or shape.defaults or shape.posonlyargs:
        raise scope.refuse(node, "a decorator, or arguments other than plain ones")
    words = [word.arg for word in shape.args]
    own = sorted(set(_assigned(node)) - set(words))
    scope.locals = {*words, *own}
    scope.shapes = {}
    body = node.body[1:] if ast.get_docstring(node) is not None else node.body
    lines = [f"function {name or node.name}({', '.join(map(spell, words))}) {{"]
    lines += [f"{INDENT}let {', '.join(map(spell, own))};"] if own else []
    lines += [line for statement in body for line in _write(scope, statement, INDENT)]
    return "\n".join([*lines, "}"])


def _assigned(node: ast.FunctionDef) -> Iterator[str]:
    for part in ast.walk(node):
        if isinstance(part, ast.Name) and isinstance(part.ctx, ast.Store):
            yield part.id


def _write(scope: Scope, node: ast.stmt, at: str) -> Iterator[str]:
    """Gives the lines of a statement."""
    match node:
        case ast.Return():
            yield f"{at}return{'' if node.value is None else f' {scope.write(node.value)}'};"
        case ast.Assign(targets=[target]):
            yield from _assign(scope, target, node.value, at)
        case ast.AugAssign(target=target, op=op, value=value):
            place = _place(scope, target)
            yield f"{at}{place} = {_kept(scope, scope.binary(_loaded(target), op, value, node))};"
        case ast.If():
            yield f"{at}if ({scope.write(node.test)}) {{"
            yield from _block(scope, node.body, at)
            if node.orelse:
                yield f"{at}}} else {{"
                yield from _block(scope, node.orelse, at)
            yield f"{at}}}"
        case ast.For():
            yield from _loop(scope, node, at)
        case ast.Expr(value=ast.Call()):
            yield f"{at}{scope.write(node.value)};"
        case ast.Break():
            yield f"{at}break;"
        case ast.Continue():
            yield f"{at}continue;"
        case ast.Pass():
            return
        case _:
            raise scope.refuse(node, type(node).__name__)


def _block(scope: Scope, body: Sequence[ast.stmt], at: str) -> Iterator[str]:
    for statement in body:
        yield from _write(scope, statement, at + INDENT)


def _loop(scope: Scope, node: ast.For, at: str) -> Iterator[str]:
    """Gives a loop over a range, which is made once; its name keeps the last number behind the loop."""
    call = node.iter
    if not isinstance(call, ast.Call) or ast.unparse(call.func) != "range":
        raise scope.refuse(node, "a loop over something else than a range")
    if not isinstance(node.target, ast.Name) or node.orelse:
        raise scope.refuse(node, "a loop over something else than a range")
    bounds = [scope.write(word) for word in call.args]
    first, last = ("0", bounds[0]) if len(bounds) == 1 else bounds[:2]
    step = _step(scope, call) if len(bounds) == 3 else 1
    name, hidden = spell(node.target.id), f"{node.target.id}$"
    sign, change = ("<", f"+= {step}") if step > 0 else (">", f"-= {-step}")
    yield f"{at}for (let {hidden} = {first}, {hidden}end = {last}; {hidden} {sign} {hidden}end; {hidden} {change}) {{"
    yield f"{at}{INDENT}{name} = {hidden};"
    yield from _block(scope, node.body, at)
    yield f"{at}}}"


def _step(scope: Scope, call: ast.Call) -> int:
    try:
        step = ast.literal_eval(call.args[2])
    except ValueError:
        step = 0
    if not isinstance(step, int) or step == 0:
        raise scope.refuse(call, "a step that is not written down")
    return step


def _assign(scope: Scope, target: ast.expr, value: ast.expr, at: str) -> Iterator[str]:
    indices = indices_of(target) if isinstance(target, ast.Subscript) else []
    slices = [index for index in indices if isinstance(index, ast.Slice)]
    if not isinstance(target, ast.Subscript) or not slices:
        shape = scope.zeros_of(value)
        if shape is not None and isinstance(target, ast.Name):
            scope.shapes[target.id] = shape
        yield f"{at}{_place(scope, target)} = {_kept(scope, scope.write(value))};"
        return
    shape = scope.shape_of(target.value)
    if shape is not None and scope.is_array(value):
        yield _lay(scope, target, value, at)
        return
    if len(slices) == len(indices) and all(_is_whole(part) for part in slices) and len(indices) == len(shape or "1"):
        yield f"{at}{scope.write(target.value)}.fill({_kept(scope, scope.write(value))});"
    elif len(indices) == 1:
        yield _copy(scope, target, slices[0], value, at)
    else:
        yield from _walk(scope, target, value, at)


def _lay(scope: Scope, target: ast.Subscript, value: ast.expr, at: str) -> str:
    """Gives a copy of an array into all that lies behind some first indices."""
    shape, indices = scope.shape_of(target.value), indices_of(target)
    firsts = [index for index in indices if not isinstance(index, ast.Slice)]
    if shape is None or len(indices) != len(shape) or not all(map(_is_whole, indices[len(firsts) :])):
        raise scope.refuse(target, "an array into something else than the end of another one")
    rest = size_of(shape[len(firsts) :])
    start = scope.flat(shape, [*(scope.write(index) for index in firsts), *["0"] * (len(shape) - len(firsts))])
    return f"{at}put({scope.write(target.value)}, {start}, {start} + {rest}, {scope.write(value)});"


def _copy(scope: Scope, target: ast.Subscript, part: ast.Slice, value: ast.expr, at: str) -> str:
    """Gives a copy of an array into a part of another one."""
    if part.step is not None or part.lower is None or part.upper is None:
        raise scope.refuse(target, "a slice without both ends")
    first, end = scope.write(part.lower), scope.write(part.upper)
    return f"{at}put({scope.write(target.value)}, {first}, {end}, {scope.write(value)});"


def _walk(scope: Scope, target: ast.Subscript, value: ast.expr, at: str) -> Iterator[str]:
    """Gives a loop over the one whole slice among several indices, on both sides where both have one."""
    shape = scope.shape_of(target.value)
    indices = indices_of(target)
    places = [place for place, index in enumerate(indices) if isinstance(index, ast.Slice)]
    if shape is None or len(indices) != len(shape) or len(places) != 1 or not _is_whole(indices[places[0]]):
        raise scope.refuse(target, "several slices, or one with ends among other indices")
    yield f"{at}for (let each$ = 0; each$ < {shape[places[0]]}; each$++) {{"
    yield f"{at}{INDENT}{_at_each(scope, target)} = {_kept(scope, _at_each(scope, value))};"
    yield f"{at}}}"


def _at_each(scope: Scope, node: ast.expr) -> str:
    if not isinstance(node, ast.Subscript) or not any(isinstance(index, ast.Slice) for index in indices_of(node)):
        return scope.write(node)
    shape = scope.shape_of(node.value)
    if shape is None or not all(_is_whole(index) for index in indices_of(node) if isinstance(index, ast.Slice)):
        raise scope.refuse(node, "a slice with ends among other indices")
    told = ["each$" if isinstance(index, ast.Slice) else scope.write(index) for index in indices_of(node)]
    return f"{scope.write(node.value)}[{scope.flat(shape, told)}]"


def _is_whole(node: ast.expr) -> bool:
    return isinstance(node, ast.Slice) and node.lower is node.upper is node.step is None


def _kept(scope: Scope, value: str) -> str:
    return f"safe({value})" if scope.is_checked else value


def _place(scope: Scope, target: ast.expr) -> str:
    """Gives what is assigned to: a name, a field, or one number of an array."""
    if not isinstance(target, ast.Name | ast.Attribute | ast.Subscript):
        raise scope.refuse(target, "an assignment to several names")
    return scope.write(_loaded(target))


def _loaded(target: ast.expr) -> ast.expr:
    """Gives what is assigned to as something that is read."""
    return ast.copy_location(ast.parse(ast.unparse(target), mode="eval").body, target)
