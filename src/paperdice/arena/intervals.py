"""95 % confidence intervals for shares, which remain valid for few matches and for shares of 0 and 1.

For few matches, these are Agresti–Coull intervals; for many matches, they are the slightly narrower Wilson intervals.
Matches with the same dice are correlated, so the formulas use an effective number of independent matches, which is
derived from the variance between groups of such matches. With few groups, this variance is unreliable, so it is
averaged with a prior.
"""

from __future__ import annotations

import math

Z95 = 1.959964
# The prior variance of a group's mean, relative to p (1 - p), and its weight as a number of groups. Measurements in
# duels with 2 to 5 seats were between 0.2 and 0.56; for two independent matches the variance is 0.5.
PRIOR_VARIANCE = 0.55
PRIOR_GROUPS = 4
# With at least this many independent matches, Wilson intervals are valid and Agresti–Coull intervals are too wide.
MANY = 350

Interval = tuple[float, float]


def share_interval(share: float, n: float) -> Interval:
    """Return the 95 % confidence interval of a share observed in `n` independent matches.

    >>> share_interval(1.0, 4)
    (0.45..., 1.0)
    """
    weight = n + Z95**2
    center = (share * n + Z95**2 / 2) / weight
    variance = center * (1 - center) if n < MANY else (share * (1 - share) * n + Z95**2 / 4) / weight
    reach = Z95 * math.sqrt(variance / weight)
    return max(center - reach, 0.0), min(center + reach, 1.0)


def group_interval(share: float, variance: float, n_groups: int) -> Interval:
    """Return the 95 % confidence interval of a share observed in groups of correlated matches.

    Args:
        share: The observed share.
        variance: The variance of the group means; it is ignored for a single group.
        n_groups: The number of groups.
    """
    return share_interval(share, n_groups / variance_ratio(share, variance, n_groups - 1))


def variance_ratio(share: float, variance: float, freedom: int) -> float:
    """Return the variance of a group mean relative to p (1 - p), averaged with the prior.

    For shares of 0 and 1, where p (1 - p) is 0, the prior is returned.

    Args:
        share: The observed share p.
        variance: The variance of the group means.
        freedom: The number of degrees of freedom of this variance.
    """
    most = share * (1 - share)
    if freedom <= 0 or most <= 0:
        return PRIOR_VARIANCE
    return (PRIOR_GROUPS * PRIOR_VARIANCE + freedom * variance / most) / (PRIOR_GROUPS + freedom)
