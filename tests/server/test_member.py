"""Sending to a device: messages are written directly if possible, and otherwise queued in order."""

import asyncio

import pytest

from paperdice.server.live.member import Member
from paperdice.server.ops.limits import Waiting
from paperdice.server.protocol.messages import Pong
from paperdice.server.settings import Limits
from paperdice.server.transport import frame_head


@pytest.mark.parametrize(
    ("length", "head"),
    [
        (0, "8100"),
        (125, "817d"),
        (126, "817e007e"),
        (65_535, "817effff"),
        (65_536, "817f0000000000010000"),
    ],
)
def test_a_frame_tells_its_length_in_the_shortest_way(length: int, head: str) -> None:
    assert frame_head(length).hex() == head


async def test_what_cannot_be_sent_at_once_waits_and_stays_in_order() -> None:
    at_once: list[bytes] = []
    later: list[bytes] = []
    is_free = True

    async def send(data: bytes) -> None:
        later.append(data)

    def write_at_once(data: bytes) -> bool:
        if is_free:
            at_once.append(data)
        return is_free

    member = Member(send, Limits(), Waiting(1000), "", write_at_once)
    member.tell(b"1")
    is_free = False
    member.tell(b"2")
    is_free = True
    member.tell(b"3")
    assert (at_once, later) == ([b"1"], [])
    writer = asyncio.create_task(member.write())
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    assert later == [b"2", b"3"]
    member.tell(Pong())
    assert at_once == [b"1", b'{"type":"pong"}']
    member.close("restart")
    await writer
    assert later[-1].startswith(b'{"type":"closing"')
