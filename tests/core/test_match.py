"""A match seals moves, refuses invalid calls, and stays intact after errors."""

import copy
import pickle
from collections.abc import Sequence
from random import Random

import pytest

import paperdice
from paperdice import (
    GAMES,
    IllegalMoveError,
    Match,
    NotationError,
    ScriptedDice,
    SeededDice,
    SetupError,
    SystemDice,
    UnknownGameError,
    UnknownSheetError,
    WrongSeatError,
)
from paperdice.dice import Die
from paperdice.draw import match_svg, view_svg
from paperdice.game import Game
from paperdice.position import format_position
from tests.pictures import read_picture

QWIXX = paperdice.find_game("qwixx")
TWENTY_ONE = paperdice.find_game("twenty_one")
ROLL = "w4 w1 r2 y6 g3 b6"


def thrown(seats: int = 3) -> Match:
    match = Match(QWIXX, seats=seats)
    match.throw(ROLL)
    return match


def test_a_new_match_wants_dice() -> None:
    match = Match(QWIXX, seats=3, first=2)
    assert (match.phase, match.active, match.acting, match.roll) == ("roll", 2, (), "")
    assert match.dice_wanted == ("w", "w", "r", "y", "g", "b")
    assert match.choices(0) == () and match.scores == (0, 0, 0) and match.winners == ()
    assert (match.game, match.seats, match.first) == (QWIXX, 3, 2)
    assert match.sheets == ("classic", "classic", "classic")


@pytest.mark.parametrize("seats", [0, 6, -1, "2", None, True, 2.0])
def test_seats_must_fit_the_game(seats: object) -> None:
    with pytest.raises(SetupError, match="1 to 5 seats"):
        Match(QWIXX, seats=seats)  # type: ignore[arg-type]  # what a careless caller does


@pytest.mark.parametrize("first", [2, -1, "0", None])
def test_the_first_seat_must_exist(first: object) -> None:
    with pytest.raises(SetupError, match="first"):
        Match(QWIXX, seats=2, first=first)  # type: ignore[arg-type]  # what a careless caller does


def test_a_deal_has_one_sheet_a_seat() -> None:
    """One name applies to all seats; a wrong number of sheets or an unknown name is refused."""
    assert Match(QWIXX, 2, "mixx-a").sheets == ("mixx-a", "mixx-a")
    assert Match(QWIXX, 3, ["mixx-a"]).sheets == ("mixx-a",) * 3
    assert Match(QWIXX, 2, ["mixx-a", QWIXX.sheets["mixx-b"]]).sheets == ("mixx-a", "mixx-b")
    with pytest.raises(SetupError, match="2 sheets for 3 seats"):
        Match(QWIXX, 3, ["mixx-a", "mixx-a"])
    with pytest.raises(UnknownSheetError, match="known are classic"):
        Match(QWIXX, 2, "D")
    with pytest.raises(SetupError, match="find_game"):
        Match("qwixx", 2)  # type: ignore[arg-type]  # what a careless caller does
    with pytest.raises(UnknownGameError, match="known are qwixx"):
        paperdice.find_game("chess")


def test_moves_stay_sealed_until_the_last_one() -> None:
    """A sealed move changes nothing but `acting` and `choices`."""
    match = thrown()
    match.play(1, "y5")
    assert match.acting == (0, 2) and match.answered == (1,)
    assert match.choices(1) == () and match.sealed(1) == "y5" and match.sealed(0) is None
    assert match.scores == (0, 0, 0) and match.phase == "white"
    match.play(2, "-")
    match.play(0, "-")
    assert match.phase == "color" and match.scores == (0, 1, 0)


def test_a_sealed_move_can_be_taken_back() -> None:
    """Once the phase has resolved, no move can be taken back."""
    match = thrown()
    match.play(1, "y5")
    with pytest.raises(WrongSeatError, match="sealed a move already"):
        match.play(1, "-")
    match.take_back(1)
    assert match.acting == (0, 1, 2)
    match.play(1, "r5")
    match.play(0, "-")
    match.play(2, "-")
    with pytest.raises(WrongSeatError, match="sealed nothing"):
        match.take_back(1)
    assert match.tally(1)["r"] == 1


