"""Clocks for those that are handed one."""

from dataclasses import dataclass

from paperdice.flow.attendance import Moment


@dataclass
class StillClock:
    """A clock that stands still until it is moved."""

    now: int = 0

    def __call__(self) -> int:
        return self.now


@dataclass
class TableClock:
    """The clock of a table, which stands still until it is moved; `jump` is how far its date is off its ticks."""

    now: int = 0
    jump: int = 0

    def __call__(self) -> Moment:
        return Moment(self.now + self.jump, self.now)
