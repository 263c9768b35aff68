"""A review computed in parts equals one computed as a whole."""

from __future__ import annotations

import json

from paperdice.study import review
from paperdice.study.parts import EntryView, join_parts, review_part
from tests.study.conftest import PlayMatch


def test_parts_of_any_size_make_the_same_review(play_match: PlayMatch) -> None:
    match = play_match("sixto", ("casual", "casual"), turns=6)
    whole = review(match, samples=2)
    for within in (0.0, 60.0):
        entries: list[EntryView] = []
        total = 1
        while len(entries) < total:
            part = json.loads(json.dumps(review_part(match, len(entries), within=within, samples=2)))
            assert within or len(part["entries"]) == 1
            entries += part["entries"]
            total = part["total"]
        joined = join_parts(match, entries, samples=2)
        assert {**joined, "seconds": 0} == {**whole, "seconds": 0}
