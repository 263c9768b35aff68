"""Codes that a person reads aloud and types, ids that nobody can guess, and what is kept of secrets."""

from __future__ import annotations

import hashlib
import hmac
import secrets

TABLE_LETTERS = "ACDEFHJKMNPRTUVWXY"
TRANSFER_LETTERS = TABLE_LETTERS + "34679"
TABLE_CODE_LENGTH = 4
TRANSFER_CODE_LENGTH = 8
ID_BYTES = 12


def draw_code(length: int, letters: str = TABLE_LETTERS) -> str:
    """A random code without letters that look or sound like others."""
    return "".join(secrets.choice(letters) for _ in range(length))


def read_code(text: str) -> str:
    """The code that somebody typed, in capitals; what cannot be a code becomes empty."""
    code = text.strip().upper()
    return code if len(code) == TABLE_CODE_LENGTH and all(letter in TABLE_LETTERS for letter in code) else ""


def draw_id() -> str:
    """An id of a match or a table that nobody can guess."""
    return secrets.token_hex(ID_BYTES)


def hash_secret(table_id: str, secret: str) -> str:
    """What is kept of a token or code: useless elsewhere, and of no help to learn the secret."""
    return hashlib.sha256(f"{table_id}:{secret}".encode()).hexdigest()


def is_secret(table_id: str, secret: str, kept: str) -> bool:
    """Tells in constant time whether this is the secret that was hashed."""
    return bool(kept) and hmac.compare_digest(hash_secret(table_id, secret), kept)
