"""The server's VAPID keys, and the tokens signed with them. [RFC 8292]"""

from __future__ import annotations

import json
import os
from base64 import urlsafe_b64decode, urlsafe_b64encode
from dataclasses import dataclass
from pathlib import Path

import msgspec
from cryptography.hazmat.primitives.asymmetric.ec import (
    ECDSA,
    SECP256R1,
    EllipticCurvePrivateKey,
    derive_private_key,
    generate_private_key,
)
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from paperdice.errors import SetupError
from paperdice.files import read_file
from paperdice.store.files import open_own

# Push services refuse tokens that are valid for more than a day.
WORD_SECONDS = 12 * 3600
NUMBER_BYTES = 32
CONTACTS = ("mailto:", "https://")


class _KeyFile(msgspec.Struct, forbid_unknown_fields=True):
    private: str
    contact: str


def encode64(data: bytes) -> str:
    """Encode bytes as base64url without padding."""
    return urlsafe_b64encode(data).decode().rstrip("=")


def decode64(text: str) -> bytes:
    """Decode base64url without padding.

    Raises:
        ValueError: The text is not valid base64url.
    """
    return urlsafe_b64decode(text.encode("ascii") + b"=" * (-len(text) % 4))


@dataclass(frozen=True, slots=True)
class PushKeys:
    """The private key that signs the server's tokens, and the contact address of the server's owner."""

    private: EllipticCurvePrivateKey
    contact: str

    @property
    def public(self) -> str:
        """The public key, which browsers need in order to subscribe."""
        return encode64(self.private.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint))

    def authorization(self, origin: str, now: int) -> str:
        """Return the Authorization header for requests to a push service.

        Args:
            origin: The origin of the push service.
            now: The current Unix time in seconds.
        """
        head = {"typ": "JWT", "alg": "ES256"}
        claims = {"aud": origin, "exp": now + WORD_SECONDS, "sub": self.contact}
        word = ".".join(encode64(json.dumps(part, separators=(",", ":")).encode()) for part in (head, claims))
        numbers = decode_dss_signature(self.private.sign(word.encode(), ECDSA(SHA256())))
        signature = b"".join(number.to_bytes(NUMBER_BYTES, "big") for number in numbers)
        return f"vapid t={word}.{encode64(signature)}, k={self.public}"


def check_contact(contact: str) -> str:
    """Validate a contact and return it unchanged.

    Raises:
        SetupError: The contact is neither a `mailto:` address nor an `https` URL, so push services would reject it.
    """
    if not contact.startswith(CONTACTS) or len(contact) <= max(map(len, CONTACTS)):
        raise SetupError(f"a contact must look like mailto:you@home.example or https://home.example, not {contact!r}")
    return contact


def make_keys(path: Path, contact: str) -> PushKeys:
    """Generate keys, and write them to a new file that only its owner can read.

    Raises:
        SetupError: The contact is invalid, or the file already exists or cannot be written.
    """
    keys = PushKeys(generate_private_key(SECP256R1()), check_contact(contact))
    number = keys.private.private_numbers().private_value.to_bytes(NUMBER_BYTES, "big")
    text = msgspec.json.encode(_KeyFile(encode64(number), contact)) + b"\n"
    try:
        with os.fdopen(open_own(path, os.O_WRONLY | os.O_EXCL), "wb") as file:
            file.write(text)
    except FileExistsError as error:
        raise SetupError(f"{path} already exists: new keys would invalidate all subscriptions") from error
    except OSError as error:
        raise SetupError(f"cannot write {path}: {error.strerror}") from error
    return keys


def read_keys(path: Path) -> PushKeys:
    """Read the keys from a file.

    Raises:
        SetupError: The file cannot be read or does not contain valid keys.
    """
    try:
        found = msgspec.json.decode(read_file(path), type=_KeyFile)
        private = derive_private_key(int.from_bytes(decode64(found.private), "big"), SECP256R1())
    except OSError as error:
        raise SetupError(f"cannot read the push keys in {path}: {error.strerror}") from error
    except (msgspec.MsgspecError, ValueError) as error:
        raise SetupError(f"{path} does not contain push keys: {error}") from error
    return PushKeys(private, check_contact(found.contact))
