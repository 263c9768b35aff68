"""A process for tests that lets a bot decide, on one core or with a cache folder that it may only read.

python -m tests.server.lone_bots [one-core | read-only]
"""

import asyncio
import ctypes
import os
import sys

from paperdice.bots.warming import warm_up_of
from paperdice.fast.cache import cache_root
from paperdice.server.protocol.http import NewSeat
from paperdice.server.workers.pool import BotPool
from tests.server.tables import person, started

PR_CAPBSET_DROP, CAP_DAC_OVERRIDE = 24, 1


def begin_again() -> None:
    """Starts this program anew without the right to write what nobody may, which the tests' user may have."""
    if os.geteuid() == 0 and ctypes.CDLL(None).prctl(PR_CAPBSET_DROP, CAP_DAC_OVERRIDE, 0, 0, 0):
        raise OSError("the right to write everything cannot be given up")
    os.execv(sys.executable, [sys.executable, "-m", "tests.server.lone_bots", "now"])


async def decide() -> str:
    """Who plays for `steady` and what, found by real workers; one that is compiled is waited for."""
    driver = started(person(0), NewSeat(bot="steady"))
    driver.throw()
    pool = BotPool(5, 1, warms_ahead=False)
    is_compiled = warm_up_of(driver.table.match.raw, "steady").is_done(cache_root())
    try:
        choice = await pool.find_move(driver.table, 1, ("here",))
        async with asyncio.timeout(90):
            while is_compiled and choice.is_simple:
                await asyncio.sleep(0.1)
                choice = await pool.find_move(driver.table, 1, ("here",))
    finally:
        await pool.close()
    assert choice.move in driver.table.match.choices(1)
    return f"{'simple' if choice.is_simple else 'full'} {choice.move}"


if __name__ == "__main__":
    if sys.argv[1] == "read-only":
        begin_again()
    if sys.argv[1] == "one-core":
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    sys.stdout.write(
        f"writable {os.access(cache_root(), os.W_OK)}, cores {len(os.sched_getaffinity(0))}, {asyncio.run(decide())}\n"
    )
