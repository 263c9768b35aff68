"""Real positions of the Qwixx family for the gallery: one for each kind of sheet, showing its special feature."""

from __future__ import annotations

import functools
import json
import random
from collections.abc import Callable

import paperdice
from paperdice.view_builder import open_view, own_view
from tests.browser.gallery import Scene

# The pencilled move that shows the special feature of a sheet.
SPECIAL: dict[str, Callable[[paperdice.Match, str], bool]] = {
    "mixx-a": lambda match, move: move != "-" and match.active == 2,
    "double-a": lambda match, move: any(
        cell["mark"] == move and cell["written"] == 1
        for row in paperdice.view_of(match, 0)["sheets"][0]["rows"]
        for cell in row["cells"]
    ),
    "double-b": lambda match, move: move != "-",
    "steps-a": lambda match, move: move != "-",
    "chain-a": lambda match, move: forces(match, move, 1),
    "bonus-a": lambda match, move: forces(match, move, 2),
    "bonus-b": lambda match, move: ">" in move,
    "big-points": lambda match, move: move.startswith(("ry", "gb")),
    "x-change": lambda match, move: move.startswith("x"),
    "longo-1": lambda match, move: move.startswith("*"),
}


def game_of(sheet: str) -> str:
    """Return the game of a sheet."""
    return "longo" if sheet.startswith("longo") else "qwixx"


def forces(match: paperdice.Match, move: str, least: int) -> bool:
    """Return whether a move forces marks in at least `least` other cells."""
    rows = paperdice.view_of(match, 0)["sheets"][0]["rows"]
    return any(cell["mark"] == move and len(cell.get("also", [])) >= least for row in rows for cell in row["cells"])


@functools.cache
def find_position(sheet: str, seats: int) -> tuple[paperdice.Match, str]:
    """Return a match in which seat 0 can make such a move in a white phase, and the move."""
    for seed in range(2_000):
        rng, dice = random.Random(seed), paperdice.SeededDice(seed)
        match = paperdice.Match(paperdice.find_game(game_of(sheet)), seats, [sheet])
        while not match.over and match.turn < 14:
            if match.dice_wanted:
                match.throw(dice)
                continue
            if match.turn > 7 and match.phase == "white":
                for move in match.choices(0):
                    if len(match.choices(0)) > 2 and SPECIAL[sheet](match, move):
                        return match, move
            for seat in match.acting:
                moves = match.choices(seat)
                match.play(seat, rng.choice(moves[1:] or moves))
    raise LookupError(sheet)


def family_scenes(*sheets: str, mode: str = "own", seats: int = 3) -> list[Scene]:
    """Return a scene for each of these sheets, or for each kind of sheet, before and after the first tap."""
    scenes: list[Scene] = []
    for sheet in sheets or SPECIAL:
        match, move = find_position(sheet, seats)
        own = [own_view(match, seat) for seat in range(seats)]
        position = {"open": open_view(match), "own": own, "pencil": [move]}
        for moment in ("open", "pencil"):
            scene = {"game": game_of(sheet), "mode": mode, "seats": seats, "moment": moment, "sheet": sheet}
            scenes.append({**scene, "position": json.loads(json.dumps(position))})
    return scenes
