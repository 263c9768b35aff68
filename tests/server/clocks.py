"""Manually controlled clocks for dependency injection."""

from dataclasses import dataclass

from paperdice.flow.attendance import Moment


@dataclass
class StillClock:
    """A clock that changes only when it is set."""

    now: int = 0

    def __call__(self) -> int:
        return self.now


@dataclass
class TableClock:
    """The clock of a table, which changes only when set; `jump` is added to its wall clock only."""

    now: int = 0
    jump: int = 0

    def __call__(self) -> Moment:
        return Moment(self.now + self.jump, self.now)
