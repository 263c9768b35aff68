"""What one seat may see of a match, and what it may do, as plain values for every shell and bot."""

from __future__ import annotations

from typing import Any

from paperdice.match import Match
from paperdice.rulekit import CellState

Plain = dict[str, Any]


def view_of(match: Match, seat: int | None) -> Plain:
    """Gives everything that this seat may see, its choices among it; None is a spectator, who sees what lies open."""
    sheets = [sheet_of(match, other, is_own=other == seat) for other in range(match.seats)]
    return {**frame_of(match, seat), "sheets": sheets}


def frame_of(match: Match, seat: int | None) -> Plain:
    """Gives the view without the sheets."""
    own = None if seat is None else match.sealed(seat)
    return {
        "game": match.game.name,
        "title": match.game.title,
        "rules": match.game.version,
        "seats": match.seats,
        "seat": seat,
        "first": match.first,
        "turn": match.turn,
        "phase": match.phase,
        "active": match.active,
        "acting": list(match.acting),
        "answered": list(match.answered),
        "sealed": own,
        "choices": [] if seat is None else list(match.choices(seat)),
        "roll": match.roll,
        "dice_wanted": list(match.dice_wanted),
        "dice": _dice(match),
        "over": match.over,
        "end_reason": match.end_reason,
        "winners": list(match.winners),
        "scores": list(match.scores),
        "position": match.position(),
        "pass": None if seat is None else _price(match, seat),
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


def sheet_of(match: Match, seat: int, is_own: bool) -> Plain:
    """Gives the sheet of a seat, to its owner with what may be marked and why not."""
    tally = match.tally(seat)
    state, laid, notation = match.raw.state, match.raw.laid, match.game.notation
    has_misses = hasattr(state, "misses")
    return {
        "seat": seat,
        "name": match.sheets[seat].name,
        "score": match.scores[seat],
        "tally": tally,
        "misses": int(state.misses[seat]) if has_misses else 0,
        "max_misses": int(match.game.rules.MISSES_TO_END) if has_misses else 0,
        "rows": [_row(match, seat, row, tally, is_own) for row in range(len(match.sheets[seat].rows))],
        "columns": [{"score": points} for points in notation.column_scores(laid, state, seat)],
    }


def _row(match: Match, seat: int, row: int, tally: dict[str, int], is_own: bool) -> Plain:
    laid, notation = match.raw.laid, match.game.notation
    part = notation.row_tally(laid, seat, row)
    cells = [_cell(match, seat, row, cell, is_own) for cell in range(len(match.sheets[seat].rows[row]))]
    locked_by: list[int] = notation.locked_by(laid, match.raw.state, seat, row)
    return {
        "color": notation.row_color(laid, seat, row),
        "locked": bool(locked_by),
        "locked_by": locked_by,
        "current": bool(notation.is_current(laid, match.raw.state, seat, row)),
        "score": None if part < 0 else tally[notation.tally_names(laid, seat)[part]],
        "cells": cells,
    }


def _cell(match: Match, seat: int, row: int, cell: int, is_own: bool) -> Plain:
    laid, state, notation = match.raw.laid, match.raw.state, match.game.notation
    printed = match.sheets[seat].rows[row]
    written = int(state.written[seat, row, cell])
    drawn: Plain = {
        "color": printed.colors[cell],
        "number": printed.numbers[cell] if printed.numbers else None,
        "written": written if written > 0 else None,
        "state": CellState(match.game.rules.cell_state(laid, state, seat, row, cell)).name.lower(),
        "goal": bool(notation.is_goal(laid, seat, row, cell)),
        "hit": bool(notation.is_hit(laid, state, seat, row, cell)),
        "mark": None,
        "number_now": None,
        "ways": [],
        "why": None,
    }
    return drawn | _prospect(match, seat, row, cell) if is_own else drawn


def _prospect(match: Match, seat: int, row: int, cell: int) -> Plain:
    """Gives what the owner of the sheet may do with a cell now, or why not."""
    reason = match.why_not(seat, row, cell)
    text: str = match.game.notation.mark_text(match.raw.laid, match.raw.state, seat, row, cell)
    sealed = match.sealed(seat)
    if sealed is not None and text and text in sealed.split(" ") and _would_mark(match, seat, row, cell):
        return {"state": "sealed", "mark": text, "number_now": int(text[1:]), "why": reason and reason.as_dict()}
    if reason is not None:
        return {"why": reason.as_dict()}
    return {"state": "markable", "mark": text, "number_now": int(text[1:]), "ways": match.ways(seat, row, cell)}


def _would_mark(match: Match, seat: int, row: int, cell: int) -> bool:
    return not match.game.rules.refusal(match.raw.laid, match.raw.state, seat, row, cell)
