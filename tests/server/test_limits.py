"""Counting what clients ask for."""

import asyncio
from random import Random

from paperdice.server.live.member import Member
from paperdice.server.ops.limits import Bucket, Buckets, Places
from paperdice.server.protocol.messages import Pong
from paperdice.server.settings import Limits
from paperdice.server.table.codes import TABLE_LETTERS, draw_code, read_code
from tests.server.clocks import StillClock


def test_a_bucket_fills_again() -> None:
    clock = StillClock()
    bucket = Bucket(rate=1, full=3, clock=clock)
    assert [bucket.take() for _ in range(4)] == [True, True, True, False]
    clock.now += 1
    assert [bucket.take() for _ in range(2)] == [True, False]
    clock.now += 100
    assert [bucket.take() for _ in range(4)] == [True, True, True, False]


def test_every_client_has_a_bucket_of_its_own() -> None:
    buckets = Buckets(per_minute=1, exempt=("owner",), clock=StillClock())
    assert [buckets.take("a"), buckets.take("a"), buckets.take("b")] == [True, False, True]
    assert [buckets.take("owner") for _ in range(3)] == [True, True, True]


def test_places_are_limited_in_all_and_for_each() -> None:
    places = Places(total=3, per_client=2)
    assert [places.take("a"), places.take("a"), places.take("a")] == [True, True, False]
    assert [places.take("b"), places.take("b")] == [True, False]
    places.give_back("a")
    assert [places.n_taken, places.take("b")] == [2, True]
    places = Places(total=3, per_client=1, exempt=("owner",))
    assert [places.take("owner") for _ in range(4)] == [True, True, True, False]


def test_codes_have_no_look_alikes() -> None:
    assert not set("BGILOQSZ0125 8") & set(TABLE_LETTERS)
    rng = Random(3)
    assert all(read_code(draw_code(rng, 4).lower()) for _ in range(100))
    assert [read_code(text) for text in ("", "AAA", "AAAAA", "AA0A", "AA A", "ÄAAA")] == [""] * 6


async def test_a_full_outbox_is_thrown_away_and_its_member_dropped() -> None:
    sent: list[bytes] = []
    gate = asyncio.Event()

    async def send(data: bytes) -> None:
        sent.append(data)
        await gate.wait()

    member = Member(send, Limits(outbox_messages=5))
    writer = asyncio.create_task(member.write())
    for _ in range(20):
        member.tell(Pong())
        await asyncio.sleep(0)
    gate.set()
    await writer
    assert member.closing == "slow"
    assert sent == [b'{"type":"pong"}', b'{"type":"closing","reason":"slow","retry_ms":1000}']
