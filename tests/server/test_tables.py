"""Tables without a network: who may do what, and when."""

from random import Random, SystemRandom
from typing import Any

import pytest
from msgspec import convert

from paperdice.errors import IllegalMoveError, MatchOverError, PaperdiceError, StoreError, WrongSeatError
from paperdice.fair import CommittedDice
from paperdice.flow import commands, events, notices
from paperdice.flow.attendance import Attendance, Moment, attend
from paperdice.flow.checks import Who
from paperdice.flow.clock import Due, find_due
from paperdice.flow.decide import decide
from paperdice.flow.decide_moves import throw_dice
from paperdice.flow.describe import table_facts
from paperdice.flow.facts import DiceFacts, DiceKind
from paperdice.flow.record import format_date, record_of
from paperdice.flow.setup import new_opening
from paperdice.flow.table import Table
from paperdice.flow.wishes import NewSeat, NewTable
from paperdice.verify import verify_record
from tests.server.tables import (
    BOTS,
    NOW,
    SHARES,
    TOKENS,
    Driver,
    bound,
    offering,
    open_table,
    opened,
    person,
    played_out,
    two_players,
)


def reason_of(error: pytest.ExceptionInfo[PaperdiceError]) -> str:
    return error.value.reason.id


def dice_of(driver: Driver) -> DiceFacts:
    return table_facts(driver.table, Attendance(), NOW).dice


def status_of(driver: Driver) -> str:
    return driver.table.status


# Sitting down


def test_a_new_player_gets_the_first_open_seat() -> None:
    driver = Driver(open_table(person(0), NewSeat(), NewSeat()))
    decision = driver.do(commands.Sit, name="Ben", token=TOKENS[1])
    assert decision.seat == 1
    assert driver.table.seats[1].name == "Ben"
    assert driver.table.held([TOKENS[1]]) == {1}


def test_a_token_is_kept_only_as_a_hash() -> None:
    driver = Driver(open_table(person(0), NewSeat()))
    driver.do(commands.Sit, name="Ben", token=TOKENS[1])
    kept = b"".join(map(events.encode_event, driver.log))
    assert TOKENS[1].encode() not in kept
    assert driver.table.held(["x" * 32]) == frozenset()


def test_the_same_token_has_another_hash_at_another_table() -> None:
    one, other = open_table(person(0), NewSeat()), open_table(person(0), NewSeat())
    assert one.seats[0].token_hash != other.seats[0].token_hash


@pytest.mark.parametrize("seat", [0, 1, 7])
def test_a_seat_that_is_not_open_cannot_be_taken(seat: int) -> None:
    driver = Driver(open_table(person(0), NewSeat(bot="random"), NewSeat()))
    with pytest.raises(IllegalMoveError) as error:
        driver.do(commands.Sit, name="Ben", token=TOKENS[1], seat=seat)
    assert reason_of(error) == "seat_taken"


def test_a_full_table_takes_nobody() -> None:
    driver = Driver(open_table(*[person(seat) for seat in range(5)]))
    with pytest.raises(IllegalMoveError) as error:
        driver.do(commands.Sit, name="Eve", token=TOKENS[5])
    assert reason_of(error) == "table_full"


def test_a_name_is_cleaned_of_what_does_not_show() -> None:
    driver = Driver(open_table(person(0), NewSeat(), NewSeat()))
    driver.do(commands.Sit, name="  Ben\n\u202e  x ", token=TOKENS[1])
    assert driver.table.seats[1].name == "Ben x"
    with pytest.raises(IllegalMoveError) as error:
        driver.do(commands.Sit, name=" \t\u200b", token=TOKENS[2])
    assert reason_of(error) == "no_name"


def test_leaving_before_the_start_opens_the_seat() -> None:
    driver = offering(0, 1)
    driver.do(commands.Stand, 1)
    assert driver.table.seats[1].kind == "open"
    assert dice_of(driver).offered == [0]


def test_nobody_else_can_stand_up_for_me() -> None:
    driver = Driver(open_table(person(0), person(1)))
    with pytest.raises(WrongSeatError):
        driver.do(commands.Stand, 0, held=(1,))


