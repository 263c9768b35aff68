"""Pads: every phone shows a sheet without dice, and marks are broadcast."""

from typing import Any

import pytest

from paperdice.errors import IllegalMoveError, PaperdiceError, SetupError, WrongSeatError
from paperdice.flow import commands, events, notices
from paperdice.flow.attendance import Attendance, awaited_people
from paperdice.flow.clock import Due
from paperdice.flow.describe import listed_entries, table_facts
from paperdice.flow.facts import PendingEntry, TableFacts
from paperdice.flow.record import record_of
from paperdice.flow.wishes import NewSeat
from paperdice.games import GAMES
from paperdice.pad import read_pad
from paperdice.view_builder import own_view
from tests.server.tables import NOW, TOKENS, Driver, open_table, person, started, two_players
from tests.server.test_tables import reason_of


def fill(driver: Driver, seat: int, texts: str) -> None:
    """Make entries for a seat; at `close` every person says that they are done."""
    for text in texts.split():
        if text == "close":
            driver.close_pad()
        else:
            driver.do(commands.Enter, seat, text=text)


def refused(driver: Driver, kind: type[commands.TableCommand], seat: int, **fields: Any) -> str:
    """Return the reason for a refusal, and check that nothing has changed."""
    before = driver.table.sequence
    with pytest.raises(PaperdiceError) as error:
        driver.do(kind, seat, held=(seat,), **fields)
    assert driver.table.sequence == before
    return reason_of(error)


@pytest.mark.parametrize("game", [game.name for game in GAMES])
def test_marks_are_entered_without_dice_in_every_game(game: str) -> None:
    driver = two_players(dice="unknown", game=game)
    assert not driver.table.match.has_dice
    for seat in (0, 1, 0):
        driver.do(commands.Enter, seat, text=next(iter(driver.table.match.choices(seat))))
    assert [notice.number for notice in driver.table.notices if isinstance(notice, notices.EnteredNotice)] == [1, 2, 3]
    assert driver.due().events == () and driver.due().look_at is None
    own = own_view(driver.table.match, 1)
    assert own["choices"] == list(driver.table.match.choices(1))
    marks = [cell["mark"] for cell in own["cells"].values()]
    assert marks and set(marks) <= set(own["choices"])


def test_the_sheet_refuses_what_it_cannot_take() -> None:
    driver = two_players(dice="unknown")
    fill(driver, 0, "r5")
    assert refused(driver, commands.Enter, 0, text="r4") == "skipped"
    assert refused(driver, commands.Enter, 0, text="r12") == "needs_marks"
    assert refused(driver, commands.Enter, 0, text="hello") == "unreadable"
    assert refused(driver, commands.Enter, 0, text="close") == "unreadable"
    with pytest.raises(WrongSeatError):
        driver.do(commands.Enter, 1, held=(0,), text="r5")


def test_a_pad_has_no_dice_and_no_bots() -> None:
    driver = two_players(dice="unknown")
    assert refused(driver, commands.Throw, 0) == "pad_table"
    assert refused(driver, commands.Play, 0, move="r5") == "pad_table"
    with pytest.raises(SetupError) as error:
        open_table(person(0), NewSeat(bot="casual"), dice="unknown")
    assert reason_of(error) == "pad_without_bots"
    assert refused(driver, commands.StandIn, 0, bot="casual") == "pad_without_bots"
    typed = two_players(dice="typed")
    assert refused(typed, commands.Enter, 0, text="r5") == "no_pad"
    lobby = Driver(open_table(person(0), person(1), dice="unknown"))
    assert refused(lobby, commands.Enter, 0, text="r5") == "not_begun"


def test_a_lock_is_announced_and_others_join_until_it_is_closed() -> None:
    driver = two_players(dice="unknown")
    fill(driver, 0, "r2 r3 r4 r5 r6")
    fill(driver, 1, "r2 r3 r4 r5 r6")
    assert not table_facts(driver.table, Attendance(), NOW).closing
    fill(driver, 0, "r12")
    assert table_facts(driver.table, Attendance(), NOW).closing
    fill(driver, 1, "r12 close")
    assert not table_facts(driver.table, Attendance(), NOW).closing
    assert driver.table.match.scores == (28, 28)
    assert refused(driver, commands.Enter, 1, text="r7") == "skipped"


