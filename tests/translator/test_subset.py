"""The translator's subset means the same in both languages, and anything else is refused with its line."""

from __future__ import annotations

import ast
import json
from pathlib import Path

import pytest
from translator.scope import TranslationError

from tests.translator.programs import dump, loaded, run_both, translated

# Expressions to evaluate in Python and in Node, by the statements before them.
Outcomes = dict[tuple[str, str], tuple[str, str]]
HEAD = """from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import IntEnum
from itertools import pairwise
from typing import ClassVar, NamedTuple, TypedDict, assert_never

import numpy as np

from paperdice.errors import IllegalMoveError, PaperdiceError, Reason, WrongSeatError


class Color(IntEnum):
    RED = 1
    BLUE = 2


class Place(NamedTuple):
    turn: int = 1
    name: str = ""


@dataclass(frozen=True)
class Entry:
    text: str
    clock: float | None = None
    tags: tuple[str, ...] = ()


@dataclass
class Event:
    at: int
    ends: ClassVar[bool] = False

    def told(self) -> str:
        return f"at {self.at}"


@dataclass
class Sealed(Event):
    seat: int = 0
    ends: ClassVar[bool] = True

    def told(self) -> str:
        return f"{super().told()}, seat {self.seat}"


@dataclass(kw_only=True)
class Opened(Event):
    names: list[str] = field(default_factory=list)


class Table:
    MOST = 2

    def __init__(self, name: str) -> None:
        self.name = name
        self.log: list[Sealed | Opened] = []
        self.scores: dict[int, int] = {}
        self.entries: dict[Place, Entry] = {}
        self.last: Entry | None = None

    @classmethod
    def empty(cls) -> Table:
        return cls("")

    @staticmethod
    def twice(n: int) -> int:
        return 2 * n

    @property
    def n(self) -> int:
        return len(self.log)

    def enter(self, event: Sealed | Opened) -> int:
        if self.n >= self.MOST:
            raise IllegalMoveError("the log is full", Reason("log_full", {"n": self.n}))
        self.log.append(event)
        match event:
            case Sealed(seat=seat) if seat > 0:
                self.scores[seat] = self.scores.get(seat, 0) + 1
            case Sealed(at=at):
                self.scores[0] = -at
            case Opened(names=names):
                for nth, name in enumerate(names, 1):
                    self.entries[Place(nth, name)] = Entry(name)
            case _:
                assert_never(event)
        return self.n

    def texts(self) -> Iterator[str]:
        for event in self.log:
            if isinstance(event, Opened):
                yield ",".join(event.names)
                continue
            yield str(event.seat)


class View(TypedDict):
    name: str
    seats: list[int]


"""
ARGUMENTS = (
    "a: int, t: str, f: float, s: np.float32, flag: bool, xs: list[int], ts: list[str], d: dict[str, int], "
    "m: dict[int, str], o: int | None, e: Entry, event: Sealed | Opened, table: Table, some: set[int], "
    "pairs: list[tuple[int, str]], thing: object, it: Iterable[int], told: Mapping[str, int], u: int | str"
)


def refusal(folder: Path, body: str) -> str:
    """The refusal of a function with this body or this expression."""
    try:
        ast.parse(body, mode="eval")
    except SyntaxError:
        pass
    else:
        body = f"x = {body}"
    lines = "".join(f"    {line}\n" for line in body.split("\n"))
    text = f"{HEAD}def odd({ARGUMENTS}) -> object:\n{lines}    return None\n\n\ndef main() -> object:\n    return odd\n"
    with loaded(folder, text) as module, pytest.raises(TranslationError) as refused:
        translated(module)
    place, _, told = str(refused.value).partition(": ")
    first = f"{HEAD}def odd".count("\n") + 2
    assert place in [f"paperdice/sample.py, line {first + nth}" for nth in range(body.count("\n") + 1)]
    return told


