"""A table goes on from match to match: the countdown, guests, the host, added seats, names and the scoreboard."""

from __future__ import annotations

import pytest
from msgspec import convert

from paperdice.errors import IllegalMoveError
from paperdice.flow import commands, events
from paperdice.flow.attendance import Attendance, attend
from paperdice.flow.describe import table_facts
from paperdice.flow.evening import MOST_PLAYERS, MOST_RESULTS, add_result
from paperdice.flow.facts import Challenge, Evening, EveningResult, NextMatch, TableFacts
from paperdice.flow.setup import new_opening
from paperdice.flow.wishes import NewSeat, NewTable
from tests.server.tables import (
    BOTS,
    NOW,
    TOKENS,
    Driver,
    Wishes,
    open_table,
    person,
    played_out,
    started,
    two_players,
)

GUESTS = tuple(letter * 32 for letter in "ghijkl")
NO_TOKEN = "x" * 32


def facts_of(driver: Driver) -> TableFacts:
    return table_facts(driver.table, driver.attendance, driver.now)


def next_of(driver: Driver) -> NextMatch:
    """Return the facts about the next match."""
    found = facts_of(driver).next
    assert found is not None
    return found


def evening_of(driver: Driver) -> Evening:
    found = facts_of(driver).evening
    assert found is not None
    return found


def refused(driver: Driver, kind: type[commands.TableCommand], seat: int | None = None, **fields: object) -> str:
    """Return the reason for which a command is refused."""
    with pytest.raises(IllegalMoveError) as error:
        driver.do(kind, seat, **fields)  # type: ignore[arg-type]  # the fields of any command
    return error.value.reason.id


def over(*names: str, n_bots: int = 0, **wishes: object) -> Driver:
    """Return a finished match of people with these names, with seeded dice, and of bots."""
    seats = [NewSeat(name=name, token=TOKENS[seat]) for seat, name in enumerate(names)]
    options = convert({"dice": "seeded", **wishes}, Wishes)
    return played_out(started(*seats, *[NewSeat(bot="casual") for _ in range(n_bots)], **options))


def begun(driver: Driver) -> Driver:
    """Start the next match, which has been opened, and return it."""
    following = driver.follow()
    following.settle()
    assert following.table.status == "playing"
    return following


def join(driver: Driver, number: int, name: str) -> None:
    """Let a person without a seat take part in the next match, with a device that stays connected."""
    driver.do(commands.JoinNext, held=(), name=name, token=GUESTS[number])
    driver.guests |= driver.table.guests_of([GUESTS[number]])


def names_of(driver: Driver) -> list[str]:
    return [entry.name for entry in driver.table.seats]


# The countdown


def test_nobody_who_left_or_looks_away_keeps_the_others_from_playing_again() -> None:
    """Of four people two ask for the next match, one has gone home, and one never taps."""
    driver = over("Ann", "Ben", "Cleo", "Dan")
    driver.present = frozenset({0, 1, 3})
    driver.do(commands.Again, 0)
    asked = next_of(driver)
    assert (asked.asked, asked.left_ms, asked.seats, driver.table.next_match) == ("Ann", 15_000, [0, 1, 3], None)
    driver.now += 14_999
    assert (driver.due().events, driver.due().look_at, next_of(driver).left_ms) == ((), NOW + 15_000, 1)
    driver.now += 1
    driver.settle()
    following = begun(driver)
    assert names_of(following) == ["Ann", "Ben", "Dan"]
    assert [(guest.name, guest.plays) for guest in facts_of(following).guests] == [("Cleo", False)]


@pytest.mark.parametrize("second", [0, 1])
def test_a_second_request_starts_at_once_whoever_makes_it(second: int) -> None:
    driver = over("Ann", "Ben")
    driver.do(commands.Again, 0)
    driver.do(commands.Again, second)
    assert names_of(begun(driver)) == ["Ann", "Ben"]


