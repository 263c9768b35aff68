"""A table as a plain object: it is what its events say, and does no input or output."""

from __future__ import annotations

import copy
from collections import Counter, deque
from collections.abc import Collection, Iterable
from dataclasses import dataclass, replace
from typing import Literal, assert_never

from msgspec import structs

from paperdice.dice import DiceSource, SeededDice
from paperdice.errors import Reason, StoreError
from paperdice.fair import Agreement, Terms, commitment_to
from paperdice.game import Game
from paperdice.games import find_game
from paperdice.match import Match
from paperdice.pad import Pad
from paperdice.server.protocol import events, notices
from paperdice.server.protocol.facts import PaceName, SeatKind, Status
from paperdice.server.table.budget import BUDGETS, Spending, spending_of
from paperdice.server.table.codes import is_secret
from paperdice.server.table.course import (
    NOTES,
    PAD_PHASE,
    PASS_TEXT,
    Asked,
    Correction,
    Course,
    Place,
    corrected,
    course_of,
    enter_again,
    find_entry,
    rebuild,
)
from paperdice.server.table.deal import read_deal

# Entering something at a pad is as much work as this many throws and moves.
PAD_ENTRY_WORK = 7
KEPT_COMMANDS = 5000
KEPT_NOTICES = 800
# What is shown in place of the name of a person who asked to be forgotten.
FORGOTTEN = "?"
# Events that change nothing but the match itself, unless they end it.
PLAYED = frozenset((events.Sealed, events.Thrown, events.TakenBack, events.Confirmed))


class OtherRulesError(StoreError):
    """A match was begun under another version of its game's rules; all other matches can be played on."""

    def __init__(self, match_id: str, opened: events.Opened, game: Game) -> None:
        told = f"rules {opened.rules} of {game.name}, this Paperdice has {game.version}"
        params: dict[str, str | int] = {"game": game.title, "rules": opened.rules, "known": game.version}
        super().__init__(f"match {match_id!r} was begun under {told}", Reason("other_match_rules", params))


@dataclass(slots=True)
class Seat:
    """Who sits in one seat."""

    kind: SeatKind = "open"
    name: str = ""
    bot: str | None = None
    stand_in: str | None = None
    token_hash: str = ""
    left: bool = False

    @property
    def player(self) -> str | None:
        """The bot that decides for this seat now, None for a person."""
        return self.bot or self.stand_in


