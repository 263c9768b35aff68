"""Before its start, a table can be rearranged: game, sheets, seats and order; each time, new dice are committed."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from paperdice.errors import IllegalMoveError, SetupError, UnknownGameError, WrongSeatError
from paperdice.flow import commands, events
from paperdice.flow.checks import Who
from paperdice.flow.decide import decide
from paperdice.flow.table import Table
from paperdice.flow.wishes import NewSeat
from paperdice.store.memory import MemoryStore
from tests.server.clients import Player
from tests.server.clients import open_table as open_one
from tests.server.servers import FAST, LIMITS, running_server
from tests.server.tables import (
    BOTS,
    TOKENS,
    Driver,
    offering,
    open_table,
    person,
    two_players,
)


def arrange(driver: Driver, held: int, command: commands.Arrange) -> Table:
    """Return the table after an arrangement by a seat."""
    who = Who(frozenset({held}), driver.attendance, driver.moment, Random(3), BOTS)
    driver.apply(decide(driver.table, command, who).events)
    return driver.table


def wish(game: str = "qwixx", seats: tuple[int | None, ...] = (0, 1), **more: object) -> commands.Arrange:
    return commands.Arrange("c", game, list(seats), **more)  # type: ignore[arg-type]  # sheets and first


def names_of(table: Table) -> list[str]:
    return [seat.name for seat in table.seats]


def refusal(driver: Driver, command: commands.Arrange, held: int = 0) -> str:
    with pytest.raises(IllegalMoveError) as error:
        arrange(driver, held, command)
    return error.value.reason.id


def test_a_table_changes_its_game_and_its_sheets() -> None:
    driver = offering(0, 1)
    match_id, setup = driver.table.match_id, driver.table.setup
    table = arrange(driver, 1, wish("sixto", sheets=["C"], first=1))
    assert (table.setup.game, table.setup.sheets, table.setup.first) == ("sixto", ["C", "C"], 1)
    assert (table.setup.code, table.setup.table_id) == (setup.code, setup.table_id)
    assert (table.match_id, table.match.game.name) == (match_id, "sixto")
    assert (names_of(table), table.status, table.setup.previous) == (["P0", "P1"], "lobby", None)
    assert table.held([TOKENS[1]]) == frozenset({1})


def test_seats_are_swapped_added_and_taken_away() -> None:
    driver = Driver(open_table(person(0), person(1), NewSeat(bot="casual")))
    table = arrange(driver, 0, wish(seats=(1, 0, None)))
    assert names_of(table) == ["P1", "P0", ""]
    assert [seat.kind for seat in table.seats] == ["person", "person", "open"]
    assert (table.held([TOKENS[0]]), table.held([TOKENS[1]])) == (frozenset({1}), frozenset({0}))


def test_a_table_grows_seat_by_seat() -> None:
    driver = offering(0, 1)
    arrange(driver, 0, wish(seats=(0, 1, None)))
    table = arrange(driver, 0, wish(seats=(0, 1, 2, None)))
    assert (len(table.seats), table.step) == (4, 2)


def test_lots_decide_who_begins_if_nobody_is_named() -> None:
    table = open_table(person(0), person(1), person(2))
    firsts = set()
    for seed in range(12):
        driver = Driver(table)
        who = Who(frozenset({0}), driver.attendance, driver.moment, Random(seed), BOTS)
        (event,) = decide(table, wish(seats=(0, 1, 2)), who).events
        assert isinstance(event, events.Arranged)
        firsts.add(event.first)
    assert firsts == {0, 1, 2}


def test_the_dice_are_promised_for_the_table_that_starts() -> None:
    driver = offering(1)
    arrange(driver, 0, wish("sixto", seats=(1, 0), sheets=["C"], first=1))
    assert driver.table.offered == {0}
    driver.do(commands.Start, held=(0,))
    agreement = driver.table.agreement
    assert agreement is not None
    terms = agreement.terms
    assert (terms.match, terms.game, terms.sheets, terms.first) == (driver.table.match_id, "sixto", "C C", 1)
    driver.commit(0)
    driver.settle()
    assert (agreement.stage, list(agreement.commitments)) == ("reveal", [0])


def test_no_connected_player_is_removed() -> None:
    driver = offering(0, 1)
    assert refusal(driver, wish(seats=(0, None))) == "seat_present"
    driver.present = frozenset({0})
    assert names_of(arrange(driver, 0, wish(seats=(0, None)))) == ["P0", ""]


def test_what_cannot_be_arranged_is_refused() -> None:
    driver = offering(0, 1)
    assert refusal(driver, wish(seats=(0, 0, 1))) == "seat_twice"
    driver.present = frozenset({0})
    assert refusal(driver, wish(seats=(None, 1))) == "own_seat_gone"
    with pytest.raises(WrongSeatError):
        arrange(driver, 0, wish(seats=(0, 1, 5)))
    with pytest.raises(UnknownGameError):
        arrange(driver, 0, wish("chess"))
    with pytest.raises(SetupError):
        arrange(driver, 0, wish("qwantum", seats=(0, 1, None, None, None)))
    assert driver.table.step == 0


def test_a_match_that_has_begun_is_not_arranged() -> None:
    assert refusal(two_players(), wish()) == "already_begun"


def test_each_seat_arranges_a_table_only_so_often() -> None:
    driver = offering()
    for _ in range(25):
        arrange(driver, 0, wish(seats=(1, 0)))
        arrange(driver, 1, wish(seats=(1, 0)))
    assert refusal(driver, wish(), 0) == "too_often"
    assert names_of(arrange(driver, 1, wish())) == ["P0", "P1"]
    # A new seat has no more rights than the player who added it.
    driver = offering()
    for _ in range(49):
        arrange(driver, 1, wish())
    arrange(driver, 1, wish(seats=(0, 1, None)))
    driver.do(commands.Sit, name="P2", token=TOKENS[2])
    assert refusal(driver, wish(seats=(0, 1, 2)), 2) == "too_often"
    assert names_of(arrange(driver, 0, wish(seats=(0, 1, 2)))) == ["P0", "P1", "P2"]


def test_moving_a_seat_keeps_its_used_quota() -> None:
    driver = offering()
    for _ in range(20):
        driver.do(commands.Rename, 1, name="Ben")
    arrange(driver, 0, wish(seats=(1, 0)))
    driver.do(commands.Rename, 1, name="Ann")
    with pytest.raises(IllegalMoveError) as error:
        driver.do(commands.Rename, 0, name="Ben")
    assert error.value.reason.id == "too_often"


def test_a_log_tells_the_table_as_it_was_arranged() -> None:
    driver = offering(0, 1)
    opened = driver.table.setup
    seats = [events.Sat(at=1, seat=seat, name=f"P{seat}", token_hash="h") for seat in (0, 1)]
    arrange(driver, 0, wish("sixto", seats=(1, None, 0), sheets=["A", "B", "C"], first=2))
    table = Table.replay(driver.table.match_id, [opened, *seats, *driver.log])
    assert (table.setup, names_of(table)) == (driver.table.setup, ["P1", "", "P0"])
    assert (table.setup.sheets, table.offered, table.step) == (["A", "B", "C"], {0, 2}, 1)


# The first player


def test_the_loser_begins_the_next_match() -> None:
    driver = two_players()
    driver.throw()
    mark = driver.table.match.choices(0)[1]
    driver.do(commands.Play, 0, move=mark)
    driver.play_out()
    assert driver.table.match.winners == (0,)
    assert driver.next(1).table.setup.first == 1
    loser = two_players()
    loser.throw()
    loser.do(commands.Play, 1, move=loser.table.match.choices(1)[1])
    loser.play_out()
    assert loser.next(1).table.setup.first == 0
    assert loser.table.match.winners == (1,)


# Over the wire


async def test_devices_learn_which_seats_they_hold_after_an_arrangement(shared_url: str) -> None:
    await arrange_and_start(shared_url)


async def test_arrangements_are_limited_like_new_tables() -> None:
    limits = replace(LIMITS, tables_per_client_minute=2)
    async with running_server(MemoryStore(), replace(FAST, limits=limits)) as url:
        code = await open_one(url, {}, {})
        async with Player(url, code) as ann:
            await ann.sit("Ann")
            assert (await ann.do("arrange", game="sixto", seats=[0, None]))["type"] == "done"
            await ann.expect("arrange", "too_many_tables", game="qwixx", seats=[0, None])


async def arrange_and_start(url: str) -> None:
    code = await open_one(url, {}, {}, first=0)
    ann, ben = Player(url, code), Player(url, code)
    for player, name in ((ann, "Ann"), (ben, "Ben")):
        await player.connect()
        await player.sit(name)
    old = ann.state["match"]
    await ann.do("arrange", game="twenty_one", seats=[1, 0, None])
    told = await ben.until(lambda message: message["type"] == "state" and message["step"] == 1)
    assert told["match"] == old
    assert (told["held"], ann.state["held"], told["table"]["game"]) == ([0], [1], "twenty_one")
    assert "unseated" not in {message["type"] for message in ben.heard}
    async with Player(url, ann.code) as cid:
        assert cid.state["held"] == []
        assert await cid.sit("Cid") == 2
        for player, seat in ((ann, 1), (ben, 0), (cid, 2)):
            await player.do("offer_share", seat=seat)
        await ann.do("start")
        assert ann.state["table"]["status"] == "shares"
    await ann.leave()
    await ben.leave()


def test_what_names_an_earlier_arrangement_is_refused() -> None:
    driver = offering()
    arrange(driver, 0, wish(seats=(1, 0)))
    who = Who(frozenset({0}), driver.attendance, driver.moment, Random(3), BOTS)
    for command, reason in (
        (commands.Arrange("a", game="sixto", seats=[0, 1], step=0), "rearranged"),
        (commands.Start("b", step=0), "rearranged"),
        (commands.OfferShare("c", seat=0, match="an older match"), "stale_match"),
    ):
        with pytest.raises(IllegalMoveError) as refused:
            decide(driver.table, command, who)
        assert refused.value.reason.id == reason
    assert decide(driver.table, commands.Start("d", step=1), who).events


async def test_of_two_simultaneous_arrangements_the_second_is_refused(shared_url: str) -> None:
    code = await open_one(shared_url, {}, {})
    async with Player(shared_url, code) as ann, Player(shared_url, code) as ben:
        await ann.sit("Ann")
        await ben.sit("Ben")
        seen = ben.state["step"]
        assert (await ann.do("arrange", game="sixto", seats=[0, 1], step=seen))["type"] == "done"
        await ben.expect("arrange", "rearranged", game="qwantum", seats=[0, 1], step=seen)
