"""Codes to read aloud and type, unguessable ids and seeds, and hashes of secrets.

The caller passes the source of randomness: `rng` is `secrets.SystemRandom()` in a server and seeded in a test.
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
    """Return a random code without letters that look or sound alike."""
    return "".join(rng.choice(letters) for _ in range(length))


def read_code(text: str) -> str:
    """Return a typed code in capitals, or an empty text if it is not a code."""
    code = text.strip().upper()
    is_code = len(code) == TABLE_CODE_LENGTH and all(letter in TABLE_LETTERS for letter in code)
    return code if is_code else ""


def draw_below(rng: Random, n: int) -> int:
    """Return a random number from 0 to n - 1."""
    return rng.randrange(n)


def draw_id(rng: Random) -> str:
    """Return an unguessable id of a match or a table."""
    return rng.randbytes(ID_BYTES).hex()


def draw_seed(rng: Random, dice: DiceKind) -> str:
    """Return the published seed of a match with seeded dice, or an empty text for others."""
    return str(rng.getrandbits(SEED_BITS)) if dice == "seeded" else ""


def hash_secret(table_id: str, secret: str) -> str:
    """Return the stored hash of a token or code, which does not reveal it and works only here."""
    return hashlib.sha256(f"{table_id}:{secret}".encode()).hexdigest()


def is_secret(table_id: str, secret: str, kept: str) -> bool:
    """Compare a secret with its hash in constant time."""
    return bool(kept) and hmac.compare_digest(hash_secret(table_id, secret), kept)
