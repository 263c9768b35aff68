"""Sending to a device: messages are queued in order."""

import asyncio

from paperdice.server.live.member import Member
from paperdice.server.ops.limits import Waiting
from paperdice.server.protocol.messages import Pong
from paperdice.server.settings import Limits


async def test_messages_are_sent_in_order() -> None:
    sent: list[bytes] = []

    async def send(data: bytes) -> None:
        sent.append(data)

    member = Member(send, Limits(), Waiting(1000), "")
    for data in (b"1", b"2"):
        member.tell(data)
    member.tell(Pong())
    writer = asyncio.create_task(member.write())
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    assert sent == [b"1", b"2", b'{"type":"pong"}']
    member.close("restart")
    await writer
    assert sent[-1].startswith(b'{"type":"closing"')
