"""Notations, displays and drawings as JavaScript: plain Python of texts, lists and dictionaries, beside what rules use.

A dictionary becomes an object, a list, tuple or set an array, a reason an object of its fields, a generator a list.
Words of a call are put into the order of the function, and what goes into `**` becomes an object behind them.
"""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from translator.expressions import Scope, indices_of, spell

# What Python does with values of several kinds.
HELPERS = """
const truth = (value) => (value instanceof Object ? Object.keys(value).length > 0 : Boolean(value));
const either = (value, other) => (truth(value) ? value : other());
const same = (a, b) =>
  Array.isArray(a) ? a.length === b.length && a.every((each, i) => same(each, b[i])) : a == b;
const holds = (all, one) =>
  typeof all === "string" ? all.includes(one) : Array.isArray(all) ? all.includes(one) : Object.hasOwn(all, one);
const add = (a, b) => (Array.isArray(a) ? [...a, ...b] : a + b);
const times = (a, b) => (Array.isArray(a) ? Array.from({ length: b }, () => a).flat() : a * b);
const range = (first, end) =>
  end === undefined ? range(0, first) : Array.from({ length: Math.max(0, end - first) }, (_, i) => first + i);
const enumerate = (values) => [...values].map((value, i) => [i, value]);
const zip = (a, ...others) => {
  const least = Math.min(a.length, ...others.map((other) => other.length));
  return range(least).map((i) => [a[i], ...others.map((other) => other[i])]);
};
const pairwise = (values) => values.slice(1).map((value, i) => [values[i], value]);
const divmod = (a, b) => [Math.floor(a / b), modulo(a, b)];
const total = (values) => [...values].reduce((sum, value) => sum + Number(value), 0);
const sorted = (values, key = (each) => each) => {
  const above = (a, b) => (key(a) < key(b) ? -1 : Number(key(a) > key(b)));
  return [...values].sort(above);
};
const refused = (reason) => Object.assign(new Error(reason.id), { reason });
"""
SIGNS = {ast.FloorDiv: "Math.floor({} / {})", ast.Mod: "modulo({}, {})", ast.Add: "add({}, {})", ast.Sub: "({} - {})",
         ast.Mult: "times({}, {})", ast.BitAnd: "({} & {})", ast.LShift: "({} << {})",
         ast.RShift: "({} >> {})", ast.BitOr: "({} | {})", ast.Div: "({} / {})"}  # fmt: skip
COMPARED = {ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">="}
CALLED = {"bool": "truth({})", "int": "Number({})", "str": "String({})", "len": "{}.length", "tuple": "[...{}]",
          "list": "[...{}]", "set": "[...new Set({})]", "sorted": "sorted({})", "enumerate": "enumerate({})",
          "sum": "total({})", "all": "{}.every(truth)", "any": "{}.some(truth)", "abs": "Math.abs({})",
          "dict": "Object.fromEntries({})", "pairwise": "pairwise({})", "ord": "{}.codePointAt(0)",
          "round": "even({})"}  # fmt: skip
SEVERAL = {"range": "range", "zip": "zip", "divmod": "divmod"}
METHODS = {"index": "{}.indexOf({})", "find": "{}.indexOf({})", "join": "{1}.join({0})", "split": "{}.split({})",
           "lower": "{}.toLowerCase()", "upper": "{}.toUpperCase()", "items": "Object.entries({})",
           "get": "({0}[{1}] ?? {2})", "fullmatch": "{}.test({})", "append": "{}.push({})",
           "bit_length": "(32 - Math.clz32({}))", "startswith": "{}.startsWith({})", "endswith": "{}.endsWith({})", "values": "Object.values({})",
           "removeprefix": "{0}.slice({1}.length)", "islower": "/^\\p{{Lowercase}}$/u.test({})",
           "isdigit": "/^\\p{{Decimal_Number}}+$/u.test({})", "pop": "{}.pop()", "tolist": "[...{}]",
           "keys": "Object.keys({})", "encode": "new TextEncoder().encode({})", "isalpha": "/^\\p{{L}}+$/u.test({})",
           "lstrip": "stripped({}, {}, true)",
           "rstrip": "stripped({}, {}, false)", "replace": "{}.replaceAll({}, {})"}  # fmt: skip


def _no_signature(_name: str) -> ast.arguments | None:
    return None


