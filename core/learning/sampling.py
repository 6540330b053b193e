"""Drawing rows, the same for the same seed whoever asks and when."""

from typing import Any

import numpy as np
import numpy.typing as npt

from core.base import room
from core.base.arrays import Floats, Integers
from core.data.splits.grouping import usable

Counts = npt.NDArray[np.integer[Any]]
_MANY, _DRAWN = 1 << 20, 1 << 22


def round_seed(seed: int, number: int) -> int:
    """A seed for one round of a training: 63 bits from both."""
    return int(
        np.random.SeedSequence([seed, number]).generate_state(1, np.uint64)[0] >> np.uint64(1)
    )


def sampled(weights: Floats, count: int, seed: int) -> Floats:
    """How often each row is drawn in `count` draws in proportion to the weights."""
    rng = np.random.default_rng(seed)
    bounds = np.cumsum(weights)
    drawn = np.searchsorted(bounds, rng.random(count) * bounds[-1], side="right")
    return np.bincount(np.minimum(drawn, len(weights) - 1), minlength=len(weights)).astype(
        np.float64
    )


def weighed(drawn: Counts, start: Floats) -> Floats:
    """The weight of every row in a sample: as often as it was drawn, it counts."""
    weights: Floats = room.empty(len(start))
    return np.multiply(drawn, start, out=weights)


def bootstrap(rows: int, count: int, seed: int, groups: Integers | None = None) -> Floats:
    """How often each of so many rows is drawn in `count` draws with replacement (Efron 1979).

    With groups, these are drawn instead, each with all its rows, about as many rows in all (Davison
    & Hinkley 1997): who is left out is then judged by nobody who knows its group.
    """
    return bootstrap_counts(rows, count, seed, groups).astype(np.float64)


def bootstrap_counts(rows: int, count: int, seed: int, groups: Integers | None = None) -> Counts:
    """The same as whole numbers, of as few bytes as they need: of many rows there are many."""
    groups = usable(groups)
    if groups is not None:
        units = int(groups.max()) + 1
        return bootstrap_counts(units, max(1, round(units * count / rows)), seed)[groups]
    random = np.random.default_rng(seed)
    if count > rows or rows < _MANY:
        return np.bincount(random.integers(0, rows, count), minlength=rows)
    counts: Counts = np.zeros(rows, np.uint8)
    for start in range(0, count, _DRAWN):
        drawn = random.integers(0, rows, min(_DRAWN, count - start))
        np.add.at(counts, drawn, 1)
    return counts
