"""An order that spreads: of rows that are much alike, one comes early and the others late.

Without it the rows that a model is most undecided about come as near-copies, ten in a row, and the
second of them teaches little (Brinker 2003). Rows are taken one by one: each time the one with the
highest doubt times its distance from those already taken, a distance that counts no further than
a fifth of the usual one (a weighted form of the farthest-first walk, Gonzalez 1985).
"""

import numpy as np

from core.base.arrays import Floats, Integers
from core.data.column import Column

_REACH = 0.2
"""Rows further apart than this share of the usual distance are not alike at all."""
_PAIRS = 2000
"""Pairs of rows by which the usual distance is told."""
_MOST_CORNERS = 50
"""A column with more categories among the rows says little about what is alike."""


def spread_order(doubt: Floats, places: Floats, many: int, seed: int = 0) -> Integers:
    """The numbers of the rows that come first, at most so many.

    >>> doubt = np.array([1.0, 0.99, 0.5])
    >>> places = np.array([[0.0], [0.0], [1.0]])  # the first two are copies
    >>> spread_order(doubt, places, 3).tolist()
    [0, 2, 1]
    """
    rows = len(doubt)
    if rows == 0:
        return np.empty(0, np.int64)
    reach = _REACH * _usual_distance(places, seed)
    nearest = np.full(rows, np.inf)
    weight, left = doubt + 1e-9, np.ones(rows, bool)
    taken: list[int] = []
    for _ in range(min(many, rows)):
        worth = weight * np.minimum(1.0, nearest / reach) if reach > 0 else weight
        # Copies of what was taken are worth nothing: among them the doubt decides.
        best = int(np.argmax(np.where(left, worth + 1e-12 * weight, -1.0)))
        taken.append(best)
        left[best] = False
        nearest = np.minimum(nearest, np.abs(places - places[best]).mean(1))
    return np.array(taken, np.int64)


def places_of(columns: tuple[Column, ...], rows: Integers) -> Floats:
    """Where rows lie: each number as its rank, from 0 to 1, each category as a corner of its own.

    Two categories that differ are as far apart as the ends of a number (Gower 1971). A missing
    value lies in the middle.
    """
    found: list[Floats] = []
    for column in columns:
        values = column.values[rows]
        if column.is_number:
            known, ranks = np.unique(values[~np.isnan(values)], return_inverse=True)
            place = np.full(len(rows), 0.5)
            place[~np.isnan(values)] = ranks / max(1, len(known) - 1)
            found.append(place)
        else:
            own = np.unique(values)
            if len(own) <= _MOST_CORNERS:
                # Halves: a pair of corners is 1/2 + 1/2 apart.
                found += [np.where(values == code, 0.5, 0.0) for code in own.tolist()]
    if not found:
        return np.zeros((len(rows), 1))
    return np.column_stack(found)


def _usual_distance(places: Floats, seed: int) -> float:
    draw = np.random.default_rng(seed)
    one, other = draw.integers(0, len(places), (2, _PAIRS))
    apart = np.abs(places[one] - places[other]).mean(1)[one != other]
    return float(np.median(apart)) if len(apart) else 0.0
