"""Pads: every mark that some dice allow can be made, and every match can be entered."""

from itertools import product
from random import Random

import numpy as np
import pytest

from paperdice.dice import SeededDice
from paperdice.errors import IllegalMoveError, MatchOverError, NotationError, PaperdiceError, Reason, RecordError
from paperdice.game import copy_twin
from paperdice.games import GAMES, find_game
from paperdice.history import PAD_PHASE, MatchLike, Place
from paperdice.match import Match, read_record
from paperdice.pad import MOST_ENTRIES, Pad, PadEntry, believed_rolls, final_match, match_at, pad_steps, read_pad
from paperdice.position import format_seat
from paperdice.record import parse_record
from paperdice.sheet import COLORS
from paperdice.verify import verify_record
from paperdice.view_builder import prospects, view_of
from paperdice.view_changes import ViewCache
from tests.sampling import sample
from tests.sheet_kinds import KINDS, SHEETS

QWIXX = find_game("qwixx")
ONE_OF_EACH = [("qwixx", "bonus-a"), ("twenty_one", "A"), ("qwantum", "classic"), ("sixto", "A"), ("longo", "longo-1")]


def fill(pad: Pad, seat: int, texts: str) -> Pad:
    """Enter several marks for a seat, and return the pad."""
    for text in texts.split():
        pad.enter(seat, text)
    return pad


def correct(pad: Pad, number: int, text: str) -> Pad:
    """Return the pad with the text of an entry replaced; entries are counted from 1."""
    corrected = pad.corrected(Place(number, 0, PAD_PHASE, pad.entries[number - 1].seat), text).match
    assert isinstance(corrected, Pad)
    return corrected


def sheets_of(match: MatchLike) -> list[str]:
    """Return the marks of each seat, formatted as in a position."""
    return [format_seat(match.raw, seat) for seat in range(match.seats)]


def asked(pad: Pad) -> list[tuple[int, str]]:
    """Return the pending re-entries of a pad, with the numbers that they will have."""
    return [(each.place.turn, each.entry.text) for each in pad.asked]


def reason_of(error: pytest.ExceptionInfo[PaperdiceError]) -> str:
    return error.value.reason.id


def copy_phase(match: Match, pad: Pad, rng: Random) -> None:
    """Play a phase at random and enter the same marks on a pad, with all seats marking at the same time."""
    misses = [sheet_misses(match, seat) for seat in range(match.seats)]
    moves = {seat: rng.choice(match.choices(seat)) for seat in match.acting}
    is_reroll = match.phase == "reroll"
    for seat, move in moves.items():
        match.play(seat, move)
    for seat, move in moves.items() if not is_reroll else ():
        for mark in move.split(" "):
            if mark != "-":
                pad.enter(seat, mark)
    for seat, before in enumerate(misses):
        if sheet_misses(match, seat) > before:
            pad.enter(seat, "miss")
    if pad.is_closing:
        pad.enter(0, "close")


def thrown_alone(pad: Pad, seat: int, roll: tuple[str, ...]) -> Match:
    """Return a separate match with only the sheet of this seat, after the rules have thrown these dice."""
    game, _, laid, state = alone = pad._stand_alone(seat).alone
    thrown, wanted = copy_twin(state), game.rules.dice_wanted(state)
    faces = [die.faces.index(face) + 1 for die, face in zip(game.dice, roll, strict=True)]
    lying = [face * (wanted >> die.index & 1) for die, face in zip(game.dice, faces, strict=True)]
    game.rules.apply_roll(laid, thrown, np.array(lying, np.int64))
    if game.rules.Phase(thrown.phase).name == "REROLL":
        game.rules.apply_moves(laid, thrown, np.zeros(game.rules.MAX_SEATS, np.int64))
    return Match.at(alone._replace(state=thrown))


