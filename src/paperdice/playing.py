"""One playing of a game: validate rolls and moves, apply the rules, and keep the turns for the record."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from paperdice.dice import DiceSource, Die, ask_source, show_faces
from paperdice.errors import (
    IllegalMoveError,
    MatchOverError,
    NotationError,
    PaperdiceError,
    Reason,
    SetupError,
    WrongSeatError,
)
from paperdice.game import Game, Ints, PassCost, Twin, copy_twin, deal_sheets
from paperdice.history import Pending
from paperdice.position import (
    Position,
    format_position,
    format_sheet,
    parse_faces,
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
    format_record,
)
from paperdice.sheet import Sheet
from paperdice.view import KnownRows, OwnCell
from paperdice.view_builder import own_cells, refusals, view_of

UNANSWERED = "?"


class Playing:
    """A game being played by its rules: dice, moves and phases. `Match` adds corrections and records.

    Args:
        game: The game, as returned by `find_game`.
        seats: The number of seats.
        sheets: One sheet for all seats or one per seat, by name or as a `Sheet`; by default the game deals them.
        first: The seat that is active in the first turn.
        position: A position to start from instead of a new deal.
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
        self._buffer: Ints = np.zeros(self._game.rules.MAX_MOVES, np.int64)
        self.headers: dict[str, str] = {}

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
    def pending(self) -> list[Pending]:
        """The entries that have caused a pending lock or end: always empty, since only pads have them."""
        return []

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
        """The winning seats: several if they are tied, none while the match continues."""
        return self.leaders if self.over else ()

    @property
    def leaders(self) -> tuple[int, ...]:
        """The seats that would win if the match ended now: several if they are tied."""
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

    def entered(self, seat: int) -> dict[str, int]:
        """Return an empty dictionary: only the marks on a pad are entered one by one."""
        return {}

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

    # Validation, which raises the same errors as `throw`, `play` and `take_back`

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
        """Seal a seat's move, and resolve the phase after the last one unless `hold` is set."""
        code = self._read_move(seat, move)
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

    # Helpers

    @property
    def n_entries(self) -> int:
        """The number of throws and moves so far, excluding the moves of an unresolved phase."""
        return sum(part.text.count(", ") + 1 for turn in self._turns for part in turn.parts)

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