@pytest.mark.parametrize(
    ("body", "told"),
    [
        ("for n, x in enumerate(xs, start=f): pass", "enumerate of list[int], float is not translated"),
        ("sorted(xs, reverse=flag)", "sorted whose reverse is not written down is not translated: write True or False"),
        ("sorted(xs, key=abs)", "sorted with a key that is no lambda is not translated"),
        ("sorted(some, key=lambda x: -x)", "a set sorted by a key is not translated"),
        ("max(xs, key=math.floor)", "max with a key that is no lambda is not translated"),
        ("min(xs, default=table.enter(event))", "min with a call as default is not translated"),
        ("min(xs, ts)", "min of list[int], list[str] is not translated"),
        ("max(flag, 1)", "max of bool, int is not translated"),
        ("round(f, 2)", "round of float, int is not translated"),
        ("round(f, ndigits=2)", "round with ndigits is not translated"),
        ("xs.pop(0, 1)", "pop of list[int], int, int is not translated"),
        ("some.pop()", "the method pop of set[int] is not translated"),
        ("t.removeprefix(xs)", "removeprefix of str, list[int] is not translated"),
        ("t.removesuffix(1)", "removesuffix of str, int is not translated"),
        ("int(f)", "int of float is not translated: use math.floor or math.trunc for a float"),
        ("t * f", "Mult of str and float is not translated: convert both sides to one kind first"),
        ("f * t", "Mult of float and str is not translated"),
        ("d.pop(1)", "the key int of dict[str, int] is not translated"),
        ("told.pop(t)", "the method pop of Mapping[str, int] is not translated"),
        ("sum([f])", "sum of list[float] is not translated: add floats in a loop"),
        ("str(f)", "str of float is not translated: format a float"),
        ("f'{f}'", "float in a text is not translated: format a float"),
        ("f'{f!r}'", "!r in a text is not translated"),
        ("repr(f)", "repr of float is not translated: format the parts"),
        ("type(t) is int", "type of str is not translated: use isinstance"),
        ("t is xs", "Is with something else than None is not translated"),
        ("a = 1\nobject.__setattr__(e, 'text', t)", "object.__setattr__ outside of __post_init__ is not translated"),
        ("f'{t:>9}'", "str in a text as >9 is not translated"),
        ("a + f + t", "Add of float and str is not translated"),
        ("a + o", "Add of int and None | int is not translated"),
        ("s + f", "Add of float32 and float is not translated"),
        ("s < f", "Lt of float32 and float is not translated"),
        ("a ** 2", "Pow of int and int is not translated: multiply"),
        ("f // 2", "FloorDiv of float and int is not translated"),
        ("f % 1.0", "Mod of float and float is not translated"),
        ("t % a", "Mod of str and int is not translated"),
        ("a < t", "Lt of int and str is not translated"),
        ("xs < xs", "Lt of list[int] and list[int] is not translated"),
        ("a == t", "Eq of int and str is not translated: they are never equal"),
        ("xs == (1, 2)", "Eq of list[int] and tuple[int, int] is not translated: they are never equal"),
        ("table == table", "Eq of Table and Table is not translated"),
        ("thing == thing", "Eq of object and object is not translated"),
        ("xs is xs", "Is with something else than None is not translated: use == except for None"),
        ("t in xs", "In of str and list[int] is not translated"),
        ("e in [e]", "In of Entry and list[Entry] is not translated"),
        ("t[::2]", "a slice with steps is not translated"),
        ("xs[f]", "float as an index of list[int] is not translated"),
        ("xs[o:]", "None | int as an end of a slice is not translated"),
        ("9007199254740993", "a whole number of more than 53 bits is not translated"),
        ("1e999", "a float that is not finite is not translated"),
        ("math.inf", "math.inf, which is not finite, is not translated"),
        ("float(xs)", "float of list[int] is not translated: convert numbers only"),
        ("list(some)", "list of set[int] is not translated"),
        ("for x in some: pass", "a loop over set[int] is not translated: sets have no order: use sorted"),
        ("for x in (x for x in xs): pass", "a loop over a generator is not translated"),
        ("g = (x for x in xs)", "iterator[int] in a name is not translated: make a list or tuple of it"),
        ("g = zip(xs, ts)", "generator[tuple[int, str]] in a name is not translated: make a list or tuple of it"),
        ("len(d.keys())", "len of iterator[str] is not translated"),
        ("x = list(it)\ny = list(it)", "it, which can be iterated over only once and is used twice, is not translated"),
        (
            "zip((table.enter(event) for x in xs), ts)",
            "a generator that calls functions when its items are asked for is",
        ),
        ("map(str, xs)", "a call of map is not translated: write a comprehension"),
        ("print(a)", "a call of print is not translated: return the text"),
        ("getattr(e, t)", "a call of getattr is not translated: name the attribute"),
        ("type(o)", "type of None | int is not translated: use isinstance"),
        ("t.title()", "the method title of str is not translated: use upper on the first letter"),
        ("t.isdigit()", "the method isdigit of str is not translated: use isdecimal"),
        (
            "t.startswith(('a', 'b'))",
            "startswith of str, tuple[str, str] is not translated: test for one text at a time",
        ),
        ("t.replace('a', 'b', 1)", "replace of str, str, str, int is not translated"),
        ("xs.sort()", "the method sort of list[int] is not translated: use sorted"),
        ("xs.append(t)", "str in list[int] is not translated"),
        ("xs.append(flag)", "bool in list[int] is not translated: use int() on the bool"),
        ("xs.append(o)", "None | int in list[int] is not translated: test it with `is None` first"),
        ("xs.extend(ts)", "str in list[int] is not translated"),
        ("xs += ts", "str in list[int] is not translated"),
        ("xs *= 2", "Mult= of list[int] is not translated: make a new one, or call a method"),
        ("d['a'] = t", "str in dict[str, int] is not translated"),
        ("d[a] = 1", "int in dict[str, int] is not translated"),
        ("told['a'] = 1", "an assignment to an item of Mapping[str, int] is not translated"),
        ("x = {'7': 1}", "the key '7' is not translated: an object moves keys that look like numbers to its front"),
        ("x = {e: 1}", "a dictionary by Entry is not translated: keys are texts, whole numbers or tuples of them"),
        ("x = {f}", "a set of float is not translated: sets hold numbers or texts"),
        ("x: int = flag", "bool where int is annotated is not translated: use int() on the bool"),
        ("x: int = o", "None | int where int is annotated is not translated: test it with `is None` first"),
        ("table.enter(a)", "int as event, which is Opened | Sealed, is not translated"),
        ("table.enter(seat=1)", "the keyword seat of enter is not translated"),
        ("table.leave()", "the method leave of Table is not translated"),
        ("table.host", "the attribute host of Table is not translated"),
        ("table.host = a", "the attribute host of Table is not translated"),
        ("Table(1)", "int as name, which is str, is not translated"),
        ("Entry(t, word=1)", "the keyword word of Entry is not translated"),
        ("Entry()", "a call of Entry without text is not translated"),
        ("e.text = t", "a change of Entry is not translated: it is frozen: use replace"),
        ("replace(e, seat=1)", "the field seat of Entry is not translated"),
        ("replace(e, text=1)", "int as text, which is str, is not translated"),
        ("Opened(1, ts)", "more than 1 arguments is not translated"),
        (
            "Sealed(seat=table.enter(event), at=table.enter(event))",
            "a call of Sealed whose keywords stand in another order",
        ),
        ("xs[table.enter(event)] = table.enter(event)", "a call on both sides of = is not translated"),
        ("0 < table.enter(event) < 3", "a call in the middle of a comparison is not translated"),
        (
            "isinstance(thing, int)",
            "a test for int of object is not translated: JavaScript does not tell 1, 1.0 and True",
        ),
        ("isinstance(thing, dict)", "the class dict in a test is not translated"),
        ("thing + 1", "Add of object and int is not translated"),
        ("if thing: pass", "object as a condition is not translated"),
        ("u + 1", "Add of int | str and int is not translated"),
        ("raise ValueError(t)", "a call of ValueError is not translated"),
        ("raise PaperdiceError(t, e)", "the error PaperdiceError(t, e) is not translated"),
        ("try:\n    a = 1\nexcept ValueError:\n    a = 2", "except of ValueError is not translated"),
        ("try:\n    a = 1\nexcept:\n    a = 2", "except of every error is not translated"),
        ("try:\n    a = 1\nfinally:\n    return 2", "a return, break or continue within `finally` is not translated"),
        ("try:\n    a = 1\nexcept PaperdiceError:\n    a = 2\nelse:\n    a = 3", "Try is not translated"),
        ("match a:\n    case [x]: pass\n    case _: pass", "MatchSequence is not translated"),
        ("for x in xs: pass\nelse: pass", "For is not translated"),
        ("lambda: 1", "Lambda is not translated"),
        ("x = lambda: 1", "Lambda is not translated"),
        ("def inner() -> None: pass", "FunctionDef is not translated"),
        ("global some_name", "Global is not translated"),
        ("del xs", "Delete is not translated"),
        ("a = b = 1", "Assign is not translated"),
        ("x = (y := 1)", "NamedExpr is not translated"),
        ("with open(t): pass", "a call of open is not translated: nothing is read or written"),
        ("import os", "Import is not translated"),
        ("os.getcwd()", "the name os is not translated: it has no value yet, or is not of this module"),
        ("np.zeros(3, np.int8)", "an array without a size and np.int64, np.float64 or np.float32 is not translated"),
        ("np.zeros(3, np.int64)[-1]", "a negative index of an array is not translated: count from the front"),
        ("b'a'", "the constant b'a' is not translated"),
        ("...", "the constant Ellipsis is not translated"),
    ],
)
def test_what_the_translator_does_not_know_is_refused_with_its_line(body: str, told: str, tmp_path: Path) -> None:
    assert refusal(tmp_path, body).startswith(told)


