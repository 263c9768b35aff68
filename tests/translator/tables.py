"""Random tables with many illegal requests, hosted by the flow in Python and by its translation in Node."""

from __future__ import annotations

import functools
import json
import random
import subprocess
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple, Self, cast

import msgspec

from paperdice.errors import PaperdiceError
from paperdice.flow import commands, events
from paperdice.flow.attendance import Moment, attend, first_attendance, keep_time
from paperdice.flow.checks import Who, requested_place
from paperdice.flow.clock import Due, bot_pause_ms, find_due
from paperdice.flow.decide import decide
from paperdice.flow.describe import device_facts, listed_entries
from paperdice.flow.record import record_of
from paperdice.flow.setup import new_opening, next_opening
from paperdice.flow.table import Table
from paperdice.flow.wishes import NewTable
from paperdice.game import Game
from paperdice.pad import CLOSE
from paperdice.view_builder import open_view, own_view
from tests.translator.lockstep import NODE
from tests.translator.matches import told
from tests.translator.requests import Scene, Step, carry_on, choose_step

PLAYER = Path(__file__).parent / "tables.mjs"
BOT = "casual"
BOT_PAUSE_MS = 900
TOKEN = "t" * 32
START = 1_700_000_000_000
# More steps than a match of any game has.
MOST_STEPS = 2000
# How tables begin, and their dice: new, as a solo table at a position, or as a stored table late in its match.
BEGINNINGS = (
    *[("new", "seeded"), ("late", "typed"), ("late", "unknown"), ("position", "seeded"), ("late", "typed")],
    *[("new", "typed"), ("late", "seeded"), ("late", "unknown"), ("position", "seeded"), ("new", "unknown")],
)
Script = dict[str, object]


class Played(NamedTuple):
    """A table: its replay data for Node, its state before and after each step, and how often what has happened."""

    script: Script
    steps: list[Step]
    seen: list[object]
    counts: Counter[str]


class Lots(random.Random):
    """A source of randomness for a table that records its draws, so that a device can repeat them."""

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self.drawn: list[object] = []

    def randbytes(self, n: int) -> bytes:
        """Return random bytes for an id, and nothing for a secret: the bots of a device need none."""
        if n == 32:
            return b""
        found = super().randbytes(n)
        self.drawn.append(found.hex())
        return found

    def randrange(self, start: int, stop: int | None = None, step: int = 1) -> int:
        """Return a number below another."""
        found = super().randrange(start, stop, step)
        self.drawn.append(found)
        return found

    def getrandbits(self, k: int) -> int:
        """Return the seed of dice, or bits for other lots."""
        found = super().getrandbits(k)
        if k == 53:
            self.drawn.append(str(found))
        return found


