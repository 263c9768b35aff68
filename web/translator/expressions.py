"""Expressions as JavaScript: each is written together with the kind of its value, which decides what operators mean."""

from __future__ import annotations

import ast
import json
import math
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import is_dataclass
from types import ModuleType

from translator import catalog
from translator.catalog import Declared, is_record_tuple
from translator.kinds import (
    BOOL,
    CLASS,
    FLOAT,
    FLOAT32,
    INT,
    NEVER,
    NONE,
    OBJECT,
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
    accepts,
    either,
    fields_of,
    in_rule,
    is_empty,
    is_enum,
    is_int,
    is_key,
    is_line,
    is_named_tuple,
    is_number,
    is_passing,
    is_protocol,
    is_whole,
    item_of,
    of_hint,
    options_of,
    present,
    without,
)
from translator.scope import Scope, Term, TranslationError, path_of, size_of, spell

# JavaScript represents integers exactly up to this one.
LARGEST = 2**53 - 1


def write(scope: Scope, node: ast.expr, wanted: Kind | None = None) -> Term:
    """Write an expression; the `wanted` kind decides the items of an empty list."""
    term = _write(scope, node, wanted)
    path = path_of(node)
    if path is not None and path in scope.facts:
        term = Term(term.text, scope.facts[path])
    if scope.is_rule:
        term = Term(term.text, in_rule(term.kind))
        if not _is_of_rules(term.kind):
            raise scope.refuse(node, f"{term.kind} in a rule", "rules work with whole numbers and arrays of them")
    return term if wanted is None else coerce(scope, term, wanted)


def _is_of_rules(kind: Kind) -> bool:
    match kind:
        case Row(flavor="tuple" | "sequence", item=item):
            return _is_of_rules(item)
        case Tuple(items=items):
            return all(map(_is_of_rules, items))
        case Array(item=item):
            return is_int(item)
        case Record():
            return True
    return is_whole(kind) or kind in (NONE, NEVER)


def coerce(scope: Scope, term: Term, wanted: Kind) -> Term:
    """Convert a value to a wanted kind.

    A bool of a rule becomes a number, an empty list gets the wanted kind of items, and an iterable becomes an array.
    """
    options = options_of(wanted)
    if term.kind in options:
        return term
    if scope.is_rule and term.kind == BOOL and any(is_int(each) for each in options):
        return Term(f"Number({term.text})", INT)
    if is_empty(term.kind):
        for option in options:
            if type(option) is type(term.kind) and not is_passing(option):
                return Term(_empty(option) if isinstance(option, Dict) else term.text, option)
    for option in options:
        if isinstance(option, Row) and option.flavor in ("sequence", "iterator"):
            if term.kind == TEXT or is_record_tuple(term.kind):
                return Term(f"[...{term.text}]", Row("sequence", item_of(term.kind) or NEVER))
            if isinstance(term.kind, Dict) and option.flavor == "iterator":
                return Term(keys_of(term, term.kind), Row("iterator", term.kind.key))
    return term


def _empty(kind: Dict) -> str:
    if _is_by_text(kind):
        return "{}"
    return "new Map()" if is_int(kind.key) else "new py.TupleMap([])"


def keys_of(term: Term, kind: Dict) -> str:
    """Write the keys of a dictionary as an array."""
    return f"Object.keys({term.text})" if _is_by_text(kind) else f"[...{term.text}.keys()]"


def _is_by_text(kind: Dict) -> bool:
    return kind.key == TEXT or kind.key == NEVER


def _write(scope: Scope, node: ast.expr, wanted: Kind | None) -> Term:
    match node:
        case ast.Constant():
            return _constant(scope, node)
        case ast.Name():
            return _name(scope, node)
        case ast.Attribute():
            return _attribute(scope, node)
        case ast.Subscript():
            return subscript(scope, node)
        case ast.Call():
            from translator.calls import call

            return call(scope, node, wanted)
        case ast.IfExp():
            return _choice(scope, node, wanted)
        case ast.BoolOp():
            return _bool_op(scope, node)
        case ast.UnaryOp(op=ast.Not()):
            return Term(f"!{condition(scope, node.operand)}", BOOL)
        case ast.UnaryOp():
            return _unary(scope, node)
        case ast.BinOp():
            return binary(scope, node, node.op, write(scope, node.left), write(scope, node.right), node.right)
        case ast.Compare():
            return _comparison(scope, node)
        case ast.JoinedStr():
            return _text(scope, node)
        case ast.List() | ast.Tuple() | ast.Set():
            return _row(scope, node, wanted)
        case ast.Dict():
            return _dict(scope, node, wanted)
        case ast.ListComp() | ast.GeneratorExp() | ast.SetComp() | ast.DictComp():
            return comprehension(scope, node, wanted)
    raise scope.refuse(node, type(node).__name__)


# Names and constants


def _constant(scope: Scope, node: ast.Constant) -> Term:
    match node.value:
        case None:
            return Term("null", NONE)
        case bool():
            return Term(str(node.value).lower(), BOOL)
        case int():
            if abs(node.value) > LARGEST:
                raise scope.refuse(node, "a whole number of more than 53 bits")
            return Term(str(node.value), INT)
        case float():
            if not math.isfinite(node.value):
                raise scope.refuse(node, "a float that is not finite")
            return Term(repr(node.value), FLOAT)
        case str():
            return Term(json.dumps(node.value), TEXT)
    raise scope.refuse(node, f"the constant {node.value!r}")


def _name(scope: Scope, node: ast.Name) -> Term:
    if node.id == "self" and scope.owner is not None:
        return Term("this", scope.locals[node.id])
    if node.id in scope.locals:
        return Term(spell(node.id), scope.locals[node.id])
    if node.id in vars(scope.module):
        return constant_of(scope, node, scope.module, node.id)
    raise scope.refuse(node, f"the name {node.id}", "it has no value yet, or is not of this module")


def constant_of(scope: Scope, node: ast.expr, module: ModuleType, name: str) -> Term:
    """Write a constant of a module."""
    value = vars(module).get(name)
    if isinstance(value, type | ModuleType) or (callable(value) and not isinstance(value, tuple)):
        found = scope.program.function_value(module, name)
        if found is None:
            raise scope.refuse(node, f"{name} as a value", "call it, or hand over a constant")
        return found
    try:
        return scope.program.constant(module, name)
    except TranslationError as error:
        raise error if ", line " in str(error) else scope.refuse(node, str(error)) from None


def module_named(scope: Scope, node: ast.expr) -> ModuleType | None:
    """Return the module that a name refers to, if any."""
    if isinstance(node, ast.Name) and node.id not in scope.locals:
        value = vars(scope.module).get(node.id)
        if isinstance(value, ModuleType):
            return value
    return None


