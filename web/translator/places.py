"""Placing the declarations of a function's names: JavaScript has block scopes, Python one scope per function.

A declaration with its value is shorter, and lets a minifier see that it never changes.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping, Sequence


class Places:
    """The statements that declare names, found before they are written.

    A name is declared at its assignment if nothing reads it before, or after the block of that statement. All others
    are declared at the top of the function.
    """

    def __init__(self, body: Sequence[ast.stmt], given: frozenset[str]) -> None:
        hidden = given | set(_named_otherwise(body))
        found = {name: _openings(body, name) for name in _stored(body) - hidden}
        plans = {name: plan for name, plan in found.items() if plan is not None}
        # A statement that assigns to several names declares all of them or none.
        while torn := [name for name, plan in plans.items() if not _is_whole(plan, name, plans)]:
            for name in torn:
                del plans[name]
        self.placed = frozenset(plans)
        self._declaring = {id(node) for plan in plans.values() for node in plan}

    def declares(self, node: ast.stmt) -> bool:
        """Whether a statement declares the names that it assigns to."""
        return id(node) in self._declaring


def _is_whole(plan: Sequence[ast.stmt], name: str, plans: Mapping[str, Sequence[ast.stmt]]) -> bool:
    others = [(node, other) for node in plan for other in _assigned(node) - {name}]
    return all(any(node is each for each in plans.get(other, ())) for node, other in others)


def _openings(body: Sequence[ast.stmt], name: str) -> list[ast.stmt] | None:
    """Return the statements of a block that can declare a name, None if something reads it without one of them."""
    found: list[ast.stmt] = []
    for node in body:
        if name not in _mentioned(node):
            continue
        if name in _assigned(node) and name not in _mentioned_in_value(node):
            if isinstance(node, ast.For) and _is_count(node) and name in _stored(node.body):
                return None
            found.append(node)
            if not isinstance(node, ast.For):
                return found
            continue
        if name in _mentioned_outside(node):
            return None
        for block in _blocks(node):
            inner = _openings(block, name)
            if inner is None:
                return None
            found += inner
    return found


def _stored(body: Sequence[ast.stmt]) -> set[str]:
    return {
        part.id
        for statement in body
        for part in _walk(statement)
        if isinstance(part, ast.Name) and isinstance(part.ctx, ast.Store)
    }


def _walk(node: ast.AST) -> Iterator[ast.AST]:
    """Yield all parts of a statement except the targets of comprehensions."""
    yield node
    for part in ast.iter_child_nodes(node):
        if not (isinstance(node, ast.comprehension) and part is node.target):
            yield from _walk(part)


def _named_otherwise(body: Sequence[ast.stmt]) -> Iterator[str]:
    """Yield names without an assignment, and names that a lambda may read later."""
    for statement in body:
        for part in ast.walk(statement):
            match part:
                case ast.ExceptHandler(name=str() as name) | ast.MatchAs(name=str() as name):
                    yield name
                case ast.AnnAssign(target=ast.Name(id=name), value=None) | ast.NamedExpr(target=ast.Name(id=name)):
                    yield name
                case ast.Lambda():
                    yield from _mentioned(part)


def _mentioned(node: ast.AST) -> set[str]:
    """Return the names that something reads or assigns to; a comprehension has its own."""
    if isinstance(node, ast.Name):
        return {node.id}
    found = {name for part in ast.iter_child_nodes(node) for name in _mentioned(part)}
    if isinstance(node, ast.ListComp | ast.SetComp | ast.DictComp | ast.GeneratorExp):
        return found - _own(node) | _mentioned(node.generators[0].iter)
    return found


def _own(node: ast.ListComp | ast.SetComp | ast.DictComp | ast.GeneratorExp) -> set[str]:
    return {name for loop in node.generators for name in _mentioned(loop.target)}


def _targets(node: ast.stmt) -> list[ast.expr]:
    match node:
        case ast.Assign(targets=[target]) | ast.AnnAssign(target=target, value=ast.expr()) | ast.For(target=target):
            return list(target.elts) if isinstance(target, ast.Tuple) else [target]
    return []


def _assigned(node: ast.stmt) -> set[str]:
    """Return the names that a statement assigns to, or nothing if it also assigns to something else."""
    targets = _targets(node)
    names = {target.id for target in targets if isinstance(target, ast.Name)}
    return names - {"_"} if all(isinstance(target, ast.Name) for target in targets) else set()


def _mentioned_in_value(node: ast.stmt) -> set[str]:
    value = node.iter if isinstance(node, ast.For) else getattr(node, "value", None)
    return set() if value is None else _mentioned(value)


def _blocks(node: ast.stmt) -> list[list[ast.stmt]]:
    """Return the blocks within a statement."""
    found = [getattr(node, name, []) for name in ("body", "orelse", "finalbody")]
    found += [part.body for part in [*getattr(node, "handlers", []), *getattr(node, "cases", [])]]
    return [block for block in found if isinstance(block, list) and block]


def _mentioned_outside(node: ast.stmt) -> set[str]:
    """Return the names that a statement mentions outside of its blocks."""
    inside = {id(each) for block in _blocks(node) for each in block}
    outside = [part for part in ast.iter_child_nodes(node) if id(part) not in inside]
    return {name for part in outside for name in _mentioned_before(part, inside)}


def _mentioned_before(node: ast.AST, inside: set[int]) -> set[str]:
    if isinstance(node, ast.ExceptHandler | ast.match_case):
        parts = [part for part in ast.iter_child_nodes(node) if id(part) not in inside]
        return {name for part in parts for name in _mentioned(part)}
    return _mentioned(node)


def _is_count(node: ast.For) -> bool:
    return isinstance(node.iter, ast.Call) and ast.unparse(node.iter.func) == "range"