def test_bots_are_seated_and_removed_before_the_start() -> None:
    driver = Driver(open_table(person(0), NewSeat()))
    driver.do(commands.SeatBot, 1, held=(0,), bot="casual")
    assert driver.table.seats[1].bot == "casual"
    driver.do(commands.SeatBot, 1, held=(0,), bot="steady")
    assert driver.table.seats[1].bot == "steady"
    driver.do(commands.ClearSeat, 1, held=(0,))
    assert driver.table.seats[1].kind == "open"


def test_only_absent_players_can_be_removed() -> None:
    driver = Driver(open_table(person(0), person(1)))
    with pytest.raises(IllegalMoveError) as error:
        driver.do(commands.ClearSeat, 1, held=(0,))
    assert reason_of(error) == "seat_present"
    driver.present = frozenset({0})
    driver.do(commands.ClearSeat, 1, held=(0,))
    assert driver.table.seats[1].kind == "open"


def test_an_unknown_bot_is_refused() -> None:
    driver = Driver(open_table(person(0), NewSeat()))
    with pytest.raises(IllegalMoveError) as error:
        driver.do(commands.SeatBot, 1, held=(0,), bot="godlike")
    assert reason_of(error) == "unknown_bot"


@pytest.mark.parametrize("command", [commands.SeatBot, commands.ClearSeat, commands.Start, commands.Again])
def test_a_spectator_changes_nothing(command: type[commands.TableCommand]) -> None:
    driver = Driver(open_table(person(0), person(1)))
    fields: dict[str, Any] = {"bot": "random"} if command is commands.SeatBot else {}
    with pytest.raises(WrongSeatError):
        driver.do(command, 1, held=(), **fields)


def test_a_match_with_open_seats_does_not_start() -> None:
    driver = Driver(open_table(person(0), NewSeat()))
    with pytest.raises(IllegalMoveError) as error:
        driver.do(commands.Start, held=(0,))
    assert reason_of(error) == "seats_open"


# The dice


def test_no_share_is_shown_before_the_last_one() -> None:
    driver = bound(0, 1)
    driver.do(commands.Reveal, 0, share=SHARES[0])
    dice = dice_of(driver)
    assert (dice.shares, dice.revealed, dice.seed) == ([None, None], [0], None)
    assert status_of(driver) == "shares"
    driver.do(commands.Reveal, 1, share=SHARES[1])
    dice = dice_of(driver)
    assert (dice.shares, dice.seed) == ([SHARES[0], SHARES[1]], None)
    assert status_of(driver) == "playing"


def test_the_dice_are_those_of_seed_and_shares() -> None:
    driver = opened(0, 1)
    driver.throw()
    assert driver.table.agreement is not None
    seed = driver.table.agreement.seed
    dice = CommittedDice.promised(seed, driver.table.agreement.promise, dict(enumerate(SHARES[:2])))
    assert driver.table.match.roll == dice.throw(1, 1, driver.table.match.game.dice)


def test_a_share_that_does_not_fit_is_refused() -> None:
    driver = bound(0, 1)
    with pytest.raises(IllegalMoveError) as error:
        driver.do(commands.Reveal, 0, share="f" * 64)
    assert reason_of(error) == "other_share"


def test_a_late_commitment_is_refused() -> None:
    driver = bound(0)
    with pytest.raises(IllegalMoveError) as error:
        driver.commit(1)
    assert reason_of(error) == "late_commitment"


def test_a_device_that_withholds_its_share_is_left_out_after_ten_seconds() -> None:
    driver = bound(0, 1)
    driver.do(commands.Reveal, 0, share=SHARES[0])
    before = dice_of(driver).server_hash
    assert driver.due().look_at == NOW + 10_000
    driver.settle()
    assert driver.table.agreement is not None and driver.table.agreement.stage == "reveal"
    driver.now += 10_000
    driver.settle()
    dice = dice_of(driver)
    assert (dice.attempt, dice.without, dice.commitments) == (2, [1], [None, None])
    assert dice.server_hash != before
    driver.commit(0, SHARES[2])
    driver.settle()
    driver.do(commands.Reveal, 0, share=SHARES[2])
    assert driver.table.status == "playing"


# Playing


