"""Leaving, returning, and asking for another match."""

import pytest

from paperdice.errors import IllegalMoveError, MatchOverError
from paperdice.flow import commands, events, notices
from paperdice.flow.checks import MOST_EVENTS
from paperdice.flow.clock import return_events
from paperdice.flow.describe import table_facts
from paperdice.flow.record import record_of
from paperdice.server.live.connection import Connection
from tests.server.clients import Player, open_table, seated
from tests.server.tables import NOW, TOKENS, Driver, Wishes, offering, played_out, two_players


def test_a_player_who_leaves_keeps_name_and_seat() -> None:
    driver = two_players()
    driver.do(commands.Leave, 1)
    facts = table_facts(driver.table, driver.attendance, driver.now).seats[1]
    assert (facts.name, facts.kind, facts.left, facts.connected) == ("P1", "person", True, False)
    assert driver.table.held([TOKENS[1]]) == {1}
    assert driver.table.notices[-1] == notices.LeftNotice(driver.table.sequence, NOW, 1)


def test_a_bot_plays_for_an_absent_player_until_the_return() -> None:
    driver = two_players()
    driver.do(commands.Leave, 1, bot="steady")
    assert driver.table.seats[1].player == "steady"
    assert driver.due().events == (), "the connection is still open for a moment"
    driver.apply(return_events(driver.table, [1], driver.now))
    assert (driver.table.seats[1].player, driver.table.seats[1].left) == (None, False)


def test_a_bot_can_replace_a_player_who_left_at_once() -> None:
    driver = two_players()
    driver.do(commands.Leave, 1)
    driver.present, driver.awaited = frozenset({0}), {1: driver.now + 30_000}
    driver.do(commands.StandIn, 1, held=(0,), bot="casual")
    assert driver.table.seats[1].player == "casual"


def left_alone(driver: Driver, *, leaves: bool) -> Driver:
    """Return a match that waits for seat 1, whose player has left or lost the connection just now."""
    driver.throw()
    driver.do(commands.Play, 0, move="-")
    if leaves:
        driver.do(commands.Leave, 1)
    driver.present, driver.awaited = frozenset({0}), {1: driver.now + 30_000}
    return driver


def test_the_usual_bot_plays_at_once_for_a_player_who_left() -> None:
    driver = left_alone(two_players(), leaves=True)
    driver.settle()
    assert driver.log[-1] == events.StoodIn(at=NOW, seat=1, bot="casual")
    assert driver.due().bots == [1]
    facts = table_facts(driver.table, driver.attendance, driver.now).seats[1]
    assert (facts.stand_in, facts.left, facts.name) == ("casual", True, "P1")
    driver.apply(return_events(driver.table, [1], driver.now))
    assert (driver.table.seats[1].player, driver.table.seats[1].left) == (None, False)


def test_a_bot_steps_in_once_the_connection_has_been_lost_for_a_while() -> None:
    driver = left_alone(two_players(), leaves=False)
    assert (driver.due().events, driver.due().look_at) == ((), NOW + 30_000)
    driver.now += 30_000
    driver.settle()
    assert driver.log[-1] == events.StoodIn(at=driver.now, seat=1, bot="casual")
    driver.present = frozenset({0, 1})
    driver.settle()
    assert driver.log[-1] == events.Returned(at=driver.now, seat=1)


def test_a_bot_steps_in_only_when_somebody_waits_for_the_seat() -> None:
    driver = two_players()
    driver.throw()
    driver.do(commands.Play, 1, move="-")
    driver.do(commands.Leave, 1)
    driver.present = frozenset({0})
    driver.settle()
    assert driver.table.seats[1].stand_in is None, "the match waits for seat 0"
    driver.pass_all()
    driver.pass_all()
    driver.settle()
    assert driver.table.seats[1].stand_in == "casual", "it is the turn of seat 1"
    nobody = left_alone(two_players(), leaves=True)
    nobody.do(commands.Leave, 0)
    nobody.settle()
    assert nobody.table.seats[1].stand_in is None


def test_a_seat_that_was_given_up_is_played_until_somebody_takes_it() -> None:
    driver = two_players()
    driver.throw()
    driver.do(commands.Stand, 1)
    driver.present = frozenset({0})
    driver.settle()
    entry = driver.table.seats[1]
    assert (entry.kind, entry.player) == ("open", "casual")
    assert '[Player1 "(bot casual)"]' in record_of(driver.table)
    driver.do(commands.Sit, seat=1, name="Cleo", token=TOKENS[2])
    assert (driver.table.seats[1].kind, driver.table.seats[1].player) == ("person", None)


@pytest.mark.parametrize("wishes", [Wishes(slow=True), Wishes(dice="unknown")])
def test_no_bot_steps_in_at_pads_and_slow_tables(wishes: Wishes) -> None:
    driver = two_players(**wishes)
    driver.do(commands.Leave, 0)
    driver.present = frozenset({1})
    driver.settle()
    assert driver.table.seats[0].stand_in is None