@pytest.mark.parametrize(("names", "n_bots", "held"), [(["Ann"], 0, (0,)), (["Ann"], 2, (0,)), (["A", "B"], 0, (0, 1))])
def test_with_nobody_else_there_the_next_match_starts_at_once(
    names: list[str], n_bots: int, held: tuple[int, ...]
) -> None:
    driver = over(*names, n_bots=n_bots)
    driver.do(commands.Again, held=held)
    assert names_of(begun(driver)) == [*names, *["casual"] * n_bots]


def test_somebody_whose_connection_was_lost_just_now_still_plays() -> None:
    driver = over("Ann", "Ben")
    driver.present, driver.awaited = frozenset({0}), {1: NOW + 20_000}
    driver.do(commands.Again, 0)
    driver.now += 15_000
    driver.settle()
    assert names_of(begun(driver)) == ["Ann", "Ben"]


def test_the_countdown_waits_a_minute_for_somebody_who_is_choosing() -> None:
    driver = over("Ann", "Ben")
    driver.do(commands.Again, 0)
    driver.do(commands.ChooseNext, 1, is_choosing=True)
    assert (next_of(driver).choosing, next_of(driver).left_ms) == (1, None)
    driver.now += 59_999
    assert (driver.due().events, driver.due().look_at) == ((), NOW + 60_000)
    driver.now += 1
    driver.settle()
    assert (next_of(driver).choosing, next_of(driver).left_ms) == (None, 15_000)
    driver.now += 15_000
    driver.settle()
    assert driver.table.next_match is not None


def test_the_countdown_does_not_wait_for_somebody_who_chooses_and_goes() -> None:
    driver = over("Ann", "Ben")
    driver.do(commands.Again, 0)
    driver.do(commands.ChooseNext, 1, is_choosing=True)
    driver.present, driver.awaited = frozenset({0}), {1: NOW + 5_000}
    assert driver.due().look_at == NOW + 5_000
    driver.now += 5_000
    driver.settle()
    assert next_of(driver).choosing is None


def test_nobody_ends_the_choice_of_somebody_else() -> None:
    driver = over("Ann", "Ben")
    driver.do(commands.ChooseNext, 1, is_choosing=True)
    for is_choosing in (True, False):
        assert driver.do(commands.ChooseNext, 0, is_choosing=is_choosing).events == []
    driver.do(commands.ChooseNext, 1, is_choosing=False)
    assert next_of(driver).choosing is None


def test_a_countdown_begins_anew_when_people_come_back_to_a_parked_table() -> None:
    driver = over("Ann", "Ben")
    driver.do(commands.Again, 0)
    parked = attend(driver.table, driver.attendance, frozenset(), 0, NOW + 1000)
    assert parked.is_parked
    back = attend(driver.table, parked, frozenset({1}), 0, NOW + 99_000)
    assert (back.is_parked, back.since) == (False, NOW + 99_000)


def test_guests_alone_keep_a_finished_table_going() -> None:
    driver = over("Ann", "Ben")
    join(driver, 0, "Cleo")
    alone = attend(driver.table, Attendance(), frozenset(), 1, NOW, guests=frozenset({0}))
    assert not alone.is_parked
    driver.present = frozenset()
    driver.do(commands.Again, held=(), guests=frozenset({0}))
    assert names_of(begun(driver)) == ["Cleo"]


def test_a_correction_that_reopens_a_match_ends_its_countdown() -> None:
    driver = two_players(dice="unknown")
    for _ in range(4):
        driver.do(commands.Enter, 1, text="miss")
    driver.close_pad()
    driver.do(commands.Again, 0)
    driver.do(commands.Correct, 1, move="-")
    assert (driver.table.status, driver.table.asked, facts_of(driver).next) == ("playing", None, None)


def test_a_late_request_for_a_match_that_has_just_begun_changes_nothing() -> None:
    driver = over("Ann", "Ben")
    following = driver.next(0)
    following.settle()
    assert following.do(commands.Again, 1).events == []
    following.throw()
    assert following.do(commands.Again, 1).events == []
    while following.table.match.turn == 1:
        following.pass_all()
    assert refused(following, commands.Again, 1) == "not_over"


# The plan


