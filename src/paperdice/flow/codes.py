"""Codes that a person reads aloud and types, ids and seeds that nobody can guess, and what is kept of secrets.

Nothing is drawn behind the caller's back: `rng` is `secrets.SystemRandom()` in a server and seeded in a test.
"""

from __future__ import annotations

import hashlib
import hmac
from random import Random

from paperdice.flow.facts import DiceKind

TABLE_LETTERS = "ACDEFHJKMNPRTUVWXY"
TRANSFER_LETTERS = TABLE_LETTERS + "34679"
TABLE_CODE_LENGTH = 6
TRANSFER_CODE_LENGTH = 8
ID_BYTES = 12
SEED_BITS = 53


def draw_code(rng: Random, length: int, letters: str = TABLE_LETTERS) -> str:
    """A random code without letters that look or sound like others."""
    return "".join(rng.choice(letters) for _ in range(length))


def read_code(text: str) -> str:
    """The code that somebody typed, in capitals; what cannot be a code becomes empty."""
    code = text.strip().upper()
    is_code = len(code) == TABLE_CODE_LENGTH and all(letter in TABLE_LETTERS for letter in code)
    return code if is_code else ""


def draw_below(rng: Random, n: int) -> int:
    """A number from 0 to n - 1, for what is drawn by lot."""
    return rng.randrange(n)


def draw_id(rng: Random) -> str:
    """An id of a match or a table that nobody can guess."""
    return rng.randbytes(ID_BYTES).hex()


def draw_seed(rng: Random, dice: DiceKind) -> str:
    """The published seed of a match with seeded dice; empty for all others."""
    return str(rng.getrandbits(SEED_BITS)) if dice == "seeded" else ""


def hash_secret(table_id: str, secret: str) -> str:
    """What is kept of a token or code: useless elsewhere, and of no help to learn the secret."""
    return hashlib.sha256(f"{table_id}:{secret}".encode()).hexdigest()


def is_secret(table_id: str, secret: str, kept: str) -> bool:
    """Tells in constant time whether this is the secret that was hashed."""
    return bool(kept) and hmac.compare_digest(hash_secret(table_id, secret), kept)