def closing_pad() -> Driver:
    """Return a pad of three whose last entry locks red."""
    driver = started(person(0), person(1), person(2), dice="unknown")
    fill(driver, 0, "r2 r3 r4 r5 r6 r12")
    return driver


def facts_of(driver: Driver) -> TableFacts:
    return table_facts(driver.table, driver.attendance, driver.now)


def say_done(driver: Driver, seat: int, *, is_done: bool = True) -> None:
    driver.do(commands.SayDone, seat, is_done=is_done)
    driver.settle()


def test_a_lock_takes_effect_once_everyone_is_done() -> None:
    driver = closing_pad()
    for seat in (0, 1):
        say_done(driver, seat)
    assert (facts_of(driver).closing, facts_of(driver).done) == (True, [0, 1])
    say_done(driver, 2)
    assert (facts_of(driver).closing, facts_of(driver).done) == (False, [])
    assert driver.log[-1] == events.Entered(at=NOW, seat=0, text="close")
    assert refused(driver, commands.SayDone, 0, is_done=True) == "nothing_closing"


def test_done_is_taken_back_by_a_tap_or_by_another_mark() -> None:
    driver = closing_pad()
    for seat in (0, 1):
        say_done(driver, seat)
    say_done(driver, 0, is_done=False)
    say_done(driver, 2)
    assert (facts_of(driver).closing, facts_of(driver).done) == (True, [1, 2])
    fill(driver, 1, "y7")
    assert facts_of(driver).done == [2]
    assert driver.do(commands.SayDone, 2, is_done=True).events == []
    say_done(driver, 0)
    say_done(driver, 1)
    assert not facts_of(driver).closing


def test_who_left_and_open_seats_block_nobody() -> None:
    driver = closing_pad()
    driver.do(commands.Stand, 2)
    say_done(driver, 0)
    driver.do(commands.Leave, 1)
    driver.settle()
    assert not facts_of(driver).closing


def test_a_lost_connection_is_waited_for_a_while() -> None:
    driver = closing_pad()
    for seat in (0, 1):
        say_done(driver, seat)
    driver.present, driver.awaited = frozenset({0, 1}), {2: NOW + 30_000}
    assert driver.due() == Due(look_at=NOW + 30_000)
    driver.now += 30_000
    driver.settle()
    assert not facts_of(driver).closing


def test_a_device_with_several_seats_says_done_for_each() -> None:
    driver = closing_pad()
    for seat in (0, 1, 2):
        assert facts_of(driver).closing
        driver.do(commands.SayDone, seat, held=(0, 1, 2), is_done=True)
        driver.settle()
    assert not facts_of(driver).closing


def test_a_corrected_lock_asks_nobody_whether_they_are_done() -> None:
    driver = closing_pad()
    say_done(driver, 1)
    driver.do(commands.Correct, 0, move="-")
    assert (facts_of(driver).closing, facts_of(driver).pending, facts_of(driver).done) == (False, [], [])


def test_everyone_learns_who_locks_what_and_whose_miss_is_the_last() -> None:
    driver = closing_pad()
    assert facts_of(driver).pending == [PendingEntry(0, "r12", ["r"], ends=False)]
    fill(driver, 1, "miss")
    assert len(facts_of(driver).pending) == 1
    ends = two_players(dice="unknown")
    fill(ends, 1, "miss miss miss miss")
    assert facts_of(ends).pending == [PendingEntry(1, "miss", [], ends=True)]
    both = two_players(dice="unknown")
    fill(both, 0, "r2 r3 r4 r5 r6 r12 close y2 y3 y4 y5 y6 y12")
    assert facts_of(both).pending == [PendingEntry(0, "y12", ["y"], ends=True)]


