"""What one seat may see of a match, and what it may do, as plain values for every shell and bot."""

from __future__ import annotations

from typing import Any

from paperdice.errors import Reason
from paperdice.match import Match
from paperdice.rulekit import CellState

Plain = dict[str, Any]
_STATES = tuple(state.name.lower() for state in sorted(CellState))


def view_of(match: Match, seat: int | None) -> Plain:
    """Gives everything that this seat may see, its choices among it; None is a spectator, who sees what lies open."""
    own = own_frame(match, seat)  # refuses a seat that does not exist
    sheets = [open_sheet(match, other) for other in range(match.seats)]
    if seat is not None:
        add_prospects(match, sheets[seat])
    return {**open_frame(match), **own, "sheets": sheets}


def open_frame(match: Match) -> Plain:
    """Gives what everyone may see around the sheets."""
    return {
        "game": match.game.name,
        "title": match.game.title,
        "rules": match.game.version,
        "seats": match.seats,
        "first": match.first,
        "turn": match.turn,
        "phase": match.phase,
        "active": match.active,
        "acting": list(match.acting),
        "answered": list(match.answered),
        "roll": match.roll,
        "dice_wanted": list(match.dice_wanted),
        "dice": _dice(match),
        "over": match.over,
        "end_reason": match.end_reason,
        "winners": list(match.winners),
        "scores": list(match.scores),
        "position": match.position(),
    }


def own_frame(match: Match, seat: int | None) -> Plain:
    """Gives what only this seat may see around the sheets."""
    if seat is None:
        return {"seat": None, "sealed": None, "choices": [], "pass": None}
    return {
        "seat": seat,
        "sealed": match.sealed(seat),
        "choices": list(match.choices(seat)),
        "pass": _price(match, seat),
    }


def _dice(match: Match) -> list[Plain]:
    """Gives all dice of the game in order, whether they lie, are wanted or have retired."""
    drawn = []
    wanted = match.game.rules.dice_wanted(match.raw.state)
    for die in match.game.dice:
        face = int(match.raw.state.dice[die.index])
        text = die.faces[face - 1] if face else None
        state = "lying" if face else "wanted" if wanted >> die.index & 1 else "retired"
        drawn.append(
            {
                "name": die.name,
                "face": text,
                "color": text[0] if text else die.name if die.name.isalpha() else None,
                "pips": int(text[1:]) if text else None,
                "state": state,
                "faces": list(die.faces),
            }
        )
    return drawn


def _price(match: Match, seat: int) -> Plain | None:
    """Gives what marking nothing costs this seat, now or at the end of the turn."""
    price: Plain | None = match.game.notation.quiet_price(match.raw.state, seat)
    return price and {**price, "now": bool(price["now"])}


def open_sheet(match: Match, seat: int) -> Plain:
    """Gives the sheet of a seat as everyone sees it."""
    tally = match.tally(seat)
    state, laid, notation = match.raw.state, match.raw.laid, match.game.notation
    has_misses = hasattr(state, "misses")
    return {
        "seat": seat,
        "name": match.sheets[seat].name,
        "score": int(match.game.rules.score(laid, state, seat)),
        "tally": tally,
        "misses": int(state.misses[seat]) if has_misses else 0,
        "max_misses": int(match.game.rules.MISSES_TO_END) if has_misses else 0,
        "rows": [_row(match, seat, row, tally) for row in range(len(match.sheets[seat].rows))],
        "columns": [{"score": points} for points in notation.column_scores(laid, state, seat)],
    }


def _row(match: Match, seat: int, row: int, tally: dict[str, int]) -> Plain:
    laid, notation = match.raw.laid, match.game.notation
    part = notation.row_tally(laid, seat, row)
    locked_by: list[int] = notation.locked_by(laid, match.raw.state, seat, row)
    return {
        "color": notation.row_color(laid, seat, row),
        "locked": bool(locked_by),
        "locked_by": locked_by,
        "current": bool(notation.is_current(laid, match.raw.state, seat, row)),
        "score": None if part < 0 else tally[notation.tally_names(laid, seat)[part]],
        "cells": _cells(match, seat, row),
    }


def _cells(match: Match, seat: int, row: int) -> list[Plain]:
    """Gives the cells of a row as everyone sees them."""
    _, sheets, laid, state = match.raw
    notation, cell_state = match.game.notation, match.game.rules.cell_state
    printed = sheets[seat].rows[row]
    numbers = printed.numbers or (None,) * len(printed)
    written = state.written[seat, row].tolist()
    return [
        {
            "color": color,
            "number": numbers[cell],
            "written": written[cell] if written[cell] > 0 else None,
            "state": _STATES[cell_state(laid, state, seat, row, cell)],
            "goal": bool(notation.is_goal(laid, seat, row, cell)),
            "hit": bool(notation.is_hit(laid, state, seat, row, cell)),
            "mark": None,
            "number_now": None,
            "ways": [],
            "why": None,
        }
        for cell, color in enumerate(printed.colors)
    ]


def add_prospects(match: Match, sheet: Plain) -> None:
    """Adds to an open sheet what only its owner sees: for each cell what may be done with it now, or why not."""
    seat: int = sheet["seat"]
    sealed = match.sealed(seat)
    for row, drawn in enumerate(sheet["rows"]):
        if sealed is None:
            _add_choices(match, seat, row, drawn["cells"])
        else:
            _add_sealed(match, seat, row, drawn["cells"], sealed)


def _add_choices(match: Match, seat: int, row: int, cells: list[Plain]) -> None:
    _, _, laid, state = match.raw
    notation, refusal = match.game.notation, match.game.rules.refusal
    for cell, drawn in enumerate(cells):
        refused = refusal(laid, state, seat, row, cell)
        if refused:
            drawn["why"] = notation.explain(laid, state, seat, row, cell, refused).as_dict()
            continue
        text = notation.mark_text(laid, state, seat, row, cell)
        ways = notation.ways(laid, state, seat, row, cell)
        drawn |= {"state": "markable", "mark": text, "number_now": int(text[1:]), "ways": ways}


def _add_sealed(match: Match, seat: int, row: int, cells: list[Plain], sealed: str) -> None:
    """A seat that has sealed may mark nothing until it takes back; the cells of its move show as sealed."""
    _, _, laid, state = match.raw
    why = Reason("sealed", {"move": sealed}).as_dict()
    marks = sealed.split(" ")
    for cell, drawn in enumerate(cells):
        drawn["why"] = why
        if match.game.rules.refusal(laid, state, seat, row, cell):
            continue
        text = match.game.notation.mark_text(laid, state, seat, row, cell)
        if text in marks:
            drawn |= {"state": "sealed", "mark": text, "number_now": int(text[1:])}
