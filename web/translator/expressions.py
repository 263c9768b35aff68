"""Expressions of the subset as JavaScript; whatever is outside of the subset is refused with its line."""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

Shape = tuple[int, ...]
Value = int | str | tuple["Value", ...]

BINARY = {ast.Add: "+", ast.Sub: "-", ast.Mult: "*"}
BITS = {ast.LShift: "<<", ast.RShift: ">>", ast.BitAnd: "&", ast.BitOr: "|", ast.BitXor: "^"}
COMPARED = {ast.Eq: "==", ast.NotEq: "!=", ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">="}
CALLED = {"abs": "Math.abs", "min": "Math.min", "max": "Math.max", "int": "Math.trunc", "bool": "Boolean"}
# Names that a browser keeps for itself.
RESERVED = {"case", "catch", "const", "default", "delete", "do", "enum", "export", "extends", "function", "instanceof",
            "let", "new", "static", "super", "switch", "this", "throw", "typeof", "var", "void"}  # fmt: skip


class OutsideError(Exception):
    """Something that the translator does not know, with where it stands."""


def _as_written(name: str) -> str:
    return name


@dataclass
class Scope:
    """What names mean: constants and enums by value, functions, fields with their shapes, and whether to check.

    `need` gives the name under which a function or table of the module is written elsewhere in the translation;
    `shapes` are those of a function's own arrays that have several dimensions.
    A checked module stops at any index outside of its array, and at any number that JavaScript could not keep.
    """

    file: str
    constants: Mapping[str, Value]
    enums: Mapping[str, Mapping[str, int]]
    functions: frozenset[str]
    layouts: Mapping[str, Mapping[str, Shape]]
    is_checked: bool = False
    locals: set[str] = field(default_factory=set)
    modules: Mapping[str, Scope] = field(default_factory=dict)
    need: Callable[[str], str] = _as_written
    shapes: dict[str, Shape] = field(default_factory=dict)

    def refuse(self, node: ast.AST, what: str) -> OutsideError:
        """Gives the refusal of a piece of code."""
        return OutsideError(f"{self.file}, line {getattr(node, 'lineno', '?')}: {what} is outside the subset")

    def write(self, node: ast.expr) -> str:
        """Gives an expression."""
        match node:
            case ast.Constant(value=bool() | int()):
                return str(node.value).lower()
            case ast.Name():
                return self._name(node)
            case ast.Attribute():
                return self._attribute(node)
            case ast.Subscript():
                return self._subscript(node)
            case ast.Call():
                return self._call(node)
            case ast.IfExp():
                return f"({self.write(node.test)} ? {self.write(node.body)} : {self.write(node.orelse)})"
            case _:
                return self._operation(node)

    def _operation(self, node: ast.expr) -> str:
        match node:
            case ast.BoolOp():
                sign = " && " if isinstance(node.op, ast.And) else " || "
                return f"({sign.join(self.write(value) for value in node.values)})"
            case ast.UnaryOp(op=ast.Not()):
                return f"!{self.write(node.operand)}"
            case ast.UnaryOp(op=ast.USub()):
                return f"(0 - {self.write(node.operand)})"  # never a negative zero
            case ast.UnaryOp(op=ast.UAdd()):
                return f"(0 + {self.write(node.operand)})"
            case ast.UnaryOp(op=ast.Invert()):
                return f"~{self._bits(node.operand)}"
            case ast.Compare():
                return self._comparison(node)
            case ast.BinOp():
                return self.binary(node.left, node.op, node.right, node)
            case _:
                raise self.refuse(node, type(node).__name__)

    def binary(self, left: ast.expr, op: ast.operator, right: ast.expr, node: ast.AST) -> str:
        """Gives an operation on two numbers: division goes down to the next whole number, bits are those of 32."""
        if type(op) in BITS:
            return f"({self._bits(left)} {BITS[type(op)]} {self._bits(right)})"
        if isinstance(op, ast.FloorDiv):
            return f"Math.floor({self.write(left)} / {self.write(right)})"
        if isinstance(op, ast.Mod):
            return f"modulo({self.write(left)}, {self.write(right)})"
        if type(op) not in BINARY:
            raise self.refuse(node, type(op).__name__)
        return f"({self.write(left)} {BINARY[type(op)]} {self.write(right)})"

    def _bits(self, node: ast.expr) -> str:
        return f"bits({self.write(node)})" if self.is_checked else self.write(node)

    def _comparison(self, node: ast.Compare) -> str:
        """Gives a comparison; a chain says its middle twice, so that must do nothing."""
        values = [node.left, *node.comparators]
        if any(isinstance(part, ast.Call) for value in values[1:-1] for part in ast.walk(value)):
            raise self.refuse(node, "a call in the middle of a comparison")
        written = [self.write(value) for value in values]
        pairs = []
        for index, op in enumerate(node.ops):
            if type(op) not in COMPARED:
                raise self.refuse(node, type(op).__name__)
            pairs.append(f"{written[index]} {COMPARED[type(op)]} {written[index + 1]}")
        return f"({' && '.join(pairs)})"

    def _name(self, node: ast.Name) -> str:
        if node.id in self.locals:
            return spell(node.id)
        if node.id not in self.constants:
            raise self.refuse(node, f"the name {node.id}")
        value = self.constants[node.id]
        return str(int(value)) if isinstance(value, int) else self.need(node.id)

    def _attribute(self, node: ast.Attribute) -> str:
        """Gives a member of an enum as its number, a constant of another module, or a field."""
        if not isinstance(node.value, ast.Name):
            raise self.refuse(node, "an attribute of something else than a name")
        owner = node.value.id
        if owner in self.enums:
            return str(self.enums[owner][node.attr])
        if owner in self.modules:
            value = self.modules[owner].constants.get(node.attr)
            if isinstance(value, int):
                return str(value)
        if owner in self.layouts and node.attr in self.layouts[owner]:
            return f"{owner}.{node.attr}"
        raise self.refuse(node, f"{owner}.{node.attr}")

    def shape_of(self, node: ast.expr) -> Shape | None:
        """Gives the shape of a field or of an own array, None for any other array, which has one dimension."""
        if isinstance(node, ast.Name):
            return self.shapes.get(node.id)
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            return self.layouts.get(node.value.id, {}).get(node.attr)
        return None

    def _subscript(self, node: ast.Subscript) -> str:
        """Gives one number of an array or of a table of constants, or a part of an array."""
        indices = indices_of(node)
        if any(isinstance(index, ast.Slice) for index in indices):
            raise self.refuse(node, "a slice that is not assigned to")
        shape = self.shape_of(node.value)
        if shape is None:
            if len(indices) != 1:
                raise self.refuse(node, "several indices of something that is no field")
            array = self.write(node.value)
            return f"{array}[{self._within(self.write(indices[0]), f'{array}.length')}]"
        array = self.write(node.value)
        if len(indices) == len(shape):
            return f"{array}[{self.flat(shape, [self.write(index) for index in indices])}]"
        start = self.flat(shape, [*(self.write(index) for index in indices), *["0"] * (len(shape) - len(indices))])
        size = size_of(shape[len(indices) :])
        return f"{array}.subarray({start}, {start} + {size})"

    def flat(self, shape: Shape, indices: Sequence[str]) -> str:
        """Gives the place in a flat array that several indices mean."""
        if len(indices) != len(shape):
            raise OutsideError(f"{self.file}: {len(indices)} indices of {len(shape)}")
        text = ""
        for index, size in zip(indices, shape, strict=True):
            within = self._within(index, str(size))
            text = f"({text}) * {size} + {within}" if text else within
        return text

    def _within(self, index: str, size: str) -> str:
        return f"within({index}, {size})" if self.is_checked else index

    def _call(self, node: ast.Call) -> str:
        words = ", ".join(self.write(word) for word in node.args) if not self._is_zeros(node) else ""
        match node.func:
            case ast.Name(id="len"):
                shape = self.shape_of(node.args[0])
                return str(shape[0]) if shape else f"{words}.length"
            case ast.Name(id=name) if name in CALLED and name not in self.functions:
                return f"{CALLED[name]}({words})"
            case ast.Name(id=name) if name in self.functions:
                return f"{self.need(name)}({words})"
            case ast.Attribute(value=ast.Name(id="np"), attr="int64"):
                return f"Math.trunc({words})"
            case ast.Attribute(value=ast.Name(id=owner), attr=name) if owner in self.modules:
                if name not in self.modules[owner].functions:
                    raise self.refuse(node, f"a call of {owner}.{name}")
                return f"{self.modules[owner].need(name)}({words})"
        if self._is_zeros(node):
            shape = self.zeros_of(node)
            return f"new Int32Array({size_of(shape) if shape else self.write(node.args[0])})"
        raise self.refuse(node, f"a call of {ast.unparse(node.func)}")

    def zeros_of(self, node: ast.expr) -> Shape | None:
        """Gives the shape of a new array of several dimensions, None for anything else."""
        if not isinstance(node, ast.Call) or not self._is_zeros(node) or not isinstance(node.args[0], ast.Tuple):
            return None
        sizes = [self.write(size) for size in node.args[0].elts]
        if not all(size.isdigit() for size in sizes):
            raise self.refuse(node, "an array whose size is not a constant")
        return tuple(map(int, sizes))

    def is_array(self, node: ast.expr) -> bool:
        """Tells whether an expression is an own array of several dimensions, or a part of one or of a field."""
        if isinstance(node, ast.Name):
            return node.id in self.shapes
        shape = self.shape_of(node.value) if isinstance(node, ast.Subscript) else None
        return shape is not None and isinstance(node, ast.Subscript) and len(indices_of(node)) < len(shape)

    def _is_zeros(self, node: ast.Call) -> bool:
        return ast.unparse(node.func) in ("np.zeros", "np.empty")


def indices_of(node: ast.Subscript) -> list[ast.expr]:
    """Gives the indices between the brackets."""
    return list(node.slice.elts) if isinstance(node.slice, ast.Tuple) else [node.slice]


def size_of(shape: Shape) -> int:
    """Gives how many numbers an array of a shape holds."""
    size = 1
    for length in shape:
        size *= length
    return size


def spell(name: str) -> str:
    """Gives a name that a browser takes."""
    return f"{name}_" if name in RESERVED else name
