"""Random requests to a table: one table of their kinds, with the odds of each."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import NamedTuple

from paperdice.dice import SeededDice
from paperdice.errors import PaperdiceError
from paperdice.flow.attendance import Attendance
from paperdice.flow.clock import Due
from paperdice.flow.table import Table
from paperdice.history import MatchLike, Place
from paperdice.match import Match
from paperdice.pad import CLOSE, MISS, STALL, Pad
from tests.translator.matches import ROLLS, SAMPLES

Step = dict[str, object]
# Most requests follow at once; others come when a pause, a clock or a move on hold is about to end, or has ended.
PAUSES = [0, 0, 0, 0, 40, 450, 900, 1500, 2500, 5000, 11_000, 16_000, 61_000]
PACES = ["fast", "normal", "slow"]
NAMES = ["Zoë", "P0", "P1", "  a \u200b b ", "\u200b", "Σ" * 5]


class Scene(NamedTuple):
    """A table as the people there see it when they choose a request."""

    table: Table
    attendance: Attendance
    due: Due
    chance: random.Random

    @property
    def match(self) -> MatchLike:
        """The match of the table."""
        return self.table.match

    @property
    def samples(self) -> list[str]:
        """Moves of the game, most of which are illegal at most times."""
        return SAMPLES[self.match.game.key]

    def any_seat(self) -> int:
        """Return a random seat, which may belong to a bot."""
        return self.chance.randrange(self.match.seats)

    def any_step(self) -> int:
        """Return the step of the table, or rarely the one before."""
        return max(0, self.table.step - (self.chance.random() < 0.1))


Make = Callable[[Scene], Step]


class Odds(NamedTuple):
    """How often a kind of request is chosen: before, during and after the match, and while entries are asked again."""

    lobby: int
    playing: int
    waiting: int
    over: int


# Requests that advance a match


def carry_on(scene: Scene) -> Step:
    """Return the request that the match waits for; of the moves a pass is the least likely."""
    table, chance, match = scene.table, scene.chance, scene.match
    if table.status == "lobby":
        return {"type": "start"}
    if table.status == "over":
        return again(scene)
    if isinstance(match, Pad):
        return _mark(scene, match)
    if match.dice_wanted:
        seat = match.active if match.active in table.persons else table.persons[0]
        return {"type": "throw", "seat": seat, "step": table.step, "roll": _typed_roll(scene)}
    people = [seat for seat in match.acting if seat in table.persons]
    if not people:
        seat = chance.choice(sorted(table.on_hold) or table.persons)
        return {"type": "confirm", "seat": seat, "step": table.step}
    seat = chance.choice(people)
    choices = match.choices(seat)
    move = choices[chance.randrange(1 if len(choices) > 1 and chance.random() < 0.8 else 0, len(choices))]
    return {"type": "play", "seat": seat, "step": table.step, "move": move, "hold": chance.random() < 0.2}


def _typed_roll(scene: Scene) -> str | None:
    """Return a roll of real dice, and rarely one at a table that throws the dice itself."""
    is_typed = scene.table.setup.dice == "typed" or scene.chance.random() < 0.15
    return scene.match.draw_roll(_random_dice(scene.chance)) if is_typed else None


def _random_dice(chance: random.Random) -> SeededDice:
    return SeededDice(chance.getrandbits(32))


def _mark(scene: Scene, pad: Pad) -> Step:
    """Mark one of the first cells, so that rows lock, or take a miss, so that the match ends."""
    chance = scene.chance
    seat = chance.choice(scene.table.persons)
    options = list(pad.options(seat))
    if pad.is_closing and (not options or chance.random() < 0.7):
        return {"type": "done", "seat": seat, "is_done": chance.random() < 0.9}
    text = MISS if not options or chance.random() < 0.3 else chance.choice(options[:4])
    return {"type": "enter", "seat": seat, "text": STALL if chance.random() < 0.05 else text}


def again(_: Scene) -> Step:
    """Ask for the next match."""
    return {"type": "again"}


def plan_next(scene: Scene) -> Step:
    """Plan the next match of the same game, the only one whose modules are loaded."""
    chance, table = scene.chance, scene.table
    return {
        "type": "plan_next",
        "game": table.setup.game,
        "sheets": chance.choice([None, list(table.setup.sheets), list(table.setup.sheets[:1])]),
        "bots": ["casual"] * chance.choice([0, 0, 1, 2]),
        "out": chance.sample(range(len(table.seats)), chance.randrange(2)),
        "step": chance.choice([None, scene.any_step()]),
    }


def sit_out(scene: Scene) -> Step:
    """Sit out the next match, or play after all."""
    return {"type": "sit_out", "seat": scene.any_seat(), "plays": scene.chance.random() < 0.4}


# Corrections


def correct(scene: Scene) -> Step:
    """Correct an entry."""
    chance, history = scene.chance, scene.match.history()
    seat = chance.choice(scene.table.persons)
    if not history or chance.random() < 0.05:
        return {"type": "correct", "seat": seat, "roll": "w1", "turn": chance.choice([None, 3])}
    place = _place_to_correct(scene, list(history))
    is_same = scene.match.is_waiting and chance.random() < 0.6
    text = history[place].text if is_same else _other_text(scene, place, history[place].text)
    if place.throw:
        return {"type": "correct", "seat": seat, "roll": text, "turn": place.turn, "throw": place.throw}
    seat = seat if chance.random() < 0.1 else place.seat
    return {"type": "correct", "seat": seat, "move": text, "turn": place.turn, "phase": place.phase}


def _place_to_correct(scene: Scene, places: list[Place]) -> Place:
    """Return an entry that many others follow, and at the end one of the last, so that the match goes on.

    While entries are asked again, it is one that waits for them.
    """
    chance, n = scene.chance, len(places)
    if scene.match.over and chance.random() < 0.4:
        return ([place for place in places if place.throw] or places)[-1]
    later = [place for place in places if isinstance(scene.match, Match) and place in scene.match.later]
    if later or scene.match.over:
        return chance.choice(later or places[-4:])
    return chance.choice(places[: 1 + n // 2] if chance.random() < 0.7 else places)


def _other_text(scene: Scene, place: Place, was: str) -> str:
    """Return a text to correct an entry with: mostly one that is possible there."""
    match, chance = scene.match, scene.chance
    if chance.random() < 0.15:
        return chance.choice([*scene.samples, *filter(None, ROLLS)])
    if not place.throw:
        try:
            return chance.choice(next(found for found in match.seek_choices(place) if found is not None))
        except PaperdiceError:
            return "-"
    faces = was.split(" ")
    blank = Match(match.game.public, match.seats, list(match.sheets))
    drawn = blank.draw_roll(_random_dice(chance)).split(" ")
    # A second throw has fewer dice: these faces in another order may be refused.
    return " ".join(drawn if len(drawn) == len(faces) else reversed(faces))


# Requests that are refused most of the time


def throw(scene: Scene) -> Step:
    """Throw, at any time and by anyone, the dice of the table or typed ones, whoever throws them."""
    chance, match = scene.chance, scene.match
    is_wanted = match.has_dice and bool(match.dice_wanted) and chance.random() < 0.7
    roll = match.draw_roll(_random_dice(chance)) if is_wanted else chance.choice([None, *ROLLS])
    seat = match.active if is_wanted else scene.any_seat()
    return {"type": "throw", "seat": seat, "step": scene.any_step(), **({"roll": roll} if roll else {})}


def play(scene: Scene) -> Step:
    """Play any move."""
    move = scene.chance.choice(["-", "x", "keep", *scene.samples])
    return {"type": "play", "seat": scene.any_seat(), "step": scene.any_step(), "move": move}


def enter(scene: Scene) -> Step:
    """Make any entry, as at a pad."""
    text = scene.chance.choice([*scene.samples, MISS, CLOSE, STALL])
    return {"type": "enter", "seat": scene.any_seat(), "text": text}


def take_back(scene: Scene) -> Step:
    """Take a move back, mostly a sealed one."""
    chance, sealed = scene.chance, scene.match.answered
    seat = chance.choice(list(sealed)) if sealed and chance.random() < 0.8 else scene.any_seat()
    return {"type": "take_back", "seat": seat, "step": scene.any_step()}


def confirm(scene: Scene) -> Step:
    """Confirm a move, on hold or not."""
    return {"type": "confirm", "seat": scene.any_seat(), "step": scene.any_step()}


def start(scene: Scene) -> Step:
    """Start the match, sometimes at a certain step."""
    return {"type": "start", **({"step": scene.any_step()} if scene.chance.random() < 0.5 else {})}


def rename(scene: Scene) -> Step:
    """Change a name, sometimes to one that does not show."""
    return {"type": "rename", "seat": scene.any_seat(), "name": scene.chance.choice(NAMES)}


def stop(scene: Scene) -> Step:
    """Agree to stop the match, or withdraw the agreement."""
    return {"type": "stop", "seat": scene.any_seat(), "agreed": scene.chance.random() < 0.5}


def done(scene: Scene) -> Step:
    """Say done at a pad, or take it back."""
    return {"type": "done", "seat": scene.any_seat(), "is_done": scene.chance.random() < 0.7}


def set_pace(scene: Scene) -> Step:
    """Change the pace of the table."""
    return {"type": "set_pace", "seat": scene.any_seat(), "pace": scene.chance.choice(PACES)}


def list_entries(scene: Scene) -> Step:
    """Request all entries, mostly with the moves that were legal at one of them."""
    chance, places = scene.chance, list(scene.match.history())
    place = chance.choice([None, None, *places, Place(3, 0, "white", 0), Place(1, 0, "pad", 0)])
    if place is None or place.throw:
        return {"type": "list_entries"}
    seat = scene.any_seat() if chance.random() < 0.1 else place.seat
    return {"type": "list_entries", "seat": seat, "turn": place.turn, "phase": place.phase}


def attend(scene: Scene) -> Step:
    """Open the table on the device that all people share, or close it."""
    return {"type": "attend", "seats": scene.table.persons if scene.chance.random() < 0.7 else []}


def _some(seats: list[int], chance: random.Random) -> list[int]:
    return sorted(chance.sample(seats, chance.randrange(len(seats) + 1)))


REQUESTS: dict[Make, Odds] = {
    carry_on: Odds(60, 60, 30, 2),
    again: Odds(1, 1, 1, 14),
    plan_next: Odds(0, 0, 0, 2),
    sit_out: Odds(0, 0, 0, 2),
    correct: Odds(1, 15, 60, 30),
    list_entries: Odds(1, 3, 3, 3),
    take_back: Odds(1, 12, 3, 1),
    confirm: Odds(1, 3, 3, 1),
    throw: Odds(1, 6, 3, 1),
    play: Odds(1, 3, 3, 1),
    enter: Odds(1, 3, 3, 1),
    start: Odds(2, 1, 1, 1),
    rename: Odds(1, 1, 1, 1),
    set_pace: Odds(1, 1, 1, 1),
    stop: Odds(1, 1, 1, 1),
    done: Odds(1, 2, 1, 1),
    attend: Odds(2, 3, 3, 4),
}


def choose_step(scene: Scene, command_id: str) -> Step:
    """Return the next step of a table: a command with the seats of its sender, a move of a bot, or people who come."""
    table, chance, due = scene.table, scene.chance, scene.due
    ms = chance.choice(PAUSES)
    if due.bots and chance.random() < 0.7:
        seat = chance.choice(due.bots)
        return {"ms": ms, "bot": seat, "move": chance.choice(table.match.choices(seat))}
    if scene.attendance.is_parked and chance.random() < 0.9:
        return {"ms": ms, "there": table.persons}
    moment = "waiting" if table.status == "playing" and table.match.is_waiting else table.status
    odds = [getattr(each, moment) for each in REQUESTS.values()]
    (make,) = chance.choices(list(REQUESTS), odds)
    request = make(scene)
    if request["type"] == "attend":
        return {"ms": ms, "there": request["seats"]}
    # The next match is a matter of everyone at the device.
    is_next = request["type"] in ("again", "plan_next")
    held = table.persons if is_next or chance.random() < 0.9 else _some(table.persons, chance)
    named = request if request["type"] == "list_entries" else {**request, "id": command_id}
    return {"ms": ms, "held": held, "command": named}