def test_a_phase_resolves_when_the_last_seat_has_sealed() -> None:
    driver = two_players()
    driver.throw()
    step = driver.table.step
    driver.do(commands.Play, 1, move="-")
    assert (driver.table.match.answered, driver.table.step) == ((1,), step)
    driver.do(commands.Play, 0, move="-")
    assert (driver.table.match.phase, driver.table.step) == ("color", step + 1)


def test_a_sealed_move_is_in_nothing_that_leaves_the_server() -> None:
    driver = two_players()
    driver.throw()
    move = driver.table.match.choices(0)[-1]
    driver.do(commands.Play, 0, move=move)
    assert driver.table.match.sealed(0) == move
    assert f"| {move}" not in record_of(driver.table)
    assert all("moves" not in entry.__struct_fields__ for entry in driver.table.notices)


def test_a_sealed_move_can_be_taken_back_until_the_phase_resolves() -> None:
    driver = two_players()
    driver.throw()
    driver.do(commands.Play, 0, move="-")
    driver.do(commands.TakeBack, 0)
    assert driver.table.match.answered == ()
    driver.pass_all()
    with pytest.raises(WrongSeatError):
        driver.do(commands.TakeBack, 1)


def test_only_the_device_of_a_seat_plays_for_it() -> None:
    driver = two_players()
    driver.throw()
    with pytest.raises(WrongSeatError) as error:
        driver.do(commands.Play, 0, held=(1,), move="-")
    assert reason_of(error) == "not_your_seat"
    with pytest.raises(WrongSeatError) as error:
        driver.do(commands.TakeBack, 0, held=(1,))
    assert reason_of(error) == "not_your_seat"


def test_one_device_may_hold_several_seats() -> None:
    driver = Driver(open_table(NewSeat(name="Ann", token=TOKENS[0]), NewSeat(name="Ben", token=TOKENS[0])))
    assert driver.table.held([TOKENS[0]]) == {0, 1}


def test_an_answer_to_an_earlier_step_is_stale() -> None:
    driver = two_players()
    driver.throw()
    old = driver.table.step
    driver.pass_all()
    with pytest.raises(IllegalMoveError) as error:
        driver.do(commands.Play, 0, move="-", step=old)
    assert reason_of(error) == "stale_step"


def test_an_illegal_move_says_which_rule_forbids_it() -> None:
    driver = two_players()
    driver.throw()
    with pytest.raises(IllegalMoveError) as error:
        driver.do(commands.Play, 0, move="r12")
    assert error.value.reason.rule


def test_only_the_active_seat_throws() -> None:
    driver = two_players()
    with pytest.raises(IllegalMoveError) as error:
        driver.do(commands.Throw, 1)
    assert reason_of(error) == "not_active"


def test_the_server_takes_no_roll_for_its_own_dice() -> None:
    driver = two_players()
    with pytest.raises(IllegalMoveError) as error:
        driver.do(commands.Throw, 0, roll="w6 w6 r6 y6 g6 b6")
    assert reason_of(error) == "not_typed"


def test_nothing_is_played_after_the_end() -> None:
    driver = played_out(two_players())
    with pytest.raises(MatchOverError):
        driver.do(commands.Play, 0, move="-")
    with pytest.raises(MatchOverError):
        driver.do(commands.Throw, 0)


def test_the_record_of_a_finished_match_can_be_verified() -> None:
    driver = played_out(opened(0, 1))
    check = verify_record(record_of(driver.table))
    assert check.wrong == () and len(check.throws) == 7
    assert list(check.commitments) == [0, 1]
    assert dice_of(driver).commitments == [check.commitments[0], check.commitments[1]]


def test_the_log_tells_the_same_table_again() -> None:
    driver = Driver(open_table(person(0), person(1)))
    opened = new_log(driver)
    driver.do(commands.Start, held=(0,))
    played_out(driver)
    again = Table.replay(driver.table.match_id, [*opened, *driver.log])
    assert record_of(again) == record_of(driver.table)
    assert (again.sequence, again.step, again.done) == (driver.table.sequence, driver.table.step, driver.table.done)


