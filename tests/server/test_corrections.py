"""At a companion table any earlier throw or move can be corrected, and later ones are replayed."""

from random import Random

import pytest

from paperdice.dice import SeededDice
from paperdice.errors import IllegalMoveError, PaperdiceError, WrongSeatError
from paperdice.flow import commands, events, notices
from paperdice.flow.attendance import Attendance
from paperdice.flow.decide_moves import MOST_REENTERED
from paperdice.flow.describe import listed_entries, table_facts
from paperdice.flow.record import record_of
from paperdice.flow.table import Table
from paperdice.games import GAMES
from paperdice.history import MatchLike, Place
from paperdice.match import read_record
from tests.server.tables import NOW, Driver, person, started, two_players

FIRST = "w4 w1 r2 y6 g3 b6"
SECOND = "w2 w6 r2 y6 g3 b6"
THIRD = "w3 w3 r4 y6 g3 b6"


def reason_of(error: pytest.ExceptionInfo[PaperdiceError]) -> str:
    return error.value.reason.id


def three_turns() -> Driver:
    """Return a table at which Ann marks red 5, red 8 and yellow 6 with the white sums of three turns, and Ben
    passes.
    """
    driver = two_players(dice="typed")
    for roll, mark in ((FIRST, "r5"), (SECOND, "r8"), (THIRD, "y6")):
        driver.do(commands.Throw, 0, roll=roll)
        driver.do(commands.Play, 0, move=mark)
        driver.do(commands.Play, 1, move="-")
        driver.do(commands.Play, driver.table.match.active, move="-")
    return driver


def lines(table: Table) -> list[str]:
    """Return the turns of the record, without times."""
    return [line.split(": ", 1)[1] for line in record_of(table).splitlines() if line[:1].isdigit()]


def test_an_earlier_roll_is_corrected_and_what_still_fits_stays() -> None:
    driver = three_turns()
    driver.do(commands.Correct, 1, turn=2, throw=1, roll="w5 w3 r1 y6 g3 b6")
    assert lines(driver.table) == [
        "w4 w1 r2 y6 g3 b6 @0 | r5, - @0 | - @0",
        "w5 w3 r1 y6 g3 b6 @0 {corrected} | r8, - @0 | - @0",
        "w3 w3 r4 y6 g3 b6 @0 | y6, - @0 | - @0",
    ]
    assert not driver.table.match.is_waiting
    assert (driver.table.match.turn, driver.table.match.phase) == (4, "roll")
    told = driver.table.notices[-1]
    assert isinstance(told, notices.CorrectedNotice)
    assert (told.turn, told.seat, told.roll, told.was) == (2, 1, "w5 w3 r1 y6 g3 b6", SECOND)


def test_what_became_illegal_is_shown_and_asked_again_and_then_it_goes_on() -> None:
    driver = three_turns()
    driver.do(commands.Correct, 0, turn=2, roll="w5 w4 r1 y6 g3 b6")
    facts = table_facts(driver.table, Attendance(), NOW)
    asked = facts.again[0]
    assert [(asked.turn, asked.phase, asked.seat, asked.text)] == [(2, "white", 0, "r8")]
    assert (asked.why["id"], asked.why["params"]) == ("other_sum", {"color": "r", "number": 8, "sum": 9})
    assert facts.later == 5
    assert (driver.table.match.turn, driver.table.match.acting, driver.table.match.answered) == (2, (0,), (1,))
    driver.do(commands.Play, 0, move="r9")
    assert lines(driver.table)[1:] == [
        "w5 w4 r1 y6 g3 b6 @0 {corrected} | r9, - @0 | - @0",
        "w3 w3 r4 y6 g3 b6 @0 | y6, - @0 | - @0",
    ]
    assert not driver.table.match.is_waiting


def test_a_move_that_came_later_may_not_fit_any_more() -> None:
    driver = three_turns()
    with pytest.raises(IllegalMoveError) as error:
        driver.do(commands.Correct, 0, turn=1, phase="white", move="r6")
    assert reason_of(error) == "other_sum"
    driver.do(commands.Correct, 0, turn=2, phase="white", move="y8")
    again = driver.table.match.asked[0]
    assert again.place == (3, 0, "white", 0)
    assert again.error.reason.id == "skipped"


def test_the_match_goes_back_to_what_it_was_when_a_correction_is_corrected() -> None:
    driver = three_turns()
    before = driver.table.match.position()
    driver.do(commands.Correct, 0, turn=2, roll="w5 w4 r1 y6 g3 b6")
    assert driver.table.match.position() != before
    driver.do(commands.Correct, 0, turn=2, roll=SECOND)
    assert driver.table.match.position() == before


