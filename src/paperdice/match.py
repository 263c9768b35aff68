"""The `Match` class, which validates rolls and moves, applies the rules, and keeps the record."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

import numpy as np

from paperdice.dice import DiceSource, Die, ask_source, show_faces
from paperdice.errors import (
    IllegalMoveError,
    MatchOverError,
    NotationError,
    PaperdiceError,
    Reason,
    RecordError,
    SetupError,
    UnknownGameError,
    WrongSeatError,
)
from paperdice.game import Game, Ints, PassCost, Twin, copy_twin, deal_sheets
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
from paperdice.position import (
    Position,
    format_position,
    format_sheet,
    parse_faces,
    parse_position,
    parse_sheet,
    start_position,
    tally_of,
    with_state,
)
from paperdice.record import (
    CLOSING_GOING_ON,
    FIXED_HEADERS,
    FORMAT_VERSION,
    MAX_CLOCK,
    Part,
    Record,
    Turn,
    broken_record,
    format_record,
    is_number,
    is_pad,
    parse_record,
)
from paperdice.sheet import Sheet
from paperdice.view import KnownRows, OwnCell
from paperdice.view_builder import own_cells, refusals, view_of

UNANSWERED = "?"
# The number of entries replayed or corrected in the time that a server needs for one move (`bench/weights.py`).
WALKED_A_MOVE, CORRECTED_A_MOVE = 30, 10


class Match:
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
        self._position: Position = _new_position(game, seats, sheets, first) if position is None else position
        self._game: Game = self._position.game
        self._laid: Twin = self._position.laid
        self._state: Twin = self._position.state
        self._start: str = start
        self._first: int = int((self._state.active - self._state.turn + 1) % self._state.n_seats)
        self._seats: int = int(self._state.n_seats)
        self._over: int = self._game.over_phase
        self._sealed: dict[int, int] = {}
        # Caches of the required dice, acting seats and choices in this phase; only throws and moves change them.
        self._wanted_now: tuple[Die, ...] | None = None
        self._names_now: tuple[str, ...] = ()
        self._deciding_now: tuple[int, ...] | None = None
        self._acting_now: tuple[int, ...] | None = None
        self._choices_now: dict[int, tuple[str, ...]] = {}
        self._codes_now: dict[int, list[int]] = {}
        self._turns: list[Turn] = []
        # After a correction: entries that still have to be re-entered, and those that became impossible.
        self._later: History = {}
        self._asked: dict[Place, Asked] = {}
        # The public history at the last correction, excluding moves sealed since then.
        self._known: History = {}
        # Comments on impossible moves that have been replaced.
        self._noted: list[str] = []
        self._buffer: Ints = np.zeros(self._game.rules.MAX_MOVES, np.int64)
        self.headers: dict[str, str] = {}

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

    def __repr__(self) -> str:
        stands = f"over ({self.end_reason})" if self.over else f"turn {self.turn}, phase {self.phase}"
        return f"<Match of {self._game.title}: seats {self.seats}, {stands}, scores {' '.join(map(str, self.scores))}>"

    def __str__(self) -> str:
        """Return the public state as text: turn, phase, dice and all sheets."""
        from paperdice.draw.text import draw_table  # only needed to show a match

        return str(draw_table(view_of(self, None), self.names))

    def _repr_svg_(self) -> str:
        """Return the public state as an SVG image, for display in notebooks."""
        from paperdice.draw.picture import match_svg  # only needed to show a match

        return match_svg(self)

    # Queries

    @property
    def has_dice(self) -> bool:
        """Whether dice are thrown: always true for a match, always false for a pad."""
        return True

    @property
    def is_closing(self) -> bool:
        """Always false for a match; on a pad, whether a lock or the end is pending until someone enters `close`."""
        return False

    @property
    def game(self) -> Game:
        """The game being played."""
        return self._game.public

    @property
    def seats(self) -> int:
        """The number of seats."""
        return self._seats

    @property
    def sheets(self) -> tuple[Sheet, ...]:
        """The sheet of each seat."""
        return self._position.sheets

    @property
    def names(self) -> tuple[str, ...]:
        """The name of the player in each seat, from the headers `Player0`, `Player1` and so on; empty if missing."""
        return tuple([self.headers.get(f"Player{seat}", "") for seat in range(self.seats)])

    @property
    def first(self) -> int:
        """The seat that is active in the first turn."""
        return self._first

    @property
    def turn(self) -> int:
        """The number of the current turn, counted from 1."""
        return int(self._state.turn)

    @property
    def phase(self) -> str:
        """The name of the current phase: `roll` before a throw, `over` after the end of the match."""
        return self._game.phase_names[self._state.phase]

    @property
    def active(self) -> int:
        """The seat whose turn it is."""
        return int(self._state.active)

    @property
    def raw(self) -> Position:
        """The live position (game, sheets and state) for views and bots. Do not modify it; call `snapshot` instead."""
        return self._position

    def snapshot(self) -> Position:
        """Return a copy of the current position for bots, excluding sealed moves."""
        return with_state(self._position, copy_twin(self._state))

    @property
    def dice_wanted(self) -> tuple[str, ...]:
        """The names of the dice to throw in this phase, in the game's order; empty if no throw is required."""
        self._wanted_dice()
        return self._names_now

    @property
    def throw_number(self) -> int:
        """The number of the current or upcoming throw within the turn: 1, or 2 for a reroll."""
        return int(self._game.rules.throw_number(self._state))

    @property
    def roll(self) -> str:
        """The faces of the dice on the table, separated by spaces; empty before a throw."""
        faces = self._state.dice.tolist()
        return " ".join([die.faces[faces[die.index] - 1] for die in self._game.dice if faces[die.index]])

    @property
    def acting(self) -> tuple[int, ...]:
        """The seats that still have to move in this phase."""
        if self._acting_now is None:
            self._acting_now = tuple([seat for seat in self._deciding() if seat not in self._sealed])
        return self._acting_now

    @property
    def answered(self) -> tuple[int, ...]:
        """The seats that have sealed a move in this phase."""
        return tuple(sorted(self._sealed))

    @property
    def over(self) -> bool:
        """Whether the match is over."""
        return bool(self._state.phase == self._over)

    @property
    def end_reason(self) -> str | None:
        """The name of the reason why the match ended, or None while it continues."""
        if not self.over:
            return None
        return self._game.end_names[self._game.rules.end_reason(self._laid, self._state)]

    @property
    def scores(self) -> tuple[int, ...]:
        """The points that each seat would have if the match ended now."""
        score = self._game.rules.score
        return tuple([int(score(self._laid, self._state, seat)) for seat in range(self._seats)])

    @property
    def winners(self) -> tuple[int, ...]:
        """The winning seats: more than one in a tie, empty while the match continues."""
        if not self.over:
            return ()
        scores, tie_break = self.scores, self._game.rules.tie_break
        best = [seat for seat, score in enumerate(scores) if score == max(scores)]
        breaks = [int(tie_break(self._laid, self._state, seat)) for seat in best]
        return tuple([seat for seat, value in zip(best, breaks, strict=True) if value == max(breaks)])

    def choices(self, seat: int) -> tuple[str, ...]:
        """Return a seat's legal moves as text; empty if the seat has no move to make or has already sealed one."""
        self._check_seat(seat)
        if seat in self._sealed:
            return ()
        if seat not in self._choices_now:
            n = self._game.rules.legal_moves(self._laid, self._state, seat, self._buffer)
            moves = self._buffer[:n].tolist()
            self._choices_now[seat] = tuple(self._game.notation.format_moves(self._state, moves))
            self._codes_now[seat] = moves
        return self._choices_now[seat]

    def sealed(self, seat: int) -> str | None:
        """Return the move that a seat has sealed in this phase, or None. Do not show it to other players."""
        self._check_seat(seat)
        return self._format(seat) if seat in self._sealed else None

    def tally(self, seat: int) -> dict[str, int]:
        """Return the components of a seat's score, as a mapping from names to points."""
        self._check_seat(seat)
        return tally_of(self._position, seat)

    def why_not(self, seat: int, row: int, cell: int) -> Reason | None:
        """Return the reason why a seat cannot mark a cell in this phase, or None if it can.

        Args:
            row: The index of the row. Lines of cells outside the rows, such as bonus rows, are numbered after the last
                row.
            cell: The index of the cell in the row.

        Raises:
            WrongSeatError: There is no such seat.
            IllegalMoveError: There is no such cell.
        """
        self._check_cell(seat, row, cell)
        if seat in self._sealed:
            return Reason("sealed", {"move": self._format(seat)})
        line = row - len(self.sheets[seat].rows)
        if line >= 0 and self._game.printing is not None:
            return self._game.printing.explain_line(self._laid, self._state, seat, line, cell)
        refusal = self._game.rules.refusal(self._laid, self._state, seat, row, cell)
        if not refusal:
            return None
        return self._game.display.explain(self._laid, self._state, seat, row, cell, refusal)

    def reasons(self, seat: int) -> list[list[Reason | None]]:
        """Return the reason why each cell of a seat's sheet cannot be marked in this phase, as one list per row.

        The reason is None for a cell that can be marked.
        """
        self._check_seat(seat)
        if seat not in self._sealed:
            return refusals(self._position, seat)
        sealed = Reason("sealed", {"move": self._format(seat)})
        return [[sealed] * len(printed) for printed in self.sheets[seat].rows]

    def own_cells(self, seat: int, rows: KnownRows = None) -> list[tuple[int, int, OwnCell]]:
        """Return the cells that a seat can mark in this phase, or the cells that its sealed move marks.

        Args:
            rows: The public view of the seat's rows, if available; it speeds up the search.

        Returns:
            A tuple (row, index in the row, private view) for each cell; empty if the seat has no move to make.
        """
        if seat not in self.acting and seat not in self._sealed:
            return []
        return own_cells(self, seat, self.choices(seat), rows)

    def pass_cost(self, seat: int) -> PassCost | None:
        """Return the cost for a seat of marking nothing in this phase, or None if passing is free."""
        return self._game.display.pass_cost(self._laid, self._state, seat)

    def ways(self, seat: int, row: int, cell: int) -> list[list[str]]:
        """Return the combinations of dice that allow a seat to mark a cell in this phase, as lists of dice names."""
        if self.why_not(seat, row, cell) is not None or row >= len(self.sheets[seat].rows):
            return []
        return self._game.display.ways(self._laid, self._state, seat, row, cell)

    def position(self) -> str:
        """Return the current position as one line of text, excluding sealed moves."""
        return format_position(self._position)

    def record(self, sealed: bool = True, headers: Mapping[str, str] | None = None) -> str:
        """Return the record of the match as text.

        Args:
            sealed: Whether to include sealed moves, which must not be shown to other players.
            headers: Additional headers, which override the match's own headers of the same name.
        """
        fixed = {
            "Paperdice": str(FORMAT_VERSION),
            "Game": self._game.name,
            "Rules": str(self._game.version),
            "Seats": str(self.seats),
            "Sheets": " ".join(format_sheet(self._game, sheet) for sheet in self.sheets),
            "First": str(self.first),
        }
        if self._start:
            fixed["Position"] = self._start
        more = self.headers if headers is None else {**self.headers, **headers}
        turns = [Turn(turn.number, turn.active, list(turn.parts)) for turn in self._turns]
        if self._sealed and sealed:
            self._line(turns).parts.append(Part(self._moves_text()))
        own = {name: value for name, value in more.items() if name not in FIXED_HEADERS}
        return format_record(Record(fixed | own, turns, self._closing()))

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

    # Validation, which raises the same errors as `throw`, `play` and `take_back`

    def after(self, moves: Mapping[int, str]) -> Match:
        """Return a copy of the match after sealing these moves and resolving the phase. The copy has no record.

        Raises:
            NotationError: A text is not a move.
            IllegalMoveError: A move is not legal in this phase, or the move of another seat is missing.
        """
        new = {seat: self._read_move(seat, move) for seat, move in moves.items()}
        ahead = self.snapshot()
        self._game.rules.apply_moves(self._laid, ahead.state, self._all_moves(self._sealed | new))
        return Match.at(ahead, UNANSWERED)

    def draw_roll(self, source: DiceSource) -> str:
        """Throw the required dice using a dice source, and return the roll without applying it to the match."""
        self._check_wanted()
        return ask_source(source, self.turn, self.throw_number, self._wanted_dice())

    def check_roll(self, roll: str) -> None:
        """Validate a roll without applying it; raises the same errors as `throw`."""
        self._read_roll(roll)

    def check_move(self, seat: int, move: str) -> None:
        """Validate a move without sealing it; raises the same errors as `play`."""
        self._read_move(seat, move)

    def check_take_back(self, seat: int) -> None:
        """Raise WrongSeatError if a seat has no sealed move to take back."""
        self._check_seat(seat)
        if seat not in self._sealed:
            raise WrongSeatError(f"seat {seat} has sealed nothing", Reason("nothing_sealed", {"seat": seat}))

    # Changes

    def throw(self, dice: str | DiceSource) -> None:
        """Apply a roll of the required dice, given as text or thrown by a dice source.

        Raises:
            NotationError: The text contains something other than faces of the game's dice.
            IllegalMoveError: No throw is required in this phase, or other dice are required.
        """
        text = dice if isinstance(dice, str) else self.draw_roll(dice)
        faces = self._read_roll(text)
        self._line(self._turns).parts.append(Part(text))
        self._game.rules.apply_roll(self._laid, self._state, faces)
        self._forget_choices()

    def play(self, seat: int, move: str, *, hold: bool = False) -> None:
        """Seal a seat's move, and resolve the phase once all acting seats have sealed theirs.

        Args:
            move: The move, as listed by `choices`.
            hold: Whether to leave the phase unresolved after the last move, until `resolve` is called.

        Raises:
            NotationError: The text is not a move.
            IllegalMoveError: The move is not legal in this phase, or the seat has no move to make.
        """
        code = self._read_move(seat, move)
        if self._asked or self._known:
            self._forget_answered(seat)
        self._seal(seat, code)
        if not hold and not self.acting:
            self.resolve()

    def _seal(self, seat: int, code: int) -> None:
        self._sealed[seat] = code
        self._acting_now = None

    def resolve(self) -> None:
        """Resolve the phase; only needed if its last move was played with `hold`.

        Raises:
            IllegalMoveError: A seat has not sealed its move yet.
        """
        moves = self._all_moves(self._sealed)
        self._line(self._turns).parts.append(Part(self._moves_text()))
        self._game.rules.apply_moves(self._laid, self._state, moves)
        self._sealed.clear()
        self._forget_choices()

    def take_back(self, seat: int) -> None:
        """Withdraw the sealed move of a seat; raise WrongSeatError if it has not sealed one."""
        self.check_take_back(seat)
        del self._sealed[seat]
        self._acting_now = None

    def note(self, comment: str = "", clock: float | None = None) -> None:
        """Attach a comment, a time or both to the last roll or resolved phase.

        Args:
            comment: The comment; braces are replaced with parentheses.
            clock: The time in seconds since the start of the match.

        Raises:
            IllegalMoveError: Nothing has been thrown yet.
            NotationError: The time is out of range.
        """
        if not self._turns:
            raise IllegalMoveError("nothing has been thrown yet that could be commented", Reason("no_roll", {}))
        if clock is not None and not 0 <= clock <= MAX_CLOCK:
            reason = Reason("unreadable", {"text": f"{clock:.3f}"})
            raise NotationError(f"a clock shows seconds from 0 to {MAX_CLOCK}, not {clock!r}", reason)
        part = self._turns[-1].parts[-1]
        clean = " ".join(comment.replace("{", "(").replace("}", ")").split()) if comment else ""
        self._turns[-1].parts[-1] = Part(part.text, part.clock if clock is None else clock, clean or part.comment)

    # Operations that only a pad supports

    def check_entry(self, seat: int, text: str) -> None:
        """Raise IllegalMoveError: only a pad accepts entries without dice."""
        raise IllegalMoveError("the marks of this table follow its dice", Reason("no_pad", {}))

    def enter(self, seat: int, text: str) -> None:
        """Raise IllegalMoveError: only a pad accepts entries without dice."""
        self.check_entry(seat, text)

    # History, and corrections of typed dice and moves

    @property
    def n_entries(self) -> int:
        """The number of throws and moves so far, excluding the moves of an unresolved phase."""
        return sum(part.text.count(", ") + 1 for turn in self._turns for part in turn.parts)

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
            IllegalMoveError: There is no such entry, an earlier entry has to be replaced first, or the text is not
                possible there.
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
        """Discard a seat's move from before a correction in this phase; keep its comments for `take_notes`."""
        place = Place(self.turn, 0, self.phase, seat)
        asked = self._asked.pop(place, None)
        self._known.pop(place, None)
        if asked is not None:
            self._noted += asked.entry.comment.split(NOTES)

    # Helpers

    def _all_moves(self, sealed: Mapping[int, int]) -> Ints:
        """Return the moves of a phase as an array indexed by seat; raise `IllegalMoveError` if one is missing."""
        if not sealed or len(sealed) < len(self._deciding()):
            raise IllegalMoveError(f"the {self.phase} phase still waits for moves", Reason("not_acting", {}))
        moves = np.zeros(self._game.rules.MAX_SEATS, np.int64)
        for seat, move in sealed.items():
            moves[seat] = move
        return moves

    def _forget_choices(self) -> None:
        self._wanted_now = None
        self._deciding_now = None
        self._acting_now = None
        self._choices_now.clear()
        self._codes_now.clear()

    def _deciding(self) -> tuple[int, ...]:
        if self._deciding_now is None:
            acts, state = self._game.rules.acts, self._state
            self._deciding_now = tuple([seat for seat in range(self._seats) if acts(state, seat)])
        return self._deciding_now

    def _format(self, seat: int) -> str:
        return self._game.notation.format_move(self._state, self._sealed[seat])

    def _moves_text(self) -> str:
        return ", ".join([self._format(seat) if seat in self._sealed else UNANSWERED for seat in self._deciding()])

    def _line(self, turns: list[Turn]) -> Turn:
        if not turns or turns[-1].number != self.turn:
            turns.append(Turn(self.turn, self.active))
        return turns[-1]

    def _wanted_dice(self) -> tuple[Die, ...]:
        if self._wanted_now is None:
            mask = self._game.rules.dice_wanted(self._state)
            self._wanted_now = tuple([die for die in self._game.dice if mask >> die.index & 1]) if mask else ()
            self._names_now = tuple([die.name for die in self._wanted_now])
        return self._wanted_now

    def _check_wanted(self) -> None:
        """Raise an error if no throw is required in this phase."""
        if self.over:
            raise MatchOverError("no throw: the match is over", Reason("over", {}))
        if not self._wanted_dice():
            raise self._unwanted("")

    def _unreadable(self, roll: str) -> PaperdiceError:
        """Return the error for a roll that is not a string, or for an unexpected throw if no dice are required."""
        if not self._wanted_dice():
            return self._unwanted("")
        reason = Reason("unreadable_die", {"text": repr(roll)})
        return NotationError(f"cannot read the roll {roll!r}: it is neither a text nor a dice source", reason)

    def _read_roll(self, roll: str) -> Ints:
        """Parse a roll, and return a face number for each die of the game: 0 if the die is not thrown."""
        if self.over:
            raise MatchOverError("no throw: the match is over", Reason("over", {}))
        if not isinstance(roll, str):
            raise self._unreadable(roll)
        given, wanted = parse_faces(self._game, roll), self._wanted_dice()
        if not show_faces(given, wanted):
            raise self._unwanted(roll)
        faces = np.zeros(len(self._game.dice), np.int64)
        for face, die in zip(given, wanted, strict=True):
            faces[die.index] = die.faces.index(face) + 1
        return faces

    def _read_move(self, seat: int, move: str) -> int:
        """Parse a move and return its code; raise an error if it is not legal for the seat in this phase."""
        if self.over:
            raise MatchOverError(f"no move for seat {seat!r}: the match is over", Reason("over", {}))
        if not isinstance(move, str):
            raise NotationError(f"cannot read {move!r}: a move is a text", Reason("unreadable", {"text": repr(move)}))
        if type(seat) is int and seat not in self._sealed and move in self._choices_now.get(seat, ()):
            return self._codes_now[seat][self._choices_now[seat].index(move)]
        code = self._game.notation.parse_move(self._state, move)
        self._check_seat(seat)
        if seat not in self.acting:
            raise self._not_acting(seat)
        if code < 0 or not self._game.rules.is_legal(self._laid, self._state, seat, code):
            reason = self._game.display.explain_move(self._laid, self._state, seat, code)
            where = f"for seat {seat} in the {self.phase} phase"
            raise IllegalMoveError(f"illegal move {move!r} {where}: {_plain(reason)}", reason)
        return code

    def _closing(self) -> str:
        return (
            f"* {self.end_reason} {' '.join([str(score) for score in self.scores])}" if self.over else CLOSING_GOING_ON
        )

    def _check_seat(self, seat: int) -> None:
        if type(seat) is not int or not 0 <= seat < self._seats:
            reason = Reason("no_such_seat", {"seat": str(seat), "high": self.seats - 1})
            raise WrongSeatError(f"there is no seat {seat!r}, only 0 to {self.seats - 1}", reason)

    def _check_cell(self, seat: int, row: int, cell: int) -> None:
        self._check_seat(seat)
        printing, sheet = self._game.printing, self.sheets[seat]
        lines = [] if printing is None else printing.show_lines(sheet, self._laid, self._state, seat)
        sizes = [*(len(printed) for printed in sheet.rows), *(len(cells) for _, cells in lines)]
        if not 0 <= row < len(sizes) or not 0 <= cell < sizes[row]:
            raise IllegalMoveError(f"there is no cell {cell!r} in row {row!r}", Reason("no_such_place", {}))

    def _not_acting(self, seat: int) -> WrongSeatError:
        if seat in self._sealed:
            reason = Reason("sealed", {"move": self._format(seat)})
            return WrongSeatError(f"seat {seat} has sealed a move already", reason)
        if self.dice_wanted:
            return WrongSeatError(f"seat {seat} owes no move: dice are wanted first", Reason("no_roll", {}))
        return WrongSeatError(f"seat {seat} owes no move in the {self.phase} phase", Reason("not_acting", {}))

    def _unwanted(self, text: str) -> IllegalMoveError:
        wanted = " ".join(self.dice_wanted)
        if not wanted:
            return IllegalMoveError(f"no dice are wanted in the {self.phase} phase", Reason("no_dice_wanted", {}))
        reason = Reason("other_dice_wanted", {"wanted": wanted, "given": text})
        return IllegalMoveError(f"the dice wanted are {wanted}, in this order, not {text!r}", reason)

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


