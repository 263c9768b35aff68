"""Whole random matches with committed dice, and the receipts of their devices."""

import random
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import NamedTuple

import paperdice
from paperdice.dice import Die
from paperdice.fair import CommittedDice, Promise, Terms, commitment_to
from paperdice.match import Match
from paperdice.position import format_sheet, parse_sheet

SEED, ANN, BEN, BOT_SECRET = "11" * 32, "aa" * 32, "bb" * 32, "ee" * 32


class Played(NamedTuple):
    """A finished match: its record, the receipt of the device of seat 0, and the promise."""

    record: str
    receipt: str
    promise: Promise


class _Watched:
    """A dice source that records its throws, as a receipt lists them."""

    def __init__(self, dice: CommittedDice, seen: list[str]) -> None:
        self._dice, self._seen = dice, seen

    def throw(self, turn: int, throw: int, dice: Sequence[Die]) -> str:
        faces = self._dice.throw(turn, throw, dice)
        self._seen.append(f"saw {turn} {throw} {faces}")
        return faces


def play_out(match: Match, dice: CommittedDice, choose: Callable[[Sequence[str]], str]) -> list[str]:
    """Play a match to its end and return the lines of its receipt about throws and moves."""
    seen: list[str] = []
    while not match.over:
        if match.dice_wanted:
            match.throw(_Watched(dice, seen))
        turn, phase, acting = match.turn, match.phase, match.acting
        moves = [choose(match.choices(seat)) for seat in acting]
        for seat, move in zip(acting, moves, strict=True):
            match.play(seat, move)
        seen.append(f"saw {turn} {phase} {', '.join(moves)}")
    return seen


def promised_match(
    game: str,
    seats: int = 2,
    sheets: list[str] | None = None,
    *,
    seed: str = SEED,
    choose: Callable[[Sequence[str]], str] | None = None,
    without: tuple[int, ...] = (),
    dropped: tuple[str, ...] = (),
    stopped: tuple[str, ...] = (),
) -> Played:
    """Play a match; seats 0 and 1, unless they are missing or withheld their share, have shares."""
    known = paperdice.find_game(game)
    match = paperdice.Match(known, seats, [parse_sheet(known, sheet) for sheet in sheets] if sheets else None)
    shares = {seat: share for seat, share in enumerate((ANN, BEN)[:seats]) if seat not in without}
    attempt = 1 + len(without)
    named = " ".join(format_sheet(known, sheet) for sheet in match.sheets)
    terms = Terms("m1", game, match.game.version, seats, named, match.first, commitment_to(BOT_SECRET))
    dropped = (*dropped, *(f"m1/{number}" for number in range(1, attempt)))
    bare = Promise(terms, attempt, without, commitment_to(seed), dropped=dropped, stopped=stopped)
    promise = replace(bare, commitments={seat: bare.commitment_to(seat, share) for seat, share in shares.items()})
    match.headers |= {"Match": "m1", "Dice": "committed", "DiceConstruction": "dice 3", "DiceMatch": "m1"}
    match.headers |= {"DiceAttempt": str(attempt), "DiceWithout": " ".join(map(str, without))}
    match.headers |= {"DiceDropped": " ".join(dropped), "DiceStopped": " ".join(stopped)}
    match.headers |= {"DiceHash": promise.server_hash, "DiceSeed": seed}
    match.headers["DiceCommitments"] = " ".join(f"{seat}:{text}" for seat, text in promise.commitments.items())
    match.headers["DiceShares"] = " ".join(f"{seat}:{share}" for seat, share in shares.items())
    match.headers["BotSecret"] = BOT_SECRET
    seen = play_out(match, CommittedDice.promised(seed, promise, shares), choose or random.Random(3).choice)
    receipt = "\n".join(["paperdice receipt 1", *promise.lines(), f"own 0 {ANN}", *seen, ""])
    return Played(match.record(), receipt, promise)
