"""The `Match` class: one match of a game, with its history, corrections and record."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from paperdice.errors import (
    IllegalMoveError,
    PaperdiceError,
    Reason,
    RecordError,
    UnknownGameError,
)
from paperdice.game import Game
from paperdice.games import find_game
from paperdice.history import (
    NOTES,
    Asked,
    Correction,
    Entry,
    History,
    Place,
    correct_entry,
    find_entry,
    last_throw,
    no_such_entry,
)
from paperdice.playing import UNANSWERED, Playing
from paperdice.position import (
    Position,
    format_position,
    parse_position,
    parse_sheet,
)
from paperdice.record import (
    FIXED_HEADERS,
    Part,
    Record,
    Turn,
    broken_record,
    is_number,
    is_pad,
    parse_record,
)
from paperdice.sheet import Sheet

# The number of entries replayed or corrected in the time that a server needs for one move (`bench/weights.py`).
WALKED_A_MOVE, CORRECTED_A_MOVE = 30, 10


class Match(Playing):
    """One match of a game.

    A match does not throw its own dice: pass each roll, or a dice source, to `throw`. A call that raises an error
    leaves the match unchanged.

    Args:
        game: The game, as returned by `find_game`.
        seats: The number of seats.
        sheets: One sheet for all seats or one per seat, by name or as a `Sheet`; by default the game deals them.
        first: The seat that is active in the first turn.
        position: A position to start from instead of a new deal. Prefer `Match.at` or `Match.from_position`.
        start: The text of `position`, which is written to the record.

    Raises:
        SetupError: The game cannot be played with these seats or sheets.
        UnknownSheetError: The game has no sheet with a given name.
    """

    def __init__(
        self,
        game: Game,
        seats: int,
        sheets: str | Sheet | Sequence[str | Sheet] | None = None,
        first: int = 0,
        *,
        position: Position | None = None,
        start: str = "",
    ) -> None:
        super().__init__(game, seats, sheets, first, position=position, start=start)
        # After a correction: entries that still have to be re-entered, and those that became impossible.
        self._later: History = {}
        self._asked: dict[Place, Asked] = {}
        # The public history at the last correction, excluding moves sealed since then.
        self._known: History = {}
        # Comments on impossible moves that have been replaced.
        self._noted: list[str] = []

    @staticmethod
    def from_position(text: str) -> Match:
        """Return a match that continues from a position string.

        Raises:
            RecordError: The text is not a valid position.
        """
        return Match.at(parse_position(text), text)

    @staticmethod
    def at(position: Position, start: str | None = None) -> Match:
        """Return a match that continues from a position, without a record of earlier turns.

        Args:
            position: The position to continue from.
            start: The text of the position for the record, by default formatted from `position`. If no record is
                needed, any text avoids the cost of formatting.
        """
        text = format_position(position) if start is None else start
        return Match(position.game, len(position.sheets), position=position, start=text)

    def __reduce__(self) -> tuple[Callable[[str], Match], tuple[str]]:
        """Pickle a match as its record."""
        return read_record, (self.record(),)

    def copy(self) -> Match:
        """Return an independent copy of the match, including sealed moves and the record."""
        match = Match.at(self.snapshot(), self._start)
        match._first = self._first
        match._sealed = dict(self._sealed)
        match._turns = [Turn(turn.number, turn.active, list(turn.parts)) for turn in self._turns]
        match.headers = dict(self.headers)
        match._later = dict(self._later)
        match._asked = dict(self._asked)
        match._known = dict(self._known)
        match._noted = list(self._noted)
        return match

    def after(self, moves: Mapping[int, str]) -> Match:
        """Return a copy of the match after sealing these moves and resolving the phase. The copy has no record.

        Raises:
            NotationError: One of the strings is not a move.
            IllegalMoveError: A move is not legal in this phase, or the move of an acting seat is missing.
        """
        new = {seat: self._read_move(seat, move) for seat, move in moves.items()}
        ahead = self.snapshot()
        self._game.rules.apply_moves(self._laid, ahead.state, self._all_moves(self._sealed | new))
        return Match.at(ahead, UNANSWERED)

    def play(self, seat: int, move: str, *, hold: bool = False) -> None:
        """Seal a seat's move (keep it secret), and resolve the phase once all acting seats have sealed theirs.

        Args:
            move: The move, as listed by `choices`.
            hold: Whether to leave the phase unresolved after the last move, until `resolve` is called.

        Raises:
            NotationError: The string is not a move.
            IllegalMoveError: The move is not legal in this phase, or the seat has no move to make.
        """
        if self._asked or self._known:
            self.check_move(seat, move)
            self._forget_answered(seat)
        super().play(seat, move, hold=hold)

    # History, and corrections of typed dice and moves
    @property
    def asked(self) -> list[Asked]:
        """The entries invalidated by a correction, which their seats have to replace."""
        return list(self._asked.values())

    @property
    def later(self) -> History:
        """The entries that still have to be re-entered after a correction, by place."""
        return self._later

    @property
    def n_later(self) -> int:
        """The number of entries waiting to be re-entered after a correction, excluding those whose turn has passed."""
        return 0 if self.over else sum(place.turn >= self.turn for place in self._later)

    @property
    def is_waiting(self) -> bool:
        """Whether any entries still have to be re-entered or replaced after a correction."""
        return bool(self._later or self._asked)

    def walk_work(self, n_events: int) -> float:
        """Estimate the cost of replaying the history, as the number of moves that a server handles in the same time.

        Args:
            n_events: The number of events in the table's log.
        """
        return n_events / WALKED_A_MOVE

    def correct_work(self, n_events: int) -> float:
        """Estimate the cost of a correction, as the number of moves that a server handles in the same time.

        Args:
            n_events: The number of events in the table's log.
        """
        return n_events / CORRECTED_A_MOVE

    def history(self) -> History:
        """Return all throws and moves in order, including those still to be re-entered after a correction.

        Moves sealed in the current phase are excluded to keep them secret, so they have to be played again after a
        correction.
        """
        sealed = [Place(self.turn, 0, self.phase, seat) for seat in self._sealed]
        played = {
            place: entry for place, entry in self.entries().items() if place not in sealed or place in self._known
        }
        waiting = dict(self._later)
        for place, asked in self._asked.items():
            waiting[place] = asked.entry
        found = dict(played)
        for place, entry in waiting.items():
            found.setdefault(place, entry)
        return found

    def entries(self) -> History:
        """Return all throws and moves of the record in order, including sealed moves."""
        return {place: entry for _, entries in self._walk(sealed=True) for place, entry in entries}

    def walk_history(self) -> Iterator[tuple[Place, Entry]]:
        """Yield the throws and moves in the order of the record, excluding sealed moves."""
        for _, entries in self._walk(sealed=False):
            yield from entries

    def active_at(self, place: Place) -> int:
        """Return the active seat at a place in the history."""
        return (self.first + place.turn - 1) % self.seats

    def seek_choices(self, place: Place) -> Iterator[tuple[str, ...] | None]:
        """Replay the match up to a place, to find the legal moves that the seat had there.

        Yields:
            None after each step, so that the caller can do other work, and finally the legal moves.

        Raises:
            IllegalMoveError: The seat made no move there.
        """
        for walked, entries in self._walk(sealed=True):
            if any(each == place for each, _ in entries):
                yield walked.choices(place.seat)
                return
            yield None
        raise no_such_entry(place)

    def find_place(self, seat: int, turn: int | None, throw: int, phase: str) -> Place:
        """Return the place of a throw or of a seat's move in the history.

        Args:
            seat: The seat that made the move; ignored for a throw.
            turn: The number of the turn, or None for the last throw.
            throw: The number of the throw within the turn, or 0 for a move.
            phase: The phase of the move; ignored for a throw.
        """
        if not throw:
            return Place(turn or 0, 0, phase, seat)
        return last_throw(self.history()) if turn is None else Place(turn, throw)

    def corrected(self, place: Place, text: str) -> Correction:
        """Correct an entry by replacing its text, and return the result. This match is left unchanged.

        Args:
            place: The place of the entry.
            text: The new text.

        Raises:
            NotationError: The text is not a roll or move.
            IllegalMoveError: There is no such entry, an earlier entry has to be replaced first, or the new text
                is not legal there.
        """
        history = self.history()
        was = find_entry(history, place).text
        known = correct_entry(history, place, text)
        match = rebuild(self, known, place)
        if place in match.later:
            raise IllegalMoveError("something before it is asked again and comes first", Reason("asked_first", {}))
        return Correction(was, match, len(known))

    def enter_later(self) -> bool:
        """Re-enter the entries after a correction, in order; return whether any were re-entered.

        Stop at the first entry that is missing or impossible, because later entries may depend on it. An impossible
        entry is added to `asked`.
        """
        if not self.is_waiting:
            return False
        self._asked = {}
        has_entered = False
        places = self._next_places()
        while places and not self._asked:
            known = [place for place in places if place in self._later]
            for place in known:
                has_entered = self._enter_again(place, self._later.pop(place)) or has_entered
            places = self._next_places() if len(known) == len(places) else []
        return has_entered

    def take_notes(self) -> list[str]:
        """Return and clear the comments on impossible moves that have since been replaced."""
        notes = self._noted
        self._noted = []
        return notes

    def _walk(self, *, sealed: bool) -> Iterator[tuple[Match, list[tuple[Place, Entry]]]]:
        """Replay the match on a copy; before each throw and phase, yield the copy and the entries that come next."""
        walked = _afresh(self)
        for turn in parse_record(self.record(sealed)).turns:
            for part in turn.parts:
                found = [
                    (place, Entry(text, part.clock, part.comment, walked._is_forced(place)))
                    for place, text in walked._split(part)
                ]
                yield walked, found
                for place, entry in found:
                    walked._enter(place, entry.text)

    def _split(self, part: Part) -> list[tuple[Place, str]]:
        """Split a part of the record into its entries and their places. The match must be just before that part."""
        if self.dice_wanted:
            return [(Place(self.turn, self.throw_number), part.text)]
        moves = list(zip(self.acting, part.text.split(", "), strict=True))
        return [(Place(self.turn, 0, self.phase, seat), move) for seat, move in moves if move != UNANSWERED]

    def _next_places(self) -> list[Place]:
        if self.dice_wanted:
            return [Place(self.turn, self.throw_number)]
        return [Place(self.turn, 0, self.phase, seat) for seat in self.acting]

    def _is_forced(self, place: Place) -> bool:
        return not place.throw and len(self.choices(place.seat)) == 1

    def _enter_again(self, place: Place, entry: Entry) -> bool:
        """Re-enter an entry after a correction; if it is impossible, add it to `_asked` and return False."""
        try:
            if entry.forced and not self._is_forced(place):
                raise IllegalMoveError("there is something to choose now", Reason("choice_now", {}))
            self._enter(place, entry.text)
        except PaperdiceError as error:
            self._asked[place] = Asked(place, entry, error)
            return False
        if not self.answered:
            self.note(entry.comment, entry.clock)
        return True

    def _enter(self, place: Place, text: str) -> None:
        if place.throw:
            self.throw(text)
            return
        self._seal(place.seat, self._read_move(place.seat, text))
        if not self.acting:
            self.resolve()

    def _forget_answered(self, seat: int) -> None:
        """Discard the invalidated move, if any, that a seat has just replaced; keep its comments for `take_notes`."""
        place = Place(self.turn, 0, self.phase, seat)
        asked = self._asked.pop(place, None)
        self._known.pop(place, None)
        if asked is not None:
            self._noted += asked.entry.comment.split(NOTES)

    # Replay

    @staticmethod
    def replay(record: Record, until: int | None = None) -> Match:
        """Replay a record, checking every throw and move, and return the match.

        Args:
            record: The parsed record.
            until: The turn to stop before; by default the whole record is replayed.

        Raises:
            RecordError: The record is invalid, or it is the record of a pad.
        """
        if is_pad(record):
            raise RecordError("this is the record of a pad: it tells marks, but no dice", Reason("pad_record", {}))
        match = set_up(record.headers)
        for turn in record.turns:
            if until is not None and turn.number >= until:
                return match
            _replay_turn(match, turn)
        if until is None and record.closing != match._closing():
            why = f"it closes with {record.closing!r}, but the match stands at {match._closing()!r}"
            raise broken_record(why, match.turn)
        return match


def read_record(text: str) -> Match:
    """Parse and replay a record, and return the match.

    Raises:
        RecordError: The record is invalid; the `turn` of the error is the number of the invalid turn.
    """
    return Match.replay(parse_record(text))


def read_position(text: str) -> Match:
    """Return a match that continues from a position string.

    Raises:
        RecordError: The text is not a valid position.
    """
    return Match.from_position(text)


def _afresh(match: Match) -> Match:
    """Return a new match with the same setup, before its first throw."""
    return Match.replay(parse_record(match.record(sealed=False)), until=0)


def rebuild(match: Match, history: History, place: Place) -> Match:
    """Replay a history up to its first illegal entry, and return the result as a new match with the setup of `match`.

    If the entry at `place` is illegal, its error is raised.
    """
    fresh = _afresh(match)
    fresh._later = dict(history)
    fresh._known = history
    fresh._noted = list(match._noted)
    fresh.enter_later()
    if place in fresh._asked:
        raise fresh._asked[place].error
    return fresh


def set_up(headers: dict[str, str]) -> Match:
    """Return a new match with the setup described by the headers of a record.

    Raises:
        RecordError: A header is missing or invalid.
    """
    missing = [name for name in FIXED_HEADERS[:-1] if name not in headers]
    if missing:
        raise broken_record(f"header {missing[0]} is missing", 0)
    try:
        game = find_game(headers["Game"])
    except UnknownGameError as error:
        raise broken_record(str(error), 0) from None
    if headers["Rules"] != str(game.version):
        why = f"the record was played under rules {headers['Rules']} of {game.name}, this Paperdice has {game.version}"
        told: dict[str, str | int] = {"game": game.title, "rules": headers["Rules"], "known": game.version}
        raise RecordError(why, Reason("other_rules", told))
    try:
        sheets = [parse_sheet(game, text) for text in headers["Sheets"].split(" ")]
        match = Match(game, _read_seat(headers, "Seats"), sheets, _read_seat(headers, "First"))
        if "Position" in headers:
            match = Match.from_position(headers["Position"])
    except PaperdiceError as error:
        raise broken_record(str(error), 0) from None
    is_same = len(match.sheets) == len(sheets)
    for one, other in zip(match.sheets, sheets, strict=False):
        is_same = is_same and one.prints_same(other)
    if not is_same or (str(match.seats), str(match.first)) != (headers["Seats"], headers["First"]):
        raise broken_record("headers Seats, Sheets, First and Position disagree", 0)
    match.headers = {name: value for name, value in headers.items() if name not in FIXED_HEADERS}
    return match


def _read_seat(headers: Mapping[str, str], name: str) -> int:
    """Parse a header that contains a seat or a number of seats; raise `RecordError` if it is not a number."""
    text = headers[name]
    if text != "0" and not is_number(text):
        raise broken_record(f"{text!r} is no number", 0)
    return int(text)


def _replay_turn(match: Match, turn: Turn) -> None:
    """Apply one turn of a record to a match; raise `RecordError` if the turn is illegal or out of order."""
    if match.over or (turn.number, turn.active) != (match.turn, match.active):
        stands = "the match is over" if match.over else f"turn {match.turn} of seat {match.active} comes next"
        raise broken_record(f"turn {turn.number} of seat {turn.active} does not follow: {stands}", turn.number)
    for part in turn.parts:
        if turn.number != match.turn:
            raise broken_record(f"{part.text!r} comes after the end of the turn", turn.number)
        try:
            _replay_part(match, part)
        except RecordError:
            raise
        except PaperdiceError as error:
            raise broken_record(str(error), turn.number) from error


def _replay_part(match: Match, part: Part) -> None:
    if match.dice_wanted:
        match.throw(part.text)
        match.note(part.comment, part.clock)
        return
    moves = part.text.split(", ")
    seats = match.acting
    if len(moves) != len(seats) or match.answered:
        raise broken_record(
            f"{len(seats)} seats act in the {match.phase} phase, but {part.text!r} is given", match.turn
        )
    for seat, move in zip(seats, moves, strict=True):
        if move != UNANSWERED:
            match.play(seat, move)
    if not match.answered:
        match.note(part.comment, part.clock)
