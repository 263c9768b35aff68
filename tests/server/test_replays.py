"""A record as a replay, frame by frame."""

from __future__ import annotations

import pytest

import paperdice
from paperdice.server.http.replays import make_replay


def short_match() -> paperdice.Match:
    match = paperdice.Match(paperdice.find_game("qwixx"), seats=2)
    match.headers = {"Player0": "Ann"}
    match.throw("w4 w1 r2 y6 g3 b6")
    match.play(0, "r5")
    match.play(1, "-")
    match.play(0, "b10")
    return match


def test_a_replay_has_a_frame_after_each_throw_and_each_phase() -> None:
    replay = make_replay(short_match().record())
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
    assert make_replay(match.record()).frames[-1].moves == [None, "y2"]


def test_a_broken_record_is_refused_with_its_turn() -> None:
    text = short_match().record().replace("b10", "b11")
    with pytest.raises(paperdice.RecordError, match="turn 1"):
        make_replay(text)
