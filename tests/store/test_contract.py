"""The contract of every store."""

import asyncio
from dataclasses import replace
from pathlib import Path

import pytest

from paperdice.errors import NotationError, StaleMatchError, StoreError
from paperdice.store.backup import read_backup, write_backup
from paperdice.store.entries import (
    ChallengeEntry,
    DeletedMatchError,
    Ending,
    MatchEntry,
    Presence,
    ReviewEntry,
    TableEntry,
)
from paperdice.store.memory import MemoryStore
from paperdice.store.store import Store

TABLE = TableEntry(id="t1", code="KXRM", match_id="m1", touched=10)
MATCH = MatchEntry(id="m1", table_id="t1", game="qwixx", challenge=None, length=0, created=10, touched=10, is_open=True)
ENDING = Ending(finished=50, ending='{"scores":[3]}', record="a record\n")


async def test_a_created_match_is_found_with_its_events(store: Store) -> None:
    await store.create(TABLE, MATCH, ["a", "b"])
    assert await store.find_match("m1") == replace(MATCH, length=2)
    assert await store.load("m1") == ["a", "b"]
    assert await store.find_table("KXRM") == TABLE


async def test_what_was_never_created_is_not_found(store: Store) -> None:
    assert await store.find_match("m9") is None
    assert await store.find_table("AAAA") is None
    assert await store.find_challenge("c9") is None
    assert await store.load("m9") == []


async def test_a_deleted_match_is_told_from_one_without_news(store: Store) -> None:
    await store.create(TABLE, MATCH, ["a"])
    assert await store.load("m1", since=1) == []
    await store.delete("m1")
    with pytest.raises(DeletedMatchError):
        await store.load("m1", since=1)
    assert await store.load("m1") == []


async def test_appended_events_come_back_in_order(store: Store) -> None:
    await store.create(TABLE, MATCH, ["a"])
    await store.append("m1", 1, ["b", "c"], now=20)
    await store.append("m1", 3, ["d"], now=30)
    assert await store.load("m1") == ["a", "b", "c", "d"]
    assert await store.load("m1", since=2) == ["c", "d"]
    found = await store.find_match("m1")
    assert found is not None and (found.length, found.touched) == (4, 30)


async def test_every_append_touches_its_match_later_than_the_one_before(store: Store) -> None:
    await store.create(TABLE, MATCH, ["a"])
    await store.append("m1", 1, ["b"], now=10)
    await store.append("m1", 2, ["c"], now=10)
    await store.append("m1", 3, ["d"], now=5, ending=ENDING)
    found = await store.find_match("m1")
    assert found is not None and found.touched == 13


@pytest.mark.parametrize("length", [0, 2, 7])
async def test_an_append_at_another_length_is_stale_and_changes_nothing(store: Store, length: int) -> None:
    await store.create(TABLE, MATCH, ["a"])
    with pytest.raises(StaleMatchError):
        await store.append("m1", length, ["x"], now=20)
    assert await store.load("m1") == ["a"]
    found = await store.find_match("m1")
    assert found is not None and (found.length, found.touched) == (1, 10)


async def test_an_append_to_no_match_is_stale(store: Store) -> None:
    with pytest.raises(StaleMatchError):
        await store.append("m9", 0, ["x"], now=20)


async def test_of_many_appends_at_one_length_exactly_one_wins(store: Store) -> None:
    await store.create(TABLE, MATCH, ["a"])
    results = await asyncio.gather(
        *(store.append("m1", 1, [f"x{i}", f"y{i}"], now=20) for i in range(20)), return_exceptions=True
    )
    assert results.count(None) == 1
    assert all(isinstance(result, StaleMatchError) for result in results if result is not None)
    winner = results.index(None)
    assert await store.load("m1") == ["a", f"x{winner}", f"y{winner}"]


async def test_appends_to_many_matches_at_once_all_arrive(store: Store) -> None:
    for i in range(30):
        table = replace(TABLE, id=f"t{i}", code=f"CO{i:02}", match_id=f"m{i}")
        await store.create(table, replace(MATCH, id=f"m{i}", table_id=f"t{i}"), [])
    for length in range(3):
        await asyncio.gather(*(store.append(f"m{i}", length, [f"{i}.{length}"], now=20) for i in range(30)))
    assert await store.load("m17") == ["17.0", "17.1", "17.2"]


async def test_a_second_match_with_the_same_id_is_refused(store: Store) -> None:
    await store.create(TABLE, MATCH, ["a"])
    with pytest.raises(StaleMatchError):
        await store.create(replace(TABLE, id="t2", code="HHHH"), MATCH, ["b"])
    assert await store.load("m1") == ["a"]
    assert await store.find_table("HHHH") is None


