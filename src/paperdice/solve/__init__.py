"""Exact solutions of single-seat problems, and upper bounds on mean scores.

>>> from paperdice.solve import solve_twenty_one
>>> round(solve_twenty_one().value(), 4)
132.1082
"""

from paperdice.solve.bounds import Bound, bound_qwantum, bound_sixto
from paperdice.solve.qwixx.question import Question, SolvedTable, solve_qwixx
from paperdice.solve.sixto import PATIENT
from paperdice.solve.twenty_one.rows import RowTables, solve_twenty_one

__all__ = [
    "PATIENT",
    "Bound",
    "Question",
    "RowTables",
    "SolvedTable",
    "bound_qwantum",
    "bound_sixto",
    "solve_qwixx",
    "solve_twenty_one",
]
