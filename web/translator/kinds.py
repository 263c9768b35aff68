"""The kinds of values that translated Python works with, and how annotations and values map to them.

A kind decides what an operator or a method means: `+` on texts differs from `+` on lists. Values without a kind are
refused.
"""

from __future__ import annotations

import types
import typing
from collections import abc
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import IntEnum
from types import SimpleNamespace
from typing import Literal, Protocol, TypeGuard, is_typeddict

import msgspec
import numpy as np

Shape = tuple[int, ...]
# A tuple of at most this many items is meant to be unpacked, even if all have one kind.
SHORT = 4


class Kind:
    """The static type of a value."""


@dataclass(frozen=True)
class Scalar(Kind):
    """A number, a text, None, or another value without parts."""

    name: str

    def __str__(self) -> str:
        return self.name


BOOL, INT, FLOAT, FLOAT32 = Scalar("bool"), Scalar("int"), Scalar("float"), Scalar("float32")
TEXT, BYTES, NONE = Scalar("str"), Scalar("bytes"), Scalar("None")
PATTERN, FOUND = Scalar("re.Pattern"), Scalar("re.Match")
# A class itself, as `type()` returns it.
CLASS = Scalar("type")
# The item of an empty list, and an unknown value.
NEVER, OBJECT = Scalar("nothing"), Scalar("object")


@dataclass(frozen=True)
class Member(Kind):
    """A member of an `IntEnum`, which is an int."""

    enum: type[IntEnum]

    def __str__(self) -> str:
        return self.enum.__name__


@dataclass(frozen=True)
class Array(Kind):
    """A NumPy array; without a shape its dimensions are known only at run time."""

    item: Kind
    shape: Shape | None = None
    n_dimensions: int = 1

    def part(self, n_indices: int) -> Array:
        """Return the kind of an array after indexing some of its dimensions."""
        if self.shape is None:
            return Array(self.item, None, self.n_dimensions - n_indices)
        return Array(self.item, self.shape[n_indices:])

    def __str__(self) -> str:
        return f"array[{self.item}]"


@dataclass(frozen=True)
class Row(Kind):
    """A list, a tuple of any length, any sequence (`sequence`), or an iterator.

    All of them are arrays in JavaScript, except for a `generator`, which is as lazy as in Python.
    """

    flavor: Literal["list", "tuple", "sequence", "iterator", "generator"]
    item: Kind

    def __str__(self) -> str:
        return f"{self.flavor}[{self.item}]"


@dataclass(frozen=True)
class Tuple(Kind):
    """A tuple of known length."""

    items: tuple[Kind, ...]

    def __str__(self) -> str:
        return f"tuple[{', '.join(map(str, self.items))}]"


@dataclass(frozen=True)
class Dict(Kind):
    """A dictionary: with text keys an object, with numbers a Map, with tuples a map by value."""

    key: Kind
    value: Kind
    is_frozen: bool = False

    def __str__(self) -> str:
        return f"{'Mapping' if self.is_frozen else 'dict'}[{self.key}, {self.value}]"


@dataclass(frozen=True)
class Set(Kind):
    """A set of numbers or texts; a frozen one cannot be changed."""

    item: Kind
    is_frozen: bool = False

    def __str__(self) -> str:
        return f"{'frozenset' if self.is_frozen else 'set'}[{self.item}]"


@dataclass(frozen=True)
class Instance(Kind):
    """An instance of a class."""

    cls: type

    def __str__(self) -> str:
        return self.cls.__name__


@dataclass(frozen=True)
class Fields(Kind):
    """A dictionary with the keys of a `TypedDict`."""

    cls: type

    def __str__(self) -> str:
        return self.cls.__name__


@dataclass(frozen=True)
class Record(Kind):
    """The state of a match or its sheets, whose fields a game's layout declares.

    A value named neither `state` nor `sheets` is a `twin`, which may be either; only a program for all games has
    fields for it.
    """

    name: str

    def __str__(self) -> str:
        return self.name


