"""Provably fair dice: the server and every seat commit to a secret first, and then all of them reveal it.

The server publishes the SHA-256 hash of its secret seed. Each seat's device sends a commitment to its share, a secret
contribution to the dice. Closing the commitments completes the promise, which contains the match, the game, the
server's hash and all commitments. Only then are the shares revealed; the seed is revealed after the match. Each face is
derived with HMAC-SHA-256 from the seed, promise, shares, turn, throw and die, and from nothing else. `docs/dice.md`
explains what this guarantees to whom.
"""

from __future__ import annotations

import hashlib
import hmac
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Literal, Protocol

from paperdice.errors import IllegalMoveError, NotationError, Reason

CONSTRUCTION = "paperdice dice 3"
NOTHING = "-"
_HEX = re.compile(r"[0-9a-f]{64}")

Stage = Literal["commit", "reveal", "ready"]


class FacedDie(Protocol):
    """The part of a die's interface that dice sources need."""

    @property
    def index(self) -> int:
        """The index of the die in the game's order."""

    @property
    def faces(self) -> tuple[str, ...]:
        """The faces as text, lowest first."""


def draw_secret(rng: Random) -> str:
    """Return 32 random bytes as hex. In production, `rng` is `secrets.SystemRandom()`."""
    return rng.randbytes(32).hex()


def commitment_to(secret: str) -> str:
    """Return the commitment to the server's seed or the bots' secret: the SHA-256 hash of its bytes, as hex.

    >>> commitment_to("00" * 32)[:16]
    '66687aadf862bd77'
    """
    return hashlib.sha256(bytes.fromhex(_checked(secret))).hexdigest()


def _checked(text: str) -> str:
    if not _HEX.fullmatch(text):
        raise NotationError(f"not 32 bytes in lowercase hex: {text[:80]!r}", Reason("bad_secret", {}))
    return text


def _refuse(reason: str, seat: int, message: str) -> IllegalMoveError:
    return IllegalMoveError(f"seat {seat}: {message}", Reason(reason, {"seat": seat}))


@dataclass(frozen=True, slots=True)
class Terms:
    """The settings of a match that are fixed before the first commitment.

    They are part of the promise, so that the same dice cannot be reused for a match with other settings.

    Attributes:
        match: The id of the match.
        game: The name of the game.
        rules: The version of the game's rules.
        seats: The number of seats.
        sheets: The sheets, formatted as in the header of a record.
        first: The seat that is active in the first turn.
        bots: The hash of the secret that seeds the bots; empty if there is none.
    """

    match: str
    game: str
    rules: int
    seats: int
    sheets: str
    first: int
    bots: str = ""


@dataclass(frozen=True, slots=True)
class Promise:
    """Everything about the dice of a match that is fixed before the first share is revealed.

    A share is a player's secret contribution to the dice. Each device stores the promise before it reveals its share.

    Attributes:
        terms: The settings of the match.
        attempt: The number of the attempt to draw shares, counted from 1.
        without: The seats that withheld their shares in an earlier attempt.
        server_hash: The commitment to the server's seed.
        commitments: The commitments to the shares, by seat.
        dropped: The attempts that the table discarded after shares had been revealed, each as `MATCH/ATTEMPT`.
        stopped: The dice agreements of preceding matches that were stopped before their end, each as `MATCH/ATTEMPT`.
    """

    terms: Terms
    attempt: int
    without: tuple[int, ...]
    server_hash: str
    commitments: Mapping[int, str] = field(default_factory=dict)
    dropped: tuple[str, ...] = ()
    stopped: tuple[str, ...] = ()

    def commitment_to(self, seat: int, share: str) -> str:
        """Return a seat's commitment to its secret share: a hash bound to this match, attempt and server hash."""
        bound = (self.terms.match, self.attempt, self.server_hash, seat, _checked(share))
        lines = [f"{CONSTRUCTION} commitment", *map(str, bound)]
        return hashlib.sha256("\n".join(lines).encode()).hexdigest()

    def lines(self) -> list[str]:
        """Return the promise as lines of text, one per field."""
        terms = self.terms
        return [
            CONSTRUCTION,
            f"match {terms.match}",
            f"game {terms.game} {terms.rules}",
            f"seats {terms.seats}",
            f"sheets {terms.sheets}",
            f"first {terms.first}",
            f"bots {terms.bots or NOTHING}",
            f"attempt {self.attempt}",
            f"without {' '.join(map(str, self.without)) or NOTHING}",
            f"dropped {' '.join(self.dropped) or NOTHING}",
            f"stopped {' '.join(self.stopped) or NOTHING}",
            f"hash {self.server_hash}",
            *(f"commitment {seat} {self.commitments[seat]}" for seat in sorted(self.commitments)),
        ]


