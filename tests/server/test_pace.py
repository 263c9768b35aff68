"""The pace of a table delays bots, automatic throws and automatic passes."""

from paperdice.flow import commands, events
from paperdice.flow.facts import PaceName
from paperdice.flow.wishes import NewSeat
from tests.server.tables import NOW, Driver, person, played_out, started, two_players

NOTHING_FITS = "w1 w1 r1 y1 g1 b1"


def after_one_turn(pace: PaceName) -> Driver:
    """Return a table with automatic throws and passes, at the end of its first turn."""
    driver = two_players(auto_throw=True, pace=pace)
    driver.settle()
    driver.pass_all()
    driver.pass_all()
    return driver


def test_the_first_throw_comes_at_once_and_the_next_after_a_breath() -> None:
    driver = after_one_turn("normal")
    assert driver.table.match.phase == "roll"
    assert driver.due().look_at == NOW + 1500
    driver.now += 1500
    driver.settle()
    assert driver.table.match.phase == "white"


def test_a_fast_table_waits_for_nothing() -> None:
    driver = after_one_turn("fast")
    driver.settle()
    assert driver.table.match.phase == "white"


def test_a_bot_throws_after_a_breath() -> None:
    driver = started(person(0), NewSeat(bot="random"), pace="slow")
    driver.throw()
    for seat in (0, 1):
        driver.apply([events.Sealed(at=NOW, seat=seat, move="-")])
    driver.do(commands.Play, 0, move="-")
    assert driver.due().look_at == NOW + 3000


def only_choice(pace: PaceName) -> Driver:
    """Return a table at which seat 1 has marked eleven in red and yellow, so that two ones leave it only a pass; in its
    own turn, a pass costs a miss.
    """
    driver = two_players(auto_pass=True, dice="typed", pace=pace)
    for active, mark in ((0, "r11"), (1, "y11")):
        driver.do(commands.Throw, active, roll="w6 w5 r1 y1 g1 b1")
        driver.do(commands.Play, 0, move="-")
        driver.do(commands.Play, 1, move=mark)
        driver.do(commands.Play, active, move="-")
    driver.do(commands.Throw, 0, roll=NOTHING_FITS)
    return driver


def test_an_automatic_pass_stays_for_a_moment() -> None:
    driver = only_choice("normal")
    assert driver.due().look_at == NOW + 900
    driver.now += 900
    driver.settle()
    assert driver.log[-1] == events.Sealed(at=NOW + 900, seat=1, move="-", by="auto")


def test_an_automatic_pass_that_costs_stays_longer() -> None:
    driver = only_choice("normal")
    driver.do(commands.Play, 0, move="-")
    driver.do(commands.Play, 1, move="-")
    driver.do(commands.Play, 0, move="-")
    driver.do(commands.Throw, 1, roll=NOTHING_FITS)
    driver.do(commands.Play, 0, move="-")
    driver.do(commands.Play, 1, move="-")
    assert (driver.table.match.phase, driver.table.match.choices(1)) == ("color", ("-",))
    assert driver.due().look_at == driver.now + 2500
    driver.now += 2500
    driver.settle()
    assert driver.table.match.scores[1] == -3


def test_the_pace_can_be_changed_and_is_kept_for_the_next_match() -> None:
    driver = two_players(pace="normal")
    driver.do(commands.SetPace, 1, pace="slow")
    assert driver.table.pace == "slow"
    played_out(driver)
    assert driver.next(0).table.pace == "slow"
