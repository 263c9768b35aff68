"""What a network sees, declared once: the name, scale and meaning of every input, in order.

A layout is an enum whose members are places in the array of inputs. Kernels write `out[Inputs.LEAD] = lead /
SCALES[Inputs.LEAD]`, and `out[Inputs.IS_ACTIVE] = 1.0` where an input has no scale; trainers, tests and docs read the
same declaration.

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

# The scale of an input that is not divided by anything.
AS_IS = None


class Features(IntEnum):
    """The inputs of one network or of one part of it; a member is its own place."""

    scale: float | None
    meaning: str

    def __new__(cls, scale: float | None, meaning: str) -> Self:
        """Counts the members up from 0, so that their order is their place."""
        place = len(cls.__members__)
        member = int.__new__(cls, place)
        member._value_ = place
        member.scale = scale
        member.meaning = meaning
        return member

    @classmethod
    def scales(cls) -> npt.NDArray[np.float64]:
        """What each raw input is divided by, in order; no number where it is taken as it is."""
        return np.array([np.nan if feature.scale is AS_IS else feature.scale for feature in cls])