class CommittedDice:
    """The dice of a match, derived from the server's seed and the secret shares that the players have revealed."""

    def __init__(self, key: bytes) -> None:
        self._key = key

    @classmethod
    def promised(cls, seed: str, promise: Promise, shares: Mapping[int, str]) -> CommittedDice:
        """Derive the dice from the seed, the promise and the shares of all seats.

        The promise contains commitments to the seed and to each share, so that nobody can choose one after seeing
        another.
        """
        opened = [f"share {seat} {_checked(shares[seat])}" for seat in sorted(shares)]
        return cls(_key(seed, [*promise.lines(), *opened]))

    def face(self, turn: int, throw: int, die: int, n_faces: int = 6) -> int:
        """Return the face that a die shows in a throw, as a number counted from 1.

        It depends only on the secrets, the promise and the arguments. Rejection sampling makes all faces equally
        likely.
        """
        fair_bytes = 256 - 256 % n_faces
        block = 0
        while True:
            for byte in hmac.digest(self._key, f"{turn} {throw} {die} {block}".encode(), "sha256"):
                if byte < fair_bytes:
                    return 1 + byte % n_faces
            block += 1

    def throw(self, turn: int, throw: int, dice: Sequence[FacedDie]) -> str:
        """Return the faces of the dice, separated by spaces."""
        return " ".join(die.faces[self.face(turn, throw, die.index, len(die.faces)) - 1] for die in dice)


def _key(seed: str, lines: Sequence[str]) -> bytes:
    return hmac.digest(bytes.fromhex(_checked(seed)), "\n".join(lines).encode(), "sha256")


def bot_seed(secret: str, match: str, seat: int, turn: int, phase: str) -> int:
    """Derive the seed for one decision of a bot. It is unpredictable until the bots' secret is published."""
    lines = ["paperdice bots 1", match, str(seat), str(turn), phase]
    return int.from_bytes(_key(secret, lines)[:6])


