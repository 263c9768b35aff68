"""A table without any network: commands go in, events come out and are applied."""

from paperdice.fair import commitment_to
from paperdice.server.protocol import events as log
from paperdice.server.protocol import messages
from paperdice.server.protocol.http import NewSeat, NewTable
from paperdice.server.table.clock import due_events
from paperdice.server.table.decide import Decision, Who, decide
from paperdice.server.table.setup import new_opening
from paperdice.server.table.table import Table

NOW = 1_000_000
BOTS = ("random", "casual", "steady", "expert")
TOKENS = tuple(letter * 32 for letter in "abcdef")
SHARES = tuple(digit * 64 for digit in "123456")


def person(seat: int, *, commits: bool = False) -> NewSeat:
    """A seat taken by somebody's device."""
    commitment = commitment_to(SHARES[seat]) if commits else None
    return NewSeat(name=f"P{seat}", token=TOKENS[seat], commitment=commitment)


def open_table(*seats: NewSeat, **wishes: object) -> Table:
    """A table of Qwixx in its lobby."""
    wish = NewTable(game=str(wishes.pop("game", "qwixx")), seats=list(seats), first=0, **wishes)  # type: ignore[arg-type]
    return new_opening(wish, None, NOW).table()


class Driver:
    """Gives commands to a table as its devices would, and keeps the log that a store would keep."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.now = NOW
        self.log: list[log.Event] = []
        self.present = frozenset(table.persons)
        self._n = 0

    def do(
        self, command_type: type, seat: int | None = None, *, held: tuple[int, ...] | None = None, **fields: object
    ) -> Decision:
        """Carries out a command of the device that holds a seat."""
        self._n += 1
        if seat is not None and "seat" in command_type.__struct_fields__:  # type: ignore[attr-defined]
            fields.setdefault("seat", seat)
        if "step" in command_type.__struct_fields__:  # type: ignore[attr-defined]
            fields.setdefault("step", self.table.step)
        fields.setdefault("id", f"c{self._n}")
        owned = frozenset(held if held is not None else () if seat is None else (seat,))
        decision = decide(self.table, command_type(**fields), Who(owned, self.present, self.now, BOTS))
        self.apply(decision.events)
        return decision

    def apply(self, events: list[log.Event]) -> None:
        """Makes events part of the table, through the text that is kept of them."""
        for event in events:
            self.table.apply(log.read_event(log.write_event(event)))
            self.log.append(event)

    def settle(self) -> None:
        """Lets the table do by itself whatever is due."""
        while events := due_events(self.table, self.now, self.present):
            self.apply(events)

    def throw(self) -> None:
        """Lets the active seat throw."""
        self.do(messages.Throw, self.table.match.active)

    def pass_all(self) -> None:
        """Lets every acting seat play its quiet move."""
        for seat in self.table.match.acting:
            self.do(messages.Play, seat, move=self.table.match.choices(seat)[0])


def started(*seats: NewSeat, **wishes: object) -> Driver:
    """A match that has begun, all shares open."""
    driver = Driver(open_table(*seats, **wishes))
    driver.do(messages.Start, held=(0,))
    for seat, entry in enumerate(seats):
        if entry.commitment is not None:
            driver.do(messages.Reveal, seat, share=SHARES[seat])
    return driver


def two_players(**wishes: object) -> Driver:
    """A match of two people that has begun."""
    return started(person(0), person(1), **wishes)
