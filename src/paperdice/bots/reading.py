"""Parse the position in a view, for built-in bots."""

from __future__ import annotations

from paperdice.errors import Reason, WrongSeatError
from paperdice.position import Position, parse_position
from paperdice.view import View


def read_view(view: View) -> tuple[Position, int]:
    """Return the position in a view and the seat that the view belongs to.

    Raises:
        WrongSeatError: The view belongs to no seat.
    """
    seat = view["seat"]
    if seat is None:
        raise WrongSeatError("a view without a seat has no choices", Reason("not_acting", {}))
    return parse_position(view["position"]), seat