class Agreement:
    """The state of the commit-and-reveal protocol for the dice of a match.

    The stages are `commit`, `reveal` and `ready`. A completed stage cannot be changed, but `restart` begins a new
    attempt while shares are missing.

    Args:
        seed: The server's secret seed.
        terms: The settings of the match.
        dropped: The attempts that the table has already discarded, each as `MATCH/ATTEMPT`.
        stopped: The dice agreements of the table's stopped matches, each as `MATCH/ATTEMPT`.
    """

    def __init__(self, seed: str, terms: Terms, dropped: Sequence[str] = (), stopped: Sequence[str] = ()) -> None:
        self._seed = _checked(seed)
        self.dropped = list(dropped)
        self.stopped = list(stopped)
        self.terms = terms
        self.attempt = 1
        self.stage: Stage = "commit"
        self.commitments: dict[int, str] = {}
        self.shares: dict[int, str] = {}
        self.without: list[int] = []
        self._used: set[str] = set()

    def copy(self) -> Agreement:
        """Return an independent copy at the same stage."""
        agreement = Agreement(self._seed, self.terms, self.dropped, self.stopped)
        agreement.attempt, agreement.stage = self.attempt, self.stage
        agreement.commitments, agreement.shares = dict(self.commitments), dict(self.shares)
        agreement.without, agreement._used = list(self.without), set(self._used)
        return agreement

    @property
    def server_hash(self) -> str:
        """The commitment to the server's seed, published from the start."""
        return commitment_to(self._seed)

    @property
    def seed(self) -> str:
        """The server's secret seed. Publish it only after the match."""
        return self._seed

    @property
    def deal(self) -> str:
        """The identifier of the current attempt, as `MATCH/ATTEMPT`."""
        return f"{self.terms.match}/{self.attempt}"

    @property
    def promise(self) -> Promise:
        """The promise so far; it is complete once the commitments are closed."""
        earlier = (tuple(self.dropped), tuple(self.stopped))
        return Promise(
            self.terms, self.attempt, tuple(self.without), self.server_hash, dict(self.commitments), *earlier
        )

    def commitment_to(self, seat: int, share: str) -> str:
        """Return the commitment to a seat's share in the current attempt."""
        return self.promise.commitment_to(seat, share)

    @property
    def awaited(self) -> tuple[int, ...]:
        """The committed seats that have not revealed their secret shares yet; empty outside the `reveal` stage."""
        if self.stage != "reveal":
            return ()
        return tuple(seat for seat in sorted(self.commitments) if seat not in self.shares)

    def check_commitment(self, seat: int, commitment: str) -> None:
        """Raise an error if a seat's commitment cannot be accepted.

        Raises:
            NotationError: The commitment is not a hash in lowercase hex.
            IllegalMoveError: The seat does not exist or is excluded, the commitments are closed, or the commitment
                equals that of another seat or one from an earlier attempt.
        """
        _checked(commitment)
        if not 0 <= seat < self.terms.seats:
            raise _refuse("no_such_seat", seat, "there is no such seat")
        if self.stage != "commit":
            raise _refuse("late_commitment", seat, "shares are being opened, no commitment is taken any more")
        if seat in self.without:
            raise _refuse("left_out", seat, "it did not open its share in time and is left out of this match's dice")
        if commitment in (other for place, other in self.commitments.items() if place != seat):
            raise _refuse("copied_commitment", seat, "another seat has sent the same commitment")
        if commitment in self._used:
            raise _refuse("used_commitment", seat, "this commitment was sent before shares were drawn anew")

    def commit(self, seat: int, commitment: str) -> None:
        """Store a seat's commitment, which it can replace until the commitments are closed.

        Raises the same errors as `check_commitment`.
        """
        self.check_commitment(seat, commitment)
        self.commitments[seat] = commitment

    def withdraw(self, seat: int) -> None:
        """Remove the commitment of a seat whose player leaves the table, unless the commitments are already closed."""
        if self.stage == "commit":
            self.commitments.pop(seat, None)

    def close(self) -> None:
        """Stop accepting commitments, so that shares can be revealed. If there are none, the dice are ready at once."""
        if self.stage == "commit":
            self.stage = "reveal" if self.commitments else "ready"

    def check_share(self, seat: int, share: str) -> None:
        """Raise an error if a seat cannot reveal this share.

        Raises:
            NotationError: The share is not 32 bytes in lowercase hex.
            IllegalMoveError: The commitments are still open, the seat has not committed or has already revealed its
                share, or the share does not match its commitment.
        """
        if self.stage == "commit":
            raise _refuse("early_share", seat, "others may still commit, a share is not to be shown yet")
        if seat not in self.commitments:
            raise _refuse("not_committed", seat, "it has not committed to a share")
        if not hmac.compare_digest(self.commitment_to(seat, share), self.commitments[seat]):
            raise _refuse("other_share", seat, "this is not the share it committed to")
        if seat in self.shares:
            raise _refuse("share_known", seat, "its share is open already")

    def reveal(self, seat: int, share: str) -> None:
        """Store a seat's revealed share; the last share makes the dice ready.

        Raises the same errors as `check_share`.
        """
        self.check_share(seat, share)
        self.shares[seat] = share
        if not self.awaited:
            self.stage = "ready"

    def restart(self, without: Sequence[int], seed: str) -> None:
        """Begin a new attempt without the seats that withheld their shares.

        The other seats commit to new shares and the server uses a new seed, so that withholding a share gains nothing.

        Args:
            without: The seats to exclude.
            seed: The server's new secret seed.

        Raises:
            IllegalMoveError: The stage is not `reveal`.
        """
        if self.stage != "reveal":
            raise IllegalMoveError("no share is awaited", Reason("no_share_awaited", {}))
        self._seed = _checked(seed)
        self.dropped.append(self.deal)
        self.attempt += 1
        self.without = sorted({*self.without, *without})
        self._used |= set(self.commitments.values())
        self.commitments, self.shares = {}, {}
        self.stage = "commit"

    def dice(self) -> CommittedDice:
        """Return the dice of the match.

        Raises:
            IllegalMoveError: Not all shares have been revealed.
        """
        if self.stage != "ready":
            raise IllegalMoveError("the dice are not ready: shares are missing", Reason("shares_missing", {}))
        return CommittedDice.promised(self._seed, self.promise, self.shares)