def _attribute(scope: Scope, node: ast.Attribute) -> Term:
    module = module_named(scope, node.value)
    if module is not None:
        if node.attr not in vars(module):
            raise scope.refuse(node, f"{module.__name__}.{node.attr}")
        return constant_of(scope, node, module, node.attr)
    if isinstance(node.value, ast.Name) and node.value.id not in scope.locals:
        enum = vars(scope.module).get(node.value.id)
        if is_enum(enum) and node.attr in enum.__members__:
            return Term(str(int(enum[node.attr])), Member(enum))
        if isinstance(enum, type) and (found := scope.program.class_constant(enum, node.attr)) is not None:
            return found
    if isinstance(node.value, ast.Attribute) and (owning := module_named(scope, node.value.value)) is not None:
        cls = vars(owning).get(node.value.attr)
        if isinstance(cls, type) and (found := scope.program.class_constant(cls, node.attr)) is not None:
            return found
    owner = write(scope, node.value)
    return attribute(scope, node, owner, node.attr)


def attribute(scope: Scope, node: ast.expr, owner: Term, name: str) -> Term:
    """Write a field or property of a value."""
    kinds = {_field_kind(scope, option, name) for option in options_of(present(owner.kind))}
    found = None if None in kinds else either(*(kind for kind in kinds if kind is not None))
    if found is None or found == NEVER:
        raise scope.refuse(node, f"the attribute {name} of {owner.kind}")
    match owner.kind:
        case Member(enum=enum) if name == "name":
            names = {int(each): each.name for each in enum}
            return Term(f"py.nameOf({json.dumps(names)}, {owner.text})", TEXT)
    return Term(f"{owner.text}.{name}", found)


def _field_kind(scope: Scope, kind: Kind, name: str) -> Kind | None:
    match kind:
        case Record(name=record):
            return scope.program.record_field(record, name)
        case Member() if name == "name":
            return TEXT
        case Instance(cls=cls):
            return scope.program.field_kind(cls, name) or _module_function(scope, cls, name)
    return None


def _module_function(scope: Scope, cls: type, name: str) -> Kind | None:
    """Return the kind of a module function that is used as a value, which belongs to no instance."""
    signature = scope.program.method(cls, name) if cls in scope.program.module_protocols else None
    return None if signature is None else Function(tuple(word.kind for word in signature.words), signature.result)


# Conditions


def condition(scope: Scope, node: ast.expr) -> str:
    """Write an expression that is used only as a condition."""
    match node:
        case ast.BoolOp():
            sign, holds = (" && ", True) if isinstance(node.op, ast.And) else (" || ", False)
            parts, facts = [], dict[str, Kind]()
            for value in node.values:
                with scope.knowing(facts):
                    parts.append(condition(scope, value))
                    facts = {**facts, **facts_of(scope, value, holds)}
            return f"({sign.join(parts)})"
        case ast.UnaryOp(op=ast.Not()):
            return f"!{condition(scope, node.operand)}"
    return truth(scope, node, write(scope, node))


def truth(scope: Scope, node: ast.expr, term: Term) -> str:
    """Write the truth of a value as Python defines it."""
    kind = term.kind
    if kind == BOOL:
        return term.text
    if isinstance(kind, Union) and NONE in kind.options:
        rest = without(kind, NONE)
        if _is_always_true(rest):
            return f"({term.text} !== null)"
        if all(is_number(each) or each == TEXT for each in options_of(rest)):
            return f"Boolean({term.text})"
        raise scope.refuse(node, f"{kind} as a condition", "compare with None")
    if is_number(kind):
        return f"({term.text} !== 0)" if kind == INT and not scope.is_rule else f"Boolean({term.text})"
    if all(is_number(each) or each == TEXT for each in options_of(kind)) and kind != TEXT:
        return f"Boolean({term.text})"
    if kind == TEXT:
        return f'({term.text} !== "")'
    if (isinstance(kind, Row | Tuple) and not is_passing(kind)) or is_line(kind):
        return f"({term.text}.length > 0)"
    if isinstance(kind, Dict | Set):
        size = (
            f"Object.keys({term.text}).length" if isinstance(kind, Dict) and _is_by_text(kind) else f"{term.text}.size"
        )
        return f"({size} > 0)"
    if _is_always_true(kind):
        return f"({term.text} !== null)"
    raise scope.refuse(node, f"{kind} as a condition", "compare it with something")


def _is_always_true(kind: Kind) -> bool:
    """Whether all values are truthy: those of classes without a length."""
    return all(
        str(each) == "re.Match"
        or (isinstance(each, Instance) and not hasattr(each.cls, "__bool__") and not hasattr(each.cls, "__len__"))
        for each in options_of(kind)
    )


def facts_of(scope: Scope, node: ast.expr, holds: bool) -> dict[str, Kind]:
    """Return the facts that follow from a condition that holds, or does not hold."""
    match node:
        case ast.UnaryOp(op=ast.Not()):
            return facts_of(scope, node.operand, not holds)
        case ast.BoolOp(op=op, values=values) if isinstance(op, ast.And) == holds:
            found: dict[str, Kind] = {}
            for value in values:
                with scope.knowing(found):
                    found = {**found, **facts_of(scope, value, holds)}
            return found
        case ast.Compare(left=left, ops=[ast.Is() | ast.IsNot() as op], comparators=[ast.Constant(value=None)]):
            is_none = isinstance(op, ast.Is) == holds
            # After a test that never holds, a name has any of its kinds.
            declared_kind = scope.locals.get(path_of(left) or "", NEVER)
            return _fact(
                scope, left, lambda kind: NONE if is_none else present(declared_kind if kind == NONE else kind)
            )
        case ast.Compare(left=left, ops=[ast.In() | ast.NotIn() as op], comparators=[row]):  # codespell:ignore
            is_in = isinstance(op, ast.In) == holds
            return _fact(scope, left, present) if is_in and not _may_hold_none(scope, row) else {}
        case ast.Compare(
            left=ast.Call(func=ast.Name(id="type"), args=[value]),
            ops=[ast.Is() | ast.IsNot() as op],
            comparators=[ast.Name() | ast.Attribute() as cls],
        ) if isinstance(op, ast.Is) == holds and not (isinstance(cls, ast.Name) and cls.id == "int"):
            scope.classified |= {path_of(value) or ""} - scope.locals.keys()
            return _fact(scope, value, lambda _: class_kind(scope, cls))
        case ast.Call(func=ast.Name(id="isinstance"), args=[value, cls]):
            classes = [kind for each in _classes_of(cls) for kind in _kinds_tested(scope, each)]
            scope.classified |= {path_of(value) or ""} - scope.locals.keys()
            # If no value is of the class, the branch is unreachable; it is read as if it were reachable.
            unreached = either(*classes) if holds else NEVER
            return _fact(
                scope,
                value,
                lambda kind: (
                    either(narrowed(kind, classes, holds)) if narrowed(kind, classes, holds) != NEVER else unreached
                ),
            )
        case ast.Name() | ast.Attribute() | ast.Subscript() if holds:
            return _fact(scope, node, present)
        case ast.NamedExpr(target=target) if holds:
            return facts_of(scope, target, holds)
    return {}


def _may_hold_none(scope: Scope, node: ast.expr) -> bool:
    kind = write(scope, node).kind
    return kind != TEXT and NONE in options_of(item_of(kind) or NONE)


def _fact(scope: Scope, node: ast.expr, narrow: Callable[[Kind], Kind]) -> dict[str, Kind]:
    path = path_of(node)
    if path is None:
        return {}
    try:
        kind = write(scope, node).kind
    except TranslationError:
        return {}
    narrowed = narrow(kind)
    return {} if narrowed in (NEVER, kind) else {path: narrowed}


