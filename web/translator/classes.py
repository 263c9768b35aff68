"""Classes as JavaScript: records with fields, dataclasses, classes with `__init__`, and errors."""

from __future__ import annotations

import ast
import textwrap
import typing
from collections.abc import Iterator
from dataclasses import MISSING, fields, is_dataclass
from functools import cache, cached_property
from importlib import import_module
from inspect import getattr_static, getsource, getsourcelines, isfunction
from types import FunctionType
from typing import TYPE_CHECKING, NamedTuple

from msgspec import NODEFAULT, structs

from paperdice.errors import PaperdiceError, Reason
from translator.calls import Signature, Word
from translator.expressions import write
from translator.kinds import (
    NONE,
    Instance,
    Kind,
    fields_of,
    is_named_tuple,
    is_protocol,
    is_struct,
    of_hint,
    of_value,
)
from translator.scope import Scope, Term, TranslationError, spell
from translator.statements import INDENT, is_generator, write_function

if TYPE_CHECKING:
    from translator.program import Program

# Allowed options of a Struct, which keep the JSON names of its fields the same in both languages.
_STRUCT_WORDS = frozenset({"tag", "tag_field", "omit_defaults", "kw_only", "frozen", "forbid_unknown_fields"})
# A named tuple can be unpacked.
_APART = "*[Symbol.iterator]() { yield* Object.values(this); }"
_MARKS = {
    "property": "get ",
    "cached_property": "get ",
    "contextmanager": "*",
    "classmethod": "static ",
    "staticmethod": "static ",
}


class Used(NamedTuple):
    """A method, property or constant of a class that is used."""

    cls: type
    name: str


