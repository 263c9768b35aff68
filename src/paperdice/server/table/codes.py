"""Codes that a person reads aloud and types: no letters that look or sound like others."""

from __future__ import annotations

import secrets

TABLE_LETTERS = "ACDEFHJKMNPRTUVWXY"
TRANSFER_LETTERS = TABLE_LETTERS + "34679"
TABLE_CODE_LENGTH = 4


def draw_code(length: int, letters: str = TABLE_LETTERS) -> str:
    """Gives a random code."""
    return "".join(secrets.choice(letters) for _ in range(length))


def read_code(text: str) -> str:
    """Gives the code that somebody typed, in capitals; what cannot be a code becomes empty."""
    code = text.strip().upper()
    return code if len(code) == TABLE_CODE_LENGTH and all(letter in TABLE_LETTERS for letter in code) else ""