def new_log(driver: Driver) -> list[events.Event]:
    """Return the events of a new table of two people."""
    seats = [
        events.Sat(at=NOW, seat=seat, name=entry.name, token_hash=entry.token_hash)
        for seat, entry in enumerate(driver.table.seats)
    ]
    return [driver.table.setup, *seats]


@pytest.mark.parametrize(
    ("ms", "text"),
    [
        (0, "1970-01-01 00:00:00"),
        (951_782_399_999, "2000-02-28 23:59:59"),
        (951_782_400_000, "2000-02-29 00:00:00"),
        (1_709_251_199_000, "2024-02-29 23:59:59"),
        (1_735_689_599_999, "2024-12-31 23:59:59"),
        (1_735_689_600_000, "2025-01-01 00:00:00"),
        (4_107_542_400_000, "2100-03-01 00:00:00"),
    ],
)
def test_the_date_of_a_record_is_told_in_utc(ms: int, text: str) -> None:
    assert format_date(ms) == text


def contents(thing: object) -> dict[str, object]:
    """Return the fields of a table or an agreement, except the match."""
    return {name: value for name, value in vars(thing).items() if name not in ("match", "agreement")}


@pytest.mark.parametrize("dice", ["committed", "typed", "unknown"])
def test_a_copy_of_a_table_has_all_of_it_and_shares_nothing_that_changes(dice: DiceKind) -> None:
    driver = opened(0, 1) if dice == "committed" else two_players(dice=dice)
    if dice == "typed":
        driver.do(commands.Throw, 0, roll="w2 w2 r1 y1 g1 b1")
        driver.do(commands.Correct, 0, roll="w1 w1 r1 y1 g1 b1")
        driver.do(commands.Play, 0, move="r2", hold=True)
    table = driver.table
    copied = table.copy()
    assert contents(copied) == contents(table)
    assert copied.match is not table.match and copied.match.record() == table.match.record()
    pairs = [(contents(table), contents(copied))]
    if table.agreement is not None:
        assert copied.agreement is not None and contents(copied.agreement) == contents(table.agreement)
        pairs.append((contents(table.agreement), contents(copied.agreement)))
    for own, others in pairs:
        changing = [name for name, value in own.items() if isinstance(value, list | dict | set)]
        assert changing and all(own[name] is not others[name] for name in changing)


def test_a_record_leaves_the_table_as_it_was() -> None:
    driver = two_players()
    driver.throw()
    before = driver.table.match.record()
    record_of(driver.table)
    assert driver.table.match.record() == before


def test_a_log_that_does_not_begin_at_its_beginning_is_refused() -> None:
    table = open_table(person(0), person(1))
    logs: list[list[events.Event]] = [[], [events.Started(at=NOW)], [table.setup, table.setup]]
    for log in logs:
        with pytest.raises(StoreError, match="begin"):
            Table.replay("m", log)


def test_every_game_is_played_to_its_end() -> None:
    for game in ("qwixx", "twenty_one", "qwantum", "sixto"):
        driver = played_out(two_players(game=game))
        assert verify_record(record_of(driver.table)).wrong == ()


# Coming and going


def test_a_table_is_parked_when_the_last_person_has_left() -> None:
    table = open_table(person(0), NewSeat(bot="random"))
    assert attend(table, Attendance(), frozenset(), 3, NOW).is_parked
    assert not attend(table, Attendance(), frozenset({0}), 0, NOW).is_parked


def test_nothing_is_due_at_a_parked_table() -> None:
    driver = two_players(clock=30, auto_throw=True)
    assert find_due(driver.table, Attendance(), Moment(NOW, NOW + 60_000), Random(1)).events
    assert find_due(driver.table, Attendance(is_parked=True), Moment(NOW, NOW + 60_000), Random(1)) == Due()


def test_a_table_of_bots_goes_on_while_somebody_watches() -> None:
    table = open_table(NewSeat(bot="random"), NewSeat(bot="casual"))
    assert attend(table, Attendance(), frozenset(), 0, NOW).is_parked
    assert not attend(table, Attendance(), frozenset(), 1, NOW).is_parked


def test_a_table_is_picked_up_when_the_first_person_is_back() -> None:
    table = open_table(person(0), person(1))
    first = attend(table, Attendance(is_parked=True), frozenset({0}), 0, NOW)
    second = attend(table, first, frozenset({0, 1}), 0, NOW + 1000)
    assert (first.since, second.since) == (NOW, NOW)