def test_the_next_match_is_another_game_at_the_same_table() -> None:
    driver = over("Ann", "Ben", n_bots=1)
    assert (next_of(driver).game, next_of(driver).sheets, next_of(driver).bots) == ("qwixx", None, ["casual"])
    driver.do(commands.PlanNext, held=(0,), game="sixto", bots=["steady", "casual"])
    assert (next_of(driver).game, next_of(driver).bots) == ("sixto", ["steady", "casual"])
    following = driver.next(0)
    assert (following.table.setup.game, names_of(following)) == ("sixto", ["Ann", "Ben", "steady", "casual"])
    assert following.table.setup.code == driver.table.setup.code
    assert len(set(following.table.setup.sheets)) == 4


def test_sheets_that_were_chosen_for_all_stay_with_any_number_of_people() -> None:
    driver = over("Ann", "Ben", sheets=["mixx-a", "mixx-a"])
    join(driver, 0, "Cleo")
    assert driver.next(0).table.setup.sheets == ["mixx-a"] * 3


def test_only_oneself_or_an_absent_person_can_be_planned_out() -> None:
    driver = over("Ann", "Ben", "Cleo")
    assert refused(driver, commands.PlanNext, held=(0,), game="qwixx", out=[1]) == "seat_present"
    driver.present = frozenset({0, 1})
    driver.do(commands.PlanNext, held=(0,), game="qwixx", out=[0, 2])
    assert next_of(driver).seats == [1]


def test_a_plan_leaves_out_who_sits_out() -> None:
    driver = over("Ann", "Ben")
    driver.do(commands.SitOut, 1, plays=False)
    driver.do(commands.PlanNext, held=(0,), game="longo")
    assert next_of(driver).seats == [0]
    driver.do(commands.SitOut, 1, plays=True)
    assert next_of(driver).seats == [0, 1]


def test_who_sits_out_and_asks_for_the_next_match_plays() -> None:
    driver = over("Ann", "Ben")
    driver.do(commands.SitOut, 0, plays=False)
    assert names_of(driver.next(0)) == ["Ann", "Ben"]


def test_of_several_people_at_one_device_those_who_sit_out_stay_out() -> None:
    driver = over("Ann", "Ben")
    driver.do(commands.SitOut, 0, plays=False)
    driver.do(commands.Again, held=(0, 1))
    assert names_of(begun(driver)) == ["Ben"]


def test_bots_fill_the_seats_that_people_leave() -> None:
    driver = over("Ann", "Ben", "Cleo", "Dan")
    driver.do(commands.PlanNext, held=(0,), game="qwixx", bots=["casual", "steady"])
    assert next_of(driver).bots == ["casual"]
    driver.present = frozenset({0, 1, 2})
    assert next_of(driver).bots == ["casual", "steady"]


def test_a_plan_on_an_old_screen_is_refused() -> None:
    driver = over("Ann", "Ben")
    old = driver.table.step
    driver.do(commands.PlanNext, held=(0,), game="sixto")
    assert refused(driver, commands.PlanNext, held=(1,), game="qwixx", step=old) == "rearranged"


def test_no_bots_are_planned_for_a_pad_and_nothing_in_a_challenge() -> None:
    driver = two_players(dice="unknown")
    for _ in range(4):
        driver.do(commands.Enter, 1, text="miss")
    driver.close_pad()
    assert refused(driver, commands.PlanNext, held=(0,), game="qwixx", bots=["casual"]) == "pad_without_bots"
    challenge = Challenge("c", "qwixx", driver.table.setup.rules, ["classic"] * 2, ["random"], 0, 7)
    wish = NewTable(game="qwixx", seats=[person(0), NewSeat(bot="random")], challenge="c")
    alone = Driver(new_opening(wish, challenge, BOTS, NOW, driver.rng).table())
    alone.do(commands.Start, held=(0,))
    alone.play_out()
    assert refused(alone, commands.Again, held=(0,)) == "challenge_once"
    assert refused(alone, commands.PlanNext, held=(0,), game="sixto") == "challenge_once"
    assert (facts_of(alone).next, facts_of(alone).evening) == (None, None)


