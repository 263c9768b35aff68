"""`paperdice.simulate`, `paperdice.duel` and `paperdice.league`: what people call, and the commands too."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from paperdice.arena.duel import play_duel
from paperdice.arena.engines import open_engine
from paperdice.arena.league import League, play_league
from paperdice.arena.progress import ShowProgress
from paperdice.arena.results import DuelResult, LeagueResult, SimulationResult
from paperdice.arena.run import play_run
from paperdice.arena.setup import Setup, spread
from paperdice.arena.spool import WantedRows
from paperdice.arena.standing import Duel
from paperdice.bots import DEFAULT_BUDGET_MS, Bot, league_names
from paperdice.errors import SetupError, UnknownBotError
from paperdice.game import Game
from paperdice.games import find_game
from paperdice.position import format_sheet
from paperdice.sheet import Sheet

# A bot by its name, or an object that can `choose`; a sheet by its name, or one that was loaded.
AnyBot = str | Bot
AnySheet = str | Sheet
Seated = tuple[tuple[str, ...], tuple[Bot | None, ...]]


def simulate(
    game: str | Game,
    bots: AnyBot | Sequence[AnyBot] = "random",
    *,
    matches: int = 10_000,
    start: int = 0,
    seats: int | None = None,
    sheets: AnySheet | Sequence[AnySheet] = (),
    seed: int = 0,
    threads: int = 0,
    cluster: str | int | None = None,
    budget_ms: float = DEFAULT_BUDGET_MS,
    playouts: int | None = None,
    rows: WantedRows = False,
    progress: ShowProgress = None,
) -> SimulationResult:
    """Play matches `start` to `start + matches - 1` between bots and sum them up.

    One bot plays for all seats, or there is one per seat; the same with sheets. Match n depends on the seed and n
    alone, however many `threads` (0 takes all cores) or machines of a `cluster` play. So the results of parts that
    adjoin each other can be added, and their sum is the result of the whole. `rows=True` keeps one row per match in
    the result, a file name (.csv, .parquet) writes them. Ctrl-C raises `Stopped`, which has the result so far.
    """
    setup = make_setup(game, bots, seats, sheets, seed, budget_ms, playouts)
    with open_engine(threads, cluster, has_guests=setup.has_guests) as engine:
        return play_run(setup, matches, start=start, engine=engine, progress=progress, rows=rows)


def duel(
    a: AnyBot,
    b: AnyBot,
    *,
    game: str | Game = "qwixx",
    matches: int = 1000,
    start: int = 0,
    seats: int = 2,
    sheets: AnySheet | Sequence[AnySheet] = (),
    seed: int = 0,
    threads: int = 0,
    cluster: str | int | None = None,
    budget_ms: float = DEFAULT_BUDGET_MS,
    playouts: int | None = None,
    stop_early: bool = False,
    progress: ShowProgress = None,
) -> DuelResult:
    """Lets two bots play against each other, every seat in turn, with the same dice for every seating.

    With more than two seats B sits in all others. `stop_early` stops as soon as the winner is beyond doubt. `start` is
    the number of the first match, a multiple of the number of seats; results of parts that adjoin each other can be
    added. Ctrl-C raises `Stopped`, which has the result so far.
    """
    found = _find(game)
    names, guests = seat_bots((a, b))
    given = sheet_texts(found, sheets, seats)
    meeting = Duel((names[0], names[1]), found.name, seats, seed, given, budget_ms, playouts, (guests[0], guests[1]))
    with open_engine(threads, cluster, has_guests=meeting.seating(0).has_guests) as engine:
        return play_duel(meeting, matches, engine=engine, progress=progress, stop_early=stop_early, start=start)


def league(
    bots: Iterable[AnyBot] = (),
    *,
    game: str | Game = "qwixx",
    matches: int = 200,
    sheets: AnySheet | Sequence[AnySheet] = (),
    seed: int = 0,
    threads: int = 0,
    cluster: str | int | None = None,
    budget_ms: float = DEFAULT_BUDGET_MS,
    playouts: int | None = None,
    progress: ShowProgress = None,
) -> LeagueResult:
    """Rates bots, all that play the game if none is named: every two of them play a duel with two seats.

    `matches` are those of each pair. Ctrl-C raises `Stopped`.
    """
    found = _find(game)
    names, guests = seat_bots(bots)
    if not names:
        names, guests = seat_bots(league_names(found))
    meeting = League(names, found.name, seed, sheet_texts(found, sheets, 2), budget_ms, playouts, guests)
    has_guests = any(guest is not None for guest in guests)
    with open_engine(threads, cluster, has_guests=has_guests) as engine:
        return play_league(meeting, matches, engine=engine, progress=progress)


def make_setup(
    game: str | Game,
    bots: AnyBot | Sequence[AnyBot],
    seats: int | None = None,
    sheets: AnySheet | Sequence[AnySheet] = (),
    seed: int = 0,
    budget_ms: float = DEFAULT_BUDGET_MS,
    playouts: int | None = None,
) -> Setup:
    """Gives the run that these words describe; several bots make as many seats, one bot makes two."""
    found = _find(game)
    names, guests = seat_bots(bots)
    if seats is None:
        seats = len(names) if len(names) > 1 else 2
    fixed = (seed, sheet_texts(found, sheets, seats), -1, budget_ms, playouts)
    return Setup(found.name, seats, spread(names, seats), *fixed, spread(guests, seats))


def seat_bots(bots: AnyBot | Iterable[AnyBot]) -> Seated:
    """Gives the names of bots, and those of them that are objects."""
    given = (bots,) if isinstance(bots, str) or not isinstance(bots, Iterable) else tuple(bots)
    for bot in given:
        if not isinstance(bot, str) and not callable(getattr(bot, "choose", None)):
            raise UnknownBotError(f"a bot is a name or an object that can choose(view), not {bot!r}")
    names = tuple(bot if isinstance(bot, str) else str(getattr(bot, "name", type(bot).__name__)) for bot in given)
    return names, tuple(None if isinstance(bot, str) else bot for bot in given)


def sheet_texts(game: Game, sheets: AnySheet | Iterable[AnySheet], seats: int) -> tuple[str, ...]:
    """Gives one sheet a seat as a record writes it; none if the game deals."""
    given = (sheets,) if isinstance(sheets, str | Sheet) or not isinstance(sheets, Iterable) else tuple(sheets)
    for sheet in given:
        if not isinstance(sheet, str | Sheet):
            raise SetupError(f"a sheet is a name or what load_sheet gives, not {sheet!r}")
    texts = tuple(sheet if isinstance(sheet, str) else format_sheet(game, sheet) for sheet in given)
    return spread(texts, seats)


def _find(game: str | Game) -> Game:
    return game if isinstance(game, Game) else find_game(game)
