"""The API against its own schema: schemathesis tries every described request, and many others."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
import requests
import schemathesis
from hypothesis import HealthCheck, settings
from schemathesis.config import SchemathesisConfig
from schemathesis.specs.openapi.checks import negative_data_rejection, positive_data_acceptance

from paperdice.server.settings import Limits
from paperdice.store.memory import MemoryStore
from tests.patience import patience
from tests.sampling import WHOLE, budget
from tests.server.servers import FAST, LONG, server_aside

TOO_LONG = 413
# The limits of a real server, but timeouts for a busy machine.
PATIENT = Limits(request_seconds=LONG, answer_seconds=LONG, idle_seconds=LONG)
# One of each kind: a body, a path, a query, and a secret in a header.
EDGES = ["/api/challenges", "/api/tables/{code}", "/api/challenges/{challenge_id}", "/api/matches/{match_id}"]


@pytest.fixture(scope="module")
def description() -> Iterator[str]:
    """Start a server and return the address of its schema."""
    with server_aside(MemoryStore(), replace(FAST, limits=PATIENT)) as url:
        yield f"{url}/schema/openapi.json"


@pytest.fixture(scope="module")
def session() -> Iterator[requests.Session]:
    """Return one connection pool for all requests, independent of the environment."""
    with requests.Session() as made:
        made.trust_env = False
        yield made


def read(description: str, *, edges: bool) -> schemathesis.BaseSchema:
    """Load the schema; `edges` adds many boundary-value requests."""
    config = SchemathesisConfig.from_dict({"phases": {"coverage": {"enabled": edges}}})
    return schemathesis.openapi.from_url(description, config=config)


@pytest.fixture(scope="module")
def everything(description: str) -> schemathesis.BaseSchema:
    return read(description, edges=False)


@pytest.fixture(scope="module")
def edges(description: str) -> schemathesis.BaseSchema:
    return read(description, edges=True)


def tried(usual: int, whole: int) -> settings:
    """Return the settings for this many random requests per address, the same ones in every usual run."""
    return settings(
        max_examples=budget(usual, whole),
        database=None,
        suppress_health_check=list(HealthCheck),
    )


def check(case: schemathesis.Case[Any], session: requests.Session) -> None:
    """Check a response; a valid request may be refused, since the schema does not know the seats of a game.

    A body that is too long is refused with 413, which the check of refusals does not expect.
    """
    response = case.call(session=session, timeout=patience())
    if response.status_code == TOO_LONG:
        case.validate_response(response, excluded_checks=[positive_data_acceptance, negative_data_rejection])
    else:
        case.validate_response(response, excluded_checks=[positive_data_acceptance])


@pytest.mark.sampled
@schemathesis.pytest.from_fixture("everything").parametrize()
@tried(8, 100)
def test_every_answer_is_as_described(case: schemathesis.Case[Any], session: requests.Session) -> None:
    check(case, session)


edgy = schemathesis.pytest.from_fixture("edges")


@pytest.mark.sampled
@(edgy if WHOLE else edgy.include(path=EDGES)).parametrize()
@tried(1, 1)
def test_answers_to_requests_at_the_edges_are_as_described(
    case: schemathesis.Case[Any], session: requests.Session
) -> None:
    check(case, session)
