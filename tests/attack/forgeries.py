"""Honest matches with forged records, each with the expected verdicts of page, script and command."""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import pairwise

import paperdice
from tests.attack.dishonest_server import Caught, Cheat


def _turns(record: str) -> list[str]:
    return re.findall(r"(?m)^\d+\. \d: .*$", record)


def _in_turn(record: str, number: int, change: Callable[[list[str]], list[str]]) -> str:
    """Return a record with other parts in one of its turns."""
    line = _turns(record)[number - 1]
    head, parts = line.split(": ", 1)
    return record.replace(line, f"{head}: {' | '.join(change(parts.split(' | ')))}", 1)


def _forbid(parts: list[str]) -> list[str]:
    """Return a white phase in which a seat marks a cell that the white dice do not allow."""
    total = int(parts[0][1]) + int(parts[0][4])
    return [parts[0], f"-, r{total + 1 if total < 11 else 2}", *parts[2:]]


def _forbid_color(parts: list[str]) -> list[str]:
    roll = parts[0].split(" @")[0].split()
    sums = {int(roll[2][1]) + int(white[1]) for white in roll[:2]}
    return [*parts[:2], f"r{next(number for number in range(2, 13) if number not in sums)}"]


class _Forger(Cheat):
    """Play honestly and forge the record."""


def _forger(name: str, forge: Callable[[str], str], page: str, script: str, command: str) -> type[Cheat]:
    """Return a cheat that only forges the record."""

    def published(_: Cheat, record: str) -> str:
        forged = forge(record)
        assert forged != record
        return forged

    return type(name, (_Forger,), {"published": published, "caught": Caught(page, script, command)})


def _position() -> str:
    return paperdice.Match(paperdice.find_game("qwixx"), 2).position()


def _without_line(number: int) -> Callable[[str], str]:
    return lambda record: record.replace(_turns(record)[number] + "\n", "", 1)


def _renumbered(record: str) -> str:
    """Remove the first turn and move up the others."""
    turns = _turns(record)
    moved = [re.sub(r"^\d+\. \d", turn.split(":")[0], line) for turn, line in pairwise(turns)]
    return record.replace("\n".join(turns), "\n".join(moved), 1)


def _dropped_die(parts: list[str]) -> list[str]:
    return [re.sub(r" b\d", "", parts[0]), *parts[1:]]


def _added_die(parts: list[str]) -> list[str]:
    return [re.sub(r" (b\d)", r" \1 \1", parts[0]), *parts[1:]]


