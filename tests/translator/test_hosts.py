"""The host of the page treats one device as a server does: replies, stored events, records, results and states."""

from __future__ import annotations

import asyncio
from itertools import pairwise
from pathlib import Path

import pytest
from translator.modules import families

from tests.sampling import sample
from tests.translator.deals import deals
from tests.translator.hosts import Hosted, build_host, host, host_on_page

# The seeds of the tables for each of six families of rules: against bots from a position, and with typed dice.
SEEDS = sample(range(40), 2, always=[3, 12])
N_REQUESTS = 30


@pytest.mark.slow
@pytest.mark.sampled
def test_the_page_hosts_a_table_as_a_server_does(tmp_path: Path) -> None:
    program, tables = build_host(tmp_path), list[Hosted]()
    for game in families():
        known = deals(game)
        tables += [asyncio.run(host(game, known[seed % len(known)], seed, N_REQUESTS)) for seed in SEEDS]
    for table, seen in zip(tables, host_on_page(program, tables), strict=True):
        for request, expected, found in zip(table.script["requests"], table.seen, seen, strict=True):
            assert (request, found) == (request, expected)
    finished = [(before["finished"], after["finished"]) for table in tables for before, after in pairwise(table.seen)]
    assert any(after.keys() - before.keys() for before, after in finished), "no match ended"
    assert any(before.keys() - after.keys() for before, after in finished), "no match was reopened"
    assert any(before != after and before.keys() == after.keys() for before, after in finished), (
        "no finished match was corrected"
    )
