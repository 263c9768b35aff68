"""Statements and functions as JavaScript."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple, TypeGuard

from translator.calls import ERROR_ADVICE, Signature, advice_for, check_item, is_error
from translator.expressions import (
    array_item,
    as_array,
    attribute,
    binary,
    class_kind,
    coerce,
    condition,
    equality,
    facts_of,
    flat,
    indices_of,
    instance_test,
    is_calm,
    narrowed,
    parts_of,
    subscript,
    write,
)
from translator.kinds import (
    FLOAT,
    INT,
    NEVER,
    NONE,
    TEXT,
    Array,
    Dict,
    Fields,
    Instance,
    Kind,
    Row,
    Set,
    accepts,
    either,
    fields_of,
    in_rule,
    is_empty,
    is_frozen,
    is_int,
    is_line,
    is_number,
    is_passing,
    is_whole,
    item_of,
    options_of,
    present,
)
from translator.places import Places
from translator.scope import Scope, Term, TranslationError, path_of, size_of, spell

INDENT = "  "
# The number of passes that collect the kinds of a function's names, which can only widen.
MOST_PASSES = 8


class Written(NamedTuple):
    """A translated function: its parameters, its lines, and the kind of its result."""

    words: str
    lines: list[str]
    result: Kind


def write_function(
    scope: Scope, node: ast.FunctionDef, signature: Signature, known: Mapping[str, Kind] = {}
) -> Written:
    """Write a function; all its names are declared at its top, as Python has one scope per function.

    The kinds of names are collected until they stop widening, then the lines are written.
    """
    body = node.body[1:] if ast.get_docstring(node) is not None else node.body
    given = {word.name: word.kind for word in signature.words}
    if node.args.kwarg is not None and signature.rest is not None:
        given[node.args.kwarg.arg] = Dict(TEXT, signature.rest)
    _check_passing(scope, node, given)
    kinds: dict[str, Kind] = {**known, **given}
    returned: Kind = NEVER
    for _ in range(MOST_PASSES):
        trial = _Body(_afresh(scope, kinds), is_trial=True, is_generator=is_generator(node))
        list(trial.block(body, INDENT))
        found = {**kinds, **{name: either(kinds.get(name, NEVER), kind) for name, kind in trial.scope.found.items()}}
        if scope.is_rule:
            found = {name: in_rule(kind) for name, kind in found.items()}
        result = in_rule(either(*trial.returned)) if scope.is_rule else NEVER
        if found == kinds and result == returned:
            break
        kinds, returned = found, result
    final = _Body(_afresh(scope, kinds), is_generator=is_generator(node))
    final.rule_result = returned
    final.places = Places(body, frozenset({*given, *known}))
    lines = list(final.block(body, INDENT))
    own = sorted(final.scope.found.keys() - given.keys() - known.keys() - final.places.placed)
    declared = [f"{INDENT}let {', '.join(map(spell, own))};"] if own else []
    if not always_leaves(body):
        if scope.result is not None and not accepts(scope.result, NONE) and not is_generator(node):
            raise scope.refuse(node, f"{node.name}, which may end without a return,")
        final.returned.append(NONE)
        if not body and not is_generator(node):
            lines.append(f"{INDENT}return null;")  # another class may have it
    result = in_rule(either(*final.returned)) if scope.is_rule else either(*final.returned)
    return Written(_words_taken(scope, node), [*declared, *lines], result)


def _afresh(scope: Scope, kinds: Mapping[str, Kind]) -> Scope:
    return replace(scope, locals=dict(kinds), facts={}, found={}, consumed=set())


def _check_passing(scope: Scope, node: ast.FunctionDef, given: Mapping[str, Kind]) -> None:
    """Refuse to use an argument twice that can be iterated over only once."""
    for name in [name for name, kind in given.items() if is_passing(kind)]:
        loads = [part for part in ast.walk(node) if isinstance(part, ast.Name) and part.id == name]
        inside = [
            part
            for loop in ast.walk(node)
            if isinstance(loop, ast.For | ast.While)
            for statement in loop.body
            for part in ast.walk(statement)
        ]
        if len(loads) > 1 or any(load in inside for load in loads):
            raise scope.refuse(loads[-1], f"{name}, which can be iterated over only once and is used twice,",
                               "annotate it as a Sequence, or make a list of it where it is called")  # fmt: skip


def is_generator(node: ast.FunctionDef) -> bool:
    """Whether a function contains `yield`."""
    return any(isinstance(part, ast.Yield | ast.YieldFrom) for part in ast.walk(node))


def _words_taken(scope: Scope, node: ast.FunctionDef) -> str:
    shape = node.args
    words = [word for place, word in enumerate(shape.args) if place > 0 or word.arg not in ("self", "cls")]
    defaults = [None] * (len(words) - len(shape.defaults)) + [*shape.defaults]
    texts = []
    for word, default in zip([*words, *shape.kwonlyargs], [*defaults, *shape.kw_defaults], strict=True):
        if default is not None and not _is_constant(default):
            raise scope.refuse(default, "a default that is no constant", "use None and make it in the function")
        value = "" if default is None else f" = {write(replace(scope, locals={}), default).text}"
        texts.append(f"{spell(word.arg)}{value}")
    if shape.kwarg:
        texts.append(f"{spell(shape.kwarg.arg)} = {{}}")
    return ", ".join(texts)


def _is_constant(node: ast.expr) -> bool:
    """Whether a default has the same value at every evaluation."""
    match node:
        case ast.Tuple(elts=elts):
            return all(map(_is_constant, elts))
        case ast.UnaryOp(operand=inner):
            return _is_constant(inner)
        case ast.Attribute(value=inner):
            return _is_constant(inner)
        case ast.Call(func=ast.Name(id="frozenset"), args=[]):
            return True
    return isinstance(node, ast.Constant | ast.Name)


def always_leaves(body: Sequence[ast.stmt]) -> bool:
    """Whether statements never complete normally."""
    if not body:
        return False
    match body[-1]:
        case ast.Return() | ast.Raise() | ast.Continue() | ast.Break():
            return True
        case ast.If(body=first, orelse=second):
            return always_leaves(first) and always_leaves(second)
        case ast.While(test=ast.Constant(value=True)):
            return True
        case ast.Match(cases=cases):
            return all(always_leaves(case.body) for case in cases) and _takes_all(cases[-1])
        case ast.Try(body=inner, handlers=handlers, finalbody=last):
            return always_leaves(last) or (
                always_leaves(inner) and all(always_leaves(handler.body) for handler in handlers)
            )
        case ast.Expr(value=ast.Call(func=ast.Name(id="assert_never"))):
            return True
        case ast.With(body=inner):
            return always_leaves(inner)
    return False


def _takes_all(case: ast.match_case) -> bool:
    return case.guard is None and isinstance(case.pattern, ast.MatchAs) and case.pattern.pattern is None


class _Body:
    """The statements of one function. A trial only collects kinds, and skips what it cannot write yet."""

    def __init__(self, scope: Scope, *, is_trial: bool = False, is_generator: bool = False) -> None:
        self.scope = scope
        self.is_trial = is_trial
        self.returned: list[Kind] = []
        # The results of a rule, whose bools are numbers if it also returns numbers.
        self.rule_result: Kind = NEVER
        self.is_generator = is_generator
        # The declarations outside of the top of the function.
        self.places = Places([], frozenset())
        # The errors that are caught around a statement.
        self.caught: list[str] = []

    def block(self, body: Sequence[ast.stmt], at: str) -> Iterator[str]:
        """Write some statements."""
        for statement in body:
            try:
                yield from list(self.statement(statement, at))
            except TranslationError:
                if not self.is_trial:
                    raise
                self._look_inside(statement)
            if _calls_own(self.scope, statement):
                self.scope.forget_fields()

    def _look_inside(self, statement: ast.stmt) -> None:
        """Collect kinds from the parts of a statement that cannot be written yet."""
        for name in ("body", "orelse", "finalbody"):
            inner = getattr(statement, name, [])
            if isinstance(inner, list):
                list(self.block(inner, ""))
        for part in [*getattr(statement, "handlers", []), *getattr(statement, "cases", [])]:
            list(self.block(part.body, ""))

    def statement(self, node: ast.stmt, at: str) -> Iterator[str]:
        """Write one statement."""
        scope = self.scope
        match node:
            case ast.Return():
                yield f"{at}return{self._returned(node)};"
            case ast.AnnAssign(target=ast.Name(id=name), value=ast.expr() as value):
                kind = scope.program.annotation_kind(scope.module, node.annotation, name)
                term = write(scope, value, kind)
                self._check(node, kind, term)
                scope.assign(name, kind)
                yield f"{at}{self._let(node)}{spell(name)} = {term.text};"
            case ast.AnnAssign(target=ast.Name(id=name), value=None):
                scope.assign(name, scope.program.annotation_kind(scope.module, node.annotation, name))
            case ast.AnnAssign(target=ast.Attribute() as target, value=ast.expr() as value):
                yield from self._assign(node, target, value, at)
            case ast.Assign(targets=[target]):
                yield from self._assign(node, target, node.value, at)
            case ast.AugAssign():
                yield from self._augment(node, at)
            case ast.If():
                yield from self._if(node, at)
            case ast.For(orelse=[]):
                yield from self._for(node, at)
            case ast.While(orelse=[]) if not scope.is_rule:
                yield from self._while(node, at)
            case ast.With(items=[ast.withitem(context_expr=ast.Call() as call, optional_vars=None)]) if (
                not scope.is_rule
            ):
                yield from self._with(node, call, at)
            case ast.Match(subject=ast.Name()) if not scope.is_rule:
                yield from self._match(node, at)
            case ast.Raise(exc=None) if self.caught:
                yield f"{at}throw {self.caught[-1]};"
            case ast.Raise(exc=ast.expr() as value) if not scope.is_rule and is_error(
                (term := write(scope, value)).kind
            ):
                yield f"{at}throw {term.text};"
            case ast.Raise(exc=ast.expr() as value) if not scope.is_rule:
                raise scope.refuse(node, f"raise of {ast.unparse(value)}", ERROR_ADVICE)
            case ast.Try(orelse=[]) if not scope.is_rule:
                yield from self._try(node, at)
            case ast.Delete(targets=[ast.Subscript() as target]) if not scope.is_rule:
                yield self._delete(node, target, at)
            case ast.Assert(test=test) if not scope.is_rule:
                yield f'{at}if (!{condition(scope, test)}) throw new RangeError("assertion");'
                scope.facts.update(facts_of(scope, test, True))
            case ast.Expr(value=ast.Yield(value=None)) if not scope.is_rule:
                yield f"{at}yield;"
            case ast.Expr(value=ast.Yield(value=ast.expr() as value)) if not scope.is_rule:
                yield f"{at}yield {self._yielded(node, write(scope, value, self._item_of_result()))};"
            case ast.Expr(value=ast.YieldFrom(value=value)) if not scope.is_rule:
                source = lazily(scope, value)
                self._yielded(node, Term("", item_of(source.kind) or NEVER))
                yield f"{at}yield* {source.text};"
            case ast.Expr(value=ast.Call(func=ast.Name(id="assert_never"), args=[value])) if not scope.is_rule:
                yield f"{at}throw new RangeError(`never ${{{write(scope, value).text}}}`);"
            case ast.Expr(value=ast.Call(func=ast.Attribute(value=ast.Name(id="object"), attr="__setattr__"))):
                yield f"{at}{self._thawed(node.value)};"
            case ast.Expr(value=ast.Call()):
                yield f"{at}{write(scope, node.value).text};"
            case ast.Break():
                yield f"{at}break;"
            case ast.Continue():
                yield f"{at}continue;"
            case ast.Pass():
                return
            case _:
                raise scope.refuse(node, type(node).__name__)

    def _returned(self, node: ast.Return) -> str:
        if node.value is None:
            self.returned.append(NONE)
            if self.scope.result is not None and not self.is_generator:
                self._check(node, self.scope.result, Term("", NONE))
            return " null" if self.scope.result not in (None, NONE) else ""
        wanted = self.rule_result if self.scope.is_rule and self.rule_result != NEVER else self.scope.result
        term = write(self.scope, node.value, wanted)
        if self.scope.result is not None:
            self._check(node, self.scope.result, term)
        self.returned.append(term.kind)
        return f" {term.text}"

    def _check(self, node: ast.AST, wanted: Kind, term: Term) -> None:
        """Refuse a value whose kind does not match its annotation."""
        if not accepts(wanted, term.kind):
            advice = advice_for(term.kind, wanted)
            raise self.scope.refuse(node, f"{term.kind} where {wanted} is annotated", advice)

    def _item_of_result(self) -> Kind | None:
        return item_of(self.scope.result) if self.scope.result is not None else None

    def _yielded(self, node: ast.stmt, term: Term) -> str:
        wanted = self._item_of_result()
        if wanted is None:
            raise self.scope.refuse(node, "a yield in a function that is not annotated as an Iterator")
        self._check(node, wanted, term)
        return term.text

    def _try(self, node: ast.Try, at: str) -> Iterator[str]:
        """Write the handlers of some errors; other errors propagate, including internal faults."""
        scope = self.scope
        self._forget_assigned(node)
        before = dict(scope.facts)
        yield f"{at}try {{"
        yield from self.block(node.body, at + INDENT)
        scope.facts = dict(before)
        if node.handlers:
            hidden = scope.fresh("caught")
            yield f"{at}}} catch ({hidden}) {{"
            for place, handler in enumerate(node.handlers):
                kinds = self._caught_kinds(handler)
                tests = " || ".join(f"{hidden} instanceof {scope.program.need_class(kind.cls)}" for kind in kinds)
                yield f"{at}{INDENT}{'} else ' if place else ''}if ({tests}) {{"
                if handler.name:
                    scope.assign(handler.name, either(*kinds))
                    yield f"{at}{INDENT * 2}{spell(handler.name)} = {hidden};"
                self.caught.append(hidden)
                yield from self.block(handler.body, at + INDENT * 2)
                self.caught.pop()
                scope.facts = dict(before)
            yield f"{at}{INDENT}}} else throw {hidden};"
        if node.finalbody:
            if any(
                isinstance(part, ast.Return | ast.Break | ast.Continue)
                for each in node.finalbody
                for part in ast.walk(each)
            ):
                raise scope.refuse(node, "a return, break or continue within `finally`")
            yield f"{at}}} finally {{"
            yield from self.block(node.finalbody, at + INDENT)
        yield f"{at}}}"
        scope.facts = dict(before)

    def _caught_kinds(self, handler: ast.ExceptHandler) -> list[Instance]:
        scope = self.scope
        named = handler.type.elts if isinstance(handler.type, ast.Tuple) else [handler.type]
        found = []
        for each in named:
            cls = vars(scope.module).get(each.id) if isinstance(each, ast.Name) else None
            if not isinstance(cls, type) or not is_error(Instance(cls)):
                what = "every error" if each is None else ast.unparse(each)
                raise scope.refuse(
                    handler, f"except of {what}", "catch errors of paperdice.errors, and test before the rest"
                )
            found.append(Instance(cls))
        return found

    def _delete(self, node: ast.stmt, target: ast.Subscript, at: str) -> str:
        scope = self.scope
        owner, key = (
            write(scope, target.value),
            write(scope, target.slice) if not isinstance(target.slice, ast.Slice) else None,
        )
        match owner.kind:
            case Dict(key=wanted, is_frozen=False) if key is not None and accepts(wanted, key.kind):
                name = "take" if wanted == TEXT else "takeMapped"
                return f"{at}py.{name}({owner.text}, {key.text});"
            case Row(flavor="list") if key is not None and is_int(key.kind):
                return f"{at}py.pop({owner.text}, {key.text});"
        raise scope.refuse(node, f"del of an item of {owner.kind}", "delete items of lists and dictionaries")

    # Assignments

    def _assign(self, node: ast.stmt, target: ast.expr, value: ast.expr, at: str) -> Iterator[str]:
        scope = self.scope
        match target:
            case ast.Name(id=name):
                known = scope.locals.get(name)
                term = write(scope, value, known if isinstance(known, Fields) else None)
                if is_passing(term.kind):
                    raise scope.refuse(node, f"{term.kind} in a name", "make a list or tuple of it")
                scope.assign(name, term.kind)
                kept = coerce(scope, term, scope.locals[name])
                yield f"{at}{self._let(node)}{spell(name)} = {self._kept(kept)};"
            case ast.Tuple(elts=elts) if isinstance(value, ast.Tuple) and not scope.is_rule and _all_fields(elts):
                yield f"{at}{self._set_fields(node, elts, value)};"
            case ast.Tuple(elts=elts) if (
                isinstance(value, ast.Tuple) and self.places.declares(node) and not scope.is_rule
            ):
                yield f"{at}let {', '.join(self._first_values(node, elts, value.elts))};"
            case ast.Tuple(elts=elts) | ast.List(elts=elts) if not scope.is_rule:
                term = write(scope, value)
                yield from self._take_apart(node, elts, term, at)
            case ast.Attribute():
                yield from self._set_field(node, target, value, at)
            case ast.Subscript():
                yield from self._put(node, target, value, at)
            case _:
                raise scope.refuse(node, f"an assignment to {ast.unparse(target)}")

    def _let(self, node: ast.stmt) -> str:
        return "let " if self.places.declares(node) else ""

    def _set_field(self, node: ast.stmt, target: ast.Attribute, value: ast.expr, at: str) -> Iterator[str]:
        scope = self.scope
        owner = write(scope, target.value)
        for option in options_of(owner.kind):
            if isinstance(option, Instance) and is_frozen(option.cls):
                raise scope.refuse(node, f"a change of {option}", "it is frozen: use replace")
        scope.facts.pop(path_of(target) or "", None)
        place = write(scope, target)
        if not is_calm(scope, value) and not is_calm(scope, target):
            raise scope.refuse(node, "a call on both sides of =", "give one of them a name first")
        term = write(scope, value, place.kind)
        self._check(node, place.kind, term)
        path = path_of(target)
        if path is not None:
            scope.forget_below(path)
            if term.kind != place.kind:
                scope.facts[path] = term.kind
        yield f"{at}{place.text} = {self._kept(term)};"

    def _first_values(self, node: ast.stmt, targets: Sequence[ast.expr], values: Sequence[ast.expr]) -> Iterator[str]:
        """Yield several names with their first values, which do not depend on each other."""
        terms = [write(self.scope, value) for value in values]
        if len(targets) != len(terms) or any(is_passing(term.kind) for term in terms):
            raise self.scope.refuse(node, f"{len(terms)} values for {len(targets)} names")
        for target, term in zip(targets, terms, strict=True):
            name = ast.unparse(target)
            self.scope.assign(name, term.kind)
            yield f"{spell(name)} = {self._kept(coerce(self.scope, term, self.scope.locals[name]))}"

    def _set_fields(self, node: ast.stmt, targets: Sequence[ast.Attribute], value: ast.Tuple) -> str:
        """Write assignments to several fields."""
        if len(targets) != len(value.elts):
            raise self.scope.refuse(node, f"{len(value.elts)} values for {len(targets)} fields")
        places, texts = [], []
        for target, part in zip(targets, value.elts, strict=True):
            [line] = self._set_field(node, target, part, "")
            place, _, text = line.removesuffix(";").partition(" = ")
            places.append(place)
            texts.append(text)
        return f"[{', '.join(places)}] = [{', '.join(texts)}]"

    def _thawed(self, call: ast.expr) -> str:
        """Write the assignments of `__post_init__` to a frozen instance."""
        scope = self.scope
        match call:
            case ast.Call(args=[owner, ast.Constant(value=str() as name), value], keywords=[]) if (
                scope.function == "__post_init__"
            ):
                place = attribute(scope, call, write(scope, owner), name)
                term = write(scope, value, place.kind)
                self._check(call, place.kind, term)
                return f"{place.text} = {term.text}"
        raise scope.refuse(call, "object.__setattr__ outside of __post_init__")

    def _take_apart(self, node: ast.stmt, elts: Sequence[ast.expr], term: Term, at: str) -> Iterator[str]:
        if isinstance(present(term.kind), Row) or term.kind == TEXT:
            row = as_array(self.scope, node, term)
            is_open = any(isinstance(each, ast.Starred) for each in elts)
            if any(isinstance(each, ast.Starred) for each in elts[:-1]):
                raise self.scope.refuse(node, "a * before other names", "take it apart with slices")
            item = item_of(row.kind) or NEVER
            parts = [item] * (len(elts) - is_open) + ([Row("list", item)] if is_open else [])
            check = f"py.unpack({row.text}, {len(elts) - is_open}, {str(is_open).lower()})"
            yield f"{at}{self._let(node)}{self._places(node, elts, parts)} = {check};"
            return
        yield f"{at}{self._let(node)}{self._pattern(node, elts, term.kind)} = {term.text};"

    def _pattern(self, node: ast.stmt, elts: Sequence[ast.expr], kind: Kind) -> str:
        return self._places(node, elts, parts_of(self.scope, node, kind, elts))

    def _places(self, node: ast.stmt, elts: Sequence[ast.expr], parts: Sequence[Kind]) -> str:
        """Return the names that a value is unpacked into, as JavaScript."""
        places = []
        for element, part in zip(elts, parts, strict=True):
            match element:
                case ast.Name(id="_"):
                    places.append("")
                case ast.Name(id=name):
                    self.scope.assign(name, part)
                    places.append(spell(name))
                case ast.Starred(value=ast.Name(id=name)):
                    self.scope.assign(name, part)
                    places.append(f"...{spell(name)}")
                case ast.Tuple(elts=inner):
                    places.append(self._pattern(node, inner, part))
                case _:
                    raise self.scope.refuse(node, f"an assignment to {ast.unparse(element)}")
        return f"[{', '.join(places)}]"

    def _put(self, node: ast.stmt, target: ast.Subscript, value: ast.expr, at: str) -> Iterator[str]:
        """Write an assignment to an item: of an array, a list, a dictionary."""
        scope = self.scope
        owner = write(scope, target.value)
        if not is_calm(scope, value) and not is_calm(scope, target):
            raise scope.refuse(node, "a call on both sides of =", "give one of them a name first")
        if isinstance(owner.kind, Dict) and is_empty(owner.kind):
            scope.fill(target.value, Dict(write(scope, target.slice).kind, write(scope, value).kind))
            owner = write(scope, target.value)
        match owner.kind:
            case Array():
                yield from self._put_into_array(target, owner, owner.kind, value, at)
            case Row(flavor="list", item=item) if not isinstance(target.slice, ast.Slice):
                index, term = write(scope, target.slice), write(scope, value, item)
                if not is_int(index.kind):
                    raise scope.refuse(node, f"{term.kind} at {index.kind} of {owner.kind}")
                check_item(scope, node, owner.kind, item, term.kind)
                yield f"{at}py.setAt({owner.text}, {index.text}, {term.text});"
            case Dict(key=key, value=kind, is_frozen=False):
                one, term = write(scope, target.slice), write(scope, value, kind)
                check_item(scope, node, owner.kind, key, one.kind)
                check_item(scope, node, owner.kind, kind, term.kind)
                yield f"{at}{_put_entry(owner.text, key, one.text, term.text)};"
            case Fields():
                place = subscript(scope, target)
                term = write(scope, value, place.kind)
                self._check(node, place.kind, term)
                yield f"{at}{owner.text}[{write(scope, target.slice).text}] = {term.text};"
            case _:
                raise scope.refuse(node, f"an assignment to an item of {owner.kind}")

    def _augment(self, node: ast.AugAssign, at: str) -> Iterator[str]:
        scope, target = self.scope, node.target
        loaded = ast.copy_location(ast.parse(ast.unparse(target), mode="eval").body, target)
        for part in ast.walk(loaded):
            ast.copy_location(part, target)
        before, change = write(scope, loaded), write(scope, node.value)
        if any(isinstance(part, ast.Call) for part in ast.walk(target)):
            raise scope.refuse(node, "a call in what is assigned to", "give it a name first")
        change = coerce(scope, change, before.kind)
        term = binary(scope, node, node.op, before, change, node.value)
        if (isinstance(before.kind, Row) and before.kind.flavor == "list") or isinstance(before.kind, Dict | Set):
            yield f"{at}{self._grown(node, before, change)};"  # aliases of the list change too
            return
        if isinstance(target, ast.Name):
            scope.assign(target.id, term.kind)
        elif not accepts(before.kind, term.kind):
            raise scope.refuse(node, f"{term.kind} where {before.kind} was")
        if isinstance(target, ast.Attribute):
            owner = write(scope, target.value)
            if isinstance(owner.kind, Instance) and is_frozen(owner.kind.cls):
                raise scope.refuse(node, f"a change of {owner.kind}", "it is frozen: use replace")
        if isinstance(target, ast.Subscript):
            owner = write(scope, target.value)
            match owner.kind:
                case Row(flavor="list") if not isinstance(target.slice, ast.Slice):
                    yield f"{at}py.setAt({owner.text}, {write(scope, target.slice).text}, {term.text});"
                    return
                case Dict(key=key, is_frozen=False):
                    yield f"{at}{_put_entry(owner.text, key, write(scope, target.slice).text, term.text)};"
                    return
                case Array(item=item):
                    yield f"{at}{before.text} = {self._in_array(item, term)};"
                    return
                case Fields():
                    pass
                case _:
                    raise scope.refuse(node, f"a change of an item of {owner.kind}")
        yield f"{at}{before.text} = {self._kept(term)};"

    def _grown(self, node: ast.AugAssign, before: Term, change: Term) -> str:
        """Write an in-place change of a list, dictionary or set."""
        kind = before.kind
        if isinstance(kind, Row) and isinstance(node.op, ast.Add):
            check_item(self.scope, node, kind, kind.item, item_of(change.kind) or NEVER)
            return f"{before.text}.push(...{change.text})"
        if isinstance(kind, Dict) and not kind.is_frozen and kind.key == TEXT and isinstance(change.kind, Dict):
            check_item(self.scope, node, kind, kind.value, change.kind.value)
            return f"Object.assign({before.text}, {change.text})"
        if isinstance(kind, Set) and not kind.is_frozen and isinstance(node.op, ast.BitOr):
            check_item(self.scope, node, kind, kind.item, item_of(change.kind) or NEVER)
            return f"py.extend({before.text}, {change.text})"
        raise self.scope.refuse(node, f"{type(node.op).__name__}= of {kind}", "make a new one, or call a method")

    def _in_array(self, item: Kind, term: Term) -> str:
        """Write a number as an array stores it: integers have 32 bits there."""
        text = self._kept(term)
        return f"py.bits({text})" if item == INT and not self.scope.is_rule else text

    def _kept(self, term: Term) -> str:
        if self.scope.is_rule and self.scope.program.is_checked and is_int(term.kind):
            return f"py.safe({term.text})"
        return term.text

    # Arrays

    def _put_into_array(
        self, target: ast.Subscript, owner: Term, kind: Array, value: ast.expr, at: str
    ) -> Iterator[str]:
        scope, indices = self.scope, indices_of(target)
        slices = [index for index in indices if isinstance(index, ast.Slice)]
        if not slices:
            place, term = array_item(scope, target, owner, kind, indices), write(scope, value)
            if isinstance(place.kind, Array) and place.kind.shape is None and term.kind == place.kind:
                yield f"{at}py.put({place.text}, 0, {place.text}.length, {term.text});"
                return
            if isinstance(place.kind, Array) or not _fits_array(kind.item, term.kind):
                raise scope.refuse(target, f"{term.kind} in {place.kind}")
            yield f"{at}{place.text} = {self._in_array(kind.item, term)};"
            return
        source = None if _has_slice(value) else write(scope, value)
        shape = kind.shape
        if source is not None and isinstance(source.kind, Array) and shape is not None:
            yield self._lay(target, owner, shape, indices, source, at)
        elif source is not None and is_number(source.kind) and len(slices) == len(indices) == len(shape or "1"):
            if not all(map(_is_whole, slices)):
                raise scope.refuse(target, "a number in a part of an array", "write a loop")
            if not _fits_array(kind.item, source.kind):
                raise scope.refuse(target, f"{source.kind} in {kind}")
            yield f"{at}{owner.text}.fill({self._in_array(kind.item, source)});"
        elif source is not None and isinstance(source.kind, Array) and len(indices) == 1:
            yield self._copy(target, owner, slices[0], source, at)
        else:
            yield from self._walk(target, owner, shape, indices, value, at)

    def _lay(
        self,
        target: ast.Subscript,
        owner: Term,
        shape: Sequence[int],
        indices: Sequence[ast.expr],
        source: Term,
        at: str,
    ) -> str:
        """Write a copy of an array into everything after some first indices."""
        scope = self.scope
        firsts = [index for index in indices if not isinstance(index, ast.Slice)]
        if len(indices) != len(shape) or not all(map(_is_whole, indices[len(firsts) :])):
            raise scope.refuse(target, "an array in something else than the end of another one")
        start = flat(scope, shape, [*(write(scope, each).text for each in firsts), *["0"] * (len(shape) - len(firsts))])
        end = f"{start} + {size_of(tuple(shape[len(firsts) :]))}"
        return f"{at}py.put({owner.text}, {start}, {end}, {source.text});"

    def _copy(self, target: ast.Subscript, owner: Term, part: ast.Slice, source: Term, at: str) -> str:
        """Write a copy of an array into a part of another one."""
        if _is_whole(part) and is_line(owner.kind):
            return f"{at}py.put({owner.text}, 0, {owner.text}.length, {source.text});"
        if part.step is not None or part.lower is None or part.upper is None:
            raise self.scope.refuse(target, "a slice without both ends")
        first, end = write(self.scope, part.lower).text, write(self.scope, part.upper).text
        return f"{at}py.put({owner.text}, {first}, {end}, {source.text});"

    def _walk(
        self,
        target: ast.Subscript,
        owner: Term,
        shape: Sequence[int] | None,
        indices: Sequence[ast.expr],
        value: ast.expr,
        at: str,
    ) -> Iterator[str]:
        """Write a loop over the only whole slice among several indices, on both sides if both have one."""
        places = [place for place, index in enumerate(indices) if isinstance(index, ast.Slice)]
        if shape is None or len(indices) != len(shape) or len(places) != 1 or not _is_whole(indices[places[0]]):
            raise self.scope.refuse(target, "several slices, or one with ends among other indices")
        yield f"{at}for (let each$ = 0; each$ < {shape[places[0]]}; each$++) {{"
        item, term = self._at_each(target), self._at_each(value)
        if not _fits_array(item.kind, term.kind) or not is_calm(self.scope, value):
            raise self.scope.refuse(target, f"{term.kind} in each place of {owner.kind}")
        yield f"{at}{INDENT}{item.text} = {self._in_array(item.kind, term)};"
        yield f"{at}}}"

    def _at_each(self, node: ast.expr) -> Term:
        if not isinstance(node, ast.Subscript) or not _has_slice(node):
            return write(self.scope, node)
        owner = write(self.scope, node.value)
        shape = owner.kind.shape if isinstance(owner.kind, Array) else None
        item = owner.kind.item if isinstance(owner.kind, Array) else NEVER
        indices = indices_of(node)
        slices = [index for index in indices if isinstance(index, ast.Slice)]
        if shape is None or len(slices) != 1 or not _is_whole(slices[0]) or len(indices) != len(shape):
            raise self.scope.refuse(node, "a slice with ends among other indices")
        told = ["each$" if isinstance(index, ast.Slice) else write(self.scope, index).text for index in indices]
        return Term(f"{owner.text}[{flat(self.scope, shape, told)}]", item)

    # Branches and loops

    def _if(self, node: ast.If, at: str) -> Iterator[str]:
        scope = self.scope
        test = condition(scope, node.test)
        holds, fails = facts_of(scope, node.test, True), facts_of(scope, node.test, False)
        if _calls_own(scope, node.test):
            scope.forget_fields()
            holds, fails = ({key: each[key] for key in each if key not in scope.classified} for each in (holds, fails))
        yield f"{at}if ({test[1:-1] if _is_wrapped(test) else test}) {{"
        before = dict(scope.facts)
        scope.facts = {**before, **holds}
        yield from self.block(node.body, at + INDENT)
        after_first = None if always_leaves(node.body) else dict(scope.facts)
        scope.facts = {**before, **fails}
        if node.orelse:
            yield f"{at}}} else {{"
            yield from self.block(node.orelse, at + INDENT)
        yield f"{at}}}"
        after_second = None if always_leaves(node.orelse) else dict(scope.facts)
        scope.facts = _agreed(before, after_first, after_second)

    def _for(self, node: ast.For, at: str) -> Iterator[str]:
        scope = self.scope
        self._forget_assigned(node)
        if (
            isinstance(node.iter, ast.Call)
            and ast.unparse(node.iter.func) == "range"
            and isinstance(node.target, ast.Name)
        ):
            yield from self._count(node, node.iter, node.target.id, at)
            return
        if scope.is_rule:
            raise scope.refuse(node, "a loop over something else than a range")
        source = lazily(scope, node.iter)
        item = item_of(source.kind)
        assert item is not None
        if self.places.declares(node) and not (isinstance(node.target, ast.Tuple) and isinstance(present(item), Row)):
            if isinstance(node.target, ast.Name):
                scope.assign(node.target.id, item)
                pattern = spell(node.target.id)
            else:
                pattern = self._pattern(node, getattr(node.target, "elts", []), item)
            yield f"{at}for (let {pattern} of {source.text}) {{"
            yield from self._loop(node.body, at)
            return
        hidden = scope.fresh("each")
        yield f"{at}for (const {hidden} of {source.text}) {{"
        if isinstance(node.target, ast.Name):
            scope.assign(node.target.id, item)
            yield f"{at}{INDENT}{self._let(node)}{spell(node.target.id)} = {hidden};"
        elif isinstance(node.target, ast.Tuple):
            yield from self._take_apart(node, node.target.elts, Term(hidden, item), at + INDENT)
        else:
            raise scope.refuse(node, f"a loop with {ast.unparse(node.target)}")
        yield from self._loop(node.body, at)

    def _count(self, node: ast.For, call: ast.Call, name: str, at: str) -> Iterator[str]:
        """Write a loop over a range, which is evaluated once; its name keeps the last number after the loop."""
        scope = self.scope
        if call.keywords or not 1 <= len(call.args) <= 3 or any(isinstance(word, ast.Starred) for word in call.args):
            raise scope.refuse(node, "a range with keywords, * or no end")
        terms = [write(scope, word) for word in call.args]
        if not all(is_whole(term.kind) for term in terms):
            raise scope.refuse(node, f"a range of {', '.join(str(term.kind) for term in terms)}")
        first, last = ("0", terms[0].text) if len(terms) == 1 else (terms[0].text, terms[1].text)
        step = self._step(call) if len(terms) == 3 else 1
        is_own = self.places.declares(node)
        hidden = spell(name) if is_own else f"{name}$i"
        sign, change = ("<", f"+= {step}") if step > 0 else (">", f"-= {-step}")
        end, made = (last, "") if last.isdigit() else (f"{name}$end", f", {name}$end = {last}")
        yield f"{at}for (let {hidden} = {first}{made}; {hidden} {sign} {end}; {hidden} {change}) {{"
        scope.assign(name, INT)
        if not is_own:
            yield f"{at}{INDENT}{spell(name)} = {hidden};"
        yield from self._loop(node.body, at)

    def _step(self, call: ast.Call) -> int:
        try:
            step = ast.literal_eval(call.args[2])
        except ValueError:
            step = 0
        if not isinstance(step, int) or step == 0:
            raise self.scope.refuse(call, "a step that is not written down")
        return step

    def _while(self, node: ast.While, at: str) -> Iterator[str]:
        self._forget_assigned(node)
        yield f"{at}while ({condition(self.scope, node.test)}) {{"
        self.scope.facts.update(facts_of(self.scope, node.test, True))
        yield from self._loop(node.body, at)

    def _loop(self, body: Sequence[ast.stmt], at: str) -> Iterator[str]:
        before = dict(self.scope.facts)
        yield from self.block(body, at + INDENT)
        self.scope.facts = before
        for statement in body:
            self._forget_assigned(statement)
        yield f"{at}}}"

    def _forget_assigned(self, node: ast.stmt) -> None:
        """Drop the facts about names that a statement assigns to."""
        for part in ast.walk(node):
            if isinstance(part, ast.Name) and isinstance(part.ctx, ast.Store):
                self.scope.forget(part.id)

    def _with(self, node: ast.With, call: ast.Call, at: str) -> Iterator[str]:
        """Write the `yield` of a context manager."""
        if any(
            isinstance(part, ast.Return | ast.Break | ast.Continue)
            for statement in node.body
            for part in ast.walk(statement)
        ):
            raise self.scope.refuse(node, "a return, break or continue within `with`")
        hidden = self.scope.fresh("around")
        yield f"{at}{{"
        yield f"{at}{INDENT}const {hidden} = {write(self.scope, call).text};"
        yield f"{at}{INDENT}{hidden}.next();"
        yield from self.block(node.body, at + INDENT)
        yield f"{at}{INDENT}{hidden}.next();"
        yield f"{at}}}"

    # Matching

    def _match(self, node: ast.Match, at: str) -> Iterator[str]:
        """Write a match by class and fields; the last case takes all other values."""
        scope = self.scope
        subject = write(scope, node.subject)
        assert isinstance(node.subject, ast.Name)
        left = subject.kind
        for index, case in enumerate(node.cases):
            taken: list[tuple[str, Term]] = []
            tests, kind, is_exact = self._tests(case.pattern, Term(subject.text, left), taken)
            before = dict(scope.facts)
            scope.facts = {**before, node.subject.id: kind if kind != NEVER else left}
            for name, term in taken:
                scope.assign(name, term.kind)
            if case.guard is not None:
                tests += [f"(({spell(name)} = {term.text}), true)" for name, term in taken]
                taken = []
                tests.append(condition(scope, case.guard))
                scope.facts.update(facts_of(scope, case.guard, True))
            is_last = index == len(node.cases) - 1
            if not tests and not is_last:
                raise scope.refuse(case.pattern, "a case behind one that takes everything")
            test = f"if ({' && '.join(tests)}) " if tests else ""
            yield f"{at}{'} else ' if index else ''}{test}{{"
            for name, term in taken:
                yield f"{at}{INDENT}{spell(name)} = {term.text};"
            yield from self.block(case.body, at + INDENT)
            scope.facts = before
            if is_exact and case.guard is None:
                left = either(*(option for option in options_of(left) if option not in options_of(kind)))
        yield f"{at}}}"
        self._forget_assigned(node)

    def _tests(self, pattern: ast.pattern, value: Term, taken: list[tuple[str, Term]]) -> tuple[list[str], Kind, bool]:
        """Return the condition of a pattern, the kind of a matching value, and whether all values of that kind match.

        Captured names are recorded with their values.
        """
        scope = self.scope
        match pattern:
            case ast.MatchAs(pattern=None, name=name):
                taken += [(name, value)] if name else []
                return [], value.kind, True
            case ast.MatchAs(pattern=ast.pattern() as inner, name=str() as name):
                tests, kind, is_exact = self._tests(inner, value, taken)
                taken.append((name, Term(value.text, kind)))
                return tests, kind, is_exact
            case ast.MatchOr(patterns=patterns):
                found = [self._tests(each, value, []) for each in patterns]
                if any(isinstance(part, ast.MatchAs) for each in patterns for part in ast.walk(each)):
                    raise scope.refuse(pattern, "a name in a pattern with |")
                texts = [f"({' && '.join(tests)})" if len(tests) > 1 else tests[0] for tests, _, _ in found]
                return (
                    [f"({' || '.join(texts)})"],
                    either(*(kind for _, kind, _ in found)),
                    all(each[2] for each in found),
                )
            case ast.MatchSingleton(value=None):
                return [f"{value.text} === null"], NONE, True
            case ast.MatchValue(value=wanted):
                return [equality(scope, pattern, value, write(scope, wanted), True)], value.kind, False
            case ast.MatchClass(cls=name):
                return self._class_tests(pattern, value, class_kind(scope, name), taken)
        raise scope.refuse(pattern, type(pattern).__name__, "match classes, constants and None")

    def _class_tests(
        self, pattern: ast.MatchClass, value: Term, wanted: Kind, taken: list[tuple[str, Term]]
    ) -> tuple[list[str], Kind, bool]:
        scope = self.scope
        tests = [instance_test(scope, pattern, value, wanted)]
        kind = narrowed(value.kind, [wanted], True)
        if not isinstance(wanted, Instance):
            if pattern.patterns or pattern.kwd_patterns:
                raise scope.refuse(pattern, f"a pattern within {wanted}()", "give the value a name with `as`")
            return tests, kind, True
        known, is_exact = fields_of(wanted.cls), True
        positional = list(getattr(wanted.cls, "__match_args__", ()))
        names = [*positional[: len(pattern.patterns)], *pattern.kwd_attrs]
        for field, inner in zip(names, [*pattern.patterns, *pattern.kwd_patterns], strict=True):
            if field not in known:
                raise scope.refuse(pattern, f"the field {field} of {wanted}")
            more, _, takes_all = self._tests(inner, Term(f"{value.text}.{field}", known[field]), taken)
            tests += more
            is_exact = is_exact and takes_all and not more
        return tests, kind if kind != NEVER else wanted, is_exact


def _agreed(before: dict[str, Kind], first: dict[str, Kind] | None, second: dict[str, Kind] | None) -> dict[str, Kind]:
    """Return the facts after two branches, of which one may never complete."""
    if first is None or second is None:
        found = second if first is None else first
        return before if found is None else found
    return {key: either(kind, second[key]) for key, kind in first.items() if key in second}


def _fits_array(item: Kind, kind: Kind) -> bool:
    if item in (INT, FLOAT):
        return all(map(is_whole if item == INT else is_number, options_of(kind)))
    return kind == item


def _all_fields(targets: Sequence[ast.expr]) -> TypeGuard[Sequence[ast.Attribute]]:
    return all(isinstance(target, ast.Attribute) for target in targets)


def _has_slice(node: ast.expr) -> bool:
    return isinstance(node, ast.Subscript) and any(isinstance(index, ast.Slice) for index in indices_of(node))


def _is_whole(node: ast.expr) -> bool:
    return isinstance(node, ast.Slice) and node.lower is node.upper is node.step is None


def _put_entry(owner: str, key: Kind, one: str, value: str) -> str:
    return f"py.set({owner}, {one}, {value})" if key == TEXT else f"{owner}.set({one}, {value})"


def _calls_own(scope: Scope, node: ast.AST) -> bool:
    """Whether a statement calls something that could change the fields of other objects."""
    return any(isinstance(part, ast.Call) and not is_calm(scope, part) for part in ast.walk(node))


def lazily(scope: Scope, node: ast.expr) -> Term:
    """Write the iterable of a loop, which sees changes of it."""
    if isinstance(node, ast.GeneratorExp):
        raise scope.refuse(node, "a loop over a generator", "loop over its source, or make a list of it")
    term = write(scope, node)
    kind = present(term.kind)
    if (isinstance(kind, Row) and kind.flavor == "generator") or is_line(kind):
        return Term(term.text, kind)
    return as_array(scope, node, term)


def _is_wrapped(text: str) -> bool:
    """Whether the last bracket of a text closes its first."""
    depth = 0
    for place, letter in enumerate(text):
        depth += (letter == "(") - (letter == ")")
        if depth == 0:
            return text.startswith("(") and place == len(text) - 1
    return False