@dataclass
class PlainScope(Scope):
    """What names mean in a notation, display or drawing.

    `classes` are those of the module by name, with their fields; `words_of` and `words_of_method` give the arguments
    that a function or a method takes, None for one that is not known.
    """

    classes: Mapping[str, Sequence[str]] = field(default_factory=dict)
    words_of: Callable[[str], ast.arguments | None] = _no_signature
    words_of_method: Callable[[str], ast.arguments | None] = _no_signature

    def write(self, node: ast.expr) -> str:
        """Gives an expression."""
        match node:
            case ast.Constant(value=None):
                return "null"
            case ast.Constant(value=str() | float()):
                return json.dumps(node.value)
            case ast.JoinedStr():
                return self._text(node)
            case ast.List() | ast.Tuple():
                return f"[{', '.join(self._entry(each) for each in node.elts)}]"
            case ast.Dict():
                return f"{{ {', '.join(self._pairs(node))} }}"
            case ast.ListComp() | ast.GeneratorExp():
                return self._each(node.generators, lambda: self.write(node.elt))
            case ast.Set() | ast.SetComp():
                listed = ast.List(node.elts) if isinstance(node, ast.Set) else ast.ListComp(node.elt, node.generators)
                return f"[...new Set({self.write(listed)})]"
            case ast.Lambda():
                return self._lambda(node)
            case ast.DictComp():
                pair = self._each(node.generators, lambda: f"[{self.write(node.key)}, {self.write(node.value)}]")
                return f"Object.fromEntries({pair})"
            case ast.BoolOp(values=[*firsts, last], op=op):
                return self._choice(firsts, last, op)
            case ast.IfExp():
                return f"({self.ask(node.test)} ? {self.write(node.body)} : {self.write(node.orelse)})"
            case ast.Compare() | ast.UnaryOp(op=ast.Not()):
                return self.ask(node)
            case ast.BinOp(left=left, op=op, right=right):
                return self.binary(left, op, right, node)
            case _:
                return super().write(node)

    def _lambda(self, node: ast.Lambda) -> str:
        before = set(self.locals)
        words = [self.target(ast.Name(word.arg)) for word in node.args.args]
        told = f"(({', '.join(words)}) => {_whole(self.write(node.body))})"
        self.locals = before
        return told

    def ask(self, node: ast.expr) -> str:
        """Gives an expression of which only counts whether it holds."""
        match node:
            case ast.BoolOp():
                sign = " && " if isinstance(node.op, ast.And) else " || "
                return f"({sign.join(self.ask(value) for value in node.values)})"
            case ast.UnaryOp(op=ast.Not()):
                return f"!{self.ask(node.operand)}"
            case ast.Compare():
                values = [node.left, *node.comparators]
                pairs = zip(values, node.ops, values[1:], strict=False)
                return f"({' && '.join(self._compared(*pair) for pair in pairs)})"
            case _:
                return f"truth({self.write(node)})"

    def _compared(self, left: ast.expr, op: ast.cmpop, right: ast.expr) -> str:
        one, other = self.write(left), self.write(right)
        match op:
            case ast.Eq():
                return f"same({one}, {other})"
            case ast.NotEq():
                return f"!same({one}, {other})"
            case ast.In():
                return f"holds({other}, {one})"
            case ast.NotIn():  # codespell:ignore
                return f"!holds({other}, {one})"
            case ast.Is():
                return f"{one} === {other}"
            case ast.IsNot():
                return f"{one} !== {other}"
            case _:
                return f"{one} {COMPARED[type(op)]} {other}"

    def _choice(self, firsts: Sequence[ast.expr], last: ast.expr, op: ast.boolop) -> str:
        """Gives the first value that holds, as `or` does; `and` is only understood where a truth is wanted."""
        if isinstance(op, ast.And):
            return self.ask(ast.BoolOp(op=op, values=[*firsts, last]))
        text = self.write(last)
        for value in reversed(firsts):
            text = f"either({self.write(value)}, () => {text})"
        return text

    def binary(self, left: ast.expr, op: ast.operator, right: ast.expr, node: ast.AST) -> str:
        """Gives an operation on numbers, texts, lists, or the union of two dictionaries."""
        if isinstance(op, ast.BitOr) and isinstance(right, ast.Dict):
            return f"{{ ...{self.write(left)}, ...{self.write(right)} }}"
        if type(op) not in SIGNS:
            raise self.refuse(node, type(op).__name__)
        return SIGNS[type(op)].format(self.write(left), self.write(right))

    def _entry(self, node: ast.expr) -> str:
        return f"...{self.write(node.value)}" if isinstance(node, ast.Starred) else self.write(node)

    def _pairs(self, node: ast.Dict) -> Iterator[str]:
        for key, value in zip(node.keys, node.values, strict=True):
            yield f"...{self.write(value)}" if key is None else f"[{self.write(key)}]: {self.write(value)}"

    def _text(self, node: ast.JoinedStr) -> str:
        parts = []
        for part in node.values:
            if isinstance(part, ast.Constant):
                parts.append(json.dumps(part.value)[1:-1].replace("`", "\\`").replace("$", "\\$"))
            elif isinstance(part, ast.FormattedValue) and part.conversion == -1:
                parts.append(f"${{{self._formatted(part)}}}")
            else:
                raise self.refuse(node, "a value that is formatted")
        return f"`{''.join(parts)}`"

    def _formatted(self, part: ast.FormattedValue) -> str:
        """Gives a value with digits behind the point (`.2f`) or as digits of base 16 (`02x`)."""
        spec = "" if part.format_spec is None else ast.unparse(part.format_spec)[2:-1]
        value = self.write(part.value)
        if not spec:
            return value
        if found := re.fullmatch(r"\.(\d)f", spec):
            return f"fixed({value}, {found[1]})"
        if found := re.fullmatch(r"0(\d)x", spec):
            return f'{value}.toString(16).padStart({found[1]}, "0")'
        raise self.refuse(part, "a value that is formatted")

    def _each(self, loops: Sequence[ast.comprehension], write: Callable[[], str]) -> str:
        """Gives a list made of others, one loop in the other."""
        loop, *inner = loops
        source = self._many(loop.iter)
        before = set(self.locals)
        name = self.target(loop.target)
        for test in loop.ifs:
            source += f".filter(({name}) => {self.ask(test)})"
        told = self._each(inner, write) if inner else write()
        self.locals = before
        return f"{source}.{'flatMap' if inner else 'map'}(({name}) => {_whole(told)})"

    def _many(self, node: ast.expr) -> str:
        text = self.write(node)
        return text if text.startswith(("range(", "enumerate(", "zip(", "pairwise(", "Object.")) else f"[...{text}]"

    def target(self, node: ast.expr) -> str:
        """Gives one name, or several in brackets, as something that is assigned to."""
        if isinstance(node, ast.Name):
            self.locals.add(node.id)
            return spell(node.id)
        if not isinstance(node, ast.Tuple | ast.List):
            raise self.refuse(node, "an assignment to something else than names")
        nobody = ["" if isinstance(each, ast.Name) and each.id == "_" else self.target(each) for each in node.elts]
        return f"[{', '.join(nobody)}]"

    def _attribute(self, node: ast.Attribute) -> str:
        match node:
            case ast.Attribute(value=ast.Call(func=ast.Name(id=owner), args=[value]), attr="name") if (
                owner in self.enums
            ):
                names = {number: name for name, number in self.enums[owner].items()}
                return f"({json.dumps(names)})[{self.write(value)}]"
            case ast.Attribute(value=ast.Name(id=owner)) if owner in self.modules:
                found = self.modules[owner].constants.get(node.attr)
                return str(int(found)) if isinstance(found, int) else self.modules[owner].need(node.attr)
            case ast.Attribute(value=ast.Name(id=owner)) if owner in self.enums or owner in self.layouts:
                return super()._attribute(node)
            case _:
                return f"{self.write(node.value)}.{node.attr}"

    def _subscript(self, node: ast.Subscript) -> str:
        indices = indices_of(node)
        shape = self.shape_of(node.value)
        *firsts, last = indices
        if shape is not None and firsts and isinstance(last, ast.Slice):
            part = self.write(ast.Subscript(node.value, _tuple(firsts), ast.Load()))
            return f"{part}{self._slice(last, 'subarray')}"
        if isinstance(last, ast.Slice):
            return f"{self.write(node.value)}{self._slice(last, 'slice' if shape is None else 'subarray')}"
        if isinstance(last, ast.UnaryOp) and isinstance(last.op, ast.USub):
            return f"{self.write(node.value)}.at(-{self.write(last.operand)})"
        if shape is None:
            return f"{self.write(node.value)}[{self.write(node.slice)}]"
        return super()._subscript(node)

    def _slice(self, part: ast.Slice, method: str) -> str:
        """Gives a part of a text or list; of an array it is a look at the array itself, as in Python."""
        if part.step is not None:
            raise self.refuse(part, "a slice with steps")
        ends = [self.write(part.lower) if part.lower else "0", *([self.write(part.upper)] if part.upper else [])]
        return f".{method}({', '.join(ends)})"

    def _call(self, node: ast.Call) -> str:
        match node.func:
            case ast.Name(id="Reason"):
                words = [self._entry(word) for word in node.args]
                keys = dict(zip(("id", "params", "rule"), [*words, '""'], strict=False))
                return f"{{ {', '.join(f'{key}: {value}' for key, value in keys.items())} }}"
            case ast.Name(id=name) if name in self.locals:
                return f"{spell(name)}({self._words(node, None)})"
            case ast.Name(id=name) if name in self.classes:
                return f"new {self.need(name)}({self._words(node, self.words_of(name))})"
            case ast.Name(id=name) if name in self.functions:
                return f"{self.need(name)}({self._words(node, self.words_of(name))})"
            case ast.Name(id="isinstance"):
                return self._is_a(node)
            case ast.Name(id=name):
                return self._call_builtin(name, node)
            case ast.Attribute(value=ast.Name(id=owner), attr=name) if owner in self.modules:
                return f"{self.modules[owner].need(name)}({self._words(node, None)})"
            case ast.Attribute(value=value, attr=name):
                return self._call_method(value, name, node)
        raise self.refuse(node, f"a call of {ast.unparse(node.func)}")

    def _is_a(self, node: ast.Call) -> str:
        match node.args:
            case [value, ast.Name(id="str")]:
                return f'(typeof {self.write(value)} === "string")'
            case [value, ast.Name(id=kind)] if kind in self.classes:
                return f"({self.write(value)} instanceof {self.need(kind)})"
        raise self.refuse(node, "a class that is not known")

    def _call_builtin(self, name: str, node: ast.Call) -> str:
        words = [self._entry(word) for word in node.args]
        named = {word.arg: word.value for word in node.keywords if word.arg not in (None, "strict")}
        match name, node.args:
            case "int", [_, base]:
                return f"parseInt({words[0]}, {self.write(base)})"
            case "next", [_, _]:
                return f"({words[0]}[0] ?? {words[1]})"
            case "next", _:
                return f"{words[0]}[0]"
            case "min" | "max", _:
                return self._extreme(name, words, named)
            case "sorted", _ if "key" in named:
                return f"sorted({words[0]}, {self.write(named['key'])})"
        if name in self.enums:
            return words[0]
        if name in SEVERAL:
            return f"{SEVERAL[name]}({', '.join(words)})"
        if name in CALLED:
            return CALLED[name].format(*words)
        raise self.refuse(node, f"a call of {name}")

    def _call_method(self, value: ast.expr, name: str, node: ast.Call) -> str:
        words = [self._entry(word) for word in node.args]
        match value, name, node.args:
            case ast.Name(id="re"), "compile", _:
                return f"new RegExp(`^(?:${{{words[0]}}})$`)"
            case ast.Name(id="itertools"), "pairwise", _:
                return f"pairwise({words[0]})"
            case ast.Name(id="unicodedata"), "category", _:
                return f"category({words[0]})"
            case ast.Name(id="zlib"), "crc32", _:
                return f"crc32({words[0]})"
            case _, "item", _:
                return self.write(ast.Subscript(value, _tuple(node.args), ast.Load()))
            case ast.Name(id="dict"), "fromkeys", [_]:
                return f"[...new Set({words[0]})]"
            case _, "_replace", []:
                return f"{{ ...{self.write(value)}, {', '.join(self._named(node))} }}"
            case _, "get", [_]:
                return f"({self.write(value)}[{words[0]}] ?? null)"
            case _, "split", []:
                return f"{self.write(value)}.split(/\\s+/).filter(truth)"
            case _, "format", [] if node.keywords:
                return f"filled({self.write(value)}, {{ {', '.join(self._named(node))} }})"
        if name in METHODS:
            return METHODS[name].format(self.write(value), *words)
        shape = self.words_of_method(name)
        if shape is None:
            raise self.refuse(node, f"a call of {ast.unparse(node.func)}")
        return f"{self.write(value)}.{name}({self._words(node, shape)})"

    def _named(self, node: ast.Call) -> Iterator[str]:
        for word in node.keywords:
            yield f"...{self.write(word.value)}" if word.arg is None else f"{word.arg}: {self.write(word.value)}"

    def _words(self, node: ast.Call, shape: ast.arguments | None) -> str:
        """Gives the words of a call in the order in which the function takes them."""
        words = [self._entry(word) for word in node.args]
        if not node.keywords:
            return ", ".join(words)
        names = [word.arg for word in (*shape.args, *shape.kwonlyargs)] if shape is not None else []
        if shape is None or any(isinstance(word, ast.Starred) for word in node.args):
            raise self.refuse(node, "a named word behind others whose places are not known")
        named = {word.arg: self.write(word.value) for word in node.keywords if word.arg in names}
        rest = [word for word in node.keywords if word.arg not in names]
        if rest and shape.kwarg is None:
            raise self.refuse(node, f"a word called {rest[0].arg}")
        words += [named.get(name, "undefined") for name in names[len(words) :]]
        if rest:
            words.append(f"{{ {', '.join(self._named(ast.Call(node.func, [], rest)))} }}")
        while words[-1] == "undefined":
            words.pop()
        return ", ".join(words)

    def _extreme(self, name: str, words: Sequence[str], named: dict[str, ast.expr]) -> str:
        if "default" in named:
            return f"(({words[0]}.length ? Math.{name}(...{words[0]}) : {self.write(named['default'])}))"
        return f"Math.{name}({f'...{words[0]}' if len(words) == 1 else ', '.join(words)})"


def _whole(text: str) -> str:
    return f"({text})" if text.startswith("{") else text


def _tuple(indices: list[ast.expr]) -> ast.expr:
    return indices[0] if len(indices) == 1 else ast.Tuple(indices, ast.Load())
