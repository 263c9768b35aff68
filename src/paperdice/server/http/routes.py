"""The routes of the HTTP API: tables, games, matches and challenges."""

from __future__ import annotations

from functools import cache
from typing import Annotated

import msgspec
from litestar import MediaType, Request, Response, delete, get, post
from litestar.connection import ASGIConnection
from litestar.datastructures import State
from litestar.di import NamedDependency
from litestar.handlers import BaseRouteHandler
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import FromPath, HeaderParameter, JSONBody, QueryParameter
from litestar.types import Guard

from paperdice.errors import Reason, StoreError, WrongSeatError
from paperdice.flow.describe import table_facts
from paperdice.flow.facts import TableFacts
from paperdice.flow.wishes import NewTable
from paperdice.server.http import challenges, matches, reviews, subscriptions
from paperdice.server.http.games import GameList
from paperdice.server.live.lobby import Lobby
from paperdice.server.ops.health import Health
from paperdice.server.protocol import http
from paperdice.server.protocol.schema import protocol_schema

# Weights of requests beyond the basic weight of 1, in units of a move. `bench/weights.py` measures them.
OPENING_WEIGHT, RESULTS_WEIGHT, REVIEW_WEIGHT = 5, 6, 16
LINES_A_MOVE = 20
OPEN_TABLES = 50
OWN_MATCHES = 50
MOST_RESULTS = 1_000_000
AnyRequest = Request[object, object, State]
Authorization = Annotated[str | None, HeaderParameter(name="Authorization")]


def _problems(*statuses: int) -> dict[int, ResponseSpec]:
    """Return the OpenAPI specs of a route's error responses, always including 429 (rate limit exceeded)."""
    known = sorted({*statuses, 429})
    return {status: ResponseSpec(http.Problem, description="Refused", generate_examples=False) for status in known}


def _sent_problems(*statuses: int) -> dict[int, ResponseSpec]:
    """Return the OpenAPI specs of the error responses of a route that accepts a request body."""
    return _problems(*statuses, 403, 413, 415)


def client_of(request: AnyRequest) -> str:
    """Return the client of a request, as identified by the middleware."""
    return request.client.host if request.client else ""


def weighs(weight: float) -> Guard:
    """Return a guard that rate-limits requests of this weight before their body is read."""

    async def charge(connection: ASGIConnection[object, object, object, State], _: BaseRouteHandler) -> None:
        client = connection.client.host if connection.client else ""
        lobby: Lobby = connection.app.state.lobby
        await lobby.throttles.pace(client, weight)

    return charge


def _token_of(authorization: str | None, refusal: str) -> str:
    """Return the bearer token from an Authorization header.

    Raises:
        WrongSeatError: There is no bearer token; `refusal` is the id of the reason.
    """
    scheme, _, token = (authorization or "").partition(" ")
    if scheme.lower() != "bearer" or not token:
        raise WrongSeatError("a seat's token is needed as bearer", Reason(refusal, {}))
    return token


def _listed() -> dict[int, ResponseSpec]:
    """Return the OpenAPI specs of the responses to `list_games`."""
    return {**_problems(), 200: ResponseSpec(list[http.GameFacts], description="The games", generate_examples=False)}


@get("/api/games", responses=_listed())
async def list_games(
    games: NamedDependency[GameList], lobby: NamedDependency[Lobby], request: AnyRequest
) -> Response[bytes]:
    """List the games of this server.

    The Paperdice-Page header contains the URL of the page's main script, so that outdated pages can reload.
    """
    return games.today().answer(request, {"Paperdice-Page": lobby.page})


@post("/api/tables", guards=[weighs(OPENING_WEIGHT)], responses=_sent_problems(400, 404, 409, 503))
async def open_table(data: JSONBody[NewTable], lobby: NamedDependency[Lobby], request: AnyRequest) -> http.TableOpened:
    """Open a new table, and return its code and the id of its match."""
    lobby.throttles.check_opening(client_of(request))
    challenge = None
    if data.challenge is not None:
        challenge = await challenges.find_challenge(lobby, data.challenge)
    opening = await lobby.open_table(data, challenge)
    return http.TableOpened(opening.opened.code, opening.match_id)


