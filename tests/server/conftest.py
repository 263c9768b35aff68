"""Fixtures shared by the server tests."""

from collections.abc import AsyncIterator, Iterator

import pytest
import pytest_asyncio

from paperdice.server import bots
from paperdice.server.live import lobby
from paperdice.store.memory import MemoryStore
from paperdice.workers import pool
from tests.ready import get_study_ready
from tests.server.pools import LastingPool, NoWorker, play_like_casual
from tests.server.servers import LONG, server_aside


@pytest.fixture
def workers(monkeypatch: pytest.MonkeyPatch) -> None:
    """Use real worker processes with generous deadlines, for busy machines."""
    monkeypatch.setattr(pool, "NICENESS", 0)
    monkeypatch.setattr(pool, "START_SECONDS", LONG)
    monkeypatch.setattr(bots, "GRACE_SECONDS", LONG)
    monkeypatch.setattr(bots, "STUDY_SECONDS", LONG)


@pytest.fixture(autouse=True)
def _bots_without_processes(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Start no worker processes, unless the test needs them: all bots play like `casual`."""
    if "workers" not in request.fixturenames:
        monkeypatch.setattr(pool, "Worker", NoWorker)
        play_like_casual(monkeypatch.setattr)


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def lasting_pool() -> AsyncIterator[LastingPool]:
    """A pool with one process, which loads the study of Sixto once for all tests."""
    get_study_ready()
    made = LastingPool(5, 1, warms_ahead=False)
    yield made
    await made.end()


@pytest.fixture
def study_pool(workers: None, lasting_pool: LastingPool, monkeypatch: pytest.MonkeyPatch) -> LastingPool:
    """Make every server and lobby of a test use the shared pool, which runs in the event loop of the session."""
    monkeypatch.setattr(lobby, "BotPool", lambda *_, **__: lasting_pool)
    return lasting_pool


@pytest.fixture(scope="session")
def shared_url() -> Iterator[str]:
    """The address of a server shared by tests that only use their own tables."""
    with server_aside(MemoryStore()) as url:
        yield url
