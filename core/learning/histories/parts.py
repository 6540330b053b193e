"""Training and validation rows on one scale.

Training pushes a row down as soon as it is heavy: the next learners are fitted to it. Nothing is
fitted to a validation row, so the weight exp(-yF) that it would have had grows without bound, and
says nothing beside a training row's. Two things can be told all the same: how a row stands among
the rows of its own part, and what weight it has if its part shares out as much as the other.
"""

import numpy as np

from core.base import room
from core.base.arrays import Floats

MOST_LOOKED_AT = 1 << 15
"""Of more validation rows, so many, evenly, tell what all of them are divided by."""


def placed(values: Floats, training: int) -> Floats:
    """Numbers of which higher is worse, those of the validation rows on the training rows' scale.

    The first `training` values are the training rows', and stay. A validation row gets the number
    that the training row at the same place of its part has, so that sorting all rows merges two
    rankings, each within its part. Equal rows share the middle of their places.

    >>> placed(np.array([4.0, 3.0, 2.0, 1.0, 0.5, 90.0]), 4).tolist()
    [4.0, 3.0, 2.0, 1.0, 1.5, 3.5]
    """
    own, others = values[:training], values[training:]
    if not len(own) or not len(others):
        return values
    at = room.filled(len(own), lambda some: (np.arange(some.start, some.stop) + 0.5) / len(own))
    rising = room.copied(own)
    rising.sort()
    found = room.copied(values)
    place = _standing(others)
    for some in room.pieces(0, len(others)):
        found[training:][some] = np.interp(place[some], at, rising)
    return np.asarray(found)


def standing(values: Floats, training: int) -> Floats:
    """Where each row stands in its part, from 0 to 1, the highest; equals share the middle.

    >>> standing(np.array([4.0, 3.0, 2.0, 2.0, 0.5, 90.0]), 4).tolist()
    [0.875, 0.625, 0.25, 0.25, 0.25, 0.75]
    """
    found = room.empty(len(values))
    found[:training] = _standing(values[:training])
    found[training:] = _standing(values[training:])
    return np.asarray(found)


def _standing(values: Floats) -> Floats:
    order = np.argsort(values)
    rising = room.taken(values, order)
    places = room.empty(len(rising))
    for some in room.pieces(0, len(rising)):
        own = rising[some]
        new = 1 + np.flatnonzero(own[1:] != own[:-1])
        # Rows that are equal may begin before the piece, and end after it.
        begin, last = np.searchsorted(rising, own[0]), np.searchsorted(rising, own[-1], "right")
        first = np.append(begin, some.start + new)
        end = np.append(some.start + new, last)
        counts = np.diff(new, prepend=0, append=len(own))
        places[order[some]] = np.repeat((first + end) / 2 / len(rising), counts)
    return np.asarray(places)


def levelled(relative: Floats, training: int) -> Floats:
    """Relative weights, those of the validation rows as if these were a training part.

    They are divided by what makes them 1 on average, and none is above the heaviest training row:
    of what a heavier one would have, the others get their share.

    >>> levelled(np.array([0.5, 2.0, 0.5, 1.0, 1e9, 1.0, 1.0, 1.0]), 4).round(3).tolist()
    [0.5, 2.0, 0.5, 1.0, 2.0, 0.667, 0.667, 0.667]
    """
    with np.errstate(divide="ignore"):  # a row of weight 0
        logs = np.log(relative)
    return np.concatenate([relative[:training], np.exp(levelled_logs(logs, training)[training:])])


def levelled_logs(logs: Floats, training: int) -> Floats:
    """The same for the logs of relative weights, which may be too large for their exponents."""
    if not 0 < training < len(logs):
        return logs
    shift, top = level(logs, training)
    return np.concatenate([logs[:training], brought_to(logs[training:], shift, top)])


def brought_to(logs: Floats, shift: float | Floats, top: float | Floats) -> Floats:
    """Logs of validation rows at the level of the training rows, with what `level` gives."""
    with np.errstate(invalid="ignore"):  # a row of weight 0 stays there
        return np.where(np.isneginf(logs), -np.inf, np.minimum(logs + shift, top))


def level(logs: Floats, training: int) -> tuple[float, float]:
    """What is added to the log weights of the validation rows, and where they end."""
    told = ToldLevel(len(logs), training)
    told.take(0, logs)
    return told.found()


class ToldLevel:
    """The level of logs that are told piece by piece, in any order and by several threads."""

    def __init__(self, rows: int, training: int) -> None:
        self._training = training
        self._step = max(1, -(-(rows - training) // MOST_LOOKED_AT))
        self._tops: list[float] = []
        self._looked_at = np.empty(-(-(rows - training) // self._step))

    def take(self, start: int, logs: Floats) -> None:
        """The logs of the rows from `start` on."""
        own = logs[: max(0, self._training - start)]
        if len(own):
            self._tops.append(float(own.max()))
        first = max(0, -(-(start - self._training) // self._step))
        some = logs[self._training + first * self._step - start :: self._step]
        self._looked_at[first : first + len(some)] = some

    def found(self) -> tuple[float, float]:
        """What is added to the log weights of the validation rows, and where they end."""
        return _level(np.sort(self._looked_at), max(self._tops, default=np.inf))


def _level(rising: Floats, top: float) -> tuple[float, float]:
    looked_at, rising = len(rising), rising[np.isfinite(rising)]
    if not len(rising) or not np.isfinite(top):
        return 0.0, top
    # With the heaviest k rows at the top, the others share what is left of one a row.
    heaviest = np.arange(len(rising))
    left = looked_at - heaviest * np.exp(top)
    sums = np.logaddexp.accumulate(rising)[::-1]
    with np.errstate(divide="ignore", invalid="ignore"):
        shifts = np.log(left) - sums
    fits = (left > 0) & (rising[::-1] + shifts <= top + 1e-12)
    return (float(shifts[np.argmax(fits)]) if fits.any() else np.inf), top
