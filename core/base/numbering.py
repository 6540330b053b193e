"""Numbers for values: the same for equal ones, counted by their first appearance."""

from typing import Any

import numpy as np
import numpy.typing as npt

from core.base.arrays import Integers


def numbered(values: npt.NDArray[Any]) -> Integers:
    """A number for every value, from 0; values that are missing are equal to one another.

    >>> numbered(np.array([7.0, 3.0, 7.0, np.nan, np.nan])).tolist()
    [0, 1, 0, 2, 2]
    """
    import pandas as pd  # by a hash table; slow to load

    return pd.factorize(values, use_na_sentinel=False)[0].astype(np.int64)