def slow_options(pad: Pad, seat: int) -> dict[str, tuple[int, int]]:
    """Compute the options of a seat from the views of a match for each assumed roll; options by a swap field or a lucky
    number have no cell.
    """
    found: dict[str, tuple[int, int]] = {}
    for roll in () if pad._is_full(seat) else believed_rolls(pad.game.dice):
        alone = thrown_alone(pad, seat, roll)
        fresh = [text for text in alone.choices(0) if text not in found and text != "-" and " " not in text]
        cells = {
            shown["mark"]: (row, cell) for row, cell, shown in prospects(alone, 0, fresh) if shown["mark"][0] in COLORS
        }
        found |= {text: cells.get(text.partition(">")[0], (-1, -1)) for text in fresh}
    return found


def slow_why_not(pad: Pad, seat: int, row: int, cell: int) -> Reason | None:
    """Compute why a cell cannot be marked, from a match for each assumed roll."""
    if pad.over or pad._is_full(seat):
        return Reason("over" if pad.over else "sheet_full", {})
    answers = [thrown_alone(pad, seat, roll).why_not(0, row, cell) for roll in believed_rolls(pad.game.dice)]
    reasons = [why for why in answers if why is not None]
    ids = [why.id for why in reasons]
    return min(reasons, key=lambda why: ids.count(why.id)) if len(reasons) == len(answers) else None


def sheet_misses(match: Match, seat: int) -> int:
    return int(match.raw.state.misses[seat]) if hasattr(match.raw.state, "misses") else 0


@pytest.mark.sampled
@pytest.mark.parametrize(("name", "sheet"), sample(SHEETS, 18, always=KINDS))
def test_every_match_can_be_written_on_a_pad(name: str, sheet: str) -> None:
    rng, game = Random(f"{name} {sheet}"), find_game(name)
    match, pad, dice = Match(game, 2, sheet), Pad(game, 2, sheet), SeededDice(5)
    for _ in range(200):
        if match.over:
            break
        if match.dice_wanted:
            match.throw(dice)
        copy_phase(match, pad, rng)
    assert pad.scores == match.scores
    assert sheets_of(pad) == sheets_of(match)
    if match.end_reason != "stall":
        assert (pad.over, pad.end_reason, pad.winners) == (match.over, match.end_reason, match.winners)
    again = read_pad(pad.record())
    assert (again.entries, again.record()) == (pad.entries, pad.record())


def test_a_view_of_a_pad_has_its_position() -> None:
    pad = Pad(find_game("twenty_one"), 2)
    views = ViewCache(pad)
    assert views.view["position"] == "twenty_one 1 pad 0 | A -/-/-/-/- | B -/-/-/-/-"
    pad.enter(0, "r6")
    text = "twenty_one 2 pad 0 | A 6/-/-/-/- | B -/-/-/-/-"
    change = views.step(pad)
    assert change is not None
    assert change["position"] == view_of(pad, 1)["position"] == pad.position() == text


def test_a_pad_continues_from_its_position_within_a_moment() -> None:
    pad = Pad(find_game("qwixx"), 2)
    for text in ("r2", "r3", "r4", "r5", "r6"):
        pad.enter(0, text)
    pad.enter(1, "r11")
    pad.enter(0, "r12")
    before = "qwixx 7 pad 0 0:r12 | classic 11111/-/-/- 0 | classic .........1/-/-/- 0"
    assert pad.is_closing and pad.position() == before
    later = Pad.from_position(before)
    assert later.is_closing and later.choices(1) == pad.choices(1)
    assert [later.why_not(0, 0, 5), later.why_not(1, 0, 10)] == [pad.why_not(0, 0, 5), pad.why_not(1, 0, 10)]
    later.enter(1, "close")
    assert later.position() == "qwixx 9 pad 0 | classic 11111.....1/-/-/- 0 | classic .........1/-/-/- 0"
    assert (later.n_entries, later.scores) == (8, (28, 1))
    place = later.find_place(0, 7, 0, "")
    corrected = later.corrected(place, "y2").match
    assert corrected.position() == "qwixx 8 pad 0 | classic 11111/1/-/- 0 | classic .........1/-/-/- 0"
    assert [(at.turn, entry.text) for at, entry in later.walk_history()] == [(7, "r12"), (8, "close")]
    assert list(later.seek_choices(place))[-1] == ("-", *Pad.from_position(before.replace(" 0:r12", "")).choices(0))


