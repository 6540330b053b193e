"""How large and small the numbers may be that are computed with.

Columns to learn from may hold any number: they are compared, or measured in their own deviations.
Targets and weights are multiplied with one another, squared and added up; of all that the largest
is (Σ w y)². With |y| up to 1e30 and weights of a mean near 1 it stays a number however many rows
there are, with a largest |y| of 1e-30 it does not vanish, and residuals fit into 32 bits.
"""

import math

import numpy as np

from core.base.arrays import Floats, Integers
from core.base.errors import DataError

MOST, LEAST = 1e30, 1e-30
"""Between these is the largest number of a target."""
_USUAL = 20
"""Weights whose mean is within 2 to the power of plus or minus this stay as they are."""
_SMALLEST_SHARE = 1e-100
"""No weight but 0 is a smaller share of the largest one."""


def check_target(name: str, values: Floats, lines: Integers) -> None:
    """Raise DataError for a target of numbers that cannot be computed with.

    >>> check_target("y", np.array([1.0, 1e308]), np.array([2, 3]))
    Traceback (most recent call last):
    ...
    core.base.errors.DataError: The target 'y' is 1e+308 on line 3: numbers beyond 1e+30 cannot be \
computed with. Correct the line or exclude it, or give 'y' in another unit.
    """
    sizes = np.abs(values)
    place = int(sizes.argmax())
    largest, line = float(sizes[place]), lines[place]
    if not largest <= MOST:
        what = f"beyond {MOST:g}" if math.isfinite(largest) else "without an end"
        raise DataError(
            f"The target {name!r} is {float(values[place]):g} on line {line}: numbers {what} "
            f"cannot be computed with. Correct the line or exclude it, or give {name!r} in "
            "another unit."
        )
    if 0 < largest < LEAST:
        raise DataError(
            f"No number of the target {name!r} is larger than {largest:g} (line {line}): their "
            f"squares vanish. Give {name!r} in another unit."
        )


def check_weights(name: str, values: Floats, lines: Integers) -> None:
    """Raise DataError for weights that cannot be computed with."""
    wrong = ~(np.isfinite(values) & (values >= 0))
    if wrong.any():
        raise DataError(
            f"The weight {name!r} on line {lines[wrong.argmax()]} is missing, negative or not "
            "finite. Every row needs a weight of 0 or more."
        )
    if not values.any():
        raise DataError(f"Every weight in {name!r} is 0. Choose another column.")
    largest = float(values.max())
    vanishing = (values > 0) & (values / largest < _SMALLEST_SHARE)
    if vanishing.any():
        place = int(vanishing.argmax())
        raise DataError(
            f"The weight {name!r} is {float(values[place]):g} on line {lines[place]}, which "
            f"vanishes beside the largest, {largest:g}. Give the row the weight 0, or a larger one."
        )


def usual_scale(weights: Floats) -> Floats:
    """The weights; where all are huge or tiny, divided by a power of two that brings them near 1.

    Only how weights compare has a meaning, as far as that matters: the division is exact.

    >>> usual_scale(np.array([0.5, 2.0])).tolist()
    [0.5, 2.0]
    >>> usual_scale(2.0 ** np.array([1000, 1001])).tolist()
    [0.5, 1.0]
    """
    largest = float(weights.max(initial=0.0))
    if largest == 0:
        return weights
    _, power = math.frexp(largest)
    scaled = np.ldexp(weights, -power)  # at most 1: their sum is a number
    _, more = math.frexp(float(scaled.mean()))
    if abs(power + more) <= _USUAL:
        return weights
    return np.asarray(np.ldexp(scaled, -more))
