"""Calls as JavaScript: of functions, classes and methods of Paperdice, and of builtins that the catalog declares."""

from __future__ import annotations

import ast
import re
from collections.abc import Mapping, Sequence
from dataclasses import is_dataclass, replace
from itertools import pairwise
from types import FunctionType, ModuleType
from typing import NamedTuple

from msgspec import structs

from paperdice.errors import PaperdiceError
from translator import catalog
from translator.expressions import (
    array_item,
    as_array,
    condition,
    declared,
    dict_of,
    first_found,
    is_calm,
    is_instance,
    iterated,
    module_named,
    quantified,
    write,
    zeros_of,
)
from translator.kinds import (
    BOOL,
    INT,
    NEVER,
    NONE,
    PATTERN,
    TEXT,
    Array,
    Dict,
    Fields,
    Function,
    Instance,
    Kind,
    Member,
    Row,
    Set,
    Tuple,
    Union,
    accepts,
    either,
    fields_of,
    is_empty,
    is_enum,
    is_int,
    is_key,
    is_named_tuple,
    is_number,
    is_passing,
    is_struct,
    item_of,
    options_of,
    present,
)
from translator.scope import Scope, Term, spell

ERROR_ADVICE = "raise an error of paperdice.errors with a message and a Reason"


class Word(NamedTuple):
    """A parameter of a function, perhaps keyword-only.

    The English `message` parameter of functions that make errors is omitted.
    """

    name: str
    kind: Kind
    is_optional: bool = False
    is_named: bool = False
    is_message: bool = False


class Signature(NamedTuple):
    """The parameters and the result of a function; `rest` is the kind of the values of `**`."""

    words: tuple[Word, ...]
    result: Kind
    rest: Kind | None = None


def call(scope: Scope, node: ast.Call, wanted: Kind | None) -> Term:
    """Write a call."""
    match node.func:
        case ast.Name(id=name):
            return _call_name(scope, node, name, wanted)
        case ast.Attribute(value=value, attr=name):
            module = module_named(scope, value)
            if module is not None:
                return _call_of_module(scope, node, module, name)
            if isinstance(value, ast.Name) and value.id == "dict" and name == "fromkeys" and "dict" not in scope.locals:
                return _unique(scope, node)
            return _call_method(scope, node, value, name)
        case ast.Subscript():
            called = write(scope, node.func)
            if isinstance(called.kind, Function):
                return _call_value(scope, node, called.text, called.kind)
    raise scope.refuse(node, f"a call of {ast.unparse(node.func)}")


def _call_value(scope: Scope, node: ast.Call, text: str, kind: Function) -> Term:
    """Write the call of a function that is a value."""
    words = tuple(Word(f"word {index}", each) for index, each in enumerate(kind.words))
    return Term(f"{text}({arguments(scope, node, text, Signature(words, kind.result))})", kind.result)


def _call_name(scope: Scope, node: ast.Call, name: str, wanted: Kind | None) -> Term:
    if name in scope.locals:
        kind = scope.locals[name]
        for option in options_of(kind):
            if isinstance(option, Function):
                return _call_value(scope, node, spell(name), option)
        raise scope.refuse(node, f"a call of {kind}")
    if name == "cls" and scope.owner is not None:
        return _make(scope, node, scope.owner, "cls")
    if name in scope.externals:
        return _call_value(scope, node, scope.externals[name].text, scope.externals[name].kind)
    value = vars(scope.module).get(name)
    if value is replace:
        return _replaced(scope, node)
    if isinstance(value, FunctionType) and is_own(value):
        return call_function(scope, node, scope.module, name)
    if is_enum(value):
        return _enum_member(scope, node, value)
    if isinstance(value, type) and is_own(value):
        return _make(scope, node, value)
    if value is not None and name in catalog.BUILTINS and value is not pairwise:
        raise scope.refuse(node, f"a call of {name}, which here is something else than in Python,")
    return _call_builtin(scope, node, name, wanted)


def is_error(kind: Kind) -> bool:
    """Whether values are errors of Paperdice."""
    return all(isinstance(each, Instance) and issubclass(each.cls, PaperdiceError) for each in options_of(kind))


