"""TypeScript declarations of the flow's types for the page."""

from __future__ import annotations

import typing
from collections.abc import Iterator, Mapping
from functools import cached_property
from inspect import getattr_static, isfunction
from types import FunctionType

from translator.calls import Signature, Word
from translator.kinds import (
    BOOL,
    FLOAT,
    INT,
    NONE,
    TEXT,
    Array,
    Dict,
    Fields,
    Function,
    Instance,
    Kind,
    Member,
    Record,
    Row,
    Set,
    Tuple,
    Union,
    fields_of,
    is_protocol,
    is_struct,
)
from translator.program import Program, signature_of

_SCALARS: Mapping[Kind, str] = {INT: "number", FLOAT: "number", BOOL: "boolean", TEXT: "string", NONE: "null"}
# Types that the page has from the protocol.
_VIEWS = ("CellView", "DieView", "LineView", "OpenView", "OwnCell", "OwnView", "PassCost", "ReasonView",
          "RowView", "SheetView", "View")  # fmt: skip
_HEAD = """// Made by web/translator from Python: do not edit.
import type {{ {views} }} from "../../src/net/protocol";

/** A dictionary whose keys are tuples. */
export interface TupleMap<K, V> extends Iterable<[K, V]> {{
  readonly size: number;
  has(key: K): boolean;
  get(key: K): V | undefined;
  keys(): Iterable<K>;
  values(): Iterable<V>;
}}
export type Texts<V> = {{ [name: string]: V }};
export type Twin = Texts<Int32Array> & {{ turn: number; phase: number; n_seats: number }};
/** A game with what only the page asks of it. */
export interface LoadedGame extends Game {{
  /** Where the game stands among all games. */
  place: number;
  /** What `casual` thinks of each move. */
  rate(weights: null, laid: Twin, state: Twin, seat: number, moves: Int32Array, n: number, values: Float64Array): void;
}}
export declare function findGame(name: string): LoadedGame;
"""


class Declarations:
    """The declarations of a program, with the classes that they refer to."""

    def __init__(
        self,
        program: Program,
        protocols: Mapping[type, str],
        functions: Mapping[str, FunctionType],
        *,
        head: str = _HEAD,
        imported: Mapping[type, str] = {},
    ) -> None:
        self._program = program
        self._protocols = protocols
        self._functions = functions
        self._head = head
        # Classes whose types are declared elsewhere.
        self._imported = imported
        self._known = {cls.__name__ for cls in program.classes() if cls not in imported}

    def text(self) -> str:
        """Return the whole file."""
        parts = [self._head.format(views=", ".join(_VIEWS))]
        parts += [self._class(cls) for cls in self._program.classes() if cls not in self._imported]
        parts += [self._interface(cls) for cls, told in self._protocols.items() if told == cls.__name__]
        parts += [
            f"export declare function {name}{self._signature(signature_of(function))};"
            for name, function in self._functions.items()
        ]
        return "\n".join(parts) + "\n"

    def _class(self, cls: type) -> str:
        named = [self._imported.get(each, each.__name__) for each in cls.__mro__[1:]]
        above = next((name for name in named if name in self._known or name in self._imported.values()), "")
        head = f"export declare class {cls.__name__}{f' extends {above}' if above else ''} {{"
        if issubclass(cls, Exception):
            fields = [] if above else ["  reason: Reason;", "  message: string;", "  name: string;"]
            return "\n".join([head, *fields, *([] if above else ["  constructor(reason: Reason);"]), "}"])
        made = self._program.maker(cls)
        lines = [f"  constructor({self._words(made.words)});"] if made is not None and not is_struct(cls) else []
        known = {**fields_of(cls), **self._program.made_fields(cls)}
        lines += [f"  readonly {name}: {self._kind(kind)};" for name, kind in known.items() if name[0] != "_"]
        lines += self._members(cls, self._program.members(cls))
        if hasattr(cls, "_fields"):
            lines.append("  [Symbol.iterator](): IterableIterator<never>;")
        return "\n".join([head, *lines, "}"])

    def _interface(self, cls: type) -> str:
        lines = [f"  {name}: {self._kind(kind)};" for name, kind in fields_of(cls).items()]
        return "\n".join([f"export interface {cls.__name__} {{", *lines, *self._members(cls, sorted(vars(cls))), "}"])

    def _members(self, cls: type, names: list[str]) -> Iterator[str]:
        for name in [each for each in names if not each.startswith("_") or each == "__len__"]:
            value = getattr_static(cls, name)
            computed = value.fget if isinstance(value, property) else getattr(value, "func", None)
            if isinstance(value, property | cached_property) and computed is not None:
                yield f"  readonly {name}: {self._kind(signature_of(typing.cast('FunctionType', computed)).result)};"
            function = getattr(value, "__func__", value)
            if isfunction(function):
                static = "static " if isinstance(value, staticmethod | classmethod) else ""
                yield f"  {static}{name}{self._signature(signature_of(function))};"

    def _signature(self, signature: Signature) -> str:
        return f"({self._words(signature.words)}): {self._kind(signature.result)}"

    def _words(self, words: tuple[Word, ...]) -> str:
        last = max((place for place, word in enumerate(words) if not word.is_optional), default=-1)
        return ", ".join(
            f"{word.name}$"[: None if word.name in ("throw", "with") else -1]
            + (": " if place <= last or not word.is_optional else "?: ")
            + self._kind(word.kind, is_given=True)
            + (" | undefined" if word.is_optional and place <= last else "")
            for place, word in enumerate(words)
        )

    def _kind(self, kind: Kind, *, is_given: bool = False) -> str:
        readonly = "readonly " if is_given else ""
        match kind:
            case Member():
                return "number"
            case Union(options=options):
                return " | ".join(sorted({self._kind(each, is_given=is_given) for each in options}))
            case Row(flavor="generator", item=item):
                return f"IterableIterator<{self._kind(item)}>"
            case Row(item=item):
                inner = self._kind(item)
                return f"{readonly}({inner})[]" if " " in inner else f"{readonly}{inner}[]"
            case Tuple(items=items):
                return f"{readonly}[{', '.join(map(self._kind, items))}]"
            case Dict(key=key, value=value):
                name = "Map" if key == INT else "TupleMap"
                return (
                    f"Texts<{self._kind(value)}>" if key == TEXT else f"{name}<{self._kind(key)}, {self._kind(value)}>"
                )
            case Set(item=item):
                return f"Set<{self._kind(item)}>"
            case Array():
                return "Int32Array"
            case Record():
                return "Twin"
            case Fields(cls=cls):
                if cls.__name__ not in _VIEWS:
                    raise LookupError(f"the protocol of the page has no type {cls.__name__}")
                return cls.__name__
            case Instance(cls=cls) if cls in self._imported:
                return self._imported[cls]
            case Instance(cls=cls) if is_protocol(cls):
                return self._protocols.get(cls, "unknown")
            case Instance(cls=cls):
                return cls.__name__ if cls.__name__ in self._known else "unknown"
            case Function():
                return "unknown"
        return _SCALARS.get(kind, "unknown")
