"""The dice of records, recomputed by the library and by the script of the docs."""

import random
import re
import subprocess
import sys
from pathlib import Path

import pytest

import paperdice
from paperdice.errors import RecordError
from paperdice.fair import CommittedDice, commitment_to
from paperdice.verify import verify_record

SEED, ANN, BEN = "11" * 32, "aa" * 32, "bb" * 32
SCRIPT = Path(__file__).parents[1] / "docs" / "check_dice.py"


def committed_record(game: str, seats: int = 2) -> str:
    """A whole random match with committed dice."""
    rng = random.Random(3)
    match = paperdice.Match(paperdice.find_game(game), seats)
    dice = CommittedDice(SEED, {0: ANN, 1: BEN}, "m1")
    match.headers |= {"Dice": "committed", "DiceMatch": "m1", "DiceHash": commitment_to(SEED)}
    match.headers |= {"DiceSeed": SEED, "DiceShares": f"0:{ANN} 1:{BEN}"}
    while not match.over:
        if match.dice_wanted:
            match.throw(dice)
        for seat in match.acting:
            match.play(seat, rng.choice(match.choices(seat)))
    return match.record()


GAMES = [game.name for game in paperdice.GAMES]


@pytest.mark.parametrize("game", GAMES)
def test_every_throw_of_a_committed_record_is_recomputed(game: str) -> None:
    record = committed_record(game)
    check = verify_record(record)
    assert check.kind == "committed" and check.wrong == ()
    assert len(check.throws) >= len(re.findall(r"^\d+\. ", record, re.MULTILINE))
    assert check.commitments == {0: commitment_to(ANN), 1: commitment_to(BEN)}


def test_another_seed_is_found_out() -> None:
    record = committed_record("qwixx").replace(SEED, "22" * 32).replace(commitment_to(SEED), commitment_to("22" * 32))
    assert len(verify_record(record).wrong) > 10


def test_another_share_is_found_out() -> None:
    assert len(verify_record(committed_record("qwixx").replace(ANN, "ab" * 32)).wrong) > 10


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        (SEED, "22" * 32, "hash of DiceSeed"),
        (SEED, "zz", "32 bytes"),
        (f"0:{ANN}", "0:aa", "DiceShares"),
        (f'[DiceSeed "{SEED}"]\n', "", "not published"),
        ('[Dice "committed"]', '[Dice "typed"]', "real dice"),
        ('[Dice "committed"]\n', "", "names no seed"),
        ("* ", "* x", "broken record"),
    ],
)
def test_a_record_that_cannot_be_checked_says_why(old: str, new: str, why: str) -> None:
    with pytest.raises(RecordError, match=why):
        verify_record(committed_record("qwixx").replace(old, new, 1))


def test_a_record_from_a_published_seed_is_recomputed() -> None:
    match = paperdice.Match(paperdice.find_game("qwixx"), 2)
    match.headers |= {"Dice": "seeded", "DiceSeed": "77"}
    dice = paperdice.SeededDice(77)
    for _ in range(3):
        match.throw(dice)
        while match.acting:
            match.play(match.acting[0], "-")
    check = verify_record(match.record())
    assert (check.kind, len(check.throws), check.wrong) == ("seeded", 3, ())


@pytest.mark.parametrize(
    "headers", [{"DiceSeed": "x"}, {"DiceMatch": "x"}, {"DiceMatch": "-1"}, {"DiceSeed": "9" * 5000}]
)
def test_a_seed_that_is_no_number_is_refused(headers: dict[str, str]) -> None:
    match = paperdice.Match(paperdice.find_game("qwixx"), 2)
    match.headers |= {"Dice": "seeded", "DiceSeed": "77", **headers}
    with pytest.raises(RecordError, match="are numbers"):
        verify_record(match.record())


def _run_script(record: str, folder: Path) -> subprocess.CompletedProcess[str]:
    path = folder / "match.txt"
    path.write_text(record, "utf-8")
    command = [sys.executable, "-I", "-S", str(SCRIPT), str(path)]
    return subprocess.run(command, capture_output=True, text=True, check=False)


@pytest.mark.parametrize("game", GAMES)
def test_the_script_of_the_docs_agrees(game: str, tmp_path: Path) -> None:
    record = committed_record(game)
    done = _run_script(record, tmp_path)
    assert done.stdout == f"{len(verify_record(record).throws)} throws checked, all as they had to be\n", done.stderr


def test_the_script_of_the_docs_finds_a_wrong_throw(tmp_path: Path) -> None:
    record = committed_record("qwixx")
    roll = re.search(r"^1\. 0: w(\d)", record, re.MULTILINE)
    assert roll is not None
    other = 1 + int(roll[1]) % 6
    done = _run_script(record.replace(roll[0], f"1. 0: w{other}", 1), tmp_path)
    assert done.returncode == 1 and "turn 1, throw 1" in done.stderr