def test_refused_calls_change_nothing() -> None:
    """Every refusal leaves record and position unchanged."""
    match = thrown()
    match.play(1, "y5")
    before = (match.record(), match.position(), match.acting)
    calls = [
        (NotationError, lambda: match.play(0, "garbage")),
        (NotationError, lambda: match.play(0, 5)),  # type: ignore[arg-type]  # what a careless caller does
        (IllegalMoveError, lambda: match.play(0, "r6")),
        (WrongSeatError, lambda: match.play(3, "-")),
        (WrongSeatError, lambda: match.play(-1, "-")),
        (WrongSeatError, lambda: match.play(1, "-")),
        (WrongSeatError, lambda: match.take_back(0)),
        (WrongSeatError, lambda: match.choices(7)),
        (WrongSeatError, lambda: match.tally(7)),
        (IllegalMoveError, lambda: match.throw(ROLL)),
        (IllegalMoveError, lambda: match.throw(SystemDice())),
        (NotationError, lambda: match.throw("w7")),
        (IllegalMoveError, lambda: match.why_not(0, 4, 0)),
        (IllegalMoveError, lambda: match.why_not(0, 0, 11)),
    ]
    for error, call in calls:
        with pytest.raises(error) as caught:
            call()
        assert caught.value.reason.id and str(caught.value)
        assert (match.record(), match.position(), match.acting) == before


def test_a_match_tells_what_it_is() -> None:
    """The `repr` is shown in debuggers and notebooks."""
    match = thrown()
    assert repr(match) == "<Match of Qwixx: seats 3, turn 1, phase white, scores 0 0 0>"
    rows = "...1...1.1/1...111.1/...1....1/......1..1"
    over = paperdice.read_position(f"qwixx 13 over 0 w6 w5 r1 y3 g2 b3 | classic {rows} 4")
    assert repr(over) == "<Match of Qwixx: seats 1, over (misses), scores 7>"


def test_a_match_prints_what_lies_open() -> None:
    match = thrown()
    match.headers["Player0"] = "Ann"
    shown = str(match).splitlines()
    assert shown[0] == "Turn 1, seat 0 is active, phase white"
    assert [line.split()[0] for line in shown if line.endswith("total 0")] == ["Ann", "seat", "seat"]


def test_a_match_shows_itself_in_a_notebook() -> None:
    """The notebook output is a spectator's view, with the names from the headers."""
    match = Match(paperdice.find_game("twenty_one"), 2)
    match.headers["Player0"] = "Ann"
    svg = match._repr_svg_()
    assert svg == match_svg(match) == view_svg(paperdice.view_of(match, None), ["Ann"])
    texts = [shape.text for shape in read_picture(svg)[1] if shape.tag == "text"]
    assert texts[:2] == ["Twenty One", "turn 1 · roll"] and texts.count("active") == 1
    assert [text for text in texts if text in ("Ann", "seat 0", "seat 1")] == ["Ann", "seat 1"]


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("w4 w1 r2 y6 g3", IllegalMoveError),
        ("w4 w1 r2 y6 g3 b6 b6", IllegalMoveError),
        ("w4 w1 y6 r2 g3 b6", IllegalMoveError),
        ("w4 w1 r7 y6 g3 b6", NotationError),
        ("w4 w1 r0 y6 g3 b6", NotationError),
        ("W4 w1 r2 y6 g3 b6", NotationError),
        ("w4  w1 r2 y6 g3 b6", NotationError),
        ("w4 w1 r2 y6 g3 b6 ", NotationError),
        ("", NotationError),
        ("4 1 2 6 3 6", NotationError),
    ],
)
def test_only_the_wanted_dice_can_be_thrown(text: str, error: type[Exception]) -> None:
    """Faces of seven pips, dice in the wrong order, and too few or too many dice are refused."""
    match = Match(QWIXX, seats=2)
    with pytest.raises(error):
        match.throw(text)
    assert match.roll == "" and match.record() == Match(QWIXX, seats=2).record()


@pytest.mark.parametrize("roll", [5, None, b"w4 w1", "", "w4", "zz", "w1 w1 r1 y1 g1 b7"])
@pytest.mark.parametrize("moves", [0, 1, 300])
def test_asking_for_a_roll_refuses_as_throwing_does(roll: str, moves: int) -> None:
    """Both are refused before a throw, in a phase without one, and after the end."""
    match, dice = Match(QWIXX, seats=1), SeededDice(1)
    for _ in range(moves):
        if match.dice_wanted:
            match.throw(dice)
        elif moves > 1 and not match.over:
            match.play(0, "-")
    errors = []
    for refuse in (match.check_roll, match.throw):
        with pytest.raises((NotationError, IllegalMoveError)) as error:
            refuse(roll)
        errors.append((type(error.value), str(error.value), error.value.reason))
    assert errors[0] == errors[1]


def test_a_roll_can_be_drawn_without_laying_it() -> None:
    match, dice = Match(TWENTY_ONE, seats=1), SeededDice(1)
    before = match.record()
    drawn = match.draw_roll(dice)
    assert (match.record(), match.throw_number) == (before, 1)
    match.throw(dice)
    assert match.roll == drawn
    with pytest.raises(IllegalMoveError, match="no dice are wanted"):
        match.draw_roll(dice)
    match.play(0, "reroll")
    assert (match.throw_number, match.draw_roll(dice) == drawn) == (2, False)