def test_the_first_player_is_drawn_if_nobody_goes_on() -> None:
    driver = over("Ann", "Ben")
    for number in range(3):
        join(driver, number, f"G{number}")
    driver.present = frozenset()
    firsts = set()
    for _ in range(60):
        copy = Driver(driver.table.copy())
        copy.present, copy.guests = frozenset(), driver.guests
        copy.do(commands.Again, held=(), guests=frozenset({0}))
        copy.do(commands.Again, held=(), guests=frozenset({0}))
        firsts.add(copy.follow().table.setup.first)
    assert firsts == {0, 1, 2}


# Guests


def test_guests_play_in_the_order_in_which_they_asked_while_there_is_room() -> None:
    driver = over("Ann", "Ben", "Cleo")
    for number, name in enumerate(("Gus", "Hal", "Ida", "Jo")):
        join(driver, number, name)
    driver.do(commands.JoinNext, held=(), name="Gus", token=GUESTS[0])
    driver.guests -= {2}
    assert (next_of(driver).seats, next_of(driver).guests) == ([0, 1, 2], [1, 3])
    following = driver.next(0)
    assert names_of(following) == ["Ann", "Ben", "Cleo", "Hal", "Jo"]
    kept = [(guest.name, guest.plays) for guest in facts_of(following).guests]
    assert kept == [("Ida", False), ("Gus", True)]
    assert [following.table.held([token]) for token in (GUESTS[1], GUESTS[3])] == [{3}, {4}]


def test_somebody_who_was_away_takes_part_again_under_the_same_name() -> None:
    driver = over("Ann", "Ben")
    driver.present = frozenset({0})
    following = driver.next(0)
    assert following.table.guests_of([TOKENS[1]]) == {0}
    following.settle()
    following.play_out()
    following.do(commands.JoinNext, held=(), name="Ben", token=TOKENS[1])
    following.guests = frozenset({0})
    assert names_of(following.next(0)) == ["Ann", "Ben"]


def test_people_of_one_device_who_sit_out_keep_their_names() -> None:
    one_device = [NewSeat(name=name, token=TOKENS[0]) for name in ("Ann", "Ben")]
    driver = played_out(started(*one_device, dice="seeded"))
    driver.do(commands.SitOut, 0, plays=False)
    driver.do(commands.Again, held=(0, 1))
    following = begun(driver)
    assert (names_of(following), [guest.name for guest in facts_of(following).guests]) == (["Ben"], ["Ann"])
    assert {each.name for each in evening_of(following).players} == {"Ann", "Ben"}


def test_a_guest_takes_an_open_seat_of_a_running_pad() -> None:
    driver = started(person(0), NewSeat(), dice="unknown")
    driver.do(commands.JoinNext, held=(), name="Ben", token=GUESTS[0])
    driver.do(commands.Sit, held=(), name="Ben", token=GUESTS[0])
    assert (names_of(driver), facts_of(driver).guests) == (["P0", "Ben"], [])


def test_a_guest_gives_up_and_nobody_else_does_it() -> None:
    driver = over("Ann", "Ben")
    join(driver, 0, "Cleo")
    assert refused(driver, commands.LeaveNext, held=(0,), guest=0) == "not_your_guest"
    driver.do(commands.LeaveNext, held=(), guests=frozenset({0}), guest=0)
    assert facts_of(driver).guests == []
    assert refused(driver, commands.LeaveNext, held=(), guests=frozenset({0}), guest=0) == "no_guest"


def test_somebody_in_a_seat_is_no_guest_and_a_spectator_asks_for_nothing() -> None:
    driver = over("Ann", "Ben")
    assert refused(driver, commands.JoinNext, held=(0,), name="Ann", token=TOKENS[0]) == "has_seat"
    join(driver, 0, "Cleo")
    own = frozenset({0})
    assert refused(driver, commands.JoinNext, held=(), name="Cleo", token=GUESTS[1], guests=own) == "has_seat"
    assert refused(driver, commands.Again, held=()) == "only_seated"


