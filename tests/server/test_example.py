"""The worked example in the docs plays a whole match at a real table."""

import asyncio
import random
import sys
from pathlib import Path

from tests.server.clients import Player, open_table

EXAMPLE = Path(__file__).parents[2] / "examples" / "sit_and_play.py"


async def test_a_bot_in_thirty_lines_plays_a_match(shared_url: str) -> None:
    lines = EXAMPLE.read_text("utf-8").splitlines()
    begin = next(number for number, line in enumerate(lines) if line.startswith("async def main"))
    assert len(lines) - begin <= 30
    code = await open_table(shared_url, {}, {})
    async with Player(shared_url, code) as ann:
        await ann.sit("Ann")
        bot = await asyncio.create_subprocess_exec(
            sys.executable, str(EXAMPLE), shared_url, code, stdout=asyncio.subprocess.PIPE
        )
        await ann.until(lambda told: told["type"] == "table" and told["table"]["seats"][1]["name"] == "Thirty")
        await ann.do("start")
        await ann.play_on(random.Random(1))
        printed, _ = await bot.communicate()
    scores = ann.views[0]["scores"]
    assert printed.decode() == f"scores: {scores[0]} {scores[1]}\n"
