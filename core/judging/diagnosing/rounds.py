"""What the rounds did: whether the error fell, stood or rose, and whether margins still grow."""

import functools
import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from core.base import pool
from core.base.arrays import Floats, Mask
from core.judging.diagnosing.misses import ErrorChange, Judging
from core.learning.counting import Counting
from core.learning.run import Run

_LOOKED_AT = 32
_STREAM = 0xD1A6
_LOW_MARGINS = 0.1
_GROWS = 0.005
"""Margins lie between -1 and 1; of their lowest tenth a growth below this is not worth a word."""


@dataclass(frozen=True)
class Rounds:
    """The rounds of a run that builds up, each on what those before it miss."""

    best: int
    """The round of least error, of all of them: the one that the error curves mark."""
    since_best: ErrorChange
    """From the best round to the last one, chosen on other rows than those that judge it."""
    late: ErrorChange
    """Over the last third of the rounds."""
    long: ErrorChange
    """Over the last two thirds of them."""
    zero_at: int | None
    """The first round after which no training row was wrong; None if some always were."""
    since_zero: ErrorChange | None
    margins_grew: bool
    """Whether the low margins of the training rows rose since none of them was wrong."""
    margins_grow: bool
    """Whether they rose over the last third."""
    low_margins: tuple[float, float] | None = None
    """The low margins two thirds on and at the end; None of numbers."""
    best_error: float = math.nan
    """The error after the best round, on the rows that chose it: it looks better than it is."""

    @classmethod
    def of(cls, judging: Judging) -> "Rounds | None":
        """What the rounds did; None where there are too few, or none builds on another."""
        run = judging.run
        if not run.history.builds_up or run.rounds < 3 or not judging.are_new:
            return None
        looked_at = _looked_at(run.rounds)
        zero_at = _zero_at(run)
        thirds = [max(1, part * run.rounds // 3) for part in (1, 2)]
        asked = sorted({*looked_at, *thirds, *([zero_at] if zero_at else [])})
        missed = dict(zip(asked, judging.misses_at(asked), strict=True))
        starts = [thirds[1], thirds[0], *([zero_at] if zero_at and zero_at < run.rounds else [])]

        def since(t: int) -> ErrorChange:
            return judging.change(*(missed[at].astype(np.float64) for at in (t, run.rounds)))

        changes: list[Callable[[], ErrorChange]] = [functools.partial(since, t) for t in starts]
        changes.append(lambda: _since_best(judging, [missed[t] for t in looked_at]))
        late, long, *since_zero, since_best = pool.side_by_side(changes)
        every = Counting.of(run.dataset).errors(run.history)
        best = int(np.nanargmin(every))
        low = _low_margins(run, sorted({thirds[1], *([zero_at] if zero_at else []), run.rounds}))
        return cls(
            best + 1,
            since_best,
            late,
            long,
            zero_at,
            since_zero[0] if since_zero else None,
            zero_at is not None and low[run.rounds] > low[zero_at] + _GROWS,
            bool(low) and low[run.rounds] > low[thirds[1]] + _GROWS,
            (low[thirds[1]], low[run.rounds]) if low else None,
            float(every[best]),
        )


def _looked_at(rounds: int) -> list[int]:
    """Some rounds, close together at first, where most happens."""
    evenly = np.linspace(1, rounds, _LOOKED_AT // 2)
    early = np.geomspace(1, rounds, _LOOKED_AT // 2)
    found: list[int] = np.unique(np.round(np.concatenate([evenly, early])).astype(int)).tolist()
    return found


def _since_best(judging: Judging, misses: Sequence[Floats | Mask]) -> ErrorChange:
    """From the best round to the last one.

    The best of many rounds looks better than it is. So one half of the rows chooses the round that
    the other half judges, and the other way round.
    """
    first = np.random.default_rng([judging.run.seed, _STREAM]).permutation(len(judging)) % 2 == 0
    last = misses[-1].astype(np.float64)
    best = last.copy()
    for judges in (first, ~first):
        if judges.all():
            continue  # a single row: nobody is left to choose
        chosen = int(np.argmin(_missed_by(~judges, judging, misses)))
        np.copyto(best, misses[chosen], where=judges)
    return judging.change(best, last)


def _missed_by(rows: Mask, judging: Judging, misses: Sequence[Floats | Mask]) -> list[float]:
    """What some of the rows miss after each of the rounds; rows that weigh alike are counted."""
    if len(judging) and misses[0].dtype == bool and not np.ptp(judging.weights):
        return [float(np.count_nonzero(np.logical_and(missed, rows))) for missed in misses]
    weights = np.where(rows, judging.weights, 0.0)
    return [float((missed * weights).sum()) for missed in misses]


def _zero_at(run: Run) -> int | None:
    if not run.dataset.classes:
        return None
    right = np.flatnonzero(run.history.curve("training_error") <= 0)
    return int(right[0]) + 1 if len(right) else None


def _low_margins(run: Run, rounds: Sequence[int]) -> dict[int, float]:
    """The margin below which a tenth of the training rows is, after some rounds; of classes."""
    if not run.dataset.classes:
        return {}

    def low(margins: Floats) -> float:
        return float(np.quantile(margins, _LOW_MARGINS, overwrite_input=True))

    margins = run.history.training_margins(rounds)
    found = pool.side_by_side([functools.partial(low, each) for each in margins])
    return dict(zip(rounds, found, strict=True))
