"""Everything over plain HTTP: tables to open, games to choose, history to read."""

from __future__ import annotations

import secrets
from datetime import UTC, datetime
from typing import Annotated, Any

from litestar import MediaType, Request, Response, delete, get, post
from litestar.di import NamedDependency
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import FromPath, HeaderParameter, JSONBody

from paperdice.errors import Reason, StoreError, WrongSeatError
from paperdice.game import Game
from paperdice.games import GAMES, find_game
from paperdice.match import Match
from paperdice.server.http import challenges, history
from paperdice.server.http import replays as films
from paperdice.server.live.bot_pool import BOT_NAMES
from paperdice.server.live.lobby import Hall, unknown
from paperdice.server.live.session import now_ms
from paperdice.server.protocol import http
from paperdice.server.protocol.facts import TableFacts
from paperdice.server.protocol.schema import protocol_schema
from paperdice.server.table.record import table_facts
from paperdice.server.table.setup import check_bots

OPEN_TABLES = 50
RESULTS = 500


def _problems(*statuses: int) -> dict[int, ResponseSpec]:
    return {status: ResponseSpec(http.Problem, description="Refused", generate_examples=False) for status in statuses}


def client_of(request: Request[Any, Any, Any]) -> str:
    """Gives the address that limits are counted for."""
    return request.client.host if request.client else ""


@get("/api/games")
async def list_games() -> list[http.GameFacts]:
    """The games that can be played here."""
    today = datetime.now(UTC).date()
    return [_game_facts(game, challenges.daily_id(today, game)) for game in GAMES]


def _game_facts(game: Game, daily: str) -> http.GameFacts:
    sheets = [
        http.PrintedSheet(name, [http.PrintedRow(list(row.colors), list(row.numbers)) for row in sheet.rows])
        for name, sheet in game.sheets.items()
    ]
    seats = (game.seats[0], game.seats[-1])
    return http.GameFacts(game.name, game.title, game.version, seats, sheets, list(BOT_NAMES), daily)


@post("/api/tables", responses=_problems(400, 404, 409, 413, 429, 503))
async def open_table(
    data: JSONBody[http.NewTable], hall: NamedDependency[Hall], request: Request[Any, Any, Any]
) -> http.TableMade:
    """Opens a table."""
    challenge = await _find_challenge(hall, data.challenge) if data.challenge is not None else None
    opening = await hall.open_table(data, challenge, client_of(request))
    return http.TableMade(opening.entry.code, opening.match.id)


@get("/api/tables", responses=_problems(503))
async def list_tables(hall: NamedDependency[Hall]) -> list[http.TableLine]:
    """The tables that are open to everyone."""
    return await history.open_tables(hall, OPEN_TABLES)


@get("/api/tables/{code:str}", responses=_problems(400, 404, 429, 503))
async def show_table(code: FromPath[str], hall: NamedDependency[Hall], request: Request[Any, Any, Any]) -> TableFacts:
    """One table, for somebody who thinks of sitting down."""
    room = await hall.enter(code, client_of(request))
    return table_facts(room.table, room.attendance, now_ms())


@get("/api/matches/{match_id:str}", responses=_problems(400, 404, 429, 503))
async def show_match(
    match_id: FromPath[str], hall: NamedDependency[Hall], request: Request[Any, Any, Any]
) -> http.MatchFacts:
    """One match by its permanent link."""
    hall.check_reading(client_of(request))
    return await history.match_facts(hall, match_id)


@get("/api/matches/{match_id:str}/record", media_type=MediaType.TEXT, responses=_problems(400, 404, 503))
async def show_record(match_id: FromPath[str], hall: NamedDependency[Hall]) -> str:
    """The record of a match; while it runs, without any sealed move."""
    return await history.match_record(hall, match_id)


@post("/api/matches/list", status_code=200, responses=_problems(400, 413, 503))
async def list_matches(data: JSONBody[http.MatchList], hall: NamedDependency[Hall]) -> list[http.MatchLine]:
    """The finished ones among the matches that a device remembers."""
    return await history.match_lines(hall, data.matches)


