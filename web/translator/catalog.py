"""All supported operators, builtins and methods, with the kinds that they accept and their JavaScript.

Anything else is refused. A template is filled with the arguments, for a method with its object first;
`py` is the module `runtime.js`.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from translator.kinds import (
    BOOL,
    BYTES,
    CLASS,
    FLOAT,
    FLOAT32,
    FOUND,
    INT,
    NEVER,
    NONE,
    PATTERN,
    TEXT,
    Array,
    Dict,
    Fields,
    Instance,
    Kind,
    Row,
    Set,
    Tuple,
    either,
    fields_of,
    is_int,
    is_key,
    is_line,
    is_named_tuple,
    is_number,
    is_passing,
    is_whole,
    item_of,
    options_of,
)

Accepts = Callable[[Kind], bool]
Result = Kind | Callable[..., Kind]


class Declared(NamedTuple):
    """One use of an operator, builtin or method: the accepted kinds, the result and the JavaScript.

    `nonzero` is written instead if the last argument is a literal other than zero.
    """

    accepts: tuple[Accepts, ...]
    result: Result
    template: str
    nonzero: str = ""

    def result_of(self, kinds: Sequence[Kind]) -> Kind:
        """Return the kind of the result for arguments of these kinds."""
        return self.result(*kinds) if callable(self.result) else self.result


# Accepted arguments


def exactly(*wanted: Kind) -> Accepts:
    """Accept exactly these kinds."""
    return lambda kind: kind in wanted


def is_row(kind: Kind) -> bool:
    """Accept a list or tuple, which JavaScript has as an array."""
    return isinstance(kind, Tuple) or (isinstance(kind, Row) and kind.flavor in ("list", "tuple", "sequence"))


def is_tuple_key(kind: Kind) -> bool:
    """Accept a tuple, with or without names, that can be a key: its values stay distinct in JSON."""
    if isinstance(kind, Instance) and is_named_tuple(kind.cls):
        return all(_is_in_key(each) for each in fields_of(kind.cls).values())
    if isinstance(kind, Tuple):
        return all(map(_is_in_key, kind.items))
    return isinstance(kind, Row) and kind.flavor == "tuple" and _is_in_key(kind.item)


def _is_in_key(kind: Kind) -> bool:
    return is_int(kind) or kind == TEXT or is_tuple_key(kind)


def is_instance(kind: Kind) -> bool:
    """Accept an instance of one of several classes."""
    return all(isinstance(each, Instance) for each in options_of(kind))


def is_list(kind: Kind) -> bool:
    """Accept a list."""
    return isinstance(kind, Row) and kind.flavor == "list"


def is_tuple(kind: Kind) -> bool:
    """Accept a tuple of any or of a known length."""
    return isinstance(kind, Tuple) or (isinstance(kind, Row) and kind.flavor == "tuple")


def is_iterable(kind: Kind) -> bool:
    """Accept an iterable with a fixed order; sets have none."""
    if isinstance(kind, Row):
        return kind.flavor != "generator"
    return kind == TEXT or isinstance(kind, Tuple | Dict) or is_line(kind) or is_record_tuple(kind)


def is_record_tuple(kind: Kind) -> bool:
    """Accept a tuple whose items have names."""
    return isinstance(kind, Instance) and is_named_tuple(kind.cls)


def is_any_iterable(kind: Kind) -> bool:
    """Accept an iterable whose order does not matter."""
    return is_iterable(kind) or isinstance(kind, Set)


def iterates(accepts: Accepts) -> Accepts:
    """Accept an iterable whose items are accepted."""
    return lambda kind: is_iterable(kind) and (item := item_of(kind)) is not None and (item == NEVER or accepts(item))


def iterates_anyhow(accepts: Accepts) -> Accepts:
    """Accept an iterable or set whose items are accepted."""
    return lambda kind: (
        is_any_iterable(kind) and (item := item_of(kind)) is not None and (item == NEVER or accepts(item))
    )


def is_pair(kind: Kind) -> bool:
    """Accept a tuple of a key and something else."""
    return isinstance(kind, Tuple) and len(kind.items) == 2 and (is_key(kind.items[0]) or is_tuple_key(kind.items[0]))


def dict_by(accepts: Accepts) -> Accepts:
    """Accept a dictionary whose keys are accepted."""
    return lambda kind: isinstance(kind, Dict) and ((kind.key == NEVER and accepts(TEXT)) or accepts(kind.key))


def is_array(kind: Kind) -> bool:
    """Accept an array."""
    return isinstance(kind, Array)


def is_open(kind: Kind) -> bool:
    """Accept an array whose dimensions are known at run time."""
    return isinstance(kind, Array) and kind.shape is None


def is_ordered(kind: Kind) -> bool:
    """Accept a kind with an order: numbers, texts (by code points), and tuples of these."""
    if isinstance(kind, Tuple):
        return all(map(is_ordered, kind.items))
    return is_number(kind) or kind in (TEXT, FLOAT32) or (is_tuple(kind) and is_ordered(item_of(kind) or NONE))


def is_tuple_in_order(kind: Kind) -> bool:
    """Accept a tuple of known length that has an order."""
    return isinstance(kind, Tuple) and is_ordered(kind)


def anything(kind: Kind) -> bool:
    """Accept any value that is no iterator."""
    return not is_passing(kind)


def is_set(kind: Kind) -> bool:
    """Accept a set, frozen or not."""
    return isinstance(kind, Set)


def changes(accepts: Accepts) -> Accepts:
    """Accept these kinds, unless the annotation declares the object immutable."""
    return lambda kind: accepts(kind) and not getattr(kind, "is_frozen", False)


def is_map(kind: Kind) -> bool:
    """Accept a dictionary whose keys are no texts."""
    return by_int(kind) or by_tuple(kind) or by_class(kind)


def is_map_key(kind: Kind) -> bool:
    """Accept a key of such a dictionary."""
    return is_int(kind) or is_tuple_key(kind) or kind == CLASS


def is_perhaps(kind: Kind) -> bool:
    """Accept a whole number or text, or None."""
    return all(is_int(each) or each in (TEXT, NONE) for each in options_of(kind))


is_text = exactly(TEXT)
is_bool = exactly(BOOL)
is_single = exactly(FLOAT32)
by_text, by_int, by_tuple = dict_by(is_text), dict_by(is_int), dict_by(is_tuple_key)
by_class = dict_by(exactly(CLASS))


# Results


def number_of(*kinds: Kind) -> Kind:
    """An int if all are whole numbers, otherwise a float."""
    return INT if all(map(is_whole, kinds)) else FLOAT


def first_of(kind: Kind, *_others: Kind) -> Kind:
    """The kind of the first argument."""
    return kind


def item_in(kind: Kind, *_others: Kind) -> Kind:
    """The kind of the items of the first argument."""
    return item_of(kind) or NEVER


def list_of(kind: Kind, *_others: Kind) -> Kind:
    """A list of the items of the first argument."""
    return Row("list", item_in(kind))


def lists_of(kind: Kind) -> Kind:
    """Nested lists of the numbers of an array."""
    assert isinstance(kind, Array)
    return Row("list", kind.item if is_line(kind) else lists_of(kind.part(1)))


def tuple_of(kind: Kind, *_others: Kind) -> Kind:
    """A tuple of the items of the first argument."""
    return kind if isinstance(kind, Tuple) else Row("tuple", item_in(kind))


def joined_row(left: Kind, right: Kind) -> Kind:
    """One list or tuple behind another."""
    if isinstance(left, Tuple) and isinstance(right, Tuple):
        return Tuple((*left.items, *right.items))
    return Row("list" if is_list(left) else "tuple", either(item_in(left), item_in(right)))


def joined_dict(left: Kind, right: Kind) -> Kind:
    """The entries of two dictionaries."""
    assert isinstance(left, Dict) and isinstance(right, Dict)
    return Dict(either(left.key, right.key), either(left.value, right.value))


def joined_set(left: Kind, right: Kind) -> Kind:
    """The items of two sets."""
    assert isinstance(left, Set) and isinstance(right, Set)
    return Set(either(left.item, right.item), left.is_frozen)


def counted(kind: Kind, *_others: Kind) -> Kind:
    """Pairs of a number and an item of the first argument."""
    return Row("generator", Tuple((INT, item_in(kind))))


def thawed(kind: Kind) -> Kind:
    """A copy of a dictionary, which may be changed."""
    assert isinstance(kind, Dict)
    return Dict(kind.key, kind.value)


def pairs_of(kind: Kind) -> Kind:
    """The result of `items()`."""
    assert isinstance(kind, Dict)
    return Row("iterator", Tuple((kind.key, kind.value)))


def value_of(kind: Kind, *_others: Kind) -> Kind:
    """The values of a dictionary."""
    assert isinstance(kind, Dict)
    return kind.value


def value_or_none(kind: Kind, *_others: Kind) -> Kind:
    """A value of a dictionary, or None."""
    return either(value_of(kind), NONE)


def value_or(kind: Kind, _key: Kind, other: Kind) -> Kind:
    """A value of a dictionary, or the given default."""
    return either(value_of(kind), other)


def keys_in(kind: Kind) -> Kind:
    """The keys of a dictionary, in iteration order."""
    return Row("iterator", item_in(kind))


def values_in(kind: Kind) -> Kind:
    """The values of a dictionary, in iteration order."""
    return Row("iterator", value_of(kind))


def dict_of_pairs(kind: Kind) -> Kind:
    """The dictionary made from pairs of key and value."""
    item = item_of(kind)
    return Dict(item.items[0], item.items[1]) if isinstance(item, Tuple) else Dict(NEVER, NEVER)


# Operators

_number, _whole = is_number, is_whole
BINARY: Mapping[type[ast.operator], tuple[Declared, ...]] = {
    ast.Add: (
        Declared((_whole, _whole), INT, "py.whole({0} + {1})", nonzero="({0} + {1})"),
        Declared((_number, _number), FLOAT, "({0} + {1})"),
        Declared((is_single, is_single), FLOAT32, "Math.fround({0} + {1})"),
        Declared((is_text, is_text), TEXT, "({0} + {1})"),
        Declared((is_list, is_list), joined_row, "[...{0}, ...{1}]"),
        Declared((is_tuple, is_tuple), joined_row, "[...{0}, ...{1}]"),
    ),
    ast.Sub: (
        Declared((_whole, _whole), INT, "py.whole({0} - {1})", nonzero="({0} - {1})"),
        Declared((_number, _number), FLOAT, "({0} - {1})"),
        Declared((is_single, is_single), FLOAT32, "Math.fround({0} - {1})"),
        Declared((is_set, is_set), first_of, "py.difference({0}, {1})"),
    ),
    ast.Mult: (
        Declared((_whole, _whole), INT, "py.times({0}, {1})"),
        Declared((_number, _number), FLOAT, "({0} * {1})"),
        Declared((is_single, is_single), FLOAT32, "Math.fround({0} * {1})"),
        Declared((is_text, _whole), TEXT, "{0}.repeat(Math.max(0, {1}))"),
        Declared((is_list, _whole), first_of, "py.repeat({0}, {1})"),
        Declared((is_tuple, _whole), lambda row, _n: Row("tuple", item_in(row)), "py.repeat({0}, {1})"),
    ),
    ast.Div: (
        Declared((_number, _number), FLOAT, "py.divide({0}, {1})", nonzero="({0} / {1})"),
        Declared((is_single, is_single), FLOAT32, "Math.fround(py.divide({0}, {1}))"),
    ),
    ast.FloorDiv: (Declared((_whole, _whole), INT, "py.floorDivide({0}, {1})"),),
    ast.Mod: (Declared((_whole, _whole), INT, "py.modulo({0}, {1})"),),
    ast.LShift: (Declared((_whole, _whole), INT, "py.shiftLeft({0}, {1})"),),
    ast.RShift: (Declared((_whole, _whole), INT, "py.shiftRight({0}, {1})"),),
    ast.BitAnd: (
        Declared((is_bool, is_bool), BOOL, "Boolean({0} & {1})"),
        Declared((_whole, _whole), INT, "(py.bits({0}) & py.bits({1}))"),
        Declared((is_set, is_set), first_of, "py.intersection({0}, {1})"),
    ),
    ast.BitOr: (
        Declared((is_bool, is_bool), BOOL, "Boolean({0} | {1})"),
        Declared((_whole, _whole), INT, "(py.bits({0}) | py.bits({1}))"),
        Declared((by_text, by_text), joined_dict, "{{ ...{0}, ...{1} }}"),
        Declared((by_int, by_int), joined_dict, "new Map([...{0}, ...{1}])"),
        Declared((by_tuple, by_tuple), joined_dict, "new py.TupleMap([...{0}, ...{1}])"),
        Declared((is_set, is_set), joined_set, "new Set([...{0}, ...{1}])"),
    ),
    ast.BitXor: (
        Declared((is_bool, is_bool), BOOL, "Boolean({0} ^ {1})"),
        Declared((_whole, _whole), INT, "(py.bits({0}) ^ py.bits({1}))"),
    ),
}
# Rules use 32-bit integers, which a checked module enforces.
RULE_BINARY: Mapping[type[ast.operator], str] = {
    ast.Add: "({0} + {1})",
    ast.Sub: "({0} - {1})",
    ast.Mult: "({0} * {1})",
    ast.FloorDiv: "Math.floor({0} / {1})",
    ast.Mod: "py.modulo({0}, {1})",
    ast.LShift: "({0} << {1})",
    ast.RShift: "({0} >> {1})",
    ast.BitAnd: "({0} & {1})",
    ast.BitOr: "({0} | {1})",
    ast.BitXor: "({0} ^ {1})",
}
BIT_OPERATORS = (ast.LShift, ast.RShift, ast.BitAnd, ast.BitOr, ast.BitXor)

UNARY: Mapping[type[ast.unaryop], tuple[Declared, ...]] = {
    ast.USub: (
        Declared((_whole,), INT, "(0 - {0})"),  # never a negative zero
        Declared((exactly(FLOAT, FLOAT32),), first_of, "(-{0})"),
    ),
    ast.UAdd: (Declared((_whole,), INT, "(0 + {0})"),),
    ast.Invert: (Declared((is_int,), INT, "~py.bits({0})"),),
}

_SIGNS = {ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">="}
ORDER: Mapping[type[ast.cmpop], tuple[Declared, ...]] = {
    op: (
        Declared((_number, _number), BOOL, f"({{0}} {sign} {{1}})"),
        Declared((is_single, is_single), BOOL, f"({{0}} {sign} {{1}})"),
        Declared((is_text, is_text), BOOL, f"(py.compareTexts({{0}}, {{1}}) {sign} 0)"),
        Declared((is_tuple_in_order, is_tuple_in_order), BOOL, f"(py.compare({{0}}, {{1}}) {sign} 0)"),
    )
    for op, sign in _SIGNS.items()
}
CONTAINS: tuple[Declared, ...] = (
    Declared((is_text, is_text), BOOL, "{1}.includes({0})"),
    Declared((is_whole, lambda kind: not isinstance(kind, Dict) and iterates(is_whole)(kind)), BOOL,
             "py.hasNumber({0}, {1})"),
    Declared((is_text, lambda kind: is_row(kind) and iterates(is_text)(kind)), BOOL, "{1}.includes({0})"),
    Declared((is_tuple_key, lambda kind: is_row(kind) and iterates(is_tuple_key)(kind)), BOOL, "py.hasSame({0}, {1})"),
    Declared((is_int, lambda kind: is_set(kind) and iterates_anyhow(is_int)(kind)), BOOL, "{1}.has({0})"),
    Declared((is_text, lambda kind: is_set(kind) and iterates_anyhow(is_text)(kind)), BOOL, "{1}.has({0})"),
    Declared((is_text, by_text), BOOL, "Object.hasOwn({1}, {0})"),
    Declared((is_whole, by_int), BOOL, "{1}.has(Number({0}))"),
    Declared((is_tuple_key, by_tuple), BOOL, "{1}.has({0})"),
    Declared((is_text, lambda kind: isinstance(kind, Fields)), BOOL, "Object.hasOwn({1}, {0})"),
)  # fmt: skip

# Builtins

_wholes = iterates_anyhow(is_whole)
_ordered = iterates_anyhow(is_ordered)


def _plain(kind: Kind) -> bool:
    return is_int(kind) or kind == FLOAT


BUILTINS: Mapping[str, tuple[Declared, ...]] = {
    "abs": (
        Declared((_whole,), INT, "Math.abs({0})"),
        Declared((exactly(FLOAT, FLOAT32),), first_of, "Math.abs({0})"),
    ),
    "chr": (Declared((is_int,), TEXT, "String.fromCodePoint({0})"),),
    "dict": (
        Declared((), Dict(NEVER, NEVER), "{{}}"),
        Declared((by_text,), thawed, "{{ ...{0} }}"),
        Declared((by_int,), thawed, "new Map({0})"),
        Declared((by_tuple,), thawed, "new py.TupleMap({0})"),
    ),
    "divmod": (Declared((_whole, _whole), Tuple((INT, INT)), "py.divmod({0}, {1})"),),
    "enumerate": (
        Declared((is_iterable,), counted, "py.enumerate({0})"),
        Declared((is_iterable, is_int), counted, "py.enumerate({0}, {1})"),
    ),
    "float": (
        Declared((_number,), FLOAT, "Number({0})"),
        Declared((is_single,), FLOAT, "{0}"),
        Declared((is_text,), FLOAT, "py.parseFloat({0})"),
    ),
    "frozenset": (
        Declared((), Set(NEVER, True), "new Set()"),
        Declared((iterates_anyhow(is_key),), lambda kind: Set(item_in(kind), True), "new Set({0})"),
    ),
    "int": (
        Declared((is_whole,), INT, "Number({0})"),
        Declared((is_text,), INT, "py.parseInteger({0}, 10)"),
        Declared((is_text, is_int), INT, "py.parseInteger({0}, {1})"),
    ),
    "len": (
        Declared((is_text,), INT, "py.lengthOf({0})"),
        Declared((lambda kind: is_row(kind) or is_line(kind),), INT, "{0}.length"),
        Declared((by_text,), INT, "Object.keys({0}).length"),
        Declared((lambda kind: isinstance(kind, Set | Dict),), INT, "{0}.size"),
    ),
    "list": (
        Declared((), Row("list", NEVER), "[]"),
        Declared((is_iterable,), list_of, "[...{0}]"),
    ),
    "max": (
        Declared((_ordered,), item_in, "py.largest({0})"),
        Declared((is_int, is_int), INT, "Math.max({0}, {1})"),
        Declared((is_int, is_int, is_int), INT, "Math.max({0}, {1}, {2})"),
        Declared((_plain, _plain), FLOAT, "py.largest([{0}, {1}])"),
        Declared((_plain, _plain, _plain), FLOAT, "py.largest([{0}, {1}, {2}])"),
    ),
    "min": (
        Declared((_ordered,), item_in, "py.smallest({0})"),
        Declared((is_int, is_int), INT, "Math.min({0}, {1})"),
        Declared((is_int, is_int, is_int), INT, "Math.min({0}, {1}, {2})"),
        Declared((_plain, _plain), FLOAT, "py.smallest([{0}, {1}])"),
        Declared((_plain, _plain, _plain), FLOAT, "py.smallest([{0}, {1}, {2}])"),
    ),
    "ord": (Declared((is_text,), INT, "py.codePoint({0})"),),
    "pairwise": (
        Declared((iterates(anything),), lambda kind: Row("generator", Tuple((item_in(kind), item_in(kind)))),
                 "py.pairwise({0})"),
    ),
    "range": (
        Declared((_whole,), Row("sequence", INT), "py.range(0, {0}, 1)"),
        Declared((_whole, _whole), Row("sequence", INT), "py.range({0}, {1}, 1)"),
        Declared((_whole, _whole, _whole), Row("sequence", INT), "py.range({0}, {1}, {2})"),
    ),
    "repr": (
        Declared((is_text,), TEXT, "py.quoted({0})"),
        Declared((is_int,), TEXT, "String({0})"),
    ),
    "reversed": (
        Declared((lambda kind: kind == TEXT or is_row(kind),), lambda kind: Row("generator", item_in(kind)),
                 "py.reversed({0})"),
    ),
    "round": (Declared((_number,), INT, "py.round({0})"),),
    "set": (
        Declared((), Set(NEVER), "new Set()"),
        Declared((iterates_anyhow(is_key),), lambda kind: Set(item_in(kind)), "new Set({0})"),
    ),
    "sorted": (Declared((_ordered,), list_of, "py.sorted({0})"),),
    "str": (
        Declared((is_text,), TEXT, "{0}"),
        Declared((is_int,), TEXT, "String({0})"),
        Declared((is_bool,), TEXT, '({0} ? "True" : "False")'),
        Declared((is_perhaps,), TEXT, 'String({0} ?? "None")'),
    ),
    "sum": (
        Declared((_wholes,), INT, "py.sum({0}, 0)"),
        Declared((_wholes, is_int), INT, "py.sum({0}, {1})"),
    ),
    "tuple": (
        Declared((), Tuple(()), "[]"),
        Declared((is_iterable,), tuple_of, "[...{0}]"),
    ),
    "type": (Declared((is_instance,), CLASS, "{0}.constructor"),),
}  # fmt: skip
# The first argument of these is iterated over.
ITERATING = frozenset("all any enumerate frozenset list max min pairwise set sorted sum tuple".split())
# Arguments that may be given by name too, with their position.
KEYWORDS: Mapping[str, Mapping[str, int]] = {"enumerate": {"start": 1}, "sum": {"start": 1}}

# Advice for unsupported builtins.
ADVICE: Mapping[str, str] = {
    "Add": "convert both sides to one kind first",
    "Div": "divide numbers of one size: convert with float() or np.float32()",
    "FloorDiv": "divide whole numbers only, or use math.floor",
    "In": "compare with ==, or look in a list, set, dict or text of the same kind",
    "Is": "use == except for None",
    "MatMult": "write the loops",
    "Mod": "take the remainder of whole numbers only",
    "Mult": "convert both sides to one kind first",
    "Pow": "multiply",
    "Sub": "convert both sides to one kind first",
    "capitalize": "use upper on the first letter",
    "casefold": "use lower",
    "dict": "write {key: value for key, value in pairs}",
    "endswith": "test for one text at a time, joined by `or`",
    "filter": "write a comprehension",
    "float": "convert numbers only",
    "getattr": "name the attribute",
    "hasattr": "use isinstance, or a field that may be None",
    "int": "use math.floor or math.trunc for a float",
    "isalnum": "use isalpha or isdecimal",
    "isdigit": "use isdecimal",
    "isnumeric": "use isdecimal",
    "map": "write a comprehension",
    "max": "items have to be numbers, texts or tuples of these; key is a lambda",
    "min": "items have to be numbers, texts or tuples of these; key is a lambda",
    "open": "nothing is read or written",
    "print": "return the text",
    "repr": "format the parts",
    "reversed": "give it a list or tuple",
    "round": "round to a whole number, or format with f'{value:.2f}'",
    "setattr": "name the attribute",
    "sort": "use sorted",
    "sorted": "items or what key gives have to be numbers, texts or tuples of these; key is a lambda",
    "startswith": "test for one text at a time, joined by `or`",
    "str": "format a float with f'{value:.2f}', and other values by their parts",
    "sum": "add floats in a loop: Python versions round their sum differently",
    "title": "use upper on the first letter",
    "type": "use isinstance",
}

# Functions of modules

MODULES: Mapping[str, Mapping[str, tuple[Declared, ...]]] = {
    "math": {
        "ceil": (Declared((_number,), INT, "py.ceil({0})"),),
        "exp": (Declared((_number,), FLOAT, "py.exp({0})"),),
        "floor": (Declared((_number,), INT, "py.floor({0})"),),
        "log": (Declared((_number,), FLOAT, "py.log({0})"),),
        "sqrt": (Declared((_number,), FLOAT, "py.sqrt({0})"),),
        "tanh": (Declared((_number,), FLOAT, "Math.tanh({0})"),),
        "trunc": (Declared((_number,), INT, "py.trunc({0})"),),
    },
    "numpy": {
        "exp": (
            Declared((exactly(FLOAT),), FLOAT, "py.exp({0})"),
            Declared((is_single,), FLOAT32, "Math.fround(py.exp({0}))"),
        ),
        "float32": (
            Declared((_number,), FLOAT32, "Math.fround({0})"),
            Declared((is_single,), FLOAT32, "{0}"),
        ),
        "float64": (
            Declared((_number,), FLOAT, "Number({0})"),
            Declared((is_single,), FLOAT, "{0}"),
        ),
        "int64": (Declared((_whole,), INT, "Number({0})"),),
        "log": (
            Declared((exactly(FLOAT),), FLOAT, "py.log({0})"),
            Declared((is_single,), FLOAT32, "Math.fround(py.log({0}))"),
        ),
        "tanh": (
            Declared((exactly(FLOAT),), FLOAT, "Math.tanh({0})"),
            Declared((is_single,), FLOAT32, "Math.fround(Math.tanh({0}))"),
        ),
    },
    "itertools": {"pairwise": BUILTINS["pairwise"]},
    "unicodedata": {"category": (Declared((is_text,), TEXT, "py.category({0})"),)},
    "zlib": {"crc32": (Declared((exactly(BYTES),), INT, "py.crc32({0})"),)},
}

# Methods, by the kind of their object

Methods = Mapping[str, tuple[Declared, ...]]
_text_list = Row("list", TEXT)
_is_list, _is_set, _by_text, _by_map = changes(is_list), changes(is_set), changes(by_text), changes(is_map)
METHODS: tuple[tuple[Accepts, Methods], ...] = (
    (
        is_text,
        {
            "count": (Declared((is_text, is_text), INT, "(py.split({0}, {1}).length - 1)"),),
            "encode": (Declared((is_text,), BYTES, "new TextEncoder().encode({0})"),),
            "endswith": (Declared((is_text, is_text), BOOL, "{0}.endsWith({1})"),),
            "find": (Declared((is_text, is_text), INT, "py.find({0}, {1})"),),
            "index": (Declared((is_text, is_text), INT, "py.indexOf({0}, {1})"),),
            "isalpha": (Declared((is_text,), BOOL, "/^\\p{{L}}+$/u.test({0})"),),
            "isascii": (Declared((is_text,), BOOL, "!/[^\\0-\\x7f]/.test({0})"),),
            "isdecimal": (Declared((is_text,), BOOL, "/^\\p{{Decimal_Number}}+$/u.test({0})"),),
            "isprintable": (Declared((is_text,), BOOL, "py.isPrintable({0})"),),
            "islower": (Declared((is_text,), BOOL, "py.isLower({0})"),),
            "join": (Declared((is_text, iterates(is_text)), TEXT, "py.join({0}, {1})"),),
            "ljust": (Declared((is_text, is_int), TEXT, "py.padded({0}, {1}, true)"),),
            "lower": (Declared((is_text,), TEXT, "{0}.toLowerCase()"),),
            "lstrip": (
                Declared((is_text,), TEXT, "py.stripLeft({0}, py.SPACES)"),
                Declared((is_text, is_text), TEXT, "py.stripLeft({0}, {1})"),
            ),
            "partition": (Declared((is_text, is_text), Tuple((TEXT, TEXT, TEXT)), "py.partition({0}, {1})"),),
            "removeprefix": (Declared((is_text, is_text), TEXT, "py.removePrefix({0}, {1})"),),
            "removesuffix": (Declared((is_text, is_text), TEXT, "py.removeSuffix({0}, {1})"),),
            "replace": (Declared((is_text, is_text, is_text), TEXT, "py.replace({0}, {1}, {2})"),),
            "rfind": (Declared((is_text, is_text), INT, "py.findLast({0}, {1})"),),
            "rjust": (Declared((is_text, is_int), TEXT, "py.padded({0}, {1}, false)"),),
            "rpartition": (Declared((is_text, is_text), Tuple((TEXT, TEXT, TEXT)), "py.lastPartition({0}, {1})"),),
            "rstrip": (
                Declared((is_text,), TEXT, "py.stripRight({0}, py.SPACES)"),
                Declared((is_text, is_text), TEXT, "py.stripRight({0}, {1})"),
            ),
            "split": (
                Declared((is_text,), _text_list, "py.words({0})"),
                Declared((is_text, is_text), _text_list, "py.split({0}, {1})"),
                Declared((is_text, is_text, is_int), _text_list, "py.splitFirst({0}, {1}, {2})"),
            ),
            "splitlines": (Declared((is_text,), _text_list, "py.lines({0})"),),
            "startswith": (Declared((is_text, is_text), BOOL, "{0}.startsWith({1})"),),
            "strip": (
                Declared((is_text,), TEXT, "py.strip({0}, py.SPACES)"),
                Declared((is_text, is_text), TEXT, "py.strip({0}, {1})"),
            ),
            "upper": (Declared((is_text,), TEXT, "{0}.toUpperCase()"),),
        },
    ),
    (
        _is_list,
        {
            "append": (Declared((is_list, anything), NONE, "{0}.push({1})"),),
            "clear": (Declared((is_list,), NONE, "{0}.splice(0)"),),
            "copy": (Declared((is_list,), first_of, "[...{0}]"),),
            "extend": (Declared((is_list, is_iterable), NONE, "{0}.push(...{1})"),),
            "insert": (Declared((is_list, is_int, anything), NONE, "{0}.splice({1}, 0, {2})"),),
            "pop": (
                Declared((is_list,), item_in, "py.pop({0}, -1)"),
                Declared((is_list, is_int), item_in, "py.pop({0}, {1})"),
            ),
            "remove": (Declared((iterates(is_key), is_key), NONE, "py.remove({0}, {1})"),),
            "reverse": (Declared((is_list,), NONE, "{0}.reverse()"),),
        },
    ),
    (
        is_row,
        {
            "count": (Declared((iterates(is_key), is_key), INT, "py.count({0}, {1})"),),
            "index": (Declared((iterates(is_key), is_key), INT, "py.indexOf({0}, {1})"),),
        },
    ),
    (
        by_text,
        {
            "copy": (Declared((by_text,), thawed, "{{ ...{0} }}"),),
            "get": (
                Declared((by_text, is_text), value_or_none, "py.get({0}, {1}, null)"),
                Declared((by_text, is_text, anything), value_or, "py.get({0}, {1}, {2})"),
            ),
            "items": (Declared((by_text,), pairs_of, "Object.entries({0})"),),
            "keys": (Declared((by_text,), keys_in, "Object.keys({0})"),),
            "values": (Declared((by_text,), values_in, "Object.values({0})"),),
        },
    ),
    (
        _by_text,
        {
            "clear": (Declared((by_text,), NONE, "py.clear({0})"),),
            "pop": (
                Declared((by_text, is_text), value_of, "py.take({0}, {1})"),
                Declared((by_text, is_text, anything), value_or, "py.take({0}, {1}, {2})"),
            ),
            "setdefault": (Declared((by_text, is_text, anything), value_of, "py.setDefault({0}, {1}, {2})"),),
            "update": (Declared((by_text, by_text), NONE, "Object.assign({0}, {1})"),),
        },
    ),
    (
        is_map,
        {
            "get": (
                Declared((is_map, is_map_key), value_or_none, "py.getMapped({0}, {1}, null)"),
                Declared((is_map, is_map_key, anything), value_or, "py.getMapped({0}, {1}, {2})"),
            ),
            "items": (Declared((is_map,), pairs_of, "[...{0}]"),),
            "keys": (Declared((is_map,), keys_in, "[...{0}.keys()]"),),
            "values": (Declared((is_map,), values_in, "[...{0}.values()]"),),
        },
    ),
    (
        _by_map,
        {
            "clear": (Declared((is_map,), NONE, "{0}.clear()"),),
            "pop": (
                Declared((is_map, is_map_key), value_of, "py.takeMapped({0}, {1})"),
                Declared((is_map, is_map_key, anything), value_or, "py.takeMapped({0}, {1}, {2})"),
            ),
            "setdefault": (Declared((is_map, is_map_key, anything), value_of, "py.setDefaultMapped({0}, {1}, {2})"),),
        },
    ),
    (
        is_set,
        {
            "copy": (Declared((is_set,), first_of, "new Set({0})"),),
            "isdisjoint": (Declared((is_set, is_set), BOOL, "(py.intersection({0}, {1}).size === 0)"),),
        },
    ),
    (
        _is_set,
        {
            "add": (Declared((is_set, is_key), NONE, "{0}.add({1})"),),
            "clear": (Declared((is_set,), NONE, "{0}.clear()"),),
            "discard": (Declared((is_set, is_key), NONE, "{0}.delete({1})"),),
        },
    ),
    (
        lambda kind: isinstance(kind, Array),
        {
            "copy": (Declared((is_array,), first_of, "py.copied({0})"),),
            "tolist": (
                Declared((is_line,), list_of, "[...{0}]"),
                Declared((is_open,), lists_of, "py.lists({0})"),
            ),
        },
    ),
    (
        is_int,
        {"bit_length": (Declared((is_int,), INT, "(32 - Math.clz32(Math.abs(py.bits({0}))))"),)},
    ),
    (
        exactly(PATTERN),
        {"fullmatch": (Declared((exactly(PATTERN), is_text), either(FOUND, NONE), "py.fullMatch({0}, {1})"),)},
    ),
)
# Methods that change their object, and the positions of the arguments that they add to it.
PUTS: Mapping[str, int] = {"append": 1, "insert": 2, "add": 1, "setdefault": 2}
CHANGING = frozenset("add append clear discard extend insert pop remove reverse setdefault update".split())


def find(ways: Sequence[Declared], kinds: Sequence[Kind]) -> Declared | None:
    """Return the first use that accepts arguments of these kinds."""
    for way in ways:
        if len(way.accepts) == len(kinds) and all(
            accepts(kind) for accepts, kind in zip(way.accepts, kinds, strict=True)
        ):
            return way
    return None


def methods_of(kind: Kind) -> dict[str, tuple[Declared, ...]]:
    """Return the declared methods of a kind."""
    found: dict[str, tuple[Declared, ...]] = {}
    for accepts, methods in METHODS:
        if accepts(kind):
            found = {**methods, **found}
    return found
