"""95 % confidence intervals of shares that also hold for few matches and for one-sided outcomes.

They are intervals of Agresti and Coull, and for many matches those of Wilson, which are a little narrower. Matches with
the same dice go together, so the number of matches in the formula is the number of independent matches that would tell
as much. It follows from the variance between groups of such matches. A few groups say little about it, so it is
averaged with an assumed one.
"""

from __future__ import annotations

import math

Z95 = 1.959964
# The assumed variance of a group's mean, as a part of p (1 - p), and how many groups the assumption counts for.
# In duels with 2 to 5 seats it was measured between 0.2 and 0.56; two independent matches have 0.5.
PRIOR_VARIANCE = 0.55
PRIOR_GROUPS = 4
# From this many independent matches on, intervals of Wilson hold where those of Agresti and Coull are too wide.
MANY = 350

Interval = tuple[float, float]


def share_interval(share: float, n: float) -> Interval:
    """Return the 95 % interval of a share that was seen in this many independent matches.

    >>> share_interval(1.0, 4)
    (0.45..., 1.0)
    """
    weight = n + Z95**2
    center = (share * n + Z95**2 / 2) / weight
    variance = center * (1 - center) if n < MANY else (share * (1 - share) * n + Z95**2 / 4) / weight
    reach = Z95 * math.sqrt(variance / weight)
    return max(center - reach, 0.0), min(center + reach, 1.0)


def group_interval(share: float, variance: float, n_groups: int) -> Interval:
    """Return the 95 % interval of a share, from the variance of the means of groups (any number if there is one)."""
    return share_interval(share, n_groups / variance_ratio(share, variance, n_groups - 1))


def variance_ratio(share: float, variance: float, freedom: int) -> float:
    """Return the variance of a group's mean as a part of p (1 - p), averaged with the assumed one.

    `freedom` is the number of degrees of freedom of the variance that was seen. A one-sided outcome shows none.
    """
    most = share * (1 - share)
    if freedom <= 0 or most <= 0:
        return PRIOR_VARIANCE
    return (PRIOR_GROUPS * PRIOR_VARIANCE + freedom * variance / most) / (PRIOR_GROUPS + freedom)
