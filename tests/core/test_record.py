"""Records are complete, parse to the same match, and errors name the location."""

import sys
from pathlib import Path
from types import FrameType
from typing import Any

import pytest

import paperdice
from paperdice import Match, RecordError, read_record
from paperdice import record as reading
from paperdice.receipt import unpack_receipt
from paperdice.texts import say
from tests.core.regex_steps import CountedPattern

ROOT = Path(__file__).parents[2]

QWIXX = paperdice.find_game("qwixx")

RECORD = """\
[Paperdice "1"]
[Game "qwixx"]
[Rules "1"]
[Seats "2"]
[Sheets "classic mixx-a"]
[First "1"]
[Player0 "Ada \\"the pen\\""]

1. 1: w4 w1 r2 y6 g3 b6 @0.5 {a | start} | r5, y5 | b10 @3
2. 0: w2 w2 r1 y5 g4 b6 | y4, ?

* going on
"""


def changed(old: str, new: str) -> str:
    assert old in RECORD
    return RECORD.replace(old, new)


def test_a_record_reads_back_to_itself() -> None:
    """This includes headers, clocks, comments and sealed moves."""
    match = read_record(RECORD)
    assert match.record() == RECORD
    assert match.headers == {"Player0": 'Ada "the pen"'}
    assert match.sealed(0) == "y4" and match.acting == (1,)
    match.take_back(0)
    assert match.acting == (0, 1)


def test_a_record_can_leave_out_what_is_sealed() -> None:
    """A record published during a phase contains no sealed move."""
    told = read_record(RECORD).record(sealed=False)
    assert "y4" not in told and read_record(told).acting == (0, 1)


def test_a_record_exists_before_the_first_throw() -> None:
    """The record already names the first seat."""
    match = Match(QWIXX, seats=3, first=2)
    assert read_record(match.record()).first == 2


def test_a_record_may_start_from_a_position() -> None:
    """The position is in a header, and the turns continue from it."""
    match = paperdice.read_position("qwixx 7 color 0 w4 w1 r2 y6 g3 b6 wrote=1 | classic 1/-/-/- 0 | classic -/-/-/- 0")
    match.play(0, "b10")
    match.throw("w4 w1 r2 y6 g3 b6")
    again = read_record(match.record())
    assert again.record() == match.record() and again.turn == 8 and again.first == match.first == 0


def test_an_owners_sheet_travels_with_the_record() -> None:
    """The record contains its printed rows."""
    rows = list(QWIXX.sheets["classic"].rows)
    rows[0] = paperdice.sheet.Row(rows[0].colors, (*rows[0].numbers[1::-1], *rows[0].numbers[2:]))
    sheet = paperdice.sheet.Sheet("qwixx", "mine", tuple(rows))
    match = Match(QWIXX, seats=2, sheets=["classic", sheet])
    match.throw("w1 w1 r2 y6 g3 b6")
    again = read_record(match.record())
    assert again.sheets == match.sheets and again.record() == match.record()
    assert "mine=r3,r2,r4" in match.record() and "mine=r3,r2,r4" in match.position()
    assert paperdice.read_position(match.position()).sheets == match.sheets