def _classes_of(node: ast.expr) -> list[ast.expr]:
    match node:
        case ast.BinOp(left=left, op=ast.BitOr(), right=right):
            return [*_classes_of(left), *_classes_of(right)]
        case ast.Tuple(elts=elts):
            return [each for part in elts for each in _classes_of(part)]
    return [node]


_BUILTIN_CLASSES: Mapping[str, Kind] = {"bool": BOOL, "float": FLOAT, "int": INT, "str": TEXT}


def class_kind(scope: Scope, node: ast.expr) -> Kind:
    """Return the kind of the instances of a class in a test."""
    name = node.attr if isinstance(node, ast.Attribute) else getattr(node, "id", "")
    module = module_named(scope, node.value) if isinstance(node, ast.Attribute) else scope.module
    value = vars(module).get(name) if module is not None else None
    if value is None and name in _BUILTIN_CLASSES:
        return _BUILTIN_CLASSES[name]
    if isinstance(value, type) and isinstance(of_hint(value), Instance):
        return Instance(value)
    raise scope.refuse(
        node, f"the class {ast.unparse(node)} in a test", "test for str, int, bool or a class of Paperdice"
    )


def _fits_class(option: Kind, wanted: Kind) -> bool:
    if isinstance(option, Instance) and isinstance(wanted, Instance):
        return issubclass(option.cls, wanted.cls)
    return option == wanted or (wanted == INT and is_whole(option))


def narrowed(kind: Kind, classes: Sequence[Kind], holds: bool) -> Kind:
    """Return the kind of a value that is an instance of one of some classes, or of none of them."""
    if not holds:
        return either(
            *(option for option in options_of(kind) if not any(_fits_class(option, each) for each in classes))
        )
    found = [option for option in options_of(kind) if any(_fits_class(option, each) for each in classes)]
    # A subclass of one of the options, or a class of an unknown object.
    below = [
        each
        for each in classes
        if any(option == OBJECT or (_fits_class(each, option) and each != option) for option in options_of(kind))
    ]
    return either(*found, *below)


def is_instance(scope: Scope, value: ast.expr, cls: ast.expr) -> Term:
    """Write a test for a class."""
    term = write(scope, value)
    kinds = [kind for each in _classes_of(cls) for kind in _kinds_tested(scope, each)]
    if len(kinds) > 1 and "(" in term.text:
        raise scope.refuse(value, "isinstance of something that is computed", "give it a name first")
    return Term(f"({' || '.join(instance_test(scope, value, term, kind) for kind in kinds)})", BOOL)


def _kinds_tested(scope: Scope, node: ast.expr) -> list[Kind]:
    """Return the kinds of a class, or of a constant that is a tuple of classes."""
    value = vars(scope.module).get(node.id) if isinstance(node, ast.Name) else None
    if isinstance(value, tuple) and value and all(isinstance(each, type) for each in value):
        return [Instance(each) for each in value]
    return [class_kind(scope, node)]


def instance_test(scope: Scope, node: ast.AST, term: Term, wanted: Kind) -> str:
    """Write whether a value is an instance of a class, as far as JavaScript can decide."""
    options = options_of(term.kind)
    if isinstance(wanted, Instance):
        if is_protocol(wanted.cls):
            raise scope.refuse(node, f"a test for {wanted}", "it is a protocol: test for its classes")
        return f"{term.text} instanceof {scope.program.need_class(wanted.cls)}"
    if wanted == TEXT:
        return f'typeof {term.text} === "string"'
    if wanted == BOOL:
        return f'typeof {term.text} === "boolean"'
    if (
        OBJECT in options
        or (wanted == INT and {FLOAT, BOOL} & options)
        or (wanted == FLOAT and any(map(is_int, options)))
    ):
        raise scope.refuse(
            node, f"a test for {wanted} of {term.kind}", "JavaScript does not tell 1, 1.0 and True apart here"
        )
    return f'typeof {term.text} === "number"'


def _choice(scope: Scope, node: ast.IfExp, wanted: Kind | None) -> Term:
    test = condition(scope, node.test)
    with scope.knowing(facts_of(scope, node.test, True)):
        first = write(scope, node.body, wanted)
    with scope.knowing(facts_of(scope, node.test, False)):
        second = write(scope, node.orelse, wanted)
    kind = either(first.kind, second.kind)
    kind = in_rule(kind) if scope.is_rule else kind
    return Term(f"({test} ? {coerce(scope, first, kind).text} : {coerce(scope, second, kind).text})", kind)


def _bool_op(scope: Scope, node: ast.BoolOp) -> Term:
    """Write `and` or `or`, which return one of their values; JavaScript does so if its truth agrees with Python's."""
    holds = isinstance(node.op, ast.And)
    terms, facts = [], dict[str, Kind]()
    for value in node.values:
        with scope.knowing(facts):
            terms.append(write(scope, value))
            facts = {**facts, **facts_of(scope, value, holds)}
    if all(term.kind == BOOL for term in terms):
        return Term(condition(scope, node), BOOL)
    if not all(_is_true_alike(term.kind) for term in terms[:-1]):
        raise scope.refuse(
            node, f"{'and' if holds else 'or'} between {terms[0].kind} and others", "write `a if a else b`"
        )
    *before, last = terms
    kind = either(*(term.kind if holds else _when_true(term.kind) for term in before), last.kind)
    kind = in_rule(kind) if scope.is_rule else kind
    return Term(f"({(' && ' if holds else ' || ').join(coerce(scope, term, kind).text for term in terms)})", kind)


def _is_true_alike(kind: Kind) -> bool:
    return all(is_whole(each) or each in (TEXT, NONE) or _is_always_true(each) for each in options_of(kind))


def _when_true(kind: Kind) -> Kind:
    return present(kind) if kind != NONE else NEVER


# Operators


def _unary(scope: Scope, node: ast.UnaryOp) -> Term:
    value = write(scope, node.operand)
    way = catalog.find(catalog.UNARY.get(type(node.op), ()), [value.kind])
    if way is None:
        raise scope.refuse(node, f"{type(node.op).__name__} of {value.kind}")
    if isinstance(node.op, ast.Invert) and scope.is_rule and not scope.program.is_checked:
        return Term(f"~{value.text}", INT)
    return Term(way.template.format(value.text), way.result_of([value.kind]))


def binary(scope: Scope, node: ast.AST, op: ast.operator, left: Term, right: Term, written: ast.expr) -> Term:
    """Write an operator between two values; `written` is the source of the second one."""
    way = catalog.find(catalog.BINARY.get(type(op), ()), [left.kind, right.kind])
    if way is None:
        name = type(op).__name__
        raise scope.refuse(node, f"{name} of {left.kind} and {right.kind}", catalog.ADVICE.get(name, ""))
    kind = way.result_of([left.kind, right.kind])
    if scope.is_rule and kind == INT and isinstance(op, tuple(catalog.RULE_BINARY)):
        texts = [left.text, right.text]
        if isinstance(op, catalog.BIT_OPERATORS) and scope.program.is_checked:
            texts = [f"py.bits({text})" for text in texts]
        return Term(catalog.RULE_BINARY[type(op)].format(*texts), INT)
    template = way.nonzero if way.nonzero and _is_small(written) else way.template
    return Term(template.format(left.text, right.text), kind)