def test_only_ones_own_moves_can_be_corrected() -> None:
    driver = three_turns()
    with pytest.raises(WrongSeatError):
        driver.do(commands.Correct, 0, held=(1,), turn=1, phase="white", move="-")
    with pytest.raises(IllegalMoveError) as error:
        driver.do(commands.Correct, 1, turn=1, phase="color", move="-")
    assert reason_of(error) == "no_such_entry"
    assert driver.table.n_corrections == 0


@pytest.mark.parametrize(("roll", "move"), [(None, None), (FIRST, "-")])
def test_a_correction_is_a_roll_or_a_move(roll: str | None, move: str | None) -> None:
    driver = three_turns()
    with pytest.raises(IllegalMoveError) as error:
        driver.do(commands.Correct, 0, turn=1, roll=roll, move=move)
    assert reason_of(error) == "roll_missing"


def test_what_nobody_chose_is_asked_when_there_is_something_to_choose() -> None:
    driver = two_players(dice="typed", auto_pass=True)
    driver.do(commands.Throw, 0, roll="w6 w6 r1 y1 g1 b1")
    driver.do(commands.Play, 0, move="g12")
    driver.do(commands.Play, 1, move="g12")
    driver.do(commands.Play, 0, move="r7")
    driver.do(commands.Throw, 1, roll="w1 w1 r1 y1 g1 b1")
    for seat, move in ((0, "y2"), (1, "r2"), (1, "-")):
        driver.do(commands.Play, seat, move=move)
    driver.do(commands.Throw, 0, roll="w1 w1 r6 y6 g6 b6")
    assert driver.table.match.choices(0) == ("-",)
    driver.settle()
    driver.do(commands.Play, 1, move="y2")
    driver.do(commands.Correct, 1, turn=3, roll="w1 w2 r6 y6 g6 b6")
    assert {each.place.seat: each.error.reason.id for each in driver.table.match.asked} == {
        0: "choice_now",
        1: "other_sum",
    }


def test_a_log_with_corrections_gives_the_same_table_again() -> None:
    driver = three_turns()
    opening = list(started(person(0), person(1), dice="typed").log)
    assert isinstance(opening[0], events.Started)
    driver.do(commands.Correct, 0, turn=2, roll="w5 w4 r1 y6 g3 b6")
    fresh = started(person(0), person(1), dice="typed")
    for event in driver.log[1:]:
        fresh.table.apply(events.read_event(events.encode_event(event)))
    assert fresh.table.match.position() == driver.table.match.position()
    assert [each.place for each in fresh.table.match.asked] == [each.place for each in driver.table.match.asked]
    assert fresh.table.match.history() == driver.table.match.history()
    kept = driver.log[-1]
    assert isinstance(kept, events.Corrected)
    assert (kept.turn, kept.roll, kept.was) == (2, "w5 w4 r1 y6 g3 b6", SECOND)


def test_a_match_that_ended_by_a_slip_goes_on() -> None:
    driver = two_players(dice="typed")
    while not driver.table.match.over:
        if driver.table.match.dice_wanted:
            driver.do(commands.Throw, 0, roll=FIRST)
        driver.pass_all()
    driver.do(commands.Correct, 0, turn=1, phase="white", move="r5")
    assert driver.table.status == "playing"
    assert driver.table.match.scores == (-14, -15)


def test_sealed_moves_are_shown_to_nobody_and_played_anew() -> None:
    driver = two_players(dice="typed")
    driver.do(commands.Throw, 0, roll=FIRST)
    driver.do(commands.Play, 0, move="r5")
    assert driver.table.match.sealed(0) == "r5"
    assert [entry.text for entry in driver.table.match.history().values()] == [FIRST]
    assert [entry.text for entry in listed_entries(driver.table)] == [FIRST]
    driver.do(commands.Correct, 1, roll="w3 w2 r2 y6 g3 b6")
    assert driver.table.match.sealed(0) is None and not driver.table.match.asked


def test_corrections_enter_only_so_much_again() -> None:
    driver = three_turns()
    driver.do(commands.Correct, 1, turn=2, throw=1, roll="w5 w3 r1 y6 g3 b6")
    assert driver.table.n_reentered == 12
    driver.table.n_reentered = MOST_REENTERED
    with pytest.raises(IllegalMoveError) as error:
        driver.do(commands.Correct, 1, roll=SECOND)
    assert reason_of(error) == "log_full"


def random_roll(match: MatchLike, rng: Random) -> str:
    """Return a random roll of the required dice."""
    return match.draw_roll(SeededDice(rng.randrange(2**32)))


