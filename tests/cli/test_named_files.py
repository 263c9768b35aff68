"""Files that commands read and write: endless, unreadable, unwritable and malicious ones."""

from __future__ import annotations

import os
import stat
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from paperdice.cli import run
from tests.cli.processes import in_terminal, play_match, start

# Enough for every command here, and soon used up by an endless file.
MEMORY = 3_000_000_000
# A window title, a sequence that erases the line, its 8-bit form, and a change of text direction.
HOSTILE = "Ann\x1b]0;owned\x07\x1b[2K\x9b2K\u202eeve"


@pytest.fixture
def record(tmp_path: Path) -> Path:
    file = tmp_path / "match.txt"
    file.write_text(play_match(), "utf-8")
    return file


def readers(record: Path, file: str) -> dict[str, list[str]]:
    """Return every command that reads a file, with this file as its argument."""
    serve = ["serve", "--host", "127.0.0.1", "--port", "0", "--data", str(record.with_name("served.sqlite"))]
    return {
        "replay": ["replay", file],
        "advise": ["advise", file],
        "review": ["review", file],
        "stats": ["stats", file],
        "verify": ["verify", file],
        "receipt": ["verify", str(record), file],
        "print": ["print", "--match", file, "--out", str(record.with_name("out.pdf"))],
        "sheet": ["sheet", "check", file],
        "drill": ["drill", "--daily", "--file", file],
        "push keys": [*serve, "--push-keys", file],
        "certificate": [*serve, "--tls-cert", file, "--tls-key", file],
        "data": ["serve", "--host", "127.0.0.1", "--port", "0", "--data", file],
        "backup": ["restore", file, "--data", str(record.with_name("restored.sqlite"))],
    }


@pytest.mark.parametrize("name", ["replay", "stats", "receipt", "sheet", "drill", "push keys"])
def test_a_file_without_an_end_is_one_sentence(name: str, record: Path) -> None:
    done = start(readers(record, "/dev/zero")[name], memory=MEMORY)
    assert done.returncode in (1, 2) and "Traceback" not in done.stderr, done.stderr
    assert done.stderr.splitlines()[-1].startswith("paperdice: ") and len(done.stderr.splitlines()) <= 2
    assert Path("/dev/zero").is_char_device()


