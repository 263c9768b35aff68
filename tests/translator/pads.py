"""Random pads written by the library and, entry by entry, by the page's own pad in Node."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Sequence
from copy import deepcopy
from pathlib import Path

import msgspec

from paperdice.errors import PaperdiceError
from paperdice.game import Game
from paperdice.history import PAD_PHASE, PASS_TEXT, MatchLike, Place
from paperdice.pad import CLOSE, STALL, Pad
from paperdice.position import parse_sheet
from paperdice.server.live.sight import own_view
from paperdice.sight import Sight
from paperdice.view import QUIET_KEYS
from tests.translator.matches import SAMPLES, Script

PLAYER = Path(__file__).parent / "pads.mjs"
N_CORRECTIONS, N_CELLS = 2, 3


def write(game: Game, sheets: Sequence[str], seed: int, most: int = 400) -> tuple[Script, dict[str, object]]:
    """A random pad: what Node needs to write it again, and what is seen of it at some moments.

    Seats write low numbers as a rule, so that rows lock and matches end; while a row locks, they write
    there if they can.
    """
    chance = random.Random(seed)
    pad = Pad(game.public, len(sheets), [parse_sheet(game.public, sheet) for sheet in sheets])
    rows = pad.sheets[0].rows
    cells = [(row, cell) for row, printed in enumerate(rows) for cell in range(len(printed))]
    cells = chance.sample(cells, N_CELLS)
    tries = [chance.choice(SAMPLES[game.key]), "nonsense", "r2 r3", CLOSE, STALL]
    frames, looked, locking = [look(pad, 0, cells, tries)], list[int](), -2
    while not pad.over and len(pad.entries) < most:
        seat = chance.randrange(len(sheets))
        places = pad.options(seat)
        options = [text for text, place in places.items() if place.row == locking] or list(places)
        is_close = pad.is_closing and (not options or chance.random() < 0.4)
        if not options and not is_close:
            break
        text = CLOSE if is_close else _low(options, chance)
        was_closing = pad.is_closing
        pad.enter(seat, text)
        locking = -2 if not pad.is_closing else locking if was_closing else places[text].row
        if pad.end_reason or pad.is_closing or was_closing or chance.random() < 0.04:
            looked.append(len(pad.entries) - 1)
            frames.append(look(pad, seat, cells, tries))
    wrong = [chance.randrange(len(pad.entries)) for _ in range(N_CORRECTIONS)]
    wishes = [(pad.entries[n].seat, n + 1, _other(pad, n, chance)) for n in wrong]
    script: Script = {"game": game.key, "sheets": list(sheets), "cells": cells, "tries": tries}
    script |= {"entries": pad.entries, "looked": looked, "corrections": wishes}
    return script, {"frames": frames, "corrected": _plain(correct(pad, wishes)), "record": pad.record()}


def _low(options: Sequence[str], chance: random.Random) -> str:
    """One of the first options as a rule: marks from the left fill a row."""
    return chance.choice(options[:6] if chance.random() < 0.8 else options)


def _other(pad: Pad, number: int, chance: random.Random) -> str:
    """Another text for an entry, or nothing."""
    entry = pad.entries[number]
    if entry.text == CLOSE:
        return PASS_TEXT
    return chance.choice(choices_at(pad, Place(number + 1, 0, PAD_PHASE, entry.seat)))


def choices_at(match: MatchLike, place: Place) -> tuple[str, ...]:
    """What a seat could have entered at a place of the history."""
    return next(found for found in match.seek_choices(place) if found is not None)


def correct(pad: Pad, wishes: Sequence[tuple[int, int, str]]) -> list[object]:
    """What one correction after another makes of a pad, or why it cannot be."""
    told: list[object] = []
    for seat, number, text in wishes:
        try:
            place = Place(number, 0, PAD_PHASE, seat)
            choices, made = choices_at(pad, place), pad.corrected(place, text).match
            assert isinstance(made, Pad)
            pad = made
        except PaperdiceError as error:
            told.append(error.reason.as_dict())
        else:
            again = [[at.turn, at.seat, entry.text, error.reason.as_dict()] for at, entry, error in pad.asked]
            told.append({"choices": choices, "entries": pad.entries, "again": again})
    return told


def look(pad: Pad, seat: int, cells: Sequence[tuple[int, int]], tries: Sequence[str]) -> object:
    """What lies open, what a seat may enter, why it may not mark cells, and why some texts are refused."""
    view = deepcopy(Sight(pad).view)  # cells are shared
    for cell in [cell for sheet in view["sheets"] for row in sheet["rows"] for cell in row["cells"]]:
        for key in [key for key in QUIET_KEYS if key in cell and not cell.get(key)]:
            del cell[key]
    reasons = [pad.why_not(seat, row, cell) for row, cell in cells]
    return _plain(
        {
            "open": view,
            "closing": pad.is_closing,
            "own": own_view(pad, seat),
            "reasons": [None if why is None else why.as_dict() for why in reasons],
            "refused": [_refusal(pad.check_entry, seat, text) for text in tries],
        }
    )


def _refusal(check: Callable[[int, str], None], seat: int, text: str) -> object:
    try:
        check(seat, text)
    except PaperdiceError as error:
        return error.reason.as_dict()
    return None


def _plain(told: object) -> object:
    return json.loads(msgspec.json.encode(told))