def test_what_may_be_done_can_be_asked_and_changes_nothing() -> None:
    match = Match(QWIXX, seats=2)
    before = match.record()
    match.check_roll(ROLL)
    with pytest.raises(IllegalMoveError, match="the dice wanted are"):
        match.check_roll("w4 w1")
    assert match.record() == before
    match.throw(ROLL)
    before = match.record()
    match.check_move(0, "r5")
    with pytest.raises(IllegalMoveError, match="illegal move 'r12'"):
        match.check_move(0, "r12")
    with pytest.raises(WrongSeatError, match="seat 0 has sealed nothing"):
        match.check_take_back(0)
    assert match.record() == before
    match.play(0, "r5")
    match.check_take_back(0)
    assert match.answered == (0,)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_the_end_of_a_phase_can_be_looked_at_before_it_comes(game: Game) -> None:
    match, dice, rng = Match(game, seats=3), SeededDice(5), Random(5)
    while not match.over and match.turn < 12:
        if match.dice_wanted:
            match.throw(dice)
        moves = {seat: rng.choice(match.choices(seat)) for seat in match.acting}
        *others, last = moves
        for seat in others:
            match.play(seat, moves[seat])
        before = match.record(), match.position()
        ahead = match.after({last: moves[last]})
        assert (match.record(), match.position()) == before
        match.play(last, moves[last])
        assert (ahead.position(), ahead.acting, ahead.dice_wanted) == (
            match.position(),
            match.acting,
            match.dice_wanted,
        )
        assert (ahead.throw_number, ahead.scores) == (match.throw_number, match.scores)


def test_a_phase_that_still_waits_for_others_cannot_be_foreseen() -> None:
    match = Match(QWIXX, seats=2)
    match.throw(ROLL)
    with pytest.raises(IllegalMoveError, match="still waits for moves"):
        match.after({0: "r5"})
    with pytest.raises(IllegalMoveError, match="illegal move 'r12'"):
        match.after({0: "r12", 1: "-"})


def test_no_seat_plays_before_the_throw() -> None:
    with pytest.raises(WrongSeatError, match="dice are wanted first"):
        Match(QWIXX, seats=2).play(0, "-")


def test_a_copy_is_independent() -> None:
    """The copy keeps sealed moves and comments, and does not change with the original."""
    match = thrown()
    match.note("what a roll", clock=1.5)
    match.play(1, "y5")
    match.headers["Player0"] = "Ada"
    twin = match.copy()
    assert twin.record() == match.record() and twin.sealed(1) == "y5"
    twin.take_back(1)
    twin.play(1, "-")
    twin.play(0, "r5")
    twin.play(2, "-")
    twin.note("resolved")
    assert match.sealed(1) == "y5" and match.phase == "white" and "resolved" not in match.record()


def test_no_source_is_asked_after_the_end() -> None:
    """Neither a roll nor a dice source is accepted after the end."""
    rows = "...1...1.1/1...111.1/...1....1/......1..1"
    over = paperdice.read_position(f"qwixx 13 over 0 w6 w5 r1 y3 g2 b3 | classic {rows} 4")
    script = ScriptedDice([ROLL])
    for dice in (ROLL, script):
        with pytest.raises(paperdice.MatchOverError, match="no throw: the match is over"):
            over.throw(dice)
    assert script.throw(1, 1, QWIXX.dice) == ROLL


def test_dice_sources() -> None:
    """A seed repeats its dice, a script returns its rolls, and the system source draws fresh dice."""
    first, second, third = (Match(QWIXX, seats=1) for _ in range(3))
    first.throw(SeededDice(7, 3))
    second.throw(SeededDice(7, match=3))
    third.throw(SystemDice())
    assert first.roll == second.roll and len(third.roll.split()) == 6
    script = ScriptedDice([ROLL])
    match = Match(QWIXX, seats=1)
    match.throw(script)
    assert match.roll == ROLL
    match.play(0, "-")
    match.play(0, "-")
    with pytest.raises(IllegalMoveError, match="used up"):
        match.throw(script)


@pytest.mark.parametrize("wrong", ["w4 w1 r2 y6 g3", "w4 w1 y6 r2 g3 b6", "garbage"])
def test_a_refused_roll_of_a_script_is_not_used_up(wrong: str) -> None:
    """A refused call changes nothing, including the script: the next throw uses the same roll."""
    script = ScriptedDice([ROLL, wrong])
    match = Match(QWIXX, seats=1)
    match.throw(script)
    for _ in range(2):
        match.play(0, "-")
    errors = []
    for _ in range(2):
        with pytest.raises((IllegalMoveError, NotationError)) as caught:
            match.throw(script)
        errors.append(str(caught.value))
    assert errors[0] == errors[1] and "used up" not in errors[0]


