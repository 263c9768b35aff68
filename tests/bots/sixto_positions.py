"""Positions of Sixto for several tests."""

# The rows of sheets A and B, with a bar before the goals:
# red    4 1 2 5 6 5 4 3 1 | 6 3 2    4 1 5 3 6 2 6 4 3 | 5 2 1
# orange 5 3 2 6 5 1 2 3 4 | 1 4 6    6 1 4 3 1 5 2 5 6 | 2 3 4
# yellow 4 6 2 3 2 1 5 6 4 | 1 5 3    1 2 6 3 2 6 5 4 1 | 4 3 5
# green  2 1 4 2 6 5 4 6 3 | 1 5 3    4 1 3 2 3 1 5 6 4 | 5 2 6
# blue   3 5 1 5 6 4 2 6 3 | 1 2 4    6 5 3 5 6 1 4 2 3 | 4 2 1
# purple 3 2 6 1 2 3 6 5 4 | 1 5 4    6 5 1 4 1 5 2 3 4 | 6 2 3
RED, ORANGE, YELLOW, GREEN, BLUE, PURPLE = range(6)
NO_MARKS = "-/-/-/-/-/-"

# Green and purple are locked. Seat 0 has 6, 5, 5, 4, 4 and 6 marks in its rows and 1, 2, 3, 5, 3, 2, 3, 5 and 2 in its
# columns: 92 + 40 points; seat 1 has 5, 5, 6, 6, 7 and 6, and 0, 1, 6, 2, 4, 4, 5, 2 and 4: 121 + 61 points.
LATE_MARKS = (
    "| A 1..1.11.1.1/..1.11.1.1/.1.11..1.1/..11..11/.1.11..1/..11..1111 "
    "| B ..1.1.111/..1.1.1.1.1/..11.1.111/..1..11.1.11/.111111..1/..1.111..1.1"
)
