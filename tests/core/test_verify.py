"""Verification of the dice of records, by the library and by the script in the docs."""

import io
import re
import subprocess
import sys
from contextlib import redirect_stdout
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

import pytest

import paperdice
from paperdice.errors import RecordError
from paperdice.fair import commitment_to
from paperdice.record import check_unstopped, parse_record
from paperdice.verify import verify_record
from tests import own_sheets
from tests.promised import ANN, BEN, BOT_SECRET, SEED, promised_match

SCRIPT = Path(__file__).parents[2] / "docs" / "check_dice.py"
GAMES = [game.name for game in paperdice.GAMES]
PLAYED = promised_match("qwixx")
FIRST_ATTEMPT = '[DiceAttempt "1"]\n[DiceWithout ""]\n[DiceDropped ""]'
SECOND_ATTEMPT = '[DiceAttempt "2"]\n[DiceWithout "1"]\n[DiceDropped "m1/1"]'
OTHER = "ab" * 32
COMMITTED = re.search(r'\[DiceCommitments "(.*)"\]', PLAYED.record)
assert COMMITTED is not None
BOUND_ANN, BOUND_BEN = COMMITTED[1].split()
# A replacement for the construction in a record, and the resulting error.
CONSTRUCTIONS = [
    ('[DiceConstruction "dice 1"]\n', "its dice are of the construction 'dice 1', and only 'dice 3' can be checked"),
    ('[DiceConstruction "dice 4"]\n', "its dice are of the construction 'dice 4', and only 'dice 3' can be checked"),
    ("", "header DiceConstruction is missing"),
]


@pytest.mark.parametrize("game", GAMES)
def test_every_throw_of_a_committed_record_is_recomputed(game: str) -> None:
    played = promised_match(game)
    check = verify_record(played.record, played.receipt)
    assert (check.kind, check.wrong, check.vouched) == ("committed", (), (0,))
    assert len(check.throws) == len(re.findall(r"(?m)^saw \d+ [12] ", played.receipt))
    assert check.commitments == played.promise.commitments


def test_another_secret_of_the_bots_changes_all_dice() -> None:
    assert len(verify_record(PLAYED.record.replace(BOT_SECRET, OTHER)).wrong) > 10
    assert len(verify_record(PLAYED.record.replace(f'[BotSecret "{BOT_SECRET}"]\n', "")).wrong) > 10


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        (SEED, "22" * 32, "DiceHash is not the hash of DiceSeed"),
        (SEED, "zz", "32 bytes"),
        (f"0:{ANN}", "0:aa", "DiceShares is not a list"),
        (f"0:{ANN} 1:{BEN}", f"1:{BEN} 0:{ANN}", "DiceShares is not a list"),
        (f"0:{ANN} 1:{BEN}", f"0:{ANN} 0:{ANN}", "DiceShares is not a list"),
        (f"1:{BEN}", f"1:{BEN} 9:{OTHER}", "DiceShares names seat 9, but the match has 2 seats"),
        (f"0:{ANN} 1:{BEN}", f"0:{ANN}", "the share of seat 1, which was bound to one, is missing"),
        (f" {BOUND_BEN}", "", "seat 1 has a share, but was bound to none"),
        (ANN, OTHER, "the share of seat 0 is not the one it was bound to in this match and attempt"),
        (BOUND_ANN, f"0:{OTHER}", "the share of seat 0 is not the one it was bound to in this match and attempt"),
        ('Match "m1"]\n[Dice "', 'Match "m2"]\n[Dice "', "DiceMatch is not the match that the record names"),
        (FIRST_ATTEMPT, SECOND_ATTEMPT, "seat 1 was left out"),
        (FIRST_ATTEMPT, SECOND_ATTEMPT.replace("m1/1", ""), "DiceDropped names other attempts of the match"),
        ('[DiceAttempt "1"]', '[DiceAttempt "2"]', "shares were drawn 2 times, but 0 seats"),
        ('[DiceWithout ""]', '[DiceWithout "0"]', "shares were drawn 1 times, but 1 seats"),
        ('[DiceAttempt "1"]', '[DiceAttempt "x"]', "DiceAttempt is a number"),
        ('[DiceWithout ""]', '[DiceWithout "1 0"]', "DiceWithout names each seat once"),
        ('[DiceWithout ""]', '[DiceWithout "5"]', "DiceWithout names each seat once"),
        ('[DiceAttempt "1"]\n', "", "header DiceAttempt is missing"),
        (f'[DiceSeed "{SEED}"]\n', "", "not published"),
        ('[Dice "committed"]', '[Dice "typed"]', "real dice"),
        ('[Dice "committed"]\n', "", "names no seed"),
        ("* ", "* x", "broken record"),
    ],
)
def test_a_record_that_cannot_be_checked_says_why(old: str, new: str, why: str) -> None:
    assert old in PLAYED.record
    with pytest.raises(RecordError, match=why):
        verify_record(PLAYED.record.replace(old, new, 1))


