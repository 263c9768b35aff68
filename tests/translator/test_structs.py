"""Messages and events of `msgspec`, and tables of functions by their type."""

from __future__ import annotations

from pathlib import Path
from types import ModuleType

import pytest
from translator.modules import RUNTIME
from translator.program import Program
from translator.scope import TranslationError

from tests.translator.programs import dump, loaded, outcome, run_in_node

PROGRAM = """from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar

from msgspec import Struct, structs


class Event(Struct, tag_field="type", kw_only=True, omit_defaults=True):
    budget: ClassVar[int | None] = None
    is_play: ClassVar[bool] = False

    at: int
    sender: str = ""

    def spender(self, sender: str = "") -> str:
        return sender or self.sender


class SeatEvent(Event):
    seat: int

    def spender(self, sender: str = "") -> str:
        return str(self.seat)


class Sealed(SeatEvent, tag="sealed"):
    is_play = True

    move: str
    notes: list[str] = []


class Paced(Event, tag="paced"):
    budget = 20

    pace: str | None = None


class Fact(Struct, frozen=True):
    seat: int
    text: str = "?"


Effect = Callable[[list[str], Event], None]
EFFECTS: dict[type[Event], Effect] = {}


def applies(kind: type[Event]) -> Callable[[Any], Any]:
    def register(function: Any) -> Any:
        EFFECTS[kind] = function
        return function

    return register


@applies(Sealed)
def _seal(log: list[str], event: Sealed) -> None:
    event.notes.append(event.move)
    log.append(f"{event.seat} {event.move} {' '.join(event.notes)}")


@applies(Paced)
def _pace(log: list[str], event: Paced) -> None:
    log.append(event.pace or "no pace")


def apply(log: list[str], event: Event) -> None:
    EFFECTS[type(event)](log, event)


def main() -> object:
    log: list[str] = []
    first = Sealed(at=1, seat=2, move="r5")
    other = structs.replace(first, seat=3, sender="b")
    events: list[Event] = [first, other, Sealed(at=2, seat=0, move="-"), Paced(at=3)]
    for event in events:
        apply(log, event)
    kinds = [type(event) is Sealed for event in events]
    moves = [event.move for event in events if type(event) is Sealed]
    facts = [Fact(1), Fact(2, "x"), Fact(text="y", seat=4)]
    return (
        log,
        kinds,
        moves,
        [event.spender() for event in events],
        [event.spender("z") for event in events],
        [event.budget for event in events],
        [event.is_play for event in events],
        [f"{fact.seat}{fact.text}" for fact in facts],
        Paced.budget,
    )
"""


def translated(module: ModuleType) -> str:
    program = Program({}, handled=(vars(module)["Sealed"], vars(module)["Paced"]))
    main = program.need(module, "main")
    return f'import * as py from "{RUNTIME.as_uri()}";\n{program.text()}\nexport const main = {main};\n'


def test_structs_and_tables_by_class_mean_the_same(tmp_path: Path) -> None:
    """Defaults, constants, fields by name and place, changed copies, and a list that no two instances share."""
    with loaded(tmp_path, PROGRAM) as module:
        expected = outcome(module)
        file = tmp_path / "sample.mjs"
        file.write_text(translated(module), "utf-8")
    assert run_in_node([str(file)]) == [dump(expected)]
    assert isinstance(expected, dict)
    assert expected["returned"][0] == ["2 r5 r5", "3 r5 r5 r5", "0 - -", "no pace"]


def test_entries_of_kinds_that_a_host_does_not_handle_are_left_out(tmp_path: Path) -> None:
    with loaded(tmp_path, PROGRAM) as module:
        program = Program({}, handled=(vars(module)["Sealed"],))
        program.need(module, "apply")
        text = program.text()
    assert "_seal(" in text and "_pace(" not in text and "Paced" not in text


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ('tag="paced"', 'tag="paced", rename="camel"', "a Struct with rename is not translated"),
        ('tag_field="type"', 'tag_field="kind"', "a Struct with the tag field kind is not translated"),
        (
            '    pace: str | None = None\n',
            '    pace: str | None = None\n\n    def __post_init__(self) -> None:\n        self.pace = "x"\n',
            "a Struct with __post_init__ is not translated",
        ),
        ("Paced(at=3)", "Paced(3)", "more than 0 arguments is not translated"),
        ("Paced(at=3)", "Paced(pace='x')", "a call of Paced without at is not translated"),
        ("Paced(at=3)", "Paced(at=3, step=1)", "the keyword step of Paced is not translated"),
        ("sender=\"b\")", "step=1)", "the field step of Sealed is not translated"),
        ("EFFECTS[type(event)](log", "EFFECTS[event](log", "the key Event of dict[type, function of"),
        ("type(event) is Sealed for", "type(event) is len for", "the class len in a test is not translated"),
    ],
)  # fmt: skip
def test_what_is_not_declared_of_structs_is_refused_with_its_line(
    old: str, new: str, told: str, tmp_path: Path
) -> None:
    """The refusal names the file and the line."""
    assert PROGRAM.count(old) == 1
    text = PROGRAM.replace(old, new)
    with loaded(tmp_path, text) as module, pytest.raises(TranslationError) as refused:
        translated(module)
    place, _, why = str(refused.value).partition(": ")
    assert place.startswith("paperdice/sample.py, line ")
    assert why.startswith(told)
