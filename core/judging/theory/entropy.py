"""Entropy: how much is unknown about the labels, in bits, before and after a column is known."""

from typing import Any

import numpy as np
import numpy.typing as npt
import pandas as pd

from core.base.arrays import Floats, Integers
from core.data.column import Column
from core.judging.diagnostics.run_access import checked_weights


def entropy(labels: Any, weights: npt.ArrayLike | None = None) -> float:
    """H(Y) = -Σ_y P(y) log₂ P(y), in bits (Shannon 1948).

    >>> entropy(["yes", "no", "yes", "no"])
    1.0
    """
    places = _places(labels)
    counts = np.bincount(places, checked_weights(weights, len(places))).astype(np.float64)
    return float(entropies(counts[None])[0])


def conditional_entropy(column: Any, labels: Any, weights: npt.ArrayLike | None = None) -> float:
    """H(Y | X) = Σ_x P(x) H(Y | X = x), in bits (Quinlan 1986); a missing value is a value.

    What a multiway split on the column leaves unknown; H(Y) minus it is the information gain.
    Numbers count by their different values.

    >>> conditional_entropy(["a", "a", "b", "b"], [1, 0, 1, 1])
    0.5
    """
    rows, given = _places(column), _places(labels)
    if len(rows) != len(given):
        raise ValueError(f"The column has {len(rows)} rows, and there are {len(given)} labels.")
    counts = np.zeros((rows.max() + 1, given.max() + 1))
    np.add.at(counts, (rows, given), checked_weights(weights, len(rows)))
    within = counts.sum(axis=1)
    return float((within * entropies(counts)).sum() / within.sum())


def _places(values: Any) -> Integers:
    """Each value as the number of its kind; missing values are a kind of their own."""
    if isinstance(values, Column):
        values = values.values
    series = pd.Series(values)
    if len(series) == 0:
        raise ValueError("There are no rows.")
    codes, _ = pd.factorize(series, use_na_sentinel=False)
    return np.asarray(codes, np.int64)


def entropies(counts: Floats) -> Floats:
    """The entropy of every row of counts."""
    totals = counts.sum(axis=1, keepdims=True)
    shares = np.divide(counts, totals, out=np.zeros_like(counts), where=totals > 0)
    logs = np.log2(shares, out=np.zeros_like(shares), where=shares > 0)
    return np.asarray(-(shares * logs).sum(axis=1) + 0.0)  # -0 is 0
