"""Push subscriptions and scheduled checks of matches, in every kind of store."""

import asyncio
from dataclasses import replace
from pathlib import Path

import pytest

from paperdice.errors import NotationError, StaleMatchError
from paperdice.store.backup import read_backup, write_backup
from paperdice.store.entries import MatchEntry, Subscription, TableEntry
from paperdice.store.memory import MemoryStore
from paperdice.store.store import Store

TABLE = TableEntry(id="t1", code="KXRM", match_id="m1", touched=10)
MATCH = MatchEntry(id="m1", table_id="t1", game="qwixx", challenge=None, length=0, created=10, touched=10)
ANN = Subscription("t1", "https://push.example/ann", "hash of ann", "key", "auth", "de", created=20)


async def open_tables(store: Store, n: int) -> None:
    for i in range(1, n + 1):
        table = replace(TABLE, id=f"t{i}", code=f"CO{i:02}", match_id=f"m{i}")
        await store.create(table, replace(MATCH, id=f"m{i}", table_id=f"t{i}"), ["a"])


async def test_a_subscription_is_kept_renewed_and_forgotten(store: Store) -> None:
    await open_tables(store, 2)
    ben = replace(ANN, endpoint="https://push.example/ben", holder="hash of ben", created=30)
    await store.subscribe(ANN, 9, 9)
    await store.subscribe(ben, 9, 9)
    assert await store.list_subscriptions("t1") == [ANN, ben]
    assert await store.list_subscriptions("t2") == []
    await store.claim_notification("t1", ANN.endpoint, "m1 4")
    await store.subscribe(replace(ANN, lang="fr", created=40), 9, 9)
    assert await store.list_subscriptions("t1") == [ben, replace(ANN, lang="fr", created=40, told="m1 4")]
    await store.unsubscribe(ben.endpoint, "t2")
    assert len(await store.list_subscriptions("t1")) == 2
    await store.unsubscribe(ben.endpoint, "t1")
    await store.unsubscribe(ANN.endpoint)
    assert await store.list_subscriptions("t1") == []


async def test_the_oldest_subscriptions_make_room(store: Store) -> None:
    await open_tables(store, 4)
    for i in range(1, 5):
        await store.subscribe(replace(ANN, table_id=f"t{i}", created=i), 3, 9)
    assert [bool(await store.list_subscriptions(f"t{i}")) for i in range(1, 5)] == [False, True, True, True]
    for i in range(5):
        await store.subscribe(replace(ANN, table_id="t1", endpoint=f"https://push.example/{i}", created=50 + i), 9, 2)
    other = replace(ANN, table_id="t1", endpoint="https://push.example/ben", holder="hash of ben", created=60)
    await store.subscribe(other, 9, 2)
    assert [each.created for each in await store.list_subscriptions("t1")] == [53, 54, 60]


async def test_what_cannot_be_kept_is_refused(store: Store) -> None:
    with pytest.raises(StaleMatchError):
        await store.subscribe(ANN, 9, 9)
    with pytest.raises(NotationError):
        await store.subscribe(replace(ANN, endpoint="https://push.example/\0"), 9, 9)


async def test_a_device_is_told_of_one_thing_once(store: Store) -> None:
    await open_tables(store, 1)
    await store.subscribe(ANN, 9, 9)
    claims = await asyncio.gather(*(store.claim_notification("t1", ANN.endpoint, "m1 4") for _ in range(10)))
    assert sorted(claims) == [False] * 9 + [True]
    assert await store.claim_notification("t1", ANN.endpoint, "m1 5")
    assert not await store.claim_notification("t1", "https://push.example/nobody", "m1 5")


async def test_subscriptions_go_with_their_table(store: Store) -> None:
    await open_tables(store, 1)
    await store.subscribe(ANN, 9, 9)
    await store.wake_at("m1", 70)
    await store.delete("m1")
    assert await store.list_subscriptions("t1") == []
    assert await store.list_wakes(100, 9) == []


async def test_matches_are_woken_in_order_and_not_swept_before(store: Store) -> None:
    await open_tables(store, 3)
    await store.wake_at("m1", 70)
    await store.wake_at("m2", 50)
    await store.wake_at("m3", 60)
    await store.wake_at("m3", None)
    await store.wake_at("m9", 10)
    assert await store.list_wakes(49, 9) == []
    assert await store.list_wakes(70, 9) == ["m2", "m1"]
    assert await store.list_wakes(70, 1) == ["m2"]
    assert await store.sweep(0, idle_before=60) == 2
    assert await store.list_wakes(100, 9) == ["m1"]


async def test_a_backup_holds_them(store: Store, tmp_path: Path) -> None:
    await open_tables(store, 1)
    await store.subscribe(ANN, 9, 9)
    await store.wake_at("m1", 70)
    await write_backup(store, tmp_path / "backup.jsonl")
    other = MemoryStore()
    await other.restore(read_backup(tmp_path / "backup.jsonl"))
    assert await other.list_subscriptions("t1") == [ANN]
    assert await other.list_wakes(70, 9) == ["m1"]