KNOWN = """    a = Color.BLUE
    xs = [10, 30, 20, 10]
    ts = ["b", "aa", "𝔘"]
    empty: list[int] = []
    flags = [False, True, True]
    pairs = [(2, "b"), (1, "c"), (1, "a")]
    d = {"a": 1, "b": 2}
    m = {5: "e", 3: "c"}
    some = {1, 4}
    o: int | None = None
    e = Entry("x")
    by_place = {Place(1): 7, Place(2, "x"): 8}
"""
MEANINGS: list[tuple[str, object]] = [
    ("list(enumerate('ab', 1))", [[1, "a"], [2, "b"]]),
    ("list(enumerate('ab', start=-1))", [[-1, "a"], [0, "b"]]),
    ("sorted(xs, reverse=True)", [30, 20, 10, 10]),
    ("sorted(ts, key=lambda t: len(t))", ["b", "𝔘", "aa"]),
    ("sorted(pairs, key=lambda pair: pair[0], reverse=True)", [[2, "b"], [1, "c"], [1, "a"]]),
    ("sorted(pairs)", [[1, "a"], [1, "c"], [2, "b"]]),
    ("min(xs, key=lambda x: -x)", 30),
    ("max(ts, key=lambda t: len(t))", "aa"),
    ("max(ts)", "𝔘"),
    ("[min(pairs, key=lambda pair: pair[0]), max(pairs, key=lambda pair: -pair[0])]", [[1, "c"], [1, "c"]]),
    ("min(empty, default=7)", 7),
    ("max((x for x in xs if x > 50), default=None)", None),
    ("round(2.5)", 2),
    ("f'{1.005:.2f} {0.125:.2f} {-0.375:.2f} {-0.001:.1f}'", "1.00 0.12 -0.38 -0.0"),
    ("[xs.pop(0), xs]", [10, [30, 20, 10]]),
    ("[xs.pop(), xs.pop(-2), xs]", [10, 30, [10, 20]]),
    ("['abc'.removeprefix('b'), 'abc'.removeprefix('a'), 'abc'.removesuffix('b'), 'abc'.removesuffix('c')]",
     ["abc", "bc", "abc", "ab"]),
    ("[int('-12'), int('ff', 16), int(True), math.trunc(-1.5), math.floor(-1.5)]", [-12, 255, 1, -1, -2]),
    ("['ab' * 3, 2 * 3, 'a' * -1, [1, 2] * 2]", ["ababab", 6, "", [1, 2, 1, 2]]),
    ("[d.pop('a'), d.pop('x', 9), d]", [1, 9, {"dict": [["b", 2]]}]),
    ("[m.pop(5), m]", ["e", {"dict": [[3, "c"]]}]),
    ("[-7 // 2, -7 % 3, 7 % -3, divmod(-7, 2), -7 >> 1, 6 & 3]", [-4, 2, -2, [-4, 1], -4, 2]),
    ("[len('é𝔘'), 'a𝔘b'[1], 'a𝔘b'[-1:], 'a𝔘b'.find('b'), list('𝔘a'), 'a' < '𝔘', '\uffff' < '𝔘']",
     [2, "𝔘", "b", 2, ["𝔘", "a"], True, True]),
    ("['a-b-c'.partition('-'), 'a-b-c'.rpartition('-'), 'abc'.partition('-'), 'a,b,c'.split(',', 1)]",
     [["a", "-", "b-c"], ["a-b", "-", "c"], ["abc", "", ""], ["a", "b,c"]]),
    ("[' a\u00a0\u2003'.strip(), '\ufeffa'.strip(), ' a  b '.split(), 'a  b'.split(' '), 'xxaxx'.strip('x')]",
     ["a", "\ufeffa", ["a", "b"], ["a", "", "b"], "a"]),
    ("[str(True), f'{None} {False} {a}', f'{-5:03d} {5:+d} {255:04x}', str(o), 'a'.rjust(3), 'b'.ljust(2)]",
     ["True", "None False 2", "-05 +5 00ff", "None", "  a", "b "]),
    ("[True == 1, sum(flags), True + True, [True] == [1], (1, True) == (True, 1)]",
     [True, 2, 2, True, True]),
    ("[x for x in range(10, 0, -4)] + list(reversed(xs)) + [a * b for a, b in zip(xs, xs[1:])]",
     [10, 6, 2, 10, 20, 30, 10, 300, 600, 200]),
    ("[some | {9}, some - {1}, some & {1, 2}, sorted(some), 2 in some, frozenset(xs)]",
     [{"set": [1, 4, 9]}, {"set": [4]}, {"set": [1]}, [1, 4], False, {"set": [10, 20, 30]}]),
    ("[math.exp(0.0), math.log(1.0), math.tanh(0.0), math.sqrt(2.25), math.ceil(0.1)]", [1, 0, 0, 1.5, 1]),
    ("[np.float32(0.1) + np.float32(0.2), np.float32(16777217), np.float32(1.0) / np.float32(3.0)]",
     [0.30000001192092896, 16777216, 0.3333333432674408]),
    ("[np.float64(np.float32(0.1)) + 0.2, float(np.float32(0.1)) < 0.1, np.float32(0.5) > np.float32(0.25)]",
     [0.30000000149011613, False, True]),
    ("[Place(1) in by_place, by_place[Place(2, 'x')], by_place.get(Place(3)), list(by_place), Place(1) == Place()]",
     [True, 8, None, [{"Place": [1, ""]}, {"Place": [2, "x"]}], True]),
    ("[replace(e, text='y'), e == Entry('x'), e != replace(e, clock=0.5), e.tags]",
     [{"Entry": ["y", None, []]}, True, True, []]),
    ("[Sealed(1, seat=2).told(), Event(3).told(), Sealed(1).ends, Event.ends, Table.twice(4), Table.empty().name]",
     ["at 1, seat 2", "at 3", True, False, 8, ""]),
    ("[d | {'c': 3}, {**d, 'a': 0}, {k: v for v, k in enumerate('ba')}, dict(pairs), dict([('z', 1)])]",
     [{"dict": [["a", 1], ["b", 2], ["c", 3]]}, {"dict": [["a", 0], ["b", 2]]}, {"dict": [["b", 0], ["a", 1]]},
      {"dict": [[2, "b"], [1, "a"]]}, {"dict": [["z", 1]]}]),
    ("[9 in xs, (1, 'c') in pairs, 'a' in d, 3 in m, next((x for x in xs if x > 10), 0), any(flags), all(flags)]",
     [False, True, True, True, 30, True, False]),
    ("[0 or 5, '' or 'a', o or 3, 1 if xs else 0, not empty]", [5, "a", 3, 1, True]),
]  # fmt: skip
SHORT = "    a, t, xs, d, m = 3, 'abc', [1, 2], {'a': 1}, {5: 1}\n    empty: list[int] = []\n"
RAISING = [
    "xs[5]", "xs[-6]", "d['c']", "m[1]", "1 // (a - a)", "5 % (a - a)", "1.5 / (a - a)", "xs.index(9)",
    "empty.pop()", "'abc'.index('x')", "int('1x')", "math.log(0.0)", "math.exp(1000.0)", "max(empty)", "chr(-1)",
    "xs.remove(9)",
    "list(zip(xs, empty, strict=True))", "Color(7)", "t.split('')", "next(x for x in xs if x > 99)", "1 << -1",
]  # fmt: skip
LARGE = "    a, t, big = 3, '', 2251799813685249\n"
TOO_LARGE = ["big * big", "big + big", "-big - big", "big << 3", "(big | 1) + a", "{t + '7': 1}", "sum([big, big])"]


