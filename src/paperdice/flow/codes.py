"""Codes to read aloud and type, unguessable ids and seeds, and hashes of secrets.

Callers pass the random generator `rng`: `secrets.SystemRandom()` on a server, a seeded one in tests.
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
    """Return a random code. The default letters do not look or sound alike."""
    return "".join(rng.choice(letters) for _ in range(length))


def read_code(text: str) -> str:
    """Convert a typed table code to capitals; return an empty string if it is not a valid code."""
    code = text.strip().upper()
    is_code = len(code) == TABLE_CODE_LENGTH and all(letter in TABLE_LETTERS for letter in code)
    return code if is_code else ""


def draw_below(rng: Random, n: int) -> int:
    """Return a random integer from 0 to n - 1."""
    return rng.randrange(n)


def draw_id(rng: Random) -> str:
    """Return an unguessable id for a match or a table."""
    return rng.randbytes(ID_BYTES).hex()


def draw_seed(rng: Random, dice: DiceKind) -> str:
    """Return a random seed for seeded dice, to be published, or an empty string for other kinds of dice."""
    return str(rng.getrandbits(SEED_BITS)) if dice == "seeded" else ""


def hash_secret(table_id: str, secret: str) -> str:
    """Return the hash that a table stores instead of a token or code, salted with the id of the table."""
    return hashlib.sha256(f"{table_id}:{secret}".encode()).hexdigest()


def is_secret(table_id: str, secret: str, kept: str) -> bool:
    """Whether a secret matches a stored hash, compared in constant time. An empty hash matches nothing."""
    return bool(kept) and hmac.compare_digest(hash_secret(table_id, secret), kept)