def test_a_bot_stands_in_only_for_absent_players() -> None:
    driver = two_players()
    with pytest.raises(IllegalMoveError) as error:
        driver.do(commands.StandIn, 1, held=(0,), bot="steady")
    assert reason_of(error) == "seat_present"
    driver.present = frozenset({0})
    driver.do(commands.StandIn, 1, held=(0,), bot="steady")
    driver.throw()
    assert driver.due().bots == [1]
    assert table_facts(driver.table, Attendance(), NOW).seats[1].stand_in == "steady"
    driver.present = frozenset({0, 1})
    assert driver.due().events == [events.Returned(at=NOW, seat=1)]
    driver.settle()
    assert driver.due().bots == []


def test_a_bot_stands_in_only_when_a_lost_connection_was_waited_for() -> None:
    driver = two_players()
    driver.present, driver.awaited = frozenset({0}), {1: NOW + 30_000}
    driver.now = NOW + 6_001
    with pytest.raises(IllegalMoveError) as error:
        driver.do(commands.StandIn, 1, held=(0,), bot="steady")
    assert (reason_of(error), error.value.reason.params) == ("seat_awaited", {"seat": 1, "seconds": 24})
    driver.now = NOW + 30_000
    driver.do(commands.StandIn, 1, held=(0,), bot="steady")


def test_a_bot_takes_a_seat_that_was_left_at_once() -> None:
    driver = two_players()
    driver.present, driver.awaited = frozenset({0}), {1: NOW + 30_000}
    driver.do(commands.Stand, 1)
    driver.do(commands.SeatBot, 1, held=(0,), bot="steady")
    assert driver.table.seats[1].bot == "steady"


def test_nobody_is_put_out_of_the_lobby_while_a_lost_connection_is_waited_for() -> None:
    driver = Driver(open_table(person(0), person(1)))
    driver.present, driver.awaited = frozenset({1}), {0: NOW + 30_000}
    with pytest.raises(IllegalMoveError) as error:
        driver.do(commands.ClearSeat, 0, held=(1,))
    assert reason_of(error) == "seat_awaited"
    driver.now = NOW + 30_000
    driver.do(commands.ClearSeat, 0, held=(1,))
    assert driver.table.seats[0].kind == "open"


def test_a_returning_player_is_sent_the_moves_of_the_bot_but_nothing_sealed() -> None:
    driver = two_players()
    driver.present = frozenset({0})
    driver.do(commands.StandIn, 1, held=(0,), bot="steady")
    driver.throw()
    driver.apply([events.Sealed(at=NOW, seat=1, move="-", by="bot")])
    driver.do(commands.Play, 0, move="-")
    driver.do(commands.Play, 0, move="-")
    driver.apply([throw_dice(driver.table, driver.table.match, NOW, "bot")])
    driver.apply([events.Sealed(at=NOW, seat=1, move="-", by="bot")])
    driver.present = frozenset({0, 1})
    driver.settle()
    back = driver.table.notices[-1]
    assert back == notices.ReturnedNotice(
        driver.table.sequence, NOW, 1, "steady", [notices.PlayedMove(1, "white", "-")]
    )


def test_a_seat_left_in_a_running_match_can_be_taken_by_another() -> None:
    driver = two_players()
    driver.throw()
    driver.do(commands.Stand, 1)
    assert driver.table.held([TOKENS[1]]) == frozenset()
    driver.do(commands.Sit, name="Eve", token=TOKENS[2])
    driver.do(commands.Play, 1, move="-")
    assert driver.table.match.answered == (1,)


def test_a_transfer_code_moves_a_seat_once() -> None:
    driver = two_players()
    code = driver.do(commands.Transfer, 0).code
    driver.do(commands.Claim, code=f"{code[:4]}-{code[4:].lower()}", token=TOKENS[4])
    assert driver.table.held([TOKENS[0]]) == frozenset()
    assert driver.table.held([TOKENS[4]]) == {0}
    with pytest.raises(IllegalMoveError) as error:
        driver.do(commands.Claim, code=code, token=TOKENS[5])
    assert reason_of(error) == "wrong_code"