@pytest.mark.parametrize(("header", "why"), CONSTRUCTIONS)
def test_a_record_of_another_construction_is_refused(header: str, why: str) -> None:
    record = PLAYED.record.replace('[DiceConstruction "dice 3"]\n', header)
    for receipt in (None, PLAYED.receipt):
        with pytest.raises(RecordError, match=f"^broken record before the first turn: {why}$"):
            verify_record(record, receipt)


def test_a_seat_that_was_left_out_has_no_share() -> None:
    record = PLAYED.record.replace(FIRST_ATTEMPT, SECOND_ATTEMPT)
    alone = record.replace(f" {BOUND_BEN}", "").replace(f" 1:{BEN}", "")
    with pytest.raises(RecordError, match="the share of seat 0 is not the one"):
        verify_record(alone)


def test_a_match_may_need_a_second_attempt() -> None:
    again = replace(PLAYED.promise, attempt=2, without=(1,), commitments={}, dropped=("m1/1",))
    bound = again.commitment_to(0, ANN)
    record = PLAYED.record.replace(FIRST_ATTEMPT, SECOND_ATTEMPT)
    record = record.replace(f" 1:{BEN}", "").replace(f"{BOUND_ANN} {BOUND_BEN}", f"0:{bound}")
    assert (verify_record(record).commitments, verify_record(record).dropped) == ({0: bound}, ("m1/1",))


def test_a_match_that_goes_on_has_no_published_seed() -> None:
    lines = PLAYED.record.split("\n")
    cut = "\n".join([*lines[:-4], "", "* going on", ""])
    with pytest.raises(RecordError, match="the match is not over: turns are left out"):
        verify_record(cut)


def test_a_record_from_a_position_is_refused() -> None:
    position = paperdice.Match(paperdice.find_game("qwixx"), 2).position()
    with pytest.raises(RecordError, match="it starts from a position"):
        verify_record(PLAYED.record.replace("\n\n", f'\n[Position "{position}"]\n\n', 1))


# Receipts