def test_the_end_can_be_taken_back_and_another_match_follows() -> None:
    driver = two_players(dice="unknown")
    fill(driver, 1, "miss miss miss miss close")
    assert driver.table.status == "over"
    assert isinstance(driver.table.notices[-1], notices.EndedNotice)
    driver.do(commands.Correct, 1, move="-")
    assert (driver.table.status, driver.table.match.scores) == ("playing", (0, -15))
    fill(driver, 1, "miss close")
    again = driver.next(0).table
    assert not again.match.has_dice and again.setup.dice == "unknown"


def test_an_own_entry_is_corrected_and_what_became_impossible_is_asked() -> None:
    driver = two_players(dice="unknown")
    fill(driver, 0, "r2 r5")
    fill(driver, 1, "y4")
    assert refused(driver, commands.Correct, 1, turn=1, move="r6") == "no_such_entry"
    assert refused(driver, commands.Correct, 0, turn=1, move="r12") == "needs_marks"
    driver.do(commands.Correct, 0, turn=1, move="r6")
    again = table_facts(driver.table, Attendance(), NOW).again
    assert [(asked.turn, asked.seat, asked.text, asked.why["id"]) for asked in again] == [(2, 0, "r5", "skipped")]
    told = driver.table.notices[-1]
    assert isinstance(told, notices.CorrectedNotice)
    assert (told.turn, told.seat, told.move, told.was) == (1, 0, "r6", "r2")
    assert [entry.text for entry in listed_entries(driver.table)] == ["r6", "y4"]
    fill(driver, 0, "g7")
    assert table_facts(driver.table, Attendance(), NOW).again == []


def asked_again(driver: Driver) -> list[tuple[int, int, str]]:
    again = table_facts(driver.table, Attendance(), NOW).again
    return [(asked.turn, asked.seat, asked.text) for asked in again]


def test_nothing_that_is_asked_is_dropped_by_what_others_do() -> None:
    driver = two_players(dice="unknown")
    fill(driver, 0, "r5 r6 r7")
    fill(driver, 1, "g12")
    driver.do(commands.Correct, 0, turn=1, move="r8")
    assert asked_again(driver) == [(2, 0, "r6"), (2, 0, "r7")]
    driver.do(commands.Correct, 1, turn=2, move="g11")
    fill(driver, 1, "miss miss miss miss")
    fill(driver, 0, "close")
    assert asked_again(driver) == [(2, 0, "r6"), (2, 0, "r7")]
    driver.do(commands.Correct, 1, turn=6, move="-")
    fill(driver, 0, "r9")
    assert asked_again(driver) == [(2, 0, "r7")]
    fill(driver, 0, "r10")
    assert asked_again(driver) == []


def test_a_correction_is_marked_in_the_history_and_the_record() -> None:
    driver = two_players(dice="unknown")
    fill(driver, 0, "r5 y4")
    driver.do(commands.Correct, 0, turn=1, move="r6")
    assert [(entry.text, entry.corrected) for entry in listed_entries(driver.table)] == [("r6", True), ("y4", False)]
    assert "1. 0: r6 {corrected}\n" in record_of(driver.table)


def test_a_pad_waits_for_nobody() -> None:
    driver = two_players(dice="unknown")
    fill(driver, 1, "r5")
    assert awaited_people(driver.table) == []


def test_a_log_gives_the_same_pad_again_and_its_record_reads_back() -> None:
    driver = two_players(dice="unknown")
    fill(driver, 0, "r2 r5")
    fill(driver, 1, "miss y4")
    driver.do(commands.Correct, 0, turn=1, move="r3")
    fresh = started(person(0), person(1), dice="unknown")
    for event in driver.log[1:]:
        fresh.table.apply(events.read_event(events.encode_event(event)))
    assert fresh.table.match.record() == driver.table.match.record()
    pad = read_pad(record_of(driver.table))
    assert [entry.text for entry in pad.entries] == ["r3", "r5", "miss", "y4"]
    assert pad.headers["Dice"] == "unknown" and pad.headers["Player0"] == "P0"