@dataclass(frozen=True)
class Function(Kind):
    """A callable for values of these kinds."""

    words: tuple[Kind, ...]
    result: Kind

    def __str__(self) -> str:
        return f"function of {', '.join(map(str, self.words))}"


@dataclass(frozen=True)
class Union(Kind):
    """One of several kinds."""

    options: frozenset[Kind]

    def __str__(self) -> str:
        return " | ".join(sorted(map(str, self.options)))


def either(*kinds: Kind) -> Kind:
    """Return the kind of a value that has one of these kinds."""
    found: set[Kind] = set()
    for kind in kinds:
        found |= kind.options if isinstance(kind, Union) else {kind}
    found.discard(NEVER)
    numbers = {kind for kind in found if is_int(kind) or kind == FLOAT}
    if len(numbers) > 1:
        found = found - numbers | {FLOAT if FLOAT in numbers else INT}
    for kind in [kind for kind in found if is_empty(kind)]:
        if any(_is_filled(kind, other) for other in found):
            found.discard(kind)
    dicts = [kind for kind in found if isinstance(kind, Dict) and kind.key == TEXT]
    if len(dicts) > 1:
        found = found - set(dicts) | {Dict(TEXT, either(*(kind.value for kind in dicts)), is_frozen=True)}
    tuples = {kind for kind in found if isinstance(kind, Tuple) or (isinstance(kind, Row) and kind.flavor == "tuple")}
    if len(tuples) > 1:
        found = found - tuples | {_joined_tuples(tuples)}
    if not found:
        return NEVER
    return next(iter(found)) if len(found) == 1 else Union(frozenset(found))


def is_empty(kind: Kind) -> bool:
    """Whether a value is an empty list, tuple, set or dictionary display."""
    return NEVER in (getattr(kind, "item", None), getattr(kind, "key", None))


def _is_filled(kind: Kind, other: Kind) -> bool:
    """Whether one kind is that of an empty collection, which may have become the other kind later."""
    if isinstance(kind, Row):
        return isinstance(other, Row) and other.flavor == kind.flavor and other != kind
    return type(kind) is type(other) and other != kind


def _joined_tuples(kinds: Iterable[Kind]) -> Kind:
    """Return the kind of one of several tuples: item by item if all are equally long."""
    known = [kind.items for kind in kinds if isinstance(kind, Tuple)]
    if len(known) == len(list(kinds)) and len({len(items) for items in known}) == 1:
        return Tuple(tuple(either(*items) for items in zip(*known, strict=True)))
    return Row("tuple", either(*(item_of(kind) or NEVER for kind in kinds)))


def options_of(kind: Kind) -> frozenset[Kind]:
    """Return the kinds that a value may have."""
    return kind.options if isinstance(kind, Union) else frozenset({kind})


def without(kind: Kind, other: Kind) -> Kind:
    """Return a kind without one of its options."""
    return either(*(option for option in options_of(kind) if option != other))


def present(kind: Kind) -> Kind:
    """Return the kind of a value that is not None."""
    return without(kind, NONE) if kind != NONE else kind


def is_int(kind: Kind) -> bool:
    """Whether values are integers and not bools: `str` and `max` distinguish True from 1."""
    return kind == INT or isinstance(kind, Member)


def is_whole(kind: Kind) -> bool:
    """Whether values support integer arithmetic, which includes bools."""
    return kind == BOOL or is_int(kind)


def is_number(kind: Kind) -> bool:
    """Whether values support 64-bit arithmetic: integers, bools and floats."""
    return is_whole(kind) or kind == FLOAT


def is_key(kind: Kind) -> bool:
    """Whether values can be compared by `===` and used as keys of an object or a Map."""
    return is_int(kind) or kind == TEXT


def in_rule(kind: Kind) -> Kind:
    """Return the kind that a value has in a rule, where a bool beside a number is a number."""
    options = options_of(kind)
    if len(options) > 1 and all(map(is_whole, options)):
        return INT
    return kind