def test_a_transfer_code_runs_out() -> None:
    driver = two_players()
    code = driver.do(commands.Transfer, 0).code
    driver.now += 300_001
    with pytest.raises(IllegalMoveError) as error:
        driver.do(commands.Claim, code=code, token=TOKENS[4])
    assert reason_of(error) == "wrong_code"


# Companion tables


def test_a_typed_roll_is_checked_like_any_other() -> None:
    driver = two_players(dice="typed")
    for roll in (None, "w7 w1 r2 y6 g3 b6", "w4 w1", "hello"):
        with pytest.raises(PaperdiceError):
            driver.do(commands.Throw, 1, roll=roll)
    driver.do(commands.Throw, 1, roll="w4 w1 r2 y6 g3 b6")
    assert driver.table.match.roll == "w4 w1 r2 y6 g3 b6"


def test_the_last_typed_roll_can_be_corrected() -> None:
    driver = two_players(dice="typed")
    with pytest.raises(IllegalMoveError) as error:
        driver.do(commands.Correct, 0, roll="w4 w2 r2 y6 g3 b6")
    assert reason_of(error) == "no_roll"
    driver.do(commands.Throw, 0, roll="w4 w1 r2 y6 g3 b6")
    driver.do(commands.Correct, 1, roll="w4 w2 r2 y6 g3 b6")
    assert (driver.table.match.phase, driver.table.match.acting) == ("white", (0, 1))
    assert "r6" in driver.table.match.choices(0)
    told = driver.table.notices[-1]
    assert isinstance(told, notices.CorrectedNotice)
    assert (told.roll, told.was) == ("w4 w2 r2 y6 g3 b6", "w4 w1 r2 y6 g3 b6")
    kept = [event.roll for event in driver.log if isinstance(event, events.Thrown | events.Corrected)]
    assert kept == ["w4 w1 r2 y6 g3 b6", "w4 w2 r2 y6 g3 b6"]
    assert "w4 w2 r2 y6 g3 b6" in record_of(driver.table)
    assert "w4 w1 r2 y6 g3 b6" not in record_of(driver.table)


def test_the_last_roll_can_be_corrected_after_the_end() -> None:
    driver = two_players(dice="typed")
    while not driver.table.match.over:
        if driver.table.match.dice_wanted:
            driver.do(commands.Throw, 0, roll="w4 w1 r2 y6 g3 b6")
        driver.pass_all()
    driver.do(commands.Correct, 0, roll="w4 w2 r2 y6 g3 b6")
    assert driver.table.status == "over"
    driver.do(commands.Correct, 0, turn=7, phase="color", move="r6")
    assert driver.table.status == "playing"


def test_the_servers_dice_cannot_be_corrected() -> None:
    driver = two_players()
    driver.throw()
    with pytest.raises(IllegalMoveError) as error:
        driver.do(commands.Correct, 0, roll="w6 w6 r6 y6 g6 b6")
    assert reason_of(error) == "not_typed"


# The next match


@pytest.mark.parametrize("command", [commands.Again("c"), commands.Transfer("c", seat=0)])
def test_the_same_draws_lead_to_the_same_decision(command: commands.TableCommand) -> None:
    table = played_out(two_players()).table
    who = [Who(frozenset({0}), Attendance(frozenset({0})), Moment(NOW, NOW), Random(seed), BOTS) for seed in (5, 5, 6)]
    first, same, other = (decide(table, command, each) for each in who)
    assert first == same != other


def test_the_next_match_has_the_same_seats_and_the_loser_first() -> None:
    driver = played_out(two_players(clock=60, open=True))
    table = driver.next(1).table
    assert (table.setup.first, table.setup.previous, table.status) == (0, driver.table.match_id, "lobby")
    assert (table.held([TOKENS[0]]), table.setup.clock, table.setup.open) == (frozenset({0}), 60, True)
    assert table.match_id != driver.table.match_id


