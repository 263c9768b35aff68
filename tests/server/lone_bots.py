"""A test process in which a bot decides on one core with a read-only cache folder.

python -m tests.server.lone_bots
"""

import asyncio
import ctypes
import os
import sys

from paperdice.fast.cache import cache_root
from paperdice.flow.wishes import NewSeat
from paperdice.server import bots as bot_pool
from paperdice.server.bots import BotPool
from paperdice.workers import pool
from tests.patience import patience
from tests.server.servers import LONG
from tests.server.tables import person, started

PR_CAPBSET_DROP, CAP_DAC_OVERRIDE = 24, 1


def begin_again() -> None:
    """Restart this program without root's capability to write to read-only folders."""
    if os.geteuid() == 0 and ctypes.CDLL(None).prctl(PR_CAPBSET_DROP, CAP_DAC_OVERRIDE, 0, 0, 0):
        raise OSError("the right to write everything cannot be given up")
    os.execv(sys.executable, [sys.executable, "-m", "tests.server.lone_bots", "now"])


async def decide() -> bool:
    """Have real workers decide for `steady` in Sixto, and return whether it had to be compiled."""
    pool.NICENESS, pool.START_SECONDS, bot_pool.GRACE_SECONDS = 0, LONG, LONG
    driver = started(person(0), NewSeat(bot="steady"), game="sixto", first=1)
    driver.throw()
    bots, waits = BotPool(5, 1, warms_ahead=False), list[float]()
    try:
        async with asyncio.timeout(patience()):
            move = await bots.find_move(driver.table, 1, ("here",), waits.append)
    finally:
        await bots.close()
    assert move in driver.table.match.choices(1)
    return bool(waits)


if __name__ == "__main__":
    if sys.argv[1:] != ["now"]:
        begin_again()
    os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    is_writable, n_cores = os.access(cache_root(), os.W_OK), len(os.sched_getaffinity(0))
    sys.stdout.write(f"writable {is_writable}, cores {n_cores}, waited {asyncio.run(decide())}\n")