@get("/api/tables", responses=_problems(503))
async def list_tables(lobby: NamedDependency[Lobby], request: AnyRequest) -> list[http.TableLine]:
    """List the tables that anyone may join."""
    lobby.throttles.check_reading(client_of(request))
    return await lobby.list_open(OPEN_TABLES)


@get("/api/tables/{code:str}", responses=_problems(400, 404, 503))
async def show_table(code: FromPath[str], lobby: NamedDependency[Lobby], request: AnyRequest) -> TableFacts:
    """Return the facts about a table, for a preview before joining it."""
    table, attendance = await lobby.peek(code, client_of(request))
    return table_facts(table, attendance, lobby.clock().monotonic_ms)


@get("/api/push", responses=_problems())
async def show_push(lobby: NamedDependency[Lobby], request: AnyRequest) -> http.PushFacts:
    """Return the server's public key for push notifications, or null if it sends none."""
    lobby.throttles.check_reading(client_of(request))
    return http.PushFacts(None if lobby.pushes is None else lobby.pushes.public_key)


@post("/api/tables/{code:str}/subscribe", status_code=204, responses=_sent_problems(400, 404, 409, 503))
async def subscribe(
    code: FromPath[str],
    data: JSONBody[http.NewSubscription],
    lobby: NamedDependency[Lobby],
    request: AnyRequest,
    authorization: Authorization = None,
) -> None:
    """Subscribe a device to push notifications about its seat at a table."""
    token = _token_of(authorization, "only_seated")
    lobby.throttles.check_reading(client_of(request))
    table, _ = await lobby.peek(code, client_of(request))
    await subscriptions.subscribe(lobby, table, token, data)


@post("/api/tables/{code:str}/unsubscribe", status_code=204, responses=_sent_problems(400, 404, 503))
async def unsubscribe(
    code: FromPath[str], data: JSONBody[http.EndedSubscription], lobby: NamedDependency[Lobby], request: AnyRequest
) -> None:
    """Unsubscribe a device from push notifications about a table."""
    lobby.throttles.check_reading(client_of(request))
    table, _ = await lobby.peek(code, client_of(request))
    await subscriptions.unsubscribe(lobby, table, data)


@get("/api/matches/{match_id:str}", responses=_problems(400, 404, 503))
async def show_match(match_id: FromPath[str], lobby: NamedDependency[Lobby], request: AnyRequest) -> http.MatchFacts:
    """Return the facts about a match, for its permanent link."""
    lobby.throttles.check_reading(client_of(request))
    return await matches.match_facts(lobby, match_id, client_of(request))


@get("/api/matches/{match_id:str}/record", media_type=MediaType.TEXT, responses=_problems(400, 404, 503))
async def show_record(match_id: FromPath[str], lobby: NamedDependency[Lobby], request: AnyRequest) -> str:
    """Return the record of a match, omitting sealed (still secret) moves if the match is running."""
    lobby.throttles.check_reading(client_of(request))
    return await matches.match_record(lobby, match_id, client_of(request))


@post("/api/matches/list", status_code=200, responses=_sent_problems(400, 503))
async def list_matches(
    data: JSONBody[http.MatchList], lobby: NamedDependency[Lobby], request: AnyRequest
) -> list[http.MatchLine]:
    """List those of the given matches that are finished."""
    lobby.throttles.check_reading(client_of(request))
    await lobby.throttles.pace(client_of(request), len(data.matches) / LINES_A_MOVE)
    return await matches.match_lines(lobby, data.matches)


@post(
    "/api/matches/{match_id:str}/review",
    status_code=200,
    guards=[weighs(REVIEW_WEIGHT)],
    responses=_sent_problems(400, 404, 409, 503),
)
async def review_match(
    match_id: FromPath[str],
    data: JSONBody[http.ReviewWish],
    lobby: NamedDependency[Lobby],
    review_desk: NamedDependency[reviews.Reviews],
    request: AnyRequest,
) -> http.ReviewState:
    """Return the review of a finished match, or its progress.

    Poll until the review is done: it is cancelled if no client asks for it for a while.
    """
    lobby.throttles.check_reading(client_of(request))
    if data.cancel:
        review_desk.cancel(match_id, client_of(request))
        return http.ReviewState("waiting", 0, 0, None)
    return await review_desk.ask(match_id, client_of(request))


