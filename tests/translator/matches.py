"""Random matches played by the library and, step by step, by the page's own flow of a match in Node."""

from __future__ import annotations

import json
import random
import subprocess
from collections.abc import Callable, Sequence
from copy import deepcopy
from pathlib import Path

import msgspec

from paperdice.dice import SeededDice
from paperdice.errors import PaperdiceError, ReasonView
from paperdice.game import Game
from paperdice.match import Match
from paperdice.position import parse_sheet
from paperdice.server.live.sight import own_view
from paperdice.sight import Sight
from paperdice.view import QUIET_KEYS
from tests.translator.lockstep import NODE

PLAYER = Path(__file__).parent / "matches.mjs"
Step = tuple[str, int, str]
Script = dict[str, object]


def play(game: Game, sheets: Sequence[str], seed: int, every: int) -> tuple[Script, dict[str, object]]:
    """A random match: what Node needs to play it again, and what is seen at its start, its end and every few steps."""
    chance = random.Random(seed)
    first = chance.randrange(len(sheets))
    match = Match(game.public, len(sheets), [parse_sheet(game.public, sheet) for sheet in sheets], first)
    match.headers["Player0"] = 'A "b" \\'
    moves, rolls = sorted({"-", "x", "keep", "nonsense", *SAMPLES[game.key]}), ["w1", "r9", "r1 b2", ""]
    script: Script = {"game": game.key, "sheets": list(sheets), "first": first, "moves": moves, "rolls": rolls}
    script["every"] = every
    frames, steps = [look(match, moves, rolls)], list[Step]()
    while not match.over:
        steps.append(advance(match, chance))
        if len(steps) % every == 0:
            frames.append(look(match, moves, rolls))
    if len(steps) % every:
        frames.append(look(match, moves, rolls))
    return {**script, "steps": steps}, {"frames": frames, "record": match.record(sealed=False)}


def advance(match: Match, chance: random.Random) -> Step:
    """Throws the wanted dice, or lets a seat choose; passing is rare, so that matches have an end."""
    if match.dice_wanted:
        roll = match.draw_roll(SeededDice(chance.getrandbits(32)))
        match.throw(roll)
        return "throw", match.active, roll
    seat = chance.choice(match.acting)
    choices = match.choices(seat)
    move = choices[chance.randrange(1 if len(choices) > 1 and chance.random() < 0.8 else 0, len(choices))]
    match.play(seat, move)
    return "play", seat, move


# Moves of all forms that a game knows; most of them are refused at most times.
SAMPLES = {
    "qwixx": ["r2", "r12", "y6", "g5", "b2", "b11"],
    "longo": ["r2", "r16", "y6", "b16", "*r3", "*b15", "r3"],
    "qwixx_family": ["r2", "r12", "y6", "b2", "ry5", "gb11", "x3:r3", "x9:b7", "g9>b", "r5>y"],
    "twenty_one": ["reroll", "w1", "k2 r3", "y4 w1", "w6 k6 r6 y6 g6 b6"],
    "qwantum": ["reroll w", "reroll w123456", "r6", "p12", "y3"],
    "sixto": ["reroll", "r1", "r4 y1", "y1 r4", "p6"],
}


def look(match: Match, moves: Sequence[str], rolls: Sequence[str]) -> dict[str, object]:
    """What lies open, what each seat may do, why it may not mark cells, and why some moves and rolls are refused."""
    seats = range(match.seats)
    reasons = [
        [[_told(match.why_not(seat, row, cell)) for cell in range(len(printed))] for row, printed in enumerate(rows)]
        for seat, rows in enumerate(sheet.rows for sheet in match.sheets)
    ]
    refused = [[_refusal(match.check_move, seat, move) for move in moves] for seat in seats]
    refused.append([_refusal(match.check_roll, roll) for roll in rolls])
    own = [own_view(match, seat) for seat in seats]
    view = deepcopy(Sight(match).view)  # cells are shared
    for cell in [cell for sheet in view["sheets"] for row in sheet["rows"] for cell in row["cells"]]:
        for key in [key for key in QUIET_KEYS if key in cell and not cell.get(key)]:
            del cell[key]
    told = {"open": view, "own": own, "reasons": reasons, "refused": refused}
    return dict(json.loads(msgspec.json.encode(told)))


def _told(reason: object) -> object:
    return None if reason is None else reason.as_dict()  # type: ignore[attr-defined]


def _refusal(check: Callable[..., None], *words: object) -> ReasonView | None:
    try:
        check(*words)
    except PaperdiceError as error:
        return error.reason.as_dict()
    return None


def play_in_node(folder: Path, scripts: Sequence[Script], player: Path = PLAYER) -> list[dict[str, object]]:
    """What the page sees of the same matches."""
    lines = "".join(f"{json.dumps(script)}\n" for script in scripts)
    done = subprocess.run([NODE, player, folder], input=lines, capture_output=True, text=True, check=True)
    return [json.loads(line) for line in done.stdout.splitlines()]
