"""Marks of one throw: whether the entries that a pad takes in one moment can come from a single throw of the dice.

From the entry that locks a row or ends the match to the closing, all marks are made with one throw. Every throw is
tried, but only the dice that the marks name.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from paperdice.dice import Die

STRIKE = "x"
# With this many colored dice left, a match with a white sum is over.
LEFT_AT_END = 2


class Mark(NamedTuple):
    """A mark made by a seat, or a miss if `text` is empty.

    `totals` contains the sums of the white dice that allow the mark, in games that use this sum. `row` is the color of
    the marked row, and `is_lock` is true if the mark locks the row.
    """

    seat: int
    text: str
    totals: tuple[int, ...] = ()
    row: str = ""
    is_lock: bool = False


class _Cell(NamedTuple):
    """The colors and number of a marked cell; no colors if only the sum of the white dice allows the mark."""

    colors: str
    number: int


def _cell_of(text: str) -> _Cell:
    """Return the colors and the number in a text such as `r5`, `ry5` or `g9>b`."""
    head, _, _ = text.partition(">")
    digits = "".join([letter for letter in head if letter.isdecimal()])
    colors = "".join([letter for letter in head if letter.isalpha()])
    is_plain = bool(digits) and head == f"{colors}{digits}"
    return _Cell(colors, int(digits)) if is_plain else _Cell("", 0)


class OpenMoment:
    """The marks made on a pad while a lock or the end of the match is pending (an open moment).

    They must all be possible with a single throw and a single active seat.

    Args:
        dice: The dice that were in the game before the moment.
        phases: The names of the phases of a turn.
    """

    def __init__(self, dice: Sequence[Die], phases: Sequence[str]) -> None:
        self._dice = dice
        self._has_whites: bool = "white" in phases
        self._has_sums: bool = "pick" in phases
        self._marks: list[Mark] = []
        # Cache: for each color, the sums that a throw can show together with the marks.
        self._sums: dict[str, set[int]] = {}

    def copy(self) -> OpenMoment:
        """Return an independent copy."""
        moment = OpenMoment(self._dice, ["white"] if self._has_whites else ["pick"] if self._has_sums else [])
        moment._marks = list(self._marks)
        return moment

    def add(self, mark: Mark) -> None:
        """Add a mark or a miss. The caller must check it with `fits` first."""
        self._marks.append(mark)
        self._sums = {}

    def fits(self, mark: Mark) -> bool:
        """Return whether a single throw allows this mark or miss in addition to those already added."""
        marks = [*self._marks, mark]
        # Only the active seat takes a miss, and only if it has marked nothing.
        missing = {each.seat for each in marks if not each.text}
        if any(each.text and each.seat in missing for each in marks):
            return False
        actives = _actives(marks, missing)
        if self._has_whites:
            return _fits_whites(self._dice, marks, actives)
        if self._has_sums:
            return any(_may_share(marks, active) for active in actives) and self._fits_sums(mark)
        return _fits_faces(marks)

    def _fits_sums(self, mark: Mark) -> bool:
        """Return whether a single throw can show the sums needed for this mark and all others. [Qwantum 4]"""
        if not mark.text:
            return True
        cell = _cell_of(mark.text)
        if not self._sums:
            known = [_cell_of(each.text) for each in self._marks if each.text]
            self._sums = _sums_beside(self._dice, {each.colors: each.number for each in known})
        return cell.number in self._sums[cell.colors]


def _actives(marks: Sequence[Mark], missing: set[int]) -> list[int]:
    """Return the seats that may have been active, with −1 for any seat that has made no mark.

    Only the active seat can take a miss. The result is empty if there is more than one miss.
    """
    if missing:
        return sorted(missing) if len([mark for mark in marks if not mark.text]) == 1 else []
    return [-1, *sorted({mark.seat for mark in marks})]


def _texts_of(marks: Sequence[Mark], seat: int) -> list[Mark]:
    return [mark for mark in marks if mark.seat == seat and mark.text]


def _fits_whites(dice: Sequence[Die], marks: Sequence[Mark], actives: Sequence[int]) -> bool:
    """Return whether a single throw allows the marks. [Qwixx 4, 5]

    Each seat may use the sum of the white dice, and the active seat may also use a colored die.
    """
    n_faces = len(dice[0].faces)
    by_seat = {seat: _texts_of(marks, seat) for seat in sorted({mark.seat for mark in marks})}
    for first in range(1, n_faces + 1):
        for second in range(first, n_faces + 1):
            for active in actives:
                others = [own for seat, own in by_seat.items() if seat != active]
                if all(len(own) == 0 or (len(own) == 1 and first + second in own[0].totals) for own in others):
                    locking = [mark.row for own in others for mark in own if mark.is_lock]
                    if _fits_active(dice, by_seat.get(active, []), locking, (first, second)):
                        return True
    return False


def _fits_active(dice: Sequence[Die], marks: list[Mark], locking: list[str], whites: tuple[int, int]) -> bool:
    """Return whether the active seat may make these marks, using the sum of the white dice and then a colored die.

    Args:
        marks: The marks of the active seat.
        locking: The colors that other seats lock with the sum of the white dice.
        whites: The numbers on the two white dice.
    """
    if len(marks) > 2:
        return False
    nothing = Mark(-1, "")
    both = [*marks, nothing, nothing]
    first, second = both[0], both[1]
    return any(_fits_order(dice, white, color, locking, whites) for white, color in ((first, second), (second, first)))


def _fits_order(dice: Sequence[Die], white: Mark, color: Mark, locking: list[str], whites: tuple[int, int]) -> bool:
    """Return whether the sum of the white dice allows the mark `white`, and a colored die the mark `color`.

    Either mark may be empty.
    """
    locked = {*locking, white.row} if white.is_lock else set(locking)
    is_white = not white.text or whites[0] + whites[1] in white.totals
    return is_white and (not color.text or _has_color(dice, color, locked, whites))


def _has_color(dice: Sequence[Die], mark: Mark, locked: set[str], whites: tuple[int, int]) -> bool:
    """Return whether a colored die and one white die can add up to the number of a mark. [Qwixx 5, 9]

    The colors in `locked` were locked earlier in the turn, so their dice cannot be used.
    """
    colors, number = _cell_of(mark.text)
    kept = [die for die in dice if die.name.isalpha() and die.name != dice[0].name and die.name not in locked]
    # The second lock ends the match before the colored dice are used.
    if len(kept) <= LEFT_AT_END or mark.row in locked:
        return False
    colored = [die for die in kept if die.name in colors]
    return any(1 <= number - white <= len(die.faces) for die in colored for white in whites)


def _fits_faces(marks: Sequence[Mark]) -> bool:
    """Return whether one throw allows the marks if each seat uses each die at most once. [Twenty One 5; Sixto 3]"""
    faces: dict[str, int] = {}
    seen: set[str] = set()
    for mark in marks:
        seat, (colors, number) = mark.seat, _cell_of(mark.text)
        used = f"{seat} {colors}"
        if faces.get(colors, number) != number or used in seen:
            return False
        faces[colors] = number
        seen.add(used)
    # A seat that strikes a cell writes nothing.
    struck = [mark.seat for mark in marks if mark.text == STRIKE]
    return all(len(_texts_of(marks, seat)) == 1 for seat in struck)


def _may_share(marks: Sequence[Mark], active: int) -> bool:
    """Return whether a turn with this active seat allows marks in these colors. [Qwantum 6]

    The active seat may make up to two marks in different colors, and every other seat one. If the active seat makes
    two marks, the other seats cannot use the color of the first.
    """
    others = [mark for mark in marks if mark.seat != active and mark.text]
    if len({mark.seat for mark in others}) < len(others):
        return False
    own = [_cell_of(mark.text).colors for mark in _texts_of(marks, active)]
    if len(own) < 2:
        return True
    taken = [_cell_of(mark.text).colors for mark in others]
    return len(own) == 2 and own[0] != own[1] and any(color not in taken for color in own)


# Cache of the sums of mixed dice by color, without the white die, by the faces of the dice.
_SUMS: dict[str, list[tuple[int, ...]]] = {}
# Cache of `_sums_beside`, by the faces of the dice and the known sums.
_BESIDE: dict[str, dict[str, set[int]]] = {}
MOST_KNOWN = 500


def _sums_beside(dice: Sequence[Die], known: dict[str, int]) -> dict[str, set[int]]:
    """Return the sums that each color can have in a throw in which some colors have known sums.

    The sum of a color is the number on the white die plus all faces of that color.
    """
    white, mixed = dice[0], dice[1:]
    colors = sorted({face[0] for die in mixed for face in die.faces})
    faces = " ".join([" ".join(die.faces) for die in mixed])
    key = " ".join([faces, *[f"{color}{known[color]}" for color in sorted(known)]])
    if key in _BESIDE:
        return _BESIDE[key]
    if len(_BESIDE) >= MOST_KNOWN:
        _BESIDE.clear()
    if faces not in _SUMS:
        _SUMS[faces] = _mixed_sums(mixed, colors)
    found: dict[str, set[int]] = {color: set() for color in colors}
    wanted = [(nth, known[color]) for nth, color in enumerate(colors) if color in known]
    for sums in _SUMS[faces]:
        for face in range(1, len(white.faces) + 1):
            if all(sums[nth] + face == number for nth, number in wanted):
                for nth, color in enumerate(colors):
                    found[color].add(sums[nth] + face)
    _BESIDE[key] = found
    return found


def _mixed_sums(dice: Sequence[Die], colors: list[str]) -> list[tuple[int, ...]]:
    """Return all combinations of sums, one per color, that a throw of dice with multicolored faces can show."""
    found: dict[str, tuple[int, ...]] = {"": tuple([0 for _ in colors])}
    for die in dice:
        grown: dict[str, tuple[int, ...]] = {}
        for sums in found.values():
            for face in die.faces:
                after = tuple(
                    [
                        total + (int(face[1:]) if color == face[0] else 0)
                        for color, total in zip(colors, sums, strict=True)
                    ]
                )
                grown[" ".join([str(total) for total in after])] = after
        found = grown
    return list(found.values())
