"""Automatic actions of a table: throws, passes and starts that are due."""

from typing import Unpack

import pytest

from paperdice import read_record
from paperdice.flow import commands, events, notices
from paperdice.flow.attendance import Attendance
from paperdice.flow.clock import follow_up
from paperdice.flow.describe import table_facts
from paperdice.flow.record import record_of
from paperdice.flow.wishes import NewSeat
from tests.server.tables import NOW, Driver, Wishes, open_table, person, played_out, two_players


def test_the_clock_throws_and_plays_the_quiet_move() -> None:
    driver = two_players(clock=30)
    driver.settle()
    assert driver.table.match.phase == "roll"
    driver.now += 30_000
    driver.settle()
    assert driver.table.match.phase == "white"
    driver.do(commands.Play, 1, move="-")
    driver.now += 30_000
    driver.settle()
    resolved = driver.table.notices[-1]
    assert isinstance(resolved, notices.ResolvedNotice)
    assert (resolved.moves, resolved.timed_out) == (["-", "-"], [0])
    driver.do(commands.Play, 0, move="-")
    assert isinstance(in_time := driver.table.notices[-1], notices.ResolvedNotice)
    assert (in_time.timed_out, resolved.timed_out) == ([], [0])


def test_a_clock_set_back_leaves_the_record_readable() -> None:
    driver = two_players()
    driver.now -= 60_000
    driver.throw()
    assert "@0\n" in record_of(driver.table)
    assert read_record(record_of(driver.table)).phase == "white"


def test_a_sealed_answer_does_not_start_the_clock_again() -> None:
    driver = two_players(clock=30)
    driver.throw()
    looked = driver.due().look_at
    driver.now += 20_000
    driver.do(commands.Play, 1, move="-")
    assert driver.due().look_at == looked


def test_a_clock_does_not_count_time_in_which_nobody_was_there() -> None:
    driver = two_players(clock=30)
    driver.throw()
    driver.now += 600_000
    driver.since = driver.now
    assert driver.due().events == ()
    assert driver.due().look_at == driver.now + 30_000
    facts = table_facts(driver.table, Attendance(driver.present, since=driver.since), driver.now + 1000)
    assert facts.clock is not None and facts.clock.left_ms == 29_000


def test_nothing_is_looked_for_again_where_only_people_can_go_on() -> None:
    typed = two_players(dice="typed", clock=30)
    typed.now += 60_000
    assert (typed.due().events, typed.due().look_at) == ((), None)
    over = played_out(two_players())
    second = over.next(1)
    second.do(commands.Stand, 1)
    second.now += 60_000
    assert (second.due().events, second.due().look_at) == ((), None)


def test_dice_are_thrown_at_once_where_that_is_wished() -> None:
    driver = two_players(auto_throw=True)
    driver.settle()
    assert driver.table.match.phase == "white"


def test_a_bot_has_its_dice_thrown_and_is_asked_for_its_move() -> None:
    driver = Driver(open_table(NewSeat(bot="random"), person(1)))
    driver.do(commands.Start, held=(1,))
    driver.settle()
    assert driver.table.match.phase == "white"
    assert driver.due().bots == [0]


def test_the_only_choice_is_played_where_that_is_wished() -> None:
    driver = two_players(auto_pass=True, dice="typed")
    for active, mark in ((0, "r11"), (1, "y11")):
        driver.do(commands.Throw, active, roll="w6 w5 r1 y1 g1 b1")
        driver.do(commands.Play, 0, move="-")
        driver.do(commands.Play, 1, move=mark)
        driver.do(commands.Play, active, move="-")
    driver.do(commands.Throw, 0, roll="w1 w1 r1 y1 g1 b1")
    assert driver.table.match.acting == (0, 1)
    driver.settle()
    assert driver.log[-1] == events.Sealed(at=NOW, seat=1, move="-", by="auto")
    assert driver.table.match.acting == (0,)


def test_nobody_but_people_throws_real_dice() -> None:
    driver = two_players(dice="typed", clock=30, auto_throw=True)
    driver.now += 60_000
    assert driver.due().events == ()


def last_moves(driver: Driver, *, hold: bool = False) -> list[events.Event]:
    """Return the quiet moves of all acting seats."""
    choices = driver.table.match.choices
    return [events.Sealed(at=NOW, seat=s, move=choices(s)[0], hold=hold) for s in driver.table.match.acting]


def in_color_phase(**wishes: Unpack[Wishes]) -> Driver:
    """Return a match of two in which one move of the turn is left."""
    driver = two_players(**wishes)
    driver.settle()
    driver.pass_all()
    assert driver.table.match.phase == "color"
    return driver


def test_the_throw_after_the_last_move_of_a_turn_is_the_one_that_would_be_due() -> None:
    driver = in_color_phase(auto_throw=True)
    moves = last_moves(driver)
    thrown = follow_up(driver.table, moves, driver.attendance, driver.moment)
    driver.apply(moves)
    assert list(thrown) == list(driver.due().events) != []


def test_a_second_throw_follows_at_once_at_any_pace() -> None:
    driver = two_players(game="twenty_one", auto_throw=True, pace="normal")
    driver.settle()
    reroll = [events.Sealed(at=NOW, seat=0, move="reroll")]
    (thrown,) = follow_up(driver.table, reroll, driver.attendance, driver.moment)
    assert isinstance(thrown, events.Thrown)
    driver.apply([*reroll, thrown])
    assert (driver.table.match.phase, driver.table.match.throw_number) == ("fill", 2)


def test_no_throw_follows_a_phase_after_which_somebody_acts() -> None:
    driver = two_players(auto_throw=True)
    driver.settle()
    assert not follow_up(driver.table, last_moves(driver), driver.attendance, driver.moment)


def test_no_throw_follows_moves_that_are_not_the_last_ones() -> None:
    driver = two_players(auto_throw=True)
    driver.settle()
    assert not follow_up(driver.table, last_moves(driver)[:1], driver.attendance, driver.moment)


@pytest.mark.parametrize("wishes", [Wishes(), Wishes(auto_throw=True, pace="normal"), Wishes(clock=30)])
def test_no_throw_follows_where_people_throw_or_look_first(wishes: Wishes) -> None:
    driver = two_players(**wishes)
    driver.throw() if not wishes.get("auto_throw") else driver.settle()
    driver.pass_all()
    assert not follow_up(driver.table, last_moves(driver), driver.attendance, driver.moment)


def test_no_throw_follows_where_a_move_may_be_taken_back_or_nobody_is_there() -> None:
    driver = in_color_phase(auto_throw=True)
    assert not follow_up(driver.table, last_moves(driver, hold=True), driver.attendance, driver.moment)
    parked = Attendance(is_parked=True)
    assert not follow_up(driver.table, last_moves(driver), parked, driver.moment)
    driver.table.seats[1].stand_in = "steady"
    assert not follow_up(driver.table, last_moves(driver), driver.attendance, driver.moment)


def test_no_throw_follows_where_real_dice_are_typed() -> None:
    driver = two_players(dice="typed", auto_throw=True)
    driver.do(commands.Throw, 0, roll="w1 w1 r1 y1 g1 b1")
    driver.pass_all()
    assert not follow_up(driver.table, last_moves(driver), driver.attendance, driver.moment)