def item_of(kind: Kind) -> Kind | None:
    """Return the kind of the items of an iterable, None if none is declared."""
    match kind:
        case Row(item=item) | Set(item=item) | Dict(key=item):
            return item
        case Tuple(items=items):
            return either(*items)
        case Array(item=item):
            return item if is_line(kind) else kind.part(1)
        case Instance(cls=cls) if is_named_tuple(cls):
            return either(*fields_of(cls).values())
    return TEXT if kind == TEXT else None


def is_line(kind: Kind) -> bool:
    """Whether a value is an array of one dimension."""
    if not isinstance(kind, Array):
        return False
    return kind.n_dimensions == 1 if kind.shape is None else len(kind.shape) == 1


def is_named_tuple(cls: type) -> bool:
    """Whether instances are tuples whose items have names."""
    return issubclass(cls, tuple) and hasattr(cls, "_fields")


def is_frozen(cls: type) -> bool:
    """Whether instances are immutable."""
    if is_struct(cls):
        return bool(cls.__struct_config__.frozen)
    return is_named_tuple(cls) or bool(getattr(getattr(cls, "__dataclass_params__", None), "frozen", False))


def is_struct(cls: type) -> TypeGuard[type[msgspec.Struct]]:
    """Whether a class is a message, an event, or another `msgspec.Struct`."""
    return issubclass(cls, msgspec.Struct)


_FIELDS: dict[type, Mapping[str, Kind]] = {}


def fields_of(cls: type) -> Mapping[str, Kind]:
    """Return the annotated fields of a class in their order, those of base classes first."""
    if cls not in _FIELDS:
        hints = typing.get_type_hints(cls).items()
        _FIELDS[cls] = {
            name: of_hint(hint, name) for name, hint in hints if typing.get_origin(hint) is not typing.ClassVar
        }
    return _FIELDS[cls]


def accepts(wanted: Kind, given: Kind) -> bool:
    """Whether a value of one kind can be passed for another; a type checker has checked the details."""
    if wanted == given or given == NEVER:
        return True
    if wanted == OBJECT:
        return not is_passing(given)
    if isinstance(given, Union):
        return all(accepts(wanted, option) for option in given.options)
    if isinstance(wanted, Union):
        return any(accepts(option, given) for option in wanted.options)
    match wanted, given:
        case Scalar(name="int"), _:
            return is_int(given)
        case Scalar(name="float"), _:
            return is_int(given)
        case Array(item=item, shape=None), Array(item=other):
            return item == other and is_line(wanted) and is_line(given)
        case Record(name=name), Record(name=other):
            return "twin" in (name, other)
        case Row(flavor="sequence" | "iterator" as flavor, item=item), Row(flavor=other) | (Tuple() as other):
            fits = other in ("list", "tuple", "sequence", flavor) or isinstance(other, Tuple)
            return fits and accepts(item, item_of(given) or OBJECT)
        case Row(flavor="tuple", item=item), Tuple(items=items):
            return all(accepts(item, each) for each in items)
        case Row(flavor=flavor, item=item), Row(flavor=other, item=found):
            return flavor == other and accepts(item, found)
        case Tuple(items=items), Tuple(items=others):
            return len(items) == len(others) and all(map(accepts, items, others))
        case Tuple(items=items), Instance(cls=cls) if is_named_tuple(cls):
            return accepts(wanted, Tuple(tuple(fields_of(cls).values())))
        case Dict(key=key, value=value, is_frozen=frozen), Dict(key=other_key, value=other, is_frozen=is_frozen):
            return frozen >= is_frozen and accepts(key, other_key) and accepts(value, other)
        case Set(item=item, is_frozen=frozen), Set(item=other, is_frozen=is_frozen):
            return frozen >= is_frozen and accepts(item, other)
        case Instance(cls=cls), Instance(cls=other):
            return offers(other, cls) if is_protocol(cls) else issubclass(other, cls)
        case Function(words=words, result=result), Function(words=others, result=other):
            return len(words) == len(others) and all(map(accepts, others, words)) and accepts(result, other)
    return False


def offers(cls: type, protocol: type) -> bool:
    """Whether a class has all members of a protocol; a type checker has checked their signatures."""
    above = [each for each in protocol.__mro__ if is_protocol(each)]
    return all(hasattr(cls, name) for each in above for name in vars(each) if not name.startswith("_"))


