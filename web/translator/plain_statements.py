"""Functions of notations, displays and drawings as JavaScript."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence, Set

from translator.expressions import spell
from translator.plain import PlainScope

INDENT = "  "


def write_plain_function(scope: PlainScope, node: ast.FunctionDef, name: str) -> str:
    """Gives a function; its names are declared at its top."""
    head, *lines = function_lines(scope, node, node.args.args)
    return "\n".join([f"function {name}{head}", *lines])


def function_lines(
    scope: PlainScope, node: ast.FunctionDef, words: Sequence[ast.arg], known: Set[str] = frozenset()
) -> list[str]:
    """Gives the lines of a function from its words on; some names are known to it without."""
    shape = node.args
    if shape.vararg or shape.posonlyargs:
        raise scope.refuse(node, "words of any number")
    named = [*words, *shape.kwonlyargs]
    own = sorted({part for part in _assigned(node.body) if part != "_"} - {word.arg for word in named})
    scope.locals = {*known, *(word.arg for word in named), *own, *([shape.kwarg.arg] if shape.kwarg else [])}
    body = node.body[1:] if ast.get_docstring(node) is not None else node.body
    lines = [f"({', '.join(words_taken(scope, shape, words))}) {{"]
    lines += [f"{INDENT}let {', '.join(map(spell, own))};"] if own else []
    lines += [line for statement in body for line in _write(scope, statement, INDENT)]
    return [*lines, "}"]


def words_taken(scope: PlainScope, shape: ast.arguments, words: Sequence[ast.arg]) -> Iterator[str]:
    """Gives what a function takes, with what each word is if it is left out."""
    missing = [None] * (len(words) - len(shape.defaults))
    for word, default in zip(
        [*words, *shape.kwonlyargs], [*missing, *shape.defaults, *shape.kw_defaults], strict=True
    ):
        yield spell(word.arg) if default is None else f"{spell(word.arg)} = {scope.write(default)}"
    if shape.kwarg:
        yield f"{spell(shape.kwarg.arg)} = {{}}"


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
        for case in statement.cases if isinstance(statement, ast.Match) else []:
            for part in ast.walk(case.pattern):
                if isinstance(part, ast.MatchAs) and part.name:
                    yield part.name
            yield from _assigned(case.body)
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
        case ast.While(orelse=[]):
            yield f"{at}while ({scope.ask(node.test)}) {{"
            yield from _block(scope, node.body, at)
            yield f"{at}}}"
        case ast.With(items=[ast.withitem(context_expr=ast.Call() as call, optional_vars=None)]):
            yield from _within(scope, node, call, at)
        case ast.Match(subject=ast.Name()):
            yield from _match(scope, node, at)
        case ast.Expr(value=ast.Yield(value=None)):
            yield f"{at}yield;"
        case ast.Raise(exc=ast.Call(func=ast.Name(id="NotationError"), args=[_, reason])):
            yield f"{at}throw refused({scope.write(reason)});"
        case ast.Expr(value=ast.Call()):
            yield f"{at}{scope.write(node.value)};"
        case _:
            raise scope.refuse(node, type(node).__name__)


def _within(scope: PlainScope, node: ast.With, call: ast.Call, at: str) -> Iterator[str]:
    """Gives what stands between the two halves of a generator."""
    if any(isinstance(part, ast.Return) for statement in node.body for part in ast.walk(statement)):
        raise scope.refuse(node, "a return within")
    name = f"around${len(at)}"
    yield f"{at}{{"
    yield f"{at}{INDENT}const {name} = {scope.write(call)};"
    yield f"{at}{INDENT}{name}.next();"
    yield from _block(scope, node.body, at)
    yield f"{at}{INDENT}{name}.next();"
    yield f"{at}}}"


def _match(scope: PlainScope, node: ast.Match, at: str) -> Iterator[str]:
    """Gives a choice by class and fields; the last case takes all that is left."""
    subject = scope.write(node.subject)
    for index, case in enumerate(node.cases):
        taken: list[tuple[str, str]] = []
        tests = list(_tests(scope, case.pattern, subject, taken))
        if case.guard is not None:
            tests.append(scope.ask(case.guard))
        is_last = index == len(node.cases) - 1
        if is_last == bool(tests):
            raise scope.refuse(case.pattern, "a match whose last case does not take everything")
        asked = "" if is_last else f"if ({' && '.join(tests)}) "
        yield f"{at}{'} else ' if index else ''}{asked}{{"
        for name, value in taken:
            yield f"{at}{INDENT}{spell(name)} = {value};"
        yield from _block(scope, case.body, at)
    yield f"{at}}}"


def _tests(scope: PlainScope, pattern: ast.pattern, value: str, taken: list[tuple[str, str]]) -> Iterator[str]:
    """Gives what must hold for a pattern, and notes which names it gives to what."""
    match pattern:
        case ast.MatchAs(pattern=None, name=name):
            taken += [(name, value)] if name else []
        case ast.MatchValue(value=wanted):
            yield f"same({value}, {scope.write(wanted)})"
        case ast.MatchClass(cls=ast.Name(id=kind)) if kind in scope.classes:
            yield f"{value} instanceof {scope.need(kind)}"
            names = [*scope.classes[kind][: len(pattern.patterns)], *pattern.kwd_attrs]
            for name, inner in zip(names, [*pattern.patterns, *pattern.kwd_patterns], strict=True):
                yield from _tests(scope, inner, f"{value}.{name}", taken)
        case _:
            raise scope.refuse(pattern, type(pattern).__name__)


def _block(scope: PlainScope, body: Sequence[ast.stmt], at: str) -> Iterator[str]:
    for statement in body:
        yield from _write(scope, statement, at + INDENT)


def _place(scope: PlainScope, target: ast.expr) -> str:
    """Gives what is assigned to: names, an entry of a dictionary, or a field of an instance."""
    if isinstance(target, ast.Attribute):
        return f"{scope.write(target.value)}.{target.attr}"
    if isinstance(target, ast.Subscript):
        return f"{scope.write(target.value)}[{scope.write(target.slice)}]"
    return scope.target(target)
