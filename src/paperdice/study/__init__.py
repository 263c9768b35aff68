"""Study: a coach for every position, and a review for every match.

>>> import paperdice
>>> from paperdice.study import advise
>>> match = paperdice.Match(paperdice.find_game("twenty_one"), seats=1)
>>> match.throw("w4 k3 r1 y4 g5 b3")
>>> match.play(0, "keep")
>>> advice = advise(match, seat=0)
>>> advice["best"], round(advice["choices"][0]["value"], 2)
('b3', 132.5)
"""

from paperdice.study.coach import advise
from paperdice.study.labels import LABELS
from paperdice.study.results import AdviceView, ChoiceView, DecisionView, ReviewView, SeatView, TurnView
from paperdice.study.review import CancelledError, review
from paperdice.study.why import say_why

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