def is_own(value: object) -> bool:
    """Whether a function or class is one of Paperdice, whose source is translated."""
    return getattr(value, "__module__", "").startswith("paperdice.")


def _enum_member(scope: Scope, node: ast.Call, enum: type) -> Term:
    assert is_enum(enum)
    if len(node.args) != 1 or node.keywords or not is_int((term := write(scope, node.args[0])).kind):
        raise scope.refuse(node, f"{enum.__name__} of something else than a number")
    if term.kind == Member(enum):
        return term
    members = ", ".join(f"{int(each)}: 1" for each in enum)
    return Term(f"py.member({{ {members} }}, {term.text})", Member(enum))


def call_function(scope: Scope, node: ast.Call, module: ModuleType, name: str) -> Term:
    """Write the call of a function of Paperdice; one without annotations is translated for the arguments' kinds."""
    signature = scope.program.signature(module, name)
    if signature is None:
        if node.keywords or any(isinstance(word, ast.Starred) for word in node.args):
            raise scope.refuse(node, f"a call of the rule {name} with keywords or *")
        kinds = [write(scope, word).kind for word in node.args]
        text, wanted, result = scope.program.need_rule(scope, node, module, name, kinds)
        words = [_of_rule(scope, word, kind) for word, kind in zip(node.args, wanted, strict=True)]
        return Term(f"{text}({', '.join(words)})", result)
    text = scope.program.need(module, name)
    return Term(f"{text}({arguments(scope, node, name, signature)})", signature.result)


def _of_rule(scope: Scope, node: ast.expr, wanted: Kind) -> str:
    """Write an argument of a rule, in which a bool is a number."""
    term = write(scope, node)
    return f"Number({term.text})" if term.kind == BOOL and wanted == INT else term.text


def _make_error(scope: Scope, node: ast.Call, cls: type) -> Term:
    """Write a new error; the English message is omitted if there is a reason, which is included."""
    name, reason = scope.program.need_class(cls), scope.program.reason_class()
    if len(node.args) == 1 and not node.keywords and (message := write(scope, node.args[0])).kind == TEXT:
        told = f'new {scope.program.need_class(reason)}("error", {{ message: {message.text} }})'
        return Term(f"new {name}({told})", Instance(cls))
    if len(node.args) == 2 and not node.keywords and (term := write(scope, node.args[1])).kind == Instance(reason):
        return Term(f"new {name}({term.text})", Instance(cls))
    raise scope.refuse(node, f"the error {ast.unparse(node)}", ERROR_ADVICE)


def _make(scope: Scope, node: ast.Call, cls: type, text: str = "") -> Term:
    """Write a new instance of a class."""
    if issubclass(cls, PaperdiceError):
        return _make_error(scope, node, cls)
    signature = scope.program.maker(cls)
    if signature is None:
        raise scope.refuse(node, f"a new {cls.__name__}", "its class needs @dataclass, NamedTuple or __init__")
    made = scope.program.need_class(cls)
    if is_struct(cls):
        texts, _ = _in_order(scope, node, cls.__name__, signature)
        given = [f"{word.name}: {each}" for word, each in zip(signature.words, texts, strict=False) if each is not None]
        return Term(f"new {made}({{ {', '.join(given)} }})", Instance(cls))
    return Term(f"new {text or made}({arguments(scope, node, cls.__name__, signature)})", Instance(cls))


def arguments(scope: Scope, node: ast.Call, name: str, signature: Signature) -> str:
    """Write the arguments of a call in the order of the parameters."""
    texts, rest = _in_order(scope, node, name, signature)
    if rest:
        texts.append(f"{{ {', '.join(rest)} }}")
    while texts and texts[-1] is None:
        texts.pop()
    return ", ".join("undefined" if text is None else text for text in texts)