@pytest.mark.parametrize(
    ("text", "turn", "why"),
    [
        ("", 0, "does not start"),
        ("hello", 0, "a turn looks like"),
        (RECORD[: len(RECORD) // 2], 0, "a header"),
        (RECORD[: RECORD.index(" | b10")], 1, "cut off"),
        (RECORD.replace("* going on\n", ""), 2, "cut off"),
        (changed('[Paperdice "1"]', '[Paperdice "one"]'), 0, "does not start"),
        (changed('[Seats "2"]', '[Seats "9"]'), 0, "seats"),
        (changed('[Seats "2"]', '[Seats "two"]'), 0, "two"),
        (changed('[Seats "2"]\n', ""), 0, "Seats is missing"),
        (changed('[Seats "2"]\n', '[Seats "2"]\n[Seats "2"]\n'), 0, "stands twice"),
        (changed("mixx-a", "mixx-z"), 0, "unknown sheet"),
        (changed('[First "1"]', '[First "5"]'), 0, "first"),
        (changed('[First "1"]', "[First 1]"), 0, "a header"),
        (changed("1. 1:", "1. 0:"), 1, "does not follow"),
        (changed("2. 0:", "3. 0:"), 3, "does not follow"),
        (changed("r5, y5", "r6, y5"), 1, "other sum"),
        (changed("r5, y5", "r5"), 1, "2 seats act"),
        (changed("r5, y5", "r5, y5, -"), 1, "2 seats act"),
        (changed("r5, y5", "r5, ?"), 1, "1 seats act"),
        (changed("b10 @3", "b10 | b7"), 1, "after the end of the turn"),
        (changed("w4 w1 r2", "w4 w7 r2"), 1, "not a face"),
        (changed("b10 @3", "b10 @x"), 1, "cannot read"),
        (changed("* going on", "* locks 3 4"), 2, "closes with"),
        (RECORD + "more\n", 2, "nothing may follow"),
        (changed("2. 0:", "two. 0:"), 1, "a turn looks like"),
        (changed("1. 1: w4", '1. 1: w4 w1 r2 y6 g3 b6 | r5, y5 | b10\n[Late "x"]\n2. 0: w4'), 0, "before the turns"),
    ],
)
def test_a_broken_record_says_where(text: str, turn: int, why: str) -> None:
    with pytest.raises(RecordError, match=why) as caught:
        read_record(text)
    assert caught.value.turn == turn
    assert caught.value.reason.id == "bad_record"


def test_a_newer_format_is_refused() -> None:
    """The rest of such a record may have any format."""
    with pytest.raises(RecordError) as caught:
        read_record('[Paperdice "3"]\n<turns of another kind>\n')
    assert str(caught.value) == "the record has format 3, which only a newer Paperdice can read"
    assert say(caught.value.reason) == "This record has format 3, which only a newer Paperdice can read."


def test_newer_rules_are_refused() -> None:
    with pytest.raises(RecordError) as caught:
        read_record(changed('[Rules "1"]', '[Rules "2"]'))
    assert str(caught.value) == "the record was played under rules 2 of qwixx, this Paperdice has 1"
    assert (
        say(caught.value.reason)
        == "This record was played under version 2 of the rules of Qwixx; this Paperdice has version 1."
    )


def test_an_unknown_game_is_named() -> None:
    with pytest.raises(RecordError, match="chess"):
        read_record(changed('[Game "qwixx"]', '[Game "chess"]'))


@pytest.mark.parametrize("text", [None, 3, b"record"])
def test_a_record_is_a_text(text: object) -> None:
    with pytest.raises(RecordError, match="it is a text"):
        read_record(text)  # type: ignore[arg-type]


def test_headers_stay_on_their_line() -> None:
    """A line break in a header cannot make the record unreadable."""
    match = Match(paperdice.find_game("qwixx"), 2)
    match.headers["Event"] = "one\ntwo\u2028three\n"
    assert read_record(match.record()).headers == {"Event": "one two three"}


@pytest.mark.parametrize("clock", [-1, float("nan"), float("inf"), 1e9])
def test_a_clock_that_cannot_be_written_is_refused(clock: float) -> None:
    """Such a clock would make the record unreadable."""
    match = Match(paperdice.find_game("qwixx"), 2)
    match.throw("w4 w1 r2 y6 g3 b6")
    text = match.record()
    with pytest.raises(paperdice.NotationError, match="a clock shows seconds"):
        match.note(clock=clock)
    assert match.record() == text
    match.note(clock=999_999_999)
    assert read_record(match.record()).record() == match.record()


def test_turns_after_the_end_are_refused() -> None:
    match = paperdice.read_position("qwixx 7 color 0 w4 w1 r2 y6 g3 b6 | classic -/-/-/- 3 | classic -/-/-/- 0")
    match.play(0, "-")
    text = match.record()
    assert text.endswith("* misses -20 0\n") and read_record(text).over
    with pytest.raises(RecordError, match="the match is over"):
        read_record(text.replace("\n* misses", "8. 1: w4 w1 r2 y6 g3 b6\n\n* misses"))


def test_headers_and_position_must_agree() -> None:
    match = paperdice.read_position("qwixx 7 roll 0 | classic -/-/-/- 3 | classic -/-/-/- 0")
    with pytest.raises(RecordError, match="disagree"):
        read_record(match.record().replace('[Sheets "classic classic"]', '[Sheets "classic mixx-a"]'))


@pytest.mark.parametrize("seats", ["+2", "02", " 2", "3"])
def test_the_number_of_seats_is_written_plainly(seats: str) -> None:
    """The number of seats has only one valid spelling."""
    text = Match(paperdice.find_game("qwixx"), 2).record()
    with pytest.raises(RecordError, match="before the first turn"):
        read_record(text.replace('[Seats "2"]', f'[Seats "{seats}"]'))


def test_comments_cannot_break_a_record() -> None:
    """Braces and line breaks are escaped."""
    match = Match(QWIXX, seats=1)
    match.throw("w4 w1 r2 y6 g3 b6")
    match.note("one } two {\nthree | four")
    assert "{one ) two ( three | four}" in match.record()
    assert read_record(match.record()).record() == match.record()


# Parts of a turn that could make a parser rescan the rest of the line, each of them repeated.
HOSTILE = ["| ", "|{", "|}", "| {a", "{", "}", "{} ", " @", " @1", "@1 ", " {", " {x} | ", "r5 ", " ", "\\\\", '\\"']


def count_steps(text: str) -> int:
    """Count the executed lines of the parser."""
    lines = 0

    def trace(frame: FrameType, event: str, _: object) -> Any:
        nonlocal lines
        lines += event == "line"
        return trace if frame.f_code.co_filename == reading.__file__ else None

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        reading.parse_record(text)
    except RecordError:
        pass
    finally:
        sys.settrace(before)
    return lines


@pytest.mark.parametrize("piece", HOSTILE)
def test_reading_a_record_takes_steps_in_proportion_to_its_length(piece: str) -> None:
    """If any part of a turn or header is repeated, parsing twice the text takes about twice the steps."""
    for line in ("1. 0: r5 {}", "1. 0: r5 {{{}", "1. 0: r5 {}}}", '[Note "{}"]', '[Note "{}'):
        texts = [f'[Paperdice "1"]\n{line.format(piece * (size // len(piece)))}\n* going on' for size in (200, 400)]
        one, two = (count_steps(text) for text in texts)
        assert two < 2.5 * one, line


def test_the_script_that_checks_dice_reads_in_proportion_too() -> None:
    script = (ROOT / "docs" / "check_dice.py").read_text("utf-8")
    for pattern in (r" \{[^{}]*\}", r" @[0-9]+(\.[0-9]+)?$"):
        assert f'r"{pattern}"' in script
        for piece in [*HOSTILE, "1", " @1.", "a", " {a"]:
            steps = []
            for size in (200, 400):
                counted = CountedPattern(pattern)
                counted.sub("", f"r5 @1{piece * (size // len(piece))}")
                steps.append(counted.steps)
            assert steps[1] < 2.5 * steps[0], (pattern, piece)


@pytest.mark.parametrize(
    ("line", "parts"),
    [
        ("w4 | r5", ["w4", "r5"]),
        ("w4 {a | b} | r5 {c}", ["w4", "r5"]),
        ("w4 {a | b | c} | -", ["w4", "-"]),
        ("w4 {a} | r5 {b | c}", ["w4", "r5"]),
    ],
)
def test_bars_in_comments_split_nothing(line: str, parts: list[str]) -> None:
    turn = reading.parse_record(f'[Paperdice "1"]\n1. 0: {line}\n* going on').turns[0]
    assert [part.text for part in turn.parts] == parts


@pytest.mark.parametrize("line", ["w4 {a | b", "w4 | b} | c", "w4 {a {b} | c", "w4 | | r5", "w4 |", "{a | b}"])
def test_braces_that_do_not_pair_are_refused(line: str) -> None:
    with pytest.raises(RecordError, match="line 2: cannot read"):
        reading.parse_record(f'[Paperdice "1"]\n1. 0: {line}\n* going on')


def test_a_quoted_value_is_read_back() -> None:
    record = reading.parse_record('[Paperdice "1"]\n[Note "a \\"b\\" \\\\ c"]\n* going on')
    assert record.headers["Note"] == 'a "b" \\ c'


@pytest.mark.parametrize("value", ['a"b', "a\\b", "a\\", '\\"\\'])
def test_a_value_that_is_not_quoted_properly_is_refused(value: str) -> None:
    with pytest.raises(RecordError, match="line 2: a header stands before the turns"):
        reading.parse_record(f'[Paperdice "1"]\n[Note "{value}"]\n* going on')


# Pages of exported records: a match, one whose record is lost, a pad, and an unreadable record.
MANY = """\
[Paperdice "1"]
[Game "qwixx"]
[Rules "1"]
[Seats "2"]
[Sheets "classic classic"]
[First "0"]
[Match "0a1b2c3d4e5f"]
[Date "2026-11-16 20:41:12"]
[Player0 "Ann"]
[Player1 "bot steady"]
[Finished "2026-11-16 21:03:07"]
[Own "0"]
[Bots "- steady"]
[Winners "1"]
[Turns "12"]
[Receipt "paperdice receipt 1 | paperdice dice 3 | own 0 aaaa | saw 1 white r5, -"]
[ReceiptTable "ABCDEF"]

1. 0: w4 w1 r2 y6 g3 b6 | r5, - | b10

* going on

[Paperdice "1"]
[Game "sixto"]
[Seats "1"]
[Sheets "A"]
[Finished "2026-11-17 20:00:00"]

* unrecorded 102

[Paperdice "2"]
[Game "qwixx"]
[Rules "1"]
[Seats "1"]
[Sheets "classic"]
[First "0"]
[Dice "unknown"]

1. 0: r5

* going on
% {"key":"paperdice.results","value":5}
"""


def test_a_text_of_many_records_is_read_with_all_headers() -> None:
    match, pad = paperdice.read_records(MANY)
    assert (match.has_dice, match.scores, pad.has_dice, pad.scores) == (True, (2, 0), False, (1,))
    told = {"Finished": "2026-11-16 21:03:07", "Own": "0", "Bots": "- steady", "Winners": "1", "Turns": "12"}
    assert told.items() <= match.headers.items()
    assert unpack_receipt(match.headers) == "paperdice receipt 1\npaperdice dice 3\nown 0 aaaa\nsaw 1 white r5, -"
    assert unpack_receipt(pad.headers) is None
    lost = reading.split_records(MANY)[1]
    assert reading.is_unrecorded(reading.parse_record(lost))
    assert MANY == "\n".join([match.record(), lost, pad.record()]) + MANY[MANY.index("%") :]


def test_one_record_is_a_text_of_many() -> None:
    (match,) = paperdice.read_records(RECORD)
    assert match.record() == RECORD == read_record(RECORD).record()
    assert paperdice.read_records("") == paperdice.read_records("% nothing\n\n") == []


@pytest.mark.parametrize(
    ("text", "why"),
    [
        (MANY.replace("r5, -", "r9, -"), "^record 1: broken record at turn 1"),
        (MANY.replace("0: r5", "0: r1"), "^record 3: "),
        (MANY + "% a remark\n1. 0: r5", "^record 4: .* does not start with"),
        (MANY.replace("* going on\n%", "%"), "^record 3: "),
        (MANY.replace("* going on\n\n[", "\n["), "^record 1: broken record at turn 1: it is cut off"),
        (MANY.replace("* unrecorded 102\n", ""), "^record 2: broken record before the first turn: it is cut off"),
    ],
    ids=["a match", "a pad", "a headless one", "the last is cut off", "the first is cut off", "a lost one is cut off"],
)
def test_a_broken_record_among_many_is_named(text: str, why: str) -> None:
    with pytest.raises(RecordError, match=why):
        paperdice.read_records(text)


def test_a_cut_off_record_leaves_the_next_one_whole() -> None:
    whole = reading.split_records(MANY)
    for n in range(len(RECORD)):
        cut = RECORD[:n].rstrip("\n")
        if '[Paperdice "' not in cut:
            continue
        damaged, *rest = reading.split_records(f"{cut}\n{MANY}")
        assert (damaged.rstrip("\n"), rest[:3]) == (cut, whole[:3])


def test_a_header_line_in_front_of_the_version_belongs_to_the_record() -> None:
    moved = RECORD.replace('[Paperdice "1"]\n[Game "qwixx"]', '[Game "qwixx"]\n[Paperdice "1"]')
    assert [match.scores for match in paperdice.read_records(moved + MANY)] == [(1, 2), (2, 0), (1,)]


@pytest.mark.parametrize("given", [None, RECORD.encode(), 5, [RECORD]])
def test_many_records_are_read_from_a_text_only(given: Any) -> None:
    with pytest.raises(RecordError, match=r"^broken record before the first turn: it is a text, not "):
        paperdice.read_records(given)