@pytest.mark.parametrize("name", [game.name for game in GAMES])
def test_a_pad_from_its_position_is_the_same_pad(name: str) -> None:
    """The pads are equal up to the end, also with stalls and with seats that have made more entries than others."""
    game, rng = find_game(name), Random(3)
    for seats, sheet in [(game.seats[-1], None), (1, rng.choice(sorted(game.sheets)))]:
        pad = Pad(game, seats, sheet)
        while not pad.over and pad.n_entries < 60:
            seat = rng.randrange(seats)
            texts = [text for text in pad.choices(seat) if text != "stall" or pad.n_entries > 40]
            if pad.is_closing and (rng.random() < 0.5 or not texts):
                texts = ["close"]
            if not texts:
                break
            pad.enter(seat, rng.choice(texts))
            if pad.n_entries % 10 and not pad.is_closing and pad.phase != "over":
                continue
            again = Pad.from_position(pad.position())
            assert again.position() == pad.position()
            assert (again.scores, again.over, again.n_entries) == (pad.scores, pad.over, pad.n_entries)
            assert again.choices(seat) == pad.choices(seat)
        steps = pad_steps(parse_record(again.record()))
        assert read_pad(again.record()).position() == again.position()
        assert not steps or steps[-1][1].position() == again.position()


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "it starts with game, number of the next entry, pad and 0"),
        ("qwixx 1 roll 0 | classic -/-/-/- 0", "it starts with game, number of the next entry, pad and 0"),
        ("qwixx 0 pad 0 | classic -/-/-/- 0", "it starts with game, number of the next entry, pad and 0"),
        ("chess 1 pad 0 | classic -/-/-/- 0", "unknown game 'chess'"),
        ("qwixx 1 pad 0 | sixto -/-/-/- 0", "unknown sheet 'sixto'"),
        ("qwixx 1 pad 0 | classic -/-/-/1 4", "the match is over already"),
        ("qwixx 1 pad 0 | classic ..........1/-/-/- 0", "it cannot arise by the rules: lock without marks"),
        ("qwixx 1 pad 0 0:r5 | classic -/-/-/- 0", "it is not in its shortest form"),
        ("qwixx 1 pad 0 0:r12 | classic -/-/-/- 0", "needs marks (color r, number 12, needs 5, has 0)"),
        ("qwixx 1 pad 0 7:r5 | classic -/-/-/- 0", "there is no seat 7"),
    ],
)
def test_a_broken_position_of_a_pad_is_refused(text: str, why: str) -> None:
    with pytest.raises(RecordError, match=f"cannot read position {text!r}: ") as error:
        Pad.from_position(text)
    assert why in str(error.value)


@pytest.mark.parametrize("name", [game.name for game in GAMES if game.name != "qwixx"])
def test_the_believed_dice_allow_all_that_any_dice_allow(name: str) -> None:
    """Every throw of three dice at a time is tried; the other dice show one of the assumed rolls."""
    game, rng = find_game(name), Random(7)
    pad = Pad(game, 1)
    for _ in range(6):
        pad.enter(0, rng.choice([text for text in pad.options(0) if text != "miss"]))
    allowed = set(pad.options(0))
    base = rng.choice(believed_rolls(game.dice))
    for places in ((0, 1, 2), (3, 4, 5)):
        for faces in product(*(game.dice[place].faces for place in places)):
            roll = list(base)
            for place, face in zip(places, faces, strict=True):
                roll[place] = face
            singles = {text for text in thrown_alone(pad, 0, tuple(roll)).choices(0) if " " not in text}
            assert singles - {"-"} <= allowed


