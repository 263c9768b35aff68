"""Declare the input features of a network as an enum with the name, scale and meaning of each feature.

The enum members are indices into the input array. Kernels write `out[Inputs.LEAD] = lead / SCALES[Inputs.LEAD]`, or
`out[Inputs.IS_ACTIVE] = 1.0` for a feature without a scale. Trainers, tests and docs use the same declarations.

>>> class Inputs(Features):
...     LEAD = 20.0, "points ahead of the rival"
...     IS_ACTIVE = AS_IS, "1 if the seat rolls next"
>>> int(Inputs.IS_ACTIVE), Inputs.LEAD.scale, len(Inputs)
(1, 20.0, 2)
"""

from __future__ import annotations

from enum import IntEnum
from typing import Self

import numpy as np
import numpy.typing as npt

# The scale of an input that is used unchanged.
AS_IS = None


class Features(IntEnum):
    """Base class for the input features of a network or of a part of it; the value of a member is its index."""

    scale: float | None
    meaning: str

    def __new__(cls, scale: float | None, meaning: str) -> Self:
        """Number the members from 0 in order of declaration."""
        place = len(cls.__members__)
        member = int.__new__(cls, place)
        member._value_ = place
        member.scale = scale
        member.meaning = meaning
        return member

    @classmethod
    def scales(cls) -> npt.NDArray[np.float64]:
        """Return the divisor of each raw feature, in order; NaN for features without a scale."""
        return np.array([np.nan if feature.scale is AS_IS else feature.scale for feature in cls])