def _in_order(scope: Scope, node: ast.Call, name: str, signature: Signature) -> tuple[list[str | None], Sequence[str]]:
    """Return the arguments of a call, None for an omitted one, and the arguments for `**`."""
    _check_order(scope, node, name, signature)
    given = _positional(scope, node, signature)
    named, rest = _named(scope, node, name, signature, len(given))
    texts: list[str | None] = [text for text, _ in given]
    for word in signature.words[len(given) :]:
        if word.name not in named and not word.is_optional:
            raise scope.refuse(node, f"a call of {name} without {word.name}")
        texts.append(named.get(word.name))
    return texts, rest


def _check_order(scope: Scope, node: ast.Call, name: str, signature: Signature) -> None:
    """Refuse arguments that JavaScript would evaluate in another order, if this could matter."""
    places = [word.name for word in signature.words]
    found = [places.index(word.arg) for word in node.keywords if word.arg in places]
    if found != sorted(found) and sum(not is_calm(scope, word.value) for word in node.keywords) > 1:
        raise scope.refuse(
            node, f"a call of {name} whose keywords stand in another order", "use the order of the function"
        )


def _positional(scope: Scope, node: ast.Call, signature: Signature) -> list[tuple[str, Kind]]:
    given: list[tuple[str, Kind]] = []
    most = sum(not word.is_named for word in signature.words)
    for word in node.args:
        if isinstance(word, ast.Starred):
            spread = write(scope, word.value)
            if not isinstance(spread.kind, Tuple) or not is_calm(scope, word.value):
                raise scope.refuse(node, f"* of {spread.kind} in a call", "only tuples of known length are spread")
            for index, kind in enumerate(spread.kind.items):
                wanted = signature.words[len(given)].kind if len(given) < most else NEVER
                if not accepts(wanted, kind):
                    raise scope.refuse(node, f"{kind} for an argument of {wanted}")
                given.append((f"{spread.text}[{index}]", kind))
            continue
        if len(given) >= most:
            raise scope.refuse(node, f"more than {most} arguments")
        term = fitting(scope, word, signature.words[len(given)])
        given.append((term.text, term.kind))
    return given


def _named(
    scope: Scope, node: ast.Call, name: str, signature: Signature, n_given: int
) -> tuple[Mapping[str, str], Sequence[str]]:
    known = {word.name: word for word in signature.words[n_given:]}
    named: dict[str, str] = {}
    rest: list[str] = []
    for keyword in node.keywords:
        if keyword.arg in known:
            named[keyword.arg] = fitting(scope, keyword.value, known[keyword.arg]).text
        elif signature.rest is None:
            raise scope.refuse(node, f"the keyword {keyword.arg} of {name}")
        elif keyword.arg is None:
            rest.append(f"...{write(scope, keyword.value, Dict(TEXT, signature.rest)).text}")
        else:
            rest.append(f"{keyword.arg}: {write(scope, keyword.value, signature.rest).text}")
    return named, rest


def fitting(scope: Scope, node: ast.expr, word: Word) -> Term:
    """Write an argument, which must be of the expected kind."""
    if word.is_message:
        return Term("null", TEXT)
    if isinstance(node, ast.Lambda) and isinstance(word.kind, Function):
        return function_of(scope, node, word.kind.words)
    term = write(scope, node, word.kind)
    if not accepts(word.kind, term.kind):
        raise scope.refuse(node, f"{term.kind} as {word.name}, which is {word.kind},", advice_for(term.kind, word.kind))
    return term


def advice_for(given: Kind, wanted: Kind) -> str:
    """Convert a written value from one kind to another."""
    if given == BOOL and any(map(is_number, options_of(wanted))):
        return "use int() on the bool"
    if NONE in options_of(given) and accepts(wanted, present(given)):
        return "test it with `is None` first"
    if is_passing(given):
        return "make a list or tuple of it"
    return ""


def function_of(scope: Scope, node: ast.Lambda, kinds: Sequence[Kind]) -> Term:
    """Write a lambda whose arguments have these kinds."""
    shape = node.args
    if len(shape.args) != len(kinds) or shape.vararg or shape.kwarg or shape.kwonlyargs or shape.defaults:
        raise scope.refuse(node, f"a lambda that does not take {len(kinds)} arguments")
    names = {word.arg: kind for word, kind in zip(shape.args, kinds, strict=True)}
    with scope.inner(names):
        body = write(scope, node.body)
    return Term(f"({', '.join(map(spell, names))}) => {whole(body.text)}", Function(tuple(kinds), body.kind))