@pytest.mark.sampled
@pytest.mark.parametrize(("name", "sheet"), sample(SHEETS, 6, always=ONE_OF_EACH))
def test_what_is_asked_of_all_dice_at_once_is_what_each_roll_says(name: str, sheet: str) -> None:
    rng, game = Random(f"{sheet} {name}"), find_game(name)
    pad = Pad(game, 2, sheet)
    rows = pad.sheets[0].rows
    for step in range(60):
        seat = rng.randrange(2)
        options = [text for text in pad.options(seat) if text not in ("miss", "stall")]
        if step % 12 == 11:
            assert {text: tuple(pad.options(seat)[text]) for text in options} == slow_options(pad, seat)
            row = rng.randrange(len(rows))
            cell = rng.randrange(len(rows[row]))
            assert pad.why_not(seat, row, cell) == slow_why_not(pad, seat, row, cell)
        if pad.over or not options:
            break
        pad.enter(seat, rng.choice(options[:8]))
        if pad.is_closing:
            pad.enter(seat, "close")


def test_a_pad_of_qwixx_takes_every_number_but_the_last_ones() -> None:
    options = set(Pad(QWIXX, 2).options(0))
    assert len(options) == 41
    assert {"r2", "g12", "miss"} <= options
    assert not {"r12", "y12", "g2", "b2"} & options


def test_numbers_of_twenty_one_are_no_higher_than_the_printed_ones() -> None:
    """On sheet A, row 1 prints red 6, yellow 5, green 4, blue 3, white 2 and black 1: 21 numbers, in addition to the
    strike.
    """
    options = Pad(find_game("twenty_one"), 1, "A").options(0)
    assert len(options) == 22
    assert options["x"] == (-1, -1)
    assert options["y5"] == (0, 1)


def test_the_rules_of_the_sheet_are_kept() -> None:
    pad = fill(Pad(QWIXX, 2), 0, "r2 r5")
    for text, reason in (("r4", "skipped"), ("r5", "marked"), ("r12", "needs_marks"), ("r1", "unreadable")):
        with pytest.raises(PaperdiceError) as error:
            pad.enter(0, text)
        assert reason_of(error) == reason
    why = pad.why_not(1, 0, 10)
    assert why is not None and (why.id, why.params["needs"]) == ("needs_marks", 5)
    assert pad.why_not(1, 0, 0) is None
    assert pad.entries == [PadEntry(0, "r2"), PadEntry(0, "r5")]


def test_the_ridge_and_the_leftmost_cell_are_kept() -> None:
    qwantum = fill(Pad(find_game("qwantum"), 1), 0, "r9")
    with pytest.raises(IllegalMoveError) as error:
        qwantum.enter(0, "r9")
    assert reason_of(error) == "not_rising"
    twenty_one = fill(Pad(find_game("twenty_one"), 1, "A"), 0, "r6 x")
    assert sheets_of(twenty_one)[0].startswith("A 6#/")
    with pytest.raises(PaperdiceError):
        twenty_one.enter(0, "y3")


def test_others_join_until_the_table_closes_the_moment() -> None:
    pad = fill(fill(Pad(QWIXX, 3), 0, "r2 r3 r4 r5 r6"), 1, "r3 r4 r5 r6 r7")
    pad.enter(0, "r12")
    assert pad.is_closing and not pad.over
    pad.enter(1, "r12")
    with pytest.raises(IllegalMoveError) as error:
        pad.enter(2, "r12")
    assert reason_of(error) == "needs_marks"
    pad.enter(2, "close")
    assert pad.scores == (28, 28, 0)
    with pytest.raises(IllegalMoveError) as error:
        pad.enter(2, "r2")
    assert reason_of(error) == "locked"
    with pytest.raises(IllegalMoveError) as error:
        pad.enter(2, "close")
    assert reason_of(error) == "nothing_closing"