@pytest.fixture(scope="module")
def outcomes(tmp_path_factory: pytest.TempPathFactory) -> Outcomes:
    """Return the results of each expression in Python and Node, by the statements before it; Node starts only once."""
    meanings = [(KNOWN, expression) for expression, _ in MEANINGS]
    asked = [*meanings, *((SHORT, each) for each in RAISING), *((LARGE, each) for each in TOO_LARGE)]
    texts = [f"{HEAD}def main() -> object:\n{before}    return {expression}\n" for before, expression in asked]
    python, node = run_both(tmp_path_factory.mktemp("expressions"), texts)
    return dict(zip(asked, zip(python, node, strict=True), strict=True))


@pytest.mark.parametrize(("expression", "value"), MEANINGS)
def test_what_the_translator_knows_means_the_same(expression: str, value: object, outcomes: Outcomes) -> None:
    assert outcomes[KNOWN, expression] == (dump({"returned": value}), dump({"returned": value}))


CURVES = """
def main() -> object:
    xs = [n / 7 for n in range(-60, 61)]
    wide = [[math.exp(x), math.tanh(x), math.log(math.exp(x))] for x in xs]
    single = [np.exp(np.float32(x)) + np.tanh(np.float32(x)) for x in xs]
    return [wide, single]
"""