class Classes:
    """The classes of a program. Unused methods are omitted, and methods of classes without instances."""

    def __init__(self, program: Program) -> None:
        self._program = program
        self._lines: dict[type, list[str]] = {}
        self._refused: dict[type, TranslationError] = {}
        # The constants of each Struct, with its tag in JSON.
        self._constants: dict[type, dict[str, str]] = {}
        self._used: set[Used] = set()
        self._written: set[Used] = set()

    def texts(self) -> list[str]:
        """Return all classes, base classes first."""
        return ["\n".join([self._begin(cls), *self._lines[cls][1:], "}"]) for cls in self.all()]

    def _begin(self, cls: type) -> str:
        """Return the first line of a class; that of a Struct has its constants and the defaults of its fields."""
        if cls not in self._constants:
            return self._lines[cls][0]
        above = self._above(cls)
        words = ["py.Struct" if above is None else self._program.need_class(above)]
        words.append(f"{{ {', '.join(f'{name}: {text}' for name, text in self._constants[cls].items())} }}")
        if defaults := self._struct_defaults(cls):
            words.append(f"() => ({{ {defaults} }})")
        return f"class {self._program.name(cls, cls.__name__)} extends py.struct({', '.join(words)}) {{"

    def all(self) -> list[type]:
        """Return all classes, base classes first."""
        return sorted(self._lines, key=lambda cls: len(cls.__mro__))

    def members(self, cls: type) -> list[str]:
        """Return the names of the written methods and properties of a class."""
        return sorted(used.name for used in self._written if used.cls is cls)

    def finish(self) -> None:
        """Write all used members, and the members that these use."""
        while waiting := self._waiting():
            for cls, name in waiting:
                self._written.add(Used(cls, name))
                self._lines[cls] += self._member(cls, name)

    def has(self, cls: type) -> bool:
        """Whether a class is used."""
        return cls in self._lines

    def names(self) -> list[str]:
        """Return the written names of all classes."""
        return sorted(self._program.name(cls, cls.__name__) for cls in self._lines)

    def _waiting(self) -> list[Used]:
        """Return the members to write: used ones of a class, of its base classes, or of a protocol."""
        found = {
            Used(cls, used.name)
            for used in self._used
            for cls in self._lines
            if used.name in vars(cls)
            and (_is_constant(cls, used.name, vars(cls)[used.name]) or _is_code(vars(cls)[used.name]))
            and (issubclass(cls, used.cls) if not is_protocol(used.cls) else True)
        }
        return sorted(found - self._written, key=lambda used: (used.cls.__name__, used.name))

    def need(self, cls: type) -> str:
        """Return the name of a class, which is written at its first use."""
        written = self._program.name(cls, cls.__name__)
        if cls in self._refused:
            raise self._refused[cls]
        if cls not in self._lines:
            self._lines[cls] = []
            try:
                self._lines[cls] = self._head(cls, written)
            except TranslationError as error:
                self._refused[cls] = error
                raise
        return written

    def _scope(self, cls: type, function: str = "") -> Scope:
        scope = self._program.scope(import_module(cls.__module__))
        scope.owner, scope.function = cls, function
        return scope

    def _above(self, cls: type) -> type | None:
        """Return the base class of Paperdice that a class has, if any."""
        found = [each for each in cls.__bases__ if each.__module__.startswith("paperdice") and not is_protocol(each)]
        if len(found) > 1:
            raise self._scope(cls).refuse(class_node(cls), f"{cls.__name__}, which has several classes above it,")
        return found[0] if found else None

    # Instances

    def _head(self, cls: type, written: str) -> list[str]:
        node = class_node(cls)
        marks = {ast.unparse(mark).partition("(")[0] for mark in node.decorator_list}
        if marks - {"dataclass", "final"}:
            raise self._scope(cls).refuse(node, f"a decorator {', '.join(sorted(marks))} of a class")
        above = self._above(cls)
        if issubclass(cls, PaperdiceError):
            if cls is not PaperdiceError and "__init__" in vars(cls):
                raise self._scope(cls).refuse(node, "an error with a maker of its own")
            return [
                f"class {written} extends {'py.PaperdiceError' if above is None else self._program.need_class(above)} {{"
            ]
        lines = [f"class {written}{'' if above is None else f' extends {self._program.need_class(above)}'} {{"]
        if is_struct(cls):
            self._constants[cls] = self._tag(cls, node)
            return lines
        if "__init__" in vars(cls) and not is_dataclass(cls):
            return [*lines, *self._own_maker(cls, above)]
        if is_named_tuple(cls) or is_dataclass(cls):
            return [*lines, *self._made_of_fields(cls, above), *([f"{INDENT}{_APART}"] if is_named_tuple(cls) else [])]
        return lines

    def _struct_defaults(self, cls: type) -> str:
        """Return the default values of fields."""
        own = vars(cls).get("__annotations__", {})
        return ", ".join(f"{name}: {value[3:]}" for name, value in self._defaults(cls).items() if name in own)

    def _tag(self, cls: type, node: ast.ClassDef) -> dict[str, str]:
        """Return the tag of a Struct in JSON, its property `type`."""
        if "__post_init__" in dir(cls):
            raise self._scope(cls).refuse(node, "a Struct with __post_init__", "write a function that makes it")
        assert is_struct(cls)
        words = {str(word.arg) for word in node.keywords} - _STRUCT_WORDS
        config = cls.__struct_config__
        if words or config.tag_field not in (None, "type"):
            told = ", ".join(sorted(words)) or f"the tag field {config.tag_field}"
            raise self._scope(cls).refuse(
                node, f"a Struct with {told}", f"known are {', '.join(sorted(_STRUCT_WORDS))}"
            )
        if config.tag is not None and config.tag != cls.__name__:
            if "type" in cls.__struct_fields__ or not isinstance(config.tag, str):
                raise self._scope(cls).refuse(node, f"the tag {config.tag!r}, or a field `type` beside it,")
            return {"type": f'"{config.tag}"'}
        return {}

    def _own_maker(self, cls: type, above: type | None) -> Iterator[str]:
        node = method_node(cls, "__init__")
        scope = self._scope(cls, "__init__")
        scope.result = NONE
        body = node.body[1:] if ast.get_docstring(node) is not None else node.body
        made = write_function(scope, node, self._signature(vars(cls)["__init__"]), {"self": Instance(cls)})
        lines = list(made.lines)
        yield f"{INDENT}constructor({made.words}) {{"
        if above is not None:
            first = next((place for place, line in enumerate(lines) if line.lstrip().startswith("super(")), -1)
            if not body or not ast.unparse(body[0]).startswith("super().__init__(") or first < 0:
                raise scope.refuse(node, "a maker that does not begin with super().__init__(…)")
            yield f"{INDENT}{lines.pop(first)}"
        yield from (f"{INDENT}{line}" for line in lines)
        yield f"{INDENT}}}"

    def _made_of_fields(self, cls: type, above: type | None) -> Iterator[str]:
        maker = self.maker(cls)
        assert maker is not None
        inherited = [word.name for word in (self.maker(above) or maker).words] if above is not None else []
        if "__post_init__" in dir(cls) and ("__post_init__" not in vars(cls) or above is not None):
            raise self._scope(cls).refuse(
                class_node(cls), "an inherited __post_init__", "write a function that makes it"
            )
        defaults = self._defaults(cls)
        words = ", ".join(f"{spell(word.name)}{defaults.get(word.name, '')}" for word in maker.words)
        yield f"{INDENT}constructor({words}) {{"
        if above is not None:
            yield f"{INDENT * 2}super({', '.join(map(spell, inherited))});"
        yield from (
            f"{INDENT * 2}this.{word.name} = {spell(word.name)};" for word in maker.words if word.name not in inherited
        )
        for part in fields(cls) if is_dataclass(cls) else ():
            if not part.init and part.name in vars(cls).get("__annotations__", {}):
                if part.default is MISSING:
                    raise self._scope(cls).refuse(class_node(cls), f"field({part.name}) without init and default")
                yield f"{INDENT * 2}this.{part.name} = {self._program.literal(part.default, of_value(part.default))};"
        if "__post_init__" in vars(cls):
            self.use(cls, "__post_init__")
            yield f"{INDENT * 2}this.__post_init__();"
        yield f"{INDENT}}}"

    def _defaults(self, cls: type) -> dict[str, str]:
        """Return the default values of fields as JavaScript."""
        found: dict[str, str] = {}
        for each in [each for each in reversed(cls.__mro__) if each.__module__.startswith("paperdice")]:
            for part in class_node(each).body:
                if isinstance(part, ast.AnnAssign) and isinstance(part.target, ast.Name) and part.value is not None:
                    name = part.target.id
                    if name in fields_of(cls):
                        value = self._default(each, part.value, fields_of(cls)[name])
                        found[name] = "" if value is None else f" = {value}"
        return found

    def _default(self, cls: type, node: ast.expr, kind: Kind) -> str | None:
        scope = self._scope(cls)
        value: ast.expr | None = node
        if isinstance(node, ast.Call) and ast.unparse(node.func) == "field":
            given = {keyword.arg: keyword.value for keyword in node.keywords}
            if set(given) - {"default", "default_factory", "hash", "init", "repr", "kw_only"}:
                raise scope.refuse(node, f"field with {', '.join(map(str, given))}")
            value = given.get("default")
            if "default_factory" in given:
                factory = given["default_factory"]
                value = ast.copy_location(
                    factory.body if isinstance(factory, ast.Lambda) else ast.Call(factory, [], []), factory
                )
                ast.fix_missing_locations(value)
        if value is None:
            return None
        return self._program.checked(scope, value, kind).text

    def maker(self, cls: type) -> Signature | None:
        """Return the parameters of a constructor, None for a class of another library."""
        if issubclass(cls, PaperdiceError):
            return None
        if is_struct(cls):
            # Some fields have names only: then all are given by name, in the order in which they are declared.
            is_named = len(cls.__match_args__) < len(cls.__struct_fields__)
            optional = {
                part.name
                for part in structs.fields(cls)
                if part.default is not NODEFAULT or part.default_factory is not NODEFAULT
            }
            return Signature(
                tuple(Word(name, kind, name in optional, is_named) for name, kind in fields_of(cls).items()),
                Instance(cls),
            )
        if is_dataclass(cls):
            words = []
            for part in fields(cls):
                if not part.init:
                    continue
                if not part.compare:
                    raise self._scope(cls).refuse(class_node(cls), f"field({part.name}) with compare")
                has_default = part.default is not MISSING or part.default_factory is not MISSING
                words.append(Word(part.name, fields_of(cls)[part.name], has_default, bool(part.kw_only)))
            return Signature(tuple(sorted(words, key=lambda word: word.is_named)), Instance(cls))
        if is_named_tuple(cls):
            defaults = getattr(cls, "_field_defaults", {})
            return Signature(
                tuple(Word(name, kind, name in defaults) for name, kind in fields_of(cls).items()), Instance(cls)
            )
        for each in cls.__mro__:
            if (
                each.__module__.startswith("paperdice")
                and isfunction(vars(each).get("__init__"))
                and not is_protocol(each)
            ):
                return self._signature(vars(each)["__init__"])
        return Signature((), Instance(cls)) if not is_protocol(cls) and cls.__mro__[-2:] == (cls, object) else None

    # Fields, properties and constants

    def field_kind(self, cls: type, name: str) -> Kind | None:
        """Return the kind of a field or property of a class, None if there is none of that name."""
        if issubclass(cls, PaperdiceError):
            return Instance(Reason) if name == "reason" else None
        value = getattr_static(cls, name, None)
        computed = value.fget if isinstance(value, property) else getattr(value, "func", None)
        if isinstance(value, property | cached_property) and computed is not None:
            self.use(cls, name)
            return self._signature(typing.cast("FunctionType", computed)).result
        known = fields_of(cls)
        if name in known:
            return known[name]
        found = self.made_fields(cls).get(name)
        if found is None and name in dir(cls) and not name.startswith("__") and _is_constant(cls, name, value):
            self.use(cls, name)
            return self._constant_kind(cls, name, value)
        return found

    def constant(self, cls: type, name: str) -> Term | None:
        """Return a constant of a class, None if there is none of that name."""
        value = getattr_static(cls, name, None)
        if not cls.__module__.startswith("paperdice") or name.startswith("__") or not _is_constant(cls, name, value):
            return None
        kind = self._constant_kind(cls, name, value)
        return Term(self._program.literal(value, kind), kind)

    def _constant_kind(self, cls: type, name: str, value: object) -> Kind:
        """Return the kind of a class constant, by the annotation of the first class that has one."""
        for each in reversed(cls.__mro__):
            if name in vars(each).get("__annotations__", {}):
                hint = typing.get_type_hints(each)[name]
                return of_hint(typing.get_args(hint)[0] if typing.get_origin(hint) is typing.ClassVar else hint)
        return of_value(value)

    def made_fields(self, cls: type) -> dict[str, Kind]:
        """Return the fields that `__init__` assigns to, by annotation or by value."""
        found: dict[str, Kind] = {}
        for each in reversed(cls.__mro__):
            maker = vars(each).get("__init__")
            if (
                each.__module__.startswith("paperdice")
                and isfunction(maker)
                and not (is_dataclass(each) or is_protocol(each))
            ):
                found |= self._assigned_fields(each)
        return found

    def _assigned_fields(self, cls: type) -> dict[str, Kind]:
        module = import_module(cls.__module__)
        words = {word.name: word.kind for word in self._signature(vars(cls)["__init__"]).words}
        found: dict[str, Kind] = {}
        for part in method_node(cls, "__init__").body:
            match part:
                case ast.AnnAssign(target=ast.Attribute(value=ast.Name(id="self"), attr=name), annotation=annotation):
                    found[name] = self._program.annotation_kind(module, annotation, name)
                case ast.Assign(targets=[ast.Attribute(value=ast.Name(id="self"), attr=name)], value=value):
                    if name not in found:
                        scope = self._scope(cls)
                        scope.locals = dict(words)
                        found[name] = write(scope, value).kind
        return found

    # Methods

    def method(self, cls: type, name: str) -> Signature | None:
        """Return the signature of a method, None if a class has none of that name."""
        value = getattr_static(cls, name, None)
        value = getattr(value, "__wrapped__", value)
        if not isfunction(value) or not value.__module__.startswith("paperdice"):
            return None
        self.use(cls, name)
        return self._signature(value)

    def class_method(self, cls: type, name: str) -> Signature | None:
        """Return the signature of a class method or static method, None if a class has none of that name."""
        value = getattr_static(cls, name, None)
        if not isinstance(value, classmethod | staticmethod):
            return None
        for each in cls.__mro__:
            if name in vars(each):
                self.need(each)
                self.use(each, name)
                break
        return self._signature(typing.cast("FunctionType", value.__func__))

    def use(self, cls: type, name: str) -> None:
        """Record the use of a method, property or constant; it is written if its class is."""
        for each in cls.__mro__:
            if name in vars(each):
                self._used.add(Used(each if not is_protocol(cls) else cls, name))
                return

    def _member(self, cls: type, name: str) -> list[str]:
        value = vars(cls)[name]
        if not _is_code(value):
            kind = self._constant_kind(cls, name, value)
            if cls in self._constants:
                self._constants[cls][name] = self._program.literal(value, kind)
                return []
            return [f"{INDENT}get {name}() {{ return {self._program.literal(value, kind)}; }}"]
        node = method_node(cls, name)
        scope = self._scope(cls, name)
        marks = [ast.unparse(mark) for mark in node.decorator_list if ast.unparse(mark) not in ("override", "final")]
        if len(marks) > 1 or any(mark not in _MARKS for mark in marks):
            raise scope.refuse(node, f"a decorator {', '.join(sorted(marks))}", f"known are {', '.join(_MARKS)}")
        function = value.fget if isinstance(value, property) else getattr(value, "__func__", value)
        function = function.func if isinstance(function, cached_property) else function
        function = getattr(function, "__wrapped__", function)
        signature = self._signature(typing.cast("FunctionType", function))
        scope.result = None if "contextmanager" in marks else signature.result
        if is_generator(node) and any(isinstance(part, ast.Try | ast.With) for part in ast.walk(node)):
            raise scope.refuse(node, "a generator with `try` or `with`")
        own = {} if "staticmethod" in marks or "classmethod" in marks else {"self": Instance(cls)}
        if own == {} and "staticmethod" in marks:
            scope.owner = None
        made = write_function(scope, node, signature, own)
        star = "*" if is_generator(node) and "contextmanager" not in marks else ""
        first = "const cls = this;" if "classmethod" in marks else ""
        head = f"{INDENT}{''.join(_MARKS[mark] for mark in marks)}{star}{_method_name(scope, node)}({made.words}) {{"
        lines = [f"{INDENT * 2}{first}"] if first else []
        if "cached_property" in marks:
            make = [
                f'{INDENT * 2}return py.kept(this, "{name}", () => {{',
                *(f"{INDENT * 2}{line}" for line in made.lines),
            ]
            return [head, *lines, *make, f"{INDENT * 2}}});", f"{INDENT}}}"]
        return [head, *lines, *(f"{INDENT}{line}" for line in made.lines), f"{INDENT}}}"]

    def _signature(self, function: FunctionType) -> Signature:
        return self._program.signature_of(function)