@pytest.mark.parametrize(
    ("name", "sheets", "lock", "first", "second"),
    [
        ("qwixx", "classic", "r2 r3 r4 r5 r6 r12", "r7", "r8"),
        ("qwixx", "mixx-b", "y9 y12 y4 y6 y7 y10", "y5", "y8"),
        ("qwixx", "x-change", "r2 r3 r4 r5 r6 r12", "x1:r5", "r6"),
        ("longo", "longo-1", "g16 g15 g14 g13 g12 g11 g3", "g9", "g8"),
        ("sixto", "A", "r4 r1 r2 r5 r6 r5 r4 r3 r1 r6 r3", "r3", "r5"),
    ],
)
def test_a_row_that_somebody_locks_takes_one_mark_of_each_other_seat(
    name: str, sheets: str, lock: str, first: str, second: str
) -> None:
    """One throw allows every other seat only one mark in a row that is locked: the active seat locks with its color
    die, or the white sum is that of the goal.

    [Qwixx 4, 5, 9; Sixto 4]
    """
    pad = fill(Pad(find_game(name), 2, sheets), 0, lock)
    assert pad.is_closing
    assert first in pad.options(1)
    pad.enter(1, first)
    assert second not in pad.options(1) and pad.is_closing
    with pytest.raises(IllegalMoveError) as error:
        pad.enter(1, second)
    assert reason_of(error) == ("not_rolled" if name == "sixto" else "locked")
    assert [entry.text for entry in pad.entries[-2:]] == [lock.rsplit(maxsplit=1)[-1], first]
    pad.enter(1, "close")
    assert not pad.is_closing and read_pad(pad.record()).record() == pad.record()


def test_a_mark_before_the_lock_leaves_the_one_of_its_moment() -> None:
    """Earlier throws do not count, and a second lock of the same throw leaves only the goals."""
    pad = fill(fill(Pad(QWIXX, 3), 0, "r2 r3 r4 r5 r6"), 1, "y2 y3 y4 y5 y6")
    pad.enter(2, "r7")
    pad.enter(0, "r12")
    assert {"r8", "y8"} <= set(pad.options(2))
    pad.enter(1, "y12")
    assert set(pad.options(2)) == {"g12", "b12", "miss"}
    whys = [pad.why_not(2, row, 0) for row in range(4)]
    assert [why and why.id for why in whys] == ["skipped", "other_throw", None, None]


def test_the_fourth_miss_ends_the_match_when_the_table_says_so() -> None:
    pad = fill(Pad(QWIXX, 2), 1, "miss miss miss miss")
    assert not pad.over
    pad.enter(0, "r2")
    pad.enter(0, "close")
    assert (pad.over, pad.end_reason, pad.scores) == (True, "misses", (1, -20))
    with pytest.raises(MatchOverError):
        pad.enter(0, "r3")
    assert pad.options(0) == {}
    assert fill(Pad(QWIXX, 1), 0, "miss miss miss miss").over


@pytest.mark.parametrize(("name", "most"), [("qwixx", 4), ("longo", 4), ("qwantum", 5)])
def test_a_sheet_takes_no_more_misses_than_it_has(name: str, most: int) -> None:
    pad = fill(Pad(find_game(name), 2), 0, "miss " * most)
    assert pad.is_closing
    assert not any("miss" in pad.options(seat) for seat in (0, 1)), "only the active seat takes one"
    with pytest.raises(IllegalMoveError) as error:
        pad.enter(0, "miss")
    assert reason_of(error) == "misses_full"
    assert len(pad.entries) == most


def test_a_game_without_misses_knows_none() -> None:
    with pytest.raises(PaperdiceError) as error:
        Pad(find_game("sixto"), 2).enter(0, "miss")
    assert reason_of(error) == "unreadable"