def _is_small(node: ast.expr) -> bool:
    """Whether a literal is not zero, and small enough that arithmetic with it stays within 53 bits."""
    return isinstance(node, ast.Constant) and isinstance(node.value, int | float) and 0 < node.value < 2**16


def _comparison(scope: Scope, node: ast.Compare) -> Term:
    values = [node.left, *node.comparators]
    if any(not isinstance(value, ast.Name | ast.Constant | ast.Attribute | ast.Subscript) for value in values[1:-1]):
        if not all(is_calm(scope, value) for value in values[1:-1]):
            raise scope.refuse(node, "a call in the middle of a comparison", "give it a name first")
    pairs = zip(values, node.ops, values[1:], strict=False)
    texts = [_compared(scope, node, left, op, right) for left, op, right in pairs]
    return Term(texts[0] if len(texts) == 1 else f"({' && '.join(texts)})", BOOL)


def _compared(scope: Scope, node: ast.AST, left: ast.expr, op: ast.cmpop, right: ast.expr) -> str:
    name = type(op).__name__
    if isinstance(op, ast.Is | ast.IsNot):
        sign = "===" if isinstance(op, ast.Is) else "!=="
        if (found := _type_test(scope, left, op, right)) is not None:
            return found
        if not isinstance(right, ast.Constant):
            one, other = write(scope, left), write(scope, right)
            if _has_identity(one.kind) and _has_identity(other.kind) and accepts(one.kind, present(other.kind)):
                return f"({one.text} {sign} {other.text})"
        if not isinstance(right, ast.Constant) or right.value is not None:
            raise scope.refuse(node, f"{name} with something else than None", catalog.ADVICE["Is"])
        return f"({write(scope, left).text} {sign} null)"
    one = write(scope, left)
    if isinstance(op, ast.Eq | ast.NotEq):
        other = write(scope, right, one.kind if isinstance(right, ast.List | ast.Dict) else None)
        return equality(scope, node, one, other, isinstance(op, ast.Eq))
    other = write(scope, right)
    if isinstance(op, ast.In | ast.NotIn):  # codespell:ignore
        return _containment(scope, node, one, other, isinstance(op, ast.In))
    way = catalog.find(catalog.ORDER.get(type(op), ()), [one.kind, other.kind])
    if way is not None and isinstance(one.kind, Tuple) and not can_be_equal(one.kind, other.kind):
        way = None
    if way is None:
        raise scope.refuse(node, f"{name} of {one.kind} and {other.kind}", "compare numbers, texts or tuples of them")
    return way.template.format(one.text, other.text)


def _type_test(scope: Scope, left: ast.expr, op: ast.cmpop, right: ast.expr) -> str | None:
    """Write `type(x) is int` for an expected integer, which excludes bools; None if it is another test."""
    match left, right:
        case ast.Call(func=ast.Name(id="type"), args=[value]), ast.Name(id="int") if "int" not in scope.locals:
            term = write(scope, value)
            if term.kind == INT:
                return f"{'' if isinstance(op, ast.Is) else '!'}Number.isInteger({term.text})"
        case ast.Call(func=ast.Name(id="type"), args=[_]), ast.Name() | ast.Attribute():
            wanted = class_kind(scope, right)
            if isinstance(wanted, Instance):
                sign = "===" if isinstance(op, ast.Is) else "!=="
                return f"({write(scope, left).text} {sign} {scope.program.need_class(wanted.cls)})"
    return None


def _has_identity(kind: Kind) -> bool:
    """Whether values are objects that both languages distinguish from equal ones."""
    return all(isinstance(each, Instance) and not is_named_tuple(each.cls) for each in options_of(present(kind)))


def _containment(scope: Scope, node: ast.AST, one: Term, other: Term, holds: bool) -> str:
    kinds = [one.kind, other.kind]
    if (
        isinstance(one.kind, Union)
        and NONE in one.kind.options
        and NONE not in options_of(item_of(other.kind) or NEVER)
    ):
        # A list of numbers or texts cannot contain None.
        kinds = [without(one.kind, NONE), other.kind]
    way = catalog.find(catalog.CONTAINS, kinds)
    if way is None:
        raise scope.refuse(node, f"In of {one.kind} and {other.kind}", catalog.ADVICE["In"])
    if kinds[0] != one.kind:
        if "(" in one.text:
            raise scope.refuse(node, f"In of {one.kind}", "give the value a name first")
        test = f"({one.text} !== null && {way.template.format(one.text, other.text)})"
    else:
        test = way.template.format(one.text, other.text)
    return test if holds else f"!{test}"


def equality(scope: Scope, node: ast.AST, one: Term, other: Term, holds: bool) -> str:
    """Write whether two values are equal; kinds that can never be equal are refused."""
    if not can_be_equal(one.kind, other.kind):
        raise scope.refuse(node, f"{'Eq' if holds else 'NotEq'} of {one.kind} and {other.kind}", "they are never equal")
    kinds = options_of(one.kind) | options_of(other.kind)
    sign = "===" if holds else "!=="
    if all(is_key(kind) or kind in (NONE, FLOAT, FLOAT32) for kind in kinds):
        if BOOL in kinds and kinds - {BOOL, NONE}:
            return (
                f"(Number({one.text}) {sign} Number({other.text}))"
                if NONE not in kinds
                else f"(py.same({one.text}, {other.text}) === {str(holds).lower()})"
            )
        return f"({one.text} {sign} {other.text})"
    return f"{'' if holds else '!'}py.same({one.text}, {other.text})"


def can_be_equal(one: Kind, other: Kind) -> bool:
    """Whether values of two kinds can be equal, and can be compared as in Python."""
    return any(_is_comparable(a, b) for a in options_of(one) for b in options_of(other))


def _is_comparable(one: Kind, other: Kind) -> bool:
    if one == NEVER or other == NEVER or (is_number(one) and is_number(other)):
        return True
    match one, other:
        case Row(flavor=flavor, item=item), Row(flavor=others, item=found):
            return flavor == others and flavor in ("list", "tuple") and can_be_equal(item, found)
        case Tuple(items=items), Tuple(items=others):
            return len(items) == len(others) and all(map(can_be_equal, items, others))
        case (Tuple() as known, Row(flavor="tuple", item=item)) | (Row(flavor="tuple", item=item), Tuple() as known):
            return all(can_be_equal(each, item) for each in known.items)
        case Dict(key=key, value=value), Dict(key=other_key, value=other_value):
            return can_be_equal(key, other_key) and can_be_equal(value, other_value)
        case Instance(cls=cls), Instance(cls=found):
            return (cls is found or issubclass(cls, found) or issubclass(found, cls)) and has_equality(cls)
        case Set(item=item), Set(item=other):
            return can_be_equal(item, other)
        case Array() | Function() | Record(), _:
            return False
    return one == other and one in (TEXT, NONE, FLOAT32)


