"""The API as its own description says: schemathesis tries everything that is described, and much that is not."""

import asyncio
import threading
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, settings
from schemathesis.specs.openapi.checks import negative_data_rejection, positive_data_acceptance

from paperdice.server.settings import Limits
from paperdice.store.memory import MemoryStore
from tests.server.servers import FAST, running_server

TOO_LONG = 413


@pytest.fixture(scope="module")
def api() -> Iterator[schemathesis.BaseSchema]:
    """The description that a running server gives of itself."""
    ready, stop, address = threading.Event(), asyncio.Event(), []
    loop = asyncio.new_event_loop()

    async def serve() -> None:
        async with running_server(MemoryStore(), replace(FAST, limits=Limits())) as url:
            address.append(url)
            ready.set()
            await stop.wait()

    thread = threading.Thread(target=loop.run_until_complete, args=(serve(),))
    thread.start()
    ready.wait(20)
    yield schemathesis.openapi.from_url(f"{address[0]}/schema/openapi.json")
    loop.call_soon_threadsafe(stop.set)
    thread.join()
    loop.close()


schema = schemathesis.pytest.from_fixture("api")


@schema.parametrize()
@settings(max_examples=40, deadline=None, suppress_health_check=list(HealthCheck))
def test_every_answer_is_as_described(case: schemathesis.Case[Any]) -> None:
    """What fits the description may still be refused: no schema says how many seats a game has.

    A body that is too long is refused as such (413), which the check of refusals does not know as one.
    """
    response = case.call()
    if response.status_code == TOO_LONG:
        case.validate_response(response, excluded_checks=[positive_data_acceptance, negative_data_rejection])
    else:
        case.validate_response(response, excluded_checks=[positive_data_acceptance])