def test_a_pad_starts_with_open_seats_and_others_join_later() -> None:
    driver = Driver(open_table(person(0), NewSeat(), dice="unknown"))
    driver.do(commands.Start, held=(0,))
    assert driver.table.status == "playing"
    fill(driver, 0, "r2")
    driver.do(commands.Sit, name="Ben", token=TOKENS[1])
    fill(driver, 1, "y3")
    assert driver.table.match.scores == (1, 1)


def dead_phone() -> Driver:
    """Return a pad of two at which seat 1 has lost its device and the grace period is over."""
    driver = two_players(dice="unknown")
    fill(driver, 1, "r2")
    driver.present, driver.awaited = frozenset({0}), {1: driver.now}
    return driver


def test_another_device_takes_the_seat_of_a_phone_that_died() -> None:
    """Another seated player allows the transfer, everyone is notified, and the old phone loses the seat."""
    driver = dead_phone()
    code = driver.do(commands.Transfer, 1, held=(0,)).code
    assert driver.table.notices[-1] == notices.SeatOfferedNotice(driver.table.sequence, driver.now, 1, 0)
    driver.do(commands.Claim, token=TOKENS[2], code=code)
    assert driver.table.held([TOKENS[2]]) == {1}
    assert driver.table.held([TOKENS[1]]) == frozenset()
    fill(driver, 1, "r3")
    assert driver.table.match.scores == (0, 3)
    with pytest.raises(IllegalMoveError) as error:
        driver.do(commands.Claim, code=code, token=TOKENS[3])
    assert error.value.reason.id == "wrong_code"


def refused_hand_on(driver: Driver, seat: int = 1, held: tuple[int, ...] = (0,)) -> str:
    """Return why the transfer of a seat is refused, and check that nothing has changed."""
    before = driver.table.sequence
    with pytest.raises(PaperdiceError) as error:
        driver.do(commands.Transfer, seat, held=held)
    assert (driver.table.sequence, driver.table.transfers) == (before, {})
    return error.value.reason.id


def test_only_some_players_may_transfer_a_seat() -> None:
    """A transfer is refused for spectators, seats with a connected or recently connected device, seats without a
    person, and finished matches.
    """
    driver = dead_phone()
    assert refused_hand_on(driver, held=()) == "only_seated"
    assert refused_hand_on(driver, seat=5) == "no_such_seat"
    driver.awaited = {1: driver.now + 5000}
    assert refused_hand_on(driver) == "seat_awaited"
    driver.present, driver.awaited = frozenset({0, 1}), {}
    assert refused_hand_on(driver) == "seat_present"
    driver.do(commands.Leave, 1)
    assert refused_hand_on(driver) == "seat_present"
    open_seat = Driver(open_table(person(0), NewSeat(), dice="unknown"))
    open_seat.do(commands.Start, held=(0,))
    open_seat.present = frozenset({0})
    assert refused_hand_on(open_seat) == "no_person"
    over = dead_phone()
    fill(over, 0, "miss miss miss miss close")
    assert refused_hand_on(over) == "over"


def test_a_phone_that_is_back_keeps_its_seat() -> None:
    """Returning cancels a transfer that others have allowed, but not one that its own player has requested."""
    driver = dead_phone()
    code = driver.do(commands.Transfer, 1, held=(0,)).code
    driver.present = frozenset({0, 1})
    with pytest.raises(IllegalMoveError) as error:
        driver.do(commands.Claim, code=code, token=TOKENS[2])
    assert error.value.reason.id == "seat_present"
    assert driver.table.held([TOKENS[1]]) == {1}
    own = driver.do(commands.Transfer, 1).code
    driver.do(commands.Claim, code=own, token=TOKENS[2])
    assert driver.table.held([TOKENS[2]]) == {1}


def test_nothing_is_entered_after_the_end() -> None:
    driver = started(person(0), dice="unknown")
    fill(driver, 0, "miss miss miss miss")
    assert driver.table.status == "over"
    with pytest.raises(IllegalMoveError):
        driver.do(commands.Enter, 0, text="r2")
