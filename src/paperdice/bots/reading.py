"""What a bot of our own reads from a view."""

from __future__ import annotations

from paperdice.errors import Reason, WrongSeatError
from paperdice.position import Position, parse_position
from paperdice.view import View


def read_view(view: View) -> tuple[Position, int]:
    """The position of a view and the seat that it is for."""
    seat = view["seat"]
    if seat is None:
        raise WrongSeatError("a view without a seat leaves nothing to decide", Reason("not_acting", {}))
    return parse_position(view["position"]), seat