@pytest.mark.parametrize("asking", [(0, 1), (1,)])
def test_the_next_match_waits_for_a_share_of_everyone_who_has_asked_for_it(asking: tuple[int, ...]) -> None:
    """Devices whose people have not tapped offer no share, and play without one."""
    driver = played_out(two_players())
    for seat in asking if len(asking) > 1 else (1, 1):
        driver.do(commands.Again, seat)
    second = driver.follow()
    second.settle()
    for seat in asking:
        assert status_of(second) == "lobby"
        second.do(commands.OfferShare, seat)
        second.settle()
    assert (status_of(second), dice_of(second).stage) == ("shares", "commit")
    assert driver.table.agreement is not None and second.table.agreement is not None
    assert second.table.agreement.seed != driver.table.agreement.seed


def test_the_next_match_names_the_deal_of_a_match_from_a_position() -> None:
    """No device can verify that deal, so it does not count as played."""
    wish = {"game": "qwixx", "first": 0, "seats": [person(0)], "position": "qwixx 4 roll 0 | classic -/-/-/- 3"}
    driver = Driver(new_opening(convert(wish, NewTable), None, BOTS, NOW, SystemRandom()).table())
    driver.do(commands.OfferShare, 0)
    driver.do(commands.Start, held=(0,))
    driver.commit(0)
    driver.settle()
    driver.do(commands.Reveal, 0, share=SHARES[0])
    driver.play_out()
    assert driver.next(0).table.setup.dropped == [f"{driver.table.match_id}/1"]
    plain = played_out(opened(0))
    assert plain.next(0).table.setup.dropped == []


def test_nothing_is_promised_before_the_start() -> None:
    driver = offering(0)
    dice = dice_of(driver)
    assert (dice.stage, dice.server_hash, dice.bot_hash, dice.offered) == ("lobby", None, None, [0])
    with pytest.raises(IllegalMoveError) as error:
        driver.do(commands.Commit, 0, commitment=SHARES[0])
    assert reason_of(error) == "not_begun"
    driver.do(commands.Start, held=(1,))
    dice = dice_of(driver)
    assert (dice.stage, len(dice.server_hash or ""), len(dice.bot_hash or "")) == ("commit", 64, 64)


def test_only_devices_that_offered_a_share_are_awaited() -> None:
    driver = offering(0)
    driver.do(commands.Start, held=(1,))
    driver.settle()
    assert (dice_of(driver).stage, driver.due().look_at) == ("commit", NOW + 10_000)
    driver.commit(0)
    driver.settle()
    assert dice_of(driver).stage == "reveal"
    driver = offering(0)
    driver.present = frozenset({1})
    driver.do(commands.Start, held=(1,))
    assert status_of(driver) == "playing"


def test_an_offer_is_made_once() -> None:
    driver = offering(0)
    driver.do(commands.OfferShare, 0)
    assert len(driver.log) == 1
    with pytest.raises(IllegalMoveError) as error:
        Driver(open_table(person(0), dice="typed")).do(commands.OfferShare, 0)
    assert reason_of(error) == "no_shares"


def test_the_next_match_does_not_wait_for_ever_for_a_device_without_shares() -> None:
    driver = played_out(two_players())
    second = driver.next(1)
    second.now += 10_000
    second.settle()
    assert second.table.status == "playing"


def test_a_third_request_for_the_next_match_changes_nothing() -> None:
    driver = played_out(two_players())
    driver.next(0)
    assert driver.do(commands.Again, held=(1,)).events == []


def test_no_next_match_before_the_end() -> None:
    driver = two_players()
    with pytest.raises(IllegalMoveError) as error:
        driver.do(commands.Again, held=(0,))
    assert reason_of(error) == "not_over"


def test_a_full_log_takes_only_what_ends_the_match() -> None:
    driver = two_players()
    driver.throw()
    driver.table.sequence = 5000
    names: dict[str, Any] = {"name": "New"}
    for kind, name in ((commands.Rename, names), (commands.Transfer, {}), (commands.TakeBack, {})):
        with pytest.raises(IllegalMoveError) as refused:
            driver.do(kind, 0, held=(0,), **name)
        assert refused.value.reason.id == "log_full"
    driver.present = frozenset({0})
    driver.do(commands.StandIn, 1, held=(0,), bot="steady")
    driver.play_out()
    assert driver.table.match.over
    driver.do(commands.Again, 0)
