"""A record as a replay, frame by frame."""

from __future__ import annotations

import asyncio
import os
import signal

import msgspec
import pytest

import paperdice
from paperdice.server.http import replays
from paperdice.server.http.replays import make_replay, squeeze, unsqueeze
from paperdice.server.http.routes import REPLAYS
from paperdice.server.http.side_process import SideProcess
from paperdice.server.protocol.http import Replay


def replay_of(text: str) -> Replay:
    return msgspec.json.decode(b"".join(make_replay(text)), type=Replay)


def short_match() -> paperdice.Match:
    match = paperdice.Match(paperdice.find_game("qwixx"), seats=2)
    match.headers = {"Player0": "Ann"}
    match.throw("w4 w1 r2 y6 g3 b6")
    match.play(0, "r5")
    match.play(1, "-")
    match.play(0, "b10")
    return match


def test_a_replay_has_a_frame_after_each_throw_and_each_phase() -> None:
    replay = replay_of(short_match().record())
    assert [(frame.roll, frame.moves) for frame in replay.frames] == [
        (None, []),
        ("w4 w1 r2 y6 g3 b6", []),
        (None, ["r5", "-"]),
        (None, ["b10", None]),
    ]
    assert [frame.view["scores"] for frame in replay.frames] == [[0, 0], [0, 0], [1, 0], [2, 0]]
    assert replay.names == ["Ann", ""]


def test_a_replay_of_a_running_match_leaves_out_who_has_not_answered() -> None:
    match = short_match()
    match.throw("w1 w1 r2 y6 g3 b6")
    match.play(1, "y2")
    assert replay_of(match.record()).frames[-1].moves == [None, "y2"]


def test_a_broken_record_is_refused_with_its_turn() -> None:
    text = short_match().record().replace("b10", "b11")
    with pytest.raises(paperdice.RecordError, match="turn 1"):
        replay_of(text)


def test_a_replay_is_squeezed_and_comes_out_in_pieces() -> None:
    whole = b"".join(make_replay(short_match().record()))
    pieces = list(unsqueeze(squeeze(make_replay(short_match().record())), piece=1000))
    assert b"".join(pieces) == whole and max(map(len, pieces)) <= 1000


def test_a_record_that_is_too_long_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    assert replays.MOST_FRAMES == 1000
    monkeypatch.setattr(replays, "MOST_FRAMES", 3)
    with pytest.raises(paperdice.RecordError) as refused:
        replay_of(short_match().record())
    assert refused.value.reason == ("record_too_long", {"n": 4, "most": 3}, "")


async def test_replays_are_made_in_another_process_that_may_die() -> None:
    maker = SideProcess(REPLAYS, most_waiting=1)
    line = msgspec.json.encode(short_match().record())
    try:
        whole = b"".join(make_replay(short_match().record()))
        assert b"".join(unsqueeze(await maker.make(line))) == whole
        with pytest.raises(paperdice.RecordError, match="turn 1"):
            await maker.make(line.replace(b"b10", b"b11"))
        process = maker._process
        assert process is not None and process.pid != os.getpid()
        process.send_signal(signal.SIGKILL)
        with pytest.raises(paperdice.PaperdiceError, match="could not be made"):
            await maker.make(line)
        waiting = [asyncio.create_task(maker.make(line)) for _ in range(4)]
        results = await asyncio.gather(*waiting, return_exceptions=True)
        refused = [str(result) for result in results if not isinstance(result, bytes)]
        assert refused == ["too many requests: try again later"] * 2
    finally:
        await maker.close()
