"""All that some functions need, from whichever modules, as one text: what nobody asks for is left out."""

from __future__ import annotations

import ast
import json
from collections.abc import Mapping
from dataclasses import asdict, is_dataclass, replace
from enum import IntEnum
from functools import cache
from importlib import import_module
from inspect import getsource
from types import FunctionType, ModuleType
from typing import TypeGuard

from translator.classes import fields_of, methods_of, words_of_class, write_class
from translator.expressions import OutsideError, Scope, Value
from translator.plain import PlainScope
from translator.plain_statements import write_plain_function
from translator.statements import write_function

Layouts = dict[str, dict[str, tuple[int, ...]]]


@cache
def tree_of(module: ModuleType) -> ast.Module:
    """The source of a module, read."""
    return ast.parse(getsource(module))


class Bundle:
    """The translation of one game, function by function; fields have the shapes of its own layouts.

    The same function of a module that two games share is translated for each, since their fields differ in shape.
    """

    def __init__(self, layouts: Layouts, *, is_checked: bool = False) -> None:
        self._layouts = layouts
        self._is_checked = is_checked
        self._names: dict[tuple[str, str], str] = {}
        self._scopes: dict[str, tuple[Scope, PlainScope]] = {}
        self.classes: list[str] = []
        self.tables: list[str] = []
        self.functions: list[str] = []

    def need(self, module: ModuleType, name: str) -> str:
        """The name in the translation of what a module calls so; it is translated when it is first asked for."""
        home, own = _home_of(module, name)
        key = (home.__name__, own)
        if key not in self._names:
            self._names[key] = self._free_name(own)
            self._translate(home, own, self._names[key])
        return self._names[key]

    def _free_name(self, name: str) -> str:
        """A name that no function gives to anything of its own, and no other module to anything."""
        taken = set(self._names.values())
        return next(each for n in range(len(taken) + 1) if (each := f"${n or ''}{name}") not in taken)

    def _translate(self, module: ModuleType, name: str, written: str) -> None:
        node = _definition(module, name)
        value = vars(module)[name]
        if isinstance(node, ast.FunctionDef):
            self.functions.append(self._function(module, node, written))
            return
        if isinstance(node, ast.ClassDef):
            scope = replace(self._scopes_of(module)[1], locals=set())
            self.classes.append(write_class(scope, node, value, written))
            return
        if _is_drawn(value):
            text = self._literal(value)
        elif isinstance(value, str) or _is_table(value):
            text = json.dumps(value)
        else:
            text = json.dumps(asdict(value)) if is_dataclass(value) and not isinstance(value, type) else self._expression(module, node)
        self.tables.append(f"const {written} = {text};")

    def _function(self, module: ModuleType, node: ast.FunctionDef, written: str) -> str:
        """Rules have no annotations, and are held to their subset; everything else has."""
        subset, plain = self._scopes_of(module)
        if node.returns is None:
            return write_function(replace(subset, locals=set()), node, written)
        return write_plain_function(replace(plain, locals=set()), node, written)

    def _expression(self, module: ModuleType, node: ast.stmt) -> str:
        scope = self._scopes_of(module)[1]
        if not isinstance(node, ast.Assign | ast.AnnAssign) or node.value is None:
            raise scope.refuse(node, type(node).__name__)
        return replace(scope, locals=set()).write(node.value)

    def _literal(self, value: object) -> str:
        """Gives what a drawing is made with: records of several classes, in dictionaries and tuples."""
        if isinstance(value, Mapping):
            pairs = ((",".join(key) if isinstance(key, tuple) else str(key), each) for key, each in value.items())
            return f"{{ {', '.join(f'{json.dumps(key)}: {self._literal(each)}' for key, each in pairs)} }}"
        names = fields_of(type(value))
        if names:
            kind = self.need(import_module(type(value).__module__), type(value).__name__)
            return f"new {kind}({', '.join(self._literal(getattr(value, name)) for name in names)})"
        if isinstance(value, tuple):
            return f"[{', '.join(map(self._literal, value))}]"
        return json.dumps(value)

    def _scopes_of(self, module: ModuleType) -> tuple[Scope, PlainScope]:
        if module.__name__ not in self._scopes:
            self._scopes[module.__name__] = (self.scope(module), self.plain_scope(module))
            for scope in self._scopes[module.__name__]:
                scope.modules = {
                    name: self._scopes_of(value)[0]
                    for name, value in vars(module).items()
                    if isinstance(value, ModuleType) and value.__name__.startswith("paperdice.")
                }
        return self._scopes[module.__name__]

    def scope(self, module: ModuleType) -> Scope:
        """What names mean to the rules of a module."""
        return Scope(
            f"{module.__name__.replace('.', '/')}.py",
            {name: value for name, value in vars(module).items() if name.strip("_").isupper() and _is_constant(value)},
            {name: {each.name: int(each) for each in value} for name, value in vars(module).items() if _is_enum(value)},
            frozenset(name for name, value in vars(module).items() if isinstance(value, FunctionType)),
            self._layouts,
            self._is_checked,
            need=lambda name: self.need(module, name),
        )

    def plain_scope(self, module: ModuleType) -> PlainScope:
        """What names mean to the notation or display in a module: values that are no numbers are known by name."""
        subset = self.scope(module)
        others = {name: "" for name in vars(module) if name.strip("_").isupper() and name not in subset.constants}
        return PlainScope(
            subset.file,
            {**others, **subset.constants},
            subset.enums,
            subset.functions,
            self._layouts,
            self._is_checked,
            need=subset.need,
            classes={name: fields_of(value) for name, value in vars(module).items() if _is_class(value)},
            words_of=lambda name: words_of(*_home_of(module, name)),
            words_of_method=lambda name: _words_of_method(module, name),
        )