async def test_the_code_of_a_finished_table_comes_free(store: Store) -> None:
    await store.create(TABLE, MATCH, ["a"])
    await store.append("m1", 1, [], now=50, ending=ENDING)
    new = replace(TABLE, id="t2", match_id="m2", touched=60)
    with pytest.raises(StaleMatchError):  # the table may go on with another match
        await store.create(new, replace(MATCH, id="m2", table_id="t2"), ["b"], released_before=50)
    await store.create(new, replace(MATCH, id="m2", table_id="t2"), ["b"], released_before=51)
    assert await store.find_table("KXRM") == new
    found = await store.find_match("m1")
    assert found is not None and found.record == "a record\n"


async def test_a_code_that_is_taken_is_refused(store: Store) -> None:
    await store.create(TABLE, MATCH, ["a"])
    with pytest.raises(StaleMatchError):
        await store.create(replace(TABLE, id="t2", match_id="m2"), replace(MATCH, id="m2", table_id="t2"), ["b"])
    assert await store.find_match("m2") is None


async def test_the_next_match_becomes_the_tables_current_match(store: Store) -> None:
    await store.create(TABLE, MATCH, ["a"])
    await store.create(replace(TABLE, match_id="m2"), replace(MATCH, id="m2"), ["b"])
    found = await store.find_table("KXRM")
    assert found is not None and found.match_id == "m2"
    assert await store.load("m1") == ["a"]


async def test_the_later_matches_of_a_table_are_found(store: Store) -> None:
    await store.create(TABLE, MATCH, ["a"])
    later = [replace(MATCH, id=f"m{number}", created=MATCH.created + number) for number in (2, 3)]
    for entry in later:
        await store.create(replace(TABLE, match_id=entry.id), entry, ["b"])
    await store.create(replace(TABLE, id="t2", code="HHHH", match_id="m4"), replace(MATCH, id="m4", table_id="t2"), [])
    assert [entry.id for entry in await store.list_later(MATCH)] == ["m2", "m3"]
    assert [entry.id for entry in await store.list_later(later[0])] == ["m3"]


async def test_the_last_append_keeps_the_ending(store: Store) -> None:
    await store.create(TABLE, MATCH, ["a"])
    await store.append("m1", 1, ["end"], now=50, ending=ENDING)
    found = await store.find_match("m1")
    assert found is not None
    assert (found.finished, found.ending, found.record) == (50, '{"scores":[3]}', "a record\n")


async def test_a_log_is_rewritten_and_goes_on(store: Store) -> None:
    await store.create(TABLE, MATCH, ["Ann sits", "b"])
    await store.append("m1", 2, ["end"], now=50, ending=ENDING)
    await store.rewrite("m1", 3, ["nobody sits", "b", "end"], 55, replace(ENDING, record="other\n"))
    assert await store.load("m1") == ["nobody sits", "b", "end"]
    found = await store.find_match("m1")
    assert found is not None and (found.record, found.touched) == ("other\n", 55)
    with pytest.raises(StaleMatchError):
        await store.rewrite("m1", 2, ["x", "y"], 55, ENDING)
    with pytest.raises(StaleMatchError):
        await store.rewrite("m1", 3, ["x", "y"], 55, ENDING)
    await store.rewrite("m1", 3, ["nobody sits", "b", "end", "forgotten"], 55, ENDING)
    with pytest.raises(StaleMatchError):
        await store.append("m1", 3, ["late"], now=60)
    await store.append("m1", 4, ["next"], now=60)
    assert await store.load("m1") == ["nobody sits", "b", "end", "forgotten", "next"]


async def test_only_open_tables_with_an_unfinished_match_are_listed(store: Store) -> None:
    await store.create(TABLE, MATCH, [])
    await store.create(
        TableEntry("t2", "HHHH", "m2", touched=10), replace(MATCH, id="m2", table_id="t2", is_open=False), []
    )
    await store.create(TableEntry("t3", "JJJJ", "m3", touched=10), replace(MATCH, id="m3", touched=90), [])
    await store.create(TableEntry("t4", "KKKK", "m4", touched=10), replace(MATCH, id="m4"), [])
    await store.append("m4", 0, ["end"], now=50, ending=ENDING)
    assert [table.code for table in await store.list_tables(10)] == ["JJJJ", "KXRM"]
    assert [table.code for table in await store.list_tables(1)] == ["JJJJ"]


async def test_finished_matches_are_listed_latest_first(store: Store) -> None:
    for i, finished in enumerate([70, 90, 80, 0]):
        table = TableEntry(f"t{i}", f"CO{i:02}", f"m{i}", touched=10)
        await store.create(table, replace(MATCH, id=f"m{i}", table_id=f"t{i}"), [])
        if finished:
            await store.append(f"m{i}", 0, ["end"], now=finished, ending=replace(ENDING, finished=finished))
    found = await store.list_finished(["m0", "m1", "m3", "m2", "m9"])
    assert [match.id for match in found] == ["m1", "m2", "m0"]
    assert await store.list_finished([]) == []