class Device:
    """A host of a table as on a device."""

    def __init__(self, table: Table, log: Sequence[events.Event], lots: Lots, now: int) -> None:
        self.table, self.log, self.lots, self.now = table, list(log), lots, now
        self.due = Due()
        self.attendance = first_attendance(table, self._moment())
        self.seen_events = list(log)

    @classmethod
    def open(cls, wish: Script, seed: int) -> Self:
        """Open a new table."""
        lots = Lots(seed)
        opening = new_opening(msgspec.convert(wish, NewTable), None, [BOT], START, lots)
        lots.drawn.insert(lots.drawn.index(opening.opened.table_id) + 1, opening.opened.code)
        return cls(opening.table(), opening.events, lots, START)

    @classmethod
    def load(cls, match_id: str, log: Sequence[events.Event], seed: int) -> Self:
        """Load a stored table."""
        return cls(Table.replay(match_id, log), log, Lots(seed), log[-1].at + 1000)

    def _moment(self) -> Moment:
        return Moment(self.now, self.now)

    # Steps

    def handle(self, step: Step) -> list[object]:
        """Return the result of a step: events, the answer or refusal, and what is due afterwards."""
        self.now += cast("int", step["ms"])
        self.seen_events = []
        answer: object = None
        try:
            answer = self._execute(step)
        except PaperdiceError as error:
            answer = {"error": type(error).__name__, **told(error)}
        self._settle()
        return [[plain(event) for event in self.seen_events], answer, list(self.due.bots), self.due.look_at]

    def _execute(self, step: Step) -> object:
        match step:
            case {"command": {"type": "list_entries", **where}, "held": list(held)}:
                return self._list_entries(held, **where)  # type: ignore[arg-type]
            case {"command": dict(asked), "held": list(held)}:
                command = msgspec.convert(asked, commands.ANY_COMMAND)
                who = Who(frozenset(held), self.attendance, self._moment(), self.lots, (BOT,))
                self.write(decide(self.table, cast("commands.TableCommand", command), who).events)
            case {"bot": int(seat), "move": str(move)}:
                self.write([events.Sealed(at=self.now, seat=seat, move=move, by="bot")])
            case {"there": list(seats)}:
                there = frozenset(seats)
                self.attendance = attend(self.table, self.attendance, there, len(there), self.now)
        return None

    def _list_entries(
        self, held: list[int], seat: int | None = None, turn: int | None = None, phase: str = ""
    ) -> object:
        place = requested_place(self.table, held, seat, turn, phase)
        walk = [] if place is None else self.table.match.seek_choices(place)
        choices = next((list(found) for found in walk if found is not None), [])
        return [[plain(entry) for entry in listed_entries(self.table)], choices]

    def write(self, new: Sequence[events.Event]) -> None:
        """Apply events to the table, and begin the next match."""
        step = self.table.step
        for event in new:
            self.table.apply(event)
        self.seen_events += new
        self.log += new
        self.attendance = keep_time(self.attendance, step, self.table, self.now)
        if self.table.next_match is not None:
            opening = next_opening(self.table, self.table.next_match)
            self.table = opening.table()
            self.seen_events += opening.events
            self.log = list(opening.events)

    def _settle(self) -> None:
        while (due := find_due(self.table, self.attendance, self._moment(), self.lots)).events:
            self.write(due.events)
        self.due = due

    # Comparisons

    def look(self) -> list[object]:
        """Return what is compared after each step.

        Views and notices are left out if no event has changed them since the step before.
        """
        table, match = self.table, self.table.match
        shown: list[object] = [table.sequence, table.step, table.status, match.position(), match.n_entries]
        shown += [
            record_of(table),
            bot_pause_ms(table, BOT_PAUSE_MS),
            plain(device_facts(table, self.attendance, self.now)),
        ]
        if not self.seen_events:
            return shown
        is_new = any(type(event) is events.Opened for event in self.seen_events)
        since = 0 if is_new else table.sequence - len(self.seen_events)
        new = [plain(notice) for notice in table.notices if notice.sequence > since]
        return [*shown, len(table.notices), new, self._views()]

    def _views(self) -> list[object]:
        if not self.table.has_begun:
            return []
        match = self.table.match
        return [open_view(match), *[own_view(match, seat) for seat in range(match.seats)]]

    # Requests

    def scene(self, chance: random.Random) -> Scene:
        """Return what the people at the table see."""
        return Scene(self.table, self.attendance, self.due, chance)


def plain(each: msgspec.Struct) -> object:
    """Return a message or event with all of its fields; hashes of secrets differ."""
    tag = each.__struct_config__.tag
    found = {name: _plain(getattr(each, name)) for name in each.__struct_fields__}
    if found.get("token_hash"):
        found["token_hash"] = "here"
    return found if tag is None else {"type": tag, **found}


def _plain(value: object) -> object:
    if isinstance(value, msgspec.Struct):
        return plain(value)
    return [_plain(each) for each in value] if isinstance(value, list | tuple) else value


# Beginnings


def random_wish(game: Game, sheets: Sequence[str], dice: str, chance: random.Random) -> Script:
    """Return random options of a new table; only dice that are thrown for the players are open to bots."""
    is_bot = [seat > 0 and dice != "unknown" and chance.random() < 0.3 for seat in range(len(sheets))]
    return {
        "game": game.public.name,
        "seats": [_bot() if bot else _person(seat) for seat, bot in enumerate(is_bot)],
        "sheets": list(sheets),
        "first": chance.choice([None, chance.randrange(len(sheets))]),
        "dice": dice,
        "seed": chance.getrandbits(40) if dice == "seeded" and chance.random() < 0.2 else None,
        "pace": chance.choice([None, "fast", "normal", "slow"]),
        "clock": chance.choice([None, None, None, 10]),
        "auto_throw": dice == "seeded" and chance.random() < 0.5,
        "auto_pass": chance.random() < 0.5,
    }


def _person(seat: int) -> Script:
    return {"name": f"P{seat}", "token": TOKEN}


def _bot() -> Script:
    return {"bot": BOT}


def solo_wish(position: str, n_seats: int, game: Game, chance: random.Random) -> Script:
    """Return the options by which one person tries again from a position, against bots."""
    seat = chance.randrange(n_seats)
    return {
        "game": game.public.name,
        "seats": [_person(seat) if each == seat else _bot() for each in range(n_seats)],
        "dice": "seeded",
        "position": position,
        "pace": chance.choice([None, "fast"]),
        "auto_throw": chance.random() < 0.4,
        "auto_pass": chance.random() < 0.5,
    }


class Ended(NamedTuple):
    """A match that was played to its end: its id, its log, and its positions."""

    match_id: str
    log: list[events.Event]
    positions: list[str]


