"""A process on the other end of a socket."""

from pathlib import Path

from paperdice.bots.child import Child


async def test_a_line_may_be_long(tmp_path: Path) -> None:
    child = Child("tests.bots.long_line", tmp_path)
    try:
        assert len(await child.read()) == 1_000_001
    finally:
        child.end()