# Builtins


def _call_builtin(scope: Scope, node: ast.Call, name: str, wanted: Kind | None) -> Term:
    keywords = {keyword.arg: keyword.value for keyword in node.keywords}
    for word in node.args:
        if isinstance(word, ast.GeneratorExp) and name not in ("enumerate", "reversed", "zip"):
            scope.consumed.add(id(word))  # it is evaluated completely before anything else
    match name, node.args:
        case "isinstance", [value, cls] if not keywords:
            return is_instance(scope, value, cls)
        case "cast", [_, value] if not keywords and wanted is not None:
            return Term(write(scope, value).text, wanted)
        case "cast", [ast.Constant(value=hint), value] if not keywords:
            return Term(write(scope, value).text, scope.program.hint_kind(scope.module, str(hint)))
        case "len", [value] if not keywords and (found := _length(scope, value)) is not None:
            return found
        case "str", [value] if not keywords and is_error_name(scope, value):
            return Term(f"{write(scope, value).text}.message", TEXT)
        case "bool", [value] if not keywords:
            return Term(condition(scope, value), BOOL)
        case "any" | "all", [value] if not keywords:
            return _quantify(scope, node, name, value)
        case "next", [ast.GeneratorExp() as value, *others] if not keywords and len(others) < 2:
            if others and not is_calm(scope, others[0]):
                raise scope.refuse(node, "next with a call as default", "give it a name first")
            return first_found(scope, value, write(scope, others[0]) if others else None)
        case "zip", rows if rows and set(keywords) <= {"strict"}:
            return _zip(scope, node, rows, keywords)
        case (("max" | "min"), [value]) if keywords and set(keywords) <= {"default", "key"}:
            return _extreme(scope, node, name, value, keywords)
        case (("max" | "min"), [first, ast.Starred(value=rest)]) if not keywords:
            return _extreme_of(scope, node, name, first, rest)
        case "sorted", [value] if keywords and set(keywords) <= {"key", "reverse"}:
            return _sorted(scope, node, value, keywords)
        case "dict", [value] if not keywords and not isinstance((term := write(scope, value)).kind, Dict):
            return dict_of(scope, node, term)
    ways = catalog.BUILTINS.get(name)
    if ways is None:
        raise scope.refuse(node, f"a call of {name}", catalog.ADVICE.get(name, ""))
    args = _placed(scope, node, name)
    terms = [write(scope, word) for word in args]
    if terms and name in catalog.ITERATING and (len(terms) == 1 or name in catalog.KEYWORDS):
        if not isinstance(terms[0].kind, Set) and item_of(terms[0].kind) is not None:
            terms[0] = as_array(scope, node, terms[0])
    return declared(scope, node, name, ways, terms)


def _length(scope: Scope, node: ast.expr) -> Term | None:
    """Write the length of an instance whose class defines `__len__`, None for anything else."""
    term = write(scope, node)
    if not isinstance(term.kind, Instance) or scope.program.method(term.kind.cls, "__len__") is None:
        return None
    return Term(f"{term.text}.__len__()", INT)


def is_error_name(scope: Scope, node: ast.expr) -> bool:
    """Whether an expression is a caught error, whose text is its message, or its id if the message is omitted."""
    return isinstance(node, ast.Name) and node.id in scope.locals and is_error(scope.locals[node.id])


def _placed(scope: Scope, node: ast.Call, name: str) -> list[ast.expr]:
    """Return the arguments of a builtin by position; only some can be given by name."""
    args = list(node.args)
    for keyword in node.keywords:
        if catalog.KEYWORDS.get(name, {}).get(keyword.arg or "") != len(args):
            raise scope.refuse(node, f"{name} with {keyword.arg or '**'}", catalog.ADVICE.get(name, ""))
        args.append(keyword.value)
    if any(isinstance(word, ast.Starred) for word in args):
        raise scope.refuse(node, f"{name} with *", catalog.ADVICE.get(name, ""))
    return args


