"""Random matches and pads with many illegal requests, played by the library and by its translation in Node."""

from __future__ import annotations

import json
import random
import subprocess
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import cast

import msgspec

from paperdice.dice import SeededDice
from paperdice.errors import PaperdiceError
from paperdice.game import Game
from paperdice.history import MatchLike, Place, is_corrected
from paperdice.match import Match, read_position
from paperdice.pad import CLOSE, STALL, Pad, final_match
from paperdice.position import parse_sheet
from paperdice.record import parse_record
from paperdice.view_builder import view_of
from tests.translator.lockstep import NODE

PLAYER = Path(__file__).parent / "matches.mjs"
Step = list[object]
Script = dict[str, object]

# Moves of all forms of a game; most of them are illegal at most times.
SAMPLES = {
    "qwixx": ["r2", "r12", "y6", "g5", "b2", "b11"],
    "longo": ["r2", "r16", "y6", "b16", "*r3", "*b15", "r3"],
    "qwixx_family": ["r2", "r12", "y6", "b2", "ry5", "gb11", "x3:r3", "x9:b7", "g9>b", "r5>y"],
    "twenty_one": ["reroll", "w1", "k2 r3", "y4 w1", "w6 k6 r6 y6 g6 b6"],
    "qwantum": ["reroll w", "reroll w123456", "r6", "p12", "y3"],
    "sixto": ["reroll", "r1", "r4 y1", "y1 r4", "p6"],
}
ROLLS = ["w1", "r9", "r1 b2", "", "w1 w1 r1 y1 g1 b1 b1"]


def play(game: Game, sheets: Sequence[str], seed: int, every: int, most: int, *, is_pad: bool) -> tuple[Script, object]:
    """A random match or pad: its replay data for Node, and its state after each step.

    Everything is compared every few steps; after the others, the position, the record and the refusal.
    """
    chance = random.Random(seed)
    first = 0 if is_pad else chance.randrange(len(sheets))
    printed = [parse_sheet(game.public, sheet) for sheet in sheets]
    match: MatchLike = (
        Pad(game.public, len(sheets), printed) if is_pad else Match(game.public, len(sheets), printed, first)
    )
    steps, seen = list[Step](), list[object]([look(match)])
    while len(steps) < most and (not match.over or chance.random() < 0.8):
        step = wish(match, chance, SAMPLES[game.key])
        match, answer = handle(match, step)
        steps.append(step)
        seen.append([answer, look(match) if len(steps) % every == 0 else overview(match)])
    script = {"game": game.public.name, "sheets": list(sheets), "first": first, "every": every, "isPad": is_pad}
    return {**script, "steps": steps}, _plain([*seen, look(match)])


def wish(match: MatchLike, chance: random.Random, samples: Sequence[str]) -> Step:
    """Choose the next request: mostly one that advances the match."""
    if chance.random() < 0.75:
        return _advance_pad(match, chance) if isinstance(match, Pad) else advance(cast("Match", match), chance)
    seat = chance.choice([*range(match.seats), -1, 9])
    kinds = [
        "throw",
        "play",
        "hold",
        "take back",
        "resolve",
        "note",
        "correct",
        "seek",
        "find",
        "later",
        "copy",
        "enter",
    ]
    kind = chance.choice([*kinds, "why not", "record", "position", "forged record", "forged position"])
    match kind:
        case "throw":
            return ["throw", chance.choice(ROLLS)]
        case "play" | "hold":
            moves = list(match.choices(seat)) if 0 <= seat < match.seats and chance.random() < 0.5 else []
            return [kind, seat, chance.choice(moves or ["-", "x", "keep", "nonsense", *samples])]
        case "enter":
            return [kind, seat, chance.choice([*samples, "miss", STALL, "r1 r2"])]
        case "take back":
            return [kind, seat]
        case "note":
            return [kind, chance.choice(["", "a {long} look", "corrected"]), chance.choice([None, 41.5, -1.0, 7.0])]
        case "correct" | "seek":
            places = list(match.history())
            place = chance.choice(places) if places and chance.random() < 0.9 else Place(3, 0, "white", 7)
            return [kind, *place, *([_other_text(match, place, chance, samples)] if kind == "correct" else [])]
        case "find":
            throw = chance.randrange(3)
            return [kind, seat, chance.choice([None, 1, 2, 99]), throw, "" if throw else match.phase]
        case "why not":
            return [kind, seat, chance.randrange(7), chance.randrange(14)]
        case "forged record":
            return [kind, _damage(match.record(), chance)]
        case "forged position":
            return [kind, _damage(match.position(), chance)]
    return [kind]


def _damage(text: str, chance: random.Random) -> str:
    """Return a text with a letter removed, changed or doubled."""
    place, letter = chance.randrange(len(text) + 1), chance.choice("0123456789 |/.,-?#xrwyb{}@*[]\"'\\\n")
    return text[:place] + chance.choice(["", letter, letter + text[place : place + 1]]) + text[place + 1 :]


def _other_text(match: MatchLike, place: Place, chance: random.Random, samples: Sequence[str]) -> str:
    if chance.random() < 0.2:
        return chance.choice([*samples, *ROLLS])
    if not place.throw:
        try:
            return chance.choice(next(found for found in match.seek_choices(place) if found is not None))
        except PaperdiceError:
            return "-"
    faces = match.history()[place].text.split(" ")
    drawn = (
        Match(match.game, match.seats, list(match.sheets)).draw_roll(SeededDice(chance.randrange(1 << 32))).split(" ")
    )
    # A second throw has fewer dice: these faces in another order may be refused.
    return " ".join(drawn if len(drawn) == len(faces) else reversed(faces))


