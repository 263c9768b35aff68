"""The last move of a phase can be held briefly, during which the clock is stopped."""

import pytest

from paperdice.errors import IllegalMoveError, WrongSeatError
from paperdice.flow import commands, events
from paperdice.flow.clock import Due
from paperdice.flow.describe import table_facts
from paperdice.flow.table import Table
from paperdice.flow.wishes import NewSeat
from tests.server.tables import NOW, Driver, open_table, person, started, two_players


def held(clock: int = 30) -> Driver:
    """Return a match in which two people have passed the white dice, with the last pass on hold."""
    driver = two_players(clock=clock)
    driver.throw()
    driver.do(commands.Play, 1, move="-")
    driver.do(commands.Play, 0, move="-", hold=True)
    return driver


def test_a_held_move_resolves_after_one_and_a_half_seconds() -> None:
    driver = held()
    assert (driver.table.match.phase, driver.table.match.acting) == ("white", ())
    assert driver.due().look_at == NOW + 1500
    driver.now += 1499
    assert driver.due().events == ()
    driver.now += 1
    driver.settle()
    assert driver.log[-1] == events.Confirmed(at=NOW + 1500, seats=[0])
    assert driver.table.match.phase == "color"


def test_without_the_wish_nothing_waits() -> None:
    driver = two_players()
    driver.throw()
    driver.pass_all()
    assert driver.table.match.phase == "color"


def test_a_held_move_can_be_taken_back_and_the_clock_has_not_run() -> None:
    driver = two_players(clock=30)
    driver.throw()
    driver.do(commands.Play, 1, move="-")
    driver.now += 29_000
    driver.do(commands.Play, 0, move="-", hold=True)
    facts = table_facts(driver.table, driver.attendance, driver.now)
    assert facts.clock is not None and facts.clock.left_ms is None
    driver.now += 1000
    driver.do(commands.TakeBack, 0)
    assert driver.table.match.acting == (0,)
    facts = table_facts(driver.table, driver.attendance, driver.now)
    assert facts.clock is not None and facts.clock.left_ms == 1000


def test_against_a_clock_nobody_wavers_twice() -> None:
    driver = held(clock=30)
    driver.do(commands.TakeBack, 0)
    driver.do(commands.Play, 0, move="-", hold=True)
    assert driver.table.match.phase == "color"


def test_a_confirmed_move_resolves_at_once() -> None:
    driver = held()
    step = driver.table.step
    driver.do(commands.Confirm, 0)
    assert driver.table.match.phase == "color"
    with pytest.raises(IllegalMoveError, match="changed in the meantime"):
        driver.do(commands.TakeBack, 0, step=step)


def test_only_the_last_answer_is_held() -> None:
    driver = two_players()
    driver.throw()
    driver.do(commands.Play, 1, move="-", hold=True)
    assert driver.table.on_hold == {}
    driver.do(commands.Play, 0, move="-")
    assert driver.table.match.phase == "color"


def test_after_a_take_back_the_last_answer_is_another_one() -> None:
    driver = two_players()
    driver.throw()
    driver.do(commands.Play, 1, move="-")
    driver.do(commands.Play, 0, move="-", hold=True)
    driver.do(commands.TakeBack, 1)
    assert (driver.table.match.acting, driver.table.on_hold) == ((1,), {})
    driver.do(commands.Play, 1, move="-", hold=True)
    assert driver.table.on_hold == {1: NOW}
    driver.do(commands.Confirm, 0)
    assert driver.table.match.phase == "white"
    driver.do(commands.Confirm, 1)
    assert driver.table.match.phase == "color"


def test_a_resolved_phase_stays_resolved() -> None:
    """Nothing is taken back behind the revealed moves of others, nor behind a throw."""
    driver = two_players(auto_throw=True)
    driver.settle()
    for _ in range(2):
        step = driver.table.step
        driver.pass_all()
        with pytest.raises(IllegalMoveError, match="changed in the meantime"):
            driver.do(commands.TakeBack, 0, step=step)
        with pytest.raises(WrongSeatError, match="sealed"):
            driver.do(commands.TakeBack, 0)
        driver.settle()


@pytest.mark.parametrize(("wait", "left"), [(1500, 0), (400, 1100)])
def test_the_pause_before_a_throw_runs_together_with_the_hold(wait: int, left: int) -> None:
    driver = two_players(auto_throw=True, pace="normal")
    driver.settle()
    driver.pass_all()
    driver.do(commands.Play, 0, move="-", hold=True)
    driver.now += wait
    if left:
        driver.do(commands.Confirm, 0)
        assert driver.due() == Due(look_at=driver.now + left)
        driver.now += left
    driver.settle()
    assert [type(event) for event in driver.log[-2:]] == [events.Confirmed, events.Thrown]


def test_the_pause_before_a_pass_runs_together_with_the_hold() -> None:
    driver = two_players(auto_pass=True, dice="typed", pace="normal")
    driver.do(commands.Throw, 0, roll="w6 w6 r6 y6 g1 b1")
    driver.do(commands.Play, 1, move="-")
    driver.do(commands.Play, 0, move="-", hold=True)
    driver.now += 1500
    driver.settle()
    since = driver.attendance.since - driver.attendance.headstart
    assert (driver.table.match.phase, since) == ("color", NOW)


def test_confirming_what_is_not_held_changes_nothing() -> None:
    driver = two_players()
    driver.throw()
    driver.do(commands.Play, 0, move="-")
    assert driver.do(commands.Confirm, 0).events == []
    with pytest.raises(WrongSeatError, match="sealed nothing"):
        driver.do(commands.Confirm, 1)


def test_a_bot_that_has_answered_does_not_make_a_slip_final() -> None:
    driver = started(person(0), NewSeat(bot="random"))
    driver.throw()
    driver.apply([events.Sealed(at=driver.now, seat=1, move="-", by="bot")])
    driver.do(commands.Play, 0, move="-", hold=True)
    driver.do(commands.TakeBack, 0)
    assert driver.table.match.acting == (0,)


def test_an_answer_that_is_not_the_last_adds_no_wait() -> None:
    driver = started(person(0), NewSeat(bot="random"))
    driver.throw()
    driver.do(commands.Play, 0, move="-", hold=True)
    driver.apply([events.Sealed(at=driver.now, seat=1, move="-", by="bot")])
    assert driver.table.match.phase == "color"


def test_a_held_phase_survives_a_restart() -> None:
    driver = held()
    opening = open_table(person(0), person(1), clock=30)
    again = Driver(Table.replay("m", [opening.setup, *_seated(), *driver.log]))
    assert again.table.is_held
    assert again.due().look_at == NOW + 1500
    again.now += 1500
    again.settle()
    assert again.table.match.phase == "color"


def _seated() -> list[events.Event]:
    return [events.Sat(at=NOW, seat=seat, name=f"P{seat}", token_hash="h") for seat in range(2)]


def test_a_record_of_a_held_phase_shows_no_sealed_move() -> None:
    driver = held()
    assert "-, -" not in driver.table.match.record(sealed=False)
    driver.do(commands.Confirm, 0)
    assert "-, -" in driver.table.match.record(sealed=False)