def test_a_guest_who_is_away_makes_room_for_another_one() -> None:
    driver = over("Ann", "Ben")
    for number in range(16):
        driver.do(commands.JoinNext, held=(), name=f"G{number}", token=f"{number:032}")
    driver.guests = frozenset(set(range(16)) - {5})
    driver.do(commands.JoinNext, held=(), name="late", token=GUESTS[0])
    assert [guest.name for guest in facts_of(driver).guests if guest.name in ("G5", "late")] == ["late"]
    driver.guests = frozenset(range(17))
    assert refused(driver, commands.JoinNext, held=(), name="later", token=GUESTS[1]) == "table_full"


# Host and removal


def test_the_role_of_the_host_passes_to_the_person_who_has_been_there_for_the_longest_time() -> None:
    driver = Driver(open_table(person(0), NewSeat(), NewSeat()))
    driver.do(commands.Sit, held=(), name="Ben", token=TOKENS[1], seat=2)
    driver.do(commands.Sit, held=(), name="Cleo", token=TOKENS[2], seat=1)
    hosts = []
    for present in ({0, 1, 2}, {1, 2}, {1}, set()):
        driver.present = frozenset(present)
        hosts.append(facts_of(driver).host)
    assert hosts == [0, 2, 1, 0]
    driver.present = frozenset({0, 1, 2})
    driver.do(commands.Arrange, held=(0,), game="qwixx", seats=[1, 2, 0])
    assert facts_of(driver).host == 2
    driver.do(commands.Stand, 2)
    assert facts_of(driver).host == 1


def test_the_host_of_the_next_match_is_the_same() -> None:
    driver = Driver(open_table(NewSeat(), person(1), dice="seeded"))
    driver.do(commands.Sit, held=(), name="Ann", token=TOKENS[0])
    driver.present = frozenset({0, 1})
    driver.do(commands.Start, held=(0,))
    driver.play_out()
    following = driver.next(0)
    assert facts_of(following).host == facts_of(driver).host == 1


@pytest.mark.parametrize("starts", [False, True])
def test_a_removed_person_only_watches(starts: bool) -> None:
    driver = started(person(0), person(1)) if starts else Driver(open_table(person(0), person(1)))
    driver.present = frozenset({0, 1})
    assert refused(driver, commands.Remove, held=(1,), seat=0) == "only_host"
    driver.do(commands.Remove, held=(0,), seat=1)
    assert (driver.table.seats[1].kind, driver.table.held([TOKENS[1]])) == ("open", frozenset())
    assert facts_of(driver).closed
    for token in (TOKENS[1], NO_TOKEN):
        assert refused(driver, commands.Sit, held=(), name="Ben", token=token) == "table_closed"


def test_at_a_closed_table_the_host_admits_new_devices() -> None:
    driver = over("Ann", "Ben", "Cleo")
    join(driver, 0, "Dan")
    driver.do(commands.Remove, held=(0,), seat=2)
    join(driver, 1, "Eve")
    driver.do(commands.JoinNext, held=(), name="Cleo", token=TOKENS[2])
    driver.guests |= {2}
    waiting = [(guest.name, guest.plays, guest.waits) for guest in facts_of(driver).guests]
    assert waiting == [("Dan", True, False), ("Eve", False, True), ("Cleo 2", False, True)]
    assert refused(driver, commands.Again, held=(), guests=frozenset({1})) == "only_seated"
    assert refused(driver, commands.Admit, held=(1,), guest=1) == "only_host"
    driver.do(commands.Admit, held=(0,), guest=2)
    following = driver.next(0)
    assert names_of(following) == ["Ann", "Ben", "Dan", "Cleo 2"]
    assert (following.table.closed, following.table.held([TOKENS[2]])) == (True, {3})
    assert [(guest.name, guest.waits) for guest in facts_of(following).guests] == [("Eve", True)]


def test_who_is_removed_at_the_end_stays_in_the_result_and_is_not_in_the_next_match() -> None:
    driver = over("Ann", "Ben")
    driver.do(commands.Remove, held=(0,), seat=1)
    assert (names_of(driver), driver.table.held([TOKENS[1]])) == (["Ann", "Ben"], frozenset())
    assert sorted(player.name for player in evening_of(driver).players) == ["Ann", "Ben"]
    assert next_of(driver).seats == [0]
    following = driver.next(0)
    assert (names_of(following), facts_of(following).guests) == (["Ann"], [])
    assert following.table.removed == driver.table.removed != set()


