"""Rate limits and quotas of clients."""

import asyncio
from random import Random

import pytest

from paperdice.flow.codes import TABLE_CODE_LENGTH, TABLE_LETTERS, draw_code, read_code
from paperdice.server.live.member import Member
from paperdice.server.ops.limits import Bucket, Buckets, Guesses, Places, Throttles, TooManyError, Waiting
from paperdice.server.protocol.messages import Pong
from paperdice.server.settings import Limits
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
    buckets = Buckets(rate=1, full=1, exempt=("owner",), clock=StillClock())
    assert [buckets.of(client).take() for client in "aab"] == [True, False, True]
    assert [buckets.of("owner").take() for _ in range(3)] == [True, True, True]


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
    assert len(draw_code(rng, TABLE_CODE_LENGTH)) == 6
    assert all(read_code(draw_code(rng, TABLE_CODE_LENGTH).lower()) for _ in range(100))
    wrong = ("", "AAAA", "AAAAA", "AAAAAAA", "AAAA0A", "AAAA A", "ÄAAAAA", "AAAA\x00A", "ＡAAAAA")
    assert [read_code(text) for text in wrong] == [""] * 9


async def test_a_full_outbox_is_thrown_away_and_its_member_dropped() -> None:
    sent: list[bytes] = []
    gate = asyncio.Event()

    async def send(data: bytes) -> None:
        sent.append(data)
        await gate.wait()

    limits = Limits(outbox_messages=5)
    member = Member(send, limits, Waiting(10**9))
    writer = asyncio.create_task(member.write())
    for _ in range(20):
        member.tell(Pong())
        await asyncio.sleep(0)
    gate.set()
    await writer
    assert member.closing == "slow"
    assert sent == [b'{"type":"pong"}', b'{"type":"closing","reason":"slow","retry_ms":1000}']


def test_a_heavy_thing_takes_more_of_a_bucket_but_is_never_impossible() -> None:
    clock = StillClock()
    bucket = Bucket(rate=1, full=10, clock=clock)
    assert [bucket.take(6), bucket.take(6), bucket.take(4)] == [True, False, True]
    clock.now += 10
    assert [bucket.take(30), bucket.take()] == [True, False]
    clock.now += 20
    assert bucket.take() is False
    clock.now += 1
    assert bucket.take() is True


def test_too_fast_requests_have_to_wait() -> None:
    clock = StillClock()
    bucket = Bucket(rate=2, full=2, clock=clock)
    assert [bucket.wait() for _ in range(5)] == [0, 0, 0.5, 1, 1.5]
    assert bucket.wait(most=1) is None
    clock.now += 2
    assert [bucket.wait(), bucket.wait()] == [0, 0.5]


def test_a_client_that_missed_too_often_is_locked_out_for_an_hour() -> None:
    clock = StillClock()
    guesses = Guesses(misses=20, seconds=3600, exempt=("owner",), clock=clock)
    guesses.hit("a", "KNOWNX")
    for _ in range(19):
        guesses.miss("a")
    guesses.check("a", "AAAAAA")
    guesses.miss("a")
    with pytest.raises(TooManyError):
        guesses.check("a", "AAAAAA")
    guesses.check("a", "KNOWNX")
    guesses.check("b", "AAAAAA")
    clock.now += 3599
    with pytest.raises(TooManyError):
        guesses.check("a", "AAAAAA")
    clock.now += 1
    guesses.check("a", "AAAAAA")
    for _ in range(100):
        guesses.miss("owner")
    guesses.check("owner", "AAAAAA")


def test_misses_are_forgotten_after_an_hour() -> None:
    clock = StillClock()
    guesses = Guesses(misses=20, seconds=3600, clock=clock)
    for _ in range(100):
        clock.now += 200
        guesses.miss("a")
        guesses.check("a", "AAAAAA")


def test_a_code_is_guessed_after_more_than_a_year() -> None:
    limits = Limits()
    n_codes = len(TABLE_LETTERS) ** TABLE_CODE_LENGTH
    guesses_an_hour = limits.misses / (limits.lockout_seconds / 3600)
    years = n_codes / 100 / guesses_an_hour / 24 / 365
    assert (n_codes, guesses_an_hour) == (34_012_224, 20)
    assert 1.9 < years < 2.0


def test_the_devices_of_one_client_share_the_room_for_what_waits() -> None:
    limits = Limits(outbox_bytes=1000, outboxes_bytes_per_client=1500)
    throttles = Throttles(limits)

    async def send(data: bytes) -> None:
        raise AssertionError(data)

    first, second, other = (Member(send, limits, throttles.waiting_for(client)) for client in ("a", "a", "b"))
    for member in (first, second, other):
        member.tell(b"x" * 900)
    assert (first.closing, second.closing, other.closing) == (None, "slow", None)
    for member in (first, second, other):
        member.drop()
    assert [throttles.waiting_for(client).n_bytes for client in "ab"] == [0, 0]