def has_equality(cls: type) -> bool:
    """Whether instances are equal if all of their fields are, and the fields can be compared."""
    if not is_named_tuple(cls) and not getattr(getattr(cls, "__dataclass_params__", None), "eq", False):
        return False
    if any("__eq__" in vars(each) and not is_dataclass(each) for each in cls.__mro__[:-1] if each is not tuple):
        return False
    return all(_is_plain(kind) for kind in fields_of(cls).values())


def _is_plain(kind: Kind) -> bool:
    """Whether values of a kind can be compared with values of that kind."""
    return all(
        not isinstance(each, Array | Function | Record) and each != OBJECT and not is_passing(each)
        and not (isinstance(each, Instance) and not (is_named_tuple(each.cls) or is_dataclass(each.cls)))
        for each in options_of(kind)
    )  # fmt: skip


# Texts


def _text(scope: Scope, node: ast.JoinedStr) -> Term:
    parts = []
    for part in node.values:
        if isinstance(part, ast.Constant):
            parts.append(json.dumps(part.value)[1:-1].replace("`", "\\`").replace("$", "\\$").replace('\\"', '"'))
        elif isinstance(part, ast.FormattedValue):
            parts.append(f"${{{_formatted(scope, part)}}}")
    return Term(f"`{''.join(parts)}`", TEXT)


def _formatted(scope: Scope, part: ast.FormattedValue) -> str:
    """Write a formatted value: as it is, with decimals (`.2f`), or in base 16 (`02x`)."""
    term = write(scope, part.value)
    spec = "" if part.format_spec is None else ast.unparse(part.format_spec)[2:-1]
    if part.conversion == ord("r") and not spec and term.kind == TEXT:
        return f"py.quoted({term.text})"
    if part.conversion == ord("r") and not spec and is_int(term.kind):
        return term.text
    if part.conversion != -1:
        raise scope.refuse(part, f"!{chr(part.conversion)} in a text")
    if not spec and all(each == TEXT or is_int(each) for each in options_of(term.kind)):
        return term.text
    if not spec and (way := catalog.find(catalog.BUILTINS["str"], [term.kind])):
        return way.template.format(term.text)
    if (found := re.fullmatch(r"\.(\d)f", spec)) and is_number(term.kind):
        return f"py.fixed({term.text}, {found[1]})"
    if (found := re.fullmatch(r"0(\d)x", spec)) and is_int(term.kind):
        return f"py.hex({term.text}, {found[1]})"
    if (found := re.fullmatch(r"(\+?)(?:0(\d))?d?", spec)) and is_int(term.kind):
        return f'py.digits({term.text}, {found[2] or 0}, "{found[1]}")'
    advice = catalog.ADVICE["str"] if not spec else "formats are .2f for numbers, 02d, +d and 02x for whole ones"
    raise scope.refuse(part, f"{term.kind} in a text{f' as {spec}' if spec else ''}", advice)


# Lists, tuples, sets and dictionaries


def _row(scope: Scope, node: ast.List | ast.Tuple | ast.Set, wanted: Kind | None) -> Term:
    inner = _item_wanted(wanted, node)
    terms = [_entry(scope, each, inner[index] if index < len(inner) else None) for index, each in enumerate(node.elts)]
    kinds = [_spread_item(scope, each, term) if isinstance(each, ast.Starred) else term.kind
             for each, term in zip(node.elts, terms, strict=True)]  # fmt: skip
    if isinstance(node, ast.Tuple) and not any(isinstance(each, ast.Starred) for each in node.elts):
        return Term(f"[{', '.join(term.text for term in terms)}]", Tuple(tuple(kinds)))
    item = either(*kinds)
    if isinstance(node, ast.Tuple):
        known = [term.kind.items if isinstance(each, ast.Starred) and isinstance(term.kind, Tuple) else (None if isinstance(each, ast.Starred) else (term.kind,))
                 for each, term in zip(node.elts, terms, strict=True)]  # fmt: skip
        if all(part is not None for part in known):
            return Term(f"[{', '.join(_spread(each, term) for each, term in zip(node.elts, terms, strict=True))}]",
                        Tuple(tuple(kind for part in known if part is not None for kind in part)))  # fmt: skip
    texts = [_spread(each, term if isinstance(each, ast.Starred) else coerce(scope, term, item))
             for each, term in zip(node.elts, terms, strict=True)]  # fmt: skip
    if isinstance(node, ast.Set):
        if not is_key(item):
            raise scope.refuse(node, f"a set of {item}", "sets hold numbers or texts")
        return Term(f"new Set([{', '.join(texts)}])", Set(item))
    return Term(f"[{', '.join(texts)}]", Row("list" if isinstance(node, ast.List) else "tuple", item))


def _item_wanted(wanted: Kind | None, node: ast.List | ast.Tuple | ast.Set) -> Sequence[Kind | None]:
    for option in options_of(wanted) if wanted is not None else ():
        if isinstance(option, Row):
            return [option.item] * len(node.elts)
        if isinstance(option, Tuple) and len(option.items) == len(node.elts):
            return option.items
    return ()


def _entry(scope: Scope, node: ast.expr, wanted: Kind | None) -> Term:
    return write(scope, node.value) if isinstance(node, ast.Starred) else write(scope, node, wanted)


def _spread(node: ast.expr, term: Term) -> str:
    return f"...{term.text}" if isinstance(node, ast.Starred) else term.text


def _spread_item(scope: Scope, node: ast.expr, term: Term) -> Kind:
    item = item_of(term.kind)
    if item is None or isinstance(term.kind, Set):
        raise scope.refuse(node, f"* of {term.kind}")
    return item


def _dict(scope: Scope, node: ast.Dict, wanted: Kind | None) -> Term:
    fields = _fields_wanted(node, wanted) if wanted else None
    if fields is not None:
        return _fields(scope, node, fields)
    entry = next((each for each in options_of(wanted) if isinstance(each, Dict)), None) if wanted else None
    keys: list[Kind] = []
    values: list[Kind] = []
    parts: list[tuple[Term | None, Term]] = []
    for key, value in zip(node.keys, node.values, strict=True):
        if key is None:
            spread = write(scope, value, entry)
            if not isinstance(spread.kind, Dict) or not _is_by_text(spread.kind):
                raise scope.refuse(value, f"** of {spread.kind}", "spread dictionaries whose keys are texts")
            keys.append(spread.kind.key)
            values.append(spread.kind.value)
            parts.append((None, spread))
            continue
        one, other = write(scope, key), write(scope, value, entry.value if entry else None)
        keys.append(one.kind)
        values.append(other.kind)
        parts.append((one, other))
    kind = Dict(either(*keys), either(*values))
    return _dict_of(
        scope, node, kind, [(key, coerce(scope, value, kind.value) if key else value) for key, value in parts]
    )


def _fields_wanted(node: ast.Dict, wanted: Kind) -> Fields | None:
    """Return the `TypedDict` of a dictionary display: of several, the one with these keys."""
    found = sorted((each for each in options_of(wanted) if isinstance(each, Fields)), key=str)
    keys = {key.value for key in node.keys if isinstance(key, ast.Constant)}
    fitting = [
        each for each in found if getattr(each.cls, "__required_keys__", set()) <= keys <= fields_of(each.cls).keys()
    ]
    return next(iter(found if len(found) == 1 else fitting), None)