@post("/api/advise", status_code=200, responses=_sent_problems(400, 403, 404, 409))
async def advise_position(
    data: JSONBody[http.AdviceWish], lobby: NamedDependency[Lobby], request: AnyRequest
) -> http.Advice:
    """Return the coach's advice on a position. Nothing is stored."""
    lobby.throttles.check_reading(client_of(request))
    return await reviews.advise(lobby, data, client_of(request))


@get("/api/exercise", responses=_problems(400, 503))
async def show_exercise(review_desk: NamedDependency[reviews.Reviews], request: AnyRequest) -> http.DailyExercise:
    """Return the exercise of the day, which is the same for everyone."""
    return await review_desk.find_daily(client_of(request))


@delete("/api/matches/{match_id:str}", responses=_problems(400, 403, 404, 409, 503))
async def forget_match(
    match_id: FromPath[str],
    lobby: NamedDependency[Lobby],
    request: AnyRequest,
    authorization: Authorization = None,
) -> None:
    """Delete a player's personal data from a match, or the whole match if no other person is left."""
    token = _token_of(authorization, "not_your_match")
    lobby.throttles.check_reading(client_of(request))
    await matches.forget_player(lobby, match_id, token, client_of(request))


@post("/api/challenges", guards=[weighs(OPENING_WEIGHT)], responses=_sent_problems(400, 404, 409, 503))
async def make_challenge(
    data: JSONBody[http.NewChallenge], lobby: NamedDependency[Lobby], request: AnyRequest
) -> http.ChallengeFacts:
    """Create a challenge: a match with the same dice for everyone who opens its link."""
    lobby.throttles.check_opening(client_of(request))
    lobby.check_capacity()
    return await challenges.make_challenge(lobby, data)


@get("/api/challenges/{challenge_id:str}", guards=[weighs(RESULTS_WEIGHT)], responses=_problems(400, 404, 503))
async def show_challenge(
    challenge_id: FromPath[str],
    lobby: NamedDependency[Lobby],
    request: AnyRequest,
    offset: Annotated[int, QueryParameter(ge=0, le=MOST_RESULTS)] = 0,
    match: Annotated[list[str] | None, QueryParameter(max_items=OWN_MATCHES)] = None,
) -> http.ChallengeFacts:
    """Return a challenge with its best results, starting at `offset`, and the results of the given matches.

    The seed is public, so the dice can be computed in advance.
    """
    lobby.throttles.check_reading(client_of(request))
    return await challenges.show_challenge(lobby, challenge_id, offset, match or [])


@cache
def _protocol() -> bytes:
    return msgspec.json.encode(protocol_schema())


@get("/schema/protocol.json", include_in_schema=False)
async def show_protocol() -> Response[bytes]:
    """Return the JSON Schema of all messages."""
    return Response(_protocol(), media_type=MediaType.JSON)


@get("/health", responses=_problems(503))
async def show_health(lobby: NamedDependency[Lobby], health: NamedDependency[Health]) -> dict[str, str]:
    """Check that the server is running and can write to its database."""
    if lobby.is_closing:
        raise StoreError("the server is closing", Reason("closing", {}))
    await health.check()
    return {"status": "ok"}


@get("/metrics", responses=_problems(), media_type="text/plain; version=0.0.4; charset=utf-8")
async def show_metrics(lobby: NamedDependency[Lobby]) -> Response[str]:
    """Return the server's metrics in the Prometheus text format."""
    return Response(lobby.metrics.text(lobby.gauges), media_type="text/plain; version=0.0.4; charset=utf-8")


ROUTES = (
    list_games,
    open_table,
    list_tables,
    show_table,
    show_push,
    subscribe,
    unsubscribe,
    show_match,
    show_record,
    list_matches,
    review_match,
    advise_position,
    show_exercise,
    forget_match,
    make_challenge,
    show_challenge,
    show_protocol,
    show_health,
    show_metrics,
)