@pytest.mark.parametrize("dice", [None, 3, b"w4", ["w4", "w1"], paperdice.ScriptedDice([3])])  # type: ignore[list-item]
def test_only_a_text_or_source_can_be_thrown(dice: object) -> None:
    """Any other object is refused, and so is a source that does not return a text."""
    match = Match(paperdice.find_game("qwixx"), 2)
    with pytest.raises(NotationError, match="neither a text nor a dice source"):
        match.throw(dice)  # type: ignore[arg-type]
    assert match.phase == "roll"


def test_a_huge_text_is_not_repeated_in_full() -> None:
    """The error shows its beginning and end."""
    match = Match(QWIXX, seats=2)
    match.throw(ROLL)
    with pytest.raises(NotationError, match=r"cannot read 'xxx.* … .*xxx") as caught:
        match.play(0, "x" * 100_000)
    assert len(str(caught.value)) < 1100
    assert len(str(caught.value.reason.params["text"])) < 1100


def test_an_invalid_deal_is_refused() -> None:
    with pytest.raises(SetupError, match="one sheet per seat"):
        Match(paperdice.find_game("qwixx"), 2, sheets=3)  # type: ignore[arg-type]


def test_nothing_to_comment_before_the_first_throw() -> None:
    """Before the first throw, a comment is refused, since it belongs to a throw or a phase."""
    with pytest.raises(IllegalMoveError, match="nothing has been thrown"):
        Match(QWIXX, seats=1).note("too early")


def test_a_match_can_be_pickled() -> None:
    """It is pickled as its record, which also makes deep copies work."""
    match = thrown()
    match.play(1, "y5")
    for twin in (pickle.loads(pickle.dumps(match)), copy.deepcopy(match)):
        assert twin.record() == match.record() and twin.sealed(1) == "y5"


def test_free_headers_cannot_take_the_place_of_fixed_ones() -> None:
    """Additional headers cannot override those that define the match."""
    match = thrown()
    match.headers["Game"] = "sixto"
    assert paperdice.read_record(match.record()).game is QWIXX


def test_a_snapshot_shows_no_sealed_move_and_is_independent() -> None:
    match = Match(QWIXX, 2)
    match.throw("w4 w1 r2 y6 g3 b6")
    before = match.position()
    match.play(1, "r5")
    snapshot = match.snapshot()
    assert format_position(snapshot) == before
    snapshot.state.turn = 9
    snapshot.state.written[0, 0, 0] = 1
    assert match.position() == before


def test_the_last_move_of_a_phase_can_be_held_back() -> None:
    """The held move can be taken back, and the phase resolves on request."""
    match = paperdice.Match(paperdice.find_game("qwixx"), 2)
    match.throw("w4 w1 r2 y6 g3 b6")
    match.play(0, "r5")
    with pytest.raises(paperdice.IllegalMoveError, match="the white phase still waits for moves"):
        match.resolve()
    match.play(1, "r5", hold=True)
    assert (match.phase, match.acting, match.scores) == ("white", (), (0, 0))
    match.take_back(1)
    match.play(1, "-", hold=True)
    match.resolve()
    assert (match.phase, match.acting, match.scores) == ("color", (0,), (1, 0))
    with pytest.raises(paperdice.IllegalMoveError, match="the color phase still waits for moves"):
        match.resolve()


def test_cached_choices_do_not_change_refusals() -> None:
    """Cached choices apply only to the seat and state for which they were computed."""
    match = Match(QWIXX, seats=2)
    match.throw("w1 w2 r1 y1 g1 b1")
    assert match.choices(1) == ("-", "r3", "y3", "g3", "b3")
    with pytest.raises(paperdice.WrongSeatError):
        match.play(True, "r3")
    match.play(1, "r3")
    with pytest.raises(paperdice.WrongSeatError):
        match.play(1, "y3")
    match.play(0, "-")
    with pytest.raises(paperdice.WrongSeatError):
        match.play(1, "y3")
    assert match.position().endswith("| classic .1/-/-/- 0")


def test_a_source_may_take_its_dice_apart() -> None:
    """A source may modify the list of dice it receives without affecting the match."""

    class Greedy:
        def throw(self, turn: int, throw: int, dice: Sequence[Die]) -> str:
            assert isinstance(dice, list)
            faces = []
            while dice:
                faces.append(dice.pop(0).faces[0])
            return " ".join(faces)

    match = Match(QWIXX, seats=2)
    match.throw(Greedy())
    assert (match.roll, match.phase) == ("w1 w1 r1 y1 g1 b1", "white")


def test_a_match_has_leaders_before_its_end_and_nothing_pending() -> None:
    match = paperdice.Match(paperdice.find_game("qwixx"), seats=2)
    match.throw("w1 w2 r1 y1 g1 b1")
    match.play(0, "-")
    match.play(1, "r3")
    assert (match.leaders, match.winners, match.pending) == ((1,), (), [])
