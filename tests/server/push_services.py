"""A push service on this machine, and a subscribed device that decrypts its messages."""

from __future__ import annotations

import asyncio
import datetime
import ipaddress
import json
import ssl
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat, PublicFormat

from paperdice.server.push.keys import decode64, encode64
from tests.patience import patience
from tests.server.clients import Json


def write_certificate(folder: Path) -> tuple[Path, Path]:
    """Write a self-signed certificate for this machine, and its key."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "127.0.0.1")])
    now = datetime.datetime.now(datetime.UTC)
    made = (
        x509.CertificateBuilder(name, name, key.public_key(), x509.random_serial_number())
        .not_valid_before(now - datetime.timedelta(days=1))
        .not_valid_after(now + datetime.timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.IPAddress(ipaddress.ip_address("127.0.0.1"))]), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(key, SHA256())
    )
    certificate, key_file = folder / "certificate.pem", folder / "key.pem"
    certificate.write_bytes(made.public_bytes(Encoding.PEM))
    key_file.write_bytes(key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()))
    return certificate, key_file


@dataclass
class PushedDevice:
    """The browser's side of a subscription."""

    private: ec.EllipticCurvePrivateKey = field(default_factory=lambda: ec.generate_private_key(ec.SECP256R1()))
    secret: bytes = b"sixteen bytes ok"

    @property
    def point(self) -> bytes:
        """The encoded public key."""
        return self.private.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)

    def subscription(self, endpoint: str, lang: str = "en") -> Json:
        """Return the subscription that a page sends to its server."""
        return {"endpoint": endpoint, "p256dh": encode64(self.point), "auth": encode64(self.secret), "lang": lang}

    def read(self, body: bytes) -> Json:
        """Decrypt a message for this device. [RFC 8291, section 4]"""
        salt, size, length = body[:16], int.from_bytes(body[16:20], "big"), body[20]
        sender, record = body[21 : 21 + length], body[21 + length :]
        assert len(record) <= size
        shared = self.private.exchange(ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), sender))
        secret = HKDF(SHA256(), 32, self.secret, b"WebPush: info\0" + self.point + sender).derive(shared)
        key = HKDF(SHA256(), 16, salt, b"Content-Encoding: aes128gcm\0").derive(secret)
        nonce = HKDF(SHA256(), 12, salt, b"Content-Encoding: nonce\0").derive(secret)
        plain = AESGCM(key).decrypt(nonce, record, None).rstrip(b"\0")
        assert plain.endswith(b"\2")
        message: Json = json.loads(plain[:-1])
        return message


@dataclass
class Received:
    """A received push."""

    path: str
    headers: dict[str, str]
    body: bytes

    def check_host(self, public_key: str, origin: str) -> Json:
        """Verify the signature of the server's token and return its claims. [RFC 8292]"""
        scheme, _, rest = self.headers["authorization"].partition(" ")
        fields = dict(part.strip().split("=", 1) for part in rest.split(","))
        assert (scheme, fields["k"]) == ("vapid", public_key)
        word, _, signature = fields["t"].rpartition(".")
        numbers = decode64(signature)
        point = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), decode64(public_key))
        halves = (int.from_bytes(numbers[:32], "big"), int.from_bytes(numbers[32:], "big"))
        point.verify(encode_dss_signature(*halves), word.encode(), ec.ECDSA(SHA256()))
        claims: Json = json.loads(decode64(word.split(".")[1]))
        assert claims["aud"] == origin
        return claims


@dataclass
class PushService:
    """A service that stores the pushes it receives and answers with the given statuses, repeating the last one."""

    port: int = 0
    statuses: list[str] = field(default_factory=lambda: ["201 Created"])
    received: asyncio.Queue[Received] = field(default_factory=asyncio.Queue)

    @property
    def name(self) -> str:
        """The name of this service in a server's settings."""
        return f"127.0.0.1:{self.port}"

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Answer one request."""
        head = (await reader.readuntil(b"\r\n\r\n")).decode().split("\r\n")
        headers = {name.lower(): value for name, _, value in (line.partition(": ") for line in head[1:-2])}
        body = await reader.readexactly(int(headers["content-length"]))
        status = self.statuses.pop(0) if len(self.statuses) > 1 else self.statuses[0]
        writer.write(f"HTTP/1.1 {status}\r\nLocation: https://127.0.0.1:{self.port}/elsewhere\r\n\r\n".encode())
        await writer.drain()
        writer.close()
        self.received.put_nowait(Received(head[0].split()[1], headers, body))

    async def hear(self) -> Received:
        async with asyncio.timeout(patience()):
            return await self.received.get()


@asynccontextmanager
async def running_service(certificate: Path, key: Path) -> AsyncIterator[PushService]:
    """Run a push service on this machine, and yield it."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate, key)
    service = PushService()
    server = await asyncio.start_server(service.serve, "127.0.0.1", 0, ssl=context)
    service.port = server.sockets[0].getsockname()[1]
    try:
        yield service
    finally:
        server.close()