@pytest.mark.parametrize("name", readers(Path("x"), ""))
def test_a_folder_in_place_of_a_file_is_one_sentence(
    name: str, record: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = record.with_name("folder")
    folder.mkdir()
    assert run(readers(record, str(folder))[name]) in (1, 2)
    told = capsys.readouterr().err
    assert len(told.splitlines()) == 1 and told.startswith("paperdice: ")


def test_a_record_can_come_through_a_pipe(record: Path) -> None:
    """An example is `paperdice replay <(gunzip -c match.gz)`."""
    pipe = record.with_name("pipe")
    os.mkfifo(pipe)
    writer = threading.Thread(target=lambda: pipe.write_bytes(record.read_bytes()))
    writer.start()
    done = start(["replay", str(pipe), "--turn", "1"])
    writer.join()
    assert done.returncode == 0 and "turn 1" in done.stdout


@pytest.mark.parametrize("encoding", ["utf-16", "latin-1"])
def test_a_record_in_another_encoding_is_one_sentence(
    encoding: str, record: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    record.write_bytes(play_match(Player0="Zoé").encode(encoding))
    assert run(["replay", str(record)]) == 1
    told = capsys.readouterr().err
    assert told.startswith(f"paperdice: cannot read {record}: byte ") and told.endswith(" is not UTF-8\n")


def test_files_that_cannot_be_read_are_told_in_the_language_of_the_command(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert run(["advise", "none.txt", "--language", "de"]) == 1
    assert capsys.readouterr().err == "paperdice: „none.txt“ lässt sich nicht lesen: No such file or directory.\n"


def test_a_match_cannot_begin_if_its_record_could_not_be_written(tmp_path: Path) -> None:
    """The error is reported before the first move rather than after the last."""
    (tmp_path / "folder").mkdir()
    for place, why in (("none/match.txt", "there is no folder none"), ("folder", "Is a directory")):
        done = start(["play", "--record", place], cwd=tmp_path)
        assert (done.returncode, done.stdout) == (1, "")
        assert done.stderr == f"paperdice: cannot write {place}: {why}\n"


def test_a_match_is_printed_if_its_record_cannot_be_written_in_the_end() -> None:
    done = start(["play", "--seed", "3", "--record", "/dev/full"])
    assert done.returncode == 1
    assert done.stderr == "paperdice: cannot write /dev/full: No space left on device\n"
    assert '[Player0 "you"]' in done.stdout and "1. 0: w" in done.stdout and "* going on" in done.stdout


def test_a_match_is_kept_when_nobody_reads_the_output(tmp_path: Path) -> None:
    with Path("/dev/full").open("w") as full:
        assert start(["play", "--record", str(tmp_path / "kept.txt")], stdout=full).returncode == 1
    assert "* going on" in (tmp_path / "kept.txt").read_text("utf-8")


@pytest.mark.parametrize(
    "words",
    [
        ["simulate", "qwixx", "--matches", "10", "--csv"],
        ["simulate", "qwixx", "--matches", "10", "--plot"],
        ["review", "match.txt", "--quick", "--html"],
        ["stats", "match.txt", "--svg"],
    ],
    ids=["rows", "plot", "review", "stats"],
)
def test_work_does_not_begin_if_its_result_could_not_be_written(
    words: list[str], record: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(record.parent)
    Path("out.csv").mkdir()
    Path("out.svg").mkdir()
    name = "out.csv" if "--csv" in words else "out.svg"
    assert run([*words, name]) == 1
    assert capsys.readouterr() == ("", f"paperdice: cannot write {name}: Is a directory\n")


def test_a_full_disk_leaves_the_file_that_was_there(record: Path) -> None:
    """The file is replaced only when the new one is complete."""
    out = record.with_name("out.svg")
    out.write_text("precious")
    limited = "import resource; resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000))\n"
    limited += "import signal; signal.signal(signal.SIGXFSZ, signal.SIG_IGN)\n"
    limited += "from paperdice.cli import main; main()"
    words = ["sheet", "show", "qwixx", "classic", "--svg", str(out)]
    done = subprocess.run([sys.executable, "-c", limited, *words], capture_output=True, encoding="utf-8", check=False)
    assert (done.returncode, done.stderr) == (1, f"paperdice: cannot write {out}: File too large\n")
    assert out.read_text() == "precious" and sorted(record.parent.iterdir()) == [record, out]


def test_no_file_is_written_through_a_link_beside_it(tmp_path: Path) -> None:
    victim, out = tmp_path / "victim", tmp_path / "out.svg"
    victim.write_text("precious")
    (tmp_path / "out.svg.part").symlink_to(victim)
    assert run(["sheet", "show", "qwixx", "classic", "--svg", str(out)]) == 0
    assert victim.read_text() == "precious" and out.is_file() and not out.is_symlink()


def test_a_device_is_written_to_and_not_replaced(tmp_path: Path) -> None:
    pipe, link = tmp_path / "pipe.csv", tmp_path / "link.csv"
    os.mkfifo(pipe)
    link.symlink_to(pipe)
    got: list[bytes] = []
    reader = threading.Thread(target=lambda: got.append(pipe.read_bytes()))
    reader.start()
    done = start(["simulate", "qwixx", "--matches", "3", "--csv", str(link), "--json"])
    assert done.returncode == 0, done.stderr
    assert stat.S_ISFIFO(pipe.stat().st_mode) and link.is_symlink()
    reader.join()
    assert got[0].startswith(b"match,turns,end,")


@pytest.mark.parametrize("command", ["replay", "stats --csv", "drill"])
def test_a_name_does_not_command_the_terminal(command: str, record: Path) -> None:
    record.write_text(play_match(Player0=HOSTILE, Date=HOSTILE), "utf-8")
    name, *options = command.split()
    code, shown = in_terminal([name, str(record), *options, *(["--player", "nobody"] if name == "drill" else [])])
    assert code == (1 if name == "drill" else 0) and b"Ann" in shown
    told = shown.decode()
    assert "\x1b]" not in told and "\x07" not in told and "\x9b" not in told and "\u202e" not in told


def test_a_file_name_does_not_command_the_terminal(tmp_path: Path) -> None:
    for name in ("\x1b]0;owned\x07.txt", "\x1b]0;other\x07.txt"):
        (tmp_path / name).write_text("no record")
    code, shown = in_terminal(["stats", str(tmp_path)])
    assert code == 1 and b"skipped" in shown and b"\x1b]" not in shown and b"\x07" not in shown