class Table:
    """One table with its current match, rebuilt from the match's log.

    `step` counts the start, the stages of the shares, throws and resolved phases, so that a late command is known as
    late; `status` changes only with it.
    """

    def __init__(self, match_id: str, opened: events.Opened) -> None:
        game = find_game(opened.game)
        if opened.rules != game.version:
            raise OtherRulesError(match_id, opened, game)
        self.match_id = match_id
        self.setup = opened
        begun = _begin(game, opened)
        self.pad = Pad(game, len(opened.sheets), begun.sheets) if opened.dice == "unknown" else None
        self.match = begun if self.pad is None else self.pad.match
        self.seats = [Seat() for _ in opened.sheets]
        self.series = opened.series or [0 for _ in opened.sheets]
        self.agreement = _agreement(match_id, opened) if opened.dice == "committed" else None
        self.dice: DiceSource | None = SeededDice(int(opened.seed)) if opened.dice == "seeded" else None
        self.sequence = 1
        self.status: Status = "lobby"
        self.step = 0
        self.step_at = opened.at
        self.started_at: int | None = None
        self.next_match: events.Rematched | events.Arranged | None = None
        self.transfers: dict[int, events.TransferOffered] = {}
        self.done: dict[tuple[str, str], int] = {}
        self.spent: Counter[Spending] = Counter()
        self.meanwhile: dict[int, list[notices.PlayedMove]] = {}
        self.notices: deque[notices.Notice] = deque(maxlen=KEPT_NOTICES)
        self.timed_out: list[int] = []
        self.warming: set[int] = set()
        self.simple: list[int] = []
        # After a correction: what waits to be entered again, and what of it cannot stand.
        self.later: Course = {}
        self.asked: dict[Place, Asked] = {}
        self.n_corrections = 0
        # How many entries the corrections have entered again; replaying the log enters them once more.
        self.n_reentered = 0
        # The same for the corrections of each seat.
        self.reentered_by: Counter[int] = Counter()
        # The course that was corrected last, which everyone knows, less what was sealed since.
        self.known: Course = {}
        # The correction that was checked last, with the length of the log then.
        self._checked: tuple[int, Place, str, Correction] | None = None
        # What the record noted beside moves that are asked again.
        self.noted: list[str] = []
        self.pace: PaceName | None = opened.pace
        self._await_people()

    def _await_people(self) -> None:
        """Nobody has wavered, asked or agreed yet."""
        # The seats whose moves may be taken back for a moment, by the time of the seal, and those that have done so.
        self.on_hold: dict[int, int] = {}
        self.wavered: set[int] = set()
        self.rematch_asked: set[int] = set()
        # The seats whose people agree to hints, and those that have asked for one in this step.
        self.hints: set[int] = set()
        self.hinted: set[int] = set()
        # How many events were about more than throws and moves, so that what is known around the match may be new.
        self.n_around = 0

    @classmethod
    def replay(cls, match_id: str, log: Iterable[events.Event]) -> Table:
        """The table that a log tells."""
        iterator = iter(log)
        opened = next(iterator, None)
        if not isinstance(opened, events.Opened):
            raise StoreError(f"the log of match {match_id!r} does not begin at its beginning")
        table = cls(match_id, opened)
        for event in iterator:
            table.apply(event)
        return table

    def copy(self) -> Table:
        """Return an independent table with the same events."""
        table = copy.copy(self)
        for name, value in vars(self).items():
            if isinstance(value, list | dict | set | deque):
                setattr(table, name, value.copy())
        table.seats = [replace(seat) for seat in self.seats]
        table.meanwhile = {seat: list(played) for seat, played in self.meanwhile.items()}
        table.agreement = copy.deepcopy(self.agreement)
        table.pad = None if self.pad is None else self.pad.copy()
        table.match = self.match.copy() if table.pad is None else table.pad.match
        return table

    def after(self, new: Iterable[events.Event]) -> Table:
        """Return a copy of the table to which events are applied that are not stored yet."""
        table = self.copy()
        for event in new:
            table.apply(event)
        return table

    # Asking

    @property
    def persons(self) -> list[int]:
        """The seats that belong to a person, there or not."""
        return [seat for seat, entry in enumerate(self.seats) if entry.kind == "person"]

    @property
    def open_seats(self) -> list[int]:
        """The seats that anybody may take."""
        return [seat for seat, entry in enumerate(self.seats) if entry.kind == "open"]

    @property
    def has_begun(self) -> bool:
        """Tells whether there is a match to be seen: from the first throw that is wanted to the end."""
        return self.status in ("playing", "over")

    @property
    def is_rematch(self) -> bool:
        """Whether the match follows another one with the same seats."""
        return self.setup.previous is not None and self.setup.arranged_from is None

    @property
    def n_bots(self) -> int:
        """How many seats a bot decides for now."""
        return sum(entry.player is not None for entry in self.seats)

    def is_offered(self, seat: int) -> bool:
        """Whether another seat has offered a code for the seat of an absent person."""
        return seat in self.transfers and self.transfers[seat].by is not None

    @property
    def is_kept_for_absent(self) -> bool:
        """Whether a bot stands in for an absent person, or another device may take such a person's seat."""
        return any(entry.stand_in or self.is_offered(seat) for seat, entry in enumerate(self.seats))

    @property
    def is_held(self) -> bool:
        """Tells whether all moves of the phase are sealed, but some may still be taken back."""
        return self.status == "playing" and not self.match.acting and bool(self.match.answered)

    def course(self) -> Course:
        """All that was thrown and played, in order, and what of it waits to be entered again.

        Moves that are still sealed are none of it: after a correction they are played anew, so that nobody learns them.
        """
        waiting = {place: asked.entry for place, asked in self.asked.items()}
        match, known = self.match, self.known
        sealed = {Place(match.turn, 0, match.phase, seat) for seat in match.answered}
        played = {place: entry for place, entry in course_of(match).items() if place not in sealed or place in known}
        return {**played, **self.later, **waiting, **played}

    def check_correction(self, place: Place, text: str) -> Correction:
        """Return what the match becomes with another text at a place, and keep it until the next event.

        Raises `IllegalMoveError` if there is no such entry, or why the text cannot stand there.
        """
        course = self.course()
        was = find_entry(course, place).text
        known = corrected(course, place, text)
        made = Correction(was, known, rebuild(self.match, known, place))
        self._checked = (self.sequence, place, text, made)
        return made

    def take_correction(self, place: Place, text: str) -> Correction:
        """Return a correction whose event is being applied, as it was checked just before if it was."""
        checked, self._checked = self._checked, None
        if checked is not None and checked[:3] == (self.sequence - 1, place, text):
            return checked[3]
        made, self._checked = self.check_correction(place, text), None
        return made

    @property
    def n_later(self) -> int:
        """How many entries wait to be entered again; what a correction has left no place for does not."""
        return 0 if self.match.over else sum(place.turn >= self.match.turn for place in self.later)

    def held(self, tokens: Iterable[str]) -> frozenset[int]:
        """The seats that these tokens open."""
        known = list(tokens)
        return frozenset(
            seat
            for seat, entry in enumerate(self.seats)
            if any(is_secret(self.setup.table_id, token, entry.token_hash) for token in known)
        )

    # Doing

    def apply(self, event: events.Event) -> None:
        """Makes an event part of the table, the most frequent kinds first; it was checked when it was decided."""
        self.sequence += 1
        match event:
            case events.Sealed() | events.Entered():
                _mark(self, event)
            case events.Thrown():
                _throw(self, event)
            case events.Opened():
                raise StoreError(f"the log of match {self.match_id!r} begins twice")
            case events.Sat():
                _sit(self, event)
            case events.Stood():
                _stand(self, event)
            case events.Renamed() | events.Forgotten():
                _rename(self, event)
            case events.Started():
                _start(self, event)
            case events.Committed() | events.SharesClosed() | events.Revealed() | events.SharesRestarted():
                _agree(self, event)
            case events.Corrected():
                _correct(self, event)
            case events.TakenBack() | events.Confirmed():
                _think_again(self, event)
            case events.PaceSet():
                self.pace = event.pace
            case events.HintsSet() | events.Hinted():
                _hint(self, event)
            case events.Left() | events.StoodIn() | events.Returned():
                _stand_in(self, event)
            case events.TransferOffered() | events.Claimed():
                _transfer(self, event)
            case events.RematchAsked():
                self.rematch_asked |= set(event.seats)
            case events.Rematched() | events.Arranged():
                self.next_match = event
            case _:
                assert_never(event)
        self.n_around += type(event) not in PLAYED
        self._remember_command(event)

    def _remember_command(self, event: events.Event) -> None:
        """Remember that the command of an event was carried out, for a device that sends it again, and its cost."""
        if type(event) in BUDGETS:
            self.spent[spending_of(event)] += 1
        if event.command:
            self.done[event.author, event.command] = self.sequence
        if len(self.done) > KEPT_COMMANDS:
            del self.done[next(iter(self.done))]

    def begin_step(self, at: int, *, has_played: bool = False) -> None:
        """Begins the next step: what was offered before is out of date; the record notes when dice or moves fell."""
        self.step += 1
        self.step_at = at
        self.timed_out = []
        self.on_hold, self.wavered = {}, set()
        self.status = "over" if self.match.over else "playing"
        if self.agreement is not None and self.agreement.stage != "ready":
            self.status = "shares"
        if has_played and self.started_at is not None:
            self.match.note(self._say_beside(), max(0, round((at - self.started_at) / 1000, 1)))
            self.noted = []
        self.simple, self.hinted = [], set()

    def _say_beside(self) -> str:
        """What the record says beside the moves of a step."""
        if not self.noted and not self.simple and not self.hinted:
            return ""
        said = [*self.noted, _name_seats("warming up", self.simple), _name_seats("hint", self.hinted)]
        return NOTES.join(filter(None, dict.fromkeys(said)))