def advance(match: Match, chance: random.Random) -> Step:
    """Throw the wanted dice, or choose a move for a seat; passes are rare, so that matches end."""
    if match.dice_wanted:
        return ["throw", match.draw_roll(SeededDice(chance.getrandbits(32)))]
    if not match.acting:
        return ["resolve"]
    seat = chance.choice(match.acting)
    choices = match.choices(seat)
    return [
        "play",
        seat,
        choices[chance.randrange(1 if len(choices) > 1 and chance.random() < 0.8 else 0, len(choices))],
    ]


def _advance_pad(pad: Pad, chance: random.Random) -> Step:
    """Choose low numbers, so that rows lock; while a row locks, others write there if they can."""
    seat = chance.randrange(pad.seats)
    options = list(pad.options(seat))
    if pad.is_closing and (not options or chance.random() < 0.4):
        return ["enter", seat, CLOSE]
    return ["enter", seat, chance.choice((options[:6] if chance.random() < 0.8 else options) or ["miss"])]


def handle(match: MatchLike, step: Step) -> tuple[MatchLike, object]:
    """Return the match after a step, and its result or refusal."""
    try:
        return _execute(match, step)
    except PaperdiceError as error:
        return match, {"error": type(error).__name__, **told(error)}


def told(error: PaperdiceError) -> dict[str, object]:
    """Return the reason of an error; a quoted error is English here, and an id in the translation."""
    reason = error.reason.as_dict()
    return {
        **reason,
        "params": {name: value for name, value in reason["params"].items() if name not in ("why", "message")},
    }


def _execute(match: MatchLike, step: Step) -> tuple[MatchLike, object]:  # noqa: C901
    one = cast("Match", match)
    match step:
        case ["throw", str(roll)]:
            one.throw(roll)
        case ["play" | "hold" as kind, int(seat), str(move)]:
            one.play(seat, move, hold=kind == "hold")
        case ["enter", int(seat), str(text)]:
            one.enter(seat, text)
        case ["take back", int(seat)]:
            one.take_back(seat)
        case ["resolve"]:
            one.resolve()
        case ["note", str(comment), clock]:
            one.note(comment, cast("float | None", clock))
        case ["correct", *place, str(text)]:
            made = one.corrected(Place(*place), text)  # type: ignore[arg-type]
            return made.match, [made.was, made.n_reentered]
        case ["seek", *place]:
            return one, list(one.seek_choices(Place(*place)))  # type: ignore[arg-type]
        case ["find", int(seat), turn, int(throw), str(phase)]:
            return one, list(one.find_place(seat, cast("int | None", turn), throw, phase))
        case ["later"]:
            return one, [one.enter_later(), one.take_notes()]
        case ["why not", int(seat), int(row), int(cell)]:
            why = one.why_not(seat, row, cell) if _is_cell(one, seat, row, cell) else None
            return one, None if why is None else why.as_dict()
        case ["copy"]:
            return one.copy(), None
        case ["record"]:
            return final_match(parse_record(one.record())), None
        case ["forged record", str(text)]:
            return one, final_match(parse_record(text)).position()
        case ["position"]:
            return read_stand(one, one.position()), None
        case ["forged position", str(text)]:
            return one, read_stand(one, text).position()
    return one, None


def read_stand(match: MatchLike, text: str) -> MatchLike:
    """Read a position of a match or of a pad."""
    return read_position(text) if match.has_dice else Pad.from_position(text)


def _is_cell(match: MatchLike, seat: int, row: int, cell: int) -> bool:
    """Whether a cell exists; pads are not asked for others."""
    if match.has_dice or not 0 <= seat < match.seats:
        return True
    rows = match.sheets[seat].rows
    return row < len(rows) and cell < len(rows[row])


def overview(match: MatchLike) -> list[object]:
    """Return what is compared after each step."""
    return [match.position(), match.record(), match.record(False), match.n_entries, match.n_later, match.is_waiting]


def look(match: MatchLike) -> dict[str, object]:
    """Everything that a host can ask."""
    return {
        "overview": overview(match),
        "views": [view_of(match, seat) for seat in (None, *range(match.seats))],
        "history": [[*place, *_shown(place, entry)] for place, entry in match.history().items()],
        "walked": [[*place, *_shown(place, entry)] for place, entry in match.walk_history()],
        "active": [match.active_at(place) for place in match.history()],
        "asked": [[*place, entry.text, told(error)] for place, entry, error in match.asked],
        "more": [match.throw_number, match.has_dice, match.is_closing, match.names],
    }


def _shown(place: Place, entry: object) -> Iterator[object]:
    yield from (getattr(entry, name) for name in ("text", "clock", "comment", "forced"))
    yield is_corrected(place, entry)  # type: ignore[arg-type]


def _plain(seen: object) -> object:
    return json.loads(msgspec.json.encode(seen))


def play_in_node(folder: Path, scripts: Sequence[Script]) -> list[object]:
    """Return the results of the translation for the same matches."""
    lines = "".join(f"{json.dumps(script)}\n" for script in scripts)
    done = subprocess.run([NODE, PLAYER, folder], input=lines, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-3000:]
    return [json.loads(line) for line in done.stdout.splitlines()]