def test_curves_differ_in_the_last_place_at_most(tmp_path: Path) -> None:
    python, node = run_both(tmp_path, [HEAD + CURVES])
    (wide, single), (other_wide, other_single) = (json.loads(each)["returned"] for [each] in (python, node))
    assert len(wide) == 121 and wide[60] == [1, 0, 0]
    for one, other in zip(wide, other_wide, strict=True):
        assert one == pytest.approx(other, rel=4e-16, abs=1e-15)
    assert single == pytest.approx(other_single, rel=2.4e-7)


FLOW = """
def enter_all(table: Table, n: int) -> str:
    try:
        for at in range(n):
            table.enter(Sealed(at, seat=at % 2))
    except WrongSeatError:
        return "another error"
    except IllegalMoveError as error:
        return f"{error.reason.id} {error.reason.params['n']}"
    finally:
        table.name += "!"
    return "entered"


def view_of(table: Table) -> View:
    view: View = {"name": table.name, "seats": []}
    view["seats"] += [seat for seat, score in table.scores.items() if score >= 0]
    return view


def name_of(value: int | str | Entry | None) -> str:
    if value is None:
        return "nothing"
    if isinstance(value, str):
        return value.upper()
    if isinstance(value, Entry):
        return value.text
    return str(value + 1)


def main() -> object:
    table, other = Table("t"), Table.empty()
    n = table.enter(Opened(at=1, names=["a", "b"]))
    told = [enter_all(table, 1), enter_all(table, 1), enter_all(other, 2)]
    table.last = Entry("x", 1.5)
    if table.last is not None and table.last.clock is not None:
        n += math.floor(table.last.clock * 2)
    del other.scores[0]
    nested: dict[str, object] = {"n": n, "all": [view_of(table), {"last": table.last, "none": None}]}
    names = [name_of(each) for each in (None, "a", 3, Entry("e"))]
    raised = PaperdiceError("x" * 2000)
    if names:
        raise IllegalMoveError("at the end", Reason("over", {"told": ", ".join([*told, *names, *table.texts()])}))
    return [nested, other, raised.reason]
"""


