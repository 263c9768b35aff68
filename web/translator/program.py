"""The text of some functions and everything they need, from any modules; unused code is omitted."""

from __future__ import annotations

import ast
import json
import math
import textwrap
import typing
from collections.abc import Collection, Mapping, Sequence
from dataclasses import is_dataclass
from enum import IntEnum
from functools import cache
from importlib import import_module
from inspect import getsource, isfunction
from types import FunctionType, ModuleType

from paperdice.errors import Reason
from translator.calls import Signature, Word, check_pattern, is_error
from translator.classes import Classes
from translator.expressions import LARGEST, write
from translator.kinds import (
    BOOL,
    CLASS,
    INT,
    OBJECT,
    PATTERN,
    TEXT,
    Array,
    Dict,
    Function,
    Instance,
    Kind,
    Row,
    Shape,
    accepts,
    fields_of,
    is_int,
    is_named_tuple,
    of_hint,
    of_value,
)
from translator.scope import Scope, Term, TranslationError
from translator.statements import is_generator, write_function

# Decorators that do not change the results of their functions.
REMEMBERING = ("cache", "lru_cache")
# Decorators that only register a function in a table of its module.
REGISTERING = ("applies", "decides", "publishes")
Layouts = Mapping[str, Mapping[str, Shape]]
# Functions that are written by hand in JavaScript, by module and name.
Externals = Mapping[tuple[str, str], str]


@cache
def tree_of(module: ModuleType) -> ast.Module:
    """Return the parsed source of a module; a generated one has none."""
    return ast.parse(getsource(module) if hasattr(module, "__file__") else "")