SAW = re.search(r"(?m)^saw 1 1 (.*)$", PLAYED.receipt)
assert SAW is not None


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        ("paperdice dice 3", "paperdice dice 4", "the device was promised dice 4, the record is of dice 3"),
        ("match m1", "match m2", "the record is of match m1, the device played match m2"),
        ("game qwixx 1", "game sixto 1", "the record is of qwixx 1, the device played sixto 1"),
        ("seats 2", "seats 3", "the record has 2 seats, the device saw 3"),
        ("sheets classic classic", "sheets classic mixx-a", "the record has the sheets classic classic"),
        ("first 0", "first 1", "seat 0 begins in the record, promised was seat 1"),
        ("bots ", f"bots {OTHER}\nbots ", "not those that the device saw"),
        (
            "attempt 1",
            "attempt 2",
            "attempt 1 to draw shares, the device opened its share in attempt 2",
        ),
        ("without -", "without 1", "the record leaves out the seats -, the device knows of 1"),
        (f"hash {commitment_to(SEED)}", f"hash {OTHER}", "the server's seed is not the one it was bound to"),
        (f"commitment {BOUND_ANN.replace(':', ' ')}", f"commitment 0 {OTHER}", "the device's own, was replaced"),
        (f"commitment {BOUND_BEN.replace(':', ' ')}", f"commitment 1 {OTHER}", "not those that the device saw"),
        (f"own 0 {ANN}", f"own 0 {OTHER}", "the share of seat 0 is not the one that its device opened"),
        (f"own 0 {ANN}", f"own 0 {ANN}\nfault changed", "the device saw the server go back on its promise"),
        (SAW[0], "saw 1 1 w1", "the device saw 'w1' "),
        (SAW[0], f"{SAW[0]}\nsaw 900 1 w1", "the record has 'nothing'"),
    ],
)
def test_a_record_that_is_not_what_a_device_was_promised(old: str, new: str, why: str) -> None:
    assert old in PLAYED.receipt
    with pytest.raises(RecordError, match=re.escape(why)):
        verify_record(PLAYED.record, PLAYED.receipt.replace(old, new, 1))


def test_another_secret_of_the_bots_is_told() -> None:
    receipt = PLAYED.receipt.replace(f"bots {commitment_to(BOT_SECRET)}", f"bots {OTHER}")
    with pytest.raises(RecordError, match="the secret that bots drew from is not the one promised"):
        verify_record(PLAYED.record, receipt)


@pytest.mark.parametrize(
    ("receipt", "why"),
    [
        ("", "does not start with"),
        ("x" * 300_000, "does not start with"),
        (f"{PLAYED.receipt}hello", "cannot read 'hello'"),
        (f"{PLAYED.receipt}own 0 {OTHER}", "seat 0 has two shares"),
        (f"{PLAYED.receipt}saw 1 1 w1", "two different things in one place"),
    ],
)
def test_a_receipt_that_cannot_be_read_says_why(receipt: str, why: str) -> None:
    with pytest.raises(RecordError, match=why):
        verify_record(PLAYED.record, receipt)


def test_a_receipt_fits_no_other_kind_of_dice() -> None:
    with pytest.raises(RecordError, match="the device was promised committed dice"):
        verify_record(PLAYED.record.replace('[Dice "committed"]', '[Dice "typed"]'), PLAYED.receipt)


# Deals that were dropped


DROPPED = promised_match("qwixx", dropped=("m0/1", "m0/2"))


def test_dropped_deals_are_named() -> None:
    check = verify_record(DROPPED.record, DROPPED.receipt)
    assert (check.wrong, check.dropped) == ((), ("m0/1", "m0/2"))


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        ('[DiceDropped "m0/1 m0/2"]\n', "", "header DiceDropped is missing"),
        ('"m0/1 m0/2"', '"m0/1  m0/2"', "DiceDropped is not a list of deals"),
        ('"m0/1 m0/2"', '"m0/1 m0/1"', "DiceDropped is not a list of deals"),
        ('"m0/1 m0/2"', '"m1/1"', "shares were drawn 1 times, but DiceDropped names other attempts"),
        ('"m0/1 m0/2"', '""', "the share of seat 0|the record names the dropped deals -"),
        ("[DiceCommitments", '[DiceUnbound "0"]\n[DiceCommitments', "DiceUnbound is not the list"),
    ],
)
def test_dropped_deals_cannot_be_hidden(old: str, new: str, why: str, tmp_path: Path) -> None:
    record = DROPPED.record.replace(old, new, 1)
    assert record != DROPPED.record
    with pytest.raises(RecordError, match=why):
        verify_record(record, DROPPED.receipt)
    if "Unbound" not in new:
        assert run_script(tmp_path, record, DROPPED.receipt).returncode == 1