def _dict_of(scope: Scope, node: ast.Dict, kind: Dict, parts: Sequence[tuple[Term | None, Term]]) -> Term:
    if _is_by_text(kind):
        for key in node.keys:
            if isinstance(key, ast.Constant) and re.fullmatch(r"\d+|__proto__", str(key.value)):
                raise scope.refuse(
                    key, f"the key {key.value!r}", "an object moves keys that look like numbers to its front"
                )
        shown = [
            f"...{value.text}"
            if key is None
            else f"[{key.text}]: {value.text}"
            if _is_written(key)
            else f"...py.dict([[{key.text}, {value.text}]])"
            for key, value in parts
        ]
        return Term(f"{{ {', '.join(shown)} }}" if shown else "{}", kind)
    pairs = ", ".join(f"[{key.text}, {value.text}]" for key, value in parts if key is not None)
    return Term(make_dict(scope, node, kind, f"[{pairs}]"), kind)


def _is_written(key: Term) -> bool:
    return key.text.startswith('"')


def make_dict(scope: Scope, node: ast.AST, kind: Dict, pairs: str) -> str:
    """Write a dictionary of pairs of key and value."""
    if _is_by_text(kind):
        return f"py.dict({pairs})"
    if is_int(kind.key):
        return f"new Map({pairs})"
    if catalog.is_tuple_key(kind.key):
        return f"new py.TupleMap({pairs})"
    raise scope.refuse(node, f"a dictionary by {kind.key}", "keys are texts, whole numbers or tuples of them")


def _fields(scope: Scope, node: ast.Dict, fields: Fields) -> Term:
    """Write a dictionary that has the keys of a `TypedDict`."""
    known, parts = fields_of(fields.cls), []
    for key, value in zip(node.keys, node.values, strict=True):
        if key is None:
            parts.append(f"...{write(scope, value).text}")
        elif isinstance(key, ast.Constant) and isinstance(key.value, str) and key.value in known:
            parts.append(f"{key.value}: {scope.program.checked(scope, value, known[key.value]).text}")
        else:
            raise scope.refuse(node, f"the key {ast.unparse(key)} of {fields}")
    return Term(f"{{ {', '.join(parts)} }}", fields)


# Comprehensions

Comprehension = ast.ListComp | ast.GeneratorExp | ast.SetComp | ast.DictComp


def comprehension(scope: Scope, node: Comprehension, wanted: Kind | None = None) -> Term:
    """Write a list, set or dictionary comprehension; a generator is evaluated at once."""
    if isinstance(node, ast.DictComp):
        text, kinds = _each(scope, node.generators, lambda: _pair(scope, node))
        assert isinstance(kinds, Tuple)
        kind = Dict(kinds.items[0], kinds.items[1])
        return Term(make_dict(scope, node, kind, text), kind)
    if isinstance(node, ast.GeneratorExp) and id(node) not in scope.consumed and not is_calm(scope, node):
        raise scope.refuse(node, "a generator that calls functions when its items are asked for", "make a list of it")
    element = node.elt
    rows = [option for option in options_of(wanted) if isinstance(option, Row)] if wanted is not None else []
    inner = rows[0].item if len(rows) == 1 else None
    text, item = _each(scope, node.generators, lambda: write(scope, element, inner))
    if isinstance(node, ast.SetComp):
        if not is_key(item):
            raise scope.refuse(node, f"a set of {item}", "sets hold numbers or texts")
        return Term(f"new Set({text})", Set(item))
    return Term(text, Row("list" if isinstance(node, ast.ListComp) else "iterator", item))


def dict_of(scope: Scope, node: ast.AST, term: Term) -> Term:
    """Write a dictionary of pairs that are computed."""
    pairs = as_array(scope, node, term)
    item = item_of(pairs.kind)
    if not isinstance(item, Tuple) or len(item.items) != 2:
        raise scope.refuse(node, f"dict of {term.kind}", "give it pairs of a key and a value")
    kind = Dict(item.items[0], item.items[1])
    return Term(make_dict(scope, node, kind, pairs.text), kind)


def _pair(scope: Scope, node: ast.DictComp) -> Term:
    key, value = write(scope, node.key), write(scope, node.value)
    return Term(f"[{key.text}, {value.text}]", Tuple((key.kind, value.kind)))


def _each(
    scope: Scope, loops: Sequence[ast.comprehension], make: Callable[[], Term], last: str = "map"
) -> tuple[str, Kind]:
    """Write nested loops; the last one maps, or tests whether some or every item holds.

    Tests and results are evaluated in turn, as in Python, unless the tests have no side effects.
    """
    loop, *inner = loops
    if loop.is_async:
        raise scope.refuse(loop.iter, "async")
    source = iterated(scope, loop.iter)
    item = item_of(source.kind)
    assert item is not None
    names, pattern = target_names(scope, loop.target, item)
    with scope.inner(names):
        tests = []
        for test in loop.ifs:
            tests.append(condition(scope, test))
            scope.facts.update(facts_of(scope, test, True))
        if inner:
            body, kind = _each(scope, inner, make, last)
            method = "flatMap" if last == "map" else last
        else:
            made = make()
            body, kind, method = _whole(made.text), made.kind, last
    guard = " && ".join(tests)
    if not tests:
        return f"{source.text}.{method}(({pattern}) => {body})", kind
    if method == "some":
        return f"{source.text}.some(({pattern}) => {guard} && {body})", kind
    if method == "every":
        return f"{source.text}.every(({pattern}) => !({guard}) || {body})", kind
    if all(is_calm(scope, test) for test in loop.ifs):
        kept = f"{source.text}.filter(({pattern}) => {guard})"
        return (kept if (method, body) == ("map", pattern) else f"{kept}.{method}(({pattern}) => {body})"), kind
    kept = body if inner else f"[{body}]"
    return f"{source.text}.flatMap(({pattern}) => ({guard} ? {kept} : []))", kind


def is_calm(scope: Scope, node: ast.AST) -> bool:
    """Whether an expression has no side effects and does not depend on the time of its evaluation."""
    for part in ast.walk(node):
        match part:
            case ast.Call(func=ast.Name(id=name)):
                cls = vars(scope.module).get(name) if name not in scope.locals else None
                if isinstance(cls, type) and (is_enum(cls) or _is_plain_record(cls)):
                    continue
                if name not in catalog.BUILTINS and name not in ("isinstance", "bool", "any", "all", "zip", "cast"):
                    return False
            case ast.Call(func=ast.Attribute(value=ast.Name(id="math" | "np"))):
                continue
            case ast.Call(func=ast.Attribute(attr=name)):
                if name in catalog.CHANGING or not any(name in methods for _, methods in catalog.METHODS):
                    return False
            case ast.NamedExpr() | ast.Yield() | ast.YieldFrom() | ast.Await():
                return False
    return True


def _is_plain_record(cls: type) -> bool:
    """Whether making an instance only fills its fields."""
    return is_named_tuple(cls) or (is_dataclass(cls) and not hasattr(cls, "__post_init__"))