@pytest.mark.parametrize(("name", "sheet"), SHEETS)
def test_a_pad_takes_what_its_sheets_hold(name: str, sheet: str) -> None:
    """Every cell, field and miss of every seat can be entered, and a close for each row and for the end."""
    game = find_game(name)
    match = Match(game, game.seats[-1], sheet)
    raw, sheets, laid, state = match.raw
    fields = 0 if raw.printing is None else sum(len(marks) for _, marks in raw.printing.seat_lines(laid, state, 0))
    cells = sum(len(row) for row in sheets[0].rows)
    of_seat = cells + fields + len(raw.display.LOOK.miss_prices)
    assert match.seats * of_seat + len(sheets[0].rows) + 1 <= MOST_ENTRIES


def test_what_was_asked_stays_asked_until_something_is_entered_for_it() -> None:
    pad = fill(fill(Pad(QWIXX, 2), 0, "r2 r5 r7"), 1, "y4 y6")
    pad = correct(pad, 1, "r8")
    assert asked(pad) == [(2, "r5"), (2, "r7")]
    pad = correct(pad, 2, "y7")
    assert asked(pad) == [(2, "r5"), (2, "r7"), (3, "y6")]
    pad = correct(pad, 1, "-")
    assert asked(pad) == [(2, "r5"), (2, "r7"), (3, "y6")]
    pad.enter(0, "r7")
    assert asked(pad) == [(2, "r5"), (3, "y6")]
    fill(pad, 0, "miss miss miss miss close")
    assert asked(pad) == [(3, "y6")]


def test_closing_a_moment_answers_nothing() -> None:
    pad = correct(fill(Pad(QWIXX, 2), 0, "r5 r6"), 1, "r7")
    fill(pad, 1, "miss miss miss miss")
    pad.enter(0, "close")
    assert asked(pad) == [(2, "r6")]


def test_a_corrected_entry_is_marked_for_ever() -> None:
    pad = correct(correct(fill(Pad(QWIXX, 2), 0, "r2 r5"), 1, "r3"), 2, "r6")
    pad.enter(1, "y4")
    assert pad.entries == [PadEntry(0, "r3", True), PadEntry(0, "r6", True), PadEntry(1, "y4")]
    assert "1. 0: r3 {corrected}\n2. 0: r6 {corrected}\n3. 1: y4\n" in pad.record()
    again = read_pad(pad.record())
    assert (again.entries, again.record()) == (pad.entries, pad.record())


def test_an_entry_is_corrected_and_what_became_impossible_is_shown() -> None:
    pad = fill(Pad(QWIXX, 2), 0, "r2 r5 y4")
    fresh = correct(pad, 1, "r6")
    assert asked(fresh) == [(2, "r5")] and fresh.asked[0].error.reason.id == "skipped"
    assert [entry.text for entry in fresh.entries] == ["r6", "y4"]
    assert [entry.text for entry in pad.entries] == ["r2", "r5", "y4"]
    with pytest.raises(IllegalMoveError):
        correct(pad, 1, "r12")
    with pytest.raises(IllegalMoveError) as error:
        pad.corrected(Place(4, 0, PAD_PHASE, 0), "r2")
    assert reason_of(error) == "no_such_entry"


def test_an_end_that_was_a_slip_is_taken_back() -> None:
    pad = fill(Pad(QWIXX, 2), 1, "miss miss miss miss close")
    fresh = correct(pad, 4, "-")
    assert not fresh.over and not fresh.asked
    assert [entry.text for entry in fresh.entries] == ["miss", "miss", "miss", "-"]