def test_people_without_a_share_are_named() -> None:
    record = promised_match("qwixx", 3).record.replace("[DiceCommitments", '[DiceUnbound "2"]\n[DiceCommitments')
    assert verify_record(record).unbound == (2,)


def test_the_script_of_the_docs_names_dropped_deals(tmp_path: Path) -> None:
    done = run_script(tmp_path, DROPPED.record, DROPPED.receipt)
    assert (done.returncode, done.stderr) == (3, "")
    assert "throws checked, but 2 deals before it were dropped: m0/1 m0/2\n" in done.stdout
    assert "The server knew the dropped deals: it could choose among 3.\n" in done.stdout
    one = promised_match("qwixx", dropped=("m0/1",))
    assert "throws checked, but 1 deal before it was dropped: m0/1\n" in run_script(tmp_path, one.record).stdout


# Matches that were stopped


def stopped(record: str, turns: int) -> str:
    """Return the record of a match that was stopped after this many turns and one more throw."""
    head, _, _ = record.partition(f"\n{turns + 2}. ")
    cut = re.sub(rf"(?m)^({turns + 1}\. [^|]*[^| ]) \| .*$", r"\1", head)
    return cut.replace('[Match "m1"]', f'[Match "m1"]\n[Stopped "{turns}"]') + "\n\n* going on\n"


STOPPED = stopped(PLAYED.record, 3)
# The receipt up to the throw after the third turn.
SEEN = PLAYED.receipt.partition("\nsaw 4 white")[0]


@pytest.mark.parametrize("game", GAMES)
def test_a_stopped_match_is_checked_up_to_its_stop(game: str, tmp_path: Path) -> None:
    record = stopped(promised_match(game).record, 3)
    check = verify_record(record)
    assert (check.stopped, check.wrong) == (3, ())
    done = run_script(tmp_path, record)
    assert (done.returncode, done.stderr) == (3, "")
    assert f"{len(check.throws)} throws checked, stopped after turn 3\n" in done.stdout


@pytest.mark.parametrize("agreed", [True, False])
def test_a_receipt_knows_whether_its_person_agreed_to_stop(agreed: bool, tmp_path: Path) -> None:
    receipt = f"{SEEN}\nagreed stop\n" if agreed else f"{SEEN}\n"
    assert verify_record(STOPPED, receipt).agreed == agreed
    assert ("did not agree" in run_script(tmp_path, STOPPED, receipt).stdout) != agreed


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        ('[Stopped "3"]\n', "", "the match is not over: turns are left out"),
        ('[Stopped "3"]', '[Stopped "4"]', "stopped after turn '4', but has 3 complete turns"),
        ('[DiceStopped ""]\n', "", "header DiceStopped is missing"),
        ('[DiceStopped ""]', '[DiceStopped "m1/1"]', "DiceStopped is not a list of deals of earlier matches"),
        ('[DiceStopped ""]', '[DiceStopped "m0/1 m0/1"]', "DiceStopped is not a list of deals of earlier matches"),
    ],
)
def test_a_stop_cannot_be_hidden(old: str, new: str, why: str, tmp_path: Path) -> None:
    record = STOPPED.replace(old, new, 1)
    assert record != STOPPED
    with pytest.raises(RecordError, match=why):
        verify_record(record)
    assert run_script(tmp_path, record).returncode == 1


def test_a_match_that_was_played_to_its_end_was_not_stopped() -> None:
    with pytest.raises(RecordError, match="but the match was played to its end"):
        verify_record(PLAYED.record.replace('[Match "m1"]', '[Match "m1"]\n[Stopped "3"]'))


def test_stopped_deals_are_named(tmp_path: Path) -> None:
    played = promised_match("qwixx", stopped=("m0/1",))
    assert verify_record(played.record, played.receipt).stopped_before == ("m0/1",)
    assert "but 1 deal before it was stopped: m0/1\n" in run_script(tmp_path, played.record).stdout
    with pytest.raises(RecordError, match=r"the share of seat 0|the record names the stopped deals -"):
        verify_record(played.record.replace('"m0/1"', '""'), played.receipt)