def quantified(scope: Scope, node: ast.GeneratorExp, method: str) -> Term:
    """Write `any` or `all` of a generator, which stops as early as possible."""
    return Term(_each(scope, node.generators, lambda: Term(condition(scope, node.elt), BOOL), method)[0], BOOL)


def first_found(scope: Scope, node: ast.GeneratorExp, other: Term | None) -> Term:
    """Write the first item of a generator, as `next` returns it; later items are not computed."""
    if len(node.generators) != 1:
        raise scope.refuse(node, "next over several loops", "write a loop with a return")
    [loop] = node.generators
    if loop.is_async:
        raise scope.refuse(node, "async")
    source = iterated(scope, loop.iter)
    item = item_of(source.kind)
    assert item is not None
    names, pattern = target_names(scope, loop.target, item)
    with scope.inner(names):
        tests = []
        for test in loop.ifs:
            tests.append(condition(scope, test))
            scope.facts.update(facts_of(scope, test, True))
        made = write(scope, node.elt)
    fits = f"({pattern}) => {' && '.join(tests) or 'true'}"
    words = f"{source.text}, {fits}, ({pattern}) => {_whole(made.text)}"
    if other is None:
        return Term(f"py.firstOf({words})", made.kind)
    return Term(f"py.firstOf({words}, () => {_whole(other.text)})", either(made.kind, other.kind))


def _whole(text: str) -> str:
    return f"({text})" if text.startswith("{") else text


def iterated(scope: Scope, node: ast.expr) -> Term:
    """Write an iterable as an array; a generator runs to its end at once."""
    return as_array(scope, node, write(scope, node))


def as_array(scope: Scope, node: ast.AST, term: Term) -> Term:
    """Write the items of a value as an array."""
    kind = present(term.kind)
    item = item_of(kind)
    if item is None:
        raise scope.refuse(node, f"a loop over {kind}", "iterate over a list, tuple, dictionary, text or range")
    if isinstance(kind, Set):
        raise scope.refuse(node, f"a loop over {kind}", "sets have no order: use sorted")
    if isinstance(kind, Row) and kind.flavor == "generator":
        return Term(f"[...{term.text}]", Row("iterator", item))
    if isinstance(kind, Dict):
        return Term(keys_of(term, kind), Row("iterator", item))
    if kind == TEXT or isinstance(kind, Array) or is_record_tuple(kind):
        if isinstance(kind, Array) and not is_line(kind):
            raise scope.refuse(node, f"a loop over {kind} of several dimensions")
        return Term(f"[...{term.text}]", Row("iterator", item))
    return Term(term.text, kind)


def target_names(scope: Scope, node: ast.expr, kind: Kind) -> tuple[Mapping[str, Kind], str]:
    """Return the names that a value is unpacked into, with their kinds and the JavaScript pattern."""
    match node:
        case ast.Name(id=name):
            return {name: kind}, spell(name)
        case ast.Tuple(elts=elts) | ast.List(elts=elts):
            kinds = parts_of(scope, node, kind, elts)
            found: dict[str, Kind] = {}
            texts = []
            for element, part in zip(elts, kinds, strict=True):
                if isinstance(element, ast.Starred):
                    names, text = target_names(scope, element.value, part)
                    texts.append(f"...{text}")
                else:
                    names, text = target_names(scope, element, part)
                    texts.append("" if text == "_" else text)
                found |= names
            return {name: each for name, each in found.items() if name != "_"}, f"[{', '.join(texts)}]"
    raise scope.refuse(node, f"an assignment to {ast.unparse(node)}")


def parts_of(scope: Scope, node: ast.AST, kind: Kind, elts: Sequence[ast.expr]) -> list[Kind]:
    """Return the kinds of the parts of an unpacked value."""
    kind = present(kind)
    items: Sequence[Kind] | None = None
    if isinstance(kind, Tuple):
        items = kind.items
    elif is_record_tuple(kind):
        assert isinstance(kind, Instance)
        items = list(fields_of(kind.cls).values())
    stars = [index for index, each in enumerate(elts) if isinstance(each, ast.Starred)]
    if items is not None and not stars:
        if len(items) != len(elts):
            raise scope.refuse(node, f"{len(items)} values for {len(elts)} names")
        return list(items)
    if items is not None and stars == [len(elts) - 1] and len(items) >= len(stars):
        rest = Row("list", either(*items[len(elts) - 1 :]))
        return [*items[: len(elts) - 1], rest]
    raise scope.refuse(node, f"{kind} for several names", "only tuples of known length are taken apart")


# Items


def subscript(scope: Scope, node: ast.Subscript) -> Term:
    """Write an item or a slice of a value."""
    owner = write(scope, node.value)
    owner = Term(owner.text, present(owner.kind))
    match owner.kind:
        case Array():
            return _array_item(scope, node, owner)
        case Fields(cls=cls):
            match node.slice:
                case ast.Constant(value=str() as key) if key in fields_of(cls):
                    is_there = key in getattr(cls, "__required_keys__", ())
                    text = f"{owner.text}.{key}" if is_there else f'py.item({owner.text}, "{key}")'
                    return Term(text, fields_of(cls)[key])
            raise scope.refuse(node, f"the key {ast.unparse(node.slice)} of {owner.kind}")
        case Dict():
            return _dict_item(scope, node, owner, owner.kind)
    if isinstance(node.slice, ast.Slice):
        return _part(scope, node, owner, node.slice)
    index = write(scope, node.slice)
    if not is_whole(index.kind):
        raise scope.refuse(node, f"{index.kind} as an index of {owner.kind}")
    return _row_item(scope, node, owner, index)


def _row_item(scope: Scope, node: ast.Subscript, owner: Term, index: Term) -> Term:
    kind = owner.kind
    if kind == TEXT:
        return Term(f"py.letterAt({owner.text}, {index.text})", TEXT)
    number = _literal_index(node.slice)
    items = (
        kind.items
        if isinstance(kind, Tuple)
        else tuple(fields_of(kind.cls).values())
        if isinstance(kind, Instance) and is_named_tuple(kind.cls)
        else None
    )
    if items is not None and number is not None:
        if not -len(items) <= number < len(items):
            raise scope.refuse(node, f"index {number} of {kind}")
        if isinstance(kind, Instance):
            return Term(f"{owner.text}.{list(fields_of(kind.cls))[number]}", items[number])
        return Term(f"{owner.text}[{number % len(items)}]", items[number])
    if isinstance(kind, Row | Tuple) and not is_passing(kind):
        text = (
            f"{owner.text}[{index.text}]"
            if scope.is_rule and not scope.program.is_checked
            else f"py.at({owner.text}, {index.text})"
        )
        return Term(text, item_of(kind) or NEVER)
    raise scope.refuse(node, f"an item of {kind}")


def _literal_index(node: ast.expr) -> int | None:
    match node:
        case ast.Constant(value=int() as value):
            return value
        case ast.UnaryOp(op=ast.USub(), operand=ast.Constant(value=int() as value)):
            return -value
    return None