def _new_position(game: Game, seats: int, sheets: str | Sheet | Sequence[str | Sheet] | None, first: int) -> Position:
    """Validate the arguments of a match, and return the position before the first throw."""
    _check_game(game)
    if type(seats) is not int or seats not in game.seats:
        reason = Reason("bad_seats", {"game": game.name, "low": game.seats[0], "high": game.seats[-1]})
        raise SetupError(f"{game.name} takes {game.seats[0]} to {game.seats[-1]} seats, not {seats!r}", reason)
    if type(first) is not int or not 0 <= first < seats:
        reason = Reason("bad_first", {"high": seats - 1})
        raise SetupError(f"first is a seat from 0 to {seats - 1}, not {first!r}", reason)
    return start_position(game, deal_sheets(game, seats, sheets), first)


def _check_game(game: object) -> None:
    """Raise `SetupError` if an untyped caller passes something other than a `Game`."""
    if not isinstance(game, Game):
        raise SetupError(f"a match needs a game from find_game, not {game!r}")


def _plain(reason: Reason) -> str:
    """Format a reason as short English text for error messages."""
    told = ", ".join(f"{name} {value}" for name, value in reason.params.items())
    return f"{reason.id.replace('_', ' ')} ({told})" + (f" [{reason.rule}]" if reason.rule else "")


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
