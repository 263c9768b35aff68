"""Stopping a match by agreement, and counting."""

import pytest

from paperdice.errors import MatchOverError, PaperdiceError
from paperdice.flow import commands, events, notices
from paperdice.flow.attendance import Attendance
from paperdice.flow.clock import Due
from paperdice.flow.describe import dice_facts, table_facts
from paperdice.flow.facts import Challenge, TableFacts
from paperdice.flow.following import next_event
from paperdice.flow.record import record_of, result_of
from paperdice.flow.setup import new_opening, next_opening
from paperdice.flow.table import Table
from paperdice.flow.wishes import NewTable
from paperdice.match import read_record
from paperdice.pad import read_pad
from paperdice.server.live.storage import new_ending
from paperdice.study.stats import read_files
from paperdice.verify import verify_record
from tests.server.tables import BOTS, NOW, SHARES, Driver, opened, person, started, two_players
from tests.server.test_tables import reason_of


def agree(driver: Driver, *seats: int, agreed: bool = True) -> None:
    for seat in seats:
        driver.do(commands.Stop, seat, agreed=agreed)
        driver.settle()


def facts_of(driver: Driver) -> TableFacts:
    return table_facts(driver.table, driver.attendance, driver.now)


def played(driver: Driver, turns: int) -> Driver:
    """Play this many turns, and throw once more."""
    while driver.table.match.turn <= turns:
        driver.throw()
        while driver.table.match.acting:
            driver.pass_all()
    driver.throw()
    return driver


def test_a_match_is_stopped_once_everyone_present_agrees() -> None:
    driver = played(two_players(), 2)
    agree(driver, 1)
    assert (facts_of(driver).stop, facts_of(driver).status) == ([1], "playing")
    assert driver.table.notices[-1] == notices.StopAgreedNotice(driver.table.sequence, NOW, 1, agreed=True)
    agree(driver, 0)
    assert driver.log[-1] == events.MatchStopped(at=NOW, turn=2)
    assert (facts_of(driver).status, facts_of(driver).stopped) == ("over", 2)
    ended = driver.table.notices[-1]
    assert isinstance(ended, notices.EndedNotice)
    assert (ended.end_reason, ended.scores, ended.winners) == ("stopped", [-5, -5], [0, 1])


def test_an_agreement_is_withdrawn_and_repeated_without_a_trace() -> None:
    driver = played(two_players(), 1)
    agree(driver, 0)
    assert driver.do(commands.Stop, 0, agreed=True).events == []
    agree(driver, 0, agreed=False)
    assert driver.do(commands.Stop, 0, agreed=False).events == []
    agree(driver, 1)
    assert (facts_of(driver).stop, facts_of(driver).status) == ([1], "playing")


def test_a_person_who_leaves_blocks_nobody_and_a_lost_connection_is_waited_for() -> None:
    driver = played(started(person(0), person(1), person(2)), 1)
    agree(driver, 0)
    driver.do(commands.Leave, 1)
    driver.present, driver.awaited = frozenset({0}), {1: NOW, 2: NOW + 30_000}
    driver.settle()
    assert driver.due().look_at == NOW + 30_000
    assert facts_of(driver).status == "playing"
    driver.now += 30_000
    assert driver.due() == Due([events.MatchStopped(at=driver.now, turn=1)])


def test_nobody_stops_a_match_in_which_everyone_who_agreed_is_away() -> None:
    driver = played(two_players(slow=True), 1)
    agree(driver, 0)
    driver.do(commands.Leave, 0)
    driver.do(commands.Leave, 1)
    assert not any(isinstance(event, events.MatchStopped) for event in driver.due().events)


def test_alone_and_with_bots_one_tap_is_enough() -> None:
    driver = played(started(person(0)), 1)
    agree(driver, 0)
    assert facts_of(driver).stopped == 1


def test_only_a_running_match_is_stopped_and_no_challenge() -> None:
    driver = played(two_players(), 1)
    agree(driver, 0, 1)
    with pytest.raises(MatchOverError):
        driver.do(commands.Stop, 0, agreed=False)
    with pytest.raises(MatchOverError):
        driver.do(commands.Play, 0, move="-")
    challenge = Challenge("c", "qwixx", 1, ["classic"], [], 0, 7)
    wish = NewTable(game="qwixx", seats=[person(0)], challenge="c")
    solo = Driver(new_opening(wish, challenge, BOTS, NOW, driver.rng).table())
    with pytest.raises(PaperdiceError) as early:
        solo.do(commands.Stop, 0, agreed=True)
    assert reason_of(early) == "not_begun"
    solo.do(commands.Start, held=(0,))
    with pytest.raises(PaperdiceError) as error:
        solo.do(commands.Stop, 0, agreed=True)
    assert reason_of(error) == "no_stop"