def is_passing(kind: Kind) -> bool:
    """Whether a value can be iterated over only once, so that it must be used where it is made."""
    return any(isinstance(each, Row) and each.flavor in ("iterator", "generator") for each in options_of(kind))


# From annotations and values

_ITERATORS: frozenset[object] = frozenset({abc.Collection, abc.Iterable, abc.Iterator})


def of_hint(hint: object, name: str = "") -> Kind:
    """Return the kind of an annotation; an undeclared one is an `object`, which supports no operation.

    The fields of a state or of sheets depend on the game, so `name` must tell which of the two is meant.
    """
    plain: dict[object, Kind] = {int: INT, bool: BOOL, float: FLOAT, str: TEXT, bytes: BYTES, None: NONE}
    plain |= {type(None): NONE, np.float32: FLOAT32, np.float64: FLOAT, np.int64: INT}
    if hint in plain:
        return plain[hint]
    if hint is SimpleNamespace:
        return Record(name if name in ("sheets", "state") else "twin")
    if hint is range:
        return Row("sequence", INT)
    origin, words = typing.get_origin(hint), typing.get_args(hint)
    if origin is None:
        return _of_class(hint)
    if hasattr(origin, "__value__"):
        # NumPy for Python 3.12 and newer declares `NDArray` by a `type` statement.
        return of_hint(origin.__value__[words], name)
    if origin in (typing.Union, types.UnionType):
        return either(*(of_hint(word, name) for word in words))
    if origin is type:
        return CLASS
    if origin is Literal:
        return either(*(of_value(word) for word in words))
    if origin is tuple:
        if len(words) == 2 and words[1] is Ellipsis:
            return Row("tuple", of_hint(words[0]))
        return Tuple(tuple(of_hint(word) for word in words))
    if origin is np.ndarray:
        return Array(of_hint(typing.get_args(words[1])[0]))
    if origin is list:
        return Row("list", of_hint(words[0]))
    if origin is abc.Sequence:
        return Row("sequence", of_hint(words[0]))
    if origin in _ITERATORS:
        return Row("iterator", of_hint(words[0]))
    if origin in (dict, abc.Mapping):
        return Dict(of_hint(words[0]), of_hint(words[1]), origin is abc.Mapping)
    if origin in (set, frozenset, abc.Set):
        return Set(of_hint(words[0]), origin is not set)
    if origin is abc.Callable and isinstance(words[0], list):
        return Function(tuple(of_hint(word) for word in words[0]), of_hint(words[1]))
    return OBJECT


def _of_class(hint: object) -> Kind:
    if not isinstance(hint, type) or hint is object:
        return OBJECT
    if is_typeddict(hint):
        return Fields(hint)
    return Member(hint) if is_enum(hint) else Instance(hint)


def is_enum(value: object) -> TypeGuard[type[IntEnum]]:
    """Whether something is an enum of whole numbers."""
    return isinstance(value, type) and issubclass(value, IntEnum) and value is not IntEnum


def is_protocol(cls: type) -> bool:
    """Whether a class is a protocol, which declares members of others."""
    return Protocol in cls.__bases__


def of_value(value: object) -> Kind:
    """Return the kind of a constant."""
    match value:
        case None:
            return NONE
        case bool():
            return BOOL
        case IntEnum():
            return Member(type(value))
        case int():
            return INT
        case float():
            return FLOAT
        case str():
            return TEXT
        case tuple() if is_named_tuple(type(value)):
            return Instance(type(value))
        case tuple():
            kinds = [of_value(each) for each in value]
            return (
                Tuple(tuple(kinds)) if len(set(kinds)) > 1 or 0 < len(kinds) <= SHORT else Row("tuple", _of_all(value))
            )
        case list():
            return Row("list", _of_all(value))
        case set() | frozenset():
            return Set(_of_all(value), isinstance(value, frozenset))
        case Mapping():
            return Dict(_of_all(value), _of_all(value.values()))
    return Instance(type(value))


def _of_all(values: Iterable[object]) -> Kind:
    return either(*map(of_value, values))