def test_a_stopped_match_is_not_judged() -> None:
    check_unstopped(parse_record(PLAYED.record).headers)
    with pytest.raises(RecordError, match="stopped before its end"):
        check_unstopped(parse_record(STOPPED).headers)


# Dice from a published seed


def test_a_record_from_a_published_seed_is_recomputed() -> None:
    match = paperdice.Match(paperdice.find_game("qwixx"), 2)
    match.headers |= {"Dice": "seeded", "DiceSeed": "77"}
    dice = paperdice.SeededDice(77)
    for _ in range(3):
        match.throw(dice)
        while match.acting:
            match.play(match.acting[0], "-")
    match.throw(dice)
    match.play(1, "-")
    check = verify_record(match.record())
    assert (check.kind, len(check.throws), check.wrong) == ("seeded", 4, ())


@pytest.mark.parametrize(
    "headers", [{"DiceSeed": "x"}, {"DiceMatch": "x"}, {"DiceMatch": "-1"}, {"DiceSeed": "9" * 5000}]
)
def test_a_seed_that_is_no_number_is_refused(headers: dict[str, str]) -> None:
    match = paperdice.Match(paperdice.find_game("qwixx"), 2)
    match.headers |= {"Dice": "seeded", "DiceSeed": "77", **headers}
    with pytest.raises(RecordError, match="are numbers"):
        verify_record(match.record())


# The script of the docs


class Done(NamedTuple):
    """The result of running the script."""

    returncode: int
    stdout: str
    stderr: str


def write_files(folder: Path, *texts: str | bytes) -> list[str]:
    paths = [folder / f"{number}.txt" for number in range(len(texts))]
    for path, text in zip(paths, texts, strict=True):
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return [str(path) for path in paths]


def run_script(folder: Path, *texts: str | bytes) -> Done:
    """Run the script in this process, with assertions disabled."""
    names: dict[str, Any] = {"__name__": "check_dice"}
    exec(compile(SCRIPT.read_text("utf-8"), str(SCRIPT), "exec", optimize=1), names)
    printed = io.StringIO()
    try:
        with redirect_stdout(printed):
            names["main"](write_files(folder, *texts))
    except SystemExit as end:
        if isinstance(end.code, int):
            return Done(end.code, printed.getvalue(), "")
        return Done(1, printed.getvalue(), f"{end}\n")
    return Done(0, printed.getvalue(), "")