def test_the_seed_and_the_result_are_public_and_the_record_is_checked() -> None:
    driver = opened(0, 1)
    played(driver, 3)
    assert dice_facts(driver.table).seed is None
    agree(driver, 0, 1)
    record = record_of(driver.table)
    assert '[Stopped "3"]\n' in record and record.endswith("* going on\n")
    assert read_record(record).record() == record
    check = verify_record(record)
    assert (check.stopped, check.wrong, len(check.throws)) == (3, (), 4)
    result = result_of(driver.table)
    assert (result.end_reason, result.winners) == ("stopped", list(driver.table.winners))
    ending = new_ending(driver.table.copy(), driver.table, NOW)
    assert ending is None
    before = Table.replay("m", [driver.table.setup])
    kept = new_ending(before, driver.table, NOW)
    assert kept is not None and kept.finished == NOW and kept.record == record


def next_of(driver: Driver) -> Driver:
    event = next_event(driver.table, Attendance(seats=frozenset(driver.table.persons)), NOW, NOW, driver.rng, set())
    assert event is not None
    return Driver(next_opening(driver.table, event).table())


def test_the_next_matches_name_stopped_deals_until_one_is_played_to_its_end() -> None:
    driver = opened(0, 1)
    played(driver, 1)
    agree(driver, 0, 1)
    first = f"{driver.table.match_id}/1"
    again = next_of(driver)
    assert (again.table.setup.stopped, again.table.setup.dropped) == ([first], [])
    for seat in (0, 1):
        again.do(commands.OfferShare, seat)
    again.do(commands.Start, held=(0,))
    for seat in (0, 1):
        again.commit(seat)
    again.settle()
    for seat in (0, 1):
        again.do(commands.Reveal, seat, share=SHARES[seat])
    assert dice_facts(again.table).stopped == [first]
    assert f'[DiceStopped "{first}"]' in record_of(again.table)
    played(again, 1)
    agree(again, 0, 1)
    third = next_of(again)
    assert third.table.setup.stopped == [first, f"{again.table.match_id}/1"]
    again.table.is_stopped = False
    again.table.begin_step(NOW)
    assert next_of(again).table.setup.stopped == []


def test_a_pad_and_typed_dice_are_stopped_and_counted() -> None:
    pad = two_players(dice="unknown")
    pad.do(commands.Enter, 0, text="r5")
    pad.do(commands.Enter, 1, text="miss")
    agree(pad, 0, 1)
    assert (facts_of(pad).stopped, pad.table.winners) == (2, (0,))
    assert read_pad(record_of(pad.table)).headers["Stopped"] == "2"
    with pytest.raises(MatchOverError):
        pad.do(commands.Enter, 0, text="r6")
    typed = two_players(dice="typed")
    typed.do(commands.Throw, 0, roll="w6 w5 r1 y1 g1 b1")
    agree(typed, 0, 1)
    assert (facts_of(typed).stopped, facts_of(typed).status) == (0, "over")


def test_a_correction_after_the_stop_asks_only_for_what_became_impossible() -> None:
    driver = two_players(dice="typed")
    driver.do(commands.Throw, 0, roll="w1 w1 r1 y1 g1 b1")
    driver.do(commands.Play, 0, move="r2")
    driver.do(commands.Play, 1, move="-")
    driver.do(commands.Play, 0, move="-")
    agree(driver, 0, 1)
    driver.do(commands.Correct, 1, roll="w6 w6 r1 y1 g1 b1", turn=1, throw=1)
    assert (facts_of(driver).status, facts_of(driver).stopped) == ("playing", None)
    assert [asked.text for asked in facts_of(driver).again] == ["r2"]
    driver.do(commands.Play, 0, move="-")
    assert (facts_of(driver).status, facts_of(driver).stopped, driver.table.match.scores) == ("over", 1, (-5, 0))


def test_a_stopped_match_outlives_a_restart() -> None:
    driver = played(two_players(), 1)
    seated = [events.Sat(at=NOW, seat=seat, name=f"P{seat}", token_hash="h") for seat in range(2)]
    agree(driver, 0, 1)
    again = Table.replay(driver.table.match_id, [driver.table.setup, *seated, *driver.log])
    assert (again.status, again.stopped, again.winners) == ("over", 1, driver.table.winners)
    copied = driver.table.copy()
    assert (copied.stopped, copied.stop) == (1, {0, 1})


def test_statistics_leave_out_a_match_that_was_stopped(tmp_path) -> None:  # type: ignore[no-untyped-def]
    driver = played(two_players(dice="seeded"), 2)
    agree(driver, 0, 1)
    path = tmp_path / "stopped.txt"
    path.write_text(record_of(driver.table), "utf-8")
    matches, refused = read_files([path])
    assert matches == [] and "stopped before its end" in refused[str(path)]