def test_a_match_as_it_will_be_written_goes_the_same_way(tmp_path: Path) -> None:
    """Classes with state, unions of events, views, refusals that are raised and caught."""
    returned = FLOW.replace("    if names:\n        raise", "    if not names:\n        raise").replace(
        "return [nested, other, raised.reason]", "return [nested, other.scores, other.name, table.entries, names]"
    ).replace('    raised = PaperdiceError("x" * 2000)\n', "")  # fmt: skip
    raised = FLOW.replace('    raised = PaperdiceError("x" * 2000)\n', "").replace(", raised.reason]", "]")
    long = "def main() -> object:\n    raise PaperdiceError('𝔘' * 1002)\n"
    python, node = run_both(tmp_path, [HEAD + returned, HEAD + raised, HEAD + long])
    nested = [["n", 4], ["all", [{"dict": [["name", "t!!"], ["seats", [0]]]},
                                 {"dict": [["last", {"Entry": ["x", 1.5, []]}], ["none", None]]}]]]  # fmt: skip
    entries = {
        "dict": [[{"Place": [1, "a"]}, {"Entry": ["a", None, []]}], [{"Place": [2, "b"]}, {"Entry": ["b", None, []]}]]
    }
    end = "entered, log_full 2, entered, nothing, A, 4, e, a,b, 0"
    cut = f"{'𝔘' * 500} … {'𝔘' * 500}"
    expected = [
        {"returned": [{"dict": nested}, {"dict": [[1, 1]]}, "!", entries, ["nothing", "A", "4", "e"]]},
        {"error": "IllegalMoveError", "reason": {"Reason": ["over", {"dict": [["told", end]]}, ""]}},
        {"error": "PaperdiceError", "reason": {"Reason": ["error", {"dict": [["message", cut]]}, ""]}},
    ]
    assert python == node == [dump(each) for each in expected]


@pytest.mark.parametrize("expression", RAISING)
def test_what_raises_in_python_stops_in_javascript(expression: str, outcomes: Outcomes) -> None:
    assert outcomes[SHORT, expression] == ('{"fault":true}', '{"fault":true}')


@pytest.mark.parametrize("expression", TOO_LARGE)
def test_what_javascript_could_not_keep_stops_it(expression: str, outcomes: Outcomes) -> None:
    """Integers have 52 bits, or 32 where bits are shifted; integer-like keys of objects would change their order."""
    python, node = outcomes[LARGE, expression]
    assert python != node == '{"fault":true}'