@post("/api/replay", status_code=200, sync_to_thread=True, responses=_problems(400, 404, 409, 413, 429))
def show_film(
    data: JSONBody[films.RecordText], hall: NamedDependency[Hall], request: Request[Any, Any, Any]
) -> films.Film:
    """A record, frame by frame, as a spectator saw it; nothing is kept."""
    hall.check_reading(client_of(request))
    return films.make_film(data.record)


@delete("/api/matches/{match_id:str}", responses=_problems(400, 403, 404, 409, 503))
async def forget_match(
    match_id: FromPath[str],
    hall: NamedDependency[Hall],
    authorization: Annotated[str | None, HeaderParameter(name="Authorization")] = None,
) -> None:
    """Forgets the person behind a token in a finished match, and the match with the last of them."""
    scheme, _, token = (authorization or "").partition(" ")
    if scheme.lower() != "bearer" or not token:
        raise WrongSeatError("a seat's token is needed as bearer", Reason("not_your_match", {}))
    await history.forget_player(hall, match_id, token)


@post("/api/challenges", responses=_problems(400, 404, 409, 413, 429, 503))
async def make_challenge(
    data: JSONBody[http.NewChallenge], hall: NamedDependency[Hall], request: Request[Any, Any, Any]
) -> http.ChallengeFacts:
    """Makes a challenge: the same dice for everyone with the link."""
    hall.check_opening(client_of(request))
    game = find_game(data.game)
    check_bots(data.bots)
    trial = Match(game, 1 + len(data.bots), data.sheets, data.first)
    challenge = challenges.Challenge(
        id=secrets.token_hex(8),
        game=game.name,
        rules=game.version,
        sheets=[sheet.name for sheet in trial.sheets],
        bots=data.bots,
        first=data.first,
        seed=data.seed if data.seed is not None else secrets.randbits(53),
    )
    await hall.store.add_challenge(challenges.write_challenge(challenge, now_ms()))
    return challenges.challenge_facts(challenge, [])


@get("/api/challenges/{challenge_id:str}", responses=_problems(400, 404, 503))
async def show_challenge(challenge_id: FromPath[str], hall: NamedDependency[Hall]) -> http.ChallengeFacts:
    """A challenge and what everyone made of it; its seed is public, so the dice can be computed ahead."""
    challenge = await _find_challenge(hall, challenge_id)
    return challenges.challenge_facts(challenge, await hall.store.list_results(challenge.id, RESULTS))


async def _find_challenge(hall: Hall, challenge_id: str) -> challenges.Challenge:
    daily = challenges.find_daily(challenge_id, datetime.now(UTC).date())
    if daily is not None:
        return daily
    entry = await hall.store.find_challenge(challenge_id)
    if entry is None:
        raise unknown("challenge")
    return challenges.read_challenge(entry)


@get("/schema/protocol.json", include_in_schema=False)
async def show_protocol() -> dict[str, Any]:
    """The JSON Schema of all messages."""
    return protocol_schema()


@get("/health", responses=_problems(503))
async def show_health(hall: NamedDependency[Hall]) -> dict[str, str]:
    """Whether the server and its database answer."""
    await hall.store.ping()
    if hall.is_closing:
        raise StoreError("the server is closing", Reason("closing", {}))
    return {"status": "ok"}


@get("/metrics", media_type="text/plain; version=0.0.4; charset=utf-8")
async def show_metrics(hall: NamedDependency[Hall]) -> Response[str]:
    """Counts in the format of Prometheus."""
    return Response(hall.metrics.text(hall.gauges), media_type="text/plain; version=0.0.4; charset=utf-8")


ROUTES = (
    list_games,
    open_table,
    list_tables,
    show_table,
    show_match,
    show_record,
    list_matches,
    show_film,
    forget_match,
    make_challenge,
    show_challenge,
    show_protocol,
    show_health,
    show_metrics,
)