def _quantify(scope: Scope, node: ast.Call, name: str, value: ast.expr) -> Term:
    method = "some" if name == "any" else "every"
    if isinstance(value, ast.GeneratorExp):
        return quantified(scope, value, method)
    row = iterated(scope, value)
    if item_of(row.kind) not in (BOOL, NEVER):
        raise scope.refuse(node, f"{name} of {row.kind}", "give it a generator of conditions")
    return Term(f"{row.text}.{method}(Boolean)", BOOL)


def _zip(scope: Scope, node: ast.Call, rows: Sequence[ast.expr], keywords: Mapping[str | None, ast.expr]) -> Term:
    strict = _flag(scope, node, "zip", "strict", keywords.get("strict"))
    if any(isinstance(row, ast.Starred) for row in rows):
        raise scope.refuse(node, "zip with *")
    terms = [iterated(scope, row) for row in rows]
    kinds = tuple(item_of(term.kind) or NONE for term in terms)
    words = ", ".join([str(strict).lower(), *(term.text for term in terms)])
    return Term(f"py.zip({words})", Row("generator", Tuple(kinds)))


def _flag(scope: Scope, node: ast.Call, name: str, word: str, value: ast.expr | None) -> bool:
    """Return a bool, which must be a literal."""
    match value:
        case None:
            return False
        case ast.Constant(value=bool() as flag):
            return flag
    raise scope.refuse(node, f"{name} whose {word} is not written down", "write True or False")


def _extreme(scope: Scope, node: ast.Call, name: str, value: ast.expr, keywords: Mapping[str | None, ast.expr]) -> Term:
    row = iterated(scope, value)
    item = item_of(row.kind) or NEVER
    words, ordered, result = [row.text], item, item
    if "key" in keywords:
        made = _key_of(scope, node, name, item, keywords["key"])
        words.append(made.text)
        assert isinstance(made.kind, Function)
        ordered = made.kind.result
    if "default" in keywords:
        other = write(scope, keywords["default"])
        if not is_calm(scope, keywords["default"]):
            raise scope.refuse(node, f"{name} with a call as default", "give it a name first")
        words += ["undefined"] * (2 - len(words)) + [f"() => {whole(other.text)}"]
        result = either(item, other.kind)
    if not catalog.is_ordered(ordered):
        raise scope.refuse(node, f"{name} of {ordered}", catalog.ADVICE[name])
    function = "py.largest" if name == "max" else "py.smallest"
    return Term(f"{function}({', '.join(words)})", result)


def _extreme_of(scope: Scope, node: ast.Call, name: str, first: ast.expr, rest: ast.expr) -> Term:
    one, row = write(scope, first), iterated(scope, rest)
    item = either(one.kind, item_of(row.kind) or NEVER)
    if not catalog.is_ordered(item):
        raise scope.refuse(node, f"{name} of {one.kind} and {row.kind}", catalog.ADVICE[name])
    function = "py.largest" if name == "max" else "py.smallest"
    return Term(f"{function}([{one.text}, ...{row.text}])", item)


def _sorted(scope: Scope, node: ast.Call, value: ast.expr, keywords: Mapping[str | None, ast.expr]) -> Term:
    term = write(scope, value)
    row = term if isinstance(term.kind, Set) else as_array(scope, node, term)
    item = item_of(row.kind) or NEVER
    words, ordered = [row.text], item
    is_reversed = _flag(scope, node, "sorted", "reverse", keywords.get("reverse"))
    if "key" in keywords:
        made = _key_of(scope, node, "sorted", item, keywords["key"])
        words.append(made.text)
        assert isinstance(made.kind, Function)
        ordered = made.kind.result
        if isinstance(row.kind, Set):
            raise scope.refuse(
                node, "a set sorted by a key", "items with the same key would have any order: use sorted twice"
            )
    if not catalog.is_ordered(ordered):
        raise scope.refuse(node, f"sorted by {ordered}", catalog.ADVICE["sorted"])
    if is_reversed:
        words += ["undefined"] * (2 - len(words)) + ["true"]
    return Term(f"py.sorted({', '.join(words)})", Row("list", item))


