"""One playing of a game: checks what comes in, seals moves, applies the rules, keeps the record."""

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
from paperdice.view import KnownRows, OwnCell, own_cells, refusals, view_of

UNANSWERED = "?"
# So many entries are walked or corrected in the time in which a server makes a move (`bench/weights.py`).
WALKED_A_MOVE, CORRECTED_A_MOVE = 30, 10


class Match:
    """One match: throw dice in, play moves, ask anything.

    A match draws no dice by itself. A refused call raises and changes nothing.
    With a `position`, for which there is `Match.at`, the match stands there, and `start` is the text of it.
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
        # What is thrown or decided in this phase, once somebody has asked: only dice and moves change it.
        self._wanted_now: tuple[Die, ...] | None = None
        self._names_now: tuple[str, ...] = ()
        self._deciding_now: tuple[int, ...] | None = None
        self._acting_now: tuple[int, ...] | None = None
        self._choices_now: dict[int, tuple[str, ...]] = {}
        self._codes_now: dict[int, list[int]] = {}
        self._turns: list[Turn] = []
        # After a correction: what waits to be entered again, and what of it cannot stand.
        self._later: History = {}
        self._asked: dict[Place, Asked] = {}
        # The history that was corrected last, which everyone knows, less what was sealed since.
        self._known: History = {}
        # What the record noted beside moves that have been answered again.
        self._noted: list[str] = []
        self._buffer: Ints = np.zeros(self._game.rules.MAX_MOVES, np.int64)
        self.headers: dict[str, str] = {}

    @staticmethod
    def from_position(text: str) -> Match:
        """Gives a match that goes on from a position string."""
        return Match.at(parse_position(text), text)

    @staticmethod
    def at(position: Position, start: str | None = None) -> Match:
        """Gives a match that stands at a position, without a record of how it came there.

        Where only questions follow and no record, any text as `start` spares that of the position.
        """
        text = format_position(position) if start is None else start
        return Match(position.game, len(position.sheets), position=position, start=text)

    def __repr__(self) -> str:
        stands = f"over ({self.end_reason})" if self.over else f"turn {self.turn}, phase {self.phase}"
        return f"<Match of {self._game.title}: seats {self.seats}, {stands}, scores {' '.join(map(str, self.scores))}>"

    def __str__(self) -> str:
        """Gives what lies open for everyone, as text: where the match stands, the dice and all sheets."""
        from paperdice.draw.text import draw_table  # not needed before somebody looks

        return str(draw_table(view_of(self, None), self.names))

    def _repr_svg_(self) -> str:
        """Lets a notebook show the match as a picture of what lies open for everyone."""
        from paperdice.draw.picture import match_svg  # not needed before somebody looks

        return match_svg(self)

    # Asking

    @property
    def has_dice(self) -> bool:
        """Whether dice are known, as opposed to those of a pad."""
        return True

    @property
    def is_closing(self) -> bool:
        """Whether a moment is open that the table has to close, as on a pad: never in a match."""
        return False

    @property
    def game(self) -> Game:
        """The game that is played."""
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
        """The names of the players as the headers tell them (`Player0`, …), empty where they do not."""
        return tuple([self.headers.get(f"Player{seat}", "") for seat in range(self.seats)])

    @property
    def first(self) -> int:
        """The seat that was active in the first turn."""
        return self._first

    @property
    def turn(self) -> int:
        """The number of the turn, from 1."""
        return int(self._state.turn)

    @property
    def phase(self) -> str:
        """The name of the phase: `roll` while dice are wanted, `over` at the end."""
        return self._game.phase_names[self._state.phase]

    @property
    def active(self) -> int:
        """The seat whose turn it is."""
        return int(self._state.active)

    @property
    def raw(self) -> Position:
        """Game, sheets and state as the rules read them: for view and bots, never to be written to."""
        return self._position

    def snapshot(self) -> Position:
        """The position of now, for bots: no sealed move is in it, and its state is a copy."""
        return with_state(self._position, copy_twin(self._state))

    @property
    def dice_wanted(self) -> tuple[str, ...]:
        """The names of the dice to throw now, in the game's order."""
        self._wanted_dice()
        return self._names_now

    @property
    def throw_number(self) -> int:
        """Which throw of the turn comes now or came last: 1, or 2 for a second one."""
        return int(self._game.rules.throw_number(self._state))

    @property
    def roll(self) -> str:
        """The dice as they lie."""
        faces = self._state.dice.tolist()
        return " ".join([die.faces[faces[die.index] - 1] for die in self._game.dice if faces[die.index]])

    @property
    def acting(self) -> tuple[int, ...]:
        """The seats that still owe a move in this phase."""
        if self._acting_now is None:
            self._acting_now = tuple([seat for seat in self._deciding() if seat not in self._sealed])
        return self._acting_now

    @property
    def answered(self) -> tuple[int, ...]:
        """The seats that have sealed a move in this phase."""
        return tuple(sorted(self._sealed))

    @property
    def over(self) -> bool:
        """Tells whether the match is over."""
        return bool(self._state.phase == self._over)

    @property
    def end_reason(self) -> str | None:
        """Why the match is over, in one word."""
        if not self.over:
            return None
        return self._game.end_names[self._game.rules.end_reason(self._laid, self._state)]

    @property
    def scores(self) -> tuple[int, ...]:
        """The points of each seat if the match ended now."""
        score = self._game.rules.score
        return tuple([int(score(self._laid, self._state, seat)) for seat in range(self._seats)])

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats that have won; more than one shares the win."""
        if not self.over:
            return ()
        scores, tie_break = self.scores, self._game.rules.tie_break
        best = [seat for seat, score in enumerate(scores) if score == max(scores)]
        breaks = [int(tie_break(self._laid, self._state, seat)) for seat in best]
        return tuple([seat for seat, value in zip(best, breaks, strict=True) if value == max(breaks)])

    def choices(self, seat: int) -> tuple[str, ...]:
        """Gives every legal move of this seat now, as texts."""
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
        """Gives the move that this seat has sealed in this phase; nobody else may see it."""
        self._check_seat(seat)
        return self._format(seat) if seat in self._sealed else None

    def tally(self, seat: int) -> dict[str, int]:
        """Gives the score of a seat by part."""
        self._check_seat(seat)
        return tally_of(self._position, seat)

    def why_not(self, seat: int, row: int, cell: int) -> Reason | None:
        """Gives the rule that forbids this seat to mark this cell now, or None if it may.

        Lines outside of the rows, such as bonus rows, are counted on from the last row.
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
        """Return for each cell of a seat the rule that forbids to mark it now, None where it may."""
        self._check_seat(seat)
        if seat not in self._sealed:
            return refusals(self._position, seat)
        sealed = Reason("sealed", {"move": self._format(seat)})
        return [[sealed] * len(printed) for printed in self.sheets[seat].rows]

    def own_cells(self, seat: int, rows: KnownRows = None) -> list[tuple[int, int, OwnCell]]:
        """Return what only this seat may see of its cells, by row and place.

        The rows of its sheet as they lie open may be known already.
        """
        if seat not in self.acting and seat not in self._sealed:
            return []
        return own_cells(self, seat, self.choices(seat), rows)

    def pass_cost(self, seat: int) -> PassCost | None:
        """Return what marking nothing costs this seat, None where it is free."""
        return self._game.display.pass_cost(self._laid, self._state, seat)

    def ways(self, seat: int, row: int, cell: int) -> list[list[str]]:
        """Gives the dice with which this seat may mark this cell now, one list for each way."""
        if self.why_not(seat, row, cell) is not None or row >= len(self.sheets[seat].rows):
            return []
        return self._game.display.ways(self._laid, self._state, seat, row, cell)

    def position(self) -> str:
        """Gives the position as one line of text, without sealed moves."""
        return format_position(self._position)

    def record(self, sealed: bool = True, headers: Mapping[str, str] | None = None) -> str:
        """Return the whole match as text; `sealed=False` leaves out what others must not see yet.

        `headers` come after those of the match.
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
        """Lets a match be pickled as its record."""
        return read_record, (self.record(),)

    def copy(self) -> Match:
        """Gives an independent match in the same position, sealed moves and record included."""
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

    # Asking beforehand: what `throw`, `play` and `take_back` refuse, these refuse with the same words

    def after(self, moves: Mapping[int, str]) -> Match:
        """The match as it stands once these seats have sealed too and the phase is resolved; it has no record."""
        new = {seat: self._read_move(seat, move) for seat, move in moves.items()}
        ahead = self.snapshot()
        self._game.rules.apply_moves(self._laid, ahead.state, self._all_moves(self._sealed | new))
        return Match.at(ahead, UNANSWERED)

    def draw_roll(self, source: DiceSource) -> str:
        """The wanted dice as a source throws them now; they are not laid."""
        self._check_wanted()
        return ask_source(source, self.turn, self.throw_number, self._wanted_dice())

    def check_roll(self, roll: str) -> None:
        """Raises why the wanted dice cannot lie like this."""
        self._read_roll(roll)

    def check_move(self, seat: int, move: str) -> None:
        """Raises why this seat may not play this move now."""
        self._read_move(seat, move)

    def check_take_back(self, seat: int) -> None:
        """Raises why this seat has no move to take back."""
        self._check_seat(seat)
        if seat not in self._sealed:
            raise WrongSeatError(f"seat {seat} has sealed nothing", Reason("nothing_sealed", {"seat": seat}))

    # Doing

    def throw(self, dice: str | DiceSource) -> None:
        """Lays the wanted dice, given as text or thrown by a source."""
        text = dice if isinstance(dice, str) else self.draw_roll(dice)
        faces = self._read_roll(text)
        self._line(self._turns).parts.append(Part(text))
        self._game.rules.apply_roll(self._laid, self._state, faces)
        self._forget_choices()

    def play(self, seat: int, move: str, *, hold: bool = False) -> None:
        """Seals the move of a seat; the last one of the phase makes it resolve, unless that is held back."""
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
        """Resolves a phase whose moves are all sealed; who plays the last of them may hold that back."""
        moves = self._all_moves(self._sealed)
        self._line(self._turns).parts.append(Part(self._moves_text()))
        self._game.rules.apply_moves(self._laid, self._state, moves)
        self._sealed.clear()
        self._forget_choices()

    def take_back(self, seat: int) -> None:
        """Withdraws the sealed move of a seat."""
        self.check_take_back(seat)
        del self._sealed[seat]
        self._acting_now = None

    def note(self, comment: str = "", clock: float | None = None) -> None:
        """Adds a comment or the time to the last roll or resolved phase."""
        if not self._turns:
            raise IllegalMoveError("nothing has been thrown yet that could be commented", Reason("no_roll", {}))
        if clock is not None and not 0 <= clock <= MAX_CLOCK:
            reason = Reason("unreadable", {"text": f"{clock:.3f}"})
            raise NotationError(f"a clock shows seconds from 0 to {MAX_CLOCK}, not {clock!r}", reason)
        part = self._turns[-1].parts[-1]
        clean = " ".join(comment.replace("{", "(").replace("}", ")").split()) if comment else ""
        self._turns[-1].parts[-1] = Part(part.text, part.clock if clock is None else clock, clean or part.comment)

    # What only a pad takes

    def check_entry(self, seat: int, text: str) -> None:
        """Raise that a match has dice and takes no entries of a pad."""
        raise IllegalMoveError("the marks of this table follow its dice", Reason("no_pad", {}))

    def enter(self, seat: int, text: str) -> None:
        """Raise that a match has dice and takes no entries of a pad."""
        self.check_entry(seat, text)

    # The history, and corrections of typed dice and moves

    @property
    def n_entries(self) -> int:
        """How many throws and moves have been made, those of unresolved phases apart."""
        return sum(part.text.count(", ") + 1 for turn in self._turns for part in turn.parts)

    @property
    def asked(self) -> list[Asked]:
        """What corrections have made impossible, and what is therefore asked for again."""
        return list(self._asked.values())

    @property
    def later(self) -> History:
        """What waits, after a correction, to be entered again."""
        return self._later

    @property
    def n_later(self) -> int:
        """How many entries wait to be entered again; what a correction has left no place for does not."""
        return 0 if self.over else sum(place.turn >= self.turn for place in self._later)

    @property
    def is_waiting(self) -> bool:
        """Whether anything waits or is asked for after a correction."""
        return bool(self._later or self._asked)

    def walk_work(self, n_events: int) -> float:
        """The work of walking through the history, in moves, when the log has this many events."""
        return n_events / WALKED_A_MOVE

    def correct_work(self, n_events: int) -> float:
        """The work of a correction, in moves, when the log has this many events."""
        return n_events / CORRECTED_A_MOVE

    def history(self) -> History:
        """All that was thrown and played, in order, and what of it waits to be entered again.

        Moves that are still sealed are none of it: after a correction they are played anew, so that nobody learns them.
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
        """The entries of the record in order, with the moves that are sealed."""
        return {place: entry for _, entries in self._walk(sealed=True) for place, entry in entries}

    def walk_history(self) -> Iterator[tuple[Place, Entry]]:
        """Yield the entries one by one, as the record has them, without moves that are still sealed."""
        for _, entries in self._walk(sealed=False):
            yield from entries

    def active_at(self, place: Place) -> int:
        """The seat whose turn it was at a place of the history."""
        return (self.first + place.turn - 1) % self.seats

    def seek_choices(self, place: Place) -> Iterator[tuple[str, ...] | None]:
        """Yield None for each step on the way to a place, and there what the seat could have played.

        Raises `IllegalMoveError` if the seat played nothing there.
        """
        for walked, entries in self._walk(sealed=True):
            if any(each == place for each, _ in entries):
                yield walked.choices(place.seat)
                return
            yield None
        raise no_such_entry(place)

    def find_place(self, seat: int, turn: int | None, throw: int, phase: str) -> Place:
        """The place that a seat means: of a throw if `throw` is not 0, the last one if `turn` is None, else of its
        own move."""
        if not throw:
            return Place(turn or 0, 0, phase, seat)
        return last_throw(self.history()) if turn is None else Place(turn, throw)

    def corrected(self, place: Place, text: str) -> Correction:
        """Return the correction that puts another text at a place.

        Raises `IllegalMoveError` if there is no such entry, if something before it is asked again, or why the text
        cannot stand there.
        """
        history = self.history()
        was = find_entry(history, place).text
        known = correct_entry(history, place, text)
        match = rebuild(self, known, place)
        if place in match.later:
            raise IllegalMoveError("something before it is asked again and comes first", Reason("asked_first", {}))
        return Correction(was, match, len(known))

    def enter_later(self) -> bool:
        """Enter what waits for the places that come next, and note what cannot stand; return whether there was any.

        It stops where a throw or a move is missing: what comes after that may have to change too.
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
        """Return what the record noted beside moves that have been answered again, and forget it."""
        notes = self._noted
        self._noted = []
        return notes

    def _walk(self, *, sealed: bool) -> Iterator[tuple[Match, list[tuple[Place, Entry]]]]:
        """Replay the match on a copy: yield it before each throw and each phase, with what is entered there next."""
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
        """The entries of a part of the record, there where the match stands."""
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
        """Enter what was entered before, or note why that cannot stand; return whether it was entered."""
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
        """Forget what a seat had played here before a correction, but for what the record noted beside it."""
        place = Place(self.turn, 0, self.phase, seat)
        asked = self._asked.pop(place, None)
        self._known.pop(place, None)
        if asked is not None:
            self._noted += asked.entry.comment.split(NOTES)

    # Helpers

    def _all_moves(self, sealed: Mapping[int, int]) -> Ints:
        """The moves of a phase as the rules take them; raises if somebody still owes one."""
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
        """Raises why this is no moment for a roll."""
        if self.over:
            raise MatchOverError("no throw: the match is over", Reason("over", {}))
        if not self._wanted_dice():
            raise self._unwanted("")

    def _unreadable(self, roll: str) -> PaperdiceError:
        """The error for a roll that is no text: if no dice are wanted, that comes first."""
        if not self._wanted_dice():
            return self._unwanted("")
        reason = Reason("unreadable_die", {"text": repr(roll)})
        return NotationError(f"cannot read the roll {roll!r}: it is neither a text nor a dice source", reason)

    def _read_roll(self, roll: str) -> Ints:
        """The number of the face that each die of the game shows in a roll of the wanted ones."""
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
        """The code of a move that this seat may play now."""
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

    # Replaying

    @staticmethod
    def replay(record: Record, until: int | None = None) -> Match:
        """Gives the match that a record tells, checked throw by throw and move by move; `until` stops before a turn."""
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
    """Return the position before the first throw; raise `SetupError` or `UnknownSheetError` if there is none."""
    _check_game(game)
    if type(seats) is not int or seats not in game.seats:
        reason = Reason("bad_seats", {"game": game.name, "low": game.seats[0], "high": game.seats[-1]})
        raise SetupError(f"{game.name} takes {game.seats[0]} to {game.seats[-1]} seats, not {seats!r}", reason)
    if type(first) is not int or not 0 <= first < seats:
        reason = Reason("bad_first", {"high": seats - 1})
        raise SetupError(f"first is a seat from 0 to {seats - 1}, not {first!r}", reason)
    return start_position(game, deal_sheets(game, seats, sheets), first)


def _check_game(game: object) -> None:
    """Raise `SetupError` where a caller without types gave something else than a game."""
    if not isinstance(game, Game):
        raise SetupError(f"a match needs a game from find_game, not {game!r}")


def _plain(reason: Reason) -> str:
    """Gives a reason in short for programmers."""
    told = ", ".join(f"{name} {value}" for name, value in reason.params.items())
    return f"{reason.id.replace('_', ' ')} ({told})" + (f" [{reason.rule}]" if reason.rule else "")


def read_record(text: str) -> Match:
    """Gives the match that a record's text tells; a broken one raises `RecordError` with its turn."""
    return Match.replay(parse_record(text))


def read_position(text: str) -> Match:
    """Gives a match that goes on from a position string."""
    return Match.from_position(text)


def _afresh(match: Match) -> Match:
    """Return the match before its first throw."""
    return Match.replay(parse_record(match.record(sealed=False)), until=0)


def rebuild(match: Match, history: History, place: Place) -> Match:
    """Return the match that takes a history, as far as all is legal; raise why that cannot be at `place`."""
    fresh = _afresh(match)
    fresh._later = dict(history)
    fresh._known = history
    fresh._noted = list(match._noted)
    fresh.enter_later()
    if place in fresh._asked:
        raise fresh._asked[place].error
    return fresh


def set_up(headers: dict[str, str]) -> Match:
    """Gives the match before its first turn."""
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
    """Read a header that is a number of seats or a seat."""
    text = headers[name]
    if text != "0" and not is_number(text):
        raise broken_record(f"{text!r} is no number", 0)
    return int(text)


def _replay_turn(match: Match, turn: Turn) -> None:
    """Plays one line of a record."""
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
