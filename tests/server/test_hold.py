"""The last move of a phase can be held briefly, during which the clock is stopped."""

import pytest

from paperdice.errors import IllegalMoveError, WrongSeatError
from paperdice.flow import commands, events
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


def test_a_held_move_resolves_after_two_and_a_half_seconds() -> None:
    driver = held()
    assert (driver.table.match.phase, driver.table.match.acting) == ("white", ())
    assert driver.due().look_at == NOW + 2500
    driver.now += 2499
    assert driver.due().events == ()
    driver.now += 1
    driver.settle()
    assert driver.log[-1] == events.Confirmed(at=NOW + 2500, seats=[0])
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
    driver.now += 2000
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


def test_confirming_ends_only_the_own_moment() -> None:
    driver = two_players()
    driver.throw()
    driver.do(commands.Play, 1, move="-", hold=True)
    driver.now += 1000
    driver.do(commands.Play, 0, move="-", hold=True)
    driver.do(commands.Confirm, 0)
    assert driver.table.match.phase == "white"
    assert driver.due().look_at == NOW + 2500


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


def test_a_bot_that_answers_late_adds_no_wait() -> None:
    driver = started(person(0), NewSeat(bot="random"))
    driver.throw()
    driver.do(commands.Play, 0, move="-", hold=True)
    driver.now += 4000
    driver.apply([events.Sealed(at=driver.now, seat=1, move="-", by="bot")])
    driver.settle()
    assert driver.table.match.phase == "color"


def test_a_held_phase_survives_a_restart() -> None:
    driver = held()
    opening = open_table(person(0), person(1), clock=30)
    again = Driver(Table.replay("m", [opening.setup, *_seated(), *driver.log]))
    assert again.table.is_held
    assert again.due().look_at == NOW + 2500
    again.now += 2500
    again.settle()
    assert again.table.match.phase == "color"


def _seated() -> list[events.Event]:
    return [events.Sat(at=NOW, seat=seat, name=f"P{seat}", token_hash="h") for seat in range(2)]


def test_a_record_of_a_held_phase_shows_no_sealed_move() -> None:
    driver = held()
    assert "-, -" not in driver.table.match.record(sealed=False)
    driver.do(commands.Confirm, 0)
    assert "-, -" in driver.table.match.record(sealed=False)
