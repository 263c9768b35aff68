"""A test process in which a bot decides on one core with a read-only cache folder.

python -m tests.server.lone_bots
"""

import asyncio
import ctypes
import os
import sys

from paperdice.bots.rehearsal import warm_up_of
from paperdice.fast.cache import cache_root
from paperdice.flow.wishes import NewSeat
from paperdice.server import bots as bot_pool
from paperdice.server.bots import BotPool
from paperdice.workers import pool
from tests.patience import PAUSE, patience
from tests.server.servers import LONG
from tests.server.tables import person, started

PR_CAPBSET_DROP, CAP_DAC_OVERRIDE = 24, 1


def begin_again() -> None:
    """Restart this program without the capability to write everywhere, which root has."""
    if os.geteuid() == 0 and ctypes.CDLL(None).prctl(PR_CAPBSET_DROP, CAP_DAC_OVERRIDE, 0, 0, 0):
        raise OSError("the right to write everything cannot be given up")
    os.execv(sys.executable, [sys.executable, "-m", "tests.server.lone_bots", "now"])


async def decide() -> str:
    """Return who plays for `steady` and the move, using real workers; wait until the bot is compiled."""
    pool.NICENESS, pool.START_SECONDS, bot_pool.GRACE_SECONDS = 0, LONG, LONG
    driver = started(person(0), NewSeat(bot="steady"))
    driver.throw()
    bots = BotPool(5, 1, warms_ahead=False)
    is_compiled = warm_up_of(driver.table.match.raw, "steady").is_done(cache_root())
    try:
        choice = await bots.find_move(driver.table, 1, ("here",))
        async with asyncio.timeout(patience()):
            while is_compiled and choice.is_simple:
                await asyncio.sleep(PAUSE)
                choice = await bots.find_move(driver.table, 1, ("here",))
    finally:
        await bots.close()
    assert choice.move in driver.table.match.choices(1)
    return f"{'simple' if choice.is_simple else 'full'} {choice.move}"


if __name__ == "__main__":
    if sys.argv[1:] != ["now"]:
        begin_again()
    os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    is_writable, n_cores = os.access(cache_root(), os.W_OK), len(os.sched_getaffinity(0))
    sys.stdout.write(f"writable {is_writable}, cores {n_cores}, {asyncio.run(decide())}\n")