FORGERS = [
    _forger(
        "PlaysForbiddenMove",
        lambda record: _in_turn(record, 2, _forbid),
        *("forbidden_move", "turn 2: the dice forbid 'r", "illegal move 'r"),
    ),
    _forger(
        "PlaysForbiddenColor",
        lambda record: _in_turn(record, 1, _forbid_color),
        *("forbidden_move", "turn 1: the dice forbid 'r", "illegal move 'r"),
    ),
    _forger(
        "LetsASeatMoveTwice",
        lambda record: _in_turn(record, 1, lambda parts: [parts[0], "-, -, -", *parts[2:]]),
        *("forbidden_move", "turn 1: 2 seats move in the white phase, not 3", "2 seats act in the white phase"),
    ),
    _forger(
        "CutsPhase",
        lambda record: _in_turn(record, 1, lambda parts: parts[:2]),
        *("left_out_turn", "turn 1: it is cut off before color", "turn 2 of seat 1 does not follow"),
    ),
    _forger(
        "LeavesOutFirstTurn",
        _without_line(0),
        *("left_out_turn", "turn 1 of seat 0 is left out", "turn 2 of seat 1 does not follow"),
    ),
    _forger(
        "LeavesOutTurn",
        _without_line(2),
        *("left_out_turn", "turn 3 of seat 0 is left out", "turn 4 of seat 1 does not follow"),
    ),
    _forger(
        "LeavesOutLastTurn",
        lambda record: record.replace(_turns(record)[-1] + "\n", "", 1),
        *("left_out_turn", "is left out, forged or out of order", "but the match stands at '* going on'"),
    ),
    _forger(
        "MovesTurnsUp",
        _renumbered,
        *("wrong_throw", "turn 1, throw 1: w", "broken record"),
    ),
    _forger(
        "ForgesTurnLine",
        lambda record: record.replace(_turns(record)[1], f"{_turns(record)[0]}\n{_turns(record)[1]}", 1),
        *("left_out_turn", "turn 2 of seat 1 is left out, forged", "turn 1 of seat 0 does not follow"),
    ),
    _forger(
        "ForgesActiveSeat",
        lambda record: record.replace("\n2. 1: ", "\n2. 0: ", 1),
        *("left_out_turn", "turn 2 of seat 1 is left out, forged", "turn 2 of seat 0 does not follow"),
    ),
    _forger(
        "PlaysOnAfterEnd",
        lambda record: record.replace("\n\n* ", f"\n{len(_turns(record)) + 1}. 0: w1 w1 r1 y1 g1 b1 | -, - | -\n\n* "),
        *("after_end", "something comes after the end", "the match is over"),
    ),
    _forger(
        "DropsDie",
        lambda record: _in_turn(record, 1, _dropped_die),
        *("missing_die", "6 dice had to be thrown, not 'w", "the dice wanted are w w r y g b"),
    ),
    _forger(
        "AddsDie",
        lambda record: _in_turn(record, 1, _added_die),
        *("missing_die", "6 dice had to be thrown, not 'w", "the dice wanted are w w r y g b"),
    ),
    _forger(
        "InventsPosition",
        lambda record: record.replace("\n\n", f'\n[Position "{_position()}"]\n\n', 1),
        *("position", "it starts from a position", "it starts from a position"),
    ),
    _forger(
        "DoublesTag",
        lambda record: record.replace('[Dice "committed"]', '[Dice "committed"]\n[Dice "typed"]'),
        *("unreadable", "header Dice stands twice", "header Dice stands twice"),
    ),
    _forger(
        "HidesTagAmongTurns",
        lambda record: record.replace("\n2. ", '\n[DiceSeed "' + "0" * 64 + '"]\n2. ', 1),
        *("unreadable", "a header stands among the turns", "a header stands before the turns"),
    ),
    _forger(
        "HidesLine",
        lambda record: record.replace("\n2. ", "\n1. 0: w1\u2028\n2. ", 1),
        *("unreadable", "it holds characters that do not show", "does not follow"),
    ),
    _forger(
        "ClosesTwice",
        lambda record: record + "* locks 300 0\n",
        *("unreadable", "something follows the closing line", "nothing may follow the closing line"),
    ),
    _forger(
        "ForgesEnd",
        lambda record: re.sub(r"(?m)^\* \w+", "* dice", record),
        *("closing", "the match ended by ", "it closes with '* dice"),
    ),
    _forger(
        "ClaimsRealDice",
        lambda record: record.replace('[Dice "committed"]', '[Dice "typed"]'),
        *("other_paperdice", "it has no committed dice", "the device was promised committed dice"),
    ),
    _forger(
        "ClaimsMoreSeats",
        lambda record: record.replace('[Seats "2"]', '[Seats "3"]'),
        *("seats", "there are 2 sheets for 3 seats", "2 sheets for 3 seats"),
    ),
    _forger(
        "ClaimsAnotherGame",
        lambda record: record.replace('[Game "qwixx"]', '[Game "sixto"]'),
        *("seats", "does not know one of the sheets", "unknown sheet 'classic' of sixto"),
    ),
    _forger(
        "PublishesNoSeed",
        lambda record: re.sub(r"(?m)^\[DiceSeed .*\n", "", record),
        *("no_seed", "the seed is not published", "the seed is not published before the match is over"),
    ),
    _forger(
        "ClaimsNewerConstruction",
        lambda record: record.replace('"dice 3"', '"dice 4"'),
        *("construction", "the construction 'dice 4', and only", "the construction 'dice 4', and only"),
    ),
    _forger(
        "NamesNoConstruction",
        lambda record: record.replace('[DiceConstruction "dice 3"]\n', ""),
        *("construction", "header DiceConstruction is missing", "header DiceConstruction is missing"),
    ),
    _forger(
        "DoublesShare",
        lambda record: re.sub(r'(DiceShares ")(0:\w+)', r"\1\2 \2", record),
        *("unreadable", "DiceShares does not name each seat once", "DiceShares is not a list like"),
    ),
]
