"""One playing of a game: checks what comes in, seals moves, applies the rules, keeps the record."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import numpy as np

from paperdice.dice import DiceSource, Die, show_faces
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
from paperdice.game import Game, Ints, copy_twin, deal_sheets
from paperdice.games import find_game
from paperdice.position import (
    Position,
    format_position,
    format_sheet,
    parse_faces,
    parse_position,
    parse_sheet,
    start_position,
    tally_of,
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
    is_pad,
    parse_record,
)
from paperdice.sheet import Sheet

UNANSWERED = "?"


class Match:
    """One match: throw dice in, play moves, ask anything.

    A match draws no dice by itself. A refused call raises and changes nothing.
    """

    def __init__(
        self, game: Game, seats: int, sheets: str | Sheet | Sequence[str | Sheet] | None = None, first: int = 0
    ) -> None:
        if not isinstance(game, Game):
            raise SetupError(f"a match needs a game from find_game, not {game!r}")
        if type(seats) is not int or seats not in game.seats:
            reason = Reason("bad_seats", {"game": game.name, "low": game.seats[0], "high": game.seats[-1]})
            raise SetupError(f"{game.name} takes {game.seats[0]} to {game.seats[-1]} seats, not {seats!r}", reason)
        if type(first) is not int or not 0 <= first < seats:
            reason = Reason("bad_first", {"high": seats - 1})
            raise SetupError(f"first is a seat from 0 to {seats - 1}, not {first!r}", reason)
        self._begin(start_position(game, deal_sheets(game, seats, sheets), first), "")

    def _begin(self, position: Position, start: str) -> None:
        """Sets the match to a position; `start` is its text unless the match begins there by the rules."""
        self._position = position
        self._game, _, self._laid, self._state = position
        self._start = start
        self._first = int((self._state.active - self._state.turn + 1) % self._state.n_seats)
        self._seats = int(self._state.n_seats)
        self._over = max(self._game.phase_names)
        self._sealed: dict[int, int] = {}
        # What is thrown or decided in this phase, once somebody has asked: only dice and moves change it.
        self._wanted_now: tuple[Die, ...] | None = None
        self._names_now: tuple[str, ...] = ()
        self._deciding_now: tuple[int, ...] | None = None
        self._acting_now: tuple[int, ...] | None = None
        self._choices_now: dict[int, tuple[str, ...]] = {}
        self._codes_now: dict[int, list[int]] = {}
        self._turns: list[Turn] = []
        self._buffer = np.zeros(self._game.rules.MAX_MOVES, np.int64)
        self.headers: dict[str, str] = {}

    @classmethod
    def from_position(cls, text: str) -> Match:
        """Gives a match that goes on from a position string."""
        match = cls.__new__(cls)
        match._begin(parse_position(text), text)
        return match

    @classmethod
    def at(cls, position: Position, start: str | None = None) -> Match:
        """Gives a match that stands at a position, without a record of how it came there.

        Where only questions follow and no record, any text as `start` spares that of the position.
        """
        match = cls.__new__(cls)
        match._begin(position, format_position(position) if start is None else start)
        return match

    def __repr__(self) -> str:
        stands = f"over ({self.end_reason})" if self.over else f"turn {self.turn}, phase {self.phase}"
        return f"<Match of {self._game.title}: seats {self.seats}, {stands}, scores {' '.join(map(str, self.scores))}>"

    def __str__(self) -> str:
        """Gives what lies open for everyone, as text: where the match stands, the dice and all sheets."""
        from paperdice.draw.text import draw_table  # not needed before somebody looks
        from paperdice.view import view_of

        return str(draw_table(view_of(self, None), self.names))

    def _repr_svg_(self) -> str:
        """Lets a notebook show the match as a picture of what lies open for everyone."""
        from paperdice.draw.picture import match_svg  # not needed before somebody looks

        return match_svg(self)

    # Asking

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
        return tuple(self.headers.get(f"Player{seat}", "") for seat in range(self.seats))

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
        return self._position._replace(state=copy_twin(self._state))

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
        return self._game.rules.End(self._game.rules.end_reason(self._laid, self._state)).name.lower()

    @property
    def scores(self) -> tuple[int, ...]:
        """The points of each seat if the match ended now."""
        return tuple(int(self._game.rules.score(self._laid, self._state, seat)) for seat in range(self.seats))

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats that have won; more than one shares the win."""
        if not self.over:
            return ()
        rules = self._game.rules
        standing = [(score, int(rules.tie_break(self._laid, self._state, i))) for i, score in enumerate(self.scores)]
        return tuple(seat for seat, points in enumerate(standing) if points == max(standing))

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

    def ways(self, seat: int, row: int, cell: int) -> list[list[str]]:
        """Gives the dice with which this seat may mark this cell now, one list for each way."""
        if self.why_not(seat, row, cell) is not None or row >= len(self.sheets[seat].rows):
            return []
        return self._game.display.ways(self._laid, self._state, seat, row, cell)

    def position(self) -> str:
        """Gives the position as one line of text, without sealed moves."""
        return format_position(self._position)

    def record(self, sealed: bool = True) -> str:
        """Gives the whole match as text; `sealed=False` leaves out what others must not see yet."""
        headers = {
            "Paperdice": str(FORMAT_VERSION),
            "Game": self._game.name,
            "Rules": str(self._game.version),
            "Seats": str(self.seats),
            "Sheets": " ".join(format_sheet(self._game, sheet) for sheet in self.sheets),
            "First": str(self.first),
        }
        if self._start:
            headers["Position"] = self._start
        turns = [Turn(turn.number, turn.active, list(turn.parts)) for turn in self._turns]
        if self._sealed and sealed:
            self._line(turns).parts.append(Part(self._moves_text()))
        return format_record(
            Record(
                headers | {name: value for name, value in self.headers.items() if name not in FIXED_HEADERS},
                turns,
                self._closing(),
            )
        )

    def __reduce__(self) -> tuple[Callable[[str], Match], tuple[str]]:
        """Lets a match be pickled as its record."""
        return read_record, (self.record(),)

    def copy(self) -> Match:
        """Gives an independent match in the same position, sealed moves and record included."""
        match = Match.__new__(Match)
        match._begin(self._position._replace(state=copy_twin(self._state)), self._start)
        match._first = self._first
        match._sealed = dict(self._sealed)
        match._turns = [Turn(turn.number, turn.active, list(turn.parts)) for turn in self._turns]
        match.headers = dict(self.headers)
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
        return self._text_of(self._ask(source))

    def check_roll(self, roll: str) -> None:
        """Raises why the wanted dice cannot lie like this."""
        self._read_roll(self._text_of(roll))

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
        text = self._text_of(dice if isinstance(dice, str) else self._ask(dice))
        faces = self._read_roll(text)
        self._line(self._turns).parts.append(Part(text))
        self._game.rules.apply_roll(self._laid, self._state, faces)
        self._forget_choices()

    def play(self, seat: int, move: str, *, hold: bool = False) -> None:
        """Seals the move of a seat; the last one of the phase makes it resolve, unless that is held back."""
        self._sealed[seat] = self._read_move(seat, move)
        self._acting_now = None
        if not hold and not self.acting:
            self.resolve()

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
            reason = Reason("unreadable", {"text": repr(clock)})
            raise NotationError(f"a clock shows seconds from 0 to {MAX_CLOCK}, not {clock!r}", reason)
        part = self._turns[-1].parts[-1]
        clean = " ".join(comment.replace("{", "(").replace("}", ")").split()) if comment else ""
        self._turns[-1].parts[-1] = Part(part.text, part.clock if clock is None else clock, clean or part.comment)

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
        self._wanted_now = self._deciding_now = self._acting_now = None
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

    def _ask(self, source: DiceSource) -> object:
        """Lets a source throw the wanted dice; what it gives, or what is no source at all, is yet to be read."""
        self._check_wanted(source)
        if not hasattr(source, "throw"):
            return source
        return source.throw(self.turn, self.throw_number, list(self._wanted_dice()))

    def _text_of(self, roll: object) -> str:
        if isinstance(roll, str):
            return roll
        self._check_wanted(roll)
        reason = Reason("unreadable_die", {"text": repr(roll)})
        raise NotationError(f"cannot read the roll {roll!r}: it is neither a text nor a dice source", reason)

    def _check_wanted(self, roll: object) -> None:
        """Raises why this is no moment for a roll."""
        if self.over:
            raise MatchOverError("no throw: the match is over", Reason("over", {}))
        if not self._wanted_dice():
            raise self._unwanted(str(roll))

    def _read_roll(self, roll: str) -> Ints:
        """The number of the face that each die of the game shows in a roll of the wanted ones."""
        if self.over:
            raise MatchOverError("no throw: the match is over", Reason("over", {}))
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
        return f"* {self.end_reason} {' '.join(map(str, self.scores))}" if self.over else CLOSING_GOING_ON

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

    @classmethod
    def replay(cls, record: Record, until: int | None = None) -> Match:
        """Gives the match that a record tells, checked throw by throw and move by move; `until` stops before a turn."""
        if is_pad(record):
            raise RecordError("this is the record of a pad: it tells marks, but no dice", Reason("pad_record", {}), 0)
        match = set_up(cls, record.headers)
        for turn in record.turns:
            if until is not None and turn.number >= until:
                return match
            _replay_turn(match, turn)
        if until is None and record.closing != match._closing():
            why = f"it closes with {record.closing!r}, but the match stands at {match._closing()!r}"
            raise broken_record(why, match.turn)
        return match


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


def set_up(cls: type[Match], headers: dict[str, str]) -> Match:
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
        match = cls(game, int(headers["Seats"]), sheets, int(headers["First"]))
        if "Position" in headers:
            match = cls.from_position(headers["Position"])
    except (ValueError, LookupError) as error:
        raise broken_record(str(error), 0) from None
    if match.sheets != tuple(sheets) or (str(match.seats), str(match.first)) != (headers["Seats"], headers["First"]):
        raise broken_record("headers Seats, Sheets, First and Position disagree", 0)
    match.headers = {name: value for name, value in headers.items() if name not in FIXED_HEADERS}
    return match


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