def test_anyone_types_the_roll_of_a_player_who_left() -> None:
    driver = two_players(dice="typed")
    driver.do(commands.Leave, 0)
    driver.present = frozenset({1})
    driver.settle()
    assert driver.table.seats[0].stand_in is None
    driver.do(commands.Throw, 1, roll="w1 w2 r1 y1 g1 b1")
    driver.settle()
    assert driver.table.seats[0].stand_in == "casual"


def test_no_bot_steps_in_for_a_player_who_could_not_come_back() -> None:
    driver = left_alone(two_players(), leaves=True)
    assert events.Returned.budget is not None
    driver.table.spent["1", "returned"] = events.Returned.budget
    driver.settle()
    assert driver.table.seats[1].stand_in is None


def test_a_player_who_was_replaced_and_plays_has_returned() -> None:
    driver = left_alone(two_players(), leaves=False)
    driver.now += 30_000
    driver.settle()
    driver.do(commands.Play, 1, move="-")
    assert [type(event) for event in driver.log[-2:]] == [events.Returned, events.Sealed]


def test_a_player_who_left_and_plays_again_has_returned() -> None:
    driver = two_players()
    driver.do(commands.Leave, 0, bot="steady")
    driver.throw()
    assert [type(event) for event in driver.log[-2:]] == [events.Returned, events.Thrown]
    driver.do(commands.Leave, 1)
    driver.do(commands.Play, 1, move="-")
    assert [type(event) for event in driver.log[-2:]] == [events.Returned, events.Sealed]
    driver.do(commands.Leave, 1)
    driver.do(commands.TakeBack, 1)
    assert [type(event) for event in driver.log[-2:]] == [events.Returned, events.TakenBack]
    assert [(seat.left, seat.player) for seat in driver.table.seats] == [(False, None), (False, None)]


def test_only_a_running_match_is_left() -> None:
    with pytest.raises(IllegalMoveError, match="not started"):
        offering().do(commands.Leave, 0)
    with pytest.raises(MatchOverError):
        played_out(two_players()).do(commands.Leave, 0)
    with pytest.raises(IllegalMoveError, match="There is no bot"):
        two_players().do(commands.Leave, 0, bot="nobody")


def test_what_changes_nothing_leaves_no_trace() -> None:
    driver = two_players()
    driver.do(commands.Leave, 1)
    assert driver.do(commands.Leave, 1).events == []
    driver.do(commands.Leave, 1, bot="steady")
    assert driver.do(commands.Leave, 1, bot="steady").events == []
    assert driver.do(commands.StandIn, 1, held=(0,), bot="steady").events == []
    assert [type(event) for event in driver.log[-2:]] == [events.Left, events.StoodIn]
    finished = over()
    finished.do(commands.SitOut, 0, plays=False)
    assert finished.do(commands.SitOut, 0, plays=False).events == []


def test_a_full_log_takes_one_stand_in_and_no_other() -> None:
    driver = two_players()
    driver.table.sequence = MOST_EVENTS
    driver.do(commands.Leave, 1, bot="steady")
    for kind, held in ((commands.Leave, 1), (commands.StandIn, 0)):
        with pytest.raises(IllegalMoveError, match="full"):
            driver.do(kind, 1, held=(held,), bot="casual")


def over() -> Driver:
    return played_out(two_players())


async def test_a_device_that_misses_its_promised_ping_is_shown_as_away(shared_url: str) -> None:
    seats, tokens = seated("Ann", "Ben")
    code = await open_table(shared_url, *seats)
    async with Player(shared_url, code, tokens[0]) as ann, Player(shared_url, code, tokens[1]) as ben:
        await ann.until(lambda told: "table" in told and told["table"]["seats"][1]["connected"])
        await ben.send("ping", within=500)
        await ann.until(lambda told: "table" in told and not told["table"]["seats"][1]["connected"])
        await ben.send("ping")
        await ann.until(lambda told: "table" in told and told["table"]["seats"][1]["connected"])


async def test_every_command_is_a_sign(shared_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    (seat,), (token,) = seated("Ann")
    code = await open_table(shared_url, seat, {})
    expected: list[int | None] = []
    expect = Connection._expect

    def note(connection: Connection, within_ms: int | None) -> None:
        if connection._code == code:  # connections of earlier tests may still be closing
            expected.append(within_ms)
        expect(connection, within_ms)

    monkeypatch.setattr(Connection, "_expect", note)
    async with Player(shared_url, code, token) as ann:
        await ann.do("rename", seat=0, name="Anna")
        await ann.send("ping", within=60_000)
        await ann.do("rename", seat=0, name="Annabel")
        assert expected == [60_000, 60_000]
        await ann.send("ping")
        await ann.do("rename", seat=0, name="Ann")
        assert expected == [60_000, 60_000, 60_000, None]