def play_on(driver: Driver, rng: Random) -> None:
    """Throw if dice are required, then play random moves for all acting seats."""
    match = driver.table.match
    if match.dice_wanted:
        driver.do(commands.Throw, 0, roll=random_roll(match, rng))
    for seat in driver.table.match.acting:
        driver.do(commands.Play, seat, move=rng.choice(driver.table.match.choices(seat)))


def correct_at_random(driver: Driver, place: Place, rng: Random) -> bool:
    """Enter a different roll or move at a place; return whether it was accepted."""
    history = driver.table.match.history()
    texts = [entry.text for each, entry in history.items() if each[1:3] == place[1:3]]
    text = rng.choice(texts)
    try:
        driver.do(
            commands.Correct,
            0 if place.throw else place.seat,
            turn=place.turn,
            throw=place.throw or 1,
            phase=place.phase,
            roll=text if place.throw else None,
            move=None if place.throw else text,
        )
    except PaperdiceError:
        return False
    return True


@pytest.mark.parametrize("game", [game.name for game in GAMES])
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_any_entry_of_any_game_can_be_corrected_and_the_record_stays_whole(game: str, seed: int) -> None:
    rng = Random(seed)
    driver = started(person(0), person(1), person(2), dice="typed", game=game)
    while driver.table.match.turn <= 9 and not driver.table.match.over:
        play_on(driver, rng)
    n_taken = 0
    for _ in range(12):
        before = driver.table.match.record()
        is_taken = correct_at_random(driver, rng.choice(list(driver.table.match.history())), rng)
        n_taken += is_taken
        assert is_taken or driver.table.match.record() == before
        assert read_record(record_of(driver.table)).position() == driver.table.match.position()
        for _ in range(8):
            if driver.table.match.n_later:
                play_on(driver, rng)
    assert n_taken > 0
    assert driver.table.match.turn > 2


def test_no_correction_tells_what_is_sealed() -> None:
    """Correcting a throw and undoing the correction reveals nothing, and the sealed move has to be played again."""
    driver = two_players(dice="typed")
    driver.do(commands.Throw, 0, roll=FIRST)
    driver.do(commands.Play, 0, move="r5")
    with pytest.raises(IllegalMoveError) as error:
        driver.do(commands.Correct, 0, turn=1, phase="white", move="y5")
    assert reason_of(error) == "no_such_entry"
    for roll in ("w6 w6 r2 y6 g3 b6", FIRST):
        driver.do(commands.Correct, 1, roll=roll)
        assert not driver.table.match.is_waiting
        assert driver.table.match.acting == (0, 1)
    driver.do(commands.Play, 1, move="-")
    driver.do(commands.Play, 0, move="y5")
    assert lines(driver.table) == ["w4 w1 r2 y6 g3 b6 @0 {corrected} | y5, - @0"]


def test_the_record_keeps_notes_of_hints_and_of_every_correction() -> None:
    driver = two_players(dice="typed")
    driver.do(commands.Throw, 0, roll=FIRST)
    for seat in (0, 1):
        driver.do(commands.SetHints, seat, agreed=True)
    driver.do(commands.Hint, 1)
    driver.do(commands.Play, 0, move="r5")
    driver.do(commands.Correct, 0, roll="w4 w2 r2 y6 g3 b6")
    for seat, move in ((0, "r6"), (1, "g6"), (0, "-")):
        driver.do(commands.Play, seat, move=move)
    driver.do(commands.Correct, 0, turn=1, phase="white", move="y6")
    driver.do(commands.Correct, 1, turn=1, phase="white", move="b6")
    assert lines(driver.table) == ["w4 w2 r2 y6 g3 b6 @0 {corrected} | y6, b6 @0 {hint: 1; corrected: 0 1} | - @0"]
    assert [each.corrected for each in listed_entries(driver.table)] == [True, True, True, False]
    driver.do(commands.Correct, 1, turn=1, roll="w4 w3 r2 y6 g3 b6")
    driver.do(commands.Play, 0, move="y7")
    driver.do(commands.Play, 1, move="b7")
    assert lines(driver.table) == ["w4 w3 r2 y6 g3 b6 @0 {corrected} | y7, b7 @0 {hint: 1; corrected: 0 1} | - @0"]


def test_what_waits_behind_something_asked_is_not_corrected_yet() -> None:
    driver = three_turns()
    driver.do(commands.Correct, 0, turn=2, roll="w5 w4 r1 y6 g3 b6")
    with pytest.raises(IllegalMoveError) as error:
        driver.do(commands.Correct, 0, turn=3, phase="white", move="nonsense")
    assert reason_of(error) == "asked_first"
