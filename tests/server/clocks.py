"""Clocks for dependency injection."""

from dataclasses import dataclass

from paperdice.flow.attendance import Moment


@dataclass
class StillClock:
    """A clock that only moves when it is set."""

    now: int = 0

    def __call__(self) -> int:
        return self.now


@dataclass
class TableClock:
    """The clock of a table, which only moves when it is set; `jump` offsets its wall clock from its ticks."""

    now: int = 0
    jump: int = 0

    def __call__(self) -> Moment:
        return Moment(self.now + self.jump, self.now)