async def add_results(store: Store, *results: tuple[int, int]) -> None:
    """Add finished matches of challenge c1 with these rank scores and end times."""
    for i, (rank_score, finished) in enumerate(results):
        table = TableEntry(f"t{i}", f"CO{i:02}", f"m{i}", touched=10)
        await store.create(table, replace(MATCH, id=f"m{i}", table_id=f"t{i}", challenge="c1"), [])
        ending = replace(ENDING, finished=finished, rank_score=rank_score)
        await store.append(f"m{i}", 0, ["end"], now=finished, ending=ending)


async def test_a_challenge_that_exists_stays_as_it_is(store: Store) -> None:
    challenge = ChallengeEntry("c1", "qwixx", "{}", 5)
    await store.add_challenge(challenge)
    await store.add_challenge(replace(challenge, body="other"))
    assert await store.find_challenge("c1") == challenge


async def test_results_of_a_challenge_are_listed_best_first_and_of_equal_ones_the_earlier(store: Store) -> None:
    await add_results(store, (30, 60), (-5, 50), (1_000_010, 90), (30, 40), (30, 60))
    assert [match.id for match in await store.list_results("c1", 10)] == ["m2", "m3", "m0", "m4", "m1"]
    assert [match.id for match in await store.list_results("c1", 2)] == ["m2", "m3"]
    assert [match.id for match in await store.list_results("c1", 2, offset=3)] == ["m4", "m1"]


async def test_results_are_counted_and_each_has_its_place(store: Store) -> None:
    await add_results(store, (30, 60), (-5, 50), (1_000_010, 90), (30, 40), (30, 60))
    assert await store.count_results("c1") == 5
    entries = [await store.find_match(f"m{i}") for i in range(5)]
    assert [await store.count_results("c1", better_than=entry) for entry in entries] == [2, 4, 0, 1, 3]
    assert await store.count_results("c9") == 0


async def test_a_match_that_goes_on_again_is_no_result(store: Store) -> None:
    await add_results(store, (30, 60))
    await store.append("m0", 1, ["corrected"], now=70, ending=Ending(None, "", ""))
    assert await store.list_results("c1", 10) == []
    assert await store.count_results("c1") == 0


async def test_a_deleted_match_is_gone_with_its_log_and_table(store: Store) -> None:
    await store.create(TABLE, MATCH, ["a"])
    await store.delete("m1")
    assert await store.find_match("m1") is None
    assert await store.load("m1") == []
    assert await store.find_table("KXRM") is None


REVIEW = ReviewEntry("m1", "version 1", '{"seats": []}')


async def finish_with_review(store: Store) -> None:
    """Store a finished match with its review."""
    await store.create(TABLE, MATCH, ["a"])
    await store.append("m1", 1, ["b"], now=50, ending=ENDING)
    await store.save_review(REVIEW, ENDING.record)


async def test_a_review_is_kept_with_its_match_and_replaced_by_a_later_one(store: Store) -> None:
    assert await store.find_review("m1") is None
    await finish_with_review(store)
    assert await store.find_review("m1") == REVIEW
    later = replace(REVIEW, kind="version 2")
    await store.save_review(later, ENDING.record)
    assert await store.find_review("m1") == later
    await store.append("m1", 2, ["c"], now=60)
    assert await store.find_review("m1") == later
    await store.delete("m1")
    assert await store.find_review("m1") is None


async def test_a_review_of_what_was_not_played_is_not_kept(store: Store) -> None:
    await store.save_review(REVIEW, ENDING.record)
    await finish_with_review(store)
    await store.save_review(replace(REVIEW, kind="late"), "another record")
    assert await store.find_review("m1") == REVIEW


async def test_a_review_goes_when_the_ending_or_the_names_change(store: Store) -> None:
    await finish_with_review(store)
    await store.append("m1", 2, [], now=60, ending=ENDING)
    assert await store.find_review("m1") is None
    await store.save_review(REVIEW, ENDING.record)
    await store.rewrite("m1", 2, ["a", "?"], 55, ENDING)
    assert await store.find_review("m1") is None


async def test_a_sweep_takes_old_matches_only(store: Store) -> None:
    for i, (touched, finished) in enumerate([(10, None), (90, None), (20, 20), (95, 95)]):
        table = TableEntry(f"t{i}", f"CO{i:02}", f"m{i}", touched=10)
        await store.create(table, replace(MATCH, id=f"m{i}", table_id=f"t{i}", touched=touched), [])
        if finished:
            await store.append(f"m{i}", 0, ["end"], now=touched, ending=replace(ENDING, finished=finished))
    assert await store.sweep(finished_before=50, idle_before=60) == 2
    left = [i for i in range(4) if await store.find_match(f"m{i}") is not None]
    assert left == [1, 3]
    assert await store.find_table("CO00") is None
    assert await store.find_table("CO01") is not None