class Program:
    """The translation of one game, or of the drawings: the functions, classes and constants in use.

    Fields of states and sheets have the shapes of the game's own layouts, so a function that two games share is
    translated for each. A checked program throws at an index out of bounds, and at a number of more than 32 bits.
    """

    def __init__(
        self,
        layouts: Layouts,
        *,
        is_checked: bool = False,
        shared: Program | None = None,
        fields: Mapping[str, Kind] = {},
        externals: Externals = {},
        module_protocols: frozenset[type] = frozenset(),
        handled: Collection[type] = (),
    ) -> None:
        self._layouts = layouts
        self.is_checked = is_checked
        # The program that this one imports as `flow`, with its classes.
        self._shared = shared
        # The fields of states and sheets in a program for any game.
        self._fields = fields
        self._externals = externals
        # Protocols that modules implement, whose functions have no `self`.
        self.module_protocols = module_protocols
        # The classes whose entries are written in tables by class.
        self._handled = handled
        self._names: dict[object, str] = {}
        self._results: dict[object, Kind | None] = {}
        # Refusals, repeated at each further use.
        self._refused: dict[object, TranslationError] = {}
        self._tables: list[str] = []
        self._functions: list[str] = []
        self._classes = Classes(self)

    # Results

    def text(self) -> str:
        """Return the text of everything in use."""
        self.finish()
        parts = [*self._classes.texts(), "\n".join(self._tables), *self._functions]
        return "\n\n".join(part for part in parts if part)

    def finish(self) -> None:
        """Write the members that methods of classes use; a shared program is finished after those that share it."""
        self._classes.finish()

    def exports(self) -> list[str]:
        """Return the written names of all classes."""
        return self._classes.names()

    def classes(self) -> list[type]:
        """Return all classes, base classes first."""
        return self._classes.all()

    def members(self, cls: type) -> list[str]:
        """Return the names of the written methods and properties of a class."""
        return self._classes.members(cls)

    # Classes

    def need_class(self, cls: type) -> str:
        """Return the name of a class, which is written at its first use."""
        if self._shared is not None and self._is_shared(cls):
            return f"flow.{self._shared.need_class(cls)[1:]}"
        return self._classes.need(cls)

    def has_class(self, cls: type) -> bool:
        """Whether a class is used."""
        return self._classes.has(cls)

    def maker(self, cls: type) -> Signature | None:
        """Return the parameters of a constructor, None for a class of another library."""
        return self._classes.maker(cls)

    def field_kind(self, cls: type, name: str) -> Kind | None:
        """Return the kind of a field or property of a class, None if there is none of that name."""
        self._share(cls, name)
        return self._classes.field_kind(cls, name)

    def made_fields(self, cls: type) -> Mapping[str, Kind]:
        """Return the fields that `__init__` assigns to."""
        return self._classes.made_fields(cls)

    def _is_shared(self, cls: type) -> bool:
        return self._shared is not None and self._shared.has_class(cls)

    def _share(self, cls: type, name: str) -> None:
        """Make a shared program write the members of its class that are used here."""
        if self._shared is not None and self._is_shared(cls):
            self._shared.use_method(cls, name)

    def class_constant(self, cls: type, name: str) -> Term | None:
        """Return a constant of a class, None if there is none of that name."""
        return self._classes.constant(cls, name)

    def method(self, cls: type, name: str) -> Signature | None:
        """Return the signature of a method, None if a class has none of that name."""
        self._share(cls, name)
        return self._classes.method(cls, name)

    def class_method(self, cls: type, name: str) -> Signature | None:
        """Return the signature of a class method or static method, None if a class has none of that name."""
        if self._shared is not None and self._is_shared(cls):
            return self._shared.class_method(cls, name)
        return self._classes.class_method(cls, name)

    def use_method(self, cls: type, name: str) -> None:
        """Record a call of a method; it is written if instances of the class are made here."""
        self._classes.use(cls, name)

    def signature_of(self, function: FunctionType) -> Signature:
        """Return the signature of an annotated function."""
        return signature_of(function)

    def checked(self, scope: Scope, node: ast.expr, kind: Kind) -> Term:
        """Write a value, which must be of a kind."""
        term = write(scope, node, kind)
        if not accepts(kind, term.kind):
            raise scope.refuse(node, f"{term.kind} where {kind} is annotated")
        return term

    def reason_class(self) -> type:
        """Return the class of the reasons of errors."""
        return Reason

    # Names

    def name(self, key: object, name: str) -> str:
        """Return a unique name for something."""
        if key not in self._names:
            taken = set(self._names.values())
            found = next(each for n in range(len(taken) + 1) if (each := f"${n or ''}{name}") not in taken)
            self._names[key] = found
        return self._names[key]

    def layout(self, record: str) -> Mapping[str, Shape]:
        """Return the fields of a state or of sheets, with their shapes."""
        return self._layouts.get(record, {})

    def record_field(self, record: str, name: str) -> Kind | None:
        """Return the kind of a field of states or sheets, None if there is none."""
        shape = self.layout(record).get(name)
        if shape is None:
            return self._fields.get(name)
        return Array(INT, shape) if shape else INT

    def scope(self, module: ModuleType, *, is_rule: bool = False, result: Kind | None = None) -> Scope:
        """Return the meanings of the names of a module."""
        return Scope(self, module, f"{module.__name__.replace('.', '/')}.py", is_rule=is_rule, result=result)

    # Functions

    def signature(self, module: ModuleType, name: str) -> Signature | None:
        """Return the signature of an annotated function, None for a rule, which has no annotations."""
        home, own = home_of(module, name)
        value = vars(home)[own]
        assert isfunction(value)
        return None if "return" not in value.__annotations__ else signature_of(value)

    def need(self, module: ModuleType, name: str) -> str:
        """Return the name of an annotated function, which is translated at its first use."""
        home, own = home_of(module, name)
        key = (home.__name__, own)
        if key in self._externals:
            return self._externals[key]
        if key in self._refused:
            raise self._refused[key]
        if key not in self._names:
            try:
                self._add_needed(home, own, self.name(key, own))
            except TranslationError as error:
                self._refused[key] = error
                raise
        return self._names[key]

    def _add_needed(self, home: ModuleType, own: str, written: str) -> None:
        node = definition(home, own)
        signature = self.signature(home, own)
        if not isinstance(node, ast.FunctionDef) or signature is None:
            raise TranslationError(f"{home.__name__}.{own} is not an annotated function")
        scope = self.scope(home, result=signature.result)
        self._check_shape(scope, node)
        self.add_function(scope, node, signature, written)

    def add_function(self, scope: Scope, node: ast.FunctionDef, signature: Signature, written: str) -> Kind:
        """Write a function under a name and return the kind of its result."""
        scope.function = node.name
        made = write_function(scope, node, signature)
        star = "*" if is_generator(node) else ""
        self._functions.append("\n".join([f"function{star} {written}({made.words}) {{", *made.lines, "}"]))
        return made.result

    def _check_shape(self, scope: Scope, node: ast.FunctionDef) -> None:
        kept = [
            mark
            for mark in node.decorator_list
            if ast.unparse(mark).partition("(")[0] not in (*REMEMBERING, *REGISTERING)
        ]
        if kept or node.args.vararg or node.args.posonlyargs:
            raise scope.refuse(
                node,
                "a decorator, or arguments of any number",
                f"only {', '.join((*REMEMBERING, *REGISTERING))} are left out",
            )

    def need_rule(
        self, scope: Scope, node: ast.AST, module: ModuleType, name: str, kinds: Sequence[Kind]
    ) -> tuple[str, Sequence[Kind], Kind]:
        """Return the name of a rule for arguments of these kinds, its parameters, and the kind of its result."""
        home, own = home_of(module, name)
        wide = tuple(_widened(kind) for kind in kinds)
        key = (home.__name__, own, wide)
        if key not in self._results:
            rule = definition(home, own)
            if not isinstance(rule, ast.FunctionDef):
                raise scope.refuse(node, f"a call of {own}")
            if key in self._refused:
                raise self._refused[key]
            self._results[key] = None
            try:
                self._results[key] = self._add_rule(home, rule, wide, self.name(key, own))
            except TranslationError as error:
                del self._results[key]
                self._refused[key] = error
                raise
        result = self._results[key]
        if result is None:
            raise scope.refuse(node, f"the rule {own}, which calls itself,")
        return self._names[key], wide, result

    def _add_rule(self, home: ModuleType, rule: ast.FunctionDef, kinds: Sequence[Kind], written: str) -> Kind:
        scope = self.scope(home, is_rule=True)
        shape = rule.args
        if (
            rule.decorator_list
            or shape.vararg
            or shape.kwarg
            or shape.kwonlyargs
            or shape.defaults
            or shape.posonlyargs
        ):
            raise scope.refuse(rule, "a decorator, or arguments other than plain ones")
        if len(shape.args) != len(kinds):
            raise scope.refuse(rule, f"{len(kinds)} arguments for {rule.name}")
        words = tuple(Word(word.arg, kind) for word, kind in zip(shape.args, kinds, strict=True))
        return self.add_function(scope, rule, Signature(words, OBJECT), written)

    def rule_of(self, module: ModuleType, name: str, kinds: Mapping[str, Kind]) -> str:
        """Return the name of a rule that other rules call, whose arguments have kinds by their names."""
        home, own = home_of(module, name)
        node = definition(home, own)
        assert isinstance(node, ast.FunctionDef)
        words = [kinds.get(word.arg, INT) for word in node.args.args]
        return self.need_rule(self.scope(home), node, home, own, words)[0]

    def function_value(self, module: ModuleType, name: str) -> Term | None:
        """Return a function that is used as a value, which must be annotated."""
        home, own = home_of(module, name)
        if not isinstance(vars(home).get(own), FunctionType):
            return None
        signature = self.signature(home, own)
        if signature is None:
            return None
        return Term(self.need(home, own), Function(tuple(word.kind for word in signature.words), signature.result))

    # Constants

    def constant(self, module: ModuleType, name: str) -> Term:
        """Return a constant of a module: a number as it is, anything else by its name."""
        is_own = module.__name__.startswith("paperdice")
        home, own = home_of(module, name) if is_own else (module, name)
        value = vars(home)[own]
        kind = self.constant_kind(home, own)
        if isinstance(value, bool) or value is None:
            return Term({True: "true", False: "false", None: "null"}[value], kind)
        if isinstance(value, float) and not math.isfinite(value):
            raise TranslationError(f"{module.__name__}.{name}, which is not finite,")
        if not is_own and not isinstance(value, int | float):
            raise TranslationError(f"{module.__name__}.{name}")
        if isinstance(value, int | float):
            return Term(repr(int(value) if isinstance(value, int) else value), kind)
        key = (home.__name__, own)
        if key not in self._names:
            text = self._constant_text(home, own, value, kind)
            written = self.name(key, own)
            self._tables.append(f"const {written} = {text};")
        return Term(self._names[key], kind)

    def constant_kind(self, module: ModuleType, name: str) -> Kind:
        """Return the kind of a constant, by annotation or by value."""
        if name in module.__dict__.get("__annotations__", {}):
            return of_hint(typing.get_type_hints(module)[name])
        value = vars(module)[name]
        return PATTERN if hasattr(value, "fullmatch") else of_value(value)

    def _constant_text(self, module: ModuleType, name: str, value: object, kind: Kind) -> str:
        scope = self.scope(module)
        node = definition(module, name)
        expression = getattr(node, "value", None)
        if kind == PATTERN:
            pattern = getattr(value, "pattern", "")
            if (why := check_pattern(pattern)) is not None:
                raise scope.refuse(node, f"the regular expression {pattern!r} with {why}", "write the letters out")
            return f"/^(?:{pattern.replace('/', chr(92) + '/')})$/u"
        if isinstance(kind, Dict) and kind.key == CLASS:
            return self._functions_by_class(scope, node, value, kind.value)
        if isinstance(expression, ast.Dict) and not expression.keys:
            return write(scope, expression, kind).text  # its contents during translation do not matter
        is_computed = expression is not None and any(
            isinstance(part, ast.ListComp | ast.DictComp | ast.GeneratorExp) for part in ast.walk(expression)
        )
        if is_computed and not isinstance(kind, Instance):
            try:
                return write(scope, typing.cast("ast.expr", expression), kind).text
            except TranslationError:
                pass  # write its value instead of its expression
        return self.literal(value, kind)

    def _functions_by_class(self, scope: Scope, node: ast.AST, value: object, kind: Kind) -> str:
        """Write a table with a function per class, for the classes that this program handles."""
        assert isinstance(value, dict)
        pairs = []
        for cls in [each for each in self._handled if each in value]:
            function = value[cls]
            if not isinstance(kind, Function) or not isinstance(function, FunctionType):
                raise scope.refuse(node, "a table by class of something else than functions")
            written = self.need(import_module(function.__module__), function.__name__)
            pairs.append(f"[{self.need_class(cls)}, {written}]")
        return f"new Map([{', '.join(pairs)}])"

    def literal(self, value: object, kind: Kind) -> str:
        """Write a value."""
        if isinstance(value, IntEnum):
            return str(int(value))
        if value is None or isinstance(value, bool | int | float | str):
            if isinstance(value, int | float) and abs(value) > LARGEST:
                raise TranslationError(f"the constant {value}, which has more than 53 bits,")
            return json.dumps(value)
        if isinstance(value, set | frozenset):
            return f"new Set([{', '.join(self.literal(each, of_value(each)) for each in sorted(value))}])"
        if isinstance(value, Mapping):
            return self._dict_literal(value, kind)
        if isinstance(value, range):
            return f"py.range({value.start}, {value.stop}, {value.step})"
        names = list(fields_of(type(value))) if is_dataclass(value) or is_named_tuple(type(value)) else []
        if names:
            kinds = fields_of(type(value))
            made = ", ".join(self.literal(getattr(value, name), kinds[name]) for name in names)
            return f"new {self.need_class(type(value))}({made})"
        if isinstance(value, tuple | list):
            return f"[{', '.join(self.literal(each, of_value(each)) for each in value)}]"
        raise TranslationError(f"the constant {value!r}")

    def _dict_literal(self, value: Mapping[object, object], kind: Kind) -> str:
        pairs = [(key, self.literal(each, of_value(each))) for key, each in value.items()]
        keys = [self.literal(key, of_value(key)) for key, _ in pairs]
        if isinstance(kind, Dict) and kind.key == TEXT:
            if any(str(key).isdigit() for key in value):
                raise TranslationError(f"a dictionary with the keys {list(value)}, which look like numbers,")
            return f"{{ {', '.join(f'{key}: {each}' for key, (_, each) in zip(keys, pairs, strict=True))} }}"
        made = ", ".join(f"[{key}, {each}]" for key, (_, each) in zip(keys, pairs, strict=True))
        by_number = isinstance(kind, Dict) and is_int(kind.key)
        return f"new Map([{made}])" if by_number else f"new py.TupleMap([{made}])"

    # Annotations

    def annotation_kind(self, module: ModuleType, node: ast.expr, name: str) -> Kind:
        """Return the kind of an annotation in a function."""
        return self.hint_kind(module, ast.unparse(node), name)

    def hint_kind(self, module: ModuleType, text: str, name: str = "") -> Kind:
        """Return the kind of an annotation that is a text."""
        text = text.strip("\"'")
        return of_hint(eval(text, dict(vars(module))), name)  # noqa: S307  (our own source)