def _name_seats(what: str, seats: Collection[int]) -> str:
    """What the record says of some seats, nothing if there are none."""
    return f"{what}: {' '.join(map(str, sorted(seats)))}" if seats else ""


def newest_done(older: dict[tuple[str, str], int], newer: dict[tuple[str, str], int]) -> dict[tuple[str, str], int]:
    """The commands of two matches of a table, as many as are kept of one."""
    return dict(list({**older, **newer}.items())[-KEPT_COMMANDS:])


def _agreement(match_id: str, opened: events.Opened) -> Agreement:
    """The way to the dice of a match, from what is fixed when its table is opened."""
    sheets, bots = " ".join(opened.sheets), commitment_to(opened.bot_secret)
    terms = Terms(match_id, opened.game, opened.rules, len(opened.sheets), sheets, opened.first, bots)
    return Agreement(opened.seed, terms)


def _sit(table: Table, event: events.Sat) -> None:
    kind: SeatKind = "bot" if event.bot else "person"
    table.seats[event.seat] = Seat(kind, event.name, event.bot, None, event.token_hash)
    table.hints.discard(event.seat)
    table.notices.append(notices.Sat(table.sequence, event.at, event.seat, event.name, event.bot))


def _stand(table: Table, event: events.Stood) -> None:
    table.seats[event.seat] = Seat()
    table.hints.discard(event.seat)
    table.series = [0 for _ in table.seats]
    table.meanwhile.pop(event.seat, None)
    table.transfers.pop(event.seat, None)
    if table.agreement is not None:
        table.agreement.withdraw(event.seat)
    table.notices.append(notices.Stood(table.sequence, event.at, event.seat))