async def test_a_sweep_leaves_what_is_in_use(store: Store) -> None:
    await store.create(TABLE, MATCH, ["a"])
    await store.create(replace(TABLE, id="t2", code="HHHH", match_id="m2"), replace(MATCH, id="m2", table_id="t2"), [])
    assert await store.sweep(finished_before=0, idle_before=10_000, in_use={"m1"}) == 1
    assert await store.load("m1") == ["a"]
    assert await store.find_table("KXRM") == TABLE
    assert await store.find_match("m2") is None


async def test_a_sweep_goes_on_beyond_what_is_in_use(store: Store) -> None:
    await store.restore(
        ("matches", (f"m{n:03}", "t", "qwixx", None, 0, 1, 1, None, "", "", None, 0)) for n in range(200)
    )
    in_use = {f"m{n:03}" for n in range(120)}
    assert await store.sweep(finished_before=0, idle_before=10, in_use=in_use) == 80
    assert [await store.find_match(f"m{n:03}") is not None for n in (0, 119, 120, 199)] == [True, True, False, False]


async def test_the_newest_touch_is_known(store: Store) -> None:
    assert await store.newest() is None
    await store.create(TABLE, MATCH, ["a"])
    await store.append("m1", 1, ["b"], now=70)
    assert await store.newest() == 70


async def test_a_sweep_takes_old_challenges_that_no_match_is_left_of(store: Store) -> None:
    for name, created in (("c1", 10), ("c2", 10), ("c3", 90)):
        await store.add_challenge(ChallengeEntry(name, "qwixx", "{}", created))
    await add_results(store, (30, 60))
    await store.sweep(finished_before=0, idle_before=50)
    assert [await store.find_challenge(name) is not None for name in ("c1", "c2", "c3")] == [True, False, True]


async def test_presence_is_told_until_it_runs_out(store: Store) -> None:
    await store.set_presence("m1", Presence("p1", (0, 2), 1, (3, 4)), seconds=3600)
    await store.set_presence("m1", Presence("p2", (1,), 0), seconds=3600)
    await store.set_presence("m2", Presence("p1", (5,), 0), seconds=3600)
    assert await store.list_presence("m1") == [Presence("p1", (0, 2), 1, (3, 4)), Presence("p2", (1,), 0)]
    await store.set_presence("m1", Presence("p1", (0, 2), 1, (3, 4)), seconds=-1)
    assert await store.list_presence("m1") == [Presence("p2", (1,), 0)]
    await store.set_presence("m1", Presence("p2", (), 0), seconds=3600)
    assert await store.list_presence("m1") == []


@pytest.mark.parametrize("text", ["m\0", "\ud800", "m\udcff1"])
async def test_an_id_that_no_text_can_be_is_refused_as_such(store: Store, text: str) -> None:
    for asked in (
        store.find_match(text),
        store.find_table(text),
        store.find_challenge(text),
        store.load(text),
        store.list_finished(["m1", text]),
        store.list_results(text, 10),
        store.count_results(text),
    ):
        with pytest.raises(NotationError) as refused:
            await asked
        assert refused.value.reason.id == "bad_text"
    await store.ping()


async def test_a_backup_restores_into_any_store(store: Store, tmp_path: Path) -> None:
    await store.create(TABLE, MATCH, ["a", "b"])
    await store.append("m1", 2, ["end"], now=50, ending=ENDING)
    await store.add_challenge(ChallengeEntry("c1", "qwixx", "{}", 5))
    assert (await write_backup(store, tmp_path / "backup.jsonl")).n_rows == 6
    other = MemoryStore()
    await other.restore(read_backup(tmp_path / "backup.jsonl"))
    assert await other.load("m1") == ["a", "b", "end"]
    assert await other.find_table("KXRM") == TABLE
    assert await other.find_match("m1") == await store.find_match("m1")
    assert await other.find_challenge("c1") == ChallengeEntry("c1", "qwixx", "{}", 5)


async def test_a_backup_is_restored_into_this_store(store: Store, tmp_path: Path) -> None:
    other = MemoryStore()
    await other.create(TABLE, MATCH, ["a", "b"])
    await write_backup(other, tmp_path / "backup.jsonl")
    await store.restore(read_backup(tmp_path / "backup.jsonl"))
    assert await store.load("m1") == ["a", "b"]
    with pytest.raises(StoreError, match="already holds matches"):
        await store.restore(read_backup(tmp_path / "backup.jsonl"))


async def test_an_open_store_answers(store: Store) -> None:
    await store.ping()
