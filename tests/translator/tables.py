"""Random tables with many illegal requests, hosted by the flow in Python and by its translation in Node."""

from __future__ import annotations

import json
import random
import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import cast

import msgspec

from paperdice.errors import PaperdiceError
from paperdice.flow import commands, events
from paperdice.flow.attendance import Moment, attend, first_attendance, keep_time
from paperdice.flow.checks import Who
from paperdice.flow.clock import Due, find_due
from paperdice.flow.decide import decide
from paperdice.flow.describe import listed_entries, table_facts
from paperdice.flow.record import record_of
from paperdice.flow.setup import Opening, new_opening, next_opening
from paperdice.flow.table import Table
from paperdice.flow.wishes import NewTable
from paperdice.game import Game
from paperdice.pad import CLOSE, STALL
from paperdice.view_builder import view_of
from tests.translator.lockstep import NODE
from tests.translator.matches import ROLLS, SAMPLES, told

PLAYER = Path(__file__).parent / "tables.mjs"
BOT = "casual"
TOKEN = "t" * 32
START = 1_700_000_000_000
PAUSES = [0, 40, 450, 900, 1500, 2500, 5000, 11_000]
KINDS = [
    *["start", "throw", "play", "take_back", "take_back", "confirm", "enter"],
    *["correct", "correct", "correct", "rematch", "rename", "set_pace"],
]
Step = dict[str, object]
Script = dict[str, object]


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
    """A host of a table as on a device, which plays random requests of its people."""

    def __init__(self, game: Game, sheets: Sequence[str], seed: int) -> None:
        self.chance = random.Random(seed)
        self.lots = Lots(seed)
        self.samples = SAMPLES[game.key]
        self.now = START
        self.wish = self._wish(game, sheets)
        opening = new_opening(msgspec.convert(self.wish, NewTable), None, [BOT], self.now, self.lots)
        self.lots.drawn.insert(self.lots.drawn.index(opening.opened.table_id) + 1, opening.opened.code)
        self.table = self._begin(opening)
        self.due = Due()
        self.n_commands = 0
        self.attendance = first_attendance(self.table, self._moment())

    def _wish(self, game: Game, sheets: Sequence[str]) -> dict[str, object]:
        chance = self.chance
        dice = chance.choice(["seeded", "seeded", "seeded", "typed", "unknown"])
        seed = chance.getrandbits(40) if dice == "seeded" and chance.random() < 0.2 else None
        is_bot = [seat > 0 and dice != "unknown" and chance.random() < 0.3 for seat in range(len(sheets))]
        seats = [{"bot": BOT} if bot else {"name": f"P{seat}", "token": TOKEN} for seat, bot in enumerate(is_bot)]
        first = chance.choice([None, chance.randrange(len(sheets))])
        return {
            "game": game.public.name,
            "seats": seats,
            "sheets": list(sheets),
            "first": first,
            "dice": dice,
            "seed": seed,
            "pace": chance.choice([None, "fast", "normal", "slow"]),
            "clock": chance.choice([None, None, None, 10]),
            "auto_throw": dice == "seeded" and chance.random() < 0.5,
            "auto_pass": chance.random() < 0.5,
        }

    def _begin(self, opening: Opening) -> Table:
        self.seen_events = [plain(event) for event in opening.events]
        return opening.table()

    def _moment(self) -> Moment:
        return Moment(self.now, self.now)

    # Steps

    def handle(self, step: Step) -> list[object]:
        """Return the result of a step: events, the refusal, and the actions that are due afterwards."""
        self.now += cast("int", step["ms"])
        self.seen_events = []
        refused: object = None
        try:
            match step:
                case {"command": dict(asked), "held": list(held)}:
                    command = msgspec.convert(asked, commands.ANY_COMMAND)
                    who = Who(frozenset(held), self.attendance, self._moment(), self.lots, (BOT,))
                    self._write(decide(self.table, cast("commands.TableCommand", command), who).events)
                case {"bot": int(seat), "move": str(move)}:
                    self._write([events.Sealed(at=self.now, seat=seat, move=move, by="bot")])
                case {"there": list(seats)}:
                    there = frozenset(seats)
                    self.attendance = attend(self.table, self.attendance, there, len(there), self.now)
        except PaperdiceError as error:
            refused = {"error": type(error).__name__, **told(error)}
        self._settle()
        return [self.seen_events, refused, list(self.due.bots), self.due.look_at]

    def _write(self, new: Sequence[events.Event]) -> None:
        step = self.table.step
        for event in new:
            self.table.apply(event)
        self.seen_events += [plain(event) for event in new]
        self.attendance = keep_time(self.attendance, step, self.table, self.now)
        if self.table.next_match is not None:
            opening = next_opening(self.table, self.table.next_match)
            self.table = opening.table()
            self.seen_events += [plain(event) for event in opening.events]

    def _settle(self) -> None:
        while (due := find_due(self.table, self.attendance, self._moment(), self.lots)).events:
            self._write(due.events)
        self.due = due

    # Comparisons

    def glance(self) -> list[object]:
        """Return what is compared after each step."""
        table = self.table
        shown = [table.sequence, table.step, table.status, table.match.position(), table.match.n_entries]
        return [*shown, plain(table_facts(table, self.attendance, self.now))]

    def look(self) -> dict[str, object]:
        """Return everything that a device shows and stores."""
        table = self.table
        seats = (None, *range(table.match.seats))
        return {
            "glance": self.glance(),
            "notices": [plain(notice) for notice in table.notices],
            "record": record_of(table),
            "views": [view_of(table.match, seat) for seat in seats] if table.has_begun else [],
            "entry_list": [plain(entry) for entry in listed_entries(table)],
        }

    # Requests

    def next_step(self) -> Step:
        """Choose the next request: mostly one that advances the match."""
        chance = self.chance
        ms = chance.choice(PAUSES)
        if self.due.bots and chance.random() < 0.7:
            seat = chance.choice(self.due.bots)
            return {"ms": ms, "bot": seat, "move": chance.choice(self.table.match.choices(seat))}
        persons = self.table.persons
        if self.attendance.is_parked or chance.random() < 0.04:
            return {"ms": ms, "there": persons if chance.random() < 0.8 else []}
        self.n_commands += 1
        command = self._advance() if chance.random() < 0.7 else self._any_command()
        held = persons if chance.random() < 0.9 else chance.sample(persons, chance.randrange(len(persons) + 1))
        return {"ms": ms, "held": held, "command": {**command, "id": f"c{self.n_commands}"}}

    def _advance(self) -> dict[str, object]:
        table, chance = self.table, self.chance
        match, step = table.match, table.step
        if table.status == "lobby":
            return {"type": "start"}
        if table.status == "over":
            return {"type": "rematch", "ask": chance.random() < 0.5}
        if not match.has_dice:
            seat = chance.choice(table.persons)
            options = [text for text in match.choices(seat) if text != "miss"]
            return {"type": "enter", "seat": seat, "text": CLOSE if match.is_closing else (options or ["miss"])[0]}
        if match.dice_wanted:
            roll = self._roll() if table.setup.dice == "typed" else None
            return {"type": "throw", "seat": match.active, "step": step, "roll": roll}
        people = [seat for seat in match.acting if seat in table.persons]
        if not people:
            return {"type": "confirm", "seat": chance.choice(table.persons), "step": step}
        seat = chance.choice(people)
        choices = match.choices(seat)
        move = choices[chance.randrange(1 if len(choices) > 1 else 0, len(choices))]
        return {"type": "play", "seat": seat, "step": step, "move": move, "hold": chance.random() < 0.2}

    def _roll(self) -> str:
        faces = {die.name: die.faces for die in self.table.match.game.dice}
        return " ".join(self.chance.choice(faces[name]) for name in self.table.match.dice_wanted)

    def _any_command(self) -> dict[str, object]:
        chance, match = self.chance, self.table.match
        seat = chance.randrange(match.seats)
        kind = chance.choice(KINDS)
        step = max(0, self.table.step - (chance.random() < 0.1))
        if kind in ("start", "rematch"):
            return {"type": kind, **({"step": step} if kind == "start" and chance.random() < 0.5 else {})}
        if kind == "rename":
            return {"type": kind, "seat": seat, "name": chance.choice(["Zoë", "  a \u200b b ", "\u200b", "Σ" * 5])}
        if kind == "set_pace":
            return {"type": kind, "seat": seat, "pace": chance.choice(["fast", "normal", "slow"])}
        if kind == "enter":
            return {"type": kind, "seat": seat, "text": chance.choice([*self.samples, "miss", CLOSE, STALL])}
        if kind == "correct":
            return {"type": kind, "seat": seat, **self._correction()}
        asked: dict[str, object] = {"type": kind, "seat": seat, "step": step}
        if kind == "throw" and chance.random() < 0.5:
            asked["roll"] = chance.choice([roll for roll in ROLLS if roll])
        if kind == "play":
            asked["move"] = chance.choice(["-", "x", "keep", *self.samples])
        return asked

    def _correction(self) -> dict[str, object]:
        chance = self.chance
        places = list(self.table.match.history())
        if not places or chance.random() < 0.1:
            return {"roll": "w1", "turn": chance.choice([None, 3])}
        place = chance.choice(places)
        if place.throw:
            text = self.table.match.history()[place].text.split(" ")
            chance.shuffle(text)
            return {"roll": " ".join(text), "turn": place.turn, "throw": place.throw}
        move = chance.choice(["-", *self.samples])
        return {"move": move, "turn": place.turn, "phase": place.phase}


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


def play(game: Game, sheets: Sequence[str], seed: int, n_steps: int, every: int) -> tuple[Script, object]:
    """Return the replay data of a table for Node, and its state after each step."""
    device = Device(game, sheets, seed)
    steps, seen = list[Step](), list[object]([device.seen_events, device.look()])
    while len(steps) < n_steps:
        step = device.next_step()
        answer = device.handle(step)
        steps.append(step)
        seen.append([answer, device.look() if len(steps) % every == 0 else device.glance()])
    seen.append(device.look())
    script = {"wish": device.wish, "now": START, "drawn": device.lots.drawn, "every": every, "steps": steps}
    return script, json.loads(msgspec.json.encode(seen))


def play_in_node(folder: Path, scripts: Sequence[Script]) -> list[object]:
    """Return the states of the same tables when the translation hosts them."""
    lines = "".join(f"{json.dumps(script)}\n" for script in scripts)
    done = subprocess.run([NODE, PLAYER, folder], input=lines, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-3000:]
    return [json.loads(line) for line in done.stdout.splitlines()]
