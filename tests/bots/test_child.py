"""A process on the other end of a socket."""

import os
from pathlib import Path

from paperdice.bots.child import LOWEST, Child


async def test_a_line_may_be_long(tmp_path: Path) -> None:
    child = Child("tests.bots.long_line", tmp_path, 10)
    try:
        assert len(await child.read()) == 1_000_001
    finally:
        child.end()


async def test_a_process_stands_behind_us_before_it_has_loaded_anything(tmp_path: Path) -> None:
    own = os.getpriority(os.PRIO_PROCESS, 0)
    for niceness in (3, LOWEST):
        child = Child("tests.bots.long_line", tmp_path, niceness)
        try:
            assert os.getpriority(os.PRIO_PROCESS, child.pid) == min(LOWEST, own + niceness)
        finally:
            child.end()
