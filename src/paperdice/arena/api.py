"""The public functions `paperdice.simulate`, `paperdice.duel` and `paperdice.league`, also used by the command line."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from paperdice.arena.engines import open_engine
from paperdice.arena.league import League, play_league
from paperdice.arena.progress import ShowProgress
from paperdice.arena.results import DuelResult, LeagueResult, SimulationResult
from paperdice.arena.rows import WantedRows
from paperdice.arena.run import play_duel, play_run
from paperdice.arena.setup import Setup, per_seat
from paperdice.arena.statistics import Duel
from paperdice.bots import DEFAULT_BUDGET_MS, Bot, league_names
from paperdice.errors import SetupError, UnknownBotError
from paperdice.game import Game
from paperdice.games import find_game
from paperdice.position import format_sheet
from paperdice.sheet import Sheet

# A bot is given by name or as an object with a method `choose`; a sheet is given by name or as a loaded sheet.
AnyBot = str | Bot
AnySheet = str | Sheet
NamedBots = tuple[tuple[str, ...], tuple[Bot | None, ...]]


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
    """Play matches `start` to `start + matches - 1` between bots and summarize them.

    Match n depends only on the seed and n, regardless of the number of threads or machines. The results of adjacent
    parts of a run can be added; the sum is identical to the result of the whole run.

    Args:
        game: The game or its name.
        bots: One bot for all seats, or one per seat.
        matches: The number of matches.
        start: The number of the first match.
        seats: The number of seats; by default the number of bots, or 2 for a single bot.
        sheets: One sheet for all seats, or one per seat; by default, the sheets that the game deals.
        seed: The seed for dice and bots.
        threads: The number of threads; 0 uses all cores.
        cluster: The address of a Dask scheduler, or a number of local worker processes.
        budget_ms: The time limit per decision, in milliseconds.
        playouts: A limit on rollouts per decision, used instead of the time limit to make runs reproducible.
        rows: True keeps one row per match in the result; a file name (.csv or .parquet) writes the rows to that file.
        progress: True draws a progress bar, False draws none, and None draws one in a terminal or notebook. A callback
            is called with the number of matches done and the total.

    Returns:
        The summary of the run, with one row per match if `rows` is True.

    Raises:
        SetupError: The game cannot be played with these arguments.
        UnknownGameError: There is no such game.
        UnknownBotError: There is no such bot.
        UnknownSheetError: There is no such sheet.
        Stopped: The run was interrupted by Ctrl-C; the exception contains the result so far.
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
    """Play a duel between two bots: A plays in each seat in turn, with the same dice for every seating.

    With more than two seats, B plays in all other seats. The results of adjacent parts of a duel can be added.

    Args:
        a: Bot A, whose share of the wins is reported.
        b: Bot B, the opponent.
        game: The game or its name.
        matches: The number of matches.
        start: The number of the first match, a multiple of the number of seats.
        seats: The number of seats.
        sheets: One sheet for all seats, or one per seat; by default, the sheets that the game deals.
        seed: The seed for dice and bots.
        threads: The number of threads; 0 uses all cores.
        cluster: The address of a Dask scheduler, or a number of local worker processes.
        budget_ms: The time limit per decision, in milliseconds.
        playouts: A limit on rollouts per decision, used instead of the time limit to make runs reproducible.
        stop_early: Whether to stop as soon as A's share differs significantly from a fair one.
        progress: See `simulate`.

    Returns:
        A's share of the wins, and further statistics.

    Raises:
        SetupError: The game cannot be played with these arguments.
        UnknownGameError: There is no such game.
        UnknownBotError: There is no such bot.
        UnknownSheetError: There is no such sheet.
        Stopped: The duel was interrupted by Ctrl-C; the exception contains the result so far.
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
    """Rate bots by playing a two-seat duel between each pair of them.

    Args:
        bots: The bots; by default, all bots that play the game.
        game: The game or its name.
        matches: The number of matches per pair.
        sheets: One sheet for both seats, or one per seat; by default, the sheets that the game deals.
        seed: The seed for dice and bots.
        threads: The number of threads; 0 uses all cores.
        cluster: The address of a Dask scheduler, or a number of local worker processes.
        budget_ms: The time limit per decision, in milliseconds.
        playouts: A limit on rollouts per decision, used instead of the time limit to make runs reproducible.
        progress: See `simulate`.

    Returns:
        The ratings of the bots, and the results of all duels.

    Raises:
        SetupError: The game cannot be played with these arguments, or there are fewer than two bots.
        UnknownGameError: There is no such game.
        UnknownBotError: There is no such bot.
        UnknownSheetError: There is no such sheet.
        Stopped: The league was interrupted by Ctrl-C; the exception contains the result of the unfinished duel.
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
    """Build the setup of a run from the arguments of `simulate`.

    By default there are as many seats as bots, or two for a single bot.
    """
    found = _find(game)
    names, guests = seat_bots(bots)
    if seats is None:
        seats = len(names) if len(names) > 1 else 2
    fixed = (seed, sheet_texts(found, sheets, seats), -1, budget_ms, playouts)
    return Setup(found.name, seats, per_seat(names, seats), *fixed, per_seat(guests, seats))


def seat_bots(bots: AnyBot | Iterable[AnyBot]) -> NamedBots:
    """Split bots into names and objects.

    Returns:
        The names of all bots, and for each bot the object itself, or None if it was given by name.

    Raises:
        UnknownBotError: A bot is neither a name nor an object with a method `choose`.
    """
    given = (bots,) if isinstance(bots, str) or not isinstance(bots, Iterable) else tuple(bots)
    for bot in given:
        if not isinstance(bot, str) and not callable(getattr(bot, "choose", None)):
            raise UnknownBotError(f"a bot is a name or an object that can choose(view), not {bot!r}")
    names = tuple(bot if isinstance(bot, str) else str(getattr(bot, "name", type(bot).__name__)) for bot in given)
    return names, tuple(None if isinstance(bot, str) else bot for bot in given)


def sheet_texts(game: Game, sheets: AnySheet | Iterable[AnySheet], seats: int) -> tuple[str, ...]:
    """Return one sheet per seat in record notation, or an empty tuple if no sheets are given.

    Raises:
        SetupError: A sheet is neither a name nor a loaded sheet.
    """
    given = (sheets,) if isinstance(sheets, str | Sheet) or not isinstance(sheets, Iterable) else tuple(sheets)
    for sheet in given:
        if not isinstance(sheet, str | Sheet):
            raise SetupError(f"a sheet is a name or a result of load_sheet, not {sheet!r}")
    texts = tuple(sheet if isinstance(sheet, str) else format_sheet(game, sheet) for sheet in given)
    return per_seat(texts, seats)


def _find(game: str | Game) -> Game:
    return game if isinstance(game, Game) else find_game(game)