def test_a_removed_guest_is_gone_and_nobody_removes_himself() -> None:
    driver = over("Ann", "Ben")
    join(driver, 0, "Cleo")
    driver.do(commands.Remove, held=(0,), guest=0)
    assert (facts_of(driver).guests, driver.table.removed != set()) == ([], True)
    assert refused(driver, commands.Remove, held=(0,), seat=0) == "own_seat_gone"
    assert refused(driver, commands.Remove, held=(0,)) == "bad_request"


def test_a_transfer_code_of_a_removed_person_moves_no_seat() -> None:
    driver = two_players()
    code = driver.do(commands.Transfer, 1).code
    driver.do(commands.Remove, held=(0,), seat=1)
    assert refused(driver, commands.Claim, held=(), code=code, token=NO_TOKEN) == "wrong_code"


# Seats and names


def test_sitting_down_adds_a_seat_while_there_is_room() -> None:
    driver = Driver(open_table(person(0), game="sixto"))
    for number in range(1, 6):
        assert driver.do(commands.Sit, held=(), name=f"P{number}", token=TOKENS[number]).seat == number
    assert names_of(driver) == [f"P{number}" for number in range(6)]
    assert len(set(driver.table.setup.sheets)) == 6
    assert refused(driver, commands.Sit, held=(), name="Gus", token=GUESTS[0]) == "table_full"


def test_a_seat_that_was_added_keeps_sheets_that_were_chosen_and_offers_of_shares() -> None:
    driver = Driver(open_table(person(0), sheets=["mixx-b"]))
    driver.do(commands.OfferShare, 0)
    driver.do(commands.Sit, held=(), name="Ben", token=TOKENS[1])
    assert (driver.table.setup.sheets, driver.table.offered, driver.table.setup.first) == (["mixx-b"] * 2, {0}, 0)


@pytest.mark.parametrize("slow", [True, False])
def test_no_seat_is_added_at_a_slow_table_or_in_a_running_match(slow: bool) -> None:
    driver = Driver(open_table(person(0), slow=slow))
    if not slow:
        driver.do(commands.Start, held=(0,))
    assert refused(driver, commands.Sit, held=(), name="Ben", token=TOKENS[1]) == "table_full"


def test_strangers_who_come_and_go_do_not_rearrange_a_table_without_end() -> None:
    driver = Driver(open_table(person(0)))
    for number in range(events.Arranged.budget or 0):
        assert driver.do(commands.Sit, held=(), name="Eve", token=GUESTS[0]).seat == 1, number
        driver.do(commands.Arrange, held=(0, 1), game="qwixx", seats=[0])
    assert refused(driver, commands.Sit, held=(), name="Eve", token=GUESTS[0]) == "too_often"


def test_names_at_a_table_are_unique() -> None:
    driver = Driver(open_table(NewSeat(name="Ben", token=TOKENS[0]), NewSeat(name="Ben", token=TOKENS[1])))
    driver.do(commands.Sit, held=(), name="Ben", token=TOKENS[2])
    assert names_of(driver) == ["Ben", "Ben 2", "Ben 3"]
    driver.do(commands.Rename, 2, name="Ben 2")
    assert names_of(driver)[2] == "Ben 2 2"
    driver.do(commands.Rename, 2, name="Ben 2 2")
    assert names_of(driver)[2] == "Ben 2 2"
    driver.do(commands.Sit, held=(), name="a" * 24, token=TOKENS[3])
    driver.do(commands.Rename, 2, name="a" * 24)
    assert names_of(driver)[2] == "a" * 22 + " 2"


# The scoreboard