@functools.cache
def play_to_end(game: Game, sheets: tuple[str, ...], dice: str) -> Ended:
    """Play a match without detours."""
    chance = random.Random(dice)
    wish = {**random_wish(game, sheets, dice, chance), "clock": None}
    device = Device.open(wish, chance.getrandbits(32))
    positions = list[str]()
    for number in range(MOST_STEPS):
        table = device.table
        if table.match.over:
            return Ended(table.match_id, device.log, positions)
        if table.has_begun and table.match.has_dice:
            positions.append(table.match.position())
        device.handle(_straight_on(device, number, chance))
    raise AssertionError(f"a match of {wish['game']} does not end")


def _straight_on(device: Device, number: int, chance: random.Random) -> Step:
    if device.attendance.is_parked:
        return {"ms": 0, "there": device.table.persons}
    if device.due.bots:
        seat = device.due.bots[0]
        return {"ms": 0, "bot": seat, "move": chance.choice(device.table.match.choices(seat))}
    command = {**carry_on(device.scene(chance)), "id": f"a{number}"}
    # Automatic throws and passes follow after a pause.
    return {"ms": 3000, "held": device.table.persons, "command": command}


def begin(game: Game, sheets: Sequence[str], seed: int, chance: random.Random) -> tuple[Device, Script]:
    """Return a table at one of the beginnings, and what Node needs to begin there too."""
    where, dice = BEGINNINGS[seed % len(BEGINNINGS)]
    if where == "late":
        ended = play_to_end(game, tuple(sheets), dice)
        log = ended.log[: max(1 + len(sheets), len(ended.log) - chance.randrange(8))]
        loaded = Device.load(ended.match_id, log, seed)
        return loaded, {"match": ended.match_id, "log": [plain(event) for event in log], "now": loaded.now}
    if where == "position":
        ended = play_to_end(game, tuple(sheets), dice)
        wish = solo_wish(chance.choice(ended.positions[-8:]), len(sheets), game, chance)
    else:
        wish = random_wish(game, sheets, dice, chance)
    return Device.open(wish, seed), {"wish": wish, "now": START}


def play(game: Game, sheets: Sequence[str], seed: int, n_steps: int) -> Played:
    """Play random requests at a table."""
    chance = random.Random(seed)
    device, script = begin(game, sheets, seed, chance)
    counts = Counter({"position": bool(device.table.setup.position)})
    steps = list[Step]()
    seen = list[object]([[[plain(event) for event in device.seen_events], device.look()]])
    while len(steps) < n_steps:
        step = choose_step(device.scene(chance), f"c{len(steps)}")
        before = device.table.match_id, device.table.status, device.table.match.is_closing
        answer = device.handle(step)
        counts += count_kinds(before, step, answer, device.table)
        steps.append(step)
        seen.append([answer, device.look()])
    script |= {"name": game.public.name, "drawn": device.lots.drawn, "steps": steps}
    return Played(script, steps, json.loads(msgspec.json.encode(seen)), counts)


def count_kinds(before: tuple[str, str, bool], step: Step, answer: list[object], table: Table) -> Counter[str]:
    """Return which of the kinds of things that the tests have to cover have happened in a step."""
    match_id, status, was_closing = before
    new = cast("list[Script]", answer[0])
    kinds = {str(event["type"]) for event in new}
    asked = cast("Script", step.get("command", {}))
    refusal = answer[1].get("id") if isinstance(answer[1], dict) else None
    is_same = table.match_id == match_id
    is_pad = not table.match.has_dice
    return Counter(
        {
            "ended": status == "playing" and "next_opened" not in kinds and table.match.over,
            "reopened": is_same and status == "over" and table.status == "playing",
            "next_opened": "next_opened" in kinds,
            "next_of_several": "next_opened" in kinds and len(table.persons) > 1,
            "again_asked": "again_asked" in kinds,
            "next_planned": "next_planned" in kinds,
            "sat_out": "sat_out" in kinds,
            "asked_again": "corrected" in kinds and bool(table.match.asked),
            "asked_first": refusal == "asked_first",
            "bot": "bot" in step,
            "held": any(event["type"] == "sealed" and event["hold"] for event in new),
            "taken_back": "taken_back" in kinds,
            "listed": isinstance(answer[1], list),
            "locked": is_pad and was_closing and any(event.get("text") == CLOSE for event in new),
            "roll_refused": refusal == "not_typed" and asked.get("type") == "throw",
            "pad_ended": is_pad and status == "playing" and table.match.over,
        }
    )


def play_in_node(folder: Path, scripts: Sequence[Script]) -> list[list[object]]:
    """Return the states of the same tables when the translation hosts them."""
    lines = "".join(f"{json.dumps(script)}\n" for script in scripts)
    done = subprocess.run([NODE, PLAYER, folder], input=lines, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-3000:]
    return [json.loads(line) for line in done.stdout.splitlines()]