def _definition(module: ModuleType, name: str) -> ast.stmt:
    """The statement of a module that gives a name its meaning."""
    for node in tree_of(module).body:
        match node:
            case ast.FunctionDef(name=found) | ast.ClassDef(name=found) if found == name:
                return node
            case ast.Assign(targets=[ast.Name(id=found)]) | ast.AnnAssign(target=ast.Name(id=found)) if found == name:
                return node
    raise OutsideError(f"{module.__name__} has no {name}")


def words_of(module: ModuleType, name: str) -> ast.arguments | None:
    """What a function takes, or what an instance of a class is made of."""
    node = _definition(module, name)
    return words_of_class(node) if isinstance(node, ast.ClassDef) else getattr(node, "args", None)


def _words_of_method(module: ModuleType, name: str) -> ast.arguments | None:
    """What a method of any class that a module knows takes; classes do not share names of methods."""
    for value in vars(module).values():
        if _is_class(value):
            home = import_module(value.__module__)
            node = _definition(home, value.__name__)
            methods = methods_of(node) if isinstance(node, ast.ClassDef) else {}
            if name in methods:
                return methods[name].args
    return None


def _home_of(module: ModuleType, name: str) -> tuple[ModuleType, str]:
    """Where a name of a module comes from, and how it is called there."""
    for node in tree_of(module).body:
        if isinstance(node, ast.ImportFrom) and node.module:
            for alias in node.names:
                if (alias.asname or alias.name) == name:
                    return _home_of(import_module(node.module), alias.name)
    return module, name


def _is_class(value: object) -> TypeGuard[type]:
    """Tells whether something is a class of ours whose instances are translated: no enum, and not a bare protocol."""
    return isinstance(value, type) and value.__module__.startswith("paperdice.draw.")


def _is_drawn(value: object) -> bool:
    """Tells whether a constant holds records, or numbers with a point."""
    if isinstance(value, Mapping):
        return any(map(_is_drawn, value.values()))
    return isinstance(value, float) or (isinstance(value, tuple) and (bool(fields_of(type(value))) or any(map(_is_drawn, value))))


def _is_enum(value: object) -> bool:
    return isinstance(value, type) and issubclass(value, IntEnum) and value is not IntEnum


def _is_constant(value: object) -> bool:
    return isinstance(value, int | str) or (isinstance(value, tuple) and all(map(_is_constant, value)))


def _is_table(value: Value) -> bool:
    """Tells whether a constant is a table of numbers or texts."""
    return isinstance(value, tuple) and all(isinstance(each, int | str) or _is_table(each) for each in value)