def test_the_scoreboard_counts_wins_over_games_with_renames_and_the_same_names() -> None:
    driver = over("Ann", "Ben", first=0)
    assert driver.table.match.winners == (1,)
    first = evening_of(driver)
    scores = driver.table.match.scores
    assert [(each.name, each.wins, each.best) for each in first.players] == [
        ("Ben", 1, {"qwixx": scores[1]}),
        ("Ann", 0, {"qwixx": scores[0]}),
    ]
    assert [(each.first, each.second, each.won, each.lost) for each in first.pairs] == [("Ann", "Ben", 0, 1)]
    assert (first.matches, [each.winners for each in first.last]) == (1, [["Ben"]])
    driver.do(commands.PlanNext, held=(0,), game="sixto")
    join(driver, 0, "Ben")
    second = driver.next(0)
    assert names_of(second) == ["Ann", "Ben", "Ben 2"]
    second.do(commands.Rename, 1, name="Benny")
    assert {each.name for each in evening_of(second).players} == {"Ann", "Benny"}
    second.settle()
    second.play_out()
    found = evening_of(second)
    assert (found.matches, [each.game for each in found.last]) == (2, ["qwixx", "sixto"])
    assert found.last[0].winners == ["Benny"] and found.last[0].match == driver.table.match_id
    assert {each.name: sorted(each.best) for each in found.players} == {
        "Ann": ["qwixx", "sixto"],
        "Benny": ["qwixx", "sixto"],
        "Ben 2": ["sixto"],
    }
    assert sum(each.wins for each in found.players) == 1 + len(second.table.match.winners)
    assert [each.wins for each in found.players] == sorted([each.wins for each in found.players], reverse=True)


def test_the_scoreboard_is_there_only_after_a_result() -> None:
    driver = two_players(dice="seeded")
    assert facts_of(driver).evening is None
    assert evening_of(played_out(driver)).matches == 1


def test_nobody_takes_the_name_of_somebody_on_the_scoreboard_by_a_rename() -> None:
    driver = over("Ann", "Ben")
    driver.present = frozenset({0})
    following = driver.next(0)
    following.do(commands.Rename, 0, name="Ben")
    assert names_of(following) == ["Ben 2"]
    assert {each.name for each in evening_of(following).players} == {"Ben 2", "Ben"}


def test_bots_are_on_the_scoreboard_once_each_and_mirrors_at_any_level() -> None:
    driver = played_out(
        started(person(0), NewSeat(bot="casual"), NewSeat(bot="casual"), NewSeat(bot="mirror-3.7"), dice="seeded")
    )
    found = {each.name: each.bot for each in evening_of(driver).players}
    assert found == {"P0": None, "casual": "casual", "casual 2": "casual", "mirror": "mirror"}


def result(number: int, *winners: str) -> EveningResult:
    return EveningResult(f"m{number}", "qwixx", list(winners), 5, None)


def test_the_newest_results_and_the_best_players_are_kept() -> None:
    evening: Evening | None = None
    for number in range(60):
        names = ["Ann", f"P{number}"]
        winner = names[1] if number < 3 else "Ann"
        evening = add_result(evening, result(number, winner), names, [None, None], [5, number])
    assert evening is not None
    assert [each.match for each in evening.last] == [f"m{number}" for number in range(60 - MOST_RESULTS, 60)]
    kept = [each.name for each in evening.players]
    assert len(kept) == MOST_PLAYERS and kept[:5] == ["Ann", "P0", "P1", "P2", "P24"]
    assert {pair.second for pair in evening.pairs} <= set(kept)


def test_equal_scores_count_for_neither_and_a_shared_win_for_both() -> None:
    evening = add_result(None, result(1, "Ann", "Ben"), ["Ann", "Ben"], [None, None], [7, 7])
    assert ([each.wins for each in evening.players], evening.pairs) == ([1, 1], [])
    evening = add_result(evening, result(2, "Ben"), ["Ben", "Ann"], [None, None], [9, 3])
    assert [(each.first, each.second, each.won, each.lost) for each in evening.pairs] == [("Ben", "Ann", 1, 0)]
    evening = add_result(evening, result(3, "Ann"), ["Ann", "Ben"], [None, None], [9, 3])
    assert [(each.won, each.lost) for each in evening.pairs] == [(1, 1)]
    assert [each.best for each in evening.players] == [{"qwixx": 9}, {"qwixx": 9}]
