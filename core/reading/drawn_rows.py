"""The rows of a sample."""

import numpy as np

from core.base.arrays import Integers
from core.base.errors import DataError

_STREAM = 0x5A3


def draw_rows(rows: int, sample: int, seed: int) -> Integers | None:
    """Which rows are in a sample, drawn uniformly by the seed; None if all are."""
    if sample < 1:
        raise DataError(f"A sample of {sample} rows cannot be drawn. Ask for 1 or more.")
    if sample >= rows:
        return None
    # A stream of its own: data made with the plain seed must not decide about its sample.
    drawn = np.random.default_rng([_STREAM, seed]).choice(
        rows, sample, replace=False, shuffle=False
    )
    return np.sort(drawn)