def _key_of(scope: Scope, node: ast.Call, name: str, item: Kind, key: ast.expr) -> Term:
    """Write the key function of a comparison."""
    if not isinstance(key, ast.Lambda):
        raise scope.refuse(node, f"{name} with a key that is no lambda", catalog.ADVICE[name])
    return function_of(scope, key, [item])


def _unique(scope: Scope, node: ast.Call) -> Term:
    """Write `dict.fromkeys`, which is only used for the order and the uniqueness of its keys."""
    if len(node.args) != 1 or node.keywords:
        raise scope.refuse(node, "dict.fromkeys with values", "write a comprehension")
    row = iterated(scope, node.args[0])
    item = item_of(row.kind) or NEVER
    if catalog.is_tuple_key(item):
        return Term(f"[...new py.TupleMap({row.text}.map((key) => [key, null])).keys()]", Row("iterator", item))
    if not is_key(item):
        raise scope.refuse(node, f"dict.fromkeys of {row.kind}", "write a loop")
    return Term(f"[...new Set({row.text})]", Row("iterator", item))


# Modules and methods


def _call_of_module(scope: Scope, node: ast.Call, module: ModuleType, name: str) -> Term:
    known = catalog.MODULES.get(module.__name__, {})
    if name in known:
        if node.keywords:
            raise scope.refuse(node, f"{module.__name__}.{name} with keywords")
        return declared(scope, node, name, known[name], [write(scope, word) for word in node.args])
    if module.__name__ == "numpy" and name in ("zeros", "empty"):
        return zeros_of(scope, node)
    if module.__name__ == "re" and name == "compile":
        return _pattern(scope, node)
    value = vars(module).get(name)
    if module.__name__.startswith("paperdice") and isinstance(value, FunctionType):
        return call_function(scope, node, module, name)
    if value is structs.replace:
        return _replaced(scope, node)
    if isinstance(value, type) and is_own(value):
        return _make(scope, node, value)
    raise scope.refuse(node, f"a call of {module.__name__}.{name}")


def _pattern(scope: Scope, node: ast.Call) -> Term:
    """Write a regular expression that means the same in both languages."""
    if len(node.args) != 1 or node.keywords:
        raise scope.refuse(node, "re.compile with flags")
    return Term(f'new RegExp(`^(?:${{{write(scope, node.args[0]).text}}})$`, "u")', PATTERN)


def check_pattern(pattern: str) -> str | None:
    """Return the part of a regular expression with another meaning in JavaScript, None if there is none."""
    outside = re.sub(r"\[\^?(?:\\.|[^\]\\])*\]", "", pattern)
    for sign, why in (
        (r"\\[dwsbDWSBAZ]", "a class that knows other letters"),
        (r"[\^$.]", "^, $ or ."),
        (r"\(\?[^:]", "(?"),
    ):
        if re.search(sign, outside) or (sign.startswith(r"\\") and re.search(sign, pattern)):
            return why
    return None


