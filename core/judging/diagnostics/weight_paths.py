"""How heavy rows were at some of the rounds: what a single row's path is held against."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from core.base.arrays import Floats, Integers
from core.learning.histories.history import History

MOST_ROUNDS = 64
Known = dict[int, Floats]
"""Quantiles by round."""
_MOST_BYTES = 32 << 20


@dataclass(frozen=True, eq=False)
class WeightSample:
    """Every row's weight at some rounds, from the start to the last one.

    >>> import core
    >>> history = core.fit(core.example("moons"), core.AdaBoost(rounds=10)).history
    >>> sample = WeightSample.of(history, 10, most=4)
    >>> sample.rounds.tolist(), sample.logs.shape == (4, len(history))
    ([0, 4, 8, 10], True)
    """

    history: History
    rounds: Integers
    logs: npt.NDArray[np.float32]
    """log10 of the relative weights, a row a round, a column a row of the dataset."""

    @classmethod
    def of(
        cls,
        history: History,
        t: int,
        earlier: "WeightSample | None" = None,
        most: int = MOST_ROUNDS,
    ) -> "WeightSample":
        """The sample up to round t; what an earlier one of the same history has is taken over."""
        rounds = sampled_rounds(t, max(4, min(most, _MOST_BYTES // (4 * max(1, len(history))))))
        known = {}
        if earlier is not None and earlier.history is history:
            if np.array_equal(earlier.rounds, rounds):
                return earlier
            known = dict(zip(earlier.rounds.tolist(), earlier.logs, strict=True))
        logs = [known.get(number, _NONE) for number in rounds.tolist()]
        for place, number in enumerate(rounds.tolist()):
            if number not in known:
                with np.errstate(divide="ignore"):  # a row of weight 0
                    logs[place] = np.log10(history.relative_weights(number)).astype(np.float32)
        return cls(history, rounds, np.stack(logs))

    def quantiles(
        self, rows: Integers, shares: tuple[float, ...], known: Known | None = None
    ) -> Floats:
        """log10 of the weights that these shares of the rows do not exceed: a row a share.

        `known` is what was found for the same rows and shares, by round; it is added to.
        """
        found: Known = {} if known is None else known
        # As the inverted distribution function has it: the weight of a row, never one between.
        places = [max(0, int(np.ceil(share * len(rows))) - 1) for share in shares]
        for number, logs in zip(self.rounds.tolist(), self.logs, strict=True):
            if number not in found:
                there = len(rows) > 0
                found[number] = (
                    np.partition(logs[rows], places)[places].astype(np.float64)
                    if there
                    else np.full(len(shares), np.nan)
                )
        return np.stack([found[number] for number in self.rounds.tolist()], axis=1)


_NONE: npt.NDArray[np.float32] = np.empty(0, np.float32)


def sampled_rounds(t: int, most: int) -> Integers:
    """Rounds from 0 to t, evenly apart by a power of two, so that later samples share them.

    >>> sampled_rounds(10, 4).tolist(), sampled_rounds(3, 64).tolist()
    ([0, 4, 8, 10], [0, 1, 2, 3])
    """
    step = 1
    while t // step + 1 > most:
        step *= 2
    return np.unique(np.append(np.arange(0, t + 1, step), t))


def thinned(values: Floats, most: int) -> tuple[Integers, Floats]:
    """Rounds and values of paths of many rounds, the highest and the lowest of each stretch.

    A row a path. Up to twice `most` points are left of each.

    >>> rounds, values = thinned(np.array([[0.0, 5.0, 1.0, 2.0, -3.0, 2.5]]), 2)
    >>> rounds.tolist(), values.tolist()
    ([0, 1, 3, 4], [[5.0, 0.0, 2.5, -3.0]])
    """
    count = values.shape[1]
    if count <= 2 * most:
        return np.arange(count), values
    stretch = -(-count // most)
    starts = np.arange(0, count, stretch)
    rounds = np.stack([starts, np.minimum(starts + stretch // 2, count - 1)], axis=1).ravel()
    high = np.maximum.reduceat(values, starts, axis=1)
    low = np.minimum.reduceat(values, starts, axis=1)
    return rounds, np.stack([high, low], axis=2).reshape(len(values), -1)