@pytest.mark.parametrize(("name", "sheet"), SHEETS)
def test_each_mark_is_rubbed_out_and_put_back_in_its_place(name: str, sheet: str) -> None:
    """[A11] Later marks keep their numbers, so a mark can be put back before them."""
    pad, rng = Pad(find_game(name), 2, sheet), Random(11)
    for number in range(1, 25):
        choices = [text for text in pad.choices(number % 2) if text != "stall"]
        pad.enter(number % 2, rng.choice(choices))
        if pad.is_closing:
            break
    seat = rng.randrange(2)
    place = Place(rng.choice(sorted(pad.entered(seat).values())), 0, PAD_PHASE, seat)
    was, rubbed = pad.entries[place.turn - 1].text, correct(pad, place.turn, "-")
    assert place.turn not in rubbed.entered(place.seat).values()
    assert rubbed.entries[place.turn - 1] == PadEntry(place.seat, "-", True)
    assert read_pad(rubbed.record()).record() == rubbed.record()
    assert rubbed.find_place(place.seat, place.turn, 0, "") == place
    if not rubbed.asked:
        back = correct(rubbed, place.turn, was)
        assert (sheets_of(back), back.entered(0), back.entered(1)) == (
            sheets_of(pad),
            pad.entered(0),
            pad.entered(1),
        )


def test_a_mark_knows_its_entry() -> None:
    pad = fill(fill(Pad(QWIXX, 2, "bonus-a"), 0, "r2 miss r5"), 1, "b12 miss miss")
    assert pad.entered(0) == {"0/0": 1, "miss": 2, "0/3": 3}
    assert pad.entered(1) == {"3/0": 4, "miss": 6}
    pad = correct(pad, 6, "-")
    assert pad.entered(1) == {"3/0": 4, "miss": 5}
    assert view_of(pad, 1)["entered"] == pad.entered(1)
    with_dice = Match(QWIXX, 2)
    assert with_dice.entered(1) == {} and "entered" not in view_of(with_dice, 1)
    with pytest.raises(PaperdiceError) as error:
        pad.enter(1, "-")
    assert reason_of(error) == "unreadable"
    assert pad.find_place(1, None, 0, "").turn == 5
    pad = Pad.from_position(fill(correct(fill(Pad(QWIXX, 2), 0, "r2 miss"), 2, "-"), 0, "r5").position())
    assert pad.n_entries == 3


def test_a_record_says_that_its_dice_are_unknown() -> None:
    text = fill(fill(Pad(QWIXX, 2), 0, "r2 r5"), 1, "miss").record()
    assert text.splitlines() == [
        '[Paperdice "2"]',
        '[Game "qwixx"]',
        '[Rules "1"]',
        '[Seats "2"]',
        '[Sheets "classic classic"]',
        '[First "0"]',
        '[Dice "unknown"]',
        "",
        "1. 0: r2",
        "2. 0: r5",
        "3. 1: miss",
        "",
        "* going on",
    ]
    for reader in (read_record, verify_record):
        with pytest.raises(RecordError) as error:
            reader(text)
        assert reason_of(error) == "pad_record"
    assert final_match(parse_record(text)).scores == (3, -5)
    assert [each.scores for _, each in pad_steps(parse_record(text))] == [(1, 0), (3, 0), (3, -5)]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('[Paperdice "2"]', '[Paperdice "3"]'),
        ("2. 0: r5", "2. 0: r2"),
        ("2. 0: r5", "3. 0: r5"),
        ("2. 0: r5", "2. 7: r5"),
        ("2. 0: r5", "2. 0: r5 | r6"),
        ("2. 0: r5", "2. 0: w4 w1 r2 y6 g3 b6"),
        ("* going on", "* locks 70 41"),
        ('[Sheets "classic classic"]', '[Sheets "classic"]'),
    ],
)
def test_a_broken_record_of_a_pad_is_refused(old: str, new: str) -> None:
    text = fill(fill(Pad(QWIXX, 2), 0, "r2 r5"), 1, "miss").record()
    assert old in text
    with pytest.raises(RecordError):
        read_pad(text.replace(old, new))