def _call_method(scope: Scope, node: ast.Call, value: ast.expr, name: str) -> Term:
    if isinstance(value, ast.Call) and ast.unparse(value) == "super()":
        return _call_above(scope, node, name)
    cls = class_named(scope, value)
    if cls is not None:
        return _call_of_class(scope, node, cls, name)
    owner = write(scope, value)
    owner = Term(owner.text, present(owner.kind))
    if is_empty(owner.kind) and name in ("add", "append", "extend") and len(node.args) == 1:
        put = write(scope, node.args[0]).kind
        item = item_of(put) or NEVER if name == "extend" else put
        scope.fill(value, Set(item) if isinstance(owner.kind, Set) else Row("list", item))
        owner = write(scope, value)
    match owner.kind:
        case Instance(cls=cls) if name == "_replace" and is_named_tuple(cls) and not node.args:
            return _with_fields(scope, node, owner, cls)
        case Instance(cls=cls):
            return _call_own_method(scope, node, owner, cls, name)
        case Union():
            return _call_of_one(scope, node, owner, name)
        case Fields(cls=cls) if name == "get":
            return _get_field(scope, node, owner, cls)
        case Fields() if name == "update" and len(node.args) == 1 and not node.keywords:
            term = write(scope, node.args[0], owner.kind)
            if term.kind != owner.kind:
                raise scope.refuse(node, f"update of {owner.kind} by {term.kind}", "cast it")
            return Term(f"Object.assign({owner.text}, {term.text})", NONE)
        case Array() as kind if name == "item" and not node.keywords:
            return array_item(scope, node, owner, kind, node.args)
    if owner.kind == TEXT and name == "format" and not node.args:
        return Term(f"py.fill({owner.text}, {{ {', '.join(_filled(scope, node))} }})", TEXT)
    ways = catalog.methods_of(owner.kind).get(name)
    if ways is None:
        advice = "" if name in catalog.BUILTINS else catalog.ADVICE.get(name, "")
        raise scope.refuse(node, f"the method {name} of {owner.kind}", advice)
    if node.keywords:
        raise scope.refuse(node, f"{name} with {node.keywords[0].arg}", catalog.ADVICE.get(name, ""))
    return declared(scope, node, name, ways, [owner, *_words_of_method(scope, node, owner.kind, name)])


def _words_of_method(scope: Scope, node: ast.Call, owner: Kind, name: str) -> list[Term]:
    """Write the arguments of a declared method; one that is added to its object must be of the kind of its items."""
    if owner == TEXT and name == "encode" and not node.args:
        return []
    inner = owner.value if isinstance(owner, Dict) else getattr(owner, "item", None)
    terms = []
    for place, word in enumerate(node.args, 1):
        if isinstance(word, ast.Starred):
            raise scope.refuse(node, f"{name} with *")
        if isinstance(word, ast.GeneratorExp) and name == "join":
            scope.consumed.add(id(word))
        is_put = catalog.PUTS.get(name) == place
        wanted = inner if is_put or (isinstance(owner, Dict) and name in ("get", "pop") and place == 2) else None
        term = write(scope, word, wanted)
        if is_put:
            check_item(scope, node, owner, inner or NEVER, term.kind)
        if isinstance(owner, Dict) and place == 1 and name != "update" and owner.key != NEVER:
            if not accepts(owner.key, term.kind):
                raise scope.refuse(node, f"the key {term.kind} of {owner}")
        if name in ("extend", "join"):
            term = as_array(scope, node, term)
        if name in ("extend", "update"):
            found = item_of(term.kind) if name == "extend" else getattr(term.kind, "value", NEVER)
            check_item(scope, node, owner, inner or NEVER, found or NEVER)
        terms.append(term)
    return terms


def check_item(scope: Scope, node: ast.AST, owner: Kind, wanted: Kind, given: Kind) -> None:
    """Refuse to add a value to a list, set or dictionary of another kind."""
    if wanted == NEVER:
        raise scope.refuse(node, f"{given} in {owner}", "annotate it, as in `found: list[str] = []`")
    if not accepts(wanted, given):
        raise scope.refuse(node, f"{given} in {owner}", advice_for(given, wanted))


def class_named(scope: Scope, node: ast.expr) -> type | None:
    """Return the class of Paperdice that a name refers to, if any."""
    if isinstance(node, ast.Name) and node.id not in scope.locals:
        if node.id == "cls" and scope.owner is not None:
            return scope.owner
        value = vars(scope.module).get(node.id)
        if isinstance(value, type) and is_own(value) and not is_enum(value):
            return value
    return None


def _call_of_class(scope: Scope, node: ast.Call, cls: type, name: str) -> Term:
    """Write the call of a class method or static method."""
    signature = scope.program.class_method(cls, name)
    if signature is None:
        raise scope.refuse(node, f"a call of {cls.__name__}.{name}", "call a classmethod or staticmethod")
    text = scope.program.need_class(cls)
    return Term(f"{text}.{name}({arguments(scope, node, name, signature)})", signature.result)


