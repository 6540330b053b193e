"""Numbers by round and row, packed small for a page: whole steps, differences, deflate, base64.

A number is told as a whole count of steps, so it is off by half a step at most. From one round to
the next little changes: what is packed is the difference to the round before, folded so that small
ones are small whatever their sign (0, -1, 1, -2 are 0, 1, 2, 3), all low bytes before all high
ones. Where learners vote, few are different. resources/report/unpacking.js takes it back.
"""

import base64
import zlib
from collections.abc import Mapping

import numpy as np
import numpy.typing as npt

from core.base.arrays import Floats

NOTHING = -(1 << 15)
"""The count of steps that stands for no number, and in logs for one that is too small."""
MOST_STEPS = (1 << 15) - 1


def in_steps(values: Floats, step: float) -> npt.NDArray[np.int16]:
    """Numbers as counts of steps; what is further away than these reach is at their end.

    >>> in_steps(np.array([0.0, 0.26, -1.0, np.nan, -np.inf, 1e9]), 0.5).tolist()
    [0, 1, -2, -32768, -32768, 32767]
    """
    counts = np.nan_to_num(np.round(values / step), nan=NOTHING, posinf=MOST_STEPS, neginf=NOTHING)
    return np.clip(counts, NOTHING, MOST_STEPS).astype(np.int16)


def packed(values: Floats, step: float) -> Mapping[str, object]:
    """A table of numbers, a round a row, ready for JSON."""
    counts = in_steps(values, step)
    change = np.diff(counts, axis=0, prepend=np.zeros_like(counts[:1]))
    folded = ((change << 1) ^ (change >> 15)).view(np.uint16)
    low, high = (folded & 255).astype(np.uint8), (folded >> 8).astype(np.uint8)
    data = zlib.compress(low.tobytes() + high.tobytes(), 9)
    return {
        "step": step,
        "width": values.shape[1],
        "data": base64.b64encode(data).decode("ascii"),
    }