def _rename(table: Table, event: events.Renamed | events.Forgotten) -> None:
    """Change a name, or delete it with its device, also from what the table still tells."""
    entry = table.seats[event.seat]
    if isinstance(event, events.Renamed):
        entry.name = event.name
        return
    entry.name, entry.token_hash, entry.left = FORGOTTEN, "", True
    table.transfers.pop(event.seat, None)
    for i, notice in enumerate(table.notices):
        if type(notice) is notices.Sat and notice.seat == event.seat:
            table.notices[i] = structs.replace(notice, name=FORGOTTEN)


def _start(table: Table, event: events.Started) -> None:
    table.started_at = event.at
    table.begin_step(event.at)
    table.notices.append(notices.Started(table.sequence, event.at, table.setup.first))


def _agree(
    table: Table, event: events.Committed | events.SharesClosed | events.Revealed | events.SharesRestarted
) -> None:
    """Takes the agreement on the dice a step further; with the last share the dice are there."""
    agreement = table.agreement
    assert agreement is not None
    match event:
        case events.Committed():
            agreement.commit(event.seat, event.commitment)
            return
        case events.Revealed():
            agreement.reveal(event.seat, event.share)
            if agreement.stage != "ready":
                return
        case events.SharesClosed():
            agreement.close()
        case events.SharesRestarted():
            agreement.restart(event.without, event.seed)
            table.notices.extend(notices.SharesRestarted(table.sequence, event.at, seat) for seat in event.without)
        case _:
            assert_never(event)
    table.begin_step(event.at)
    if agreement.stage == "ready":
        table.dice = agreement.dice()


def _throw(table: Table, event: events.Thrown) -> None:
    match, turn, throw = table.match, table.match.turn, table.match.throw_number
    match.throw(event.roll)
    table.begin_step(event.at, has_played=True)
    by: Literal["seat", "bot", "clock"] = event.by if event.by in ("bot", "clock") else "seat"
    table.notices.append(notices.Thrown(table.sequence, event.at, turn, throw, event.seat, event.roll, by))
    _enter_later(table, event.at)


def _correct(table: Table, event: events.Corrected) -> None:
    """Puts an entry right; a match that was over may go on, or be over now."""
    if table.pad is not None:
        _correct_pad(table, table.pad, event)
        return
    place = Place(event.turn, event.throw, event.phase, event.of)
    was, table.known, rebuilt = table.take_correction(place, event.roll or event.move)
    table.match, table.later, table.asked = rebuilt
    table.n_corrections += 1
    _count_reentered(table, event.seat, len(table.known))
    hinted = table.hinted
    table.begin_step(event.at)
    # A hint that was given stays one, and is noted with what is played next.
    table.hinted = hinted
    told = (place.turn, event.seat, event.roll, was, event.move, place.phase)
    table.notices.append(notices.Corrected(table.sequence, event.at, *told))
    _tell_end(table, event.at)


def _enter(table: Table, event: events.Entered) -> None:
    """Writes on a sheet of a pad."""
    assert table.pad is not None
    table.pad.enter(event.seat, event.text)
    number = len(table.pad.entries)
    table.notices.append(notices.Entered(table.sequence, event.at, event.seat, number, event.text))
    _show_pad(table, table.pad, event.at)


def _correct_pad(table: Table, pad: Pad, event: events.Corrected) -> None:
    table.pad, _ = pad.corrected(event.turn - 1, "" if event.move == PASS_TEXT else event.move)
    table.n_corrections += 1
    _count_reentered(table, event.seat, len(table.pad.entries) * PAD_ENTRY_WORK)
    told = (event.turn, event.seat, "", event.was, event.move, PAD_PHASE)
    table.notices.append(notices.Corrected(table.sequence, event.at, *told))
    _show_pad(table, table.pad, event.at)


def _count_reentered(table: Table, seat: int, n_entries: int) -> None:
    table.n_reentered += n_entries
    table.reentered_by[seat] += n_entries


def _show_pad(table: Table, pad: Pad, at: int) -> None:
    table.match = pad.match
    table.begin_step(at)
    _tell_end(table, at)


def _enter_later(table: Table, at: int) -> None:
    """After a correction: goes on with what waited for the throw or the moves that were asked again."""
    if not table.later and not table.asked:
        return
    stood = table.match.record()
    table.asked = enter_again(table.match, table.later)
    if table.match.record() != stood:
        table.begin_step(at)
        _tell_end(table, at)


