"""How a match comes to be at a table: opened by somebody, or as the rematch of another."""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from paperdice import fair
from paperdice.errors import Reason, SetupError
from paperdice.games import find_game
from paperdice.match import Match
from paperdice.server.http.challenges import Challenge
from paperdice.server.live.bot_pool import BOT_NAMES
from paperdice.server.protocol import events as log
from paperdice.server.protocol.http import NewSeat, NewTable
from paperdice.server.table.codes import TABLE_CODE_LENGTH, draw_code
from paperdice.server.table.decide import clean_name, draw_match_id, refuse
from paperdice.server.table.table import Table
from paperdice.store.store import MatchEntry, Store, TableEntry


@dataclass(frozen=True, slots=True)
class Opening:
    """A new match with its first events, to be kept and played."""

    entry: TableEntry
    match: MatchEntry
    events: tuple[log.Event, ...]

    def table(self) -> Table:
        """Gives the table as it stands at the opening."""
        return Table.replay(self.match.id, self.events)

    async def keep_in(self, store: Store) -> None:
        """Keeps the match; StaleMatchError if its id, or the code of a new table, is taken."""
        await store.create(self.entry, self.match, [log.write_event(event) for event in self.events])


def _opening(match_id: str, opened: log.Opened, others: Sequence[log.Event]) -> Opening:
    entry = TableEntry(opened.table_id, opened.code, match_id, opened.open, opened.at)
    match = MatchEntry(match_id, opened.table_id, opened.game, opened.challenge, 0, opened.at, opened.at)
    return Opening(entry, match, (opened, *others))


def new_opening(wish: NewTable, challenge: Challenge | None, now: int) -> Opening:
    """Gives the match that somebody wishes to open, or raises what is wrong with the wish."""
    opened = _challenge_opened(wish, challenge, now) if challenge is not None else _wished_opened(wish, now)
    others: list[log.Event] = []
    for seat, new_seat in enumerate(wish.seats):
        others += _seat_events(opened, seat, new_seat, now)
    opening = _opening(draw_match_id(), opened, others)
    opening.table()
    return opening


def _wished_opened(wish: NewTable, now: int) -> log.Opened:
    game = find_game(wish.game)
    n_seats = len(wish.seats)
    first = wish.first if wish.first is not None else secrets.randbelow(n_seats)
    trial = Match(game, n_seats, wish.sheets, first)
    return log.Opened(
        at=now,
        table_id=secrets.token_hex(12),
        code=draw_code(TABLE_CODE_LENGTH),
        game=game.name,
        rules=game.version,
        sheets=[sheet.name for sheet in trial.sheets],
        first=first,
        dice=wish.dice,
        seed=_seed(wish),
        clock=wish.clock,
        open=wish.open,
        auto_throw=wish.auto_throw,
        auto_pass=wish.auto_pass,
    )


def _seed(wish: NewTable) -> str:
    if wish.seed is not None and wish.dice != "seeded":
        raise SetupError("only seeded dice take a seed", Reason("seed_not_wanted", {}))
    if wish.dice == "seeded":
        return str(wish.seed if wish.seed is not None else secrets.randbits(53))
    return fair.draw_secret() if wish.dice == "committed" else ""


def _challenge_opened(wish: NewTable, challenge: Challenge, now: int) -> log.Opened:
    game = find_game(challenge.game)
    if wish.game != game.name or challenge.rules != game.version:
        raise SetupError("the challenge was made for another game or version", Reason("other_challenge", {}))
    given = [new_seat.bot for new_seat in wish.seats]
    if given[:1] != [None] or given[1:] != list(challenge.bots):
        raise SetupError("a challenge is played from seat 0 against its own bots", Reason("other_challenge", {}))
    trial = Match(game, len(given), challenge.sheets, challenge.first)
    return log.Opened(
        at=now,
        table_id=secrets.token_hex(12),
        code=draw_code(TABLE_CODE_LENGTH),
        game=game.name,
        rules=game.version,
        sheets=[sheet.name for sheet in trial.sheets],
        first=challenge.first,
        dice="seeded",
        seed=str(challenge.seed),
        clock=wish.clock,
        auto_throw=wish.auto_throw,
        auto_pass=wish.auto_pass,
        challenge=challenge.id,
    )


def check_bots(bots: Iterable[str]) -> None:
    """Refuses a bot that is not there."""
    for bot in bots:
        if bot not in BOT_NAMES:
            raise refuse("unknown_bot", f"there is no bot {bot!r}, only {', '.join(BOT_NAMES)}", bot=bot)


def _seat_events(opened: log.Opened, seat: int, wish: NewSeat, now: int) -> list[log.Event]:
    if wish.bot is not None:
        if wish.name is not None or wish.token is not None or wish.commitment is not None:
            raise SetupError("a seat is a bot's or a person's, not both", Reason("bad_seat", {"seat": seat}))
        check_bots([wish.bot])
        return [log.SatDown(at=now, seat=seat, name=wish.bot, bot=wish.bot)]
    if wish.name is None and wish.token is None and wish.commitment is None:
        return []
    if wish.name is None or wish.token is None:
        raise SetupError("a person needs a name and a token", Reason("bad_seat", {"seat": seat}))
    kept = log.hash_secret(opened.table_id, wish.token)
    events: list[log.Event] = [log.SatDown(at=now, seat=seat, name=clean_name(wish.name), token_hash=kept)]
    if wish.commitment is not None and opened.dice == "committed":
        events.append(log.Committed(at=now, seat=seat, commitment=wish.commitment))
    return events


def next_opening(table: Table) -> Opening:
    """Gives the rematch of a table: the same seats, the next one first."""
    rematch = table.next_match
    assert rematch is not None
    setup = table.setup
    opened = log.Opened(
        at=rematch.at,
        table_id=setup.table_id,
        code=setup.code,
        game=setup.game,
        rules=setup.rules,
        sheets=setup.sheets,
        first=rematch.first,
        dice=setup.dice,
        seed=rematch.seed,
        clock=setup.clock,
        open=setup.open,
        auto_throw=setup.auto_throw,
        auto_pass=setup.auto_pass,
        previous=table.match_id,
    )
    others = [
        log.SatDown(at=rematch.at, seat=seat, name=entry.name, token_hash=entry.token_hash, bot=entry.bot)
        for seat, entry in enumerate(table.seats)
        if entry.kind != "open"
    ]
    return _opening(rematch.next_match, opened, others)
