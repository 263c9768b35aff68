"""Encryption of push messages, so that only the receiving device can read them. [RFC 8291, RFC 8188]"""

from __future__ import annotations

import os

from cryptography.hazmat.primitives.asymmetric.ec import (
    ECDH,
    SECP256R1,
    EllipticCurvePublicKey,
    generate_private_key,
)
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from paperdice.server.push.keys import decode64

SECRET_BYTES = 16
POINT_BYTES = 65
RECORD_BYTES = 4096
# All messages are padded to this length, so that their length reveals nothing.
PADDED_BYTES = 512


def check_device_keys(p256dh: str, auth: str) -> None:
    """Raise `ValueError` if a device's encryption keys are invalid."""
    EllipticCurvePublicKey.from_encoded_point(SECP256R1(), decode64(p256dh))
    if len(decode64(auth)) != SECRET_BYTES:
        raise ValueError(f"the secret of a device must have {SECRET_BYTES} bytes")


def encrypt(plain: bytes, p256dh: str, auth: str) -> bytes:
    """Encrypt a push message, and return the request body.

    The body consists of a header with the salt and the ephemeral public key, and one encrypted record.

    Args:
        plain: The message.
        p256dh: The device's public key.
        auth: The device's authentication secret.
    """
    device_point, salt, private = decode64(p256dh), os.urandom(SECRET_BYTES), generate_private_key(SECP256R1())
    point = private.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    shared = private.exchange(ECDH(), EllipticCurvePublicKey.from_encoded_point(SECP256R1(), device_point))
    secret = _derive(decode64(auth), shared, b"WebPush: info\0" + device_point + point, 32)
    key = _derive(salt, secret, b"Content-Encoding: aes128gcm\0", 16)
    nonce = _derive(salt, secret, b"Content-Encoding: nonce\0", 12)
    padded = plain + b"\2" + bytes(max(0, PADDED_BYTES - len(plain)))
    head = salt + RECORD_BYTES.to_bytes(4, "big") + bytes([POINT_BYTES]) + point
    return head + AESGCM(key).encrypt(nonce, padded, None)


def _derive(salt: bytes, secret: bytes, info: bytes, length: int) -> bytes:
    return HKDF(SHA256(), length, salt, info).derive(secret)
