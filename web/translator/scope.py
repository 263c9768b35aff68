"""The meanings of names in a piece of Python, and facts about their values at a point."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from types import ModuleType
from typing import TYPE_CHECKING, NamedTuple

from translator.kinds import Function, Kind, Shape, either, in_rule, is_empty

if TYPE_CHECKING:
    from translator.program import Program

# Reserved words of JavaScript, and the name of the runtime.
RESERVED = frozenset(
    "arguments await case catch const default delete do enum eval export extends function implements instanceof "
    "interface let new null package private protected public py static super switch this throw true false typeof "
    "undefined var void NaN Infinity Array Boolean Date Error Float32Array Float64Array Int32Array JSON Map Math Number "
    "Object RangeError Set String Symbol TextEncoder".split()
)


class TranslationError(Exception):
    """Unsupported Python, with its place and an alternative."""


class Term(NamedTuple):
    """An expression in JavaScript, and the kind of its value."""

    text: str
    kind: Kind


class External(NamedTuple):
    """A function that is written elsewhere in JavaScript."""

    text: str
    kind: Function


@dataclass
class Scope:
    """The names of one function and of its module.

    `locals` are the kinds of its names over the whole function; `facts` are narrower kinds of names and attributes at
    this point, after a test. A rule is a function without annotations, which uses integers and arrays.
    """

    program: Program
    module: ModuleType
    file: str
    is_rule: bool = False
    locals: dict[str, Kind] = field(default_factory=dict)
    facts: dict[str, Kind] = field(default_factory=dict)
    found: dict[str, Kind] = field(default_factory=dict)
    externals: Mapping[str, External] = field(default_factory=dict)
    result: Kind | None = None
    n_helpers: int = 0
    # The class whose method this is, and the name of the function.
    owner: type | None = None
    function: str = ""
    # Generators that are evaluated completely in place.
    consumed: set[int] = field(default_factory=set)
    # Fields and items whose class was tested.
    classified: set[str] = field(default_factory=set)

    def refuse(self, node: ast.AST, what: str, advice: str = "") -> TranslationError:
        """Return the refusal of a piece of code."""
        where = f"{self.file}, line {getattr(node, 'lineno', '?')}"
        return TranslationError(f"{where}: {what} is not translated{f': {advice}' if advice else ''}")

    def assign(self, name: str, kind: Kind) -> None:
        """Record the kind of an assigned value, and drop facts about the name."""
        kind = in_rule(kind) if self.is_rule else kind
        for known in (self.found, self.locals):
            joined = either(known[name], kind) if name in known else kind
            known[name] = in_rule(joined) if self.is_rule else joined
        self.forget(name)
        if self.locals[name] != kind and not is_empty(kind):
            self.facts[name] = kind

    def fill(self, node: ast.expr, kind: Kind) -> None:
        """Record the kind of an item that is added to an empty list, set or dictionary."""
        if isinstance(node, ast.Name) and node.id in self.locals and is_empty(self.locals[node.id]):
            self.found[node.id] = self.locals[node.id] = kind
            self.forget(node.id)

    def forget(self, name: str) -> None:
        """Drop the facts about a name and its attributes."""
        self.facts = {key: kind for key, kind in self.facts.items() if key.partition(".")[0].partition("[")[0] != name}

    def forget_fields(self) -> None:
        """Drop the known classes of fields and items: a call may have changed them.

        Facts about None stay: Python and JavaScript treat None alike.
        """
        self.facts = {key: kind for key, kind in self.facts.items() if key not in self.classified}

    def forget_below(self, path: str) -> None:
        """Drop the facts about a field and everything within it."""
        self.facts = {key: kind for key, kind in self.facts.items() if not key.startswith(path)}

    @contextmanager
    def knowing(self, facts: Mapping[str, Kind]) -> Iterator[None]:
        """Assume facts for a while."""
        before = dict(self.facts)
        self.facts = {**before, **facts}
        yield
        self.facts = before

    @contextmanager
    def inner(self, names: Mapping[str, Kind]) -> Iterator[None]:
        """Add names that shadow others of the function, as those of a comprehension do."""
        kinds, facts = dict(self.locals), dict(self.facts)
        for name, kind in names.items():
            self.forget(name)
            self.locals[name] = kind
        yield
        self.locals, self.facts = kinds, facts

    def fresh(self, name: str) -> str:
        """Return a name that cannot exist in Python."""
        self.n_helpers += 1
        return f"{name}${self.n_helpers}"


def spell(name: str) -> str:
    """Return a name that JavaScript allows."""
    return f"{name}$" if name in RESERVED else name


def path_of(node: ast.expr) -> str | None:
    """Return the text of a name, attribute or item with a constant key, about which there can be facts."""
    match node:
        case ast.Name():
            return node.id
        case ast.Attribute(value=value):
            inner = path_of(value)
            return None if inner is None else f"{inner}.{node.attr}"
        case ast.Subscript(value=value, slice=ast.Constant(value=key)):
            inner = path_of(value)
            return None if inner is None else f"{inner}[{key!r}]"
    return None


def size_of(shape: Shape) -> int:
    """Return the size of an array of a shape."""
    size = 1
    for length in shape:
        size *= length
    return size