def _method_name(scope: Scope, node: ast.FunctionDef) -> str:
    if node.name in ("constructor", "prototype"):
        raise scope.refuse(node, f"a method {node.name}")
    return node.name


def _is_code(value: object) -> bool:
    return isfunction(value) or isinstance(value, property | cached_property | classmethod | staticmethod)


def _is_constant(cls: type, name: str, value: object) -> bool:
    """Whether a value is an instance of a class, and is None only if an annotation allows it."""
    if value is None:
        return any(_is_class_variable(each, name) for each in cls.__mro__)
    return isinstance(value, bool | int | float | str | tuple)


def _is_class_variable(cls: type, name: str) -> bool:
    if name not in vars(cls).get("__annotations__", {}):
        return False
    return typing.get_origin(typing.get_type_hints(cls)[name]) is typing.ClassVar


@cache
def class_node(cls: type) -> ast.ClassDef:
    """Return the definition of a class."""
    node = ast.parse(textwrap.dedent(getsource(cls))).body[0]
    assert isinstance(node, ast.ClassDef)
    ast.increment_lineno(node, getsourcelines(cls)[1] - 1)
    return node


def method_node(cls: type, name: str) -> ast.FunctionDef:
    """Return the definition of a method."""
    for part in class_node(cls).body:
        if isinstance(part, ast.FunctionDef) and part.name == name:
            return part
    raise TranslationError(f"{cls.__name__} has no method {name}")