def _call_above(scope: Scope, node: ast.Call, name: str) -> Term:
    """Write a call of a method of the base class; `__init__` must be called in the first line of `__init__`."""
    above = scope.owner.__mro__[1] if scope.owner is not None else object
    signature = scope.program.maker(above) if name == "__init__" else scope.program.method(above, name)
    if signature is None or scope.function not in (name, "") or not is_own(above):
        raise scope.refuse(node, f"super().{name}", "call the method of the same name in the class above")
    text = arguments(scope, node, name, signature)
    return Term(f"super({text})" if name == "__init__" else f"super.{name}({text})", signature.result)


def _call_of_one(scope: Scope, node: ast.Call, owner: Term, name: str) -> Term:
    """Write a call of a method that all classes of a union have."""
    results: list[Term] = []
    for option in options_of(owner.kind):
        if not isinstance(option, Instance):
            raise scope.refuse(node, f"the method {name} of {owner.kind}", "tell its kinds apart with isinstance")
        results.append(_call_own_method(scope, node, Term(owner.text, option), option.cls, name))
    if len({term.text for term in results}) != 1:
        raise scope.refuse(node, f"the method {name} of {owner.kind}", "its classes do not take the same arguments")
    return Term(results[0].text, either(*(term.kind for term in results)))


def _filled(scope: Scope, node: ast.Call) -> list[str]:
    found = []
    for keyword in node.keywords:
        term = write(scope, keyword.value)
        if keyword.arg is None and isinstance(term.kind, Dict) and term.kind.value == TEXT:
            found.append(f"...{term.text}")
        elif keyword.arg is not None and term.kind in (TEXT, INT):
            found.append(f"{keyword.arg}: {term.text}")
        else:
            raise scope.refuse(node, f"{term.kind} in a text")
    return found


def _call_own_method(scope: Scope, node: ast.Call, owner: Term, cls: type, name: str) -> Term:
    signature = scope.program.method(cls, name)
    if signature is None:
        raise scope.refuse(node, f"the method {name} of {cls.__name__}")
    return Term(f"{owner.text}.{name}({arguments(scope, node, name, signature)})", signature.result)


def _replaced(scope: Scope, node: ast.Call) -> Term:
    """Write `replace` of a dataclass."""
    if len(node.args) != 1:
        raise scope.refuse(node, "replace without one instance")
    owner = write(scope, node.args[0])
    if not isinstance(owner.kind, Instance) or not (is_dataclass(owner.kind.cls) or is_struct(owner.kind.cls)):
        raise scope.refuse(node, f"replace of {owner.kind}", "give it an instance of a dataclass or Struct")
    if hasattr(owner.kind.cls, "__post_init__"):
        raise scope.refuse(node, f"replace of {owner.kind}, which has a __post_init__", "make a new one")
    return _with_fields(scope, node, owner, owner.kind.cls)


def _with_fields(scope: Scope, node: ast.Call, owner: Term, cls: type) -> Term:
    known, parts = fields_of(cls), []
    for keyword in node.keywords:
        if keyword.arg is None or keyword.arg not in known:
            raise scope.refuse(node, f"the field {keyword.arg} of {cls.__name__}")
        term = fitting(scope, keyword.value, Word(keyword.arg, known[keyword.arg]))
        parts.append(f"{keyword.arg}: {term.text}")
    return Term(f"py.replaced({owner.text}, {{ {', '.join(parts)} }})", owner.kind)


def whole(text: str) -> str:
    """Return an expression that can follow an arrow."""
    return f"({text})" if text.startswith("{") else text


def _get_field(scope: Scope, node: ast.Call, owner: Term, cls: type) -> Term:
    known = fields_of(cls)
    match node.args:
        case [ast.Constant(value=str() as key), *others] if key in known and len(others) < 2 and not node.keywords:
            other = write(scope, others[0], known[key]) if others else Term("null", NONE)
            return Term(f'py.get({owner.text}, "{key}", {other.text})', either(known[key], other.kind))
    raise scope.refuse(node, f"get of {cls.__name__}", "name a key of it")