def test_a_record_with_dice_is_no_record_of_a_pad() -> None:
    with pytest.raises(RecordError):
        read_pad(Match(QWIXX, 2).record())


def test_a_pad_is_full_some_time() -> None:
    pad = Pad(QWIXX, 2)
    pad.entries = [PadEntry(0, "r2")] * MOST_ENTRIES
    with pytest.raises(IllegalMoveError) as error:
        pad.enter(0, "r2")
    assert reason_of(error) == "pad_full"


def test_a_pad_takes_one_mark_at_a_time() -> None:
    with pytest.raises(NotationError):
        Pad(find_game("sixto"), 1).enter(0, "r1 o1")
    assert repr(Pad(QWIXX, 2)) == "<Pad of Qwixx: 0 entries, scores 0 0>"


def test_a_full_sheet_waits_for_the_others() -> None:
    """The sheet can be viewed and queried until the others have finished."""
    pad = Pad(find_game("twenty_one"), 2)
    while not pad.is_closing:
        pad.enter(0, next(iter(pad.options(0))))
    assert pad.options(0) == {}
    reason = pad.why_not(0, 4, 5)
    assert reason is not None
    assert reason.id == "sheet_full"
    with pytest.raises(IllegalMoveError) as error:
        pad.enter(0, "x")
    assert reason_of(error) == "sheet_full"
    pad.enter(1, next(iter(pad.options(1))))
    pad.enter(1, "close")
    assert pad.over


def test_a_table_that_marks_no_more_may_end_where_nobody_has_to_mark() -> None:
    """Three rounds without a mark end a match of Sixto; on a pad the players count the rounds themselves and enter
    `stall`. [S-A9]
    """
    pad = Pad(find_game("sixto"), 2)
    mark = next(text for text, option in pad.options(1).items() if option.cell == 0)
    pad.enter(0, next(iter(pad.options(0))))
    assert "stall" in pad.options(0)
    pad.enter(1, "stall")
    assert pad.is_closing
    assert not pad.over
    assert "stall" not in pad.options(0)
    with pytest.raises(IllegalMoveError) as error:
        pad.enter(0, "stall")
    assert reason_of(error) == "moment_open"
    # A mark in the same moment cancels the end.
    pad.enter(1, mark)
    assert not pad.is_closing
    assert not pad.over
    pad.enter(0, "stall")
    pad.enter(1, "close")
    assert pad.over
    assert pad.end_reason == "stall"
    ended = f"* stall {pad.scores[0]} {pad.scores[1]}\n"
    assert pad.record().endswith(f"3. 1: {mark}\n4. 0: stall\n5. 1: close\n\n{ended}")
    assert read_pad(pad.record()).record() == pad.record()
    taken_back = correct(pad, 4, "-")
    assert not taken_back.over
    assert taken_back.asked == []


def test_alone_the_end_needs_nobody_else() -> None:
    pad = Pad(find_game("sixto"), 1)
    pad.enter(0, "stall")
    assert pad.over
    assert pad.end_reason == "stall"


def test_where_a_turn_costs_something_a_match_ends_by_itself() -> None:
    for name in ("qwixx", "longo", "qwantum", "twenty_one"):
        pad = Pad(find_game(name), 1)
        assert "stall" not in pad.options(0)
        with pytest.raises(NotationError):
            pad.enter(0, "stall")


def test_a_position_tells_whether_it_is_one_of_a_pad() -> None:
    pad = Pad(find_game("qwixx"), 2)
    pad.enter(0, "r3")
    match = Match(find_game("qwixx"), 2)
    match.throw("w1 w2 r3 y4 g5 b6")
    assert isinstance(match_at(pad.position()), Pad)
    assert match_at(pad.position()).position() == pad.position()
    assert isinstance(match_at(match.position()), Match)
    assert match_at(match.position()).position() == match.position()
    with pytest.raises(RecordError):
        match_at("qwixx 1")