def test_the_script_of_the_docs_runs_alone(tmp_path: Path) -> None:
    """The script does not depend on Paperdice: it runs without installed packages, and with assertions disabled."""
    command = [sys.executable, "-O", "-I", "-S", str(SCRIPT), *write_files(tmp_path, PLAYED.record, PLAYED.receipt)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == run_script(tmp_path, PLAYED.record, PLAYED.receipt).stdout


@pytest.mark.parametrize("game", GAMES)
def test_the_script_of_the_docs_agrees(game: str, tmp_path: Path) -> None:
    played = promised_match(game)
    n_throws = len(verify_record(played.record).throws)
    done = run_script(tmp_path, played.record, played.receipt)
    assert done.stdout.splitlines() == [
        f"{n_throws} throws checked, all correct",
        "The receipt agrees; its device opened shares of its own: 0.",
    ], done.stderr
    assert "Without a receipt it is unknown" in run_script(tmp_path, played.record).stdout


@pytest.mark.parametrize("sheet", ["double-a", "chain-b", "big-points", "x-change"])
def test_the_script_of_the_docs_knows_sheets_of_the_family(sheet: str, tmp_path: Path) -> None:
    played = promised_match("qwixx", sheets=[sheet] * 2)
    assert "all correct" in run_script(tmp_path, played.record).stdout


def test_the_script_of_the_docs_knows_the_goals_of_an_owners_sheet(tmp_path: Path) -> None:
    """A goal of another color locks that color's row: the red die is removed in turn 21. [Longo 2]"""
    played = promised_match("longo", sheets=[own_sheets.LONGO] * 2, seed="ae" * 32, choose=own_sheets.choose_longo)
    assert "21. 0: w8 w6 r2 y7 g3 b5 | -, - | y15\n22. 1: w" in played.record
    assert " r" not in played.record.partition("\n22. 1: ")[2].partition(" |")[0]
    done = run_script(tmp_path, played.record, played.receipt)
    assert "all correct" in done.stdout, done.stderr


def test_the_script_of_the_docs_says_which_sheets_it_does_not_know(tmp_path: Path) -> None:
    """Forced marks of Bonus A can lock a row, which the script reports as unsupported."""
    played = promised_match("qwixx", sheets=["bonus-a"] * 2)
    assert "does not know one of the sheets" in run_script(tmp_path, played.record).stderr


@pytest.mark.parametrize(("header", "why"), CONSTRUCTIONS)
def test_the_script_of_the_docs_refuses_another_construction(header: str, why: str, tmp_path: Path) -> None:
    done = run_script(tmp_path, PLAYED.record.replace('[DiceConstruction "dice 3"]\n', header), PLAYED.receipt)
    assert done == (1, "", f"NOT as promised: {why}\n")


HOSTILE = [
    b"",
    b"\xff\xfe\x00",
    b"\x00" * 100,
    b"x" * 1_100_000,
    b'[Dice "committed"]\n',
    b"1. 0: \n",
    PLAYED.record.encode() * 2,
    PLAYED.record.replace('[Seats "2"]', '[Seats "0"]').encode(),
    PLAYED.record.replace('[Seats "2"]', '[Seats "9"]').encode(),
    PLAYED.record.replace('[First "0"]', '[First "7"]').encode(),
    PLAYED.record.replace('[Sheets "classic classic"]', '[Sheets "classic"]').encode(),
    PLAYED.record.replace('[Sheets "classic classic"]', '[Sheets "classic mine"]').encode(),
    PLAYED.record.replace('[Game "qwixx"]', '[Game "chess"]').encode(),
    PLAYED.record.replace('[Game "qwixx"]', '[Game "sixto"]').encode(),
    PLAYED.record.replace('[DiceMatch "m1"]', '[DiceMatch ""]').encode(),
    PLAYED.record.replace('[DiceWithout ""]', '[DiceWithout "٣"]').encode(),
    PLAYED.record.replace("\n1. ", "\n999999. ").encode(),
    PLAYED.record.replace("\n1. 0: ", "\n1. 0:  | ").encode(),
    PLAYED.record.replace("\n1. 0: ", "\n1. 0: \u2028").encode(),
]


@pytest.mark.parametrize("hostile", HOSTILE, ids=range(len(HOSTILE)))
def test_a_hostile_file_ends_the_script_with_a_sentence(hostile: bytes, tmp_path: Path) -> None:
    for files in ((hostile,), (PLAYED.record, hostile)):
        done = run_script(tmp_path, *files)
        assert (done.returncode, done.stdout, len(done.stderr.splitlines())) == (1, "", 1), done.stderr
        assert done.stderr.startswith(("NOT as promised: ", "cannot read "))


def test_a_missing_file_ends_the_script_with_a_sentence(tmp_path: Path) -> None:
    command = [sys.executable, "-I", "-S", str(SCRIPT)]
    missing = subprocess.run([*command, str(tmp_path / "no.txt")], capture_output=True, text=True, check=False)
    assert (missing.returncode, len(missing.stderr.splitlines())) == (1, 1)
    nothing = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (nothing.returncode, nothing.stderr) == (1, "python check_dice.py RECORD [RECEIPT]\n")