def _widened(kind: Kind) -> Kind:
    """Return the kind that a rule is translated for: bools are numbers, and array dimensions have any length."""
    if kind == BOOL or is_int(kind):
        return INT
    if isinstance(kind, Array) and kind.shape is not None and len(kind.shape) == 1:
        return Array(kind.item)
    return kind


@cache
def signature_of(function: FunctionType) -> Signature:
    """Return the signature of an annotated function; one that yields returns a generator."""
    hints = typing.get_type_hints(function)
    node = ast.parse(textwrap.dedent(getsource(function))).body[0]
    assert isinstance(node, ast.FunctionDef)
    shape = node.args
    words = [word.arg for place, word in enumerate(shape.args) if place > 0 or word.arg not in ("self", "cls")]
    optional = {word for word, _ in zip(reversed(words), shape.defaults, strict=False)}
    optional |= {word.arg for word, default in zip(shape.kwonlyargs, shape.kw_defaults, strict=True) if default}
    rest = of_hint(hints[shape.kwarg.arg]) if shape.kwarg else None
    kinds = [Word(name, of_hint(hints[name], name), name in optional) for name in words]
    kinds += [
        Word(each.arg, of_hint(hints[each.arg], each.arg), each.arg in optional, True) for each in shape.kwonlyargs
    ]
    result = of_hint(hints["return"])
    if is_error(result):
        kinds = [word._replace(is_message=word.name == "message") for word in kinds]
    marks = {ast.unparse(mark) for mark in node.decorator_list}
    if isinstance(result, Row) and is_generator(node) and "contextmanager" not in marks:
        result = Row("generator", result.item)
    return Signature(tuple(kinds), result, rest)


def definition(module: ModuleType, name: str) -> ast.stmt:
    """Return the statement of a module that defines a name."""
    for node in tree_of(module).body:
        match node:
            case ast.FunctionDef(name=found) | ast.ClassDef(name=found) if found == name:
                return node
            case ast.Assign(targets=[ast.Name(id=found)]) | ast.AnnAssign(target=ast.Name(id=found)) if found == name:
                return node
    raise TranslationError(f"{module.__name__} has no {name} that is translated")


def home_of(module: ModuleType, name: str) -> tuple[ModuleType, str]:
    """Return the module that a name is imported from, and its name there."""
    for node in tree_of(module).body:
        if isinstance(node, ast.ImportFrom) and node.module and node.module.startswith("paperdice"):
            for alias in node.names:
                if (alias.asname or alias.name) == name:
                    return home_of(import_module(node.module), alias.name)
    return module, name