def _dict_item(scope: Scope, node: ast.Subscript, owner: Term, kind: Dict) -> Term:
    key = write(scope, node.slice)
    if _is_by_text(kind) and key.kind == TEXT:
        return Term(f"py.item({owner.text}, {key.text})", kind.value)
    if (is_int(kind.key) and is_int(key.kind)) or kind.key == key.kind == CLASS:
        return Term(f"py.itemMapped({owner.text}, {key.text})", kind.value)
    if catalog.is_tuple_key(kind.key) and accepts(kind.key, key.kind):
        return Term(f"py.itemMapped({owner.text}, {key.text})", kind.value)
    raise scope.refuse(node, f"the key {key.kind} of {kind}")


def _part(scope: Scope, node: ast.Subscript, owner: Term, part: ast.Slice) -> Term:
    if part.step is not None:
        raise scope.refuse(node, "a slice with steps", "write a comprehension over a range")
    ends = [_end(scope, end) if end is not None else None for end in (part.lower, part.upper)]
    words = [ends[0] or "0", *([ends[1]] if ends[1] is not None else [])]
    if owner.kind == TEXT:
        return Term(f"py.sliceText({owner.text}, {', '.join(words)})", TEXT)
    if isinstance(owner.kind, Row) and not is_passing(owner.kind):
        return Term(f"{owner.text}.slice({', '.join(words)})", owner.kind)
    if isinstance(owner.kind, Tuple):
        return Term(f"{owner.text}.slice({', '.join(words)})", Row("tuple", item_of(owner.kind) or NEVER))
    raise scope.refuse(node, f"a part of {owner.kind}")


def _end(scope: Scope, node: ast.expr) -> str:
    term = write(scope, node)
    if not is_int(term.kind):
        raise scope.refuse(node, f"{term.kind} as an end of a slice")
    return term.text


# Arrays


def indices_of(node: ast.Subscript) -> list[ast.expr]:
    """Return the indices within the brackets."""
    return list(node.slice.elts) if isinstance(node.slice, ast.Tuple) else [node.slice]


def _array_item(scope: Scope, node: ast.Subscript, owner: Term) -> Term:
    """Write one number of an array, or a part that is a view of the array, as in NumPy."""
    assert isinstance(owner.kind, Array)
    indices = indices_of(node)
    return array_item(scope, node, owner, owner.kind, indices)


def array_item(scope: Scope, node: ast.AST, owner: Term, kind: Array, indices: Sequence[ast.expr]) -> Term:
    """Write the selection of an array by some indices."""
    shape = kind.shape
    *before, last = indices
    if isinstance(last, ast.Slice):
        inner = array_item(scope, node, owner, kind, before) if before else owner
        return _array_part(scope, node, inner, last)
    if any(isinstance(index, ast.Slice) for index in indices):
        raise scope.refuse(node, "a slice that is not the last index", "it can be assigned to")
    texts = [_index(scope, node, index) for index in indices]
    if shape is None and kind.n_dimensions > 1:
        words = ", ".join([owner.text, *texts])
        if len(texts) == kind.n_dimensions:
            return Term(f"{owner.text}[py.flat({words})]", kind.item)
        if len(texts) > kind.n_dimensions:
            raise scope.refuse(node, f"{len(texts)} indices of {kind.n_dimensions} dimensions")
        return Term(f"py.part({words})", kind.part(len(texts)))
    if shape is None:
        if len(indices) != 1:
            raise scope.refuse(node, f"{len(indices)} indices of {kind} of one dimension")
        return Term(f"{owner.text}[{within(scope, texts[0], f'{owner.text}.length')}]", kind.item)
    if len(texts) > len(shape):
        raise scope.refuse(node, f"{len(texts)} indices of {len(shape)} dimensions")
    if len(texts) == len(shape):
        return Term(f"{owner.text}[{flat(scope, shape, texts)}]", kind.item)
    start = flat(scope, shape, [*texts, *["0"] * (len(shape) - len(texts))])
    rest = shape[len(texts) :]
    return Term(f"{owner.text}.subarray({start}, {start} + {size_of(rest)})", Array(kind.item, rest))


def _index(scope: Scope, node: ast.AST, index: ast.expr) -> str:
    number = _literal_index(index)
    if number is not None and number < 0:
        raise scope.refuse(node, "a negative index of an array", "count from the front")
    term = write(scope, index)
    if not is_whole(term.kind):
        raise scope.refuse(node, f"{term.kind} as an index of an array")
    return f"Number({term.text})" if term.kind == BOOL else term.text


def _array_part(scope: Scope, node: ast.AST, owner: Term, part: ast.Slice) -> Term:
    assert isinstance(owner.kind, Array)
    if part.step is not None or not is_line(owner.kind):
        raise scope.refuse(node, "a part of an array of several dimensions, or with steps")
    if scope.is_rule:
        raise scope.refuse(node, "a slice that is not assigned to")
    ends = [_index(scope, node, part.lower) if part.lower else "0"]
    ends += [_index(scope, node, part.upper)] if part.upper else []
    return Term(f"{owner.text}.subarray({', '.join(ends)})", Array(owner.kind.item))


def flat(scope: Scope, shape: Sequence[int], indices: Sequence[str]) -> str:
    """Write the index in a flat array for several indices."""
    text = ""
    for index, size in zip(indices, shape, strict=True):
        inside = within(scope, index, str(size))
        text = f"({text}) * {size} + {inside}" if text else inside
    return text


def within(scope: Scope, index: str, size: str) -> str:
    """Write an index, which must be within its array; for layouts, and in rules, only a checked module tests it."""
    if not scope.program.is_checked and (scope.is_rule or size.isdigit()):
        return index
    if index.isdigit() and size.isdigit() and int(index) < int(size):
        return index
    return f"py.within({index}, {size})"


def zeros_of(scope: Scope, node: ast.Call) -> Term:
    """Write a new array of zeros."""
    kinds = {"int64": INT, "float64": FLOAT, "float32": FLOAT32}
    match node.args:
        case [size, ast.Attribute(value=ast.Name(id="np"), attr=name)] if name in kinds and not node.keywords:
            pass
        case _:
            raise scope.refuse(node, "an array without a size and np.int64, np.float64 or np.float32")
    made = {INT: "Int32Array", FLOAT: "Float64Array", FLOAT32: "Float32Array"}[kinds[name]]
    if not isinstance(size, ast.Tuple):
        return Term(f"new {made}({write(scope, size).text})", Array(kinds[name]))
    shape = tuple(_size(scope, each) for each in size.elts)
    return Term(f"new {made}({size_of(shape)})", Array(kinds[name], shape))


def _size(scope: Scope, node: ast.expr) -> int:
    text = write(scope, node).text
    if not text.isdigit():
        raise scope.refuse(node, "an array whose size is not a constant")
    return int(text)


def declared(scope: Scope, node: ast.AST, name: str, ways: tuple[Declared, ...], terms: Sequence[Term]) -> Term:
    """Write a declared builtin or method with its arguments."""
    kinds = [term.kind for term in terms]
    way = catalog.find(ways, kinds)
    if way is None:
        told = ", ".join(map(str, kinds)) or "nothing"
        raise scope.refuse(node, f"{name} of {told}", catalog.ADVICE.get(name, ""))
    return Term(way.template.format(*(term.text for term in terms)), way.result_of(kinds))
