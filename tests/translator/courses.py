"""Random matches whose entries are put right by the server's course and by the page's own in Node."""

from __future__ import annotations

import json
import random
from collections.abc import Sequence
from pathlib import Path

import msgspec

from paperdice.dice import SeededDice
from paperdice.errors import PaperdiceError
from paperdice.game import Game
from paperdice.history import History, Place, correct_entry
from paperdice.match import Match, rebuild
from paperdice.position import parse_sheet
from tests.translator.matches import Script, Step, advance
from tests.translator.pads import choices_at

PLAYER = Path(__file__).parent / "courses.mjs"
N_CORRECTIONS = 6


def play(game: Game, sheets: Sequence[str], seed: int, n_steps: int = 60) -> tuple[Script, dict[str, object]]:
    """A random match and some corrections: what Node needs to do the same, and what comes of them."""
    chance = random.Random(seed)
    match, steps = Match(game.public, len(sheets), [parse_sheet(game.public, sheet) for sheet in sheets]), list[Step]()
    while not match.over and len(steps) < n_steps:
        steps.append(advance(match, chance))
    course = match.entries()
    wishes = [_wish(match, course, place, chance) for place in chance.sample(list(course), N_CORRECTIONS)]
    script: Script = {
        "game": game.key,
        "sheets": list(sheets),
        "first": 0,
        "steps": steps,
        "corrections": [[*place, text] for place, text in wishes],
    }
    told = {
        "course": [[*place, entry.text] for place, entry in course.items()],
        "corrected": [correct(match, course, place, text) for place, text in wishes],
    }
    return script, dict(json.loads(msgspec.json.encode(told)))


def _wish(match: Match, course: History, place: Place, chance: random.Random) -> tuple[Place, str]:
    """Another roll of the same dice, or another move that the seat could have played."""
    if not place.throw:
        return place, chance.choice(choices_at(match, place))
    dice = SeededDice(chance.randrange(1 << 32))
    faces = course[place].text.split(" ")
    drawn = Match(match.game, match.seats, list(match.sheets)).draw_roll(dice).split(" ")
    # A second throw has fewer dice: its faces stay, turned about, and may be refused.
    return place, " ".join(drawn if len(drawn) == len(faces) else reversed(faces))


def correct(match: Match, course: History, place: Place, text: str) -> dict[str, object]:
    """What a correction makes of a match, or why it cannot be."""
    choices = [] if place.throw else list(choices_at(match, place))
    try:
        made = rebuild(match, correct_entry(course, place, text), place)
    except PaperdiceError as error:
        return {"choices": choices, "why": error.reason.as_dict()}
    return {
        "choices": choices,
        "record": made.record(sealed=False),
        "sealed": [[seat, made.sealed(seat)] for seat in made.answered],
        "later": [[*at, entry.text] for at, entry in made.later.items()],
        "again": [[*at, entry.text, error.reason.as_dict()] for at, entry, error in made.asked],
    }
