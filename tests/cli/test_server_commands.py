"""`serve`, `backup`, `restore` and `verify` on the command line."""

import asyncio
import re
import subprocess
import urllib.error
import urllib.request
from pathlib import Path

import pytest

import paperdice
from paperdice.cli import run
from paperdice.cli.serve import find_store
from paperdice.errors import SetupError
from paperdice.server.run import Address, announcement
from paperdice.store.entries import MatchEntry, TableEntry
from paperdice.store.sqlite import SqliteStore
from tests.cli.processes import PROGRAM, play_match, start
from tests.patience import wait_until
from tests.promised import BOT_SECRET, promised_match


def verify_files(folder: Path, *texts: str) -> int:
    """Run the command on files with these texts."""
    paths = [folder / f"{number}.txt" for number in range(len(texts))]
    for path, text in zip(paths, texts, strict=True):
        path.write_text(text, "utf-8")
    return run(["verify", *map(str, paths)])


def test_verify_says_that_all_is_well(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    played = promised_match("qwixx")
    assert verify_files(tmp_path, played.record, played.receipt) == 0
    printed = capsys.readouterr().out.splitlines()
    assert printed[0] == f"hash of the server's seed   {played.promise.server_hash}"
    assert printed[-2].endswith(" throws checked, all correct")
    assert printed[-1].startswith("The receipt of seat 0 agrees")
    packed = " | ".join(played.receipt.strip().split("\n"))
    assert verify_files(tmp_path, played.record.replace("\n\n", f'\n[Receipt "{packed}"]\n\n', 1)) == 0
    assert capsys.readouterr().out.splitlines() == printed


def test_verify_says_what_it_cannot_tell(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    played = promised_match("qwixx")
    watched = re.sub(r"(?m)^own .*\n", "", played.receipt)
    anew = promised_match("qwixx", without=(1,))
    for files, status, why in (
        ([played.record], 0, "Without a receipt it is unknown"),
        ([played.record, watched], 0, "its device added no share"),
        ([anew.record, anew.receipt], 3, "The server knew the dropped deals: it could choose among 2."),
    ):
        assert verify_files(tmp_path, *files) == status
        assert why in capsys.readouterr().out.splitlines()[-1]


def test_verify_names_deals_that_were_dropped(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for dropped, said in (
        (("m0/1",), "1 deal before it was dropped: m0/1"),
        (("m0/1", "m0/2"), "2 deals before it were dropped: m0/1 m0/2"),
    ):
        played = promised_match("qwixx", dropped=dropped)
        for files in ([played.record], [played.record, played.receipt]):
            assert verify_files(tmp_path, *files) == 3
            printed = capsys.readouterr().out
            assert f"throws checked, but {said}\n" in printed and "all correct" not in printed


def test_verify_of_a_published_seed_promises_nothing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    match = paperdice.Match(paperdice.find_game("qwixx"), 2)
    match.headers |= {"Dice": "seeded", "DiceSeed": "77"}
    match.throw(paperdice.SeededDice(77))
    assert verify_files(tmp_path, match.record()) == 0
    assert capsys.readouterr().out.splitlines() == [
        "The seed was public: anyone could compute these dice in advance.",
        "1 throws checked, all correct",
    ]


def test_verify_names_the_wrong_throw_and_fails(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert verify_files(tmp_path, promised_match("qwixx").record.replace(BOT_SECRET, "ab" * 32)) == 1
    printed = capsys.readouterr().out.splitlines()
    assert any(line.startswith("turn 1, throw 1: ") for line in printed) and printed[-1].endswith("are wrong")


def test_verify_of_no_record_is_one_sentence(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "letter.txt").write_text("Dear Sir")
    assert run(["verify", str(tmp_path / "letter.txt")]) == 1
    assert len(capsys.readouterr().err.splitlines()) == 1


async def _fill(path: Path) -> None:
    store = SqliteStore(path)
    await store.open()
    table = TableEntry("t1", "KXRM", "m1", 0)
    await store.create(table, MatchEntry("m1", "t1", "qwixx", None, 0, 0, 0), ["a", "b"])
    await store.close()


async def _load(path: Path) -> list[str]:
    store = SqliteStore(path)
    await store.open()
    events = await store.load("m1")
    await store.close()
    return events


def test_a_backup_is_restored_into_another_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    old, new, kept = tmp_path / "old.sqlite", tmp_path / "new.sqlite", tmp_path / "kept.jsonl"
    asyncio.run(_fill(old))
    assert run(["backup", str(kept), "--data", str(old)]) == 0
    assert run(["restore", str(kept), "--data", str(new)]) == 0
    assert asyncio.run(_load(new)) == ["a", "b"]
    assert "4 rows written" in capsys.readouterr().out
    assert run(["restore", str(kept), "--data", str(new)]) == 1
    assert "already holds matches" in capsys.readouterr().err


def test_a_backup_of_a_file_that_is_not_there_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    missing, kept = tmp_path / "typo.sqlite", tmp_path / "kept.jsonl"
    assert run(["backup", str(kept), "--data", str(missing)]) == 1
    assert capsys.readouterr().err == f"paperdice: {missing} does not exist\n"
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["serve", "--tls-cert", "cert.pem"], "belong together"),
        (["serve", "--data", "x.sqlite", "--database", "postgresql:///x", "--port", "0"], "not both"),
        (["serve", "--database", "mysql://x", "--port", "0"], "postgresql://"),
        (["serve", "--port", "0", "--host", "127.0.0.1", "--data", "/dev/null/x.sqlite"], "cannot open"),
        (["serve", "--port", "0", "--tls-cert", "no.pem", "--tls-key", "no.pem"], "certificate"),
        (["serve", "--host", "203.0.113.1", "--port", "0"], "cannot listen"),
    ],
)
def test_a_server_that_cannot_be_says_why(words: list[str], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(words) != 0
    printed = capsys.readouterr().err
    assert said in printed and "Traceback" not in printed


def test_matches_are_kept_in_the_users_data(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    store = find_store(None, None)
    assert isinstance(store, SqliteStore) and store._path == tmp_path / "paperdice" / "matches.sqlite"
    assert (tmp_path / "paperdice").is_dir()


def test_only_one_place_for_matches() -> None:
    with pytest.raises(SetupError):
        find_store(Path("x"), "postgresql:///x")


def test_the_addresses_are_announced_with_a_code_for_phones() -> None:
    text = announcement(Address("http", "0.0.0.0", 8021, "192.168.1.5"))
    assert "http://127.0.0.1:8021/" in text and "http://192.168.1.5:8021/" in text and "█" in text
    assert "local network" not in announcement(Address("https", "127.0.0.1", 8021, None))


@pytest.mark.parametrize("words", [["simulate", "sixto", "--seed", "4", "--match", "7", "--record"], ["play"]])
def test_the_dice_of_a_seed_can_be_verified(
    words: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "match.txt"
    if words == ["play"]:
        start(["play", "--seed", "3", "--record", str(file)])
    else:
        assert run(words) == 0
        file.write_text(capsys.readouterr().out, "utf-8")
    assert run(["verify", str(file)]) == 0
    assert "throws checked, all correct" in capsys.readouterr().out


def test_dice_that_nobody_can_recompute_do_not_break_a_record(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for headers, why in (
        ({"Dice": "typed"}, "its rolls were typed from real dice"),
        ({"Dice": ""}, "it names no seed that they could be computed from"),
    ):
        assert verify_files(tmp_path, play_match(**headers)) == 1
        assert capsys.readouterr().err == f"paperdice: the dice of this record cannot be checked: {why}\n"


@pytest.mark.parametrize(
    ("host", "address"), [("::1", "http://[::1]:"), ("::", "http://127.0.0.1:"), ("localhost", "http://localhost:")]
)
def test_a_server_listens_on_every_kind_of_address(host: str, address: str, tmp_path: Path) -> None:
    words = ["serve", "--host", host, "--port", "0", "--data", str(tmp_path / "matches.sqlite")]
    with subprocess.Popen([*PROGRAM, *words], stdout=subprocess.PIPE, encoding="utf-8") as server:
        try:
            assert server.stdout is not None
            told = server.stdout.readline().split()[-1]
            assert told.startswith(address)
            wait_until(lambda: _answers(f"{told}health"), f"an answer from {told}")
        finally:
            server.terminate()


def _answers(address: str) -> bool:
    try:
        with urllib.request.urlopen(address) as answer:
            return bool(answer.status == 200)
    except urllib.error.URLError:
        return False


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (["--host", "nowhere.invalid"], "cannot listen on nowhere.invalid port 8021: "),
        (["--port", "99999"], "a port must be 0 to 65535, not 99999"),
    ],
)
def test_an_address_that_cannot_be_served_is_one_sentence(
    words: list[str], why: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["serve", *words]) == 2
    told = capsys.readouterr().err
    assert told.startswith(f"paperdice: {why}") and len(told.splitlines()) == 1