def _seal(table: Table, event: events.Sealed) -> None:
    if table.asked or table.known:
        _answer_again(table, event.seat)
    table.match.play(event.seat, event.move, hold=True)
    if event.by == "clock":
        table.timed_out.append(event.seat)
    if event.by == "simple":
        table.simple.append(event.seat)
        table.warming.add(event.seat)
    elif event.by == "bot":
        table.warming.discard(event.seat)
    # While it is held a clock stands still: against one, nobody wavers twice.
    if event.hold and not (table.setup.clock is not None and event.seat in table.wavered):
        table.on_hold[event.seat] = event.at
    _resolve_if_due(table, event.at)


def _answer_again(table: Table, seat: int) -> None:
    """After a correction: forgets what a seat has played here before, but for what the record noted beside it."""
    place = Place(table.match.turn, 0, table.match.phase, seat)
    asked = table.asked.pop(place, None)
    table.known.pop(place, None)
    table.noted += asked.entry.comment.split(NOTES) if asked is not None else []


def _mark(table: Table, event: events.Sealed | events.Entered) -> None:
    if isinstance(event, events.Sealed):
        _seal(table, event)
    else:
        _enter(table, event)


def _begin(game: Game, opened: events.Opened) -> Match:
    """The match as it begins, on empty sheets or at a position."""
    if opened.position:
        return Match.from_position(opened.position)
    return Match(game, len(opened.sheets), read_deal(game, opened.sheets), opened.first)


def _think_again(table: Table, event: events.TakenBack | events.Confirmed) -> None:
    if isinstance(event, events.Confirmed):
        table.on_hold = {seat: at for seat, at in table.on_hold.items() if seat not in event.seats}
        _resolve_if_due(table, event.at)
        return
    if table.is_held:
        table.wavered.add(event.seat)
    table.match.take_back(event.seat)
    table.on_hold.pop(event.seat, None)


def _resolve_if_due(table: Table, at: int) -> None:
    """Resolves the phase if every move is sealed and none may be taken back any more."""
    match = table.match
    if match.acting or not match.answered or table.on_hold:
        return
    turn, phase = match.turn, match.phase
    moves = [match.sealed(seat) for seat in range(match.seats)]
    match.resolve()
    for seat, move in enumerate(moves):
        if move is not None and seat in table.meanwhile:
            table.meanwhile[seat].append(notices.PlayedMove(turn, phase, move))
    table.notices.append(notices.Resolved(table.sequence, at, turn, phase, moves, list(table.timed_out)))
    table.begin_step(at, has_played=True)
    _tell_end(table, at)
    _enter_later(table, at)


def _tell_end(table: Table, at: int) -> None:
    match = table.match
    if match.over:
        end = match.end_reason or ""
        table.notices.append(notices.Ended(table.sequence, at, end, list(match.scores), list(match.winners)))


def _stand_in(table: Table, event: events.Left | events.StoodIn | events.Returned) -> None:
    match event:
        case events.Left():
            table.seats[event.seat].left = True
            table.notices.append(notices.Left(table.sequence, event.at, event.seat))
        case events.StoodIn():
            table.seats[event.seat].stand_in = event.bot
            table.meanwhile.setdefault(event.seat, [])
            table.notices.append(notices.StoodIn(table.sequence, event.at, event.seat, event.bot))
        case events.Returned():
            entry = table.seats[event.seat]
            bot, entry.stand_in, entry.left = entry.stand_in or "", None, False
            played = table.meanwhile.pop(event.seat, [])
            if table.is_offered(event.seat):
                del table.transfers[event.seat]
            table.notices.append(notices.Returned(table.sequence, event.at, event.seat, bot, played))
        case _:
            assert_never(event)


def _hint(table: Table, event: events.HintsSet | events.Hinted) -> None:
    match event:
        case events.HintsSet(agreed=True):
            table.hints.add(event.seat)
        case events.HintsSet():
            table.hints.discard(event.seat)
        case events.Hinted():
            table.hinted.add(event.seat)
            turn, phase = table.match.turn, table.match.phase
            table.notices.append(notices.Hinted(table.sequence, event.at, event.seat, turn, phase))
        case _:
            assert_never(event)


def _transfer(table: Table, event: events.TransferOffered | events.Claimed) -> None:
    match event:
        case events.TransferOffered():
            table.transfers[event.seat] = event
            if event.by is not None:
                table.notices.append(notices.SeatOffered(table.sequence, event.at, event.seat, event.by))
        case events.Claimed():
            table.seats[event.seat].token_hash = event.token_hash
            table.seats[event.seat].left = False
            table.transfers.pop(event.seat, None)
        case _:
            assert_never(event)
