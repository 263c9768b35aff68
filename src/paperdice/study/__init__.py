"""Match analysis: a coach for any position, and a review of a whole match.

>>> import paperdice
>>> from paperdice.study import advise
>>> match = paperdice.Match(paperdice.find_game("twenty_one"), seats=1)
>>> match.throw("w4 k3 r1 y4 g5 b3")
>>> match.play(0, "keep")
>>> advice = advise(match, seat=0)
>>> advice["best"], round(advice["choices"][0]["value"], 2)
('b3', 132.5)
"""

import typing as _typing

from paperdice.study.results import LABELS, AdviceView, ChoiceView, DecisionView, ReviewView, SeatView, TurnView

__all__ = [
    "LABELS",
    "AdviceView",
    "CancelledError",
    "ChoiceView",
    "DecisionView",
    "ReviewView",
    "SeatView",
    "TurnView",
    "advise",
    "review",
    "say_why",
]

if _typing.TYPE_CHECKING:
    from paperdice.study.coach import advise
    from paperdice.study.reviewing import CancelledError, review
    from paperdice.study.why import say_why
else:
    # The server uses the result types but never evaluates positions itself, so compiled code is imported on first
    # access.
    _LATER = {
        "advise": "paperdice.study.coach",
        "CancelledError": "paperdice.study.reviewing",
        "review": "paperdice.study.reviewing",
        "say_why": "paperdice.study.why",
    }

    def __getattr__(name: str) -> object:
        """Import a public name from its module on first access."""
        if name not in _LATER:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        from importlib import import_module

        globals()[name] = found = getattr(import_module(_LATER[name]), name)
        return found

    def __dir__() -> list[str]:
        return sorted({*globals(), *__all__})
